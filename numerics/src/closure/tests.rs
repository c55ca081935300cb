//! A planar four-bar in the angles of its links against its closed form, equations without solution, turned joints.

use super::{
    Closure, Effort, GivenVelocities, Guard, Layout, Open, Positions, Rows, Velocities, close_velocities,
    search,
};
use alloc::vec;

/// Crank, coupler, ground; the rocker closes the loop by the distance of its ends: one equation in the angle of the
/// crank and two of the others, relative to the link before.
struct FourBar {
    lengths: [f64; 4],
}

impl FourBar {
    /// Equations (a cos α + b cos(α+β) + c cos(α+β+γ) − d, …) with derivatives.
    fn loops(&self, q: &[f64]) -> Rows {
        let [a, b, c, d] = self.lengths;
        let angles = [q[0], q[0] + q[1], q[0] + q[1] + q[2]];
        let (mut x, mut y) = (-d, 0.0);
        let mut jacobian = vec![0.0; 6];
        for (k, (length, angle)) in [a, b, c].into_iter().zip(angles).enumerate() {
            x += length * angle.cos();
            y += length * angle.sin();
            for j in 0..=k {
                jacobian[j] -= length * angle.sin();
                jacobian[3 + j] += length * angle.cos();
            }
        }
        Rows::dense(vec![x, y], &jacobian, 3)
    }
}

fn chords(q: &[f64]) -> Rows {
    let mut rows = Rows::default();
    for (j, q) in q.iter().enumerate() {
        rows.values.extend([q.cos() - 1.0, q.sin()]);
        for slope in [-q.sin(), q.cos()] {
            rows.jacobian.push(vec![(j, slope)]);
        }
    }
    rows
}

fn add(q: &mut [f64], by: &[f64]) {
    q.iter_mut().zip(by).for_each(|(q, by)| *q += by);
}

impl Positions for FourBar {
    fn equations(&mut self, q: &[f64]) -> Rows {
        self.loops(q)
    }
    fn deviations(&mut self, q: &[f64]) -> Rows {
        chords(q)
    }
    fn displace(&mut self, q: &mut [f64], by: &[f64]) {
        add(q, by);
    }
}

fn layout(columns: usize, given: &[bool], constraints: usize) -> Layout {
    Layout {
        columns,
        turns: vec![true; columns],
        length: 1.0,
        given: given.to_vec(),
        constraints,
        ..Layout::default()
    }
}

/// Both closures of the four-bar at a crank angle: cosine theorem at the ends of coupler and rocker.
fn closed_form([a, b, c, d]: [f64; 4], crank: f64) -> Option<[[f64; 3]; 2]> {
    let (x, y) = (d - a * crank.cos(), -a * crank.sin());
    let (r, phi) = (x.hypot(y), y.atan2(x));
    let cosine = (b * b + r * r - c * c) / (2.0 * b * r);
    if cosine.abs() > 1.0 {
        return None;
    }
    Some([1.0, -1.0].map(|side| {
        let coupler = phi + side * cosine.acos();
        let rocker = (y - b * coupler.sin()).atan2(x - b * coupler.cos());
        [crank, coupler - crank, rocker - coupler]
    }))
}

/// Links of a crank–rocker; every 10° of the crank both closures are known, and the nearer one is taken, unwound.
#[test]
fn the_nearest_closure_of_a_four_bar_at_every_crank_angle() {
    let lengths = [0.3, 1.0, 0.8, 0.9];
    for degrees in (0..360).step_by(10) {
        let crank = f64::from(degrees).to_radians();
        let guess = [crank, 0.0, 0.0];
        let layout = layout(3, &[true, false, false], 2);
        let found =
            search(&mut FourBar { lengths }, &layout, (&guess, &[0.0; 3]), &[], Effort::Thorough).unwrap();
        let expected = closed_form(lengths, crank).unwrap();
        let distance = |q: &[f64; 3]| chords(q).values.iter().map(|d| d * d).sum::<f64>().sqrt();
        let nearest = expected.iter().map(distance).fold(f64::INFINITY, f64::min);
        let Closure { position, distance, .. } = &found.found[0];
        assert!((distance - nearest).abs() < 1e-9, "{degrees}°: {distance} instead of {nearest}");
        assert_eq!(found.found.len(), 2, "{degrees}°");
        assert!(position[1..].iter().all(|q| q.abs() <= std::f64::consts::PI), "{degrees}°: {position:?}");
    }
}

/// Nothing given: the open freedom is where the norm is smallest, found by brute force over the crank.
#[test]
fn free_coordinates_are_nearest_to_the_reference() {
    let lengths = [0.3, 1.0, 0.8, 0.9];
    let found = search(
        &mut FourBar { lengths },
        &layout(3, &[false; 3], 2),
        (&[0.0; 3], &[0.0; 3]),
        &[],
        Effort::Thorough,
    )
    .unwrap();
    let square = |crank: f64| -> f64 {
        let both = closed_form(lengths, crank).unwrap();
        both.iter().map(|q| chords(q).values.iter().map(|d| d * d).sum::<f64>()).fold(f64::INFINITY, f64::min)
    };
    let coarse = (0..3600).map(|k| f64::from(k) * 0.1_f64.to_radians());
    let best = coarse.map(square).fold(f64::INFINITY, f64::min);
    let distance = found.found[0].distance;
    // The grid misses the minimum by a second order of its width.
    assert!(
        distance * distance <= best + 1e-12 && distance * distance > best - 1e-5,
        "{distance}² of {best}"
    );
}

/// An equation that has no solution, whichever way the angle is wound.
struct Never;

impl Positions for Never {
    fn equations(&mut self, q: &[f64]) -> Rows {
        Rows::dense(vec![3.0 + 2.0 * q[0].sin()], &[2.0 * q[0].cos()], 1)
    }
    fn deviations(&mut self, q: &[f64]) -> Rows {
        chords(q)
    }
    fn displace(&mut self, q: &mut [f64], by: &[f64]) {
        add(q, by);
    }
}

#[test]
fn loops_that_cannot_close_are_not_closed() {
    for turns in [vec![true], vec![false]] {
        let layout = Layout { turns, ..layout(1, &[false], 1) };
        let open = search(&mut Never, &layout, (&[0.0], &[0.0]), &[], Effort::Thorough).unwrap_err();
        let Open::Apart(gaps) = open else { panic!("{open:?}") };
        assert!((gaps[0].value - 1.0).abs() < 1e-6, "{gaps:?}");
    }
}

/// sin θ = 0 with cos θ > 0, from beyond a right angle.
struct Parallel {
    /// Whether the turned-over solution is all that there is.
    stuck: bool,
}

impl Positions for Parallel {
    fn equations(&mut self, q: &[f64]) -> Rows {
        let wanted = if self.stuck { q[0] - 3.0 } else { 0.0 };
        let mut rows = Rows::dense(vec![q[0].sin()], &[q[0].cos()], 1);
        if self.stuck {
            rows = rows.then(&Rows::dense(vec![wanted - 0.14159265358979312], &[1.0], 1));
        }
        rows
    }
    fn deviations(&mut self, q: &[f64]) -> Rows {
        chords(q)
    }
    fn cosines(&mut self, q: &[f64]) -> Rows {
        Rows::dense(vec![q[0].cos()], &[-q[0].sin()], 1)
    }
    fn displace(&mut self, q: &mut [f64], by: &[f64]) {
        add(q, by);
    }
}

#[test]
fn joints_are_not_turned_over() {
    for start in [2.0, 2.8, 3.1, -2.5] {
        let guards = vec![Guard { row: 0, cosine: 0 }];
        let layout = Layout { guards, ..layout(1, &[false], 1) };
        let found =
            search(&mut Parallel { stuck: false }, &layout, (&[start], &[0.0]), &[], Effort::Known).unwrap();
        assert!(found.found[0].position[0].abs() < 1e-9, "{start}: {:?}", found.found[0]);
        let layout = Layout { constraints: 2, ..layout };
        let open = search(&mut Parallel { stuck: true }, &layout, (&[start], &[0.0]), &[], Effort::Thorough);
        assert!(open.is_err(), "{start}");
    }
}

/// A given angle that was typed with one decimal, and an equation that requires more.
#[test]
fn typed_decimals_move_within_half_a_unit() {
    struct Driven;
    impl Positions for Driven {
        fn equations(&mut self, q: &[f64]) -> Rows {
            Rows::dense(vec![q[0] - 93.12098], &[1.0], 1)
        }
        fn deviations(&mut self, q: &[f64]) -> Rows {
            chords(q)
        }
        fn displace(&mut self, q: &mut [f64], by: &[f64]) {
            add(q, by);
        }
    }
    for (tolerance, closes) in [(0.05, true), (0.005, false)] {
        let layout = Layout { tolerances: vec![tolerance], turns: vec![false], ..layout(1, &[true], 1) };
        let found = search(&mut Driven, &layout, (&[93.1], &[0.0]), &[], Effort::Thorough);
        assert_eq!(found.is_ok(), closes);
        if let Ok(found) = found {
            assert!(found.rounded && (found.found[0].position[0] - 93.12098).abs() < 1e-9);
        } else {
            assert!(matches!(found, Err(Open::Given(_))), "{found:?}");
        }
    }
}

#[test]
fn free_velocities_are_nearest_to_rest() {
    struct Sum;
    impl Velocities for Sum {
        fn equations(&mut self, v: &[f64]) -> Rows {
            Rows::dense(vec![v[0] + v[1] + v[2] - 6.0], &[1.0; 3], 3)
        }
        fn deviations(&mut self, v: &[f64]) -> Rows {
            // |v₀|² + |v₁|² + (v₂ − v₁)²
            Rows::dense(vec![v[0], v[1], v[2] - v[1]], &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -1.0, 1.0], 3)
        }
    }
    // Stationary with μ: v₀ = μ, v₁ = 2μ, v₂ = 3μ.
    let v = close_velocities(&mut Sum, &[0.0; 3], GivenVelocities::default()).unwrap().velocity;
    for (found, exact) in v.iter().zip([1.0, 2.0, 3.0]) {
        assert!((found - exact).abs() < 1e-12, "{v:?}");
    }
}

/// Rates that were typed with decimals, given as entries or as conditions: they move within half a unit of the last.
#[test]
fn typed_rates_move_within_half_a_unit() {
    /// v₀ = 2.1003 follows from a constraint; v₀ = 2.10 is given as a condition.
    struct Driven {
        condition: bool,
    }
    impl Velocities for Driven {
        fn equations(&mut self, v: &[f64]) -> Rows {
            let constraint = Rows::dense(vec![v[0] - 2.1003], &[1.0], 1);
            let condition = Rows::dense(vec![v[0] - 2.1], &[1.0], 1);
            if self.condition { constraint.then(&condition) } else { constraint }
        }
        fn deviations(&mut self, _: &[f64]) -> Rows {
            Rows::default()
        }
    }
    for (allowed, closes) in [(0.005, true), (0.0001, false)] {
        let entry =
            GivenVelocities { entries: &[true], tolerances: &[allowed], ..GivenVelocities::default() };
        let condition =
            GivenVelocities { conditions: 1, condition_tolerances: &[allowed], ..GivenVelocities::default() };
        for (given, condition) in [(entry, false), (condition, true)] {
            let found = close_velocities(&mut Driven { condition }, &[2.1], given);
            assert_eq!(found.is_ok(), closes, "{found:?}");
            if let Ok(found) = found {
                assert!(found.rounded && (found.velocity[0] - 2.1003).abs() < 1e-12, "{found:?}");
            }
        }
    }
}

/// A point at the distance 2 from (1, 0, 0), with the guess x = 2 of ten times the weight: (3, 0, 0), where the distance is stationary, is the
/// farthest. The nearest are a circle, which is no number of closures.
#[test]
fn a_continuum_is_not_counted_and_the_nearest_is_taken() {
    struct Rod;
    impl Positions for Rod {
        fn equations(&mut self, q: &[f64]) -> Rows {
            let from = [q[0] - 1.0, q[1], q[2]];
            Rows::dense(vec![from.iter().map(|x| x * x).sum::<f64>() - 4.0], &from.map(|x| 2.0 * x), 3)
        }
        fn deviations(&mut self, q: &[f64]) -> Rows {
            let slopes = [10.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
            Rows::dense(vec![10.0 * (q[0] - 2.0), q[1], q[2]], &slopes, 3)
        }
        fn displace(&mut self, q: &mut [f64], by: &[f64]) {
            add(q, by);
        }
    }
    let layout = Layout { turns: vec![false; 3], ..layout(3, &[false; 3], 1) };
    for effort in [Effort::Known, Effort::Thorough] {
        let found = search(&mut Rod, &layout, (&[2.0, 0.0, 0.0], &[0.0; 3]), &[], effort).unwrap().found;
        assert_eq!(found.len(), 1, "{found:?}");
        // 100 (x − 2) = x − 1.
        assert!((found[0].position[0] - 199.0 / 99.0).abs() < 1e-6, "{found:?}");
        assert!(found[0].beside.is_some(), "{found:?}");
    }
}
