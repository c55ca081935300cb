//! The arguments of a joint with one coordinate along it, in addition to its axis.
//!
//! The resolver converts them to forces and a rotor (`resolve/bodies/along`).

use crate::kinds::Declared;
use crate::kinds::argument::{Argument, fixed, fixed_if_given, size_if_given};
use crate::kinds::forces::Stop;
use crate::kinds::quantities::Quantity;
use crate::kinds::{Given, Signature};
use crate::symbolic::Node;

/// `friction:`, the size of dry friction.
pub(crate) const FRICTION: Argument<Option<Node>> = size_if_given(Quantity::EFFORT).named("friction");
/// `damping:`, effort by rate.
pub(crate) const DAMPING: Argument<Option<Node>> =
    fixed_if_given(Quantity::DAMPING_ALONG).named("damping").not_negative();
/// `rotor_inertia:`, about the rotation axis of the rotor; without a reduction it rotates with the joint.
pub(crate) const ROTOR_INERTIA: Argument<Option<Node>> =
    size_if_given(Quantity::INERTIA_ALONG).named("rotor_inertia");
/// `reduction:`, the ratio of the speeds of rotor and joint.
pub(crate) const REDUCTION: Argument<Node> = fixed(Quantity::REDUCTION).named("reduction").or("1");
/// `stops: stop(stiffness: …, dissipation: …)`
pub(crate) const STOP: Signature = Signature::new(&[], &[Stop::ARGUMENTS]);

/// All of them.
pub(super) const ALONG: &[Declared] = &[
    Declared::new("limits", false),
    Declared::new("stops", false),
    FRICTION.declared,
    DAMPING.declared,
    ROTOR_INERTIA.declared,
    REDUCTION.declared,
    Declared::new("cut", false),
];
