//! `<inertial>` and `<geom>` → mass properties.

use super::bodies::{Contents, Placed, placed};
use super::classes::Attributes;
use super::geometry::Geometry;
use super::model::{Visual, VisualForm};
use super::orientation;
use super::read::Reader;
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
    pub fn inertial(&mut self, of: &Attributes<'_>, at: Placed) -> Option<Solid> {
        let place = of.element.place;
        if of.get("mass").is_none() || of.get("pos").is_none() {
            self.refuse(place, "an `inertial` has no `mass` or no `pos`".to_owned());
            return None;
        }
        let mass = self.number(of, "mass", 0.0);
        let position = self.vector(of, "pos", [0.0; 3]);
        let pose = |rotation| Pose { position, rotation };
        let own = match self.numbers(of, "fullinertia").as_deref() {
            Some(&[xx, yy, zz, xy, xz, yz]) => {
                let inertia = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
                Solid { mass, com: position, inertia }
            }
            Some(_) => {
                self.refuse(place, "`fullinertia` does not have six numbers".to_owned());
                return None;
            }
            None => {
                let moments = self.vector(of, "diaginertia", [0.0; 3]);
                let turned = self.turned(of);
                solid(mass, moments, &pose(orientation::matrix(turned)))
            }
        };
        if mass < 0.0 {
            self.refuse(place, "the mass of an `inertial` is negative".to_owned());
            return None;
        }
        Some(own.seen(&Pose { position: at.0, rotation: orientation::matrix(at.1) }))
    }

    /// `<geom>`: its mass properties and its visual.
    pub fn geom(&mut self, of: &Attributes<'_>, body: usize, at: Placed, contents: &mut Contents) {
        let group = self.number(of, "group", 0.0);
        let kind = of.get("type").unwrap_or("sphere");
        if matches!(kind, "plane" | "hfield") {
            return;
        }
        let shown = SHOWN.contains(&group);
        let mut given = self.weight(of, group);
        let is_mesh = of.get("mesh").is_some() || matches!(kind, "mesh" | "sdf");
        if given.is_some() && (self.flag(of, "shellinertia") == Some(true) || is_mesh) {
            contents.unknown.get_or_insert(of.element.place);
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
        let (geometry, position, turned) = match self.geometry(of, kind) {
            Ok(found) => found,
            Err(message) => {
                if given.is_some() {
                    self.refuse(of.element.place, message);
                }
                return;
            }
        };
        if shown {
            let (position, turned) = placed(at, (position, turned));
            self.bodies[body].visuals.push(Visual { form: VisualForm::Solid(geometry), position, turned });
        }
        let Some(weight) = given else { return };
        let mass = match weight {
            Weight::Mass(mass) => mass,
            Weight::Density(density) => density * geometry.volume(),
        };
        let pose = Pose { position, rotation: orientation::matrix(turned) };
        let own = solid(mass, geometry.moments(mass), &pose);
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

    /// Its shape, its centre and how it is turned, or why it has none.
    fn geometry(
        &mut self,
        of: &Attributes<'_>,
        kind: &str,
    ) -> Result<(Geometry, Vector, orientation::Quaternion), String> {
        let mut size: [f64; 3] = self.some(of, "size", [0.0; 3]);
        let (mut position, mut turned) = (self.vector(of, "pos", [0.0; 3]), orientation::NONE);
        if of.get("fromto").is_some() {
            let [a, b, c, d, e, f] = self.some(of, "fromto", [0.0; 6]);
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
        let [a, b, c] = size;
        let (geometry, needed) = match kind {
            "sphere" => (Geometry::Sphere(a), 1),
            "capsule" => (Geometry::Capsule(a, b), 2),
            "cylinder" => (Geometry::Cylinder(a, b), 2),
            "ellipsoid" => (Geometry::Ellipsoid(size), 3),
            "box" => (Geometry::Box(size), 3),
            other => {
                return Err(format!("`{other}` is not a geom type"));
            }
        };
        let _ = c;
        if size[..needed].iter().any(|x| *x <= 0.0) {
            return Err(format!("a `{kind}` has no size"));
        }
        Ok((geometry, position, turned))
    }
}
