//! The number of independent constraints, determined on the assembled manifold.
//!
//! The rank of [G; D] is taken at states that are reached from the initial one by small steps along the
//! manifold, so that other ways of assembling the mechanism do not count. The largest rank decides:
//! constraints that are dependent at all of the states are redundant for good, and the solves treat them as such; a
//! state where the rank is lower than at the others is an isolated singular configuration.

use super::arena::{Arena, Leaf, Operation, Source, Value};
use super::assembly::{Equations, Pattern};
use super::lowered::Lowered;
use super::numeric::{Evaluator, closure};
use super::rank::ColumnSpace;
use super::sample::{Generator, Space, State};
use super::systems::Dimensions;
use crate::mechanics::Conditions;
use crate::mechanics::Formulated;
use linkwork_numerics::{free_part, shortest};

/// The number of independent constraints, at the default parameters and around the assembled start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Freedom {
    /// Rank of [G; D] on the manifold.
    pub rank: usize,
    /// Velocities less the rank.
    pub degrees_of_freedom: usize,
    /// Constraints that depend on each other wherever the mechanism moves.
    pub dependent: Vec<Dependent>,
    /// Whether the rank is lower at the start than around it.
    pub singular_start: bool,
    /// The reactions that redundant constraints leave undetermined.
    pub open: Open,
}

/// Reactions that are not unique: the equations of motion determine their sums, and of all that act the same the smallest is
/// given. Another formulation of the same mechanism gives another, and each is in balance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// Rows of [G; D] with such a multiplier, sorted.
    pub multipliers: Vec<usize>,
    /// Outputs that depend on them.
    pub outputs: Vec<usize>,
    /// Whether forces depend on them, and the motion with them.
    pub motion: bool,
}

impl Freedom {
    /// Rows of [G; D] that depend on others, sorted.
    pub fn dependent_rows(&self) -> Vec<usize> {
        let mut rows: Vec<usize> = self.dependent.iter().flat_map(|set| set.rows.iter().copied()).collect();
        rows.sort_unstable();
        rows
    }

    /// The redundant sets by the names of their joints, those of the same joints together: `1 of 6 in left, right`.
    pub fn redundant(&self) -> Vec<String> {
        let mut sets: Vec<(&[String], usize, usize)> = Vec::new();
        for set in &self.dependent {
            match sets.iter_mut().find(|(joints, ..)| *joints == set.joints.as_slice()) {
                Some((_, redundant, rows)) => {
                    *redundant += set.redundant;
                    *rows += set.rows.len();
                }
                None => sets.push((&set.joints, set.redundant, set.rows.len())),
            }
        }
        let text = |(joints, redundant, rows): &(&[String], usize, usize)| {
            let names: Vec<String> = joints.iter().map(|name| format!("`{name}`")).collect();
            format!("{redundant} of {rows} in {}", names.join(", "))
        };
        sets.iter().map(text).collect()
    }
}

/// Constraints of which some repeat others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependent {
    /// Rows of [G; D].
    pub rows: Vec<usize>,
    /// The joints (or constraints) that they belong to, in order.
    pub joints: Vec<String>,
    /// The number of rows that could be removed.
    pub redundant: usize,
}

/// Steps along the manifold.
const STEPS: usize = 8;
/// The longest of them, in radians or metres, and how often it is cut to a third.
const LONGEST: f64 = 0.5;
const CUTS: usize = 16;
/// A step is short enough if what brings it back to the manifold is shorter than this part of it. Off a singular
/// start, where the manifold has no tangent, nothing is, and a longer way back is accepted.
const NEAR: [f64; 2] = [0.3, 3.0];
/// Corrections at which a state is assembled well enough to determine its rank: at once, or where they no longer decrease.
const SHARP: (f64, f64) = (1e-13, 1e-9);
/// Steps of a tour, for an order of at most [`ORDINARY`]; fewer for larger ones, whose samples cost more.
const TOUR: usize = 64;
const ORDINARY: usize = 80;
/// The weight of the random part of a direction relative to the last step.
const WANDER: f64 = 0.3;
/// The clock advances by this, in s, from state to state.
const TICK: f64 = 0.05;

/// The constraints of a model, for the planner.
pub(super) struct Constrained<'a> {
    pub(super) arena: &'a Arena,
    pub(super) formulated: &'a Formulated<'a>,
    pub(super) lowered: &'a Lowered,
    pub(super) conditions: &'a Conditions,
    pub(super) equations: &'a crate::mechanics::Equations,
    /// (holonomic constraint, cosine).
    pub(super) guards: &'a [(usize, usize)],
    pub(super) sizes: Dimensions,
}

impl Constrained<'_> {
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
        let pattern = Pattern::new(rows, &places);
        let spaces: Vec<ColumnSpace> = states
            .iter()
            .map(|state| {
                let values = evaluator.evaluate(&mut Vec::new(), &|source| state.load(source));
                ColumnSpace::of_rows(n, &pattern.filled(&values))
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
            .flat_map(|kind| self.formulated.constraints.iter().filter(move |c| c.holonomic == kind))
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

    /// g, to be evaluated.
    fn positions(&self) -> Equations {
        let Lowered { holonomic, jacobian, .. } = self.lowered;
        Equations::new(self.arena, holonomic.clone(), jacobian)
    }

    /// The configuration space.
    pub(super) fn space(&self) -> Space<'_> {
        Space::new(self.arena, self.formulated, &self.lowered.turns)
    }

    /// States on the manifold, the start first.
    pub(super) fn walk(&self, start: &State) -> Vec<State> {
        if self.sizes.holonomic + self.sizes.nonholonomic == 0 {
            return vec![start.clone()];
        }
        let positions = self.positions();
        let moves_in_time = closure(self.arena, &self.lowered.holonomic)
            .into_iter()
            .any(|value| self.arena.operation(value) == Operation::Load(Leaf::Outside(Source::Time)));
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

    /// More states, where constraints are redundant: the pivots of dependent constraints are chosen on them. Each step continues
    /// nearly in the direction of the last one, so that a mechanism of one degree of freedom goes round, and reverses where it cannot.
    pub(super) fn tour(&self, start: &State) -> Vec<State> {
        let positions = self.positions();
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
        positions: &Equations,
        here: &State,
        direction: Vec<f64>,
        random: &Generator,
        near: &[f64],
        moves_in_time: bool,
    ) -> Option<(State, Vec<f64>)> {
        let along = free_part(&positions.evaluate(here).jacobian, direction);
        let space = self.space();
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
            space.displace(&mut there, &step);
            there.velocity = (0..self.sizes.n).map(|i| random.at(2, i)).collect();
            let heading = along.iter().map(|x| x / largest.max(1e-9)).collect();
            self.settle(positions, &mut there, near * part * LONGEST).then_some((there, heading))
        })
    }

    /// Newton's iteration back to the manifold; `false` where the correction is longer than `longest`.
    fn settle(&self, positions: &Equations, state: &mut State, longest: f64) -> bool {
        let space = self.space();
        let (mut way, mut last) = (0.0_f64, f64::INFINITY);
        for _ in 0..12 {
            let found = positions.evaluate(state);
            let step = shortest(&found.jacobian, self.sizes.n, &found.values);
            let largest = step.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            way += largest;
            if way.is_nan() || way > longest {
                return false;
            }
            space.displace(state, &step);
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
pub(super) fn joint_of(constraint: &str) -> &str {
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
