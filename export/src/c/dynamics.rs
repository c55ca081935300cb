//! Solves with the saddle matrix, and forward dynamics.
//!
//! ```text
//! [ M  B ] [ a ]   [ f₀  ]
//! [ G  0 ] [ λ ] = [ γ_g ]                                                                             (1)
//! [ D  0 ] [ ψ ]   [ γ_k ]
//! ```
//!
//! Invariant: pivots are checked as in the runtime; if one is weak, the matrix is eliminated densely with row pivoting.

use super::interface::Files;
use super::routine::number;
use std::fmt::Write;

/// A diagonal pivot below this fraction of its entry is too small, as in the runtime.
const WEAK_DIAGONAL: f64 = 1e-12;

/// The reason why forward dynamics is not supported, if there is one.
pub fn left_out(files: &Files<'_>) -> Option<String> {
    let program = files.program;
    if program.saddle.block.is_some() {
        let sets = program.redundant().join("; ");
        return Some(format!("forward dynamics and the step: constraints are redundant ({sets})"));
    }
    if !program.flags.linear_reactions {
        return Some(
            "forward dynamics and the step: forces, such as friction, depend on reactions".to_owned(),
        );
    }
    None
}

/// `solve_saddle_` for any right-hand side, and `forward_dynamics`.
pub fn functions(files: &Files<'_>) -> String {
    let (program, stem) = (files.program, files.stem.as_str());
    let saddle = &program.saddle;
    let mut checked = Vec::new();
    let mut conditions = Vec::new();
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
    let stored = (saddle.slots + checked.len()).max(1);
    let sound = if conditions.is_empty() { "1".to_owned() } else { conditions.join(" && ") };
    let mut text = String::new();
    for (name, routine, checked) in [
        ("factor_saddle", &saddle.factor, checked.as_slice()),
        ("solve_factored", &saddle.solve, &[]),
        ("saddle_matrix", &saddle.matrix, &[]),
    ] {
        text.push_str(&super::routine::function(program, stem, name, routine, checked));
        text.push('\n');
    }
    let order = program.order();
    let (factor, solve) = (
        files.call("factor_saddle", &saddle.factor, "factors"),
        files.call("solve_factored", &saddle.solve, "x"),
    );
    let matrix =
        files.call("saddle_matrix", &saddle.matrix, if saddle.by_columns { "matrix[i]" } else { "*matrix" });
    let matrix = if saddle.by_columns {
        format!(
            "    for (i = 0; i < {order}; ++i) {{
        for (j = 0; j < {order}; ++j) {{ rhs[j] = i == j ? 1.0 : 0.0; }}
        {matrix}
    }}"
        )
    } else {
        format!("    {matrix}")
    };
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "/* Gaussian elimination with partial pivoting: m x = b, b in x. */
static enum {stem}_status {stem}_eliminate_(double m[{order}][{order}], double x[])
{{
    int i, j, k;
    double largest = 0.0;
    for (i = 0; i < {order}; ++i) {{
        for (j = 0; j < {order}; ++j) {{ largest = fabs(m[i][j]) > largest ? fabs(m[i][j]) : largest; }}
    }}
    for (k = 0; k < {order}; ++k) {{
        int best = k;
        double b;
        for (i = k + 1; i < {order}; ++i) {{ best = fabs(m[i][k]) > fabs(m[best][k]) ? i : best; }}
        if (!(fabs(m[best][k]) > 1e-14 * largest)) {{ return {stem}_singular_matrix; }}
        for (j = k; j < {order}; ++j) {{ b = m[k][j]; m[k][j] = m[best][j]; m[best][j] = b; }}
        b = x[k]; x[k] = x[best]; x[best] = b;
        for (i = k + 1; i < {order}; ++i) {{
            const double part = m[i][k] / m[k][k];
            for (j = k; j < {order}; ++j) {{ m[i][j] -= part * m[k][j]; }}
            x[i] -= part * x[k];
        }}
    }}
    for (k = {order} - 1; k >= 0; --k) {{
        for (j = k + 1; j < {order}; ++j) {{ x[k] -= m[k][j] * x[j]; }}
        x[k] /= m[k][k];
    }}
    return {stem}_ok;
}}

/* [M B; G 0; D 0] x = b, b in x. */
static enum {stem}_status {stem}_solve_saddle_(const {stem}_model *model, const {stem}_position *at, const double moving[], double x[])
{{
    double factors[{stored}], rhs[{order}], matrix[{order}][{order}];
    int i, j;
    (void)model;
    (void)at;
    (void)moving;
    {factor}
    for (i = 0; i < {order}; ++i) {{ rhs[i] = x[i]; }}
    if ({sound}) {{
        {solve}
        return {stem}_ok;
    }}
    for (i = 0; i < {order}; ++i) {{
        for (j = 0; j < {order}; ++j) {{ matrix[i][j] = 0.0; }}
    }}
{matrix}
    return {stem}_eliminate_(matrix, x);
}}

"
    );
    let (n, g, k) =
        (program.velocities.len(), program.holonomic_names.len(), program.nonholonomic_names.len());
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
    let _ = write!(
        text,
        "enum {stem}_status {stem}_forward_dynamics(const {stem}_model *model, const {stem}_position *at, const double v[], const double y[], double a[], double lambda_out[], double psi_out[])
{{
    double x[{order}];
    enum {stem}_status status;
    int i;
{unloaded}    (void)v;
    (void)y;
    {force}
{bias}    status = {stem}_solve_saddle_(model, at, moving, x);
    if (status != {stem}_ok) {{ return status; }}
    for (i = 0; i < {order}; ++i) {{
        if (!isfinite(x[i])) {{ return {stem}_not_finite; }}
    }}
    for (i = 0; i < {n}; ++i) {{ a[i] = x[i]; }}
    for (i = 0; i < {g}; ++i) {{ lambda_out[i] = x[{n} + i]; }}
    for (i = 0; i < {k}; ++i) {{ psi_out[i] = x[{n} + {g} + i]; }}
    return {stem}_ok;
}}
"
    );
    text
}
