//! Rotations of URDF 1.2 as quaternions, and attributes that URDF does not have.

use linkwork_compiler::robots::{Import, mech};

/// An arm with that text in the origin of its joint and of its inertia.
fn arm(rotation: &str, in_joint: &str) -> String {
    format!(
        "<robot name=\"r\" version=\"1.2\"><link name=\"base\"/><link name=\"a\"><inertial><origin xyz=\".1 .2 .3\" {rotation}/>\
         <mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1.1\" izz=\"1.2\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>\
         <joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"a\"/><origin {rotation}/>{in_joint}</joint></robot>"
    )
}

fn imported(text: &str) -> (String, String) {
    let made =
        mech("r.urdf", text, &Import::default(), false).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    (made.text, made.warnings.render("r.urdf", text, false))
}

fn refused(text: &str) -> String {
    mech("r.urdf", text, &Import::default(), false).expect_err("a mistake").to_string()
}

/// Quarter turns are exact: x → y → z → x, and half a turn about z.
#[test]
fn quaternions_of_origins_are_rotations() {
    let (text, said) = imported(&arm("quat_xyzw=\"0.5 0.5 0.5 0.5\"", ""));
    assert_eq!(said, "");
    assert!(text.contains("frame j_mount = fixed(base, rotation: rpy(90 [deg], 0, 90 [deg]));"), "{text}");
    assert!(text.contains("inertia: diagonal(1.2, 1, 1.1)"), "{text}");
    let turned = imported(&arm("quat_xyzw=\"0 0 3 0\"", "")).0;
    assert_eq!(turned, imported(&arm("rpy=\"0 0 3.14159265358979312\"", "")).0);
    assert_eq!(imported(&arm("quat_xyzw=\"0 0 0 1\"", "")), imported(&arm("", "")));
    for (rotation, message) in [
        ("quat_xyzw=\"0 0 0 0\"", "`quat_xyzw` of the `inertial` of `a` is not a quaternion: `0 0 0 0`"),
        ("quat_xyzw=\"0 0 1\"", "`quat_xyzw` of the joint `j` is not a quaternion: `0 0 1`"),
        (
            "rpy=\"0 0 1\" quat_xyzw=\"0 0 0 1\"",
            "the `origin` of the joint `j` has both `rpy` and `quat_xyzw`",
        ),
    ] {
        let shown = refused(&arm(rotation, ""));
        assert!(shown.contains(message), "{shown}");
    }
}

/// A misspelt attribute would change the motion without a word.
#[test]
fn attributes_that_do_not_exist_are_reported() {
    let said =
        imported(&arm("rpi=\"0 0 1\"", "<dynamics damping=\"1\" frictoin=\"2\"/><limit efort=\"3\"/>")).1;
    for expected in [
        "`rpi` is not an attribute of `origin`, and ignored (2 times)",
        "`frictoin` is not an attribute of `dynamics`, and ignored\n",
        "did you mean `friction`?",
        "`efort` is not an attribute of `limit`, and ignored\n",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
    // Of other programs, and of XML.
    assert_eq!(imported(&arm("drake:x=\"1\"", "<dynamics damping=\"1\" drake:y=\"2\"/>")).1, "");
}
