//! Editors and `linkwork check` get the diagnostics of the compiler without a plan of its routines.

use linkwork_compiler::build::{check_text, diagnose};
use linkwork_compiler::diagnostics::Severity;
use linkwork_compiler::editor::Analysis;
use linkwork_compiler::{Loops, Options};
use std::path::{Path, PathBuf};

/// All descriptions below a folder of the project.
fn descriptions(folder: &str) -> Vec<PathBuf> {
    let mut pending = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)];
    let mut found = Vec::new();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            let inside = std::fs::read_dir(&path).expect("a folder");
            pending.extend(inside.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|ending| ending == "mech") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn mistakes_and_warnings_are_the_same_without_a_plan() {
    let (models, mistakes) = (descriptions("models/mechanisms"), descriptions("compiler/tests/corpus"));
    assert!(models.len() > 10 && mistakes.len() > 80, "{} and {}", models.len(), mistakes.len());
    for path in models.iter().chain(&mistakes) {
        let text = std::fs::read_to_string(path).expect("a description");
        let name = path.display().to_string();
        let (_, found) = diagnose(&text, &Options::default());
        for loops in [Loops::Never, Loops::Chosen] {
            let told = check_text(&text, &Options { loops, ..Options::default() });
            assert_eq!(told.render(&name, &text, false), found.render(&name, &text, false), "{name}");
        }
    }
}

/// As `linkwork check` and editors ask, trees of many bodies as loops.
fn in_loops(links: usize) -> Options {
    let constants = vec![("n".to_owned(), links.to_string())];
    Options { constants, loops: Loops::Chosen, ..Options::default() }
}

/// What a diagnostic says, and the text that it marks.
fn told<'t>(text: &'t str, options: &Options) -> Vec<(Severity, String, &'t str)> {
    let found = check_text(text, options);
    found.iter().map(|one| (one.severity, one.message.clone(), &text[one.place.bytes()])).collect()
}

/// Unrolled, the mass matrix alone would have six million entries for each joint of [`LINKS`]: whoever does not look at it as loops
/// does not finish this test.
const LINKS: usize = 2000;

#[test]
fn trees_of_many_bodies_are_checked_as_loops() {
    let chain = chain_of_the_library();
    let options = in_loops(LINKS);
    assert_eq!(told(&chain, &options), []);
    let (programs, found) = diagnose(&chain, &options);
    assert!(programs[0].cells.is_some() && found.is_empty());
    let text = chain.replace("const n = 4;", &format!("const n = {LINKS};"));
    assert!(Analysis::of(&text).findings().is_empty());
    // Whoever asks for loops is not told by a check that there are none.
    let row = "mechanism Row in plane {
        unroll = never;
        const n = 4;
        for i in 1..=n { body link[i] { mass: 1 [kg], inertia: 1 [kg*m^2] } }
        joint turn[1] = revolute(ground, link[1]);
        for i in 2..=n { joint turn[i] = revolute(link[i - 1] at [1, 0] [m], link[i]); }
        output height = link[n].position.y;
    }";
    for links in [2, LINKS] {
        assert_eq!(told(row, &in_loops(links)), []);
    }
}

/// One message for all repetitions, at the place of the first.
#[test]
fn mistakes_in_trees_of_many_bodies_are_told_at_their_places() {
    use Severity::{Error, Warning};
    let chain = chain_of_the_library();
    for (right, wrong, severity, message, marked) in [
        ("39 [kg]", "39 [m]", Error, "expected `kg` for the mass, found `m`", "39 [m]"),
        ("bar[i - 1] at", "bar[i - 3] at", Error, "cannot find `bar[-1]`", "bar[i - 3]"),
        ("spherical(bar[i - 1]", "sphere(bar[i - 1]", Error, "`sphere` is not a joint", "sphere"),
        (
            "10 * (sin",
            "10 [m] * (sin",
            Error,
            "`[0, 0, 10 [m]*(sin(i - 1) - sin(i))]` already has the unit `m`",
            "[0, 0, 10 [m] * (sin(i - 1) - sin(i))]",
        ),
        (
            "tip.position.z;",
            "tip.position.w;",
            Error,
            "`tip.position` is an array of 3 components, which has no `.w`",
            "w",
        ),
        ("const n = 4;", "const n = 4; param m = 1 [kg];", Warning, "parameter `m` is never used", "m"),
    ] {
        let text = chain.replacen(right, wrong, 1);
        assert_ne!(text, chain, "{right}");
        let found = told(&text, &in_loops(LINKS));
        let [(of, what, place)] = found.as_slice() else { panic!("{wrong}: {found:#?}") };
        assert_eq!((*of, *place), (severity, marked), "{wrong}: {what}");
        assert_eq!(what, message, "{wrong}");
    }
}

/// A motion without mass is found in loops as in unrolled equations.
#[test]
fn motions_without_mass_are_told_of_large_trees() {
    let text = "mechanism Row in plane {
        const n = 4;
        for i in 1..=n { body link[i] { mass: 1 [kg] } }
        joint turn[1] = revolute(ground, link[1]);
        for i in 2..=n { joint turn[i] = revolute(link[i - 1] at [1, 0] [m], link[i]); }
    }";
    for (links, loops) in [(4, Loops::Never), (4, Loops::Always), (LINKS, Loops::Chosen)] {
        let options = Options { loops, ..in_loops(links) };
        let message = format!("singular mass matrix: `der(turn[{links}].angle)` has no inertia");
        let found = told(text, &options);
        let [(Severity::Error, what, _)] = found.as_slice() else { panic!("{found:#?}") };
        assert_eq!(*what, message);
    }
    // What moves on, and rotors, are mass.
    for (kind, items) in [
        ("revolute(link[n], tool)", "inertia: 1 [kg*m^2]"),
        ("revolute(link[n] at [1, 0] [m], tool, rotor_inertia: 1 [kg*m^2])", "mass: 2 [kg]"),
        ("prismatic(link[n], tool, axis: [1, 0])", "mass: 2 [kg]"),
        ("revolute(link[n], tool at [1, 0] [m])", "mass: 2 [kg]"),
    ] {
        let items =
            if items.starts_with("mass") { items.to_owned() } else { format!("mass: 1 [kg], {items}") };
        let more = format!("body tool {{ {items} }} joint last = {kind}; }}");
        let text = text.trim_end().strip_suffix('}').expect("a mechanism").to_owned() + &more;
        for loops in [Loops::Never, Loops::Always] {
            assert_eq!(told(&text, &Options { loops, ..in_loops(4) }), [], "{kind}");
        }
    }
}

/// The chain of the library.
fn chain_of_the_library() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/mechanisms/pendulums/chain.mech");
    std::fs::read_to_string(path).expect("the chain of the library")
}
