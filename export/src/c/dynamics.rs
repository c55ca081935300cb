//! Solves with the saddle matrix, and forward dynamics.
//!
//! ```text
//! [ M  B ] [ a ]   [ f₀  ]
//! [ G  0 ] [ λ ] = [ γ_g ]                                                                             (1)
//! [ D  0 ] [ ψ ]   [ γ_k ]
//! ```
//!
//! Invariant: pivots are checked as in the runtime; if one is weak, the matrix is eliminated densely: with row pivoting, or, where
//! constraints are redundant, as in `pivoted`.

use super::interface::Files;
use super::known_rank::{self, Sizes};
use super::routine::number;
use super::{closure, pivoted, reactions};
use linkwork_compiler::plan::{Block, Register};
use std::fmt::Write;

/// A diagonal pivot below this fraction of its entry is too small, as in the runtime.
const WEAK_DIAGONAL: f64 = 1e-12;

/// `solve_saddle_` for any right-hand side, and `forward_dynamics`.
pub fn functions(files: &Files<'_>) -> String {
    let saddle = &files.program.saddle;
    let (checked, sound) = checks(files);
    let mut text = String::new();
    for (name, routine, checked) in [
        ("factor_saddle", &saddle.factor, checked.as_slice()),
        ("solve_factored", &saddle.solve, &[]),
        ("saddle_matrix", &saddle.matrix, &[]),
    ] {
        text.push_str(&super::routine::function(files.program, &files.stem, name, routine, checked));
        text.push('\n');
    }
    let stored = (saddle.slots + checked.len()).max(1);
    text += &match &saddle.block {
        Some(block) => redundant(files, block, stored, &sound),
        None => regular(files, stored, &sound),
    };
    if saddle.block.is_some() {
        text += &closure::function(files);
    }
    text + &if files.program.flags.linear_reactions { linear(files) } else { reactions::functions(files) }
}

/// The registers that checks read after the factors, and the condition that all pivots satisfy.
fn checks(files: &Files<'_>) -> (Vec<Register>, String) {
    let saddle = &files.program.saddle;
    let (mut checked, mut conditions) = (Vec::new(), Vec::new());
    for check in &saddle.checks {
        let pivot = saddle.slots + checked.len();
        checked.push(check.pivot);
        match check.reference {
            Some(reference) => {
                let entry = saddle.slots + checked.len();
                checked.push(reference);
                conditions
                    .push(format!("factors[{pivot}] > {} * fabs(factors[{entry}])", number(WEAK_DIAGONAL)));
            }
            None => {
                let limit = files.built.pivot_limits.get(check.step).copied().unwrap_or(0.0);
                conditions.push(format!("fabs(factors[{pivot}]) > {}", number(limit)));
            }
        }
    }
    let sound = if conditions.is_empty() { "1".to_owned() } else { conditions.join(" && ") };
    (checked, sound)
}

/// The evaluation of the matrix by rows into an array of zeros.
fn matrix(files: &Files<'_>) -> String {
    let (saddle, order) = (&files.program.saddle, files.program.order());
    if !saddle.by_columns {
        return format!("    {}", files.call("saddle_matrix", &saddle.matrix, "matrix"));
    }
    let column = files.call_with(
        "saddle_matrix",
        &saddle.matrix,
        &format!("matrix + i * {order}"),
        &[("rhs", "unit")],
    );
    format!(
        "    for (i = 0; i < {order}; ++i) {{
        double unit[{order}];
        int j;
        for (j = 0; j < {order}; ++j) {{ unit[j] = i == j ? 1.0 : 0.0; }}
        {column}
    }}"
    )
}

/// The head of `solve_saddle_` up to its checks.
fn head(files: &Files<'_>, stored: usize) -> String {
    let order = files.program.order();
    format!(
        "/* [M B; G 0; D 0] x = b, b in x. */
static enum @_status @_solve_saddle_(const @_model *model, const @_position *at, const double moving[], double x[])
{{
    double factors[{stored}], rhs[{order}], matrix[{}];
    int i;
    (void)model;
    (void)at;
    (void)moving;
    {}
    for (i = 0; i < {order}; ++i) {{ rhs[i] = x[i]; }}
",
        order * order,
        files.call("factor_saddle", &files.program.saddle.factor, "factors"),
    )
    .replace('@', &files.stem)
}

/// The solve with independent constraints.
fn regular(files: &Files<'_>, stored: usize, sound: &str) -> String {
    let order = files.program.order();
    let elimination = ELIMINATION.replace("$N", &order.to_string());
    let rest = format!(
        "    if ({sound}) {{
        {solve}
        return @_ok;
    }}
    for (i = 0; i < {square}; ++i) {{ matrix[i] = 0.0; }}
{matrix}
    return @_eliminate_(matrix, x);
}}

",
        solve = files.call("solve_factored", &files.program.saddle.solve, "x"),
        square = order * order,
        matrix = matrix(files),
    );
    elimination.replace('@', &files.stem) + &head(files, stored) + &rest.replace('@', &files.stem)
}

/// The solve with redundant constraints.
fn redundant(files: &Files<'_>, block: &Block, stored: usize, sound: &str) -> String {
    let square = files.program.order() * files.program.order();
    let rest = format!(
        "    {{
        double room[$ROOM];
        const int sound = @_factor_block_(model, factors, room);
        if (sound && {sound}) {{
            @_solve_block_(model, factors, room, rhs, x);
            return @_ok;
        }}
        for (i = 0; i < {square}; ++i) {{ matrix[i] = 0.0; }}
    {matrix}
        return @_redundant_fallback_(model, factors, room, matrix, rhs, x);
    }}
}}

",
        matrix = matrix(files).replace('\n', "\n    "),
    );
    let rest = Sizes::of(files, block).into(&rest).replace('@', &files.stem);
    known_rank::functions(files, block) + &pivoted::functions(files, block) + &head(files, stored) + &rest
}

/// Forward dynamics by one solve.
fn linear(files: &Files<'_>) -> String {
    let program = files.program;
    let (n, g, k) =
        (program.velocities.len(), program.holonomic_names.len(), program.nonholonomic_names.len());
    let order = program.order();
    let moving = files.moving();
    let unloaded = if moving.is_empty() {
        "    const double *const moving = 0;\n".to_owned()
    } else {
        format!("    const double lambda[{}] = {{0.0}}, psi[{}] = {{0.0}};\n{moving}", g.max(1), k.max(1))
            + "    (void)lambda;\n    (void)psi;\n"
    };
    let force = files.call("applied_force", &program.applied_force, "x");
    let bias = if g + k > 0 {
        format!("    {}\n", files.call("acceleration_bias", &program.acceleration_bias, &format!("x + {n}")))
    } else {
        String::new()
    };
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "{name}(const @_model *model, const @_position *at, const double v[], const double y[], double a[], double lambda_out[], double psi_out[])
{{
    double x[{order}];
    enum @_status status;
    int i;
{unloaded}    (void)v;
    (void)y;
    {force}
{bias}    status = @_solve_saddle_(model, at, moving, x);
    if (status != @_ok) {{ return status; }}
    for (i = 0; i < {order}; ++i) {{
        if (!isfinite(x[i])) {{ return @_not_finite; }}
    }}
    for (i = 0; i < {n}; ++i) {{ a[i] = x[i]; }}
    for (i = 0; i < {g}; ++i) {{ lambda_out[i] = x[{n} + i]; }}
    for (i = 0; i < {k}; ++i) {{ psi_out[i] = x[{n} + {g} + i]; }}
    return @_ok;
}}
",
        name = if program.saddle.block.is_some() { "static enum @_status @_unchecked_" } else { "enum @_status @_forward_dynamics" },
    );
    if program.saddle.block.is_some() {
        let _ = write!(
            text,
            "
enum @_status @_forward_dynamics(const @_model *model, const @_position *at, const double v[], const double y[], double a[], double lambda_out[], double psi_out[])
{{
    const double lambda[{}] = {{0.0}}, psi[{}] = {{0.0}};
    const enum @_status status = @_unchecked_(model, at, v, y, a, lambda_out, psi_out);
    if (status != @_ok) {{ return status; }}
    return @_closed_(model, at, v, y, lambda, psi, a) == 2 ? @_singular_matrix : @_ok;
}}
",
            g.max(1),
            k.max(1)
        );
    }
    text.replace('@', &files.stem)
}

const ELIMINATION: &str = "/* Gaussian elimination with partial pivoting: m x = b, b in x. */
static enum @_status @_eliminate_(double m[], double x[])
{
    int i, j, k;
    double largest = 0.0;
    for (i = 0; i < $N * $N; ++i) { largest = fabs(m[i]) > largest ? fabs(m[i]) : largest; }
    for (k = 0; k < $N; ++k) {
        int best = k;
        double b;
        for (i = k + 1; i < $N; ++i) { best = fabs(m[i * $N + k]) > fabs(m[best * $N + k]) ? i : best; }
        if (!(fabs(m[best * $N + k]) > 1e-14 * largest)) { return @_singular_matrix; }
        for (j = k; j < $N; ++j) { b = m[k * $N + j]; m[k * $N + j] = m[best * $N + j]; m[best * $N + j] = b; }
        b = x[k]; x[k] = x[best]; x[best] = b;
        for (i = k + 1; i < $N; ++i) {
            const double part = m[i * $N + k] / m[k * $N + k];
            for (j = k; j < $N; ++j) { m[i * $N + j] -= part * m[k * $N + j]; }
            x[i] -= part * x[k];
        }
    }
    for (k = $N - 1; k >= 0; --k) {
        for (j = k + 1; j < $N; ++j) { x[k] -= m[k * $N + j] * x[j]; }
        x[k] /= m[k * $N + k];
    }
    return @_ok;
}

";
