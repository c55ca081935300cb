//! One operation of a routine, in 16 bytes: its value, and its adjoint.
//!
//! A product that is only added or subtracted is one operation with the sum: z = x ± y w is rounded twice, as two of them.
//!
//! Invariant: the bits of the value are those of the interpreter. A mask is 1 or 0.

use super::partials;
use linkwork::Real;
use linkwork_compiler::plan::{Instruction, Register};
use linkwork_compiler::symbolic::{Function, Relation};
use linkwork_tape::{of_one, of_two};
use num_dual::Dual64;

/// An operation on registers.
#[derive(Clone, Copy, Debug)]
pub enum Line {
    Neg(u32),
    Add(u32, u32),
    Sub(u32, u32),
    Mul(u32, u32),
    /// x + y w.
    AddProduct(u32, u32, u32),
    /// x − y w.
    SubProduct(u32, u32, u32),
    /// y w − x.
    ProductSub(u32, u32, u32),
    Recip(u32),
    Unary(Function, u32),
    Binary(Function, u32, u32),
    Compare(Relation, u32, u32),
    And(u32, u32),
    Or(u32, u32),
    Not(u32),
    Select(u32, u32, u32),
    /// Not an operation.
    Nothing,
}

const _: () = assert!(size_of::<Line>() <= 16);

impl Line {
    /// The sum or difference of an instruction whose operand is one of the products, which have their factors.
    pub fn with_product(
        instruction: &Instruction,
        product: impl Fn(Register) -> Option<(Register, Register)>,
        register: impl Fn(Register) -> usize,
    ) -> Option<Self> {
        let r = |at: Register| register(at) as u32;
        match *instruction {
            Instruction::Add(a, b) => match (product(a), product(b)) {
                (_, Some((y, w))) => Some(Self::AddProduct(r(a), r(y), r(w))),
                (Some((y, w)), None) => Some(Self::AddProduct(r(b), r(y), r(w))),
                _ => None,
            },
            Instruction::Sub(a, b) => match (product(a), product(b)) {
                (_, Some((y, w))) => Some(Self::SubProduct(r(a), r(y), r(w))),
                (Some((y, w)), None) => Some(Self::ProductSub(r(b), r(y), r(w))),
                _ => None,
            },
            _ => None,
        }
    }

    /// The operation of an instruction on other registers.
    pub fn of(instruction: &Instruction, register: impl Fn(Register) -> usize) -> Self {
        // The record has no space for a routine with more registers.
        let r = |at: Register| register(at) as u32;
        match *instruction {
            Instruction::Literal(_) | Instruction::Load(_) => Self::Nothing,
            Instruction::Neg(a) => Self::Neg(r(a)),
            Instruction::Add(a, b) => Self::Add(r(a), r(b)),
            Instruction::Sub(a, b) => Self::Sub(r(a), r(b)),
            Instruction::Mul(a, b) => Self::Mul(r(a), r(b)),
            Instruction::Recip(a) => Self::Recip(r(a)),
            Instruction::Unary(function, a) => Self::Unary(function, r(a)),
            Instruction::Binary(function, a, b) => Self::Binary(function, r(a), r(b)),
            Instruction::Compare(relation, a, b) => Self::Compare(relation, r(a), r(b)),
            Instruction::And(a, b) => Self::And(r(a), r(b)),
            Instruction::Or(a, b) => Self::Or(r(a), r(b)),
            Instruction::Not(a) => Self::Not(r(a)),
            Instruction::Select(mask, a, b) => Self::Select(r(mask), r(a), r(b)),
        }
    }

    /// f(z_j, z_k).
    #[inline(always)]
    pub fn value<T: Real<Mask = bool>>(self, values: &[T]) -> T {
        let v = |register: u32| values[register as usize];
        let truth = |holds: bool| if holds { T::one() } else { T::zero() };
        let holds = |register: u32| v(register).value() != 0.0;
        match self {
            Self::Neg(a) => -v(a),
            Self::Add(a, b) => v(a) + v(b),
            Self::Sub(a, b) => v(a) - v(b),
            Self::Mul(a, b) => v(a) * v(b),
            Self::AddProduct(x, y, w) => v(x) + v(y) * v(w),
            Self::SubProduct(x, y, w) => v(x) - v(y) * v(w),
            Self::ProductSub(x, y, w) => v(y) * v(w) - v(x),
            Self::Recip(a) => Real::recip(v(a)),
            Self::Unary(function, a) => of_one(function, v(a)),
            Self::Binary(function, a, b) => of_two(function, v(a), v(b)),
            Self::Select(mask, a, b) => v(if holds(mask) { a } else { b }),
            Self::Compare(relation, a, b) => {
                let (a, b) = (v(a), v(b));
                truth(match relation {
                    Relation::Lt => Real::lt(a, b),
                    Relation::Le => Real::le(a, b),
                    Relation::Eq => Real::eq(a, b),
                    Relation::Ne => !Real::eq(a, b),
                })
            }
            Self::And(a, b) => truth(holds(a) && holds(b)),
            Self::Or(a, b) => truth(holds(a) || holds(b)),
            Self::Not(a) => truth(!holds(a)),
            Self::Nothing => T::zero(),
        }
    }

    /// z̄_j += z̄ ∂f/∂z_j, z̄_k += z̄ ∂f/∂z_k, where the value of f is that of register `at`.
    #[inline(always)]
    pub fn back(self, values: &[Dual64], at: usize, z: f64, adjoint: &mut [f64]) {
        let re = |register: u32| values[register as usize].re;
        // A derivative can be infinite only with respect to a number that varies.
        let counting = |x: u32, by: f64| {
            if !by.is_finite() && values[x as usize].eps == 0.0 { 0.0 } else { by }
        };
        match self {
            Self::Neg(a) => adjoint[a as usize] -= z,
            Self::Add(a, b) => {
                adjoint[a as usize] += z;
                adjoint[b as usize] += z;
            }
            Self::Sub(a, b) => {
                adjoint[a as usize] += z;
                adjoint[b as usize] -= z;
            }
            Self::Mul(a, b) => {
                adjoint[a as usize] += z * re(b);
                adjoint[b as usize] += z * re(a);
            }
            Self::AddProduct(x, y, w) => {
                adjoint[x as usize] += z;
                adjoint[y as usize] += z * re(w);
                adjoint[w as usize] += z * re(y);
            }
            Self::SubProduct(x, y, w) => {
                adjoint[x as usize] += z;
                adjoint[y as usize] -= z * re(w);
                adjoint[w as usize] -= z * re(y);
            }
            Self::ProductSub(x, y, w) => {
                adjoint[x as usize] -= z;
                adjoint[y as usize] += z * re(w);
                adjoint[w as usize] += z * re(y);
            }
            Self::Recip(a) => {
                let f = values[at].re;
                adjoint[a as usize] += z * counting(a, -f * f);
            }
            Self::Unary(function, a) => {
                let by = partials::of_one(function, re(a), values[at].re);
                adjoint[a as usize] += z * counting(a, by);
            }
            Self::Binary(function, a, b) => {
                let [by_a, by_b] = partials::of_two(function, re(a), re(b), values[at].re);
                adjoint[a as usize] += z * counting(a, by_a);
                adjoint[b as usize] += z * counting(b, by_b);
            }
            Self::Select(mask, a, b) => {
                adjoint[if re(mask) != 0.0 { a } else { b } as usize] += z;
            }
            // Comparisons have no derivatives.
            Self::Compare(..) | Self::And(..) | Self::Or(..) | Self::Not(_) | Self::Nothing => {}
        }
    }
}
