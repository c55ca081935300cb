//! The word of a joint in descriptions: its arguments, its existence in the plane, its constructor, its line in the documentation.

use crate::kinds::multibody::{JointCoordinate, JointKind, Mount};
use crate::kinds::{Arguments, Declared, Given, Reader, Signature, named};
use crate::units::Dimension;

/// A word of the language for a joint.
pub(crate) struct Word {
    /// The word.
    pub name: &'static str,
    /// Its arguments, in space.
    pub signature: Signature,
    /// The differences in the plane.
    pub in_plane: InPlane,
    /// Its arguments along its coordinate: limits, stops, friction, damping, a rotor.
    pub along: AlongCoordinate,
    /// The change of the second end by the arguments.
    pub second: for<'d> fn(&mut dyn Reader<'d>, &Arguments<'d>, Mount) -> Option<Mount>,
    /// Its constructor.
    pub make: Make,
    /// Its line of the table in `docs/language.md`.
    pub row: &'static str,
}

/// A joint in the plane.
#[derive(Clone, Copy)]
pub(crate) enum InPlane {
    /// As in space.
    Same,
    /// Without that argument.
    Without(&'static str),
    /// It does not exist; what to write.
    Instead(&'static str),
}

/// The arguments of a joint along its coordinate.
#[derive(Clone, Copy)]
pub(crate) enum AlongCoordinate {
    /// Nothing.
    Nothing,
    /// All, along a coordinate of that dimension.
    Of(Dimension),
    /// A rotor about every axis.
    Ball,
}

/// The constructor of a joint between two ends.
pub(crate) type MakeBetween =
    for<'d> fn(&mut dyn Reader<'d>, &Arguments<'d>, [&Mount; 2]) -> Option<JointKind>;

/// The constructor of a coupling of two coordinates with these dimensions.
pub(crate) type MakeCoupling = for<'d> fn(
    &mut dyn Reader<'d>,
    &Arguments<'d>,
    [JointCoordinate; 2],
    [Option<Dimension>; 2],
) -> Option<JointKind>;

/// The constructor; `None` is a reported mistake.
#[derive(Clone, Copy)]
pub(crate) enum Make {
    /// For a joint between two ends.
    Between(MakeBetween),
    /// For a coupling of two coordinates with these dimensions.
    Couples(MakeCoupling),
}

/// The optional argument of all joints.
pub(super) const CUT: &[Declared] = named![; "cut"];

/// The optional argument of couplings.
pub(super) const SHARED: &[Declared] = named![; "shared", "cut"];

const ENDS: &[&str] = &["an end", "another end"];
const COORDINATES: &[&str] = &["a coordinate", "another coordinate"];

impl Word {
    /// A joint between two ends.
    pub const fn between(
        name: &'static str,
        named: &'static [&'static [Declared]],
        make: MakeBetween,
    ) -> Self {
        Self::new(name, Signature::new(ENDS, named), Make::Between(make))
    }

    /// A coupling of two coordinates.
    pub const fn couples(
        name: &'static str,
        named: &'static [&'static [Declared]],
        make: MakeCoupling,
    ) -> Self {
        Self::new(name, Signature::new(COORDINATES, named), Make::Couples(make))
    }

    const fn new(name: &'static str, signature: Signature, make: Make) -> Self {
        let (in_plane, along) = (InPlane::Same, AlongCoordinate::Nothing);
        Self { name, signature, in_plane, along, second: as_it_is, make, row: "" }
    }

    /// The differences in the plane.
    pub const fn in_plane(mut self, in_plane: InPlane) -> Self {
        self.in_plane = in_plane;
        self
    }

    /// Its arguments along its coordinate.
    pub const fn along(mut self, along: AlongCoordinate) -> Self {
        self.along = along;
        self
    }

    /// The change of the second end by the arguments.
    pub const fn second(
        mut self,
        second: for<'d> fn(&mut dyn Reader<'d>, &Arguments<'d>, Mount) -> Option<Mount>,
    ) -> Self {
        self.second = second;
        self
    }

    /// Its line of the table in `docs/language.md`.
    pub const fn row(mut self, row: &'static str) -> Self {
        self.row = row;
        self
    }

    /// Its arguments in space or in the plane.
    pub fn takes(&self, planar: bool) -> Signature {
        match self.in_plane {
            InPlane::Without(name) if planar => Signature { without: Some(name), ..self.signature },
            _ => self.signature,
        }
    }
}

/// A joint that consists of its arguments alone.
pub(super) fn of_arguments<'d, K: Given<Rest = ()> + Into<JointKind>>(
    reader: &mut dyn Reader<'d>,
    arguments: &Arguments<'d>,
    _: [&Mount; 2],
) -> Option<JointKind> {
    Some(K::read(reader, arguments, &[], |_| Some(()))?.into())
}

fn as_it_is<'d>(_: &mut dyn Reader<'d>, _: &Arguments<'d>, second: Mount) -> Option<Mount> {
    Some(second)
}
