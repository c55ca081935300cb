//! What gradients of one mechanism have in common: its routines, and native code of its steps.
//!
//! A search asks for gradients with other parameters and initial values again and again. Routines do not depend on these numbers. Code of a step
//! does not either, where they are variables; it has all other numbers as literals, and the decisions of the step from which it was made.
//!
//! Invariant: a gradient traces one step of each kind of its own run, and takes the code of an earlier trace only if the two are equal in every
//! operation, literal and argument. Kept code is therefore the code that it would make.

use super::native::program::Program;
use super::native::tangent::Tangent;
use super::native::trace::Trace;
use super::routine::Routine;
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
    forward: Option<(Mode, Routines<Tangent>)>,
    recorded: Option<Routines<Routine>>,
    /// The latest last.
    programs: Vec<(Trace, Arc<Program>)>,
    /// Steps of rare kinds that were met so far, by the digests of their traces.
    rare: HashMap<u64, usize>,
    /// Programs that were made, and those that were found.
    made: u64,
    found: u64,
    /// Whether it ends with one gradient.
    once: bool,
}

/// A kind of fewer steps, in all gradients so far, is not worth a program.
const RARE: usize = 3;
/// Why it has none.
pub(super) const RARE_KIND: &str = "a kind of step is rare";
/// The largest number of rare kinds that are remembered.
const REMEMBERED: usize = 1 << 12;
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

    /// Whether a kind of so many steps in a run needs no trace.
    pub(super) fn is_rare(&self, steps: usize) -> bool {
        self.once && steps < RARE
    }

    /// Counts the steps of a kind in a run; whether they are few so far.
    fn stays_rare(&mut self, trace: &Trace, steps: usize) -> bool {
        if steps >= RARE {
            return false;
        }
        if self.rare.len() > REMEMBERED {
            self.rare.clear();
        }
        let met = self.rare.entry(trace.digest()).or_default();
        *met += steps;
        *met < RARE
    }

    /// The number of steps that code is made for.
    pub(super) fn steps(&self, of_run: u64) -> u64 {
        if self.once { of_run } else { of_run.saturating_mul(GRADIENTS) }
    }

    /// The number of programs of steps that were made so far, and how often one that was made before was used again.
    pub fn programs(&self) -> (u64, u64) {
        (self.made, self.found)
    }

    /// The routines of a mechanism in the numbers of both directions.
    pub(super) fn routines(
        &mut self,
        parameters: &TapeParameters,
        mode: Mode,
    ) -> (&Routines<Tangent>, &Routines<Routine>) {
        self.forward.take_if(|(known, routines)| *known != mode || !routines.are_of(parameters));
        if self.recorded.take_if(|routines| !routines.are_of(parameters)).is_some() {
            self.programs.clear();
            self.rare.clear();
        }
        let forward = self.forward.get_or_insert_with(|| (mode, Routines::of(parameters, mode)));
        let recorded = self.recorded.get_or_insert_with(|| Routines::of(parameters, ()));
        (&forward.1, recorded)
    }

    /// The program of a trace of a kind of so many steps.
    ///
    /// # Errors
    /// It is rare, in this run and all before it.
    pub(super) fn program(&mut self, trace: Trace, steps: usize) -> Result<Arc<Program>, &'static str> {
        if let Some(at) = self.programs.iter().rposition(|(known, _)| known.is_same(&trace)) {
            self.found += 1;
            let found = self.programs.remove(at);
            let program = found.1.clone();
            self.programs.push(found);
            return Ok(program);
        }
        if self.stays_rare(&trace, steps) {
            return Err(RARE_KIND);
        }
        self.made += 1;
        let program = Arc::new(Program::new(&trace, Mode::Native));
        self.programs.push((trace.without_search(), program.clone()));
        let registers = |all: &[(Trace, Arc<Program>)]| -> usize {
            all.iter().map(|(trace, _)| trace.registers.len()).sum()
        };
        while self.programs.len() > PROGRAMS
            || (self.programs.len() > 1 && registers(&self.programs) > REGISTERS)
        {
            self.programs.remove(0);
        }
        Ok(program)
    }
}
