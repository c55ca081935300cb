//! `linkwork verify`: the derived equations of a mechanism against their definitions, and its formulations
//! against each other.
//!
//! Bodies and joints are compiled in minimal and in absolute coordinates, for any choice of the description, with outputs for
//! the positions and velocities of all bodies and the reactions of all joints. In absolute coordinates these are the multipliers of
//! Newton's and Euler's equations of every body; in minimal ones they follow from a recursion along the tree.

use crate::counted;
use crate::failure::Failure;
use crate::subject::Subject;
use linkwork::analysis::Analyse;
use linkwork::conditionally_explicit::FifthDegree;
use linkwork::simulation::{Sampling, Simulate};
use linkwork::solution::State;
use linkwork::verify::{Verification, Verify};
use linkwork::{Described, Evaluate, Space};
use linkwork_compiler::Formulation;
use linkwork_compiler::Program;
use linkwork_descriptions::Description;
use linkwork_jit::Tape;
use std::fmt::Write;

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// Check that energy is conserved, as with `conserves energy;` in the description
    #[arg(long)]
    conservative: bool,
}

/// Outputs of the formulations agree to this part of the largest of their kind: solves lose some digits.
const SAME: f64 = 1e-9;
/// After a short run: errors of the method.
const SAME_LATER: f64 = 1e-6;
/// Its steps are short enough if halved ones change each formulation by this part of that.
const RESOLVED: f64 = 0.1;
/// The steps of that run, and their size relative to the response time of the forces at the start.
const STEPS: u32 = 50;
const PART: f64 = 0.02;
/// The number of times that they are halved, at most.
const HALVINGS: u32 = 6;
/// Quantities that are compared with each other.
const KINDS: [&str; 4] = ["position", "velocity", "force", "torque"];

/// The report; an error if a check fails.
pub fn verify(arguments: &Arguments) -> Result<String, Failure> {
    let subject = &arguments.subject;
    let description = subject.description()?;
    let constants = subject.constants(&description)?;
    let (requested, _) = subject.on_tape(&description, constants)?;
    let mut text = String::new();
    let mut failed = 0;
    let mut say = |found: &Verification| {
        failed += found.failed().count();
        // Writing to a string cannot fail.
        let _ = write!(text, "{found}");
    };
    let tapes = formulations(subject, &description, requested.program())?;
    for tape in tapes.iter().chain(tapes.is_empty().then_some(&requested)) {
        let mut found = tape.verify()?;
        if tape.has_energy() {
            found = found.and(tape.verify_energy()?);
            if arguments.conservative || tape.program().conserves_energy {
                found = found.and(tape.verify_conservation()?);
            }
        }
        say(&found);
    }
    if let [minimal, absolute] = &tapes[..] {
        say(&compared(minimal, absolute)?);
    }
    match failed {
        0 => Ok(text),
        count => Err(Failure::run(format_args!("{} failed\n{text}", counted(count, "check")))),
    }
}

/// The mechanism in minimal and absolute coordinates with outputs to compare; `None` if it does not consist of bodies, or
/// cannot be assembled in both.
fn formulations(
    subject: &Subject,
    description: &Description,
    requested: &Program,
) -> Result<Vec<Tape>, Failure> {
    if requested.bodies.is_empty() {
        return Ok(Vec::new());
    }
    let mut candidates: Vec<String> = Vec::new();
    for body in &requested.bodies {
        candidates.extend(["position", "velocity", "angular_velocity"].map(|what| format!("{body}.{what}")));
    }
    for joint in &requested.joints {
        candidates.extend(["force", "torque"].map(|what| format!("{joint}.{what}")));
    }
    let known = subject.constants(description)?;
    let known: Vec<String> = candidates
        .into_iter()
        .filter(|quantity| description.has(&known.texts, Some(&requested.name), quantity))
        .collect();
    let both = [Formulation::Minimal, Formulation::Absolute];
    let Some(both) = description.in_formulations(&requested.name, &both, &known) else {
        return Ok(Vec::new());
    };
    let constants = subject.constants(&both)?;
    let programs = both.compile(&constants.texts)?;
    let mut tapes = Vec::new();
    for program in programs {
        let constants = subject.constants(&both)?;
        tapes.push(subject.taped(&both, program, constants)?.0);
    }
    Ok(tapes)
}

/// The outputs at a state.
fn outputs(tape: &Tape, state: &State<Tape>) -> Vec<f64> {
    let mut placed = tape.position_cache();
    tape.place(&tape.now(state.t), &state.q, &mut placed);
    let mut out = <Tape as Space>::Outputs::zeros(tape.sizes().outputs);
    tape.outputs(&placed, &state.v, &state.y, &state.a, (&state.lambda, &state.psi), &mut out);
    out.as_slice().to_vec()
}

/// The outputs of two formulations, which are the same quantities.
struct Outputs {
    names: Vec<String>,
    /// Reactions that are not unique.
    open: Vec<usize>,
}

impl Outputs {
    /// The outputs of a kind, and their largest difference relative to the largest of them, or to one.
    fn differences(&self, kind: &str, a: &[f64], b: &[f64]) -> Vec<(usize, f64)> {
        let of_kind = |k: &usize| self.names[*k].split(['[', '.']).any(|part| part.ends_with(kind));
        let rows: Vec<usize> =
            (0..self.names.len()).filter(of_kind).filter(|k| !self.open.contains(k)).collect();
        let largest = rows.iter().map(|&k| a[k].abs().max(b[k].abs())).fold(1.0, f64::max);
        rows.into_iter().map(|k| (k, (a[k] - b[k]).abs() / largest)).collect()
    }

    /// Whether positions and velocities agree to this part of the largest of them.
    fn agree(&self, a: &[f64], b: &[f64], part: f64) -> bool {
        KINDS[..2].iter().flat_map(|kind| self.differences(kind, a, b)).all(|(_, error)| error <= part)
    }

    /// Adds the comparison of some kinds.
    fn note(
        &self,
        found: &mut Verification,
        (kinds, when): (&[&str], &str),
        limit: f64,
        a: &[f64],
        b: &[f64],
    ) {
        for kind in kinds {
            for (k, error) in self.differences(kind, a, b) {
                found.note(&format!("{kind} {when}"), error, limit, || self.names[k].clone());
            }
        }
    }
}

/// Outputs of both formulations at the start, and after a short run.
fn compared(minimal: &Tape, absolute: &Tape) -> Result<Verification, Failure> {
    let starts = (minimal.initial_state()?, absolute.initial_state()?);
    let mut found =
        Verification::of(format!("{} and {}", minimal.names().mechanism, absolute.names().mechanism));
    let open: Vec<usize> =
        [minimal, absolute].iter().flat_map(|tape| tape.freedom().open.outputs.clone()).collect();
    if !open.is_empty() {
        found.left_out.push("reactions that are not unique".to_owned());
    }
    let names: Vec<String> = minimal.names().outputs.iter().map(|output| output.name.to_string()).collect();
    let of = Outputs { names, open };
    let now = outputs(minimal, &starts.0);
    // What holds a body at rest is known in a run only.
    let sticks = [minimal, absolute].iter().any(|tape| !tape.grips().is_empty());
    if sticks {
        found.left_out.push("reactions: friction that sticks has a value in a run only".to_owned());
    }
    let kinds = if sticks { &KINDS[..2] } else { &KINDS[..] };
    of.note(&mut found, (kinds, "at the start"), SAME, &now, &outputs(absolute, &starts.1));
    // Steps resolve the fastest response in either formulation, the rotation of bodies, and its rate of change: coordinates of
    // bodies follow that.
    let answer = |tape: &Tape, start| tape.fastest_answer(start).map_or(1.0, |answer| answer.rate);
    let answers = answer(minimal, &starts.0).max(answer(absolute, &starts.1));
    let turning = of.names.iter().zip(&now).filter(|(name, _)| name.contains("angular_velocity"));
    let velocities = minimal.names().velocities.iter().zip(starts.0.a.as_slice());
    let angles = velocities.filter(|(velocity, _)| velocity.unit == "rad/s");
    let rates = turning.map(|(_, rate)| rate.abs()).chain(angles.map(|(_, rate)| rate.abs().sqrt()));
    let rate = rates.fold(answers.max(1.0), f64::max);
    let run = |tape: &Tape, halvings: u32| {
        let (h, until) = (PART / rate, PART / rate * f64::from(STEPS));
        let run = tape.simulate().method(FifthDegree::default()).step(h * 0.5_f64.powi(halvings as i32));
        run.until(until).output(Sampling::Ends).run().map(|solution| outputs(tape, solution.last()))
    };
    // The motion may be faster later, near a dead centre for instance: what is not the same is computed with shorter steps, until these
    // resolve the motion of either formulation.
    let (mut ends, mut resolves) = ((run(minimal, 0), run(absolute, 0)), false);
    for halvings in 1..=HALVINGS {
        if matches!(&ends, (Ok(a), Ok(b)) if of.agree(a, b, SAME_LATER)) {
            break;
        }
        let finer = (run(minimal, halvings), run(absolute, halvings));
        let resolved = |coarse: &Result<Vec<f64>, _>, fine: &Result<Vec<f64>, _>| match (coarse, fine) {
            (Ok(coarse), Ok(fine)) => of.agree(coarse, fine, RESOLVED * SAME_LATER),
            _ => false,
        };
        let both = resolved(&ends.0, &finer.0) && resolved(&ends.1, &finer.1);
        ends = finer;
        if both {
            resolves = true;
            break;
        }
    }
    match &ends {
        (Ok(a), Ok(b)) if resolves || of.agree(a, b, SAME_LATER) => {
            of.note(&mut found, (&KINDS[..2], "after a short run"), SAME_LATER, a, b);
        }
        (Ok(_), Ok(_)) => found.left_out.push("motions: steps of a short run do not resolve them".to_owned()),
        _ => found.left_out.push("motions: a short run failed".to_owned()),
    }
    Ok(found)
}
