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

/// Words of the language in arguments, and the angles of a joint.
const TOP: &str = "mechanism Top in space {
    gravity = [0, 0, -9.81] [m/s^2];
    param spin = 30 [rad/s];
    param origin = 1 [kg];
    param body = 2 [N];
    param massless = 3 [N*m];
    param cut = 1;
    param sin = 1;
    param rod = 0.2 [m];
    body top {
        mass: origin, inertia: diagonal(0.1, 0.1, 0.2) [kg*m^2], inertia_about: origin,
        com: [0, 0, rod], allow: unphysical_inertia
    }
    joint ball = spherical(ground, top, rotation: euler_zxz(precession, nutation, spin), cut: false);
    force push = force(top, [body, 0, 0] * sin(time * spin) * sin, axes: body);
    force turn = torque(top, [massless * cut, 0, 0], axes: body);
    output angle = ball.spin;
    initial { ball.nutation: 0.5 [rad], der(ball.spin): spin, der(ball.precession): 0 [rad/s] }
}
";

/// A text after the renaming of the name at the first occurrence of some text.
fn renamed(text: &str, at: &str, new: &str) -> Result<String, String> {
    let places = Analysis::of(text).rename(text.find(at).expect("the text"), new)?;
    let mut renamed = text.to_owned();
    places.into_iter().rev().for_each(|bytes| renamed.replace_range(bytes, new));
    Ok(renamed)
}

/// Only values are uses of a name, not words of the language, names of angles and functions.
#[test]
fn words_of_the_language_are_not_renamed() {
    assert!(Analysis::of(TOP).findings().iter().all(|one| !one.error), "{:?}", Analysis::of(TOP).findings());
    for (at, new, wanted) in [
        (
            "spin =",
            "speed",
            &[("param spin", "param speed"), ("time * spin", "time * speed"), ("): spin", "): speed")][..],
        ),
        ("origin =", "heavy", &[("param origin", "param heavy"), ("mass: origin", "mass: heavy")]),
        ("body =", "pull", &[("param body", "param pull"), ("[body", "[pull")]),
        ("massless =", "twist", &[("param massless", "param twist"), ("[massless", "[twist")]),
        ("cut =", "share", &[("param cut", "param share"), ("* cut", "* share")]),
        ("sin =", "gain", &[("param sin", "param gain"), ("* sin,", "* gain,")]),
        ("rod =", "high", &[("param rod", "param high"), ("0, rod", "0, high")]),
    ] {
        let expected = wanted.iter().fold(TOP.to_owned(), |text, (old, new)| text.replace(old, new));
        assert_eq!(renamed(TOP, at, new), Ok(expected.clone()), "{at}");
        assert!(Analysis::of(&expected).findings().iter().all(|one| !one.error), "{at}");
    }
    // The angle has the name of a parameter without being it.
    let text = renamed(TOP, "spin =", "nutation").expect("a name of its own");
    assert!(
        text.contains("euler_zxz(precession, nutation, spin)") && text.contains("der(ball.spin): nutation")
    );
    let body = "mechanism A in plane { param rod = 1 [m]; body b { shape: rod(length: rod, mass: 1 [kg]) } joint j = revolute(ground, b); }";
    assert_eq!(
        renamed(body, "rod =", "l"),
        Ok(body.replace("param rod", "param l").replace(": rod,", ": l,"))
    );
}

/// A new name is refused if the text would have a mistake or another meaning.
#[test]
fn names_that_break_a_text_are_refused() {
    let text = "mechanism P {
        param k = 2 [N/m];
        const n = 2;
        function drag(x [m]) -> [N] = crate::drag;
        coordinate x [m];
        kinetic = 1 [kg] * der(x)^2 / 2;
        potential = k * x^2 / 2 * sin(1) * n;
        force f = generalized(x, drag(x));
        let y = z;
        initial { x: 1 [m], der(x): 0 [m/s] }
    }";
    let fine = text.replace("= z", "= x");
    for (text, at, new, why) in [
        (&*fine, "n = 2", "m", "a `const` cannot have the name of the unit `m`"),
        (&*fine, "drag(", "sin", "`sin`"),
        (&*fine, "x [m];", "y", "already has another meaning"),
        // The unknown `z` would become the parameter.
        (text, "k =", "z", "`z` already has another meaning"),
    ] {
        let refused = renamed(text, at, new);
        assert!(refused.as_ref().is_err_and(|error| error.contains(why)), "{new}: {refused:?}");
    }
    // The mistakes that a text has stay, and forbid nothing.
    assert!(renamed(text, "k =", "stiffness").is_ok());
    assert!(renamed(&fine, "k =", "m").is_ok());
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
            let _ = (analysis.hover(at), analysis.definition(at), analysis.complete(at));
            // Every new name is tried by a compilation.
            if at % 7 == 0 {
                let _ = analysis.rename(at, "x");
            }
        }
    }
    let _ = Analysis::of("mechanism Ä { let ä = é; }").hover(12);
}

/// The words that are offered at the end of an item that is being written.
fn labels(written: &str) -> Vec<String> {
    let text = TEXT.replace("    initial {", &format!("    {written}\n    initial {{"));
    completed(&text).into_iter().map(|(label, _)| label).collect()
}

#[test]
fn units_are_offered_in_brackets() {
    for written in [
        "let b = 3 [N/|",
        "let b = 3 [N/(m*|",
        "coordinate x [|",
        "input x [|];",
        "state x[|",
        "output x [|] = 1;",
        "function drag(x [m], v [|",
        "function drag(x [m]) -> [|",
        "for j in 0..n { coordinate q[j] [| }",
    ] {
        let all = labels(written);
        assert!(all.contains(&"kg".to_owned()) && !all.contains(&"crank".to_owned()), "{written}: {all:?}");
    }
    for written in
        ["let b = [|", "let b = 2 * [1, |", "body b { com: [0, |", "joint j = revolute(ground, crank at [|"]
    {
        let all = labels(written);
        assert!(!all.contains(&"kg".to_owned()) && all.contains(&"length".to_owned()), "{written}: {all:?}");
    }
    assert!(labels("let b = 3 [m^|").is_empty());
    assert!(labels("coordinate x[|").contains(&"n".to_owned()), "it may be an index");
}

#[test]
fn words_are_offered_where_only_words_may_stand() {
    for (written, expected) in [
        ("coordinates = |;", &["minimal", "absolute"][..]),
        ("coordinates = [minimal, |", &["minimal", "absolute"]),
        ("unroll = |", &["always", "never"]),
        ("conserves |", &["energy"]),
        ("body b { mass: 1 [kg], allow: |", &["unphysical_inertia", "massless"]),
        ("body b { allow: [massless, |", &["unphysical_inertia", "massless"]),
        ("body b { inertia_about: |", &["origin", "com"]),
        ("body b { shape: |", &["rod", "box", "cylinder", "sphere", "disk"]),
        ("force f = force(crank, [1, 2] [N], axes: |", &["ground", "body"]),
        ("joint j = revolute(ground, crank, cut: |", &["true", "false"]),
    ] {
        let (mut all, mut expected) = (labels(written), expected.to_vec());
        all.sort_unstable();
        expected.sort_unstable();
        assert_eq!(all, expected, "{written}");
    }
    let setting: Vec<String> =
        completed("/// Documentation.\nmechanism A in |").into_iter().map(|(label, _)| label).collect();
    assert_eq!(setting, ["plane", "space"]);
    assert!(labels("for j in 0..|").contains(&"n".to_owned()));
}

#[test]
fn components_are_offered_after_vectors() {
    for (written, expected) in [
        ("let b = crank.position.|;", &["x", "y"][..]),
        ("let b = crank.axis.x.|;", &["x", "y"]),
        ("let b = crank.rotation.|;", &["row", "column"]),
        ("let b = crank.rotation.row.|;", &["x", "y"]),
        ("let b = pivot.force.|;", &["x", "y"]),
        ("let b = pivot.angle.|;", &[]),
        ("range pivot.|", &["angle", "force", "torque"]),
        ("range pivot.|: 0 .. 1;", &["angle", "force", "torque"]),
    ] {
        assert_eq!(labels(written), expected, "{written}");
    }
    let space = TOP.replace("output angle = ball.spin", "output angle = ball.angular_velocity.|");
    let components: Vec<String> = completed(&space).into_iter().map(|(label, _)| label).collect();
    assert_eq!(components, ["x", "y", "z"]);
}

#[test]
fn comments_have_no_completions() {
    for written in ["// he|", "/// pivot.|", "/* 3 [|", "let b = 2; // [|", "let b = 2 /* a /* b */ |"] {
        assert_eq!(labels(written), [""; 0], "{written}");
    }
    let all = labels("let b = 2; // ; {\n    bo|");
    assert!(all.contains(&"body".to_owned()), "{all:?}");
}
