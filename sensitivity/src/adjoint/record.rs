//! The record of a computation: what every operation depends on, and how much.
//!
//! An operation z = f(x, y) leaves a node with ∂f/∂x and ∂f/∂y. Backwards through the nodes, with x̄ = ∂J/∂x,
//!
//! ```text
//! x̄ ← x̄ + z̄ ∂f/∂x,   ȳ ← ȳ + z̄ ∂f/∂y                                                                 (1)
//! ```
//!
//! so that one sweep has the derivatives of one number J by all others, however many they are.
//!
//! Invariant: a node refers to nodes before it alone, and the first is that of constants. There is one record for each thread, since numbers are copied without a reference to
//! it; whoever begins one ([`begin`]) is alone with it until the end.

use core::mem::ManuallyDrop;
use std::cell::RefCell;

/// Where a number stands that depends on nothing: at the first node, whose adjoint counts for nothing, so that sweeps need not ask.
pub const CONSTANT: u32 = 0;
/// Nodes at most.
const MOST: usize = u32::MAX as usize;

/// An operation: where its arguments stand, and its derivatives by them.
#[derive(Clone, Copy)]
struct Node {
    from: [u32; 2],
    by: [f64; 2],
}

/// What a transfer of a state to or from bytes means to the numbers that it passes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passing {
    /// Nothing.
    Unseen,
    /// They are new variables.
    Variables,
    /// It is noted where they stand.
    Noted,
}

struct Record {
    nodes: Vec<Node>,
    passing: Passing,
    passed: Vec<u32>,
}

impl Record {
    const EMPTY: Self = Self { nodes: Vec::new(), passing: Passing::Unseen, passed: Vec::new() };
}

// What a thread need not drop at its end is found without a look at whether it still lives; `end` gives the memory back.
thread_local! {
    static RECORD: RefCell<ManuallyDrop<Record>> = const { RefCell::new(ManuallyDrop::new(Record::EMPTY)) };
}

fn with<R>(f: impl FnOnce(&mut Record) -> R) -> R {
    RECORD.with(|record| f(&mut record.borrow_mut()))
}

/// Adds an operation. Behind 2³² − 1 nodes there is no place: what is there then is a constant, and [`is_full`] says so.
#[inline]
pub fn push(from: [u32; 2], by: [f64; 2]) -> u32 {
    with(|record| {
        let at = record.nodes.len();
        if at >= MOST {
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

/// Called with every number that a transfer passes: where it stands from now on.
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

/// Is there no place for more?
pub fn is_full() -> bool {
    len() >= MOST
}

/// Forgets all but the first nodes.
pub fn keep(count: usize) {
    with(|record| record.nodes.truncate(count));
}

/// Begins a record.
pub fn begin() {
    end();
    with(|record| record.nodes.push(Node { from: [CONSTANT; 2], by: [0.0; 2] }));
}

/// Gives back what a record takes.
pub fn end() {
    with(|record| *record = Record::EMPTY);
}

/// What `transfer` gives, where the numbers that it passes become variables, and where they stand.
pub fn as_variables<R>(transfer: impl FnOnce() -> R) -> (R, Vec<u32>) {
    passing(Passing::Variables, transfer)
}

/// The same where it is only noted where they stand.
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
        for at in (until..record.nodes.len()).rev() {
            let z = adjoints[at];
            if z == 0.0 {
                continue;
            }
            let node = &record.nodes[at];
            for (from, by) in node.from.iter().zip(&node.by) {
                adjoints[*from as usize] += z * by;
            }
        }
    });
}
