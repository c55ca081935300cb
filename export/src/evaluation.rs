//! The evaluations of a mechanism, with their names, arguments and shapes in all languages.
//!
//! Invariant: all matrices are by rows.

use crate::routine::Argument::{self, Acceleration, Holonomic, Nonholonomic, State, Velocity};
use linkwork_compiler::Program;
use linkwork_compiler::plan::{Routine, Scattered};
use std::borrow::Cow;

/// A public function over one routine.
pub struct Evaluation<'a> {
    /// Its name.
    pub name: &'static str,
    /// Its routine.
    pub routine: Cow<'a, Routine>,
    /// Its arguments in addition to the time, inputs and the configuration.
    pub takes: &'static [Argument],
    /// Its meaning and its shape.
    pub docs: &'static str,
}

const MOTION: &[Argument] = &[Velocity, State];
const REACTING: &[Argument] = &[Velocity, State, Holonomic, Nonholonomic];
const WHOLE: &[Argument] = &[Velocity, State, Acceleration, Holonomic, Nonholonomic];

/// The evaluations that have results.
pub fn evaluations(p: &Program) -> Vec<Evaluation<'_>> {
    let whole = |matrix: &Scattered| Cow::Owned(matrix.whole());
    let n = p.velocities.len();
    let all: [(&'static str, Cow<'_, Routine>, &'static [Argument], &'static str); 16] = [
        ("mass_matrix", whole(&p.mass_matrix), &[], "M, n x n by rows."),
        ("mass_times", Cow::Borrowed(&p.mass_times), &[Acceleration], "M a, n."),
        (
            "applied_force",
            Cow::Borrowed(&p.applied_force),
            MOTION,
            "f0(t, q, v, y), n: all forces without reactions.",
        ),
        ("force", Cow::Borrowed(&p.force), REACTING, "f(t, q, v, y, lambda, psi), n."),
        (
            "inverse_dynamics",
            Cow::Borrowed(&p.residual),
            WHOLE,
            "M a - f(t, q, v, y, lambda, psi), n: the efforts that a motion requires.",
        ),
        ("reaction_force", Cow::Borrowed(&p.reaction_force), REACTING, "B (lambda, psi), n."),
        ("holonomic", Cow::Borrowed(&p.holonomic), &[], "g(t, q), n_g."),
        ("holonomic_rate", Cow::Borrowed(&p.holonomic_rate), &[Velocity], "dg/dt, n_g."),
        ("nonholonomic", Cow::Borrowed(&p.nonholonomic), &[Velocity], "k(t, q, v), n_k."),
        (
            "acceleration_bias",
            Cow::Borrowed(&p.acceleration_bias),
            &[Velocity],
            "gamma_g, then gamma_k: G a = gamma_g, D a = gamma_k, n_g + n_k.",
        ),
        (
            "constraint_jacobian",
            whole(&p.constraint_jacobian),
            &[],
            "G = dg/dq along the velocities, n_g x n by rows.",
        ),
        ("velocity_jacobian", whole(&p.velocity_jacobian), REACTING, "D = dk/dv, n_k x n by rows."),
        ("damping_matrix", transposed(&p.damping_matrix, n), REACTING, "C = -df/dv, n x n by rows."),
        (
            "stiffness_matrix",
            transposed(&p.stiffness_matrix, n),
            WHOLE,
            "K = d(M a - f)/dq along the velocities, n x n by rows.",
        ),
        ("state_rates", Cow::Borrowed(&p.state_rates), MOTION, "dy/dt, n_y."),
        ("outputs", Cow::Borrowed(&p.outputs), WHOLE, "The outputs of the description."),
    ];
    let energy = p.energy.as_ref().map(|routine| Evaluation {
        name: "energy",
        routine: Cow::Borrowed(routine),
        takes: MOTION,
        docs: "Kinetic, then potential energy in J.",
    });
    let all = all.into_iter().map(|(name, routine, takes, docs)| Evaluation { name, routine, takes, docs });
    all.filter(|evaluation| !evaluation.routine.outputs.is_empty()).chain(energy).collect()
}

/// A matrix of n columns by rows, of one that the plan has by columns: C and K, as the blocks of a solve read them.
fn transposed(matrix: &Scattered, n: usize) -> Cow<'static, Routine> {
    let places = matrix.places.iter().map(|place| place % n * n + place / n).collect();
    Cow::Owned(Scattered { places, ..matrix.clone() }.whole())
}
