//! Whether native code of a step is worth its compilation.
//!
//! A step of W operations takes c_r W when it is recorded and swept, and little in native code. To compile C operations takes c_c C. Code that repeats
//! n steps is worth its compilation if
//!
//! ```text
//! n W ≥ PAYS · C,     PAYS = c_c / c_r                                                                          (1)
//! ```
//!
//! W counts a routine each time that the step calls it, C once, and not at all if it was compiled before. n includes the steps of earlier
//! gradients that recorded what the code would have repeated, so that a search of any length takes at most twice the time of the better
//! choice for its length.

use super::program::operations;
use super::reverse::Reversible;
use super::trace::{Callee, Trace};
use crate::choice::STEPS;
use std::sync::Arc;

/// (1): some 5 µs an operation of compilation, and 2.5 ns that native code saves of record and sweep; measured for five methods and chains of 2 to 40
/// links, before operations were interpreted in batches.
const PAYS: u64 = 2000;

/// The operations of a step.
#[derive(Debug)]
struct Cost {
    /// W.
    work: usize,
    /// C without routines.
    own: usize,
    /// The routines that it calls, each once.
    routines: Vec<Arc<Reversible>>,
}

impl Cost {
    fn of(trace: &Trace) -> Self {
        let (mut work, mut routines) = (trace.registers.len(), Vec::new());
        for call in &trace.calls {
            if let Callee::Routine(routine) = &call.callee {
                work += routine.operations;
                if !routines.iter().any(|known| Arc::ptr_eq(known, routine)) {
                    routines.push(routine.clone());
                }
            }
        }
        Self { work, own: operations(trace), routines }
    }

    /// C.
    fn code(&self) -> usize {
        let compiled = |routine: &&Arc<Reversible>| !routine.is_compiled();
        self.own + self.routines.iter().filter(compiled).map(|routine| routine.operations).sum::<usize>()
    }
}

/// The steps of one kind without code.
#[derive(Debug, Default)]
pub struct Waiting {
    /// Steps that were recorded since code was made, or so far, and would not have been with code.
    steps: u64,
    /// Known if a step has been traced.
    cost: Option<Cost>,
}

impl Waiting {
    /// Whether code that repeats so many steps of the next run may be worth its compilation: if not, they are recorded, and a trace is not needed.
    pub fn may_pay(&mut self, steps: u64) -> bool {
        let all = self.steps + steps;
        let pays = match &self.cost {
            // No step calls its routines so often that less could pay.
            None => all >= STEPS,
            Some(cost) => pays(all, cost),
        };
        self.steps += if pays { 0 } else { steps };
        pays
    }

    /// Whether it is worth it, by a trace. Code with other literals has to wait anew.
    pub fn pays(&mut self, trace: &Trace, steps: u64) -> bool {
        self.cost = Some(Cost::of(trace));
        let pays = self.may_pay(steps);
        if pays {
            self.steps = 0;
        }
        pays
    }
}

/// (1).
fn pays(steps: u64, cost: &Cost) -> bool {
    steps.saturating_mul(cost.work as u64) >= PAYS.saturating_mul(cost.code() as u64)
}
