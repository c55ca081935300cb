//! Groups: the elements of a list, and what a group becomes at its end.

use super::{DEEPEST, Group, List, Next, Operand, Postfix, Reader, Within};
use crate::diagnostics::Place;
use crate::syntax::Parsed;
use crate::syntax::description::Name;
use crate::syntax::expression::{Expression, Kind};
use crate::syntax::messages::{expected, expressions as messages};
use crate::syntax::pieces::{end_of, name};
use crate::syntax::recover::describe;
use crate::units::lookup;
use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Ident, Token};

impl Reader<'_> {
    /// The next argument, `value`, `name: value` or `name: least .. most`, or the end of the list.
    pub(super) fn element(&mut self) -> Parsed<Next> {
        let content = self.input();
        if content.is_empty() {
            return Ok(self.listed());
        }
        let named = content.peek(Ident::peek_any) && content.peek2(Token![:]) && !content.peek2(Token![::]);
        if named {
            let name = name(content, "the name of an argument")?;
            content.parse::<Token![:]>()?;
            if let Some(Within::List(list)) = self.groups.last_mut().map(|group| &mut *group.within) {
                list.name = Some(name);
            }
        }
        Ok(Next::Operand)
    }

    /// The call or the array of a list that has ended.
    fn listed(&mut self) -> Next {
        let Some(Group { within, depth, .. }) = self.groups.pop() else { unreachable!("a list is open") };
        self.depth = depth;
        let Within::List(List { function, span, values, height, .. }) = *within else {
            unreachable!("elements are those of lists")
        };
        let (kind, place) = match function {
            Some(function) => {
                let place = Place::from(function.span).to(span);
                (Kind::Call(function, values), place)
            }
            None => (Kind::Array(values), span.into()),
        };
        Next::Postfix(Postfix { operand: Operand::above(kind, place, height), links: 0 })
    }

    /// The end of an expression inside of a group.
    pub(super) fn end(&mut self, operand: Operand) -> Parsed<Next> {
        let Some(group) = self.groups.last_mut() else { unreachable!("a group is open") };
        if let Within::List(list) = &mut *group.within {
            return list.add(&group.content, operand);
        }
        let Some(Group { content, within, depth, .. }) = self.groups.pop() else {
            unreachable!("a group is open")
        };
        self.depth = depth;
        let Operand { value: inner, height } = operand;
        let postfix = |operand, links| Ok(Next::Postfix(Postfix { operand, links }));
        match *within {
            Within::Parenthesis(span) => {
                end_of(&content, "`)`")?;
                let kind = Kind::Parenthesis(Box::new(inner));
                postfix(Operand::above(kind, span.into(), height), 0)
            }
            Within::Name(mut naming, place) => {
                let inner = check_bracket(&naming.name, place, &content, inner)?;
                naming.place = naming.place.to(inner.place);
                naming.height = naming.height.max(height + 1);
                naming.brackets.push(inner);
                Ok(Next::Name(naming))
            }
            Within::Unit(Postfix { operand, links }, place) => {
                let unit = check_unit(place, &content, inner)?;
                let place = operand.value.place.to(unit.place);
                let kind = Kind::Quantity(Box::new(operand.value), Box::new(unit));
                postfix(Operand::above(kind, place, operand.height.max(height)), links + 1)
            }
            Within::List(_) => unreachable!("lists have been handled"),
        }
    }
}

impl List {
    /// Adds an element, or the first end of its range; then a comma or the end of the list.
    fn add(&mut self, content: ParseStream, operand: Operand) -> Parsed<Next> {
        let Operand { mut value, height } = operand;
        self.height = self.height.max(height);
        if let Some(least) = self.least.take() {
            let place = least.place.to(value.place);
            value = Expression { kind: Kind::Range(Box::new(least), Box::new(value)), place };
        } else if self.name.is_some() && content.peek(Token![..]) {
            content.parse::<Token![..]>()?;
            self.least = Some(value);
            return Ok(Next::Operand);
        }
        if let Some(name) = self.name.take() {
            let place = Place::from(name.span).to(value.place);
            value = Expression { kind: Kind::Named(name, Box::new(value)), place };
        }
        self.values.push(value);
        if content.is_empty() {
            return Ok(Next::Element);
        }
        if !content.peek(Token![,]) {
            let close = if self.function.is_some() { "`)`" } else { "`]`" };
            return Err(Box::new(expected(content, &format!("`,`, an operator or {close}"))));
        }
        content.parse::<Token![,]>()?;
        Ok(Next::Element)
    }
}

/// What is in brackets after a name: an index, or the unit of a declaration.
pub(super) fn check_bracket(
    name: &Name,
    place: Place,
    content: ParseStream,
    inner: Expression,
) -> Parsed<Expression> {
    if !content.peek(Token![,]) {
        return check_unit(place, content, inner);
    }
    let comma = content.span();
    content.parse::<Token![,]>()?;
    let rest = content.parse::<TokenStream>()?.to_string();
    let is_unit = matches!(&inner.kind, Kind::Name(unit) if lookup(&unit.name.text).is_some());
    Err(Box::new(messages::indices_with_comma(comma, &name.text, &inner.to_string(), &rest, is_unit)))
}

/// An index or a unit with the place of its brackets, if it is all that is in them.
pub(super) fn check_unit(place: Place, content: ParseStream, mut inner: Expression) -> Parsed<Expression> {
    if !content.is_empty() {
        return Err(Box::new(messages::after_unit(content.span(), &describe(content))));
    }
    let mut factors = 0;
    let mut at = &inner;
    while let Kind::Binary(_, left, _) = &at.kind {
        (factors, at) = (factors + 1, left);
    }
    if factors > DEEPEST {
        return Err(Box::new(messages::long_unit(place, DEEPEST)));
    }
    inner.place = place;
    Ok(inner)
}
