//! Grammars of editors contain the words of the compiler.
//!
//! `BLESS=1 cargo test -p linkwork-compiler --features urdf --test all grammars` rewrites the lists of words in them.

use linkwork_compiler::resolve::{Argument, Words};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../editors").join(file)
}

/// (what a list is called in the grammars, its words)
fn lists() -> Vec<(&'static str, Vec<&'static str>)> {
    let words = Words::all();
    vec![
        ("items", words.items),
        ("others", words.others),
        ("kinds", [words.joints, words.forces, words.shapes].concat()),
        ("properties", words.properties),
        ("functions", words.functions),
        ("constants", words.constants),
    ]
}

fn set(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Words in the order of the alphabet, each once.
fn sorted(words: &[&str]) -> Vec<String> {
    set(words).into_iter().collect()
}

/// The TextMate grammar: `"match": "\\b(a|b)\\b"` after `"name": "….<list>"`.
#[test]
fn textmate() {
    let file = path("vscode/syntaxes/mech.tmLanguage.json");
    let mut text = std::fs::read_to_string(&file).expect("a grammar");
    for (list, words) in lists() {
        let mark = format!("\"comment\": \"words: {list}\", \"match\": \"");
        let start = text.find(&mark).unwrap_or_else(|| panic!("no {list}")) + mark.len();
        let end = start + text[start..].find('"').expect("an end");
        // Calls and arguments are recognised by their neighbours.
        let behind = match list {
            "properties" => "(?=\\\\s*:)",
            "functions" | "kinds" => "(?=\\\\s*\\\\()",
            _ => "\\\\b",
        };
        let expected = format!("\\\\b({}){behind}", sorted(&words).join("|"));
        if std::env::var_os("BLESS").is_some() {
            text.replace_range(start..end, &expected);
            std::fs::write(&file, &text).expect("a grammar is written");
        }
        assert_eq!(text.get(start..start + expected.len()), Some(expected.as_str()), "{list}");
    }
}

/// Lists of the queries, `(#any-of? @capture "a" "b")`; the structure of items is in the grammar itself.
#[test]
fn tree_sitter() {
    let grammar = std::fs::read_to_string(path("tree-sitter-mech/grammar.js")).expect("a grammar");
    let file = path("tree-sitter-mech/queries/highlights.scm");
    let mut queries = std::fs::read_to_string(&file).expect("queries");
    for (list, words) in lists() {
        let capture = match list {
            "kinds" => "constructor",
            "functions" => "function.builtin",
            "properties" => "property.builtin",
            "constants" => "constant.builtin",
            _ => {
                // To the grammar, the words after `coordinates =` are names.
                for word in words.iter().filter(|word| !["minimal", "absolute"].contains(word)) {
                    assert!(grammar.contains(&format!("'{word}'")), "`{word}` is missing");
                }
                continue;
            }
        };
        let mark = format!("(#any-of? @{capture} ");
        let start = queries.find(&mark).unwrap_or_else(|| panic!("no {list}")) + mark.len();
        let end = start + queries[start..].find(')').expect("an end");
        let quoted: Vec<String> = sorted(&words).iter().map(|word| format!("\"{word}\"")).collect();
        let expected = quoted.join(" ");
        if std::env::var_os("BLESS").is_some() {
            queries.replace_range(start..end, &expected);
            std::fs::write(&file, &queries).expect("queries are written");
        }
        assert_eq!(queries.get(start..start + expected.len()), Some(expected.as_str()), "{list}");
    }
}

/// Both queries and grammar name the same rules.
#[test]
fn highlights_are_of_rules_that_exist() {
    let grammar = std::fs::read_to_string(path("tree-sitter-mech/grammar.js")).expect("a grammar");
    let queries = std::fs::read_to_string(path("tree-sitter-mech/queries/highlights.scm")).expect("queries");
    for line in queries.lines().filter(|line| line.starts_with('(')) {
        let rule = line.trim_start_matches('(').split([' ', ')']).next().unwrap_or_default();
        assert!(grammar.contains(&format!("    {rule}: ")), "`{rule}` is no rule");
    }
}

/// The tables of joints, forces and shapes in the documentation are those of the compiler.
#[test]
fn documentation() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/language.md");
    let text = std::fs::read_to_string(&file).expect("the documentation of the language");
    let words = Words::all();
    for (head, rows) in [
        ("| joint | arguments | coordinates |\n|---|---|---|\n", words.joint_rows),
        ("| force | arguments |\n|---|---|\n", words.force_rows),
        ("| shape | arguments |\n|---|---|\n", words.shape_rows),
    ] {
        let start = text.find(head).unwrap_or_else(|| panic!("no table `{head}`")) + head.len();
        let written: Vec<&str> = text[start..].lines().take_while(|line| !line.is_empty()).collect();
        assert_eq!(written, rows);
    }
}

/// A default that those tables give after an argument, `length:` (0), is the default of the compiler.
#[test]
fn defaults_in_the_documentation() {
    let words = Words::all();
    let mut compared = 0;
    for row in words.joint_rows.iter().chain(&words.force_rows).chain(&words.shape_rows) {
        let kind = row.trim_start_matches("| `").split(['`', '(']).next().unwrap_or_default();
        let of_kind = || words.arguments.iter().filter(|argument| argument.kind == kind);
        for Argument { name, .. } in of_kind() {
            let Some((_, written)) = row.split_once(&format!("`{name}:` (")) else { continue };
            let known = of_kind().filter(|other| other.name == *name).filter_map(|other| other.default);
            let known: Vec<String> = known.map(|default| default.to_string()).collect();
            let fits = known.iter().any(|default| written.starts_with(default));
            assert!(known.is_empty() || fits, "`{name}` of `{kind}`: {written}");
            compared += usize::from(fits);
        }
    }
    assert!(compared >= 16, "{compared}");
}

/// The tables of the book's pages on forces have the units and defaults that the compiler reads.
#[test]
fn units_and_defaults_in_the_book() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book/src/forces");
    let mut compared = 0;
    for Argument { kind, name, unit, default, .. } in Words::all().arguments {
        let Ok(page) = std::fs::read_to_string(folder.join(kind).with_extension("md")) else { continue };
        let cells =
            |line: &str| -> Vec<String> { line.split('|').map(|cell| cell.trim().to_owned()).collect() };
        let head = page.lines().find(|line| line.starts_with("| argument")).map(cells).expect("a table");
        let rows: Vec<_> =
            page.lines().filter(|line| line.starts_with(&format!("| `{name}:`"))).map(cells).collect();
        let column = |title: &str| head.iter().position(|head| head == title);
        let default = default.map_or(String::new(), |value| value.to_string());
        // A table without the column has no defaults; a word with two laws has a table for each.
        let fits = |row: &Vec<String>| {
            column("unit").map_or(unit.is_empty(), |at| row[at] == unit)
                && column("default").is_none_or(|at| default.is_empty() || row[at] == default)
        };
        assert!(rows.iter().any(fits), "`{name}` of `{kind}`: unit `{unit}`, default `{default}`: {rows:?}");
        compared += 1;
    }
    // Four each of `spring`, `tabulated_spring`, `torsion_spring` and `bushing`, seven of `friction`, eight of `contact`,
    // two of `torque` and one of `force`.
    assert_eq!(compared, 34);
}
