//! Probes of bodies → their places, energies and momenta by Newton's and Euler's formulas.
//!
//! Invariant: the description of the mechanism is not used, only mass properties and probes.

use crate::random_bodies::{Body, Place, Random};
use crate::texts::{FAR, NEAR};
use nalgebra::{Matrix3, Rotation3, Vector3};

type V = Vector3<f64>;

/// A body at an instant, in the axes of the ground.
#[derive(Clone, Copy, Debug)]
pub struct Moving {
    pub position: V,
    pub velocity: V,
    pub rotation: Matrix3<f64>,
    pub angular_velocity: V,
}

impl Moving {
    /// A material point.
    pub fn point(&self, of_body: &V) -> (V, V) {
        let arm = self.rotation * of_body;
        (self.position + arm, self.velocity + self.angular_velocity.cross(&arm))
    }

    /// The same body with the displacement of the whole mechanism removed.
    pub fn home(&self, place: &Place) -> Self {
        let back = place.rotation.inverse();
        Self {
            position: back * (self.position - place.shift),
            velocity: back * self.velocity,
            rotation: back * self.rotation,
            angular_velocity: back * self.angular_velocity,
        }
    }

    /// All its numbers.
    pub fn numbers(&self) -> Vec<f64> {
        let vectors = [self.position, self.velocity, self.angular_velocity];
        let vectors = vectors.iter().flat_map(|v| v.iter().copied());
        vectors.chain(self.rotation.iter().copied()).collect()
    }
}

/// Bodies from their probes, in the order of [`probes`](crate::texts::probes).
pub fn moving(values: &[f64], planar: bool) -> Vec<Moving> {
    if planar {
        let of = |p: &[f64]| Moving {
            position: V::new(p[0], p[1], 0.0),
            velocity: V::new(p[2], p[3], 0.0),
            rotation: *Rotation3::new(V::z() * p[4]).matrix(),
            angular_velocity: V::z() * p[5],
        };
        return values.chunks(6).map(of).collect();
    }
    let (near, far) = (V::from(NEAR), V::from(FAR));
    // R [n f n×f] = [n' f' n'×f'] where ' is relative to the ground.
    let frame = |a: V, b: V| Matrix3::from_columns(&[a, b, a.cross(&b)]);
    let inverse = frame(near, far).try_inverse().expect("three points that are on no line");
    let of = |p: &[f64]| {
        let at = |i: usize| V::new(p[i], p[i + 1], p[i + 2]);
        let rotation = frame(at(3) - at(0), at(6) - at(0)) * inverse;
        Moving { position: at(0), velocity: at(9), rotation, angular_velocity: at(12) }
    };
    values.chunks(15).map(of).collect()
}

/// Laws of mechanics for a whole mechanism.
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    pub kinetic: f64,
    pub potential: f64,
    pub momentum: V,
    /// About the origin of the ground.
    pub angular_momentum: V,
    /// Power of the dampers (not above zero).
    pub damping: f64,
}

/// T = Σ ½ m v_c² + ½ ω·R J Rᵀ ω,   p = Σ m v_c,   L = Σ r_c × m v_c + R J Rᵀ ω,
/// V = −Σ m g·r_c + Σ ½ k (d − l)²,   P = −Σ c ḋ².
pub fn balance(random: &Random, gravity: &V, bodies: &[Moving], ground: &Place) -> Balance {
    let zero = V::zeros();
    let mut sum =
        Balance { kinetic: 0.0, potential: 0.0, momentum: zero, angular_momentum: zero, damping: 0.0 };
    for (Body { mass, com, inertia, .. }, moving) in random.bodies.iter().zip(bodies) {
        let (center, velocity) = moving.point(com);
        let spin = moving.rotation * inertia * moving.rotation.transpose() * moving.angular_velocity;
        sum.kinetic += mass * velocity.norm_squared() / 2.0 + moving.angular_velocity.dot(&spin) / 2.0;
        sum.potential -= mass * gravity.dot(&center);
        sum.momentum += *mass * velocity;
        sum.angular_momentum += center.cross(&(*mass * velocity)) + spin;
    }
    for spring in &random.springs {
        let ends = [0, 1].map(|k| match spring.ends[k] {
            Some(i) => bodies[i].point(&spring.points[k]),
            None => (ground.rotation * spring.points[k] + ground.shift, V::zeros()),
        });
        let apart = ends[1].0 - ends[0].0;
        let rate = apart.dot(&(ends[1].1 - ends[0].1)) / apart.norm();
        sum.potential += spring.stiffness * (apart.norm() - spring.length).powf(2.0) / 2.0;
        sum.damping -= spring.damping * rate * rate;
    }
    sum
}
