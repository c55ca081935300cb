//! Expansion times of the macro, from tokens to code, for every given description, best of five, as a table.
//!
//! Unoptimised, as in users' builds: in the profile `dev` with `opt-level=0` for it and for the crates of the compiler (docs/performance.md has
//! the whole command).

use proc_macro2::TokenStream;
use std::str::FromStr;
use std::time::Instant;

/// Expansions of one description, of which the fastest counts.
const REPETITIONS: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("| description | expansion | code |\n|---|---|---|");
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
        let name = std::path::Path::new(&path).file_stem().unwrap_or_default().display();
        println!("| {name} | {:.0} ms | {:.0} kB |", best * 1e3, length as f64 / 1e3);
    }
    Ok(())
}
