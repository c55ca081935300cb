//! Derivatives of functions as code: those of `partials`, for both directions of differentiation.

use super::straight::Straight;
use linkwork_compiler::plan::{Instruction, Register};
use linkwork_compiler::symbolic::{Function, Relation};

/// The arguments and the value of a function in code under construction: each register is made when a derivative needs it.
pub trait Known {
    /// The code.
    fn code(&mut self) -> &mut Straight;
    /// x.
    fn first(&mut self) -> Register;
    /// y.
    fn second(&mut self) -> Register;
    /// f.
    fn value(&mut self) -> Register;
    /// sin x or cos x.
    fn wave(&mut self, function: Function) -> Register;
}

/// f'(x); `None` for piecewise constant functions, and for |x|, which has [`signed`].
pub fn of_one(known: &mut impl Known, function: Function) -> Option<Register> {
    let one = known.code().literal(1.0);
    Some(match function {
        Function::Sin => known.wave(Function::Cos),
        Function::Cos => {
            let sine = known.wave(Function::Sin);
            known.code().neg(sine)
        }
        Function::Tan => {
            let f = known.value();
            let square = known.code().mul(f, f);
            known.code().add(one, square)
        }
        Function::Asin | Function::Acos => {
            let x = known.first();
            let code = known.code();
            let (below, above) = (code.sub(one, x), code.add(one, x));
            let product = code.mul(below, above);
            let root = code.of_one(Function::Sqrt, product);
            let by = code.recip(root);
            if function == Function::Asin { by } else { code.neg(by) }
        }
        Function::Atan => {
            let x = known.first();
            let square = known.code().mul(x, x);
            let sum = known.code().add(one, square);
            known.code().recip(sum)
        }
        Function::Sinh => {
            let x = known.first();
            known.code().of_one(Function::Cosh, x)
        }
        Function::Cosh => {
            let x = known.first();
            known.code().of_one(Function::Sinh, x)
        }
        Function::Tanh => {
            let x = known.first();
            let cosh = known.code().of_one(Function::Cosh, x);
            let by = known.code().recip(cosh);
            known.code().mul(by, by)
        }
        Function::Exp => known.value(),
        Function::Ln => {
            let x = known.first();
            known.code().recip(x)
        }
        Function::Sqrt => {
            let f = known.value();
            let (half, by) = (known.code().literal(0.5), known.code().recip(f));
            known.code().mul(half, by)
        }
        // It has no pointer here.
        Function::User(_) => known.code().literal(f64::NAN),
        _ => return None,
    })
}

/// ∂f/∂x or, for the second argument, ∂f/∂y; `None` for min and max, which have [`second_is_taken`].
pub fn of_two(known: &mut impl Known, function: Function, second: bool) -> Option<Register> {
    let (x, y) = (known.first(), known.second());
    Some(match function {
        Function::Atan2 => {
            let code = known.code();
            let r = code.of_two(Function::Hypot, x, y);
            let by = code.recip(r);
            let over = if second { code.neg(x) } else { y };
            let once = code.mul(over, by);
            code.mul(once, by)
        }
        Function::Hypot => {
            let f = known.value();
            let by = known.code().recip(f);
            known.code().mul(if second { y } else { x }, by)
        }
        Function::Pow if second => {
            let (f, logarithm) = (known.value(), known.code().of_one(Function::Ln, x));
            known.code().mul(f, logarithm)
        }
        Function::Pow => {
            let code = known.code();
            let (zero, one) = (code.literal(0.0), code.literal(1.0));
            let less = code.sub(y, one);
            let power = code.of_two(Function::Pow, x, less);
            let by = code.mul(y, power);
            let none = code.compare(Relation::Eq, y, zero);
            code.select(none, zero, by)
        }
        Function::User(_) => known.code().literal(f64::NAN),
        _ => return None,
    })
}

/// z sign x, where z is the factor of the derivative of |x|.
pub fn signed(code: &mut Straight, x: Register, z: Register) -> Register {
    let zero = code.literal(0.0);
    let (below, minus) = (code.compare(Relation::Lt, x, zero), code.neg(z));
    code.select(below, minus, z)
}

/// Whether min or max of x and y is y; at ties the minimum is x, and the maximum y.
pub fn second_is_taken(code: &mut Straight, function: Function, x: Register, y: Register) -> Register {
    let beyond = if function == Function::Min {
        code.compare(Relation::Lt, y, x)
    } else {
        code.compare(Relation::Le, x, y)
    };
    let nan = code.compare(Relation::Ne, y, y);
    code.push(Instruction::Or(beyond, nan))
}
