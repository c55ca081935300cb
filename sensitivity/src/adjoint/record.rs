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
//! Invariant: a node refers to nodes before it alone. There is one record for each thread, since numbers are copied without a reference to
//! it; whoever begins one ([`begin`]) is alone with it until the end.

use std::cell::RefCell;

/// Where a number stands that depends on nothing.
pub const CONSTANT: u32 = u32::MAX;

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

thread_local! {
    static RECORD: RefCell<Record> =
        const { RefCell::new(Record { nodes: Vec::new(), passing: Passing::Unseen, passed: Vec::new() }) };
}

fn with<R>(f: impl FnOnce(&mut Record) -> R) -> R {
    RECORD.with(|record| f(&mut record.borrow_mut()))
}

/// Adds an operation. Behind 2³² − 1 nodes there is no place: what is there then is a constant, and [`is_full`] says so.
#[inline]
pub fn push(from: [u32; 2], by: [f64; 2]) -> u32 {
    with(|record| {
        let at = u32::try_from(record.nodes.len()).unwrap_or(CONSTANT);
        if at != CONSTANT {
            record.nodes.push(Node { from, by });
        }
        at
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
    len() >= CONSTANT as usize
}

/// Forgets all but the first nodes.
pub fn keep(count: usize) {
    with(|record| record.nodes.truncate(count));
}

/// Empties the record, before and behind a gradient.
pub fn begin() {
    with(|record| {
        record.nodes = Vec::new();
        record.passing = Passing::Unseen;
        record.passed = Vec::new();
    });
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
                if *from != CONSTANT {
                    adjoints[*from as usize] += z * by;
                }
            }
        }
    });
}
