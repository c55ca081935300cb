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
//! It is the interpolation with the smallest ∫ f''² and has two continuous derivatives. Outside the table it is continued by
//! its last tangents, equally smoothly since f'' is zero there; the report of a run lists such excursions. (2) is
//! integrated piece by piece, without quadrature. (3) is solved once for the parameters: the matrix is diagonally dominant, and no pivot is
//! smaller than h. The points are switches: f''' jumps at each, and a run ends a step there.
//!
//! Between increasing points the spline may decrease if they bend sharply: add points there.
//!
//! Singular case: that of `spring`, ends that coincide.

use super::super::Kinematics;
use super::law::{Attribute, Coefficient, ForceLaw, Setting, Within};
use super::spring;
use super::word::{self, ENDS, Word};
use super::Effect;
use crate::diagnostics::Diagnostic;
use crate::kinds::multibody::{Check, Exertion, ForceKind, Mount, Multibody};
use crate::kinds::argument::{Argument, list, moving};
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Given, Reader, fields};
use crate::symbolic::algebra::{Algebra, Expr};
use crate::symbolic::{Graph, Node, Relation};

fields! {
    /// Along the line between two points: tension = f(distance − length) + damping·(rate), with f through the points of
    /// a table.
    pub struct TabulatedSpring {
        /// a and b.
        pub ends: Box<[Mount; 2]>,
        /// (x, y): increasing elongations in m and tensions in N; two or more; depending only on parameters.
        pub table: Vec<[Node; 2]>,
    }
    arguments {
        /// c.
        pub damping: Node = moving(Quantity::DAMPING).or("0").not_negative(),
        /// ℓ.
        pub length: Node = moving(Quantity::LENGTH).or("0"),
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
    &["| `tabulated_spring(end, end)` | `elongations: [0, 1, 3] [mm]`, increasing, and `tensions: [0, 20, 90] [N]` at them, `length:` (0), `damping:`; a natural cubic spline through the points, extrapolated linearly, which the report of a run states |"],
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

/// The points: two or more, with increasing elongations and as many tensions.
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
        let help = "give at least two points; for a constant tension, use `tension:` of a `spring`";
        let message = format!("the table of `{name}` has fewer than two points");
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
    fn is_internal(&self) -> bool {
        true
    }

    /// (1) and (2), as an extra tension of a spring without stiffness.
    fn effect(&self, kinematics: &mut dyn Kinematics, _: &Multibody) -> Effect {
        let x = self.elongation(kinematics);
        let [tension, energy] = self.of_table(kinematics.graph(), x);
        let zero = kinematics.graph().zero();
        let effect = spring::effect(kinematics, &self.ends, [zero, self.damping, zero, tension]);
        let limits = [self.table[0][0], self.table[self.table.len() - 1][0]];
        let within = Within { word: "elongation", value: x, limits, unit: "m" };
        Effect { potential: vec![energy], within: Some(within), ..effect }
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        let tension = Attribute::Number(Exertion::Tension, false);
        vec![("length", Attribute::Length), ("tension", tension), setting.force()]
    }

    /// The spline is linear in the tensions of the table.
    fn coefficients(&mut self, _: &Setting<'_>) -> Vec<Coefficient<'_>> {
        let mut all = vec![Coefficient::new("damping", &mut self.damping, Quantity::DAMPING.unit)];
        for (number, [_, tension]) in self.table.iter_mut().enumerate() {
            all.push(Coefficient::new(&format!("tensions[{number}]"), tension, Quantity::FORCE.unit));
        }
        all
    }

    fn line(&self) -> Option<&[Mount; 2]> {
        Some(&self.ends)
    }

    /// (1)
    fn tension(&self, kinematics: &mut dyn Kinematics) -> Option<Node> {
        let x = self.elongation(kinematics);
        let [tension, _] = self.of_table(kinematics.graph(), x);
        let zero = kinematics.graph().zero();
        Some(spring::tension(kinematics, &self.ends, [zero, self.damping, zero, tension]))
    }
}

impl TabulatedSpring {
    /// x.
    fn elongation(&self, kinematics: &mut dyn Kinematics) -> Node {
        let (distance, _) = spring::distance(kinematics, &self.ends);
        let algebra = &Algebra::new(kinematics.graph());
        (algebra.expr(distance) - algebra.expr(self.length)).share().node()
    }

    /// f and its integral at x.
    fn of_table(&self, graph: &mut Graph, x: Node) -> [Node; 2] {
        let algebra = &Algebra::new(graph);
        let table: Vec<[Expr<'_>; 2]> = self.table.iter().map(|&point| algebra.array(point)).collect();
        Spline::new(&table).at(algebra.expr(x)).map(Expr::node)
    }
}

/// f to the right of a point.
#[derive(Clone, Copy)]
struct Piece<'g> {
    /// x_i.
    start: Expr<'g>,
    /// Of u⁰ … u³.
    coefficients: [Expr<'g>; 4],
    /// ∫ f dx up to x_i.
    integral: Expr<'g>,
}

/// A natural cubic spline.
struct Spline<'g> {
    pieces: Vec<Piece<'g>>,
}

impl<'g> Spline<'g> {
    /// (3) through two points or more.
    fn new(table: &[[Expr<'g>; 2]]) -> Self {
        let last = table.len() - 1;
        let zero = table[0][0].algebra().zero();
        let widths: Vec<Expr<'g>> = table.windows(2).map(|p| p[1][0] - p[0][0]).collect();
        let slopes: Vec<Expr<'g>> =
            (0..last).map(|i| (table[i + 1][1] - table[i][1]) / widths[i]).collect();
        let second = second_derivatives(&widths, &slopes);
        let mut pieces: Vec<Piece<'g>> = Vec::new();
        let mut integral = zero;
        for i in 0..last {
            let ([start, y], h, [m, next]) = (table[i], widths[i], [second[i], second[i + 1]]);
            let b = slopes[i] - h * (2 * m + next) / 6;
            let c = m / 2;
            let d = (next - m) / h / 6;
            let coefficients = [y, b, c, d];
            pieces.push(Piece { start, coefficients, integral });
            integral += area(coefficients, h);
        }
        // Beyond the last point: its tangent, b + h (m + m')/2 with m' = 0.
        let [_, b, c, _] = pieces[last - 1].coefficients;
        let ([start, y], b) = (table[last], b + widths[last - 1] * c);
        pieces.push(Piece { start, coefficients: [y, b, zero, zero], integral });
        // From the point of zero elongation.
        if let Some(origin) = pieces.iter().find(|piece| piece.start.is_zero()).map(|piece| piece.integral) {
            for piece in &mut pieces {
                piece.integral -= origin;
            }
        }
        Self { pieces }
    }

    /// f and its integral.
    fn at(&self, x: Expr<'g>) -> [Expr<'g>; 2] {
        let zero = x.algebra().zero();
        // To the left of all points the tangent of the first piece: m₀ = 0.
        let [y, b, ..] = self.pieces[0].coefficients;
        let mut here = Piece { coefficients: [y, b, zero, zero], ..self.pieces[0] };
        for there in &self.pieces {
            let left = x.compare(Relation::Lt, there.start);
            here = Piece {
                start: left.select(here.start, there.start),
                coefficients: [0, 1, 2, 3]
                    .map(|k| left.select(here.coefficients[k], there.coefficients[k])),
                integral: left.select(here.integral, there.integral),
            };
        }
        let u = (x - here.start).share();
        [horner(here.coefficients, u), here.integral + area(here.coefficients, u)]
    }
}

/// a₀ + u (a₁ + u (a₂ + u a₃)).
fn horner<'g>([a0, a1, a2, a3]: [Expr<'g>; 4], u: Expr<'g>) -> Expr<'g> {
    a0 + u * (a1 + u * (a2 + u * a3))
}

/// Its integral from 0 to u: u (a₀ + u (a₁/2 + u (a₂/3 + u a₃/4))).
fn area<'g>([a0, a1, a2, a3]: [Expr<'g>; 4], u: Expr<'g>) -> Expr<'g> {
    u * horner([a0, a1 / 2, a2 / 3, a3 / 4], u)
}

/// m of (3), by elimination from the first inner point on.
fn second_derivatives<'g>(widths: &[Expr<'g>], slopes: &[Expr<'g>]) -> Vec<Expr<'g>> {
    let last = widths.len();
    let mut second = vec![widths[0].algebra().zero(); last + 1];
    // Pivots and right-hand sides of the points 1 … n − 1.
    let mut rows: Vec<[Expr<'g>; 2]> = Vec::new();
    for i in 1..last {
        let mut pivot = 2 * (widths[i - 1] + widths[i]);
        let mut right = 6 * (slopes[i] - slopes[i - 1]);
        if let Some(&[before, known]) = rows.last() {
            let factor = widths[i - 1] / before;
            pivot -= factor * widths[i - 1];
            right -= factor * known;
        }
        rows.push([pivot.share(), right.share()]);
    }
    for i in (1..last).rev() {
        let [pivot, right] = rows[i - 1];
        second[i] = ((right - widths[i] * second[i + 1]) / pivot).share();
    }
    second
}
