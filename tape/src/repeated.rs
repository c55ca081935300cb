//! A routine that is interpreted repeatedly, in batches.

use crate::batches::{Batches, Operand};
use crate::code::Code;
use crate::frame::Frame;
use linkwork::Real;
use linkwork_compiler::plan::OutputRegister;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The runs of a routine before it is put into batches, which takes the time of 15 to 40 of them.
const FIRST_RUNS: u32 = 16;
/// An output that is an exact zero.
const ZERO: Operand = Operand::MAX;

/// A routine in batches.
#[derive(Debug)]
pub(crate) struct Repeated<T> {
    batches: Batches<T>,
    /// The register of each output, or [`ZERO`], for the first slice and for the second one.
    outputs: [Vec<Operand>; 2],
}

impl<T: Real> Repeated<T> {
    fn of(code: &Code<T>) -> Self {
        let (batches, registers) = Batches::of(code, |literal| literal, |_| false);
        let output = |output: &OutputRegister| output.register().map_or(ZERO, |at| registers[at]);
        Self { batches, outputs: code.outputs().map(|outputs| outputs.iter().map(output).collect()) }
    }

    /// The number of registers.
    pub(crate) fn registers(&self) -> usize {
        self.batches.registers()
    }

    /// Runs, then copies the outputs, including the exact zeros.
    pub(crate) fn run(&self, code: &Code<T>, frame: &Frame<'_, T>, values: &mut [T], out: [&mut [T]; 2]) {
        self.batches.evaluate(frame, |x| x, &|function, x, y| code.called(function, x, y), values);
        for (out, outputs) in out.into_iter().zip(&self.outputs) {
            for (out, register) in out.iter_mut().zip(outputs) {
                *out = if *register == ZERO { T::zero() } else { values[*register as usize] };
            }
        }
    }
}

/// The batches of a routine, if it runs repeatedly.
#[derive(Debug)]
pub(crate) struct IfRepeated<T> {
    runs: AtomicU32,
    made: OnceLock<Repeated<T>>,
}

impl<T> Default for IfRepeated<T> {
    fn default() -> Self {
        Self { runs: AtomicU32::new(0), made: OnceLock::new() }
    }
}

impl<T> Clone for IfRepeated<T> {
    /// None yet.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T: Real> IfRepeated<T> {
    /// Operations on series of time take longer than the branches to them.
    const PAYS: bool = size_of::<T>() <= size_of::<[f64; 4]>();

    /// Those of this routine; none at its first runs.
    pub(crate) fn of(&self, code: &Code<T>) -> Option<&Repeated<T>> {
        if !Self::PAYS {
            return None;
        }
        let made = self.made.get();
        // No data are synchronised through the count: no ordering is needed.
        if made.is_none() && self.runs.fetch_add(1, Ordering::Relaxed) < FIRST_RUNS {
            return None;
        }
        made.or_else(|| Some(self.made.get_or_init(|| Repeated::of(code))))
    }

    /// Makes them before the first run.
    pub(crate) fn make(&self, code: &Code<T>) {
        if Self::PAYS {
            self.made.get_or_init(|| Repeated::of(code));
        }
    }
}
