//! A coordinate that a constraint fixes, coupled to another one by the mass matrix: the motion is that of the mechanism
//! without the coordinate, of the full order, and its multiplier is the reaction.

use super::{assert_order, distance, run};
use linkwork::prelude::*;
use linkwork::runge_kutta::RungeKutta4;
use linkwork::solution::State;
use linkwork::symplectic::{Beeman, Leapfrog, Rattle, SymplecticEuler, VelocityVerlet, Yoshida4};

linkwork::mechanism! {
    /// Two rods in a row that stretch, with the mass of each spread over it: M = mass/6 [2 1; 1 2] for each. Springs along
    /// the rods, the second one stiffer the longer it is, and the end of the first rod held.
    mechanism Held {
        param mass = 3 [kg];
        param stiffness = 40 [N/m];
        param place = 0.1 [m];
        coordinate root [m];
        coordinate middle [m];
        coordinate tip [m];
        kinetic = mass / 6 * (der(root)^2 + der(root) * der(middle) + der(middle)^2);
        kinetic = mass / 6 * (der(middle)^2 + der(middle) * der(tip) + der(tip)^2);
        potential = stiffness / 2 * (root^2 + (middle - root)^2 + (tip - middle)^2 + 5 [1/m^2] * (tip - middle)^4);
        constraint clamp: middle = place;
        initial { root: 0.3 [m], tip: -0.2 [m], der(tip): 1 [m/s] }
    }
}

linkwork::mechanism! {
    /// The same without the held coordinate.
    mechanism Reduced {
        param mass = 3 [kg];
        param stiffness = 40 [N/m];
        param place = 0.1 [m];
        coordinate root [m];
        coordinate tip [m];
        kinetic = mass / 6 * (der(root)^2 + der(tip)^2);
        potential = stiffness / 2 * (root^2 + (place - root)^2 + (tip - place)^2 + 5 [1/m^2] * (tip - place)^4);
        initial { root: 0.3 [m], tip: -0.2 [m], der(tip): 1 [m/s] }
    }
}

linkwork::mechanism! {
    /// Moved instead of held.
    mechanism Moved {
        param mass = 3 [kg];
        param stiffness = 40 [N/m];
        coordinate root [m];
        coordinate middle [m];
        coordinate tip [m];
        kinetic = mass / 6 * (der(root)^2 + der(root) * der(middle) + der(middle)^2);
        kinetic = mass / 6 * (der(middle)^2 + der(middle) * der(tip) + der(tip)^2);
        potential = stiffness / 2 * (root^2 + (middle - root)^2 + (tip - middle)^2 + 5 [1/m^2] * (tip - middle)^4);
        constraint drive: middle = 0.1 [m] * cos(3 [rad/s] * time);
        initial { root: 0.3 [m], tip: -0.2 [m], der(tip): 1 [m/s] }
    }
}

linkwork::mechanism! {
    /// The same without the moved coordinate, whose velocity is a function of time in the kinetic energy.
    mechanism MovedReduced {
        param mass = 3 [kg];
        param stiffness = 40 [N/m];
        coordinate root [m];
        coordinate tip [m];
        let middle = 0.1 [m] * cos(3 [rad/s] * time);
        let rate = -0.3 [m/s] * sin(3 [rad/s] * time);
        kinetic = mass / 6 * (der(root)^2 + der(root) * rate + rate^2);
        kinetic = mass / 6 * (rate^2 + rate * der(tip) + der(tip)^2);
        potential = stiffness / 2 * (root^2 + (middle - root)^2 + (tip - middle)^2 + 5 [1/m^2] * (tip - middle)^4);
        initial { root: 0.3 [m], tip: -0.2 [m], der(tip): 1 [m/s] }
    }
}

/// Differences of two orders of the same arithmetic after some hundred steps; values are of order one.
const ROUNDING: f64 = 1e-13;
const END: f64 = 2.0;

/// Where the held coordinate is among the three, and the others.
const HELD: usize = 1;
const FREE: [usize; 2] = [0, 2];

#[test]
fn a_held_coordinate_stays_to_the_bit_and_the_rest_moves_as_without_it() {
    let held = Held::default().build().unwrap();
    let reduced = Reduced::default().build().unwrap();
    let with = run(&held, RungeKutta4::index1(), END, 400);
    let without = run(&reduced, RungeKutta4::default(), END, 400);
    let (a, b) = (with.last(), without.last());
    assert_eq!((a.q[HELD], a.v[HELD], a.a[HELD]), (0.1, 0.0, 0.0), "no drift at all");
    for (k, i) in FREE.into_iter().enumerate() {
        assert!((a.q[i] - b.q[k]).abs() < ROUNDING && (a.v[i] - b.v[k]).abs() < ROUNDING, "{a:?} {b:?}");
    }
    assert!(without.last().q[0].abs() > 1e-3, "it moves");
}

/// A symplectic method keeps a held coordinate to the bit, and the others move as by the same method without it.
fn assert_as_without<S: Stepper<HeldModel<f64>> + Stepper<ReducedModel<f64>> + Copy>(method: S) {
    let name = Stepper::<HeldModel<f64>>::name(&method);
    let held = Held::default().build().unwrap();
    let reduced = Reduced::default().build().unwrap();
    let with = held.simulate().method(method).step(END / 400.0).until(END).run().unwrap();
    let without = run(&reduced, method, END, 400);
    for state in with.samples() {
        let place = (state.q[HELD], state.v[HELD], state.a[HELD]);
        assert_eq!(place, (0.1, 0.0, 0.0), "{name} at {} s: no drift at all", state.t);
        assert!((state.lambda[0] - reaction(state)).abs() < ROUNDING * 1e2, "{name} at {} s", state.t);
    }
    assert_near(&name, with.last(), without.last());
    assert_eq!(with.constraint_drift(), 0.0, "{name}");
}

fn assert_near(name: &str, a: &State<HeldModel<f64>>, b: &State<ReducedModel<f64>>) {
    for (k, i) in FREE.into_iter().enumerate() {
        let (q, v) = ((a.q[i] - b.q[k]).abs(), (a.v[i] - b.v[k]).abs());
        assert!(q < ROUNDING && v < ROUNDING, "{name}: {a:?} {b:?}");
    }
}

#[test]
fn symplectic_methods_move_the_rest_as_without_the_held_coordinate() {
    assert_as_without(VelocityVerlet::default());
    assert_as_without(SymplecticEuler::default());
    assert_as_without(Leapfrog::default());
    assert_as_without(Beeman);
    assert_as_without(Yoshida4::default());
}

/// Both of RATTLE's solves hold v_c = 0; velocity Verlet makes one of them.
#[test]
fn velocity_verlet_with_a_held_coordinate_is_rattle() {
    let held = Held::default().build().unwrap();
    let by_rattle = run(&held, Rattle, END, 400);
    let by_verlet = run(&held, VelocityVerlet::default(), END, 400);
    assert!(distance(&by_rattle, &by_verlet) < ROUNDING, "{:e}", distance(&by_rattle, &by_verlet));
    assert!((by_rattle.last().lambda[0] - by_verlet.last().lambda[0]).abs() < ROUNDING * 1e2);
    let (solves, half) = (by_rattle.report().iterations, by_verlet.report().iterations);
    assert!(half <= 401 && solves >= 2 * 400, "{solves} solves by RATTLE, {half} by velocity Verlet");
}

/// λ = f_c − M_cr a_r − M_ct a_t: springs on both sides, and the inertia that the mass matrix couples.
fn reaction(s: &State<HeldModel<f64>>) -> f64 {
    let (mass, stiffness) = (3.0, 40.0);
    let (left, right) = (s.q[HELD] - s.q[0], s.q[2] - s.q[HELD]);
    let springs = stiffness * (right + 10.0 * right.powi(3) - left);
    // Accelerations from the reduced equations, M_ff diagonal with mass/3.
    let of_root = 3.0 / mass * stiffness * (left - s.q[0]);
    let of_tip = -3.0 / mass * stiffness * (right + 10.0 * right.powi(3));
    springs - mass / 6.0 * (of_root + of_tip)
}

#[test]
fn the_multiplier_is_the_reaction() {
    let held = Held::default().build().unwrap();
    let solution = held.simulate().method(RungeKutta4::index1()).step(5e-3).until(END).run().unwrap();
    let mut largest = 0.0_f64;
    for s in solution.samples() {
        let reaction = reaction(s);
        largest = linkwork::Real::max(largest, reaction.abs());
        assert!((s.lambda[0] - reaction).abs() < ROUNDING * 1e2, "{} is not {reaction}", s.lambda[0]);
    }
    assert!(largest > 10.0, "there is one: {largest}");
}

#[test]
fn the_order_is_that_of_the_method() {
    let held = Held::default().build().unwrap();
    let moved = Moved::default().build().unwrap();
    fn order<M: Mechanism<Scalar = f64>>(m: &M, method: impl Stepper<M> + Copy) -> f64 {
        let truth = run(m, DormandPrince8::projected(), END, 4000);
        let error = |steps| distance(&run(m, method, END, steps), &truth);
        (error(200) / error(400)).log2()
    }
    assert_order(order(&held, RungeKutta4::index1()), 4.0);
    assert_order(order(&moved, RungeKutta4::index1()), 4.0);
    assert_order(order(&held, VelocityVerlet::default()), 2.0);
    assert_order(order(&held, Yoshida4::default()), 4.0);
}

/// A drive: the prescribed acceleration acts on the others through M_fc, and the multiplier is the driving force.
#[test]
fn a_moved_coordinate_drives_the_rest() {
    let moved = Moved::default().build().unwrap();
    let reduced = MovedReduced::default().build().unwrap();
    // Exact where the truncation of the moved coordinate's own quadrature is below rounding.
    let with = run(&moved, DormandPrince8::index1(), END, 2000);
    let without = run(&reduced, DormandPrince8::default(), END, 2000);
    let (a, b) = (with.last(), without.last());
    assert!((a.q[HELD] - 0.1 * (3.0 * END).cos()).abs() < ROUNDING);
    for (k, i) in FREE.into_iter().enumerate() {
        assert!((a.q[i] - b.q[k]).abs() < ROUNDING && (a.v[i] - b.v[k]).abs() < ROUNDING, "{a:?} {b:?}");
    }
    // Projection has nothing to correct but this quadrature.
    let projected = run(&moved, RungeKutta4::projected(), END, 100);
    assert!(projected.constraint_drift() < 1e-15, "{:e}", projected.constraint_drift());
}
