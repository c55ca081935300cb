//! The links and joints of a URDF file as a tree, in the order in which they are written.
//!
//! Invariant: a robot without mistakes has one root; every other link has one joint that carries it, and
//! every name that a joint says exists.

use super::elements::Elements;
use super::names::{Names, mechanism};
use super::pose::Pose;
use super::solid::Solid;
use super::{Base, Import};
use crate::diagnostics::{Diagnostic, Diagnostics, nearest};
use urdf_rs::JointType;

/// A tree of links with names of the language.
pub(super) struct Robot<'u> {
    /// Name of the mechanism.
    pub name: String,
    /// The file.
    pub urdf: &'u urdf_rs::Robot,
    /// Names of the links.
    pub links: Vec<String>,
    /// Names of the joints.
    pub joints: Vec<String>,
    /// Links from the root to the leaves, depth first.
    pub steps: Vec<Step>,
    /// Names of the things that are made for a joint.
    pub names: Names,
}

/// A link and what it becomes.
pub(super) struct Step {
    /// Number of the link.
    pub link: usize,
    /// What it becomes.
    pub role: Role,
}

/// What a link becomes.
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
    /// Numbers of the links that it is made of, with their poses in its axes.
    pub members: Vec<(usize, Pose)>,
}

/// Numbers of the links at both ends of a joint.
type Ends = (usize, usize);

impl<'u> Robot<'u> {
    /// Checks a file and puts it in order.
    pub fn of(
        urdf: &'u urdf_rs::Robot,
        elements: &Elements,
        import: &Import,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let before = diagnostics.errors();
        let mut checks = Checks { urdf, elements, diagnostics };
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
        let mut names = Names::default();
        let links = urdf.links.iter().map(|link| names.give(&link.name, "link")).collect();
        let joints = urdf.joints.iter().map(|joint| names.give(&joint.name, "joint")).collect();
        let wanted = import.name.as_deref().unwrap_or(&urdf.name);
        Some(Self { name: mechanism(wanted), urdf, links, joints, steps, names })
    }
}

/// Whether a root of that name is the ground in any case.
fn is_world(name: &str) -> bool {
    name == "world"
}

/// Depth first, joints in the order of the file.
fn steps(urdf: &urdf_rs::Robot, ends: &[Ends], root: usize, import: &Import) -> Vec<Step> {
    let floats = import.base == Base::Floating && !is_world(&urdf.links[root].name);
    let mut steps: Vec<Step> = Vec::new();
    // Open: link, the joint that carries it, the step of its body, its pose there.
    let mut open: Vec<(usize, Option<usize>, Option<usize>, Pose)> = vec![(root, None, None, Pose::HERE)];
    while let Some((link, joint, carrier, pose)) = open.pop() {
        let fixed = |joint: usize| urdf.joints[joint].joint_type == JointType::Fixed;
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
            let there = pose.then(&Pose::of(&urdf.joints[next].origin));
            open.push((ends[next].1, Some(next), carrier, there));
        }
    }
    for step in &mut steps {
        if let Some(body) = step.role.body_mut() {
            let part = |(link, pose): &(usize, Pose)| Solid::of(&urdf.links[*link].inertial).seen(pose);
            body.solid = Solid::sum(&body.members.iter().map(part).collect::<Vec<_>>());
        }
    }
    steps
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
    urdf: &'u urdf_rs::Robot,
    elements: &'a Elements,
    diagnostics: &'a mut Diagnostics,
}

impl Checks<'_, '_> {
    fn at_link(&self, link: usize, message: String) -> Diagnostic {
        Diagnostic::error(self.elements.place("link", &self.urdf.links[link].name, false), message)
    }

    fn at_joint(&self, joint: usize, message: String) -> Diagnostic {
        Diagnostic::error(self.elements.place("joint", &self.urdf.joints[joint].name, false), message)
    }

    /// Whether names are given twice, or there is nothing: then nothing else can be said.
    fn doubles(&mut self) -> bool {
        let before = self.diagnostics.errors();
        let links: Vec<&str> = self.urdf.links.iter().map(|link| link.name.as_str()).collect();
        let joints: Vec<&str> = self.urdf.joints.iter().map(|joint| joint.name.as_str()).collect();
        for (tag, all) in [("link", links), ("joint", joints)] {
            for (i, name) in all.iter().enumerate() {
                if all[..i].contains(name) {
                    let again = self.elements.place(tag, name, true);
                    let mistake = Diagnostic::error(again, format!("there are two {tag}s called `{name}`"));
                    let first = self.elements.place(tag, name, false);
                    self.diagnostics.push(mistake.label("named again").related(first, "named first"));
                }
            }
        }
        if self.urdf.links.is_empty() {
            let place = self.elements.place("robot", &self.urdf.name, false);
            self.diagnostics.push(Diagnostic::error(place, "the robot has no links"));
        }
        self.diagnostics.errors() > before
    }

    /// Numbers are finite, masses not negative, axes have a direction.
    fn numbers(&mut self) {
        for (i, link) in self.urdf.links.iter().enumerate() {
            let (inertial, inertia) = (&link.inertial, &link.inertial.inertia);
            let six = [inertia.ixx, inertia.iyy, inertia.izz, inertia.ixy, inertia.ixz, inertia.iyz];
            let origin = [*inertial.origin.xyz, *inertial.origin.rpy];
            let all = six.into_iter().chain(origin.into_iter().flatten()).chain([inertial.mass.value]);
            if all.into_iter().any(|number| !number.is_finite()) {
                let mistake = self.at_link(i, format!("`{}` has a number that is not finite", link.name));
                self.diagnostics.push(mistake);
            } else if inertial.mass.value < 0.0 {
                let mistake = self.at_link(i, format!("the mass of `{}` is negative", link.name));
                self.diagnostics.push(mistake);
            }
        }
        for (i, joint) in self.urdf.joints.iter().enumerate() {
            let (origin, axis) = (&joint.origin, *joint.axis.xyz);
            let damping = joint.dynamics.as_ref().map_or(0.0, |dynamics| dynamics.damping);
            let all = origin.xyz.iter().chain(origin.rpy.iter()).chain(&axis).chain([&damping]);
            if all.into_iter().any(|number| !number.is_finite()) {
                let mistake = self.at_joint(i, format!("`{}` has a number that is not finite", joint.name));
                self.diagnostics.push(mistake);
            } else if has_axis(&joint.joint_type) && axis == [0.0; 3] {
                let mistake =
                    self.at_joint(i, format!("the axis of `{}` has no direction: it is zero", joint.name));
                self.diagnostics.push(mistake);
            }
        }
    }

    /// The links at the ends of every joint.
    fn ends(&mut self) -> Option<Vec<Ends>> {
        let mut all = Vec::new();
        for (i, joint) in self.urdf.joints.iter().enumerate() {
            let known = || self.urdf.links.iter().map(|link| link.name.as_str());
            let mut find = |what: &str, wanted: &str| {
                let found = known().position(|name| name == wanted);
                if found.is_none() {
                    let message = format!("the {what} of `{}` is no link: `{wanted}`", joint.name);
                    let place = self.elements.place("joint", &self.urdf.joints[i].name, false);
                    let meant = nearest(wanted, known()).map(|meant| format!("did you mean `{meant}`?"));
                    self.diagnostics.push(Diagnostic::error(place, message).maybe_help(meant));
                }
                found
            };
            let both = (find("parent", &joint.parent.link), find("child", &joint.child.link));
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
        let name = |link: usize| &self.urdf.links[link].name;
        let carriers = |link: usize| ends.iter().enumerate().filter(move |(_, (_, child))| *child == link);
        for link in 0..self.urdf.links.len() {
            if let Some((joint, _)) = carriers(link).nth(1) {
                let mistake = self.at_joint(joint, format!("`{}` is carried by two joints", name(link)));
                let first = carriers(link).next().map_or(joint, |(first, _)| first);
                let place = self.elements.place("joint", &self.urdf.joints[first].name, false);
                self.diagnostics.push(
                    mistake
                        .label("carries it again")
                        .related(place, "carries it first")
                        .help("URDF has trees only: close loops by a joint in the .mech file"),
                );
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
                    let message = format!("`{}` is carried by itself, through other links", name(lost));
                    let mistake = self.at_link(lost, message);
                    self.diagnostics.push(mistake);
                }
                if is_world(name(*root)) && import.base == Base::Floating {
                    let mistake = self.at_link(*root, "`world` is the ground and cannot float".to_owned());
                    self.diagnostics
                        .push(mistake.help("remove it from the file, or import with a fixed base"));
                }
            }
            [] => {
                let mistake = self.at_link(0, "every link is carried by another one".to_owned());
                self.diagnostics.push(mistake.help("one link must have no joint that has it as its child"));
            }
            [first, second, ..] => {
                let message =
                    format!("neither `{}` nor `{}` is carried by a joint", name(*first), name(*second));
                let mistake = self.at_link(*second, message);
                let place = self.elements.place("link", name(*first), false);
                self.diagnostics.push(mistake.related(place, "the other one"));
            }
        }
        roots.first().copied().filter(|_| self.diagnostics.errors() == before)
    }

    /// A mimic joint follows another joint with one coordinate.
    fn mimics(&mut self) {
        for (i, joint) in self.urdf.joints.iter().enumerate() {
            let Some(mimic) = &joint.mimic else { continue };
            let known = || self.urdf.joints.iter().map(|joint| joint.name.as_str());
            let driver = self.urdf.joints.iter().find(|other| other.name == mimic.joint);
            let finite =
                mimic.multiplier.unwrap_or(1.0).is_finite() && mimic.offset.unwrap_or(0.0).is_finite();
            let message = match driver {
                None => format!("`{}` follows `{}`, which is no joint", joint.name, mimic.joint),
                Some(driver) if driver.name == joint.name => format!("`{}` follows itself", joint.name),
                Some(driver) if !has_one_coordinate(&driver.joint_type) => {
                    format!("`{}` follows `{}`, which has not one coordinate", joint.name, driver.name)
                }
                Some(_) if !has_one_coordinate(&joint.joint_type) => {
                    format!("`{}` cannot follow another joint: it has not one coordinate", joint.name)
                }
                Some(_) if !finite => format!("`{}` has a number that is not finite", joint.name),
                Some(_) => continue,
            };
            let meant = driver.is_none().then(|| nearest(&mimic.joint, known())).flatten();
            let help = meant.map(|meant| format!("did you mean `{meant}`?"));
            let mistake = self.at_joint(i, message).maybe_help(help);
            self.diagnostics.push(mistake);
        }
    }

    /// What moves has mass, or carries something that has.
    fn masses(&mut self, steps: &[Step], ends: &[Ends]) {
        // Children come after what carries them.
        let mut heavy = vec![false; self.urdf.links.len()];
        for step in steps.iter().rev() {
            let own = self.urdf.links[step.link].inertial.mass.value > 0.0;
            let carried = ends.iter().any(|(parent, child)| *parent == step.link && heavy[*child]);
            heavy[step.link] = own || carried;
            if step.role.body().is_some() && !heavy[step.link] {
                let name = &self.urdf.links[step.link].name;
                let message = format!("`{name}` moves, and neither it nor what it carries has a mass");
                let mistake = self.at_link(step.link, message);
                self.diagnostics.push(mistake.help("give it an `<inertial>`, or make its joint `fixed`"));
            }
        }
    }
}

/// Whether a joint moves along or about an axis.
fn has_axis(kind: &JointType) -> bool {
    matches!(kind, JointType::Revolute | JointType::Continuous | JointType::Prismatic | JointType::Planar)
}

/// Whether a joint has one coordinate.
pub(super) fn has_one_coordinate(kind: &JointType) -> bool {
    matches!(kind, JointType::Revolute | JointType::Continuous | JointType::Prismatic)
}
