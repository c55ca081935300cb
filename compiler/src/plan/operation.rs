//! One operation of straight-line arithmetic, generic in its operands and in the sources that it loads.
//!
//! The arena has values as operands, a routine has registers; they load a number from outside or from a bank.

use crate::symbolic::{Constant, Function, Relation};

/// An operation on operands `A` that loads from `L`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation<L, A> {
    /// An exact constant.
    Literal(Constant),
    /// A value that was computed elsewhere.
    Load(L),
    /// −a.
    Neg(A),
    /// a + b.
    Add(A, A),
    /// a − b.
    Sub(A, A),
    /// a·b.
    Mul(A, A),
    /// 1 / a.
    Recip(A),
    /// f(a).
    Unary(Function, A),
    /// f(a, b).
    Binary(Function, A, A),
    /// A mask.
    Compare(Relation, A, A),
    /// A mask.
    And(A, A),
    /// A mask.
    Or(A, A),
    /// A mask.
    Not(A),
    /// a where the mask is true, else b.
    Select(A, A, A),
}

impl<L: Copy, A: Copy> Operation<L, A> {
    /// The operands (up to three) in order; a load has none.
    pub fn operands(&self) -> impl Iterator<Item = A> + use<L, A> {
        use Operation::*;
        let operands = match *self {
            Literal(_) | Load(_) => [None; 3],
            Neg(a) | Recip(a) | Unary(_, a) | Not(a) => [Some(a), None, None],
            Add(a, b) | Sub(a, b) | Mul(a, b) | Binary(_, a, b) | Compare(_, a, b) | And(a, b) | Or(a, b) => {
                [Some(a), Some(b), None]
            }
            Select(mask, a, b) => [Some(mask), Some(a), Some(b)],
        };
        operands.into_iter().flatten()
    }

    /// The same operation on other operands and sources.
    pub fn with<K, B>(self, load: impl FnOnce(L) -> Operation<K, B>, of: impl Fn(A) -> B) -> Operation<K, B> {
        use Operation::*;
        match self {
            Literal(constant) => Literal(constant),
            Load(place) => load(place),
            Neg(a) => Neg(of(a)),
            Add(a, b) => Add(of(a), of(b)),
            Sub(a, b) => Sub(of(a), of(b)),
            Mul(a, b) => Mul(of(a), of(b)),
            Recip(a) => Recip(of(a)),
            Unary(f, a) => Unary(f, of(a)),
            Binary(f, a, b) => Binary(f, of(a), of(b)),
            Compare(relation, a, b) => Compare(relation, of(a), of(b)),
            And(a, b) => And(of(a), of(b)),
            Or(a, b) => Or(of(a), of(b)),
            Not(a) => Not(of(a)),
            Select(mask, a, b) => Select(of(mask), of(a), of(b)),
        }
    }

    /// Whether it counts as an operation: loads and constants cost nothing.
    pub fn is_counted(&self) -> bool {
        !matches!(self, Self::Literal(_) | Self::Load(_))
    }

    /// Whether its value is a truth value instead of a number.
    pub fn is_mask(&self) -> bool {
        use Operation::*;
        matches!(self, Compare(..) | And(..) | Or(..) | Not(_))
    }

    /// Whether it is expensive (function, division), so that storing it is better than computing it again.
    pub fn is_costly(&self) -> bool {
        use Operation::*;
        matches!(self, Unary(..) | Binary(..) | Recip(_))
    }
}
