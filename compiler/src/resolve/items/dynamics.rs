//! Energies or matrices, rates of states, and outputs.
//!
//! Invariant: several energies of one kind add up; a mass matrix is n×n and a force has n components.

use super::messages;
use crate::kinds::quantities::Quantity;
use crate::model::Dynamics;
use crate::resolve::expressions::arithmetic::either;
use crate::resolve::expressions::value::{Scalar, Value};
use crate::resolve::resolver::{Instance, Resolver};
use crate::resolve::scopes::Meaning;
use crate::symbolic::Node;
use crate::syntax::{Energy, Expression, GeneralizedForce, ItemKind, Kind};
use crate::units::Dimension;

impl<'d> Resolver<'d> {
    /// The equations of the coordinates; `None` if there is a mistake in them.
    pub fn dynamics(&mut self, instances: &[Instance<'d>]) -> Option<Dynamics> {
        let energies = self.energies(instances);
        if !self.parts.bodies.is_empty() {
            return energies;
        }
        let matrices = self.matrices(instances);
        if self.matrices { matrices } else { energies }
    }

    fn energies(&mut self, instances: &[Instance<'d>]) -> Option<Dynamics> {
        let (mut kinetic, mut potential, mut dissipation) = (Vec::new(), Vec::new(), Vec::new());
        let mut generalized = Vec::new();
        let mut complete = true;
        for instance in instances {
            match &instance.item.kind {
                ItemKind::Energy(energy, expression) => {
                    let (terms, what, dimension) = match energy {
                        Energy::Kinetic => (&mut kinetic, "the kinetic energy", Dimension::ENERGY),
                        Energy::Potential => (&mut potential, "the potential energy", Dimension::ENERGY),
                        Energy::Dissipation => (&mut dissipation, "the dissipation", Dimension::POWER),
                    };
                    let value = self.scalar(expression, instance.scope);
                    let dimension = self.dimension(dimension);
                    let value = value.and_then(|value| self.expect(value, dimension, expression, what));
                    complete &= value.is_some();
                    terms.extend(value.map(|value| value.node));
                }
                ItemKind::Generalized(force) if self.is_attribute(&force.coordinate, instance) => {
                    complete &= self.generalized_on_attribute(force, instance).is_some();
                }
                ItemKind::Generalized(force) => {
                    let force = self.generalized(force, instance);
                    complete &= force.is_some();
                    generalized.extend(force);
                }
                _ => {}
            }
        }
        let [kinetic, potential, dissipation] =
            [kinetic, potential, dissipation].map(|terms| self.graph.sum(&terms));
        let first = |of: Energy| {
            let mut items = instances.iter().map(|instance| instance.item);
            items.find(|item| matches!(item.kind, ItemKind::Energy(energy, _) if energy == of))
        };
        let places = [Energy::Kinetic, Energy::Potential].map(|of| first(of).map(|item| item.keyword));
        complete.then_some(Dynamics::Energies { kinetic, potential, dissipation, generalized, places })
    }

    /// `generalized(coordinate, value)`
    fn generalized(&mut self, force: &'d GeneralizedForce, instance: &Instance<'d>) -> Option<(usize, Node)> {
        let value = self.scalar(&force.value, instance.scope);
        let coordinate = match &force.coordinate.kind {
            Kind::Name(segment) => {
                let (name, _) = self.indexed(segment, instance.scope)?;
                match self.scopes.find(instance.scope, &name).map(|entry| entry.meaning) {
                    Some(Meaning::Coordinate(number)) => number,
                    Some(Meaning::Lost) => return None,
                    Some(_) => return self.no_coordinate(&force.coordinate),
                    None => return self.unknown(&name, force.coordinate.place, instance.scope),
                }
            }
            _ => return self.no_coordinate(&force.coordinate),
        };
        // Q δq is a work.
        let expected = Quantity::EFFORT.expected(&[self.coordinates[coordinate].1.dimension]);
        let what = format!("the generalised force on `{}`", force.coordinate);
        let value = self.expect(value?, expected, &force.value, &what)?;
        Some((coordinate, value.node))
    }

    fn no_coordinate<T>(&mut self, expression: &Expression) -> Option<T> {
        self.report(messages::not_a_coordinate(expression, "coordinate"))
    }

    fn matrices(&mut self, instances: &[Instance<'d>]) -> Option<Dynamics> {
        let mut mass: Option<(Option<Vec<Vec<Scalar>>>, &'d Expression)> = None;
        let mut force: Option<(Option<Vec<Scalar>>, &'d Expression)> = None;
        for instance in instances {
            match &instance.item.kind {
                ItemKind::MassMatrix(expression) => {
                    if let Some((_, earlier)) = &mass {
                        self.given_twice("mass_matrix", expression.place, earlier.place);
                        continue;
                    }
                    mass = Some((self.mass_matrix(expression, instance), expression));
                }
                ItemKind::Force(expression) => {
                    if let Some((_, earlier)) = &force {
                        self.given_twice("force", expression.place, earlier.place);
                        continue;
                    }
                    force = Some((self.force(expression, instance), expression));
                }
                _ => {}
            }
        }
        let ((mass, mass_at), (force, force_at)) = (mass?, force?);
        let (mass, force) = (mass?, force?);
        for (i, (row, force)) in mass.iter().zip(&force).enumerate() {
            self.row_dimension(i, row, force, mass_at, force_at)?;
        }
        Some(Dynamics::Matrices {
            mass: mass.into_iter().map(|row| row.into_iter().map(|entry| entry.node).collect()).collect(),
            force: force.into_iter().map(|entry| entry.node).collect(),
        })
    }

    fn mass_matrix(
        &mut self,
        expression: &'d Expression,
        instance: &Instance<'d>,
    ) -> Option<Vec<Vec<Scalar>>> {
        let n = self.coordinates.len();
        let value = self.value(expression, instance.scope)?;
        let kind = value.kind();
        let Value::Vector(rows) = value else {
            return self.report(messages::shape_of_mass_matrix(expression, n, &kind));
        };
        let count = rows.len();
        let mut matrix = Vec::new();
        for row in rows {
            let Value::Vector(entries) = row else {
                return self.report(messages::shape_of_mass_matrix(expression, n, &kind));
            };
            if entries.len() != n && !self.incomplete {
                return self.report(messages::shape_of_mass_matrix(expression, n, &kind));
            }
            matrix.push(
                entries.into_iter().map(|entry| self.entry(entry, expression)).collect::<Option<Vec<_>>>()?,
            );
        }
        if count != n && !self.incomplete {
            return self.report(messages::shape_of_mass_matrix(expression, n, &kind));
        }
        Some(matrix)
    }

    fn force(&mut self, expression: &'d Expression, instance: &Instance<'d>) -> Option<Vec<Scalar>> {
        let n = self.coordinates.len();
        let value = self.value(expression, instance.scope)?;
        let kind = value.kind();
        match value {
            Value::Vector(entries) if entries.len() == n || self.incomplete => {
                entries.into_iter().map(|entry| self.entry(entry, expression)).collect()
            }
            _ => self.report(messages::components_of_force(expression, n, &kind)),
        }
    }

    fn entry(&mut self, entry: Value, whole: &Expression) -> Option<Scalar> {
        match entry {
            Value::Scalar(scalar) => Some(scalar),
            other => self.expected_number(whole, &other),
        }
    }

    /// Σⱼ Mᵢⱼ aⱼ = fᵢ; bare numbers are SI and fit.
    fn row_dimension(
        &mut self,
        i: usize,
        row: &[Scalar],
        force: &Scalar,
        mass_at: &Expression,
        force_at: &Expression,
    ) -> Option<()> {
        let mut of_row = if force.bare { None } else { force.dimension };
        for (j, entry) in row.iter().enumerate() {
            // Fewer where a declaration has a mistake.
            let Some((coordinate, scalar)) = self.coordinates.get(j) else { break };
            let acceleration = scalar.dimension.map(|d| d.over(Dimension::TIME).over(Dimension::TIME));
            let (Some(mass), Some(acceleration)) = (entry.dimension, acceleration) else {
                continue;
            };
            if entry.bare {
                continue;
            }
            let term = mass.times(acceleration);
            match of_row {
                Some(expected) if expected != term => {
                    let (of_row, of_entry) = ((expected, force_at), (term, mass_at));
                    let mistake = messages::unlike_terms_of_row((i, j), &coordinate.name, of_row, of_entry);
                    return self.report(mistake);
                }
                known => of_row = either(known, Some(term)),
            }
        }
        Some(())
    }
}
