//! Bits of what the motions end with, a line a number, on the machine that has a standard library.

use without_std::report;

fn main() {
    report(|number| println!("{:016x}", number.to_bits())).expect("it runs");
}
