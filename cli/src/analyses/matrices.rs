//! A linearisation as a file: JSON, a table, or arrays for NumPy.
//!
//! ```text
//! x' = A x + B u,   z = C x + D u          x the states, u the inputs, z the outputs                    (1)
//! ```
//!
//! Invariant: every format has the same numbers to the last bit, with the names and units of rows and columns.

use crate::failure::Failure;
use crate::npz::Archive;
use crate::whole_file;
use linkwork::Named;
use linkwork::analysis::{DMatrix, Linearization};
use linkwork_descriptions::report::Redundancy;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The files of the matrices.
#[derive(clap::Args)]
pub struct Files {
    /// Write A, B, C and D with the names and units of states, inputs and outputs as JSON; `-` is standard output, and the report then
    /// goes to standard error, as with --csv
    #[arg(long, value_name = "FILE.json")]
    json: Option<PathBuf>,
    /// Write them as a table, one entry per line
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Write them as arrays for `numpy.load`: A, B, C, D, and the names as UTF-8 bytes
    #[arg(long, value_name = "FILE.npz")]
    npz: Option<PathBuf>,
}

/// The matrices of (1) with what their rows and columns are.
struct System<'a> {
    matrices: [(&'static str, &'a DMatrix<f64>, usize, usize); 4],
    /// States, inputs, outputs.
    names: [(&'static str, Vec<Named>); 3],
    /// The names of the outputs that depend on reactions that are not unique.
    not_unique: Vec<String>,
}

impl<'a> System<'a> {
    fn of(found: &'a Linearization, redundancy: &Redundancy) -> Self {
        let outputs = found.output_names();
        let open = outputs.iter().filter(|output| redundancy.is_open_output(&output.name));
        Self {
            not_unique: open.map(|output| output.name.to_string()).collect(),
            matrices: [
                ("A", &found.system, 0, 0),
                ("B", &found.input, 0, 1),
                ("C", &found.output, 2, 0),
                ("D", &found.feedthrough, 2, 1),
            ],
            names: [("states", found.state_names()), ("inputs", found.input_names()), ("outputs", outputs)],
        }
    }

    fn json(&self, mechanism: &str, about: &str, steady: bool) -> String {
        let mut all = json!({ "mechanism": mechanism, "about": about, "steady": steady });
        for (name, named) in &self.names {
            let named = named.iter().map(|one| json!({ "name": one.name, "unit": one.unit }));
            all[name] = named.collect();
        }
        all["not_unique"] = json!(self.not_unique);
        for (name, matrix, ..) in &self.matrices {
            let rows = matrix.row_iter().map(|row| row.iter().map(|x| json!(x)).collect::<Value>());
            all[name] = rows.collect();
        }
        format!("{all:#}\n")
    }

    fn csv(&self) -> String {
        let quoted = |text: &str| {
            let plain = !text.contains(['"', ',', '\n']);
            if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
        };
        let mut text = String::from("matrix,row,row_unit,column,column_unit,value\n");
        for (name, matrix, rows, columns) in &self.matrices {
            for (i, row) in self.names[*rows].1.iter().enumerate() {
                for (j, column) in self.names[*columns].1.iter().enumerate() {
                    let named = [&row.name, &row.unit, &column.name, &column.unit].map(|name| quoted(name));
                    text.push_str(&format!("{name},{},{:?}\n", named.join(","), matrix[(i, j)]));
                }
            }
        }
        text
    }

    fn npz(&self) -> zip::result::ZipResult<Vec<u8>> {
        let mut archive = Archive::default();
        for (name, matrix, ..) in &self.matrices {
            archive.matrix(name, matrix)?;
        }
        for (name, named) in &self.names {
            archive.texts(name, named.iter().map(|one| &*one.name))?;
        }
        archive.texts("not_unique", self.not_unique.iter().map(String::as_str))?;
        archive.finish()
    }
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
    pub fn write(
        &self,
        found: &Linearization,
        redundancy: &Redundancy,
        (mechanism, about, steady): (&str, &str, bool),
    ) -> Result<(), Failure> {
        let system = System::of(found, redundancy);
        if let Some(path) = &self.json {
            whole_file::write(path, &system.json(mechanism, about, steady))?;
        }
        if let Some(path) = &self.csv {
            whole_file::write(path, &system.csv())?;
        }
        if let Some(path) = &self.npz {
            let bytes = system.npz().map_err(Failure::run)?;
            whole_file::write_bytes(path, &bytes)?;
        }
        Ok(())
    }
}
