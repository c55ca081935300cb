//! Files that are complete, or as they were before, and files that grow block by block.
//!
//! Invariant: a regular file is replaced at once, by a rename, where it really is: symbolic links stay links. What is no
//! regular file (a device, a pipe) is written through, and never replaced.

use alloc::borrow::ToOwned;
use alloc::format;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// How a path is written to.
enum Way {
    /// To a file beside it, which then takes its place.
    Replace(PathBuf),
    /// As it stands.
    Through,
}

fn way(path: &Path) -> io::Result<Way> {
    match fs::metadata(path) {
        // These name what a process has open, even where that is a file.
        Ok(_) if path.starts_with("/dev") || path.starts_with("/proc") => Ok(Way::Through),
        Ok(found) if found.is_file() => fs::canonicalize(path).map(Way::Replace),
        Ok(_) => Ok(Way::Through),
        Err(error) if error.kind() == ErrorKind::NotFound => match fs::symlink_metadata(path) {
            // A link to a file that is not there yet.
            Ok(_) => Ok(Way::Through),
            Err(_) => Ok(Way::Replace(path.to_owned())),
        },
        Err(error) => Err(error),
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, ToOwned::to_owned);
    name.push(format!(".{}.partial", std::process::id()));
    path.with_file_name(name)
}

/// Where [`write_whole`] keeps the text until it is complete; `None` where it writes through. A program that is interrupted
/// removes it.
pub fn partial_file(path: &Path) -> Option<PathBuf> {
    match way(path) {
        Ok(Way::Replace(target)) => Some(beside(&target)),
        _ => None,
    }
}

/// Writes what `fill` writes: a regular file appears when it is complete, in place of one that was there before; a device
/// or a pipe is written to.
///
/// # Errors
/// Those of the file system and of `fill`; then a regular file is as it was before.
pub fn write_whole(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let target = match way(path)? {
        Way::Through => {
            let mut file = BufWriter::new(through(path)?);
            fill(&mut file)?;
            return file.flush();
        }
        Way::Replace(target) => target,
    };
    replace(&target, |file| {
        let mut file = BufWriter::new(file);
        fill(&mut file)?;
        file.into_inner()?.sync_all()
    })
    .map(|_| ())
}

/// What is not a regular file, to be written to.
fn through(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).create(true).open(path)
}

/// Puts a new file, of which `fill` writes what is there at first, in the place of the target, with its permissions.
fn replace(target: &Path, fill: impl FnOnce(&File) -> io::Result<()>) -> io::Result<File> {
    let partial = beside(target);
    let attempt = || {
        // One of that name was left by a process that had this number before.
        if let Err(error) = fs::remove_file(&partial)
            && error.kind() != ErrorKind::NotFound
        {
            return Err(error);
        }
        let file = File::create_new(&partial)?;
        if let Ok(before) = fs::metadata(target) {
            fs::set_permissions(&partial, before.permissions())?;
        }
        fill(&file)?;
        fs::rename(&partial, target)?;
        Ok(file)
    };
    attempt().inspect_err(|_| {
        // What is left of the attempt is of no use to anyone; the error that counts is the first.
        let _ = fs::remove_file(&partial);
    })
}

/// A file that grows by blocks: the first one takes the place of what was there before, and from then on every block is there when
/// it has been written. A device or a pipe is written to.
#[derive(Debug)]
pub struct GrowingFile {
    path: PathBuf,
    file: Option<File>,
    /// How much is kept of the file that is there, where it is continued.
    kept: Option<u64>,
}

impl GrowingFile {
    /// A file of which nothing is there before the first block.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), file: None, kept: None }
    }

    /// Is something else than a regular file written to, of which nothing can be taken back?
    pub fn writes_through(path: &Path) -> bool {
        matches!(way(path), Ok(Way::Through))
    }

    /// The file that is there, of which the first block takes back what is behind so many bytes. A file that is shorter by then is an
    /// error of that block.
    pub fn going_on(path: impl Into<PathBuf>, bytes: u64) -> Self {
        Self { path: path.into(), file: None, kept: Some(bytes) }
    }

    fn begin(&self, block: &[u8]) -> io::Result<File> {
        if let Some(kept) = self.kept {
            let mut file = OpenOptions::new().write(true).open(&self.path)?;
            if file.metadata()?.len() < kept {
                let reason = "it is shorter than the part of it that is kept";
                return Err(io::Error::new(ErrorKind::UnexpectedEof, reason));
            }
            file.set_len(kept)?;
            file.seek(SeekFrom::Start(kept))?;
            file.write_all(block)?;
            return Ok(file);
        }
        match way(&self.path)? {
            Way::Through => {
                let mut file = through(&self.path)?;
                file.write_all(block)?;
                Ok(file)
            }
            Way::Replace(target) => replace(&target, |mut file| file.write_all(block)),
        }
    }
}

impl Write for GrowingFile {
    /// Writes all of a block.
    fn write(&mut self, block: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.write_all(block)?,
            None => self.file = Some(self.begin(block)?),
        }
        Ok(block.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}
