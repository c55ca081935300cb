//! Parameters of a tape: declared values, settings by name, and the build.

use crate::bodies::{layout, numbers};
use crate::closed::Closed;
use crate::code::{Code, Registers};
use crate::codes::Codes;
use crate::executor::Executor;
use crate::frame::{Array, Frame};
use crate::functions::{Functions, Linker};
use crate::kind::Any;
use crate::mechanism::flags;
use crate::opening::{Guess, Opening};
use crate::packs::Routines;
use crate::tape::Tape;
use linkwork::__private::{
    Given, assemble_model_at, assembled_alone, check_body, check_parameter, pivot_limits, redundant_weights,
};
use linkwork::trees::Tree;
use linkwork::{Error, Grip, Names, Real};
use linkwork_compiler::Program;
use linkwork_compiler::plan::{self, Freedom};
use nalgebra::DVector;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex};

/// Parameters of a tape, by name; the counterpart of the emitted parameter struct.
#[derive(Clone, Debug)]
pub struct TapeParameters {
    pub(crate) program: Arc<Program>,
    names: Arc<Names>,
    pub(crate) values: Vec<f64>,
    /// What redundant constraints mean at other values than the declared ones, with these.
    pub(crate) determined: Option<(Vec<f64>, Arc<Freedom>)>,
    pub(crate) functions: Functions,
}

/// The declared values of the parameters.
pub(crate) fn declared(program: &Program, registers: &mut Registers<f64>) -> Vec<f64> {
    let mut values: Vec<f64> = Vec::new();
    for default in &program.defaults {
        let frame = Frame::of_constants(&[]).with(Array::Parameters, &values);
        let mut value = [0.0];
        Code::<f64>::new(default).interpret(&frame, registers, [&mut value, &mut []]);
        values.push(value[0]);
    }
    values
}

impl TapeParameters {
    /// The declared values.
    pub fn new(program: Program) -> Self {
        let values = declared(&program, &mut Registers::default());
        let names = Arc::new(names(&program));
        Self { program: Arc::new(program), names, values, determined: None, functions: Functions::default() }
    }

    /// The same with pointers for the functions that the description declares in Rust.
    pub fn with_functions(self, functions: Functions) -> Self {
        Self { functions, ..self }
    }

    /// These pointers.
    pub fn functions(&self) -> &Functions {
        &self.functions
    }

    /// The names of the description.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The values of all parameters, in order.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The value of a parameter; `None` for unknown names.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.index(name).map(|i| self.values[i])
    }

    /// Sets a parameter; `false` for unknown names.
    pub fn set(&mut self, name: &str, value: f64) -> bool {
        match self.index(name) {
            Some(i) => {
                self.values[i] = value;
                true
            }
            None => false,
        }
    }

    /// What is unusual with these values of the parameters and is not with the declared ones: a negative stiffness or damping. (The
    /// compiler warns of the declared values.)
    pub fn cautions(&self) -> impl Iterator<Item = &str> {
        let mut values = vec![0.0; self.program.caution_messages.len()];
        if !values.is_empty() {
            let frame = Frame::of_constants(&[]).with(Array::Parameters, &self.values);
            let linker = Linker::new(&self.program, &self.functions);
            let code = Code::<f64>::linked(&self.program.cautions, values.len(), &linker);
            code.interpret(&frame, &mut Registers::default(), [&mut values, &mut []]);
        }
        let messages = self.program.caution_messages.iter().zip(values);
        messages.filter(|(_, value)| *value < 0.0).map(|(message, _)| message.as_str())
    }

    /// Computes the declared values of the parameters from this index on again, with the current values of the others.
    pub fn renew(&mut self, from: usize) {
        let mut registers = Registers::default();
        for i in from..self.values.len() {
            let frame = Frame::of_constants(&[]).with(Array::Parameters, &self.values[..i]);
            let mut value = [0.0];
            Code::<f64>::new(&self.program.defaults[i]).interpret(
                &frame,
                &mut registers,
                [&mut value, &mut []],
            );
            self.values[i] = value[0];
        }
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.program.parameters.iter().position(|p| p.name == name)
    }

    /// Checks the parameters, computes all quantities that depend on them only, and assembles the initial state.
    ///
    /// # Errors
    /// A function in Rust without a pointer ([`with_functions`](Self::with_functions)), a parameter that is not finite, or an initial
    /// state that cannot be assembled.
    pub fn build(self) -> Result<Tape<f64>, Error> {
        self.build_with(())
    }

    /// The same with another executor of routines.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub fn build_with<E>(self, options: E::Options) -> Result<Tape<f64, Any, E>, Error>
    where
        E: Executor<Scalar = f64>,
    {
        let codes = Arc::new(Codes::<E>::new(&self.program, &self.functions, options));
        codes.expect_runs();
        self.assembled(&self.values, codes, 0.0, |_, _, _| ())
    }

    /// The same with parameters and an initial guess over another scalar: values with derivatives, or with more digits.
    /// `guess` gets q, v and y from the description, before loops are closed, and may change them.
    ///
    /// # Errors
    /// As [`build`](Self::build), functions in Rust that are not registered for this scalar, and a different number of values.
    pub fn build_lifted<T: Real>(
        &self,
        values: &[T],
        guess: impl FnOnce(&mut [T], &mut [T], &mut [T]),
    ) -> Result<Tape<T>, Error> {
        self.build_lifted_with::<Code<T>>(values, (), guess)
    }

    /// The same, assembled at this time: [`initial`](linkwork::Assemble::initial) is the state there.
    ///
    /// # Errors
    /// As [`build_lifted`](Self::build_lifted).
    pub fn build_lifted_at<T: Real>(
        &self,
        t: T,
        values: &[T],
        guess: impl FnOnce(&mut [T], &mut [T], &mut [T]),
    ) -> Result<Tape<T>, Error> {
        self.check_count(values.len())?;
        self.assembled(values, Routines::<Code<T>>::of(self, ()).codes, t, guess)
    }

    /// The same with another executor of routines.
    ///
    /// # Errors
    /// As [`build_lifted`](Self::build_lifted).
    pub fn build_lifted_with<E: Executor>(
        &self,
        values: &[E::Scalar],
        options: E::Options,
        guess: impl FnOnce(&mut [E::Scalar], &mut [E::Scalar], &mut [E::Scalar]),
    ) -> Result<Tape<E::Scalar, Any, E>, Error> {
        self.build_lifted_of(&Routines::<E>::of(self, options), values, guess)
    }

    /// The same with routines that other tapes share.
    ///
    /// # Errors
    /// As [`build_lifted`](Self::build_lifted), and routines of another compilation or with other functions.
    pub fn build_lifted_of<E: Executor>(
        &self,
        routines: &Routines<E>,
        values: &[E::Scalar],
        guess: impl FnOnce(&mut [E::Scalar], &mut [E::Scalar], &mut [E::Scalar]),
    ) -> Result<Tape<E::Scalar, Any, E>, Error> {
        self.check_count(values.len())?;
        if !routines.are_of(self) {
            let reason = "they belong to another compilation, or other functions".to_owned();
            return Err(Error::Setting { what: "routines", value: self.program.name.clone(), reason });
        }
        self.assembled(values, routines.codes.clone(), E::Scalar::zero(), guess)
    }

    fn check_count(&self, given: usize) -> Result<(), Error> {
        let wanted = self.program.parameters.len();
        if given == wanted {
            return Ok(());
        }
        let reason = format!("the mechanism has {wanted} parameters");
        Err(Error::Setting { what: "number of parameters", value: given.to_string(), reason })
    }

    /// The constraints of a large tree, closed near its start: the start of the description, as it was changed.
    fn closing<T: Real, E: Executor<Scalar = T>>(
        &self,
        values: &[T],
        codes: &Codes<E>,
        (t, described, changed): (T, &State<T>, &State<T>),
    ) -> Result<Option<Arc<Closed<T, E>>>, Error> {
        let Some((planned, codes)) = self.program.closing.as_ref().zip(codes.closing.as_ref()) else {
            return Ok(None);
        };
        let parameters = Self {
            program: planned.program.clone(),
            names: Arc::new(names(&planned.program)),
            values: self.values.clone(),
            determined: None,
            functions: self.functions.clone(),
        };
        let tape = parameters.assembled(values, codes.clone(), t, |q, v, _| {
            let set = |own: &mut [T], places: &[usize], [before, after]: [&DVector<T>; 2]| {
                for (own, &place) in own.iter_mut().zip(places) {
                    let change = after[place] - before[place];
                    // A change of the derivatives alone leaves the value.
                    *own = if change.value() == 0.0 { *own + change } else { after[place] };
                }
            };
            set(q, &planned.coordinates, [&described.0, &changed.0]);
            set(v, &planned.velocities, [&described.1, &changed.1]);
        })?;
        Ok(Some(Arc::new(Closed::new(planned, tape))))
    }

    /// A tape with these values of its parameters: constants, the start assembled at this time, limits of pivots.
    fn assembled<T: Real, E: Executor<Scalar = T>>(
        &self,
        values: &[T],
        codes: Arc<Codes<E>>,
        t: T,
        change: impl FnOnce(&mut [T], &mut [T], &mut [T]),
    ) -> Result<Tape<T, Any, E>, Error> {
        codes.check()?;
        for (parameter, value) in self.program.parameters.iter().zip(values) {
            // Derivatives must be finite, too.
            let bad_part = value.value().is_finite() && !value.is_finite();
            let shown = if bad_part { value.magnitude() } else { value.value() };
            check_parameter(&self.program.name, &parameter.name, shown)?;
        }
        let registers = Mutex::default();
        let frame = Frame::of_constants(&[]).with(Array::Parameters, values);
        let zeros = |count: usize| vec![T::zero(); count];
        let mut checked = zeros(codes.checks.len());
        codes.checks.run(&frame, &registers, &mut checked, &mut []);
        for (rule, value) in self.program.check_rules.iter().zip(&checked) {
            check_body(&self.program.name, &rule.message, value.value(), rule.strict)?;
        }
        let mut constants = zeros(codes.constants.len());
        codes.constants.run(&frame, &registers, &mut constants, &mut []);
        let bodies = bodies(&self.program, &codes, &frame.with(Array::Constants, &constants), &registers);
        let (n, nv) = (self.program.coordinates.len(), self.program.velocities.len());
        let multipliers = self.program.holonomic_names.len() + self.program.nonholonomic_names.len();
        let mut initial = zeros(n + nv + self.program.states.len() + multipliers);
        // Those of a large tree give no multipliers.
        codes.initial.run(&frame, &registers, &mut initial[..codes.initial.len()], &mut []);
        let part = |from: usize, to: usize| DVector::from_column_slice(&initial[from..to]);
        let y = n + nv + self.program.states.len();
        let l = y + self.program.holonomic_names.len();
        let mut guess = (part(0, n), part(n, n + nv), part(n + nv, y));
        let described = guess.clone();
        change(guess.0.as_mut_slice(), guess.1.as_mut_slice(), guess.2.as_mut_slice());
        let closing = self.closing(values, &codes, (t, &described, &guess))?;
        if let Some(closed) = &closing {
            let (q, v, _) = &closed.tape.start;
            closed.put((q, v), (&mut guess.0, &mut guess.1));
        }
        // A large tree has no pivots of straight-line factors.
        let size = if bodies.is_some() { 0 } else { self.program.order() };
        let reference = match &codes.assembly {
            Some(assembly) => {
                let mut reference = zeros(n);
                assembly.reference.run(&frame, &registers, &mut reference, &mut []);
                DVector::from_vec(reference)
            }
            None => guess.0.clone(),
        };
        let plain = |numbers: &DVector<T>| -> Vec<f64> { numbers.iter().map(|x| x.value()).collect() };
        let opened =
            Guess { position: plain(&guess.0), velocity: plain(&guess.1), reference: plain(&reference) };
        let mut tape = Tape {
            inputs: zeros(self.program.held()),
            driver: None,
            program: self.program.clone(),
            names: self.names.clone(),
            grips: self.program.grips.iter().map(grip).collect(),
            flags: flags(&self.program, &codes),
            codes,
            constants,
            start: guess.clone(),
            reactions: (part(y, l), part(l, initial.len())),
            saddle_limits: vec![0.0; size],
            limits: vec![0.0; size],
            redundant: vec![0.0; self.program.lengths.redundant],
            opening: Arc::new(Opening::of(&self.program)),
            known: self.known(values),
            registers,
            bodies,
            closing,
            kind: PhantomData,
        };
        let given =
            Given { positions: &self.program.given_positions, velocities: &self.program.given_velocities };
        tape.start = match &tape.closing {
            Some(_) => assembled_alone(&tape, guess)?,
            None => assemble_model_at(&tape, t, guess, &reference, given)?,
        };
        if !opened.is_same(&tape.started()) {
            Arc::make_mut(&mut tape.opening).guess = Some(opened);
        }
        if tape.bodies.is_some() {
            // Of all routines those of the start alone are long.
            tape.registers = Mutex::default();
            return Ok(tape);
        }
        let (mut saddle_limits, mut limits) = (tape.saddle_limits.clone(), tape.limits.clone());
        pivot_limits(&tape, &tape.codes.saddle.order, &mut saddle_limits);
        pivot_limits(&tape, &tape.codes.bordered.order, &mut limits);
        (tape.saddle_limits, tape.limits) = (saddle_limits, limits);
        let mut redundant = tape.redundant.clone();
        if let Some(block) = tape.codes.block_of_sets() {
            let known = block.known_rank(tape.program.velocities.len(), &[]);
            redundant_weights(&tape, &known, &mut redundant);
        }
        tape.redundant = redundant;
        Ok(tape)
    }
}

impl<T: Real, E: Executor<Scalar = T>> Tape<T, Any, E> {
    /// The equations of the same mechanism with other values of all parameters, at any state: its start and the limits of its pivots
    /// are those of the former values. `None` for another number of values.
    pub fn with_parameter_values(&self, values: &[T]) -> Option<Self> {
        if values.len() != self.program.parameters.len() {
            return None;
        }
        let mut tape = self.clone();
        let frame = Frame::of_constants(&[]).with(Array::Parameters, values);
        self.codes.constants.run(&frame, &self.registers, &mut tape.constants, &mut []);
        let frame = frame.with(Array::Constants, &tape.constants);
        tape.bodies = bodies(&self.program, &self.codes, &frame, &self.registers);
        if let Some(closed) = &self.closing {
            let own = closed.tape.with_parameter_values(values)?;
            tape.closing = Some(Arc::new(closed.with_tape(own)));
        }
        Some(tape)
    }
}

/// (q, v, y)
type State<T> = (DVector<T>, DVector<T>, DVector<T>);

/// The links of a mechanism with loops over links, with their numbers for these parameters and constants.
fn bodies<T: Real, E: Executor<Scalar = T>>(
    program: &Program,
    codes: &Codes<E>,
    frame: &Frame<'_, T>,
    registers: &Mutex<Registers<T>>,
) -> Option<Arc<Tree<T>>> {
    let (cells, (table, _)) = program.cells.as_ref().zip(codes.cells.as_ref())?;
    let mut listed = vec![T::zero(); table.len()];
    table.run(frame, registers, &mut listed, &mut []);
    Some(Arc::new(Tree::new(&Arc::new(layout(cells, program.closing.as_deref())), numbers(cells, listed))))
}

impl<E: Executor<Scalar = f64>> Tape<f64, Any, E> {
    /// The same mechanism with other values of all parameters, in the order of its names, and with the same inputs. It shares the
    /// routines, native code among them: nothing is compiled again.
    ///
    /// # Errors
    /// A different number of values, a parameter that is not finite, or an initial state that cannot be assembled.
    pub fn with_parameters(&self, values: &[f64]) -> Result<Self, Error> {
        let parameters = TapeParameters {
            program: self.program.clone(),
            names: self.names.clone(),
            values: values.to_vec(),
            determined: None,
            functions: self.codes.functions.clone(),
        };
        parameters.check_count(values.len())?;
        let mut tape = parameters.assembled(values, self.codes.clone(), 0.0, |_, _, _| ())?;
        tape.inputs.clone_from(&self.inputs);
        tape.driver.clone_from(&self.driver);
        tape.flags = self.flags;
        Ok(tape)
    }
}

fn names(program: &Program) -> Names {
    Names {
        mechanism: Cow::Owned(program.name.clone()),
        coordinates: program.coordinates.clone(),
        velocities: program.velocities.clone(),
        holonomic: program.holonomic_names.clone(),
        nonholonomic: program.nonholonomic_names.clone(),
        states: program.states.clone(),
        inputs: program.inputs.clone(),
        outputs: program.output_names.clone(),
        parameters: program.parameters.clone(),
        switches: program.switch_names.clone(),
        coincidences: program.coincidence_names.clone(),
        ranges: program.range_names.clone(),
        contacts: program.contact_names.clone(),
    }
}

fn grip(planned: &plan::Grip) -> Grip {
    let &plan::Grip { velocity, count, side, held, effort, limit, lifts } = planned;
    Grip { velocity, count, side, held, effort, limit, lifts }
}
