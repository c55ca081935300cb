//! Recursion from leaf to root instead of LDLᵀ: M a = r of a tree of bodies in O(n), where that takes fewer operations.
//!
//! The part of the recursion that needs only q is the factor, the part that needs r is the solve. The entries of M are then not
//! computed by `place`: routines that need them compute them from the values that are placed for the forces.
//!
//! Invariant: a lifted value consists of values that `place` stores for the applied force in any case, of coordinates, and
//! of functions of those.

use super::arena::{Arena, Instance, Leaf, Operation, Source, Stage, Value};
use super::lower::Lowering;
use super::lowered::Entries;
use super::numeric::closure;
use super::systems::{Planned, Whole};
use crate::mechanics;
use crate::symbolic::Node;
use crate::symbolic::hash::Map;

/// The recursions of a tree, lowered.
pub(super) struct Articulated {
    /// a of M a = r.
    solution: Vec<Value>,
    /// The number that must be positive, and its scale.
    pivots: Vec<(Value, Value)>,
    /// M a.
    pub(super) mass_times: Vec<Value>,
    /// T.
    pub(super) kinetic: Value,
}

impl Articulated {
    pub(super) fn lower(arena: &mut Arena, lowering: &mut Lowering<'_>, of: &mechanics::Articulated) -> Self {
        for (i, &symbol) in of.right.iter().enumerate() {
            lowering.name(symbol, Source::RightHandSide(i));
        }
        let mut all = |nodes: &[Node]| -> Vec<Value> {
            nodes.iter().map(|&node| lowering.lower(arena, node)).collect()
        };
        let (pivots, references): (Vec<Node>, Vec<Node>) = of.pivots.iter().copied().unzip();
        Self {
            solution: all(&of.solution),
            pivots: all(&pivots).into_iter().zip(all(&references)).collect(),
            mass_times: all(&of.mass_times),
            kinetic: all(&[of.kinetic])[0],
        }
    }

    /// The sweep as a factorisation; `applied` is what `place` works for in any case.
    pub(super) fn plan(&self, arena: &mut Arena, applied: &[Value]) -> Planned {
        let (pivots, references): (Vec<Value>, Vec<Value>) = self.pivots.iter().copied().unzip();
        let roots = [&self.solution[..], &self.mass_times, &pivots, &references].concat();
        let mut lifted = lift(arena, applied, &roots).into_iter();
        let n = self.solution.len();
        let mut next = || -> Vec<Value> { lifted.by_ref().take(n).collect() };
        let (solution, product, pivots) = (next(), next(), next());
        let checks = pivots.into_iter().zip(next().into_iter().map(Some)).collect();
        let order = (0..n).rev().map(|k| (k, k)).collect();
        Planned { order, matrix: Whole::Product(product), checks, solution, block: None, table: None }
    }
}

/// The entries of M as a bordered matrix reads them, without asking `place` for them.
pub(super) fn lifted_entries(arena: &mut Arena, applied: &[Value], entries: &Entries) -> Entries {
    let values: Vec<Value> = entries.iter().map(|&(_, _, value)| value).collect();
    let lifted = lift(arena, applied, &values);
    entries.iter().zip(lifted).map(|(&(i, j, _), value)| (i, j, value)).collect()
}

/// Number of operations per step for these values in addition to those of `applied`.
pub(super) fn operations(arena: &Arena, applied: &[Value], roots: &[Value]) -> usize {
    let known = members(arena, &closure(arena, applied));
    let counts = |value: &Value| {
        let free =
            matches!(arena.operation(*value), Operation::Load(_) | Operation::Literal(_) | Operation::Neg(_));
        !free && arena.stage(*value) >= Stage::Position && !known.contains(*value)
    };
    closure(arena, roots).iter().filter(|value| counts(value)).count()
}

/// Values by number.
struct Members(Vec<bool>);

impl Members {
    fn contains(&self, value: Value) -> bool {
        self.0.get(value.index()).copied().unwrap_or(false)
    }
}

fn members(arena: &Arena, values: &[Value]) -> Members {
    let mut all = vec![false; arena.len()];
    for value in values {
        all[value.index()] = true;
    }
    Members(all)
}

/// The values of the position stage that the routine of these roots loads.
fn placed_for(arena: &Arena, roots: &[Value]) -> Members {
    let is_placed = |value: &Value| arena.stage(*value) == Stage::Position;
    let mut values: Vec<Value> = roots.iter().copied().filter(is_placed).collect();
    for value in closure(arena, roots) {
        if arena.stage(value) > Stage::Position {
            values.extend(arena.operands(value).filter(is_placed));
        }
    }
    members(arena, &values)
}

/// Values of (q, a) for a matrix that multiplies the right-hand side: a value that is placed for `applied`
/// is read at the instance of M, arithmetic is rebuilt on it, and a is replaced by r.
fn lift(arena: &mut Arena, applied: &[Value], roots: &[Value]) -> Vec<Value> {
    let kept = placed_for(arena, applied);
    let mut lifted: Map<Value, Value> = Map::default();
    for value in closure(arena, roots) {
        let operation = arena.operation(value);
        let stage = arena.stage(value);
        let of = |v: Value| lifted.get(&v).copied().unwrap_or(v);
        // A quotient is the factor's business, a function is placed.
        let function = matches!(operation, Operation::Unary(..) | Operation::Binary(..));
        let known =
            function || matches!(operation, Operation::Load(Leaf::Outside(_))) || kept.contains(value);
        let result = match operation {
            _ if stage <= Stage::Parameters => value,
            Operation::Load(Leaf::Outside(Source::Acceleration(i))) => arena.load(Source::RightHandSide(i)),
            _ if stage == Stage::Time && !operation.is_mask() => arena.at(Instance::Mass, value),
            _ if stage == Stage::Position && known && !operation.is_mask() => arena.at(Instance::Mass, value),
            Operation::Literal(_) | Operation::Load(_) => value,
            Operation::Neg(a) => arena.neg(of(a)),
            Operation::Add(a, b) => arena.add(of(a), of(b)),
            Operation::Sub(a, b) => arena.sub(of(a), of(b)),
            Operation::Mul(a, b) => arena.mul(of(a), of(b)),
            Operation::Recip(a) => arena.recip(of(a)),
            other => arena.other(other.with(Operation::Load, of)),
        };
        lifted.insert(value, result);
    }
    roots.iter().map(|root| lifted[root]).collect()
}
