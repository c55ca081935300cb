//! A compiled mechanism against a tree of the same bodies, at one state.
//!
//! Invariant: coordinates are matched by the names of the joints, so that the order of either side does not
//! matter; a joint that one side lacks is an error.

use super::tree::Tree;
use linkwork::{Mechanism, Vector};
use nalgebra::DMatrix;

/// Relative differences; each is the largest |difference| over the largest |reference|.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Differences {
    /// Of the mass matrix.
    pub mass_matrix: f64,
    /// Of τ = M a − f₀ at the given acceleration.
    pub inverse_dynamics: f64,
    /// Of the acceleration under no efforts; zero where there are constraints, which a tree does not have.
    pub forward_dynamics: f64,
}

impl Differences {
    /// The largest of them; NaN if one is.
    pub fn worst(&self) -> f64 {
        let all = [self.mass_matrix, self.inverse_dynamics, self.forward_dynamics];
        if all.iter().any(|x| x.is_nan()) { f64::NAN } else { all.into_iter().fold(0.0, f64::max) }
    }
}

/// Where each coordinate and each velocity of the tree stands in the mechanism.
#[derive(Clone, Debug)]
pub struct Order {
    coordinates: Vec<usize>,
    velocities: Vec<usize>,
}

/// Matches the joints of a tree with the coordinates of a mechanism. Names of the mechanism's coordinates are
/// `joint.what`; velocities stand in the order of the coordinates, three of them where a quaternion has four.
///
/// # Errors
/// A joint that the mechanism does not have, or other numbers of coordinates.
pub fn order<M: Mechanism<Scalar = f64>>(m: &M, tree: &Tree) -> Result<Order, String> {
    let names = &m.names().coordinates;
    let mut order = Order { coordinates: Vec::new(), velocities: Vec::new() };
    for link in tree.links.iter().filter(|link| link.kind.coordinates() > 0) {
        let prefix = format!("{}.", link.joint);
        let first = names
            .iter()
            .position(|known| known.name.starts_with(&prefix))
            .ok_or_else(|| format!("no coordinate of `{}`", link.joint))?;
        let quaternions = names[..first].iter().filter(|known| known.name.ends_with("rotation.w")).count();
        let rate = first - quaternions;
        order.coordinates.extend(first..first + link.kind.coordinates());
        order.velocities.extend(rate..rate + link.kind.velocities());
    }
    if order.coordinates.len() != names.len() {
        return Err(format!("{} coordinates for {} of the tree", names.len(), order.coordinates.len()));
    }
    Ok(order)
}

impl Order {
    fn into_mechanism<V: Vector<f64>>(values: &[f64], places: &[usize]) -> V {
        let mut out = V::zeros(values.len());
        let entries = out.as_mut_slice();
        values.iter().zip(places).for_each(|(value, place)| entries[*place] = *value);
        out
    }

    /// A configuration of the tree as one of the mechanism.
    pub fn configuration<M: Mechanism<Scalar = f64>>(&self, q: &[f64]) -> M::Configuration {
        Self::into_mechanism(q, &self.coordinates)
    }

    /// Velocities, accelerations or efforts of the tree in the order of the mechanism.
    pub fn velocity<M: Mechanism<Scalar = f64>>(&self, v: &[f64]) -> M::Velocity {
        Self::into_mechanism(v, &self.velocities)
    }

    /// Velocities, accelerations or efforts of the mechanism in the order of the tree.
    pub fn back<M: Mechanism<Scalar = f64>>(&self, v: &M::Velocity) -> Vec<f64> {
        self.velocities.iter().map(|place| v.as_slice()[*place]).collect()
    }
}

/// The largest |a − b| over the largest |b|.
pub fn relative(found: &[f64], expected: &[f64]) -> f64 {
    if found.len() != expected.len() {
        return f64::NAN;
    }
    let size = expected.iter().fold(0.0, |size: f64, x| size.max(x.abs()));
    let off = found.iter().zip(expected).map(|(a, b)| (a - b).abs());
    off.fold(0.0, |worst: f64, d| if d > worst || d.is_nan() { d } else { worst }) / size
}

/// Mass matrix, inverse dynamics and (without constraints) forward dynamics of both sides at (q, v, a) of the
/// tree. The mechanism stands at t = 0 with the inputs it holds.
///
/// # Errors
/// Coordinates that do not match, or a mass matrix that is singular.
pub fn differences<M: Mechanism<Scalar = f64>>(
    m: &M,
    tree: &Tree,
    (q, v, a): (&[f64], &[f64], &[f64]),
) -> Result<Differences, String> {
    let order = order(m, tree)?;
    let n = tree.velocities();
    let (cq, cv, ca) = (order.configuration::<M>(q), order.velocity::<M>(v), order.velocity::<M>(a));
    let states = m.initial().2;
    let mut at = m.unplaced();
    m.place(&m.now(0.0), &cq, &mut at);

    let mut dense = vec![0.0; n * n];
    m.mass_matrix(&at, &mut dense);
    let place = |i: usize, j: usize| dense[order.velocities[i] * n + order.velocities[j]];
    let found = DMatrix::from_fn(n, n, place);
    let mass_matrix = relative(found.as_slice(), tree.mass_matrix(q).as_slice());

    let mut efforts = M::Velocity::zeros(n);
    m.mass_times(&at, &ca, &mut efforts);
    let mut force = M::Velocity::zeros(n);
    m.applied_force(&at, &cv, &states, &mut force);
    efforts.axpy(-1.0, &force);
    let inverse_dynamics = relative(&order.back::<M>(&efforts), &tree.inverse_dynamics(q, v, a));

    if M::CONSTRAINED && (m.sizes().holonomic, m.sizes().nonholonomic) != (0, 0) {
        return Ok(Differences { mass_matrix, inverse_dynamics, forward_dynamics: 0.0 });
    }
    let (mut l, mut p) = m.initial_reactions();
    let mut factors = m.saddle_factors();
    m.factor_saddle(&at, &at, &at, &m.unmoved(), &mut factors);
    m.solve_saddle(&factors, &mut force, &mut l, &mut p).map_err(|singular| format!("{singular:?}"))?;
    let idle = vec![0.0; n];
    let expected = tree.forward_dynamics(q, v, &idle).ok_or("the tree's mass matrix is singular")?;
    let forward_dynamics = relative(&order.back::<M>(&force), &expected);
    Ok(Differences { mass_matrix, inverse_dynamics, forward_dynamics })
}
