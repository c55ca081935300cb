//! The descriptions in the book: they are formatted, and they run. `docs/book/src/migrating/check` runs what is for other programs.

use super::{Folder, number, printed};
use std::fs;
use std::path::{Path, PathBuf};

/// The pages of a folder and of the folders in it.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> = paths
        .flat_map(|path| if path.is_dir() { pages(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    found.sort();
    found
}

#[test]
fn descriptions_in_the_book_are_formatted_and_run() {
    let folder = Folder::new("book");
    let mut count = 0;
    for page in pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book/src")) {
        let text = fs::read_to_string(&page).expect("a page");
        for block in text.split("```mech\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            let file = folder.write(&format!("mechanism_{count}.mech"), block);
            printed(&["fmt", "--check", &file]);
            printed(&["simulate", &file, "--until", "0.05"]);
            count += 1;
        }
    }
    assert!(count >= 30, "{count} descriptions found");
}

/// The last digits that are printed are rounding, which differs between two formulations of a mechanism.
const PRINTED: f64 = 1e-10;

/// The page on other programs has the numbers of its mechanism, and its robot moves in the same way.
#[test]
fn the_mechanism_of_other_programs_ends_as_its_page_says() {
    let folder = Folder::new("migrating");
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book/src");
    let page = fs::read_to_string(pages.join("migrating.md")).expect("the page");
    let description =
        page.split("```mech\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a description");
    let robot = pages.join("migrating/double.urdf").display().to_string();
    for file in [folder.write("double.mech", description), robot] {
        let report = printed(&["simulate", &file, "--until", "1"]);
        for name in ["shoulder.angle ", "elbow.angle ", "der(shoulder.angle) ", "der(elbow.angle) "] {
            let (found, written) = (number(&report, name), number(&page, name));
            assert!((found - written).abs() <= PRINTED, "{file}: {name}: {found}, on the page {written}");
        }
    }
}
