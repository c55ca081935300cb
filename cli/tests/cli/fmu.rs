//! Archives of `linkwork fmu`.

use super::{FALL, Folder, printed, refused};
use std::fs::{self, File};
use std::io::Read;
use zip::ZipArchive;

fn member(archive: &str, name: &str) -> String {
    let mut archive = ZipArchive::new(File::open(archive).expect("an archive")).expect("a ZIP archive");
    let mut text = String::new();
    archive.by_name(name).expect("a member").read_to_string(&mut text).expect("text");
    text
}

#[test]
fn archives_contain_description_text_and_library() {
    let folder = Folder::new("fmu");
    let path = folder.path("pendulum.fmu");
    let file = path.to_str().expect("a path");
    for (version, start) in [("2", "guid"), ("3", "instantiationToken")] {
        let told = printed(&["fmu", "pendulum", "-o", file, "--fmi", version, "--set", "length=2"]);
        assert!(told.contains(&format!("FMI {version}.0")), "{told}");
        assert!(told.contains("co-simulation by `fifth-degree`"), "{told}");
        let description = member(file, "modelDescription.xml");
        assert!(description.contains(&format!("fmiVersion=\"{version}.0\"")) && description.contains(start));
        assert!(description.contains("name=\"length\"") && description.contains("start=\"2.0\""));
        assert!(member(file, "resources/mechanism.mech").contains("mechanism Pendulum"));
        let archive = ZipArchive::new(File::open(file).expect("an archive")).expect("a ZIP archive");
        let names: Vec<_> = archive.file_names().map(str::to_owned).collect();
        assert!(
            names.iter().any(|name| name.starts_with("binaries/") && name.contains("/Pendulum.")),
            "{names:?}"
        );
    }
    // The same mechanism has the same bytes.
    let bytes = fs::read(file).expect("an archive");
    printed(&["fmu", "pendulum", "-o", file, "--fmi", "3", "--set", "length=2"]);
    assert!(fs::read(file).expect("an archive") == bytes);
}

#[test]
fn failures_to_write_an_archive_are_reported() {
    let folder = Folder::new("no_fmu");
    let path = folder.path("none.fmu");
    let file = path.to_str().expect("a path");
    assert!(
        refused(&["fmu", "pendulum", "-o", file, "--set", "lenght=1"]).contains("did you mean `length`?")
    );
    assert!(refused(&["fmu", "pendulum", "-o", file, "--step", "0"]).contains("must be a positive number"));
    assert!(refused(&["fmu", "pendulum", "-o", file, "--library", "none.so"]).contains("no shared library"));
    let other = folder.write("other.so", "text");
    assert!(
        refused(&["fmu", "pendulum", "-o", file, "--library", &other]).contains("is not the shared library")
    );
    let mechanism = folder.write("fall.mech", FALL);
    assert!(refused(&["fmu", &mechanism, "-o", &mechanism]).contains("it is an input of this command"));
    assert_eq!(fs::read_to_string(&mechanism).expect("a text"), FALL);
    assert!(refused(&["fmu", "pendulum", "-o", "-"]).contains("standard output"));
    assert!(refused(&["fmu", "door", "-o", file, "--method", "eighth-degree"]).contains("does not support"));
    assert!(!path.exists());
}
