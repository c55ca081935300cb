//! Rest: mechanisms without freedom, and motions that come to rest.

use crate::tapes::tapes;
use crate::texts::with_items;
use linkwork::conditionally_explicit::{FourthDegree, SeventhDegree, SixthDegree};
use linkwork::exact_start::derivatives;
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::multistep::{AdamsBashforth4, Godunov3};
use linkwork::prelude::*;
use linkwork::runge_kutta::RungeKutta4;
use linkwork::stepper::{Start, Stepper};
use linkwork::symplectic::{Rattle, Shake};
use linkwork_tape::Tape;

/// Runs of a mechanism by methods of every family.
fn with_every_method(m: &Tape, step: f64, until: f64, look: &mut dyn FnMut(&str, &Solution<Tape>)) {
    fn one<S: Stepper<Tape>>(
        m: &Tape,
        method: S,
        (step, until): (f64, f64),
        look: &mut dyn FnMut(&str, &Solution<Tape>),
    ) {
        let name = Stepper::<Tape>::name(&method);
        let run = m.simulate().method(method).step(step).until(until).output(Sampling::Ends).run();
        look(&name, &run.unwrap_or_else(|error| panic!("{name}: {error}")));
    }
    let at = (step, until);
    one(m, FifthDegree::default(), at, look);
    one(m, ThirdDegree::default(), at, look);
    one(m, ThirdDegree::central_differences(), at, look);
    one(m, FourthDegree::default(), at, look);
    one(m, SixthDegree::default(), at, look);
    one(m, SeventhDegree::default(), at, look);
    one(m, RungeKutta4::projected(), at, look);
    one(m, DormandPrince8::projected(), at, look);
    one(m, AdamsBashforth4::projected(), at, look);
    one(m, Godunov3::projected(), at, look);
    one(m, Rattle, at, look);
    one(m, Shake, at, look);
    one(m, GeneralizedAlpha::default(), at, look);
    one(m, HalfImplicitEuler::default(), at, look);
    one(m, ImplicitEuler::default(), at, look);
}

fn built(text: &str) -> Vec<Tape> {
    let built = tapes(text).into_iter().map(|p| p.build().unwrap_or_else(|error| panic!("{error}")));
    built.collect()
}

/// A particle and a body that are fixed to the ground have no velocities in minimal coordinates and as many constraints as
/// velocities in absolute ones; the ground carries their weight.
#[test]
fn mechanisms_without_freedom_have_reactions() {
    let text = "mechanism Fixed in space {
        coordinates = [minimal, absolute];
        gravity = [0, 0, -10] [m/s^2];
        particle bead { mass: 2 [kg] }
        body block { mass: 3 [kg], inertia: diagonal(1, 2, 3) [kg*m^2], com: [0.5, 0, 0] [m] }
        joint held = fixed(ground at [1, 2, 3] [m], bead);
        joint clamp = fixed(ground, block);
        output pull = held.force.z;
        output load = clamp.force.z;
        output moment = clamp.torque.y;
    }";
    for m in built(text) {
        with_every_method(&m, 0.1, 1.0, &mut |name, solution| {
            for (found, expected) in [("pull", 20.0), ("load", 30.0), ("moment", -15.0)] {
                let value = last(solution, found);
                assert!((value - expected).abs() < 1e-9, "{name}: {found} is {value}, not {expected}");
            }
        });
        let rest = m.equilibrium().expect("it rests");
        assert!(m.modes(&rest.state).expect("it has none").modes.is_empty());
    }
}

/// An output at the end.
fn last(solution: &Solution<Tape>, output: &str) -> f64 {
    *solution.output(output).expect("it is there").last().expect("a run has an end")
}

/// A door with a strong closer: the rate decays with c/J to subnormal numbers (in minimal coordinates; in absolute ones to
/// rounding) and stays there. The hinges carry the weight all the time.
#[test]
fn a_decaying_motion_continues_at_rest() {
    let text = include_str!("../../../models/mechanisms/linkages/door.mech");
    // J = 24 kg (0.9² + 0.04²)/12 m² + 24 kg (0.45 m)² = 6.4832 kg m²; without a spring the rate is exp(−c t/J).
    let text = text.replace("damping = 4 ", "damping = 1400 ").replace("stiffness = 6 ", "stiffness = 0 ");
    let text = text.replace("der(lower.angle): 0 [", "der(lower.angle): 1 [");
    let text =
        with_items(&text, "output turned = lower.angle; output weight = lower.force.z + upper.force.z;");
    let stopped = f64::to_radians(60.0) + 6.4832 / 1400.0;
    for (m, until) in built(&text).into_iter().zip([4.5, 0.5]) {
        with_every_method(&m, 1e-3, until, &mut |name, solution| {
            let angle = last(solution, "turned");
            // The methods of order one are off by h; Godunov's do not hold position and velocity together, and keep the offset
            // that the first steps leave.
            let allowed = if name.starts_with("Godunov") { 0.1 } else { 1.1e-3 };
            assert!((angle - stopped).abs() < allowed, "{name}: {angle} rad, not {stopped}");
            let load = last(solution, "weight");
            assert!((load - 24.0 * 9.81).abs() < 1e-6, "{name}: {load} N");
            assert!(solution.last().v.amax() < 1e-10, "{name}: {:?}", solution.last().v);
        });
    }
}

/// A block on a plane that friction brings to rest: with the regularised law its velocity decays forever.
#[test]
fn a_block_that_friction_stops_stays_at_rest() {
    let text = "mechanism Block in plane {
        coordinates = [minimal, absolute];
        gravity = [0, -9.81] [m/s^2];
        body block { mass: 2 [kg], inertia: 0.1 [kg*m^2] }
        joint guide = prismatic(ground, block, axis: [1, 0]);
        force drag = friction(guide, coefficient: 0.3, velocity: 0.01 [m/s]);
        output load = guide.force.y;
        initial { der(guide.displacement): 0.1 [m/s] }
    }";
    for m in built(text) {
        with_every_method(&m, 1e-3, 3.0, &mut |name, solution| {
            let load = last(solution, "load");
            assert!((load - 2.0 * 9.81).abs() < 1e-9, "{name}: {load} N");
            assert!(solution.last().v.amax() < 1e-10, "{name}: {:?}", solution.last().v);
        });
    }
}

/// A hand with coupled fingers falls freely, in any direction: the multipliers of the gears are rounding,
/// and the acceleration is that of gravity.
#[test]
fn gears_in_free_fall_start() {
    for turn in 0..8 {
        let mut text = format!(
            "mechanism Hand in space {{
                coordinates = [minimal, absolute];
                gravity = [0, 0, -9.81] [m/s^2];
                body palm {{ mass: 0.7 [kg], inertia: diagonal(3e-3, 2e-3, 1e-3) [kg*m^2] }}
                joint loose = free(ground, palm);
                body finger0 {{ mass: 0.07 [kg], inertia: diagonal(3e-5, 2e-5, 1e-5) [kg*m^2], com: [0.01, 0.02, 0] [m] }}
                joint knuckle0 = prismatic(palm at [0.01, 0.02, 0.1] [m], finger0, axis: [0.6, 0, 0.8]);
                initial {{ loose.rotation: rpy(0.3 * {turn}, 0.2, 0.1) }}
            "
        );
        for k in 1..=3 {
            text += &format!(
                "body finger{k} {{ mass: 0.0{k}3 [kg], inertia: diagonal({k}e-5, 2e-5, 1e-5) [kg*m^2], com: [0.01, 0, 0.0{k}] [m] }}
                joint knuckle{k} = prismatic(palm at [-0.0{k}, 0.03, 0.01] [m], finger{k}, axis: [0.6, 0, -0.8]);
                joint mesh{k} = gear(knuckle0.displacement, knuckle{k}.displacement, ratio: -0.{k});
                "
            );
        }
        for m in built(&(text + "}")) {
            let start = Start::initial(&m);
            let found = derivatives(&m, &start, 5).unwrap_or_else(|failure| panic!("{turn}: {failure:?}"));
            let fall = m.motion(&start).unwrap_or_else(|error| panic!("{turn}: {error}")).a;
            let apart = (&found.velocity[1] - fall).amax();
            assert!(apart < 1e-10, "{turn}: {apart:e}");
            let multipliers = found.holonomic[0].amax();
            assert!(multipliers < 1e-10, "{turn}: {multipliers:e}");
        }
    }
}

/// What integrates does not follow quasi-statically, and a gyroscopic force may hold what stiffness does not: the motion decides.
/// The polynomials of the eigenvalues: λ³ + 5 λ² + 17 λ + 6, λ³ + 3 λ² + 2 λ + 1, λ³ + 3 λ² + 2 λ − 1, λ⁴ + 13.5 λ² + 1.5.
#[test]
fn the_motion_decides_on_stability_with_states_and_gyroscopic_forces() {
    use linkwork::analysis::Stability::{Neutral, Stable, Unstable};
    let servo = |force: &str, rate: &str| {
        format!(
            "mechanism Servo {{ coordinate q; state z = 0; kinetic = der(q)^2 / 2;
                force f = generalized(q, {force}); der(z) = {rate}; initial {{ q: 0.1 }} }}"
        )
    };
    let spinning = |gyroscopic: f64, damping: f64| {
        format!(
            "mechanism Spinning {{ coordinate x; coordinate y; kinetic = (der(x)^2 + der(y)^2) / 2;
                potential = -(x^2 + 1.5 * y^2) / 2;
                force fx = generalized(x, {gyroscopic:?} * der(y) - {damping:?} * der(x));
                force fy = generalized(y, -{gyroscopic:?} * der(x) - {damping:?} * der(y));
                initial {{ x: 0.1, y: 0.1 }} }}"
        )
    };
    for (text, wanted) in [
        (servo("q - 6 * z - 5 * der(q)", "q + 3 * der(q)"), Stable),
        (servo("-z - 3 * der(q)", "q + 2 * der(q)"), Stable),
        (servo("z - 3 * der(q)", "q + 2 * der(q)"), Unstable),
        (servo("-3 * der(q)", "-z"), Neutral),
        (spinning(4.0, 0.0), Stable),
        (spinning(1.0, 0.0), Unstable),
        (spinning(4.0, 0.1), Unstable),
        // A growth of 1e-4/s beside a decay of 1e4/s.
        (spinning(0.0, 1e4), Unstable),
    ] {
        let m = tapes(&text).remove(0).build().expect("it builds");
        let rest = m.equilibrium().expect("an equilibrium");
        assert_eq!(rest.stability, wanted, "{text}");
    }
}

/// A block above the floor, on four corners at (±a, ±b, −h): it sinks by m g/(4 k), heaves with ω² = 4 k/m, rolls with
/// (4 k b² − m g h)/I and pitches with (4 k a² − m g h)/I. Slips of friction that sticks are neither coordinates nor modes of their own.
#[test]
fn slips_are_no_coordinates_of_a_block_at_rest() {
    let corner = |x: &str, y: &str, name: &str, friction: &str| {
        format!(
            "force {name} = contact(b at [{x}, {y}, -0.1] [m], ground, stiffness: 1e4 [N/m], exponent: 1 {friction});"
        )
    };
    for friction in ["", ", friction: 0.5, velocity: 0"] {
        let corners = [("0.5", "0.4"), ("-0.5", "0.4"), ("-0.5", "-0.4"), ("0.5", "-0.4")]
            .iter()
            .zip(["c1", "c2", "c3", "c4"]);
        let corners: String = corners.map(|((x, y), name)| corner(x, y, name, friction)).collect();
        let text = format!(
            "mechanism Block in space {{
                gravity = [0, 0, -10] [m/s^2];
                body b {{ mass: 3 [kg], inertia: diagonal(0.1, 0.2, 0.3) [kg*m^2] }}
                joint f = free(ground, b);
                {corners}
                initial {{ f.z: 0.11 [m] }}
            }}"
        );
        for m in built(&text) {
            let rest = m.equilibrium().expect("it rests");
            let expected = [0.0, 0.0, 0.1 - 30.0 / 4e4, 1.0, 0.0, 0.0, 0.0];
            for (k, (found, expected)) in rest.state.q.iter().zip(expected).enumerate() {
                assert!(
                    (found - expected).abs() < 1e-10,
                    "{friction} coordinate {k}: {found}, not {expected}"
                );
            }
            assert_eq!(rest.independent_names().len(), 6, "{friction}");
            let found: Vec<f64> = rest.stiffness.iter().skip(3).copied().collect();
            let mut expected = [4e4 / 3.0, (6400.0 - 3.0) / 0.1, (10000.0 - 3.0) / 0.2];
            expected.sort_by(f64::total_cmp);
            assert_eq!(rest.stiffness.len(), 6, "{friction}");
            for (found, expected) in found.iter().zip(expected) {
                assert!((found / expected - 1.0).abs() < 1e-9, "{friction}: ω² = {found}, not {expected}");
            }
            let modes = m.modes(&rest.state).expect("it has some").modes;
            let turning = modes.iter().filter(|mode| mode.oscillates()).count();
            assert_eq!((modes.len(), turning), (9, 3), "{friction}");
        }
    }
}

/// Drag |v| v from rest on an oblique hinge: where the length of v vanishes, the root of its axis, 1/√3, does not.
#[test]
fn drag_from_rest_on_an_oblique_hinge() {
    let text = "mechanism Oblique in space {
        gravity = [0, 0, -9.81] [m/s^2];
        body a { mass: 1 [kg], inertia: diagonal(0.1, 0.1, 0.1) [kg*m^2] }
        body b { mass: 1 [kg], inertia: diagonal(0.1, 0.1, 0.1) [kg*m^2] }
        joint j = revolute(ground, a at [0.1, 0.2, 0.3] [m], axis: [1, 0, 0]);
        joint k = revolute(a, b at [0.1, 0.4, 0.2] [m], axis: [1, 1, 1]);
        force drag = force(b, -0.3 [N*s^2/m^2] * norm(der(b.position)) * der(b.position));
    }";
    let m: Tape = tapes(text).remove(0).build().unwrap_or_else(|error| panic!("{error}"));
    let wanted = m.simulate().method(DormandPrince8::projected()).step(1e-3).until(0.5).run();
    let found = m.simulate().method(FifthDegree::default()).step(1e-3).until(0.5).run();
    let [wanted, found] = [wanted, found].map(|run| run.unwrap_or_else(|error| panic!("{error}")));
    // The drag has two derivatives at rest: the error of the first steps.
    let difference = (&found.last().q - &wanted.last().q).amax();
    assert!(difference < 1e-8, "{difference:.1e}");
}

/// On a kink of the potential the forces beside it decide, not the stiffness: V = Σ cᵢ|zᵢ| + ½ Σ kᵢ qᵢ² has a strict minimum at zero if all
/// cᵢ > 0 for independent zᵢ, and k > 0 along z = 0.
#[test]
fn the_forces_beside_a_kink_decide_on_stability() {
    use linkwork::analysis::Stability::{Neutral, Stable, Undecided, Unstable};
    let on = |potential: &str, start: &str| {
        format!(
            "mechanism Kink {{ coordinate x; coordinate y; kinetic = (der(x)^2 + der(y)^2) / 2;
                potential = {potential}; initial {{ {start} }} }}"
        )
    };
    let one = |potential: &str| {
        format!("mechanism Kink {{ coordinate x; kinetic = der(x)^2 / 2; potential = {potential}; }}")
    };
    for (text, wanted, kinks) in [
        (one("20 * abs(x)"), Stable, 1),
        (one("-20 * abs(x)"), Unstable, 1),
        // Stiff against it: the kink decides nearby.
        (one("-1e-3 * abs(x) + 1e4 * x^2"), Unstable, 1),
        (one("1e-3 * abs(x) - 1e4 * x^2"), Stable, 1),
        // A force that is continuous there; of the first, V = 0 for all x < 0.
        (one("x * abs(x) + x^2"), Neutral, 0),
        (one("x * abs(x) + 2 * x^2"), Stable, 0),
        (one("-x^2 + max(x, 0)^2 / 2"), Unstable, 0),
        (on("abs(x) + y^2", "y: 0.3"), Stable, 1),
        (on("abs(x) - y^2", "y: 0"), Unstable, 1),
        (on("abs(x)", "y: 0.3"), Neutral, 1),
        (on("y^2 - abs(x)", "y: 0.3"), Unstable, 1),
        (on("abs(x + 2 * y) + (2 * x - y)^2", "y: 0"), Stable, 1),
        (on("abs(x + 2 * y) - (2 * x - y)^2", "y: 0"), Unstable, 1),
        (on("abs(x) + abs(y)", "y: 0"), Undecided, 2),
        (on("abs(x) - abs(y)", "y: 0"), Unstable, 2),
    ] {
        let m = tapes(&text).remove(0).build().expect("it builds");
        let rest = m.equilibrium().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((rest.stability, rest.kinks.len()), (wanted, kinks), "{text}");
        assert!(rest.kinks.iter().all(|name| !name.is_empty()), "{text}");
    }
    // Dry friction is no kink of the potential.
    let dry = "mechanism Dry { coordinate x; kinetic = der(x)^2 / 2; potential = x^2;
        force f = generalized(x, -2 * sign(der(x))); }";
    let rest = tapes(dry).remove(0).build().expect("it builds").equilibrium().expect("an equilibrium");
    assert_eq!((rest.stability, rest.kinks.len()), (Stable, 0));
}
