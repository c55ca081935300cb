//! The equations of motion.

use crate::bodies::placed;
use crate::executor::Executor;
use crate::frame::{Array, FrameAtRest, MovingFrame};
use crate::kind::Kind;
use crate::states::{TapePositionCache, TapeTimeCache, TapeValues, copy_into};
use crate::tape::{Driver, Tape};
use linkwork::trees::Constraints;
use linkwork::{Energetic, Evaluate, Real, WithInputs};
use nalgebra::DVector;

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Evaluate for Tape<T, K, E> {
    type TimeCache = TapeTimeCache<T>;
    type PositionCache = TapePositionCache<T>;
    type VelocityCache = TapeValues<T>;
    type StiffnessCache = TapeValues<T>;
    fn position_cache(&self) -> TapePositionCache<T> {
        let lengths = self.program.lengths;
        let now =
            TapeTimeCache { t: T::zero(), u: self.inputs.clone(), values: vec![T::zero(); lengths.now] };
        TapePositionCache {
            now,
            q: self.cached(self.program.coordinates.len()),
            values: self.cached(lengths.placed),
            closing: None,
        }
    }
    fn velocity_cache(&self) -> TapeValues<T> {
        TapeValues { values: self.cached(self.program.lengths.moving), closing: Vec::new() }
    }
    fn stiffness_cache(&self) -> TapeValues<T> {
        TapeValues { values: self.cached(self.program.lengths.stiffness), closing: Vec::new() }
    }
    fn now(&self, t: T) -> TapeTimeCache<T> {
        match &self.driver {
            Some(Driver(inputs)) => self.now_with(t, &inputs(t)),
            None => self.now_with(t, &self.inputs),
        }
    }
    fn now_into(&self, t: T, now: &mut TapeTimeCache<T>) {
        if self.driver.is_some() {
            *now = self.now(t);
            return;
        }
        now.t = t;
        copy_into(&self.inputs, &mut now.u);
        if self.program.lengths.now > 0 {
            let mut values = core::mem::take(&mut now.values);
            let frame = FrameAtRest::at_rest(&self.constants).at_time(now);
            self.run(&self.codes.now, &frame, &mut values);
            now.values = values;
        }
    }
    fn place(&self, now: &TapeTimeCache<T>, q: &DVector<T>, at: &mut TapePositionCache<T>) {
        at.now.clone_from(now);
        copy_into(q.as_slice(), &mut at.q);
        if let Some(bodies) = self.bodies() {
            if let Some(closed) = &self.closing {
                closed.place(now, q.as_slice(), &mut at.closing);
            }
            return bodies.place(q.as_slice(), &mut at.values);
        }
        let frame = FrameAtRest::at_rest(&self.constants).at_time(now).at(q.as_slice());
        self.run(&self.codes.place, &frame, &mut at.values);
    }
    fn mass_times(&self, at: &TapePositionCache<T>, a: &DVector<T>, out: &mut DVector<T>) {
        if let Some(bodies) = self.bodies() {
            return bodies.mass_times(placed(at), a.as_slice(), out.as_mut_slice());
        }
        let frame = self.frame_at_rest(at).with(Array::Acceleration, a.as_slice());
        self.run(&self.codes.mass_times, &frame, out.as_mut_slice());
    }
    fn applied_force(&self, at: &TapePositionCache<T>, v: &DVector<T>, y: &DVector<T>, out: &mut DVector<T>) {
        if let Some(bodies) = self.bodies() {
            return bodies.force(&self.acting(&at.now), placed(at), v.as_slice(), out.as_mut_slice());
        }
        let frame = self.frame(at).with(Array::Velocity, v.as_slice()).with(Array::State, y.as_slice());
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
        if let Some(bodies) = self.bodies() {
            bodies.force(&self.acting(&at.now), placed(at), v.as_slice(), out.as_mut_slice());
            if let Some(closed) = &self.closing {
                closed.add_reaction(at, reactions.0.as_slice(), -T::one(), out.as_mut_slice());
            }
            return;
        }
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
        if let Some(bodies) = self.bodies() {
            bodies.residual(
                &self.acting(&at.now),
                placed(at),
                v.as_slice(),
                Some(a.as_slice()),
                out.as_mut_slice(),
            );
            if let Some(closed) = &self.closing {
                closed.add_reaction(at, reactions.0.as_slice(), T::one(), out.as_mut_slice());
            }
            return;
        }
        let frame = self.moving_frame(at, v, y, reactions).with(Array::Acceleration, a.as_slice());
        self.run(&self.codes.residual, &frame, out.as_mut_slice());
    }
    fn residual_at(
        &self,
        (now, q): (&TapeTimeCache<T>, &DVector<T>),
        v: &DVector<T>,
        y: &DVector<T>,
        a: &DVector<T>,
        reactions: (&DVector<T>, &DVector<T>),
        (at, out): (&mut TapePositionCache<T>, &mut DVector<T>),
    ) {
        let Some(code) = &self.codes.residual_at else {
            self.place(now, q, at);
            return self.residual(at, v, y, a, reactions, out);
        };
        let frame = MovingFrame::moving(&self.constants)
            .at_time(now)
            .at(q.as_slice())
            .with(Array::Velocity, v.as_slice())
            .with(Array::State, y.as_slice())
            .with(Array::Acceleration, a.as_slice());
        self.run(code, &frame, out.as_mut_slice());
    }
    fn reaction_force(
        &self,
        at: &TapePositionCache<T>,
        moving: &TapeValues<T>,
        reactions: (&DVector<T>, &DVector<T>),
        out: &mut DVector<T>,
    ) {
        if let Some(closed) = &self.closing {
            out.fill(T::zero());
            return closed.add_reaction(at, reactions.0.as_slice(), T::one(), out.as_mut_slice());
        }
        let frame = self
            .frame(at)
            .with(Array::Holonomic, reactions.0.as_slice())
            .with(Array::Nonholonomic, reactions.1.as_slice())
            .with(Array::VelocityCache, &moving.values);
        self.run(&self.codes.reaction_force, &frame, out.as_mut_slice());
    }
    fn holonomic(&self, at: &TapePositionCache<T>, out: &mut DVector<T>) {
        if let Some(closed) = &self.closing {
            return closed.holonomic(at, out.as_mut_slice());
        }
        self.run(&self.codes.holonomic, &self.frame_at_rest(at), out.as_mut_slice());
    }
    fn holonomic_rate(&self, at: &TapePositionCache<T>, v: &DVector<T>, out: &mut DVector<T>) {
        if let Some(closed) = &self.closing {
            return closed.holonomic_rate(at, v.as_slice(), out.as_mut_slice());
        }
        let frame = self.frame(at).with(Array::Velocity, v.as_slice());
        self.run(&self.codes.holonomic_rate, &frame, out.as_mut_slice());
    }
    fn nonholonomic(&self, at: &TapePositionCache<T>, v: &DVector<T>, out: &mut DVector<T>) {
        let frame = self.frame(at).with(Array::Velocity, v.as_slice());
        self.run(&self.codes.nonholonomic, &frame, out.as_mut_slice());
    }
    fn acceleration_bias(
        &self,
        at: &TapePositionCache<T>,
        v: &DVector<T>,
        out: (&mut DVector<T>, &mut DVector<T>),
    ) {
        if let Some(closed) = &self.closing {
            return closed.acceleration_bias(at, v.as_slice(), out.0.as_mut_slice());
        }
        let frame = self.frame(at).with(Array::Velocity, v.as_slice());
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
        if let Some(bodies) = self.bodies() {
            return bodies.moving(&self.acting(&at.now), placed(at), v.as_slice(), &mut out.values);
        }
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
        if let Some(bodies) = self.bodies() {
            if let Some(closed) = &self.closing {
                closed.stiffness(at, reactions.0.as_slice(), &mut out.closing);
            }
            return bodies.stiffness(
                &self.acting(&at.now),
                placed(at),
                v.as_slice(),
                a.as_slice(),
                &mut out.values,
            );
        }
        let frame = self.moving_frame(at, v, y, reactions).with(Array::Acceleration, a.as_slice());
        self.run(&self.codes.stiffness, &frame, &mut out.values);
    }
    fn state_rates(&self, at: &TapePositionCache<T>, v: &DVector<T>, y: &DVector<T>, out: &mut DVector<T>) {
        let frame = self.frame(at).with(Array::Velocity, v.as_slice()).with(Array::State, y.as_slice());
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
        if let Some(bodies) = self.bodies() {
            return bodies.signals(
                &self.acting(&at.now),
                placed(at),
                (v.as_slice(), a.as_slice()),
                &[],
                |signals| {
                    let frame = self.frame(at).with(Array::Acceleration, signals);
                    let frame = frame.with(Array::Holonomic, reactions.0.as_slice());
                    self.run(&self.codes.outputs, &frame, out.as_mut_slice());
                },
            );
        }
        let frame = self.moving_frame(at, v, y, reactions).with(Array::Acceleration, a.as_slice());
        self.run(&self.codes.outputs, &frame, out.as_mut_slice());
    }
    fn switches(&self, at: &TapePositionCache<T>, v: &DVector<T>, y: &DVector<T>, out: &mut DVector<T>) {
        let frame = self.frame(at).with(Array::Velocity, v.as_slice()).with(Array::State, y.as_slice());
        let Some(bodies) = self.bodies() else {
            return self.run(&self.codes.switches, &frame, out.as_mut_slice());
        };
        let shared = self.program.switches.outputs.len();
        self.run(&self.codes.switches, &frame, &mut out.as_mut_slice()[..shared]);
        let acting = self.acting(&at.now);
        bodies.switches(&acting, placed(at), v.as_slice(), (shared, out.as_mut_slice()));
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
        if let Some(bodies) = self.bodies() {
            let (of_signals, _) = out.split_at_mut(self.program.ranges.outputs.len() / 3);
            if !of_signals.is_empty() {
                let moving = (v.as_slice(), a.as_slice());
                bodies.signals(&self.acting(&at.now), placed(at), moving, &[], |signals| {
                    let frame = self.frame(at).with(Array::Acceleration, signals);
                    let frame = frame.with(Array::Holonomic, reactions.0.as_slice());
                    self.run(&self.codes.ranges, &frame, of_signals.as_flattened_mut());
                });
            }
            let first = of_signals.len();
            return bodies.ranges(&self.acting(&at.now), placed(at), v.as_slice(), (first, out));
        }
        let frame = self.moving_frame(at, v, y, reactions).with(Array::Acceleration, a.as_slice());
        self.run(&self.codes.ranges, &frame, out.as_flattened_mut());
    }
}

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Energetic for Tape<T, K, E> {
    /// Zero where the description has no energies; see [`Tape::has_energy`].
    fn energy(&self, at: &TapePositionCache<T>, v: &DVector<T>, y: &DVector<T>) -> (T, T) {
        let mut both = [T::zero(); 2];
        if let Some(bodies) = self.bodies() {
            return bodies.energy(&self.acting(&at.now), placed(at), v.as_slice());
        }
        if let Some(code) = &self.codes.energy {
            let frame = self.frame(at).with(Array::Velocity, v.as_slice()).with(Array::State, y.as_slice());
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
        let frame = FrameAtRest::at_rest(&self.constants).at_time(&at);
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
