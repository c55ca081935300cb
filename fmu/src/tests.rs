//! Instances without an importer.

mod corners;
mod events;

use crate::fault::Severity;
use crate::instance::{Instance, Kind};
use crate::unit::{Settings, Unit, Version};
use linkwork::FifthDegree;
use linkwork::simulation::Simulate;

const STEP: f64 = 1e-3;

const PENDULUM: &str = "
    pub mechanism Pendulum {
        param length = 2 [m];
        param mass = 3 [kg];
        input push [N*m];
        coordinate x [m];
        coordinate y [m];
        coordinate turn [rad];
        kinetic = mass * (der(x)^2 + der(y)^2) / 2 + 0.5 [kg*m^2] * der(turn)^2 / 2;
        potential = mass * 9.81 [m/s^2] * y;
        constraint rod: x^2 + y^2 = length^2;
        force drive = generalized(turn, push);
        output pull = multiplier(rod);
        initial { x: length, y: 0 [m], turn: 0 [rad] }
    }";

/// Before its initialization.
fn made(kind: Kind, text: &str) -> Instance {
    let settings = Settings {
        text: text.to_owned(),
        mechanism: None,
        constants: Vec::new(),
        parameters: Vec::new(),
        method: Some("fifth-degree".to_owned()),
        step: STEP,
        until: 1.0,
        version: Version::Two,
    };
    Instance::new(Unit::new(settings).unwrap(), kind).unwrap()
}

fn instance(kind: Kind, text: &str) -> Instance {
    let mut instance = made(kind, text);
    instance.initialize().unwrap();
    instance.initialized().unwrap();
    instance
}

fn number(instance: &Instance, name: &str) -> u32 {
    instance.unit.layout.variables.iter().position(|variable| variable.name == name).unwrap() as u32
}

fn values(instance: &mut Instance) -> Vec<u64> {
    let numbers: Vec<u32> = (0..instance.unit.layout.variables.len() as u32).collect();
    let mut values = vec![0.0; numbers.len()];
    instance.get(&numbers, &mut values).unwrap();
    values.into_iter().map(f64::to_bits).collect()
}

#[test]
fn communication_steps_are_the_steps_of_a_run() {
    for parts in [1, 4] {
        let mut unit = instance(Kind::CoSimulation, PENDULUM);
        for k in 0..200 / parts {
            unit.step((k * parts) as f64 * STEP, parts as f64 * STEP).unwrap();
        }
        let run =
            unit.unit.tape.simulate().method(FifthDegree::default()).step(STEP).until(0.2).run().unwrap();
        // A run ends with a shorter look ahead: the last state has the same bits, but its acceleration may not.
        assert_eq!(unit.now.point.q, run.last().q);
        assert_eq!(unit.now.point.v, run.last().v);
    }
}

#[test]
fn a_restored_state_continues_with_the_same_bits() {
    let mut unit = instance(Kind::CoSimulation, PENDULUM);
    let push = [number(&unit, "push")];
    let go = |unit: &mut Instance, k: usize| {
        unit.set(&push, &[(k / 10) as f64]).unwrap();
        unit.step(k as f64 * STEP, STEP).unwrap();
        values(unit)
    };
    (0..25).for_each(|k| drop(go(&mut unit, k)));
    let bytes = unit.bytes(&unit.now).unwrap();
    let copy = unit.now.clone();
    let first: Vec<_> = (25..50).map(|k| go(&mut unit, k)).collect();
    unit.restore(copy);
    assert_eq!((25..50).map(|k| go(&mut unit, k)).collect::<Vec<_>>(), first);
    let mut other = instance(Kind::CoSimulation, PENDULUM);
    let state = other.situation(&bytes).unwrap();
    other.restore(state);
    assert_eq!((25..50).map(|k| go(&mut other, k)).collect::<Vec<_>>(), first);
    for end in [0, 10, bytes.len() - 1] {
        assert!(other.situation(&bytes[..end]).is_err());
    }
}

#[test]
fn derivatives_have_their_closed_form() {
    let mut unit = instance(Kind::Exchange, PENDULUM);
    let (push, rate) = (number(&unit, "push"), number(&unit, "rate(der(turn))"));
    // turn'' = push / J.
    let found = unit.directional(&[rate], &[push], &[3.0]).unwrap();
    assert!((found[0] - 3.0 / 0.5).abs() < 1e-14);
    // At rest and level y'' = −g for any force of the rod; x'' = −v_y²/l, so that it begins with the square of v_y.
    unit.enter_continuous().unwrap();
    unit.set_states(&[2.0, 0.0, 0.0, 0.0, 1.5, 0.0]).unwrap();
    let (v, a) = (number(&unit, "der(y)"), number(&unit, "rate(der(x))"));
    let mut acceleration = [0.0];
    unit.get(&[a], &mut acceleration).unwrap();
    assert!((acceleration[0] + 1.5 * 1.5 / 2.0).abs() < 1e-14);
    let found = unit.directional(&[a], &[v], &[1.0]).unwrap();
    assert!((found[0] + 2.0 * 1.5 / 2.0).abs() < 1e-13);
    let adjoint = unit.adjoint(&[a, rate], &[v, push], &[2.0, 1.0]).unwrap();
    assert!((adjoint[0] + 2.0 * 1.5).abs() < 1e-13 && (adjoint[1] - 2.0).abs() < 1e-13);
}

/// A rod that the importer starts elsewhere: given initial values are kept, dependent ones are computed, and derivatives include
/// the assembly.
#[test]
fn start_values_are_set_and_the_others_assembled() {
    let settings = |text: &str| Settings {
        text: text.to_owned(),
        mechanism: None,
        constants: Vec::new(),
        parameters: Vec::new(),
        method: None,
        step: STEP,
        until: 1.0,
        version: Version::Three,
    };
    let text =
        PENDULUM.replace("initial { x: length, y: 0 [m], turn", "initial { x: 1.2 [m], y: ~1 [m], turn");
    let mut unit = Instance::new(Unit::new(settings(&text)).unwrap(), Kind::Exchange).unwrap();
    let of = |unit: &Instance, name: &str| number(unit, name);
    let (x, y, length) = (of(&unit, "x"), of(&unit, "y"), of(&unit, "length"));
    unit.initialize().unwrap();
    let mut places = [0.0; 2];
    unit.get(&[x, y], &mut places).unwrap();
    assert!((places[0] - 1.2).abs() < 1e-12 && (places[1] - 1.6).abs() < 1e-12);
    // y is a guess: below, it finds the other closure.
    unit.set(&[x, y], &[0.6, -1.0]).unwrap();
    unit.get(&[x, y], &mut places).unwrap();
    let below = -(4.0_f64 - 0.36).sqrt();
    assert!((places[0] - 0.6).abs() < 1e-12 && (places[1] - below).abs() < 1e-12, "{places:?}");
    // y = −√(l² − x²): dy/dl = l/y, dy/dx = −x/y.
    let found = unit.directional(&[y, x], &[length], &[1.0]).unwrap();
    assert!((found[0] - 2.0 / below).abs() < 1e-12 && found[1] == 0.0, "{found:?}");
    let found = unit.directional(&[y, x], &[x], &[1.0]).unwrap();
    assert!((found[0] + 0.6 / below).abs() < 1e-12 && found[1] == 1.0, "{found:?}");
    unit.initialized().unwrap();
    // In a run the state is given, and the equations depend on the mass: T = m g y/l at rest is that of the weight along the rod.
    let (mass, pull) = (of(&unit, "mass"), of(&unit, "pull"));
    let mut tension = [0.0];
    unit.get(&[pull], &mut tension).unwrap();
    let found = unit.directional(&[pull, y], &[mass], &[1.0]).unwrap();
    assert!((found[0] - tension[0] / 3.0).abs() < 1e-12 * tension[0].abs() && found[1] == 0.0, "{found:?}");
    let late = unit.set(&[x], &[0.5]).unwrap_err();
    assert!(late.severity == Severity::Refused && late.text.contains("initial value `x`"), "{}", late.text);

    // A failed assembly is an error of the call, with the reason.
    let mut unit = Instance::new(Unit::new(settings(&text)).unwrap(), Kind::Exchange).unwrap();
    unit.initialize().unwrap();
    unit.set(&[x], &[5.0]).unwrap();
    let broken = unit.initialized().unwrap_err();
    assert!(broken.severity == Severity::Failed && broken.text.contains("rod"), "{}", broken.text);
    unit.reset();
    unit.initialize().unwrap();
    unit.initialized().unwrap();
}

#[test]
fn errors_of_constraints_decay() {
    let mut unit = instance(Kind::Exchange, PENDULUM);
    unit.enter_continuous().unwrap();
    // Off the rod by g = 4e-6 m²: g' = 2 x x' = −κ g with κ = 10 1/s.
    let x = 2.0 + 1e-6;
    unit.set_states(&[x, 0.0, 0.0, 0.0, 0.0, 0.0]).unwrap();
    let mut rates = [0.0; 6];
    unit.derivatives(&mut rates).unwrap();
    let g = x * x - 4.0;
    assert!((2.0 * x * rates[0] + 10.0 * g).abs() < 1e-9 * g);
}

#[test]
fn refused_calls_change_nothing() {
    let mut unit = instance(Kind::CoSimulation, PENDULUM);
    unit.step(0.0, STEP).unwrap();
    let before = values(&mut unit);
    let (push, rate) = (number(&unit, "push"), number(&unit, "rate(der(turn))"));
    let refusals = [
        unit.step(0.0, STEP),
        unit.step(STEP, f64::NAN),
        unit.step(STEP, -1.0),
        unit.set(&[push, 999], &[1.0, 1.0]),
        unit.set(&[push], &[f64::INFINITY]),
        unit.set(&[0], &[1.0]),
        unit.set_time(1.0),
        unit.initialize(),
        unit.directional(&[push], &[999], &[1.0]).map(drop),
        unit.directional(&[rate], &[push], &[f64::NAN]).map(drop),
        unit.adjoint(&[rate], &[push], &[f64::INFINITY]).map(drop),
    ];
    for refusal in refusals {
        assert_eq!(refusal.unwrap_err().severity, Severity::Refused);
    }
    assert_eq!(values(&mut unit), before);
    let seed = unit.directional(&[rate], &[push], &[f64::NAN]).unwrap_err();
    assert!(seed.text.contains("the seed of `push` is NaN"), "{}", seed.text);
}

/// The stop time is the end of the last step, up to the rounding of the sum of all steps.
#[test]
fn a_step_past_the_stop_time_is_refused() {
    let mut unit = made(Kind::CoSimulation, PENDULUM);
    for stop in [-1.0, f64::NAN] {
        let refused = unit.begin_at(0.0, Some(stop)).unwrap_err();
        assert!(refused.severity == Severity::Refused && refused.text.contains("the stop time"));
    }
    unit.begin_at(0.0, Some(0.01)).unwrap();
    unit.initialize().unwrap();
    unit.initialized().unwrap();
    let mut time = 0.0;
    for _ in 0..10 {
        unit.step(time, STEP).unwrap();
        time += STEP;
    }
    assert!(time > 0.01);
    let before = values(&mut unit);
    let late = unit.step(time, STEP).unwrap_err();
    assert_eq!(late.severity, Severity::Refused);
    assert!(late.text.contains("t = 0.011 s") && late.text.contains("is 0.01 s"), "{}", late.text);
    assert_eq!(values(&mut unit), before);
    // The stop time is part of a saved state.
    let bytes = unit.bytes(&unit.now).unwrap();
    let mut other = instance(Kind::CoSimulation, PENDULUM);
    let state = other.situation(&bytes).unwrap();
    other.restore(state);
    assert!(other.step(time, STEP).is_err());
    // Another experiment has none.
    unit.reset();
    unit.begin_at(0.0, None).unwrap();
    unit.initialize().unwrap();
    unit.initialized().unwrap();
    unit.step(0.0, 0.1).unwrap();

    // From negative times to zero, where a time has no size of its own.
    let mut unit = made(Kind::CoSimulation, PENDULUM);
    unit.begin_at(-0.3, Some(0.0)).unwrap();
    unit.initialize().unwrap();
    unit.initialized().unwrap();
    let mut time = -0.3;
    for _ in 0..3 {
        unit.step(time, 0.1).unwrap();
        time += 0.1;
    }
    assert!(time > 0.0 && unit.step(time, 0.1).is_err());

    // In model exchange an integrator looks ahead.
    let mut unit = made(Kind::Exchange, PENDULUM);
    unit.begin_at(0.0, Some(0.01)).unwrap();
    unit.initialize().unwrap();
    unit.initialized().unwrap();
    unit.enter_continuous().unwrap();
    unit.set_time(0.02).unwrap();
}

const LAG: &str = "
    pub mechanism Lag {
        param time_constant = 0.2 [s];
        coordinate x [m];
        state y [m];
        der(y) = -y / time_constant;
        kinetic = 1 [kg] * der(x)^2 / 2;
        initial { x: 0 [m], der(x): 1 [m/s], y: 1 [m] }
    }";

/// Parameters that a run cannot continue with are named, not the initial values of the description.
#[test]
fn parameters_that_were_set_last_are_named() {
    let mut unit = instance(Kind::CoSimulation, PENDULUM);
    unit.step(0.0, STEP).unwrap();
    let length = number(&unit, "length");
    unit.set(&[length], &[2.1]).unwrap();
    let open = unit.step(STEP, STEP).unwrap_err().text;
    assert!(open.contains("violates `rod`") && open.contains("`length` = 2.1"), "{open}");
    assert!(!open.contains("initial"), "{open}");
    // With the previous length the run continues, and later failures are not those of the length.
    unit.set(&[length], &[2.0]).unwrap();
    unit.step(STEP, STEP).unwrap();
    assert!(unit.now.changed.is_empty());

    let mut unit = instance(Kind::CoSimulation, LAG);
    unit.step(0.0, STEP).unwrap();
    let (constant, rate) = (number(&unit, "time_constant"), number(&unit, "rate(y)"));
    unit.set(&[constant], &[0.0]).unwrap();
    let broken = [unit.get(&[rate], &mut [0.0]), unit.step(STEP, STEP)];
    for broken in broken.map(|result| result.unwrap_err().text) {
        assert!(broken.contains("this parameter was set last: `time_constant` = 0.0"), "{broken}");
    }

    let mut unit = made(Kind::Exchange, LAG);
    unit.initialize().unwrap();
    unit.set(&[constant], &[0.0]).unwrap();
    let broken = unit.initialized().unwrap_err().text;
    assert!(broken.contains("`time_constant` = 0.0"), "{broken}");
}

/// Outputs are in the units of the description, everything else in SI; both model descriptions have the definitions.
#[test]
fn outputs_have_the_units_of_the_description() {
    let text = "
        pub mechanism Measured {
            param length = 500 [mm];
            input push [kN];
            coordinate x [m];
            coordinate turn [rad];
            kinetic = 2 [kg] * der(x)^2 / 2 + 1 [kg*m^2] * der(turn)^2 / 2;
            force drive = generalized(x, push);
            output turned [deg] = turn;
            output place [mm] = x;
            output speed [km/h] = der(x);
            output load [kN] = push;
            output pace [rpm] = der(turn);
            output area [(mm)^2] = x * length;
            output root [m^(1/2)] = sqrt(length);
            output beat [Hz] = der(turn);
            initial { x: 0.25 [m], der(x): 2 [m/s], turn: 1 [rad], der(turn): 3 [rad/s] }
        }";
    let mut unit = instance(Kind::Exchange, text);
    let third = Settings { version: Version::Three, ..unit.unit.settings.clone() };
    let third = Unit::new(third).unwrap();
    let pi = std::f64::consts::PI;
    let units = [
        ("turned", "deg", "rad=\"1\"", pi / 180.0, 1.0),
        ("place", "mm", "m=\"1\"", 1e-3, 0.25),
        ("speed", "km/h", "m=\"1\" s=\"-1\"", 1.0 / 3.6, 2.0),
        ("load", "kN", "kg=\"1\" m=\"1\" s=\"-2\"", 1e3, 70.0),
        ("pace", "rpm", "s=\"-1\" rad=\"1\"", pi / 30.0, 3.0),
        ("area", "(mm)^2", "m=\"2\"", 1e-6, 0.125),
        ("beat", "Hz", "s=\"-1\"", 1.0, 3.0),
    ];
    let push = number(&unit, "push");
    unit.set(&[push], &[70.0]).unwrap();
    for text in [crate::description2::text(&unit.unit), crate::description3::text(&third)] {
        for (name, symbol, base, factor, si) in units {
            let variable = text.lines().find(|line| line.contains(&format!(" name=\"{name}\" "))).unwrap();
            assert!(variable.contains(&format!(" unit=\"{symbol}\"")), "{variable}");
            let (_, definition) = text.split_once(&format!("<Unit name=\"{symbol}\">")).unwrap();
            let (_, definition) = definition.split_once("<BaseUnit ").unwrap();
            let (definition, _) = definition.split_once("/>").unwrap();
            let (exponents, written) = definition.split_once(" factor=\"").unwrap_or((definition, "1\""));
            let written: f64 = written.trim_end_matches('"').parse().unwrap();
            assert_eq!(exponents, base, "{symbol}");
            assert!((written - factor).abs() < 1e-15 * factor, "{symbol}: {written}");
            let mut value = [0.0];
            unit.get(&[number(&unit, name)], &mut value).unwrap();
            assert!((value[0] * written - si).abs() < 1e-14 * si, "{name}: {}", value[0]);
        }
        // Base units have whole exponents.
        assert!(text.contains("<Unit name=\"m^(1/2)\"/>"), "{text}");
        let length = text.lines().find(|line| line.contains(" name=\"length\" ")).unwrap();
        assert!(length.contains(" unit=\"m\"") && length.contains(" start=\"0.5\""), "{length}");
    }
}

#[test]
fn sticking_friction_requires_co_simulation() {
    let text = "
        pub mechanism Block in plane {
            gravity = [0, -9.81] [m/s^2];
            body block { mass: 1 [kg] }
            joint guide = prismatic(ground, block, axis: [1, 0]);
            force rub = friction(guide, limit: 2 [N], velocity: 0 [m/s]);
            initial { der(guide.displacement): 1 [m/s] }
        }";
    let mut unit = instance(Kind::CoSimulation, text);
    let reason = unit.unit.not_exchangeable().unwrap();
    assert!(reason.contains("friction"));
    // It slides for v/a = 0.5 s and x = v²/2a = 0.25 m, and stays there.
    for k in 0..700 {
        unit.step(f64::from(k) * STEP, STEP).unwrap();
    }
    let mut place = [0.0];
    unit.get(&[number(&unit, "guide.displacement")], &mut place).unwrap();
    assert!((place[0] - 0.25).abs() < 1e-12);
}

/// A row of links on hinges with springs; `UNROLL` is the place of the keyword.
const ROW: &str = "
    pub mechanism Row in plane {
        UNROLL
        const n = 5;
        gravity = [0, -9.81] [m/s^2];
        param mass = 1.2 [kg];
        param stiffness = 4 [N*m/rad];
        input push [N*m];
        for i in 1..=n { body bar[i] { mass: mass, shape: rod(length: 0.4 [m]) } }
        joint pin[1] = revolute(ground, bar[1] at [-0.2, 0] [m]);
        for i in 2..=n { joint pin[i] = revolute(bar[i - 1] at [0.2, 0] [m], bar[i] at [-0.2, 0] [m]); }
        for i in 1..=n { force coil[i] = torsion_spring(pin[i], stiffness: stiffness, damping: 0.1 [N*m*s/rad]); }
        force drive = torque(pin[1].angle, push);
        output height = bar[n].position.y;
        initial { pin[1].angle: -40 [deg], der(pin[3].angle): 1 [rad/s] }
    }";

/// A large tree is loops over its links, with the values and derivatives of unrolled equations.
#[test]
fn loops_over_links_are_the_unrolled_unit() {
    let keyword = |word: &str| ROW.replace("UNROLL", word);
    let large = keyword("").replace("n = 5", "n = 60");
    assert!(instance(Kind::Exchange, &large).unit.tape.program().cells.is_some());
    let known = |word: &str| {
        let mut all = Vec::new();
        for kind in [Kind::Exchange, Kind::CoSimulation] {
            let mut unit = instance(kind, &keyword(word));
            assert_eq!(unit.unit.tape.program().cells.is_some(), word == "unroll = never;");
            let push = number(&unit, "push");
            unit.set(&[push], &[0.7]).unwrap();
            if kind == Kind::CoSimulation {
                (0..50).for_each(|k| unit.step(f64::from(k) * STEP, STEP).unwrap());
            }
            all.extend(values(&mut unit).into_iter().map(f64::from_bits));
            let height = [number(&unit, "height"), number(&unit, "rate(der(pin[5].angle))")];
            for by in ["push", "pin[1].angle", "der(pin[3].angle)", "stiffness", "mass"] {
                let by = number(&unit, by);
                all.extend(unit.directional(&height, &[by], &[1.0]).unwrap());
            }
        }
        all
    };
    let (loops, unrolled) = (known("unroll = never;"), known("unroll = always;"));
    assert_eq!(loops.len(), unrolled.len());
    for (loops, unrolled) in loops.iter().zip(&unrolled) {
        assert!((loops - unrolled).abs() < 1e-9 * (1.0 + unrolled.abs()), "{loops} instead of {unrolled}");
    }
}
