//! `<tendon>` → fixed tendons, sums of coordinates on which actuators, springs and dampers act.
//!
//! ```text
//! length    l = Σ cᵢ qᵢ
//! passive   F = −k·(l − min(max(l, l₀), l₁)) − d·l',  [l₀, l₁] = springlength, or l at `springref` of the joints
//! efforts   cᵢ·F on each joint
//! ```
//!
//! Spatial tendons, and the limits, dry friction and inertia of fixed ones, are omitted with a warning.

use super::actuators::Target;
use super::classes::Attributes;
use super::messages::{self, why};
use super::model::{Tendon, Term};
use super::naming::given;
use super::read::Reader;
use crate::robots::xml::Element;

impl Reader<'_> {
    /// All fixed tendons.
    pub fn read_tendons(&mut self, root: &Element) {
        for element in root.all("tendon").flat_map(|tendon| &tendon.children) {
            self.claim("tendons", element);
            if element.tag != "fixed" {
                self.unread.note(&element.tag, element.place);
                continue;
            }
            let of = self.classes.resolve_as(element, "tendon", None, self.diagnostics);
            let name = given(element).unwrap_or_default().to_owned();
            let terms = self.terms(element);
            let rest = match self.numbers(&of, "springlength").as_deref() {
                Some([both]) if *both != -1.0 => Some([*both; 2]),
                Some([least, most]) if [*least, *most] != [-1.0; 2] => Some([*least, *most]),
                _ => None,
            };
            let shown = if name.is_empty() { "tendon" } else { &name };
            if rest.is_some_and(|[least, most]| least > most) {
                let place = element.place_of("springlength");
                self.diagnostics.push(messages::empty_range(place, "springlength", shown));
            }
            let (stiffness, damping) = (self.number(&of, "stiffness", 0.0), self.number(&of, "damping", 0.0));
            self.ignore(&of, &["frictionloss", "armature"], shown);
            self.ignore_limits(&of, shown);
            let range = self.pair(&of, "range").filter(|[least, most]| least < most);
            self.tendons.push(Tendon { name, terms, stiffness, damping, rest, range });
        }
    }

    /// Joints with their coefficients; `None` if one of them does not have exactly one coordinate, or is a mistake.
    fn terms(&mut self, element: &Element) -> Option<Vec<Term>> {
        let mut terms = Vec::new();
        for part in &element.children {
            let of = Attributes::plain(part);
            let (joint, is_scalar) = self.joint_by_name(&of, "joint")?;
            let coefficient = self.number(&of, "coef", 0.0);
            if !is_scalar {
                self.diagnostics.push(messages::tendon_of_several(part.place_of("joint")));
                return None;
            }
            terms.push(Term { joint, coefficient });
        }
        if terms.is_empty() {
            self.diagnostics.push(messages::empty_tendon(element.place));
        }
        Some(terms)
    }

    /// The length of a tendon and its range, or the reason why it is ignored; `None` after a mistake.
    pub fn tendon_by_name(&mut self, of: &Attributes<'_>) -> Option<Result<Target, &'static str>> {
        let name = of.get("tendon").unwrap_or_default();
        if let Some(tendon) = self.tendons.iter().find(|tendon| tendon.name == name) {
            let terms = tendon.terms.clone().ok_or(why::TENDON);
            return Some(terms.map(|terms| (terms, tendon.range)));
        }
        if self.given.contains_key(&("tendons", name.to_owned())) {
            return Some(Err(why::TENDON));
        }
        let known = self.tendons.iter().map(|tendon| tendon.name.as_str()).filter(|name| !name.is_empty());
        self.diagnostics.push(messages::unknown_name(of.element, "tendon", "tendon", name, known));
        None
    }
}
