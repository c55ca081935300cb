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
        ("\u{feff}mechanism A {\r\n\tcoordinate x;\r\n}", "mechanism A {\r\n    coordinate x;\r\n}\r\n"),
        // A range after a number that ends in a point.
        (
            "mechanism A { for i in 0. .. 3 { param k [i] = 1.; } }",
            "mechanism A {\n    for i in 0. ..3 { param k [i] = 1.; }\n}\n",
        ),
        // Names like a keyword: only the braces of mechanisms are always spread over lines.
        (
            "mechanism mechanism { param mechanism = 1; body a { mass: 1 [kg] } body mechanism { mass: 1 [kg] } }",
            "mechanism mechanism {\n    param mechanism = 1;\n    body a { mass: 1 [kg] }\n    body mechanism { mass: 1 [kg] }\n}\n",
        ),
        (
            "mechanism! /* two */ { mechanism A { coordinate x; } pub(crate) mechanism B { body b { mass: 1 [kg] } } }",
            "mechanism! /* two */ {\n    mechanism A {\n        coordinate x;\n    }\n    pub(crate) mechanism B {\n        body b { mass: 1 [kg] }\n    }\n}\n",
        ),
        ("", ""),
    ] {
        let found = format(text).expect("tokens");
        assert_eq!(found, expected, "{text}");
        assert_eq!(format(&found).expect("tokens"), expected);
    }
    assert!(format("mechanism A { let a = (1; }").is_err());
}

/// The only mistake of a text that is not formatted, and the text at its place.
#[track_caller]
fn refused(text: &str) -> (String, &str) {
    let found = format(text).expect_err(text);
    let mistakes: Vec<_> = found.iter().collect();
    assert_eq!(mistakes.len(), 1, "{text}: {mistakes:?}");
    (mistakes[0].message.clone(), &text[mistakes[0].place.bytes()])
}

#[test]
fn line_ends_are_kept() {
    for path in files("models/mechanisms", "mech") {
        let text = std::fs::read_to_string(&path).expect("a text").replace('\n', "\r\n");
        assert_eq!(format(&text).expect("tokens"), text, "{}", path.display());
    }
    let lines = "/// One.\n/// Two.\nmechanism A {\n    /* a\n       comment */\n    // another\n    /** docs\n    of x */\n    coordinate x;\n}\n";
    let carriage = lines.replace('\n', "\r\n");
    assert_eq!(format(lines).expect("tokens"), lines);
    assert_eq!(format(&carriage).expect("tokens"), carriage);
    // The first line end decides.
    assert_eq!(format(&lines.replacen('\n', "\r\n", 1)).expect("tokens"), carriage);
    assert_eq!(format(&carriage.replacen("\r\n", "\n", 1)).expect("tokens"), lines);
    // Other layouts become the same text.
    let other = carriage.replace("    ", "\t");
    let once = format(&other).expect("tokens");
    assert_eq!(once.matches('\n').count(), once.matches("\r\n").count());
    assert_eq!(format(&once).expect("tokens"), once);
    assert_eq!(format("mechanism A {}").expect("tokens"), "mechanism A {}\n");
}

#[test]
fn a_layout_that_would_change_tokens_is_a_mistake() {
    for (text, place) in [
        ("mechanism A { coordinate x; let a = b. .c; }", ". ."),
        ("mechanism A { constraint c : : a = b; }", ": :"),
        ("mechanism A { let a = x ! = y; }", "! ="),
        ("mechanism A { param a [m * * s] = 1; }", "* *"),
        ("mechanism A { param a = 1 [m / / s]; }\n", "/ /"),
        ("mechanism A { param a = 1 [m / * s]; }\n", "/ *"),
        ("\u{feff}mechanism A {\r\n  let a = b. .c;\r\n}", ". ."),
    ] {
        assert_eq!(refused(text), ("the text cannot be formatted".to_owned(), place), "{text}");
    }
}

#[test]
fn texts_that_are_not_descriptions_are_refused() {
    for (text, found, place) in [
        ("<robot name=\"arm\"><link name=\"base\"/></robot>", "expected `mechanism`, found `<`", "<"),
        ("import numpy\n\ndef f(x):\n    return x\n", "expected `mechanism`, found `import`", "import"),
        ("\"\"\"Docs.\"\"\"\n", "expected `mechanism`, found a string", "\"\""),
        ("{ \"mechanism\": 1 }", "expected `mechanism`, found `{`", "{"),
        (
            "// Rust\nuse linkwork::mechanism;\nmechanism! { mechanism A {} }",
            "expected `mechanism`, found `use`",
            "use",
        ),
        ("mechanism A {}\nfn main() {}", "expected `mechanism`, found `fn`", "fn"),
        ("mechanism A {}\npub struct B {}", "expected `mechanism`, found `struct`", "struct"),
        ("param a = 1;", "expected `mechanism`, found `param`", "param"),
        ("mechanism: { a: 1 }", "expected the name of the mechanism, found `:`", ":"),
        ("A mechanism is described.", "expected `mechanism`, found `A`", "A"),
        ("mechanism A is described.", "expected `{`, found the end", ""),
    ] {
        assert_eq!(refused(text), (found.to_owned(), place), "{text}");
    }
}

#[test]
fn mistakes_inside_of_mechanisms_are_laid_out() {
    for (text, expected) in [
        ("mechanism A in line {params a=1;}", "mechanism A in line {\n    params a = 1;\n}\n"),
        ("#[doc=\"D.\"] pub mechanism A {x y z}", "#[doc = \"D.\"] pub mechanism A {\n    x y z\n}\n"),
        ("mechanism A {};\nmechanism B {}", "mechanism A {};\nmechanism B {}\n"),
        ("// A comment alone.", "// A comment alone.\n"),
    ] {
        assert_eq!(format(text).expect("tokens"), expected, "{text}");
    }
}
