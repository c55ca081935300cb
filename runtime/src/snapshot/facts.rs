//! The identity of a run, so that a snapshot of another one is rejected.
//!
//! For the mechanism, its name and its behaviour at two states: with the initial state x₀ and a nearby one, x₁ = x₀ ⊞ δ,
//!
//! ```text
//! digest( M w, f(λ, ψ), g, k, f_y  at (0, x₀) and (3/8 s, x₁) ),      w, λ, ψ = (1, ½, ⅓ …),  v₁ = v₀ + w             (1)
//! ```
//!
//! which depend on every parameter and every input that has an effect there. Bits are compared: they are the same for the same mechanism,
//! interpreted or compiled.

use crate::{Mechanism, Real, Vector};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// FNV-1a of 64 bits, a word of eight bytes at a time. It finds damage and differences, not forgeries.
pub fn digest(bytes: &[u8]) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |word: u64| {
        sum = (sum ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        // A product propagates bits upwards only.
        sum ^= sum >> 29;
    };
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        add(u64::from_le_bytes(word));
    }
    add(bytes.len() as u64);
    sum
}

/// The second time of (1), in s: within any run, and not a multiple of a step.
const LATER: f64 = 0.375;
/// The distance of x₁ from x₀, as a part of w.
const BESIDE: f64 = 0.0625;

/// The entries of a mechanism and of a method by its name.
pub(crate) fn facts_of<M: Mechanism>(m: &M, method: String) -> Vec<(String, String)> {
    let names = m.names();
    let scalar = core::any::type_name::<M::Scalar>();
    vec![
        ("the mechanism".into(), names.mechanism.to_string()),
        ("the numbers".into(), scalar.rsplit("::").next().unwrap_or(scalar).to_owned()),
        ("the method".into(), method),
        ("the parameters, inputs or forces (their digest)".into(), format!("{:016x}", behaviour(m))),
    ]
}

/// (1).
fn behaviour<M: Mechanism>(m: &M) -> u64 {
    let sizes = m.sizes();
    let mut free = m.clone();
    free.hold(&vec![0.0; m.held_numbers()]);
    let m = &free;
    let (mut q, mut v, mut y) = m.initial();
    let n = v.len();
    let mut w = M::Velocity::zeros(n);
    let mut lambda = M::Holonomic::zeros(sizes.holonomic);
    let mut psi = M::Nonholonomic::zeros(sizes.nonholonomic);
    for all in [w.as_mut_slice(), lambda.as_mut_slice(), psi.as_mut_slice()] {
        for (i, x) in all.iter_mut().enumerate() {
            *x = M::Scalar::exact(1.0 / (i + 1) as f64);
        }
    }
    let (mut out, mut rates) = (M::Velocity::zeros(n), M::States::zeros(sizes.states));
    let mut g = M::Holonomic::zeros(sizes.holonomic);
    let mut k = M::Nonholonomic::zeros(sizes.nonholonomic);
    let mut at = m.position_cache();
    let mut bytes = Vec::new();
    let mut add = |all: &[M::Scalar]| add_bits(all, &mut bytes);
    add(q.as_slice());
    add(v.as_slice());
    add(y.as_slice());
    for time in [0.0, LATER] {
        if time > 0.0 {
            let mut by = w.clone();
            by.scale(M::Scalar::exact(BESIDE));
            m.advance(&mut q, &by, &mut M::Velocity::zeros(n));
            v.add(&w);
            y.as_mut_slice().iter_mut().for_each(|y| *y = *y + M::Scalar::exact(BESIDE));
        }
        m.place(&m.now(M::Scalar::exact(time)), &q, &mut at);
        m.mass_times(&at, &w, &mut out);
        add(out.as_slice());
        m.force(&at, &v, &y, (&lambda, &psi), &mut out);
        add(out.as_slice());
        m.holonomic(&at, &mut g);
        add(g.as_slice());
        m.nonholonomic(&at, &v, &mut k);
        add(k.as_slice());
        m.state_rates(&at, &v, &y, &mut rates);
        add(rates.as_slice());
    }
    digest(&bytes)
}

fn add_bits<T: Real>(all: &[T], to: &mut Vec<u8>) {
    for x in all {
        let mut x = *x;
        // The bits of NaN depend on the processor.
        let bits = |x: f64| if x.is_nan() { u64::MAX } else { x.to_bits() };
        x.parts(&mut |part| to.extend_from_slice(&bits(*part).to_le_bytes()));
    }
}

#[cfg(test)]
mod tests {
    use super::digest;
    use std::prelude::v1::*;

    /// FNV-1a of "a" would be another number (this one processes words); what matters is that it detects a change of any bit, and of the length.
    #[test]
    fn a_digest_depends_on_every_bit() {
        let bytes: Vec<u8> = (0..100).collect();
        let whole = digest(&bytes);
        for bit in 0..800 {
            let mut other = bytes.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(digest(&other), whole, "bit {bit}");
        }
        assert_ne!(digest(&[0; 7]), digest(&[0; 8]));
    }
}
