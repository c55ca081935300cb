//! Archives of arrays for `numpy.load`.
//!
//! Invariant: the same numbers are the same bytes, on every day.

use nalgebra::DMatrix;
use std::io::{Cursor, Write};
use zip::CompressionMethod;
use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, ZipWriter};

/// Bytes that the header of an array is a multiple of.
const ALIGNED: usize = 64;

/// An archive that is being written.
pub struct Archive(ZipWriter<Cursor<Vec<u8>>>);

impl Default for Archive {
    fn default() -> Self {
        Self(ZipWriter::new(Cursor::new(Vec::new())))
    }
}

impl Archive {
    /// A matrix, row after row.
    pub fn matrix(&mut self, name: &str, matrix: &DMatrix<f64>) -> ZipResult<()> {
        let numbers = matrix.row_iter().flat_map(|row| row.iter().copied().collect::<Vec<_>>());
        let bytes: Vec<u8> = numbers.flat_map(f64::to_le_bytes).collect();
        self.array(name, "<f8", &format!("({}, {})", matrix.nrows(), matrix.ncols()), &bytes)
    }

    /// Numbers in a line.
    #[cfg(feature = "regressor")]
    pub fn numbers(&mut self, name: &str, numbers: &[f64]) -> ZipResult<()> {
        let bytes: Vec<u8> = numbers.iter().copied().flat_map(f64::to_le_bytes).collect();
        self.array(name, "<f8", &format!("({},)", numbers.len()), &bytes)
    }

    /// Texts as bytes of UTF-8.
    pub fn texts<'a>(&mut self, name: &str, texts: impl Iterator<Item = &'a str>) -> ZipResult<()> {
        let texts: Vec<&str> = texts.collect();
        let width = texts.iter().map(|text| text.len()).max().unwrap_or(0).max(1);
        let padded =
            texts.iter().flat_map(|text| text.bytes().chain(std::iter::repeat_n(0, width - text.len())));
        let bytes: Vec<u8> = padded.collect();
        self.array(name, &format!("|S{width}"), &format!("({},)", texts.len()), &bytes)
    }

    /// The bytes of all.
    pub fn finish(self) -> ZipResult<Vec<u8>> {
        Ok(self.0.finish()?.into_inner())
    }

    fn array(&mut self, name: &str, kind: &str, shape: &str, data: &[u8]) -> ZipResult<()> {
        // Without a time.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(zip::DateTime::default());
        self.0.start_file(format!("{name}.npy"), options)?;
        Ok(self.0.write_all(&encoded(kind, shape, data))?)
    }
}

/// An array of NumPy's format 1.0: magic, length of the header, header, data.
fn encoded(kind: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    const BEFORE: usize = 10;
    let end = (BEFORE + header.len() + 1).next_multiple_of(ALIGNED);
    header.extend(std::iter::repeat_n(' ', end - BEFORE - header.len() - 1));
    header.push('\n');
    let length = header.len() as u16;
    [b"\x93NUMPY\x01\x00", length.to_le_bytes().as_slice(), header.as_bytes(), data].concat()
}
