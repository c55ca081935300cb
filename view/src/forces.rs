//! Frames, and forces as arrows.
//!
//! Invariant: places on a body are in its axes, forces are in the ground's.

use crate::messages;
use crate::rotation::{IDENTITY, Vector};
use crate::scene::{BadGeometry, Numbers, Place, Scene};
use crate::{ColumnKind, Joint};
use linkwork_compiler::Program;
use linkwork_compiler::plan::{Acting, Picture};

/// A frame of the description.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub place: Place,
}

/// A force as an arrow.
#[derive(Clone, Debug)]
pub struct Force {
    /// Its name.
    pub name: String,
    /// Where it acts.
    pub at: At,
}

/// Where a force acts.
#[derive(Clone, Debug)]
pub enum At {
    /// A place on a body or on the ground.
    Place(Place),
    /// The contact of a sphere about a place with the plane through another place; the normal is in the axes of the body of the plane.
    Touch {
        /// The centre of the sphere.
        center: Place,
        /// Its radius, in m.
        radius: f64,
        /// The plane.
        plane: Place,
        /// Its normal.
        normal: [f64; 3],
    },
    /// The second end of a joint, along one of its motions: the indices of both.
    Joint(usize, usize),
}

impl ColumnKind {
    /// The kind of an output of a program: an output of the description, a component of an arrow, or `None` if the page does not show it.
    pub fn of_output(program: &Program, output: usize) -> Option<Self> {
        let Some(picture) = program.picture.as_ref().filter(|picture| output >= picture.own_outputs) else {
            return Some(Self::Output);
        };
        let count = if picture.planar { 2 } else { 3 };
        let of_joint = picture.joints.iter().enumerate().find_map(|(number, joint)| {
            let component = output.checked_sub(joint.reaction?)?;
            (component < count).then_some(Self::Reaction(number, component))
        });
        of_joint.or_else(|| {
            picture.forces.iter().enumerate().find_map(|(number, force)| {
                let k = output.checked_sub(force.outputs?)?;
                component(force.acting, k, picture.planar).map(|component| Self::Force(number, component))
            })
        })
    }
}

/// The component of the k-th number: 0 to 2 for forces and 3 to 5 for torques; 0 for efforts along a joint.
fn component(acting: Acting, k: usize, planar: bool) -> Option<usize> {
    let forces = if planar { 0..2 } else { 0..3 };
    let torques = if planar { 5..6 } else { 3..6 };
    match acting {
        Acting::Place { force: true, torque: true, .. } => forces.chain(torques).nth(k),
        Acting::Place { torque: true, .. } => torques.into_iter().nth(k),
        Acting::Place { .. } | Acting::Touch { .. } => forces.into_iter().nth(k),
        Acting::Joint { .. } => (k == 0).then_some(0),
    }
}

impl Scene {
    /// Reads frames and forces, the last numbers of the geometry.
    pub(crate) fn read_forces(
        &mut self,
        numbers: &mut Numbers<'_>,
        picture: &Picture,
        arrows: bool,
    ) -> Result<(), BadGeometry> {
        for frame in &picture.frames {
            self.frames.push(Frame { name: frame.name.clone(), place: numbers.place(frame.body)? });
        }
        let place = |body, position: Vector| Place { body, position, rotation: IDENTITY };
        for force in &picture.forces {
            let at = match force.acting {
                Acting::Place { body, .. } => At::Place(place(body, numbers.vector()?)),
                Acting::Touch { ends: [sphere, plane] } => {
                    let (center, radius) = (numbers.vector()?, numbers.some(1)?[0]);
                    let (on, normal) = (numbers.vector()?, numbers.vector()?);
                    At::Touch { center: place(sphere, center), radius, plane: place(plane, on), normal }
                }
                Acting::Joint { joint, motion } => {
                    let known = self.joints.get(joint).and_then(|joint: &Joint| joint.motions.get(motion));
                    known.ok_or(BadGeometry)?;
                    At::Joint(joint, motion)
                }
            };
            self.forces.push(Force { name: force.name.clone(), at });
        }
        if arrows && !picture.undrawn.is_empty() {
            self.notes.push(messages::no_arrows(&picture.undrawn));
        }
        Ok(())
    }
}
