//! MJCF files → the language: a whole file against its golden text, what is left out, mistakes at their places. The numbers are
//! compared with MuJoCo's where tapes are (`tape/tests/bodies/mujoco.rs`).

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

fn warnings(text: &str) -> String {
    let import = Import::default();
    mech("m.xml", text, &import, false)
        .unwrap_or_else(|mistakes| panic!("{mistakes}"))
        .warnings
        .render("m.xml", text, false)
}

#[test]
fn omitted_elements_are_reported() {
    let elements = "<option density=\"1.2\"/><tendon><fixed name=\"t\"/></tendon>
        <contact><exclude body1=\"rod\" body2=\"world\"/></contact>
        <actuator><muscle name=\"m\" joint=\"hinge\"/><motor name=\"t\" tendon=\"t\"/><position name=\"s\" joint=\"hinge\" dampratio=\"1\"/></actuator>";
    let said = warnings(&model(
        elements,
        "<camera/><body><joint type=\"ball\" stiffness=\"2\"/><geom size=\"0.1\"/></body>",
    ));
    for expected in [
        "the medium of the model (`density`) is ignored: its drag is not modelled",
        "not imported: `camera` (1), `tendon` (1), `contact` (1)",
        "the actuator `m` is ignored: actuators of this kind are not supported",
        "the actuator `t` is ignored: its joint does not have exactly one coordinate",
        "the actuator `s` is ignored: its `dampratio` depends on the inertia of the whole model",
        "`stiffness` of `body_2_joint` is ignored: the joint does not have exactly one coordinate",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
    assert_eq!(warnings(&model("", "")), "");
    let rounded = warnings(&model("<compiler angle=\"radian\"/>", "<body euler=\"1.5708 0 0\"/>"));
    assert!(rounded.contains("1 angle such as 1.5708 is right except for rounding"), "{rounded}");
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
    assert_eq!(said("", "<geom size=\"a\"/>"), one("`size` of a `geom` is not a list of numbers: `a`", "4"));
    assert_eq!(
        said("", "<geom type=\"mesh\" mesh=\"m\"/>"),
        one("`rod` takes its mass from a mesh, which is not read", "4")
    );
    assert_eq!(
        said("<actuator><motor joint=\"k\"/></actuator><equality><joint joint1=\"hing\"/></equality>", ""),
        one("`joint1` of a `joint` is not a joint: `hing`", "2")
    );
    assert_eq!(
        said("", "<replicate count=\"3\"><geom size=\"1\"/></replicate>"),
        one("a `replicate` is not supported, and the mechanism is incomplete without it", "4")
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
