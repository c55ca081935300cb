//! The initial state for the default parameters: positions, then velocities.
//!
//! Invariant: given values are not changed, unless they were typed with decimals and the constraints require less than
//! half a unit of the last.

use super::arena::Value;
use super::assembly::{AtPosition, AtVelocity, Equations, position_equations, velocity_equations};
use super::corner::OnCorner;
use super::domain::Level;
use super::freedom::Constrained;
use super::sample::{State, first_guess};
use crate::diagnostics::{Diagnostics, Reported};
use crate::mechanics::{ConditionLevel, Formulated};
use crate::model::{Certainty, Initial, Target};
use linkwork_numerics::closure::{
    Closure, Effort, GivenVelocities, Guard, Kept, Layout, Open, Part, Positions, close_velocities, search,
};
use linkwork_numerics::elementary::f64 as elementary;
use proc_macro2::Span;

/// Closures that `build()` starts from for other parameters.
pub(super) const REMEMBERED: usize = 8;

/// The values that `initial` gives, direction by direction.
pub(super) struct Given {
    pub positions: Vec<bool>,
    pub velocities: Vec<bool>,
    pub position_tolerances: Vec<f64>,
    pub velocity_tolerances: Vec<f64>,
}

impl Given {
    /// Positions are given direction by direction: a rotation is given where its quaternion is.
    pub fn of(formulated: &Formulated<'_>, velocities: usize) -> Self {
        let find = |target: Target| {
            let holds = |entry: &&Initial| entry.target == target && entry.certainty != Certainty::Guess;
            formulated.initial.iter().filter(|_| !formulated.guesses).find(holds)
        };
        let tolerance = |target: Target| find(target).map_or(0.0, |entry| entry.certainty.tolerance());
        let directions = velocity_coordinates(formulated);
        Self {
            positions: directions.iter().map(|&q| find(Target::Position(q)).is_some()).collect(),
            velocities: (0..velocities).map(|v| find(Target::Velocity(v)).is_some()).collect(),
            position_tolerances: directions.iter().map(|&q| tolerance(Target::Position(q))).collect(),
            velocity_tolerances: (0..velocities).map(|v| tolerance(Target::Velocity(v))).collect(),
        }
    }
}

/// The coordinate that stands for each velocity: its own, or the first of its quaternion.
pub(super) fn velocity_coordinates(formulated: &Formulated<'_>) -> Vec<usize> {
    let mut all = Vec::new();
    let mut number = 0;
    while number < formulated.coordinates.len() - formulated.turns.len() {
        if formulated.rotations.iter().any(|rotation| rotation.coordinate == number) {
            all.extend([number; 3]);
            number += 4;
        } else {
            all.push(number);
            number += 1;
        }
    }
    all
}

/// An assembled start.
pub(super) struct Start {
    pub state: State,
    /// Which directions are angles.
    pub turns: Vec<bool>,
    /// All closures that were found, the nearest first.
    pub closures: Vec<Closure>,
    /// Whether given values moved within their last decimal.
    pub rounded: bool,
}

/// The unknowns of the equations of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    Position,
    Velocity,
}

/// A name, its unit and its place.
pub(super) struct Named {
    pub name: String,
    pub unit: String,
    pub span: Span,
}

impl Constrained<'_> {
    /// Whether constraints call functions in Rust. Their placeholders show structure, but neither where they close nor
    /// whether they do: `build()` determines that.
    pub(super) fn unknown_here(&self) -> bool {
        let residuals = self.formulated.constraints.iter().map(|constraint| constraint.residual);
        let mut residuals = residuals.filter(|_| !self.formulated.model.functions.is_empty());
        residuals.any(|residual| self.formulated.graph.user_function_in(residual).is_some())
    }

    /// The sides of switches in constraints, by their numbers among the inputs.
    fn released(&self) -> Vec<usize> {
        let inputs = self.formulated.model.inputs.len();
        self.equations.drives.iter().map(|side| inputs + side).collect()
    }

    /// The initial state for the default parameters, assembled; for unknown constraints the guess, closed on their placeholders
    /// where possible.
    pub(super) fn start(
        &self,
        parameters: &[f64],
        given: &Given,
        diagnostics: &mut Diagnostics,
    ) -> Result<Start, Reported> {
        if !self.unknown_here() {
            return self.closed_start(parameters, given, diagnostics);
        }
        let coordinates = self.formulated.coordinates.len();
        let state = || {
            let both = &self.lowered.initial[..coordinates + self.sizes.n];
            first_guess(self.arena, parameters, both, (coordinates, &self.released()))
        };
        let found = self.closed_start(parameters, given, &mut Diagnostics::ignored());
        let found =
            found.map_or_else(|_| (state(), self.turns(&state())), |start| (start.state, start.turns));
        Ok(Start { state: found.0, turns: found.1, closures: Vec::new(), rounded: false })
    }

    fn closed_start(
        &self,
        parameters: &[f64],
        given: &Given,
        diagnostics: &mut Diagnostics,
    ) -> Result<Start, Reported> {
        let coordinates = self.formulated.coordinates.len();
        let both = &self.lowered.initial[..coordinates + self.sizes.n];
        let mut state = first_guess(self.arena, parameters, both, (coordinates, &self.released()));
        let finite = |state: &State| state.position.iter().chain(&state.velocity).all(|x| x.is_finite());
        let turns = self.turns(&state);
        let nothing =
            |state: State, turns: Vec<bool>| Start { state, turns, closures: Vec::new(), rounded: false };
        // A default that is not a number: `build()` names its parameter.
        let Some(length) = self.lowered.length.filter(|_| finite(&state)) else {
            return Ok(nothing(state, turns));
        };
        self.space().wind(&mut state);
        let reference =
            first_guess(self.arena, parameters, &self.lowered.reference, (coordinates, &[])).position;
        let number = |value: Value| {
            let none = Vec::new();
            Equations::new(self.arena, vec![value], &none).evaluate(&state).values[0]
        };
        let layout = self.layout(given, turns.clone(), number(length));
        let positions = self.conditions.positions;
        let mut at = AtPosition {
            state: state.clone(),
            space: self.space(),
            equations: position_equations(self.arena, self.lowered, positions),
            deviations: Equations::new(
                self.arena,
                self.lowered.deviations.clone(),
                &self.lowered.deviation_jacobian,
            ),
            cosines: Equations::new(self.arena, self.lowered.cosines.clone(), &self.lowered.cosine_jacobian),
        };
        let found = search(&mut at, &layout, (&state.position, &reference), &[], Effort::Thorough);
        let mut found = match found {
            Ok(found) => found,
            Err(open) => {
                if let Some(mistake) = self.undefined(Level::Value, true, &state) {
                    return Err(diagnostics.refuse(mistake));
                }
                let mut closes = |kept: &Kept| {
                    let layout = Layout {
                        given: kept.entries.clone(),
                        condition_tolerances: kept.tolerances(&layout.condition_tolerances),
                        ..layout.clone()
                    };
                    let mut part = Part { of: &mut at, kept };
                    let from = (state.position.as_slice(), reference.as_slice());
                    search(&mut part, &layout, from, &[], Effort::Known).map(drop)
                };
                let values = match open {
                    Open::TurnedOver(_) => None,
                    _ => self.blamed(ConditionLevel::Position, given, positions, &mut closes),
                };
                return Err(match values {
                    Some(values) => self.report_values(&values, Unknown::Position, diagnostics),
                    None => self.report(&open, Unknown::Position, diagnostics),
                });
            }
        };
        let Some(taken) = found.found.first() else { return Ok(nothing(state, turns)) };
        state.position.copy_from_slice(&taken.position);
        let slopes = at.deviations(&state.position).jacobian;
        let none = Vec::new();
        let rates = Equations::new(self.arena, self.lowered.deviation_rates.clone(), &none);
        let mut moving = AtVelocity {
            state: state.clone(),
            equations: velocity_equations(self.arena, self.lowered, positions),
            slopes,
            rates: rates.evaluate(&state).values,
        };
        let typed = self.conditions.tolerances(&self.formulated.conditions);
        let known = GivenVelocities {
            entries: &given.velocities,
            tolerances: &given.velocity_tolerances,
            conditions: typed.len() - positions,
            condition_tolerances: &typed[positions..],
        };
        let functions = self.equations.drives.iter().map(|&side| self.lowered.switches[side]).collect();
        let functions = Equations::new(self.arena, functions, &none);
        match OnCorner::new(&mut moving, known, (self.space(), functions)).closed() {
            Ok(closed) => {
                state.velocity = closed.velocity;
                found.rounded |= closed.rounded;
            }
            Err(open) => {
                let level = [(Level::Rate, true), (Level::Value, false)];
                let undefined =
                    level.into_iter().find_map(|(level, holonomic)| self.undefined(level, holonomic, &state));
                if let Some(mistake) = undefined {
                    return Err(diagnostics.refuse(mistake));
                }
                let typed = &typed[positions..];
                let mut closes = |kept: &Kept| {
                    let tolerances = kept.tolerances(typed);
                    let given = GivenVelocities {
                        entries: &kept.entries,
                        conditions: tolerances.len(),
                        condition_tolerances: &tolerances,
                        ..known
                    };
                    close_velocities(&mut Part { of: &mut moving, kept }, &state.velocity, given).map(drop)
                };
                let values = self.blamed(ConditionLevel::Velocity, given, typed.len(), &mut closes);
                return Err(match values {
                    Some(values) => self.report_values(&values, Unknown::Velocity, diagnostics),
                    None => self.report(&open, Unknown::Velocity, diagnostics),
                });
            }
        }
        if let Some(mistake) = [true, false]
            .into_iter()
            .find_map(|holonomic| self.undefined(Level::Acceleration, holonomic, &state))
        {
            return Err(diagnostics.refuse(mistake));
        }
        found.found.truncate(REMEMBERED);
        Ok(Start { state, turns, closures: found.found, rounded: found.rounded })
    }

    fn layout(&self, given: &Given, turns: Vec<bool>, length: f64) -> Layout {
        let guards = self.guards.iter().map(|&(row, cosine)| Guard { row, cosine });
        Layout {
            columns: self.sizes.n,
            rotations: self.formulated.rotations.iter().map(|r| (r.coordinate, r.velocity)).collect(),
            turns,
            length,
            given: given.positions.clone(),
            tolerances: given.position_tolerances.clone(),
            constraints: self.sizes.holonomic,
            condition_tolerances: self.conditions.tolerances(&self.formulated.conditions)
                [..self.conditions.positions]
                .to_vec(),
            guards: guards.collect(),
            rounding: f64::EPSILON,
        }
    }

    /// The directions that are angles: those in rad, rotations, and those without a unit that constraints use by their
    /// sines and cosines alone.
    fn turns(&self, start: &State) -> Vec<bool> {
        let none = Vec::new();
        let equations = Equations::new(self.arena, self.lowered.holonomic.clone(), &none);
        let mut there = start.clone();
        let aside: Vec<f64> = (0..self.sizes.n).map(|i| 0.3 * elementary::sin(1.0 + i as f64)).collect();
        self.space().displace(&mut there, &aside);
        let before = equations.evaluate(&there).values;
        let periodic = |coordinate: usize| {
            let mut turned = there.clone();
            turned.position[coordinate] += core::f64::consts::TAU;
            let after = equations.evaluate(&turned).values;
            before.iter().zip(&after).all(|(a, b)| (a - b).abs() <= 1e-9 * (1.0 + a.abs()))
        };
        let is_angle = |(v, q): (usize, usize)| {
            let turned = self.formulated.rotations.iter().any(|r| (r.velocity..r.velocity + 3).contains(&v));
            let unit = self.formulated.coordinates[q].unit.as_str();
            turned || unit == "rad" || (unit.is_empty() && !before.is_empty() && periodic(q))
        };
        velocity_coordinates(self.formulated).into_iter().enumerate().map(is_angle).collect()
    }

    /// Name, unit and place of the equations of a level.
    pub(super) fn equations(&self, unknown: Unknown) -> Vec<Named> {
        let constraints = |holonomic: bool| {
            self.formulated.constraints.iter().filter(move |constraint| constraint.holonomic == holonomic)
        };
        let (positions, velocities) = self.conditions.order.split_at(self.conditions.positions);
        let conditions = match unknown {
            Unknown::Position => positions,
            Unknown::Velocity => velocities,
        };
        let conditions = conditions.iter().map(|&i| {
            let condition = &self.formulated.conditions[i];
            Named { name: condition.name.clone(), unit: String::new(), span: condition.span }
        });
        let own =
            |c: &crate::model::Constraint| Named { name: c.name.clone(), unit: c.unit.clone(), span: c.span };
        let rate = |c: &crate::model::Constraint| Named {
            name: format!("der({})", c.name),
            unit: if c.unit.is_empty() { String::new() } else { format!("{}/s", c.unit) },
            span: c.span,
        };
        match unknown {
            Unknown::Position => constraints(true).map(own).chain(conditions).collect(),
            Unknown::Velocity => {
                constraints(true).map(rate).chain(constraints(false).map(own)).chain(conditions).collect()
            }
        }
    }
}
