//! Gain and bias of actuators with the defaults of their classes, as `actuator_gainprm` and `actuator_biasprm` of MuJoCo 4.0.

use super::{imported, model, refused, warnings};

/// The effort of an actuator `u` on the hinge, or why it is ignored.
fn effort(defaults: &str, tag: &str, attributes: &str) -> String {
    let text = model(
        &format!(
            "<default>{defaults}</default><actuator><{tag} name=\"u\" joint=\"hinge\" {attributes}/></actuator>"
        ),
        "",
    );
    let (made, said) = (imported(&text), warnings(&text));
    let of = made.split_once("force u_effort = torque(hinge, ").and_then(|(_, rest)| rest.split_once(");\n"));
    let why = said.split_once("the actuator `u` is ignored: ").and_then(|(_, rest)| rest.split_once('\n'));
    of.or(why).map(|(found, _)| found.to_owned()).unwrap_or_default()
}

/// gain·u + b₁ q + b₂ q'
fn servo(gain: &str, of_angle: &str, of_rate: &str) -> String {
    let terms = [(of_angle, "N*m", "hinge.angle"), (of_rate, "N*m*s", "der(hinge.angle)")];
    let given = terms.iter().filter(|(value, ..)| !value.is_empty());
    let rest: String = given.map(|(value, unit, of)| format!(" - {value} [{unit}] * {of}")).collect();
    format!("{gain} [N*m] * u{rest}")
}

#[test]
fn defaults_of_a_class_are_those_of_mujoco() {
    let position = "<position kp=\"7\" kv=\"0.7\"/>";
    let both = "<position kp=\"7\" kv=\"2\"/><velocity kv=\"5\"/>";
    let nested = "<position kp=\"7\" kv=\"2\"/><default class=\"k\"><velocity kv=\"5\"/></default>";
    let general = "<velocity kv=\"3\"/><general gainprm=\"4\"/>";
    let affine = "<general gaintype=\"affine\" gainprm=\"3 4 -5\"/>";
    let cases = [
        // Without defaults.
        ("", "motor", "", servo("1", "", "")),
        ("", "position", "", servo("1", "1", "")),
        ("", "velocity", "", servo("1", "", "1")),
        ("", "damper", "kv=\"2\"", "-2 [N*m*s] * der(hinge.angle) * u".to_owned()),
        ("", "damper", "", String::new()),
        ("", "general", "", servo("1", "", "")),
        // A servo's defaults are those of other servos of its kind, and of `general`.
        (position, "motor", "", servo("1", "", "")),
        (position, "position", "", servo("7", "7", "0.7")),
        (position, "position", "kp=\"3\"", servo("3", "3", "0.7")),
        (position, "position", "kv=\"3\"", servo("7", "7", "3")),
        (position, "velocity", "", servo("1", "", "1")),
        (position, "velocity", "kv=\"2\"", servo("2", "", "2")),
        (position, "general", "", servo("7", "7", "0.7")),
        (position, "general", "gainprm=\"5\"", servo("5", "7", "0.7")),
        (position, "general", "biastype=\"none\"", servo("7", "", "")),
        // The last one counts, and the class around it for others.
        (both, "position", "", servo("1", "1", "")),
        (both, "velocity", "", servo("5", "", "5")),
        (both, "general", "", servo("5", "", "5")),
        (nested, "position", "class=\"k\"", servo("7", "7", "2")),
        (nested, "velocity", "class=\"k\"", servo("5", "", "5")),
        (nested, "general", "class=\"k\"", servo("5", "", "5")),
        (nested, "general", "", servo("7", "7", "2")),
        (general, "position", "", servo("4", "4", "3")),
        (general, "velocity", "", servo("4", "", "4")),
        (affine, "position", "", servo("1", "1", "")),
        (affine, "damper", "", "-5 [N*m*s] * der(hinge.angle) * u".to_owned()),
        (
            affine,
            "general",
            "",
            "3 [N*m] * u + 4 [N*m] * hinge.angle * u - 5 [N*m*s] * der(hinge.angle) * u".to_owned(),
        ),
        // What is common to all kinds is shared: gear·gain, and gear²·bias.
        ("<motor gear=\"3\"/>", "velocity", "kv=\"2\"", servo("6", "", "18")),
    ];
    for (defaults, tag, attributes, expected) in cases {
        assert_eq!(effort(defaults, tag, attributes), expected, "{defaults} {tag} {attributes}");
    }
    let ignored = [
        ("<position timeconst=\"0.1\"/>", "position", "", "it has a state of its own (`timeconst`)"),
        ("<position timeconst=\"0.1\"/>", "general", "", "it has a state of its own (`dyntype`)"),
        (
            "<position kp=\"7\" dampratio=\"1\"/>",
            "general",
            "",
            "its `dampratio` depends on the inertia of the whole model",
        ),
        ("<muscle/>", "general", "", "the defaults of its class are those of a kind that is not supported"),
        ("", "general", "gaintype=\"muscle\"", "its gain is neither fixed nor affine"),
        ("", "intvelocity", "", "actuators of this kind are not supported"),
    ];
    for (defaults, tag, attributes, expected) in ignored {
        let found = effort(defaults, tag, attributes);
        assert!(found.starts_with(expected), "{defaults} {tag} {attributes}: {found}");
    }
    // A kind with its own law does not mind.
    assert_eq!(effort("<position timeconst=\"0.1\"/>", "velocity", ""), servo("1", "", "1"));
    assert_eq!(effort("<muscle/>", "velocity", "kv=\"2\""), servo("2", "", "2"));
}

#[test]
fn actuators_act_on_joints_that_exist() {
    let said = |actuator: &str| refused(&model(&format!("<actuator>{actuator}</actuator>"), ""));
    let shown = said("<velocity joint=\"nope\"/>");
    assert!(shown.starts_with("error: `joint` of `velocity` is not a joint: `nope`\n"), "{shown}");
    let shown = said("<muscle joint=\"hing\"/>");
    assert!(shown.starts_with("error: `joint` of `muscle` is not a joint: `hing`\n"), "{shown}");
    assert!(shown.contains("did you mean `hinge`?"), "{shown}");
    let shown = said("<motor name=\"m\"/>");
    assert!(shown.starts_with("error: `motor` has nothing to act on: it has no `joint`\n"), "{shown}");
    let shown = said("<position joint=\"hinge\" kv=\"1\" dampratio=\"1\"/>");
    assert!(shown.starts_with("error: a `position` has both `kv` and `dampratio`\n"), "{shown}");

    let all = "<motor name=\"a\" site=\"s\"/><motor name=\"b\" tendon=\"t\"/><adhesion name=\"c\" body=\"rod\"/>
        <motor name=\"d\" cranksite=\"s\" slidersite=\"s\" cranklength=\"1\"/><motor name=\"e\" joint=\"ball\"/>";
    let inside = "<site name=\"s\"/><body><joint name=\"ball\" type=\"ball\"/><geom size=\".1\"/></body>";
    let said = warnings(&model(
        &format!("<tendon><spatial name=\"t\"/></tendon><actuator>{all}</actuator>"),
        inside,
    ));
    for expected in [
        "the actuator `a` is ignored: it acts on a site",
        "the actuator `b` is ignored: it acts on a tendon that is not imported",
        "the actuator `c` is ignored: it acts on a body",
        "the actuator `d` is ignored: it acts on a slider-crank",
        "the actuator `e` is ignored: its joint does not have exactly one coordinate",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
    let delayed = "<actuator><motor name=\"u\" joint=\"hinge\" delay=\"0.1\" nsample=\"3\"/></actuator>";
    let said = warnings(&model(delayed, ""));
    assert!(said.contains("`delay` of the actuator `u` is ignored"), "{said}");
}
