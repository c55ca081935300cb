//! `<inertial>` and `<geom>` → mass properties.

use super::bodies::{Contents, Placed};
use super::classes::Attributes;
use super::geometry::Geometry;
use super::orientation;
use super::read::Reader;
use crate::robots::pose::{Matrix, Pose, Vector};
use crate::robots::solid::Solid;

/// The density of geoms that say nothing, in kg/m³.
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

    /// `<geom>`
    pub fn geom(&mut self, of: &Attributes<'_>, at: Placed, contents: &mut Contents) {
        let group = self.number(of, "group", 0.0);
        let [least, most] = self.settings.inertia_groups;
        let kind = of.get("type").unwrap_or("sphere");
        if !(least..=most).contains(&group) || matches!(kind, "plane" | "hfield") {
            return;
        }
        let density = self.number(of, "density", WATER);
        let given = of.get("mass").map(|_| self.number(of, "mass", 0.0));
        if given == Some(0.0) || (given.is_none() && density == 0.0) {
            return;
        }
        if self.flag(of, "shellinertia") == Some(true)
            || of.get("mesh").is_some()
            || matches!(kind, "mesh" | "sdf")
        {
            contents.unknown.get_or_insert(of.element.place);
            return;
        }
        let Some((geometry, position, turn)) = self.geometry(of, kind) else { return };
        let mass = given.unwrap_or_else(|| density * geometry.volume());
        let pose = Pose { position, rotation: orientation::matrix(turn) };
        let own = solid(mass, geometry.moments(mass), &pose);
        contents.solids.push(own.seen(&Pose { position: at.0, rotation: orientation::matrix(at.1) }));
    }

    /// Its shape, its centre and how it is turned.
    fn geometry(
        &mut self,
        of: &Attributes<'_>,
        kind: &str,
    ) -> Option<(Geometry, Vector, orientation::Quaternion)> {
        let place = of.element.place;
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
                self.refuse(place, format!("`{other}` is not a geom type"));
                return None;
            }
        };
        let _ = c;
        if size[..needed].iter().any(|x| *x <= 0.0) {
            self.refuse(place, format!("a `{kind}` has no size"));
            return None;
        }
        Some((geometry, position, turned))
    }
}
