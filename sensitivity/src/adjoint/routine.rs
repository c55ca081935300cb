//! Routines that are recorded as a whole, and those that are not recorded.
//!
//! A record stores the values of all registers of a routine, in 16 bytes each, and the nodes of the numbers that it loads. It stores
//! neither derivatives
//! nor arguments of operations, which follow from the instructions.
//!
//! Invariant: values and tangents are the bits of the interpreter, in `num_dual::Dual64` where they are recorded.

use super::lines::{Lines, Output, Outputs};
use super::native::reverse::{Reversible, Source, can_vary};
use super::native::signature;
use super::native::trace::{self, Traceable};
use super::record::{self, Origin, Record};
use super::recorded::Recorded;
use linkwork::Real;
use linkwork_compiler::plan::{Bank, Instruction};
use linkwork_jit::Mode;
use linkwork_tape::{Code, Executor, Frame, Registers};
use num_dual::Dual64;
use std::sync::{Arc, Mutex, OnceLock};

/// A routine that records itself.
#[derive(Debug)]
pub struct Routine {
    code: Code<Recorded>,
    /// Made at the first run: a method calls few of the routines.
    prepared: OnceLock<(Arc<Lines<Dual64>>, Outputs)>,
    /// What traces need of it, created by the first of them.
    traceable: OnceLock<Traceable>,
    signature: u64,
}

impl Executor for Routine {
    type Scalar = Recorded;
    type Options = ();

    fn new(code: Code<Recorded>, (): ()) -> Self {
        let signature = signature::of(&code);
        Self { code, prepared: OnceLock::new(), traceable: OnceLock::new(), signature }
    }

    #[inline]
    fn in_loops() {
        signature::mix_loop();
    }

    fn code(&self) -> &Code<Recorded> {
        &self.code
    }

    fn run(
        &self,
        frame: &Frame<'_, Recorded>,
        _: &Mutex<Registers<Recorded>>,
        first: &mut [Recorded],
        second: &mut [Recorded],
    ) {
        signature::mix(self.signature);
        record::with(|record| self.record(record, frame, [&mut *first, &mut *second]));
        if trace::is_on() {
            self.trace(frame, [first, second]);
        }
    }
}

impl Routine {
    fn prepared(&self) -> (&Arc<Lines<Dual64>>, &Outputs) {
        let (lines, outputs) = self.prepared.get_or_init(|| {
            let (lines, outputs) = Lines::of(&self.code, Recorded::dual);
            (Arc::new(lines), outputs)
        });
        (lines, outputs)
    }

    fn record(&self, record: &mut Record, frame: &Frame<'_, Recorded>, out: [&mut [Recorded]; 2]) {
        let (lines, outputs) = self.prepared();
        let begin = record.begin_routine();
        let (values, loads) = record.room(lines.registers());
        let mut varied = false;
        lines.forward(frame, values, |x: Recorded| {
            loads.push(x.origin());
            varied |= !x.origin().is_constant();
            x.dual()
        });
        // The outputs are consecutive nodes.
        let node = if varied { record.computed(lines.given()) } else { None };
        let mut next = node.map(Origin::at);
        let (values, loads) = record.routine(begin, lines);
        for (out, outputs) in out.into_iter().zip(outputs) {
            for (out, output) in out.iter_mut().zip(outputs) {
                *out = match *output {
                    Output::Zero => Recorded::zero(),
                    Output::Fixed(at) => Recorded::of(values[at], Origin::CONSTANT),
                    Output::Loaded(at, number) => Recorded::of(values[at], loads[number]),
                    Output::Computed(at) => {
                        let origin = next.unwrap_or(Origin::CONSTANT);
                        next = next.map(|origin| Origin::at(origin.at + 1));
                        Recorded::of(values[at], origin)
                    }
                };
            }
        }
        // Unused outputs have nodes, too.
        match node {
            Some(first) => record.end_routine(lines, first, begin),
            None => record.forget_routine(begin),
        }
    }
}

impl Routine {
    /// Names the outputs in the trace.
    fn trace(&self, frame: &Frame<'_, Recorded>, out: [&mut [Recorded]; 2]) {
        let (lines, outputs) = self.prepared();
        let traceable = self.traceable.get_or_init(|| self.traceable());
        let new = || Arc::new(Reversible::new(&traceable.source, Mode::Native));
        let mut names = trace::routine(traceable, |bank| frame.load(bank), new).into_iter();
        let loads = lines.banks();
        for (out, outputs) in out.into_iter().zip(outputs) {
            for (out, output) in out.iter_mut().zip(outputs) {
                match *output {
                    Output::Zero | Output::Fixed(_) => {}
                    Output::Loaded(_, number) => *out = out.named(frame.load(loads[number]).traced()),
                    Output::Computed(_) => *out = out.named(names.next().unwrap_or_default()),
                }
            }
        }
    }

    fn traceable(&self) -> Traceable {
        let (mut source, mut loads) = (Source::default(), Vec::new());
        for (at, instruction) in self.code.instructions().iter().enumerate() {
            let varies = can_vary(instruction, |register| source.varies[register]);
            let instruction = match *instruction {
                Instruction::Load(bank) if !matches!(bank, Bank::Constant(_)) => {
                    let known = loads.iter().position(|known| *known == bank);
                    let place = known.unwrap_or_else(|| {
                        loads.push(bank);
                        loads.len() - 1
                    });
                    Instruction::Load(Bank::Solution(place))
                }
                other => other,
            };
            source.push(instruction, self.code.literal(at).value(), varies);
        }
        for (registers, outputs) in self.code.outputs().into_iter().zip(self.prepared().1) {
            for (register, output) in registers.iter().zip(outputs) {
                if matches!(output, Output::Computed(_)) {
                    source.outputs.extend(register.register());
                }
            }
        }
        Traceable { source, loads, called: OnceLock::new() }
    }
}

/// A routine that is evaluated without a record.
#[derive(Debug)]
pub struct Unrecorded<T: Real> {
    code: Code<T>,
    /// Made at the first run.
    prepared: OnceLock<(Lines<T>, Outputs)>,
}

impl<T: Real<Mask = bool>> Executor for Unrecorded<T> {
    type Scalar = T;
    type Options = ();

    fn new(code: Code<T>, (): ()) -> Self {
        Self { code, prepared: OnceLock::new() }
    }

    fn code(&self) -> &Code<T> {
        &self.code
    }

    fn run(&self, frame: &Frame<'_, T>, registers: &Mutex<Registers<T>>, first: &mut [T], second: &mut [T]) {
        let (lines, outputs) = self.prepared.get_or_init(|| Lines::of(&self.code, |x| x));
        Registers::lent(registers, |registers| {
            let values = registers.room(lines.registers());
            lines.forward(frame, values, |x| x);
            for (out, outputs) in [first, second].into_iter().zip(outputs) {
                for (out, output) in out.iter_mut().zip(outputs) {
                    *out = match *output {
                        Output::Zero => T::zero(),
                        Output::Fixed(at) | Output::Loaded(at, _) | Output::Computed(at) => values[at],
                    };
                }
            }
        });
    }
}
