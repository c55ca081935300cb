//! A linearisation as a file: JSON, a table, or arrays for NumPy.
//!
//! ```text
//! x' = A x + B u,   z = C x + D u          x the states, u the inputs, z the outputs                    (1)
//! ```
//!
//! Invariant: every format has the same numbers to the last bit, with the names and units of rows and columns.

use crate::failure::Failure;
use crate::whole_file;
use linkwork::Named;
use linkwork::analysis::{DMatrix, Linearization};
use serde_json::{Value, json};
use std::io::{Cursor, Write};
use std::path::PathBuf;
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

/// Bytes that the header of an array is a multiple of.
const ALIGNED: usize = 64;

/// Where the matrices go.
#[derive(clap::Args)]
pub struct Files {
    /// Write A, B, C and D with the names and units of states, inputs and outputs as JSON
    #[arg(long, value_name = "FILE.json")]
    json: Option<PathBuf>,
    /// Write them as a table, an entry a line
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
}

impl<'a> System<'a> {
    fn of(found: &'a Linearization) -> Self {
        Self {
            matrices: [
                ("A", &found.system, 0, 0),
                ("B", &found.input, 0, 1),
                ("C", &found.output, 2, 0),
                ("D", &found.feedthrough, 2, 1),
            ],
            names: [
                ("states", found.state_names()),
                ("inputs", found.input_names()),
                ("outputs", found.output_names()),
            ],
        }
    }

    fn json(&self, mechanism: &str, about: &str, steady: bool) -> String {
        let mut all = json!({ "mechanism": mechanism, "about": about, "steady": steady });
        for (name, named) in &self.names {
            let named = named.iter().map(|one| json!({ "name": one.name, "unit": one.unit }));
            all[name] = named.collect();
        }
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
        // The same bytes on every day: without a time.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(zip::DateTime::default());
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, matrix, ..) in &self.matrices {
            archive.start_file(format!("{name}.npy"), options)?;
            // Row by row.
            let numbers = matrix.row_iter().flat_map(|row| row.iter().copied().collect::<Vec<_>>());
            let bytes: Vec<u8> = numbers.flat_map(f64::to_le_bytes).collect();
            archive.write_all(&array("<f8", &format!("({}, {})", matrix.nrows(), matrix.ncols()), &bytes))?;
        }
        for (name, named) in &self.names {
            archive.start_file(format!("{name}.npy"), options)?;
            let width = named.iter().map(|one| one.name.len()).max().unwrap_or(0).max(1);
            let padded = named.iter().flat_map(|one| {
                let rest = width - one.name.len();
                one.name.bytes().chain(std::iter::repeat_n(0, rest)).collect::<Vec<u8>>()
            });
            let bytes: Vec<u8> = padded.collect();
            archive.write_all(&array(&format!("|S{width}"), &format!("({},)", named.len()), &bytes))?;
        }
        Ok(archive.finish()?.into_inner())
    }
}

/// An array of NumPy's format 1.0: magic, length of the header, header, data.
fn array(kind: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    const BEFORE: usize = 10;
    let end = (BEFORE + header.len() + 1).next_multiple_of(ALIGNED);
    header.extend(std::iter::repeat_n(' ', end - BEFORE - header.len() - 1));
    header.push('\n');
    let length = header.len() as u16;
    [b"\x93NUMPY\x01\x00", length.to_le_bytes().as_slice(), header.as_bytes(), data].concat()
}

impl Files {
    /// Finds out whether the files can be written.
    pub fn check(&self, read: &str) -> Result<(), Failure> {
        whole_file::check(self.json.iter().chain(&self.csv).chain(&self.npz), [read])
    }

    /// Writes them.
    pub fn write(
        &self,
        found: &Linearization,
        (mechanism, about, steady): (&str, &str, bool),
    ) -> Result<(), Failure> {
        let system = System::of(found);
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
