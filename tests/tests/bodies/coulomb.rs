//! A mass on a spring with Coulomb friction: the law that is regularised below some velocity converges to Coulomb's
//! as that velocity tends to zero, in which every half swing is smaller by 2μmg/k and the last one ends at rest.

use linkwork::prelude::*;
use linkwork_compiler::Options;
use linkwork_compiler::build::compile_text;
use linkwork_papers::convergence::Convergence;
use linkwork_papers::reference::turning_points;
use linkwork_tape::{Tape, TapeParameters};

/// Velocities below which the law is regularised, in m/s; swings reach 1 m/s.
const SLOW: [f64; 3] = [1e-3, 1e-4, 1e-5];
/// The order in them: one.
const ORDERS: (f64, f64) = (0.9, 1.1);
/// Error of x, in m, at the smallest of them (8.5e-7 is what the regularised law leaves).
const BEST: f64 = 1e-6;
/// Error of the time of a turn, in s, at the smallest of them (9.4e-6).
const BEST_TIME: f64 = 1e-5;
/// After the last turn, in s.
const END: f64 = 2.0;

/// Turning points (t, x) of the mechanism and its position at [`END`].
fn swings(slow: f64) -> (Vec<(f64, f64)>, f64) {
    let text = format!(
        "mechanism Block in plane {{
            gravity = [0, -9.81] [m/s^2];
            body block {{ mass: 1 [kg] }}
            joint guide = prismatic(ground, block, axis: [1, 0]);
            force pull = spring(ground at [-1, 0] [m], block, stiffness: 100 [N/m], length: 1 [m]);
            force drag = friction(guide, coefficient: 0.1, velocity: {slow:?} [m/s]);
            output x = guide.displacement;
            output rate = der(guide.displacement);
            initial {{ guide.displacement: 0.1 [m] }}
        }}"
    );
    let compiled = compile_text("coulomb", &text, &Options::default(), false);
    let program = compiled.unwrap_or_else(|mistakes| panic!("{mistakes}")).programs.remove(0);
    let block: Tape = TapeParameters::new(program).build().unwrap();
    let run = block.simulate().method(DormandPrince5::projected()).tolerance(1e-11, 1e-11);
    let solution = run.record_at(Event::of("rate")).until(END).run().unwrap();
    let x = |q: &<Tape as Space>::Configuration| q.as_slice()[0];
    let turns = solution.events().iter().map(|event| (event.state.t, x(&event.state.q)));
    (turns.filter(|turn| turn.0 > 0.0).collect(), x(&solution.last().q))
}

#[test]
fn it_turns_and_sticks_by_coulombs_law() {
    let expected = turning_points().unwrap();
    let (mut positions, mut times) = (Convergence::new(), Convergence::new());
    for slow in SLOW {
        let (turns, end) = swings(slow);
        assert_eq!(turns.len(), expected.len(), "{slow:e}: {turns:?}");
        let apart = |of: fn(&(f64, f64)) -> f64| {
            turns.iter().zip(&expected).map(|(a, b)| (of(a) - of(b)).abs()).fold(0.0, linkwork::Real::max)
        };
        let stuck = expected[expected.len() - 1].1;
        positions.record(slow, apart(|turn| turn.1).max((end - stuck).abs()));
        times.record(slow, apart(|turn| turn.0));
    }
    for (errors, best) in [(positions, BEST), (times, BEST_TIME)] {
        let order = errors.order(0.0).expect("errors at three velocities");
        assert!(order >= ORDERS.0 && order <= ORDERS.1, "order {order}: {errors:?}");
        assert!(errors.best() <= best, "{errors:?}");
    }
}
