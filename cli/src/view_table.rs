//! A motion from a table that `linkwork simulate` wrote with `--csv` or `--parquet`: time, all coordinates, and the outputs in it.

pub mod lines;

use crate::failure::Failure;
use linkwork_compiler::Program;
use linkwork_compiler::plan::Named;
use linkwork_jit::Tape;
use linkwork_view::{Between, Column, ColumnKind, crowded};
use std::path::Path;

/// The tolerance of times in the same frame, relative to its length.
const SAME: f64 = 1e-9;

/// A table.
pub struct Table {
    /// The times of its frames.
    pub times: Vec<f64>,
    /// All coordinates, then the outputs of the description in it.
    pub columns: Vec<Column>,
    /// Velocities, accelerations, states and multipliers in each frame, if the table has all of them.
    pub dynamics: Option<Vec<Vec<f64>>>,
    /// What its lines show between these frames.
    pub between: Between,
    /// Its subtitle.
    pub subtitle: String,
}

/// Reads a table, with at most this many frames per second.
pub fn read(path: &Path, tape: &Tape, rate: f64) -> Result<Table, Failure> {
    let program = tape.program();
    let fail = |what: &dyn std::fmt::Display| {
        Failure::input(format_args!("cannot read `{}`: {what}", path.display()))
    };
    let lines::Opened { headings: headers, lines } = lines::open(path).map_err(|error| fail(&error))?;
    let find = |named: &Named| {
        let with_unit = format!("{} [{}]", named.name, named.unit);
        headers.iter().position(|header| *header == with_unit || *header == named.name)
    };
    let time = Named::new("time", "s");
    let missing = |named: &Named| {
        fail(&format_args!(
            "there is no column `{}`\nhelp: an animation needs the time and all coordinates, as `linkwork simulate --csv` or `--parquet` writes them",
            named.name
        ))
    };
    let mut places = vec![find(&time).ok_or_else(|| missing(&time))?];
    let mut columns = Vec::new();
    let mut column = |named: &Named, kind| {
        columns.push(Column {
            name: named.name.to_string(),
            unit: named.unit.to_string(),
            kind,
            values: Vec::new(),
        });
    };
    for named in &program.coordinates {
        places.push(find(named).ok_or_else(|| missing(named))?);
        column(named, ColumnKind::Coordinate);
    }
    let own = program.picture.as_ref().map_or(program.output_names.len(), |picture| picture.own_outputs);
    for named in &program.output_names[..own] {
        if let Some(place) = find(named) {
            places.push(place);
            column(named, ColumnKind::Output);
        }
    }
    let shown = places.len();
    let names = dynamics_names(program);
    let find_any =
        |name: &String| headers.iter().position(|header| header.split(" [").next() == Some(name.as_str()));
    let found: Option<Vec<usize>> = names.iter().map(find_any).collect();
    let mut dynamics = found.is_some().then(Vec::new);
    places.extend(found.into_iter().flatten());
    let (poses, coordinates) = (tape.poses(), program.coordinates.len());
    let mut between = Between::new(poses.as_ref().map_or(0, |_| program.bodies.len()), &columns);
    let mut times: Vec<f64> = Vec::new();
    let mut add = |row: &[f64], times: &mut Vec<f64>| {
        times.push(row[0]);
        columns.iter_mut().zip(&row[1..shown]).for_each(|(column, value)| column.values.push(*value));
        if let Some(dynamics) = &mut dynamics {
            dynamics.push(row[shown..].to_vec());
        }
    };
    // The last line is always a frame.
    let mut skipped = None;
    for row in lines(places) {
        let row = row.map_err(|error| fail(&error))?;
        let at = poses.as_ref().map_or_else(Vec::new, |poses| poses.at(&row[1..=coordinates]));
        between.step(row[0], &at, &row[1..shown]);
        if times.last().is_some_and(|last| row[0] < last + (1.0 - SAME) / rate && row[0] >= *last) {
            skipped = Some(row);
            continue;
        }
        add(&row, &mut times);
        between.keyframe(row[0]);
        skipped = None;
    }
    if let Some(row) = skipped {
        add(&row, &mut times);
    }
    if let Some(frame) = crowded(&times) {
        times.remove(frame);
        for column in &mut columns {
            column.values.remove(frame);
        }
        if let Some(rows) = &mut dynamics {
            rows.remove(frame);
        }
    }
    if times.is_empty() {
        return Err(fail(&"it has no lines"));
    }
    let subtitle = format!("from {}", path.file_name().unwrap_or_default().to_string_lossy());
    Ok(Table { times, columns, dynamics, between, subtitle })
}

/// Velocities, accelerations, states and multipliers, as tables call them.
fn dynamics_names(program: &Program) -> Vec<String> {
    let names = |all: &[Named]| all.iter().map(|named| named.name.to_string()).collect::<Vec<_>>();
    let velocities = names(&program.velocities);
    let accelerations = velocities.iter().map(|velocity| format!("der({velocity})")).collect();
    let constraints = [names(&program.holonomic_names), names(&program.nonholonomic_names)].concat();
    let multipliers = constraints.iter().map(|constraint| format!("multiplier({constraint})")).collect();
    [velocities, accelerations, names(&program.states), multipliers].concat()
}
