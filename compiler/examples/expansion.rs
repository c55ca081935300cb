//! Expansion times of the macro, from tokens to code, for every given description, best of five.
//!
//! Unoptimised, as in users' builds:
//! `cargo run -p linkwork-compiler --config 'profile.dev.opt-level=0' --example expansion -- models/mechanisms/*/*.mech`

use proc_macro2::TokenStream;
use std::str::FromStr;
use std::time::Instant;

/// Expansions of one description, of which the fastest counts.
const REPETITIONS: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path)?;
        let mut best = f64::INFINITY;
        let mut length = 0;
        for _ in 0..REPETITIONS {
            let tokens = TokenStream::from_str(&text)?;
            let began = Instant::now();
            let code = linkwork_compiler::expand(tokens);
            best = best.min(began.elapsed().as_secs_f64());
            length = code.to_string().len();
        }
        println!("{path}: {:.0} ms, {:.0} kB of code", best * 1e3, length as f64 / 1e3);
    }
    Ok(())
}
