//! Packs of tapes: mechanisms of one program with different parameters, as one mechanism.
//!
//! Invariant: lane i of the results of every routine, and of a run, has the bits of mechanism i alone. Decisions for a mechanism as a whole
//! (counts of turns, sides of switches, smallest reactions) cannot be made lane by lane:
//! such mechanisms are not packed, and [`runs_in_packs`] returns the reason.

use crate::codes::Codes;
use crate::executor::Executor;
use crate::kind::{Any, Kind};
use crate::parameters::TapeParameters;
use crate::tape::{Driver, Tape};
use linkwork::Real;
use linkwork_compiler::Program;
use nalgebra::DVector;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex};

/// Checks that runs of a mechanism can be computed in packs; the error is the property that prevents it.
pub fn runs_in_packs(program: &Program) -> Result<(), &'static str> {
    let constrained = !program.holonomic_names.is_empty();
    let has = [
        (!program.rotations.is_empty(), "rotations in space"),
        (!program.turns.outputs.is_empty(), "angles with counted turns"),
        (!program.nonholonomic_names.is_empty(), "nonholonomic constraints"),
        (
            program.redundancy() > 0 || program.flags.own_reaction.is_some(),
            "redundant constraints or reactions of its own",
        ),
        (constrained && !program.flags.linear_reactions, "forces that depend on reactions"),
        (!program.switch_names.is_empty() || program.sides > 0, "switches"),
        (!program.contact_names.is_empty(), "contacts"),
        (program.cells.is_some(), "loops over links"),
        (!program.functions.is_empty(), "functions in Rust"),
    ];
    has.into_iter().find(|(has, _)| *has).map_or(Ok(()), |(_, what)| Err(what))
}

/// Numbers of a mechanism.
type Numbers<'a, F> = &'a dyn Fn(&Tape<f64, Any, F>) -> &[f64];

/// The routines of a program: for packs, and for tapes with other parameters that share them.
#[derive(Debug)]
pub struct Routines<E: Executor> {
    pub(crate) program: Arc<Program>,
    pub(crate) codes: Arc<Codes<E>>,
}

impl<E: Executor> Routines<E> {
    /// Those of a mechanism with any parameters.
    pub fn of(parameters: &TapeParameters, options: E::Options) -> Self {
        let program = parameters.program.clone();
        Self { codes: Arc::new(Codes::new(&program, &parameters.functions, options)), program }
    }

    /// Whether they are those of this mechanism: of the same compilation, with the same functions.
    pub fn are_of(&self, parameters: &TapeParameters) -> bool {
        Arc::ptr_eq(&self.program, &parameters.program) && self.codes.functions.are(&parameters.functions)
    }
}

impl<P: Real, E: Executor<Scalar = P>> Routines<E> {
    /// Those of the program of this mechanism.
    pub fn new<K: Kind, F: Executor<Scalar = f64>>(tape: &Tape<f64, K, F>, options: E::Options) -> Self {
        let codes = Codes::new(&tape.program, &tape.codes.functions, options);
        Self { program: tape.program.clone(), codes: Arc::new(codes) }
    }

    /// A pack of these mechanisms, one in each lane. `None` if their number is not that of the lanes, they have different programs, or these
    /// have loops over links or call functions in Rust.
    pub fn join<F: Executor<Scalar = f64>>(&self, tapes: &[Tape<f64, Any, F>]) -> Option<Tape<P, Any, E>> {
        let first = tapes.first()?;
        let own = |tape: &Tape<f64, Any, F>| Arc::ptr_eq(&tape.program, &self.program);
        if tapes.len() != P::LANES
            || !tapes.iter().all(own)
            || self.program.cells.is_some()
            || self.codes.call_functions()
        {
            return None;
        }
        let join = |of: Numbers<'_, F>| joined(tapes.len(), &|lane| of(&tapes[lane]));
        let vector = |of: Numbers<'_, F>| DVector::from_vec(join(of));
        // Factors are accurate only if they are so in every lane.
        let strictest = |of: Numbers<'_, F>| -> Vec<f64> {
            (0..of(first).len())
                .map(|i| tapes.iter().fold(0.0, |most, tape| f64::max(most, of(tape)[i])))
                .collect()
        };
        let driver = match tapes.iter().map(|tape| tape.driver.clone()).collect::<Option<Vec<_>>>() {
            Some(drivers) => Some(Driver::<P>(Arc::new(move |t: P| {
                let lanes: Vec<Vec<f64>> =
                    drivers.iter().enumerate().map(|(lane, driver)| driver.0(t.lane(lane))).collect();
                joined(lanes.len(), &|lane| &lanes[lane])
            }))),
            None if tapes.iter().any(Tape::is_driven) => return None,
            None => None,
        };
        Some(Tape {
            program: self.program.clone(),
            names: first.names.clone(),
            grips: first.grips.clone(),
            flags: first.flags,
            codes: self.codes.clone(),
            bodies: None,
            closing: None,
            constants: join(&|tape| &tape.constants),
            inputs: join(&|tape| &tape.inputs),
            driver,
            start: (
                vector(&|tape| tape.start.0.as_slice()),
                vector(&|tape| tape.start.1.as_slice()),
                vector(&|tape| tape.start.2.as_slice()),
            ),
            reactions: (
                vector(&|tape| tape.reactions.0.as_slice()),
                vector(&|tape| tape.reactions.1.as_slice()),
            ),
            saddle_limits: strictest(&|tape| &tape.saddle_limits),
            limits: strictest(&|tape| &tape.limits),
            redundant: first.redundant.clone(),
            opening: first.opening.clone(),
            known: first.known.clone(),
            registers: Mutex::default(),
            kind: PhantomData,
        })
    }

    /// The executors of the routines, one for each.
    pub fn executors(&self) -> Vec<&E> {
        self.codes.all()
    }
}

/// Transposes lanes of numbers into numbers with lanes.
pub fn joined<'a, P: Real>(lanes: usize, of: &dyn Fn(usize) -> &'a [f64]) -> Vec<P> {
    let count = (0..lanes).map(|lane| of(lane).len()).min().unwrap_or(0);
    let mut numbers = vec![0.0; lanes.max(P::LANES)];
    (0..count)
        .map(|i| {
            (0..lanes).for_each(|lane| numbers[lane] = of(lane)[i]);
            P::from_lanes(&numbers)
        })
        .collect()
}
