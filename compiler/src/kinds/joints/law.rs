//! The trait of joints.
//!
//! One implementation per kind, in the file of the kind. All other code calls these methods and names no kind; methods
//! have defaults.
//!
//! Invariants: [`JointLaw::motions`] has a motion for each coordinate (or [`JointLaw::moved_by`] names the coordinate), in
//! the order of [`JointLaw::coordinates`]; it has [`JointLaw::freedoms`] velocities; the rows vanish for all
//! motions, and their number is that of the constrained directions.

use super::JointKind;
use super::between::Between;
use super::measure::Measure;
use super::row::Row;
use crate::kinds::multibody::{JointCoordinate, RotationCoordinates, Vector3};
use crate::kinds::{Equation, Fields, Motion, Rates};
use crate::symbolic::algebra::Expr;
use crate::symbolic::{Graph, Node};

/// A kind of joint: the possible motion of `second` relative to `first`.
pub trait JointLaw: Fields {
    /// Names of its coordinates in their order, each with whether it is an angle (otherwise a length, or the component
    /// of a quaternion, which is neither and named `rotation.…`).
    fn coordinates(&self, planar: bool) -> Vec<(String, bool)> {
        let _ = planar;
        Vec::new()
    }

    /// The number of free velocities of `second` relative to `first`: 6 (in the plane 3) minus the number of its
    /// equations, if both ends can rotate. All are free for a coupling, which constrains other joints' coordinates.
    fn freedoms(&self, planar: bool) -> usize;

    /// Its motions from `first` to `second`; `None` for joints that are constraints only.
    fn motions(&self, graph: &mut Graph, planar: bool) -> Option<Vec<Motion>> {
        let _ = (graph, planar);
        None
    }

    /// The coordinate of each motion, and its fraction; `None` if every motion
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

    /// A coordinate computed from two poses.
    fn measure<'g>(&self, between: &Between<'g>, planar: bool, index: usize) -> Measure<'g> {
        let _ = (planar, index);
        Measure::Number(between.algebra().zero())
    }

    /// Whether an angle computed from poses is unique without counting its turns.
    fn angle_is_unique(&self, planar: bool, index: usize) -> bool {
        let _ = (planar, index);
        false
    }

    /// Its coupling, if it relates coordinates of two joints instead of constraining its own ends.
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

    /// The coordinates of its rotation, if it rotates about every axis.
    fn rotation(&self) -> Option<&RotationCoordinates> {
        None
    }

    /// The axis of its one angle, in the axes of `first`: that of its rotor.
    fn spins_about(&self) -> Option<Vector3> {
        None
    }

    /// Length per angle, if its one angle moves it along the axis.
    fn pitch(&self) -> Option<Node> {
        None
    }

    /// The slips along which friction acts.
    fn slips(&self) -> Slips {
        Slips::Along(&[])
    }

    /// The reduced joint if one end is a particle, which has no rotation; `None` if it is unchanged.
    fn on_a_particle(&self) -> Option<JointKind> {
        None
    }

    /// Whether its equations or its coordinates depend on the axes of `first`.
    fn uses_axes_of_first(&self) -> bool {
        false
    }

    /// A length of its own, in addition to the positions of its ends, for the characteristic length of the mechanism.
    fn length(&self) -> Option<Node> {
        None
    }

    /// Whether points may stay on a line across it (see `lines`): it rotates and slides along constant axes.
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
    /// The offset of the driven coordinate, if any.
    pub offset: Option<Node>,
}

/// The slips of friction in a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slips {
    /// Along coordinates; those of one group along one resultant.
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
