//! The operators between two operands: how they are written, and how tightly they bind.
//!
//! Invariant: every operator has one spelling.

use syn::Token;
use syn::parse::ParseStream;

/// The operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `^`
    Power,
}

impl Operator {
    /// Its precedence.
    pub(super) fn strength(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Equal
            | Self::Unequal
            | Self::Less
            | Self::LessEqual
            | Self::Greater
            | Self::GreaterEqual => 3,
            Self::Add | Self::Subtract => 4,
            Self::Multiply | Self::Divide => 5,
            Self::Power => 6,
        }
    }

    /// Whether it makes a condition of two numbers.
    pub(super) fn compares(self) -> bool {
        self.strength() == 3
    }

    /// As it is written.
    pub fn spelling(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Power => "^",
        }
    }

    /// The next operator, if there is one; nothing is consumed.
    pub(super) fn peek(input: ParseStream) -> Option<Self> {
        let two = [
            (input.peek(Token![||]), Self::Or),
            (input.peek(Token![&&]), Self::And),
            (input.peek(Token![==]), Self::Equal),
            (input.peek(Token![!=]), Self::Unequal),
            (input.peek(Token![<=]), Self::LessEqual),
            (input.peek(Token![>=]), Self::GreaterEqual),
            (input.peek(Token![<]), Self::Less),
            (input.peek(Token![>]), Self::Greater),
            (input.peek(Token![+]), Self::Add),
            (input.peek(Token![-]), Self::Subtract),
            (input.peek(Token![*]), Self::Multiply),
            (input.peek(Token![/]), Self::Divide),
            (input.peek(Token![^]), Self::Power),
        ];
        two.into_iter().find_map(|(found, operator)| found.then_some(operator))
    }

    /// Consumes the operator that [`Operator::peek`] found.
    pub(super) fn skip(self, input: ParseStream) -> syn::Result<()> {
        match self {
            Self::Or => input.parse::<Token![||]>().map(drop),
            Self::And => input.parse::<Token![&&]>().map(drop),
            Self::Equal => input.parse::<Token![==]>().map(drop),
            Self::Unequal => input.parse::<Token![!=]>().map(drop),
            Self::Less => input.parse::<Token![<]>().map(drop),
            Self::LessEqual => input.parse::<Token![<=]>().map(drop),
            Self::Greater => input.parse::<Token![>]>().map(drop),
            Self::GreaterEqual => input.parse::<Token![>=]>().map(drop),
            Self::Add => input.parse::<Token![+]>().map(drop),
            Self::Subtract => input.parse::<Token![-]>().map(drop),
            Self::Multiply => input.parse::<Token![*]>().map(drop),
            Self::Divide => input.parse::<Token![/]>().map(drop),
            Self::Power => input.parse::<Token![^]>().map(drop),
        }
    }
}
