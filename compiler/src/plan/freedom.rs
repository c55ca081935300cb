//! How many of the constraints are independent, found on the assembled manifold.
//!
//! The rank of [G; D] is taken at states that are reached from the initial one by small steps along the
//! manifold, so that other ways of assembling the mechanism do not count. The largest rank decides:
//! constraints that are dependent at all of the states are redundant for good, and the solves treat them as such; a
//! state where the rank is lower than at the others is an isolated singular configuration.

use super::arena::{Arena, Source, Value};
use super::assembly::{Gap, Level, Open, Unknown};
use super::lowered::{Entries, Lowered};
use super::numeric::{Evaluator, closure};
use super::program::{Dependent, Freedom};
use super::rank::{ColumnSpace, RowSpace};
use super::sample::{Generator, Space, State, first_guess};
use super::systems::Dimensions;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::mechanics::Conditions;
use crate::model::Model;
use proc_macro2::Span;

/// Steps along the manifold.
const STEPS: usize = 8;
/// The longest of them, in radians or metres, and how often it is cut to a third.
const LONGEST: f64 = 0.5;
const CUTS: usize = 16;
/// A step is short enough if what brings it back to the manifold is shorter than this part of it. Off a singular
/// start, where the manifold has no tangent, nothing is, and a longer way back must do.
const NEAR: [f64; 2] = [0.3, 3.0];
/// Corrections at which a state is assembled well enough to tell its rank: at once, or where they shrink no more.
const SHARP: (f64, f64) = (1e-13, 1e-9);
/// Steps of a tour, for an order of at most [`ORDINARY`]; fewer for larger ones, whose samples cost more.
const TOUR: usize = 64;
const ORDINARY: usize = 80;
/// What chance has of a direction beside the last step.
const WANDER: f64 = 0.3;
/// The clock advances by this, in s, from state to state.
const TICK: f64 = 0.05;

/// What the constraints of a model are to the planner.
pub(super) struct Constrained<'a> {
    pub(super) arena: &'a Arena,
    pub(super) model: &'a Model,
    pub(super) lowered: &'a Lowered,
    pub(super) conditions: &'a Conditions,
    pub(super) sizes: Dimensions,
}

/// A name, its unit and its place.
struct Equation {
    name: String,
    unit: String,
    span: Span,
}

impl Constrained<'_> {
    /// The initial state for the default parameters, assembled.
    pub(super) fn start(
        &self,
        parameters: &[f64],
        given: (&[bool], &[bool]),
        diagnostics: &mut Diagnostics,
    ) -> Option<State> {
        let coordinates = self.model.coordinates.len();
        let both = &self.lowered.initial[..coordinates + self.sizes.n];
        let mut state = first_guess(self.arena, parameters, both, coordinates);
        let finite = |state: &State| state.position.iter().chain(&state.velocity).all(|x| x.is_finite());
        if !finite(&state) {
            // A default that is no number: `build()` names the parameter that it comes from.
            return Some(state);
        }
        let [positions, velocities] = self.levels();
        for (level, given, unknown) in
            [(positions, given.0, Unknown::Position), (velocities, given.1, Unknown::Velocity)]
        {
            if let Err(open) = level.close(&mut state, given) {
                self.report(&open, unknown, diagnostics);
                return None;
            }
        }
        Some(state)
    }

    /// Constraints with the conditions of `initial` below them, position and velocity.
    fn levels(&self) -> [Level<'_>; 2] {
        let Lowered { holonomic, nonholonomic, rate, jacobian, velocity_jacobian, .. } = self.lowered;
        let space = || Space::new(self.arena, self.model, &self.lowered.turns);
        let below = |entries: &[(usize, usize, Value)], rows: usize| -> Vec<(usize, usize, Value)> {
            entries.iter().map(|&(i, j, value)| (i + rows, j, value)).collect()
        };
        let (c, d) = self.lowered.conditions.split_at(self.conditions.positions);
        let (c_jacobian, mut d_jacobian): (Entries, Entries) =
            self.lowered.condition_jacobian.iter().partition(|entry| entry.0 < c.len());
        d_jacobian.iter_mut().for_each(|entry| entry.0 -= c.len());
        let residuals = [holonomic.as_slice(), c].concat();
        let entries = [jacobian.clone(), below(&c_jacobian, holonomic.len())].concat();
        let position = Level::new(self.arena, space(), Unknown::Position, self.sizes.n, residuals, &entries);
        let residuals = [rate.as_slice(), nonholonomic, d].concat();
        let entries = [
            jacobian.clone(),
            below(velocity_jacobian, rate.len()),
            below(&d_jacobian, rate.len() + nonholonomic.len()),
        ]
        .concat();
        let velocity = Level::new(self.arena, space(), Unknown::Velocity, self.sizes.n, residuals, &entries);
        [position, velocity]
    }

    /// Name, unit and place of the equations of a level.
    fn equations(&self, unknown: Unknown) -> Vec<Equation> {
        let constraints = |holonomic: bool| {
            self.model.constraints.iter().filter(move |constraint| constraint.holonomic == holonomic)
        };
        let (positions, velocities) = self.conditions.order.split_at(self.conditions.positions);
        let conditions = match unknown {
            Unknown::Position => positions,
            Unknown::Velocity => velocities,
        };
        let conditions = conditions.iter().map(|&i| {
            let condition = &self.model.conditions[i];
            Equation { name: condition.name.clone(), unit: String::new(), span: condition.span }
        });
        let own = |c: &crate::model::Constraint| Equation {
            name: c.name.clone(),
            unit: c.unit.clone(),
            span: c.span,
        };
        let rate = |c: &crate::model::Constraint| Equation {
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

    fn report(&self, open: &Open, unknown: Unknown, diagnostics: &mut Diagnostics) {
        let equations = self.equations(unknown);
        let name = &self.model.name;
        let (gaps, message, help) = match open {
            Open::Given(gaps) => (
                gaps,
                format!("the initial values given for `{name}` violate {}", listed(gaps, &equations)),
                "leave out initial values that follow from others",
            ),
            Open::Contradiction(gaps) => (
                gaps,
                format!("constraints exclude each other: what remains is {}", listed(gaps, &equations)),
                "remove one of them, or choose parameters for which both can hold",
            ),
            Open::Apart(gaps) => (
                gaps,
                format!(
                    "`{name}` cannot be assembled: the best attempt violates {}",
                    listed(gaps, &equations)
                ),
                "check the dimensions, or start nearer to an assembled position with `initial`",
            ),
        };
        let Some(first) = gaps.first() else { return };
        let mut mistake = Diagnostic::error(equations[first.row].span, message).help(help);
        for gap in gaps.iter().skip(1) {
            mistake = mistake.related(equations[gap.row].span, format!("`{}`", equations[gap.row].name));
        }
        diagnostics.push(mistake);
    }

    /// Ranks at states along the manifold, the assembled start first.
    pub(super) fn freedom(&self, states: &[State]) -> Freedom {
        let rows = self.sizes.holonomic + self.sizes.nonholonomic;
        let n = self.sizes.n;
        if rows == 0 {
            return Freedom { rank: 0, degrees_of_freedom: n, dependent: Vec::new(), ..Freedom::default() };
        }
        let mut roots: Vec<Value> = self.lowered.jacobian.iter().map(|e| e.2).collect();
        roots.extend(self.lowered.velocity_jacobian.iter().map(|e| e.2));
        let evaluator = Evaluator::new(self.arena, roots);
        let holonomic = self.lowered.jacobian.iter().map(|e| (e.0, e.1));
        let nonholonomic = self.lowered.velocity_jacobian.iter().map(|e| (e.0 + self.sizes.holonomic, e.1));
        let places: Vec<(usize, usize)> = holonomic.chain(nonholonomic).collect();
        let spaces: Vec<ColumnSpace> = states
            .iter()
            .map(|state| {
                let values = evaluator.evaluate(self.arena, &mut Vec::new(), &|source| state.load(source));
                let mut matrix = vec![0.0; rows * n];
                for (&(i, j), value) in places.iter().zip(values) {
                    matrix[i * n + j] += value;
                }
                ColumnSpace::new(rows, n, &matrix)
            })
            .collect();
        let rank = spaces.iter().map(ColumnSpace::rank).max().unwrap_or(0);
        let mut dependent = Vec::new();
        if rank < rows {
            let generic: Vec<&ColumnSpace> = spaces.iter().filter(|space| space.rank() == rank).collect();
            let mut linked = vec![false; rows * rows];
            generic.iter().for_each(|space| space.link(&mut linked));
            for set in connected(rows, &linked) {
                let redundant = generic.iter().map(|space| space.redundancy(&set)).max().unwrap_or(0);
                dependent.push(self.dependent(set, redundant));
            }
        }
        let singular_start = spaces.first().is_some_and(|space| space.rank() < rank);
        let open = Default::default();
        Freedom { rank, degrees_of_freedom: n.saturating_sub(rank), dependent, singular_start, open }
    }

    fn dependent(&self, rows: Vec<usize>, redundant: usize) -> Dependent {
        let kinds = [true, false].into_iter();
        let names: Vec<&str> = kinds
            .flat_map(|kind| self.model.constraints.iter().filter(move |c| c.holonomic == kind))
            .map(|constraint| constraint.name.as_str())
            .collect();
        let mut joints: Vec<String> = Vec::new();
        for &row in &rows {
            let joint = joint_of(names[row]).to_owned();
            if !joints.contains(&joint) {
                joints.push(joint);
            }
        }
        Dependent { rows, joints, redundant }
    }

    /// States on the manifold, the start first.
    pub(super) fn walk(&self, start: &State) -> Vec<State> {
        if self.sizes.holonomic + self.sizes.nonholonomic == 0 {
            return vec![start.clone()];
        }
        let [positions, _] = self.levels();
        let moves_in_time = closure(self.arena, &self.lowered.holonomic)
            .into_iter()
            .any(|value| self.arena.operation(value) == super::arena::Operation::Load(Source::Time));
        let mut states = vec![start.clone()];
        for number in 1..=STEPS {
            let Some(here) = states.last() else { break };
            let random = Generator(100 + number as u64);
            let direction = (0..self.sizes.n).map(|i| random.at(0, i)).collect();
            let near = if number == 1 { &NEAR[..] } else { &NEAR[..1] };
            match self.step(&positions, here, direction, &random, near, moves_in_time) {
                Some((state, _)) => states.push(state),
                None => break,
            }
        }
        states
    }

    /// More states, where constraints are redundant: the pivots of dependent constraints are chosen on them. Each step goes on
    /// nearly where the last one went, so that a mechanism of one degree of freedom goes round, and turns where it cannot.
    pub(super) fn tour(&self, start: &State) -> Vec<State> {
        let [positions, _] = self.levels();
        let n = self.sizes.n;
        let order = self.sizes.order();
        let steps = (TOUR * ORDINARY * ORDINARY / (order * order).max(1)).clamp(STEPS, TOUR);
        let mut states: Vec<State> = Vec::new();
        let mut heading = vec![0.0; n];
        for number in 1..=steps {
            let here = states.last().unwrap_or(start);
            let random = Generator(1000 + number as u64);
            let direction =
                |sign: f64| (0..n).map(|i| sign * heading[i] + WANDER * random.at(0, i)).collect();
            let found = [1.0, -1.0]
                .into_iter()
                .find_map(|sign| self.step(&positions, here, direction(sign), &random, &NEAR[..1], false));
            let Some((state, along)) = found else { break };
            states.push(state);
            heading = along;
        }
        states
    }

    /// A step along the manifold, and its direction, of size 1.
    fn step(
        &self,
        positions: &Level<'_>,
        here: &State,
        direction: Vec<f64>,
        random: &Generator,
        near: &[f64],
        moves_in_time: bool,
    ) -> Option<(State, Vec<f64>)> {
        let all = vec![true; self.sizes.n];
        let (_, jacobian) = positions.evaluate(here);
        let along =
            RowSpace::new(&jacobian[..self.sizes.holonomic * self.sizes.n], &all).free_part(direction);
        let largest = along.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let clock = if moves_in_time { TICK } else { 0.0 };
        if largest < 1e-9 && clock == 0.0 {
            return None;
        }
        let sizes = near.iter().flat_map(|&near| {
            (0..CUTS).scan(1.0, move |part, _| Some((near, std::mem::replace(part, *part / 3.0))))
        });
        sizes.into_iter().find_map(|(near, part)| {
            let mut there = here.clone();
            there.time += part * clock;
            let step: Vec<f64> = if largest < 1e-9 {
                vec![0.0; along.len()]
            } else {
                along.iter().map(|x| x / largest * part * LONGEST).collect()
            };
            positions.displace(&mut there, &step);
            there.velocity = (0..self.sizes.n).map(|i| random.at(2, i)).collect();
            let heading = along.iter().map(|x| x / largest.max(1e-9)).collect();
            self.settle(positions, &mut there, near * part * LONGEST, &all).then_some((there, heading))
        })
    }

    /// Newton's iteration back to the manifold; `false` where the way is longer than `longest`.
    fn settle(&self, positions: &Level<'_>, state: &mut State, longest: f64, all: &[bool]) -> bool {
        let constraints = self.sizes.holonomic;
        let (mut way, mut last) = (0.0, f64::INFINITY);
        for _ in 0..12 {
            let (residual, jacobian) = positions.evaluate(state);
            let jacobian = &jacobian[..constraints * self.sizes.n];
            let step = RowSpace::new(jacobian, all).solve(&residual[..constraints]);
            let largest = step.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            way += largest;
            if way.is_nan() || way > longest {
                return false;
            }
            positions.displace(state, &step);
            let extent = state.position.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
            if largest <= SHARP.0 * extent || (largest <= SHARP.1 * extent && largest > 0.5 * last) {
                return true;
            }
            last = largest;
        }
        false
    }
}

/// The joint of a constraint: `pivot` of `pivot.x`.
fn joint_of(constraint: &str) -> &str {
    constraint.rsplit_once('.').map_or(constraint, |(joint, _)| joint)
}

/// Sets of rows that are linked, of two and more or dependent on nothing, in order.
fn connected(rows: usize, linked: &[bool]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; rows];
    let mut sets = Vec::new();
    for first in 0..rows {
        if seen[first] || !linked[first * rows + first] {
            continue;
        }
        let (mut set, mut pending) = (Vec::new(), vec![first]);
        seen[first] = true;
        while let Some(row) = pending.pop() {
            set.push(row);
            for other in 0..rows {
                if linked[row * rows + other] && !seen[other] {
                    seen[other] = true;
                    pending.push(other);
                }
            }
        }
        set.sort_unstable();
        sets.push(set);
    }
    sets
}

/// `a` by 1.0e-1 m and `b` by …, joints once with their largest gap.
fn listed(gaps: &[Gap], equations: &[Equation]) -> String {
    let mut named: Vec<(String, f64, &str)> = Vec::new();
    for gap in gaps {
        let Equation { name, unit, .. } = &equations[gap.row];
        let known = named
            .iter_mut()
            .find(|(known, _, of)| joint_of(known) == joint_of(name) && of == unit && name.contains('.'));
        match known {
            Some((_, value, _)) if value.abs() >= gap.value.abs() => {}
            Some(known) => (known.0, known.1) = (name.clone(), gap.value),
            None => named.push((name.clone(), gap.value, unit)),
        }
    }
    let of = |(name, value, unit): &(String, f64, &str)| {
        let space = if unit.is_empty() { "" } else { " " };
        format!("`{name}` by {value:.3e}{space}{unit}")
    };
    let all: Vec<String> = named.iter().map(of).collect();
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
