//! Rows, base parameters and estimates as files: JSON, a table, or arrays for NumPy.
//!
//! Invariant: every format has the same numbers to the last bit.

use super::Found;
use crate::analyses::table::heading;
use crate::failure::Failure;
use crate::npz::Archive;
use crate::whole_file;
use linkwork::Named;
use nalgebra::DMatrix;
use serde_json::{Value, json};
use std::path::PathBuf;
use zip::result::ZipResult;

/// Their paths.
#[derive(clap::Args)]
pub struct Files {
    /// Write Y, y₀ and τ, the coefficients, base parameters and estimates as JSON; `-` is standard output, and the report then goes to
    /// standard error, as with --csv
    #[arg(long, value_name = "FILE.json")]
    json: Option<PathBuf>,
    /// Write the rows as a table: time, the coordinate of the effort, Y, y₀ and τ
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Write arrays for `numpy.load`: Y, y0, tau, time, pi, groups, names and units as UTF-8 bytes
    #[arg(long, value_name = "FILE.npz")]
    npz: Option<PathBuf>,
}

impl Files {
    /// Checks that the files can be written.
    pub fn check<'a>(&'a self, read: impl IntoIterator<Item = &'a str>) -> Result<(), Failure> {
        whole_file::check_all(self.texts(), &self.npz, read)
    }

    /// Those of which one may be standard output.
    pub fn texts(&self) -> impl Iterator<Item = &PathBuf> {
        self.json.iter().chain(&self.csv)
    }

    /// Writes them.
    pub fn write(&self, found: &Found) -> Result<(), Failure> {
        if let Some(path) = &self.json {
            whole_file::write(path, &format!("{:#}\n", json(found)))?;
        }
        if let Some(path) = &self.csv {
            whole_file::write(path, &csv(found).map_err(Failure::run)?)?;
        }
        if let Some(path) = &self.npz {
            whole_file::write_bytes(path, &npz(found).map_err(Failure::run)?)?;
        }
        Ok(())
    }
}

/// Time and coordinate of each row.
fn rows(found: &Found) -> Vec<(f64, Named)> {
    let independent = || found.stacked.independent.iter().map(|&i| found.regressor.effort(i));
    found.instants.iter().flat_map(|instant| independent().map(|effort| (instant.time, effort))).collect()
}

fn matrix(matrix: &DMatrix<f64>) -> Value {
    matrix.row_iter().map(|row| row.iter().map(|x| json!(x)).collect::<Value>()).collect()
}

fn json(found: &Found) -> Value {
    let Found { regressor, stacked, base, estimate, .. } = found;
    let columns = regressor.columns();
    let coefficients = columns.iter().zip(regressor.values());
    let names = base.names(columns);
    let values = base.values(regressor.values());
    let mut all = json!({
        "mechanism": linkwork::Described::names(regressor.tape()).mechanism,
        "coefficients": coefficients
            .map(|(named, value)| json!({ "name": named.name, "unit": named.unit, "value": value }))
            .collect::<Value>(),
        "rows": rows(found)
            .iter()
            .map(|(time, named)| json!({ "time": time, "effort of": named.name, "unit": named.unit }))
            .collect::<Value>(),
        "Y": matrix(&stacked.matrix),
        "y0": stacked.offset.as_slice(),
        "tau": stacked.efforts.as_slice(),
        "base": names
            .iter()
            .zip(&values)
            .map(|(named, value)| json!({ "name": named.name, "unit": named.unit, "value": value }))
            .collect::<Value>(),
        "groups": matrix(&base.groups),
        "moving": regressor.moving(),
    });
    if let Some(estimate) = estimate {
        all["estimate"] = json!({
            "values": estimate.values.as_slice(),
            "deviations": estimate.deviations.as_slice(),
            "residual": estimate.residual,
            "condition": estimate.condition,
        });
    }
    all
}

fn csv(found: &Found) -> Result<String, Box<dyn std::error::Error>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut header = ["time [s]", "effort of", "unit"].map(String::from).to_vec();
    header.extend(found.regressor.columns().iter().map(heading));
    header.extend(["y0", "tau"].map(String::from));
    writer.write_record(&header)?;
    for (i, (time, named)) in rows(found).iter().enumerate() {
        let mut line = vec![format!("{time:?}"), named.name.to_string(), named.unit.to_string()];
        line.extend(found.stacked.matrix.row(i).iter().map(|x| format!("{x:?}")));
        line.extend([found.stacked.offset[i], found.stacked.efforts[i]].map(|x| format!("{x:?}")));
        writer.write_record(&line)?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

fn npz(found: &Found) -> ZipResult<Vec<u8>> {
    let Found { regressor, stacked, base, estimate, .. } = found;
    let (columns, names) = (regressor.columns(), base.names(regressor.columns()));
    let rows = rows(found);
    let mut archive = Archive::default();
    archive.matrix("Y", &stacked.matrix)?;
    archive.numbers("y0", stacked.offset.as_slice())?;
    archive.numbers("tau", stacked.efforts.as_slice())?;
    archive.numbers("time", &rows.iter().map(|(time, _)| *time).collect::<Vec<_>>())?;
    archive.numbers("pi", regressor.values())?;
    archive.matrix("groups", &base.groups)?;
    archive.texts("columns", columns.iter().map(|one| &*one.name))?;
    archive.texts("units", columns.iter().map(|one| &*one.unit))?;
    archive.texts("rows", rows.iter().map(|(_, named)| &*named.name))?;
    archive.texts("base", names.iter().map(|one| &*one.name))?;
    if let Some(estimate) = estimate {
        archive.numbers("estimate", estimate.values.as_slice())?;
        archive.numbers("deviations", estimate.deviations.as_slice())?;
    }
    archive.finish()
}
