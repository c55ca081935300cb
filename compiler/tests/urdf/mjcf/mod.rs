//! MJCF files → the language: a whole file against its golden text, what is left out, mistakes at their places. The numbers are
//! compared with MuJoCo's where tapes are (`tape/tests/bodies/mujoco.rs`).

mod actuators;
mod as_read;
mod flags;
mod limits;
mod names;
mod tendons;
mod weights;

use linkwork_compiler::robots::{Import, LookForm, mech};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/mjcf")
}

#[test]
fn a_model_is_translated_to_the_golden_text() {
    for name in ["arm", "walker", "loop"] {
        let file = folder().join(format!("{name}.xml"));
        let text = std::fs::read_to_string(file).expect("a file of the tests");
        let import = Import { folder: Some(folder()), ..Import::default() };
        let made = mech(name, &text, &import, false).unwrap_or_else(|mistakes| panic!("{mistakes}")).text;
        let golden = folder().join(format!("{name}.mech"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&golden, &made).expect("a golden text is written");
        }
        assert_eq!(made, std::fs::read_to_string(golden).expect("a golden text"), "{name}");
    }
}

/// A body on a hinge with the elements `inside` it, among other elements.
fn model(elements: &str, inside: &str) -> String {
    format!(
        "<mujoco>\n{elements}\n<worldbody><body name=\"rod\">\n{inside}\n<joint name=\"hinge\"/>\
         <geom type=\"box\" size=\".1 .2 .3\"/></body></worldbody>\n</mujoco>\n"
    )
}

/// Bodies on the world, after other elements.
fn world(elements: &str, bodies: &str) -> String {
    format!("<mujoco>{elements}<worldbody>{bodies}</worldbody></mujoco>")
}

/// The text of the mechanism.
fn imported(text: &str) -> String {
    mech("m.xml", text, &Import::default(), false).unwrap_or_else(|mistakes| panic!("{mistakes}")).text
}

fn warnings(text: &str) -> String {
    let import = Import::default();
    mech("m.xml", text, &import, false)
        .unwrap_or_else(|mistakes| panic!("{mistakes}"))
        .warnings
        .render("m.xml", text, false)
}

/// All messages about a text that is refused.
fn refused(text: &str) -> String {
    mech("m.xml", text, &Import::default(), false).expect_err("a mistake").to_string()
}

#[test]
fn omitted_elements_are_reported() {
    let elements = "<option density=\"1.2\"/><tendon><spatial name=\"t\"/></tendon>
        <contact><exclude body1=\"rod\" body2=\"world\"/></contact>
        <actuator><muscle name=\"m\" joint=\"hinge\"/><motor name=\"t\" tendon=\"t\"/><position name=\"s\" joint=\"hinge\" dampratio=\"1\"/></actuator>";
    let said = warnings(&model(
        elements,
        "<camera/><body><joint type=\"ball\" stiffness=\"2\"/><geom size=\"0.1\"/></body>",
    ));
    for expected in [
        "the medium of the model (`density`) is ignored: its drag is not modelled",
        "not imported: `camera` (1), `spatial` (1), `contact` (1)",
        "the actuator `m` is ignored: actuators of this kind are not supported",
        "the actuator `t` is ignored: it acts on a tendon",
        "the actuator `s` is ignored: its `dampratio` depends on the inertia of the whole model",
        "`stiffness` of `body_2_joint` is ignored: the joint does not have exactly one coordinate",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
    assert_eq!(warnings(&model("", "")), "");
    let rounded = warnings(&model("<compiler angle=\"radian\"/>", "<body euler=\"1.5708 0 0\"/>"));
    assert!(rounded.contains("1 angle such as 1.5708 is a multiple of 90 deg up to rounding"), "{rounded}");
}

#[test]
fn mistakes_are_reported_at_their_place() {
    let said = |elements: &str, inside: &str| {
        let text = model(elements, inside);
        let shown = mech("m.xml", &text, &Import::default(), false).expect_err("a mistake").to_string();
        let line = shown
            .split("m.xml:")
            .nth(1)
            .and_then(|rest| rest.split(':').next())
            .unwrap_or_default()
            .to_owned();
        (shown.lines().next().unwrap_or_default().to_owned(), line)
    };
    let one = |fact: &str, line: &str| (format!("error: {fact}"), line.to_owned());
    assert_eq!(said("", "<geom class=\"heavy\" size=\"1\"/>"), one("there is no class `heavy`", "4"));
    assert_eq!(said("", "<joint axis=\"0 0 0\" name=\"k\"/>"), one("the axis of `k` has no direction", "4"));
    assert_eq!(said("", "<geom size=\"a\"/>"), one("`size` of `geom` is not a list of numbers: `a`", "4"));
    assert_eq!(
        said("<compiler angle=\"grad\"/>", ""),
        one("`angle` of `compiler` must be one of `degree`, `radian`, not `grad`", "2")
    );
    assert_eq!(
        said("<compiler autolimits=\"perhaps\"/>", ""),
        one("`autolimits` of `compiler` must be one of `true`, `false`, not `perhaps`", "2")
    );
    assert_eq!(
        said("", "<geom type=\"box\" size=\"0.1 0.1\"/>"),
        one("the `size` of a `box` must be 3 positive numbers", "4")
    );
    assert_eq!(
        said("", "<geom type=\"mesh\" mesh=\"m\"/>"),
        one("`rod` takes its mass from a mesh, which is not read", "4")
    );
    assert_eq!(
        said("<equality><joint joint1=\"hing\"/></equality>", ""),
        one("`joint1` of `joint` is not a joint: `hing`", "2")
    );
    assert_eq!(
        said("", "<replicate count=\"3\"><geom size=\"1\"/></replicate>"),
        one("`replicate` is not supported, and the mechanism is incomplete without it", "4")
    );
    assert_eq!(
        said("<include file=\"parts.xml\"/>", ""),
        one("cannot read `parts.xml`: there is no folder to search", "2")
    );
    assert_eq!(
        said("<compiler coordinate=\"global\"/>", ""),
        one("global coordinates are not supported", "2")
    );
}

/// One mistake is told once, at the attribute.
#[test]
fn mistakes_have_no_others_in_their_train() {
    let one = |text: &str, fact: &str, marked: &str| {
        let shown = refused(text);
        assert_eq!(shown.matches("error: ").count(), 1, "{shown}");
        assert!(shown.starts_with(&format!("error: {fact}\n")), "{shown}");
        let column = text.lines().find_map(|line| line.find(marked)).expect("a place") + 1;
        assert!(shown.lines().nth(1).is_some_and(|line| line.ends_with(&format!(":{column} ]"))), "{shown}");
    };
    let geoms = "<geom size=\".1\"/><geom size=\".2\"/><geom size=\".3\"/>";
    one(
        &world("", &format!("<body childclass=\"heavy\"><freejoint/>{geoms}</body>")),
        "there is no class `heavy`",
        "childclass",
    );
    one(
        &world("", "<body><freejoint/><geom size=\"a\"/></body>"),
        "`size` of `geom` is not a list of numbers: `a`",
        "size=",
    );
    let driven = |joint: &str| {
        let act = "<actuator><motor joint=\"k\"/></actuator><equality><joint joint1=\"k\"/></equality>";
        world(act, &format!("<body>{joint}<geom size=\".1\"/></body>"))
    };
    one(&driven("<joint name=\"k\" type=\"hing\"/>"), "`hing` is not a joint type", "type=");
    one(&driven("<joint name=\"k\" axis=\"0 0 0\"/>"), "the axis of `k` has no direction", "axis=");
    let itself = "<equality><joint joint1=\"hinge\" joint2=\"hinge\"/></equality>";
    one(&model(itself, ""), "`joint` couples `hinge` with itself", "joint2=");
}

/// Files that include each other are named; nothing else is said about what they contain.
#[test]
fn circular_includes_are_mistakes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/urdf/mjcf/circle");
    let import = Import { folder: Some(folder), ..Import::default() };
    let said = |file: &str| {
        let text = format!("<mujoco>\n<include file=\"{file}\"/>\n<keyframe><key/></keyframe>\n</mujoco>\n");
        mech("m.xml", &text, &import, false).expect_err("a mistake").to_string()
    };
    let shown = said("first.xml");
    assert!(shown.starts_with("error: `./first.xml` includes itself by way of `second.xml`\n"), "{shown}");
    assert!(shown.contains("m.xml:2:") && !shown.contains("keyframe"), "{shown}");
    assert!(said("again.xml").starts_with("error: `again.xml` includes itself\n"), "{}", said("again.xml"));
    assert!(said("none.xml").starts_with("error: cannot read `none.xml`: "), "{}", said("none.xml"));
}

/// Coordinates of floating bodies stay those of the file where MuJoCo moves them to the centre of mass.
#[test]
fn aligned_frames_are_reported() {
    let free = |compiler: &str, joint: &str, on_it: &str| {
        let body = format!("<body name=\"f\">{joint}<geom size=\".1\" pos=\".3 0 0\"/>{on_it}</body>");
        warnings(&world(compiler, &body))
    };
    let aligned = "<compiler alignfree=\"true\"/>";
    let why = "its coordinates are those of the frame of `f`, not of its centre of mass";
    let said = free("", "<freejoint align=\"true\"/>", "");
    assert!(said.contains(&format!("`align` is ignored for `f_joint`: {why}")), "{said}");
    for joint in ["<freejoint/>", "<freejoint align=\"auto\"/>", "<joint type=\"free\"/>"] {
        let said = free(aligned, joint, "");
        assert!(
            said.contains(&format!("`alignfree` of `<compiler>` is ignored for `f_joint`: {why}")),
            "{said}"
        );
    }
    // MuJoCo does not align these.
    assert_eq!(free("", "<freejoint/>", ""), "");
    assert_eq!(free(aligned, "<freejoint align=\"false\"/>", ""), "");
    assert_eq!(free(aligned, "<freejoint/>", "<body><geom size=\".1\"/></body>"), "");
}

/// Limits as in MuJoCo: a range holds unless it is empty; one that must hold has to be in order.
#[test]
fn limits_that_do_not_hold_are_reported() {
    let said =
        |compiler: &str, joint: &str| warnings(&model(compiler, &format!("<joint name=\"j\" {joint}/>")));
    let expected =
        "`range` of `j` is ignored, as in MuJoCo: it does not go from a smaller number to a larger one";
    assert!(said("", "range=\"1 -1\"").contains(expected), "{}", said("", "range=\"1 -1\""));
    let off = "<compiler autolimits=\"false\"/>";
    let expected =
        "`range` of `j` is ignored: `autolimits` of `<compiler>` is off, and the joint has no `limited`";
    assert!(said(off, "range=\"0 1\"").contains(expected), "{}", said(off, "range=\"0 1\""));
    for silent in ["range=\"0 0\"", "range=\"-1 1\"", "range=\"1 -1\" limited=\"false\""] {
        assert_eq!(said("", silent), "", "{silent}");
    }
    let shown = refused(&model("", "<joint name=\"j\" limited=\"true\" range=\"1 -1\"/>"));
    let expected = "error: `range` of `j` does not go from a smaller number to a larger one\n";
    assert!(shown.starts_with(expected), "{shown}");
    let shown = refused(&model("", "<joint name=\"j\" range=\"1\"/>"));
    assert!(shown.starts_with("error: `range` of `joint` does not have two numbers\n"), "{shown}");
    assert_eq!(said("", "actuatorfrcrange=\"-1 1\""), "");
}

#[test]
fn unknown_attributes_are_reported() {
    let said = warnings(&model(
        "<option><flag sprin=\"disable\"/></option><default><joint dampin=\"1\"/></default>",
        "<joint name=\"j\" typ=\"slide\"/><joint name=\"k\" typ=\"slide\"/><geom size=\".1\" class=\"main\"/>",
    ));
    for expected in [
        "`typ` is not an attribute of `joint`, and ignored (2 times)",
        "did you mean `type`?",
        "`sprin` is not an attribute of `flag`, and ignored\n",
        "did you mean `spring`?",
        "`dampin` is not an attribute of `joint`, and ignored\n",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
}

/// What MuJoCo shows: geoms of the groups 0 to 2, meshes with the changes to their numbers, on the body that carries them.
#[test]
fn visual_shapes_are_those_of_mujoco() {
    let text = "<mujoco><compiler meshdir=\"parts\"/>
        <default><mesh scale=\"0.001 0.001 0.001\"/></default>
        <asset><mesh name=\"hull\" file=\"a/hull.stl\" refpos=\"1 2 3\" refquat=\"0 0 0 2\"/><mesh file=\"cap.obj\" scale=\"1 1 1\"/></asset>
        <worldbody><geom type=\"plane\" size=\"1 1 1\"/><geom type=\"box\" size=\"1 1 .5\" pos=\"0 0 -1\"/>
          <body name=\"rod\" pos=\"0 0 2\"><joint/>
            <geom type=\"capsule\" fromto=\"0 0 0 0 0 -1\" size=\".1\"/>
            <geom type=\"box\" size=\"1 1 1\" group=\"3\"/>
            <geom type=\"mesh\" mesh=\"hull\" mass=\"0\" pos=\"0 1 0\"/>
            <body pos=\"3 0 0\"><geom type=\"mesh\" mesh=\"cap\" density=\"0\"/>
              <geom type=\"ellipsoid\" size=\".1 .2 .3\" density=\"0\"/></body>
          </body></worldbody></mujoco>";
    let import = Import::default();
    let looks = mech("m.xml", text, &import, false).unwrap_or_else(|mistakes| panic!("{mistakes}")).looks;
    let on: Vec<Option<&str>> = looks.iter().map(|look| look.body.as_deref()).collect();
    assert_eq!(on, [None, Some("rod"), Some("rod"), Some("rod"), Some("rod"), Some("rod"), Some("rod")]);
    assert_eq!((&looks[0].form, looks[0].position), (&LookForm::Box([2.0, 2.0, 1.0]), [0.0, 0.0, -1.0]));
    assert_eq!(looks[1].form, LookForm::Cylinder { radius: 0.1, length: 1.0 });
    assert_eq!(looks[1].position, [0.0, 0.0, -0.5]);
    let ends = [looks[2].position[2], looks[3].position[2]];
    assert_eq!((ends[0].max(ends[1]), ends[0].min(ends[1])), (0.0, -1.0));
    let LookForm::Mesh { file, scale, origin, turned } = &looks[4].form else { panic!("{:?}", looks[4]) };
    assert_eq!((file.as_str(), *scale, *origin), ("parts/a/hull.stl", [0.001; 3], [1.0, 2.0, 3.0]));
    assert_eq!(*turned, [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]);
    assert_eq!(looks[4].position, [0.0, 1.0, 0.0]);
    assert!(
        matches!(&looks[5].form, LookForm::Mesh { file, scale, .. } if file == "parts/cap.obj" && *scale == [1.0; 3])
    );
    assert_eq!((&looks[6].form, looks[6].position), (&LookForm::Ellipsoid([0.1, 0.2, 0.3]), [3.0, 0.0, 0.0]));
}
