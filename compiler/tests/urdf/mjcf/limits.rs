//! Limits of controls and efforts, as `actuator_ctrlrange`, `actuator_forcerange` and `jnt_actfrcrange` of MuJoCo 4.0.

use super::{imported, refused, warnings};

/// A body on a hinge with a range, with actuators; `compiler` is what stands before it.
fn model(compiler: &str, joint: &str, actuators: &str) -> String {
    format!(
        "<mujoco>{compiler}<worldbody><body name=\"rod\"><joint name=\"h\" {joint}/><geom size=\".1\" pos=\"1 0 0\"/></body>\
         </worldbody><actuator>{actuators}</actuator></mujoco>"
    )
}

const RADIAN: &str = "<compiler angle=\"radian\"/>";

/// The efforts on the hinge.
fn efforts(text: &str) -> Vec<String> {
    let made = imported(text);
    let forces = made.lines().filter_map(|line| line.trim().split_once("= torque(h, "));
    forces.map(|(_, effort)| effort.trim_end_matches(");").to_owned()).collect()
}

#[test]
fn controls_and_forces_have_limits() {
    let cases = [
        ("motor", "ctrlrange=\"-1 2\"", "1 [N*m] * min(max(u, -1), 2)"),
        ("motor", "forcerange=\"-1 2\"", "min(max(1 [N*m] * u, -1 [N*m]), 2 [N*m])"),
        // The limits of a force are those before the gear.
        ("motor", "forcerange=\"-1 2\" gear=\"-3\"", "min(max(-3 [N*m] * u, -6 [N*m]), 3 [N*m])"),
        ("motor", "ctrlrange=\"-1 2\" ctrllimited=\"false\"", "1 [N*m] * u"),
        ("motor", "forcerange=\"-1 2\" forcelimited=\"false\"", "1 [N*m] * u"),
        ("motor", "ctrlrange=\"0 0\" forcerange=\"0 0\"", "1 [N*m] * u"),
        // A servo inherits the range of its joint, regardless of its gear; others do not.
        ("position", "inheritrange=\"1\"", "1 [N*m] * min(max(u, -1), 2) - 1 [N*m] * h.angle"),
        (
            "position",
            "inheritrange=\"0.5\" gear=\"3\"",
            "3 [N*m] * min(max(u, -0.25), 1.25) - 9 [N*m] * h.angle",
        ),
        ("position", "inheritrange=\"1\" ctrllimited=\"false\"", "1 [N*m] * u - 1 [N*m] * h.angle"),
        ("general", "inheritrange=\"1\"", "1 [N*m] * u"),
        // A control of a damper has limits in any case.
        ("damper", "kv=\"2\" ctrlrange=\"0 1\"", "-2 [N*m*s] * der(h.angle) * min(max(u, 0), 1)"),
        // A force that must not vanish, of an actuator that does nothing.
        ("general", "gainprm=\"0\" forcerange=\"1 2\"", "min(max(0 [N*m], 1 [N*m]), 2 [N*m])"),
    ];
    for (tag, attributes, expected) in cases {
        let actuator = format!("<{tag} name=\"u\" joint=\"h\" {attributes}/>");
        let text = model(RADIAN, "range=\"-1 2\"", &actuator);
        assert_eq!(efforts(&text), [expected], "{tag} {attributes}");
        assert_eq!(warnings(&text), "", "{tag} {attributes}");
    }
    let degrees = model("", "range=\"-180 90\"", "<position name=\"u\" joint=\"h\" inheritrange=\"1\"/>");
    assert!(efforts(&degrees)[0].starts_with("1 [N*m] * min(max(u, -3.14159265358979"), "{degrees}");
}

/// The class and the element: the innermost of `ctrlrange` and `inheritrange` counts.
#[test]
fn limits_of_classes() {
    let servo = |class: &str, own: &str| {
        let compiler = format!("{RADIAN}<default><position {class}/></default>");
        let actuator = format!("<position name=\"u\" joint=\"h\" {own}/>");
        efforts(&model(&compiler, "range=\"-1 2\"", &actuator)).remove(0)
    };
    let within =
        |least: &str, most: &str| format!("1 [N*m] * min(max(u, {least}), {most}) - 1 [N*m] * h.angle");
    assert_eq!(servo("inheritrange=\"0.5\"", ""), within("-0.25", "1.25"));
    assert_eq!(servo("inheritrange=\"0.5\"", "ctrlrange=\"-7 7\""), within("-7", "7"));
    assert_eq!(servo("ctrlrange=\"-7 7\"", "inheritrange=\"1\""), within("-1", "2"));
    // Of another kind in the same class.
    let compiler = format!("{RADIAN}<default><position inheritrange=\"1\"/></default>");
    let motor = model(&compiler, "range=\"-1 2\"", "<motor name=\"u\" joint=\"h\"/>");
    assert_eq!(efforts(&motor), ["1 [N*m] * u"]);
}

#[test]
fn actuators_of_a_joint_have_limits_together() {
    let two = "<motor name=\"a\" joint=\"h\"/><velocity name=\"b\" joint=\"h\" kv=\"3\" gear=\"-1\"/>";
    let text = model("", "actuatorfrcrange=\"-2 1\"", two);
    let sum = "1 [N*m] * a - 3 [N*m] * b - 3 [N*m*s] * der(h.angle)";
    assert_eq!(efforts(&text), [format!("min(max({sum}, -2 [N*m]), 1 [N*m])")]);
    assert_eq!(warnings(&text), "");
    let open = model("", "actuatorfrcrange=\"-2 1\" actuatorfrclimited=\"false\"", two);
    assert_eq!(efforts(&open).len(), 2);
    // Limits that exclude zero are an effort of their own.
    let idle = model("", "actuatorfrcrange=\"1 2\"", "<general name=\"a\" joint=\"h\" gainprm=\"0\"/>");
    assert_eq!(efforts(&idle), ["min(max(0 [N*m], 1 [N*m]), 2 [N*m])"]);
    let compensated = model("", "actuatorfrcrange=\"-2 1\" actuatorgravcomp=\"true\"", two);
    let expected = "`actuatorfrcrange` of `h` limits its actuators, but not the compensation of gravity";
    assert!(warnings(&compensated).contains(expected), "{}", warnings(&compensated));
}

#[test]
fn limits_that_do_not_hold_are_reported() {
    let said = |compiler: &str, attributes: &str| {
        warnings(&model(compiler, "", &format!("<motor name=\"u\" joint=\"h\" {attributes}/>")))
    };
    let empty = said("", "ctrlrange=\"1 -1\"");
    assert!(empty.contains("`ctrlrange` of `u` is ignored, as in MuJoCo: it does not go from"), "{empty}");
    let off = said("<compiler autolimits=\"false\"/>", "forcerange=\"-1 1\"");
    let expected = "`forcerange` of `u` is ignored: `autolimits` of `<compiler>` is off, and the actuator has no `forcelimited`";
    assert!(off.contains(expected), "{off}");
    let flag = said("<option><flag clampctrl=\"disable\"/></option>", "ctrlrange=\"-1 1\"");
    let expected = "`clampctrl` is disabled in `<flag>`: 1 limit of a control is left out";
    assert!(flag.contains(expected), "{flag}");
    let servo = model("", "", "<position name=\"u\" joint=\"h\" inheritrange=\"1\"/>");
    let expected = "`inheritrange` of `u` is ignored: what it acts on has no limits";
    assert!(warnings(&servo).contains(expected), "{}", warnings(&servo));

    let refused = |actuator: &str| refused(&model("", "range=\"-1 1\"", actuator));
    let shown = refused("<motor name=\"u\" joint=\"h\" ctrllimited=\"true\"/>");
    assert!(shown.starts_with("error: `ctrlrange` of `u` does not go from a smaller number"), "{shown}");
    let shown = refused("<motor name=\"u\" joint=\"h\" forcelimited=\"true\" forcerange=\"1 1\"/>");
    assert!(shown.starts_with("error: `forcerange` of `u` does not go from a smaller number"), "{shown}");
    let shown = refused("<position name=\"u\" joint=\"h\" inheritrange=\"1\" ctrlrange=\"-1 1\"/>");
    assert!(shown.starts_with("error: `u` has both `ctrlrange` and `inheritrange`"), "{shown}");
    let class = "<default><position ctrlrange=\"-1 1\" inheritrange=\"SHARE\"/></default>";
    let of_class = |share: &str| model(&class.replace("SHARE", share), "range=\"-1 1\"", "");
    let shown = super::refused(&of_class("1"));
    assert!(shown.contains("`main` has both `ctrlrange` and `inheritrange`"), "{shown}");
    assert_eq!(warnings(&of_class("0")), "");
}
