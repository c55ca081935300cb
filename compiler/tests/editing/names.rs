//! Names with their units and values, their places, and completions.

use linkwork_compiler::editor::{Analysis, Sort};
use std::ops::Range;

const TEXT: &str = "/// A crank.
mechanism Crank in plane {
    const n = 2;
    /// Of the crank.
    param length = 250 [mm];
    param other = 2 * length;
    let half = length / 2;
    body crank { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
    joint pivot = revolute(ground, crank at [-half, 0 [m]]);
    for i in 0..n {
        param k[i] = i + 1;
        let twice = 2 * k[i];
        output o[i] = twice;
    }
    force s = torsion_spring(pivot, stiffness: k[0] * 1 [N*m]);
    output angle [deg] = pivot.angle;
    initial { pivot.angle: 0.1 [rad] }
}
";

/// The bytes of the nth occurrence of a word in the text.
fn nth(word: &str, n: usize) -> Range<usize> {
    let (at, _) = TEXT.match_indices(word).nth(n).expect("the word");
    at..at + word.len()
}

fn hover(word: &str, n: usize) -> String {
    let (bytes, text) = Analysis::of(TEXT).hover(nth(word, n).start).expect("something to say");
    assert_eq!(&TEXT[bytes], word);
    text
}

#[test]
fn hovering_shows_units_and_values() {
    assert!(Analysis::of(TEXT).findings().iter().all(|one| !one.error));
    assert_eq!(hover("length", 0), "```mech\nparam length [m] = 0.25\n```\n\nOf the crank.");
    assert_eq!(hover("length", 2), hover("length", 0));
    assert!(hover("other", 0).contains("param other [m] = 0.5"));
    assert!(hover("half", 1).contains("let half [m] = 0.125"));
    let k = Analysis::of(TEXT).hover(nth("k[i]", 0).start).expect("k").1;
    assert!(k.contains("param k[0] = 1\nparam k[1] = 2"), "{k}");
    assert!(hover("pivot", 1).contains("attributes: `angle`, `force`, `torque`"), "{}", hover("pivot", 1));
    assert_eq!(hover("mm", 0), "1 mm = 0.001 m");
    assert!(hover("deg", 0).starts_with("1 deg = 0.01745"));
}

#[test]
fn definitions_and_all_uses_are_found() {
    let analysis = Analysis::of(TEXT);
    assert_eq!(analysis.definition(nth("half", 1).start), Some(nth("half", 0)));
    let places = analysis.references(nth("length", 1).start);
    assert_eq!(places, [nth("length", 0), nth("length", 1), nth("length", 2)]);
    let pivots: Vec<_> = (0..4).map(|n| nth("pivot", n)).collect();
    assert_eq!(analysis.rename(pivots[2].start, "hinge"), Ok(pivots));
    assert_eq!(analysis.references(nth("twice", 1).start).len(), 2);
    assert_eq!(analysis.definition(nth("i]", 1).start), Some(nth("i in", 0).start..nth("i in", 0).start + 1));
    for (new, why) in [
        ("1x", "cannot be a name"),
        ("other", "already has another meaning"),
        ("time", "cannot be a name"),
        ("ground", "already has another meaning"),
    ] {
        assert!(
            analysis.rename(nth("length", 0).start, new).is_err_and(|error| error.contains(why)),
            "{new}"
        );
    }
    assert!(analysis.rename(nth("revolute", 0).start, "x").is_err());
}

/// A text in which everything is renamed has the same meaning.
#[test]
fn renamed_texts_compile_to_the_same() {
    let analysis = Analysis::of(TEXT);
    for name in ["length", "half", "crank", "pivot", "k", "i", "twice", "n", "s"] {
        let at = match name {
            "crank" => nth("crank {", 0).start,
            "k" => nth("k[", 0).start,
            "i" => nth("i in", 0).start,
            "n" => nth("n = 2", 0).start,
            "s" => nth("s = t", 0).start,
            word => nth(word, 0).start,
        };
        let mut text = TEXT.to_owned();
        for bytes in analysis.rename(at, "fresh").expect(name).into_iter().rev() {
            assert_eq!(&text[bytes.clone()], name);
            text.replace_range(bytes, "fresh");
        }
        let again = Analysis::of(&text);
        assert!(again.findings().iter().all(|one| !one.error), "{name}: {:?}", again.findings());
    }
}

fn completed(text: &str) -> Vec<(String, Sort)> {
    let at = text.find('|').expect("a cursor");
    let all = Analysis::of(&text.replace('|', "")).complete(at);
    all.into_iter().map(|one| (one.label, one.sort)).collect()
}

/// Arguments are offered with their units and defaults, those of the kind that is called.
#[test]
fn arguments_are_offered_with_units_and_defaults() {
    let text = "mechanism A in plane { body b { mass: 1 [kg] } force f = contact(b, ground, stiffness: if(";
    let offered = Analysis::of(text).complete(text.len() - 3);
    let detail = |label: &str| offered.iter().find(|one| one.label == label).map(|one| one.detail.as_str());
    assert_eq!(detail("velocity"), None, "behind a colon stands a value");
    let text = text.replace("stiffness: if(", "axes: [1, 2], ");
    let offered = Analysis::of(&text).complete(text.len());
    let detail = |label: &str| offered.iter().find(|one| one.label == label).map(|one| one.detail.as_str());
    assert_eq!(detail("velocity"), Some("[m/s], default: 1e-3"));
    assert_eq!(detail("static"), Some("default: as `friction:`"));
    assert_eq!(detail("stiffness"), Some("[N/m^e], required"));
    let text = "mechanism A in space { body b { shape: box(size: [1, 2, 3] [m], ";
    let offered = Analysis::of(text).complete(text.len());
    let detail = |label: &str| offered.iter().find(|one| one.label == label).map(|one| one.detail.as_str());
    assert_eq!(detail("center"), Some("[m], default: the origin"));
    assert_eq!(detail("along"), Some("default: z, in the plane x"));
    assert_eq!(detail("density"), Some("[kg/m^3, kg/m^2]"));
    assert_eq!((detail("radius"), detail("inertia")), (None, None));
}

#[test]
fn completions_are_words_that_may_follow() {
    let with = |before: &str, written: &str| completed(&TEXT.replace(before, &format!("{written}{before}")));
    let has = |all: &[(String, Sort)], label: &str, sort: Sort| all.contains(&(label.to_owned(), sort));
    let item = with("    initial {", "    bo|\n");
    assert!(
        has(&item, "body", Sort::Keyword) && has(&item, "joint", Sort::Keyword) && item.len() < 40,
        "{item:?}"
    );
    let joint = with("    initial {", "    joint j = re|\n");
    assert!(has(&joint, "revolute", Sort::Function) && !has(&joint, "spring", Sort::Function), "{joint:?}");
    let force = with("    initial {", "    force f = |\n");
    assert!(has(&force, "spring", Sort::Function), "{force:?}");
    let attribute = with("    initial {", "    output a = 2 * pivot.an|\n");
    assert!(
        has(&attribute, "angle", Sort::Attribute) && !has(&attribute, "length", Sort::Name),
        "{attribute:?}"
    );
    let body = with("    initial {", "    let b = crank.|;\n");
    assert!(has(&body, "position", Sort::Attribute), "{body:?}");
    let value = with("    initial {", "    let b = 2 * le|;\n");
    assert!(has(&value, "length", Sort::Name) && has(&value, "sin", Sort::Function), "{value:?}");
    let unit = with("    initial {", "    let b = 2 [|];\n");
    assert!(has(&unit, "kg", Sort::Unit), "{unit:?}");
    let property = with("    initial {", "    body b { mass: 1 [kg], | }\n");
    assert!(has(&property, "inertia", Sort::Property), "{property:?}");
    let limit = with("    initial {", "    budget { | }\n");
    assert_eq!(limit, [("operations".to_owned(), Sort::Property), ("lines".to_owned(), Sort::Property)]);
    let argument = with("    initial {", "    force f = spring(ground, crank, |);\n");
    assert!(
        has(&argument, "stiffness", Sort::Property)
            && has(&argument, "crank", Sort::Name)
            && !has(&argument, "exponent", Sort::Property),
        "{argument:?}"
    );
}

/// Nothing panics for any position of the cursor in any text.
#[test]
fn every_place_of_an_incomplete_text_has_an_answer() {
    for end in (0..TEXT.len()).step_by(7) {
        let analysis = Analysis::of(&TEXT[..end]);
        for at in (0..=end + 2).step_by(3) {
            let _ = (
                analysis.hover(at),
                analysis.definition(at),
                analysis.complete(at),
                analysis.rename(at, "x"),
            );
        }
    }
    let _ = Analysis::of("mechanism Ä { let ä = é; }").hover(12);
}
