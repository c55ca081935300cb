//! The archive: description, text, shared library.
//!
//! Invariant: the same mechanism gives the same bytes; an archive is written completely or not at all.

use crate::messages;
use crate::unit::{SETTINGS, TEXT, Unit, Version};
use crate::{description2, description3};
use linkwork_figures::failure::Failure;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

/// The shared library of archives.
#[derive(Clone, Debug)]
pub struct Loader {
    /// The file.
    pub path: PathBuf,
    /// Its contents.
    bytes: Vec<u8>,
}

/// Functions of both standards that the library exports.
const EXPORTED: [&[u8]; 4] =
    [b"fmi2Instantiate", b"fmi2DoStep", b"fmi3InstantiateCoSimulation", b"fmi3DoStep"];

/// The first bytes of a 64-bit shared library of this platform.
fn magic() -> &'static [u8] {
    match std::env::consts::OS {
        "macos" => b"\xcf\xfa\xed\xfe",
        "windows" => b"MZ",
        _ => b"\x7fELF\x02",
    }
}

/// The place of the processor in the header of an ELF file, and its number.
fn processor() -> Option<(usize, u16)> {
    let number = match std::env::consts::ARCH {
        "x86_64" => 62,
        "aarch64" => 183,
        "riscv64" => 243,
        _ => return None,
    };
    Some((18, number)).filter(|_| magic().ends_with(b"ELF\x02"))
}

/// Whether these are the bytes of the library, for this platform: by header, and by names of its functions.
fn is_library(bytes: &[u8]) -> bool {
    let here = processor().is_none_or(|(place, number)| {
        bytes.get(place..place + 2).is_some_and(|found| found == number.to_le_bytes())
    });
    // Names in tables of symbols end with a zero byte; on macOS they begin with `_`.
    let mut missing = EXPORTED.to_vec();
    for name in bytes.split(|byte| *byte == 0) {
        let name = name.strip_prefix(b"_").unwrap_or(name);
        if name.starts_with(b"fmi") {
            missing.retain(|wanted| *wanted != name);
        }
    }
    bytes.starts_with(magic()) && here && missing.is_empty()
}

/// The name of the shared library as Cargo writes it.
fn file_name() -> String {
    let (before, behind) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    format!("{before}linkwork_fmu{behind}")
}

impl Loader {
    /// The given library, or the one next to the program or in the folder `deps` there, where Cargo puts it.
    ///
    /// # Errors
    /// There is no library, and the message describes how to build it; or the file is not this library.
    pub fn find(given: Option<&Path>) -> Result<Self, Failure> {
        if let Some(path) = given {
            return match path.is_file() {
                true => Self::read(path.to_owned()),
                false => Err(Failure::input(messages::no_library(path))),
            };
        }
        let name = file_name();
        let program = std::env::current_exe().ok();
        let beside = program.as_deref().and_then(Path::parent);
        let places =
            beside.into_iter().flat_map(|folder| [folder.join(&name), folder.join("deps").join(&name)]);
        if let Some(path) = places.into_iter().find(|path| path.is_file()) {
            return Self::read(path);
        }
        Err(Failure::input(messages::library_not_found(&name)))
    }

    fn read(path: PathBuf) -> Result<Self, Failure> {
        let bytes =
            std::fs::read(&path).map_err(|error| Failure::input(messages::cannot_read(&path, error)))?;
        match is_library(&bytes) {
            true => Ok(Self { path, bytes }),
            false => Err(Failure::input(messages::other_library(&path))),
        }
    }
}

/// The folder of binaries, with the name of this platform in the standards.
fn platform(version: Version) -> String {
    use std::env::consts::{ARCH, OS};
    match version {
        Version::Two => {
            let os = match OS {
                "macos" => "darwin",
                "windows" => "win",
                other => other,
            };
            format!("{os}64")
        }
        Version::Three => {
            let os = if OS == "macos" { "darwin" } else { OS };
            format!("{ARCH}-{os}")
        }
    }
}

/// The bytes of the archive.
///
/// # Errors
/// The archive cannot be compressed.
pub fn write(unit: &Unit, loader: &Loader) -> Result<Vec<u8>, Failure> {
    let version = unit.settings.version;
    let description = match version {
        Version::Two => description2::text(unit),
        Version::Three => description3::text(unit),
    };
    let binary =
        format!("binaries/{}/{}{}", platform(version), unit.identifier(), std::env::consts::DLL_SUFFIX);
    let settings = unit.settings.written();
    let licence = include_str!("../../LICENSE-MIT");
    let files: [(&str, &[u8]); 5] = [
        ("modelDescription.xml", description.as_bytes()),
        (&binary, &loader.bytes),
        (&format!("resources/{TEXT}"), unit.settings.text.as_bytes()),
        (&format!("resources/{SETTINGS}"), settings.as_bytes()),
        ("documentation/licenses/linkwork-LICENSE-MIT.txt", licence.as_bytes()),
    ];
    // Without the time of day, the same mechanism gives the same bytes.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(1))
        .last_modified_time(DateTime::default());
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let failed = |error: zip::result::ZipError| Failure::input(messages::cannot_write(error));
    for (name, bytes) in files {
        archive.start_file(name, options).map_err(failed)?;
        archive.write_all(bytes).map_err(|error| Failure::input(messages::cannot_write(error)))?;
    }
    Ok(archive.finish().map_err(failed)?.into_inner())
}
