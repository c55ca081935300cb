//! Ends of joints and forces, and frames: a carrier, a point and axes.
//!
//! ```text
//! mount at p: position + R p, the same axes R;   fixed(mount, rotation: Q): the same point, axes R Q
//! ```
//! Invariant: mounts contain only parameters; a particle has only one point.

use super::messages;
use crate::diagnostics::Place;
use crate::kinds::{Signature, named};
use crate::model::{BodyId, Carrier, Mount};
use crate::resolve::resolver::{Progress, Resolver};
use crate::resolve::scopes::{Meaning, Scope};
use crate::symbolic::vectors;
use crate::syntax::{Expression, Kind, Name, Segment};
use crate::units::Dimension;

/// `frame name = fixed(end, rotation: …);`
const FIXED: Signature = Signature::new(&["an end"], &[named![; "rotation"]]);

impl<'d> Resolver<'d> {
    /// A frame, resolved when it is used first.
    pub fn frame(&mut self, number: usize, place: Place) -> Option<Mount> {
        match self.parts.frames[number].progress.clone() {
            Progress::Done(mount) => mount,
            Progress::Running => {
                let mistake =
                    messages::circular(&format!("frame `{}`", self.parts.frames[number].name), place);
                self.report(mistake)
            }
            Progress::Waiting => {
                self.wait_for(Meaning::Frame(number));
                let entry = &mut self.parts.frames[number];
                entry.progress = Progress::Running;
                let (expression, scope) = (entry.expression, entry.scope);
                let mount = match &expression.kind {
                    Kind::Call(kind, list) if kind.text == "fixed" => {
                        self.fixed_frame(kind, list, expression.place, scope)
                    }
                    _ => self.end(expression, scope),
                };
                self.waiting -= 1;
                self.parts.frames[number].progress = Progress::Done(mount.clone());
                mount
            }
        }
    }

    fn fixed_frame(
        &mut self,
        kind: &'d Name,
        list: &'d [Expression],
        place: Place,
        scope: Scope,
    ) -> Option<Mount> {
        let arguments = self.arguments(kind, list, place, scope, ("the frame".to_owned(), FIXED));
        let mount = arguments.places.first().and_then(|end| self.end(end, scope));
        let turned = match arguments.get("rotation") {
            Some(rotation) => {
                let rotation = self.rotation_matrix(rotation, scope)?;
                let mount = mount?;
                Mount { rotation: vectors::multiply(&mut self.graph, &mount.rotation, &rotation), ..mount }
            }
            None => mount?,
        };
        arguments.complete.then_some(turned)
    }

    /// `ground`, a body, a particle or a frame, optionally `at` a point.
    pub fn end(&mut self, expression: &'d Expression, scope: Scope) -> Option<Mount> {
        match &expression.kind {
            Kind::Parenthesis(inner) => self.end(inner, scope),
            Kind::Name(segment) => self.named_end(segment, scope),
            Kind::At(base, point) => {
                let mount = self.end(base, scope);
                let point_place = point.place;
                let point = self.fixed_vector(point, scope, Dimension::LENGTH, "a point");
                let (mount, point) = (mount?, point?);
                if self.parts.is_particle(mount.carrier) {
                    let name = self.parts.carrier_name(mount.carrier);
                    let mistake = messages::point_on_particle(point_place, name);
                    return self.report(mistake);
                }
                let offset = vectors::apply(&mut self.graph, &mount.rotation, &point);
                let position = vectors::add(&mut self.graph, &mount.position, &offset);
                Some(Mount { position, ..mount })
            }
            _ => self.report(messages::not_an_end(expression)),
        }
    }

    fn named_end(&mut self, segment: &'d Segment, scope: Scope) -> Option<Mount> {
        let (name, rest) = self.indexed(segment, scope)?;
        if let Some(bracket) = rest.first() {
            return self.report(messages::not_an_index(bracket, messages::point_on(&name)));
        }
        let found = self.scopes.find(scope, &name).map(|entry| (entry.meaning, entry.place));
        let carrier = match found {
            Some((Meaning::Body(number), _)) => Carrier::Body(BodyId(number)),
            Some((Meaning::Frame(number), _)) => return self.frame(number, segment.place),
            Some((Meaning::Lost, _)) => return None,
            Some((_, declared)) => {
                return self.report(messages::neither_body_nor_frame(segment.place, &name, declared));
            }
            None if name == "ground" => Carrier::Ground,
            None => return self.unknown(&name, segment.place, scope),
        };
        let (position, rotation) = (vectors::zero(&self.graph), vectors::identity(&self.graph));
        Some(Mount { carrier, position, rotation })
    }
}
