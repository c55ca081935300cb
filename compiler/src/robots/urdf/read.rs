//! Elements of a file → [`File`]. Data that dynamics need are required; anything else that cannot be used is a warning.
//!
//! Invariant: every part of a file that neither enters the mechanism nor is drawn is named in a warning.

use super::file::{File, Inertial, Joint, Kind, Limit, Link, Mimic, Origin, Rotor, Shape, Visual};
use super::messages;
use super::schema;
use crate::diagnostics::Diagnostics;
use crate::robots::pose::{Vector, roll_pitch_yaw};
use crate::robots::unread::Unread;
use crate::robots::xml::Element;

/// Reads a robot.
///
/// # Errors
/// Added where a link, a joint or one of their numbers cannot be read.
pub(super) fn read(root: &Element, diagnostics: &mut Diagnostics) -> Option<File> {
    let before = diagnostics.errors();
    schema::check(root, diagnostics);
    let mut reader = Reader { diagnostics, unread: Unread::default() };
    if let Some(macros) = root.children.iter().find(|child| child.tag.starts_with("xacro:")) {
        reader.diagnostics.push(messages::xacro(macros.place));
        return None;
    }
    let links = root.all("link").filter_map(|link| reader.link(link)).collect();
    let mut joints: Vec<Joint> = root.all("joint").filter_map(|joint| reader.joint(joint)).collect();
    for other in root.children.iter().filter(|child| !matches!(child.tag.as_str(), "link" | "joint")) {
        if other.tag != "transmission" || !reader.transmission(other, &mut joints) {
            reader.unread.note(&other.tag, other.place);
        }
    }
    let Reader { unread, .. } = reader;
    unread.warn(diagnostics);
    let name = root.attribute("name").unwrap_or_default().to_owned();
    (diagnostics.errors() == before).then_some(File { name, place: root.place, links, joints })
}

struct Reader<'d> {
    diagnostics: &'d mut Diagnostics,
    unread: Unread,
}

impl Reader<'_> {
    fn name(&mut self, element: &Element) -> Option<String> {
        let name = element.attribute("name").map(str::to_owned);
        if name.is_none() {
            self.diagnostics.push(messages::no_name(element.place, &element.tag));
        }
        name
    }

    fn link(&mut self, element: &Element) -> Option<Link> {
        let name = self.name(element)?;
        let mut parts = element.all("inertial");
        let inertial = match parts.next() {
            Some(inertial) => self.inertial(inertial, &name),
            None => Some(Inertial::default()),
        };
        for again in parts {
            self.diagnostics.push(messages::another_inertial(again.place, &name));
        }
        let visuals = element.all("visual").filter_map(|visual| self.visual(visual, &name)).collect();
        for other in
            element.children.iter().filter(|child| !matches!(child.tag.as_str(), "inertial" | "visual"))
        {
            self.unread.note(&other.tag, other.place);
        }
        let within = |tag: &str| element.child("inertial").and_then(|inertial| inertial.child(tag));
        let [mass_place, inertia_place] =
            ["mass", "inertia"].map(|tag| within(tag).map_or(element.place, |part| part.place));
        let place = element.place;
        Some(Link { name, place, mass_place, inertia_place, inertial: inertial?, visuals })
    }

    fn inertial(&mut self, element: &Element, link: &str) -> Option<Inertial> {
        let of = format!("the `inertial` of `{link}`");
        let origin = self.origin(element, &of);
        let mass = match element.child("mass") {
            Some(mass) => self.number(mass, "value", &of),
            None => {
                self.diagnostics.push(messages::no_mass(element.place, &of));
                None
            }
        };
        let inertia = match element.child("inertia") {
            Some(inertia) => self.inertia(inertia, &of),
            None => {
                if mass.is_some_and(|mass| mass != 0.0) {
                    self.diagnostics.push(messages::no_inertia(element.place, &of));
                }
                Some([0.0; 6])
            }
        };
        let mut inertial = Inertial { origin: origin?, mass: mass?, inertia: inertia? };
        if inertial.drop_rounding() {
            self.diagnostics.push(messages::rounded_moment(element.place, link));
        }
        if inertial.mass == 0.0 && inertial.turns() {
            self.diagnostics.push(messages::inertia_without_mass(element.place, &of));
        }
        Some(inertial)
    }

    /// Moments are required; missing products are zero.
    fn inertia(&mut self, element: &Element, of: &str) -> Option<[f64; 6]> {
        let names = ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"];
        let left_out: Vec<&str> =
            names[3..].iter().copied().filter(|name| element.attribute(name).is_none()).collect();
        if !left_out.is_empty() {
            self.diagnostics.push(messages::omitted_products(element.place, of, &left_out));
        }
        let all = names.map(|name| match left_out.contains(&name) {
            true => Some(0.0),
            false => self.number(element, name, of),
        });
        let mut entries = [0.0; 6];
        for (entry, read) in entries.iter_mut().zip(all) {
            *entry = read?;
        }
        Some(entries)
    }

    /// A shape; without one the link has only visuals.
    fn visual(&mut self, element: &Element, link: &str) -> Option<Visual> {
        let geometry = element.child("geometry")?;
        let shape = geometry.children.first()?;
        let vector = |element: &Element, name: &str| element.attribute(name).and_then(vector);
        let number = |name: &str| shape.attribute(name).and_then(number);
        let read = match shape.tag.as_str() {
            "box" => vector(shape, "size").map(Shape::Box),
            "cylinder" => number("radius")
                .zip(number("length"))
                .map(|(radius, length)| Shape::Cylinder { radius, length }),
            "sphere" => number("radius").map(|radius| Shape::Sphere { radius }),
            // It is drawn, and has no part in the motion.
            "mesh" => {
                let file = shape.attribute("filename").map(str::to_owned);
                let scale = shape.attribute("scale").map_or(Some([1.0; 3]), self::vector);
                file.zip(scale).map(|(file, scale)| Shape::Mesh { file, scale })
            }
            other => {
                self.unread.note(other, shape.place);
                return None;
            }
        };
        let origin = match element.child("origin") {
            None => Some(Origin::default()),
            Some(origin) => {
                let part = |name: &str| origin.attribute(name).map_or(Some([0.0; 3]), self::vector);
                let rotation = match origin.attribute("quat_xyzw") {
                    Some(text) => quaternion(text),
                    None => part("rpy"),
                };
                part("xyz").zip(rotation).map(|(xyz, rpy)| Origin { xyz, rpy })
            }
        };
        let sizes = |shape: &Shape| match *shape {
            Shape::Box(size) => size.to_vec(),
            Shape::Cylinder { radius, length } => vec![radius, length],
            Shape::Sphere { radius } => vec![radius],
            // A negative one mirrors.
            Shape::Mesh { scale, .. } => scale.map(f64::abs).to_vec(),
        };
        let sound = |shape: &Shape| sizes(shape).iter().all(|size| *size > 0.0 && size.is_finite());
        let placed = |origin: &Origin| origin.xyz.iter().chain(&origin.rpy).all(|x| x.is_finite());
        match (read.filter(sound), origin.filter(placed)) {
            (Some(shape), Some(origin)) => Some(Visual { origin, shape }),
            _ => {
                self.diagnostics.push(messages::visual_ignored(shape.place, &shape.tag, link));
                None
            }
        }
    }

    fn joint(&mut self, element: &Element) -> Option<Joint> {
        let name = self.name(element)?;
        let of = format!("the joint `{name}`");
        let kind = self.kind(element, &of);
        let end = |reader: &mut Self, tag: &str| {
            let found = element.child(tag);
            let named = found.and_then(|end| Some((end.attribute("link")?.to_owned(), end.place_of("link"))));
            if named.is_none() {
                let place = found.map_or(element.place, |end| end.place);
                reader.diagnostics.push(messages::incomplete_joint(place, &of, tag));
            }
            named
        };
        let (parent, child) = (end(self, "parent"), end(self, "child"));
        let origin = self.origin(element, &of);
        let axis = match element.child("axis") {
            Some(axis) => self.vector(axis, "xyz", &of),
            None => Some([1.0, 0.0, 0.0]),
        };
        let axis_place = element.child("axis").map_or(element.place, |axis| axis.place_of("xyz"));
        let limit = element.child("limit").map_or(Limit::default(), |limit| self.limit(limit, kind, &of));
        let dynamics = element.child("dynamics");
        let mut of_dynamics = |name: &str| match dynamics {
            Some(dynamics) if dynamics.attribute(name).is_some() => self.number(dynamics, name, &of),
            _ => Some(0.0),
        };
        let (damping, mut friction) = (of_dynamics("damping"), of_dynamics("friction"));
        if friction.is_some_and(|friction| friction < 0.0) {
            let place = dynamics.map_or(element.place, |dynamics| dynamics.place_of("friction"));
            self.diagnostics.push(messages::negative_friction(place, &of));
            friction = Some(0.0);
        }
        let lossy = [damping, friction].iter().flatten().any(|number| *number != 0.0);
        if lossy && kind.is_some_and(|kind| !kind.has_one_coordinate() && kind != Kind::Fixed) {
            let place = dynamics.map_or(element.place, |dynamics| dynamics.place);
            self.diagnostics.push(messages::losses_ignored(place, &of));
        }
        let mimic = match element.child("mimic") {
            Some(mimic) => Some(self.mimic(mimic, &of)?),
            None => None,
        };
        const READ: [&str; 7] = ["parent", "child", "origin", "axis", "limit", "dynamics", "mimic"];
        for other in element.children.iter().filter(|child| !READ.contains(&child.tag.as_str())) {
            self.unread.note(&other.tag, other.place);
        }
        Some(Joint {
            name,
            place: element.place,
            kind: kind?,
            origin: origin?,
            parent: parent?,
            child: child?,
            axis: axis?,
            axis_place,
            limit,
            damping: damping?,
            friction: friction?,
            rotor: None,
            mimic,
        })
    }

    /// The rotor of a transmission, as Drake writes it: whether there is one. A reduction alone does nothing.
    fn transmission(&mut self, element: &Element, joints: &mut [Joint]) -> bool {
        let inside = |tag: &str| {
            let parts = element.children.iter().flat_map(|part| &part.children).chain(&element.children);
            parts.into_iter().find(|part| part.tag == tag)
        };
        let (Some(inertia), Some(named)) = (inside("drake:rotor_inertia"), element.child("joint")) else {
            return false;
        };
        let name = named.attribute("name").unwrap_or_default();
        let of = format!("the transmission of `{name}`");
        let reduction = match inside("drake:gear_ratio") {
            Some(ratio) => self.number(ratio, "value", &of),
            None => Some(1.0),
        };
        let inertia = self.number(inertia, "value", &of);
        match joints.iter_mut().find(|joint| joint.name == name && joint.kind.has_one_coordinate()) {
            Some(joint) => {
                joint.rotor = inertia.zip(reduction).map(|(inertia, reduction)| Rotor { inertia, reduction });
            }
            None => self.diagnostics.push(messages::rotor_ignored(element.place, &of)),
        }
        true
    }

    fn kind(&mut self, element: &Element, of: &str) -> Option<Kind> {
        let Some(word) = element.attribute("type") else {
            self.diagnostics.push(messages::incomplete_joint(element.place, of, "type"));
            return None;
        };
        let found = Kind::NAMES.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind);
        if found.is_none() {
            let known = Kind::NAMES.iter().map(|(name, _)| *name);
            self.diagnostics.push(messages::unknown_type(element.place_of("type"), of, word, known));
        }
        found
    }

    fn mimic(&mut self, element: &Element, of: &str) -> Option<Mimic> {
        let Some(joint) = element.attribute("joint").map(str::to_owned) else {
            self.diagnostics.push(messages::mimics_nothing(element.place, of));
            return None;
        };
        let mut or = |name: &str, default: f64| match element.attribute(name) {
            Some(_) => self.number(element, name, of),
            None => Some(default),
        };
        let (multiplier, offset) = (or("multiplier", 1.0), or("offset", 0.0));
        Some(Mimic { joint, place: element.place_of("joint"), multiplier: multiplier?, offset: offset? })
    }

    /// Limits do not enter the motion: those that are not an interval of a coordinate are omitted.
    fn limit(&mut self, element: &Element, kind: Option<Kind>, of: &str) -> Limit {
        let limit = self.limit_numbers(element, of);
        let Limit { lower, upper, .. } = limit;
        // Without numbers both are zero, which stands for no limits.
        let given = |name: &str| element.attribute(name).map(number);
        let numbers = [given("lower"), given("upper")];
        let known = numbers.iter().any(Option::is_some) && !numbers.contains(&Some(None));
        let place = element.place;
        let warning = match kind {
            _ if lower > upper => Some(messages::limits_in_wrong_order(place, of)),
            Some(Kind::Revolute | Kind::Prismatic) if known && lower == upper => {
                Some(messages::equal_limits(place, of))
            }
            Some(Kind::Revolute | Kind::Prismatic) if lower.is_finite() != upper.is_finite() => {
                Some(messages::one_limit(place, of))
            }
            Some(Kind::Continuous) if lower < upper => Some(messages::limits_of_continuous(place, of)),
            Some(Kind::Planar | Kind::Floating | Kind::Spherical) if lower < upper => {
                Some(messages::limits_of_several(place, of))
            }
            _ => None,
        };
        warning.into_iter().for_each(|warning| self.diagnostics.push(warning));
        limit
    }

    fn limit_numbers(&mut self, element: &Element, of: &str) -> Limit {
        let mut part = |name: &str| {
            let Some(text) = element.attribute(name) else { return 0.0 };
            number(text).unwrap_or_else(|| {
                self.diagnostics.push(messages::limit_not_a_number(element.place_of(name), name, of, text));
                0.0
            })
        };
        Limit {
            lower: part("lower"),
            upper: part("upper"),
            effort: part("effort"),
            velocity: part("velocity"),
        }
    }

    /// The `<origin>` of an element.
    fn origin(&mut self, element: &Element, of: &str) -> Option<Origin> {
        let Some(origin) = element.child("origin") else { return Some(Origin::default()) };
        let mut part = |name: &str| match origin.attribute(name) {
            Some(_) => self.vector(origin, name, of),
            None => Some([0.0; 3]),
        };
        let (xyz, rpy) = (part("xyz"), part("rpy"));
        if origin.attribute("quat_xyzw").is_none() {
            return Some(Origin { xyz: xyz?, rpy: rpy? });
        }
        if origin.attribute("rpy").is_some() {
            self.diagnostics.push(messages::two_rotations(origin.place, of));
        }
        let rpy = self.value(origin, "quat_xyzw", of, "quaternion", quaternion);
        Some(Origin { xyz: xyz?, rpy: rpy? })
    }

    fn vector(&mut self, element: &Element, name: &str, of: &str) -> Option<Vector> {
        self.value(element, name, of, "vector of three numbers", vector)
    }

    fn number(&mut self, element: &Element, name: &str, of: &str) -> Option<f64> {
        self.value(element, name, of, "number", number)
    }

    fn value<T>(
        &mut self,
        element: &Element,
        name: &str,
        of: &str,
        what: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let Some(text) = element.attribute(name) else {
            self.diagnostics.push(messages::no_value(element.place, &element.tag, of, name));
            return None;
        };
        let found = read(text);
        if found.is_none() {
            self.diagnostics.push(messages::not_a_value(element.place_of(name), name, of, what, text));
        }
        found
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

/// The angles of `quat_xyzw`, of URDF 1.2.
fn quaternion(text: &str) -> Option<Vector> {
    let numbers: Vec<f64> = text.split_whitespace().map(number).collect::<Option<_>>()?;
    roll_pitch_yaw(numbers.try_into().ok()?)
}

fn vector(text: &str) -> Option<Vector> {
    let numbers: Vec<f64> = text.split_whitespace().map(number).collect::<Option<_>>()?;
    numbers.try_into().ok()
}
