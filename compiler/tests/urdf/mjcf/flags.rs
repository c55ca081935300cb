//! Flags of `<option>` that disable parts of a model: what is left, compared with the terms of MuJoCo 4.0 that vanish.

use super::{imported, refused, warnings, world};

/// A model with everything that flags disable, and these options.
fn flagged(options: &str) -> String {
    let elements = format!(
        "{options}<equality><joint joint1=\"j\" joint2=\"k\" polycoef=\"0 2\"/></equality>
         <actuator><motor name=\"drive\" joint=\"j\" armature=\"0.2\"/></actuator>"
    );
    let bodies =
        "<body name=\"a\" gravcomp=\"0.5\"><joint name=\"j\" axis=\"0 1 0\" damping=\"2\" stiffness=\"5\"
          frictionloss=\"0.3\" range=\"-90 90\"/><geom size=\"0.1\"/></body>
        <body name=\"b\"><joint name=\"k\" axis=\"0 1 0\"/><geom size=\"0.1\"/></body>";
    world(&elements, bodies)
}

/// What the text has of each.
const PARTS: [&str; 9] = [
    "force j_spring",
    ", damping: 2",
    ", friction: 0.3",
    ", limits: ",
    "= gear(",
    "force drive_effort",
    "force a_lift",
    "gravity = ",
    ", rotor_inertia: 0.2",
];

#[test]
fn disabled_parts_are_left_out() {
    let cases: [(&str, &[&str], &[&str]); 10] = [
        (
            "spring='disable'",
            &["force j_spring"],
            &["`spring` is disabled in `<flag>`: the stiffness of 1 joint is left out"],
        ),
        (
            "damper='disable'",
            &[", damping: 2"],
            &["`damper` is disabled in `<flag>`: the damping of 1 joint is left out"],
        ),
        (
            "spring='disable' damper='disable'",
            &["force j_spring", ", damping: 2", "force a_lift"],
            &["`spring` and `damper` are disabled in `<flag>`: the `gravcomp` of 1 body is left out"],
        ),
        (
            "passive='disable'",
            &["force j_spring", ", damping: 2", "force a_lift"],
            &["`passive` is disabled in `<flag>`: the `gravcomp` of 1 body is left out"],
        ),
        (
            "frictionloss='disable'",
            &[", friction: 0.3"],
            &["`frictionloss` is disabled in `<flag>`: the dry friction of 1 joint is left out"],
        ),
        (
            "limit='disable'",
            &[", limits: "],
            &["`limit` is disabled in `<flag>`: the range of 1 joint is left out"],
        ),
        ("equality='disable'", &["= gear("], &["`equality` is disabled in `<flag>`: 1 equality is left out"]),
        (
            "constraint='disable'",
            &[", friction: 0.3", ", limits: ", "= gear("],
            &["`constraint` is disabled in `<flag>`: 1 equality is left out"],
        ),
        (
            "actuation='disable'",
            &["force drive_effort"],
            &["`actuation` is disabled in `<flag>`: 1 actuator is left out"],
        ),
        // Its compensation has no weight.
        ("gravity='disable'", &["gravity = ", "force a_lift"], &[]),
    ];
    for (flags, missing, messages) in cases {
        let model = flagged(&format!("<option><flag {flags}/></option>"));
        let (text, said) = (imported(&model), warnings(&model));
        for part in PARTS {
            assert_eq!(text.contains(part), !missing.contains(&part), "{flags}: {part}\n{text}");
        }
        for message in messages {
            assert!(said.contains(message), "{message}\n{said}");
        }
    }
}

#[test]
fn flags_without_effect_here_are_silent() {
    let all = flagged("");
    assert!(PARTS.iter().all(|part| imported(&all).contains(part)), "{}", imported(&all));
    let (text, said) = (imported(&all), warnings(&all));
    for options in [
        "<option><flag contact='disable' eulerdamp='disable' clampctrl='disable' energy='enable'/></option>",
        // The last one has priority.
        "<option><flag spring='disable'/></option><option><flag spring='enable'/></option>",
    ] {
        let model = flagged(options);
        assert_eq!(imported(&model), text, "{options}");
        assert_eq!(
            warnings(&model).matches("warning: ").count(),
            said.matches("warning: ").count(),
            "{options}"
        );
    }
    let shown = refused(&flagged("<option><flag spring='off'/></option>"));
    assert!(
        shown.starts_with("error: `spring` of `flag` must be `enable` or `disable`, not `off`\n"),
        "{shown}"
    );
}

/// The rotor of an actuator that is off turns.
#[test]
fn groups_of_actuators_are_disabled() {
    let model = flagged("<option actuatorgroupdisable='0 3'/>");
    let (text, said) = (imported(&model), warnings(&model));
    assert!(!text.contains("force drive_effort") && text.contains(", rotor_inertia: 0.2"), "{text}");
    let expected = "the actuator `drive` is ignored: its group is in `actuatorgroupdisable` of `<option>`";
    assert!(said.contains(expected), "{said}");
    assert!(imported(&flagged("<option actuatorgroupdisable='1'/>")).contains("force drive_effort"));
}
