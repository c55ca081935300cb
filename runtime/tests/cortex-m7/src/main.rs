//! The motions of `without-std` on the board: the bits of what they end with, a line a number.
#![no_std]
#![no_main]

use core::mem::MaybeUninit;
use core::ptr::addr_of_mut;

use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln};
use embedded_alloc::LlffHeap;
// Tells a panic to the emulator, and ends.
use panic_semihosting as _;
use without_std::report;

#[global_allocator]
static HEAP: LlffHeap = LlffHeap::empty();

/// For models and workspaces, and the samples of the simulations.
const HEAP_BYTES: usize = 2 << 20;

static mut MEMORY: [MaybeUninit<u8>; HEAP_BYTES] = [MaybeUninit::uninit(); HEAP_BYTES];

#[entry]
fn main() -> ! {
    // SAFETY: it is called once, before the first allocation, and nothing else names the array.
    unsafe { HEAP.init(addr_of_mut!(MEMORY).addr(), HEAP_BYTES) }
    report(|number| hprintln!("{:016x}", number.to_bits())).expect("it runs");
    debug::exit(debug::EXIT_SUCCESS);
    loop {}
}
