//! The contract, interpreted: one routine for each method.

use crate::code::{Code, Registers};
use crate::codes::Codes;
use crate::executor::Executor;
use crate::frame::Frame;
use crate::kind::Kind;
use crate::states::{TapeFactors, TapePositionCache, TapeTimeCache, TapeValues};
use crate::tape::{Driver, Tape};
use linkwork::__private::{AssemblyFacts, rotations, turns};
use linkwork::{
    Blocks, Energetic, Fallback, Flags, Grip, Mechanism, Names, Real, Singular, Sizes, Vector, Weights,
    WithInputs,
};
use linkwork_compiler::Program;
use nalgebra::DVector;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex};

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Mechanism for Tape<T, K, E> {
    type Scalar = T;
    type Configuration = DVector<T>;
    type Velocity = DVector<T>;
    type Holonomic = DVector<T>;
    type Nonholonomic = DVector<T>;
    type States = DVector<T>;
    type Outputs = DVector<T>;
    type Switches = DVector<T>;
    type TimeCache = TapeTimeCache<T>;
    type PositionCache = TapePositionCache<T>;
    type VelocityCache = TapeValues<T>;
    type StiffnessCache = TapeValues<T>;
    type SaddleFactors = TapeFactors<T>;
    type Factors = TapeFactors<T>;
    type With<S: Real> = Tape<S, K>;

    const FLAGS: Flags = Flags {
        holonomic: K::CONSTRAINED,
        nonholonomic: K::CONSTRAINED,
        redundant: K::CONSTRAINED,
        states: K::STATES,
        velocity_dependent: K::VELOCITY_DEPENDENT,
        constant_mass: false,
        symmetric_mass: false,
        borders_move: K::CONSTRAINED,
        linear_reactions: !K::CONSTRAINED,
        time_explicit: true,
        vector_space: K::VECTOR_SPACE,
        smooth: false,
        analytic: true,
        ..Flags::GENERAL
    };

    /// Those of emitted code; `FLAGS` hold for every program of the kind.
    fn flags(&self) -> Flags {
        let Program { flags, states, rotations, holonomic_names, nonholonomic_names, .. } = &*self.program;
        Flags {
            holonomic: !holonomic_names.is_empty(),
            nonholonomic: !nonholonomic_names.is_empty(),
            redundant: self.program.redundancy() > 0,
            own_reaction: flags.own_reaction,
            states: !states.is_empty(),
            velocity_dependent: flags.velocity_dependent,
            constant_mass: flags.constant_mass,
            symmetric_mass: flags.symmetric_mass,
            singular_mass: flags.singular_mass,
            borders_move: flags.borders_move,
            linear_reactions: flags.linear_reactions,
            time_explicit: flags.time_explicit || self.is_driven(),
            vector_space: rotations.is_empty(),
            smooth: flags.smooth,
            analytic: Self::FLAGS.analytic,
        }
    }

    fn sizes(&self) -> Sizes {
        let program = &self.program;
        Sizes {
            coordinates: program.coordinates.len(),
            velocities: program.velocities.len(),
            turns: program.turns.outputs.len(),
            holonomic: program.holonomic_names.len(),
            nonholonomic: program.nonholonomic_names.len(),
            redundancy: program.redundancy(),
            states: program.states.len(),
            inputs: program.inputs.len(),
            outputs: program.output_names.len(),
            parameters: program.parameters.len(),
            switches: program.switch_names.len(),
            sides: program.sides,
        }
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn with_scalar<S: Real>(&self, lift: &dyn Fn(T) -> S) -> Tape<S, K> {
        let all = |values: &[T]| -> Vec<S> { values.iter().map(|&x| lift(x)).collect() };
        let vector = |values: &DVector<T>| DVector::from_vec(all(values.as_slice()));
        Tape {
            program: self.program.clone(),
            names: self.names.clone(),
            grips: self.grips.clone(),
            codes: Arc::new(Codes::<Code<S>>::new(&self.program, ())),
            constants: all(&self.constants),
            inputs: all(&self.inputs),
            // Known in one scalar only.
            driver: None,
            start: (vector(&self.start.0), vector(&self.start.1), vector(&self.start.2)),
            reactions: (vector(&self.reactions.0), vector(&self.reactions.1)),
            saddle_limits: self.saddle_limits.clone(),
            limits: self.limits.clone(),
            redundant: self.redundant.clone(),
            opening: self.opening.clone(),
            registers: Mutex::default(),
            kind: PhantomData,
        }
    }

    fn held(&self, t: T) -> Self {
        let inputs = self.driver.as_ref().map(|driver| self.inputs_of(&driver.0(t)));
        let inputs = inputs.map(|inputs| self.with_sides(&inputs));
        Self { inputs: inputs.unwrap_or_else(|| self.inputs.clone()), driver: None, ..self.clone() }
    }

    fn undefined_input(&self, t: T) -> Option<usize> {
        let driven = self.driver.as_ref().map(|driver| driver.0(t));
        let inputs = driven.as_deref().unwrap_or(&self.inputs[..self.program.inputs.len()]);
        inputs.iter().position(|u| !u.is_finite())
    }

    fn position_cache(&self) -> TapePositionCache<T> {
        let lengths = self.program.lengths;
        let zeros = |n: usize| vec![T::zero(); n];
        let now = TapeTimeCache { t: T::zero(), u: self.inputs.clone(), values: zeros(lengths.now) };
        TapePositionCache { now, q: zeros(self.program.coordinates.len()), values: zeros(lengths.placed) }
    }

    fn velocity_cache(&self) -> TapeValues<T> {
        TapeValues { values: vec![T::zero(); self.program.lengths.moving] }
    }

    fn stiffness_cache(&self) -> TapeValues<T> {
        TapeValues { values: vec![T::zero(); self.program.lengths.stiffness] }
    }

    fn saddle_factors(&self) -> TapeFactors<T> {
        self.empty_factors(&self.program.saddle)
    }

    fn factors(&self) -> TapeFactors<T> {
        self.empty_factors(&self.program.bordered)
    }

    fn now(&self, t: T) -> TapeTimeCache<T> {
        match &self.driver {
            Some(Driver(inputs)) => self.now_with(t, &inputs(t)),
            None => self.now_with(t, &self.inputs),
        }
    }

    fn grips(&self) -> &[Grip] {
        &self.grips
    }

    fn hold(&mut self, sides: &[f64]) {
        let inputs = self.program.inputs.len();
        for (held, side) in self.inputs[inputs..].iter_mut().zip(sides) {
            *held = T::exact(*side);
        }
    }

    fn place(&self, now: &TapeTimeCache<T>, q: &DVector<T>, at: &mut TapePositionCache<T>) {
        at.now.clone_from(now);
        at.q.copy_from_slice(q.as_slice());
        let frame = Frame { now: Some(now), position: q.as_slice(), ..Frame::of_constants(&self.constants) };
        self.run(&self.codes.place, &frame, &mut at.values);
    }

    fn advance(&self, q: &mut DVector<T>, by: &DVector<T>, carry: &mut DVector<T>) {
        if self.codes.turns.len() == 0 {
            return self.displace(q, by, carry);
        }
        let parts = turns::parts(by.as_slice(), &self.program.turning);
        if parts > 1 {
            let (mut passing, mut part) = (q.clone(), by.clone());
            turns::share(part.as_mut_slice(), parts);
            for _ in 1..parts {
                self.displace(&mut passing, &part, &mut Vector::zeros(by.len()));
                self.wind(&mut passing);
            }
            let first = self.program.first_turn();
            q.as_mut_slice()[first..].copy_from_slice(&passing.as_slice()[first..]);
        }
        self.displace(q, by, carry);
        self.wind(q);
    }

    fn wind(&self, q: &mut DVector<T>) {
        let code = &self.codes.turns;
        if code.len() == 0 {
            return;
        }
        let first = self.program.first_turn();
        // The routine reads what it writes.
        let mut counted = Registers::lent(&self.registers, Registers::take_counted);
        counted.resize(code.len(), T::zero());
        let frame = Frame { position: q.as_slice(), ..Frame::of_constants(&self.constants) };
        self.run(code, &frame, &mut counted);
        q.as_mut_slice()[first..].copy_from_slice(&counted);
        Registers::lent(&self.registers, |registers| registers.give_back(counted));
    }

    fn difference(&self, from: &DVector<T>, to: &DVector<T>, out: &mut DVector<T>) {
        let (from, to, out) = (from.as_slice(), to.as_slice(), out.as_mut_slice());
        for &(at, v, n) in &self.codes.plain_runs {
            rotations::subtract(from, to, at, out, v, n);
        }
        for &(at, v) in &self.program.rotations {
            rotations::difference(from, to, at, out, v);
        }
    }

    fn dexp(&self, by: &DVector<T>, w: &DVector<T>, out: &mut DVector<T>) {
        Vector::copy_from(out, w);
        for &(_, v) in &self.program.rotations {
            rotations::dexp(by.as_slice(), w.as_slice(), out.as_mut_slice(), v);
        }
    }

    fn dexp_inverse(&self, by: &DVector<T>, w: &DVector<T>, out: &mut DVector<T>) {
        Vector::copy_from(out, w);
        for &(_, v) in &self.program.rotations {
            rotations::dexp_inverse(by.as_slice(), w.as_slice(), out.as_mut_slice(), v);
        }
    }

    fn bracket(&self, u: &DVector<T>, w: &DVector<T>, out: &mut DVector<T>) {
        Vector::fill(out, T::zero());
        for &(_, v) in &self.program.rotations {
            rotations::bracket(u.as_slice(), w.as_slice(), out.as_mut_slice(), v);
        }
    }

    fn mass_times(&self, at: &TapePositionCache<T>, a: &DVector<T>, out: &mut DVector<T>) {
        let frame = Frame { acceleration: a.as_slice(), ..self.frame(at) };
        self.run(&self.codes.mass_times, &frame, out.as_mut_slice());
    }

    fn applied_force(&self, at: &TapePositionCache<T>, v: &DVector<T>, y: &DVector<T>, out: &mut DVector<T>) {
        let frame = Frame { velocity: v.as_slice(), state: y.as_slice(), ..self.frame(at) };
        self.run(&self.codes.applied_force, &frame, out.as_mut_slice());
    }

    fn force(
        &self,
        at: &TapePositionCache<T>,
        v: &DVector<T>,
        y: &DVector<T>,
        reactions: (&DVector<T>, &DVector<T>),
        out: &mut DVector<T>,
    ) {
        let frame = self.moving_frame(at, v, y, reactions);
        self.run(&self.codes.force, &frame, out.as_mut_slice());
    }

    fn residual(
        &self,
        at: &TapePositionCache<T>,
        v: &DVector<T>,
        y: &DVector<T>,
        a: &DVector<T>,
        reactions: (&DVector<T>, &DVector<T>),
        out: &mut DVector<T>,
    ) {
        let frame = Frame { acceleration: a.as_slice(), ..self.moving_frame(at, v, y, reactions) };
        self.run(&self.codes.residual, &frame, out.as_mut_slice());
    }

    fn reaction_force(
        &self,
        at: &TapePositionCache<T>,
        moving: &TapeValues<T>,
        reactions: (&DVector<T>, &DVector<T>),
        out: &mut DVector<T>,
    ) {
        let frame = Frame {
            holonomic: reactions.0.as_slice(),
            nonholonomic: reactions.1.as_slice(),
            moving: &moving.values,
            ..self.frame(at)
        };
        self.run(&self.codes.reaction_force, &frame, out.as_mut_slice());
    }

    fn holonomic(&self, at: &TapePositionCache<T>, out: &mut DVector<T>) {
        self.run(&self.codes.holonomic, &self.frame(at), out.as_mut_slice());
    }

    fn holonomic_rate(&self, at: &TapePositionCache<T>, v: &DVector<T>, out: &mut DVector<T>) {
        let frame = Frame { velocity: v.as_slice(), ..self.frame(at) };
        self.run(&self.codes.holonomic_rate, &frame, out.as_mut_slice());
    }

    fn nonholonomic(&self, at: &TapePositionCache<T>, v: &DVector<T>, out: &mut DVector<T>) {
        let frame = Frame { velocity: v.as_slice(), ..self.frame(at) };
        self.run(&self.codes.nonholonomic, &frame, out.as_mut_slice());
    }

    fn acceleration_bias(
        &self,
        at: &TapePositionCache<T>,
        v: &DVector<T>,
        out: (&mut DVector<T>, &mut DVector<T>),
    ) {
        let frame = Frame { velocity: v.as_slice(), ..self.frame(at) };
        let code = &self.codes.acceleration_bias;
        code.run(&frame, &self.registers, out.0.as_mut_slice(), out.1.as_mut_slice());
    }

    fn moving(
        &self,
        at: &TapePositionCache<T>,
        v: &DVector<T>,
        y: &DVector<T>,
        reactions: (&DVector<T>, &DVector<T>),
        out: &mut TapeValues<T>,
    ) {
        self.run(&self.codes.moving, &self.moving_frame(at, v, y, reactions), &mut out.values);
    }

    fn stiffness(
        &self,
        at: &TapePositionCache<T>,
        v: &DVector<T>,
        y: &DVector<T>,
        a: &DVector<T>,
        reactions: (&DVector<T>, &DVector<T>),
        out: &mut TapeValues<T>,
    ) {
        let frame = Frame { acceleration: a.as_slice(), ..self.moving_frame(at, v, y, reactions) };
        self.run(&self.codes.stiffness, &frame, &mut out.values);
    }

    fn state_rates(&self, at: &TapePositionCache<T>, v: &DVector<T>, y: &DVector<T>, out: &mut DVector<T>) {
        let frame = Frame { velocity: v.as_slice(), state: y.as_slice(), ..self.frame(at) };
        self.run(&self.codes.state_rates, &frame, out.as_mut_slice());
    }

    fn outputs(
        &self,
        at: &TapePositionCache<T>,
        v: &DVector<T>,
        y: &DVector<T>,
        a: &DVector<T>,
        reactions: (&DVector<T>, &DVector<T>),
        out: &mut DVector<T>,
    ) {
        let frame = Frame { acceleration: a.as_slice(), ..self.moving_frame(at, v, y, reactions) };
        self.run(&self.codes.outputs, &frame, out.as_mut_slice());
    }

    fn switches(&self, at: &TapePositionCache<T>, v: &DVector<T>, y: &DVector<T>, out: &mut DVector<T>) {
        let frame = Frame { velocity: v.as_slice(), state: y.as_slice(), ..self.frame(at) };
        self.run(&self.codes.switches, &frame, out.as_mut_slice());
    }

    fn ranges(
        &self,
        at: &TapePositionCache<T>,
        v: &DVector<T>,
        y: &DVector<T>,
        a: &DVector<T>,
        reactions: (&DVector<T>, &DVector<T>),
        out: &mut [[T; 3]],
    ) {
        let frame = Frame { acceleration: a.as_slice(), ..self.moving_frame(at, v, y, reactions) };
        self.run(&self.codes.ranges, &frame, out.as_flattened_mut());
    }

    fn mass_matrix(&self, at: &TapePositionCache<T>, out: &mut [T]) {
        self.run(&self.codes.mass_matrix, &self.frame(at), out);
    }

    fn damping_matrix(&self, at: &TapePositionCache<T>, moving: &TapeValues<T>, out: &mut [T]) {
        let frame = Frame { moving: &moving.values, ..self.frame(at) };
        self.run(&self.codes.damping_matrix, &frame, out);
    }

    fn stiffness_matrix(&self, at: &TapePositionCache<T>, stiffness: &TapeValues<T>, out: &mut [T]) {
        let frame = Frame { stiffness: &stiffness.values, ..self.frame(at) };
        self.run(&self.codes.stiffness_matrix, &frame, out);
    }

    fn constraint_jacobian(&self, at: &TapePositionCache<T>, out: &mut [T]) {
        self.run(&self.codes.constraint_jacobian, &self.frame(at), out);
    }

    fn velocity_jacobian(&self, at: &TapePositionCache<T>, moving: &TapeValues<T>, out: &mut [T]) {
        let frame = Frame { moving: &moving.values, ..self.frame(at) };
        self.run(&self.codes.velocity_jacobian, &frame, out);
    }

    fn factor_saddle(
        &self,
        mass: &TapePositionCache<T>,
        columns: &TapePositionCache<T>,
        rows: &TapePositionCache<T>,
        moving: &TapeValues<T>,
        into: &mut TapeFactors<T>,
    ) {
        let frame = Frame {
            mass: Some(mass),
            columns: Some(columns),
            rows: Some(rows),
            moving: &moving.values,
            ..Frame::of_constants(&self.constants)
        };
        self.factor_with(&self.codes.saddle, &self.saddle_limits, &frame, into);
    }

    fn solve_saddle(
        &self,
        factors: &TapeFactors<T>,
        a: &mut DVector<T>,
        l: &mut DVector<T>,
        p: &mut DVector<T>,
    ) -> Result<Fallback, Singular> {
        self.solve_with(&self.codes.saddle, factors, [a, l, p])
    }

    fn factor(&self, weights: Weights<T>, blocks: Blocks<'_, Self>, into: &mut TapeFactors<T>) {
        let zeros;
        let stiffness = match blocks.stiffness {
            Some(stiffness) => &stiffness.values,
            None => {
                zeros = self.stiffness_cache().values;
                &zeros
            }
        };
        let frame = Frame {
            mass: Some(blocks.mass),
            columns: Some(blocks.columns),
            rows: Some(blocks.rows),
            moving: &blocks.moving.values,
            stiffness,
            weights: &weights.to_array(),
            ..Frame::of_constants(&self.constants)
        };
        self.factor_with(&self.codes.bordered, &self.limits, &frame, into);
    }

    fn solve(
        &self,
        factors: &TapeFactors<T>,
        a: &mut DVector<T>,
        l: &mut DVector<T>,
        p: &mut DVector<T>,
    ) -> Result<Fallback, Singular> {
        self.solve_with(&self.codes.bordered, factors, [a, l, p])
    }

    fn assembly(&self) -> AssemblyFacts<'_> {
        let Some(assembly) = &self.program.assembly else { return AssemblyFacts::default() };
        AssemblyFacts {
            position_tolerances: &assembly.position_tolerances,
            velocity_tolerances: &assembly.velocity_tolerances,
            condition_tolerances: &assembly.condition_tolerances,
            rotations: &self.program.rotations,
            turns: &assembly.turns,
            guards: &assembly.guards,
            deviations: assembly.deviation_names.len(),
            cosines: assembly.cosines,
            conditions: &self.opening.conditions,
            position_conditions: self.program.position_conditions,
            closures: assembly.closures.iter().map(|closure| closure.position.as_slice()).collect(),
        }
    }

    fn assembly_measures(&self, at: &TapePositionCache<T>, out: &mut [T]) {
        if let Some(assembly) = &self.codes.assembly {
            self.run(&assembly.measures, &self.frame(at), out);
        }
    }

    fn assembly_cosines(&self, at: &TapePositionCache<T>, out: &mut [T]) {
        if let Some(assembly) = &self.codes.assembly {
            self.run(&assembly.guarding, &self.frame(at), out);
        }
    }

    fn assembly_conditions(&self, at: &TapePositionCache<T>, v: &DVector<T>, out: &mut [T]) {
        let frame = Frame { velocity: v.as_slice(), ..self.frame(at) };
        self.run(&self.codes.conditions, &frame, out);
    }

    fn orientation_cosines(&self, at: &TapePositionCache<T>, out: &mut [T]) {
        if let Some(assembly) = &self.codes.assembly {
            self.run(&assembly.orientation, &self.frame(at), out);
        }
    }

    fn initial(&self) -> (DVector<T>, DVector<T>, DVector<T>) {
        self.start.clone()
    }

    fn initial_reactions(&self) -> (DVector<T>, DVector<T>) {
        self.reactions.clone()
    }
}

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Energetic for Tape<T, K, E> {
    /// Zero where the description has no energies; see [`Tape::has_energy`].
    fn energy(&self, at: &TapePositionCache<T>, v: &DVector<T>, y: &DVector<T>) -> (T, T) {
        let mut both = [T::zero(); 2];
        if let Some(code) = &self.codes.energy {
            let frame = Frame { velocity: v.as_slice(), state: y.as_slice(), ..self.frame(at) };
            self.run(code, &frame, &mut both);
        }
        (both[0], both[1])
    }
}

impl<T: Real, K: Kind, E: Executor<Scalar = T>> WithInputs for Tape<T, K, E> {
    type Inputs = Vec<T>;

    fn now_with(&self, t: T, inputs: &Vec<T>) -> TapeTimeCache<T> {
        let mut values = vec![T::zero(); self.program.lengths.now];
        let at = TapeTimeCache { t, u: self.with_sides(inputs), values: Vec::new() };
        let frame = Frame { now: Some(&at), ..Frame::of_constants(&self.constants) };
        self.run(&self.codes.now, &frame, &mut values);
        TapeTimeCache { values, ..at }
    }

    fn inputs(&self) -> Vec<T> {
        self.inputs[..self.program.inputs.len()].to_vec()
    }

    /// Missing inputs are zero, superfluous ones are ignored.
    fn set_inputs(&mut self, inputs: Vec<T>) {
        self.inputs = self.with_sides(&inputs);
    }

    fn inputs_of(&self, values: &[T]) -> Vec<T> {
        let mut inputs = values.to_vec();
        inputs.resize(self.program.inputs.len(), T::zero());
        inputs
    }

    fn input_values(&self, inputs: &Vec<T>) -> Vec<T> {
        inputs.clone()
    }
}
