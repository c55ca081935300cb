//! Spring along the line between two points whose tension is a table over its elongation, and a damper.
//!
//! ```text
//! ρ = |p_b − p_a|,   x = ρ − ℓ,   ρ̇ = d·ḋ/ρ                       as of `spring`
//! T = f(x) + c ρ̇                             tension, positive where it pulls together                (1)
//! V = ∫ f dx                                 zero at x = 0 if the table has the number 0, else at its first point  (2)
//! ```
//!
//! f is the natural cubic spline through the points (x_i, y_i), i = 0 … n: with h_i = x_{i+1} − x_i, u = x − x_i and the
//! second derivatives m_i,
//!
//! ```text
//! f = y_i + u (b_i + u (m_i/2 + u (m_{i+1} − m_i)/(6 h_i)))       x_i ≤ x < x_{i+1}                  (3)
//! b_i = (y_{i+1} − y_i)/h_i − h_i (2 m_i + m_{i+1})/6
//! h_{i−1} m_{i−1} + 2 (h_{i−1} + h_i) m_i + h_i m_{i+1} = 6 ((y_{i+1} − y_i)/h_i − (y_i − y_{i−1})/h_{i−1}),   m_0 = m_n = 0
//! ```
//!
//! It is the interpolation with the smallest ∫ f''² and has two continuous derivatives. Beyond the table it goes on along
//! its last tangents, which are as smooth, f'' being zero there; a run says when and how far it has been beyond. (2) is
//! integrated piece by piece, without quadrature. (3) is solved once for the parameters: the matrix is diagonally dominant, no pivot is
//! smaller than h. The points are switches: f''' jumps at each, and a run ends a step there.
//!
//! Between points that rise the spline may fall where they bend sharply: more points there.
//!
//! Singular case: that of `spring`, ends that coincide.

use super::super::Kinematics;
use super::law::{Attribute, ForceLaw, Setting, Within};
use super::spring;
use super::word::{self, ENDS, Word};
use super::Effect;
use crate::diagnostics::Diagnostic;
use crate::kinds::multibody::{Check, Exertion, ForceKind, Mount, Multibody};
use crate::kinds::argument::{Argument, list, moving};
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Given, Reader, fields};
use crate::symbolic::{Constant, Graph, Node, Relation};

fields! {
    /// Along the line between two points: tension = f(distance − length) + damping·(rate), with f through the points of
    /// a table.
    pub struct TabulatedSpring {
        /// a and b.
        pub ends: Box<[Mount; 2]>,
        /// (x, y): elongations in m, which increase, and tensions in N; two or more; made of parameters.
        pub table: Vec<[Node; 2]>,
    }
    arguments {
        /// c.
        pub damping: Node = moving(Quantity::DAMPING).or(0).not_negative(),
        /// ℓ.
        pub length: Node = moving(Quantity::LENGTH).or(0),
    }
}

const ELONGATIONS: Argument<Vec<Node>> = list(Quantity::LENGTH).named("elongations");
const TENSIONS: Argument<Vec<Node>> = list(Quantity::FORCE).named("tensions");

/// `tabulated_spring(end, end, elongations: […], tensions: […])`
pub(super) const WORDS: &[Word] = &[Word::new(
    "tabulated_spring",
    ENDS,
    &[&[ELONGATIONS.declared, TENSIONS.declared], TabulatedSpring::ARGUMENTS],
    make,
    &["| `tabulated_spring(end, end)` | `elongations: [0, 1, 3] [mm]`, which increase, `tensions: [0, 20, 90] [N]` at them, `length:` (0), `damping:`; a natural cubic spline through the points, beyond them straight on, which a run says |"],
)];

fn make<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, name: &str) -> Option<ForceKind> {
    let ends = word::ends(reader, arguments, name);
    let elongations = ELONGATIONS.read(reader, arguments, &[]);
    let tensions = TENSIONS.read(reader, arguments, &[]);
    let spring = TabulatedSpring::read(reader, arguments, &[], |reader| {
        let table = table(reader, arguments, name, &elongations?, &tensions?)?;
        Some((ends?.0, table))
    });
    Some(spring?.into())
}

/// The points: two or more, and as many tensions as elongations, which increase.
fn table(
    reader: &mut dyn Reader<'_>,
    arguments: &Arguments<'_>,
    name: &str,
    elongations: &[Node],
    tensions: &[Node],
) -> Option<Vec<[Node; 2]>> {
    let place = arguments.get("elongations")?.place;
    if elongations.len() != tensions.len() {
        let message = format!(
            "the table of `{name}` has {} elongations and {} tensions",
            elongations.len(),
            tensions.len()
        );
        let place = place.to(arguments.get("tensions")?.place);
        return reader.report(Diagnostic::error(place, message).help("give one tension for each elongation"));
    }
    if elongations.len() < 2 {
        let help = "give two points or more; with one it is a constant `tension:` of a `spring`";
        let message = format!("the table of `{name}` has no two points");
        return reader.report(Diagnostic::error(place, message).help(help));
    }
    for (number, pair) in elongations.windows(2).enumerate() {
        let value = reader.graph().sub(pair[1], pair[0]);
        let message = format!(
            "elongation {} in the table of `{name}` is not greater than the one before it",
            number + 2
        );
        reader.check(Check { value, strict: true, message, span: place.ends().0 }, place)?;
    }
    Some(elongations.iter().zip(tensions).map(|(x, y)| [*x, *y]).collect())
}

impl ForceLaw for TabulatedSpring {
    /// (1) and (2), as an extra tension of a spring without stiffness.
    fn effect(&self, kinematics: &mut dyn Kinematics, _: &Multibody) -> Effect {
        let x = self.elongation(kinematics);
        let graph = kinematics.graph();
        let spline = Spline::new(graph, &self.table);
        let (tension, energy) = spline.at(graph, x);
        let zero = graph.zero();
        let effect = spring::effect(kinematics, &self.ends, [zero, self.damping, zero, tension]);
        let limits = [self.table[0][0], self.table[self.table.len() - 1][0]];
        let within = Within { word: "elongation", value: x, limits, unit: "m" };
        Effect { potential: vec![energy], within: Some(within), ..effect }
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        let tension = Attribute::Number(Exertion::Tension, false);
        vec![("length", Attribute::Length), ("tension", tension), setting.force()]
    }

    fn line(&self) -> Option<&[Mount; 2]> {
        Some(&self.ends)
    }

    /// (1)
    fn tension(&self, kinematics: &mut dyn Kinematics) -> Option<Node> {
        let x = self.elongation(kinematics);
        let graph = kinematics.graph();
        let spline = Spline::new(graph, &self.table);
        let (tension, _) = spline.at(graph, x);
        let zero = graph.zero();
        Some(spring::tension(kinematics, &self.ends, [zero, self.damping, zero, tension]))
    }
}

impl TabulatedSpring {
    /// x.
    fn elongation(&self, kinematics: &mut dyn Kinematics) -> Node {
        let (distance, _) = spring::distance(kinematics, &self.ends);
        let graph = kinematics.graph();
        let x = graph.sub(distance, self.length);
        graph.share(x)
    }
}

/// A natural cubic spline: for each point (x, y), and for what lies to its right, the coefficients of u⁰ … u³, and the
/// integral up to x.
struct Spline {
    pieces: Vec<(Node, [Node; 4], Node)>,
}

impl Spline {
    /// (3) through two points or more.
    fn new(graph: &mut Graph, table: &[[Node; 2]]) -> Self {
        let last = table.len() - 1;
        let widths: Vec<Node> = table.windows(2).map(|p| graph.sub(p[1][0], p[0][0])).collect();
        let slopes: Vec<Node> = (0..last)
            .map(|i| {
                let rise = graph.sub(table[i + 1][1], table[i][1]);
                graph.div(rise, widths[i])
            })
            .collect();
        let second = second_derivatives(graph, &widths, &slopes);
        let mut pieces: Vec<(Node, [Node; 4], Node)> = Vec::new();
        let mut integral = graph.zero();
        for i in 0..last {
            let (h, [m, next]) = (widths[i], [second[i], second[i + 1]]);
            let bent = graph.scale(Constant::integer(2), m);
            let bent = graph.add(bent, next);
            let bent = graph.mul(h, bent);
            let bent = graph.scale(Constant::ratio(1, 6), bent);
            let b = graph.sub(slopes[i], bent);
            let c = graph.scale(Constant::ratio(1, 2), m);
            let change = graph.sub(next, m);
            let change = graph.div(change, h);
            let d = graph.scale(Constant::ratio(1, 6), change);
            let coefficients = [table[i][1], b, c, d];
            pieces.push((table[i][0], coefficients, integral));
            let area = area(graph, &coefficients, h);
            integral = graph.add(integral, area);
        }
        // Beyond the last point: its tangent, b + h (m + m')/2 with m' = 0.
        let [_, b, c, _] = pieces[last - 1].1;
        let bent = graph.mul(widths[last - 1], c);
        let (b, zero) = (graph.add(b, bent), graph.zero());
        pieces.push((table[last][0], [table[last][1], b, zero, zero], integral));
        // From the point without elongation on.
        if let Some(start) = pieces.iter().find(|piece| graph.is_zero(piece.0)).map(|piece| piece.2) {
            for piece in &mut pieces {
                piece.2 = graph.sub(piece.2, start);
            }
        }
        Self { pieces }
    }

    /// f and its integral.
    fn at(&self, graph: &mut Graph, x: Node) -> (Node, Node) {
        // To the left of all points the first piece without what bends it: m₀ = 0.
        let (first, [y, b, ..], integral) = self.pieces[0];
        let zero = graph.zero();
        let mut here = [first, y, b, zero, zero, integral];
        for (start, [y, b, c, d], integral) in &self.pieces {
            let left = graph.compare(Relation::Lt, x, *start);
            let there = [*start, *y, *b, *c, *d, *integral];
            here = core::array::from_fn(|k| graph.select(left, here[k], there[k]));
        }
        let [start, y, b, c, d, integral] = here;
        let u = graph.sub(x, start);
        let u = graph.share(u);
        let coefficients = [y, b, c, d];
        let f = horner(graph, &coefficients, u);
        let area = area(graph, &coefficients, u);
        (f, graph.add(integral, area))
    }
}

/// a₀ + u (a₁ + u (a₂ + u a₃)).
fn horner(graph: &mut Graph, coefficients: &[Node; 4], u: Node) -> Node {
    let [first @ .., last] = coefficients;
    first.iter().rev().fold(*last, |sum, &a| {
        let product = graph.mul(u, sum);
        graph.add(a, product)
    })
}

/// Its integral from 0 to u: u (a₀ + u (a₁/2 + u (a₂/3 + u a₃/4))).
fn area(graph: &mut Graph, coefficients: &[Node; 4], u: Node) -> Node {
    let parts = [1, 2, 3, 4].map(|k| Constant::ratio(1, k));
    let parts = [0, 1, 2, 3].map(|k| graph.scale(parts[k], coefficients[k]));
    let sum = horner(graph, &parts, u);
    graph.mul(u, sum)
}

/// m of (3), by elimination from the first inner point on.
fn second_derivatives(graph: &mut Graph, widths: &[Node], slopes: &[Node]) -> Vec<Node> {
    let last = widths.len();
    let mut second = vec![graph.zero(); last + 1];
    // Pivots and right-hand sides of the points 1 … n − 1.
    let mut rows: Vec<[Node; 2]> = Vec::new();
    for i in 1..last {
        let both = graph.add(widths[i - 1], widths[i]);
        let mut pivot = graph.scale(Constant::integer(2), both);
        let bend = graph.sub(slopes[i], slopes[i - 1]);
        let mut right = graph.scale(Constant::integer(6), bend);
        if let Some(&[before, known]) = rows.last() {
            let factor = graph.div(widths[i - 1], before);
            let taken = graph.mul(factor, widths[i - 1]);
            pivot = graph.sub(pivot, taken);
            let taken = graph.mul(factor, known);
            right = graph.sub(right, taken);
        }
        rows.push([graph.share(pivot), graph.share(right)]);
    }
    for i in (1..last).rev() {
        let [pivot, right] = rows[i - 1];
        let taken = graph.mul(widths[i], second[i + 1]);
        let rest = graph.sub(right, taken);
        let m = graph.div(rest, pivot);
        second[i] = graph.share(m);
    }
    second
}
