//! Layout of texts: only whitespace changes, and a second layout changes nothing.

use linkwork_compiler::format::format;
use linkwork_compiler::{Options, build};
use std::path::{Path, PathBuf};

/// All files with an ending below a folder of the repository.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the repository") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|found| found == ending) => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// The descriptions in the fenced blocks of a page.
fn blocks(page: &str) -> Vec<String> {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page)).expect("a page");
    let inside = text.split("```").skip(1).step_by(2);
    inside
        .filter(|block| block.contains("mechanism"))
        .map(|block| block.split_once('\n').map_or("", |(_, rest)| rest).to_owned())
        .collect()
}

fn without_blanks(text: &str) -> String {
    text.trim_start_matches('\u{feff}').chars().filter(|c| !c.is_whitespace()).collect()
}

/// The code of a page, without its prose.
fn code(text: &str) -> Option<String> {
    let (mut programs, found) = build::diagnose(text, &Options::default());
    programs.iter_mut().for_each(|program| program.source.clear());
    (!found.has_errors()).then(|| build::rust(&programs).expect("Rust"))
}

/// Lays a text out; `compiled` compares what it compiles to.
#[track_caller]
fn laid_out(name: &str, text: &str, compiled: bool) -> Option<String> {
    let once = format(text).ok()?;
    assert_eq!(without_blanks(&once), without_blanks(text), "{name}");
    assert_eq!(format(&once).expect("tokens"), once, "{name} twice");
    assert!(once.ends_with('\n') && !once.ends_with("\n\n"), "{name}");
    if compiled {
        assert_eq!(code(&once), code(text), "{name}");
    }
    Some(once)
}

#[test]
fn models_are_formatted_and_keep_their_meaning() {
    let models = files("models/mechanisms", "mech");
    assert!(models.len() >= 10);
    for path in models {
        let text = std::fs::read_to_string(&path).expect("a text");
        let name = path.display().to_string();
        // Small ones compile fast and contain every construct.
        assert_eq!(laid_out(&name, &text, text.len() < 1500).expect("tokens"), text, "{name} is laid out");
    }
}

#[test]
fn texts_with_mistakes_keep_their_tokens() {
    let mut some = 0;
    for path in files("compiler/tests/corpus", "mech") {
        let text = std::fs::read_to_string(&path).expect("a text");
        some += usize::from(laid_out(&path.display().to_string(), &text, true).is_some());
    }
    assert!(some >= 120, "{some}");
}

#[test]
fn blocks_of_the_documentation_keep_their_meaning() {
    let mut some = 0;
    for page in ["README.md", "docs/language.md"] {
        for block in blocks(page) {
            some += usize::from(laid_out(page, &block, true).is_some());
        }
    }
    assert!(some >= 3, "{some}");
}

#[test]
fn rules_of_formatting() {
    for (text, expected) in [
        ("mechanism A{}", "mechanism A {}\n"),
        (
            "mechanism A in plane{param a=-1[m];param b=2*-a^2 ;for i in 0..3{param k [i]=i;}\n\n\n\ninitial{x:~-1[m],der( x ):2}}",
            "mechanism A in plane {\n    param a = -1 [m];\n    param b = 2 * -a^2;\n    for i in 0..3 { param k [i] = i; }\n\n    initial { x: ~-1 [m], der(x): 2 }\n}\n",
        ),
        (
            "mechanism A {\n  body a {\n mass : 1[kg],// heavy\n      inertia: [[1,0],\n [0,1]] [kg * m ^ 2],\n  }\n // beside\n let v=[\n1,\n   cross(a,b)[0]\n];let w = x[i+1] -\n y ;   /* kept  as it is */\n}\n\n\n// the end",
            "mechanism A {\n    body a {\n        mass: 1 [kg], // heavy\n        inertia: [[1, 0],\n            [0, 1]] [kg*m^2],\n    }\n    // beside\n    let v = [\n        1,\n        cross(a, b) [0]\n    ];\n    let w = x[i + 1] -\n        y; /* kept  as it is */\n}\n\n// the end\n",
        ),
        (
            "///  Docs.\npub(crate)  mechanism A{function f(x[m],v [m/s])->[N]=crate::drag ;constraint c:a.x==b . y&&!c;}",
            "///  Docs.\npub(crate) mechanism A {\n    function f(x[m], v [m/s]) -> [N] = crate::drag;\n    constraint c: a.x == b.y && !c;\n}\n",
        ),
        ("\u{feff}mechanism A {\r\n\tcoordinate x;\r\n}", "mechanism A {\n    coordinate x;\n}\n"),
        ("", ""),
    ] {
        let found = format(text).expect("tokens");
        assert_eq!(found, expected, "{text}");
        assert_eq!(format(&found).expect("tokens"), expected);
    }
    assert!(format("mechanism A { let a = (1; }").is_err());
}
