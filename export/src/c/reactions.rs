//! Forward dynamics where forces depend on reactions, such as regularised friction of joints: Newton's iteration of the runtime's `index1`.
//!
//! ```text
//! M a + Bⁱ (λ, ψ) = f(λⁱ, ψⁱ) + Bⁱ (λⁱ, ψⁱ),   G a = γ_g,   D a = γ_k                                        (1)
//! |δ(a, λ, ψ)| ≤ 2⁻³⁰ |(a, λ, ψ)|    or    |M δa| + |B (δλ, δψ)| ≤ 4 ε (|f + B (λ, ψ)| + |B (λ, ψ)|)              (2)
//! ```
//!
//! (1) is repeated until (2) holds, or until the latter no longer shrinks and is below √ε; 2⁻²⁴ in place of 2⁻³⁰ where constraints are redundant.
//!
//! Invariant: operations and their order are those of the runtime, so that results have the same bits for the same guess.

use super::interface::Files;
use super::routine::number;

/// The largest number of iterations, as in the runtime.
const ITERATIONS: usize = 30;

/// `forward_near_`, whose multipliers are a guess first, and `forward_dynamics`.
pub fn functions(files: &Files<'_>) -> String {
    let program = files.program;
    let (n, g, k) =
        (program.velocities.len(), program.holonomic_names.len(), program.nonholonomic_names.len());
    let blur = if program.redundancy() > 0 { 64.0 } else { 1.0 };
    let moving = files.moving().replace("    ", "        ");
    let moving =
        if moving.is_empty() { "        const double *const moving = 0;\n".to_owned() } else { moving };
    let (lambda, psi) = files.guess();
    let guess = |name: &str, values: &[f64]| -> String {
        values.iter().enumerate().map(|(i, x)| format!("    {name}[{i}] = {};\n", number(*x))).collect()
    };
    TEXT.replace("$MOVING", &moving)
        .replace("$FORCE", &files.call("force", &program.force, "x"))
        .replace("$REACTION", &files.call("reaction_force", &program.reaction_force, "effort"))
        .replace("$BIAS", &files.call("acceleration_bias", &program.acceleration_bias, &format!("x + {n}")))
        .replace(
            "$INERTIA",
            &files.call_with("mass_times", &program.mass_times, "effort", &[("a", "change")]),
        )
        .replace(
            "$CHANGED",
            &files.call_with(
                "reaction_force",
                &program.reaction_force,
                "effort",
                &[("lambda", &format!("change + {n}")), ("psi", &format!("change + {}", n + g))],
            ),
        )
        .replace("$CLOSED", if program.redundancy() > 0 { CLOSED } else { "" })
        .replace("$GUESS", &(guess("lambda_out", &lambda) + &guess("psi_out", &psi)))
        .replace("$ITERATIONS", &ITERATIONS.to_string())
        .replace("$SETTLED", &number(blur * (f64::EPSILON.sqrt() / 16.0)))
        .replace("$REACHED", &number(4.0 * f64::EPSILON))
        .replace("$SMALL", &number(f64::EPSILON.sqrt()))
        .replace("$ORDER", &program.order().to_string())
        .replace("$N", &n.to_string())
        .replace("$G", &g.to_string())
        .replace("$K", &k.to_string())
        .replace('@', &files.stem)
}

const TEXT: &str = "/* Newton's iteration for reactions that forces depend on, from a guess of them in lambda and psi. */
static enum @_status @_forward_near_(const @_model *model, const @_position *at, const double v[], const double y[], double a[], double lambda[], double psi[])
{
    double last = INFINITY;
    int i, k;
    (void)v;
    (void)y;
    for (i = 0; i < $N; ++i) { a[i] = 0.0; }
    for (k = 1; k <= $ITERATIONS; ++k) {
        double x[$ORDER], change[$ORDER], effort[$N];
        double largest = 0.0, whole = 0.0, forces = 0.0, others = 0.0, effect;
        enum @_status status;
$MOVING        $FORCE
        $REACTION
        for (i = 0; i < $N; ++i) {
            x[i] += effort[i];
            forces += fabs(x[i]);
            others += fabs(effort[i]);
        }
        forces += others;
        $BIAS
        status = @_solve_saddle_(model, at, moving, x);
        if (status != @_ok) { return status; }
        for (i = 0; i < $N; ++i) { change[i] = a[i] - x[i]; a[i] = x[i]; }
        for (i = 0; i < $G; ++i) { change[$N + i] = lambda[i] - x[$N + i]; }
        for (i = 0; i < $K; ++i) { change[$N + $G + i] = psi[i] - x[$N + $G + i]; }
        for (i = 0; i < $ORDER; ++i) {
            largest = fabs(change[i]) <= largest || isnan(largest) ? largest : fabs(change[i]);
            whole = fmax(whole, fabs(x[i]));
        }
        for (i = 0; i < $G; ++i) { lambda[i] = x[$N + i]; }
        for (i = 0; i < $K; ++i) { psi[i] = x[$N + $G + i]; }
        /* The first change of accelerations is that of a guess. */
        if (k > 1 && largest <= $SETTLED * whole) { return @_ok; }
        if (!isfinite(largest)) { break; }
        if (k > 1) {
            effect = 0.0;
            others = 0.0;
            $INERTIA
            for (i = 0; i < $N; ++i) { effect += fabs(effort[i]); }
            $CHANGED
            for (i = 0; i < $N; ++i) { others += fabs(effort[i]); }
            effect += others;
            effect = forces > 0.0 ? effect / forces : effect;
            if (effect <= $REACHED || (isfinite(last) && effect >= 0.5 * last && effect <= $SMALL)) { return @_ok; }
            last = effect;
        }
    }
    return @_not_converged;
}

enum @_status @_forward_dynamics(const @_model *model, const @_position *at, const double v[], const double y[], double a[], double lambda_out[], double psi_out[])
{
    enum @_status status;
    int i;
$GUESS    status = @_forward_near_(model, at, v, y, a, lambda_out, psi_out);
    if (status != @_ok) { return status; }
    for (i = 0; i < $N; ++i) {
        if (!isfinite(a[i])) { return @_not_finite; }
    }
    for (i = 0; i < $G; ++i) {
        if (!isfinite(lambda_out[i])) { return @_not_finite; }
    }
    for (i = 0; i < $K; ++i) {
        if (!isfinite(psi_out[i])) { return @_not_finite; }
    }
$CLOSED    return @_ok;
}
";

const CLOSED: &str =
    "    if (@_closed_(model, at, v, y, lambda_out, psi_out, a) == 2) { return @_singular_matrix; }
";
