//! True statements about a mechanism compile.

use linkwork_compiler::{Options, compile};

fn compiles(text: &str) {
    let found = compile(text.parse().expect("tokens"), &Options::default());
    assert!(!found.diagnostics.has_errors() && found.programs.len() == 1, "{:#?}", found.diagnostics);
}

/// A slider on a spring, beyond whose length it may go: the force changes its sign with the side of the ends.
#[test]
fn springs_and_gravity_conserve_the_energy() {
    compiles(
        "mechanism A in plane {
            gravity = [0, -9.81] [m/s^2];
            body slider { mass: 1 [kg] }
            body bob { mass: 0.5 [kg], inertia: 0.01 [kg*m^2] }
            joint guide = prismatic(ground, slider, axis: [0.6, 0.8]);
            joint hinge = revolute(slider, bob at [0, 0.3] [m]);
            force spring_1 = spring(ground at [1, 0] [m], slider, stiffness: 3 [N/m], length: 0.5 [m]);
            force wound = torsion_spring(hinge, stiffness: 2 [N*m/rad]);
            conserves energy;
            freedoms = 2;
            initial { der(guide.displacement): 1 [m/s], der(hinge.angle): 3 [rad/s] }
        }",
    );
}

/// A blade does no work, a closed loop neither.
#[test]
fn scleronomic_constraints_conserve_the_energy() {
    compiles(
        "mechanism Skate {
            coordinate x [m];
            coordinate y [m];
            coordinate heading [rad];
            kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2 + 0.2 [kg*m^2] * der(heading)^2 / 2;
            potential = 2 [N] * x;
            constraint blade: der(x) * sin(heading) = der(y) * cos(heading);
            conserves energy;
            freedoms = 2;
            initial { der(heading): 1 [rad/s] }
        }",
    );
}

/// Forces without a potential have no power at rest, where most descriptions start, but beside it.
#[test]
fn claims_are_checked_in_motion() {
    let found = |items: &str| {
        let text =
            format!("mechanism A {{ coordinate x; kinetic = der(x)^2 / 2; conserves energy; {items} }}");
        compile(text.parse().expect("tokens"), &Options::default())
    };
    for force in [
        "force f = generalized(x, -der(x));",
        // Nothing at the start.
        "force f = generalized(x, sin(time));",
        "dissipation = der(x)^2;",
        "input u; force f = generalized(x, u);",
        "potential = x * time;",
    ] {
        let diagnostics = found(force).diagnostics;
        let refused =
            diagnostics.iter().any(|one| one.message.contains("the energy of `A` is not conserved"));
        assert!(refused, "{force}: {diagnostics:#?}");
    }
    for force in ["", "potential = 3 * x^2 + sin(x);", "force f = generalized(x, -4 * x^3);"] {
        let diagnostics = found(force).diagnostics;
        assert_eq!(diagnostics.has_errors(), force.contains("generalized"), "{force}: {diagnostics:#?}");
    }
}

/// Terms of T that are linear in velocities: T of a free particle in the coordinates of a turning frame is constant, that in a magnetic field is not
/// (m v²/2 is).
#[test]
fn linear_terms_belong_to_the_energy() {
    let found = |kinetic: &str| {
        let text = format!(
            "mechanism A {{ coordinate x; coordinate y; kinetic = {kinetic}; conserves energy; initial {{ x: 1, der(x): 1, der(y): 0.5 }} }}"
        );
        compile(text.parse().expect("tokens"), &Options::default()).diagnostics
    };
    let turning = found("((der(x) - 2*y)^2 + (der(y) + 2*x)^2) / 2");
    assert!(!turning.has_errors(), "{turning:#?}");
    for magnetic in ["3 * (x*der(y) - y*der(x))", "5 * x * der(y)"] {
        let diagnostics = found(&format!("(der(x)^2 + der(y)^2) / 2 + {magnetic}"));
        let lost =
            |one: &linkwork_compiler::diagnostics::Diagnostic| one.message.contains("is not conserved");
        assert!(diagnostics.iter().any(lost), "{magnetic}: {diagnostics:#?}");
    }
}

/// An inertia in kg·mm² with the unit kg·m².
#[test]
fn an_inertia_far_beyond_the_mechanism_is_suspicious() {
    let warned = |inertia: &str| {
        let text = format!(
            "mechanism A in plane {{
                body link {{ mass: 1.2 [kg], inertia: {inertia} }}
                joint pivot = revolute(ground, link at [-0.075, 0] [m]);
            }}"
        );
        let found = compile(text.parse().expect("tokens"), &Options::default());
        assert!(!found.diagnostics.has_errors(), "{:#?}", found.diagnostics);
        found.diagnostics.iter().map(|found| found.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(warned("2250 [kg*mm^2]"), Vec::<String>::new());
    let found = warned("2250 [kg*m^2]");
    assert_eq!(
        found,
        ["the inertia of `link` is that of a mass 43.301 m away from its centre, in a mechanism of 0.075 m"]
    );
}

/// A body of 1 kg with the inertia of a planet, in a mechanism without lengths.
#[test]
fn an_inertia_far_beyond_any_mechanism_is_suspicious() {
    let warned = |inertia: &str| {
        let text = format!(
            "mechanism A in plane {{
                body link {{ mass: 1 [kg], inertia: {inertia} }}
                joint pivot = revolute(ground, link);
            }}"
        );
        let found = compile(text.parse().expect("tokens"), &Options::default());
        found.diagnostics.iter().map(|found| found.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(warned("3 [kg*m^2]"), Vec::<String>::new());
    assert_eq!(
        warned("8e37 [kg*m^2]"),
        ["the inertia of `link` is that of a mass 8.9e18 m away from its centre"]
    );
}
