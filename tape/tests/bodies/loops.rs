//! Trees as loops over their links against the same trees unrolled: two derivations that share only the motions of joints.

use crate::evaluations::{evaluations, scattered};
use crate::random_bodies::{Place, Random, Wish};
use linkwork::prelude::*;
use linkwork::stepper::Start;
use linkwork::{Blocks, Energetic, Evaluate, Fallback, Singular, Solve, Weights};
use linkwork_compiler::{Loops, Options, compile};
use linkwork_tape::{Tape, TapeParameters};
use nalgebra::DVector;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::cell::Cell;
use std::str::FromStr;

/// Of the largest entry: sums of some hundred terms in another order.
const ROUNDING: f64 = 1e-11;
/// Of solutions: the same times the condition of these matrices.
const SOLVED: f64 = 1e-7;

/// A description with `unroll = …;`, if that can be kept.
pub(crate) fn tape(text: &str, unroll: &str) -> Option<Tape> {
    let begin = text.find("mechanism ")? + text[text.find("mechanism ")?..].find('{')? + 1;
    let text = format!("{} unroll = {unroll}; {}", &text[..begin], &text[begin..]);
    // The keyword has priority over the count and over a request for loops.
    let loops = if unroll == "always" { Loops::Always } else { Loops::Chosen };
    built(&text, Options { loops, ..Options::default() }).filter(|tape| {
        let kept = tape.program().cells.is_some() == (unroll == "never");
        assert!(kept || unroll == "never", "unrolled where that is asked for");
        kept
    })
}

fn built(text: &str, options: Options) -> Option<Tape> {
    let tokens = FromStr::from_str(text).expect("tokens");
    let mut programs = compile(tokens, &options).programs;
    if programs.is_empty() { None } else { TapeParameters::new(programs.swap_remove(0)).build().ok() }
}

pub(crate) fn close(what: &str, found: &[f64], wanted: &[f64], tolerance: f64) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    let size = wanted.iter().fold(1e-3_f64, |m, x| m.max(x.abs()));
    for (i, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        assert!(
            (found - wanted).abs() <= tolerance * size,
            "{what}, {i}: {found:e} instead of {wanted:e} of {size:e}"
        );
    }
}

/// With numbers for its inputs.
fn driven(m: &Tape) -> Tape {
    let (mut m, mut inputs) = (m.clone(), m.inputs());
    inputs.iter_mut().enumerate().for_each(|(i, u)| *u = 0.3 + 0.1 * i as f64);
    m.set_inputs(inputs);
    m
}

/// Whether numbers of this name are solutions of a linear system.
fn is_solution(what: &str) -> bool {
    what.ends_with("⁻¹ x")
}

/// Compares loops with unrolled code; whether there are loops.
pub(crate) fn same(name: &str, text: &str) -> bool {
    let Some(loops) = tape(text, "never") else { return false };
    let unrolled = tape(text, "always").unwrap_or_else(|| panic!("{name} compiles"));
    assert_eq!(loops.names().coordinates, unrolled.names().coordinates, "{name}");
    assert_eq!(loops.names().velocities, unrolled.names().velocities, "{name}");
    let (loops, unrolled) = (driven(&loops), driven(&unrolled));
    for state in 0..3 {
        for ((what, found), (_, wanted)) in
            evaluations(&loops, state).into_iter().zip(evaluations(&unrolled, state))
        {
            // Off the constraints, solutions with redundant ones depend on which are left.
            if is_solution(what) && loops.sizes().redundancy > 0 {
                continue;
            }
            let tolerance = if is_solution(what) { SOLVED } else { ROUNDING };
            close(&format!("{name}: {what}"), &found, &wanted, tolerance);
        }
    }
    true
}

/// Every joint of a tree, forwards and backwards, with forces across them.
const JOINTS: &str = "
    mechanism Joints in space {
        gravity = [1, -2, -9] [m/s^2];
        param k = 30 [N*m/rad];
        param offset = 0.3 [m];
        input drive [N*m];
        body a { mass: 1 [kg], com: [0.1, 0.2, 0.3] [m], inertia: diagonal(0.2, 0.3, 0.4) [kg*m^2] }
        body b { mass: 2 [kg], com: [-0.1, 0.2, 0] [m], inertia: diagonal(0.3, 0.3, 0.4) [kg*m^2] }
        body c { mass: 1.5 [kg], inertia: diagonal(0.2, 0.25, 0.4) [kg*m^2] }
        body d { mass: 0.5 [kg], com: [0.1, 0, 0] [m], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body e { mass: 0.7 [kg], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body f { mass: 0.9 [kg], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        body g { mass: 0.8 [kg], inertia: diagonal(0.1, 0.12, 0.15) [kg*m^2] }
        frame seat = fixed(a at [0, 0, 0.2] [m], rotation: rpy(10, 20, 30 [deg]));
        joint pivot = revolute(ground at [0 [m], offset, 0 [m]], a, axis: [1, 2, 2], damping: 0.3 [N*m*s/rad], rotor_inertia: 0.02 [kg*m^2]);
        joint ball = spherical(b at [0.1, 0, 0.2] [m], seat);
        joint bolt = screw(b at [0, 0.4, 0] [m], c, axis: [0, 1, 1], pitch: 0.1 [m/rad]);
        joint slide = prismatic(d at [0.3, 0, 0] [m], c, axis: [0, 3, 4]);
        joint cross = universal(a at [0.5, 0, 0] [m], e, axes: [[1, 0, 0], [0, 1, 0]]);
        joint both = cylindrical(e at [0, 0, 0.4] [m], f, axis: [0, 0, 1]);
        joint away = free(ground, g);
        force coil = torsion_spring(pivot, stiffness: k, rest: 0.2 [rad], damping: 0.1 [N*m*s/rad]);
        force rubber = bushing(b at [0.1, 0, 0.2] [m], seat, torsional_stiffness: [10, 20, 30] [N*m/rad], torsional_damping: 0.4 [N*m*s/rad]);
        force pull = spring(c at [0.1, 0.2, 0] [m], b at [0.3, 0, 0.1] [m], stiffness: 40 [N/m]);
        force motor = torque(cross.second_angle, drive + 0.1 [N*m] * sin(3 [rad/s] * time));
        force spin = torsion_spring(both.displacement, stiffness: 20 [N/m]);
        output tip = f.position;
        output speed = der(f.position.x);
        output jerkless = der(der(f.position.y));
        output turned = seat.rotation;
        output rate = f.angular_velocity;
        output angle = pivot.angle * 2;
        initial { pivot.angle: 0.3 [rad], der(slide.displacement): 0.2 [m/s], away.angular_velocity: [1, 2, 3] [rad/s] }
    }";

const PLANE: &str = "
    mechanism Plane in plane {
        const n = 12;
        gravity = [0, -9.81] [m/s^2];
        for i in 1..=n { body bar[i] { mass: (1 + 0.1 * i) [kg], shape: rod(length: 1 [m]) } }
        joint pin[1] = revolute(ground, bar[1] at [-0.5, 0] [m]);
        for i in 2..=n { joint pin[i] = revolute(bar[i - 1] at [0.5, 0] [m], bar[i] at [-0.5, 0] [m], damping: 0.1 [N*m*s/rad]); }
        for i in 1..=n { force coil[i] = torsion_spring(pin[i], stiffness: (10 + i) [N*m/rad]); }
        output tip = bar[n].position;
    }";

/// Forces between the ground and bodies, far down the tree.
const OUTSIDE: &str = "
    mechanism Outside in space {
        const n = 4;
        gravity = [1, -2, -9] [m/s^2];
        param drag = 0.7 [N*s/m];
        param k = 12 [N/m];
        input pull [N];
        for i in 1..=n { body link[i] { mass: (1 + 0.1 * i) [kg], com: [0.1, 0.2, 0.3] [m], inertia: diagonal(0.2, 0.3, 0.4) [kg*m^2] } }
        body post { mass: 1 [kg] }
        joint base = fixed(ground at [9, 0, 1] [m], post);
        joint pin[1] = revolute(post, link[1], axis: [1, 2, 2]);
        joint pin[2] = spherical(link[1] at [0.4, 0, 0] [m], link[2]);
        joint pin[3] = universal(link[2] at [0.4, 0, 0] [m], link[3], axes: [[1, 0, 0], [0, 1, 0]]);
        joint pin[4] = prismatic(link[4] at [0.1, 0, 0] [m], link[3] at [0.4, 0, 0.1] [m], axis: [0, 3, 4]);
        frame tool = fixed(link[4] at [0.1, 0.2, 0.3] [m], rotation: rpy(10, 20, 30 [deg]));
        for i in 1..=n {
            force air[i] = force(link[i] at [0.05 * i, 0, 0] [m], -drag * (0.1 [s/m] * norm(der(link[i].position)) + 1) * der(link[i].position));
        }
        force wind = force(tool, [pull + 1 [N] * sin(3 [rad/s] * time), 2 [N], -1 [N]]);
        force jet = force(tool, [1 [N], 2 [N], 3 [N] + 0.5 [N] * cos(2 [rad/s] * time)], axes: body);
        force twist = torque(link[3], [0.1, 0.2, -0.3] [N*m] * link[3].position.x / 1 [m]);
        force brake = torque(link[2], -0.3 [N*m*s/rad] * link[2].angular_velocity);
        force pad = bushing(ground at [0.5, 0.2, 0.1] [m], tool, stiffness: [10, 20, 30] [N/m], damping: 0.4 [N*s/m], torsional_stiffness: [1, 2, 3] [N*m/rad]);
        force band = spring(post at [0.1, 0.2, 0] [m], link[3] at [0.3, 0, 0.1] [m], stiffness: k);
        force lifted = force(link[2], [0 [N], 0 [N], -k * link[2].position.z * link[2].axis.x.x]);
        output tip = tool.position;
    }";

/// Springs to the ground, side winds and pulls in the plane.
const BEAM: &str = "
    mechanism Beam in plane {
        const n = 5;
        gravity = [0, -9.81] [m/s^2];
        input pull [N];
        for i in 1..=n { body bar[i] { mass: 1 [kg], shape: rod(length: 1 [m]) } }
        joint pin[1] = revolute(ground, bar[1] at [-0.5, 0] [m]);
        for i in 2..=n { joint pin[i] = revolute(bar[i - 1] at [0.5, 0] [m], bar[i] at [-0.5, 0] [m]); }
        for i in 1..=n {
            force bed[i] = bushing(ground at [i, 0] [m], bar[i] at [0.5, 0] [m], stiffness: (100 + i) [N/m], damping: 2 [N*s/m]);
            force wind[i] = force(bar[i] at [0.1 * i, 0] [m], [pull, -0.1 [N*s/m] * der(bar[i].position.y)]);
            force couple[i] = torque(bar[i], -0.2 [N*m*s/rad] * bar[i].angular_velocity);
        }
        output tip = bar[n].position;
    }";

#[test]
fn loops_agree_with_unrolled_trees() {
    for (name, text) in [("joints", JOINTS), ("plane", PLANE), ("outside", OUTSIDE), ("beam", BEAM)] {
        assert!(same(name, text), "{name} is made of loops");
    }
}

#[test]
fn models_of_the_library_are_the_same_as_loops() {
    let compared = linkwork_models::registry().iter().filter(|entry| same(entry.name, entry.source)).count();
    assert!(compared >= 5, "{compared}");
}

/// Random trees with branches, springs and dampers across their hinges.
#[test]
fn random_trees_are_the_same_as_loops() {
    let compared = Cell::new(0);
    let config =
        Config { cases: 40, rng_seed: RngSeed::Fixed(13), failure_persistence: None, ..Config::default() };
    let run = TestRunner::new(config).run(&(any::<bool>(), 2..6_usize, any::<u64>()), |(planar, bodies, seed)| {
        let wish = Wish { planar, bodies, closed: false, free: false, damped: false, seed };
        let mut random = Random::new(wish);
        // Joints that loops do not support.
        random.springs.clear();
        let mut text = random.text(&Place::home(), "minimal");
        for i in 0..bodies {
            if text.contains(&format!("a_joint_{i} = revolute(")) {
                let (stiffness, damping) = (3.0 + i as f64, 0.2);
                text += &format!("force coil_{i} = torsion_spring(a_joint_{i}, stiffness: {stiffness:?}, damping: {damping:?});");
            }
        }
        compared.set(compared.get() + usize::from(same(&format!("{wish:?}"), &(text + "}"))));
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
    assert!(compared.get() >= 20, "{}", compared.get());
}

/// A chain of 200 bars on revolute joints, hung up by one end: the lowest mode of a hanging chain is ω = j₀,₁/2 √(g/L), here to 1/n.
#[test]
fn a_long_chain_swings_like_a_chain() {
    let text = PLANE.replace("const n = 12", "const n = 200").replace("(1 + 0.1 * i) [kg]", "1 [kg]");
    let text = text.replace(", damping: 0.1 [N*m*s/rad]", "").replace("(10 + i) [N*m/rad]", "0 [N*m/rad]");
    // Bars hang along −y.
    let text = text.replace("output tip", "initial { pin[1].angle: -90 [deg] } output tip");
    let m = tape(&text, "never").expect("a tree");
    let (at, factors) = factored(&m, [0.0, 1.0]);
    let (n, none) = (m.sizes().velocities, DVector::zeros(0));
    // Inverse iteration: x ← K⁻¹ M x.
    let (mut x, mut product, mut square) = (DVector::from_element(n, 1.0), DVector::zeros(n), 0.0);
    let (mut l, mut p) = (none.clone(), none.clone());
    for _ in 0..30 {
        m.mass_times(&at, &x, &mut product);
        let before = x.norm();
        m.solve(&factors, &mut product, &mut l, &mut p).expect("K is regular");
        square = before / product.norm();
        x = product.clone() / product.norm();
    }
    let wanted = 2.404_825_557_695_773 / 2.0 * (9.81_f64 / n as f64).sqrt();
    assert!((square.sqrt() / wanted - 1.0).abs() < 2.0 / n as f64, "{} instead of {wanted}", square.sqrt());
}

/// The start, and factors of μ M + γ K there.
pub(crate) fn factored(
    m: &Tape,
    [mass, stiffness]: [f64; 2],
) -> (<Tape as Evaluate>::PositionCache, <Tape as Solve>::Factors) {
    let (q, v, y) = m.initial();
    let mut at = m.position_cache();
    m.place(&m.now(0.0), &q, &mut at);
    let none = DVector::zeros(0);
    let (mut moving, mut path) = (m.velocity_cache(), m.stiffness_cache());
    m.moving(&at, &v, &y, (&none, &none), &mut moving);
    m.stiffness(&at, &v, &y, &DVector::zeros(v.len()), (&none, &none), &mut path);
    let weights = Weights {
        mass,
        damping: 0.0,
        stiffness,
        identity: 0.0,
        constraint_position: 0.0,
        constraint_velocity: 0.0,
    };
    let blocks = Blocks { mass: &at, columns: &at, rows: &at, moving: &moving, stiffness: Some(&path) };
    let mut factors = m.factors();
    m.factor(weights, blocks, &mut factors);
    (at, factors)
}

/// The chain of the library as loops.
fn chain(n: usize) -> Tape {
    let text = linkwork_models::find("chain").expect("a model of the library").source;
    let constants = vec![("n".to_owned(), n.to_string())];
    built(text, Options { constants, loops: Loops::Always, ..Options::default() }).expect("a chain")
}

/// q and v after that number of steps.
pub(crate) fn moved<S: Stepper<Tape>>(
    m: &Tape,
    method: &S,
    (step, count): (f64, usize),
) -> (Vec<f64>, Vec<f64>) {
    let mut w = method.start(m, &Start::initial(m), step).unwrap_or_else(|failure| panic!("{failure:?}"));
    for i in 0..count {
        method.step(m, step, &mut w).unwrap_or_else(|failure| panic!("step {i}: {failure:?}"));
    }
    // Methods that know t_n from an attempt beyond it make one.
    if method.complete(m, &mut w).unwrap_or_else(|failure| panic!("{failure:?}")).is_none() {
        method.attempt(m, step, &mut w).unwrap_or_else(|failure| panic!("{failure:?}"));
    }
    let at = method.sample(&w);
    assert!((at.t - step * count as f64).abs() < 1e-9, "the sample is that of the end");
    (at.q.as_slice().to_vec(), at.v.as_slice().to_vec())
}

/// Newton's iterations end at rounding, for any solver.
#[test]
fn generalized_alpha_is_the_same_on_loops() {
    for (name, text) in [("joints", JOINTS), ("plane", PLANE)] {
        let (loops, unrolled) =
            (tape(text, "never").expect("loops"), tape(text, "always").expect("unrolled"));
        let method = GeneralizedAlpha::default();
        let (found, wanted) = (moved(&loops, &method, (2e-3, 100)), moved(&unrolled, &method, (2e-3, 100)));
        close(&format!("{name}: q"), &found.0, &wanted.0, 1e-9);
        close(&format!("{name}: v"), &found.1, &wanted.1, 1e-8);
    }
}

/// Order 2 on long chains, against a method of order five by the last link's position: a thousand links for a moment, sixteen long
/// enough for steps to diverge whose M belongs to another configuration than their forces.
#[test]
fn generalized_alpha_supports_long_chains() {
    for (links, step, count) in [(1024, 1e-4, 40), (16, 2e-3, 250)] {
        let m = chain(links);
        let tip = |(q, v): (Vec<f64>, Vec<f64>)| {
            let mut at = m.position_cache();
            m.place(&m.now(0.0), &DVector::from_column_slice(&q), &mut at);
            let (a, y, none) = (DVector::zeros(v.len()), DVector::zeros(0), DVector::zeros(0));
            let mut out = DVector::zeros(m.sizes().outputs);
            m.outputs(&at, &DVector::from_column_slice(&v), &y, &a, (&none, &none), &mut out);
            out
        };
        let wanted = tip(moved(&m, &FifthDegree::default(), (step / 4.0, 4 * count)));
        let error = |method: GeneralizedAlpha, h: f64, count: usize| {
            (tip(moved(&m, &method, (h, count))) - &wanted).norm()
        };
        for method in [GeneralizedAlpha::default(), GeneralizedAlpha::default().index3()] {
            let [coarse, fine] = [(step, count), (step / 2.0, 2 * count)].map(|(h, n)| error(method, h, n));
            let order = (coarse / fine).log2();
            assert!((order - 2.0).abs() < 0.2, "{links}: order {order}: {coarse:e}, {fine:e}");
        }
    }
}

/// The whole and the kinetic energy.
pub(crate) fn energy(m: &Tape, q: &[f64], v: &[f64]) -> (f64, f64) {
    let mut at = m.position_cache();
    m.place(&m.now(0.0), &DVector::from_column_slice(q), &mut at);
    let (kinetic, potential) = m.energy(&at, &DVector::from_column_slice(v), &DVector::zeros(0));
    (kinetic + potential, kinetic)
}

/// Long chains conserve their energy up to the error of a method of order five: halving the step reduces it by nearly 2⁴.
#[test]
fn long_chains_keep_their_energy() {
    for n in [64, 256] {
        let m = chain(n);
        let energy = |q: &[f64], v: &[f64]| energy(&m, q, v);
        let (q, v, _) = m.initial();
        let start = energy(q.as_slice(), v.as_slice());
        let drift = |h: f64, count: usize| {
            let (q, v) = moved(&m, &FifthDegree::default(), (h, count));
            let (whole, kinetic) = energy(&q, &v);
            assert!(kinetic > 10.0 * start.1, "{n}: it falls");
            (whole - start.0).abs() / kinetic
        };
        let (coarse, fine) = (drift(1e-3, 1000), drift(5e-4, 2000));
        assert!(fine < 1e-7 && (fine < coarse / 12.0 || fine < 1e-12), "{n}: {coarse:e}, {fine:e}");
    }
}

/// A rod on a hinge with `unroll = never;` and one more item.
fn rod(item: &str) -> String {
    format!(
        "mechanism Rod in plane {{
            unroll = never;
            body rod {{ mass: 1 [kg], shape: rod(length: 1 [m]) }}
            joint pin = revolute(ground, rod);
            {item}
        }}"
    )
}

/// Whether there are loops, for every way of compiling the program.
#[test]
fn reasons_against_loops_are_reported() {
    let told = |item: &str, loops: Loops| {
        let tokens = FromStr::from_str(&rod(item)).expect("tokens");
        let compiled = compile(tokens, &Options { loops, ..Options::default() });
        let messages = compiled.diagnostics.iter().map(|one| one.message.clone()).collect::<Vec<_>>();
        (messages, compiled.programs[0].cells.is_some())
    };
    for loops in [Loops::Never, Loops::Chosen] {
        let (messages, made) = told("", loops);
        assert!(messages.is_empty() && made == (loops == Loops::Chosen), "{messages:?}");
        // A budget limits what is emitted: loops.
        let (messages, made) = told("budget { operations: 1, lines: 1000 }", loops);
        assert!(messages.is_empty() && made == (loops == Loops::Chosen), "{messages:?}");
        let (messages, made) = told("state y [rad]; der(y) = pin.angle / 1 [s];", loops);
        let wanted = "state `y` is not made of loops: the mechanism is unrolled";
        assert_eq!((messages, made), (vec![wanted.to_owned()], false));
    }
}

/// More links than dense matrices are used for, and weights that nearly cancel the last pivot: μ M + γ K of the last link alone is δ μ M. The
/// matrix is regular all the same.
/// Factors that reproduce a known vector are used, and reported; others are an error with the name of the row.
#[test]
fn inaccurate_factors_of_large_trees_are_verified() {
    const LINKS: usize = 3100;
    /// Of a link, about its joint: 0.1 kg at 0.1 m, and its own 1e-3 kg·m².
    const INERTIA: f64 = 0.1 * 0.01 + 1e-3;
    const SPRING: f64 = 2.0;
    /// A pivot of δ times its terms loses as many digits.
    const LOST: f64 = 1e-7;
    let text = format!(
        "mechanism Row in plane {{
            unroll = never;
            for i in 1..={LINKS} {{
                body link[i] {{ mass: 0.1 [kg], com: [0.1, 0] [m], inertia: 1e-3 [kg*m^2] }}
            }}
            joint turn[1] = revolute(ground, link[1]);
            for i in 2..={LINKS} {{
                joint turn[i] = revolute(link[i - 1] at [0.2, 0] [m], link[i]);
            }}
            force spring = torsion_spring(turn[{LINKS}], stiffness: {SPRING} [N*m/rad]);
        }}"
    );
    let m = built(&text, Options { loops: Loops::Chosen, ..Options::default() }).expect("a row of links");
    assert!(m.program().cells.is_some(), "loops");
    let n = m.sizes().velocities;
    let (none, nothing) = (DVector::zeros(0), DVector::zeros(0));
    let solved = |delta: f64, x: &mut DVector<f64>| {
        let (_, factors) = factored(&m, [1.0, (delta - 1.0) * INERTIA / SPRING]);
        m.solve(&factors, x, &mut none.clone(), &mut nothing.clone())
    };
    let right: DVector<f64> = scattered(n, 0.1, 1.0);
    let mut x = right.clone();
    assert_eq!(solved(0.9, &mut x), Ok(Fallback::None));
    let mut x = right.clone();
    assert_eq!(solved(1e-6, &mut x), Ok(Fallback::Refined));
    let (at, _) = factored(&m, [1.0, 0.0]);
    let mut product = DVector::zeros(n);
    m.mass_times(&at, &x, &mut product);
    // K is the spring's: no gravity, nothing moves.
    product[n - 1] += (1e-6 - 1.0) * INERTIA * x[n - 1];
    let left = (&product - &right).amax() / product.amax().max(x.amax());
    assert!(left < LOST, "{left:e}");
    let mut x = right.clone();
    assert_eq!(solved(0.0, &mut x), Err(Singular { row: n - 1 }));
}
