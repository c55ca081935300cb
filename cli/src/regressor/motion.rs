//! `--motion`: instants from a table.
//!
//! Columns have the names that `linkwork simulate --csv` writes, without units for values in SI units or with units: `time`, coordinates, rates `der(angle)`, accelerations
//! `der(der(angle))`, first-order states; also inputs by their names, and `effort of angle` for efforts in addition to the description.
//!
//! Invariant: no missing value is assumed. Without constraints every coordinate needs its three columns; with constraints those of the
//! independent coordinates suffice, and the report states that the others were computed.

use super::freedom;
use crate::failure::Failure;
use crate::heading::{Heading, value};
use crate::subject::Inputs;
use linkwork::{Described, Named, WithInputs};
use linkwork_compiler::symbolic::Constant;
use linkwork_regressor::{Instant, Regressor};
use std::path::Path;

/// A column, with the value of its unit in SI units if it has another one.
#[derive(Clone, Copy)]
struct Place {
    column: usize,
    factor: Option<Constant>,
}

/// The meaning of the columns of a table.
struct Columns {
    time: Option<Place>,
    q: Vec<Option<Place>>,
    v: Vec<Option<Place>>,
    a: Vec<Option<Place>>,
    states: Vec<Option<Place>>,
    inputs: Vec<Option<Place>>,
    efforts: Vec<Option<Place>>,
}

impl Columns {
    fn of(headers: &csv::StringRecord, regressor: &Regressor) -> Result<Self, String> {
        let names = regressor.tape().names();
        let headings: Vec<Heading> = headers.iter().map(Heading::of).collect();
        let find = |name: &str, unit: &str| -> Result<Option<Place>, String> {
            let Some(column) = headings.iter().position(|heading| heading.name == name) else {
                return Ok(None);
            };
            Ok(Some(Place { column, factor: headings[column].factor(unit)? }))
        };
        let all = |list: &[Named]| {
            list.iter().map(|named| find(&named.name, &named.unit)).collect::<Result<Vec<_>, String>>()
        };
        let velocities = 0..names.velocities.len();
        let accelerations =
            names.velocities.iter().map(|v| find(&format!("der({})", v.name), &per_second(&v.unit)));
        let efforts = velocities.map(|i| {
            let effort = regressor.effort(i);
            find(&format!("effort of {}", effort.name), &effort.unit)
        });
        Ok(Self {
            time: find("time", "s")?,
            q: all(&names.coordinates)?,
            v: all(&names.velocities)?,
            a: accelerations.collect::<Result<_, _>>()?,
            states: all(&names.states)?,
            inputs: all(&names.inputs)?,
            efforts: efforts.collect::<Result<_, _>>()?,
        })
    }
}

/// The unit of a rate.
fn per_second(unit: &str) -> String {
    if unit.is_empty() { "1/s".to_owned() } else { format!("({unit})/s") }
}

/// The instants of a table.
pub struct Measured {
    /// All of them.
    pub instants: Vec<Instant>,
    /// Their lines in the file, from 1.
    pub lines: Vec<u64>,
    /// The independent entries, if the others follow from them.
    pub follows: Option<Vec<usize>>,
}

/// Reads a table.
pub fn read(
    path: &Path,
    regressor: &Regressor,
    independent: Option<&[usize]>,
    inputs: Option<&Inputs>,
) -> Result<Measured, Failure> {
    let shown = path.display();
    let fail = |what: &dyn std::fmt::Display| Failure::input(format_args!("cannot read `{shown}`: {what}"));
    let mut table = csv::Reader::from_path(path).map_err(|error| fail(&error))?;
    let headers = table.headers().map_err(|error| fail(&error))?.clone();
    let columns = Columns::of(&headers, regressor).map_err(|what| fail(&what))?;
    let follows = check(&columns, regressor, independent, inputs).map_err(|what| fail(&what))?;
    let tape = regressor.tape();
    let mut before = Instant::initial(tape);
    let (mut instants, mut lines) = (Vec::new(), Vec::new());
    for (number, record) in (2..).zip(table.records()) {
        let record = record.map_err(|error| fail(&error))?;
        let line = record.position().map_or(number, csv::Position::line);
        let read = |place: Option<Place>, into: &mut f64| -> Result<(), Failure> {
            let Some(Place { column, factor }) = place else { return Ok(()) };
            let text = record.get(column).unwrap_or_default();
            *into = value(text.trim(), factor).ok_or_else(|| {
                fail(&format_args!("line {line}, column `{}`: `{text}` is not a number", &headers[column]))
            })?;
            Ok(())
        };
        let mut next = before.clone();
        read(columns.time, &mut next.time)?;
        if let Some(inputs) = inputs {
            next.inputs = tape.inputs_of(&inputs(next.time));
        }
        let lists = [
            (&columns.q, &mut next.q),
            (&columns.v, &mut next.v),
            (&columns.a, &mut next.a),
            (&columns.states, &mut next.states),
            (&columns.inputs, &mut next.inputs),
            (&columns.efforts, &mut next.efforts),
        ];
        for (places, numbers) in lists {
            places.iter().zip(numbers).try_for_each(|(place, number)| read(*place, number))?;
        }
        if let Some(independent) = &follows {
            next = regressor
                .following(&next, independent)
                .map_err(|error| Failure::run(format!("line {line}: {error}")))?;
        }
        before = next.clone();
        instants.push(next);
        lines.push(line);
    }
    if instants.is_empty() {
        return Err(fail(&"it has no lines"));
    }
    Ok(Measured { instants, lines, follows })
}

/// Checks completeness; returns the independent coordinates if the others must be computed from them.
fn check(
    columns: &Columns,
    regressor: &Regressor,
    independent: Option<&[usize]>,
    inputs: Option<&Inputs>,
) -> Result<Option<Vec<usize>>, String> {
    let tape = regressor.tape();
    let (names, program) = (tape.names(), tape.program());
    if columns.time.is_none() && (tape.flags().time_explicit || inputs.is_some()) {
        return Err("there is no column `time`, on which forces or constraints depend".to_owned());
    }
    let absent = |list: &[Named], places: &[Option<Place>]| {
        list.iter().zip(places).find(|(_, place)| place.is_none()).map(|(named, _)| named.name.to_string())
    };
    if let Some(name) = absent(&names.states, &columns.states) {
        return Err(format!("there is no column `{name}`, a first-order state"));
    }
    let acts = columns.efforts.iter().any(Option::is_some) || inputs.is_some();
    if let Some(name) = absent(&names.inputs, &columns.inputs).filter(|_| !acts) {
        return Err(format!(
            "there is no column `{name}`, an input\nhelp: give it as a column or by --input, or columns `effort of …` instead, with which inputs are \
             zero"
        ));
    }
    // The coordinate of a velocity; rotations have several.
    let coordinates = |i: usize| -> Vec<usize> {
        let runs = program.plain_runs();
        let plain =
            runs.iter().find(|(_, v, count)| (*v..v + count).contains(&i)).map(|(at, v, _)| at + i - v);
        match plain {
            Some(at) => vec![at],
            None => {
                let rotation = program.rotations.iter().find(|(_, v)| (*v..v + 3).contains(&i));
                rotation.map_or_else(Vec::new, |(at, _)| (*at..at + 4).collect())
            }
        }
    };
    let wanted = |i: usize| -> Option<String> {
        let missing = coordinates(i).into_iter().find(|&at| columns.q[at].is_none());
        let rate = &names.velocities[i].name;
        missing
            .map(|at| names.coordinates[at].name.to_string())
            .or_else(|| columns.v[i].is_none().then(|| rate.to_string()))
            .or_else(|| columns.a[i].is_none().then(|| format!("der({rate})")))
    };
    let count = names.velocities.len();
    let first_missing = |of: &[usize]| of.iter().copied().find_map(wanted);
    if !tape.flags().constrained() {
        return match first_missing(&(0..count).collect::<Vec<_>>()) {
            Some(name) => Err(format!(
                "there is no column `{name}`\nhelp: coordinates, rates and accelerations are needed"
            )),
            None => Ok(None),
        };
    }
    if let Some(independent) = independent {
        return match first_missing(independent) {
            Some(name) => Err(format!("there is no column `{name}`, of an independent coordinate")),
            None => Ok(Some(independent.to_vec())),
        };
    }
    let there: Vec<usize> = (0..count).filter(|&i| wanted(i).is_none()).collect();
    let freedoms = program.freedom.degrees_of_freedom;
    match there.len() {
        all if all == count => Ok(None),
        some if some == freedoms => Ok(Some(there)),
        some => {
            let names: Vec<String> = there.iter().map(|&i| regressor.effort(i).name.to_string()).collect();
            let has = if some == 0 { "none".to_owned() } else { format!("`{}`", names.join("`, `")) };
            Err(format!(
                "the mechanism has {}, and the coordinates with columns for rate and acceleration are {has}\nhelp: name \
                 independent ones by --independent, from which the rest follows",
                freedom(freedoms)
            ))
        }
    }
}
