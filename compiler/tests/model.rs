//! Descriptions → models: every example of the language, values against closed forms.

use linkwork_compiler::diagnostics::Diagnostics;
use linkwork_compiler::model::{Dynamics, Level, Model, Target, rust_name};
use linkwork_compiler::symbolic::{Node, Symbol};
use linkwork_compiler::syntax;

/// "Energies: the simple pendulum as an ODE" of the language, as it stands there.
const PENDULUM: &str = r"
    /// Point mass on a massless rod, IFToMM benchmark A01. theta is measured from the
    /// horizontal, anticlockwise.
    pub mechanism Pendulum {
        param mass = 1 [kg];
        param length = 1 [m];
        param gravity = 9.81 [m/s^2];

        coordinate theta [rad];

        kinetic = mass * length^2 * der(theta)^2 / 2;
        potential = mass * gravity * length * sin(theta);

        initial { theta: 0 [rad], der(theta): 0 [rad/s] }
    }
";

/// "Energies with constraints: the same pendulum as an index-3 DAE", as it stands there.
const CARTESIAN_PENDULUM: &str = r"
    pub mechanism CartesianPendulum {
        param mass = 1 [kg];
        param length = 1 [m];
        param gravity = 9.81 [m/s^2];

        coordinate x [m];
        coordinate y [m];

        kinetic = mass * (der(x)^2 + der(y)^2) / 2;
        potential = mass * gravity * y;
        constraint rod: x^2 + y^2 = length^2;

        initial { x: length, y: 0 [m] }
    }
";

/// "Matrices", as it stands there.
const OSCILLATOR: &str = r"
    pub mechanism Oscillator {
        param damping = 0.1;
        coordinate x;
        mass_matrix = [[1]];
        force = [-x - damping * der(x) + sin(0.01 * time)];
        initial { x: 0, der(x): 1 }
    }
";

/// All models of a text; panics with the messages if there is a mistake.
fn models(text: &str, overrides: &[(String, String)]) -> Vec<Model> {
    let mut diagnostics = Diagnostics::new();
    let descriptions = syntax::parse(text.parse().expect("tokens"), &mut diagnostics);
    let models = descriptions
        .iter()
        .map(|one| Model::build(one, overrides, &mut diagnostics))
        .collect::<Vec<_>>();
    let messages: Vec<String> = diagnostics.iter().map(|found| found.text()).collect();
    assert!(messages.is_empty(), "{messages:#?}");
    models
        .into_iter()
        .map(|model| model.expect("a model"))
        .collect()
}

fn model(text: &str) -> Model {
    models(text, &[]).remove(0)
}

/// The value of a node with symbols given by name; what is not given fails the test.
fn value(model: &Model, node: Node, given: &[(&str, f64)]) -> f64 {
    let of = |symbol: Symbol| {
        let name = model.graph.symbol_name(symbol);
        given
            .iter()
            .find(|(known, _)| *known == name)
            .unwrap_or_else(|| panic!("`{name}` is not given"))
            .1
    };
    model.graph.evaluate(&[node], &of)[0]
}

/// Two roundings of numbers of order one.
const ROUNDING: f64 = 1e-15;

fn close(a: f64, b: f64) {
    assert!(
        (a - b).abs() <= ROUNDING * a.abs().max(b.abs()).max(1.0),
        "{a} is not {b}"
    );
}

#[test]
fn the_pendulum_of_the_language() {
    let pendulum = model(PENDULUM);
    assert_eq!(pendulum.name, "Pendulum");
    assert_eq!(pendulum.visibility.to_string(), "pub");
    assert_eq!(pendulum.level, Level::Energies);
    assert_eq!(pendulum.docs.len(), 2);
    assert_eq!(pendulum.docs[1], "horizontal, anticlockwise.");
    let units: Vec<(&str, &str)> = pendulum
        .parameters
        .iter()
        .map(|p| (p.name.as_str(), p.unit.as_str()))
        .collect();
    assert_eq!(
        units,
        [("mass", "kg"), ("length", "m"), ("gravity", "m/s^2")]
    );
    assert_eq!(pendulum.coordinates[0].unit, "rad");
    assert_eq!(pendulum.coordinates[0].velocity_unit, "rad/s");
    let Dynamics::Energies {
        kinetic, potential, ..
    } = pendulum.dynamics
    else {
        panic!("energies")
    };
    let at = [
        ("mass", 2.0),
        ("length", 3.0),
        ("gravity", 10.0),
        ("theta", 0.5),
        ("der(theta)", 0.7),
    ];
    close(value(&pendulum, kinetic, &at), 0.5 * 2.0 * 9.0 * 0.49);
    close(value(&pendulum, potential, &at), 60.0 * 0.5_f64.sin());
    let targets: Vec<Target> = pendulum.initial.iter().map(|given| given.target).collect();
    assert_eq!(targets, [Target::Position(0), Target::Velocity(0)]);
}

#[test]
fn the_cartesian_pendulum_of_the_language() {
    let pendulum = model(CARTESIAN_PENDULUM);
    let [rod] = pendulum.constraints.as_slice() else {
        panic!("one constraint")
    };
    assert!(rod.holonomic && !rod.rheonomic && rod.automatic);
    assert_eq!((rod.name.as_str(), rod.unit.as_str()), ("rod", "m^2"));
    close(
        value(
            &pendulum,
            rod.residual,
            &[("x", 0.6), ("y", 0.8), ("length", 2.0)],
        ),
        1.0 - 4.0,
    );
    assert_eq!(pendulum.graph.infix(pendulum.initial[0].value), "length");
}

#[test]
fn the_oscillator_of_the_language() {
    let oscillator = model(OSCILLATOR);
    assert_eq!(oscillator.level, Level::Matrices);
    let Dynamics::Matrices { mass, force } = &oscillator.dynamics else {
        panic!("matrices")
    };
    close(value(&oscillator, mass[0][0], &[]), 1.0);
    let at = [("x", 0.3), ("der(x)", 2.0), ("damping", 0.1), ("time", 5.0)];
    close(
        value(&oscillator, force[0], &at),
        -0.3 - 0.2 + 0.05_f64.sin(),
    );
    assert_eq!(oscillator.coordinates[0].velocity_unit, "");
}
