//! The derived equations against differences of what they were derived from, for every mechanism of the
//! library and one with every function of the language, at states on and off the constraints.

use crate::differences::*;
use crate::every_function::EveryFunction;
use crate::states::Numbers;
use crate::tapes::tapes;
use linkwork::{Blocks, Dense, Described, Evaluate, Mechanism, Parameters, Real, Solve, Vector, Weights};
use nalgebra::DVector;

/// Every mechanism of the library that is given by energies or matrices, at its initial state and at random ones. Those of
/// bodies hold on their manifold only (unit quaternions, closed loops), which random states are off; joints, forces and
/// whole mechanisms of bodies have tests of their own.
fn everywhere(check: impl Fn(&str, &Model, &Point)) {
    let by_bodies = |source: &str| source.contains(" in plane {") || source.contains(" in space {");
    let library = linkwork_models::registry().iter().map(|entry| (entry.name, entry.source));
    let library = library.filter(|(_, source)| !by_bodies(source));
    for (name, source) in library.chain([("every_function", <EveryFunction as Parameters>::SOURCE)]) {
        for parameters in tapes(source) {
            let model = parameters.build().unwrap_or_else(|error| panic!("{name}: {error}"));
            let model = model.with_scalar::<D>(&|x| D::exact(x));
            check(name, &model, &Point::initial(&model, 1));
            for (seed, spread) in [(2, 0.1), (3, 0.4), (4, 0.9)] {
                check(name, &model, &Point::random(&model, seed, spread));
            }
        }
    }
}

#[test]
fn constraint_jacobians_are_those_of_the_constraints() {
    everywhere(|name, m, at| {
        let n = at.v.len();
        let placed = place(m, at);
        let mut g = vec![D::zero(); at.l.len() * n];
        m.constraint_jacobian(&placed, &mut g);
        let mut d = vec![D::zero(); at.p.len() * n];
        m.velocity_jacobian(&placed, &moving(m, at), &mut d);
        let by_columns =
            |dense: &[D], j: usize| -> Vec<D> { dense.iter().skip(j).step_by(n).copied().collect() };
        for (j, column) in jacobian(m, at, holonomic, |p| &mut p.q).iter().enumerate() {
            assert_near(&by_columns(&g, j), column.as_slice(), name, &format!("column {j} of G, row"));
        }
        for (j, column) in jacobian(m, at, nonholonomic, |p| &mut p.v).iter().enumerate() {
            assert_near(&by_columns(&d, j), column.as_slice(), name, &format!("column {j} of D, row"));
        }
    });
}

#[test]
fn constraint_rates_follow_the_motion() {
    everywhere(|name, m, at| {
        // At the initial state the terms of a rate cancel.
        let terms = at.v.magnitude();
        let expected = rate(m, at, holonomic, drift);
        assert_near_terms(holonomic_rate(m, at).as_slice(), expected.as_slice(), terms, name, "dg/dt, row");
        let (mut g, mut k) = (zeros(at.l.len()), zeros(at.p.len()));
        m.acceleration_bias(&place(m, at), &at.v, (&mut g, &mut k));
        let minus = |field: Field| {
            let mut bias = rate(m, at, field, drift);
            bias.scale(-D::one());
            bias
        };
        assert_near(g.as_slice(), minus(holonomic_rate).as_slice(), name, "bias of g, row");
        assert_near(k.as_slice(), minus(nonholonomic).as_slice(), name, "bias of k, row");
    });
}

#[test]
fn forces_are_the_sum_of_applied_forces_and_reactions() {
    everywhere(|name, m, at| {
        let mut applied = zeros(at.v.len());
        m.applied_force(&place(m, at), &at.v, &at.y, &mut applied);
        let mut free = at.clone();
        free.l.fill(D::zero());
        free.p.fill(D::zero());
        assert_near(applied.as_slice(), force(m, &free).as_slice(), name, "f at no reactions, row");

        // B (λ, ψ) = −(∂f/∂(λ, ψ)) (λ, ψ), also where f is not linear in them.
        let mut reaction = zeros(at.v.len());
        m.reaction_force(&place(m, at), &moving(m, at), (&at.l, &at.p), &mut reaction);
        let mut expected = rate(m, at, force, |p, h| {
            let (l, psi) = (p.l.clone(), p.p.clone());
            p.l.axpy(h, &l);
            p.p.axpy(h, &psi);
        });
        expected.scale(-D::one());
        assert_near(reaction.as_slice(), expected.as_slice(), name, "B (l, p), row");
        if m.program().flags.linear_reactions {
            applied.axpy(-D::one(), &reaction);
            assert_near(applied.as_slice(), force(m, at).as_slice(), name, "f, row");
        }
    });
}

/// A dense matrix of differences, row by row.
struct DenseMatrices {
    size: usize,
    entries: Vec<D>,
}

impl DenseMatrices {
    fn zeros(size: usize) -> Self {
        Self { size, entries: vec![D::zero(); size * size] }
    }

    /// Adds `weight` times the columns, the first of them at (row, column).
    fn add(&mut self, (row, column): (usize, usize), weight: D, columns: &[DVector<D>]) {
        for (j, entries) in columns.iter().enumerate() {
            for (i, entry) in entries.iter().enumerate() {
                let place = (row + i) * self.size + column + j;
                self.entries[place] = self.entries[place] + weight * *entry;
            }
        }
    }

    /// A·A⁻¹ = 1, where `inverse` is given by columns, entry by entry of A: an entry with an error of `EXACT`
    /// relative to the terms it is added to does not pass.
    fn assert_inverse(&self, inverse: &[Vec<D>], name: &str, what: &str) {
        for (j, column) in inverse.iter().enumerate() {
            for i in 0..self.size {
                let (mut sum, mut size) = (D::zero(), 1.0);
                for (entry, x) in self.entries[i * self.size..].iter().zip(column) {
                    sum = sum + *entry * *x;
                    size += (*entry * *x).magnitude();
                }
                let expected = if i == j { 1.0 } else { 0.0 };
                let error = (sum - D::exact(expected)).magnitude();
                // Not `error > …`: NaN must not pass.
                assert!(
                    error <= EXACT * size,
                    "{name}: row {i} of {what} is off by {:e} in column {j}",
                    error / size
                );
            }
        }
    }
}

/// M by differences: ∂(M a)/∂a.
fn mass(m: &Model, at: &Point) -> Vec<DVector<D>> {
    jacobian(m, at, mass_times, |p| &mut p.a)
}

/// The borders B and the rows G and `b` D, by differences.
fn add_borders(dense: &mut DenseMatrices, m: &Model, columns: &Point, rows: &Point, velocity_weight: D) {
    let (n, g, one) = (columns.v.len(), columns.l.len(), D::one());
    dense.add((0, n), -one, &jacobian(m, columns, force, |p| &mut p.l));
    dense.add((0, n + g), -one, &jacobian(m, columns, force, |p| &mut p.p));
    dense.add((n, 0), one, &jacobian(m, rows, holonomic, |p| &mut p.q));
    dense.add((n + g, 0), velocity_weight, &jacobian(m, rows, nonholonomic, |p| &mut p.v));
}

/// The columns of the inverse that `solve` makes.
fn inverse(at: &Point, solve: impl Fn(&mut DVector<D>, &mut DVector<D>, &mut DVector<D>)) -> Vec<Vec<D>> {
    let (n, g, k) = (at.v.len(), at.l.len(), at.p.len());
    let column = |j: usize| {
        let (mut a, mut l, mut p) = (zeros(n), zeros(g), zeros(k));
        match j {
            j if j < n => a[j] = D::one(),
            j if j < n + g => l[j - n] = D::one(),
            j => p[j - n - g] = D::one(),
        }
        solve(&mut a, &mut l, &mut p);
        a.iter().chain(l.iter()).chain(p.iter()).copied().collect()
    };
    (0..n + g + k).map(column).collect()
}

/// The points at which the blocks of a matrix are taken. Entries that move with the velocity come from one
/// point, so rows and columns are that point too where borders move.
fn blocks_of(m: &Model, at: &Point, seed: u64) -> (Point, Point, Point, Point) {
    let near = |number: u64| Point::random(m, 100 * seed + number, 0.2);
    if m.program().flags.borders_move {
        (near(1), at.clone(), at.clone(), near(2))
    } else {
        (near(1), near(2), near(3), near(4))
    }
}

#[test]
fn saddle_matrices_have_the_blocks_they_should() {
    let seed = std::cell::Cell::new(0);
    everywhere(|name, m, at| {
        seed.set(seed.get() + 1);
        let (far, columns, rows, _) = blocks_of(m, at, seed.get());
        for (mass_at, columns, rows) in [(at, at, at), (&far, &columns, &rows)] {
            let mut dense = DenseMatrices::zeros(at.v.len() + at.l.len() + at.p.len());
            dense.add((0, 0), D::one(), &mass(m, mass_at));
            add_borders(&mut dense, m, columns, rows, D::one());
            let mut factors = m.saddle_factors();
            let placed = [mass_at, columns, rows].map(|point| place(m, point));
            m.factor_saddle(&placed[0], &placed[1], &placed[2], &moving(m, at), &mut factors);
            let inverse = inverse(at, |a, l, p| {
                m.solve_saddle(&factors, a, l, p).unwrap_or_else(|singular| panic!("{name}: {singular:?}"));
            });
            dense.assert_inverse(&inverse, name, "the saddle matrix");
        }
    });
}

#[test]
fn weighted_matrices_have_the_blocks_they_should() {
    let seed = std::cell::Cell::new(0);
    everywhere(|name, m, at| {
        seed.set(seed.get() + 1);
        let mut numbers = Numbers::new(seed.get());
        let (far, columns, rows, stiff) = blocks_of(m, at, seed.get());
        let (n, g) = (at.v.len(), at.l.len());
        for (mass_at, columns, rows, stiff) in [(at, at, at, at), (&far, &columns, &rows, &stiff)] {
            let mut weight = || D::exact(1.5 + numbers.next());
            let weights = Weights {
                mass: weight(),
                damping: weight(),
                stiffness: weight(),
                identity: weight(),
                constraint_position: weight(),
                constraint_velocity: weight(),
            };
            let mut dense = DenseMatrices::zeros(n + g + at.p.len());
            dense.add((0, 0), weights.mass, &mass(m, mass_at));
            dense.add((0, 0), -weights.damping, &jacobian(m, at, force, |p| &mut p.v));
            dense.add((0, 0), weights.stiffness, &jacobian(m, stiff, imbalance, |p| &mut p.q));
            for i in 0..n {
                dense.add((i, i), weights.identity, &[DVector::from_vec(vec![D::one()])]);
            }
            dense.add(
                (n + g, 0),
                weights.constraint_position,
                &jacobian(m, stiff, nonholonomic, |p| &mut p.q),
            );
            add_borders(&mut dense, m, columns, rows, weights.constraint_velocity);

            let placed = [mass_at, columns, rows].map(|point| place(m, point));
            let (moving, stiffness) = (moving(m, at), stiffness(m, stiff));
            let blocks = Blocks {
                mass: &placed[0],
                columns: &placed[1],
                rows: &placed[2],
                moving: &moving,
                stiffness: Some(&stiffness),
            };
            let mut factors = m.factors();
            m.factor(weights, blocks, &mut factors);
            let inverse = inverse(at, |a, l, p| {
                m.solve(&factors, a, l, p).unwrap_or_else(|singular| panic!("{name}: {singular:?}"));
            });
            dense.assert_inverse(&inverse, name, "the weighted matrix");
        }
    });
}

#[test]
fn equations_of_motion_are_those_of_the_energies() {
    everywhere(|name, m, at| {
        if m.has_energy() {
            assert_lagrange(name, m, at, &other_forces(name, m, at));
        }
    });
}

#[test]
fn mass_matrices_of_energies_are_symmetric_and_not_negative() {
    everywhere(|name, m, at| {
        let n = at.v.len();
        let mut dense = vec![D::zero(); n * n];
        m.mass_matrix(&place(m, at), &mut dense);
        for (j, column) in mass(m, at).iter().enumerate() {
            let rows: Vec<D> = (0..n).map(|i| dense[i * n + j]).collect();
            assert_near(&rows, column.as_slice(), name, &format!("column {j} of M, row"));
        }
        if !m.has_energy() {
            return;
        }
        for seed in 0..20 {
            let x = Numbers::new(seed).take(n);
            let (mut sum, mut size) = (0.0, 0.0);
            for i in 0..n {
                for j in 0..n {
                    let entry = dense[i * n + j].value();
                    assert_eq!(
                        entry.to_bits(),
                        dense[j * n + i].value().to_bits(),
                        "{name}: M is not symmetric"
                    );
                    sum += x[i] * entry * x[j];
                    size += (x[i] * entry * x[j]).abs();
                }
            }
            // 1e-13 of the terms for rounding.
            assert!(sum >= -1e-13 * size, "{name}: x M x = {sum:e} of {size:e}");
        }
    });
}

/// Along the acceleration of the saddle system, the energy changes by the power of all forces without
/// an energy, and the rates of the constraints do not change:
///
/// ```text
/// d(v·∂T/∂v − T + V)/dt + ∂(T − V)/∂t = v·(Q − B (λ, ψ))
/// ```
#[test]
fn energy_changes_by_the_power_of_forces_and_reactions() {
    fn of_time(at: &mut Point, h: D) {
        at.t = at.t + h;
    }
    everywhere(|name, m, at| {
        if !m.has_energy() {
            return;
        }
        let placed = place(m, at);
        let mut solved = at.clone();
        m.applied_force(&placed, &at.v, &at.y, &mut solved.a);
        m.acceleration_bias(&placed, &at.v, (&mut solved.l, &mut solved.p));
        let moving = moving(m, at);
        let mut factors = m.saddle_factors();
        m.factor_saddle(&placed, &placed, &placed, &moving, &mut factors);
        let solve = m.solve_saddle(&factors, &mut solved.a, &mut solved.l, &mut solved.p);
        solve.unwrap_or_else(|singular| panic!("{name}: {singular:?}"));

        let still = |field: Field, what: &str| {
            for (i, rate) in rate(m, &solved, field, motion).iter().enumerate() {
                let size = solved.a.magnitude() + solved.v.magnitude() * solved.v.magnitude();
                assert!(rate.magnitude() <= EXACT * (1.0 + size), "{name}: {what} {i} changes at {rate:?}");
            }
        };
        still(holonomic_rate, "rate of constraint");
        still(nonholonomic, "nonholonomic constraint");

        let mut reaction = zeros(at.v.len());
        m.reaction_force(&placed, &moving, (&solved.l, &solved.p), &mut reaction);
        let mut power_of = other_forces(name, m, at);
        power_of.axpy(-D::one(), &reaction);
        let (mut power, mut size) = (D::zero(), 0.0);
        for (force, v) in power_of.iter().zip(at.v.iter()) {
            power = power + *force * *v;
            size += (*force * *v).magnitude();
        }
        let change = rate(m, &solved, jacobi, motion);
        let explicit = rate(m, &solved, energy, of_time);
        // At rest there is no power at all.
        size += change.magnitude() + explicit.magnitude() + energy(m, at).magnitude();
        let found = change[0] + explicit[0] - explicit[1];
        let error = (found - power).magnitude();
        assert!(error <= EXACT * size, "{name}: dE/dt = {found:?}, power {power:?}");
    });
}

/// Generalised forces and dissipation of the library, by hand.
fn other_forces(name: &str, m: &Model, at: &Point) -> DVector<D> {
    let declared = linkwork_models::find(name).map(|entry| tapes(entry.source).remove(0));
    let parameter = |name: &str| {
        let found = declared.as_ref().and_then(|declared| declared.get(name));
        D::exact(found.unwrap_or_else(|| panic!("no parameter {name}")))
    };
    let names = m.names();
    let coordinate = |name: &str| {
        let found = names.coordinates.iter().position(|known| known.name == name);
        found.unwrap_or_else(|| panic!("no coordinate {name}"))
    };
    let mut force = zeros(at.v.len());
    match name {
        "andrews" => force[coordinate("beta")] = parameter("mom"),
        "forced_oscillator" => {
            force[0] = parameter("mass") * parameter("amplitude") * (parameter("forcing") * at.t).sin();
        }
        "motor_pendulum" => {
            force[0] = parameter("motor_constant") * at.y[0] - parameter("friction") * at.v[0]
        }
        "slider_crank_cartesian" => {
            let slider = coordinate("slider_x");
            force[slider] = -parameter("damping") * at.v[slider];
            force[coordinate("crank_angle")] = at.u[0];
        }
        "every_function" => {
            let r = D::exact(0.75 * 1.25);
            force[0] = -r * at.v[0];
            force[2] = at.t.sin() * at.y[0] - Real::max(D::zero(), at.v[2]) / D::exact(5.0) - r * at.v[2];
        }
        _ => {}
    }
    force
}
