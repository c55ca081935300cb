//! Coordinates read off two poses: numbers, and angles as the pair of their sine and cosine.
//!
//! An angle has no value of its own on two poses, only one up to whole turns: [`Measure::value`] takes that
//! in (−π, π], and jumps at half a turn. The difference from a known value, [`Measure::deviation`], goes
//! through any number of turns without a jump.

use crate::symbolic::{Function, Graph, Node};

/// A coordinate as it is read.
pub enum Measure {
    /// A number.
    Number(Node),
    /// The angle of the direction (cosine, sine), which need not be of unit length.
    Angle {
        /// ∝ sin.
        sine: Node,
        /// ∝ cos.
        cosine: Node,
    },
}

impl Measure {
    /// The number; an angle as atan2(sine, cosine) in (−π, π].
    pub fn value(self, graph: &mut Graph) -> Node {
        match self {
            Self::Number(value) => value,
            Self::Angle { sine, cosine } => graph.call(Function::Atan2, &[sine, cosine]),
        }
    }

    /// The coordinate less a value; of angles the difference in (−π, π], whatever the turns in the value θ:
    ///
    /// ```text
    /// atan2(s cos θ − c sin θ, c cos θ + s sin θ)
    /// ```
    pub fn deviation(self, graph: &mut Graph, value: Node) -> Node {
        match self {
            Self::Number(measured) => graph.sub(measured, value),
            Self::Angle { sine, cosine } => {
                let (s, c) = (graph.sin(value), graph.cos(value));
                let minus = graph.neg(s);
                let across = graph.dot(&[sine, cosine], &[c, minus]);
                let along = graph.dot(&[cosine, sine], &[c, s]);
                graph.call(Function::Atan2, &[across, along])
            }
        }
    }
}
