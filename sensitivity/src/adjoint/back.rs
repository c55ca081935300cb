//! The adjoints of a batch of operations.

use super::partials;
use linkwork_tape::{Form, Operand};
use num_dual::Dual64;

/// z̄_j += z̄_i ∂f/∂z_j, z̄_k += z̄_i ∂f/∂z_k for the operations i of one form, whose results are in the registers from `first` on.
pub fn back(form: Form, values: &[Dual64], first: usize, operands: &[[Operand; 3]], adjoint: &mut [f64]) {
    // None of them reads the result of another.
    let (adjoint, results) = adjoint.split_at_mut(first);
    let re = |register: Operand| values[register as usize].re;
    // A derivative can be infinite only with respect to a number that varies.
    let counting = |x: Operand, by: f64| {
        if !by.is_finite() && values[x as usize].eps == 0.0 { 0.0 } else { by }
    };
    let mut add = |register: Operand, z: f64| adjoint[register as usize] += z;
    let each = results.iter().zip(&values[first..]).zip(operands).filter(|((z, _), _)| **z != 0.0);
    let each = each.map(|((z, f), operands)| (*z, f.re, *operands));
    match form {
        Form::Neg => each.for_each(|(z, _, [a, ..])| add(a, -z)),
        Form::Add => each.for_each(|(z, _, [a, b, _])| {
            add(a, z);
            add(b, z);
        }),
        Form::Sub => each.for_each(|(z, _, [a, b, _])| {
            add(a, z);
            add(b, -z);
        }),
        Form::Mul => each.for_each(|(z, _, [a, b, _])| {
            add(a, z * re(b));
            add(b, z * re(a));
        }),
        Form::AddProduct => each.for_each(|(z, _, [x, y, w])| {
            add(x, z);
            add(y, z * re(w));
            add(w, z * re(y));
        }),
        Form::SubProduct => each.for_each(|(z, _, [x, y, w])| {
            add(x, z);
            add(y, -z * re(w));
            add(w, -z * re(y));
        }),
        Form::ProductSub => each.for_each(|(z, _, [x, y, w])| {
            add(x, -z);
            add(y, z * re(w));
            add(w, z * re(y));
        }),
        Form::Recip => each.for_each(|(z, f, [a, ..])| add(a, z * counting(a, -f * f))),
        Form::Unary(function) => each.for_each(|(z, f, [a, ..])| {
            add(a, z * counting(a, partials::of_one(function, re(a), f)));
        }),
        Form::Binary(function) => each.for_each(|(z, f, [a, b, _])| {
            let [by_a, by_b] = partials::of_two(function, re(a), re(b), f);
            add(a, z * counting(a, by_a));
            add(b, z * counting(b, by_b));
        }),
        Form::Select => each.for_each(|(z, _, [mask, a, b])| add(if re(mask) != 0.0 { a } else { b }, z)),
        // Comparisons have no derivatives.
        Form::Compare(_) | Form::And | Form::Or | Form::Not => {}
    }
}
