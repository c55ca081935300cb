//! Cells of the published tables, with the results of an independent program and tolerances.
//!
//! Invariant: a malformed or missing entry is an error that names it, never a silently skipped cell.

use serde_json::Value;

const TABLES: &str = include_str!("../reference/conditionally_explicit_tables.json");

/// The tolerance of a measured value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// |measured − reproduced| <= this · |reproduced|: a truncation error, the same on every machine.
    RelativeToReproduced(f64),
    /// |measured − truncation| <= this · |truncation|, where the other numbers contain round-off.
    RelativeToTruncation(f64),
    /// |measured − reproduced| <= this.
    Absolute(f64),
    /// measured <= this: round-off, which depends on the order of summation.
    UpperBound(f64),
    /// Round-off that *must* be there (cancellation that the table demonstrates).
    Range(f64, f64),
}

/// One number of a published table.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its place in the table, for messages.
    pub place: String,
    /// The step size, or Ω, that the row belongs to (NaN where a row has neither).
    pub argument: f64,
    /// The printed number.
    pub published: f64,
    /// The result of an independent program (NaN if it was not run).
    pub reproduced: f64,
    /// The error without any round-off, where the file gives it (else NaN).
    pub truncation: f64,
    /// The tolerance of tests.
    pub tolerance: Tolerance,
    /// The largest |constraint| along the run in the independent program, if known.
    pub drift: Option<f64>,
    /// The published drift, if the table has it.
    pub published_drift: Option<f64>,
    /// The kind of the error: truncation, round-off or both.
    pub kind: Option<String>,
    /// A note.
    pub note: Option<String>,
}

impl Cell {
    /// Checks that `measured` agrees.
    ///
    /// # Errors
    /// A message with the numbers if it does not.
    pub fn check(&self, measured: f64) -> Result<(), String> {
        let good = match self.tolerance {
            Tolerance::RelativeToReproduced(r) => {
                (measured - self.reproduced).abs() <= r * self.reproduced.abs()
            }
            Tolerance::RelativeToTruncation(r) => {
                (measured - self.truncation).abs() <= r * self.truncation.abs()
            }
            Tolerance::Absolute(a) => (measured - self.reproduced).abs() <= a,
            Tolerance::UpperBound(bound) => measured <= bound,
            Tolerance::Range(low, high) => low <= measured && measured <= high,
        };
        if good {
            return Ok(());
        }
        Err(format!(
            "{} at {:e}: measured {measured:e}, published {:e}, reproduced {:e}, tolerance {:?}",
            self.place, self.argument, self.published, self.reproduced, self.tolerance
        ))
    }
}

/// Published times per step in ns, from the largest step size to the smallest, for tables that have them.
///
/// # Errors
/// A malformed entry.
pub fn step_times(table: &str) -> Result<Option<Vec<f64>>, String> {
    let all: Value = serde_json::from_str(TABLES).map_err(|e| e.to_string())?;
    let (key, row, unit) = match table {
        "table6" => ("table6_time", "paper_ns_per_step", 1.0),
        "table7" => ("table7_time", "paper_us_per_step", 1e3),
        "table8" => ("table8_time", "paper_us_per_step", 1e3),
        "table11" => ("table11_extra", "paper_ns_per_step", 1.0),
        _ => return Ok(None),
    };
    let times = all[key][row].as_array().ok_or_else(|| format!("{key} has no `{row}`"))?;
    let time = |value: &Value| value.as_f64().map(|x| unit * x).ok_or_else(|| format!("{key}: {value}"));
    times.iter().map(time).collect::<Result<_, _>>().map(Some)
}

/// The cells of a table (`table6`), or of one of its columns (`table1`, `classical`).
///
/// # Errors
/// A missing table or a malformed cell.
pub fn table(key: &str, column: Option<&str>) -> Result<Vec<Cell>, String> {
    let root = parse(TABLES)?;
    let place = column.map_or_else(|| key.to_owned(), |column| format!("{key}, {column}"));
    let mut entry = root.get(key).ok_or_else(|| format!("no table `{key}`"))?;
    if let Some(column) = column {
        entry = entry.get(column).ok_or_else(|| format!("no column `{column}` in `{key}`"))?;
    }
    let cells = entry.as_array().ok_or_else(|| format!("`{place}` is not a list of cells"))?;
    cells.iter().map(|cell| read_cell(cell, &place)).collect()
}

fn read_cell(cell: &Value, place: &str) -> Result<Cell, String> {
    let tolerance =
        cell.get("rust_tolerance").ok_or_else(|| format!("a cell of `{place}` has no tolerance"))?;
    let tolerance = if let Some(r) = tolerance.get("relative_to_reproduced") {
        Tolerance::RelativeToReproduced(number(r, place)?)
    } else if let Some(r) = tolerance.get("relative_to_truncation") {
        Tolerance::RelativeToTruncation(number(r, place)?)
    } else if let Some(bound) = tolerance.get("upper_bound") {
        Tolerance::UpperBound(number(bound, place)?)
    } else if let Some(range) = tolerance.get("range") {
        let end = |i: usize| range.get(i).ok_or_else(|| format!("`{place}`: a range must have two ends"));
        Tolerance::Range(number(end(0)?, place)?, number(end(1)?, place)?)
    } else {
        Tolerance::Absolute(number(tolerance, place)?)
    };
    let optional = |name: &str| match cell.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(x) => number(x, place).map(Some),
    };
    let text = |name: &str| cell.get(name).and_then(Value::as_str).map(str::to_owned);
    let argument = match optional("h")? {
        Some(h) => h,
        None => optional("Omega")?.unwrap_or(f64::NAN),
    };
    let cell = Cell {
        place: place.to_owned(),
        argument,
        published: optional("paper")?.unwrap_or(f64::NAN),
        reproduced: optional("reproduced")?.unwrap_or(f64::NAN),
        truncation: optional("truncation")?.unwrap_or(f64::NAN),
        tolerance,
        drift: optional("reproduced_drift")?,
        published_drift: optional("paper_drift")?,
        kind: text("kind"),
        note: text("note"),
    };
    let missing = format!("a cell of `{place}` has a tolerance relative to a missing number");
    match cell.tolerance {
        Tolerance::RelativeToReproduced(_) | Tolerance::Absolute(_) if cell.reproduced.is_nan() => {
            Err(missing)
        }
        Tolerance::RelativeToTruncation(_) if cell.truncation.is_nan() => Err(missing),
        _ => Ok(cell),
    }
}

/// The time at which the weight set of Table 5 diverges on a forced motion, at one step size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Divergence {
    /// Step size, in s.
    pub step: f64,
    /// The printed time, in s.
    pub published: f64,
    /// The time at which the error reaches 0.2 m under a force of 10 rad/s in an independent program, in s.
    pub reproduced: f64,
}

/// The times given with Table 5.
///
/// # Errors
/// Malformed rows.
pub fn divergences() -> Result<Vec<Divergence>, String> {
    let root = parse(TABLES)?;
    let rows = root.get("table5").and_then(Value::as_array).ok_or("`table5` is not a list")?;
    let read = |row: &Value| {
        let field = |value: Option<&Value>| number(value.unwrap_or(&Value::Null), "table5");
        Ok(Divergence {
            step: field(row.get("Omega"))?,
            published: field(row.get("paper_time"))?,
            reproduced: field(row.get("reproduced_time_err_gt_0p2").and_then(|times| times.get("wb=10")))?,
        })
    };
    rows.iter().map(read).collect()
}

/// Published stability limits that are not in the tables: (set, printed text or number, correct value).
///
/// # Errors
/// Malformed entries.
pub fn limits_in_text() -> Result<Vec<(String, String, String)>, String> {
    let root = parse(TABLES)?;
    let all = root.get("stability_limits").and_then(Value::as_object).ok_or("no `stability_limits`")?;
    let words = |value: Option<&Value>| match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(x)) => x.to_string(),
        _ => String::new(),
    };
    let row = |(set, entry): (&String, &Value)| {
        let right = entry.get("exact").or_else(|| entry.get("reproduced"));
        (set.clone(), words(entry.get("paper")), words(right))
    };
    Ok(all.iter().map(row).collect())
}

fn parse(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}

fn number(x: &Value, place: &str) -> Result<f64, String> {
    match x {
        Value::Number(n) => n.as_f64().ok_or_else(|| format!("`{place}`: number {n} does not fit in an f64")),
        Value::String(s) => s.parse().map_err(|_| format!("`{place}`: `{s}` is not a number")),
        other => Err(format!("`{place}`: {other} is not a number")),
    }
}
