//! Coefficients of explicit Runge–Kutta methods, as fractions.
//!
//! Invariant: every number is written once, as in its source; consistency and order conditions are
//! tested below for every tableau.

use crate::Real;
use core::fmt::Debug;

/// A rational coefficient: numerator and denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction(pub i32, pub i32);

impl Fraction {
    /// The coefficient in the arithmetic of `T`.
    #[inline]
    pub fn to<T: Real>(self) -> T {
        T::exact(f64::from(self.0)) / T::exact(f64::from(self.1))
    }

    /// Is it zero?
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

/// An explicit Runge–Kutta method for x' = f(t, x):
///
/// ```text
/// k_i = f(t_n + c_i h, x_n + h Σ_{j<i} a_ij k_j),   x_{n+1} = x_n + h Σ b_i k_i
/// ```
pub trait Tableau: Copy + Debug + Default + Send + Sync + 'static {
    /// Name for reports.
    const NAME: &'static str;
    /// Order of convergence.
    const ORDER: u32;
    /// Rows of a below the diagonal: the first is empty, row i has i entries.
    const A: &'static [&'static [Fraction]];
    /// The weights b, as many as there are stages.
    const B: &'static [Fraction];
    /// The nodes c.
    const C: &'static [Fraction];
}

const ZERO: Fraction = Fraction(0, 1);
const ONE: Fraction = Fraction(1, 1);
const HALF: Fraction = Fraction(1, 2);

/// The classical method of order 4 (Kutta 1901).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Classical4;

impl Tableau for Classical4 {
    const NAME: &'static str = "RungeKutta4";
    const ORDER: u32 = 4;
    const A: &'static [&'static [Fraction]] = &[&[], &[HALF], &[ZERO, HALF], &[ZERO, ZERO, ONE]];
    const B: &'static [Fraction] = &[Fraction(1, 6), Fraction(1, 3), Fraction(1, 3), Fraction(1, 6)];
    const C: &'static [Fraction] = &[ZERO, HALF, HALF, ONE];
}

/// Kutta's method of order 3 (Kutta 1901), the one of Tables 8 to 10 in Fernández de Bustos et al.,
/// Mathematics 12 (2024) 2862.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThirdOrder;

impl Tableau for ThirdOrder {
    const NAME: &'static str = "Kutta3";
    const ORDER: u32 = 3;
    const A: &'static [&'static [Fraction]] = &[&[], &[HALF], &[Fraction(-1, 1), Fraction(2, 1)]];
    const B: &'static [Fraction] = &[Fraction(1, 6), Fraction(2, 3), Fraction(1, 6)];
    const C: &'static [Fraction] = &[ZERO, HALF, ONE];
}

/// Euler's method, explicit: of order 1, for comparisons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstOrder;

impl Tableau for FirstOrder {
    const NAME: &'static str = "ExplicitEuler";
    const ORDER: u32 = 1;
    const A: &'static [&'static [Fraction]] = &[&[]];
    const B: &'static [Fraction] = &[ONE];
    const C: &'static [Fraction] = &[ZERO];
}

/// A tableau in the arithmetic of a run; zeros are left out of the sums.
#[derive(Clone, Debug)]
pub(super) struct Coefficients<T> {
    /// (j, a_ij) with a_ij ≠ 0, a list for every stage.
    pub(super) stages: Vec<Vec<(usize, T)>>,
    /// (j, b_j) with b_j ≠ 0.
    pub(super) weights: Vec<(usize, T)>,
    /// c_i.
    pub(super) nodes: Vec<T>,
}

impl<T: Real> Coefficients<T> {
    pub(super) fn of<B: Tableau>() -> Self {
        let nonzero = |row: &[Fraction]| {
            let used = row.iter().enumerate().filter(|(_, a)| !a.is_zero());
            used.map(|(j, a)| (j, a.to())).collect::<Vec<_>>()
        };
        Self {
            stages: B::A.iter().map(|row| nonzero(row)).collect(),
            weights: nonzero(B::B),
            nodes: B::C.iter().map(|c| c.to()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Classical4, FirstOrder, Fraction, Tableau, ThirdOrder};

    /// Exact sums of fractions, over 64-bit integers.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Exact(i64, i64);
    impl Exact {
        fn of(f: Fraction) -> Self {
            Self(i64::from(f.0), i64::from(f.1)).reduced()
        }
        fn reduced(self) -> Self {
            let (mut a, mut b) = (self.0.abs(), self.1);
            while b != 0 {
                (a, b) = (b, a % b);
            }
            Self(self.0 / a.max(1), self.1 / a.max(1))
        }
        fn times(self, o: Self) -> Self {
            Self(self.0 * o.0, self.1 * o.1).reduced()
        }
        fn plus(self, o: Self) -> Self {
            Self(self.0 * o.1 + o.0 * self.1, self.1 * o.1).reduced()
        }
    }

    fn sum(terms: impl Iterator<Item = Exact>) -> Exact {
        terms.fold(Exact(0, 1), Exact::plus)
    }

    /// Σ b_i x_i.
    fn weigh<B: Tableau>(x: &[Exact]) -> Exact {
        sum(B::B.iter().zip(x).map(|(b, x)| Exact::of(*b).times(*x)))
    }

    /// Σ_j a_ij x_j.
    fn stage<B: Tableau>(x: &[Exact]) -> Vec<Exact> {
        B::A.iter().map(|row| sum(row.iter().zip(x).map(|(a, x)| Exact::of(*a).times(*x)))).collect()
    }

    fn product(a: &[Exact], b: &[Exact]) -> Vec<Exact> {
        a.iter().zip(b).map(|(a, b)| a.times(*b)).collect()
    }

    /// Order conditions tree by tree (Hairer, Nørsett, Wanner I, table II.2.1): Σ b Φ(tree) = 1/γ(tree).
    fn check<B: Tableau>() {
        let s = B::B.len();
        assert_eq!((B::A.len(), B::C.len()), (s, s));
        let one = vec![Exact(1, 1); s];
        let c: Vec<Exact> = B::C.iter().map(|c| Exact::of(*c)).collect();
        for (i, row) in B::A.iter().enumerate() {
            assert_eq!(row.len(), i, "explicit");
        }
        assert_eq!(stage::<B>(&one), c, "consistency of stages: row sums of a are c");
        let (c2, ac) = (product(&c, &c), stage::<B>(&c));
        let conditions = [
            (1, one.clone(), 1),
            (2, c.clone(), 2),
            (3, c2.clone(), 3),
            (3, ac.clone(), 6),
            (4, product(&c2, &c), 4),
            (4, product(&c, &ac), 8),
            (4, stage::<B>(&c2), 12),
            (4, stage::<B>(&ac), 24),
        ];
        let mut beyond = 0;
        for (order, elementary, density) in conditions {
            let holds = weigh::<B>(&elementary) == Exact(1, density);
            if order <= B::ORDER {
                assert!(holds, "{} misses a condition of order {order}", B::NAME);
            } else if !holds {
                beyond += 1;
            }
        }
        assert!(B::ORDER == 4 || beyond > 0, "{} has a higher order than it claims", B::NAME);
    }

    #[test]
    fn euler_of_order_1() {
        check::<FirstOrder>();
    }

    #[test]
    fn classical_of_order_4() {
        check::<Classical4>();
    }

    #[test]
    fn kutta_of_order_3() {
        check::<ThirdOrder>();
    }
}
