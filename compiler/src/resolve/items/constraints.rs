//! `constraint name: left = right;` → one equation for every component.
//!
//! Invariant: an equation with a velocity in it is nonholonomic, one without is holonomic; at the
//! level of energies nonholonomic equations are linear in the velocities.

use super::messages;
use crate::model::{Constraint, Dynamics, Model};
use crate::resolve::bodies::attributes::Kinematic;
use crate::resolve::bodies::parts::AttributeEntry;
use crate::resolve::expressions::value::{Scalar, Value};
use crate::resolve::resolver::{Instance, Multiplier, Progress, Resolver};
use crate::symbolic::{Node, Symbol, SymbolSet};
use crate::syntax::{self, Expression, ItemKind, Kind};
use crate::units::{Dimension, Exponent, Spelling};

impl<'d> Resolver<'d> {
    /// All constraint equations.
    pub fn constraints(&mut self, instances: &[Instance<'d>]) -> Vec<Constraint> {
        let mut all = Vec::new();
        for instance in instances {
            let ItemKind::Constraint(constraint) = &instance.item.kind else {
                continue;
            };
            let equations = self.equations(instance, constraint);
            let multipliers = equations
                .as_ref()
                .map(|list| list.iter().map(|(_, multiplier)| multiplier.clone()).collect());
            self.multipliers[instance.number] = Progress::Done(multipliers);
            all.extend(equations.into_iter().flatten().map(|(equation, _)| equation));
        }
        all
    }

    fn equations(
        &mut self,
        instance: &Instance<'d>,
        constraint: &'d syntax::Constraint,
    ) -> Option<Vec<(Constraint, Multiplier)>> {
        let (left, right) = (&constraint.left, &constraint.right);
        let (a, b) = (self.value(left, instance.scope), self.value(right, instance.scope));
        let residual = self.difference((a?, left), (b?, right), instance)?;
        let scalars = match residual {
            Value::Scalar(scalar) => {
                return Some(vec![self.equation(instance, instance.name.clone(), &scalar)?]);
            }
            Value::Vector(values) => values,
            Value::Condition(_) => return None,
        };
        let mut equations = Vec::new();
        for (i, value) in scalars.into_iter().enumerate() {
            match value {
                Value::Scalar(scalar) => {
                    equations.push(self.equation(instance, format!("{}[{i}]", instance.name), &scalar))
                }
                other => return self.expected_number(left, &other),
            }
        }
        equations.into_iter().collect()
    }

    /// left − right
    fn difference(
        &mut self,
        (a, left): (Value, &Expression),
        (b, right): (Value, &Expression),
        instance: &Instance<'d>,
    ) -> Option<Value> {
        match (a, b) {
            (Value::Scalar(a), Value::Scalar(b)) => {
                let whole = Expression { kind: Kind::Array(Vec::new()), place: left.place.to(right.place) };
                self.same_dimension("equate", (&a, left), (&b, right), &whole)?;
                let node = self.graph.sub(a.node, b.node);
                let spelling = a.spelling.or(b.spelling);
                Some(Value::Scalar(Scalar {
                    node,
                    dimension: a.dimension.or(b.dimension),
                    bare: false,
                    spelling,
                }))
            }
            (Value::Vector(a), Value::Vector(b)) if a.len() == b.len() => {
                let parts =
                    a.into_iter().zip(b).map(|(a, b)| self.difference((a, left), (b, right), instance));
                Some(Value::Vector(parts.collect::<Option<_>>()?))
            }
            (condition @ Value::Condition(_), _) => self.expected_number(left, &condition),
            (_, condition @ Value::Condition(_)) => self.expected_number(right, &condition),
            (a, b) => self.report(messages::unlike_sides(&instance.name, (&a, left), (&b, right))),
        }
    }

    /// One equation with its multiplier.
    fn equation(
        &mut self,
        instance: &Instance<'d>,
        name: String,
        residual: &Scalar,
    ) -> Option<(Constraint, Multiplier)> {
        let ItemKind::Constraint(written) = &instance.item.kind else {
            return None;
        };
        let place = written.left.place.to(written.right.place);
        self.refuse_in_constraint(&name, residual.node, place)?;
        let of_joints = self.parts.attributes_of(Kinematic::Velocity);
        let velocities: Vec<Symbol> =
            self.coordinates.iter().map(|(c, _)| c.velocity).chain(of_joints).collect();
        let of_joints = self.parts.attributes_of(Kinematic::Position);
        let positions: SymbolSet =
            self.coordinates.iter().map(|(c, _)| c.position).chain(of_joints).collect();
        let moving: SymbolSet = velocities.iter().copied().collect();
        let holonomic = !self.graph.depends_on_any(residual.node, &moving);
        if holonomic && !self.graph.depends_on_any(residual.node, &positions) {
            return self.report(messages::constraint_without_coordinate(place, &name));
        }
        if !self.matrices && !holonomic && !self.is_linear(residual.node, &velocities, &moving) {
            return self.report(messages::nonlinear_constraint(place, &name));
        }
        let multiplier = self.graph.symbol(&format!("multiplier({name})"));
        // Gᵀλ is a generalised force: λ measures energy over g, ψ power over k.
        let dimension = match residual.dimension {
            Some(of_residual) if !self.matrices => {
                Some(if holonomic { Dimension::ENERGY } else { Dimension::POWER }.over(of_residual))
            }
            _ => None,
        };
        let equation = Constraint {
            name,
            span: written.target.name.span,
            residual: residual.node,
            holonomic,
            rheonomic: self.graph.depends_on(residual.node, self.time),
            multiplier,
            automatic: true,
            unit: if self.checked { residual.unit() } else { self.unit_along(residual.node, holonomic) },
            docs: instance.item.docs.clone(),
            cosine: None,
        };
        // A torque is no energy in the unit of an angle alone.
        let torque = dimension == Some(Dimension::ENERGY) && ["rad", "rad/s"].contains(&&*equation.unit);
        let spelling = torque.then(|| Spelling::of("N").times(&Spelling::of("m"), Exponent::ONE));
        Some((equation, (multiplier, dimension, spelling)))
    }

    /// The unit of a residual in a mechanism without units, where bodies have theirs: that of the attributes whose slope is ±1, if all of them agree, as in
    /// `slide.displacement = 0.1 * sin(time)`. The multiplier is the force along them. Empty if they do not.
    fn unit_along(&mut self, residual: Node, holonomic: bool) -> String {
        let kind = if holonomic { Kinematic::Position } else { Kinematic::Velocity };
        let of = |entry: &AttributeEntry| {
            let unit = entry.unit.as_ref()?;
            (entry.kinematic == kind).then(|| (entry.attribute.symbol, unit.to_string()))
        };
        let known: Vec<(Symbol, String)> = self.parts.attributes.iter().filter_map(of).collect();
        let mut units: Vec<String> = Vec::new();
        for (symbol, unit) in known {
            if self.graph.depends_on(residual, symbol) {
                let slope = self.graph.derivative(residual, symbol);
                let value = self.graph.as_constant(slope).map(|slope| slope.to_f64().abs());
                if value == Some(1.0) && !units.contains(&unit) {
                    units.push(unit);
                }
            }
        }
        if let [unit] = units.as_slice() { unit.clone() } else { String::new() }
    }

    fn is_linear(&mut self, residual: Node, velocities: &[Symbol], moving: &SymbolSet) -> bool {
        velocities.iter().all(|&velocity| {
            let slope = self.graph.derivative(residual, velocity);
            !self.graph.depends_on_any(slope, moving)
        })
    }
}

/// At the level of matrices, a constraint whose multiplier occurs in `force` acts only there.
pub(in crate::resolve) fn decide_reactions(model: &mut Model) {
    let Dynamics::Matrices { force, .. } = &model.dynamics else {
        return;
    };
    for constraint in &mut model.constraints {
        constraint.automatic =
            !force.iter().any(|&entry| model.graph.depends_on(entry, constraint.multiplier));
    }
}
