//! What a joint answers for itself.
//!
//! One implementation a kind, in the kind's file. Everything else asks the joint and knows no kind by its name: what a
//! method does not say is what its default says.
//!
//! Invariants: [`JointLaw::motions`] has a motion for each coordinate (or [`JointLaw::moved_by`] says which moves it), in
//! the order of [`JointLaw::coordinates`]; it moves along [`JointLaw::freedoms`] velocities; the rows vanish where the
//! motions lead, and are as many as freedoms are taken.

use super::JointKind;
use super::between::Between;
use super::measure::Measure;
use super::row::Row;
use crate::kinds::multibody::{JointCoordinate, RotationCoordinates, Vector3};
use crate::kinds::{Equation, Fields, Motion, Rates};
use crate::symbolic::algebra::Expr;
use crate::symbolic::{Graph, Node};

/// A kind of joint: how `second` may move as seen from `first`.
/// Its expressions are made of parameters.
pub trait JointLaw: Fields {
    /// Names of its coordinates in their order, each with whether it is an angle (otherwise a length, or the component
    /// of a quaternion, which is neither and named `rotation.…`).
    fn coordinates(&self, planar: bool) -> Vec<(String, bool)> {
        let _ = planar;
        Vec::new()
    }

    /// How many velocities of `second` relative to `first` it leaves: 6 (in the plane 3) less the number of its
    /// equations, where both ends can rotate. A coupling leaves all of them: it ties other joints' coordinates.
    fn freedoms(&self, planar: bool) -> usize;

    /// Its motions from `first` to `second`; `None` of joints that are constraints only.
    fn motions(&self, graph: &mut Graph, planar: bool) -> Option<Vec<Motion>> {
        let _ = (graph, planar);
        None
    }

    /// The coordinate that moves each of the motions, and by how much of it, as a fraction; `None` where every motion
    /// has its own.
    fn moved_by(&self) -> Option<&'static [(usize, (i64, i64))]> {
        None
    }

    /// Its equations between two poses.
    fn rows<'g>(&self, between: &Between<'g>, planar: bool) -> Vec<Row<'g>> {
        let _ = (between, planar);
        Vec::new()
    }

    /// Whether some of its equations are linear in velocities.
    fn needs_twists(&self) -> bool {
        false
    }

    /// Its equations between two poses and their twists.
    fn moving_rows<'g>(&self, between: &Between<'g>, planar: bool, rates: [Rates<'g>; 2]) -> Vec<Row<'g>> {
        let _ = rates;
        self.rows(between, planar)
    }

    /// A coordinate read off two poses.
    fn measure<'g>(&self, between: &Between<'g>, planar: bool, index: usize) -> Measure<'g> {
        let _ = (planar, index);
        Measure::Number(between.algebra().zero())
    }

    /// Whether an angle that is read off poses is the right one, without counting its turns.
    fn knows_turns(&self, planar: bool, index: usize) -> bool {
        let _ = (planar, index);
        false
    }

    /// What it ties together, if it ties coordinates of two joints and nothing between its own ends.
    fn coupling(&self) -> Option<Coupling> {
        None
    }

    /// The equation of a coupling, from the coordinates of both joints and the unit of the driven one.
    fn equation_of_coordinates<'g>(
        &self,
        driver: Expr<'g>,
        driven: Expr<'g>,
        unit: &'static str,
    ) -> Option<Equation> {
        let _ = (driver, driven, unit);
        None
    }

    /// How its own rotation is described, where it has one about every axis.
    fn rotation(&self) -> Option<&RotationCoordinates> {
        None
    }

    /// The axis of its one angle, in the axes of `first`: that of its rotor.
    fn spins_about(&self) -> Option<Vector3> {
        None
    }

    /// Length by angle, where its one angle moves it along the axis.
    fn pitch(&self) -> Option<Node> {
        None
    }

    /// Along what friction acts.
    fn slips(&self) -> Slips {
        Slips::Along(&[])
    }

    /// What is left of it where one end is a particle, which has no rotation to hold; `None`: all.
    fn on_a_particle(&self) -> Option<JointKind> {
        None
    }

    /// A length of its own, beside the places of its ends: what lengths of the mechanism are compared with.
    fn length(&self) -> Option<Node> {
        None
    }

    /// Whether points may stay on a line across it (see `lines`): it turns and slides along axes that stay.
    fn keeps_lines(&self) -> bool {
        false
    }
}

/// A coupling: ratio·(driver) = driven + offset.
#[derive(Clone, Copy, Debug)]
pub struct Coupling {
    /// The coordinate that drives.
    pub driver: JointCoordinate,
    /// The coordinate that is driven.
    pub driven: JointCoordinate,
    /// i.
    pub ratio: Node,
    /// What is added to the driven coordinate, where there is anything.
    pub offset: Option<Node>,
}

/// Along what friction in a joint acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slips {
    /// Along coordinates; those of one group by one resultant.
    Along(&'static [&'static [usize]]),
    /// Along the relative angular velocity of a ball.
    Ball,
}

/// Coordinates with these names, each with whether it is an angle.
pub(super) fn named(names: &[(&str, bool)]) -> Vec<(String, bool)> {
    names.iter().map(|&(name, angle)| (name.to_owned(), angle)).collect()
}

/// The coordinates of a rotation.
pub(super) fn turned(rotation: &RotationCoordinates) -> Vec<(String, bool)> {
    let angles = matches!(rotation, RotationCoordinates::Euler { .. });
    rotation.names().into_iter().map(|name| (name, angles)).collect()
}
