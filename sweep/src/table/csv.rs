//! Tables of comma-separated values.
//!
//! ```text
//! run,length,mass,theta,failure,warning
//! 0,0.1,1.066,-2.57,,
//! ```

use super::{Row, header, wrong};
use crate::chunks::Outcome;
use crate::messages;
use std::io;

/// A table of comma-separated values.
pub fn written<'a>(names: impl Iterator<Item = &'a str>, kept: usize, rows: &[Row]) -> io::Result<Vec<u8>> {
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

/// The rows of such a table, with this number of kept values.
pub fn read<'a>(bytes: &[u8], names: impl Iterator<Item = &'a str>, kept: usize) -> io::Result<Vec<Row>> {
    let number = |text: &str| text.parse::<f64>().map_err(|_| wrong(messages::FIELD));
    if !bytes.ends_with(b"\n") {
        return Err(wrong(messages::TRUNCATED));
    }
    let mut table = csv::Reader::from_reader(bytes);
    if !table.headers()?.iter().eq(header(names)) {
        return Err(wrong(messages::OTHER_COLUMNS));
    }
    let mut rows = Vec::new();
    for record in table.into_records() {
        let record = record?;
        let fields: Vec<&str> = record.iter().collect();
        // Every line has as many fields as the header, which the reader checks.
        let [run, rest @ .., failure, warning] = &fields[..] else {
            return Err(wrong(messages::OTHER_COLUMNS));
        };
        let run = run.parse().map_err(|_| wrong(messages::NO_RUN))?;
        let (values, numbers) = rest.split_at(rest.len() - kept);
        let all = |texts: &[&str]| texts.iter().map(|text| number(text)).collect::<io::Result<Vec<f64>>>();
        let result = if failure.is_empty() { Ok(all(numbers)?) } else { Err((*failure).to_owned()) };
        let outcome = Outcome { result, warning: (*warning).to_owned() };
        rows.push(Row { run, values: all(values)?, outcome });
    }
    Ok(rows)
}
