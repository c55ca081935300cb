//! The order of a Runge–Kutta method from its coefficients: one condition for each rooted tree.
//!
//! ```text
//! Σ_i b_i Φ_i(τ) = 1/γ(τ),   Φ_i([τ₁ … τ_m]) = Π_k Σ_j a_ij Φ_j(τ_k),   γ([τ₁ … τ_m]) = |τ| Π_k γ(τ_k)
//! ```
//!
//! (Hairer, Nørsett, Wanner I, theorem II.2.13.) Invariant: sums have 106 bits, so that rounding does not hide
//! a violated condition.

use super::coefficient::Coefficient;
use super::tableau::Tableau;
use crate::Real;
use crate::scalar::DoubleDouble;
use alloc::vec;
use alloc::vec::Vec;

/// The tolerance of a condition.
const TOLERANCE: f64 = 1e-24;
/// The highest order of trees that is checked (there are 1842 of order 11).
const HIGHEST: usize = 10;

fn number(x: f64) -> DoubleDouble {
    DoubleDouble::from(x)
}

/// A rooted tree with its weights for one tableau.
struct Tree {
    order: usize,
    density: DoubleDouble,
    /// Σ_j a_ij Φ_j for every stage i.
    grown: Vec<DoubleDouble>,
    /// Σ_i b_i Φ_i.
    weight: DoubleDouble,
}

/// The trees of a tableau, in order.
struct Forest<'a> {
    a: &'a [&'a [Coefficient]],
    b: &'a [DoubleDouble],
    trees: Vec<Tree>,
}

impl Forest<'_> {
    /// [`τ_k`…] from the product of its branches.
    fn add(&mut self, order: usize, density: DoubleDouble, phi: &[DoubleDouble]) {
        let grown =
            self.a.iter().map(|row| row.iter().zip(phi).fold(number(0.0), |sum, (a, x)| sum + a.wide() * *x));
        let grown = grown.collect();
        let weight = self.b.iter().zip(phi).fold(number(0.0), |sum, (b, x)| sum + *b * *x);
        self.trees.push(Tree { order, density: density * number(order as f64), grown, weight });
    }

    /// Adds all trees of `order` with the product `phi` of the branches so far and further branches from index `from` on.
    fn grow(&mut self, order: usize, left: usize, from: usize, density: DoubleDouble, phi: &[DoubleDouble]) {
        if left == 0 {
            return self.add(order, density, phi);
        }
        for k in from..self.trees.len() {
            let branch = &self.trees[k];
            if branch.order > left {
                break;
            }
            let (left, density) = (left - branch.order, density * branch.density);
            let product: Vec<_> = phi.iter().zip(&branch.grown).map(|(x, y)| *x * *y).collect();
            self.grow(order, left, k, density, &product);
        }
    }
}

/// The largest order whose conditions the weights `b` satisfy over the stages `a` (at most 10); 0 if they do not add up to 1.
pub(super) fn order_of_weights(a: &[&[Coefficient]], b: &[DoubleDouble]) -> u32 {
    let mut forest = Forest { a, b, trees: Vec::new() };
    let ones = vec![number(1.0); b.len()];
    for order in 1..=HIGHEST {
        let known = forest.trees.len();
        forest.grow(order, order - 1, 0, number(1.0), &ones);
        let off = |tree: &Tree| (tree.weight - number(1.0) / tree.density).magnitude();
        if !forest.trees[known..].iter().all(|tree| off(tree) < TOLERANCE) {
            return order as u32 - 1;
        }
    }
    HIGHEST as u32
}

/// The order that the coefficients of a tableau have, by all rooted trees up to order 10; 0 if they are inconsistent
/// (Σ b ≠ 1, or Σ_j a_ij ≠ c_i for some stage).
///
/// ```
/// use linkwork::runge_kutta::{Classical4, satisfied_order};
/// assert_eq!(satisfied_order::<Classical4>(), 4);
/// ```
pub fn satisfied_order<B: Tableau>() -> u32 {
    let consistent = B::A.len() == B::B.len()
        && B::C.len() == B::B.len()
        && B::A.iter().enumerate().all(|(i, row)| row.len() == i)
        && B::A.iter().zip(B::C).all(|(row, c)| {
            let sum = row.iter().fold(number(0.0), |sum, a| sum + a.wide());
            (sum - c.wide()).magnitude() < TOLERANCE
        });
    let b: Vec<_> = B::B.iter().map(|b| b.wide()).collect();
    if consistent { order_of_weights(B::A, &b) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::dormand_prince8::DormandPrinceEight;
    use super::super::embedded::*;
    use super::super::tableau::*;
    use super::*;

    #[test]
    fn numbers_of_rooted_trees() {
        let mut forest = Forest { a: &[], b: &[], trees: Vec::new() };
        let counts: Vec<usize> = (1..=8)
            .map(|order| {
                let known = forest.trees.len();
                forest.grow(order, order - 1, 0, number(1.0), &[]);
                forest.trees.len() - known
            })
            .collect();
        assert_eq!(counts, [1, 1, 2, 4, 9, 20, 48, 115]);
    }

    #[test]
    fn every_tableau_has_the_order_it_claims_and_no_more() {
        macro_rules! check {
            ($($b:ty),* $(,)?) => {$( assert_eq!(satisfied_order::<$b>(), <$b>::ORDER, "{}", <$b>::NAME); )*};
        }
        check!(
            Euler,
            ExplicitMidpoint,
            ExplicitTrapezoid,
            RalstonSecond,
            HeunThird,
            ThirdOrder,
            Classical4,
            ThreeEighthsRule,
            ButcherSixth,
            BogackiShampineThird,
            FehlbergFourth,
            CashKarpFifth,
            DormandPrinceFifth,
            VernerSixth,
            DormandPrinceEight,
        );
    }

    fn wide(row: &[Coefficient]) -> Vec<DoubleDouble> {
        row.iter().map(|x| x.wide()).collect()
    }

    #[test]
    fn every_second_method_has_the_order_it_claims() {
        macro_rules! check {
            ($($b:ty),* $(,)?) => {$(
                let Estimate::Weights(lower) = <$b>::ESTIMATE else { panic!("{}", <$b>::NAME) };
                assert_eq!(lower.len(), <$b>::B.len());
                assert_eq!(order_of_weights(<$b>::A, &wide(lower)), <$b>::LOWER_ORDER, "{}", <$b>::NAME);
            )*};
        }
        check!(BogackiShampineThird, FehlbergFourth, CashKarpFifth, DormandPrinceFifth, VernerSixth);
        let Estimate::FifthAndThird { difference, third } = DormandPrinceEight::ESTIMATE else { panic!() };
        let fifth: Vec<_> =
            DormandPrinceEight::B.iter().zip(difference).map(|(b, e)| b.wide() - e.wide()).collect();
        assert_eq!(order_of_weights(DormandPrinceEight::A, &fifth), 5);
        assert_eq!(order_of_weights(DormandPrinceEight::A, &wide(third)), 3);
    }
}
