//! The constant-velocity joint against the law of its shafts.

use super::super::*;
use super::cases::{Case, parameters};
use super::numbers::{Random, cross, product};
use super::samples::draw_axes;

/// Angles at which half the bend has a cosine above 0.5, so that the equations are far from dependent.
fn two_bends(random: &mut Random, case: &mut Case) -> Vec<f64> {
    draw_axes(random, case);
    vec![random.within(-1.4, 1.4), random.within(-1.4, 1.4)]
}

/// For the tests of all joints.
pub fn cases() -> Vec<Case> {
    let of_numbers = |g: &mut Graph| {
        let axes = [[0, 1, 0], [0, 0, 1], [1, 0, 0]].map(|axis| axis.map(|x| g.integer(x)));
        ConstantVelocity { axes }.into()
    };
    let of_parameters = |g: &mut Graph| ConstantVelocity { axes: [0, 3, 6].map(|k| parameters(g, k)) }.into();
    let new = |make| Case::new("constant_velocity", false, 9, make, two_bends);
    vec![new(of_numbers), new(of_parameters)]
}

/// Angles up to 172° each, read back with a cosine of half the bend above 0.005: two digits less than elsewhere.
const FOLDED: f64 = 1e-10;

#[test]
fn it_bends_the_shortest_way() {
    let mut random = Random(11);
    for mut case in cases() {
        for _ in 0..50 {
            draw_axes(&mut random, &mut case);
            let angles = [random.within(-3.0, 3.0), random.within(-3.0, 3.0)];
            let (first, second) = case.at(&mut random, &angles);
            let read = case.coordinates(&first, &second);
            for (read, given) in read.iter().zip(angles) {
                assert!((read - given).abs() < FOLDED, "{read} is not {given}");
            }
            // Q = R₁ᵀ R₂ against the rotation that takes the shaft a to b by the shortest way:
            // 1 + W + W²/(1 + a·b), W x = (a × b) × x.
            let back = core::array::from_fn(|i| core::array::from_fn(|j| first.rotation[j][i]));
            let q = product(&back, &second.rotation);
            let a = case.shaft();
            let b: [f64; 3] = core::array::from_fn(|i| (0..3).map(|j| q[i][j] * a[j]).sum());
            let w = cross(&a, &b);
            let skew = [[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]];
            let square = product(&skew, &skew);
            let cosine: f64 = (0..3).map(|i| a[i] * b[i]).sum();
            for i in 0..3 {
                for j in 0..3 {
                    let one = if i == j { 1.0 } else { 0.0 };
                    let expected = one + skew[i][j] + square[i][j] / (1.0 + cosine);
                    assert!((q[i][j] - expected).abs() < FOLDED, "{angles:?}: {i} {j}");
                }
            }
        }
    }
}

impl Case {
    /// The shaft in the axes of `first`.
    fn shaft(&self) -> [f64; 3] {
        let JointKind::ConstantVelocity(ConstantVelocity { axes }) = &self.kind else { unreachable!() };
        let a = self.values(&self.graph, &axes[2], &[]);
        [a[0], a[1], a[2]]
    }
}
