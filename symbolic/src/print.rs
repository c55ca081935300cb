//! Expressions to text: the language's own infix, and formulas that meval reads.
//!
//! Invariant: reading the text back gives the value of the node; parentheses only where needed.

use super::constant::greatest_common_divisor;
use super::{Constant, Function, Graph, Node, Relation, Symbol, View};
use std::fmt;

/// The precedence of the outermost operator of a text.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Binding {
    Or,
    And,
    Compare,
    Sum,
    Product,
    Power,
    Atom,
}

#[derive(Clone, Copy, PartialEq)]
enum Dialect {
    Language,
    Meval,
}

impl Relation {
    /// The spelling of the language.
    pub fn spelling(self) -> &'static str {
        match self {
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Eq => "==",
            Self::Ne => "!=",
        }
    }

    /// The name of the function that the text for meval calls.
    fn meval_name(self) -> &'static str {
        match self {
            Self::Lt => "lt",
            Self::Le => "le",
            Self::Eq => "eq",
            Self::Ne => "ne",
        }
    }
}

impl Constant {
    /// |a| as decimal text of numerator and, if it is not 1, denominator; without π.
    pub(super) fn fraction_text(self) -> (String, Option<String>) {
        let (n, d) = (self.numerator.unsigned_abs(), self.denominator.unsigned_abs());
        if d == 1 {
            return (decimal_text(n, self.exponent), None);
        }
        // 25/9·10⁻¹ reads better as 5/18.
        let shift = (self.exponent < 0).then(|| 10_u128.checked_pow(self.exponent.unsigned_abs())).flatten();
        match shift.and_then(|shift| d.checked_mul(shift)) {
            Some(whole) => {
                let g = greatest_common_divisor(n, whole);
                (decimal_text(n / g, 0), Some(decimal_text(whole / g, 0)))
            }
            None => (decimal_text(n, self.exponent), Some(decimal_text(d, 0))),
        }
    }
}

/// n·10^e as a decimal literal.
fn decimal_text(n: u128, e: i32) -> String {
    let digits = n.to_string();
    let length = digits.len() as i64;
    let point = length + i64::from(e);
    match point {
        // 1250
        1..=21 if e >= 0 => digits + &"0".repeat(e as usize),
        // 12.5
        1..=21 => format!("{}.{}", &digits[..point as usize], &digits[point as usize..]),
        // 0.00125
        -5..=0 => format!("0.{}{digits}", "0".repeat(-point as usize)),
        // 1.25e-30
        _ if length == 1 => format!("{digits}e{}", point - 1),
        _ => format!("{}.{}e{}", &digits[..1], &digits[1..], point - 1),
    }
}

/// The text of the language: `9.81`, `1/3`, `pi/180`, `-2*pi^2`.
impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fraction = Fraction::default();
        fraction.constant(*self);
        let sign = if self.is_negative() { "-" } else { "" };
        write!(f, "{sign}{}", fraction.text())
    }
}

/// Factors above and below the line.
#[derive(Default)]
struct Fraction {
    above: Vec<String>,
    below: Vec<String>,
}

impl Fraction {
    /// Multiplies by |a|.
    fn constant(&mut self, value: Constant) {
        let (above, below) = value.fraction_text();
        if above != "1" {
            self.above.push(above);
        }
        self.below.extend(below);
        let side = if value.pi < 0 { &mut self.below } else { &mut self.above };
        match value.pi.unsigned_abs() {
            0 => {}
            1 => side.push("pi".to_owned()),
            k => side.push(format!("pi^{k}")),
        }
    }

    fn text(&self) -> String {
        let above = if self.above.is_empty() { "1".to_owned() } else { self.above.join("*") };
        match self.below.len() {
            0 => above,
            1 => format!("{above}/{}", self.below[0]),
            _ => format!("{above}/({})", self.below.join("*")),
        }
    }
}

impl Graph {
    /// The expression in the language.
    ///
    /// Shared subexpressions are written out every time they occur.
    pub fn infix(&self, node: Node) -> String {
        self.text(node, Dialect::Language)
    }

    /// The expression as a formula for meval 0.2, with symbols as [`Graph::meval_symbol`] names them.
    ///
    /// The reader must know `sign`, `hypot`, `lt`, `le`, `eq`, `ne`, `and`, `or`, `not` and
    /// `select`, with conditions as 0 and 1.
    pub fn meval(&self, node: Node) -> String {
        self.text(node, Dialect::Meval)
    }

    /// A symbol's name if it is an unused identifier for meval, otherwise `_s3_bob_x`.
    pub fn meval_symbol(&self, symbol: Symbol) -> String {
        let name = self.symbol_name(symbol);
        let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
            && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if plain && !matches!(name, "e" | "pi") && !name.starts_with("_s") {
            return name.to_owned();
        }
        let safe: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        format!("_s{}_{safe}", symbol.index())
    }

    fn text(&self, node: Node, dialect: Dialect) -> String {
        self.bound_text(node, dialect).0
    }

    /// The text, in parentheses if it binds less tightly than `outer`.
    fn within(&self, node: Node, dialect: Dialect, outer: Binding) -> String {
        let (text, binding) = self.bound_text(node, dialect);
        if binding < outer { format!("({text})") } else { text }
    }

    fn bound_text(&self, node: Node, dialect: Dialect) -> (String, Binding) {
        match (self.view(node), dialect) {
            (View::Constant(c), _) => {
                let text = c.to_string();
                let binding = match c {
                    _ if c.is_negative() => Binding::Sum,
                    _ if text.contains(['*', '/', '^']) => Binding::Product,
                    _ => Binding::Atom,
                };
                (text, binding)
            }
            (View::Symbol(symbol), Dialect::Language) => (self.symbol_name(symbol).to_owned(), Binding::Atom),
            (View::Symbol(symbol), Dialect::Meval) => (self.meval_symbol(symbol), Binding::Atom),
            (View::Sum { constant, terms }, _) => self.sum_text(constant, terms, dialect),
            (View::Product { factors }, _) => {
                (self.term_text(Constant::ONE, factors, dialect), Binding::Product)
            }
            (View::Call(Function::Pow, &[x, y]), _) => {
                let (x, y) = (self.within(x, dialect, Binding::Atom), self.within(y, dialect, Binding::Atom));
                (format!("{x}^{y}"), Binding::Power)
            }
            (View::Call(function, arguments), _) => self.call_text(function.name(), arguments, dialect),
            (View::Select(c, a, b), Dialect::Language) => self.call_text("if", &[c, a, b], dialect),
            (View::Select(c, a, b), Dialect::Meval) => self.call_text("select", &[c, a, b], dialect),
            (View::Compare(relation, a, b), Dialect::Meval) => {
                self.call_text(relation.meval_name(), &[a, b], dialect)
            }
            (View::And(a, b), Dialect::Meval) => self.call_text("and", &[a, b], dialect),
            (View::Or(a, b), Dialect::Meval) => self.call_text("or", &[a, b], dialect),
            (View::Not(a), Dialect::Meval) => self.call_text("not", &[a], dialect),
            (View::Compare(relation, a, b), _) => {
                let (a, b) = (self.within(a, dialect, Binding::Sum), self.within(b, dialect, Binding::Sum));
                (format!("{a} {} {b}", relation.spelling()), Binding::Compare)
            }
            (View::And(a, b), _) => {
                let (a, b) = (self.within(a, dialect, Binding::And), self.within(b, dialect, Binding::And));
                (format!("{a} && {b}"), Binding::And)
            }
            (View::Or(a, b), _) => {
                let (a, b) = (self.within(a, dialect, Binding::Or), self.within(b, dialect, Binding::Or));
                (format!("{a} || {b}"), Binding::Or)
            }
            (View::Shared(a), _) => self.bound_text(a, dialect),
            (View::Not(a), _) => (format!("!{}", self.within(a, dialect, Binding::Atom)), Binding::Power),
        }
    }

    fn call_text(&self, name: &str, arguments: &[Node], dialect: Dialect) -> (String, Binding) {
        let arguments: Vec<_> = arguments.iter().map(|&x| self.text(x, dialect)).collect();
        (format!("{name}({})", arguments.join(", ")), Binding::Atom)
    }

    /// Terms in order, the constant last; first, if that saves a leading minus.
    fn sum_text(
        &self,
        constant: Constant,
        terms: &[(Node, Constant)],
        dialect: Dialect,
    ) -> (String, Binding) {
        let mut parts: Vec<(bool, String)> = Vec::with_capacity(terms.len() + 1);
        for &(node, c) in terms {
            let own = [(node, 1)];
            let factors = if let View::Product { factors } = self.view(node) { factors } else { &own };
            parts.push((c.is_negative(), self.term_text(c, factors, dialect)));
        }
        if !constant.is_zero() {
            let part = (constant.is_negative(), self.term_text(constant, &[], dialect));
            let first = parts[0].0 && !part.0;
            parts.insert(if first { 0 } else { parts.len() }, part);
        }
        let mut text = String::new();
        for (at, (negative, part)) in parts.iter().enumerate() {
            text += match (at, negative) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            text += part;
        }
        let alone = parts.len() == 1 && !parts[0].0;
        (text, if alone { Binding::Product } else { Binding::Sum })
    }

    /// |c|·Π xᵢ^eᵢ with negative exponents below one line.
    fn term_text(&self, c: Constant, factors: &[(Node, i32)], dialect: Dialect) -> String {
        let mut fraction = Fraction::default();
        fraction.constant(c);
        for &(node, e) in factors {
            let text = match e.unsigned_abs() {
                1 => self.within(node, dialect, Binding::Power),
                k => format!("{}^{k}", self.within(node, dialect, Binding::Atom)),
            };
            if e > 0 { &mut fraction.above } else { &mut fraction.below }.push(text);
        }
        fraction.text()
    }
}
