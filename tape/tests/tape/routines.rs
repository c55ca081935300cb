//! Every routine of the contract as numbers, for comparisons bit by bit.
//!
//! Invariant: the points at which routines are compared depend only on sizes, the initial state and a given motion.

use crate::states::{Numbers, Point, vector};
use linkwork::prelude::*;
use linkwork::solution::State;
use linkwork::{Blocks, Weights};
use linkwork_tape::Tape;

/// (T, V) if there are energies.
pub type EnergyOf<M> =
    fn(&M, &<M as Evaluate>::PositionCache, &<M as Space>::Velocity, &<M as Space>::States) -> Vec<f64>;

/// The optional parts of the contract.
pub struct Capabilities<M: Mechanism> {
    pub now: fn(&M, f64, &[f64]) -> M::TimeCache,
    pub energy: EnergyOf<M>,
}

pub fn with_energy<M: Energetic<Scalar = f64>>(
    m: &M,
    at: &M::PositionCache,
    v: &M::Velocity,
    y: &M::States,
) -> Vec<f64> {
    let (kinetic, potential) = m.energy(at, v, y);
    vec![kinetic, potential]
}

pub fn without_energy<M: Mechanism>(_: &M, _: &M::PositionCache, _: &M::Velocity, _: &M::States) -> Vec<f64> {
    Vec::new()
}

pub fn without_inputs<M: Mechanism<Scalar = f64>>(m: &M, t: f64, _: &[f64]) -> M::TimeCache {
    m.now(t)
}

pub fn with_inputs<M: WithInputs<Scalar = f64>>(m: &M, t: f64, u: &[f64]) -> M::TimeCache {
    m.now_with(t, &m.inputs_of(u))
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|x| x.to_bits()).collect()
}

/// Results by name.
pub type Results = Vec<(String, Vec<f64>)>;

/// Every routine of the contract at one point, blocks of matrices taken at others.
struct Dump<'a, M: Mechanism<Scalar = f64>> {
    model: &'a M,
    capabilities: &'a Capabilities<M>,
    results: Results,
}

impl<M: Mechanism<Scalar = f64>> Dump<'_, M> {
    fn note(&mut self, name: &str, values: &[f64]) {
        self.results.push((name.to_owned(), values.to_vec()));
    }

    fn now(&self, point: &Point<M>) -> M::TimeCache {
        (self.capabilities.now)(self.model, point.t, &point.u)
    }

    fn place(&self, point: &Point<M>) -> M::PositionCache {
        let mut at = self.model.position_cache();
        self.model.place(&self.now(point), &point.q, &mut at);
        at
    }

    /// Routines that begin at the configuration have the bits of those that begin at what `place` stores.
    fn directly(&mut self, point: &Point<M>, residual: &M::Velocity, mass_matrix: &[f64]) {
        let Point { q, v, y, a, l, p, .. } = point;
        let (m, now) = (self.model, &self.now(point));
        let (mut at, mut force) = (m.position_cache(), v.clone());
        let mut mass = vec![0.0; mass_matrix.len()];
        m.residual_at((now, q), v, y, a, (l, p), (&mut at, &mut force));
        m.mass_matrix_at(now, q, &mut at, &mut mass);
        assert_eq!(bits(force.as_slice()), bits(residual.as_slice()), "{}: residual_at", m.names().mechanism);
        assert_eq!(bits(&mass), bits(mass_matrix), "{}: mass_matrix_at", m.names().mechanism);
    }

    fn routines(&mut self, point: &Point<M>) {
        let Point { v, y, a, l, p, .. } = point;
        let m = self.model;
        let at = &self.place(point);
        let n = v.len();
        let mut force = v.clone();
        m.mass_times(at, a, &mut force);
        self.note("mass_times", force.as_slice());
        m.applied_force(at, v, y, &mut force);
        self.note("applied_force", force.as_slice());
        m.force(at, v, y, (l, p), &mut force);
        self.note("force", force.as_slice());
        m.residual(at, v, y, a, (l, p), &mut force);
        self.note("residual", force.as_slice());
        let residual = force.clone();
        let (mut g, mut k) = (l.clone(), p.clone());
        m.holonomic(at, &mut g);
        self.note("holonomic", g.as_slice());
        m.holonomic_rate(at, v, &mut g);
        self.note("holonomic_rate", g.as_slice());
        m.nonholonomic(at, v, &mut k);
        self.note("nonholonomic", k.as_slice());
        m.acceleration_bias(at, v, (&mut g, &mut k));
        self.note("bias of holonomic", g.as_slice());
        self.note("bias of nonholonomic", k.as_slice());
        let mut rates = y.clone();
        m.state_rates(at, v, y, &mut rates);
        self.note("state_rates", rates.as_slice());
        let mut outputs = M::Outputs::zeros(m.sizes().outputs);
        m.outputs(at, v, y, a, (l, p), &mut outputs);
        self.note("outputs", outputs.as_slice());
        let mut switches = M::Switches::zeros(m.sizes().switches + 3 * m.names().coincidences.len());
        m.switches(at, v, y, &mut switches);
        self.note("switches", switches.as_slice());
        let mut mass = vec![0.0; n * n];
        m.mass_matrix(at, &mut mass);
        self.note("mass_matrix", &mass);
        self.directly(point, &residual, &mass);
        let mut jacobian = vec![0.0; l.len() * n];
        m.constraint_jacobian(at, &mut jacobian);
        self.note("constraint_jacobian", &jacobian);
        let mut moving = m.velocity_cache();
        m.moving(at, v, y, (l, p), &mut moving);
        let mut velocity_jacobian = vec![0.0; p.len() * n];
        m.velocity_jacobian(at, &moving, &mut velocity_jacobian);
        self.note("velocity_jacobian", &velocity_jacobian);
        let mut matrix = vec![0.0; n * n];
        m.damping_matrix(at, &moving, &mut matrix);
        self.note("damping_matrix", &matrix);
        let mut stiffness = m.stiffness_cache();
        m.stiffness(at, v, y, a, (l, p), &mut stiffness);
        m.stiffness_matrix(at, &stiffness, &mut matrix);
        self.note("stiffness_matrix", &matrix);
        m.reaction_force(at, &moving, (l, p), &mut force);
        self.note("reaction_force", force.as_slice());
        let energy = (self.capabilities.energy)(m, at, v, y);
        self.note("energy", &energy);
        let (mut q, mut carry) = (point.q.clone(), v.clone());
        m.advance(&mut q, a, &mut carry);
        self.note("advance", q.as_slice());
        self.note("carry", carry.as_slice());
        m.difference(&point.q, &q, &mut carry);
        self.note("difference", carry.as_slice());
        m.wind(&mut q);
        self.note("wind", q.as_slice());
        m.dexp(v, a, &mut carry);
        self.note("dexp", carry.as_slice());
        m.dexp_inverse(v, a, &mut carry);
        self.note("dexp_inverse", carry.as_slice());
        m.bracket(v, a, &mut carry);
        self.note("bracket", carry.as_slice());
        self.assembly(at, v);
    }

    /// The evaluations of assembly.
    fn assembly(&mut self, at: &M::PositionCache, v: &M::Velocity) {
        let m = self.model;
        let (facts, n) = (m.assembly(), v.len());
        let mut measures = vec![0.0; 1 + facts.deviations * (n + 2)];
        m.assembly_measures(at, &mut measures);
        self.note("assembly_measures", &measures);
        let mut cosines = vec![0.0; facts.cosines * (n + 1)];
        m.assembly_cosines(at, &mut cosines);
        self.note("assembly_cosines", &cosines);
        let mut conditions = vec![0.0; facts.conditions.len() * (n + 1)];
        m.assembly_conditions(at, v, &mut conditions);
        self.note("assembly_conditions", &conditions);
        let mut orientation = vec![0.0; facts.cosines];
        m.orientation_cosines(at, &mut orientation);
        self.note("orientation_cosines", &orientation);
    }

    /// Both linear systems, with blocks from four points, and right-hand sides from the first of them.
    fn solves(&mut self, points: [&Point<M>; 4], seed: u64) {
        let m = self.model;
        let [first, second, third, fourth] = points;
        let placed = points.map(|point| self.place(point));
        let mut moving = m.velocity_cache();
        m.moving(&placed[0], &first.v, &first.y, (&first.l, &first.p), &mut moving);
        let mut stiffness = m.stiffness_cache();
        m.stiffness(&placed[3], &fourth.v, &fourth.y, &fourth.a, (&fourth.l, &fourth.p), &mut stiffness);

        let mut saddle = m.saddle_factors();
        m.factor_saddle(&placed[0], &placed[1], &placed[2], &moving, &mut saddle);
        self.solved("saddle", first, |a, l, p| m.solve_saddle(&saddle, a, l, p));
        let mut numbers = Numbers::new(seed);
        let mut weight = || 1.5 + numbers.next();
        let weights = Weights {
            mass: weight(),
            damping: weight(),
            stiffness: weight(),
            identity: weight(),
            constraint_position: weight(),
            constraint_velocity: weight(),
        };
        for (name, stiffness) in [("weighted", Some(&stiffness)), ("weighted without stiffness", None)] {
            let [mass, columns, rows, _] = &placed;
            let mut factors = m.factors();
            m.factor(weights, Blocks { mass, columns, rows, moving: &moving, stiffness }, &mut factors);
            self.solved(name, third, |a, l, p| m.solve(&factors, a, l, p));
        }
        // Weights that leave only the identity: planned pivots vanish, and the solve falls back.
        let none = Weights {
            mass: 0.0,
            damping: 0.0,
            stiffness: 0.0,
            identity: 1.0,
            constraint_position: 0.0,
            constraint_velocity: 1.0,
        };
        let [mass, columns, rows, _] = &placed;
        let mut factors = m.factors();
        m.factor(none, Blocks { mass, columns, rows, moving: &moving, stiffness: None }, &mut factors);
        self.solved("projection", second, |a, l, p| m.solve(&factors, a, l, p));
    }

    fn solved(
        &mut self,
        name: &str,
        right: &Point<M>,
        solve: impl Fn(
            &mut M::Velocity,
            &mut M::Holonomic,
            &mut M::Nonholonomic,
        ) -> Result<linkwork::Fallback, linkwork::Singular>,
    ) {
        let (mut a, mut l, mut p) = (right.a.clone(), right.l.clone(), right.p.clone());
        let outcome = match solve(&mut a, &mut l, &mut p) {
            Ok(fallback) => vec![0.0, f64::from(fallback as u8)],
            Err(singular) => vec![1.0, singular.row as f64],
        };
        self.note(&format!("{name}: outcome"), &outcome);
        self.note(&format!("{name}: accelerations"), a.as_slice());
        self.note(&format!("{name}: holonomic multipliers"), l.as_slice());
        self.note(&format!("{name}: nonholonomic multipliers"), p.as_slice());
    }
}

/// At the start, off the constraints, and along a motion.
pub fn dump<M: Mechanism<Scalar = f64>>(
    model: &M,
    capabilities: &Capabilities<M>,
    motion: &[State<Tape>],
) -> Results {
    let mut dump = Dump { model, capabilities, results: Vec::new() };
    let (q, v, y) = model.initial();
    for (name, values) in [("q", q.as_slice()), ("v", v.as_slice()), ("y", y.as_slice())] {
        dump.note(&format!("initial {name}"), values);
    }
    let mut points = vec![Point::initial(model, 1)];
    points.extend((2..8).map(|seed| Point::random(model, seed, 0.1 * seed as f64)));
    points.extend(motion.iter().map(|state| Point {
        t: state.t,
        u: vec![0.0; model.sizes().inputs],
        q: vector(state.q.len(), |i| state.q[i]),
        v: vector(state.v.len(), |i| state.v[i]),
        y: vector(state.y.len(), |i| state.y[i]),
        a: vector(state.a.len(), |i| state.a[i]),
        l: vector(state.lambda.len(), |i| state.lambda[i]),
        p: vector(state.psi.len(), |i| state.psi[i]),
    }));
    for point in &points {
        dump.routines(point);
    }
    for (seed, four) in points.windows(4).enumerate() {
        dump.solves([&four[0], &four[1], &four[2], &four[3]], seed as u64);
        dump.solves([&four[0]; 4], seed as u64);
    }
    dump.results
}

/// Equal to the last bit; all NaN are equal.
pub fn assert_same(name: &str, emitted: &Results, tape: &Results) {
    assert_eq!(emitted.len(), tape.len(), "{name}");
    let mut nan = 0;
    for ((what, x), (_, y)) in emitted.iter().zip(tape) {
        assert_eq!(x.len(), y.len(), "{name}: {what}");
        for (i, (x, y)) in x.iter().zip(y).enumerate() {
            let same = x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan());
            assert!(same, "{name}: {what} {i} is {x:?} in emitted code and {y:?} on the tape");
            nan += usize::from(x.is_nan());
        }
    }
    assert_eq!(nan, 0, "{name}: the states are meant to be ordinary ones");
}
