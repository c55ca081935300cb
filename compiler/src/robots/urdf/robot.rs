//! The links and joints of a URDF file as a tree, in the order in which they are written.
//!
//! Invariant: a robot without mistakes has one root; every other link has one joint that carries it, and
//! every name in a joint exists.

use super::file::Kind;
use super::file::{File, Inertial};
use super::messages;
use crate::diagnostics::{Diagnostics, Place};
use crate::robots::messages::{named_twice, negative_mass, negative_moment, unphysical_inertia};
use crate::robots::names::{Names, mechanism};
use crate::robots::pose::Pose;
use crate::robots::solid::Solid;
use crate::robots::{Base, Import};

/// A tree of links with names of the language.
pub(super) struct Robot<'u> {
    /// Name of the mechanism.
    pub name: String,
    /// The file.
    pub urdf: &'u File,
    /// Names of the links.
    pub links: Vec<String>,
    /// Names of the joints.
    pub joints: Vec<String>,
    /// Links from the root to the leaves, depth first.
    pub steps: Vec<Step>,
    /// Names of the things that are made for a joint.
    pub names: Names,
}

/// A link and its result.
pub(super) struct Step {
    /// Number of the link.
    pub link: usize,
    /// Its result.
    pub role: Role,
}

/// The result of a link.
pub(super) enum Role {
    /// The ground.
    Ground,
    /// A body that moves freely.
    Floating(Body),
    /// A frame on what carries it.
    Frame {
        /// Number of the joint.
        joint: usize,
    },
    /// A body that a joint carries.
    Moving {
        /// Number of the joint.
        joint: usize,
        /// The body.
        body: Body,
    },
}

/// A link with all that is fixed on it.
#[derive(Default)]
pub(super) struct Body {
    /// Its mass properties, `None` if it has no mass.
    pub solid: Option<Solid>,
    /// Indices of its links, with their poses in its axes.
    pub members: Vec<(usize, Pose)>,
}

/// Numbers of the links at both ends of a joint.
type Ends = (usize, usize);

impl<'u> Robot<'u> {
    /// Checks a file and puts it in order.
    pub fn of(urdf: &'u File, import: &Import, diagnostics: &mut Diagnostics) -> Option<Self> {
        let before = diagnostics.errors();
        let mut checks = Checks { urdf, diagnostics };
        if checks.doubles() {
            return None;
        }
        checks.numbers();
        let ends = checks.ends();
        let root = ends.as_ref().and_then(|ends| checks.root(ends, import));
        checks.mimics();
        let (ends, root) = (ends?, root?);
        let steps = steps(urdf, &ends, root, import);
        checks.masses(&steps, &ends);
        if diagnostics.errors() > before {
            return None;
        }
        if steps.iter().all(|step| step.role.body().is_none()) {
            diagnostics.push(messages::nothing_moves(urdf.place, import.base == Base::Fixed));
        }
        for link in unphysical_links(urdf, &steps) {
            let link = &urdf.links[link];
            diagnostics.push(unphysical_inertia(link.place, &link.name));
        }
        let mut names = Names::default();
        let links = urdf.links.iter().map(|link| names.give(&link.name, "link")).collect();
        let joints = urdf.joints.iter().map(|joint| names.give(&joint.name, "joint")).collect();
        let wanted = import.name.as_deref().unwrap_or(&urdf.name);
        Some(Self { name: mechanism(wanted), urdf, links, joints, steps, names })
    }
}

/// Depth first, joints in the order of the file.
fn steps(urdf: &File, ends: &[Ends], root: usize, import: &Import) -> Vec<Step> {
    let floats = import.base == Base::Floating && !urdf.links[root].is_world();
    let mut steps: Vec<Step> = Vec::new();
    // Open: link, the joint that carries it, the step of its body, its pose there.
    let mut open: Vec<(usize, Option<usize>, Option<usize>, Pose)> = vec![(root, None, None, Pose::HERE)];
    while let Some((link, joint, carrier, pose)) = open.pop() {
        let fixed = |joint: usize| urdf.joints[joint].kind == Kind::Fixed;
        let own = Some(steps.len());
        let (role, carrier, pose) = match joint {
            None if floats => (Role::Floating(Body::default()), own, Pose::HERE),
            None => (Role::Ground, None, Pose::HERE),
            Some(joint) if fixed(joint) => (Role::Frame { joint }, carrier, pose),
            Some(joint) => (Role::Moving { joint, body: Body::default() }, own, Pose::HERE),
        };
        steps.push(Step { link, role });
        if let Some(body) = carrier.and_then(|carrier| steps[carrier].role.body_mut()) {
            body.members.push((link, pose));
        }
        for (next, _) in ends.iter().enumerate().rev().filter(|(_, (parent, _))| *parent == link) {
            let there = pose.then(&urdf.joints[next].origin.pose());
            open.push((ends[next].1, Some(next), carrier, there));
        }
    }
    for step in &mut steps {
        if let Some(body) = step.role.body_mut() {
            let part = |(link, pose): &(usize, Pose)| urdf.links[*link].inertial.solid().seen(pose);
            body.solid = Solid::sum(&body.members.iter().map(part).collect::<Vec<_>>());
        }
    }
    steps
}

/// Links whose inertia makes that of their body unphysical.
fn unphysical_links(urdf: &File, steps: &[Step]) -> Vec<usize> {
    let is_wrong = |link: &usize| urdf.links[*link].inertial.solid().is_unphysical();
    let mut all = Vec::new();
    for step in steps {
        let Some(body) = step.role.body() else { continue };
        if body.solid.is_some_and(|solid| solid.is_unphysical()) {
            // The sum of physical inertias is physical.
            let wrong = all.len();
            all.extend(body.members.iter().map(|(link, _)| *link).filter(is_wrong));
            if all.len() == wrong {
                all.push(step.link);
            }
        }
    }
    all
}

impl Role {
    /// The body, if it is one.
    pub fn body(&self) -> Option<&Body> {
        match self {
            Self::Floating(body) | Self::Moving { body, .. } => Some(body),
            _ => None,
        }
    }

    fn body_mut(&mut self) -> Option<&mut Body> {
        match self {
            Self::Floating(body) | Self::Moving { body, .. } => Some(body),
            _ => None,
        }
    }
}

struct Checks<'a, 'u> {
    urdf: &'u File,
    diagnostics: &'a mut Diagnostics,
}

impl Checks<'_, '_> {
    /// Whether names occur twice or there are no links: then no other check is possible.
    fn doubles(&mut self) -> bool {
        let before = self.diagnostics.errors();
        let links: Vec<(&str, Place)> =
            self.urdf.links.iter().map(|link| (link.name.as_str(), link.place)).collect();
        let joints: Vec<(&str, Place)> =
            self.urdf.joints.iter().map(|joint| (joint.name.as_str(), joint.place)).collect();
        for (kind, all) in [("links", links), ("joints", joints)] {
            for (i, (name, again)) in all.iter().enumerate() {
                if let Some((_, first)) = all[..i].iter().find(|(known, _)| known == name) {
                    self.diagnostics.push(named_twice(*again, kind, name, *first));
                }
            }
        }
        if self.urdf.links.is_empty() {
            self.diagnostics.push(messages::no_links(self.urdf.place));
        }
        self.diagnostics.errors() > before
    }

    /// Numbers are finite, masses and moments of inertia not negative, axes have a direction.
    fn numbers(&mut self) {
        for link in &self.urdf.links {
            let Inertial { origin, mass, inertia } = &link.inertial;
            let all = inertia.iter().chain(&origin.xyz).chain(&origin.rpy).chain([mass]);
            if all.into_iter().any(|number| !number.is_finite()) {
                self.diagnostics.push(messages::not_finite(link.place, &link.name));
            } else if *mass < 0.0 {
                self.diagnostics.push(negative_mass(link.mass_place, &link.name));
            } else if inertia[..3].iter().any(|moment| *moment < 0.0) {
                self.diagnostics.push(negative_moment(link.inertia_place, &link.name));
            }
        }
        for joint in &self.urdf.joints {
            let (origin, axis) = (&joint.origin, joint.axis);
            let rotor = joint.rotor.map_or([0.0; 2], |rotor| [rotor.inertia, rotor.reduction]);
            let all = origin.xyz.iter().chain(&origin.rpy).chain(&axis).chain(&rotor);
            let all = all.chain([&joint.damping, &joint.friction]);
            if all.into_iter().any(|number| !number.is_finite()) {
                self.diagnostics.push(messages::not_finite(joint.place, &joint.name));
            } else if joint.kind.has_axis() && axis == [0.0; 3] {
                self.diagnostics.push(messages::no_direction(joint.axis_place, &joint.name));
            }
        }
    }

    /// The links at the ends of every joint.
    fn ends(&mut self) -> Option<Vec<Ends>> {
        let mut all = Vec::new();
        for joint in &self.urdf.joints {
            let known = || self.urdf.links.iter().map(|link| link.name.as_str());
            let mut find = |end: &str, (wanted, place): &(String, Place)| {
                let found = known().position(|name| name == wanted);
                if found.is_none() {
                    let mistake = messages::unknown_link(*place, end, &joint.name, wanted, known());
                    self.diagnostics.push(mistake);
                }
                found
            };
            let both = (find("parent", &joint.parent), find("child", &joint.child));
            all.push(match both {
                (Some(parent), Some(child)) => Some((parent, child)),
                _ => None,
            });
        }
        all.into_iter().collect()
    }

    /// The only link that no joint carries, from which all others are reached.
    fn root(&mut self, ends: &[Ends], import: &Import) -> Option<usize> {
        let before = self.diagnostics.errors();
        let name = |link: usize| self.urdf.links[link].name.as_str();
        let place = |link: usize| self.urdf.links[link].place;
        let carriers = |link: usize| ends.iter().enumerate().filter(move |(_, (_, child))| *child == link);
        for link in 0..self.urdf.links.len() {
            if let Some((joint, _)) = carriers(link).nth(1) {
                let first = carriers(link).next().map_or(joint, |(first, _)| first);
                let [again, first] = [joint, first].map(|joint| self.urdf.joints[joint].child.1);
                self.diagnostics.push(messages::two_parents(again, name(link), first));
            }
        }
        let roots: Vec<usize> =
            (0..self.urdf.links.len()).filter(|link| carriers(*link).next().is_none()).collect();
        match roots.as_slice() {
            [root] => {
                let mut reached = vec![*root];
                let mut next = 0;
                while let Some(link) = reached.get(next).copied() {
                    reached
                        .extend(ends.iter().filter(|(parent, _)| *parent == link).map(|(_, child)| *child));
                    next += 1;
                    if reached.len() > self.urdf.links.len() {
                        break;
                    }
                }
                let lost = (0..self.urdf.links.len()).find(|link| !reached.contains(link));
                if let Some(lost) = lost.filter(|_| self.diagnostics.errors() == before) {
                    self.diagnostics.push(messages::own_ancestor(place(lost), name(lost)));
                }
                if self.urdf.links[*root].is_world()
                    && import.base == Base::Floating
                    && !self.urdf.floats_from_world()
                {
                    self.diagnostics.push(messages::world_floats(place(*root)));
                }
            }
            [] => self.diagnostics.push(messages::no_root(place(0))),
            &[first, second, ..] => {
                let names = [name(first), name(second)];
                self.diagnostics.push(messages::two_roots(place(second), names, place(first)));
            }
        }
        roots.first().copied().filter(|_| self.diagnostics.errors() == before)
    }

    /// A mimic joint follows another joint with one coordinate.
    fn mimics(&mut self) {
        for joint in &self.urdf.joints {
            let Some(mimic) = &joint.mimic else { continue };
            let (place, name) = (mimic.place, joint.name.as_str());
            if joint.kind == Kind::Fixed {
                self.diagnostics.push(messages::fixed_mimics(place, name, &mimic.joint));
                continue;
            }
            let driver = self.urdf.joints.iter().find(|other| other.name == mimic.joint);
            let finite = mimic.multiplier.is_finite() && mimic.offset.is_finite();
            self.diagnostics.push(match driver {
                None => {
                    let known = self.urdf.joints.iter().map(|joint| joint.name.as_str());
                    messages::mimics_unknown(place, name, &mimic.joint, known)
                }
                Some(driver) if driver.name == joint.name => messages::mimics_itself(place, name),
                Some(driver) if !driver.kind.has_one_coordinate() => {
                    messages::mimics_several(place, name, &driver.name)
                }
                Some(_) if !joint.kind.has_one_coordinate() => messages::cannot_mimic(place, name),
                Some(_) if !finite => messages::not_finite(place, name),
                Some(_) => continue,
            });
        }
    }

    /// A moving link has mass, or carries a link with mass.
    fn masses(&mut self, steps: &[Step], ends: &[Ends]) {
        // Children follow their parents.
        let mut heavy = vec![false; self.urdf.links.len()];
        for step in steps.iter().rev() {
            let own =
                self.urdf.links[step.link].inertial.mass > 0.0 || self.urdf.links[step.link].inertial.turns();
            let carried = ends.iter().any(|(parent, child)| *parent == step.link && heavy[*child]);
            heavy[step.link] = own || carried;
            if step.role.body().is_some() && !heavy[step.link] {
                let link = &self.urdf.links[step.link];
                self.diagnostics.push(messages::massless(link.place, &link.name));
            }
        }
    }
}
