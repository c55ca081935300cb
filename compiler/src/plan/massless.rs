//! Motions that move no mass.
//!
//! Of unrolled equations they are empty rows of M. Of a tree of loops there is no M: a motion u about and along the axis a of a link
//! that carries no other mass has
//! ```text
//! rotation aᵀ I a + r,   translation m + r,   screw aᵀ I a + p² m + r,   ball I_kk + r         r of the rotor      (1)
//! ```
//! in its place, with I about the origin of the link.
//!
//! Invariant: a motion that is reported has none at any configuration. Mass that others move onto an axis by coincidence is not looked for.

use super::cells::{Elementary, NUMBERS};
use super::messages::{self, NoInertia};
use crate::diagnostics::{Diagnostic, Diagnostics, Reported};
use crate::mechanics::multibody::{Direction, Uniform, UniformLink};
use crate::model::Multibody;
use crate::symbolic::{Graph, Node};
use proc_macro2::Span;
use std::collections::BTreeMap;

/// Where the numbers of a link begin, in the order of [`NUMBERS`].
const AXIS: usize = 12;
const PITCH: usize = 15;
const MASS: usize = 16;
const INERTIA: usize = 20;
const ROTOR: usize = NUMBERS - 1;

/// The mistake of a velocity without inertia, with its unit.
pub(super) fn no_inertia(
    (name, unit): (&str, &str),
    span: Span,
    multibody: Option<&Multibody>,
    graph: &Graph,
) -> Diagnostic {
    let mut bodies = multibody.iter().flat_map(|bodies| &bodies.bodies);
    let why = if unit == "m/s" && multibody.is_some() {
        NoInertia::NoMass
    } else if bodies.clone().any(|body| body.particle) {
        NoInertia::Particles
    } else if bodies.any(|body| body.inertia.iter().flatten().all(|&entry| graph.is_zero(entry))) {
        NoInertia::Bodies
    } else {
        NoInertia::Unknown
    };
    messages::no_inertia(span, name, &why)
}

/// Refuses a tree in which a motion moves no mass.
///
/// # Errors
/// The witness of the mistake.
pub fn refuse_massless(
    uniform: &Uniform,
    multibody: &Multibody,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let mut found: Option<(usize, Span)> = None;
    // Velocities in common: the links that move no mass.
    let mut idle: BTreeMap<usize, (usize, Span)> = BTreeMap::new();
    let mut moved: BTreeMap<usize, usize> = BTreeMap::new();
    for shared in &uniform.shared {
        *moved.entry(shared.velocity).or_default() += 1;
    }
    // Constraints may determine what they move.
    for (number, k) in massless(uniform).into_iter().filter(|(number, _)| !closed(uniform, *number)) {
        let link = &uniform.links[number];
        let velocity = link.moved_by + k;
        match moved.get(&velocity) {
            None => found = Some((velocity, link.span)),
            Some(&links) => {
                let (count, span) = idle.entry(velocity).or_insert((0, link.span));
                (*count, *span) = (*count + 1, link.span);
                if *count == links {
                    found = Some((velocity, *span));
                }
            }
        }
    }
    let Some((velocity, span)) = found else { return Ok(()) };
    let Direction { name, unit, .. } = &uniform.velocities[velocity];
    Err(diagnostics.refuse(no_inertia((name, unit), span, Some(multibody), &uniform.graph)))
}

/// Whether constraints move a link that moves no mass.
pub(super) fn constraints_move_no_mass(uniform: &Uniform) -> bool {
    massless(uniform).iter().any(|(number, _)| closed(uniform, *number))
}

/// Whether constraints move a link.
fn closed(uniform: &Uniform, number: usize) -> bool {
    uniform.closing.as_ref().is_some_and(|closing| closing.links.binary_search(&number).is_ok())
}

/// The links that move no mass, the last one first, with the first velocity of each that (1) says so of.
fn massless(uniform: &Uniform) -> Vec<(usize, usize)> {
    let mut carries = vec![false; uniform.links.len()];
    let mut found = Vec::new();
    for (number, link) in uniform.links.iter().enumerate().rev() {
        if !carries[number]
            && let Some(k) = without_inertia(&uniform.graph, link)
        {
            found.push((number, k));
        }
        let own = link.numbers[MASS..INERTIA + 9].iter().any(|&node| !uniform.graph.is_zero(node));
        if let Some(parent) = link.parent {
            carries[parent] |= own || carries[number];
        }
    }
    found
}

/// The first velocity of a link for which (1) is zero.
fn without_inertia(graph: &Graph, link: &UniformLink) -> Option<usize> {
    let zero = |at: usize| graph.is_zero(link.numbers[at]);
    if !zero(ROTOR) {
        return None;
    }
    let axis: &[Node] = &link.numbers[AXIS..PITCH];
    let turns = || {
        let nonzero = |i: usize, j: usize| {
            !(graph.is_zero(axis[i]) || graph.is_zero(axis[j]) || zero(INERTIA + 3 * i + j))
        };
        (0..3).any(|i| (0..3).any(|j| nonzero(i, j)))
    };
    match link.motion {
        Elementary::Rotation => (!turns()).then_some(0),
        Elementary::Translation => zero(MASS).then_some(0),
        Elementary::Screw => (!turns() && (zero(MASS) || zero(PITCH))).then_some(0),
        Elementary::Quaternion => (0..3).find(|k| zero(INERTIA + 4 * k)),
    }
}
