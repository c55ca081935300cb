//! Parameters of a tape: declared values, settings by name, and the build.

use crate::code::{Code, Registers};
use crate::codes::Codes;
use crate::executor::Executor;
use crate::frame::Frame;
use crate::kind::Any;
use crate::opening::Opening;
use crate::tape::Tape;
use linkwork::__private::{
    Given, assemble_model, check_body, check_parameter, pivot_limits, redundant_weights,
};
use linkwork::{Error, Grip, Named, Names};
use linkwork_compiler::Program;
use linkwork_compiler::plan;
use nalgebra::DVector;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex};

/// Parameters of a tape, by name; the counterpart of the emitted parameter struct.
#[derive(Clone, Debug)]
pub struct TapeParameters {
    program: Arc<Program>,
    names: Arc<Names>,
    values: Vec<f64>,
}

impl TapeParameters {
    /// The declared values.
    pub fn new(program: Program) -> Self {
        let mut values: Vec<f64> = Vec::new();
        let mut registers = Registers::default();
        for default in &program.defaults {
            let frame = Frame { parameters: &values, ..Frame::of_constants(&[]) };
            let mut value = [0.0];
            Code::<f64>::new(default).interpret(&frame, &mut registers, [&mut value, &mut []]);
            values.push(value[0]);
        }
        let names = Arc::new(names(&program));
        Self { program: Arc::new(program), names, values }
    }

    /// The user's names.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The program that will run.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The value of a parameter, `None` if there is none of that name.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.index(name).map(|i| self.values[i])
    }

    /// Sets a parameter; `false` if there is none of that name.
    pub fn set(&mut self, name: &str, value: f64) -> bool {
        match self.index(name) {
            Some(i) => {
                self.values[i] = value;
                true
            }
            None => false,
        }
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.program.parameters.iter().position(|p| p.name == name)
    }

    /// Checks the parameters, computes what depends on them alone, and assembles the initial state.
    ///
    /// # Errors
    /// A function in Rust, a parameter that is not finite, or an initial state that cannot be assembled.
    pub fn build(self) -> Result<Tape<f64>, Error> {
        self.build_with(())
    }

    /// The same with routines that something else than the interpreter runs.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub fn build_with<E>(self, options: E::Options) -> Result<Tape<f64, Any, E>, Error>
    where
        E: Executor<Scalar = f64>,
    {
        if let Some(function) = self.program.functions.first() {
            let reason = "it is written in Rust; generate code for the mechanism instead".to_owned();
            return Err(Error::Setting { what: "function", value: function.clone(), reason });
        }
        let codes = Arc::new(Codes::<E>::new(&self.program, options));
        self.build_of(codes)
    }

    /// The same with routines that are there already.
    fn build_of<E: Executor<Scalar = f64>>(self, codes: Arc<Codes<E>>) -> Result<Tape<f64, Any, E>, Error> {
        for (parameter, value) in self.program.parameters.iter().zip(&self.values) {
            check_parameter(&self.program.name, &parameter.name, *value)?;
        }
        let registers = Mutex::default();
        let frame = Frame { parameters: &self.values, ..Frame::of_constants(&[]) };
        let mut checked = vec![0.0; codes.checks.len()];
        codes.checks.run(&frame, &registers, &mut checked, &mut []);
        for (rule, &value) in self.program.check_rules.iter().zip(&checked) {
            check_body(&self.program.name, &rule.message, value, rule.strict)?;
        }
        let mut constants = vec![0.0; codes.constants.len()];
        codes.constants.run(&frame, &registers, &mut constants, &mut []);
        let mut initial = vec![0.0; codes.initial.len()];
        codes.initial.run(&frame, &registers, &mut initial, &mut []);
        let (n, nv) = (self.program.coordinates.len(), self.program.velocities.len());
        let part = |from: usize, to: usize| DVector::from_column_slice(&initial[from..to]);
        let y = n + nv + self.program.states.len();
        let l = y + self.program.holonomic_names.len();
        let guess = (part(0, n), part(n, n + nv), part(n + nv, y));
        let size = self.program.order();
        let (position, velocity) = (guess.0.as_slice().to_vec(), guess.1.as_slice().to_vec());
        let mut opening = Opening { guess: position, velocity, ..Opening::of(&self.program) };
        opening.reference = match &codes.assembly {
            Some(assembly) => {
                let mut reference = vec![0.0; n];
                assembly.reference.run(&frame, &registers, &mut reference, &mut []);
                reference
            }
            None => opening.guess.clone(),
        };
        let mut tape = Tape {
            inputs: vec![0.0; self.program.held()],
            driver: None,
            program: self.program.clone(),
            names: self.names.clone(),
            grips: self.program.grips.iter().map(grip).collect(),
            codes,
            constants,
            start: guess.clone(),
            reactions: (part(y, l), part(l, initial.len())),
            saddle_limits: vec![0.0; size],
            limits: vec![0.0; size],
            redundant: vec![0.0; self.program.lengths.redundant],
            opening: Arc::new(opening),
            registers,
            kind: PhantomData,
        };
        let given =
            Given { positions: &self.program.given_positions, velocities: &self.program.given_velocities };
        let reference = DVector::from_column_slice(&tape.opening.reference);
        let start = assemble_model(&tape, guess, &reference, given)?;
        tape.start = start;
        let (mut saddle_limits, mut limits) = (tape.saddle_limits.clone(), tape.limits.clone());
        pivot_limits(&tape, &tape.codes.saddle.order, &mut saddle_limits);
        pivot_limits(&tape, &tape.codes.bordered.order, &mut limits);
        (tape.saddle_limits, tape.limits) = (saddle_limits, limits);
        let mut redundant = tape.redundant.clone();
        redundant_weights(&tape, tape.program.redundancy(), &mut redundant);
        tape.redundant = redundant;
        Ok(tape)
    }
}

impl<E: Executor<Scalar = f64>> Tape<f64, Any, E> {
    /// The same mechanism with other values of all parameters, in the order of its names, and with the same inputs. It shares the
    /// routines, native code among them: nothing is compiled again.
    ///
    /// # Errors
    /// Another number of values, a parameter that is not finite, or an initial state that cannot be assembled.
    pub fn with_parameters(&self, values: &[f64]) -> Result<Self, Error> {
        let wanted = self.program.parameters.len();
        if values.len() != wanted {
            let reason = format!("the mechanism has {wanted} parameters");
            return Err(Error::Setting {
                what: "number of parameters",
                value: values.len().to_string(),
                reason,
            });
        }
        let parameters = TapeParameters {
            program: self.program.clone(),
            names: self.names.clone(),
            values: values.to_vec(),
        };
        let mut tape = parameters.build_of(self.codes.clone())?;
        tape.inputs.clone_from(&self.inputs);
        tape.driver.clone_from(&self.driver);
        Ok(tape)
    }
}

fn names(program: &Program) -> Names {
    let of = |named: &[plan::Named]| -> Cow<'static, [Named]> {
        let owned =
            |n: &plan::Named| Named { name: Cow::Owned(n.name.clone()), unit: Cow::Owned(n.unit.clone()) };
        named.iter().map(owned).collect::<Vec<_>>().into()
    };
    Names {
        mechanism: Cow::Owned(program.name.clone()),
        coordinates: of(&program.coordinates),
        velocities: of(&program.velocities),
        holonomic: of(&program.holonomic_names),
        nonholonomic: of(&program.nonholonomic_names),
        states: of(&program.states),
        inputs: of(&program.inputs),
        outputs: of(&program.output_names),
        parameters: of(&program.parameters),
        switches: of(&program.switch_names),
        coincidences: of(&program.coincidence_names),
        ranges: of(&program.range_names),
        contacts: of(&program.contact_names),
    }
}

fn grip(planned: &plan::Grip) -> Grip {
    let &plan::Grip { velocity, count, side, held, effort, limit, lifts } = planned;
    Grip { velocity, count, side, held, effort, limit, lifts }
}
