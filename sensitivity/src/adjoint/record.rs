//! The record of a computation: what every operation depends on, and how much.
//!
//! An operation z = f(x, y) adds a node with ∂f/∂x and ∂f/∂y. Backwards through the nodes, with x̄ = ∂J/∂x,
//!
//! ```text
//! x̄ ← x̄ + z̄ ∂f/∂x,   ȳ ← ȳ + z̄ ∂f/∂y                                                                 (1)
//! ```
//!
//! so that one sweep has the derivatives of one number J by all others, however many they are.
//!
//! A routine of a mechanism is one piece of the record (`lines`): nodes for its outputs, and its values, which it reverses itself.
//!
//! Invariant: a node refers to nodes before it alone, and the first is that of constants. There is one record for each thread, since numbers are copied without a reference to
//! it; the caller of [`begin`] owns it until the end.

use super::lines::Lines;
use core::mem::ManuallyDrop;
use num_dual::Dual64;
use std::cell::RefCell;
use std::sync::Arc;

/// The place of constants: the first node, whose adjoint is ignored, so that sweeps need no branch.
pub const CONSTANT: u32 = 0;
/// Nodes at most.
const MOST: usize = u32::MAX as usize;

/// An operation: the places of its arguments, and its derivatives with respect to them.
#[derive(Clone, Copy)]
struct Node {
    from: [u32; 2],
    by: [f64; 2],
}

/// The effect of a transfer of a state to or from bytes on its numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passing {
    /// Nothing.
    Unseen,
    /// They are new variables.
    Variables,
    /// Their places are recorded.
    Noted,
}

/// A routine that was run.
struct Routine {
    lines: Arc<Lines>,
    /// The node of the first of its outputs; the others follow it.
    first: usize,
    /// The offset of its values and of the places of its loads.
    begin: Place,
}

/// The offset of values and of places of loads.
pub type Place = (usize, usize);

/// Nodes, and the routines between them.
pub struct Record {
    nodes: Vec<Node>,
    routines: Vec<Routine>,
    /// The values of all instructions of routines.
    pub values: Vec<Dual64>,
    /// The places of the numbers that routines load.
    pub loads: Vec<u32>,
    /// Was there no place for something?
    full: bool,
    passing: Passing,
    passed: Vec<u32>,
}

impl Record {
    const EMPTY: Self = Self {
        nodes: Vec::new(),
        routines: Vec::new(),
        values: Vec::new(),
        loads: Vec::new(),
        full: false,
        passing: Passing::Unseen,
        passed: Vec::new(),
    };

    /// The beginning of the current routine.
    pub fn begin_routine(&self) -> Place {
        (self.values.len(), self.loads.len())
    }

    /// Nodes for a number of outputs: the first of them, if there are any and there is space.
    pub fn computed(&mut self, count: usize) -> Option<u32> {
        let first = self.nodes.len();
        if count == 0 {
            return None;
        }
        if first + count >= MOST {
            self.full = true;
            return None;
        }
        self.nodes.resize(first + count, Node { from: [CONSTANT; 2], by: [0.0; 2] });
        Some(first as u32)
    }

    /// Keeps a routine that ran, whose outputs are at these nodes.
    pub fn end_routine(&mut self, lines: &Arc<Lines>, first: u32, begin: Place) {
        self.routines.push(Routine { lines: lines.clone(), first: first as usize, begin });
    }

    /// Discards a routine of which nothing varies.
    pub fn forget_routine(&mut self, (values, loads): Place) {
        self.values.truncate(values);
        self.loads.truncate(loads);
    }
}

// A thread-local without a destructor is accessed without a check; `end` releases the memory.
thread_local! {
    static RECORD: RefCell<ManuallyDrop<Record>> = const { RefCell::new(ManuallyDrop::new(Record::EMPTY)) };
}

/// The result of `f` on the record of the thread.
pub fn with<R>(f: impl FnOnce(&mut Record) -> R) -> R {
    RECORD.with(|record| f(&mut record.borrow_mut()))
}

/// Adds an operation. Beyond 2³² − 1 nodes there is no space: the result is then a constant, and [`is_full`] is true.
#[inline]
pub fn push(from: [u32; 2], by: [f64; 2]) -> u32 {
    with(|record| {
        let at = record.nodes.len();
        if at >= MOST {
            record.full = true;
            return CONSTANT;
        }
        record.nodes.push(Node { from, by });
        at as u32
    })
}

/// A new variable.
pub fn variable() -> u32 {
    push([CONSTANT; 2], [0.0; 2])
}

/// Called with every number that a transfer passes: its new place.
pub fn pass(at: u32) -> u32 {
    let passing = with(|record| record.passing);
    let at = if passing == Passing::Variables { variable() } else { at };
    if passing != Passing::Unseen {
        with(|record| record.passed.push(at));
    }
    at
}

/// The nodes so far.
pub fn len() -> usize {
    with(|record| record.nodes.len())
}

/// Whether there is no space for more.
pub fn is_full() -> bool {
    with(|record| record.full)
}

/// The operations so far, those within routines among them.
pub fn operations() -> usize {
    with(|record| record.nodes.len() + record.values.len())
}

/// Forgets all but the first nodes.
pub fn keep(count: usize) {
    with(|record| {
        record.nodes.truncate(count);
        while let Some(last) = record.routines.pop_if(|last| last.first >= count) {
            record.forget_routine(last.begin);
        }
    });
}

/// Begins a record.
pub fn begin() {
    end();
    with(|record| record.nodes.push(Node { from: [CONSTANT; 2], by: [0.0; 2] }));
}

/// Releases the memory of the record.
pub fn end() {
    with(|record| *record = Record::EMPTY);
}

/// The result of `transfer`, whose numbers become variables, and their places.
pub fn as_variables<R>(transfer: impl FnOnce() -> R) -> (R, Vec<u32>) {
    passing(Passing::Variables, transfer)
}

/// The same if their places are only recorded.
pub fn noted<R>(transfer: impl FnOnce() -> R) -> (R, Vec<u32>) {
    passing(Passing::Noted, transfer)
}

fn passing<R>(how: Passing, transfer: impl FnOnce() -> R) -> (R, Vec<u32>) {
    with(|record| record.passing = how);
    let given = transfer();
    let passed = with(|record| {
        record.passing = Passing::Unseen;
        core::mem::take(&mut record.passed)
    });
    (given, passed)
}

/// (1) from the last node down to `until`, which is passed, too.
pub fn sweep(adjoints: &mut [f64], until: usize) {
    with(|record| {
        let mut routines = record.routines.iter().rev().peekable();
        let mut room = Vec::new();
        for at in (until..record.nodes.len()).rev() {
            let z = adjoints[at];
            if z != 0.0 {
                let node = &record.nodes[at];
                for (from, by) in node.from.iter().zip(&node.by) {
                    adjoints[*from as usize] += z * by;
                }
            }
            // All outputs of the routine have their adjoints.
            if let Some(routine) = routines.next_if(|routine| routine.first == at) {
                let ((values, loads), lines) = (routine.begin, &routine.lines);
                let (instructions, loaded, _) = lines.sizes();
                lines.backward(
                    &record.values[values..values + instructions],
                    &record.loads[loads..loads + loaded],
                    at,
                    adjoints,
                    &mut room,
                );
            }
        }
    });
}
