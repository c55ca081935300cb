//! Expressions to LaTeX.

use super::{Constant, Function, Graph, Node, Relation, Symbol, View};

/// The precedence of the outermost operator.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Binding {
    Logic,
    Compare,
    Sum,
    Product,
    Atom,
}

const GREEK: &[&str] = &[
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
    "nu", "xi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta",
    "Lambda", "Xi", "Sigma", "Phi", "Psi", "Omega",
];

/// A word of a name: a letter, a Greek letter, a number, or upright text.
fn word(text: &str) -> String {
    if GREEK.contains(&text) {
        format!(r"\{text}")
    } else if text.chars().count() == 1 || text.bytes().all(|b| b.is_ascii_digit()) {
        text.to_owned()
    } else {
        format!(r"\mathrm{{{text}}}")
    }
}

/// `theta_1` as θ₁, `bob.x` as bobₓ, `der(x)` as ẋ.
fn name_latex(name: &str) -> String {
    for (prefix, accent) in [("der(der(", r"\ddot"), ("der(", r"\dot")] {
        let inner = name.strip_prefix(prefix).map(|rest| rest.trim_end_matches(')'));
        if let Some(inner) = inner {
            return format!("{accent}{{{}}}", name_latex(inner));
        }
    }
    let words: Vec<_> =
        name.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(word).collect();
    match words.as_slice() {
        [] => String::new(),
        [base] => base.clone(),
        [base, rest @ ..] => format!("{base}_{{{}}}", rest.join(",")),
    }
}

/// 6.626e-34 as 6.626·10⁻³⁴.
fn number_latex(text: &str) -> String {
    match text.split_once('e') {
        Some(("1", exponent)) => format!("10^{{{exponent}}}"),
        Some((digits, exponent)) => format!(r"{digits} \cdot 10^{{{exponent}}}"),
        None => text.to_owned(),
    }
}

fn parenthesised(text: &str) -> String {
    format!(r"\left({text}\right)")
}

impl Graph {
    /// The expression in LaTeX.
    ///
    /// Shared subexpressions are written out every time they occur.
    pub fn latex(&self, node: Node) -> String {
        self.bound_latex(node).0
    }

    /// A symbol's name in LaTeX.
    pub fn symbol_latex(&self, symbol: Symbol) -> String {
        name_latex(self.symbol_name(symbol))
    }

    fn latex_within(&self, node: Node, outer: Binding) -> String {
        let (text, binding) = self.bound_latex(node);
        if binding < outer { parenthesised(&text) } else { text }
    }

    fn bound_latex(&self, node: Node) -> (String, Binding) {
        let pair = |operator: &str, a: Node, b: Node, binding: Binding, inner: Binding| {
            (format!("{} {operator} {}", self.latex_within(a, inner), self.latex_within(b, inner)), binding)
        };
        match self.view(node) {
            View::Constant(c) => self.sum_latex(c, &[]),
            View::Symbol(symbol) => (self.symbol_latex(symbol), Binding::Atom),
            View::Sum { constant, terms } => self.sum_latex(constant, terms),
            View::Product { factors } => self.term_latex(Constant::ONE, factors),
            View::Call(function, arguments) => (self.call_latex(function, arguments), Binding::Atom),
            View::Compare(relation, a, b) => {
                let operator = match relation {
                    Relation::Lt => "<",
                    Relation::Le => r"\le",
                    Relation::Eq => "=",
                    Relation::Ne => r"\ne",
                };
                pair(operator, a, b, Binding::Compare, Binding::Sum)
            }
            View::And(a, b) => pair(r"\land", a, b, Binding::Logic, Binding::Compare),
            View::Or(a, b) => pair(r"\lor", a, b, Binding::Logic, Binding::Compare),
            View::Not(a) => (format!(r"\lnot {}", self.latex_within(a, Binding::Atom)), Binding::Compare),
            View::Shared(a) => self.bound_latex(a),
            View::Select(c, a, b) => {
                let (c, a, b) = (self.latex(c), self.latex(a), self.latex(b));
                let text = format!(r"\begin{{cases}} {a} & {c} \\ {b} & \text{{otherwise}} \end{{cases}}");
                (text, Binding::Sum)
            }
        }
    }

    fn call_latex(&self, function: Function, arguments: &[Node]) -> String {
        let texts: Vec<_> = arguments.iter().map(|&x| self.latex(x)).collect();
        match (function, arguments) {
            (Function::Sqrt, _) => format!(r"\sqrt{{{}}}", texts[0]),
            (Function::Abs, _) => format!(r"\left|{}\right|", texts[0]),
            (Function::Floor, _) => format!(r"\left\lfloor {}\right\rfloor", texts[0]),
            (Function::Exp, _) => format!("e^{{{}}}", texts[0]),
            (Function::Pow, &[x, _]) => format!("{{{}}}^{{{}}}", self.base_latex(x), texts[1]),
            _ => format!("{}{}", function.latex(), parenthesised(&texts.join(", "))),
        }
    }

    /// The base of a power: in parentheses if it has a superscript of its own.
    fn base_latex(&self, node: Node) -> String {
        match self.view(node) {
            View::Call(Function::Exp | Function::Pow, _) | View::Product { .. } => {
                parenthesised(&self.latex(node))
            }
            View::Constant(c) if c.pi != 0 || self.latex(node).contains('^') => {
                parenthesised(&self.latex(node))
            }
            _ => self.latex_within(node, Binding::Atom),
        }
    }

    fn sum_latex(&self, constant: Constant, terms: &[(Node, Constant)]) -> (String, Binding) {
        let mut parts = Vec::with_capacity(terms.len() + 1);
        for &(node, c) in terms {
            let own = [(node, 1)];
            let factors = if let View::Product { factors } = self.view(node) { factors } else { &own };
            parts.push((c.is_negative(), self.term_latex(c, factors)));
        }
        if !constant.is_zero() || terms.is_empty() {
            let part = (constant.is_negative(), self.term_latex(constant, &[]));
            let first = parts.first().is_some_and(|p| p.0) && !part.0;
            parts.insert(if first { 0 } else { parts.len() }, part);
        }
        let binding = if parts.len() == 1 && !parts[0].0 { parts[0].1.1 } else { Binding::Sum };
        let mut text = String::new();
        for (at, (negative, (part, _))) in parts.iter().enumerate() {
            text += match (at, negative) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            text += part;
        }
        (text, binding)
    }

    /// |c|·Π xᵢ^eᵢ with negative exponents below one line.
    fn term_latex(&self, c: Constant, factors: &[(Node, i32)]) -> (String, Binding) {
        let (mut above, mut below) = (Vec::new(), Vec::new());
        // Sums that have a side of the line to themselves need no parentheses.
        let (mut sum_above, mut sum_below) = (None, None);
        let (n, d) = c.fraction_text();
        if n != "1" {
            above.push(number_latex(&n));
        }
        below.extend(d.map(|d| number_latex(&d)));
        let side = if c.pi < 0 { &mut below } else { &mut above };
        match c.pi.unsigned_abs() {
            0 => {}
            1 => side.push(r"\pi".to_owned()),
            k => side.push(format!(r"\pi^{{{k}}}")),
        }
        for &(node, e) in factors {
            let text = match e.unsigned_abs() {
                1 => self.latex_within(node, Binding::Product),
                k => format!("{{{}}}^{{{k}}}", self.base_latex(node)),
            };
            // Kept as a node: printing it twice at every level would take exponential time.
            let bare = Some(node).filter(|_| e.unsigned_abs() == 1);
            match e > 0 {
                true => (sum_above, _) = (bare, above.push(text)),
                false => (sum_below, _) = (bare, below.push(text)),
            }
        }
        let is_sum = |node: &Node| matches!(self.view(*node), View::Sum { .. });
        if let ([only], Some(bare), false) =
            (above.as_mut_slice(), sum_above.filter(is_sum), below.is_empty())
        {
            *only = self.latex(bare);
        }
        if let ([only], Some(bare)) = (below.as_mut_slice(), sum_below.filter(is_sum)) {
            *only = self.latex(bare);
        }
        let single = above.len() <= 1;
        let above = if above.is_empty() { "1".to_owned() } else { above.join(r" \, ") };
        if below.is_empty() {
            let binding = if single { Binding::Atom } else { Binding::Product };
            (above, binding)
        } else {
            (format!(r"\frac{{{above}}}{{{}}}", below.join(r" \, ")), Binding::Product)
        }
    }
}
