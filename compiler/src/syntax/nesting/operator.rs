//! Operators after an operand: what waits and binds as tightly takes it as its right side.

use super::{Next, Operand, Reader, Waiting};
use crate::syntax::expression::{Expression, Kind};
use crate::syntax::messages::expressions as messages;
use crate::syntax::pieces::{check_operator, name};
use crate::syntax::{Operator, Parsed};
use syn::Ident;
use syn::ext::IdentExt;

/// Comparisons do not chain: `a < b < c` is an error.
const COMPARISON: u8 = 3;

impl Reader<'_> {
    /// Joins what waits for the operand, and reads the operator or `at` after it.
    pub(super) fn operator(&mut self, operand: Operand) -> Parsed<Next> {
        let operand = self.signed(operand);
        let next = Operator::peek(self.input());
        let operand = self.joined(operand, next)?;
        let input = self.input();
        if let Some(operator) = next {
            check_operator(input, operator)?;
            operator.skip(input)?;
            self.waiting.push(Waiting::Binary(operator, operand));
            return Ok(Next::Operand);
        }
        if self.waiting.len() > self.outside() {
            return Ok(Next::End(self.placed(operand)));
        }
        let fork = input.fork();
        if !fork.call(Ident::parse_any).is_ok_and(|word| word == "at") {
            return Ok(Next::End(operand));
        }
        name(input, "`at`")?;
        self.waiting.push(Waiting::At(operand));
        Ok(Next::Operand)
    }

    /// With the signs before it, and as the exponent of the bases before it: x^-y^z = x^(-(y^z)).
    fn signed(&mut self, mut operand: Operand) -> Operand {
        while self.waiting.len() > self.outside() {
            operand = match self.waiting.pop() {
                Some(Waiting::Negate(start)) => {
                    let place = start.to(operand.value.place);
                    Operand::above(Kind::Negate(Box::new(operand.value)), place, operand.height)
                }
                Some(Waiting::Not(start)) => {
                    let place = start.to(operand.value.place);
                    Operand::above(Kind::Not(Box::new(operand.value)), place, operand.height)
                }
                Some(Waiting::Power(base)) => {
                    let place = base.value.place.to(operand.value.place);
                    let height = base.height.max(operand.height + 1);
                    let (base, exponent) = (Box::new(base.value), Box::new(operand.value));
                    let kind = Kind::Binary(Operator::Power, base, exponent);
                    Operand { value: Expression { kind, place }, height }
                }
                Some(other) => {
                    self.waiting.push(other);
                    return operand;
                }
                None => return operand,
            };
            self.depth -= 1;
        }
        operand
    }

    /// As the right side of all operators before it that bind at least as tightly as the next one.
    fn joined(&mut self, mut right: Operand, next: Option<Operator>) -> Parsed<Operand> {
        let next = next.map_or(0, Operator::strength);
        while self.waiting.len() > self.outside()
            && let Some(Waiting::Binary(operator, left)) = self
                .waiting
                .pop_if(|last| matches!(last, Waiting::Binary(before, _) if before.strength() >= next))
        {
            if operator.strength() == COMPARISON && next == COMPARISON {
                return Err(Box::new(messages::chained_comparisons(self.input().span())));
            }
            let place = left.value.place.to(right.value.place);
            let height = left.height.max(right.height);
            let kind = Kind::Binary(operator, Box::new(left.value), Box::new(right.value));
            right = Operand { value: Expression { kind, place }, height };
        }
        Ok(right)
    }

    /// As the point of what is before `at`.
    fn placed(&mut self, point: Operand) -> Operand {
        let Some(Waiting::At(value)) = self.waiting.pop() else { return point };
        let place = value.value.place.to(point.value.place);
        let height = value.height.max(point.height);
        let kind = Kind::At(Box::new(value.value), Box::new(point.value));
        Operand { value: Expression { kind, place }, height }
    }
}
