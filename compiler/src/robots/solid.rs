//! Mass properties of links that are fixed on each other.
//!
//! ```text
//! m = Σ mᵢ      c = Σ mᵢ cᵢ / m      I = Σ Rᵢ Iᵢ Rᵢᵀ + mᵢ (|dᵢ|² E − dᵢ dᵢᵀ),   dᵢ = cᵢ − c
//! ```
//! Invariant: a single part that is not turned keeps its numbers, bit by bit.

use super::pose::{Matrix, Pose, Vector, apply, turned};

/// Mass, centre of mass, and the inertia about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Solid {
    /// In kg.
    pub mass: f64,
    /// In m.
    pub com: Vector,
    /// In kg·m².
    pub inertia: Matrix,
}

impl Solid {
    /// From the entries xx, yy, zz, xy, xz, yz of an inertia about a centre of mass, in axes with that pose.
    pub fn of(mass: f64, [xx, yy, zz, xy, xz, yz]: [f64; 6], pose: &Pose) -> Self {
        let given = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
        let plain = pose.rotation == super::pose::IDENTITY;
        let inertia = if plain { given } else { symmetric(&turned(&given, &pose.rotation)) };
        Self { mass, com: pose.position, inertia }
    }

    /// The same in the frame on which it is mounted.
    pub fn seen(&self, pose: &Pose) -> Self {
        if *pose == Pose::HERE {
            return *self;
        }
        let moved = apply(&pose.rotation, self.com);
        Self {
            mass: self.mass,
            com: core::array::from_fn(|i| pose.position[i] + moved[i]),
            inertia: symmetric(&turned(&self.inertia, &pose.rotation)),
        }
    }

    /// All parts as one; `None` without mass and inertia. A rotor may have an inertia and no mass.
    pub fn sum(parts: &[Self]) -> Option<Self> {
        let counts = |part: &&Self| part.mass > 0.0 || part.inertia != [[0.0; 3]; 3];
        let heavy: Vec<&Self> = parts.iter().filter(counts).collect();
        match heavy.as_slice() {
            [] => None,
            [only] => Some(**only),
            several => {
                let mass: f64 = several.iter().map(|part| part.mass).sum();
                let com: Vector = core::array::from_fn(|i| match mass > 0.0 {
                    true => several.iter().map(|part| part.mass * part.com[i]).sum::<f64>() / mass,
                    // No force of gravity or inertia acts there.
                    false => several[0].com[i],
                });
                let entry = |i: usize, j: usize| {
                    let one = |part: &&Self| {
                        let d: Vector = core::array::from_fn(|k| part.com[k] - com[k]);
                        let square = if i == j { d.iter().map(|x| x * x).sum() } else { 0.0 };
                        part.inertia[i][j] + part.mass * (square - d[i] * d[j])
                    };
                    several.iter().map(one).sum()
                };
                let inertia = core::array::from_fn(|i| core::array::from_fn(|j| entry(i, j)));
                Some(Self { mass, com, inertia: symmetric(&inertia) })
            }
        }
    }

    /// Whether no distribution of mass has this inertia: Σ = ½ tr(I) E − I has a negative eigenvalue. The
    /// principal minors of Σ are compared with those of a slack of 1e-9 tr(I), as the language does.
    pub fn is_unphysical(&self) -> bool {
        let trace = self.inertia[0][0] + self.inertia[1][1] + self.inertia[2][2];
        let s = core::array::from_fn(|i| {
            core::array::from_fn(|j| if i == j { trace / 2.0 } else { 0.0 } - self.inertia[i][j])
        });
        !is_semidefinite(&s, trace)
    }

    /// Whether a principal moment is less than this one, by more than 1e-9 of the largest entry.
    pub fn has_moment_below(&self, least: f64) -> bool {
        let above: Matrix = core::array::from_fn(|i| {
            core::array::from_fn(|j| self.inertia[i][j] - if i == j { least } else { 0.0 })
        });
        let size = above.iter().flatten().fold(0.0, |size: f64, entry| size.max(entry.abs()));
        !is_semidefinite(&above, size)
    }
}

/// Whether no eigenvalue is negative: all principal minors are positive, or zero within 1e-9 of that size.
fn is_semidefinite(s: &Matrix, size: f64) -> bool {
    let slack = 1e-9 * size;
    let minor = |i: usize, j: usize| s[i][i] * s[j][j] - s[i][j] * s[j][i] + slack * size;
    let determinant = s[0][0] * (s[1][1] * s[2][2] - s[1][2] * s[2][1])
        - s[0][1] * (s[1][0] * s[2][2] - s[1][2] * s[2][0])
        + s[0][2] * (s[1][0] * s[2][1] - s[1][1] * s[2][0])
        + slack * size * size;
    let firsts = (0..3).map(|i| s[i][i] + slack);
    firsts.chain([minor(0, 1), minor(0, 2), minor(1, 2), determinant]).all(|principal| principal >= 0.0)
}

/// (A + Aᵀ)/2: products of rotations leave round-off.
fn symmetric(a: &Matrix) -> Matrix {
    core::array::from_fn(|i| core::array::from_fn(|j| (a[i][j] + a[j][i]) / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robots::pose::rotation;

    /// A rod cut in halves, one of them described in turned axes, is the whole rod.
    #[test]
    fn two_halves_make_a_rod() {
        let rod = |mass: f64, length: f64| Solid {
            mass,
            com: [length / 2.0, 0.0, 0.0],
            inertia: [
                [0.0, 0.0, 0.0],
                [0.0, mass * length * length / 12.0, 0.0],
                [0.0, 0.0, mass * length * length / 12.0],
            ],
        };
        let turned = Pose { position: [2.0, 0.0, 0.0], rotation: rotation([0.3, 0.0, std::f64::consts::PI]) };
        let sum = Solid::sum(&[rod(1.0, 1.0), rod(1.0, 1.0).seen(&turned)]).expect("mass");
        let whole = rod(2.0, 2.0);
        assert!((sum.mass - whole.mass).abs() < 1e-15);
        for i in 0..3 {
            assert!((sum.com[i] - whole.com[i]).abs() < 1e-15);
            for j in 0..3 {
                assert!((sum.inertia[i][j] - whole.inertia[i][j]).abs() < 1e-15, "{sum:?}");
            }
        }
        assert!(!sum.is_unphysical());
        let odd = Solid { inertia: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.1]], ..whole };
        assert!(odd.is_unphysical());
    }

    /// The products of inertia count: the principal moments of [[1, 2, 0], [2, 1, 0], [0, 0, 1]] are 3, 1 and −1.
    #[test]
    fn principal_moments_may_be_negative() {
        let of = |product: f64| Solid {
            mass: 1.0,
            com: [0.0; 3],
            inertia: [[1.0, product, 0.0], [product, 1.0, 0.0], [0.0, 0.0, 1.0]],
        };
        assert!(of(2.0).has_moment_below(0.0) && !of(1.0).has_moment_below(0.0));
        assert!(of(0.5).has_moment_below(0.51) && !of(0.5).has_moment_below(0.49));
    }
}
