//! A traced step as native code: w_{n+1} = Φ(w_n, c), and w̄_n = (∂Φ/∂w)ᵀ w̄_{n+1}, c̄ += (∂Φ/∂c)ᵀ w̄_{n+1}.
//!
//! The operations of a trace between two calls are one unit of code, a call is another. All of them run forward and in reverse
//! (`reverse`). The values of a step:
//!
//! ```text
//! inputs | outputs of unit 0 | outputs of unit 1 | … | numbers of the state at the end, terms                      (1)
//! ```
//!
//! Outputs of operations are what later units read, and the arguments of the next call. Each unit loads from what precedes its outputs in (1).
//! What units save for their reverse is apart.

use super::reverse::{Reversible, Source};
use super::trace::{Callee, Register, Trace};
use core::ops::Range;
use linkwork_compiler::plan::{Bank, Instruction};
use linkwork_jit::Mode;
use linkwork_tape::Registers;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// Code with its places in the values (1), and in what is saved.
#[derive(Debug)]
struct Unit {
    callee: Callee,
    loads: Range<usize>,
    outputs: Range<usize>,
    saved: Range<usize>,
}

/// A step.
#[derive(Debug)]
pub struct Program {
    units: Vec<Unit>,
    inputs: usize,
    outputs: Range<usize>,
    terms: Range<usize>,
    saved: usize,
}

/// Space for a sweep.
#[derive(Debug, Default)]
pub struct Room {
    pub registers: Mutex<Registers<f64>>,
    adjoints: Vec<f64>,
    of_loads: Vec<f64>,
    of_constants: Vec<f64>,
}

/// The registers of a trace that are needed, the calls among them, and the unit of operations to which each register belongs.
struct Needed {
    registers: Vec<bool>,
    calls: Vec<usize>,
    units: Vec<usize>,
}

impl Needed {
    fn of(trace: &Trace) -> Self {
        let mut registers = vec![false; trace.registers.len()];
        trace.outputs.iter().chain(&trace.terms).for_each(|register| registers[*register] = true);
        let mut calls: Vec<usize> = Vec::new();
        let mut end = trace.registers.len();
        let operations = |registers: &mut [bool], range: Range<usize>| {
            for at in range.rev() {
                if let Register::Operation(operation) = trace.registers[at]
                    && registers[at]
                {
                    operation.operands().for_each(|operand| registers[operand] = true);
                }
            }
        };
        for (i, call) in trace.calls.iter().enumerate().rev() {
            operations(&mut registers, call.first + call.count..end);
            end = call.first;
            if registers[call.first..call.first + call.count].contains(&true) {
                call.arguments.iter().for_each(|argument| registers[*argument] = true);
                calls.push(i);
            }
        }
        operations(&mut registers, 0..end);
        calls.reverse();
        let mut units = Vec::with_capacity(registers.len());
        for (unit, call) in calls.iter().enumerate() {
            units.resize(trace.calls[*call].first, unit);
        }
        units.resize(registers.len(), calls.len());
        Self { registers, calls, units }
    }
}

/// The number of operations of a trace that its program computes, without those of calls.
pub fn operations(trace: &Trace) -> usize {
    let needed = Needed::of(trace).registers.into_iter().zip(&trace.registers);
    needed.filter(|(needed, register)| *needed && matches!(register, Register::Operation(_))).count()
}

/// The construction of a program.
struct Construction<'a> {
    trace: &'a Trace,
    needed: Needed,
    /// Whether a later unit reads a register.
    crossing: Vec<bool>,
    /// The places of registers among the values.
    places: HashMap<usize, usize>,
}

impl Construction<'_> {
    /// Marks an operand of a unit.
    fn cross(&mut self, operand: usize, unit: usize) {
        let earlier = self.needed.units[operand] < unit;
        self.crossing[operand] |= earlier && matches!(self.trace.registers[operand], Register::Operation(_));
    }

    /// A register within the source of a unit.
    fn local(&self, register: usize, source: &mut Source, known: &mut HashMap<usize, usize>) -> usize {
        if let Some(local) = known.get(&register) {
            return *local;
        }
        let varies = self.trace.varies[register];
        let local = match self.trace.registers[register] {
            Register::Literal(x) => {
                let literal = linkwork_compiler::symbolic::Constant::ZERO;
                source.push(Instruction::Literal(literal), x, false)
            }
            Register::Constant(place) => source.push(Instruction::Load(Bank::Constant(place)), 0.0, varies),
            Register::Input(place) => source.push(Instruction::Load(Bank::Solution(place)), 0.0, varies),
            // Operations of earlier units that this one reads have places.
            Register::Operation(_) | Register::Given => {
                let place = self.places.get(&register).copied().unwrap_or_default();
                source.push(Instruction::Load(Bank::Solution(place)), 0.0, varies)
            }
        };
        known.insert(register, local);
        local
    }

    /// The operations of a unit, with outputs that later units read, then these.
    fn operations(&mut self, unit: usize, last: &[usize], start: usize) -> Source {
        let mut source = Source::default();
        let mut known: HashMap<usize, usize> = HashMap::new();
        let mut crossing = Vec::new();
        let begin = self.needed.units.partition_point(|other| *other < unit);
        let end = self.needed.units.partition_point(|other| *other <= unit);
        for at in begin..end {
            let Register::Operation(operation) = self.trace.registers[at] else { continue };
            if !self.needed.registers[at] {
                continue;
            }
            for operand in operation.operands() {
                self.local(operand, &mut source, &mut known);
            }
            let operation = operation.with(Instruction::Load, |operand| known[&operand]);
            let local = source.push(operation, 0.0, self.trace.varies[at]);
            known.insert(at, local);
            if self.crossing[at] {
                crossing.push(at);
            }
        }
        for at in crossing {
            self.places.insert(at, start + source.outputs.len());
            source.outputs.push(known[&at]);
        }
        for register in last {
            let local = self.local(*register, &mut source, &mut known);
            source.outputs.push(local);
        }
        source
    }
}

impl Program {
    /// The program of a trace.
    pub fn new(trace: &Trace, mode: Mode) -> Self {
        let needed = Needed::of(trace);
        let calls = needed.calls.clone();
        let crossing = vec![false; trace.registers.len()];
        let mut construction = Construction { trace, needed, crossing, places: HashMap::new() };
        for (at, register) in trace.registers.iter().enumerate() {
            if let Register::Operation(operation) = register
                && construction.needed.registers[at]
            {
                let unit = construction.needed.units[at];
                operation.operands().for_each(|operand| construction.cross(operand, unit));
            }
        }
        for (unit, call) in calls.iter().enumerate() {
            trace.calls[*call].arguments.iter().for_each(|argument| construction.cross(*argument, unit));
        }
        let ends: Vec<usize> = trace.outputs.iter().chain(&trace.terms).copied().collect();
        ends.iter().for_each(|register| construction.cross(*register, calls.len()));

        let (mut units, mut next, mut saved) = (Vec::new(), trace.inputs, 0);
        for unit in 0..=calls.len() {
            let call = calls.get(unit).map(|call| &trace.calls[*call]);
            let last = call.map_or(&ends, |call| &call.arguments);
            let source = construction.operations(unit, last, next);
            let outputs = next..next + source.outputs.len();
            if !outputs.is_empty() {
                let reversible = Reversible::new(&source, mode);
                let end = saved + reversible.saved;
                let callee = Callee::Routine(Arc::new(reversible));
                units.push(Unit { callee, loads: 0..next, outputs: outputs.clone(), saved: saved..end });
                (next, saved) = (outputs.end, end);
            }
            if let Some(call) = call {
                let registers = call.first..call.first + call.count;
                construction.places.extend(registers.zip(next..));
                let loads = next - call.arguments.len()..next;
                let end = saved
                    + match &call.callee {
                        Callee::Routine(reversible) => reversible.saved,
                        Callee::Inputs => 0,
                    };
                let outputs = next..next + call.count;
                next = outputs.end;
                units.push(Unit { callee: call.callee.clone(), loads, outputs, saved: saved..end });
                saved = end;
            }
        }
        let terms = next - trace.terms.len()..next;
        let outputs = terms.start - trace.outputs.len()..terms.start;
        Self { units, inputs: trace.inputs, outputs, terms, saved }
    }

    /// The number of values, and of saved ones.
    pub fn lengths(&self) -> (usize, usize) {
        (self.terms.end, self.saved)
    }

    /// The numbers of the state at the end, among the values.
    pub fn outputs(&self) -> Range<usize> {
        self.outputs.clone()
    }

    /// The terms of the objective, among the values.
    pub fn terms(&self) -> Range<usize> {
        self.terms.clone()
    }

    /// Φ: the values of a step from the state at its beginning, with what is saved.
    pub fn forward(
        &self,
        (constants, state): (&[f64], &[f64]),
        values: &mut [f64],
        saved: &mut [f64],
        inputs: &mut dyn FnMut(f64, &mut [f64]),
        room: &Room,
    ) {
        values[..self.inputs].copy_from_slice(state);
        for unit in &self.units {
            let (before, after) = values.split_at_mut(unit.outputs.start);
            let (loads, outputs) = (&before[unit.loads.clone()], &mut after[..unit.outputs.len()]);
            match &unit.callee {
                Callee::Routine(code) => {
                    code.forward(
                        [constants, loads],
                        outputs,
                        &mut saved[unit.saved.clone()],
                        &room.registers,
                    );
                }
                Callee::Inputs => inputs(loads[0], outputs),
            }
        }
    }

    /// The reverse of a step with these values: `state` holds the adjoints of its end, and receives those of its beginning. Those of
    /// constants are added.
    pub fn backward(
        &self,
        [constants, values, saved, terms]: [&[f64]; 4],
        state: &mut [f64],
        of_constants: &mut [f64],
        room: &mut Room,
    ) {
        let Room { registers, adjoints, of_loads, of_constants: given } = room;
        adjoints.clear();
        adjoints.resize(self.terms.end, 0.0);
        adjoints[self.outputs.clone()].copy_from_slice(state);
        adjoints[self.terms.clone()].copy_from_slice(terms);
        for unit in self.units.iter().rev() {
            let Callee::Routine(code) = &unit.callee else { continue };
            let (before, after) = adjoints.split_at_mut(unit.outputs.start);
            let outputs = &after[..unit.outputs.len()];
            if outputs.iter().all(|z| *z == 0.0) {
                continue;
            }
            // The code writes all of them.
            of_loads.resize(code.loads.count(), 0.0);
            given.resize(code.constants.count(), 0.0);
            let read = [constants, &values[unit.loads.clone()], &saved[unit.saved.clone()], outputs];
            code.backward(read, of_loads, given, registers);
            let before = &mut before[unit.loads.clone()];
            code.loads.add(before, of_loads);
            code.constants.add(of_constants, given);
        }
        state.copy_from_slice(&adjoints[..self.inputs]);
    }

    /// Why code is interpreted, if some is.
    pub fn interpreted(&self) -> Option<String> {
        self.units.iter().find_map(|unit| match &unit.callee {
            Callee::Routine(code) => code.interpreted(),
            Callee::Inputs => None,
        })
    }
}
