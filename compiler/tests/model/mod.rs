//! Descriptions → models: every example of the language, values against closed forms.

mod articulated;
mod bodies;
mod claims;
mod clamped;
mod parts;

use linkwork_compiler::diagnostics::Diagnostics;
use linkwork_compiler::model::{Dynamics, Level, Model, Target, rust_name};
use linkwork_compiler::resolve::resolve;
use linkwork_compiler::symbolic::{Constant, Node, Symbol};
use linkwork_compiler::syntax;

/// "Energies: the simple pendulum as an ODE" of the language, copied from there.
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

/// "Energies with constraints: the same pendulum as an index-3 DAE", copied from there.
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

/// "Matrices", copied from there.
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
    let models = descriptions.iter().map(|one| resolve(one, overrides, &mut diagnostics)).collect::<Vec<_>>();
    let messages: Vec<String> = diagnostics.iter().map(|found| found.text()).collect();
    assert!(messages.is_empty(), "{messages:#?}");
    models.into_iter().map(|model| model.expect("a model")).collect()
}

fn model(text: &str) -> Model {
    models(text, &[]).remove(0)
}

/// The value of a node with symbols given by name; the test fails where one is not given.
fn value(model: &Model, node: Node, given: &[(&str, f64)]) -> f64 {
    let of = |symbol: Symbol| {
        let name = model.graph.symbol_name(symbol);
        given.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("`{name}` is not given")).1
    };
    model.graph.evaluate(&[node], &of)[0]
}

/// Two rounding errors of numbers of order one.
const ROUNDING: f64 = 1e-15;

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= ROUNDING * a.abs().max(b.abs()).max(1.0), "{a} is not {b}");
}

#[test]
fn the_pendulum_of_the_language() {
    let pendulum = model(PENDULUM);
    assert_eq!(pendulum.name, "Pendulum");
    assert_eq!(pendulum.visibility.to_string(), "pub");
    assert_eq!(pendulum.level, Level::Energies);
    assert_eq!(pendulum.docs.len(), 2);
    assert_eq!(pendulum.docs[1], "horizontal, anticlockwise.");
    let units: Vec<(&str, &str)> =
        pendulum.parameters.iter().map(|p| (p.name.as_str(), p.unit.as_str())).collect();
    assert_eq!(units, [("mass", "kg"), ("length", "m"), ("gravity", "m/s^2")]);
    assert_eq!(pendulum.coordinates[0].unit, "rad");
    assert_eq!(pendulum.velocities[0].unit, "rad/s");
    let Dynamics::Energies { kinetic, potential, .. } = pendulum.dynamics else { panic!("energies") };
    let at = [("mass", 2.0), ("length", 3.0), ("gravity", 10.0), ("theta", 0.5), ("der(theta)", 0.7)];
    close(value(&pendulum, kinetic, &at), 0.5 * 2.0 * 9.0 * 0.49);
    close(value(&pendulum, potential, &at), 60.0 * 0.5_f64.sin());
    let targets: Vec<Target> = pendulum.initial.iter().map(|given| given.target).collect();
    assert_eq!(targets, [Target::Position(0), Target::Velocity(0)]);
}

#[test]
fn the_cartesian_pendulum_of_the_language() {
    let pendulum = model(CARTESIAN_PENDULUM);
    let [rod] = pendulum.constraints.as_slice() else { panic!("one constraint") };
    assert!(rod.holonomic && !rod.rheonomic && rod.automatic);
    assert_eq!((rod.name.as_str(), rod.unit.as_str()), ("rod", "m^2"));
    close(value(&pendulum, rod.residual, &[("x", 0.6), ("y", 0.8), ("length", 2.0)]), 1.0 - 4.0);
    assert_eq!(pendulum.graph.infix(pendulum.initial[0].value), "length");
}

#[test]
fn the_oscillator_of_the_language() {
    let oscillator = model(OSCILLATOR);
    assert_eq!(oscillator.level, Level::Matrices);
    let Dynamics::Matrices { mass, force } = &oscillator.dynamics else { panic!("matrices") };
    close(value(&oscillator, mass[0][0], &[]), 1.0);
    let at = [("x", 0.3), ("der(x)", 2.0), ("damping", 0.1), ("time", 5.0)];
    close(value(&oscillator, force[0], &at), -0.3 - 0.2 + 0.05_f64.sin());
    assert_eq!(oscillator.velocities[0].unit, "");
}

/// The value of an expression of constants alone, in a mechanism with units.
fn worth(expression: &str) -> f64 {
    let text =
        format!("mechanism A {{ coordinate x [m]; kinetic = 1 [kg] * der(x)^2; output a = {expression}; }}");
    let model = model(&text);
    value(&model, model.outputs[0].value, &[])
}

#[test]
fn operators_and_functions_have_their_values() {
    for (expression, expected) in [
        ("-2^2", -4.0),
        ("2^3^2", 512.0),
        ("2^-1", 0.5),
        ("7 - 2 - 1", 4.0),
        ("12 / 3 / 2", 2.0),
        ("1 + 2 * 3 ^ 2", 19.0),
        ("if(1 < 2 && !(3 < 2), 5, 6)", 5.0),
        ("if(2 == 2 || 1 != 1, 5, 6)", 5.0),
        ("if(2 >= 3, 5, if(2 > 1, 7, 8))", 7.0),
        ("min(2, 3) + max(2, 3) + abs(-1) + sign(-4)", 5.0),
        ("hypot(3, 4)", 5.0),
        ("norm([3, 4, 12])", 13.0),
        ("dot([1, 2, 3], [4, 5, 6])", 32.0),
        ("cross([1, 2], [3, 4])", -2.0),
        ("cross([1, 2, 3], [4, 5, 7]).x", -1.0),
        ("cross([1, 2, 3], [4, 5, 7]).y", 5.0),
        ("cross([1, 2, 3], [4, 5, 7]).z", -3.0),
        ("(2 * [1, 2] + [10, 20] / 2 - [0, 1]).y", 13.0),
        ("-[1, 2].x", -1.0),
        ("atan2(1, -1)", 0.75 * std::f64::consts::PI),
        (
            "sqrt(2) * sin(1) / cos(1) + exp(ln(3)) + tanh(0.5)",
            2.0_f64.sqrt() * 1.0_f64.tan() + 3.0 + 0.5_f64.tanh(),
        ),
        ("4 [m] / 2 [m]", 2.0),
        ("sqrt(4 [m^2]) / 1 [m]", 2.0),
        ("(8 [m^3])^(1/3) / 1 [m]", 2.0),
    ] {
        close(worth(expression), expected);
    }
}

/// The exact default of a parameter, and its unit.
fn default(text: &str) -> (Constant, String) {
    let text = format!(
        "mechanism A {{ coordinate x; kinetic = der(x)^2 * 1 [J*s^2]; param a = {text}; output o = a; }}"
    );
    let model = model(&text);
    let parameter = &model.parameters[0];
    (model.graph.as_constant(parameter.default).expect("a constant"), parameter.unit.clone())
}

#[test]
fn units_convert_exactly() {
    let pi = |n, d| Constant::PI.mul(Constant::ratio(n, d)).expect("exact");
    let decimal = |text| Constant::decimal_literal(text).expect("a decimal");
    for (text, expected, unit) in [
        ("25 [mm]", decimal("0.025"), "m"),
        ("30 [deg]", pi(1, 6), "rad"),
        ("-90 [deg]", pi(-1, 2), "rad"),
        ("100 [km/h]", Constant::ratio(250, 9), "m/s"),
        ("3000 [rpm]", pi(100, 1), "rad/s"),
        ("2 [rev/min]", pi(1, 15), "rad/s"),
        ("1 [in]", decimal("0.0254"), "m"),
        ("3 [ft^2]", decimal("0.27870912"), "m^2"),
        ("1 [lbf]", decimal("4.4482216152605"), "N"),
        ("2 [lbm]", decimal("0.90718474"), "kg"),
        ("1 [slug]", decimal("4.4482216152605").div(decimal("0.3048")).expect("exact"), "kg"),
        ("2.5 [bar]", decimal("250000"), "Pa"),
        ("1 [L/min]", Constant::ratio(1, 60_000), "m^3/s"),
        ("3 [t]", decimal("3000"), "kg"),
        ("5 [g*mm^2]", decimal("5e-9"), "kg*m^2"),
        ("2 [µm]", decimal("2e-6"), "m"),
        ("2 [um]", decimal("2e-6"), "m"),
        ("4 [kN/mm]", decimal("4e6"), "N/m"),
        ("10 [N*s/m]", decimal("10"), "N*s/m"),
        ("9.81 [m/s^2]", decimal("9.81"), "m/s^2"),
        ("9.81 [m*s^-2]", decimal("9.81"), "m/s^2"),
        ("3 [1/s]", decimal("3"), "1/s"),
        ("3 [kg/(m*s^2)]", decimal("3"), "kg/m/s^2"),
        ("3 [N/m^(3/2)]", decimal("3"), "N/m^(3/2)"),
        ("50 [mohm]", decimal("0.05"), "ohm"),
        ("1 [kWh]", decimal("3.6e6"), "J"),
        ("(1/3) [min]", decimal("20"), "s"),
        ("6.62607015e-34 [J*s]", decimal("6.62607015e-34"), "J*s"),
        ("1e-300", decimal("1e-300"), ""),
        ("0.1234567890123456789012345678901", decimal("0.1234567890123456789012345678901"), ""),
        ("2 * 3 [m] / 4", decimal("1.5"), "m"),
        ("3 [m] * 2 [N]", decimal("6"), "J"),
    ] {
        assert_eq!(default(text), (expected, unit.to_owned()), "{text}");
    }
}

#[test]
fn numbers_are_rounded_once() {
    for text in ["9.81", "0.1", "1e-30", "1.7976931348623157e308", "5e-324", "123456789.123456789"] {
        assert_eq!(default(text).0.to_f64(), text.parse::<f64>().expect("a number"), "{text}");
    }
}

#[test]
fn repetitions_and_overridden_constants() {
    let text = "
        mechanism Chain {
            const n = 3;
            const last = n - 1;
            param stiffness = 2 [N/m];
            for i in 0..n { coordinate x[i] [m] = i * 0.5 [m]; kinetic = 1 [kg] * der(x[i])^2 / 2; }
            for i in 0..=last - 1 {
                let stretch = x[i + 1] - x[i];
                potential = stiffness * stretch^2 / 2;
                for j in 0..i { output inner[i][j] = x[j]; }
            }
            param tension[0] = 1 [N];
            param tension[1] = 2 * tension[0];
            force pull = generalized(x[last], tension[1]);
            initial { x[last]: 1 [m] }
        }";
    for (overrides, n) in [(vec![], 3), (vec![("n".to_owned(), "5".to_owned())], 5)] {
        let chain = models(text, &overrides).remove(0);
        assert_eq!(chain.coordinates.len(), n);
        assert_eq!(chain.coordinates[1].name, "x[1]");
        close(value(&chain, chain.coordinates[n - 1].reference, &[]), 0.5 * (n as f64 - 1.0));
        let Dynamics::Energies { potential, generalized, .. } = &chain.dynamics else { panic!("energies") };
        // All at i² : the springs are stretched by 2i + 1.
        let mut at: Vec<(String, f64)> = (0..n).map(|i| (format!("x[{i}]"), (i * i) as f64)).collect();
        at.push(("stiffness".to_owned(), 2.0));
        let given: Vec<(&str, f64)> = at.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let expected: f64 = (0..n - 1).map(|i| ((2 * i + 1) * (2 * i + 1)) as f64).sum();
        close(value(&chain, *potential, &given), expected);
        assert_eq!(generalized[0].0, n - 1);
        assert_eq!(chain.initial[0].target, Target::Position(n - 1));
        assert_eq!(chain.outputs.len(), (n - 1) * (n - 2) / 2);
        assert_eq!(chain.outputs[0].name, "inner[1][0]");
    }
    let chain = models(text, &[]).remove(0);
    assert_eq!(chain.parameters[2].name, "tension[1]");
    assert_eq!(rust_name(&chain.parameters[2].name), "tension_1");
    assert_eq!(rust_name("match"), "r#match");
    assert_eq!(chain.graph.infix(chain.parameters[2].default), "2*tension[0]");
}

#[test]
fn constraints_of_every_kind() {
    let model = model(
        "mechanism Cart {
            param length = 2 [m];
            coordinate x [m]; coordinate y [m]; coordinate heading [rad];
            let tip = [x + length * cos(heading), y + length * sin(heading)];
            kinetic = 1 [kg] * dot(der(tip), der(tip)) / 2 + 1 [kg*m^2] * der(heading)^2;
            constraint rod: x^2 + y^2 = length^2;
            constraint motor: heading = 2 [rad/s] * time;
            constraint blade: der(x) * sin(heading) = der(y) * cos(heading);
            /// both components
            constraint pin: tip = [1 [m], 2 [m]];
            output tension = multiplier(rod);
            output side = multiplier(blade) * 1 [1/s];
            output reaction = multiplier(pin);
            output first = multiplier(pin[1]);
            output push = der(der(tip)).x;
        }",
    );
    let kinds: Vec<(&str, bool, bool, &str)> = model
        .constraints
        .iter()
        .map(|c| (c.name.as_str(), c.holonomic, c.rheonomic, c.unit.as_str()))
        .collect();
    assert_eq!(
        kinds,
        [
            ("rod", true, false, "m^2"),
            ("motor", true, true, "rad"),
            ("blade", false, false, "m/s"),
            ("pin[0]", true, false, "m"),
            ("pin[1]", true, false, "m"),
        ]
    );
    assert!(model.constraints.iter().all(|c| c.automatic));
    assert_eq!(model.constraints[4].docs, ["both components"]);
    let units: Vec<(&str, &str)> = model.outputs.iter().map(|o| (o.name.as_str(), o.unit.as_str())).collect();
    assert_eq!(
        units,
        [
            ("tension", "kg/s^2"),
            ("side", "kg*m/s^3"),
            ("reaction[0]", "N"),
            ("reaction[1]", "N"),
            ("first", "N"),
            ("push", "m/s^2"),
        ]
    );
    // ẍ_tip = ẍ − ℓ (θ̈ sin θ + θ̇² cos θ)
    let at = [
        ("length", 2.0),
        ("heading", 0.3),
        ("der(heading)", 0.7),
        ("der(der(heading))", -0.4),
        ("der(der(x))", 1.5),
    ];
    let expected = 1.5 - 2.0 * (-0.4 * 0.3_f64.sin() + 0.49 * 0.3_f64.cos());
    close(value(&model, model.outputs[5].value, &at), expected);
}

#[test]
fn derivatives_follow_time_states_and_rates() {
    let model = model(
        "mechanism Drive {
            param inductance = 0.5 [H]; param resistance = 2 [ohm];
            input voltage [V];
            coordinate angle [rad];
            state current [A] = 0.2 [A];
            der(current) = (voltage - resistance * current) / inductance;
            kinetic = 1 [kg*m^2] * der(angle)^2 / 2;
            force motor = generalized(angle, 3 [N*m/A] * current);
            output change = der(current * angle * time^2);
            output speed [rpm] = der(angle);
            output energy = 1 [kg*m^2] * der(angle)^2 / 2;
            initial { current: 0.1, angle: 10 [deg] }
        }",
    );
    assert_eq!(model.states[0].unit, "A");
    assert_eq!(model.initial[0].target, Target::State(0));
    close(value(&model, model.states[0].reference, &[]), 0.2);
    let at = [
        ("current", 2.0),
        ("angle", 3.0),
        ("der(angle)", 5.0),
        ("time", 7.0),
        ("voltage", 11.0),
        ("resistance", 13.0),
        ("inductance", 17.0),
    ];
    let rate = (11.0 - 26.0) / 17.0;
    close(value(&model, model.states[0].rate, &at), rate);
    // d(i φ t²)/dt, relative to its size of 10³
    close(
        value(&model, model.outputs[0].value, &at) / 1e3,
        (rate * 3.0 * 49.0 + 2.0 * 5.0 * 49.0 + 6.0 * 14.0) / 1e3,
    );
    assert_eq!((model.outputs[1].unit.as_str(), model.outputs[2].unit.as_str()), ("rpm", "J"));
    close(value(&model, model.outputs[1].value, &at), 150.0 / std::f64::consts::PI);
}

#[test]
fn multipliers_in_force_replace_the_reaction_at_the_level_of_matrices() {
    let own = model(
        "mechanism A { coordinate x [m]; coordinate y [m];
           mass_matrix = [[1 [kg], 0], [0, 1 [kg]]];
           force = [multiplier(floor) * 0.2, -9.81 [N] + 2 * multiplier(floor)];
           constraint floor: y = 0; constraint wall: x = 0 [m]; }",
    );
    let automatic: Vec<bool> = own.constraints.iter().map(|c| c.automatic).collect();
    assert_eq!(automatic, [false, true]);
    let beside = model(
        "mechanism A { coordinate x [m]; coordinate y [m]; kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
           constraint floor: y = 0; force friction = generalized(x, -0.2 * multiplier(floor)); }",
    );
    assert!(beside.constraints[0].automatic);
}

#[test]
fn a_mechanism_without_units_is_not_checked() {
    let model =
        model("mechanism A { coordinate x; kinetic = der(x)^2 / 2; potential = x + time + sin(x^2); }");
    assert_eq!(model.coordinates[0].unit, "");
}

#[test]
fn order_of_items_is_free() {
    let model = model(
        "mechanism A { initial { x: 1 } output o = c; let c = 2 * d; potential = c; let d = x; kinetic = der(x)^2 * m;
           coordinate x; param m = 1; param type = m; force r#fn = generalized(x, type); }",
    );
    close(value(&model, model.outputs[0].value, &[("x", 3.0)]), 6.0);
    assert_eq!(model.parameters[1].name, "type");
}

#[test]
fn the_same_description_gives_the_same_model() {
    let first = model(CARTESIAN_PENDULUM);
    let second = model(CARTESIAN_PENDULUM);
    assert_eq!(first.graph.len(), second.graph.len());
    assert_eq!(first.constraints[0].residual, second.constraints[0].residual);
    assert_eq!(
        first.graph.infix(first.constraints[0].residual),
        second.graph.infix(second.constraints[0].residual)
    );
}
