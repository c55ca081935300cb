//! The record of a computation: the arguments of every operation, and its derivatives.
//!
//! A number is a function of a node n, with the factor b = ∂x/∂n ([`Origin`]). An operation z = f(x, y) of numbers of two nodes n and m adds
//! a node with b_x ∂f/∂x and b_y ∂f/∂y; functions of one number, products with constants and sums of numbers of one node change only the
//! factor and add no node. Backwards through the nodes, with n̄ = ∂J/∂n,
//!
//! ```text
//! n̄ ← n̄ + z̄ b_x ∂f/∂x,   m̄ ← m̄ + z̄ b_y ∂f/∂y                                                        (1)
//! ```
//!
//! so that one sweep gives the derivatives of one number J with respect to all others.
//!
//! A routine of a mechanism is one piece of the record (`routine`): nodes for its outputs, and its values, which it sweeps itself.
//!
//! Invariant: a node refers only to earlier nodes, and the first is that of constants. There is one record for each thread, since numbers
//! are copied without a reference to
//! it; the caller of [`begin`] owns it until the end.

use super::lines::Lines;
use core::mem::ManuallyDrop;
use linkwork::Error;
use num_dual::Dual64;
use std::cell::RefCell;
use std::sync::Arc;

/// The largest number of nodes.
const MOST: usize = u32::MAX as usize;

/// The node of a number, and its derivative with respect to this node.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    pub at: u32,
    pub by: f64,
}

impl Origin {
    /// That of a constant: the first node, whose adjoint is ignored, so that sweeps need no branch.
    pub const CONSTANT: Self = Self { at: 0, by: 0.0 };

    /// That of a node itself.
    #[inline]
    pub fn at(at: u32) -> Self {
        Self { at, by: 1.0 }
    }

    /// Whether the number is a constant.
    #[inline]
    pub fn is_constant(self) -> bool {
        self.at == Self::CONSTANT.at
    }

    /// That of a function of the number, with this derivative.
    #[inline]
    pub fn times(self, by: f64) -> Self {
        Self { at: self.at, by: self.by * by }
    }
}

/// An operation: the nodes of its arguments, and its derivatives with respect to them.
#[derive(Clone, Copy)]
struct Node {
    from: [u32; 2],
    by: [f64; 2],
}

impl Node {
    /// That of a variable, or of an output of a routine.
    const FREE: Self = Self { from: [Origin::CONSTANT.at; 2], by: [0.0; 2] };
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
    /// They are replaced by [`MARK`].
    Marked,
}

/// Bits of a NaN that no operation computes.
const MARK: u64 = 0x7ff4_6c69_6e6b_776b;

/// A routine that was run.
struct Routine {
    lines: Arc<Lines<Dual64>>,
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
    /// The values of all instructions of routines; those after the first `used` have no meaning.
    values: Vec<Dual64>,
    used: usize,
    /// The nodes of the numbers that routines load.
    loads: Vec<Origin>,
    /// Whether there was no space for an operation.
    full: bool,
    passing: Passing,
    passed: Vec<Origin>,
}

impl Record {
    const EMPTY: Self = Self {
        nodes: Vec::new(),
        routines: Vec::new(),
        values: Vec::new(),
        used: 0,
        loads: Vec::new(),
        full: false,
        passing: Passing::Unseen,
        passed: Vec::new(),
    };

    /// The beginning of the current routine.
    pub fn begin_routine(&self) -> Place {
        (self.used, self.loads.len())
    }

    /// Space for the values of a routine, and the nodes of loads, to which its own are added.
    pub fn room(&mut self, registers: usize) -> (&mut [Dual64], &mut Vec<Origin>) {
        let begin = self.used;
        self.used += registers;
        if self.values.len() < self.used {
            self.values.resize(self.used.max(2 * self.values.len()), Dual64::from_re(0.0));
        }
        (&mut self.values[begin..self.used], &mut self.loads)
    }

    /// The values of a routine that begins there, and the nodes of its loads.
    pub fn routine(&self, (values, loads): Place, lines: &Lines<Dual64>) -> (&[Dual64], &[Origin]) {
        (&self.values[values..values + lines.registers()], &self.loads[loads..loads + lines.loads()])
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
        self.nodes.resize(first + count, Node::FREE);
        Some(first as u32)
    }

    /// Keeps a routine that ran, whose outputs are at these nodes.
    pub fn end_routine(&mut self, lines: &Arc<Lines<Dual64>>, first: u32, begin: Place) {
        self.routines.push(Routine { lines: lines.clone(), first: first as usize, begin });
    }

    /// Discards a routine of which nothing varies.
    pub fn forget_routine(&mut self, (values, loads): Place) {
        self.used = values;
        self.loads.truncate(loads);
    }

    /// (1) for nodes from the last down to the first of a range.
    fn back(&self, range: core::ops::Range<usize>, adjoints: &mut [f64]) {
        for at in range.rev() {
            let z = adjoints[at];
            if z != 0.0 {
                let Node { from, by } = self.nodes[at];
                adjoints[from[0] as usize] += z * by[0];
                adjoints[from[1] as usize] += z * by[1];
            }
        }
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
fn push(node: Node) -> Origin {
    with(|record| {
        let at = record.nodes.len();
        if at >= MOST {
            record.full = true;
            return Origin::CONSTANT;
        }
        record.nodes.push(node);
        Origin::at(at as u32)
    })
}

/// The node and factor of a function of two numbers; each argument already includes the derivative of the function.
#[inline]
pub fn join(x: Origin, y: Origin) -> Origin {
    if y.is_constant() {
        return x;
    }
    if x.is_constant() {
        return y;
    }
    if x.at == y.at {
        return Origin { at: x.at, by: x.by + y.by };
    }
    push(Node { from: [x.at, y.at], by: [x.by, y.by] })
}

/// A new variable.
pub fn variable() -> Origin {
    push(Node::FREE)
}

/// Called with every number of a transfer: its new node.
pub fn pass(origin: Origin) -> Origin {
    let passing = with(|record| record.passing);
    let origin = if passing == Passing::Variables { variable() } else { origin };
    if passing != Passing::Unseen {
        with(|record| record.passed.push(origin));
    }
    origin
}

/// Called with the parts of every number of a transfer: whether it gives marks instead of them.
pub fn marks(each: &mut dyn FnMut(&mut f64)) -> bool {
    let marked = with(|record| record.passing == Passing::Marked);
    if marked {
        // A value, and a tangent, which has no mark.
        each(&mut f64::from_bits(MARK));
        each(&mut 0.0);
    }
    marked
}

/// The places in the bytes of a transfer at which the values of its numbers begin.
pub fn places(transfer: impl FnOnce() -> Result<Vec<u8>, Error>) -> Result<Vec<usize>, Error> {
    let bytes = passing(Passing::Marked, transfer).0?;
    let mark = MARK.to_le_bytes();
    let words = bytes.chunks_exact(mark.len()).enumerate();
    Ok(words.filter(|(_, word)| **word == mark).map(|(at, _)| at * mark.len()).collect())
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
    with(|record| record.nodes.len() + record.used)
}

/// Discards all but the first nodes.
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
    with(|record| record.nodes.push(Node::FREE));
}

/// Releases the memory of the record.
pub fn end() {
    with(|record| *record = Record::EMPTY);
}

/// Runs `transfer`, in which the numbers become variables; its result, and their nodes.
pub fn as_variables<R>(transfer: impl FnOnce() -> R) -> (R, Vec<Origin>) {
    passing(Passing::Variables, transfer)
}

/// The same, without new variables.
pub fn noted<R>(transfer: impl FnOnce() -> R) -> (R, Vec<Origin>) {
    passing(Passing::Noted, transfer)
}

fn passing<R>(how: Passing, transfer: impl FnOnce() -> R) -> (R, Vec<Origin>) {
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
        let mut room = Vec::new();
        let mut end = record.nodes.len();
        for routine in record.routines.iter().rev().take_while(|routine| routine.first >= until) {
            let first = routine.first;
            // After its outputs, so that all of them have their adjoints.
            record.back(first + routine.lines.given()..end, adjoints);
            let (values, loads) = record.routine(routine.begin, &routine.lines);
            routine.lines.backward(values, loads, first, adjoints, &mut room);
            end = first;
        }
        record.back(until..end, adjoints);
    });
}
