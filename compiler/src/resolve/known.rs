//! Information on the names of a description for editors, as far as its mistakes allow.

use super::bodies::attributes::joints::joint_words;
use super::resolver::{Progress, Resolver};
use super::scopes::Meaning;
use crate::diagnostics::{Diagnostics, Place};
use crate::model::{BodyId, Carrier};
use crate::resolve::expressions::value::Value;
use crate::symbolic::Node;
use crate::syntax::Description;

/// A name that is declared, one for each element of a repetition.
#[derive(Clone, Debug)]
pub struct Known {
    /// Its name, `crank[2]`.
    pub name: String,
    /// The place of its declaration.
    pub place: Place,
    /// The word it is declared with.
    pub kind: &'static str,
    /// Its unit in SI, where it has one.
    pub unit: String,
    /// Its value for the default parameters, where that is a number.
    pub value: Option<f64>,
    /// The words that may follow its point.
    pub attributes: Vec<String>,
}

/// All names of a description; its mistakes are reported elsewhere.
pub fn known(description: &Description) -> Vec<Known> {
    let mut resolver = Resolver::new(description, &[]);
    let instances = resolver.unroll(&description.items);
    resolver.declare(&instances);
    resolver.parts(&instances);
    resolver.constraints(&instances);
    resolver.dynamics(&instances);
    resolver.body_forces(&instances);
    resolver.rates();
    resolver.outputs(&instances);
    let entries = resolver.scopes.all();
    let known = entries.into_iter().filter_map(|(name, entry)| {
        let (kind, unit, value) = resolver.described(entry.meaning)?;
        let attributes = resolver.attribute_words(entry.meaning, entry.place);
        Some(Known { name, place: entry.place, kind, unit, value, attributes })
    });
    let known = known.collect();
    resolver.finish(&mut Diagnostics::ignored());
    known
}

impl Resolver<'_> {
    /// Kind, unit and value at the defaults.
    fn described(&mut self, meaning: Meaning) -> Option<(&'static str, String, Option<f64>)> {
        let plain = |kind| Some((kind, String::new(), None));
        match meaning {
            Meaning::Constant(number) => {
                let scalar = self.constants[number].clone();
                Some(("const", scalar.unit(), self.number_at_defaults(scalar.node)))
            }
            Meaning::Parameter(number) => {
                let (unit, default) =
                    (self.parameters[number].0.unit.clone(), self.parameters[number].0.default);
                Some(("param", unit, self.number_at_defaults(default)))
            }
            Meaning::Input(number) => Some(("input", self.inputs[number].0.unit.clone(), None)),
            Meaning::State(number) => Some(("state", self.states[number].state.unit.clone(), None)),
            Meaning::Coordinate(number) => Some(("coordinate", self.coordinates[number].1.unit(), None)),
            Meaning::Definition(number) => match self.definitions[number].progress.clone() {
                Progress::Done(Some(Value::Scalar(scalar))) => {
                    Some(("let", scalar.unit(), self.number_at_defaults(scalar.node)))
                }
                _ => plain("let"),
            },
            Meaning::Constraint(_) => plain("constraint"),
            Meaning::Force(_) => plain("force"),
            Meaning::Body(number) => {
                let particle = self.parts.is_particle(Carrier::Body(BodyId(number)));
                plain(if particle { "particle" } else { "body" })
            }
            Meaning::Frame(_) => plain("frame"),
            Meaning::Joint(_) => plain("joint"),
            Meaning::Function(_) => plain("function"),
            Meaning::Lost => None,
        }
    }

    /// The value of an expression of parameters only.
    fn number_at_defaults(&mut self, node: Node) -> Option<f64> {
        let known = self.graph.symbol_set(node).iter().all(|symbol| self.of_parameters.contains(symbol));
        if known { self.at_defaults(node) } else { None }
    }

    /// The words that may follow the point of a name.
    fn attribute_words(&mut self, meaning: Meaning, place: Place) -> Vec<String> {
        let owned = |words: Vec<&'static str>| words.into_iter().map(str::to_owned).collect();
        match meaning {
            Meaning::Body(number) => owned(self.mount_words(Carrier::Body(BodyId(number)), true)),
            Meaning::Frame(number) => match self.frame(number, place) {
                Some(mount) => owned(self.mount_words(mount.carrier, false)),
                None => Vec::new(),
            },
            Meaning::Joint(number) => {
                let planar = self.is_planar();
                let joint = self.joint(number, place);
                joint.map_or_else(Vec::new, |joint| joint_words(&joint.kind, planar))
            }
            Meaning::Force(number) => self.force_words(number).map_or_else(Vec::new, owned),
            _ => Vec::new(),
        }
    }
}
