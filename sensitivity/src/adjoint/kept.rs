//! What gradients of one mechanism have in common: its routines, and native code of its steps.
//!
//! A search asks for gradients with other parameters and initial values again and again. Routines do not depend on these numbers. Code of a step
//! does not either, where they are variables; it has all other numbers as literals, and the decisions of the step from which it was made.
//!
//! Invariant: a gradient traces one step of each kind of its own run, and takes the code of an earlier trace only if the two are equal in every
//! operation, literal and argument. Kept code is therefore the code that it would make, unless it is not worth its compilation (`worth`).

use super::native::program::Program;
use super::native::replay::Kind;
use super::native::tangent::{Progress, Tangent, Use};
use super::native::trace::Trace;
use super::native::worth::Waiting;
use super::routine::Routine;
use crate::Native;
use linkwork_jit::Mode;
use linkwork_tape::{Routines, TapeParameters};
use std::collections::HashMap;
use std::sync::Arc;

/// The largest number of programs of steps: the kinds of a run, for several quantities.
const PROGRAMS: usize = 48;
/// The largest number of registers of all their traces, of some 40 bytes each.
const REGISTERS: usize = 1 << 21;

/// Code that gradients of one mechanism share, for [`gradient_with`](super::gradient_with) and [`gradients_with`](super::gradients_with).
///
/// It belongs to one compilation of a description: [`TapeParameters`] and their clones. Those of another replace it.
#[derive(Debug, Default)]
pub struct Kept {
    forward: Option<(Use, Routines<Tangent>)>,
    /// The steps that these routines have made.
    steps: u64,
    recorded: Option<Routines<Routine>>,
    /// The latest last.
    programs: Vec<(Kind, Trace, Arc<Program>)>,
    /// Steps that had no code so far.
    waiting: HashMap<Kind, Waiting>,
    /// Programs that were made, and those that were found.
    made: u64,
    found: u64,
    /// Whether it ends with one gradient.
    once: bool,
}

/// Fewer steps of a kind never have a program, also where all have native code.
const RARE: u64 = 3;
/// Why they have none.
const RARE_KIND: &str = "a kind of step is rare";
/// Why steps have none that are not worth it.
pub(super) const NOT_WORTH_IT: &str = "a kind of step takes less time than to compile it";
/// The largest number of kinds without code that are remembered.
const REMEMBERED: usize = 1 << 10;
/// The gradients of a search, by whose number of steps the code of each is chosen.
const GRADIENTS: u64 = 10;

impl Kept {
    /// Without code.
    pub fn new() -> Self {
        Self::default()
    }

    /// For one gradient.
    pub(super) fn once() -> Self {
        Self { once: true, ..Self::default() }
    }

    /// Whether a kind may have code that repeats so many steps of a run, the reason if not: then it needs no trace.
    pub(super) fn may_have(&mut self, kind: &Kind, steps: u64, native: Native) -> Result<(), &'static str> {
        if native == Native::Always {
            return if steps < RARE { Err(RARE_KIND) } else { Ok(()) };
        }
        // Those of another step size or of other parameters have the same kinds.
        if self.programs.iter().any(|(of, ..)| of == kind) || self.waiting_of(kind).may_pay(steps) {
            Ok(())
        } else {
            Err(NOT_WORTH_IT)
        }
    }

    fn waiting_of(&mut self, kind: &Kind) -> &mut Waiting {
        if self.waiting.len() > REMEMBERED && !self.waiting.contains_key(kind) {
            self.waiting.clear();
        }
        self.waiting.entry(kind.clone()).or_default()
    }

    /// The number of steps that code may be made for.
    pub(super) fn expected_steps(&self, of_run: u64) -> u64 {
        if self.once { of_run } else { of_run.saturating_mul(GRADIENTS) }
    }

    /// The number of programs of steps that were made so far, and how often one that was made before was used again.
    pub fn programs(&self) -> (u64, u64) {
        (self.made, self.found)
    }

    /// The routines of a mechanism in the numbers of both directions, and how far their runs are before one with so many steps.
    pub(super) fn routines(
        &mut self,
        parameters: &TapeParameters,
        native: Native,
        steps: u64,
    ) -> (&Routines<Tangent>, &Routines<Routine>, Progress) {
        let how = Use::of(native, self.expected_steps(steps));
        if self.forward.take_if(|(known, routines)| *known != how || !routines.are_of(parameters)).is_some() {
            self.steps = 0;
        }
        if self.recorded.take_if(|routines| !routines.are_of(parameters)).is_some() {
            self.programs.clear();
            self.waiting.clear();
        }
        let forward = self.forward.get_or_insert_with(|| (how, Routines::of(parameters, how)));
        let recorded = self.recorded.get_or_insert_with(|| Routines::of(parameters, ()));
        let progress = Progress { done: self.steps, all: self.steps + steps };
        self.steps = progress.all;
        (&forward.1, recorded, progress)
    }

    /// The program of a trace of a step, which repeats so many steps of a run.
    ///
    /// # Errors
    /// It is not worth its compilation.
    pub(super) fn program(
        &mut self,
        trace: Trace,
        (kind, steps): (&Kind, u64),
        native: Native,
    ) -> Result<Arc<Program>, &'static str> {
        if let Some(at) = self.programs.iter().rposition(|(_, known, _)| known.is_same(&trace)) {
            self.found += 1;
            let found = self.programs.remove(at);
            let program = found.2.clone();
            self.programs.push(found);
            return Ok(program);
        }
        if native != Native::Always && !self.waiting_of(kind).pays(&trace, steps) {
            return Err(NOT_WORTH_IT);
        }
        self.made += 1;
        let program = Arc::new(Program::new(&trace, Mode::Native));
        self.programs.push((kind.clone(), trace.without_search(), program.clone()));
        let registers = |all: &[(Kind, Trace, Arc<Program>)]| -> usize {
            all.iter().map(|(_, trace, _)| trace.registers.len()).sum()
        };
        while self.programs.len() > PROGRAMS
            || (self.programs.len() > 1 && registers(&self.programs) > REGISTERS)
        {
            self.programs.remove(0);
        }
        Ok(program)
    }
}
