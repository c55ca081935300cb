//! What a tree says of a state: the methods of the contract, for comparisons of two of its forms. Of both test programs of this folder.

use linkwork::{Blocks, Energetic, Mechanism, Vector, Weights};

/// Pseudo-random numbers in [−1, 1), times a factor.
pub fn scattered<V: Vector<f64>>(count: usize, seed: f64, factor: f64) -> V {
    let mut x = V::zeros(count);
    for (i, x) in x.as_mut_slice().iter_mut().enumerate() {
        *x = factor * (2.0 * ((i as f64 + 1.0) * 0.618_033_988_749_895 + seed).fract() - 1.0);
    }
    x
}

/// The results of the methods, at a state away from the start: another one for each number.
pub fn evaluations<M: Mechanism<Scalar = f64> + Energetic>(
    m: &M,
    state: usize,
) -> Vec<(&'static str, Vec<f64>)> {
    let n = m.sizes().velocities;
    let seed = 0.1 * state as f64;
    let (mut q, v0, y) = m.initial();
    let mut all = vec![("q₀", q.as_slice().to_vec()), ("v₀", v0.as_slice().to_vec())];
    m.advance(&mut q, &scattered(n, seed, 0.7), &mut M::Velocity::zeros(n));
    let mut elsewhere = q.clone();
    m.advance(&mut elsewhere, &scattered(n, 0.33, 0.3), &mut M::Velocity::zeros(n));
    let [v, a, x]: [M::Velocity; 3] = [0.2 + seed, 0.4, 0.6].map(|seed| scattered(n, seed, 1.0));
    let count = m.sizes().holonomic;
    let mut psi = M::Nonholonomic::zeros(0);
    let (forces, right): (M::Holonomic, M::Holonomic) =
        (scattered(count, 0.7 + seed, 3.0), scattered(count, 0.9, 1.0));
    let (mut lambda, nothing) = (right.clone(), psi.clone());
    let reactions = (&forces, &nothing);
    let (mut at, mut other) = (m.position_cache(), m.position_cache());
    m.place(&m.now(0.3), &q, &mut at);
    m.place(&m.now(0.3), &elsewhere, &mut other);
    let mut out = M::Velocity::zeros(n);
    m.mass_times(&at, &a, &mut out);
    all.push(("M a", out.as_slice().to_vec()));
    m.applied_force(&at, &v, &y, &mut out);
    all.push(("f", out.as_slice().to_vec()));
    m.force(&at, &v, &y, reactions, &mut out);
    all.push(("f with reactions", out.as_slice().to_vec()));
    m.residual(&at, &v, &y, &a, reactions, &mut out);
    all.push(("M a − f", out.as_slice().to_vec()));
    let mut of_constraints = right.clone();
    m.holonomic(&at, &mut of_constraints);
    all.push(("g", of_constraints.as_slice().to_vec()));
    m.holonomic_rate(&at, &v, &mut of_constraints);
    all.push(("dg/dt", of_constraints.as_slice().to_vec()));
    if count > 0 {
        m.acceleration_bias(&at, &v, (&mut of_constraints, &mut psi));
        all.push(("γ", of_constraints.as_slice().to_vec()));
        m.reaction_force(&at, &m.velocity_cache(), reactions, &mut out);
        all.push(("Gᵀ λ", out.as_slice().to_vec()));
        let mut jacobian = vec![0.0; count * n];
        m.constraint_jacobian(&at, &mut jacobian);
        all.push(("G", jacobian));
    }
    m.difference(&q, &elsewhere, &mut out);
    all.push(("difference", out.as_slice().to_vec()));
    m.dexp(&x, &a, &mut out);
    all.push(("dexp", out.as_slice().to_vec()));
    let (mut moving, mut stiffness) = (m.velocity_cache(), m.stiffness_cache());
    m.moving(&at, &v, &y, reactions, &mut moving);
    m.stiffness(&at, &v, &y, &a, reactions, &mut stiffness);
    let mut matrix = vec![0.0; n * n];
    m.mass_matrix(&at, &mut matrix);
    all.push(("M", matrix.clone()));
    m.damping_matrix(&at, &moving, &mut matrix);
    all.push(("C", matrix.clone()));
    m.stiffness_matrix(&at, &stiffness, &mut matrix);
    all.push(("K", matrix.clone()));
    let mut saddle = m.saddle_factors();
    let both = |out: &M::Velocity, lambda: &M::Holonomic| [out.as_slice(), lambda.as_slice()].concat();
    for (what, mass, columns) in [("M⁻¹ x", &at, &at), ("M with G elsewhere, ⁻¹ x", &at, &other)] {
        m.factor_saddle(mass, columns, &at, &moving, &mut saddle);
        out.copy_from(&x);
        lambda.copy_from(&right);
        m.solve_saddle(&saddle, &mut out, &mut lambda, &mut psi).expect("M is regular");
        all.push((what, both(&out, &lambda)));
    }
    let mut factors = m.factors();
    for (what, mass, path, identity) in [
        ("(M + β C + γ K)⁻¹ x", &at, 1e-4, 0.0),
        ("the same with M elsewhere, ⁻¹ x", &other, 1e-4, 0.0),
        ("(M + β C)⁻¹ x", &at, 0.0, 0.0),
        ("(M + β C + ι 1)⁻¹ x", &at, 0.0, 0.7),
    ] {
        let weights = Weights {
            mass: 1.0,
            damping: 0.01,
            stiffness: path,
            identity,
            constraint_position: 0.0,
            constraint_velocity: 1.0,
        };
        let stiffness = (path != 0.0).then_some(&stiffness);
        let rows = mass;
        m.factor(weights, Blocks { mass, columns: &at, rows, moving: &moving, stiffness }, &mut factors);
        out.copy_from(&x);
        lambda.copy_from(&right);
        m.solve(&factors, &mut out, &mut lambda, &mut psi).unwrap_or_else(|_| panic!("{what}: singular"));
        all.push((what, both(&out, &lambda)));
    }
    let mut outputs = M::Outputs::zeros(m.sizes().outputs);
    m.outputs(&at, &v, &y, &a, reactions, &mut outputs);
    all.push(("outputs", outputs.as_slice().to_vec()));
    let (kinetic, potential) = m.energy(&at, &v, &y);
    all.push(("energies", vec![kinetic, potential]));
    all
}
