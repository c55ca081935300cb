//! Equilibria beside which the two sides of a switch differ: in stiffness, in damping, or in a force that drives.

use crate::tapes::tapes;
use linkwork::analysis::Stability::{self, Neutral, Stable, Undecided, Unstable};
use linkwork::prelude::*;

fn found(text: &str) -> (Stability, usize, usize) {
    let m = tapes(text).remove(0).build().expect("it builds");
    let rest = m.equilibrium().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(rest.kinks.iter().chain(&rest.bends).all(|name| !name.is_empty()), "{text}");
    (rest.stability, rest.kinks.len(), rest.bends.len())
}

fn one(laws: &str) -> String {
    format!("mechanism One {{ coordinate x; kinetic = der(x)^2 / 2; {laws} }}")
}

fn two(laws: &str) -> String {
    format!("mechanism Two {{ coordinate x; coordinate y; kinetic = (der(x)^2 + der(y)^2) / 2; {laws} }}")
}

/// V = ½ qᵀ K q with one K on each side of z = n·q = 0 is even in q on each: it is positive if both K are positive definite, and negative
/// somewhere if one of them is not semidefinite. The spelling of the switch does not matter.
#[test]
fn both_sides_of_a_stiffness_decide() {
    for (law, wanted, bends) in [
        ("if(x > 0, -3, 5) * x^2 / 2", Unstable, 1),
        ("if(x < 0, 5, -3) * x^2 / 2", Unstable, 1),
        ("if(x >= 0, -3, 5) * x^2 / 2", Unstable, 1),
        ("if(x > 0, 5, -3) * x^2 / 2", Unstable, 1),
        ("if(x > 0, 3, 5) * x^2 / 2", Stable, 1),
        ("if(x > 0, 0, 5) * x^2 / 2", Neutral, 1),
        ("max(x, 0)^2 - min(x, 0)^2", Unstable, 1),
        ("2 * x * abs(x) + x^2", Unstable, 1),
        ("x * abs(x) + 2 * x^2", Stable, 1),
        // Both sides agree, and a kink decides by itself.
        ("4 * (max(x, 0)^2 + min(x, 0)^2)", Stable, 0),
        ("abs(x) + max(x, 0)^2", Stable, 0),
    ] {
        let (stability, _, count) = found(&one(&format!("potential = {law};")));
        assert_eq!((stability, count), (wanted, bends), "{law}");
    }
    // K = 4·1 ± 2 c n nᵀ with n = (1, 2): the least eigenvalue is 4 − 10 c.
    for (c, wanted) in [(1.0, Unstable), (0.39, Stable)] {
        let law = format!("potential = {c} * (x + 2 * y) * abs(x + 2 * y) + 2 * x^2 + 2 * y^2;");
        assert_eq!(found(&two(&law)), (wanted, 0, 1), "{law}");
    }
    // Two switches: all sectors are positive definite; and one is not, along its own axis.
    let law = |c: &str| format!("potential = x * abs(x) + {c} * y * abs(y) + 2 * (x^2 + y^2);");
    assert_eq!(found(&two(&law("1"))), (Stable, 0, 2));
    assert_eq!(found(&two(&law("3"))), (Unstable, 0, 2));
}

/// Friction that pushes drives any motion; friction that brakes says nothing.
#[test]
fn forces_that_drive_a_motion_are_unstable() {
    let with = |law: &str| one(&format!("potential = x^2; force f = generalized(x, {law});"));
    for (law, wanted) in [
        ("2 * sign(der(x))", Unstable),
        ("if(der(x) > 0, 2, -2)", Unstable),
        ("-2 * sign(der(x))", Stable),
        ("if(der(x) > 0, -2, 2)", Stable),
        ("1e-6 * sign(der(x)) - 5 * der(x)", Unstable),
    ] {
        assert_eq!(found(&with(law)).0, wanted, "{law}");
    }
    let both = |x: &str, y: &str| {
        two(&format!(
            "potential = x^2 + y^2; force f = generalized(x, {x} * sign(der(x))); force g = generalized(y, {y} * sign(der(y)));"
        ))
    };
    assert_eq!(found(&both("-1", "-0.1")).0, Stable);
    assert_eq!(found(&both("1", "0.1")).0, Unstable);
    // One brakes, one drives.
    assert_eq!(found(&both("-1", "0.1")).0, Undecided);
}

/// With damping of the same sign on both sides, the energy decides; with two signs nothing does.
#[test]
fn damping_of_two_signs_is_undecided() {
    for (law, wanted) in [
        ("if(der(x) > 0, -2, -3)", Stable),
        ("if(der(x) > 0, 2, 3)", Unstable),
        ("if(der(x) > 0, 2, -3)", Undecided),
        ("if(x > 0, -2, -3)", Stable),
        ("if(x > 0, 2, -3)", Undecided),
    ] {
        let text = one(&format!("potential = x^2; force f = generalized(x, {law} * der(x));"));
        let (stability, kinks, bends) = found(&text);
        assert_eq!((stability, kinks, bends), (wanted, 0, 1), "{law}");
    }
}
