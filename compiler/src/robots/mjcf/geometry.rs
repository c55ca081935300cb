//! Mass properties of MuJoCo's geoms, about their centre and in their axes.
//!
//! ```text
//! sphere      V = 4/3 π r³               I = 2/5 m r²                                                   (1)
//! ellipsoid   V = 4/3 π a b c            I_x = m (b² + c²)/5 …                                          (2)
//! box         V = 8 a b c                I_x = m (b² + c²)/3 …           a, b, c half-lengths           (3)
//! cylinder    V = 2 π r² h               I_z = m r²/2, I_x = m (3 r² + 4 h²)/12      h half-length      (4)
//! capsule     a cylinder (4) and two half spheres at its ends, at distances of h + 3/8 r               (5)
//!             I_x of these: m_s (2/5 r² + h² + 3/4 h r)
//! ```

use crate::robots::pose::Vector;
use std::f64::consts::PI;

/// A solid of MuJoCo with its measures, in m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Geometry {
    Sphere(f64),
    Ellipsoid(Vector),
    Box(Vector),
    /// Radius and half-length.
    Cylinder(f64, f64),
    /// Radius and half-length of the cylinder between its half spheres.
    Capsule(f64, f64),
}

impl Geometry {
    /// Its volume, in m³.
    pub fn volume(&self) -> f64 {
        match *self {
            Self::Sphere(r) => 4.0 / 3.0 * PI * r * r * r,
            Self::Ellipsoid([a, b, c]) => 4.0 / 3.0 * PI * a * b * c,
            Self::Box([a, b, c]) => 8.0 * a * b * c,
            Self::Cylinder(r, h) => 2.0 * PI * r * r * h,
            Self::Capsule(r, h) => 2.0 * PI * r * r * h + 4.0 / 3.0 * PI * r * r * r,
        }
    }

    /// The moments of inertia of that mass.
    pub fn moments(&self, mass: f64) -> Vector {
        let of = |[a, b, c]: Vector, share: f64| {
            [(b * b + c * c), (c * c + a * a), (a * a + b * b)].map(|square| share * mass * square)
        };
        match *self {
            Self::Sphere(r) => [0.4 * mass * r * r; 3],
            Self::Ellipsoid(axes) => of(axes, 0.2),
            Self::Box(halves) => of(halves, 1.0 / 3.0),
            Self::Cylinder(r, h) => cylinder(mass, r, h),
            Self::Capsule(r, h) => {
                // (5): volumes are as 4/3 r and 2 h.
                let of_spheres = mass * (4.0 / 3.0 * r) / (4.0 / 3.0 * r + 2.0 * h);
                let [x, _, z] = cylinder(mass - of_spheres, r, h);
                let across = of_spheres * (0.4 * r * r + h * h + 0.75 * h * r);
                [x + across, x + across, z + of_spheres * 0.4 * r * r]
            }
        }
    }
}

/// (4)
fn cylinder(mass: f64, r: f64, h: f64) -> Vector {
    let across = mass * (3.0 * r * r + 4.0 * h * h) / 12.0;
    [across, across, 0.5 * mass * r * r]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ∫ dV and ∫ (x² + y², …) dV over small cubes.
    fn by_cubes(inside: impl Fn(Vector) -> bool, reach: Vector) -> (f64, Vector) {
        const N: usize = 120;
        let size = reach.map(|r| 2.0 * r / N as f64);
        let cube = size[0] * size[1] * size[2];
        let (mut volume, mut moments) = (0.0, [0.0; 3]);
        for i in 0..N {
            for j in 0..N {
                for k in 0..N {
                    let at = |axis: usize, n: usize| -reach[axis] + (n as f64 + 0.5) * size[axis];
                    let p = [at(0, i), at(1, j), at(2, k)];
                    if inside(p) {
                        volume += cube;
                        for axis in 0..3 {
                            let (a, b) = (p[(axis + 1) % 3], p[(axis + 2) % 3]);
                            moments[axis] += cube * (a * a + b * b);
                        }
                    }
                }
            }
        }
        (volume, moments)
    }

    #[test]
    fn mass_properties_are_integrals() {
        type Inside = fn(Vector) -> bool;
        let cases: [(Geometry, Vector, Inside); 5] = [
            (Geometry::Sphere(0.5), [0.5; 3], |p| p.iter().map(|x| x * x).sum::<f64>() <= 0.25),
            (Geometry::Ellipsoid([0.5, 0.3, 0.2]), [0.5, 0.3, 0.2], |p| {
                (p[0] / 0.5).powi(2) + (p[1] / 0.3).powi(2) + (p[2] / 0.2).powi(2) <= 1.0
            }),
            (Geometry::Box([0.5, 0.3, 0.2]), [0.5, 0.3, 0.2], |_| true),
            (Geometry::Cylinder(0.3, 0.5), [0.3, 0.3, 0.5], |p| p[0] * p[0] + p[1] * p[1] <= 0.09),
            (Geometry::Capsule(0.3, 0.5), [0.3, 0.3, 0.8], |p| {
                let beyond = (p[2].abs() - 0.5).max(0.0);
                p[0] * p[0] + p[1] * p[1] + beyond * beyond <= 0.09
            }),
        ];
        for (geometry, reach, inside) in cases {
            let (volume, moments) = by_cubes(inside, reach);
            assert!((geometry.volume() / volume - 1.0).abs() < 2e-3, "{geometry:?}");
            for (exact, sum) in geometry.moments(geometry.volume()).iter().zip(moments) {
                assert!((exact / sum - 1.0).abs() < 4e-3, "{geometry:?}: {exact} {sum}");
            }
        }
    }
}
