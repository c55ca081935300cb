//! Fixed tendons. Their efforts are `qfrc_actuator` and `qfrc_passive` of MuJoCo 4.0.

use super::{imported, refused, warnings};
use std::collections::BTreeMap;

/// A hinge `h` and a slider `s` after it, with tendons and actuators.
fn model(before: &str, tendons: &str, actuators: &str) -> String {
    format!(
        "<mujoco><compiler angle=\"radian\"/>{before}<worldbody><body name=\"a\"><joint name=\"h\" axis=\"0 1 0\" ref=\"0.3\" springref=\"0.1\"/>\
         <geom size=\".1\" pos=\"1 0 0\"/><body name=\"b\"><joint name=\"s\" type=\"slide\" axis=\"1 0 0\"/><geom size=\".1\" pos=\"1 0 0\"/></body>\
         </body></worldbody><tendon>{tendons}</tendon><actuator>{actuators}</actuator></mujoco>"
    )
}

/// l = 2 h − 3 s.
fn fixed(attributes: &str) -> String {
    format!(
        "<fixed name=\"t\" {attributes}><joint joint=\"h\" coef=\"2\"/><joint joint=\"s\" coef=\"-3\"/></fixed>"
    )
}

/// The efforts on `h` and on `s` at h = 0.7, s = 0.4, with rates 0.5 and −0.3, and ctrl 0.9.
fn efforts(text: &str) -> [f64; 2] {
    let mut sums = BTreeMap::from([("h", 0.0), ("s", 0.0)]);
    for line in imported(text).lines() {
        let Some((_, effort)) = line.trim().split_once("= torque(") else { continue };
        let (joint, effort) = effort.trim_end_matches(");").split_once(", ").expect("a joint and its effort");
        let mut formula = String::new();
        // Without units.
        for (i, part) in effort.split(" [").enumerate() {
            let rest = if i == 0 { part } else { part.split_once(']').expect("a unit").1 };
            formula.push_str(rest);
        }
        for (name, value) in [
            ("der(h.angle)", "0.5"),
            ("der(s.displacement)", "(-0.3)"),
            ("h.angle", "0.7"),
            ("s.displacement", "0.4"),
            ("ctrl", "0.9"),
        ] {
            formula = formula.replace(name, value);
        }
        *sums.get_mut(joint).expect("a joint") += meval::eval_str(&formula).expect("a formula");
    }
    [sums["h"], sums["s"]]
}

#[test]
fn springs_dampers_and_actuators_of_tendons() {
    let servo = "<position name=\"ctrl\" tendon=\"t\" kp=\"4\" kv=\"1\" gear=\"2\"/>";
    let motor = "<motor name=\"ctrl\" tendon=\"t\" forcerange=\"-1 0.5\"/>";
    let cases = [
        // The spring is relaxed at the springs' references of the joints: l = 0.2 here.
        (fixed("stiffness=\"5\" springlength=\"0.1\""), "", [-1.0, 1.5]),
        (fixed("stiffness=\"5\""), "", [0.0, 0.0]),
        (fixed("stiffness=\"5\" springlength=\"-1\" damping=\"2\""), "", [-7.6, 11.4]),
        (fixed("stiffness=\"5\" springlength=\"0.1 0.5\""), "", [0.0, 0.0]),
        (fixed("stiffness=\"5\" springlength=\"-2\""), "", [-22.0, 33.0]),
        (fixed("stiffness=\"5\" springlength=\"0.3 0.5\""), "", [1.0, -1.5]),
        (fixed(""), servo, [-7.2, 10.8]),
        (fixed(""), motor, [1.0, -1.5]),
    ];
    for (tendon, actuator, expected) in cases {
        let text = model("", &tendon, actuator);
        let found = efforts(&text);
        let near = found.iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-12);
        assert!(near, "{found:?} instead of {expected:?}: {tendon} {actuator}");
        assert_eq!(warnings(&text), "");
    }
    // Its range is that of the control of a servo which inherits it.
    let inherits =
        model("", &fixed("range=\"-1 3\""), "<position name=\"ctrl\" tendon=\"t\" inheritrange=\"1\"/>");
    assert!(imported(&inherits).contains("min(max(ctrl, -1), 3)"), "{}", imported(&inherits));
}

#[test]
fn what_tendons_leave_out_is_reported() {
    let said = |before: &str, tendon: &str, actuator: &str| warnings(&model(before, tendon, actuator));
    let limits = said("", &fixed("range=\"-1 1\" frictionloss=\"2\""), "");
    for expected in ["`range` of `t` is ignored", "`frictionloss` of `t` is ignored"] {
        assert!(limits.contains(expected), "{limits}");
    }
    assert_eq!(said("", &fixed("range=\"-1 1\" limited=\"false\""), ""), "");
    let rotor = said("", &fixed(""), "<motor name=\"m\" tendon=\"t\" armature=\"2\"/>");
    assert!(rotor.contains("`armature` of `m` is ignored: it acts on a tendon"), "{rotor}");
    let flag = "<option><flag spring=\"disable\"/></option>";
    let off = said(flag, &fixed("stiffness=\"2\""), "");
    assert!(off.contains("`spring` is disabled in `<flag>`: the stiffness of 1 tendon is left out"), "{off}");
    let unknown = said("", &fixed("stifness=\"2\""), "");
    assert!(unknown.contains("stifness"), "{unknown}");

    let shown = refused(&model("", &fixed(""), "<motor name=\"m\" tendon=\"tt\"/>"));
    assert!(shown.starts_with("error: `tendon` of `motor` is not a tendon: `tt`\n"), "{shown}");
    assert!(shown.contains("did you mean `t`?"), "{shown}");
    let shown = refused(&model("", &fixed("stiffness=\"2\" springlength=\"0.5 0.1\""), ""));
    assert!(shown.starts_with("error: `springlength` of `t` does not go from a smaller number"), "{shown}");
    let shown = refused(&model("", "<fixed name=\"e\"/>", ""));
    assert!(shown.starts_with("error: a `fixed` tendon has no `joint`\n"), "{shown}");
    let shown = refused(&model("", "<fixed name=\"e\"><joint joint=\"hh\" coef=\"1\"/></fixed>", ""));
    assert!(shown.starts_with("error: `joint` of `joint` is not a joint: `hh`\n"), "{shown}");
}
