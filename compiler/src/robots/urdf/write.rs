//! A tree of links → the text of a `.mech` file.
//!
//! Invariant: the text depends on the file alone; a number is the shortest decimal that reads back as itself.

use super::file::{Joint, Kind, Shape};
use super::robot::{Body, Robot, Role};
use crate::robots::Import;
use crate::robots::names::Names;
use crate::robots::pose::{IDENTITY, Vector, quarter_turns};
use crate::robots::text::{counted, mass_properties, massless, number, one_line, vector};
use std::collections::HashMap;

/// The whole file.
pub(super) fn write(mut robot: Robot<'_>, import: &Import) -> String {
    let names = std::mem::take(&mut robot.names);
    let ends = vec![String::new(); robot.links.len()];
    let mut writer = Writer { robot: &robot, import, names, ends, text: String::new() };
    writer.mechanism();
    writer.text
}

struct Writer<'r, 'u> {
    robot: &'r Robot<'u>,
    import: &'r Import,
    names: Names,
    /// The name of each link as an end of a joint.
    ends: Vec<String>,
    text: String,
}

impl Writer<'_, '_> {
    /// A line of the mechanism.
    fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.text.push_str("    ");
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    fn docs(&mut self, lines: &[String]) {
        for line in lines {
            self.line(&format!("/// {line}"));
        }
    }

    fn mechanism(&mut self) {
        let urdf = self.robot.urdf;
        let moving = urdf.joints.iter().filter(|joint| joint.kind != Kind::Fixed).count();
        let joints = urdf.joints.len();
        let mobile = match (joints, moving) {
            (0, _) => String::new(),
            (1, 0) => ", which is fixed".to_owned(),
            (1, _) => ", which moves".to_owned(),
            (_, 1) => ", 1 of which moves".to_owned(),
            _ => format!(", {moving} of which move"),
        };
        let (links, joints) =
            (counted(urdf.links.len(), "link", "links"), counted(joints, "joint", "joints"));
        let title =
            if urdf.name.is_empty() { "A robot".to_owned() } else { format!("`{}`", one_line(&urdf.name)) };
        self.text.push_str(&format!("/// {title}, imported from URDF: {links}, {joints}{mobile}.\n"));
        self.text.push_str(&format!("pub mechanism {} in space {{\n", self.robot.name));
        self.line("gravity = [0, 0, -9.81] [m/s^2];");
        for i in 0..self.robot.steps.len() {
            self.line("");
            self.step(i);
        }
        let follows = |joint: &&Joint| joint.mimic.is_some() && joint.kind != Kind::Fixed;
        let followers: Vec<&Joint> = urdf.joints.iter().filter(follows).collect();
        if !followers.is_empty() {
            self.line("");
        }
        for joint in &followers {
            self.gear(joint);
        }
        let guesses = self.guesses(&followers);
        if !guesses.is_empty() {
            self.line("");
            self.line(&format!("initial {{ {} }}", guesses.join(", ")));
        }
        self.text.push_str("}\n");
    }

    /// The start of the followers that is not zero where the joints that they follow are.
    fn guesses(&self, followers: &[&Joint]) -> Vec<String> {
        let joints = &self.robot.urdf.joints;
        let places: HashMap<&str, usize> =
            joints.iter().enumerate().map(|(place, joint)| (joint.name.as_str(), place)).collect();
        let guess = |joint: &&Joint| {
            let start = coordinate_at_zero(joints, &places, joint);
            let own = &self.robot.joints[*places.get(joint.name.as_str())?];
            let differs = start != 0.0 && start.is_finite();
            differs.then(|| format!("{own}.{}: ~{}", coordinate(joint), number(start)))
        };
        followers.iter().filter_map(guess).collect()
    }

    fn step(&mut self, i: usize) {
        let robot = self.robot;
        let step = &robot.steps[i];
        let name = robot.links[step.link].clone();
        self.ends[step.link].clone_from(&name);
        match &step.role {
            Role::Ground => self.line(&format!("frame {name} = fixed(ground);")),
            Role::Floating(body) => {
                self.body(&name, body);
                let joint = self.names.give("floating_base", "joint");
                self.line(&format!("joint {joint} = free(ground, {name});"));
            }
            Role::Frame { joint } => {
                let joint = &robot.urdf.joints[*joint];
                let at = self.mount(joint);
                let rotation =
                    rotation(joint.origin.rpy).map_or(String::new(), |turn| format!(", rotation: {turn}"));
                self.line(&format!("frame {name} = fixed({at}{rotation});"));
            }
            Role::Moving { joint: number, body } => {
                let joint = &robot.urdf.joints[*number];
                let own = robot.joints[*number].clone();
                let mut mount = self.mount(joint);
                if let Some(turn) = rotation(joint.origin.rpy) {
                    let frame = self.names.give(&format!("{own}_mount"), "frame");
                    self.line(&format!("frame {frame} = fixed({mount}, rotation: {turn});"));
                    mount = frame;
                }
                self.body(&name, body);
                self.joint(joint, &own, &mount, &name);
            }
        }
    }

    /// The origin of a joint, without its rotation.
    fn mount(&self, joint: &Joint) -> String {
        let parent = self.robot.urdf.links.iter().position(|link| link.name == joint.parent.0);
        let parent = parent.map_or("ground", |parent| &self.ends[parent]);
        if joint.origin.xyz == [0.0; 3] {
            parent.to_owned()
        } else {
            format!("{parent} at {} [m]", vector(joint.origin.xyz))
        }
    }

    fn body(&mut self, name: &str, body: &Body) {
        let Some(solid) = &body.solid else {
            return self.line(&format!("body {name} {{ {} }}", massless()));
        };
        let heavy = |link: &usize| {
            let inertial = &self.robot.urdf.links[*link].inertial;
            inertial.mass > 0.0 || inertial.turns()
        };
        let joined: Vec<String> = (body.members.iter().skip(1).map(|(link, _)| *link).filter(heavy))
            .map(|link| format!("`{}`", self.robot.links[link]))
            .collect();
        if !joined.is_empty() {
            self.docs(&[format!("With {}.", joined.join(", "))]);
        }
        self.line(&format!("body {name} {{"));
        let shapes = self.shapes(body);
        // Without it the shapes would determine the centre of mass.
        for line in mass_properties(solid, !shapes.is_empty()) {
            self.line(&format!("    {line}"));
        }
        for shape in shapes {
            self.line(&format!("    shape: {shape},"));
        }
        self.line("}");
    }

    /// Boxes, cylinders and spheres of a body whose axes are parallel to its own.
    fn shapes(&self, body: &Body) -> Vec<String> {
        let mut shapes = Vec::new();
        for (link, pose) in &body.members {
            for visual in &self.robot.urdf.links[*link].visuals {
                let seen = pose.then(&visual.origin.pose());
                let at = if seen.position == [0.0; 3] {
                    String::new()
                } else {
                    format!(", center: {} [m]", vector(seen.position))
                };
                let axis = vector(core::array::from_fn(|i| seen.rotation[i][2]));
                match visual.shape {
                    Shape::Mesh { .. } => {}
                    Shape::Sphere { radius } => {
                        shapes.push(format!("sphere(radius: {} [m]{at})", number(radius)));
                    }
                    Shape::Cylinder { radius, length } => shapes.push(format!(
                        "cylinder(radius: {} [m], length: {} [m], along: {axis}{at})",
                        number(radius),
                        number(length)
                    )),
                    Shape::Box(size) if seen.rotation == IDENTITY => {
                        shapes.push(format!("box(size: {} [m]{at})", vector(size)));
                    }
                    // Others are visuals.
                    Shape::Box(_) => {}
                }
            }
        }
        shapes
    }

    fn joint(&mut self, joint: &Joint, own: &str, mount: &str, child: &str) {
        let axis = vector(joint.axis);
        let what = match joint.kind {
            Kind::Revolute | Kind::Continuous => {
                format!("revolute({mount}, {child}, axis: {axis}{})", along(joint))
            }
            Kind::Prismatic => format!("prismatic({mount}, {child}, axis: {axis}{})", along(joint)),
            Kind::Planar => format!("planar({mount}, {child}, normal: {axis})"),
            Kind::Floating => format!("free({mount}, {child})"),
            Kind::Spherical => format!("spherical({mount}, {child})"),
            Kind::Fixed => format!("fixed({mount}, {child})"),
        };
        self.docs(&documentation(joint));
        self.line(&format!("joint {own} = {what};"));
        if !joint.kind.has_one_coordinate() {
            return;
        }
        let slides = is_slider(joint);
        if self.import.motors && joint.mimic.is_none() {
            let (effort, unit) = if slides { ("force", "N") } else { ("torque", "N*m") };
            let input = self.names.give(&format!("{own}_{effort}"), "input");
            let force = self.names.give(&format!("{own}_motor"), "force");
            self.line(&format!("input {input} [{unit}];"));
            self.line(&format!("force {force} = torque({own}, {input});"));
        }
    }

    /// coordinate = multiplier·(coordinate of the driver) + offset
    fn gear(&mut self, joint: &Joint) {
        let Some(mimic) = &joint.mimic else { return };
        let place = |name: &str| self.robot.urdf.joints.iter().position(|joint| joint.name == name);
        let (Some(driver), Some(own)) = (place(&mimic.joint), place(&joint.name)) else { return };
        let name = |joint: usize| {
            format!("{}.{}", self.robot.joints[joint], coordinate(&self.robot.urdf.joints[joint]))
        };
        let ratio = number(mimic.multiplier);
        // The offset of the gear is on the other side: ratio·driver = driven + offset.
        let offset = match mimic.offset {
            0.0 => String::new(),
            offset => format!(", offset: {}", number(-offset)),
        };
        let (driver, driven) = (name(driver), name(own));
        let gear = self.names.give(&format!("{}_mimic", self.robot.joints[own]), "gear");
        self.line(&format!("joint {gear} = gear({driver}, {driven}, ratio: {ratio}{offset}, shared: true);"));
    }
}

/// The coordinate of a joint where those that follow none are zero.
fn coordinate_at_zero(joints: &[Joint], places: &HashMap<&str, usize>, joint: &Joint) -> f64 {
    let (mut start, mut factor, mut next) = (0.0, 1.0, Some(joint));
    // Joints that follow each other in a circle are mistakes of the description.
    for _ in 0..joints.len() {
        let Some(mimic) = next.and_then(|joint| joint.mimic.as_ref()) else { break };
        start += factor * mimic.offset;
        factor *= mimic.multiplier;
        next = places.get(mimic.joint.as_str()).map(|&place| &joints[place]);
    }
    start
}

fn is_slider(joint: &Joint) -> bool {
    joint.kind == Kind::Prismatic
}

/// The name of the only coordinate of a joint.
fn coordinate(joint: &Joint) -> &'static str {
    if is_slider(joint) { "displacement" } else { "angle" }
}

/// Limits, friction, damping and the rotor.
fn along(joint: &Joint) -> String {
    let slides = is_slider(joint);
    let mut text = String::new();
    let mut add = |name: &str, value: f64, unit: &str| {
        if value != 0.0 {
            text.push_str(&format!(", {name}: {} [{unit}]", number(value)));
        }
    };
    add("friction", joint.friction, if slides { "N" } else { "N*m" });
    add("damping", joint.damping, if slides { "N*s/m" } else { "N*m*s" });
    if let Some(rotor) = joint.rotor {
        // Along a displacement a reduction of 1 rad/m is one, too.
        add("rotor_inertia", rotor.inertia, "kg*m^2");
        if rotor.inertia != 0.0 && (slides || rotor.reduction != 1.0) {
            add("reduction", rotor.reduction, if slides { "rad/m" } else { "rad/rad" });
        }
    }
    let unit = if slides { "m" } else { "rad" };
    let limits = joint
        .range()
        .map(|[lower, upper]| format!(", limits: {} [{unit}] .. {} [{unit}]", number(lower), number(upper)));
    limits.unwrap_or_default() + &text
}

/// Properties that the language does not have.
fn documentation(joint: &Joint) -> Vec<String> {
    let mut lines = Vec::new();
    let (effort, rate) = if is_slider(joint) { ("N", "m/s") } else { ("N*m", "rad/s") };
    let limit = &joint.limit;
    let mut limits = Vec::new();
    for (value, unit) in [(limit.effort, effort), (limit.velocity, rate)] {
        if value > 0.0 && value.is_finite() {
            limits.push(format!("{} {unit}", number(value)));
        }
    }
    if !limits.is_empty() {
        lines.push(format!("Not more than {}.", limits.join(", ")));
    }
    lines
}

/// `rpy(0, 90 [deg], 0.1)`, `None` for none.
fn rotation(rpy: Vector) -> Option<String> {
    let angle = |angle: f64| match quarter_turns(angle) {
        Some(0) => "0".to_owned(),
        Some(turns) => format!("{} [deg]", turns * 90),
        None => number(angle),
    };
    let none = rpy.iter().all(|angle| quarter_turns(*angle) == Some(0));
    (!none).then(|| format!("rpy({}, {}, {})", angle(rpy[0]), angle(rpy[1]), angle(rpy[2])))
}
