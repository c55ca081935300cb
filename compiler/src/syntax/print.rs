//! Expressions back to text, for help lines: stable Rust does not hand out the text of a joined
//! span.
//!
//! Invariant: parentheses are those the user wrote.

use super::{Expression, Kind, Segment};
use std::fmt::{Display, Formatter, Result};

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_all(f, Piece::Value(self))
    }
}

impl Display for Segment {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_all(f, Piece::Segment(self))
    }
}

/// A part of the text that is still to be written.
enum Piece<'e> {
    Value(&'e Expression),
    Segment(&'e Segment),
    Text(&'e str),
}

/// Without recursion: the last piece is next.
fn write_all<'e>(f: &mut Formatter<'_>, whole: Piece<'e>) -> Result {
    use Piece::{Segment as Name, Text, Value};
    let mut pieces = vec![whole];
    while let Some(piece) = pieces.pop() {
        let value = match piece {
            Text(text) => {
                f.write_str(text)?;
                continue;
            }
            Name(segment) => {
                f.write_str(&segment.name.text)?;
                let bracket = |content| [Text("]"), Value(content), Text("[")];
                pieces.extend(segment.brackets.iter().rev().flat_map(bracket));
                continue;
            }
            Value(value) => value,
        };
        match &value.kind {
            Kind::Number(digits) => f.write_str(digits)?,
            Kind::Name(segment) => pieces.push(Name(segment)),
            Kind::Member(value, member) => pieces.extend([Name(member), Text("."), Value(value)]),
            Kind::Array(values) => {
                pieces.push(Text("]"));
                list(values, &mut pieces);
                pieces.push(Text("["));
            }
            Kind::Call(function, arguments) => {
                pieces.push(Text(")"));
                list(arguments, &mut pieces);
                pieces.extend([Text("("), Text(&function.text)]);
            }
            Kind::Quantity(value, unit) => {
                pieces.extend([Text("]"), Value(unit), Text(" ["), Value(value)]);
            }
            Kind::Parenthesis(value) => pieces.extend([Text(")"), Value(value), Text("(")]),
            Kind::Negate(value) => pieces.extend([Value(value), Text("-")]),
            Kind::Not(value) => pieces.extend([Value(value), Text("!")]),
            Kind::Binary(operator, left, right) => {
                let spelling = operator.spelling();
                let space = if matches!(spelling, "*" | "/" | "^") { "" } else { " " };
                pieces.extend([Value(right), Text(space), Text(spelling), Text(space), Value(left)]);
            }
            Kind::At(value, point) => pieces.extend([Value(point), Text(" at "), Value(value)]),
            Kind::Named(name, value) => pieces.extend([Value(value), Text(": "), Text(&name.text)]),
            Kind::Range(least, most) => pieces.extend([Value(most), Text(" .. "), Value(least)]),
        }
    }
    Ok(())
}

/// Expressions between commas, the last one first.
fn list<'e>(values: &'e [Expression], pieces: &mut Vec<Piece<'e>>) {
    for (i, value) in values.iter().enumerate().rev() {
        pieces.push(Piece::Value(value));
        if i > 0 {
            pieces.push(Piece::Text(", "));
        }
    }
}
