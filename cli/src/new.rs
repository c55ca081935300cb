//! `linkwork new`: a crate with a mechanism in the macro and one in a file.
//!
//! Invariant: an existing folder is not changed, and one that cannot be completed is removed.

use crate::failure::Failure;
use std::fs;
use std::path::{Path, PathBuf};

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder of the crate; its last part is the name of the crate
    folder: PathBuf,
    /// A checkout of Linkwork for the dependencies [default: the one that this program was compiled from; if
    /// it no longer exists, the published version]
    #[arg(long, value_name = "FOLDER")]
    path: Option<PathBuf>,
}

/// The files of a crate, except its manifest.
const FILES: [(&str, &str); 4] = [
    (".cargo/config.toml", include_str!("../template/.cargo/config.toml")),
    ("build.rs", include_str!("../template/build.rs")),
    ("mechanisms/slider_crank.mech", include_str!("../template/mechanisms/slider_crank.mech")),
    ("src/main.rs", include_str!("../template/src/main.rs")),
];
const MANIFEST: &str = include_str!("../template/manifest.toml");

/// Names that cargo rejects, and those of dependencies.
const TAKEN: [&str; 9] =
    ["alloc", "build", "core", "deps", "linkwork", "linkwork-compiler", "proc-macro", "std", "test"];

/// The source of the dependencies.
enum Source {
    Checkout(PathBuf),
    Registry,
}

/// Writes the crate and reports the next steps.
pub fn new(arguments: &Arguments) -> Result<String, Failure> {
    let folder = &arguments.folder;
    // `.` is a folder with a name, too.
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
    let name = absolute.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    check(&name)?;
    let shown = folder.display();
    // An empty folder may have been created for this crate.
    let existed = folder.exists();
    let empty = || fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    if existed && !empty() {
        return Err(Failure::input(format_args!("`{shown}` already exists\nhelp: choose another name")));
    }
    let source = source(arguments.path.as_deref())?;
    let (linkwork, compiler) = match &source {
        Source::Checkout(root) => (path_to(root, "runtime")?, path_to(root, "compiler")?),
        Source::Registry => {
            let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
            (version.clone(), version)
        }
    };
    let mut manifest =
        MANIFEST.replace("NAME", &name).replace("LINKWORK", &linkwork).replace("COMPILER", &compiler);
    if let Some(workspace) = workspace_around(folder) {
        manifest.push_str("\n# Not a member of the workspace around it.\n[workspace]\n");
        eprintln!(
            "note: `{shown}` is inside the workspace of `{}` and does not join it",
            workspace.display()
        );
    }
    let files = [("Cargo.toml", manifest.as_str()), (".gitignore", "/target\n")];
    let written = files.iter().chain(&FILES).try_for_each(|(file, text)| {
        let path = folder.join(file);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&path, text)
    });
    if let Err(error) = written {
        // The incomplete crate is removed; a failure of that is not reported.
        let _ = fs::remove_dir_all(folder);
        if existed {
            let _ = fs::create_dir(folder);
        }
        return Err(Failure::input(format_args!("cannot write `{shown}`: {error}")));
    }
    let from = match &source {
        Source::Checkout(root) => format!("from `{}` (--path takes another checkout)", root.display()),
        Source::Registry => {
            format!("{} from the registry (--path takes a checkout instead)", env!("CARGO_PKG_VERSION"))
        }
    };
    Ok(format!(
        "wrote the crate `{name}`, with linkwork {from}\n\n  \
         src/main.rs                   a pendulum in the macro, and two runs\n  \
         mechanisms/slider_crank.mech  a slider-crank, which build.rs compiles\n  \
         .cargo/config.toml            a flag for fast steps\n\n\
         next: cd {shown} && cargo run --release\n"
    ))
}

/// Whether this is a valid name of a crate.
fn check(name: &str) -> Result<(), Failure> {
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic());
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    let reason = if !begins || !name.chars().all(allowed) {
        "a name consists of letters, digits, `-` and `_`, and begins with a letter"
    } else if TAKEN.contains(&name.replace('_', "-").as_str()) {
        "this name belongs to another crate"
    } else {
        return Ok(());
    };
    let shown = if name.is_empty() { "this folder".to_owned() } else { format!("`{name}`") };
    Err(Failure::input(format_args!("{shown} cannot be the name of a crate\nhelp: {reason}")))
}

/// The source of the dependencies.
fn source(requested: Option<&Path>) -> Result<Source, Failure> {
    let is_checkout =
        |root: &Path| ["runtime", "compiler"].iter().all(|part| root.join(part).join("Cargo.toml").is_file());
    let absolute = |root: &Path| fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    match requested {
        Some(root) if is_checkout(root) => Ok(Source::Checkout(absolute(root))),
        Some(root) => Err(Failure::input(format_args!(
            "`{}` is not a checkout of Linkwork\nhelp: give --path the folder that contains `runtime` and `compiler`",
            root.display()
        ))),
        None => {
            let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
            Ok(if is_checkout(&own) { Source::Checkout(absolute(&own)) } else { Source::Registry })
        }
    }
}

/// `path = "…"` of a package of the checkout.
fn path_to(root: &Path, package: &str) -> Result<String, Failure> {
    let path = root.join(package);
    match path.to_str() {
        // A literal string of TOML contains everything except quotes and control characters verbatim.
        Some(text) if !text.contains(|c: char| c == '\'' || c.is_control()) => Ok(format!("path = '{text}'")),
        _ => Err(Failure::input(format_args!("`{}` cannot be written into a manifest", path.display()))),
    }
}

/// The nearest workspace that the folder is in.
fn workspace_around(folder: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(folder).ok()?;
    let is_workspace = |folder: &&Path| {
        fs::read_to_string(folder.join("Cargo.toml"))
            .is_ok_and(|text| text.lines().any(|line| line.trim() == "[workspace]"))
    };
    absolute.ancestors().skip(1).find(is_workspace).map(Path::to_owned)
}
