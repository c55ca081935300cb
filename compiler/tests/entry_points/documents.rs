//! The descriptions in the documents.

use linkwork_compiler::Options;
use linkwork_compiler::build::compile_text;
use linkwork_compiler::resolve::Words;
use std::path::Path;

/// The blocks of a document that are fenced as `mech`.
fn descriptions(document: &str) -> Vec<&str> {
    let mut blocks = document.split("```mech\n");
    blocks.next();
    blocks.map(|block| block.split("```").next().unwrap_or_default()).collect()
}

/// The examples of the documents compile without a warning.
#[test]
fn descriptions_in_the_documents_compile() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut count = 0;
    let mut documents = vec![root.join("README.md")];
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "md") {
                documents.push(entry);
            }
        }
    }
    for path in documents {
        let text = std::fs::read_to_string(&path).expect("a document");
        for description in descriptions(&text) {
            let name = path.display().to_string();
            let compiled = compile_text(&name, description, &Options::default(), false);
            let compiled = compiled.unwrap_or_else(|messages| panic!("{messages}"));
            assert_eq!(compiled.warnings, "", "{name}");
            count += 1;
        }
    }
    assert!(count >= 30, "{count} descriptions found");
}

/// The book has a page for every joint and every force; its summary lists all pages, and the files that pages name exist.
#[test]
fn the_book_is_complete() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book/src");
    let words = Words::all();
    for (folder, kinds) in [("joints", &words.joints), ("forces", &words.forces)] {
        for kind in kinds {
            assert!(
                pages.join(folder).join(format!("{kind}.md")).is_file(),
                "no page for `{kind}` in {folder}"
            );
        }
    }
    let read = |page: &Path| std::fs::read_to_string(page).expect("a page");
    let summary = read(&pages.join("SUMMARY.md"));
    for folder in [pages.clone(), pages.join("joints"), pages.join("forces")] {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let page = entry.expect("an entry").path();
            if page.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let name = page.strip_prefix(&pages).unwrap_or(&page).display().to_string().replace('\\', "/");
            assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "{name} is not listed");
            let text = read(&page);
            for (before, after) in [("](", ")"), ("{{#include ", "}}"), ("<img src=\"", "\"")] {
                for named in text.split(before).skip(1).filter_map(|rest| rest.split(after).next()) {
                    let named = named.split('#').next().unwrap_or_default();
                    assert!(folder.join(named).exists(), "{name} names `{named}`, which is not there");
                }
            }
        }
    }
}
