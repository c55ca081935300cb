//! Redundant constraints, and forces that depend on reactions: the bits of the runtime, closed forms, energy.

use crate::program::{array, run};
use crate::routines::{Point, compare, solved};
use crate::steps::stepped;
use crate::{code, tapes};
use linkwork::prelude::*;
use linkwork_tape::Tape;

/// Cranks and a coupler that form two parallelograms in absolute coordinates: the middle crank has a redundant pin.
const PARALLELOGRAMS: &str = "mechanism Parallelograms in plane {
    coordinates = absolute;
    gravity = [0, -9.81] [m/s^2];
    param shift = 0 [m];
    for i in 0..=2 {
        body crank[i] { mass: 1.5 [kg], shape: rod(length: 0.8 [m], along: [0, 1]) }
    }
    body coupler { mass: 4 [kg], inertia: 0.7 [kg*m^2] }
    joint left = revolute(ground, crank[0] at [0, -0.4] [m]);
    joint centre = revolute(ground at [0.5 [m] + shift, 0 [m]], crank[1] at [0, -0.4] [m]);
    joint right = revolute(ground at [1.3, 0] [m], crank[2] at [0, -0.4] [m]);
    joint head[0] = revolute(crank[0] at [0, 0.4] [m], coupler at [-0.7, 0] [m]);
    joint head[1] = revolute(crank[1] at [0, 0.4] [m], coupler at [-0.2, 0] [m]);
    joint head[2] = revolute(crank[2] at [0, 0.4] [m], coupler at [0.6, 0] [m]);
    initial { left.angle: 0.4 [rad], der(left.angle): -2 [rad/s], centre.angle: ~0.4 [rad], right.angle: ~0.4 [rad] }
}";

/// A slider-crank whose crank pin and guide have friction.
const RUBBING: &str = "mechanism Rubbing in plane {
    coordinates = absolute;
    gravity = [0, -9.81] [m/s^2];
    body crank { mass: 2 [kg], shape: rod(length: 0.3 [m], along: [1, 0]) }
    body rod { mass: 1.2 [kg], shape: rod(length: 0.7 [m], along: [1, 0]) }
    body piston { mass: 0.9 [kg], inertia: 0.01 [kg*m^2] }
    joint bearing = revolute(ground, crank at [-0.15, 0] [m]);
    joint pin = revolute(crank at [0.15, 0] [m], rod at [-0.35, 0] [m]);
    joint wrist = revolute(rod at [0.35, 0] [m], piston);
    joint guide = prismatic(ground, piston, axis: [1, 0]);
    force a = friction(bearing, coefficient: 0.15, radius: 0.04 [m], velocity: 0.5 [rad/s]);
    force b = friction(pin, coefficient: 0.2, radius: 0.03 [m], velocity: 0.5 [rad/s]);
    force c = friction(guide, coefficient: 0.1, velocity: 0.1 [m/s]);
    initial { bearing.angle: 0.7 [rad], der(bearing.angle): 9 [rad/s], piston.position: ~[0.9, 0] [m] }
}";

/// A spatial four-bar linkage with three redundant equations, and friction in two of its hinges.
const RUBBING_IN_SPACE: &str = "mechanism RubbingInSpace in space {
    coordinates = [minimal, absolute];
    gravity = [0, -9.81, 0] [m/s^2];
    body crank { shape: box(size: [0.04, 0.3, 0.04] [m], density: 2700 [kg/m^3]) }
    body coupler { mass: 3 [kg], inertia: diagonal(0.02, 0.3, 0.3) [kg*m^2] }
    body rocker { shape: box(size: [0.04, 0.8, 0.04] [m], density: 2700 [kg/m^3]) }
    joint a = revolute(ground, crank at [0, -0.15, 0] [m], axis: [0, 0, 1]);
    joint b = revolute(crank at [0, 0.15, 0] [m], coupler at [-0.5, -0.25, 0] [m], axis: [0, 0, 1]);
    joint c = revolute(rocker at [0, 0.4, 0] [m], coupler at [0.5, 0.25, 0] [m], axis: [0, 0, 1]);
    joint d = revolute(ground at [1, 0, 0] [m], rocker at [0, -0.4, 0] [m], axis: [0, 0, 1]);
    force one = friction(a, coefficient: 0.2, radius: 0.03 [m], velocity: 0.5 [rad/s]);
    force other = friction(d, coefficient: 0.3, radius: 0.02 [m], velocity: 0.5 [rad/s]);
    initial { a.angle: 0 [rad], der(a.angle): -12 [rad/s] }
}";

/// A block on two guides of one line, which share its weight: the smallest reactions are halves of it.
const SHARED: &str = "mechanism Shared in plane {
    coordinates = absolute;
    gravity = [0, -9.81] [m/s^2];
    body block { mass: 3 [kg], inertia: 0.2 [kg*m^2] }
    joint one = prismatic(ground, block, axis: [1, 0]);
    joint other = prismatic(ground, block, axis: [1, 0]);
    force of_one = friction(one, coefficient: 0.25, velocity: 0.05 [m/s]);
    force of_other = friction(other, coefficient: 0.25, velocity: 0.05 [m/s]);
    initial { der(one.displacement): 2 [m/s] }
}";

/// Two of them, one on the coupler of the other: two sets of dependent constraints, with blocks whose rank is not 0.
fn stacked_parallelograms() -> String {
    let upper = "for i in 3..=5 {
        body crank[i] { mass: 1 [kg], shape: rod(length: 0.6 [m], along: [0, 1]) }
    }
    body table { mass: 3 [kg], inertia: 0.4 [kg*m^2] }
    joint foot[3] = revolute(coupler at [-0.7, 0] [m], crank[3] at [0, -0.3] [m]);
    joint foot[4] = revolute(coupler at [-0.1, 0] [m], crank[4] at [0, -0.3] [m]);
    joint foot[5] = revolute(coupler at [0.6, 0] [m], crank[5] at [0, -0.3] [m]);
    joint head[3] = revolute(crank[3] at [0, 0.3] [m], table at [-0.7, 0] [m]);
    joint head[4] = revolute(crank[4] at [0, 0.3] [m], table at [-0.1, 0] [m]);
    joint head[5] = revolute(crank[5] at [0, 0.3] [m], table at [0.6, 0] [m]);
    initial { foot[3].angle: -0.5 [rad], foot[4].angle: ~-0.5 [rad], foot[5].angle: ~-0.5 [rad], ";
    PARALLELOGRAMS.replace("Parallelograms", "StackedParallelograms").replace("initial {", upper)
}

/// An engine with two cylinders in space: six constraints that hold wherever it moves, each a set of its own, and nothing to invert.
const ENGINE: &str = "mechanism Engine in space {
    gravity = [0, 0, -9.81] [m/s^2];
    body shaft { mass: 10 [kg], inertia: diagonal(0.05, 0.05, 0.05) [kg*m^2] }
    joint main = revolute(ground, shaft, axis: [1, 0, 0]);
    for i in 0..=1 {
        body rod[i] { mass: 0.5 [kg], inertia: diagonal(0.002, 0.002, 0.0001) [kg*m^2] }
        body piston[i] { mass: 0.4 [kg], inertia: diagonal(0.0005, 0.0005, 0.0005) [kg*m^2] }
        joint pin[i] = revolute(shaft at [0.1 * i, 0.04 - 0.08 * i, 0] [m], rod[i] at [0, 0, -0.05] [m], axis: [1, 0, 0]);
        joint wrist[i] = revolute(rod[i] at [0, 0, 0.1] [m], piston[i], axis: [1, 0, 0]);
        joint bore[i] = prismatic(ground at [0.1 * i, 0, 0] [m], piston[i], axis: [0, 0, 1]);
    }
    initial { main.angle: 0.3 [rad], der(main.angle): 30 [rad/s], bore[0].displacement: ~0.15 [m], bore[1].displacement: ~0.15 [m] }
}";

/// The same with another parameter, which changes what depends on what: all constraints are one set in the file.
#[test]
fn changed_sets_are_solved_as_by_the_runtime() {
    let text = "mechanism Changed {
        param k = 0;
        coordinate x [m];
        coordinate y [m];
        coordinate z [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2 + der(z)^2) / 2 + 0.3 [kg] * der(x) * der(y);
        potential = 9.81 [N] * (x + 2 * y + 3 * z);
        constraint a: x = 0 [m];
        constraint b: x + k * y = 0 [m];
        constraint c: y = 0 [m];
        constraint d: z = 0 [m];
        constraint e: 2 * z = 0 [m];
    }";
    for value in [0.0, 0.5] {
        let mut parameters = tapes(text).remove(0);
        assert!(parameters.set("k", value));
        let m: Tape = parameters.build().expect("it builds");
        let holds = m.redundant_weights().iter().nth_back(1);
        assert_eq!(holds, Some(&f64::from(u8::from(value == 0.0))));
        same(&m, Some(value), &[Point::initial(&m), Point::random(&m, 3)]);
    }
}

/// Friction in parallelograms: redundant constraints whose reactions forces depend on, with a block whose rank is not 0.
fn rubbing_parallelograms() -> String {
    let friction = "force rub = friction(left, coefficient: 0.3, radius: 0.02 [m], velocity: 0.1 [rad/s]);
    force scrape = friction(head[1], coefficient: 0.2, radius: 0.03 [m], velocity: 0.1 [rad/s]);
    initial {";
    PARALLELOGRAMS.replace("Parallelograms", "RubbingParallelograms").replace("initial {", friction)
}

/// Steps in C and in the runtime; a step in C and the runtime differ by rounding.
const STEPS: usize = 200;
const H: f64 = 1e-3;
/// Rounding of projections and of some hundred steps.
const SAME: f64 = 1e-11;
/// Constraints after a step, in m and m/s.
const GAP: f64 = 1e-12;

fn all(source: &str) -> Vec<Tape> {
    tapes(source).into_iter().map(|parameters| parameters.build().expect("it builds")).collect()
}

#[test]
fn accelerations_and_reactions_have_the_bits_of_the_runtime() {
    let both = rubbing_parallelograms();
    let stack = stacked_parallelograms();
    let planned = |source: &str| {
        let m = all(source).remove(0);
        m.program().saddle.block.as_ref().map(|block| (block.rank, block.sets.len()))
    };
    let blocks = [PARALLELOGRAMS, &both, SHARED, &stack, ENGINE].map(planned);
    println!("{blocks:?}");
    assert_eq!(blocks[..3], [Some((2, 1)), Some((2, 1)), Some((0, 1))]);
    assert!(
        blocks[3].is_some_and(|(rank, sets)| rank > 0 && sets == 2) && blocks[4] == Some((0, 6)),
        "{blocks:?}"
    );
    let sources = [
        (PARALLELOGRAMS, 1),
        (RUBBING, 1),
        (RUBBING_IN_SPACE, 2),
        (SHARED, 1),
        (both.as_str(), 1),
        (stack.as_str(), 1),
        (ENGINE, 1),
    ];
    for (source, formulations) in sources {
        let compared = compare(source);
        println!("{compared:?}");
        assert_eq!(
            (compared.mechanisms, compared.dynamic, compared.failed),
            (formulations, 3 * formulations, 0)
        );
    }
}

/// Those with quaternions have the order of the method in common, which `steps` measures for others.
#[test]
fn steps_are_those_of_the_runtime() {
    let library = |name: &str| {
        linkwork_models::registry().iter().find(|entry| entry.name == name).expect("a model").source
    };
    let (mut same, mut rotating) = (0, 0);
    for source in [
        PARALLELOGRAMS,
        RUBBING,
        RUBBING_IN_SPACE,
        SHARED,
        &stacked_parallelograms(),
        ENGINE,
        library("bricard"),
        library("spatial_four_bar"),
        library("door"),
    ] {
        for m in all(source) {
            let name = &m.program().name;
            if !m.program().turns.outputs.is_empty() {
                continue;
            }
            let until = STEPS as f64 * H;
            let found = stepped(&m, &[(STEPS, H), (2 * STEPS, H / 2.0)]);
            let last = |h: f64| {
                let run = m.clone().simulate().method(RungeKutta4::projected()).step(h).until(until).run();
                let last = run.unwrap_or_else(|error| panic!("{name}: {error}")).last().clone();
                [&[last.t], last.q.as_slice(), last.v.as_slice()].concat()
            };
            let own = [last(H), last(H / 2.0)];
            let size = own[0].iter().fold(1.0, |size: f64, x| size.max(x.abs()));
            let runs = found.chunks(found.len() / 2).zip(&own);
            let apart: Vec<f64> = runs
                .map(|(found, own)| {
                    let gaps = &found[own.len()..];
                    assert!(gaps.iter().all(|gap| gap.abs() < GAP), "{name}: {gaps:?}");
                    found.iter().zip(own).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
                })
                .collect();
            println!("{name}: {apart:?} of {size}");
            if m.program().rotations.is_empty() {
                assert!(apart.iter().all(|apart| *apart < SAME * size), "{name}: {apart:?}");
                same += 1;
            } else {
                assert!(apart[1] < SAME * size || apart[1] < apart[0] / 12.0, "{name}: {apart:?}");
                rotating += 1;
            }
        }
    }
    assert!(same >= 5 && rotating >= 3, "{same}, {rotating}");
}

/// One crank of all and the coupler, in the angle φ of the cranks from the vertical:
///
/// ```text
/// (3 m/3 + m_c) L² φ'' = (3 m/2 + m_c) g L sin φ
/// ```
#[test]
fn parallelograms_move_as_one_crank() {
    let m = all(PARALLELOGRAMS).remove(0);
    let code = code(&m);
    let (stem, sizes) = (&code.stem, m.sizes());
    let found = run(
        &code,
        &format!(
            "    static {stem}_model model;
    static {stem}_state state;
    static {stem}_position at;
    double parameters[1], u[1] = {{0.0}}, a[{n}], lambda[{g}], psi[1], energy[2];
    int i;
    {stem}_default_parameters(parameters);
    if ({stem}_build(&model, parameters) != {stem}_ok) {{ return 1; }}
    {stem}_initial(&state);
    for (i = 0; i <= 1000; ++i) {{
        if (i % 250 == 0) {{
            {stem}_place(&model, state.t, u, state.q, &at);
            if ({stem}_forward_dynamics(&model, &at, state.v, state.y, a, lambda, psi) != {stem}_ok) {{ return 2; }}
            {stem}_energy(&model, &at, state.v, state.y, energy);
            show({q}, state.q);
            show({n}, a);
            show(2, energy);
        }}
        if ({stem}_step(&model, &state, 1e-3, u) != {stem}_ok) {{ return 3; }}
    }}\n",
            q = sizes.coordinates,
            n = sizes.velocities,
            g = sizes.holonomic,
        ),
    );
    let names: Vec<&str> = m.names().coordinates.iter().map(|named| named.name.as_ref()).collect();
    let angle =
        names.iter().position(|name| *name == "crank[0].angle").unwrap_or_else(|| panic!("{names:?}"));
    let (mass, coupler, length, gravity) = (1.5, 4.0, 0.8, 9.81);
    let samples: Vec<&[f64]> = found.chunks(sizes.coordinates + sizes.velocities + 2).collect();
    assert_eq!(samples.len(), 5);
    let energy = |sample: &[f64]| sample[sample.len() - 2] + sample[sample.len() - 1];
    for sample in &samples {
        // Positive anticlockwise: the crank falls from the vertical in its own direction.
        let exact = (1.5 * mass + coupler) * gravity * sample[angle].sin() / ((mass + coupler) * length);
        let own = sample[sizes.coordinates + angle];
        println!("{} rad: {own} instead of {exact} rad/s^2", sample[angle]);
        assert!((own - exact).abs() < 1e-11 * exact.abs().max(1.0), "{own} instead of {exact}");
        let lost = energy(sample) - energy(samples[0]);
        assert!(lost.abs() < 1e-8 * energy(samples[0]).abs().max(1.0), "{lost} J");
    }
}

/// Friction μ w/√(w² + ε²) on halves of the weight, with the same coefficient on both guides or another, by the mean of which
///
/// ```text
/// a = −μ g v/√(v² + ε²),   F(v(t)) = F(v₀) − μ g t,   F(v) = √(v² + ε²) − ε ln((ε + √(v² + ε²))/v)
/// ```
#[test]
fn a_block_on_two_guides_is_braked_by_halves_of_its_weight() {
    let (gravity, small) = (9.81, 0.05_f64);
    for (one, other) in [(0.25, 0.25), (0.25, 0.05), (0.1, 0.4)] {
        let coefficients = format!("friction(other, coefficient: {other}");
        let source = SHARED
            .replace("friction(other, coefficient: 0.25", &coefficients)
            .replace("friction(one, coefficient: 0.25", &format!("friction(one, coefficient: {one}"));
        let m = all(&source).remove(0);
        assert!(m.program().saddle.block.is_some() && !m.program().flags.linear_reactions);
        let (coefficient, first, count) = (0.5 * (one + other), 2.0_f64, 400);
        let found = stepped(&m, &[(count, 2e-3)]);
        let (t, v) = (found[0], found[1 + m.sizes().coordinates]);
        let of = |v: f64| v.hypot(small) - small * ((small + v.hypot(small)) / v).ln();
        let off = of(v) - of(first) + coefficient * gravity * t;
        println!("{one}, {other}: {v} m/s after {t} s, off by {off:e}");
        assert!(v > 0.0 && off.abs() < 1e-7, "{v}: {off:e}");
    }
}

/// Friction whose load redundant constraints share: forces are balanced, constraints hold, reactions are the smallest, and steps have the order of the method.
#[test]
fn friction_of_redundant_constraints_is_balanced() {
    let cranks = rubbing_parallelograms();
    for source in [RUBBING_IN_SPACE, SHARED, &cranks] {
        for m in all(source) {
            let code = code(&m);
            let (stem, sizes) = (&code.stem, m.sizes());
            let (n, g) = (sizes.velocities, sizes.holonomic);
            let body = format!(
                "    static {stem}_model model;
    static {stem}_state state;
    static {stem}_position at;
    double parameters[{}], u[1] = {{0.0}}, a[{n}], lambda[{g}], psi[1], off[{n}], rows[{}], bias[{g}], x[2];
    int i, j, k;
    {stem}_default_parameters(parameters);
    if ({stem}_build(&model, parameters) != {stem}_ok) {{ return 1; }}
    {stem}_initial(&state);
    for (k = 0; k < 200; ++k) {{
        if ({stem}_step(&model, &state, 1e-3, u) != {stem}_ok) {{ return 2; }}
        {stem}_place(&model, state.t, u, state.q, &at);
        if ({stem}_forward_dynamics(&model, &at, state.v, state.y, a, lambda, psi) != {stem}_ok) {{ return 3; }}
        {stem}_inverse_dynamics(&model, &at, state.v, state.y, a, lambda, psi, off);
        {stem}_constraint_jacobian(&model, &at, rows);
        {stem}_acceleration_bias(&model, &at, state.v, bias);
        x[0] = 0.0;
        x[1] = 0.0;
        for (i = 0; i < {n}; ++i) {{ x[0] = fmax(x[0], fabs(off[i])); }}
        for (i = 0; i < {g}; ++i) {{
            for (j = 0; j < {n}; ++j) {{ bias[i] -= rows[i * {n} + j] * a[j]; }}
            x[1] = fmax(x[1], fabs(bias[i]));
        }}
        show(2, x);
    }}\n",
                sizes.parameters.max(1),
                g * n
            );
            let found = run(&code, &body);
            let worst = [0, 1].map(|at| found.iter().skip(at).step_by(2).fold(0.0, |x: f64, y| x.max(*y)));
            println!("{}: off by {:e} N and {:e} m/s^2", m.program().name, worst[0], worst[1]);
            // Forces of some hundred N, accelerations of some hundred m/s².
            assert!(worst[0] < 1e-9 && worst[1] < 1e-9, "{}: {worst:?}", m.program().name);
            let runs = stepped(&m, &[(20, 1e-2), (40, 5e-3), (80, 2.5e-3)]);
            let runs: Vec<&[f64]> = runs.chunks(runs.len() / 3).collect();
            let length = 1 + sizes.coordinates + n;
            let apart = |i: usize, j: usize| {
                let pairs = runs[i][..length].iter().zip(&runs[j][..length]);
                pairs.map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
            };
            let order = (apart(0, 1) / apart(1, 2)).log2();
            println!("order {order} of {:e}, {:e}", apart(0, 1), apart(1, 2));
            // The linkage in space is not smooth in steps of 10 ms.
            let (least, most) = if m.program().name.contains("Space") { (3.5, 5.5) } else { (3.7, 4.3) };
            assert!((least..most).contains(&order), "{}: order {order}", m.program().name);
        }
    }
}

/// A rod on two pins at one place, or at two: then it cannot turn, and one of four equations is redundant instead of two.
const PINS: &str = "mechanism Pins in plane {
    coordinates = absolute;
    gravity = [0, -9.81] [m/s^2];
    param apart = 0 [m];
    body rod { mass: 2 [kg], inertia: 0.1 [kg*m^2] }
    joint one = revolute(ground, rod at [-0.5, 0] [m]);
    joint other = revolute(ground at [apart, 0 [m]], rod at [apart - 0.5 [m], 0 [m]]);
    initial { one.angle: ~0 [rad], der(one.angle): ~0 [rad/s] }
}";
const APART: f64 = 0.8;

/// Forward dynamics at the start and a step, in C, with other parameters than those of the file: the statuses.
fn statuses(m: &Tape, parameter: f64) -> Vec<f64> {
    let code = code(m);
    let (stem, sizes) = (&code.stem, m.sizes());
    run(
        &code,
        &format!(
            "    static {stem}_model model;
    static {stem}_position at;
    static {stem}_state state, before;
    double parameters[1] = {{{parameter:?}}}, u[1] = {{0.0}}, a[{}], lambda[{}], psi[1], status[2];
    if ({stem}_build(&model, parameters) != {stem}_ok) {{ return 1; }}
    {stem}_initial(&state);
    before = state;
    {stem}_place(&model, 0.0, u, state.q, &at);
    status[0] = {stem}_forward_dynamics(&model, &at, state.v, state.y, a, lambda, psi);
    status[1] = {stem}_step(&model, &state, 1e-2, u);
    if (status[1] != 0.0 && memcmp(&before, &state, sizeof state) != 0) {{ return 2; }}
    show(2, status);\n",
            sizes.velocities, sizes.holonomic
        ),
    )
}

/// A file of parameters with redundant constraints, and another value of one by which they are independent: the plan is not that of
/// the mechanism, and no number is given.
#[test]
fn constraints_that_other_parameters_make_independent_are_an_error() {
    let (pins, cranks) = (all(PINS).remove(0), all(PARALLELOGRAMS).remove(0));
    assert_eq!(statuses(&pins, 0.0), [0.0, 0.0]);
    assert_eq!(statuses(&cranks, 0.0), [0.0, 0.0]);
    // The start satisfies both pins, but the rod would turn about the first.
    assert_eq!(statuses(&pins, APART), [2.0, 3.0]);
    // The start is off the constraints; no step satisfies all.
    assert_eq!(statuses(&cranks, 0.01)[1], 3.0);
}

/// The same where the file is written for these parameters: the rod rests on the pins, whose vertical forces follow from its weight, and whose
/// horizontal ones, which only their sum determines, are zero.
#[test]
fn fewer_redundant_constraints_than_planned_are_solved_as_by_the_runtime() {
    let mut parameters = tapes(PINS).remove(0);
    assert!(parameters.set("apart", APART));
    let m: Tape = parameters.build().expect("it builds");
    assert_eq!((m.program().redundancy(), m.redundant_weights().last()), (2, Some(&1.0)));
    let points = [Point::initial(&m), Point::random(&m, 3), Point::random(&m, 4)];
    let found = same(&m, Some(APART), &points);
    let weight = 2.0 * 9.81;
    let other = -weight * 0.5 / APART;
    let exact = [0.0, 0.0, 0.0, 0.0, -weight - other, 0.0, other];
    let apart = found[0].iter().zip(exact).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
    assert!(apart < 1e-12 * weight, "{:?}, {exact:?}", found[0]);
}

/// Forward dynamics in C at some points, for another value of the only parameter, with the bits and the failures of the runtime.
fn same(m: &Tape, parameter: Option<f64>, points: &[Point]) -> Vec<Vec<f64>> {
    let code = code(m);
    let (stem, sizes, order) = (&code.stem, m.sizes(), m.program().order());
    let expected: Vec<_> = points.iter().map(|point| solved(m, point)).collect();
    let set = parameter.map_or_else(String::new, |x| format!("parameters[0] = {x:?};"));
    let mut body = format!(
        "    static {stem}_model model;
    static {stem}_position at;
    double parameters[{}], none[1] = {{0.0}}, x[{}];
    {stem}_default_parameters(parameters);
    {set}
    if ({stem}_build(&model, parameters) != {stem}_ok) {{ return 1; }}\n",
        sizes.parameters.max(1),
        order + 1
    );
    for (point, expected) in points.iter().zip(&expected) {
        let status = expected.as_ref().err().unwrap_or(&0);
        let shown = if *status == 0 { format!("show({order}, x);") } else { String::new() };
        body += &format!(
            "    {{
    {}    {}    {stem}_place(&model, 0.0, none, q, &at);
        if ({stem}_forward_dynamics(&model, &at, v, none, x, x + {n}, x + {n} + {g}) != {status}) {{ return 2; }}
        {shown}
    }}\n",
            array("q", point.q.as_slice()),
            array("v", point.v.as_slice()),
            n = sizes.velocities,
            g = sizes.holonomic
        );
    }
    let found = run(&code, &body);
    let expected: Vec<Vec<f64>> = expected.into_iter().filter_map(Result::ok).collect();
    let bits = |all: &[f64]| all.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&found), bits(&expected.concat()), "{found:?} instead of {expected:?}");
    expected
}

/// The cranks near the line of their pivots, where pivots are weak and the constraints lose rank: refined, or singular.
#[test]
fn weak_pivots_are_treated_as_by_the_runtime() {
    let m = all(PARALLELOGRAMS).remove(0);
    let mut points = Vec::new();
    for exponent in 0..=32 {
        let angle = std::f64::consts::FRAC_PI_2 + 10_f64.powf(-0.5 * f64::from(exponent));
        let (sin, cos) = angle.sin_cos();
        let mut point = Point::initial(&m);
        let mut place = |body: &str, q: [f64; 3], v: [f64; 3]| {
            for (name, q, v) in [("x", q[0], v[0]), ("y", q[1], v[1]), ("angle", q[2], v[2])] {
                let named = m.names().coordinates.iter().position(|one| one.name == format!("{body}.{name}"));
                let at = named.expect("a coordinate");
                (point.q[at], point.v[at]) = (q, v);
            }
        };
        let rate = -2.0;
        for (i, pivot) in [0.0, 0.5, 1.3].into_iter().enumerate() {
            place(
                &format!("crank[{i}]"),
                [pivot - 0.4 * sin, 0.4 * cos, angle],
                [-0.4 * cos * rate, -0.4 * sin * rate, rate],
            );
        }
        place("coupler", [0.7 - 0.8 * sin, 0.8 * cos, 0.0], [-0.8 * cos * rate, -0.8 * sin * rate, 0.0]);
        points.push(point);
    }
    let mut kinds = [0; 4];
    for point in &points {
        let (mut at, mut moving, mut factors) = (m.position_cache(), m.velocity_cache(), m.saddle_factors());
        let (mut x, sizes) = (m.initial_reactions(), m.sizes());
        m.place(&m.now(0.0), &point.q, &mut at);
        m.moving(&at, &point.v, &point.y, (&x.0, &x.1), &mut moving);
        m.factor_saddle(&at, &at, &at, &moving, &mut factors);
        let mut a = nalgebra::DVector::from_element(sizes.velocities, 1.0);
        kinds[match m.solve_saddle(&factors, &mut a, &mut x.0, &mut x.1) {
            Ok(linkwork::Fallback::None) => 0,
            Ok(linkwork::Fallback::Refined) => 1,
            Ok(_) => 2,
            Err(_) => 3,
        }] += 1;
    }
    println!("planned, refined, pivoted, singular: {kinds:?}");
    // Pins apart are eliminated anew.
    assert!([0, 1, 3].iter().all(|kind| kinds[*kind] > 0), "{kinds:?}");
    let found = same(&m, None, &points);
    assert!(found.len() >= kinds[0] + kinds[1], "{} of {}", found.len(), points.len());
}

/// Friction so large that reactions have no value, or several, at some states: the iteration ends without one where that of the runtime does.
#[test]
fn an_iteration_without_an_end_is_an_error() {
    let m = all(&RUBBING.replace("coefficient: 0.1,", "coefficient: 4,")).remove(0);
    let points: Vec<Point> = (0..40).map(|seed| Point::random(&m, seed)).collect();
    let failed = points.iter().filter(|point| solved(&m, point) == Err(3)).count();
    let found = same(&m, None, &points);
    println!("{failed} of {} without a solution", points.len());
    assert!(failed > 0 && !found.is_empty() && found.len() + failed == points.len());
}
