//! The chain of spinning bars: the position of its tip, and errors of the methods.
//!
//! The spins are along the bars, as the text of the paper has them; its data across the bars violate the constraints.

use super::*;
use linkwork::SeventhDegree;
use linkwork::symplectic::Rattle;

fn chain(links: &str) -> Tape {
    tape(&published::absolute("chain").unwrap(), &[("n", links)], &[])
}

/// The distance of the tip from a row (t, x, y, z, …) of the reference.
fn off(found: &[f64], row: &[f64]) -> f64 {
    (0..3).map(|i| (found[i] - row[i + 1]) * (found[i] - row[i + 1])).sum::<f64>().sqrt()
}

/// The reference, which comes from an ODE of unit vectors, to the rounding that the motion amplifies.
#[test]
fn reference_motion() {
    let all = reference();
    for (links, until, tolerance) in
        [("1", 3.0, 1e-13), ("2", 3.0, 1e-12), ("4", 3.0, 1e-11), ("8", 1.5, 1e-13), ("16", 1.0, 1e-13)]
    {
        let run = outputs(&chain(links), &SeventhDegree::a(), 2.5e-4, step_of(until, 2.5e-4));
        for row in
            published::rows(&all["chain_reference"][links]).unwrap().iter().filter(|row| row[0] <= until)
        {
            let off = off(&run[step_of(row[0], 2.5e-4)], row);
            assert!(off < tolerance, "{links} links, t = {}: {off:e}", row[0]);
        }
    }
}

/// Tip errors at t = 1 s, seven digits.
#[test]
fn tip_errors() {
    let all = reference();
    let published = &all["chain_convergence_tip_error_t1"];
    for links in ["2", "4"] {
        let m = chain(links);
        let rows = published::rows(&all["chain_reference"][links]).unwrap();
        let row = rows.iter().find(|row| row[0] == 1.0).unwrap();
        for (i, h) in [4e-3, 2e-3, 1e-3].into_iter().enumerate() {
            let last = step_of(1.0, h);
            let half = off(&outputs(&m, &HalfImplicitEuler::default(), h, last)[last], row);
            let full = off(&outputs(&m, &ImplicitEuler::default(), h, last)[last], row);
            for (method, found) in [("HI", half), ("FI", full)] {
                let expected = number(&published[format!("N{links} {method}")][i]);
                close(&format!("{links} links, {method}, h = {h}"), found / expected, 1.0, 1e-6);
            }
        }
    }
}

/// RATTLE is of order 2 on the chain.
#[test]
fn second_order() {
    let all = reference();
    for links in ["2", "4", "8", "16"] {
        let m = chain(links);
        let rows = published::rows(&all["chain_reference"][links]).unwrap();
        let row = rows.iter().find(|row| row[0] == 1.0).unwrap();
        // Steps of 2 ms are not small enough for the chains of two and four links: order 2.04, then 2.01 and 2.003.
        let errors =
            [1e-3, 5e-4].map(|h| off(&outputs(&m, &Rattle, h, step_of(1.0, h))[step_of(1.0, h)], row));
        close(&format!("{links} links"), (errors[0] / errors[1]).log2(), 2.0, 0.02);
    }
}
