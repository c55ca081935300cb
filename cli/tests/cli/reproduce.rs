//! `linkwork reproduce`: the program of papers in the same folder, its arguments, output and exit code.

use super::Folder;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Copies a program. On Unix another process does it: what this one has had open to write may still be open in a process that another
/// test is starting, and could not be run then.
fn copy(from: impl AsRef<OsStr>, to: &Path) {
    let copied = if cfg!(unix) {
        Command::new("cp").arg(from.as_ref()).arg(to).status().is_ok_and(|status| status.success())
    } else {
        std::fs::copy(from.as_ref(), to).is_ok()
    };
    assert!(copied, "the program can be copied");
}

/// This program alone in a folder.
fn copied(folder: &Folder) -> PathBuf {
    let path = folder.path("linkwork");
    copy(env!("CARGO_BIN_EXE_linkwork"), &path);
    path
}

fn reproduce(program: &PathBuf, arguments: &[&str]) -> Output {
    Command::new(program).arg("reproduce").args(arguments).output().expect("the program can be started")
}

#[test]
fn reproduce_without_its_program_says_how_to_build_it() {
    let folder = Folder::new("reproduce-alone");
    let output = reproduce(&copied(&folder), &["list"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        message.contains("cannot find the program") && message.contains("-p linkwork-papers"),
        "{message}"
    );
}

/// Arguments are passed unchanged, including options and `--help`; output and exit code are those of the other program.
#[cfg(unix)]
#[test]
fn reproduce_passes_arguments_output_and_exit_code() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("reproduce-beside");
    let program = copied(&folder);
    let other = folder.path("linkwork-reproduce");
    copy(folder.write("other", "#!/bin/sh\necho \"$# $*\"\necho told >&2\nexit 3\n"), &other);
    std::fs::set_permissions(&other, std::fs::Permissions::from_mode(0o755))
        .expect("it can be made executable");
    for (arguments, printed) in [
        (
            &["table-6", "--into", "a b", "--smallest-step", "1e-3"][..],
            "5 table-6 --into a b --smallest-step 1e-3\n",
        ),
        (&["--help"], "1 --help\n"),
    ] {
        let output = reproduce(&program, arguments);
        assert_eq!(String::from_utf8_lossy(&output.stdout), printed);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "told\n");
        assert_eq!(output.status.code(), Some(3));
    }
}
