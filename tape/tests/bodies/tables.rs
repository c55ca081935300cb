//! Linear systems by tables against the same systems as straight-line code, with the same order of elimination and other routines.

use crate::evaluations::scattered;
use crate::loops::{close, moved};
use linkwork::prelude::*;
use linkwork::{Blocks, Fallback, Solve, Weights};
use linkwork_compiler::{Loops, Options, Program, compile};
use linkwork_tape::{Tape, TapeParameters};
use nalgebra::DVector;
use std::str::FromStr;

/// Of solutions, relative to the largest: rounding, times the condition of these matrices.
const SOLVED: f64 = 1e-9;
/// Of coordinates after some steps: the same.
const MOVED: f64 = 1e-9;

fn programs(text: &str, options: &Options) -> Vec<Program> {
    compile(FromStr::from_str(text).expect("tokens"), options).programs
}

fn is_tabled(program: &Program) -> bool {
    program.bordered.table.is_some()
}

/// The solutions of both systems at the start, for one right-hand side.
fn solutions(m: &Tape) -> [(Vec<f64>, Fallback); 2] {
    let sizes = m.sizes();
    let (q, v, y) = m.initial();
    let reactions = (&scattered(sizes.holonomic, 0.3, 1.0), &scattered(sizes.nonholonomic, 0.4, 1.0));
    let mut at = m.position_cache();
    m.place(&m.now(0.0), &q, &mut at);
    let (mut moving, mut stiffness) = (m.velocity_cache(), m.stiffness_cache());
    m.moving(&at, &v, &y, reactions, &mut moving);
    m.stiffness(&at, &v, &y, &scattered(sizes.velocities, 0.5, 1.0), reactions, &mut stiffness);
    let right = || [(sizes.velocities, 0.1), (sizes.holonomic, 0.2), (sizes.nonholonomic, 0.6)];
    let parts = || right().map(|(count, seed)| scattered(count, seed, 1.0));
    let all = |[a, l, p]: [DVector<f64>; 3]| [a.as_slice(), l.as_slice(), p.as_slice()].concat();
    let mut saddle = m.saddle_factors();
    m.factor_saddle(&at, &at, &at, &moving, &mut saddle);
    let [mut a, mut l, mut p] = parts();
    let fallback = m.solve_saddle(&saddle, &mut a, &mut l, &mut p).expect("the saddle matrix is regular");
    let first = (all([a, l, p]), fallback);
    let mut factors = m.factors();
    let weights = Weights {
        mass: 1.0,
        damping: 0.01,
        stiffness: 1e-4,
        identity: 0.0,
        constraint_position: 0.01,
        constraint_velocity: 1.0,
    };
    let blocks = Blocks { mass: &at, columns: &at, rows: &at, moving: &moving, stiffness: Some(&stiffness) };
    m.factor(weights, blocks, &mut factors);
    let [mut a, mut l, mut p] = parts();
    let fallback = m.solve(&factors, &mut a, &mut l, &mut p).expect("the bordered matrix is regular");
    [first, (all([a, l, p]), fallback)]
}

/// The models of the library whose constraints are independent, in all of their coordinates.
#[test]
fn tables_agree_with_straight_line_code() {
    let mut compared = 0;
    for entry in linkwork_models::registry() {
        let tabled = programs(entry.source, &Options { loops: Loops::Tables, ..Options::default() });
        let straight = programs(entry.source, &Options::default());
        for (tabled, straight) in tabled.into_iter().zip(straight).filter(|(tabled, _)| is_tabled(tabled)) {
            assert!(!is_tabled(&straight), "{}: straight-line code unless loops are asked for", entry.name);
            let built = |program| TapeParameters::new(program).build().ok();
            let (Some(tabled), Some(straight)) = (built(tabled), built(straight)) else { continue };
            let pairs = solutions(&tabled).into_iter().zip(solutions(&straight));
            for ((what, tolerance), ((found, one), (wanted, other))) in
                [("saddle", SOLVED), ("bordered", SOLVED)].into_iter().zip(pairs)
            {
                assert_eq!(one, other, "{}, {what}", entry.name);
                close(&format!("{}, {what}", entry.name), &found, &wanted, tolerance);
            }
            if entry.name != "jay" {
                let after = |m| moved(m, &FifthDegree::default(), (1e-4, 20)).0;
                close(entry.name, &after(&tabled), &after(&straight), MOVED);
            }
            compared += 1;
        }
    }
    assert!(compared >= 15, "{compared}");
}

/// A row of parallelograms: all cranks have the same angle, whatever their number, as a rod of the mass of a crank and a coupler each. With
/// J = m/3 for a crank about its pivot, the couplers' n m, (n + 1) m/3 θ̈ + n m θ̈ = ((n + 1)/2 + n) m g sin θ for θ from the upright.
#[test]
fn a_long_row_of_four_bars_moves_as_one_rod() {
    let n = 60_usize;
    let text = linkwork_models::find("four_bars").expect("a model of the library").source;
    let constants = vec![("n".to_owned(), n.to_string())];
    let options = Options { constants, loops: Loops::Tables, ..Options::default() };
    let program = programs(text, &options).swap_remove(0);
    assert!(is_tabled(&program));
    let m = TapeParameters::new(program).build().expect("it builds");
    let (step, steps) = (1e-3, 400);
    let (q, _) = moved(&m, &FifthDegree::default(), (step, steps));
    let count = n as f64;
    let (inertia, load) = ((count + 1.0) / 3.0 + count, ((count + 1.0) / 2.0 + count) * 9.81);
    // Runge and Kutta's fourth order for the one angle.
    let rate = |[angle, speed]: [f64; 2]| [speed, load / inertia * angle.sin()];
    let along = |x: [f64; 2], h: f64, k: [f64; 2]| [x[0] + h * k[0], x[1] + h * k[1]];
    let mut x = [0.0, -1.0];
    for _ in 0..steps {
        let first = rate(x);
        let second = rate(along(x, step / 2.0, first));
        let third = rate(along(x, step / 2.0, second));
        let fourth = rate(along(x, step, third));
        for i in 0..2 {
            x[i] += step / 6.0 * (first[i] + 2.0 * second[i] + 2.0 * third[i] + fourth[i]);
        }
    }
    for pivot in [0, n / 2, n] {
        let name = format!("pivot[{pivot}].angle");
        let place = m.names().coordinates.iter().position(|named| named.name == name).expect("a pivot");
        assert!((q[place] - x[0]).abs() < 1e-8, "{name}: {} instead of {}", q[place], x[0]);
    }
}
