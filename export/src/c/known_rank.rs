//! The block that redundant constraints leave, as in the runtime's `known_rank`: exact motion and the smallest reactions.
//!
//! ```text
//! V     r rows of T, each with the most of its length left by the others, orthonormal          (1)
//! Q     T Vᵀ, orthonormal;   Qᵀ T = L V₂,   V₂ orthonormal                                     (2)
//! y     x = V₂ᵀ L⁻¹ Qᵀ b                                                                        (3)
//! λ ← λ − N (Nᵀ W² N)⁻¹ Nᵀ W² λ,   N = {λ: B λ = 0}                                             (4)
//! ```
//!
//! If forces depend on reactions, N has a part of the accelerations, M a + B λ = 0, which (4) subtracts with it: how redundant constraints share a load changes friction, and friction the motion. The
//! motion is that of the smallest reactions, and forces are balanced.
//!
//! T is what the planned pivots leave of `[M B; G 0; D 0]`, r its rank. Scales and weights are those of the built mechanism.
//!
//! Invariant: operations and their order are those of the runtime, so that results have the same bits.

use super::interface::Files;
use super::routine::{function, list, number};
use linkwork_compiler::plan::Block;

/// The functions of the block: `factor_block_` with (1), (2) and N, `solve_block_` with (3) and (4).
pub fn functions(files: &Files<'_>, block: &Block) -> String {
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
        if block.rank > 0 { numbers("row_scales", &scales(&block.rows)) } else { String::new() },
        numbers("column_scales", &scales(&block.columns)),
        numbers("weights", &squares) + "\n",
    ];
    let back =
        |rhs: &str, out: &str| files.call_with("solve_factored", &program.saddle.solve, out, &[("rhs", rhs)]);
    let of_rank = |text: &'static str| if block.rank > 0 { text } else { "" };
    let factor = FACTOR.replace("$BASIS", of_rank(BASIS)).replace("$BACK", &back("rhs", "out"));
    let solve = SOLVE.replace("$UNKNOWNS", of_rank(UNKNOWNS)).replace("$BACK", &back("eliminated", "x"));
    let text = [COMMON, &factor, &solve]
        .concat()
        .replace("$ENTRIES", &files.call("block_entries", &block.entries, "entries"))
        .replace("$FORWARD", &files.call("eliminated", &block.forward, "eliminated"))
        .replace("$DEGENERATE", &number(DEGENERATE * DEGENERATE));
    routines.collect::<String>() + &data.concat() + &sizes.into(&text).replace('@', stem)
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
    deficiency: usize,
    /// Whether reactions without effect on constraints have one on accelerations, because forces depend on reactions.
    accelerating: bool,
}

impl Sizes {
    /// Of a mechanism with a block.
    pub fn of(files: &Files<'_>, block: &Block) -> Self {
        let velocities = files.program.velocities.len();
        // Where parameters have made redundant constraints independent, fewer than planned depend on others.
        let deficiency = files.built.redundant.last().map_or(0, |count| *count as usize);
        let (rows, rank) = (block.rows.len(), block.rank);
        Self {
            order: files.program.order(),
            velocities,
            multipliers: block.multipliers,
            rows,
            rank,
            deficiency,
            accelerating: block.accelerated > 0,
        }
    }

    /// The numbers of `room`: Q, V₂, L and N.
    pub fn room(&self) -> usize {
        let Self { rows: k, rank: r, .. } = *self;
        2 * r * k + r * r + (k - r) * self.width()
    }

    /// The numbers of a null vector.
    fn width(&self) -> usize {
        if self.accelerating { self.order } else { self.multipliers }
    }

    /// A text with these sizes.
    pub fn into(self, text: &str) -> String {
        let Self { order, velocities, multipliers, rows, rank, deficiency, accelerating } = self;
        let (first, offset) = if accelerating { (0, velocities) } else { (velocities, 0) };
        let sizes = [
            ("$PLANNED", usize::from(deficiency + rank == rows)),
            ("$DEFICIENCY", deficiency),
            ("$ROOM", self.room()),
            ("$SQUARE", rows * rows),
            ("$MATRIX", order * order),
            ("$WIDTH", self.width()),
            ("$FIRST", first),
            ("$OFFSET", offset),
            ("$ACCELERATING", usize::from(accelerating)),
            ("$QV", rank * rows),
            ("$QVL", 2 * rank * rows),
            ("$NULL", 2 * rank * rows + rank * rank),
            ("$LEFT", rows - rank),
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

/* Row i of a matrix with $K columns, orthonormal to the rows before it: twice, which is enough. Adds its components along these, and
 * its own length, to `parts` if that is not null. */
static void @_orthonormal_(double rows[], int i, double parts[])
{
    double *const row = rows + i * $K;
    double length, reciprocal;
    int pass, j;
    for (pass = 0; pass < 2; ++pass) {
        for (j = 0; j < i; ++j) {
            const double along = @_dot_($K, rows + j * $K, row);
            if (parts) { parts[j] += along; }
            @_add_($K, row, -along, rows + j * $K);
        }
    }
    length = sqrt(@_dot_($K, row, row));
    if (parts) { parts[i] += length; }
    reciprocal = 1.0 / length;
    for (j = 0; j < $K; ++j) { row[j] *= reciprocal; }
}

/* The sum of w^2 a b over the multipliers. */
static double @_weighted_(const double a[], const double b[])
{
    double sum = 0.0;
    int i;
    for (i = 0; i < $M; ++i) { sum += @_weights_[i] * a[i] * b[i]; }
    return sum;
}

";

const FACTOR: &str = "/* The inverse of the nearest block of rank $R, and the multipliers without effect; whether the block has this rank. */
static int @_factor_block_(const @_model *model, const double factors[], double room[])
{
    double *const null = room + $NULL;
    const double *const v = room + $QV;
    double copy[$SQUARE], rhs[$N], solution[$N], out[$N];
    int sound = $PLANNED, c, i, j, pass;
    (void)model;
    (void)factors;
$BASIS    for (c = 0; c < $LEFT; ++c) {
        double *const row = copy + c * $K;
        double most = -1.0;
        int best = c;
        for (i = 0; i < $K; ++i) {
            double left = 1.0;
            for (j = 0; j < $R; ++j) { left -= v[j * $K + i] * v[j * $K + i]; }
            for (j = 0; j < c; ++j) { left -= copy[j * $K + i] * copy[j * $K + i]; }
            left = fabs(left);
            if (left > most) { best = i; most = left; }
        }
        for (i = 0; i < $K; ++i) { row[i] = i == best ? 1.0 : 0.0; }
        for (pass = 0; pass < 2; ++pass) {
            for (j = 0; j < $R; ++j) { @_add_($K, row, -@_dot_($K, v + j * $K, row), v + j * $K); }
        }
        @_orthonormal_(copy, c, 0);
    }
    for (i = 0; i < $N; ++i) { rhs[i] = 0.0; }
    for (c = 0; c < $LEFT; ++c) {
        double *const row = null + c * $WIDTH;
        double reciprocal;
        for (i = 0; i < $N; ++i) { solution[i] = 0.0; }
        for (i = 0; i < $K; ++i) { solution[@_columns_[i]] = copy[c * $K + i] * @_column_scales_[i]; }
        $BACK
        for (i = 0; i < $WIDTH; ++i) { row[i] = out[$FIRST + i]; }
        for (pass = 0; pass < 2; ++pass) {
            for (j = 0; j < c; ++j) {
                @_add_($WIDTH, row, -@_weighted_(null + j * $WIDTH + $OFFSET, row + $OFFSET), null + j * $WIDTH);
            }
        }
        reciprocal = 1.0 / sqrt(@_weighted_(row + $OFFSET, row + $OFFSET));
        for (i = 0; i < $WIDTH; ++i) { row[i] *= reciprocal; }
    }
    return sound;
}

";

const BASIS: &str = "    {
        double *const q = room, *const basis = room + $QV, *const l = room + $QVL;
        double entries[$SQUARE], first = 0.0;
        int a, b;
        $ENTRIES
        for (i = 0; i < $K; ++i) {
            for (j = 0; j < $K; ++j) { entries[i * $K + j] = entries[i * $K + j] * @_row_scales_[i] * @_column_scales_[j]; }
        }
        for (i = 0; i < $SQUARE; ++i) { copy[i] = entries[i]; }
        for (a = 0; a < $R; ++a) {
            double longest = -1.0;
            int best = a;
            for (b = a; b < $K; ++b) {
                const double square = fabs(@_dot_($K, copy + b * $K, copy + b * $K));
                if (square > longest) { best = b; longest = square; }
            }
            if (a == 0) { first = longest; }
            sound &= longest > $DEGENERATE * first;
            for (j = 0; j < $K; ++j) {
                const double x = copy[a * $K + j];
                copy[a * $K + j] = copy[best * $K + j];
                copy[best * $K + j] = x;
            }
            @_orthonormal_(copy, a, 0);
            for (b = a + 1; b < $K; ++b) {
                @_add_($K, copy + b * $K, -@_dot_($K, copy + a * $K, copy + b * $K), copy + a * $K);
            }
        }
        for (a = 0; a < $R; ++a) {
            for (i = 0; i < $K; ++i) { q[a * $K + i] = @_dot_($K, entries + i * $K, copy + a * $K); }
            @_orthonormal_(q, a, 0);
        }
        for (i = 0; i < $R * $K; ++i) { basis[i] = 0.0; }
        for (i = 0; i < $R * $R; ++i) { l[i] = 0.0; }
        for (a = 0; a < $R; ++a) {
            for (i = 0; i < $K; ++i) { @_add_($K, basis + a * $K, q[a * $K + i], entries + i * $K); }
            @_orthonormal_(basis, a, l + a * $R);
        }
    }
";

const SOLVE: &str = "/* [M B; G 0; D 0] x = rhs with the smallest reactions. */
static void @_solve_block_(const @_model *model, const double factors[], const double room[], const double rhs[], double x[])
{
    const double *const null = room + $NULL;
    double eliminated[$N], solution[$N];
    int i;
    (void)model;
    (void)factors;
    $FORWARD
    for (i = 0; i < $N; ++i) { solution[i] = 0.0; }
$UNKNOWNS    $BACK
    for (i = 0; i < $LEFT; ++i) {
        @_add_($WIDTH, x + $FIRST, -@_weighted_(null + i * $WIDTH + $OFFSET, x + $V), null + i * $WIDTH);
    }
}

";

const UNKNOWNS: &str = "    {
        const double *const q = room, *const v = room + $QV, *const l = room + $QVL;
        int a, b;
        for (a = 0; a < $R; ++a) {
            double unknown = 0.0;
            for (i = 0; i < $K; ++i) { unknown += q[a * $K + i] * (@_row_scales_[i] * eliminated[@_rows_[i]]); }
            for (b = 0; b < a; ++b) { unknown -= l[a * $R + b] * x[b]; }
            x[a] = unknown * (1.0 / l[a * $R + a]);
            for (i = 0; i < $K; ++i) { solution[@_columns_[i]] += @_column_scales_[i] * v[a * $K + i] * x[a]; }
        }
    }
";
