//! `<equality>` → constraints between bodies and joints.
//!
//! Poses are those of the reference configuration, where all joints are at `ref` and bodies at the poses in the file.

use super::classes::Attributes;
use super::messages;
use super::model::{Equality, EqualityKind, Model, Placement};
use super::naming::given;
use super::orientation;
use super::read::Reader;
use crate::robots::pose::{IDENTITY, Matrix, Pose, apply};
use crate::robots::xml::Element;

/// Axes of bodies that differ by less are parallel.
const PARALLEL: f64 = 1e-12;

/// The pose of `inner` relative to `outer`.
fn seen(outer: &Pose, inner: &Pose) -> Pose {
    let back: Matrix = core::array::from_fn(|i| core::array::from_fn(|j| outer.rotation[j][i]));
    let apart = core::array::from_fn(|i| inner.position[i] - outer.position[i]);
    Pose { position: apply(&back, apart), rotation: crate::robots::pose::multiply(&back, &inner.rotation) }
}

impl Reader<'_> {
    /// All equalities that are active.
    pub fn equalities(&mut self, root: &Element) -> Vec<Equality> {
        let mut all = Vec::new();
        for element in root.all("equality").flat_map(|equality| &equality.children) {
            let of = match self.resolve_equality(element) {
                Some(of) => of,
                None => {
                    self.unread.note(&element.tag, element.place);
                    continue;
                }
            };
            self.claim("equalities", element);
            let name = given(element).map(str::to_owned);
            if self.flag(&of, "active") == Some(false) {
                self.diagnostics.push(messages::not_active(element, name.as_deref()));
                continue;
            }
            let kind = match element.tag.as_str() {
                "connect" => self.connect(&of),
                "weld" => self.weld(&of),
                _ => self.joint_equality(&of),
            };
            all.extend(kind.map(|kind| Equality { name, place: element.place, kind }));
        }
        all
    }

    fn resolve_equality<'a>(&mut self, element: &'a Element) -> Option<Attributes<'a>>
    where
        Self: 'a,
    {
        let known = matches!(element.tag.as_str(), "connect" | "weld" | "joint");
        known.then(|| self.classes.resolve_as(element, "equality", None, self.diagnostics))
    }

    /// A body by its name.
    fn body_named(&mut self, of: &Attributes<'_>, attribute: &str) -> Option<usize> {
        let Some(name) = of.get(attribute) else { return Some(0) };
        let found = self.bodies.iter().position(|body| body.named && body.name == name);
        if found.is_none() {
            let known = self.bodies.iter().filter(|body| body.named).map(|body| body.name.as_str());
            self.diagnostics.push(messages::unknown_name(of.element, attribute, "body", name, known));
        }
        found
    }

    /// A site by its name: its body and its pose there.
    fn site_named(&mut self, of: &Attributes<'_>, attribute: &str) -> Option<Placement> {
        let name = of.get(attribute).unwrap_or_default();
        let found = self.bodies.iter().enumerate().find_map(|(number, body)| {
            let site = body.sites.iter().find(|site| site.name == name)?;
            Some((number, Pose { position: site.position, rotation: orientation::matrix(site.turned) }))
        });
        if found.is_none() {
            let known = self.bodies.iter().flat_map(|body| &body.sites).map(|site| site.name.as_str());
            self.diagnostics.push(messages::unknown_name(of.element, attribute, "site", name, known));
        }
        found
    }

    fn reference_pose(&self, body: usize) -> Pose {
        Model::pose_among(&self.bodies, body)
    }

    fn connect(&mut self, of: &Attributes<'_>) -> Option<EqualityKind> {
        if of.get("site1").is_some() {
            let ends = [self.site_named(of, "site1"), self.site_named(of, "site2")];
            let [Some(first), Some(second)] = ends else { return None };
            return Some(self.points_together([first, second]));
        }
        let ends = (self.body_named(of, "body1"), self.body_named(of, "body2"));
        let (first, second) = (ends.0?, ends.1?);
        let anchor = Pose { position: self.vector(of, "anchor", [0.0; 3]), rotation: IDENTITY };
        let there = self.reference_pose(first).then(&anchor);
        let other = seen(&self.reference_pose(second), &there);
        Some(self.points_together([(first, anchor), (second, other)]))
    }

    /// Two points that coincide, with axes that are parallel in the reference configuration: the rotation of a joint that closes a loop
    /// counts in the distance from the reference, and is none there.
    fn points_together(&self, [(first, mut anchor), (second, mut other)]: [Placement; 2]) -> EqualityKind {
        let apart = seen(&self.reference_pose(second), &self.reference_pose(first)).rotation;
        let rounded = |i: usize, j: usize| (apart[i][j] - IDENTITY[i][j]).abs() <= PARALLEL;
        let parallel = (0..3).all(|i| (0..3).all(|j| rounded(i, j)));
        anchor.rotation = IDENTITY;
        other.rotation = if parallel { IDENTITY } else { apart };
        EqualityKind::Connect([(first, anchor), (second, other)])
    }

    /// The weld holds `anchor`, a point on the second body, at the place that `relpose` has on the first one, and the rotation of
    /// `relpose` between them. A `torquescale` of zero scales the rotation away.
    fn weld(&mut self, of: &Attributes<'_>) -> Option<EqualityKind> {
        let turns = self.number(of, "torquescale", 1.0) == 0.0;
        let ends = self.welded(of)?;
        Some(if turns { self.points_together(ends) } else { EqualityKind::Weld(ends) })
    }

    /// The ends of a weld.
    fn welded(&mut self, of: &Attributes<'_>) -> Option<[Placement; 2]> {
        if of.get("site1").is_some() {
            let ends = [self.site_named(of, "site1"), self.site_named(of, "site2")];
            let [Some(first), Some(second)] = ends else { return None };
            return Some([first, second]);
        }
        let ends = (self.body_named(of, "body1"), self.body_named(of, "body2"));
        let (first, second) = (ends.0?, ends.1?);
        let anchor = Pose { position: self.vector(of, "anchor", [0.0; 3]), rotation: IDENTITY };
        let [x, y, z, a, b, c, d] = self.exactly(of, "relpose", "seven").unwrap_or_default();
        let there = match orientation::normalised([a, b, c, d]) {
            Some(turned) => Pose { position: [x, y, z], rotation: orientation::matrix(turned) },
            // Unchanged.
            None => seen(&self.reference_pose(first), &self.reference_pose(second).then(&anchor)),
        };
        Some([(first, there), (second, anchor)])
    }

    fn joint_equality(&mut self, of: &Attributes<'_>) -> Option<EqualityKind> {
        let driven = self.joint_named(of, "joint1")?;
        let driver = match of.get("joint2") {
            Some(_) => Some(self.joint_named(of, "joint2")?),
            None => None,
        };
        if driver == Some(driven) {
            let name = of.get("joint1").unwrap_or_default();
            self.diagnostics.push(messages::couples_itself(of.element, name));
            return None;
        }
        let coefficients = self.some(of, "polycoef", [0.0, 1.0, 0.0, 0.0, 0.0]);
        Some(EqualityKind::Joint { driven, driver, coefficients })
    }

    /// A joint with one coordinate, by its name.
    fn joint_named(&mut self, of: &Attributes<'_>, attribute: &str) -> Option<usize> {
        let (found, is_scalar) = self.joint_by_name(of, attribute)?;
        if !is_scalar {
            let name = of.get(attribute).unwrap_or_default();
            self.diagnostics.push(messages::not_one_coordinate(of.element, attribute, name));
        }
        is_scalar.then_some(found)
    }

    /// The number of a joint among all joints, by its name, and whether it has one coordinate.
    pub fn joint_by_name(&mut self, of: &Attributes<'_>, attribute: &str) -> Option<(usize, bool)> {
        let name = of.get(attribute).unwrap_or_default();
        let joints = || self.bodies.iter().flat_map(|body| &body.joints);
        let found = joints().enumerate().find(|(_, joint)| joint.named && joint.name == name);
        if let Some((number, joint)) = found {
            return Some((number, joint.kind.is_scalar()));
        }
        let known = joints().filter(|joint| joint.named).map(|joint| joint.name.as_str());
        self.diagnostics.push(messages::unknown_name(of.element, attribute, "joint", name, known));
        None
    }
}
