//! The solve with redundant constraints as expressions: the planned pivots, and around them the block of known rank, with the
//! equations of `c/known_rank`.
//!
//! Its rank is fixed, and so is the number of operations. Rows and null vectors are chosen by comparisons of expressions: another choice
//! changes results by O(d³) at a distance d from the constraints, so that derivatives have no steps on them.

use super::routine::{call, call_with, function};
use crate::Built;
use crate::routine::{Argument, digits};
use linkwork_compiler::Program;
use linkwork_compiler::plan::Block;

/// `_solve_redundant`, with the routines that it needs.
pub fn function_of(p: &Program, built: &Built, block: &Block) -> String {
    let (n, m) = (p.velocities.len(), block.multipliers);
    let weight = |at: usize| built.redundant.get(at).copied().unwrap_or(1.0);
    let list = |values: Vec<String>| format!("[{}]", values.join(", "));
    let places = |rows: &[usize]| list(rows.iter().map(ToString::to_string).collect());
    let scales = |rows: &[usize]| list(rows.iter().map(|row| digits(weight(row - n))).collect());
    let squares = list((m..2 * m).map(|at| digits(weight(at) * weight(at))).collect());
    let back = [(Argument::RightHandSide, "right".to_owned())];
    function(p, "block_entries", &block.entries)
        + &function(p, "eliminated", &block.forward)
        + &TEXT
            .replace("$ROW_SCALES", &scales(&block.rows))
            .replace("$COLUMN_SCALES", &scales(&block.columns))
            .replace("$ROWS", &places(&block.rows))
            .replace("$COLUMNS", &places(&block.columns))
            .replace("$WEIGHTS", &squares)
            .replace("$RANK", &block.rank.to_string())
            .replace("$VELOCITIES", &n.to_string())
            .replace("$ORDER", &p.order().to_string())
            .replace("$BACK", &call_with("solve_saddle", &p.saddle.solve, &back))
            .replace("$ENTRIES", &call("block_entries", &block.entries))
            .replace("$ELIMINATED", &call("eliminated", &block.forward))
}

const TEXT: &str = "def _dot(a, b, weights=None):
    return sum((x * y for x, y in zip(a, b)), ca.SX(0)) if weights is None else sum((w * x * y for w, x, y in zip(weights, a, b)), ca.SX(0))


def _orthonormal(row, rows, weights=None, parts=None):
    \"\"\"A row, orthonormal to others: twice, which is enough. Adds its components along these, and its own length, to `parts`.\"\"\"
    for _ in range(2):
        for j, other in enumerate(rows):
            along = _dot(other, row, weights)
            if parts is not None:
                parts[j] += along
            row = [x - along * y for x, y in zip(row, other)]
    length = ca.sqrt(_dot(row, row, weights))
    if parts is not None:
        parts[len(rows)] += length
    return [x / length for x in row]


def _largest(rows, sizes):
    \"\"\"The row of the largest size, the first one of several.\"\"\"
    chosen, largest = rows[0], sizes[0]
    for row, size in zip(rows[1:], sizes[1:]):
        larger = size > largest
        chosen = [ca.if_else(larger, x, y) for x, y in zip(row, chosen)]
        largest = ca.if_else(larger, size, largest)
    return chosen


def _solve_redundant(model, factors, rhs):
    \"\"\"The solution with redundant constraints: exact motion, and the smallest of all equivalent reactions.

    T, the block without planned pivots, has a known rank on the constraints; off them it is replaced by the nearest one of this rank.
    \"\"\"
    rows, columns = $ROWS, $COLUMNS
    row_scales, column_scales, weights = $ROW_SCALES, $COLUMN_SCALES, $WEIGHTS
    rank, velocities, order, size = $RANK, $VELOCITIES, $ORDER, len(columns)

    def back(right, solution):
        return $BACK

    def spread(values):
        solution = [0.0] * order
        for column, scale, value in zip(columns, column_scales, values):
            solution[column] = scale * value
        return solution

    basis, q, v, lower = [], [], [], []
    if rank > 0:
        entries = $ENTRIES
        block = [[ca.SX(entries[i * size + j]) * row_scales[i] * column_scales[j] for j in range(size)] for i in range(size)]
        left = block
        for _ in range(rank):
            # A row that has been chosen leaves rounding.
            chosen = _orthonormal(_largest(left, [_dot(row, row) for row in left]), basis)
            basis.append(chosen)
            along = [_dot(chosen, row) for row in left]
            left = [[x - part * y for x, y in zip(row, chosen)] for part, row in zip(along, left)]
        for row in basis:
            q.append(_orthonormal([_dot(other, row) for other in block], q))
        for row in q:
            lower.append([ca.SX(0)] * rank)
            v.append(_orthonormal([_dot(row, [other[j] for other in block]) for j in range(size)], v, None, lower[-1]))
    units = [[ca.SX(i == j) for j in range(size)] for i in range(size)]
    free, null = [], []
    for _ in range(size - rank):
        left = [ca.fabs(1 - sum((row[i] * row[i] for row in v + free), ca.SX(0))) for i in range(size)]
        row = _largest(units, left)
        for _ in range(2):
            for known in v:
                along = _dot(known, row)
                row = [x - along * y for x, y in zip(row, known)]
        free.append(_orthonormal(row, free))
    for row in free:
        null.append(_orthonormal(back([0.0] * order, spread(row))[velocities:], null, weights))
    right = $ELIMINATED
    unknowns = []
    for a in range(rank):
        y = sum((q[a][i] * (row_scales[i] * right[rows[i]]) for i in range(size)), ca.SX(0))
        for b in range(a):
            y = y - lower[a][b] * unknowns[b]
        unknowns.append(y / lower[a][a])
    x = back(right, spread([sum((v[a][i] * unknowns[a] for a in range(rank)), ca.SX(0)) for i in range(size)]))
    reactions = x[velocities:]
    for row in null:
        along = _dot(row, reactions, weights)
        reactions = [x - along * y for x, y in zip(reactions, row)]
    return x[:velocities] + reactions


";
