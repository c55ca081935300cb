//! The program from outside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for one test, removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("linkwork-papers-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("the temporary folder can be made");
        Self(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder can be read");
        let mut names: Vec<String> = entries
            .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that is not removed is not a failure of the test.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_linkwork-reproduce");
    Command::new(program).args(arguments).output().expect("the program can be started")
}

/// The output of a successful run.
pub fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "reproduce {} failed:\n{message}", arguments.join(" "));
    String::from_utf8(output.stdout).expect("the output is text")
}

/// The message of a run that is refused with exit code 2, and prints nothing else.
pub fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "reproduce {}:\n{message}", arguments.join(" "));
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    message
}

/// Checks that a picture exists and contains these words.
pub fn picture(path: &Path, words: &[&str]) {
    let text = fs::read_to_string(path).expect("the picture is there");
    assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
    for word in words {
        assert!(text.contains(word), "`{word}` is missing");
    }
}
