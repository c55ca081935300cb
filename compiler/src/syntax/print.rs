//! Expressions back to text, for help lines: stable Rust does not hand out the text of a joined
//! span.
//!
//! Invariant: parentheses are those the user wrote.

use super::{Expression, Kind, Segment};
use std::fmt::{Display, Formatter, Result};

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            Kind::Number(digits) => f.write_str(digits),
            Kind::Name(segment) => write!(f, "{segment}"),
            Kind::Member(value, member) => write!(f, "{value}.{member}"),
            Kind::Array(values) => write!(f, "[{}]", List(values)),
            Kind::Call(function, arguments) => write!(f, "{}({})", function.text, List(arguments)),
            Kind::Quantity(value, unit) => write!(f, "{value} [{unit}]"),
            Kind::Parenthesis(value) => write!(f, "({value})"),
            Kind::Negate(value) => write!(f, "-{value}"),
            Kind::Not(value) => write!(f, "!{value}"),
            Kind::Binary(..) => {
                let mut links = Vec::new();
                let mut first = self;
                while let Kind::Binary(operator, left, right) = &first.kind {
                    links.push((operator, right));
                    first = left;
                }
                write!(f, "{first}")?;
                links.iter().rev().try_for_each(|(operator, right)| match operator.spelling() {
                    tight @ ("*" | "/" | "^") => write!(f, "{tight}{right}"),
                    wide => write!(f, " {wide} {right}"),
                })
            }
            Kind::At(value, point) => write!(f, "{value} at {point}"),
            Kind::Named(name, value) => write!(f, "{}: {value}", name.text),
            Kind::Range(least, most) => write!(f, "{least} .. {most}"),
        }
    }
}

impl Display for Segment {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.name.text)?;
        self.brackets.iter().try_for_each(|content| write!(f, "[{content}]"))
    }
}

/// Expressions between commas.
struct List<'a>(&'a [Expression]);

impl Display for List<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (i, value) in self.0.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(f, "{comma}{value}")?;
        }
        Ok(())
    }
}
