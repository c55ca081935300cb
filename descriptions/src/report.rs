//! The report of a run, as text.
//!
//! Invariant: numbers are aligned at their decimal points.

use linkwork_compiler::Program;
use linkwork_compiler::plan::Freedom;
use linkwork_jit::Tape;
use linkwork_models::{Column, Passage, Quantity, Trajectory};
use linkwork_tape::TapeParameters;
use std::fmt::Write;
use std::time::Duration;

/// The execution mode of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Native code of routines that run so often that it pays. A run that is resumed has the word of one that was not interrupted.
    Native,
    /// Interpreted.
    Interpreted,
}

impl Engine {
    /// The execution mode of a mechanism.
    pub fn of(tape: &Tape) -> Self {
        if linkwork_jit::interpreted(tape).is_none() { Self::Native } else { Self::Interpreted }
    }

    /// In a report.
    pub fn word(self) -> &'static str {
        match self {
            Self::Native => "native code",
            Self::Interpreted => "interpreted",
        }
    }
}

/// The effect of redundant constraints on the results of a run.
#[derive(Clone, Debug, Default)]
pub struct Redundancy {
    /// The sets of redundant constraints.
    pub sets: Vec<String>,
    /// The constraints whose multipliers are not unique.
    pub multipliers: Vec<String>,
    /// The outputs that are not unique.
    pub outputs: Vec<String>,
    /// Whether the motion depends on reactions that are not unique.
    pub motion: bool,
    /// Whether all this is of the default parameters, and others are set.
    pub of_defaults: bool,
}

impl Redundancy {
    /// That of a tape.
    pub fn of(tape: &Tape) -> Self {
        Self::with(tape.program(), tape.freedom(), tape.redundancy_is_declared())
    }

    /// That of parameters that are set.
    pub fn of_parameters(parameters: &TapeParameters) -> Self {
        let freedom = parameters.freedom();
        Self::with(parameters.program(), freedom, parameters.redundancy_is_declared())
    }

    fn with(program: &Program, freedom: &Freedom, of_defaults: bool) -> Self {
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        let (multipliers, outputs) = program.names_of(&freedom.open);
        let motion = freedom.open.motion;
        let (multipliers, outputs) = (owned(multipliers), owned(outputs));
        Self { sets: freedom.redundant(), multipliers, outputs, motion, of_defaults }
    }

    /// The meaning of the mark of reactions, if any constraint is redundant.
    pub fn note(&self) -> Option<String> {
        self.statement("reactions marked * are not unique")
    }

    /// The same where nothing is marked.
    pub fn text(&self) -> Option<String> {
        self.statement("some reactions are not unique")
    }

    fn statement(&self, reactions: &str) -> Option<String> {
        let sets = self.sets.join("; ");
        let motion = if self.motion {
            ", and forces, such as friction, depend on them: the motion is that of the smallest ones"
        } else {
            ""
        };
        let when = if self.of_defaults { "with the default parameters, " } else { "" };
        (!sets.is_empty()).then(|| format!("{when}{sets}; {reactions}; the smallest ones are given{motion}"))
    }

    /// Whether the output `name` depends on reactions that are not unique.
    pub fn is_open_output(&self, name: &str) -> bool {
        self.outputs.iter().any(|open| open == name)
    }

    /// Whether the multiplier of the constraint `name` is one of many equivalent ones.
    pub fn is_open_multiplier(&self, name: &str) -> bool {
        let is_named = |open: &String| name == *open || name == format!("multiplier({open})");
        self.multipliers.iter().any(is_named)
    }

    /// Whether a column contains one of many equivalent reactions.
    fn is_open(&self, column: &Column) -> bool {
        match column.quantity {
            Quantity::Multiplier => self.is_open_multiplier(&column.name),
            Quantity::Output => self.is_open_output(&column.name),
            _ => false,
        }
    }
}

/// The part of the work, and of the energy in motion, from which on the error of the work is reported.
const DOUBTFUL: f64 = 0.02;
/// A report lists so many coordinates, velocities or multipliers if there are more than a reader looks through.
const LISTED: usize = 100;
/// All are listed up to this number.
const MOST_LISTED: usize = 400;

/// How many quantities of one kind are listed: of outputs and states, which the description names, all.
fn listed_of(quantity: Quantity, count: usize) -> usize {
    let chosen = matches!(quantity, Quantity::Output | Quantity::State);
    if chosen || count <= MOST_LISTED { count } else { LISTED }
}

/// The name of several quantities of one kind.
fn plural(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Coordinate => "coordinates",
        Quantity::Velocity => "velocities",
        Quantity::Acceleration => "accelerations",
        Quantity::State => "states",
        Quantity::Multiplier => "multipliers",
        Quantity::Output => "outputs",
    }
}

/// The report; `closure` is the chosen closure if there are several, `stiff` the reason for an implicit method.
pub fn report(
    trajectory: &Trajectory,
    engine: Engine,
    redundancy: &Redundancy,
    closure: Option<&str>,
    stiff: Option<&str>,
) -> String {
    let Trajectory { mechanism, report, .. } = trajectory;
    let end = trajectory.times.last().copied().unwrap_or(0.0);
    let mut text = format!("{mechanism} ({})\n\n", engine.word());
    let mut fact = |name: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name:<17} {value}");
    };
    fact("method", format!("{}, order {}", report.method, report.order));
    if let Some(why) = stiff {
        fact("stiff", why.into());
    }
    fact("step", steps(trajectory));
    let mut counted = grouped(report.steps);
    for (count, what) in [
        (report.rejected, "rejected"),
        (report.clamped, "of the smallest size with an error above the tolerance"),
        (report.avoided, "shortened"),
        (report.slid, "along a switch of the forces"),
        (report.refined, "refined"),
        (report.pivoted, "pivoted"),
    ] {
        if count > 0 {
            let _ = write!(counted, ", {} {what}", grouped(count));
        }
    }
    fact("steps", counted);
    let each = report.wall_time.div_f64(report.steps.max(1) as f64);
    fact("wall time", format!("{} ({} a step)", duration(report.wall_time), duration(each)));
    // The estimated error of the work, where it counts.
    let doubt = trajectory.balance.map(|b| (b.quadrature, DOUBTFUL * f64::max(b.work.abs(), b.in_motion)));
    let doubt = doubt.filter(|(doubt, least)| doubt > least).map(|(doubt, _)| doubt);
    if let Some(balance) = trajectory.balance.filter(|b| trajectory.energy.is_some() && !b.conservative) {
        fact("energy change", format!("{} J", rough(balance.change)));
        let doubt = doubt.map_or_else(String::new, |doubt| format!(" ± {}", rough(doubt)));
        let work = rough(balance.work);
        fact("work", format!("{work}{doubt} J, of drives, inputs and forces without a potential"));
    }
    // The part that work does not explain.
    if let Some(drift) = trajectory.energy_drift() {
        let with = if doubt.is_some() {
            ", with the error of the work, which these steps do not resolve"
        } else {
            ""
        };
        fact("energy drift", format!("{} J{with}", rough(drift)));
    }
    if let Some(drift) = trajectory.constraint_drift() {
        fact("constraint drift", rough(drift));
    }
    if let Some(note) = redundancy.note() {
        fact("redundant", note);
    }
    if let Some(closure) = closure {
        fact("closure", closure.to_owned());
    }
    if !report.excursions.is_empty() {
        text.push('\n');
    }
    for excursion in &report.excursions {
        let _ = writeln!(text, "warning: {excursion}");
    }
    if let Some(growth) = trajectory.balance.and_then(|balance| balance.growth) {
        let _ = writeln!(text, "\nwarning: {growth}");
        if let Some(stiff) = trajectory.stiffness.as_ref().filter(|stiff| stiff.exceeds(report.largest_step))
        {
            let _ = writeln!(
                text,
                "help: {stiff}: use generalized-alpha, or steps below {:.1e} s",
                stiff.longest_step()
            );
        }
    }
    if !trajectory.events.is_empty() {
        text.push_str("\nevents\n");
    }
    for Passage { quantity, level, rising, time } in &trajectory.events {
        let way = if *rising { "rises" } else { "falls" };
        let _ = writeln!(text, "  {quantity} {way} to {level} at t = {time:.12} s");
    }
    let _ = writeln!(text, "\nstate at t = {} s", time(end));
    let listed =
        [Quantity::Coordinate, Quantity::Velocity, Quantity::State, Quantity::Multiplier, Quantity::Output];
    let groups = listed.map(|quantity| (quantity, trajectory.of(quantity).collect::<Vec<&Column>>()));
    let shown = |(quantity, columns): &(Quantity, Vec<&Column>)| listed_of(*quantity, columns.len());
    let width = groups.iter().flat_map(|group| group.1[..shown(group)].iter());
    let width = width.map(|column| column.name.chars().count()).max().unwrap_or(0);
    for group in &groups {
        let (shown, (quantity, columns)) = (shown(group), group);
        for column in &columns[..shown] {
            let value = column.values.last().copied().unwrap_or(0.0);
            let unit = if column.unit.is_empty() { String::new() } else { format!(" {}", column.unit) };
            let mark = if redundancy.is_open(column) { " *" } else { "" };
            let _ = writeln!(text, "  {:width$}  {}{unit}{mark}", column.name, number(value));
        }
        if shown < columns.len() {
            let more = grouped((columns.len() - shown) as u64);
            let _ = writeln!(text, "  … {more} more {}: --csv FILE writes all of them", plural(*quantity));
        }
    }
    text
}

/// The chosen closure if there are several, or if given values were adjusted.
pub fn choice(tape: &Tape) -> Option<String> {
    // A tape that was built could be closed.
    let closures = linkwork_jit::closures(tape).ok()?;
    let chosen = tape.program().assembly()?.choice(&closures.closures, closures.taken);
    let rounded = closures.rounded.then(|| "given values were adjusted within their last decimal".to_owned());
    chosen.or(rounded)
}

/// The size of the steps: `0.001 s`, or their range.
pub fn steps(trajectory: &Trajectory) -> String {
    let report = &trajectory.report;
    let (least, most) = (report.smallest_step, report.largest_step);
    match report.step {
        // The last two of fixed steps differ: they share the remaining time.
        Some(step) if least > 0.5 * step - f64::EPSILON => format!("{} s", short(step)),
        Some(step) => format!("{} s, down to {least:.2e} s", short(step)),
        None if least > 0.5 * most - f64::EPSILON => format!("{} s", short(most)),
        None => format!("{least:.2e} … {most:.2e} s"),
    }
}

/// A time without the rounding of sums: twelve digits, without trailing zeros.
pub fn time(t: f64) -> String {
    let rounded: f64 = format!("{t:.11e}").parse().unwrap_or(t);
    format!("{rounded}")
}

/// The shortest text that reads back as the same step.
fn short(x: f64) -> String {
    // Differences of times carry rounding: 0.001 must not read 0.0010000000000000009.
    let rounded: f64 = format!("{x:.11e}").parse().unwrap_or(x);
    if (1e-4..1e4).contains(&rounded) { format!("{rounded}") } else { format!("{rounded:e}") }
}

/// Four digits.
fn rough(x: f64) -> String {
    if x == 0.0 || (0.1..1e4).contains(&x.abs()) { format!("{x:.3}") } else { format!("{x:.3e}") }
}

/// Twelve digits with the point in one column.
pub fn number(x: f64) -> String {
    if x == 0.0 || (1e-4..1e6).contains(&x.abs()) {
        return format!("{x:>20.12}    ");
    }
    let text = format!("{x:.12e}");
    let (mantissa, exponent) = text.split_at(text.find('e').unwrap_or(text.len()));
    format!("{mantissa:>20}{exponent:<4}")
}

/// 1 234 567.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Three digits and a suitable unit.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (scale, unit) = match seconds {
        s if s < 1e-6 => (1e9, "ns"),
        s if s < 1e-3 => (1e6, "µs"),
        s if s < 1.0 => (1e3, "ms"),
        _ => (1.0, "s"),
    };
    let value = seconds * scale;
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::{duration, grouped, number, short, time};
    use std::time::Duration;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(grouped(1_234_567), "1 234 567");
        assert_eq!(grouped(12), "12");
        assert_eq!(duration(Duration::from_nanos(1_234_567)), "1.23 ms");
        assert_eq!(duration(Duration::from_nanos(34)), "34.0 ns");
        assert_eq!(short(0.001_000_000_000_000_000_9), "0.001");
        assert_eq!(short(1e-7), "1e-7");
        assert_eq!((time(0.1 + 0.2), time(10.0)), ("0.3".to_owned(), "10".to_owned()));
    }

    #[test]
    fn decimal_points_are_aligned() {
        let point = |x: f64| number(x).find('.');
        for x in [0.0, -1.0, 123.456, -99_999.0, 1e-3, 1e-9, -6.02e23] {
            assert_eq!(point(x), Some(7), "{x}");
            assert_eq!(number(x).len(), 24);
        }
    }
}
