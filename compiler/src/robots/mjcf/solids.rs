//! `<inertial>` and `<geom>` → mass properties.

use super::bodies::{Contents, Placed, placed};
use super::classes::{Attributes, ROTATIONS};
use super::geometry::Geometry;
use super::messages;
use super::model::{Visual, VisualForm};
use super::naming;
use super::orientation;
use super::read::Reader;
use crate::diagnostics::Diagnostic;
use crate::robots::messages::{negative_mass, negative_moment};
use crate::robots::pose::{Matrix, Pose, Vector};
use crate::robots::solid::Solid;

/// The attributes of a geom.
enum Weight {
    Mass(f64),
    Density(f64),
}

/// The groups that MuJoCo shows by default: by convention, collision shapes have others.
const SHOWN: std::ops::RangeInclusive<f64> = 0.0..=2.0;

/// The default density of geoms, in kg/m³.
const WATER: f64 = 1000.0;

/// A solid with these moments about its centre, in axes that are turned.
fn solid(mass: f64, moments: Vector, pose: &Pose) -> Solid {
    let diagonal: Matrix =
        core::array::from_fn(|i| core::array::from_fn(|j| if i == j { moments[i] } else { 0.0 }));
    let own = Solid { mass, com: [0.0; 3], inertia: diagonal };
    let mut seen = own.seen(&Pose { position: pose.position, rotation: pose.rotation });
    // Equal moments need no turning.
    if moments[0] == moments[1] && moments[1] == moments[2] {
        seen.inertia = diagonal;
    }
    seen
}

impl Reader<'_> {
    /// `<inertial>`
    pub fn inertial(&mut self, of: &Attributes<'_>, body: usize, at: Placed) -> Option<Solid> {
        let place = of.element.place;
        let name = self.bodies[body].name.clone();
        if of.get("mass").is_none() || of.get("pos").is_none() {
            self.diagnostics.push(messages::incomplete_inertial(place, &name));
            return None;
        }
        let mass = self.number(of, "mass", 0.0);
        let position = self.vector(of, "pos", [0.0; 3]);
        if mass < 0.0 {
            self.diagnostics.push(negative_mass(place, &name));
            return None;
        }
        let own = match of.get("fullinertia") {
            Some(_) => self.full_inertia(of, &name, mass, position)?,
            None => {
                let moments = self.vector(of, "diaginertia", [0.0; 3]);
                if moments.iter().any(|moment| *moment < 0.0) {
                    self.diagnostics.push(negative_moment(place, &name));
                    return None;
                }
                let rotation = orientation::matrix(self.turned(of));
                solid(mass, moments, &Pose { position, rotation })
            }
        };
        Some(own.seen(&Pose { position: at.0, rotation: orientation::matrix(at.1) }))
    }

    /// `fullinertia`: about the centre of mass, in the axes of the body.
    fn full_inertia(&mut self, of: &Attributes<'_>, name: &str, mass: f64, com: Vector) -> Option<Solid> {
        let place = of.element.place;
        let numbers = self.numbers(of, "fullinertia")?;
        let &[xx, yy, zz, xy, xz, yz] = numbers.as_slice() else {
            let owner = format!("`{name}`");
            self.diagnostics.push(messages::not_so_many(
                of.element.place_of("fullinertia"),
                "fullinertia",
                &owner,
                "six",
            ));
            return None;
        };
        if let Some(other) = ROTATIONS.into_iter().find(|other| of.get(other).is_some()) {
            self.diagnostics.push(messages::turned_inertia(place, name, other));
            return None;
        }
        if self.vector(of, "diaginertia", [0.0; 3]) != [0.0; 3] {
            self.diagnostics.push(messages::two_inertias(place, name));
            return None;
        }
        let found = Solid { mass, com, inertia: [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] };
        if found.has_moment_below(0.0) {
            self.diagnostics.push(messages::negative_principal_moment(place, name));
            return None;
        }
        Some(found)
    }

    /// `<geom>`: its mass properties and its visual.
    pub fn geom(&mut self, of: &Attributes<'_>, body: usize, at: Placed, contents: &mut Contents) {
        let group = self.number(of, "group", 0.0);
        let kind = of.get("type").unwrap_or("sphere");
        if matches!(kind, "plane" | "hfield") {
            return;
        }
        let shown = SHOWN.contains(&group);
        let is_shell = self.flag(of, "shellinertia") == Some(true);
        let is_mesh = of.get("mesh").is_some() || matches!(kind, "mesh" | "sdf");
        let mut given = self.weight(of, group);
        if let Some(mistake) = given.as_ref().and_then(|given| self.unusable(of, body, given, is_mesh)) {
            contents.mistake.get_or_insert(mistake);
            given = None;
        }
        if is_mesh {
            if shown {
                self.mesh(of, kind, body, at);
            }
            return;
        }
        if given.is_none() && !shown {
            return;
        }
        let before = self.diagnostics.errors();
        let (geometry, position, turned) = match self.geometry(of, kind) {
            Ok(found) => found,
            Err(mistake) => {
                // A size that is not read is not a wrong one, too.
                if given.is_some() && self.diagnostics.errors() == before {
                    self.diagnostics.push(*mistake);
                }
                return;
            }
        };
        if shown {
            let (position, turned) = placed(at, (position, turned));
            self.bodies[body].visuals.push(Visual { form: VisualForm::Solid(geometry), position, turned });
        }
        let Some(weight) = given else { return };
        let extent = if is_shell { geometry.surface() } else { geometry.volume() };
        let mass = match weight {
            Weight::Mass(mass) => mass,
            Weight::Density(density) => density * extent,
        };
        let moments = if is_shell { geometry.shell_moments(mass) } else { geometry.moments(mass) };
        let own = solid(mass, moments, &Pose { position, rotation: orientation::matrix(turned) });
        contents.solids.push(own.seen(&Pose { position: at.0, rotation: orientation::matrix(at.1) }));
    }

    /// The mass properties of a geom, if it counts.
    fn weight(&mut self, of: &Attributes<'_>, group: f64) -> Option<Weight> {
        let [least, most] = self.settings.inertia_groups;
        if !(least..=most).contains(&group) {
            return None;
        }
        let density = self.number(of, "density", WATER);
        match of.get("mass").map(|_| self.number(of, "mass", 0.0)) {
            Some(0.0) => None,
            Some(mass) => Some(Weight::Mass(mass)),
            None if density == 0.0 => None,
            None => Some(Weight::Density(density)),
        }
    }

    /// Why the body cannot take its mass from this geom, which is a mistake if it has to.
    fn unusable(
        &self,
        of: &Attributes<'_>,
        body: usize,
        given: &Weight,
        is_mesh: bool,
    ) -> Option<Diagnostic> {
        let place = of.element.place;
        let name = &self.bodies[body].name;
        let (what, value) = match given {
            Weight::Mass(mass) => ("mass", *mass),
            Weight::Density(density) => ("density", *density),
        };
        if value < 0.0 {
            return Some(messages::negative_geom(place, what, naming::given(of.element), name));
        }
        is_mesh.then(|| messages::mass_of_mesh(place, name))
    }

    /// Its shape, its centre and how it is turned, or why it has none.
    fn geometry(
        &mut self,
        of: &Attributes<'_>,
        kind: &str,
    ) -> Result<(Geometry, Vector, orientation::Quaternion), Box<Diagnostic>> {
        let mut size: [f64; 3] = self.some(of, "size", [0.0; 3]);
        let (mut position, mut turned) = (self.vector(of, "pos", [0.0; 3]), orientation::NONE);
        if of.get("fromto").is_some() {
            let [a, b, c, d, e, f] = self.exactly(of, "fromto", "six").unwrap_or_default();
            // MuJoCo's z points from the second end to the first.
            let along = [a - d, b - e, c - f];
            let half = along.iter().map(|x| x * x).sum::<f64>().sqrt() / 2.0;
            position = [(a + d) / 2.0, (b + e) / 2.0, (c + f) / 2.0];
            turned = orientation::z_axis(along).unwrap_or(orientation::NONE);
            match kind {
                "capsule" | "cylinder" => size = [size[0], half, 0.0],
                _ => {
                    size =
                        [size[0], if kind == "box" || kind == "ellipsoid" { size[0] } else { size[1] }, half]
                }
            }
        } else {
            turned = if turned == orientation::NONE { self.turned(of) } else { turned };
        }
        let [a, b, _] = size;
        let (geometry, needed) = match kind {
            "sphere" => (Geometry::Sphere(a), 1),
            "capsule" => (Geometry::Capsule(a, b), 2),
            "cylinder" => (Geometry::Cylinder(a, b), 2),
            "ellipsoid" => (Geometry::Ellipsoid(size), 3),
            "box" => (Geometry::Box(size), 3),
            other => return Err(Box::new(messages::not_a_geom_type(of.element.place, other))),
        };
        if size[..needed].iter().any(|x| *x <= 0.0) {
            return Err(Box::new(messages::no_size(of.element.place, kind, needed)));
        }
        Ok((geometry, position, turned))
    }
}
