//! Conditions on the mass and inertia of a real body.
//!
//! With Σ = ½ tr(J) 1 − J = ∫ x xᵀ dm, an inertia J about the centre of mass belongs to a distribution of
//! positive mass exactly if Σ is positive semidefinite; for principal moments that is the triangle inequality
//! A ≤ B + C. Σ ⪰ 0 if all its principal minors are not negative:
//! ```text
//! Σ_ii + ε t ≥ 0,    Σ_ii Σ_jj − Σ_ij² + ε t² ≥ 0,    det Σ + ε t³ ≥ 0,    t = tr J
//! ```
//! ε = 1e-9 accepts rounded published inertias and thin rods.
//!
//! Invariant: every check holds for the default parameters; those that contain parameters are kept for `build()`.

use super::messages;
use crate::diagnostics::Place;
use crate::model::{Check, Matrix3};
use crate::resolve::resolver::Resolver;
use crate::symbolic::{Constant, Node};

impl<'d> Resolver<'d> {
    /// Checks a condition for the default parameters, and stores it for others.
    pub fn check(&mut self, check: Check, place: Place) -> Option<()> {
        let constant = self.graph.symbol_set(check.value).is_empty();
        let value = self.at_defaults(check.value)?;
        if !value.is_finite() {
            let plain = self.graph.depths()[check.value.index()] <= 50;
            let text = if plain { self.graph.infix(check.value) } else { "part of it".to_owned() };
            return self.report(messages::condition_undefined(place, &text, value, constant));
        }
        let holds = if check.strict { value > 0.0 } else { value >= 0.0 };
        if !holds {
            return self.report(messages::condition_fails(place, &check.message, value, constant));
        }
        if !constant {
            self.parts.checks.push(check);
        }
        Some(())
    }

    /// Whether an inertia about the centre of mass is that of a real body.
    pub fn check_inertia(
        &mut self,
        name: &str,
        inertia: &Matrix3,
        place: Place,
        from_origin: bool,
    ) -> Option<()> {
        let conditions = self.inertia_conditions(inertia);
        let constant = conditions.iter().all(|&value| self.graph.symbol_set(value).is_empty());
        let holds = conditions.iter().all(|&value| self.at_defaults(value).is_none_or(|value| value >= 0.0));
        let message = messages::unphysical(name);
        if !holds {
            let planar = self.parts.is_planar();
            return self.report(messages::unphysical_inertia(place, &message, constant, from_origin, planar));
        }
        let span = place.ends().0;
        for value in conditions {
            if !self.graph.symbol_set(value).is_empty() {
                self.parts.checks.push(Check { value, strict: false, message: message.clone(), span });
            }
        }
        Some(())
    }

    /// Expressions that must not be negative.
    fn inertia_conditions(&mut self, inertia: &Matrix3) -> Vec<Node> {
        if self.parts.is_planar() {
            return vec![inertia[2][2]];
        }
        let graph = &mut self.graph;
        let trace = graph.sum(&[inertia[0][0], inertia[1][1], inertia[2][2]]);
        let half = graph.scale(Constant::ratio(1, 2), trace);
        let sigma: Matrix3 = core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                if i == j { graph.sub(half, inertia[i][j]) } else { graph.neg(inertia[i][j]) }
            })
        });
        let tolerance = Constant::pow10(-9);
        let mut slack = Vec::new();
        let mut power = graph.one();
        for _ in 0..3 {
            power = graph.mul(power, trace);
            slack.push(graph.scale(tolerance, power));
        }
        let mut conditions = vec![trace];
        conditions.extend((0..3).map(|i| graph.add(sigma[i][i], slack[0])));
        let diagonal = (0..3).all(|i| (0..i).all(|j| graph.is_zero(sigma[i][j])));
        if diagonal {
            return conditions;
        }
        let mut minors = [graph.zero(); 3];
        for (k, minor) in minors.iter_mut().enumerate() {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            let (plus, minus) = (graph.mul(sigma[i][i], sigma[j][j]), graph.mul(sigma[i][j], sigma[j][i]));
            *minor = graph.sub(plus, minus);
            let condition = graph.add(*minor, slack[1]);
            conditions.push(condition);
        }
        let mut terms = vec![slack[2]];
        for j in 0..3 {
            // Expansion along the first row.
            let (a, b) = ((j + 1) % 3, (j + 2) % 3);
            let (plus, minus) = (graph.mul(sigma[1][a], sigma[2][b]), graph.mul(sigma[1][b], sigma[2][a]));
            let minor = graph.sub(plus, minus);
            terms.push(graph.mul(sigma[0][j], minor));
        }
        let determinant = graph.sum(&terms);
        conditions.push(determinant);
        conditions
    }
}
