//! Rows of a table, written and read back.
//!
//! Invariant: what is read is what was written, to the last bit; texts are in one line.

use crate::chunks::Outcome;
use std::io;
use std::ops::Range;

/// A run with what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The number of the run.
    pub run: u64,
    /// The values of the parameters.
    pub values: Vec<f64>,
    /// What came of it.
    pub outcome: Outcome,
}

impl Row {
    /// Texts of several lines become one.
    pub(crate) fn new(run: u64, values: Vec<f64>, outcome: Outcome) -> Self {
        let Outcome { result, warning } = outcome;
        let outcome = Outcome { result: result.map_err(|why| one_line(&why)), warning: one_line(&warning) };
        Self { run, values, outcome }
    }
}

/// A table of comma-separated values.
pub(crate) fn written<'a>(
    names: impl Iterator<Item = &'a str>,
    kept: usize,
    rows: &[Row],
) -> io::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(header(names))?;
    // {:?} of f64 is the shortest text that reads back as the same number.
    let text = |x: &f64| format!("{x:?}");
    for Row { run, values, outcome } in rows {
        let mut row = vec![run.to_string()];
        row.extend(values.iter().map(text));
        match &outcome.result {
            Ok(kept) => {
                row.extend(kept.iter().map(text));
                row.push(String::new());
            }
            Err(why) => {
                row.extend((0..kept).map(|_| String::new()));
                row.push(why.clone());
            }
        }
        row.push(outcome.warning.clone());
        table.write_record(&row)?;
    }
    table.into_inner().map_err(|error| io::Error::other(error.to_string()))
}

/// The rows of such a table: these runs, of such parameters and so many kept numbers.
pub(crate) fn read<'a>(
    bytes: &[u8],
    runs: Range<u64>,
    names: impl Iterator<Item = &'a str>,
    kept: usize,
) -> io::Result<Vec<Row>> {
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let number = |text: &str| text.parse::<f64>().map_err(|_| wrong("it has a field that is no number"));
    let mut table = csv::Reader::from_reader(bytes);
    if !table.headers()?.iter().eq(header(names)) {
        return Err(wrong("it has other columns"));
    }
    let mut rows = Vec::new();
    for record in table.into_records() {
        let record = record?;
        let fields: Vec<&str> = record.iter().collect();
        // Every line has as many fields as the header, which the reader has seen to.
        let [run, rest @ .., failure, warning] = &fields[..] else {
            return Err(wrong("it has other columns"));
        };
        let run = run.parse().map_err(|_| wrong("it has a run without a number"))?;
        let (values, numbers) = rest.split_at(rest.len() - kept);
        let all = |texts: &[&str]| texts.iter().map(|text| number(text)).collect::<io::Result<Vec<f64>>>();
        let result = if failure.is_empty() { Ok(all(numbers)?) } else { Err((*failure).to_owned()) };
        let outcome = Outcome { result, warning: (*warning).to_owned() };
        rows.push(Row { run, values: all(values)?, outcome });
    }
    match rows.iter().map(|row| row.run).eq(runs) {
        true => Ok(rows),
        false => Err(wrong("it has other runs")),
    }
}

fn header<'a>(names: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    ["run"].into_iter().chain(names).chain(["failure", "warning"])
}

fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
}
