//! Assembled states at which the elimination is planned.
//!
//! The pivots of a straight-line factorisation must stay away from zero on the whole constraint
//! manifold and for the parameters that a user may choose. So states are sampled: the initial one,
//! random ones pulled onto the manifold by Newton's method, and ones in which a parameter of the mass
//! matrix vanishes (a coordinate may be massless). The sequence is fixed: equal descriptions give
//! equal plans.

use super::arena::{Arena, Leaf, Operation, Source, Value, Weight};
use super::numeric::{Evaluator, closure};
use crate::mechanics::{Formulated, Rotation};
use linkwork_numerics::LeastNorm;

/// Number of random states besides the initial one.
const RANDOM_STATES: usize = 10;
/// Residual at which a state counts as assembled, relative to its first residual or 1.
const ASSEMBLED: f64 = 1e-9;

/// Numbers for every source.
#[derive(Clone, Debug)]
pub struct State {
    /// Parameters.
    pub parameters: Vec<f64>,
    /// t.
    pub time: f64,
    /// q.
    pub position: Vec<f64>,
    /// v.
    pub velocity: Vec<f64>,
    /// Inputs with these values: the sides of switches in constraints, zero where they hold on whichever side they are.
    pub sides: Vec<(usize, f64)>,
    motion: Generator,
}

impl State {
    /// The number that a load gives. Multipliers, accelerations … are random but fixed for a state.
    pub fn load(&self, source: Source) -> f64 {
        match source {
            Source::Parameter(i) => self.parameters[i],
            Source::Time => self.time,
            Source::Position(i) => self.position[i],
            // C, K and I come with weights that a method may choose to be zero or tiny: a pivot that lives
            // from them must not be relied on.
            Source::Weight(Weight::Mass | Weight::ConstraintVelocity) => 1.0,
            Source::Weight(_) => 0.0,
            Source::Input(i) => {
                let side = self.sides.iter().find(|(side, _)| *side == i);
                side.map_or_else(|| self.motion.at(1, i), |(_, side)| *side)
            }
            Source::Velocity(i) => self.velocity[i],
            Source::Acceleration(i) => self.motion.at(3, i),
            Source::State(i) => self.motion.at(4, i),
            Source::Holonomic(i) => self.motion.at(5, i),
            Source::Nonholonomic(i) => self.motion.at(6, i),
            Source::RightHandSide(i) | Source::Solution(i) => self.motion.at(7, i),
        }
    }
}

/// The data of a mechanism that sampling needs.
pub struct Sampled<'a> {
    /// The default parameters.
    pub parameters: &'a [f64],
    /// The assembled initial state.
    pub start: &'a State,
    /// Its displacement.
    pub space: Space<'a>,
    /// Number of velocities.
    pub velocities: usize,
    /// g.
    pub holonomic: &'a [Value],
    /// G.
    pub jacobian: &'a [(usize, usize, Value)],
    /// M.
    pub mass: &'a [(usize, usize, Value)],
}

/// The default parameters, each of those before it.
pub fn default_parameters(arena: &Arena, defaults: &[Value]) -> Vec<f64> {
    let mut parameters = Vec::new();
    let mut scratch = Vec::new();
    for &default in defaults {
        let known = parameters.clone();
        let load = |source| match source {
            Source::Parameter(i) => known[i],
            _ => 0.0,
        };
        let value = Evaluator::new(arena, vec![default]).evaluate(&mut scratch, &load);
        parameters.push(value[0]);
    }
    parameters
}

/// The guess of the initial state: `initial` has positions, then velocities.
pub fn first_guess(
    arena: &Arena,
    parameters: &[f64],
    initial: &[Value],
    (positions, released): (usize, &[usize]),
) -> State {
    let load = |source| match source {
        Source::Parameter(i) => parameters[i],
        _ => 0.0,
    };
    let values = Evaluator::new(arena, initial.to_vec()).evaluate(&mut Vec::new(), &load);
    State {
        parameters: parameters.to_vec(),
        time: 0.0,
        position: values[..positions].to_vec(),
        velocity: values[positions..].to_vec(),
        sides: released.iter().map(|&side| (side, 0.0)).collect(),
        motion: Generator(0),
    }
}

/// The states, the initial one first.
pub fn assembled_states(arena: &Arena, of: &Sampled<'_>) -> Vec<State> {
    let assembly = Assembly::new(arena, of);
    let mut states = Vec::new();
    states.push(assembly.state(of.parameters, 0.0, 0));
    let parameters = of.parameters.to_vec();
    for number in 1..=RANDOM_STATES {
        // Wide excursions first; smaller ones where the mechanism cannot follow.
        for spread in [1.0, 0.3, 0.1, 0.02] {
            let wild = assembly.state(&parameters, spread, number);
            if let Some(state) = assembly.assemble(wild) {
                states.push(state);
                break;
            }
        }
    }
    for parameter in parameters_of(arena, of.mass) {
        for number in [0, 1] {
            let mut without = parameters.clone();
            without[parameter] = 0.0;
            let spread = if number == 0 { 0.0 } else { 0.3 };
            let wild = assembly.state(&without, spread, number);
            states.extend(assembly.assemble(wild));
        }
    }
    states
}

/// Parameters in the mass matrix, sorted.
fn parameters_of(arena: &Arena, mass: &[(usize, usize, Value)]) -> Vec<usize> {
    let roots: Vec<Value> = mass.iter().map(|&(_, _, value)| value).collect();
    let mut found: Vec<usize> = closure(arena, &roots)
        .into_iter()
        .filter_map(|value| match arena.operation(value) {
            Operation::Load(Leaf::Outside(Source::Parameter(i))) => Some(i),
            _ => None,
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Newton's method on g(q) = 0, nearest solution.
struct Assembly<'a> {
    of: &'a Sampled<'a>,
    residual: Evaluator,
    least_norm: LeastNorm,
}

impl<'a> Assembly<'a> {
    fn new(arena: &Arena, of: &'a Sampled<'a>) -> Self {
        let mut roots = of.holonomic.to_vec();
        roots.extend(of.jacobian.iter().map(|&(_, _, value)| value));
        let places = of.jacobian.iter().map(|&(i, j, _)| (i, j)).collect();
        let least_norm = LeastNorm::new(of.holonomic.len(), of.velocities, places);
        Self { of, residual: Evaluator::new(arena, roots), least_norm }
    }

    /// The initial configuration, displaced by at most `spread` · (|q| or 1).
    fn state(&self, parameters: &[f64], spread: f64, number: usize) -> State {
        let motion = Generator(number as u64);
        let position = self.of.start.position.clone();
        let by: Vec<f64> = (0..self.of.velocities).map(|i| spread * motion.at(0, i)).collect();
        let time = if number == 0 { 0.0 } else { 0.37 * number as f64 };
        let velocity = (0..self.of.velocities).map(|i| motion.at(2, i)).collect();
        let (parameters, sides) = (parameters.to_vec(), self.of.start.sides.clone());
        let mut state = State { parameters, time, position, velocity, sides, motion };
        self.of.space.displace(&mut state, &by);
        state
    }

    fn assemble(&self, mut state: State) -> Option<State> {
        let m = self.of.holonomic.len();
        let mut scratch = Vec::new();
        let mut first = 0.0_f64;
        for iteration in 0..25 {
            let load = |source| state.load(source);
            let values = self.residual.evaluate(&mut scratch, &load);
            let residual = values[..m].iter().fold(0.0_f64, |a, g| a.max(g.abs()));
            if !residual.is_finite() {
                return None;
            }
            if iteration == 0 {
                first = residual.max(1e-3);
            }
            if residual <= ASSEMBLED * first {
                return Some(state);
            }
            let right: Vec<f64> = values[..m].iter().map(|g| -g).collect();
            let step = self.least_norm.step(&values[m..], &right)?;
            self.of.space.displace(&mut state, &step);
        }
        None
    }
}

/// The configuration space.
pub struct Space<'a> {
    rotations: &'a [Rotation],
    turns: Evaluator,
    count: usize,
}

/// Turns are counted in parts of a displacement of at most this much.
const PART: f64 = 1.5;
/// Maximum number of parts of a displacement.
const PARTS: f64 = 1e3;

impl<'a> Space<'a> {
    /// That of a model.
    pub fn new(arena: &Arena, formulated: &'a Formulated<'a>, turns: &[Value]) -> Self {
        let turns = turns.to_vec();
        Self { rotations: &formulated.rotations, count: turns.len(), turns: Evaluator::new(arena, turns) }
    }

    /// q ⊞ δ: plain coordinates are added, quaternions are q ⊗ (1, δ/2), normalised; turns are counted.
    pub fn displace(&self, state: &mut State, by: &[f64]) {
        if self.count == 0 {
            return self.moved(&mut state.position, by);
        }
        let largest = by.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let parts = if largest.is_finite() { (largest / PART).ceil().clamp(1.0, PARTS) } else { 1.0 };
        let part: Vec<f64> = by.iter().map(|x| x / parts).collect();
        for _ in 0..parts as usize {
            self.moved(&mut state.position, &part);
            self.wind(state);
        }
    }

    /// Updates the counted turns.
    pub fn wind(&self, state: &mut State) {
        let angles = self.turns.evaluate(&mut Vec::new(), &|source| state.load(source));
        let first = state.position.len() - self.count;
        state.position[first..].copy_from_slice(&angles);
    }

    fn moved(&self, position: &mut [f64], by: &[f64]) {
        let (mut q, mut v) = (0, 0);
        while q < position.len() - self.count {
            if !self.rotations.iter().any(|rotation| rotation.coordinate == q) {
                position[q] += by[v];
                (q, v) = (q + 1, v + 1);
                continue;
            }
            let [w, x, y, z] = [position[q], position[q + 1], position[q + 2], position[q + 3]];
            let [a, b, c] = [by[v] / 2.0, by[v + 1] / 2.0, by[v + 2] / 2.0];
            let moved = [
                w - x * a - y * b - z * c,
                x + w * a + y * c - z * b,
                y + w * b + z * a - x * c,
                z + w * c + x * b - y * a,
            ];
            let length = moved.iter().map(|x| x * x).sum::<f64>().sqrt();
            for (to, from) in position[q..].iter_mut().zip(moved) {
                *to = from / length;
            }
            (q, v) = (q + 4, v + 3);
        }
    }
}

/// Fixed pseudo-random numbers in [−1, 1] by place (SplitMix64).
#[derive(Clone, Copy, Debug)]
pub struct Generator(pub u64);

impl Generator {
    /// The number at a place.
    pub fn at(self, vector: u64, index: usize) -> f64 {
        let mut z = (self.0 << 40) ^ (vector << 32) ^ index as u64;
        z = z.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}
