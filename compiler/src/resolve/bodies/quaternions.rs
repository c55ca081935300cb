//! Components of quaternions in `initial`: `ball.rotation.z: 0.1`.
//!
//! ```text
//! w² + x² + y² + z² = 1                                                            (1)
//! ```
//!
//! decides what is not given. Without w it is w ≥ 0, and further components are zero: the smallest rotation. With w it decides one
//! component, which is not negative. Components that satisfy (1) to the digits that were typed, `w: 0.707, x: 0.707`, leave zeros for the
//! others and are divided by the norm,
//!
//! ```text
//! q ← q/√(w² + x² + y² + z²)                                                         (2)
//! ```
//!
//! which moves them within these digits.
//!
//! Invariant: after this stage all four components of a quaternion are given, or none, or some are guesses; at the defaults of the
//! parameters they satisfy (1) to rounding.

use super::messages;
use crate::diagnostics::Place;
use crate::model::{Certainty, Initial, JointId, Quantity, Target};
use crate::resolve::resolver::Resolver;
use crate::symbolic::algebra::{Algebra, Expr};
use crate::symbolic::{Node, Symbol};
use proc_macro2::Span;
use std::collections::BTreeMap;

/// Rounding of (1) in values that were computed elsewhere.
const ROUNDING: f64 = 1e-9;
/// From here on (2) is applied.
const EXACT: f64 = 4.0 * f64::EPSILON;
/// The largest deviation from (1) that typed digits excuse: of (0.7, 0.7), but not of (0.8, 0.7).
const EXCUSED: f64 = 0.03;

/// Messages show sums to the reciprocal of this.
const DIGITS: f64 = 1e6;

/// What is given of the quaternion of a joint: w, x, y, z.
type Components = [Option<Given>; 4];

/// An entry of `initial`.
#[derive(Clone, Copy)]
struct Given {
    value: Node,
    certainty: Certainty,
    span: Span,
    target: Target,
}

/// What is added to the given components.
struct Completed {
    /// The missing ones.
    entries: Vec<Initial>,
    /// The factor of the given ones.
    factor: Option<Node>,
}

impl Resolver<'_> {
    /// Completes the quaternions of joints in `initial` by (1), or reports why that is not possible.
    pub fn complete_quaternions(
        &mut self,
        given: &mut Vec<Initial>,
        place_of: &dyn Fn(&Target) -> Option<Place>,
    ) {
        let mut joints: BTreeMap<usize, Components> = BTreeMap::new();
        for entry in given.iter() {
            if let Target::Attribute(symbol) = entry.target
                && let Some((joint, component)) = self.quaternion_component(symbol)
            {
                let Initial { target, value, certainty, span } = *entry;
                joints.entry(joint.0).or_default()[component] =
                    Some(Given { value, certainty, span, target });
            }
        }
        for (joint, components) in joints {
            let last = components.iter().flatten().last().and_then(|given| place_of(&given.target));
            let Some(place) = last else { continue };
            let Some(Completed { entries, factor }) = self.completed(JointId(joint), &components, place)
            else {
                continue;
            };
            if let Some(factor) = factor {
                let own: Vec<Target> = components.iter().flatten().map(|given| given.target).collect();
                for entry in given.iter_mut().filter(|entry| own.contains(&entry.target)) {
                    entry.value = self.graph.mul(factor, entry.value);
                }
            }
            given.extend(entries);
        }
    }

    /// The joint and the component, 0 for w, that an attribute is.
    fn quaternion_component(&self, symbol: Symbol) -> Option<(JointId, usize)> {
        let Quantity::Joint(joint, coordinate) = self.attribute_of(symbol)?.attribute.quantity else {
            return None;
        };
        let component = coordinate.checked_sub(self.first_of_quaternion(joint)?)?;
        (component < 4).then_some((joint, component))
    }

    /// The coordinate of a joint that is the w of its quaternion.
    fn first_of_quaternion(&self, joint: JointId) -> Option<usize> {
        if !self.has_quaternion(joint) {
            return None;
        }
        let names = self.parts.joint(joint)?.kind.coordinates(self.parts.is_planar());
        names.iter().position(|(name, _)| name == "rotation.w")
    }

    /// The missing components by (1), and the factor of (2).
    fn completed(&mut self, joint: JointId, components: &Components, place: Place) -> Option<Completed> {
        let known: Vec<Given> = components.iter().flatten().copied().collect();
        let missing: Vec<usize> = (0..4).filter(|&k| components[k].is_none()).collect();
        let guessed = known.iter().any(|given| given.certainty == Certainty::Guess);
        let name = format!("{}.rotation", self.parts.joint(joint)?.name);
        // `None` where a parameter has no default.
        let square = self.sum_of_squares(&known);
        let has_w = !missing.contains(&0);
        let mut full = square.is_some_and(|(sum, _)| sum >= 1.0 - ROUNDING);
        if guessed {
            // Guesses need not satisfy (1).
            let decides = !has_w && square.is_some_and(|(sum, _)| sum <= 1.0);
            if !decides {
                return None;
            }
        } else if let Some((sum, tolerance)) = square {
            let within = (sum - 1.0).abs() <= tolerance;
            full |= has_w && within;
            if sum > 1.0 + tolerance || missing.is_empty() && !within {
                let sum = (sum * DIGITS).round() / DIGITS;
                return self.report(messages::not_a_unit_quaternion(place, &name, sum));
            }
            if has_w && missing.len() > 1 && !within {
                return self.report(messages::undetermined_quaternion(place, &name));
            }
        }
        let certainty = if guessed { Certainty::Guess } else { Certainty::Given { tolerance: 0.0 } };
        let span = known.last()?.span;
        let first = self.first_of_quaternion(joint)?;
        let mut entries = Vec::new();
        for (number, &component) in missing.iter().enumerate() {
            let decided = number == 0 && !full;
            let value = if decided { self.remaining(&known) } else { self.graph.zero() };
            let scalar = self.joint_coordinate(joint, first + component);
            let symbol = self.symbol_of(scalar.node)?;
            entries.push(Initial { target: Target::Attribute(symbol), value, certainty, span });
        }
        let apart = square.is_some_and(|(sum, _)| (sum - 1.0).abs() > EXACT);
        let factor = (full && apart && !guessed).then(|| {
            let algebra = &Algebra::new(&mut self.graph);
            (algebra.one() / sum_of_squares(algebra, &known).sqrt()).node()
        });
        Some(Completed { entries, factor })
    }

    /// Σ q² at the defaults of the parameters, and its uncertainty by the digits that were typed.
    fn sum_of_squares(&mut self, known: &[Given]) -> Option<(f64, f64)> {
        let (mut sum, mut tolerance) = (0.0, ROUNDING);
        for given in known {
            let value = self.at_defaults(given.value)?;
            sum += value * value;
            if let Certainty::Given { tolerance: digits } = given.certainty {
                tolerance += 2.0 * value.abs() * digits;
            }
        }
        Some((sum, tolerance.min(EXCUSED)))
    }

    /// √(1 − Σ q²).
    fn remaining(&mut self, known: &[Given]) -> Node {
        let algebra = &Algebra::new(&mut self.graph);
        (algebra.one() - sum_of_squares(algebra, known)).sqrt().node()
    }
}

/// Σ q².
fn sum_of_squares<'g>(algebra: &'g Algebra<'g>, known: &[Given]) -> Expr<'g> {
    let squares: Vec<_> =
        known.iter().map(|given| algebra.expr(given.value) * algebra.expr(given.value)).collect();
    algebra.sum(&squares)
}
