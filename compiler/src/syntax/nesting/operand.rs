//! Operands: signs, numbers, names, calls and groups, with the members, units and powers after them.

use super::{DEEPEST, List, Naming, Next, Operand, Postfix, Reader, Waiting, Within, too_deep};
use crate::diagnostics::{Diagnostic, Place};
use crate::syntax::Parsed;
use crate::syntax::description::{Name, Segment};
use crate::syntax::expression::Expression;
use crate::syntax::expression::Kind;
use crate::syntax::messages::{expected, expressions as messages};
use crate::syntax::pieces::{brackets, name, number, parenthesis, square};
use crate::syntax::recover::literal_text;
use proc_macro2::extra::DelimSpan;
use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream};
use syn::{Ident, Lit, Token, token};

impl<'a> Reader<'a> {
    /// Signs, then a primary.
    pub(super) fn operand(&mut self) -> Parsed<Next> {
        let input = self.input();
        if self.depth > DEEPEST {
            return Err(too_deep(input));
        }
        let start = Place::from(input.span());
        let sign = if input.peek(Token![-]) {
            input.parse::<Token![-]>()?;
            Waiting::Negate(start)
        } else if input.peek(Token![!]) {
            input.parse::<Token![!]>()?;
            Waiting::Not(start)
        } else if input.peek(Token![+]) {
            return Err(Box::new(messages::leading_plus(input.span())));
        } else {
            return self.primary();
        };
        self.waiting.push(sign);
        self.depth += 1;
        Ok(Next::Operand)
    }

    fn primary(&mut self) -> Parsed<Next> {
        let input = self.input();
        // `true` and `false` are words here. `peek` would read the whole literal.
        if input.cursor().literal().is_some() {
            let operand = Operand::leaf(number(input)?);
            return Ok(Next::Postfix(Postfix { operand, links: 0 }));
        }
        if input.peek(Ident::peek_any) {
            if !input.peek2(token::Paren) {
                return self.naming("a name", None, 0);
            }
            let function = name(input, "a function")?;
            let (span, content) = parenthesis(input)?;
            return Ok(self.list(Some(function), span, content));
        }
        if input.peek(token::Paren) {
            let (span, content) = parenthesis(input)?;
            self.open(content, Within::Parenthesis(span));
            return Ok(Next::Operand);
        }
        if input.peek(token::Bracket) {
            let (span, content) = square(input)?;
            return Ok(self.list(None, span, content));
        }
        Err(no_operand(input, self.waiting.last()))
    }

    fn list(&mut self, function: Option<Name>, span: DelimSpan, content: ParseBuffer<'a>) -> Next {
        let list = List { function, span, values: Vec::new(), height: 0, name: None, least: None };
        self.open(content, Within::List(list));
        Next::Element
    }

    /// A name, or that of a member of `whole`.
    fn naming(&mut self, what: &str, whole: Option<Operand>, links: usize) -> Parsed<Next> {
        let name = name(self.input(), what)?;
        let place = Place::from(name.span);
        let height = whole.as_ref().map_or(0, |whole| whole.height);
        Ok(Next::Name(Naming { whole, name, brackets: Vec::new(), place, height, links }))
    }

    /// The brackets of a name.
    pub(super) fn named(&mut self, naming: Naming) -> Parsed<Next> {
        if self.input().peek(token::Bracket) {
            let (place, content) = brackets(self.input())?;
            self.open(content, Within::Name(naming, place));
            return Ok(Next::Operand);
        }
        let Naming { whole, name, brackets, place, height, links } = naming;
        let segment = Segment { name, brackets, place };
        let Some(whole) = whole else {
            let operand = Operand { value: Expression { kind: Kind::Name(segment), place }, height };
            return Ok(Next::Postfix(Postfix { operand, links }));
        };
        let place = whole.value.place.to(place);
        let operand = Operand::above(Kind::Member(Box::new(whole.value), segment), place, height);
        Ok(Next::Postfix(Postfix { operand, links: links + 1 }))
    }

    /// Members and units, then a power.
    pub(super) fn postfix(&mut self, Postfix { operand, links }: Postfix) -> Parsed<Next> {
        let input = self.input();
        if links >= DEEPEST || self.depth + operand.height > DEEPEST {
            return Err(too_deep(input));
        }
        if input.peek(Token![.]) && !input.peek(Token![..]) {
            input.parse::<Token![.]>()?;
            if input.peek(Lit) {
                return Err(Box::new(messages::component_by_number(input.span())));
            }
            return self.naming("the name of a component", Some(operand), links);
        }
        if input.peek(token::Bracket) {
            let (place, content) = brackets(input)?;
            self.open(content, Within::Unit(Postfix { operand, links }, place));
            return Ok(Next::Operand);
        }
        if input.peek(Token![^]) {
            input.parse::<Token![^]>()?;
            self.waiting.push(Waiting::Power(operand));
            self.depth += 1;
            return Ok(Next::Operand);
        }
        Ok(Next::Operator(operand))
    }
}

/// What is no operand, after what waits for one.
fn no_operand(input: ParseStream, waiting: Option<&Waiting>) -> Box<Diagnostic> {
    let place = Place::from(input.span());
    if input.peek(Token![.]) && input.peek2(Lit) {
        let fork = input.fork();
        if let (Ok(_), Ok(digits)) = (fork.parse::<Token![.]>(), fork.parse::<Lit>()) {
            let whole = place.to(digits.span());
            return Box::new(messages::begins_with_point(whole, &literal_text(&digits)));
        }
    }
    if matches!(waiting, Some(Waiting::Power(_))) {
        return Box::new(messages::no_exponent(input));
    }
    Box::new(expected(input, "an expression"))
}
