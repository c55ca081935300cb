//! Files that are either complete or unchanged, and files that grow block by block.
//!
//! Invariant: a regular file is replaced atomically, by a rename at its real path: symbolic links remain links. Anything but a
//! regular file (a device, a pipe) is written to directly, and never replaced.

use alloc::borrow::ToOwned;
use alloc::format;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// How to write to a path.
enum Way {
    /// To a temporary file next to it, which then replaces it.
    Replace(PathBuf),
    /// Directly.
    Through,
}

fn way(path: &Path) -> io::Result<Way> {
    match fs::metadata(path) {
        // These refer to open files of a process, even if they are regular files.
        Ok(_) if path.starts_with("/dev") || path.starts_with("/proc") => Ok(Way::Through),
        Ok(found) if found.is_file() => fs::canonicalize(path).map(Way::Replace),
        Ok(_) => Ok(Way::Through),
        Err(error) if error.kind() == ErrorKind::NotFound => match fs::symlink_metadata(path) {
            // A link to a file that does not exist yet.
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

/// The temporary file of [`write_whole`]; `None` if it writes directly. An interrupted program
/// removes it.
pub fn partial_file(path: &Path) -> Option<PathBuf> {
    match way(path) {
        Ok(Way::Replace(target)) => Some(beside(&target)),
        _ => None,
    }
}

/// Writes the output of `fill`: a regular file appears when it is complete, and replaces an existing one; a device
/// or a pipe is written to directly.
///
/// # Errors
/// Those of the file system and of `fill`; a regular file is then unchanged.
pub fn write_whole(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    fill(&mut file)?;
    file.finish()
}

/// A file that is written in pieces and appears when it is complete: [`finish`](Self::finish) then replaces an existing
/// one. A file that is dropped before does not appear, and an existing one is unchanged. A device or a pipe is
/// written to directly.
#[derive(Debug)]
pub struct WholeFile {
    file: BufWriter<File>,
    /// Its temporary name, if it has one.
    partial: Option<Partial>,
}

impl WholeFile {
    /// Begins the file, under a temporary name in the same folder.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn create(path: &Path) -> io::Result<Self> {
        let (file, partial) = match way(path)? {
            Way::Through => (through(path)?, None),
            Way::Replace(target) => {
                let (file, partial) = Partial::create(target)?;
                (file, Some(partial))
            }
        };
        Ok(Self { file: BufWriter::new(file), partial })
    }

    /// Writes all data so far to the disk, as [`finish`](Self::finish) does before it gives the file its name.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn sync(&mut self) -> io::Result<()> {
        self.file.flush()?;
        // Devices and pipes have no disk.
        if self.partial.is_some() { self.file.get_ref().sync_all() } else { Ok(()) }
    }

    /// Writes the last data to the disk and gives the file its name.
    ///
    /// # Errors
    /// Those of the file system; a regular file is then unchanged.
    pub fn finish(mut self) -> io::Result<()> {
        self.sync()?;
        let Self { file, partial } = self;
        drop(file);
        partial.map_or(Ok(()), Partial::rename)
    }
}

impl Write for WholeFile {
    fn write(&mut self, block: &[u8]) -> io::Result<usize> {
        self.file.write(block)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A new file under a temporary name, which is removed unless it replaces its target.
#[derive(Debug)]
struct Partial {
    /// The temporary name, until the file is renamed.
    name: Option<PathBuf>,
    target: PathBuf,
}

impl Partial {
    /// Creates it with the permissions of the target, if that exists.
    fn create(target: PathBuf) -> io::Result<(File, Self)> {
        let name = beside(&target);
        // A file of that name was left by an earlier process with the same id.
        if let Err(error) = fs::remove_file(&name)
            && error.kind() != ErrorKind::NotFound
        {
            return Err(error);
        }
        let file = File::create_new(&name)?;
        let partial = Self { name: Some(name.clone()), target };
        if let Ok(before) = fs::metadata(&partial.target) {
            fs::set_permissions(&name, before.permissions())?;
        }
        Ok((file, partial))
    }

    fn rename(mut self) -> io::Result<()> {
        if let Some(name) = &self.name {
            fs::rename(name, &self.target)?;
        }
        self.name = None;
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            // The remains of an attempt are removed; its own error is reported.
            let _ = fs::remove_file(name);
        }
    }
}

/// Opens a file that is not a regular file.
fn through(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).create(true).open(path)
}

/// A file that grows by blocks: the first one replaces an existing file, and every block is visible as soon as
/// it has been written. A device or a pipe is written to directly.
#[derive(Debug)]
pub struct GrowingFile {
    path: PathBuf,
    file: Option<File>,
    /// The number of bytes kept of an existing file that is continued.
    kept: Option<u64>,
}

impl GrowingFile {
    /// A file that is created with the first block.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), file: None, kept: None }
    }

    /// Whether the target is not a regular file, so that output cannot be removed again.
    pub fn writes_through(path: &Path) -> bool {
        matches!(way(path), Ok(Way::Through))
    }

    /// Continues an existing file, which the first block truncates to this many bytes. A file that is shorter by then is an
    /// error of that block.
    pub fn resume(path: impl Into<PathBuf>, bytes: u64) -> Self {
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
            Way::Replace(target) => {
                let (mut file, partial) = Partial::create(target)?;
                file.write_all(block)?;
                partial.rename()?;
                Ok(file)
            }
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
