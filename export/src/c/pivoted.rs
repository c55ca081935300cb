//! The solve for redundant constraints whose planned pivots or block are weak, as the runtime's `pivoted`.
//!
//! 1. Two steps of iterative refinement of the planned solve, taken if they converge.
//! 2. Otherwise Gaussian elimination with complete pivoting of the equilibrated matrix up to its rank. Rows without a pivot
//!    depend on others; of the solutions, that with the smallest reactions is chosen.
//!
//! Invariant: operations and their order are those of the runtime, so that results have the same bits.

use super::interface::Files;
use super::known_rank::Sizes;
use linkwork_compiler::plan::Block;

/// `redundant_fallback_`.
pub fn functions(files: &Files<'_>, block: &Block) -> String {
    Sizes::of(files, block)
        .into(&[RESIDUAL, SCALES, ELIMINATION, FALLBACK].concat())
        .replace('@', &files.stem)
}

const RESIDUAL: &str = "/* residual = right - matrix x. The largest part of it relative to its terms, of all rows or of those with a pivot only; `growth` are the
 * largest terms relative to the largest right-hand side, rows scaled to size one. */
static double @_residual_(const double matrix[], const double x[], const double right[], int with_pivot, double residual[], double *growth)
{
    double worst = 0.0, largest_terms = 0.0, largest_right = 0.0;
    int i, j;
    for (i = 0; i < $N; ++i) {
        double sum = right[i], terms = 0.0, largest = 0.0, size, relative;
        int counts = 1;
        for (j = 0; j < $N; ++j) {
            const double entry = matrix[i * $N + j], term = entry * x[j];
            sum -= term;
            terms += fabs(term);
            largest = fmax(largest, fabs(entry));
        }
        residual[i] = sum;
        for (j = 0; j < $K; ++j) { counts &= !(with_pivot && @_rows_[j] == i); }
        if (!counts) { continue; }
        size = terms + fabs(right[i]);
        relative = size == 0.0 ? 0.0 : fabs(sum) / size;
        if (relative > worst || isnan(relative)) { worst = relative; }
        if (largest > 0.0) {
            largest_terms = fmax(largest_terms, terms / largest);
            largest_right = fmax(largest_right, fabs(right[i]) / largest);
        }
    }
    *growth = largest_terms == 0.0 ? 0.0 : largest_terms / largest_right;
    return worst;
}

";

const SCALES: &str = "/* The power of two that brings a size into [1, 2), or `otherwise`. */
static double @_scale_(double size, double otherwise)
{
    int exponent;
    if (!isnormal(size)) { return otherwise; }
    (void)frexp(size, &exponent);
    return ldexp(1.0, 1 - exponent);
}

/* Scales rows and columns to size one by powers of two. 0 for a row without a size. */
static int @_equilibrate_(double a[], double b[], double scales[])
{
    int i, j;
    for (i = 0; i < $N; ++i) {
        double largest = 0.0, scale;
        for (j = 0; j < $N; ++j) { largest = fmax(largest, fabs(a[i * $N + j])); }
        scale = @_scale_(largest, $DEFICIENCY > 0 && largest == 0.0 ? 1.0 : 0.0);
        if (scale == 0.0) { return 0; }
        for (j = 0; j < $N; ++j) { a[i * $N + j] *= scale; }
        b[i] *= scale;
    }
    for (j = 0; j < $N; ++j) {
        double largest = 0.0, scale;
        for (i = 0; i < $N; ++i) { largest = fmax(largest, fabs(a[i * $N + j])); }
        scale = @_scale_(largest, 1.0);
        for (i = 0; i < $N; ++i) { a[i * $N + j] *= scale; }
        scales[j] *= scale;
    }
    return 1;
}

/* Scales masses, if all of them are small beside constraints, to one by a common power of two; whether there are such masses. */
static int @_scale_masses_(double a[], double b[], double scales[])
{
    double mass = 0.0, scale;
    int coupled = 0, i, j;
    for (i = 0; i < $N; ++i) {
        for (j = 0; j < $N; ++j) {
            const double size = fabs(a[i * $N + j]);
            const int one = fabs(a[i * $N + i]) > 0.0, other = fabs(a[j * $N + j]) > 0.0;
            if (one && other) { mass = fmax(mass, size); }
            if (!one && !other) { coupled |= size > 0.0; }
        }
    }
    scale = @_scale_(sqrt(mass), 0.0);
    if (scale == 0.0 || !(mass < 1e-6) || coupled) { return 0; }
    for (i = 0; i < $N; ++i) {
        const double own = fabs(a[i * $N + i]) > 0.0 ? scale : 1.0 / scale;
        for (j = 0; j < $N; ++j) {
            const double other = fabs(a[j * $N + j]) > 0.0 ? scale : 1.0 / scale;
            if (j != i) { a[i * $N + j] *= own * other; }
        }
        b[i] *= own;
        scales[i] *= own;
    }
    for (i = 0; i < $N; ++i) { a[i * $N + i] *= scale * scale; }
    return 1;
}

";

const ELIMINATION: &str = "/* The sum of w^2 a b over the multipliers, which are at these places. */
static double @_weighted_at_(const int columns[], const double a[], const double b[])
{
    double sum = 0.0;
    int i;
    for (i = 0; i < $N; ++i) { sum += (columns[i] >= $V ? @_weights_[columns[i] - $V] : 0.0) * a[i] * b[i]; }
    return sum;
}

/* Complete pivoting up to the rank: a x = b, b in x, with the smallest reactions. */
static enum @_status @_solve_of_rank_(int scale_masses, double a[], double x[])
{
    enum { rank = $N - $DEFICIENCY };
    double scales[$N], first = 0.0;
    int columns[$N], i, j, k, pass;
    for (i = 0; i < $N; ++i) {
        scales[i] = 1.0;
        columns[i] = i;
    }
    if (!@_equilibrate_(a, x, scales)) { return @_singular_matrix; }
    if (scale_masses && @_scale_masses_(a, x, scales) && !@_equilibrate_(a, x, scales)) { return @_singular_matrix; }
    for (k = 0; k < rank; ++k) {
        double size = -1.0, swapped, reciprocal;
        int row = k, column = k, place;
        for (i = k; i < $N; ++i) {
            for (j = k; j < $N; ++j) {
                if (fabs(a[i * $N + j]) > size) {
                    row = i;
                    column = j;
                    size = fabs(a[i * $N + j]);
                }
            }
        }
        if (k == 0) { first = size; }
        if (!(size > 1e-14 * first)) { return @_singular_matrix; }
        for (j = 0; j < $N; ++j) { swapped = a[k * $N + j]; a[k * $N + j] = a[row * $N + j]; a[row * $N + j] = swapped; }
        swapped = x[k]; x[k] = x[row]; x[row] = swapped;
        for (i = 0; i < $N; ++i) { swapped = a[i * $N + k]; a[i * $N + k] = a[i * $N + column]; a[i * $N + column] = swapped; }
        place = columns[k]; columns[k] = columns[column]; columns[column] = place;
        swapped = scales[k]; scales[k] = scales[column]; scales[column] = swapped;
        reciprocal = 1.0 / a[k * $N + k];
        for (i = k + 1; i < $N; ++i) {
            const double factor = a[i * $N + k] * reciprocal;
            for (j = k + 1; j < $N; ++j) { a[i * $N + j] -= factor * a[k * $N + j]; }
            x[i] -= factor * x[k];
        }
    }
    for (k = rank; k < $N; ++k) { x[k] = 0.0; }
    for (k = rank - 1; k >= 0; --k) {
        double sum = x[k];
        for (j = k + 1; j < $N; ++j) { sum -= a[k * $N + j] * x[j]; }
        x[k] = sum * (1.0 / a[k * $N + k]);
    }
    for (i = 0; i < $N; ++i) { x[i] *= scales[i]; }
    /* The other rows become the vectors that the matrix maps to zero. */
    for (i = rank; i < $N; ++i) {
        double *const null = a + i * $N;
        for (j = 0; j < $N; ++j) { null[j] = i == j ? 1.0 : 0.0; }
        for (k = rank - 1; k >= 0; --k) {
            double sum = 0.0;
            for (j = k + 1; j < $N; ++j) { sum -= a[k * $N + j] * null[j]; }
            null[k] = sum * (1.0 / a[k * $N + k]);
        }
        for (j = 0; j < $N; ++j) { null[j] *= scales[j]; }
    }
    for (i = rank; i < $N; ++i) {
        double *const null = a + i * $N;
        double along;
        for (pass = 0; pass < 2; ++pass) {
            for (k = rank; k < i; ++k) {
                along = @_weighted_at_(columns, a + k * $N, null);
                for (j = 0; j < $N; ++j) { null[j] -= along * a[k * $N + j]; }
            }
        }
        along = 1.0 / sqrt(@_weighted_at_(columns, null, null));
        for (j = 0; j < $N; ++j) { null[j] *= along; }
        along = @_weighted_at_(columns, null, x);
        for (j = 0; j < $N; ++j) {
            if ($ACCELERATING || columns[j] >= $V) { x[j] -= along * null[j]; }
        }
    }
    for (k = 0; k < $N; ++k) {
        while (columns[k] != k) {
            const int to = columns[k], place = columns[to];
            const double swapped = x[k];
            x[k] = x[to];
            x[to] = swapped;
            columns[k] = place;
            columns[to] = to;
        }
    }
    return @_ok;
}

";

const FALLBACK: &str = "/* The largest size; the last one that is NaN, or follows one. */
static double @_extent_(int count, const double x[])
{
    double most = 0.0;
    int i;
    for (i = 0; i < count; ++i) { most = fabs(x[i]) <= most ? most : fabs(x[i]); }
    return most;
}

/* matrix x = right where the planned solve may be inaccurate. */
static enum @_status @_redundant_fallback_(const @_model *model, const double factors[], const double room[], const double matrix[], const double right[], double x[])
{
    double lu[$MATRIX], residual[$N], correction[$N], growth = INFINITY;
    int i, pass, masses;
    if ($PLANNED) {
        int converged, converges;
        @_solve_block_(model, factors, room, right, x);
        for (pass = 0; pass < 2; ++pass) {
            (void)@_residual_(matrix, x, right, 0, residual, &growth);
            @_solve_block_(model, factors, room, residual, correction);
            for (i = 0; i < $N; ++i) { x[i] += correction[i]; }
        }
        converged = @_extent_($V, correction) <= 1e-12 * @_extent_($V, x)
            && @_extent_($M, correction + $V) <= 1e-12 * @_extent_($M, x + $V) && growth < 1e8;
        converges = @_extent_($V, correction) <= 1e-7 * @_extent_($V, x)
            && @_extent_($M, correction + $V) <= 1e-7 * @_extent_($M, x + $V) && growth < 1e8;
        if (converged || (converges && @_residual_(matrix, x, right, 1, residual, &growth) < 1e-12)) { return @_ok; }
    }
    for (masses = 0; masses < 2; ++masses) {
        for (i = 0; i < $MATRIX; ++i) { lu[i] = matrix[i]; }
        for (i = 0; i < $N; ++i) { x[i] = right[i]; }
        if (@_solve_of_rank_(masses, lu, x) == @_ok) { return @_ok; }
    }
    return @_singular_matrix;
}

";
