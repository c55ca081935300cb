//! The order of every weight set in positions, velocities and multipliers, measured on compiled mechanisms.
//!
//! | problem | forces | expected state |
//! |---|---|---|
//! | `Pendulum` | of the position | IFToMM A01 |
//! | `Oscillator`, damping 0.4 | of the velocity too | closed form |
//! | `CartesianPendulum`, `RigidPendulum` | and multipliers | IFToMM A01, λ from the equations of motion |

use linkwork::stepper::{Sample, Stepper};
use linkwork::{
    ConditionallyExplicit, EighthDegree, FifthDegree, FourthDegree, Mechanism, SeventhDegree, SixthDegree,
    ThirdDegree,
};
use linkwork_models::{
    CartesianPendulum, CartesianPendulumModel, Oscillator, OscillatorModel, Pendulum, PendulumModel,
    RigidPendulum, RigidPendulumModel,
};
use linkwork_papers::convergence::{Convergence, distance};
use linkwork_papers::reference::{WeightSet, benchmark, weight_sets};
use linkwork_papers::run::{initial, walk};
use std::collections::BTreeSet;

/// Positions, velocities, multipliers.
type Parts = [Vec<f64>; 3];
const PARTS: [&str; 3] = ["x", "v", "λ"];
const GRAVITY: f64 = 9.81;
/// Errors of x, v and λ below these are mixed with round-off; that of λ grows with 1/h².
const FLOORS: [f64; 3] = [2e-14, 2e-14, 2e-10];

/// A mechanism whose motion is known.
struct Problem<M: Mechanism<Scalar = f64>> {
    model: M,
    /// Expected parts at one, two … intervals, each in s.
    interval: f64,
    expected: Vec<Parts>,
    observe: fn(&Sample<'_, M>) -> Parts,
    /// Steps an interval, by degree: few for high degrees, whose errors soon reach round-off.
    divisions: fn(usize) -> [u64; 3],
    /// Whether the set is stable here.
    stable: fn(&WeightSet) -> bool,
    sets: Vec<WeightSet>,
    visited: BTreeSet<String>,
    wrong: Vec<String>,
}

impl<M: Mechanism<Scalar = f64>> Problem<M> {
    /// The errors of the three parts, each the largest over the instants.
    fn errors<S: Stepper<M>>(&self, method: &S, division: u64) -> Result<[f64; 3], String> {
        let h = self.interval / division as f64;
        let steps = self.expected.len() as u64 * division;
        let mut errors = [0.0; 3];
        walk(&self.model, method, &initial(&self.model), h, steps, |n, sample| {
            if n > 0 && n % division == 0 {
                let expected = &self.expected[(n / division) as usize - 1];
                let found = (self.observe)(sample);
                for part in 0..3 {
                    errors[part] = linkwork::Real::max(errors[part], distance(&found[part], &expected[part]));
                }
            }
        })?;
        Ok(errors)
    }

    /// Measures the order of one set and notes its errors.
    fn visit<const DEGREE: usize>(&mut self, method: &ConditionallyExplicit<DEGREE>)
    where
        ConditionallyExplicit<DEGREE>: Stepper<M>,
    {
        let weights = method.weights();
        let Some(set) = self
            .sets
            .iter()
            .find(|set| set.weights.len() == weights.len() && distance(&set.weights, &weights) < 1e-9)
        else {
            self.wrong.push(format!("{} is not among the reference sets", method.name()));
            return;
        };
        self.visited.insert(set.name.clone());
        if !(self.stable)(set) {
            return;
        }
        let order = set.velocity_order();
        let claimed = Stepper::<M>::order(method) as usize;
        if claimed != order {
            self.wrong.push(format!("{} claims order {claimed}, has {order}", set.name));
        }
        let mut convergences = [Convergence::new(), Convergence::new(), Convergence::new()];
        let mut failures = Vec::new();
        for division in (self.divisions)(DEGREE) {
            match self.errors(method, division) {
                Ok(errors) => {
                    for (convergence, error) in convergences.iter_mut().zip(errors) {
                        convergence.record(self.interval / division as f64, error);
                    }
                }
                Err(error) => failures.push(error),
            }
        }
        for ((convergence, part), floor) in convergences.iter().zip(PARTS).zip(FLOORS) {
            let nothing = convergence.rows().iter().all(|row| row.1 == 0.0);
            if !(part == "λ" && nothing) {
                let what = format!("{}, {part}", set.name);
                failures.extend(convergence.require_order(&what, order as f64, floor).err());
            }
        }
        self.wrong.extend(failures);
    }

    /// All sets that run on constrained mechanisms.
    fn visit_all(&mut self)
    where
        ThirdDegree: Stepper<M>,
        FourthDegree: Stepper<M>,
        FifthDegree: Stepper<M>,
        SixthDegree: Stepper<M>,
        SeventhDegree: Stepper<M>,
    {
        for method in [
            ThirdDegree::central_differences(),
            ThirdDegree::stormer(),
            ThirdDegree::four_thirds(),
            ThirdDegree::two(),
        ] {
            self.visit(&method);
        }
        for method in [
            FourthDegree::gear4(),
            FourthDegree::three_fifths(),
            FourthDegree::three_quarters(),
            FourthDegree::three_halves(),
            FourthDegree::two(),
            FourthDegree::paper_quarter(),
            FourthDegree::paper_three_quarters(),
            FourthDegree::paper_five_quarters(),
            FourthDegree::with_weights([1.14, 47.0 / 60.0, 19.0 / 20.0]),
        ] {
            self.visit(&method);
        }
        for method in [
            FifthDegree::paper(),
            FifthDegree::all_ones(),
            FifthDegree::paper_top(),
            FifthDegree::gear5(),
            FifthDegree::a(),
            FifthDegree::b(),
            FifthDegree::c(),
            FifthDegree::d(),
            FifthDegree::e(),
            FifthDegree::f(),
        ] {
            self.visit(&method);
        }
        for method in [SixthDegree::gear6(), SixthDegree::a()] {
            self.visit(&method);
        }
        for method in [SeventhDegree::gear7(), SeventhDegree::a()] {
            self.visit(&method);
        }
    }

    /// Asserts that all sets of the reference file were seen, apart from those of `missing` degrees, and are right.
    fn finish(self, missing: usize) {
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
        assert_eq!(self.visited.len() + missing, self.sets.len(), "sets of the reference file");
    }
}

/// Steps an interval of the pendulum, whose frequency is about 2.7 rad/s.
fn pendulum_divisions(degree: usize) -> [u64; 3] {
    match degree {
        3..=5 => [200, 400, 800],
        6 => [100, 200, 400],
        _ => [80, 120, 160],
    }
}

/// (x, y, vx, vy) of A01 at 1, 2 and 3 s, mirrored: the mechanisms start at (1, 0).
fn swing() -> Vec<[f64; 4]> {
    let rows = benchmark("A01_simple_pendulum").unwrap();
    let at = |t: f64| {
        let row = rows.at(t, &["x", "y", "vx", "vy"]).unwrap();
        [-row[0], row[1], -row[2], row[3]]
    };
    vec![at(1.0), at(2.0), at(3.0)]
}

fn problem<M: Mechanism<Scalar = f64>>(
    model: M,
    expected: Vec<Parts>,
    observe: fn(&Sample<'_, M>) -> Parts,
    stable: fn(&WeightSet) -> bool,
) -> Problem<M> {
    Problem {
        model,
        interval: 1.0,
        expected,
        observe,
        divisions: pendulum_divisions,
        stable,
        sets: weight_sets().unwrap(),
        visited: BTreeSet::new(),
        wrong: Vec::new(),
    }
}

/// Sets that grow without constraints grow too slowly to show in three seconds.
#[test]
fn undamped() {
    let expected = swing().into_iter().map(|[x, y, vx, vy]| [vec![x, y], vec![vx, vy], vec![]]);
    let observe = |s: &Sample<'_, PendulumModel>| {
        let (sine, cosine) = s.q[0].sin_cos();
        [vec![cosine, sine], vec![-sine * s.v[0], cosine * s.v[0]], vec![]]
    };
    let model = Pendulum::default().build().unwrap();
    let mut problem = problem(model, expected.collect(), observe, |_| true);
    problem.visit_all();
    problem.visit(&EighthDegree::three_tenths());
    problem.finish(0);
}

/// x'' + c x' + x = sin wt: x = e^(−ct/2)(P cos νt + Q sin νt) + A sin wt + B cos wt.
fn damped_motion(c: f64, t: f64) -> Parts {
    let w: f64 = 0.01;
    let gap = 1.0 - w * w;
    let a = gap / (gap * gap + c * c * w * w);
    let b = -c * w * a / gap;
    let nu = (1.0 - c * c / 4.0).sqrt();
    let p = -b;
    let q = (1.0 - a * w + c / 2.0 * p) / nu;
    let decay = (-c / 2.0 * t).exp();
    let (s, k) = (nu * t).sin_cos();
    let (sw, kw) = (w * t).sin_cos();
    let free = p * k + q * s;
    let x = decay * free + a * sw + b * kw;
    let v = decay * (nu * (q * k - p * s) - c / 2.0 * free) + w * (a * kw - b * sw);
    [vec![x], vec![v], vec![]]
}

/// Damping makes the method implicit in the velocity. The sets with parasitic roots on the unit circle
/// are unstable with it.
#[test]
fn damped() {
    const DAMPING: f64 = 0.4;
    let model = Oscillator { damping: DAMPING }.build().unwrap();
    let expected = [1.0, 2.0, 3.0].map(|t| damped_motion(DAMPING, t)).to_vec();
    let observe = |s: &Sample<'_, OscillatorModel>| [vec![s.q[0]], vec![s.v[0]], vec![]];
    let mut problem = Problem {
        divisions: |degree| match degree {
            3..=5 => [80, 160, 320],
            6 => [80, 120, 160],
            _ => [20, 30, 40],
        },
        ..problem(model, expected, observe, |_| true)
    };
    problem.visit_all();
    problem.visit(&EighthDegree::three_tenths());
    problem.finish(0);
}

/// Constrained directions obey σ, whose roots must be inside the unit circle. Degree 8 has no set for them.
fn suits_constraints(set: &WeightSet) -> bool {
    set.max_sigma_root < 1.0 - 1e-9
}

/// M a + 2 (x, y) λ = (0, −g) with (x, y)·a = −v²: λ = (v² − g y)/(2 L²).
fn half_tension([_, y, vx, vy]: &[f64; 4]) -> f64 {
    (vx * vx + vy * vy - GRAVITY * y) / 2.0
}

#[test]
fn holonomic() {
    let expected = swing();
    let expected = expected.iter().map(|row| {
        let [x, y, vx, vy] = *row;
        [vec![x, y], vec![vx, vy], vec![half_tension(row)]]
    });
    let observe = |s: &Sample<'_, CartesianPendulumModel>| {
        [vec![s.q[0], s.q[1]], vec![s.v[0], s.v[1]], vec![s.lambda[0]]]
    };
    let model = CartesianPendulum::default().build().unwrap();
    let mut problem = problem(model, expected.collect(), observe, suits_constraints);
    problem.visit_all();
    problem.finish(1);
}

/// The mass matrix is singular; the multipliers are the force on the pin, 2 λ (x, y) of [`half_tension`].
#[test]
fn holonomic_with_a_massless_coordinate() {
    let expected = swing();
    let expected = expected.iter().map(|row| {
        let [x, y, vx, vy] = *row;
        let tension = 2.0 * half_tension(row);
        [vec![x, y], vec![vx, vy], vec![tension * x, tension * y]]
    });
    let observe = |s: &Sample<'_, RigidPendulumModel>| {
        [vec![s.q[0], s.q[1]], vec![s.v[0], s.v[1]], vec![s.lambda[0], s.lambda[1]]]
    };
    let model = RigidPendulum::default().build().unwrap();
    let mut problem = problem(model, expected.collect(), observe, suits_constraints);
    problem.visit_all();
    problem.finish(1);
}
