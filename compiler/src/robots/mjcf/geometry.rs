//! Mass properties of MuJoCo's geoms, about their centre and in their axes: of solids, and of thin shells (`shellinertia`).
//!
//! ```text
//! sphere      V = 4/3 π r³               I = 2/5 m r²                                                   (1)
//! ellipsoid   V = 4/3 π a b c            I_x = m (b² + c²)/5 …                                          (2)
//! box         V = 8 a b c                I_x = m (b² + c²)/3 …           a, b, c half-lengths           (3)
//! cylinder    V = 2 π r² h               I_z = m r²/2, I_x = m (3 r² + 4 h²)/12      h half-length      (4)
//! capsule     a cylinder (4) and two half spheres at its ends, at distances of h + 3/8 r               (5)
//!             I_x of these: m_s (2/5 r² + h² + 3/4 h r)
//!
//! shells      A: their surface
//! sphere      A = 4 π r²                 I = 2/3 m r²                                                   (6)
//! ellipsoid   A = 4 π ((aᵖbᵖ + bᵖcᵖ + cᵖaᵖ)/3)^(1/p), p = 1.6075: Thomsen's approximation                (7)
//!             I_x = m (b² + c² + 2 a b c (b + c)/S)/5, S = a b + b c + c a
//! box         A = 8 S                    I_x = m (a b (b² + 3 c²) + b c (b² + c²) + c a (3 b² + c²))/(3 S)  (8)
//! cylinder    A = 2 π r (r + 2 h)        side: m 2 h/(r + 2 h), I_z = m r², I_x = m (3 r² + 2 h²)/6 …
//!             … two ends: the rest, I_z = m r²/2, I_x = m (r²/4 + h²)                                   (9)
//! capsule     A = 4 π r (r + h)          side: m h/(r + h), as (9); half spheres: the rest, I_z = 2/3 m r²,
//!             I_x = m (2/3 r² + h² + h r)                                                              (10)
//! ```
//! The shell of an ellipsoid is that of MuJoCo: what remains of one with longer half axes a + ε, b + ε, c + ε, here as ε → 0. MuJoCo
//! has ε = 1e-6 m: its moments differ by 5e-6 where half axes are 0.2 m.

use crate::robots::pose::Vector;
use linkwork_numerics::elementary::f64 as elementary;
use std::f64::consts::PI;

/// The exponent of (7), of which no area is off by more than 1.06 %.
const THOMSEN: f64 = 1.6075;

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

    /// Its surface, in m².
    pub fn surface(&self) -> f64 {
        match *self {
            Self::Sphere(r) => 4.0 * PI * r * r,
            Self::Ellipsoid([a, b, c]) => {
                let products = [a * b, b * c, c * a].map(|product| elementary::pow(product, THOMSEN));
                4.0 * PI * elementary::pow(products.iter().sum::<f64>() / 3.0, 1.0 / THOMSEN)
            }
            Self::Box([a, b, c]) => 8.0 * (a * b + b * c + c * a),
            Self::Cylinder(r, h) => 2.0 * PI * r * (r + 2.0 * h),
            Self::Capsule(r, h) => 4.0 * PI * r * (r + h),
        }
    }

    /// The moments of inertia of a shell of that mass.
    pub fn shell_moments(&self, mass: f64) -> Vector {
        match *self {
            Self::Sphere(r) => [2.0 / 3.0 * mass * r * r; 3],
            Self::Ellipsoid([a, b, c]) => {
                let (product, pairs) = (a * b * c, a * b + b * c + c * a);
                let of = |b: f64, c: f64| mass * (b * b + c * c + 2.0 * product * (b + c) / pairs) / 5.0;
                [of(b, c), of(c, a), of(a, b)]
            }
            Self::Box([a, b, c]) => {
                let pairs = a * b + b * c + c * a;
                let of = |a: f64, b: f64, c: f64| {
                    let (b2, c2) = (b * b, c * c);
                    let sum = a * b * (b2 + 3.0 * c2) + b * c * (b2 + c2) + c * a * (3.0 * b2 + c2);
                    mass * sum / (3.0 * pairs)
                };
                [of(a, b, c), of(b, c, a), of(c, a, b)]
            }
            Self::Cylinder(r, h) => {
                let [x, _, z] = tube(mass * 2.0 * h / (r + 2.0 * h), r, h);
                let ends = mass * r / (r + 2.0 * h);
                let across = x + ends * (0.25 * r * r + h * h);
                [across, across, z + 0.5 * ends * r * r]
            }
            Self::Capsule(r, h) => {
                let [x, _, z] = tube(mass * h / (r + h), r, h);
                let (ends, sphere) = (mass * r / (r + h), 2.0 / 3.0 * r * r);
                let across = x + ends * (sphere + h * h + h * r);
                [across, across, z + ends * sphere]
            }
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

/// (9): a tube without ends.
fn tube(mass: f64, r: f64, h: f64) -> Vector {
    let across = mass * (3.0 * r * r + 2.0 * h * h) / 6.0;
    [across, across, mass * r * r]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shell is what a solid gains where its surface moves outwards: A = dV/dε and J = d(I of density 1)/dε.
    #[test]
    fn shells_are_derivatives_of_solids() {
        const STEP: f64 = 1e-4;
        // Of differences over that step: (1e-4 / 0.2)²
        const ERROR: f64 = 1e-6;
        type Grown = fn(f64) -> Geometry;
        let cases: [Grown; 5] = [
            |e| Geometry::Sphere(0.5 + e),
            |e| Geometry::Ellipsoid([0.5 + e, 0.3 + e, 0.2 + e]),
            |e| Geometry::Box([0.5 + e, 0.3 + e, 0.2 + e]),
            |e| Geometry::Cylinder(0.3 + e, 0.5 + e),
            |e| Geometry::Capsule(0.3 + e, 0.5),
        ];
        for grown in cases {
            let (geometry, more, less) = (grown(0.0), grown(STEP), grown(-STEP));
            let gained = (more.volume() - less.volume()) / (2.0 * STEP);
            if !matches!(geometry, Geometry::Ellipsoid(_)) {
                assert!((geometry.surface() / gained - 1.0).abs() < ERROR, "{geometry:?}");
            }
            let shell = geometry.shell_moments(gained);
            let (more, less) = (more.moments(more.volume()), less.moments(less.volume()));
            for axis in 0..3 {
                let expected = (more[axis] - less[axis]) / (2.0 * STEP);
                assert!((shell[axis] / expected - 1.0).abs() < ERROR, "{geometry:?}: {shell:?} {expected}");
            }
        }
        // An ellipsoid with equal axes is a sphere.
        let (ball, sphere) = (Geometry::Ellipsoid([0.2; 3]), Geometry::Sphere(0.2));
        assert!((ball.surface() / sphere.surface() - 1.0).abs() < 1e-14);
        assert!((ball.shell_moments(2.0)[0] / sphere.shell_moments(2.0)[0] - 1.0).abs() < 1e-14);
    }

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
