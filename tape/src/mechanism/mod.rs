//! The contract, interpreted: one routine for each method, the traits by role.

mod assemble;
mod dense;
mod evaluate;
mod manifold;
mod solve;

use crate::codes::Codes;
use crate::executor::Executor;
use crate::kind::Kind;
use crate::partials::has_all_lengths;
use crate::tape::Tape;
use linkwork::{Described, Flags, Grip, Mechanism, Names, Real, Sizes, Space, WithInputs};
use linkwork_compiler::Program;
use nalgebra::DVector;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex};

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Space for Tape<T, K, E> {
    type Scalar = T;
    type Configuration = DVector<T>;
    type Velocity = DVector<T>;
    type Holonomic = DVector<T>;
    type Nonholonomic = DVector<T>;
    type States = DVector<T>;
    type Outputs = DVector<T>;
    type Switches = DVector<T>;
}

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Described for Tape<T, K, E> {
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
        // Functions in Rust may have no pointers for series.
        analytic: false,
        ..Flags::GENERAL
    };
    /// Those of emitted code; `FLAGS` hold for every program of the kind.
    #[inline]
    fn flags(&self) -> Flags {
        self.flags
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
    fn grips(&self) -> &[Grip] {
        &self.grips
    }
    fn recurring(&self) -> &[usize] {
        &self.program.recurring
    }
    fn waves(&self) -> &[usize] {
        &self.program.waves
    }
}

/// Those of emitted code, without inputs as a function of time. Functions in Rust may be registered for f64 only.
pub(crate) fn flags<E: Executor>(program: &Program, codes: &Codes<E>) -> Flags {
    let Program { flags, states, rotations, holonomic_names, nonholonomic_names, .. } = program;
    Flags {
        holonomic: !holonomic_names.is_empty(),
        nonholonomic: !nonholonomic_names.is_empty(),
        redundant: program.redundancy() > 0,
        own_reaction: flags.own_reaction,
        states: !states.is_empty(),
        velocity_dependent: flags.velocity_dependent,
        constant_mass: flags.constant_mass,
        symmetric_mass: flags.symmetric_mass,
        singular_mass: flags.singular_mass,
        borders_move: flags.borders_move,
        linear_reactions: flags.linear_reactions,
        time_explicit: flags.time_explicit,
        vector_space: rotations.is_empty(),
        smooth: flags.smooth,
        analytic: codes.analytic(),
    }
}

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Mechanism for Tape<T, K, E> {
    type With<S: Real> = Tape<S, K>;
    const SERIES_OF_ALL_LENGTHS: bool = has_all_lengths::<T>();
    fn with_scalar<S: Real>(&self, lift: &dyn Fn(T) -> S) -> Tape<S, K> {
        let all = |values: &[T]| -> Vec<S> { values.iter().map(|&x| lift(x)).collect() };
        let vector = |values: &DVector<T>| DVector::from_vec(all(values.as_slice()));
        let codes = self.codes.lifted::<S>(&self.program);
        Tape {
            program: self.program.clone(),
            names: self.names.clone(),
            grips: self.grips.clone(),
            // Inputs as a function of time are dropped.
            flags: flags(&self.program, &codes),
            codes,
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
            known: self.known.clone(),
            registers: Mutex::default(),
            bodies: self.bodies.as_ref().map(|bodies| Arc::new(bodies.lifted(lift))),
            closing: self.closing.as_ref().map(|closed| Arc::new(closed.lifted(lift))),
            kind: PhantomData,
        }
    }
    fn held(&self, t: T) -> Self {
        let inputs = self.driver.as_ref().map(|driver| self.inputs_of(&driver.0(t)));
        let inputs = inputs.map(|inputs| self.with_sides(&inputs));
        let (inputs, flags) =
            (inputs.unwrap_or_else(|| self.inputs.clone()), flags(&self.program, &self.codes));
        Self { inputs, driver: None, flags, ..self.clone() }
    }
    fn undefined_input(&self, t: T) -> Option<usize> {
        let driven = self.driver.as_ref().map(|driver| driver.0(t));
        let inputs = driven.as_deref().unwrap_or(&self.inputs[..self.program.inputs.len()]);
        inputs.iter().position(|u| !u.is_finite())
    }
    fn hold(&mut self, sides: &[f64]) {
        let inputs = self.program.inputs.len();
        for (held, side) in self.inputs[inputs..].iter_mut().zip(sides) {
            *held = T::exact(*side);
        }
    }
}
