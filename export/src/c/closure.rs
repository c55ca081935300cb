//! Whether a state and its accelerations satisfy the constraints that a solve ignores: those that depend on others for the parameters at the time of writing.
//! For other parameters they may be independent, and then nothing but this check would see them.
//!
//! ```text
//! |g_i| ≤ 10⁻⁸ Σ_j |G_ij| (1 + Σ |q_j|),   |dg_i/dt|, |k_i| ≤ 10⁻⁸ Σ_j |G_ij| (1 + Σ |v_j|)              (1)
//! |G_i a − γ_i| ≤ 10⁻⁵ (Σ_j |G_ij| max |a_j| + |γ_i|)     if (1)                                         (2)
//! |M a − f(λ, ψ)| ≤ 10⁻⁷ (|M a| + |B (λ, ψ)|)              if (1) and forces depend on reactions           (3)
//! ```
//!
//! (2) follows from (1) to rounding if the constraints are redundant, and so does (3) from Newton's iteration; at a state off the constraints they say nothing.

use super::interface::Files;

/// `closed_`; only where constraints are redundant.
pub fn function(files: &Files<'_>) -> String {
    let p = files.program;
    let (n, g, k) = (p.velocities.len(), p.holonomic_names.len(), p.nonholonomic_names.len());
    let (jacobian, more) = (p.constraint_jacobian.whole(), p.velocity_jacobian.whole());
    let mut calls = String::new();
    for (count, name, routine, out) in [
        (g, "constraint_jacobian", &jacobian, "rows".to_owned()),
        (k, "velocity_jacobian", &more, format!("rows + {}", g * n)),
        (g, "holonomic", &p.holonomic, "open".to_owned()),
        (g, "holonomic_rate", &p.holonomic_rate, "rate".to_owned()),
        (k, "nonholonomic", &p.nonholonomic, format!("rate + {g}")),
        (1, "acceleration_bias", &p.acceleration_bias, "bias".to_owned()),
    ] {
        if count > 0 {
            calls += &format!("    {}\n", files.call(name, routine, &out));
        }
    }
    let balance = if p.flags.linear_reactions {
        String::new()
    } else {
        BALANCE
            .replace("$RESIDUAL", &files.call("inverse_dynamics", &p.residual, "balance"))
            .replace("$INERTIA", &files.call("mass_times", &p.mass_times, "inertia"))
            .replace("$REACTION", &files.call("reaction_force", &p.reaction_force, "reaction"))
    };
    TEXT.replace("$MOVING", &files.moving())
        .replace("$BALANCE", &balance)
        .replace("$CALLS", &calls)
        .replace("$ENTRIES", &((g + k) * n).to_string())
        .replace("$M", &(g + k).to_string())
        .replace("$N", &n.to_string())
        .replace("$Q", &p.coordinates.len().to_string())
        .replace('@', &files.stem)
}

const TEXT: &str = "/* 0 if a state is off the constraints; 2 if it is on them and its accelerations `a`, unless null, contradict one or, with the\n * reactions, the balance of forces; otherwise 1. */
static int @_closed_(const @_model *model, const @_position *at, const double v[], const double y[], const double lambda[], const double psi[], const double a[])
{
    double rows[$ENTRIES], open[$M] = {0.0}, rate[$M], bias[$M], position = 1.0, speed = 1.0, fastest = 0.0;
    int result = 1, i, j;
$MOVING    (void)model;
    (void)y;
    (void)lambda;
    (void)psi;
$CALLS    for (i = 0; i < $Q; ++i) { position += fabs(at->q[i]); }
    for (i = 0; i < $N; ++i) {
        speed += fabs(v[i]);
        fastest = a ? fmax(fastest, fabs(a[i])) : 0.0;
    }
    for (i = 0; i < $M; ++i) {
        double size = 0.0, off = -bias[i];
        for (j = 0; j < $N; ++j) {
            size += fabs(rows[i * $N + j]);
            off += a ? rows[i * $N + j] * a[j] : 0.0;
        }
        if (!(fabs(open[i]) <= 1e-8 * size * position) || !(fabs(rate[i]) <= 1e-8 * size * speed)) { return 0; }
        if (a && !(fabs(off) <= 1e-5 * (size * fastest + fabs(bias[i])))) { result = 2; }
    }
$BALANCE    return result;
}

";

const BALANCE: &str = "    if (a) {
        double balance[$N], inertia[$N], reaction[$N], off = 0.0, forces = 0.0;
        $RESIDUAL
        $INERTIA
        $REACTION
        for (i = 0; i < $N; ++i) {
            off += fabs(balance[i]);
            forces += fabs(inertia[i]) + fabs(reaction[i]);
        }
        if (!(off <= 1e-7 * forces)) { result = 2; }
    }
";
