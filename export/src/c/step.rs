//! A step of fixed size: the classical method of Runge and Kutta, projected onto the constraints.
//!
//! ```text
//! q' = v (of a unit quaternion p' = ½ p ∘ (0, ω)),   v' = a(t, q, v, y),   y' = f_y(t, q, v, y)            (1)
//! [M B; G 0; D 0] [δ; ·; ·] = [0; −g; 0],     q ← q ⊞ δ    until δ is rounding                           (2)
//! [M B; G 0; D 0] [δ; ·; ·] = [0; −dg/dt; −k],   v ← v + δ    until δ is rounding                         (3)
//! ```
//!
//! of order 4 in q, v and y; (2) and (3) are the nearest states on the constraints, measured by the kinetic energy. Inputs are held
//! over a step. Invariant: a failed step does not change the state.

use super::interface::Files;

/// The reason why the step is not supported, if there is one.
pub fn left_out(files: &Files<'_>) -> Option<String> {
    let program = files.program;
    let reason = if program.sides > 0 {
        "the sides of switches are determined by events"
    } else if !program.grips.is_empty() {
        "sticking of friction is determined by events"
    } else if !program.turns.outputs.is_empty() {
        "the turns of angles are counted"
    } else {
        return None;
    };
    Some(format!("the step: {reason}"))
}

/// `step` with its auxiliary functions.
pub fn functions(files: &Files<'_>) -> String {
    let program = files.program;
    let (q, n, y) = (program.coordinates.len(), program.velocities.len(), program.states.len());
    let (g, k) = (program.holonomic_names.len(), program.nonholonomic_names.len());
    let linear = program.flags.linear_reactions;
    let mut rates = String::new();
    let mut displaced = String::new();
    let mut normalised = String::new();
    for (at, v, count) in program.plain_runs() {
        rates += &format!("    for (i = 0; i < {count}; ++i) {{ rate[{at} + i] = v[{v} + i]; }}\n");
        displaced += &format!("    for (i = 0; i < {count}; ++i) {{ q[{at} + i] += by[{v} + i]; }}\n");
    }
    for &(at, v) in &program.rotations {
        rates += &format!("    @_product_(q + {at}, 0.0, v + {v}, 0.5, rate + {at});\n");
        displaced += &format!("    @_turn_(q + {at}, by + {v});\n");
        normalised += &format!("    @_normalise_(q + {at});\n");
    }
    let rotation = if program.rotations.is_empty() { "" } else { ROTATION };
    let normalise = if normalised.is_empty() {
        String::new()
    } else {
        format!("static void @_normalise_all_(double q[])\n{{\n{normalised}}}\n\n")
    };
    let normalise_call = |of: &str| {
        if normalised.is_empty() { String::new() } else { format!("        @_normalise_all_({of});\n") }
    };
    let state_rates = if y > 0 {
        format!(
            "        {}\n",
            files.call_with(
                "state_rates",
                &program.state_rates,
                "ky",
                &[("v", "vs"), ("y", "ys"), ("at", "&at")]
            )
        )
    } else {
        String::new()
    };
    let moving = files.moving_with(&[("at", "&at")]);
    let moving = if moving.is_empty() {
        "        const double *const moving = 0;\n".to_owned()
    } else {
        moving.replace("    ", "        ")
    };
    let position = files.call_with("holonomic", &program.holonomic, &format!("x + {n}"), &[("at", "&at")]);
    let rate =
        files.call_with("holonomic_rate", &program.holonomic_rate, &format!("x + {n}"), &[("at", "&at")]);
    let nonholonomic =
        files.call_with("nonholonomic", &program.nonholonomic, &format!("x + {n} + {g}"), &[("at", "&at")]);
    let mut text = String::new();
    text += rotation;
    if !program.rotations.is_empty() && g > 0 {
        text += TURN;
    }
    text += &normalise;
    text += &format!(
        "/* q' for a velocity. */
static void @_rates_(const double q[], const double v[], double rate[])
{{
    int i;
    (void)q;
    (void)i;
{rates}}}

"
    );
    if g > 0 {
        text += &format!(
            "/* q displaced along the directions of the velocities. */
static void @_displace_(double q[], const double by[])
{{
    int i;
    (void)i;
{displaced}}}

"
        );
    }
    if g + k > 0 {
        text += &format!(
            "/* Whether a correction has reached rounding, relative to this size, or has stopped decreasing while small. */
static int @_converged_(double change, double last, double size)
{{
    return change <= 1e-14 * size || (change >= 0.5 * last && change <= 1e-8 * size);
}}

/* The nearest state that satisfies the constraints. */
static enum @_status @_project_(const @_model *model, double t, const double u[], double q[], double v[], const double y[]{near})
{{
{none}    @_position at;
    double x[{order}], change, size, last = INFINITY;
    enum @_status status;
    int i, k;
    (void)lambda;
    (void)psi;
    (void)y;
",
            near = if linear { "" } else { ", const double lambda[], const double psi[]" },
            none = if linear {
                format!("    static const double lambda[{}], psi[{}];\n", g.max(1), k.max(1))
            } else {
                String::new()
            },
            order = n + g + k,
        );
        if g > 0 {
            text += &format!(
                "    for (k = 0;; ++k) {{
{moving_declared}        @_place(model, t, u, q, &at);
{moving_called}        for (i = 0; i < {order}; ++i) {{ x[i] = 0.0; }}
        {position}
        for (i = {n}; i < {order}; ++i) {{ x[i] = -x[i]; }}
        status = @_solve_saddle_(model, &at, moving, x);
        if (status != @_ok) {{ return status; }}
        @_displace_(q, x);
        change = 0.0;
        size = 1.0;
        for (i = 0; i < {n}; ++i) {{ change += fabs(x[i]); }}
        for (i = 0; i < {q}; ++i) {{ size += fabs(q[i]); }}
        if (@_converged_(change, last, size)) {{ break; }}
        if (k == 20 || !isfinite(change)) {{ return @_not_converged; }}
        last = change;
    }}
    last = INFINITY;
",
                order = n + g + k,
                moving_declared = declared(&moving),
                moving_called = called(&moving),
            );
        }
        let rate = if g > 0 { format!("        {rate}\n") } else { String::new() };
        let nonholonomic = if k > 0 { format!("        {nonholonomic}\n") } else { String::new() };
        text += &format!(
            "    @_place(model, t, u, q, &at);
    for (k = 0;; ++k) {{
{moving_declared}{moving_called}        for (i = 0; i < {order}; ++i) {{ x[i] = 0.0; }}
{rate}{nonholonomic}        for (i = {n}; i < {order}; ++i) {{ x[i] = -x[i]; }}
        status = @_solve_saddle_(model, &at, moving, x);
        if (status != @_ok) {{ return status; }}
        change = 0.0;
        size = 1.0;
        for (i = 0; i < {n}; ++i) {{
            v[i] += x[i];
            change += fabs(x[i]);
            size += fabs(v[i]);
        }}
        if (@_converged_(change, last, size)) {{ break; }}
        if (k == 20 || !isfinite(change)) {{ return @_not_converged; }}
        last = change;
    }}
{closed}    return @_ok;
}}

",
            closed = if program.redundancy() > 0 {
                "    if (@_closed_(model, &at, v, y, lambda, psi, 0) == 0) { return @_not_converged; }\n"
            } else {
                ""
            },
            order = n + g + k,
            moving_declared = declared(&moving),
            moving_called = called(&moving),
        );
    }
    let near = if linear { "" } else { ", lambda, psi" };
    let project = if g + k > 0 {
        format!(
            "    status = @_project_(model, state->t + h, u, q, v, y{near});\n    if (status != @_ok) {{ return status; }}\n"
        )
    } else {
        String::new()
    };
    let reactions = |from: &str, to: &str| {
        let part = |name: &str, count: usize| {
            format!("    for (i = 0; i < {count}; ++i) {{ {to}{name}[i] = {from}{name}[i]; }}\n")
        };
        if linear { String::new() } else { part("lambda", g) + &part("psi", k) }
    };
    text += &format!(
        "enum @_status @_step(const @_model *model, @_state *state, double h, const double u[])
{{
    static const double node[4] = {{0.0, 0.5, 0.5, 1.0}};
    static const double weight[4] = {{1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0}};
    double q[{qs}], v[{n}], y[{ys}], qs[{qs}], vs[{n}], ys[{ys}];
    double kq[{qs}] = {{0.0}}, kv[{n}] = {{0.0}}, ky[{ys}] = {{0.0}}, lambda[{gs}], psi[{ks}];
    @_position at;
    enum @_status status;
    int i, s;
    if (!(h > 0.0) || !isfinite(h)) {{ return @_invalid_step; }}
    for (i = 0; i < {q}; ++i) {{ q[i] = state->q[i]; }}
    for (i = 0; i < {n}; ++i) {{ v[i] = state->v[i]; }}
    for (i = 0; i < {y}; ++i) {{ y[i] = state->y[i]; }}
{guess}    (void)ys;
    (void)ky;
    for (s = 0; s < 4; ++s) {{
        const double ahead = node[s] * h;
        for (i = 0; i < {q}; ++i) {{ qs[i] = state->q[i] + ahead * kq[i]; }}
        for (i = 0; i < {n}; ++i) {{ vs[i] = state->v[i] + ahead * kv[i]; }}
        for (i = 0; i < {y}; ++i) {{ ys[i] = state->y[i] + ahead * ky[i]; }}
{stage}        @_place(model, state->t + ahead, u, qs, &at);
        status = @_{solve}(model, &at, vs, ys, kv, lambda, psi);
        if (status != @_ok) {{ return status; }}
{checked}{state_rates}        @_rates_(qs, vs, kq);
        for (i = 0; i < {q}; ++i) {{ q[i] += weight[s] * h * kq[i]; }}
        for (i = 0; i < {n}; ++i) {{ v[i] += weight[s] * h * kv[i]; }}
        for (i = 0; i < {y}; ++i) {{ y[i] += weight[s] * h * ky[i]; }}
    }}
{end}{project}    for (i = 0; i < {q}; ++i) {{
        if (!isfinite(q[i])) {{ return @_not_finite; }}
    }}
    for (i = 0; i < {n}; ++i) {{
        if (!isfinite(v[i])) {{ return @_not_finite; }}
    }}
    for (i = 0; i < {y}; ++i) {{
        if (!isfinite(y[i])) {{ return @_not_finite; }}
    }}
    for (i = 0; i < {q}; ++i) {{ state->q[i] = q[i]; }}
    for (i = 0; i < {n}; ++i) {{ state->v[i] = v[i]; }}
    for (i = 0; i < {y}; ++i) {{ state->y[i] = y[i]; }}
{found}    state->t += h;
    return @_ok;
}}
",
        qs = q.max(1),
        ys = y.max(1),
        gs = g.max(1),
        ks = k.max(1),
        guess = reactions("state->", ""),
        found = reactions("", "state->"),
        solve = match (linear, program.redundancy() > 0) {
            (true, false) => "forward_dynamics",
            (true, true) => "unchecked_",
            (false, _) => "forward_near_",
        },
        // Later stages are off the constraints.
        checked = if !linear && program.redundancy() > 0 {
            "        if (s == 0 && @_closed_(model, &at, vs, ys, lambda, psi, kv) == 2) { return @_singular_matrix; }\n"
        } else {
            ""
        },
        stage = normalise_call("qs"),
        end = normalise_call("q").replace("        ", "    "),
    );
    text.replace('@', &files.stem)
}

/// The declarations of a block.
fn declared(block: &str) -> String {
    block
        .lines()
        .filter(|line| line.trim_start().starts_with("double") || line.contains("const double"))
        .map(|line| format!("{line}\n"))
        .collect()
}

/// The other lines of a block.
fn called(block: &str) -> String {
    let declares = |line: &str| line.trim_start().starts_with("double") || line.contains("const double");
    block.lines().filter(|line| !declares(line)).map(|line| format!("{line}\n")).collect()
}

const ROTATION: &str = "/* out = scale p o (real, v), the product of quaternions. */
static void @_product_(const double p[], double real, const double v[], double scale, double out[])
{
    const double p0 = p[0], p1 = p[1], p2 = p[2], p3 = p[3];
    out[0] = scale * (p0 * real - p1 * v[0] - p2 * v[1] - p3 * v[2]);
    out[1] = scale * (p0 * v[0] + p1 * real + p2 * v[2] - p3 * v[1]);
    out[2] = scale * (p0 * v[1] + p2 * real + p3 * v[0] - p1 * v[2]);
    out[3] = scale * (p0 * v[2] + p3 * real + p1 * v[1] - p2 * v[0]);
}

/* p / |p|. */
static void @_normalise_(double p[])
{
    const double scale = 1.0 / sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    int i;
    for (i = 0; i < 4; ++i) { p[i] *= scale; }
}

";

/// Needed if constraints displace rotations.
const TURN: &str = "/* p o exp(by / 2). */
static void @_turn_(double p[], const double by[])
{
    const double angle = sqrt(by[0] * by[0] + by[1] * by[1] + by[2] * by[2]);
    const double sine = angle > 1e-4 ? sin(0.5 * angle) / angle : 0.5 - angle * angle / 48.0;
    const double axis[3] = {sine * by[0], sine * by[1], sine * by[2]};
    @_product_(p, cos(0.5 * angle), axis, 1.0, p);
    @_normalise_(p);
}

";
