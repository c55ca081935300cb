//! `linkwork::verify` accepts correct mechanisms, and names wrong routines.

use linkwork::verify::{Verification, Verify};
use linkwork_compiler::plan::Program;
use linkwork_compiler::{Options, compile};
use linkwork_models::registry;
use linkwork_tape::{Tape, TapeParameters};

fn program(text: &str) -> Program {
    let mut compiled = compile(text.parse().expect("the text lexes"), &Options::default());
    assert!(!compiled.programs.is_empty(), "{:#?}", compiled.diagnostics);
    compiled.programs.remove(0)
}

fn verified(program: Program) -> Verification {
    let tape: Tape = TapeParameters::new(program).build().expect("it builds");
    let found = tape.verify().expect("it has accelerations");
    if tape.has_energy() { found.and(tape.verify_energy().expect("it has accelerations")) } else { found }
}

#[test]
fn the_library_is_verified() {
    for entry in registry() {
        let found = verified(program(entry.source));
        assert!(found.passed(), "{found}");
        // Random states can be closed, so that more than the initial one is compared.
        let jacobian = found.checks.iter().find(|check| check.quantity.starts_with("mass matrix and M a"));
        let comparisons = jacobian.map_or(0, |check| check.comparisons);
        let n = program(entry.source).velocities.len();
        assert!(comparisons >= 2 * n * n, "{}: {comparisons} for {n} velocities", entry.name);
    }
}

/// A bead on an ellipse with a mass and a spring that depend on the place, and a damper with a cube of the velocity.
fn bead(mass: &str, spring: &str, damper: &str, axis: &str, level: &str) -> Program {
    program(&format!(
        "mechanism Bead {{
            coordinate x [m];
            coordinate y [m];
            kinetic = {mass} [kg] * (der(x)^2 * (1 + x^2 / 1 [m^2]) + der(y)^2) / 2;
            potential = {spring} [N/m^3] * x^4 + {level} [N] * y;
            dissipation = {damper} [N*s^3/m^3] * der(y)^4 / 4;
            constraint ellipse: x^2 + {axis} * y^2 = 4 [m^2];
            initial {{ x: 1.5 [m], der(x): 0.7 [m/s] }}
        }}"
    ))
}

/// The names of the failed quantities, with the routine of another bead put in.
#[track_caller]
fn fails(other: Program, put: impl Fn(&mut Program, Program), expected: &str) {
    let mut wrong = bead("2", "3", "5", "7", "11");
    put(&mut wrong, other);
    let found = verified(wrong);
    let failed: Vec<&str> = found.failed().map(|check| check.quantity.as_str()).collect();
    assert!(failed.iter().any(|quantity| quantity.starts_with(expected)), "{expected}: {found}");
}

#[test]
fn a_wrong_routine_is_named() {
    assert!(
        verified(bead("2", "3", "5", "7", "11")).passed(),
        "{}",
        verified(bead("2", "3", "5", "7", "11"))
    );
    let spring = || bead("2", "4", "5", "7", "11");
    let damper = || bead("2", "3", "6", "7", "11");
    fails(spring(), |p, o| p.stiffness = o.stiffness, "K");
    fails(damper(), |p, o| p.moving = o.moving, "C");
}

#[test]
fn lost_energy_is_not_conserved() {
    let conserved = |damper: &str| {
        let tape: Tape = TapeParameters::new(bead("2", "3", damper, "7", "11")).build().expect("it builds");
        tape.verify_conservation().expect("it has accelerations")
    };
    assert!(conserved("0").passed(), "{}", conserved("0"));
    assert!(!conserved("5").passed());
}
