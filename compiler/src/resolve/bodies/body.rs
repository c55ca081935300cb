//! `body name { … }`, `particle name { … }` → [`Body`].
//!
//! ```text
//! inertia about the centre of mass:   J_c = J_o − m (|c|² 1 − c cᵀ)      where `inertia_about: origin`
//! ```
//! Invariant: a body has a mass that is positive for the default parameters, and an inertia that a real body
//! can have, unless the user allows others.

use super::messages;
use super::shapes::Solid;
use crate::diagnostics::Place;
use crate::model::{Body, Check, Matrix3, Shape, Vector3};
use crate::resolve::expressions::value::{Scalar, Value};
use crate::resolve::resolver::{Instance, Resolver};
use crate::resolve::scopes::Scope;
use crate::symbolic::Node;
use crate::symbolic::vectors;
use crate::syntax::{self, Expression, Kind, Name};
use crate::units::Dimension;

pub(in crate::resolve) const PROPERTIES: [&str; 7] =
    ["mass", "com", "inertia", "inertia_about", "shape", "density", "allow"];
const OF_PARTICLES: [&str; 1] = ["mass"];
const ALLOWED: [&str; 2] = ["unphysical_inertia", "massless"];

/// The value of `allow:`.
#[derive(Clone, Copy, Debug, Default)]
struct Allowances {
    unphysical: bool,
    massless: bool,
}

impl<'d> Resolver<'d> {
    /// A body or a particle.
    pub fn body(&mut self, instance: &Instance<'d>, written: &'d syntax::Body) -> Option<Body> {
        let scope = instance.scope;
        let known: &[&str] = if written.particle { &OF_PARTICLES } else { &PROPERTIES };
        let complete = self.check_properties(written, known);
        let given = |name: &str| {
            written.properties.iter().find(|(known, _)| known.text == name).map(|(_, value)| value)
        };
        let allowances = self.allowances(given("allow"));
        let mass = given("mass").map(|value| self.mass_property(value, scope, "the mass", Dimension::MASS));
        let density = given("density");
        let shapes: Vec<&'d Expression> = written
            .properties
            .iter()
            .filter(|(name, _)| name.text == "shape")
            .flat_map(|(_, value)| match &value.kind {
                Kind::Array(shapes) => shapes.iter().collect(),
                _ => vec![value],
            })
            .collect();
        let solids: Vec<Option<Solid>> = shapes.iter().map(|shape| self.solid(shape, scope)).collect();
        let solids: Option<Vec<Solid>> = solids.into_iter().collect();
        let com = given("com").map(|value| self.fixed_vector(value, scope, Dimension::LENGTH, "`com`"));
        let inertia = given("inertia").map(|value| self.inertia(value, scope));
        let about_origin = self.about_origin(given("inertia_about"), inertia.is_some());
        // Everything has been checked once; from here on, a mistake ends the resolution of the body.
        let (solids, allowances, about_origin) = (solids?, allowances?, about_origin?);
        let mass = mass.map_or(Some(None), |mass| mass.map(Some))?;
        let com = com.map_or(Some(None), |com| com.map(Some))?;
        let inertia = inertia.map_or(Some(None), |inertia| inertia.map(Some))?;
        // A misspelt `mass` is not missing, too.
        if given("mass").is_none() {
            complete?;
        }
        let distribution = self.distribution(instance, written, mass, density, &solids)?;
        let own_com = com.unwrap_or(distribution.com);
        let own_inertia = match inertia {
            Some(matrix) if about_origin => self.moved_to_com(&matrix, distribution.mass, &own_com),
            Some(matrix) => matrix,
            None => distribution.inertia,
        };
        let mass_at = given("mass").or(density).map_or(written.target.place, |value| value.place);
        let checks = (|| {
            self.check_mass(&instance.name, distribution.mass, allowances.massless, mass_at)?;
            match given("inertia") {
                Some(value) if !allowances.unphysical => {
                    self.check_inertia(&instance.name, &own_inertia, value.place, about_origin)
                }
                _ => Some(()),
            }
        })();
        checks?;
        complete?;
        let mut shapes: Vec<Shape> = Vec::with_capacity(solids.len());
        shapes.extend(solids.into_iter().map(|solid| solid.shape));
        Some(Body {
            name: instance.name.clone(),
            span: written.target.name.span,
            particle: written.particle,
            mass: distribution.mass,
            com: own_com,
            inertia: own_inertia,
            moments: None,
            unphysical: allowances.unphysical,
            shapes,
            docs: instance.item.docs.clone(),
        })
    }

    /// Known names, each once (`shape` as often as there are shapes).
    fn check_properties(&mut self, written: &syntax::Body, known: &[&str]) -> Option<()> {
        let mut seen: Vec<&Name> = Vec::new();
        let mut fine = Some(());
        for (name, _) in &written.properties {
            if !known.contains(&name.text.as_str()) {
                let particle = written.particle;
                fine = self.report(messages::unknown_property(name, particle, known, &PROPERTIES));
            } else if let Some(earlier) = seen.iter().find(|earlier| earlier.text == name.text)
                && name.text != "shape"
            {
                let what = format!("`{}`", name.text);
                fine = self.report(messages::given_twice(&what, name.span, earlier.span));
            }
            seen.push(name);
        }
        fine
    }

    /// `allow: unphysical_inertia`, `allow: [unphysical_inertia, massless]`
    fn allowances(&mut self, value: Option<&'d Expression>) -> Option<Allowances> {
        let mut found = Allowances::default();
        let words: Vec<&Expression> = match value.map(|value| &value.kind) {
            Some(Kind::Array(words)) => words.iter().collect(),
            _ => value.into_iter().collect(),
        };
        for word in words {
            match word.to_string().as_str() {
                "unphysical_inertia" => found.unphysical = true,
                "massless" => found.massless = true,
                text => return self.report(messages::not_among(word.place, "allow", text, &ALLOWED)),
            }
        }
        Some(found)
    }

    /// `inertia_about: origin` or `com`.
    fn about_origin(&mut self, value: Option<&'d Expression>, has_inertia: bool) -> Option<bool> {
        let Some(value) = value else {
            return Some(false);
        };
        if !has_inertia {
            return self.report(messages::inertia_about_nothing(value));
        }
        match value.to_string().as_str() {
            "origin" => Some(true),
            "com" => Some(false),
            text => self.report(messages::not_among(value.place, "inertia_about", text, &["origin", "com"])),
        }
    }

    /// A number of parameters.
    pub fn mass_property(
        &mut self,
        value: &'d Expression,
        scope: Scope,
        what: &str,
        dimension: Dimension,
    ) -> Option<Node> {
        let scalar = self.scalar(value, scope)?;
        let scalar = self.expect(scalar, self.dimension(dimension), value, what)?;
        self.made_of_parameters(&scalar, value, what)?;
        Some(scalar.node)
    }

    /// A number in the plane, a symmetric matrix or `diagonal(…)` in space.
    fn inertia(&mut self, expression: &'d Expression, scope: Scope) -> Option<Matrix3> {
        let dimension = Dimension::MASS.times(Dimension::LENGTH).times(Dimension::LENGTH);
        let value = self.value(expression, scope)?;
        let kind = value.kind();
        let zero = self.graph.zero();
        if self.parts.is_planar() {
            let Value::Scalar(_) = value else {
                return self.report(messages::inertia_in_plane(expression, &kind));
            };
            let about_z = self.mass_property(expression, scope, "the inertia", dimension)?;
            return Some([[zero; 3], [zero; 3], [zero, zero, about_z]]);
        }
        let rows: Option<Vec<Vec<Scalar>>> = match value {
            Value::Vector(rows) if rows.len() == 3 => rows.into_iter().map(scalars).collect(),
            _ => None,
        };
        let Some(rows) = rows.filter(|rows| rows.iter().all(|row| row.len() == 3)) else {
            return self.report(messages::inertia_in_space(expression, &kind));
        };
        let mut matrix = [[zero; 3]; 3];
        for (i, row) in rows.into_iter().enumerate() {
            for (j, entry) in row.into_iter().enumerate() {
                let entry = self.expect(entry, self.dimension(dimension), expression, "the inertia")?;
                self.made_of_parameters(&entry, expression, "the inertia")?;
                matrix[i][j] = entry.node;
            }
        }
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            if matrix[i][j] != matrix[j][i] {
                return self.report(messages::inertia_not_symmetric(expression, i, j));
            }
        }
        Some(matrix)
    }

    /// J − m (|c|² 1 − c cᵀ)
    fn moved_to_com(&mut self, inertia: &Matrix3, mass: Node, com: &Vector3) -> Matrix3 {
        let steiner = self.steiner(mass, com);
        let planar = self.parts.is_planar();
        let graph = &mut self.graph;
        core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                if planar && (i != 2 || j != 2) {
                    return graph.zero();
                }
                graph.sub(inertia[i][j], steiner[i][j])
            })
        })
    }

    /// m (|c|² 1 − c cᵀ)
    pub fn steiner(&mut self, mass: Node, com: &Vector3) -> Matrix3 {
        let graph = &mut self.graph;
        let square = vectors::dot(graph, com, com);
        core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                let outer = graph.mul(com[i], com[j]);
                let diagonal = if i == j { square } else { graph.zero() };
                let difference = graph.sub(diagonal, outer);
                graph.mul(mass, difference)
            })
        })
    }

    fn check_mass(&mut self, name: &str, mass: Node, massless: bool, place: Place) -> Option<()> {
        let (message, strict) = if massless {
            (messages::mass_negative(name), false)
        } else {
            (messages::mass_not_positive(name), true)
        };
        self.check(Check { value: mass, strict, message, span: place.ends().0 }, place)
    }
}

/// The numbers of a row.
fn scalars(row: Value) -> Option<Vec<Scalar>> {
    match row {
        Value::Vector(entries) => entries
            .into_iter()
            .map(|entry| match entry {
                Value::Scalar(scalar) => Some(scalar),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}
