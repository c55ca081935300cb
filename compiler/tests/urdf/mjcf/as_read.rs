//! What MuJoCo reads from classes, frames and equalities. Each text is compared with one that says the same directly, or with numbers
//! that the definitions give.

use super::{imported, model, refused, warnings, world};

/// The place of a joint among the lines.
fn place(text: &str, joint: &str) -> usize {
    text.find(&format!("joint {joint} = ")).unwrap_or_else(|| panic!("no joint {joint}\n{text}"))
}

/// Coordinates have the order of the file, whether bodies are in frames or not.
#[test]
fn bodies_in_frames_keep_their_order() {
    let body = |name: &str, inside: &str| {
        format!("<body name=\"{name}\"><joint name=\"of_{name}\"/><geom size=\".1\"/>{inside}</body>")
    };
    let (b, d) = (body("b", ""), body("d", ""));
    let inner = format!("{b}<frame pos=\"1 0 0\"><frame>{}</frame></frame>{d}", body("c", ""));
    let text = imported(&world(
        "",
        &format!("{}<frame>{}</frame>{}", body("a", &inner), body("e", ""), body("f", "")),
    ));
    let places = ["a", "b", "c", "d", "e", "f"].map(|name| place(&text, &format!("of_{name}")));
    assert!(places.is_sorted(), "{places:?}\n{text}");
}

/// The innermost class that rotates an element counts, whichever attribute it has.
#[test]
fn the_innermost_rotation_counts() {
    let rotations = [
        "quat=\"1 2 3 4\"",
        "axisangle=\"1 2 3 40\"",
        "euler=\"10 20 30\"",
        "xyaxes=\"1 2 3 0 1 0\"",
        "zaxis=\"1 2 3\"",
    ];
    for outer in rotations {
        for inner in rotations {
            let classes = format!(
                "<default><geom {outer}/><site {outer}/><default class=\"c\"><geom {inner}/><site {inner}/></default></default>"
            );
            let geom = |rest: &str| {
                format!("<geom type=\"box\" size=\".1 .2 .3\" {rest}/><site name=\"s\" {rest}/>")
            };
            let given = imported(&model("", &geom(inner)));
            assert_eq!(
                imported(&model(&classes, &geom("class=\"c\" "))),
                imported(&model(&classes, &geom(inner)))
            );
            assert_eq!(
                imported(&world(&classes, &with_joint(&geom("class=\"c\" ")))),
                imported(&world("", &with_joint(&geom(inner)))),
                "{outer} {inner} {given}"
            );
        }
    }
}

fn with_joint(inside: &str) -> String {
    format!("<body name=\"rod\"><joint name=\"hinge\"/>{inside}</body>")
}

/// A list that is shorter than that of its class keeps the other numbers of the class.
#[test]
fn short_lists_keep_the_numbers_of_their_class() {
    let geom = |rest: &str| with_joint(&format!("<geom type=\"box\" {rest}/>"));
    let whole = imported(&world("", &geom("size=\".05 .2 .3\"")));
    let classes =
        "<default><geom size=\".1 .2 .3\"/><default class=\"c\"><geom size=\".05\"/></default></default>";
    assert_eq!(imported(&world(classes, &geom("size=\".05\""))), whole);
    assert_eq!(imported(&world(classes, &geom("class=\"c\""))), whole);
    // Coefficients of higher powers are not imported: those of the class are reported, too.
    for word in ["stiffness", "damping"] {
        let classes = format!("<default><joint {word}=\"1 2 3\"/></default>");
        let joint = format!("<body><joint {word}=\"5\"/><geom size=\".1\"/></body>");
        let said = warnings(&world(&classes, &joint));
        assert!(said.contains(&format!("only the first number of `{word}` of `joint` is used")), "{said}");
        assert!(imported(&world(&classes, &joint)).contains(&format!("{word}: 5 [N*m")));
    }
}

/// `<inertial>` where the geoms that are to count alone have no mass.
#[test]
fn geoms_without_mass_leave_the_inertial() {
    let body = |geom: &str| {
        with_joint(&format!(
            "<inertial pos=\"0 0 1\" mass=\"3\" diaginertia=\"1 2 2.5\"/><geom size=\".1\" {geom}/>"
        ))
    };
    for geom in ["mass=\"0\"", "density=\"0\"", "group=\"4\""] {
        let settings = "<compiler inertiafromgeom=\"true\" inertiagrouprange=\"0 3\"/>";
        let text = imported(&world(settings, &body(geom)));
        assert_eq!(text, imported(&world("", &body(geom))), "{geom}");
        assert!(text.contains("mass: 3 [kg],") && text.contains("diagonal(1, 2, 2.5)"), "{text}");
    }
    let counts = imported(&world("<compiler inertiafromgeom=\"true\"/>", &body("mass=\"7\"")));
    assert!(counts.contains("mass: 7 [kg],"), "{counts}");
}

const PAIR: &str = "<body name=\"a\"><freejoint/><geom size=\".1\"/></body>\
     <body name=\"b\" pos=\"1 0 0\" euler=\"0 0 90\"><freejoint/><geom size=\".1\"/></body>";

fn welded(attributes: &str) -> String {
    let text = format!(
        "<mujoco><worldbody>{PAIR}</worldbody><equality><weld body1=\"a\" body2=\"b\" {attributes}/></equality></mujoco>"
    );
    imported(&text)
        .lines()
        .filter(|line| line.contains("weld") || line.contains("connect"))
        .map(|line| line.trim().to_owned() + "\n")
        .collect()
}

/// The anchor, a point on the second body, is held at the position of `relpose` on the first one.
#[test]
fn anchors_of_welds_are_where_relpose_puts_them() {
    assert_eq!(
        welded("anchor=\".1 .2 .3\" relpose=\"4 5 6 0 0 0 1\""),
        "frame weld_first = fixed(a at [4, 5, 6] [m], rotation: rpy(0, 0, 180 [deg]));\n\
         joint weld = fixed(weld_first, b at [0.1, 0.2, 0.3] [m], cut: true);\n"
    );
    // In the poses of the file: (1, 0, 0) + R_z(90°) (0.5, 0, 0).
    assert_eq!(
        welded("anchor=\".5 0 0\""),
        "frame weld_first = fixed(a at [1, 0.5, 0] [m], rotation: rpy(0, 0, 90 [deg]));\n\
         joint weld = fixed(weld_first, b at [0.5, 0, 0] [m], cut: true);\n"
    );
}

/// A `torquescale` of zero leaves the point of a weld.
#[test]
fn welds_without_torque_are_points() {
    let [free, held] =
        ["0", "0.5"].map(|scale| welded(&format!("anchor=\".5 0 0\" torquescale=\"{scale}\"")));
    assert_eq!(
        free,
        "frame connect_second = fixed(b at [0.5, 0, 0] [m], rotation: rpy(0, 0, -90 [deg]));\n\
         joint connect = spherical(a at [1, 0.5, 0] [m], connect_second, cut: true);\n"
    );
    assert!(held.contains("joint weld = fixed("), "{held}");
}

/// The rotor of an actuator that is not imported turns with its joint: gear² J, gear² d.
#[test]
fn rotors_of_ignored_actuators_turn() {
    for kind in ["general name=\"m\" dyntype=\"integrator\"", "muscle name=\"m\"", "intvelocity name=\"m\""] {
        let actuator =
            format!("<actuator><{kind} joint=\"hinge\" gear=\"3\" armature=\"2\" damping=\"4\"/></actuator>");
        let text = model(&actuator, "");
        assert!(warnings(&text).contains("the actuator `m` is ignored"), "{kind}");
        assert!(imported(&text).contains("damping: 36 [N*m*s], rotor_inertia: 18 [kg*m^2]"), "{kind}");
    }
}

/// What `fusestatic` fuses with the world has no part in the total of MuJoCo.
#[test]
fn masses_on_the_world_are_reported_where_they_count() {
    let settings = |fuse: &str| format!("<compiler settotalmass=\"10\" fusestatic=\"{fuse}\"/>");
    let pair = "<body><joint/><geom size=\".1\" mass=\"2\"/></body><body name=\"s\"><geom size=\".1\" mass=\"3\"/></body>";
    let counts = "`settotalmass` counts the mass of `s`, which is fixed to the world";
    let said = warnings(&world(&settings("true"), pair));
    assert!(said.contains(counts), "{said}");
    assert!(imported(&world(&settings("true"), pair)).contains("mass: 4 [kg],"));
    assert_eq!(warnings(&world(&settings("false"), pair)), "");
    assert_eq!(warnings(&world("<compiler fusestatic=\"true\"/>", pair)), "");
    let [bounded, light] = ["settotalmass=\"10\"", ""].map(|total| {
        let settings = format!("<compiler boundmass=\"1\" {total}/>");
        warnings(&world(&settings, "<body name=\"s\"/><body><joint/><geom size=\".1\"/></body>"))
    });
    assert!(bounded.contains("`s` has no mass: the bounds of `<compiler>` do not give it one"), "{bounded}");
    assert_eq!(light, "");
}

/// Gravity that MuJoCo does not compensate, against what the attributes say.
#[test]
fn compensation_that_mujoco_leaves_out_is_reported() {
    let lone = "MuJoCo ignores it unless `gravcomp` of another body is positive";
    let body = |number: &str| format!("<body gravcomp=\"{number}\"><joint/><geom size=\".1\"/></body>");
    assert!(warnings(&world("", &body("-0.5"))).contains(lone));
    assert_eq!(warnings(&world("", &(body("-0.5") + &body("0.5")))), "");
    let joint =
        "<body gravcomp=\"1\"><joint name=\"j\" actuatorgravcomp=\"true\"/><geom size=\".1\"/></body>";
    let motor = "<actuator><motor name=\"m\" joint=\"j\"/></actuator>";
    let unmoved = "gravity is compensated at `j`: MuJoCo leaves it out with `actuatorgravcomp`";
    assert!(warnings(&world("", joint)).contains(unmoved));
    assert_eq!(warnings(&world(motor, joint)), "");
    let off = format!("<option><flag actuation=\"disable\"/></option>{motor}");
    assert!(warnings(&world(&off, joint)).contains(unmoved));
    let without = joint.replace(" gravcomp=\"1\"", "");
    assert_eq!(warnings(&world("", &without)), "");
}

#[test]
fn settings_and_lists_have_all_their_numbers() {
    let first = |text: String| refused(&text).lines().next().unwrap_or_default().to_owned();
    for (attribute, what) in
        [("boundmass", "a number"), ("settotalmass", "a number"), ("inertiagrouprange", "two numbers")]
    {
        assert_eq!(
            first(model(&format!("<compiler {attribute}=\"x\"/>"), "")),
            format!("error: `{attribute}` of `compiler` must be {what}, not `x`")
        );
    }
    assert_eq!(
        first(model("", "<geom type=\"capsule\" size=\".1\" fromto=\"0 0 0 1\"/>")),
        "error: `fromto` of `geom` does not have six numbers"
    );
    let weld = "<equality><weld body1=\"rod\" relpose=\"1 2 3\"/></equality>";
    assert_eq!(first(model(weld, "")), "error: `relpose` of `weld` does not have seven numbers");
    let groups = "<option actuatorgroupdisable=\"one\"/>";
    assert_eq!(
        first(model(groups, "")),
        "error: `actuatorgroupdisable` of `option` is not a list of numbers: `one`"
    );
}
