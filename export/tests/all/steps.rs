//! Steps in C: their order, the constraints, the runtime's own method, and steps that fail.

use crate::program::run;
use crate::{code, tapes};
use linkwork::prelude::*;
use linkwork_models::registry;
use linkwork_tape::Tape;

/// Mechanisms with which to step: minimal, holonomic (one with rotations), nonholonomic, with states.
const STEPPED: [(&str, f64); 6] = [
    ("double_pendulum", 0.02),
    ("slider_crank_cartesian", 0.004),
    ("motor_pendulum", 0.004),
    ("knife_edge", 0.05),
    ("quaternion_top", 0.004),
    ("two bars", 0.01),
];

/// Two bodies in absolute coordinates: quaternions that constraints move.
const BARS: &str = "mechanism TwoBars in space {
    coordinates = absolute;
    gravity = [0, 0, -9.81] [m/s^2];
    body left { mass: 1.2 [kg], inertia: diagonal(0.02, 0.03, 0.01) [kg*m^2] }
    body right { mass: 0.7 [kg], inertia: diagonal(0.01, 0.02, 0.025) [kg*m^2] }
    joint shoulder = spherical(ground, left at [-0.4, 0, 0] [m]);
    joint elbow = revolute(left at [0.4, 0, 0] [m], right at [0, -0.3, 0] [m], axis: [0, 1, 1]);
    force hook = spring(ground at [1, 0.2, 0.1] [m], right at [0, 0.3, 0] [m], stiffness: 60 [N/m], length: 0.2 [m]);
}";

/// Steps of the coarsest of three runs.
const STEPS: usize = 50;
/// The measured order is that of the method, 4, to this.
const ORDER: f64 = 0.35;
/// Constraints after a step, relative to the lengths and speeds of some metres: rounding of a projection.
const GAP: f64 = 1e-12;
/// The same method in the runtime differs by the rounding of projections and of some hundred steps.
const SAME: f64 = 1e-11;

/// The mechanism by its name in the library, or [`BARS`].
fn mechanism(name: &str) -> Tape {
    let source = registry().iter().find(|entry| entry.name == name).map_or(BARS, |entry| entry.source);
    let parameters = tapes(source).into_iter().next().expect("a mechanism");
    parameters.build().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The states in C after `count` steps of size `h`, for each pair: t, q, v, y; then g and k.
pub fn stepped(m: &Tape, runs: &[(usize, f64)]) -> Vec<f64> {
    let code = code(m);
    let sizes = m.sizes();
    let stem = &code.stem;
    assert!(code.header.contains("_step("), "{stem}: {:?}", code.left_out);
    let mut body = format!(
        "    static {stem}_model model;
    static {stem}_state state;
    static {stem}_position at;
    static double parameters[{}], u[{}], gaps[{}];
    int i;
    {stem}_default_parameters(parameters);
    if ({stem}_build(&model, parameters) != {stem}_ok) {{ return 1; }}
    (void)gaps;
    (void)at;\n",
        sizes.parameters.max(1),
        m.program().held().max(1),
        sizes.holonomic.max(sizes.nonholonomic).max(1)
    );
    for (count, h) in runs {
        body += &format!(
            "    {stem}_initial(&state);
    for (i = 0; i < {count}; ++i) {{
        if ({stem}_step(&model, &state, {h:?}, u) != {stem}_ok) {{ return 2; }}
    }}
    show(1, &state.t);
    show({}, state.q);
    show({}, state.v);
    show({}, state.y);
    {stem}_place(&model, state.t, u, state.q, &at);\n",
            sizes.coordinates, sizes.velocities, sizes.states
        );
        for (name, arguments, size) in
            [("holonomic", "", sizes.holonomic), ("nonholonomic", ", state.v", sizes.nonholonomic)]
        {
            if size > 0 {
                body +=
                    &format!("    {stem}_{name}(&model, &at{arguments}, gaps);\n    show({size}, gaps);\n");
            }
        }
    }
    run(&code, &body)
}

/// t, q, v and y of the runtime.
fn state(state: &linkwork::solution::State<Tape>) -> Vec<f64> {
    [&[state.t], state.q.as_slice(), state.v.as_slice(), state.y.as_slice()].concat()
}

fn distance(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn a_step_has_order_four_and_closes_the_constraints() {
    for (name, h) in STEPPED {
        let m = mechanism(name);
        let until = STEPS as f64 * h;
        let sizes = m.sizes();
        let length = 1 + sizes.coordinates + sizes.velocities + sizes.states;
        let gaps = sizes.holonomic + sizes.nonholonomic;
        let found = stepped(&m, &[(STEPS, h), (2 * STEPS, h / 2.0), (4 * STEPS, h / 4.0)]);
        assert_eq!(found.len(), 3 * (length + gaps), "{name}");
        let fine = m.clone().simulate().method(DormandPrince8::projected()).step(h / 8.0).until(until).run();
        let fine = state(fine.unwrap_or_else(|error| panic!("{name}: {error}")).last());
        let runs: Vec<&[f64]> = found.chunks(length + gaps).collect();
        let errors: Vec<f64> = runs.iter().map(|run| distance(&run[1..length], &fine[1..])).collect();
        println!("{name}: {errors:?}");
        for run in &runs {
            assert!((run[0] - until).abs() < 1e-12 * until, "{name}: time");
            assert!(run[length..].iter().all(|gap| gap.abs() < GAP), "{name}: {:?}", &run[length..]);
        }
        for pair in errors.windows(2) {
            let order = (pair[0] / pair[1]).log2();
            assert!((order - 4.0).abs() < ORDER, "{name}: order {order} of {errors:?}");
        }
    }
}

/// Without rotations the step is that of the runtime.
#[test]
fn a_step_is_that_of_the_runtime() {
    for (name, h) in STEPPED {
        let m = mechanism(name);
        if !m.program().rotations.is_empty() {
            continue;
        }
        let length = 1 + m.sizes().coordinates + m.sizes().velocities + m.sizes().states;
        let until = STEPS as f64 * h;
        let found = stepped(&m, &[(STEPS, h)]);
        let own = m.clone().simulate().method(RungeKutta4::projected()).step(h).until(until).run();
        let own = state(own.unwrap_or_else(|error| panic!("{name}: {error}")).last());
        let size = own.iter().fold(1.0, |size: f64, x| size.max(x.abs()));
        let apart = distance(&found[..length], &own);
        println!("{name}: {apart:e}");
        assert!(apart < SAME * size, "{name}: {apart:e}");
    }
}

/// A step that fails returns the reason and leaves the state unchanged.
#[test]
fn a_failing_step_leaves_the_state() {
    let m = mechanism("slider_crank_cartesian");
    let code = code(&m);
    let stem = &code.stem;
    // Far from any closure; a velocity without bound; invalid step sizes; an invalid parameter.
    let body = format!(
        "    static {stem}_model model;
    static {stem}_state state, before;
    static double parameters[{}], u[{}];
    double statuses[5];
    {stem}_default_parameters(parameters);
    if ({stem}_build(&model, parameters) != {stem}_ok) {{ return 1; }}
    {stem}_initial(&state);
    state.v[0] = HUGE_VAL;
    before = state;
    statuses[0] = {stem}_step(&model, &state, 1e-3, u);
    if (memcmp(&before, &state, sizeof state) != 0) {{ return 2; }}
    {stem}_initial(&state);
    before = state;
    statuses[1] = {stem}_step(&model, &state, -1e-3, u);
    statuses[2] = {stem}_step(&model, &state, 0.0, u);
    statuses[3] = {stem}_step(&model, &state, HUGE_VAL, u);
    if (memcmp(&before, &state, sizeof state) != 0) {{ return 3; }}
    parameters[0] = HUGE_VAL;
    statuses[4] = {stem}_build(&model, parameters);
    show(5, statuses);\n",
        m.sizes().parameters.max(1),
        m.program().held().max(1)
    );
    let statuses = run(&code, &body);
    assert!(statuses[0] == 2.0 || statuses[0] == 3.0 || statuses[0] == 4.0, "{statuses:?}");
    assert_eq!(statuses[1..], [5.0, 5.0, 5.0, 1.0]);
}
