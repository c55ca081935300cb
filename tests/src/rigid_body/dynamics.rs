//! Motion of the links and the efforts it takes, all in the axes of the ground.
//!
//! For a link with origin p on a mount (axes R_J, origin p_J) of its parent (p₀, ω₀, …), displaced by d in the
//! axes of the mount and rotated by R_r, with angular velocity Ω in its own axes:
//! ```text
//! p = p_J + R_J d                r = p − p₀              R = R_J R_r                             (1)
//! v = v₀ + ω₀×r + R_J ḋ                                  ω = ω₀ + R Ω                            (2)
//! a = a₀ + α₀×r + ω₀×(ω₀×r) + 2 ω₀×R_J ḋ + R_J d̈         α = α₀ + ω₀×R Ω + R Ω̇                   (3)
//! ```
//! The joint carries the wrench that its link and all links beyond it need (c: centre of mass, I in the ground's axes):
//! ```text
//! F = m (a_c − g)      N = I α + ω×I ω                                                           (4)
//! f = F + Σ f_j        n = N + (c − p)×F + Σ (n_j + (p_j − p)×f_j)                               (5)
//! ```
//!
//! Invariant: generic over the scalar, so that dual numbers run through the same code.

use super::tree::{JointKind, Tree};
use nalgebra::{DMatrix, DVector, Matrix3, RealField, Vector3, convert};

/// The motion of a link, in the axes of the ground; points are its origin.
#[derive(Clone, Debug)]
struct Moving<T> {
    rotation: Matrix3<T>,
    mount: Matrix3<T>,
    position: Vector3<T>,
    velocity: Vector3<T>,
    acceleration: Vector3<T>,
    spin: Vector3<T>,
    spin_rate: Vector3<T>,
}

/// Momentum of the whole tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Momentum {
    /// In kg·m/s.
    pub linear: Vector3<f64>,
    /// About the origin of the ground, in kg·m²/s.
    pub angular: Vector3<f64>,
}

/// A joint's own motion: d, ḋ, d̈ in the axes of the mount, R_r, and Ω, Ω̇ in the axes of the link.
struct Relative<T> {
    displacement: [Vector3<T>; 3],
    rotation: Matrix3<T>,
    spin: [Vector3<T>; 2],
}

fn lift<T: RealField + Copy>(v: &Vector3<f64>) -> Vector3<T> {
    v.map(convert)
}

fn lift_matrix<T: RealField + Copy>(m: &Matrix3<f64>) -> Matrix3<T> {
    m.map(convert)
}

/// The rotation matrix of a unit quaternion w, x, y, z.
fn quaternion_matrix<T: RealField + Copy>(q: &[T]) -> Matrix3<T> {
    let (w, x, y, z) = (q[0], q[1], q[2], q[3]);
    let two: T = convert(2.0);
    Matrix3::new(
        w * w + x * x - y * y - z * z,
        two * (x * y - w * z),
        two * (x * z + w * y),
        two * (x * y + w * z),
        w * w - x * x + y * y - z * z,
        two * (y * z - w * x),
        two * (x * z - w * y),
        two * (y * z + w * x),
        w * w - x * x - y * y + z * z,
    )
}

impl<T: RealField + Copy> Relative<T> {
    fn of(kind: JointKind, q: &[T], v: &[T], a: &[T]) -> Self {
        let zero = Vector3::zeros();
        let still = Self { displacement: [zero; 3], rotation: Matrix3::identity(), spin: [zero; 2] };
        let three = |x: &[T]| Vector3::new(x[0], x[1], x[2]);
        match kind {
            JointKind::Revolute(axis) => {
                let n = lift::<T>(&axis);
                let cross = n.cross_matrix();
                let rotation =
                    Matrix3::identity() + cross * q[0].sin() + cross * cross * (T::one() - q[0].cos());
                Self { rotation, spin: [n * v[0], n * a[0]], ..still }
            }
            JointKind::Prismatic(axis) => {
                let n = lift::<T>(&axis);
                Self { displacement: [n * q[0], n * v[0], n * a[0]], ..still }
            }
            JointKind::Fixed => still,
            JointKind::Spherical => {
                Self { rotation: quaternion_matrix(q), spin: [three(v), three(a)], ..still }
            }
            JointKind::Free => Self {
                displacement: [three(q), three(v), three(a)],
                rotation: quaternion_matrix(&q[3..]),
                spin: [three(&v[3..]), three(&a[3..])],
            },
        }
    }
}

impl Tree {
    /// Equations (1) to (3) for all links.
    fn moving<T: RealField + Copy>(&self, q: &[T], v: &[T], a: &[T]) -> Vec<Moving<T>> {
        let zero = Vector3::zeros();
        let ground = Moving {
            rotation: Matrix3::identity(),
            mount: Matrix3::identity(),
            position: zero,
            velocity: zero,
            acceleration: zero,
            spin: zero,
            spin_rate: zero,
        };
        let mut all: Vec<Moving<T>> = Vec::with_capacity(self.links.len());
        for (link, (at, rate)) in self.links.iter().zip(self.places()) {
            let base = link.parent.map_or(&ground, |parent| &all[parent]);
            let own = Relative::of(link.kind, &q[at..], &v[rate..], &a[rate..]);
            let mount = base.rotation * lift_matrix::<T>(&link.rotation);
            let rotation = mount * own.rotation;
            let arm = base.rotation * lift::<T>(&link.position) + mount * own.displacement[0];
            let (slide, slide_rate) = (mount * own.displacement[1], mount * own.displacement[2]);
            let (turn, turn_rate) = (rotation * own.spin[0], rotation * own.spin[1]);
            let twice: T = convert(2.0);
            let next = Moving {
                rotation,
                mount,
                position: base.position + arm,
                velocity: base.velocity + base.spin.cross(&arm) + slide,
                acceleration: base.acceleration
                    + base.spin_rate.cross(&arm)
                    + base.spin.cross(&base.spin.cross(&arm))
                    + base.spin.cross(&slide) * twice
                    + slide_rate,
                spin: base.spin + turn,
                spin_rate: base.spin_rate + base.spin.cross(&turn) + turn_rate,
            };
            all.push(next);
        }
        all
    }

    /// The efforts τ(q, v, a) that the joints must exert in addition to their damping and friction: M a + h(q, v), with gravity
    /// and these in h. They are conjugate to the velocities, in N or N·m.
    pub fn inverse_dynamics<T: RealField + Copy>(&self, q: &[T], v: &[T], a: &[T]) -> Vec<T> {
        self.efforts(q, v, a, &self.gravity)
    }

    fn efforts<T: RealField + Copy>(&self, q: &[T], v: &[T], a: &[T], gravity: &Vector3<f64>) -> Vec<T> {
        let moving = self.moving(q, v, a);
        let places = self.places();
        let mut carried = vec![(Vector3::<T>::zeros(), Vector3::<T>::zeros()); self.links.len()];
        let mut efforts = vec![T::zero(); self.velocities()];
        for (i, link) in self.links.iter().enumerate().rev() {
            let here = &moving[i];
            let arm = here.rotation * lift::<T>(&link.com);
            let center =
                here.acceleration + here.spin_rate.cross(&arm) + here.spin.cross(&here.spin.cross(&arm))
                    - lift::<T>(gravity);
            let inertia = here.rotation * lift_matrix::<T>(&link.inertia) * here.rotation.transpose();
            let force = center * convert::<f64, T>(link.mass); // (4)
            let torque = inertia * here.spin_rate + here.spin.cross(&(inertia * here.spin));
            let (mut f, mut n) = carried[i];
            f += force; // (5)
            n += torque + arm.cross(&force);
            if let Some(parent) = link.parent {
                let lever = here.position - moving[parent].position;
                carried[parent].0 += f;
                carried[parent].1 += n + lever.cross(&f);
            }
            let at = places[i].1;
            let along = here.mount.transpose() * f;
            let about = here.rotation.transpose() * n;
            match link.kind {
                JointKind::Revolute(axis) => efforts[at] = about.dot(&lift(&axis)),
                JointKind::Prismatic(axis) => efforts[at] = along.dot(&lift(&axis)),
                JointKind::Fixed => {}
                JointKind::Spherical => efforts[at..at + 3].copy_from_slice(about.as_slice()),
                JointKind::Free => {
                    efforts[at..at + 3].copy_from_slice(along.as_slice());
                    efforts[at + 3..at + 6].copy_from_slice(about.as_slice());
                }
            }
            let damping: T = convert(link.damping);
            for k in at..at + link.kind.velocities() {
                efforts[k] += damping * v[k];
                if link.friction != 0.0 {
                    let slow: T = convert(1e-6);
                    efforts[k] += convert::<f64, T>(link.friction) * v[k] / (v[k] * v[k] + slow).sqrt();
                }
            }
        }
        efforts
    }

    /// M(q), column by column: the efforts of a unit acceleration from rest, without gravity.
    pub fn mass_matrix(&self, q: &[f64]) -> DMatrix<f64> {
        let n = self.velocities();
        let rest = vec![0.0; n];
        let mut mass = DMatrix::zeros(n, n);
        for j in 0..n {
            let mut unit = rest.clone();
            unit[j] = 1.0;
            mass.set_column(j, &DVector::from_vec(self.efforts(q, &rest, &unit, &Vector3::zeros())));
        }
        mass
    }

    /// h(q, v) = τ(q, v, 0): velocity-dependent inertia forces, gravity and damping.
    pub fn bias(&self, q: &[f64], v: &[f64]) -> Vec<f64> {
        self.inverse_dynamics(q, v, &vec![0.0; self.velocities()])
    }

    /// The accelerations under given efforts: M a = τ − h. `None` where M is not positive definite.
    pub fn forward_dynamics(&self, q: &[f64], v: &[f64], efforts: &[f64]) -> Option<Vec<f64>> {
        let right = DVector::from_column_slice(efforts) - DVector::from_vec(self.bias(q, v));
        let factors = self.mass_matrix(q).cholesky()?;
        Some(factors.solve(&right).as_slice().to_vec())
    }

    /// (kinetic, potential) energy in J; the potential is zero where all centres of mass are at the origin.
    pub fn energy(&self, q: &[f64], v: &[f64]) -> (f64, f64) {
        let moving = self.moving(q, v, &vec![0.0; self.velocities()]);
        let mut energy = (0.0, 0.0);
        for (link, here) in self.links.iter().zip(&moving) {
            let arm = here.rotation * link.com;
            let velocity = here.velocity + here.spin.cross(&arm);
            let spin = here.rotation.transpose() * here.spin;
            energy.0 += (link.mass * velocity.norm_squared() + spin.dot(&(link.inertia * spin))) / 2.0;
            energy.1 -= link.mass * self.gravity.dot(&(here.position + arm));
        }
        energy
    }

    /// Linear momentum, and angular momentum about the origin of the ground.
    pub fn momentum(&self, q: &[f64], v: &[f64]) -> Momentum {
        let moving = self.moving(q, v, &vec![0.0; self.velocities()]);
        let mut sum = Momentum { linear: Vector3::zeros(), angular: Vector3::zeros() };
        for (link, here) in self.links.iter().zip(&moving) {
            let arm = here.rotation * link.com;
            let linear = (here.velocity + here.spin.cross(&arm)) * link.mass;
            let own = here.rotation * (link.inertia * (here.rotation.transpose() * here.spin));
            sum.linear += linear;
            sum.angular += own + (here.position + arm).cross(&linear);
        }
        sum
    }

    /// The origin of a link and its axes (columns), in those of the ground.
    pub fn pose(&self, link: usize, q: &[f64]) -> (Vector3<f64>, Matrix3<f64>) {
        let rest = vec![0.0; self.velocities()];
        let moving = self.moving(q, &rest, &rest);
        (moving[link].position, moving[link].rotation)
    }
}
