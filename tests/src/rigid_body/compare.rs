//! A compiled mechanism against a tree of the same bodies, at one state.
//!
//! Invariant: coordinates are matched by the names of the joints, so that the order of either side does not
//! matter; a joint that one side lacks is an error.

use super::shared::Shared;
use super::tree::{Link, Tree};
use linkwork::stepper::Start;
use linkwork::{Dynamics, Mechanism, Vector};
use nalgebra::DMatrix;

/// Relative differences; each is the largest |difference| over the largest |reference|.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Differences {
    /// Of the mass matrix.
    pub mass_matrix: f64,
    /// Of τ = M a − f₀ at the given acceleration.
    pub inverse_dynamics: f64,
    /// Of K = ∂τ/∂q.
    pub stiffness: f64,
    /// Of C = ∂τ/∂v.
    pub damping: f64,
}

impl Differences {
    /// The largest of them; NaN if one is.
    pub fn worst(&self) -> f64 {
        let all = [self.mass_matrix, self.inverse_dynamics, self.stiffness, self.damping];
        if all.iter().any(|x| x.is_nan()) { f64::NAN } else { all.into_iter().fold(0.0, linkwork::Real::max) }
    }
}

/// Indices of each coordinate and each velocity of the tree in the mechanism.
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
    let own = |link: &&Link| link.kind.coordinates() > 0 && link.follows.is_none();
    for link in tree.links.iter().filter(own) {
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

    /// A state of the tree as one of the mechanism, at t = 0.
    pub fn state<M: Mechanism<Scalar = f64>>(&self, m: &M, q: &[f64], v: &[f64]) -> Start<M> {
        Start { t: 0.0, q: self.configuration::<M>(q), v: self.velocity::<M>(v), y: m.initial().2 }
    }

    /// Velocities, accelerations or efforts of the mechanism in the order of the tree.
    pub fn back<M: Mechanism<Scalar = f64>>(&self, v: &M::Velocity) -> Vec<f64> {
        self.velocities.iter().map(|place| v.as_slice()[*place]).collect()
    }

    /// The largest difference between a matrix of the mechanism and one of the tree.
    fn off(&self, found: &DMatrix<f64>, expected: &DMatrix<f64>) -> f64 {
        let n = self.velocities.len();
        let place = |i: usize, j: usize| found[(self.velocities[i], self.velocities[j])];
        relative(DMatrix::from_fn(n, n, place).as_slice(), expected.as_slice())
    }
}

/// The largest |a − b| over the largest |b|; 0 where they are equal.
pub fn relative(found: &[f64], expected: &[f64]) -> f64 {
    if found.len() != expected.len() {
        return f64::NAN;
    }
    let size = expected.iter().fold(0.0, |size: f64, x| size.max(x.abs()));
    let off = found.iter().zip(expected).map(|(a, b)| (a - b).abs());
    let worst = off.fold(0.0, |worst: f64, d| if d > worst || d.is_nan() { d } else { worst });
    if worst == 0.0 { 0.0 } else { worst / size }
}

/// Mass matrix, inverse dynamics and (without constraints) forward dynamics of both sides at (q, v, a) of the
/// tree, with their derivatives. The mechanism is at t = 0 with its present inputs.
///
/// # Errors
/// Coordinates that do not match, or a mass matrix that is singular.
pub fn differences<M: Mechanism<Scalar = f64>>(
    m: &M,
    tree: &Tree,
    (q, v, a): (&[f64], &[f64], &[f64]),
) -> Result<Differences, String> {
    let (order, shared) = (order(m, tree)?, Shared::of(tree));
    let (q, v, a) = (shared.coordinates(q), shared.rates(v), shared.rates(a));
    let state = order.state(m, &shared.own_coordinates(&q), &shared.own(&v));
    let ca = order.velocity::<M>(&shared.own(&a));
    let mut dynamics = Dynamics::new(m);
    let mass_matrix = order.off(dynamics.mass_matrix(m, &state), &shared.reduced(&tree.mass_matrix(&q)));
    let efforts = order.back::<M>(dynamics.inverse(m, &state, &ca));
    let inverse_dynamics = relative(&efforts, &shared.efforts(&tree.inverse_dynamics(&q, &v, &a)));
    let expected = tree.linearise(&q, &v, &a);
    let (stiffness, damping) = dynamics.inverse_derivatives(m, &state, &ca);
    Ok(Differences {
        mass_matrix,
        inverse_dynamics,
        stiffness: order.off(stiffness, &shared.reduced(&expected.position)),
        damping: order.off(damping, &shared.reduced(&expected.velocity)),
    })
}

/// Forward dynamics under efforts, and its derivatives with respect to position and velocity: relative differences.
///
/// # Errors
/// As [`differences`].
pub fn forward_differences<M: Mechanism<Scalar = f64>>(
    m: &M,
    tree: &Tree,
    (q, v, efforts): (&[f64], &[f64], &[f64]),
) -> Result<[f64; 3], String> {
    const SINGULAR: &str = "the tree's mass matrix is singular";
    let order = order(m, tree)?;
    let state = order.state(m, q, v);
    let mut dynamics = Dynamics::new(m);
    let found = dynamics.forward_derivatives(m, &state, &order.velocity::<M>(efforts));
    let (a, by_position, by_velocity) = found.map_err(|error| error.to_string())?;
    let expected = tree.linearise_forward(q, v, efforts).ok_or(SINGULAR)?;
    Ok([
        relative(&order.back::<M>(a), &tree.forward_dynamics(q, v, efforts).ok_or(SINGULAR)?),
        order.off(by_position, &expected.0),
        order.off(by_velocity, &expected.1),
    ])
}
