//! The block that redundant constraints leave, as in the runtime's `known_rank`: exact motion and the smallest reactions.
//!
//! ```text
//! V'    rows of A, each with the most of its length left by the others, orthonormal            (1)
//! Q     A V'ᵀ, orthonormal; likewise V from the columns                                        (2)
//! S     Q T Vᵀ = L W,   W orthonormal,   with Q and V of all sets                               (3)
//! y     x = Vᵀ Wᵀ L⁻¹ Q b                                                                       (4)
//! λ ← λ − N (Nᵀ W² N)⁻¹ Nᵀ W² λ,   N = {λ: B λ = 0}                                             (5)
//! ```
//!
//! A are the rows of T in a set of constraints that depend on each other. Where one set has the whole rank, Q T = L V and W = 1.
//! If forces depend on reactions, N has a part of the accelerations, M a + B λ = 0, which (5) subtracts with it: how redundant constraints share a load changes friction, and friction the motion. The
//! motion is that of the smallest reactions, and forces are balanced.
//!
//! T is what the planned pivots leave of `[M B; G 0; D 0]`, r its rank. Scales and weights are those of the built mechanism.
//!
//! Invariant: operations and their order are those of the runtime, so that results have the same bits.

use super::interface::Files;
use super::routine::{function, list, number};
use linkwork_compiler::plan::{Block, RedundantSet};

/// The functions of the block: `factor_block_` with (1) to (3) and N, `solve_block_` with (4) and (5).
pub fn functions(files: &Files<'_>, block: &Block) -> String {
    let block = &of_parameters(files, block);
    let (program, stem) = (files.program, files.stem.as_str());
    let sizes = Sizes::of(files, block);
    let Sizes { multipliers, velocities, .. } = sizes;
    let weights = &files.built.redundant;
    let weight = |at: usize| weights.get(at).copied().unwrap_or(1.0);
    let scales = |rows: &[usize]| -> Vec<f64> { rows.iter().map(|row| weight(row - velocities)).collect() };
    let squares: Vec<f64> =
        (0..multipliers).map(|at| weight(multipliers + at) * weight(multipliers + at)).collect();
    let mut routines = vec![("eliminated", &block.forward)];
    if block.rank > 0 {
        routines.push(("block_entries", &block.entries));
    }
    let routines = routines.iter().map(|(name, routine)| function(program, stem, name, routine, &[]) + "\n");
    let places = |rows: &[usize]| rows.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let set = |set: &RedundantSet| {
        format!("{{{}, {}, {}, {}}}", set.rows, set.columns, set.multipliers, set.deficiency)
    };
    let numbers = |name: &str, values: &[f64]| {
        format!("static const double {stem}_{name}_[] = {{{}}};\n", list(values))
    };
    let data = [
        "/* Rows and columns without a pivot, their scales, and the squares of the weights of reactions. */\n".to_owned(),
        format!(
            "static const int {stem}_rows_[] = {{{}}}, {stem}_columns_[] = {{{}}};\n",
            places(&block.rows),
            places(&block.columns)
        ),
        format!(
            "/* Sets of constraints that depend on each other: rows, columns, multipliers, redundant ones; and their multipliers. */\n\
             static const int {stem}_sets_[][4] = {{{}}}, {stem}_members_[] = {{{}}};\n",
            block.sets.iter().map(set).collect::<Vec<_>>().join(", "),
            places(&block.members)
        ),
        if block.rank > 0 { numbers("row_scales", &scales(&block.rows)) } else { String::new() },
        numbers("column_scales", &scales(&block.columns)),
        numbers("weights", &squares) + "\n",
    ];
    let back =
        |rhs: &str, out: &str| files.call_with("solve_factored", &program.saddle.solve, out, &[("rhs", rhs)]);
    let of_rank = |text: &'static str| if block.rank > 0 { text } else { "" };
    let (between, along) = match block.one_set_has_the_rank() {
        true => (TRIANGULAR, "const double along = x[b];"),
        false => (BETWEEN, SQUARE),
    };
    let factor = FACTOR
        .replace("$BASIS", of_rank(BASIS))
        .replace("$BETWEEN", between)
        .replace("$BACK", &back("rhs", "out"));
    let solve = SOLVE
        .replace("$UNKNOWNS", of_rank(UNKNOWNS))
        .replace("$ALONG", along)
        .replace("$BACK", &back("eliminated", "x"));
    let text = [COMMON, of_rank(RANGE), &factor, &solve]
        .concat()
        .replace("$ENTRIES", &files.call("block_entries", &block.entries, "entries"))
        .replace("$FORWARD", &files.call("eliminated", &block.forward, "eliminated"))
        .replace("$DEGENERATE", &number(DEGENERATE * DEGENERATE));
    routines.collect::<String>() + &data.concat() + &sizes.into(&text).replace('@', stem)
}

/// The block with the sets of the built mechanism: all constraints are one where its parameters change what depends on what.
fn of_parameters(files: &Files<'_>, block: &Block) -> Block {
    let mut own = block.clone();
    let holds = files.built.redundant.iter().nth_back(1);
    if holds.is_some_and(|holds| *holds == 0.0) {
        own.sets = vec![block.whole()];
        own.members = (0..block.multipliers).collect();
    }
    own
}

/// Rows shorter than this part of the longest are no basis, as in the runtime.
const DEGENERATE: f64 = 1e-10;

/// The sizes of a block.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    order: usize,
    velocities: usize,
    multipliers: usize,
    rows: usize,
    rank: usize,
    sets: usize,
    /// The most redundant constraints of a set.
    most: usize,
    /// Numbers of `room`, and of Q and V.
    room: usize,
    q: usize,
    v: usize,
    /// Numbers of N.
    of_null: usize,
    /// Of the set that has the whole rank, if there is one: its first row and column, and their numbers.
    whole: [usize; 4],
    deficiency: usize,
    /// Whether reactions without effect on constraints have one on accelerations, because forces depend on reactions.
    accelerating: bool,
}

impl Sizes {
    /// Of a mechanism with a block.
    pub fn of(files: &Files<'_>, block: &Block) -> Self {
        let block = &of_parameters(files, block);
        let velocities = files.program.velocities.len();
        // Where parameters have made redundant constraints independent, fewer than planned depend on others.
        let deficiency = files.built.redundant.last().map_or(0, |count| *count as usize);
        let (rows, rank) = (block.rows.len(), block.rank);
        let of_sets = |numbers: fn(&RedundantSet) -> usize| block.sets.iter().map(numbers).sum();
        let (mut whole, mut first) = ([0; 4], [0; 2]);
        for set in &block.sets {
            if set.rank_of_rows() > 0 {
                whole = [first[0], first[1], set.rows, set.columns];
            }
            first = [first[0] + set.rows, first[1] + set.columns];
        }
        Self {
            order: files.program.order(),
            velocities,
            multipliers: block.multipliers,
            rows,
            rank,
            sets: block.sets.len(),
            most: block.sets.iter().map(|set| set.deficiency).max().unwrap_or(0),
            room: block.room(),
            q: of_sets(|set| set.rank_of_rows() * set.rows),
            v: of_sets(|set| set.rank_of_columns() * set.columns),
            of_null: block
                .sets
                .iter()
                .map(|set| set.deficiency * (block.accelerated + set.multipliers))
                .sum(),
            whole,
            deficiency,
            accelerating: block.accelerated > 0,
        }
    }

    /// A text with these sizes.
    pub fn into(self, text: &str) -> String {
        let Self { order, velocities, multipliers, rows, rank, q, v, deficiency, .. } = self;
        let accelerated = if self.accelerating { velocities } else { 0 };
        let [first_row, first_column, whole_rows, whole_columns] = self.whole;
        let null = self.room - self.of_null;
        let sizes = [
            ("$FIRST_ROW", first_row),
            ("$FIRST_COLUMN", first_column),
            ("$WHOLE_ROWS", whole_rows),
            ("$WHOLE_COLUMNS", whole_columns),
            ("$V_LENGTH", v),
            ("$PLANNED", usize::from(deficiency + rank == rows)),
            ("$DEFICIENCY", deficiency),
            ("$ROOM", self.room),
            ("$SQUARE", rows * rows),
            ("$MATRIX", order * order),
            ("$FIRST", velocities - accelerated),
            ("$ACCELERATED", accelerated),
            ("$ACCELERATING", usize::from(self.accelerating)),
            ("$SETS", self.sets),
            ("$MOST", self.most),
            ("$Q", q),
            ("$L", q + v),
            ("$W", q + v + rank * rank),
            ("$NULL", null),
            ("$N", order),
            ("$V", velocities),
            ("$M", multipliers),
            ("$K", rows),
            ("$R", rank),
        ];
        // Longer names first: `$N` begins others.
        let mut sizes = sizes.to_vec();
        sizes.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        sizes.iter().fold(text.to_owned(), |text, (name, size)| text.replace(name, &size.to_string()))
    }
}

const COMMON: &str = "static double @_dot_(int count, const double a[], const double b[])
{
    double sum = 0.0;
    int i;
    for (i = 0; i < count; ++i) { sum += a[i] * b[i]; }
    return sum;
}

/* to + s by. */
static void @_add_(int count, double to[], double s, const double by[])
{
    int i;
    for (i = 0; i < count; ++i) { to[i] += s * by[i]; }
}

/* Row i of a matrix with rows of length k, orthonormal to the rows before it: twice, which is enough. Adds its components along these, and
 * its own length, to `parts` if that is not null. */
static void @_orthonormal_(int k, double rows[], int i, double parts[])
{
    double *const row = rows + i * k;
    double length, reciprocal;
    int pass, j;
    for (pass = 0; pass < 2; ++pass) {
        for (j = 0; j < i; ++j) {
            const double along = @_dot_(k, rows + j * k, row);
            if (parts) { parts[j] += along; }
            @_add_(k, row, -along, rows + j * k);
        }
    }
    length = sqrt(@_dot_(k, row, row));
    if (parts) { parts[i] += length; }
    reciprocal = 1.0 / length;
    for (j = 0; j < k; ++j) { row[j] *= reciprocal; }
}

/* The rest of the space of k dimensions beside an orthonormal basis: the unit vectors with the largest remainders. */
static void @_complement_(int k, int rank, const double basis[], int count, double rows[])
{
    int c, i, j, pass;
    for (c = 0; c < count; ++c) {
        double *const row = rows + c * k;
        double most = -1.0;
        int best = c;
        for (i = 0; i < k; ++i) {
            double left = 1.0;
            for (j = 0; j < rank; ++j) { left -= basis[j * k + i] * basis[j * k + i]; }
            for (j = 0; j < c; ++j) { left -= rows[j * k + i] * rows[j * k + i]; }
            left = fabs(left);
            if (left > most) { best = i; most = left; }
        }
        for (i = 0; i < k; ++i) { row[i] = i == best ? 1.0 : 0.0; }
        for (pass = 0; pass < 2; ++pass) {
            for (j = 0; j < rank; ++j) { @_add_(k, row, -@_dot_(k, basis + j * k, row), basis + j * k); }
        }
        @_orthonormal_(k, rows, c, 0);
    }
}

/* The sum of w^2 a b over the multipliers of a set. */
static double @_weighted_(int count, const int members[], const double a[], const double b[])
{
    double sum = 0.0;
    int i;
    for (i = 0; i < count; ++i) { sum += @_weights_[members[i]] * a[i] * b[i]; }
    return sum;
}

";

const RANGE: &str = "/* An orthonormal basis of the range of a matrix with entries[i down + j right] in `count` rows, whose copy `rows` is overwritten; whether
 * it has `rank` rows longer than rounding beside `first`, the square of a length. */
static int @_range_(int count, int rank, const double entries[], int down, int right, double rows[], double first, double basis[])
{
    int sound = 1, a, b, i, j;
    for (i = 0; i < count; ++i) {
        for (j = 0; j < $K; ++j) { rows[i * $K + j] = entries[i * down + j * right]; }
    }
    for (a = 0; a < rank; ++a) {
        double longest = -1.0;
        int best = a;
        for (b = a; b < count; ++b) {
            const double square = fabs(@_dot_($K, rows + b * $K, rows + b * $K));
            if (square > longest) { best = b; longest = square; }
        }
        sound &= longest > $DEGENERATE * first;
        for (j = 0; j < $K; ++j) {
            const double x = rows[a * $K + j];
            rows[a * $K + j] = rows[best * $K + j];
            rows[best * $K + j] = x;
        }
        @_orthonormal_($K, rows, a, 0);
        for (b = a + 1; b < count; ++b) {
            @_add_($K, rows + b * $K, -@_dot_($K, rows + a * $K, rows + b * $K), rows + a * $K);
        }
    }
    for (a = 0; a < rank; ++a) {
        for (i = 0; i < count; ++i) {
            double sum = 0.0;
            for (j = 0; j < $K; ++j) { sum += entries[i * down + j * right] * rows[a * $K + j]; }
            basis[a * count + i] = sum;
        }
        @_orthonormal_(count, basis, a, 0);
    }
    return sound;
}

";

const FACTOR: &str = "/* The inverse of the nearest block of rank $R, and the multipliers without effect; whether the block has this rank. */
static int @_factor_block_(const @_model *model, const double factors[], double room[])
{
    double copy[$SQUARE], rhs[$N], solution[$N], out[$N], *free = copy, *null;
    const double *v = room + $Q;
    int sound = $PLANNED, s, c, i, j, pass, column;
    (void)model;
    (void)factors;
$BASIS    for (s = 0; s < $SETS; ++s) {
        const int columns = @_sets_[s][1], redundant = @_sets_[s][3], rank = columns - redundant;
        @_complement_(columns, rank, v, redundant, free);
        v += rank * columns;
        free += redundant * columns;
    }
    for (i = 0; i < $N; ++i) { rhs[i] = 0.0; }
    for (c = 0; c < $MOST; ++c) {
        const int *members = @_members_;
        for (i = 0; i < $N; ++i) { solution[i] = 0.0; }
        free = copy;
        column = 0;
        for (s = 0; s < $SETS; ++s) {
            const int columns = @_sets_[s][1], redundant = @_sets_[s][3];
            for (i = 0; c < redundant && i < columns; ++i) {
                solution[@_columns_[column + i]] = free[c * columns + i] * @_column_scales_[column + i];
            }
            free += redundant * columns;
            column += columns;
        }
        $BACK
        null = room + $NULL;
        for (s = 0; s < $SETS; ++s) {
            const int multipliers = @_sets_[s][2], redundant = @_sets_[s][3], width = $ACCELERATED + multipliers;
            if (c < redundant) {
                double *const row = null + c * width;
                double reciprocal;
                for (i = 0; i < $ACCELERATED; ++i) { row[i] = out[$FIRST + i]; }
                for (i = 0; i < multipliers; ++i) { row[$ACCELERATED + i] = out[$V + members[i]]; }
                for (pass = 0; pass < 2; ++pass) {
                    for (j = 0; j < c; ++j) {
                        const double along =
                            @_weighted_(multipliers, members, null + j * width + $ACCELERATED, row + $ACCELERATED);
                        @_add_(width, row, -along, null + j * width);
                    }
                }
                reciprocal = 1.0 / sqrt(@_weighted_(multipliers, members, row + $ACCELERATED, row + $ACCELERATED));
                for (i = 0; i < width; ++i) { row[i] *= reciprocal; }
            }
            null += redundant * width;
            members += multipliers;
        }
    }
    return sound;
}

";

const BASIS: &str = "    {
        double *const l = room + $L, *basis = room;
        const double *of_row = room;
        double entries[$SQUARE], first = 0.0;
        int a, start;
        $ENTRIES
        for (i = 0; i < $K; ++i) {
            for (j = 0; j < $K; ++j) { entries[i * $K + j] = entries[i * $K + j] * @_row_scales_[i] * @_column_scales_[j]; }
        }
        for (i = 0; i < $K; ++i) { first = fmax(first, fabs(@_dot_($K, entries + i * $K, entries + i * $K))); }
        for (s = 0, start = 0; s < $SETS; ++s) {
            const int rows = @_sets_[s][0], rank = rows - @_sets_[s][3];
            sound &= @_range_(rows, rank, entries + start * $K, $K, 1, copy, first, basis);
            basis += rank * rows;
            start += rows;
        }
$BETWEEN    }
";

const TRIANGULAR: &str = "        for (i = 0; i < $V_LENGTH; ++i) { basis[i] = 0.0; }
        for (i = 0; i < $R * $R; ++i) { l[i] = 0.0; }
        for (a = 0; a < $R; ++a) {
            for (i = 0; i < $WHOLE_ROWS; ++i) {
                @_add_($WHOLE_COLUMNS, basis + a * $WHOLE_COLUMNS, of_row[a * $WHOLE_ROWS + i], entries + ($FIRST_ROW + i) * $K + $FIRST_COLUMN);
            }
            @_orthonormal_($WHOLE_COLUMNS, basis, a, l + a * $R);
        }
";

const BETWEEN: &str = "        {
            double *const w = room + $W;
            const double *of_column = room + $Q;
            int b;
            for (s = 0, start = 0; s < $SETS; ++s) {
                const int columns = @_sets_[s][1], rank = columns - @_sets_[s][3];
                sound &= @_range_(columns, rank, entries + start, 1, $K, copy, first, basis);
                basis += rank * columns;
                start += columns;
            }
            for (s = 0, start = 0, b = 0; s < $SETS; ++s) {
                const int columns = @_sets_[s][1], end = b + columns - @_sets_[s][3];
                for (; b < end; ++b) {
                    for (i = 0; i < $K; ++i) { copy[i * $R + b] = @_dot_(columns, entries + i * $K + start, of_column); }
                    of_column += columns;
                }
                start += columns;
            }
            for (i = 0; i < $R * $R; ++i) { l[i] = w[i] = 0.0; }
            for (s = 0, start = 0, a = 0; s < $SETS; ++s) {
                const int rows = @_sets_[s][0], end = a + rows - @_sets_[s][3];
                for (; a < end; ++a) {
                    for (i = 0; i < rows; ++i) { @_add_($R, w + a * $R, of_row[i], copy + (start + i) * $R); }
                    @_orthonormal_($R, w, a, l + a * $R);
                    of_row += rows;
                }
                start += rows;
            }
        }
";

const SOLVE: &str = "/* [M B; G 0; D 0] x = rhs with the smallest reactions. */
static void @_solve_block_(const @_model *model, const double factors[], const double room[], const double rhs[], double x[])
{
    const double *null = room + $NULL;
    const int *members = @_members_;
    double eliminated[$N], solution[$N];
    int s, c, i;
    (void)model;
    (void)factors;
    $FORWARD
    for (i = 0; i < $N; ++i) { solution[i] = 0.0; }
$UNKNOWNS    $BACK
    for (s = 0; s < $SETS; ++s) {
        const int multipliers = @_sets_[s][2], redundant = @_sets_[s][3];
        for (c = 0; c < redundant; ++c) {
            double along = 0.0;
            for (i = 0; i < multipliers; ++i) {
                along += @_weights_[members[i]] * null[$ACCELERATED + i] * x[$V + members[i]];
            }
            @_add_($ACCELERATED, x + $FIRST, -along, null);
            for (i = 0; i < multipliers; ++i) { x[$V + members[i]] -= along * null[$ACCELERATED + i]; }
            null += $ACCELERATED + multipliers;
        }
        members += multipliers;
    }
}

";

const SQUARE: &str = "double along = 0.0;
                for (a = 0; a < $R; ++a) { along += room[$W + a * $R + b] * x[a]; }";

const UNKNOWNS: &str = "    {
        const double *q = room, *v = room + $Q, *const l = room + $L;
        int a, b, start;
        for (s = 0, start = 0, a = 0; s < $SETS; ++s) {
            const int rows = @_sets_[s][0], end = a + rows - @_sets_[s][3];
            for (; a < end; ++a) {
                double unknown = 0.0;
                for (i = start; i < start + rows; ++i) { unknown += q[i - start] * (@_row_scales_[i] * eliminated[@_rows_[i]]); }
                for (b = 0; b < a; ++b) { unknown -= l[a * $R + b] * x[b]; }
                x[a] = unknown * (1.0 / l[a * $R + a]);
                q += rows;
            }
            start += rows;
        }
        for (s = 0, start = 0, b = 0; s < $SETS; ++s) {
            const int columns = @_sets_[s][1], end = b + columns - @_sets_[s][3];
            for (; b < end; ++b) {
                $ALONG
                for (i = start; i < start + columns; ++i) {
                    solution[@_columns_[i]] += @_column_scales_[i] * v[i - start] * along;
                }
                v += columns;
            }
            start += columns;
        }
    }
";
