//! URDF files → the language: whole files against golden texts, options, names, mistakes at their places.

mod mjcf;
mod origins;
mod wild;

use linkwork_compiler::Options;
use linkwork_compiler::build::compile_text;
use linkwork_compiler::robots::{Base, Import, LookForm, mech};
use std::path::{Path, PathBuf};
use wild::generator::Kind;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/urdf").join(name)
}

fn read(name: &str) -> String {
    std::fs::read_to_string(file(name)).expect("a file of the tests")
}

fn imported(name: &str, import: &Import) -> String {
    mech(name, &read(name), import, false).expect("no mistakes").text
}

/// `BLESS=1 cargo test` rewrites the golden texts.
fn golden(name: &str, text: &str) {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(file(name), text).expect("a golden text is written");
    }
    assert_eq!(text, read(name), "{name}");
}

#[test]
fn robots_are_translated_to_the_golden_texts() {
    golden("arm.mech", &imported("arm.urdf", &Import::default()));
    golden("gripper.mech", &imported("gripper.urdf", &Import { motors: true, ..Import::default() }));
    let floating = Import { base: Base::Floating, name: Some("walker".into()), ..Import::default() };
    golden("quadruped.mech", &imported("quadruped.urdf", &floating));
}

/// A robot of two links around some elements.
fn robot(elements: &str) -> String {
    let inertial =
        r#"<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>"#;
    format!(
        "<robot name=\"r\">\n<link name=\"a\"/>\n<link name=\"b\">{inertial}</link>\n{elements}\n</robot>\n"
    )
}

const JOINT: &str = r#"<joint name="j" type="revolute"><parent link="a"/><child link="b"/></joint>"#;

#[test]
fn omitted_attributes_have_the_defaults_of_urdf() {
    let text = mech("r.urdf", &robot(JOINT), &Import::default(), false).expect("no mistakes").text;
    assert!(text.contains("    frame a = fixed(ground);\n"), "{text}");
    assert!(
        text.contains(
            "    body b {\n        mass: 1 [kg],\n        inertia: diagonal(1, 1, 1) [kg*m^2],\n    }\n"
        ),
        "{text}"
    );
    assert!(text.contains("    joint j = revolute(a, b, axis: [1, 0, 0]);\n"), "{text}");
    assert!(!text.contains("Limits") && !text.contains("force"), "{text}");
}

#[test]
fn other_joints_have_their_keywords() {
    let kind = |kind: &str| {
        let text = robot(&JOINT.replace("revolute", kind).replace("<parent", "<axis xyz=\"0 0 2\"/><parent"));
        mech("r.urdf", &text, &Import::default(), false).expect("no mistakes").text
    };
    assert!(kind("planar").contains("joint j = planar(a, b, normal: [0, 0, 2]);"));
    assert!(kind("floating").contains("joint j = free(a, b);"));
    assert!(kind("prismatic").contains("joint j = prismatic(a, b, axis: [0, 0, 2]);"));
    assert!(kind("fixed").contains("frame b = fixed(a);"));
}

/// The names that the import creates differ from those of the file.
/// Where j is zero, k = −2·0 + 0.3 and l = 10 k − 1: they start there, and not where all three are nearest to zero.
#[test]
fn followers_start_beside_a_driver_at_zero() {
    let link = |name: &str| {
        format!(
            r#"<link name="{name}"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>"#
        )
    };
    let follower = |name: &str, child: &str, mimic: &str| {
        format!(
            r#"<joint name="{name}" type="revolute"><parent link="b"/><child link="{child}"/><mimic {mimic}/></joint>"#
        )
    };
    let elements = [
        JOINT.to_owned(),
        link("c"),
        link("d"),
        link("e"),
        follower("k", "c", r#"joint="j" multiplier="-2" offset="0.3""#),
        follower("l", "d", r#"joint="k" multiplier="10" offset="-1""#),
        follower("m", "e", r#"joint="j" multiplier="3""#),
    ];
    let text =
        mech("r.urdf", &robot(&elements.concat()), &Import::default(), false).expect("no mistakes").text;
    assert!(text.contains("initial { k.angle: ~0.3, l.angle: ~2 }"), "{text}");
}

#[test]
fn names_stay_distinct() {
    let more = r#"<link name="B"/><link name="j_mount"/>
        <joint name="b" type="fixed"><parent link="b"/><child link="B"/></joint>
        <joint name="k" type="fixed"><parent link="b"/><child link="j_mount"/></joint>"#;
    let turned = JOINT.replace("<parent", r#"<origin rpy="0 0.5 0"/><parent"#);
    let text = mech("r.urdf", &robot(&format!("{turned}{more}")), &Import::default(), false)
        .expect("no mistakes")
        .text;
    assert!(text.contains("frame j_mount_frame = fixed(a, rotation: rpy(0, 0.5, 0));"), "{text}");
    assert!(text.contains("joint j = revolute(j_mount_frame, b, axis: [1, 0, 0]);"), "{text}");
    assert!(
        text.contains("frame B_link = fixed(b);") && text.contains("frame j_mount = fixed(b);"),
        "{text}"
    );
}

#[test]
fn massless_links_may_carry_heavy_ones() {
    let between = r#"<link name="c"/>
        <joint name="slide" type="prismatic"><parent link="a"/><child link="c"/></joint>
        <joint name="turn" type="continuous"><parent link="c"/><child link="b"/></joint>"#;
    let text = mech("r.urdf", &robot(between), &Import::default(), false).expect("no mistakes").text;
    assert!(
        text.contains("body c { mass: 0 [kg], inertia: diagonal(0, 0, 0) [kg*m^2], allow: massless }"),
        "{text}"
    );
}

/// The first line of the message of a mistake, its line in the file, and the help.
fn refused(text: &str, import: &Import) -> (String, usize, String) {
    let shown = mech("r.urdf", text, import, false).expect_err("a mistake").to_string();
    let fact = shown.lines().next().unwrap_or_default().to_owned();
    let place = shown.split("r.urdf:").nth(1).unwrap_or_default();
    let line = place.split(':').next().unwrap_or_default().parse().unwrap_or(0);
    let help = shown.lines().find_map(|line| line.split_once("Help: ")).map(|(_, help)| help.to_owned());
    assert_eq!(shown.matches("error: ").count(), 1, "{shown}");
    (fact, line, help.unwrap_or_default())
}

#[test]
fn mistakes_are_reported_at_their_place() {
    let fixed = Import::default();
    let said = |elements: &str| refused(&robot(elements), &fixed);
    let one = |fact: &str, line: usize, help: &str| (format!("error: {fact}"), line, help.to_owned());

    let unknown = JOINT.replace("\"a\"", "\"aa\"");
    assert_eq!(said(&unknown), one("the parent of `j` is not a link: `aa`", 4, "did you mean `a`?"));
    assert_eq!(said(&format!("{JOINT}\n<link name=\"b\"/>")), one("two links are named `b`", 5, ""));
    let again = JOINT.replace("\"j\"", "\"k\"");
    assert_eq!(
        said(&format!("{JOINT}\n{again}")),
        one(
            "`b` is the child of two joints",
            5,
            "URDF describes trees only: close loops with a joint in the .mech file"
        )
    );
    assert_eq!(said(""), one("neither `a` nor `b` is the child of a joint", 3, ""));
    let back = JOINT
        .replace("\"j\"", "\"k\"")
        .replace("\"a\"", "\"c\"")
        .replace("\"b\"", "\"a\"")
        .replace("\"c\"", "\"b\"");
    assert_eq!(
        said(&format!("{JOINT}\n{back}")),
        one("every link is the child of a joint", 2, "one link must not be the child of any joint")
    );
    let circle = r#"<link name="c"/><link name="d"/>
<joint name="k" type="fixed"><parent link="c"/><child link="d"/></joint>
<joint name="l" type="fixed"><parent link="d"/><child link="c"/></joint>"#;
    assert_eq!(said(&format!("{JOINT}\n{circle}")), one("`c` is an ancestor of itself", 5, ""));
    assert_eq!(
        said(&JOINT.replace("<parent", "<axis xyz=\"0 0 0\"/><parent")),
        one("the axis of `j` has no direction: it is zero", 4, "")
    );
    assert_eq!(
        said(&JOINT.replace("<parent", "<origin xyz=\"0 nan 0\"/><parent")),
        one("`j` has a number that is not finite", 4, "")
    );
    assert_eq!(
        said(&JOINT.replace("<parent", "<mimic joint=\"i\"/><parent")),
        one("`j` mimics `i`, which is not a joint", 4, "")
    );
    assert_eq!(
        said(&JOINT.replace("<parent", "<mimic joint=\"j\"/><parent")),
        one("`j` mimics itself", 4, "")
    );
    let light = format!(
        "{JOINT}\n<link name=\"tip\"/>\n{}",
        again.replace("\"a\"", "\"b\"").replace("<child link=\"b\"", "<child link=\"tip\"")
    );
    assert_eq!(
        said(&light),
        one(
            "`tip` moves, but neither it nor its descendants have a mass",
            5,
            "give it an `<inertial>`, or make its joint `fixed`"
        )
    );
    let world = robot(JOINT).replace("\"a\"", "\"world\"");
    let floating = Import { base: Base::Floating, ..Import::default() };
    assert_eq!(
        refused(&world, &floating),
        one(
            "`world` is the ground and cannot float",
            2,
            "remove it from the file, or import with a fixed base"
        )
    );
}

/// Attributes are marked, not the elements around them.
#[test]
fn mistakes_are_at_their_attribute() {
    let said = |elements: &str, marked: &str| {
        let text = robot(elements);
        let shown = mech("r.urdf", &text, &Import::default(), false).expect_err("a mistake").to_string();
        let column = text.lines().find_map(|line| line.find(marked)).expect("a place") + 1;
        assert!(shown.lines().nth(1).is_some_and(|line| line.ends_with(&format!(":{column} ]"))), "{shown}");
    };
    let with = |part: &str| JOINT.replace("<parent", &format!("{part}<parent"));
    said(&JOINT.replace("\"a\"", "\"aa\""), "link=\"aa\"");
    said(&JOINT.replace("revolute", "hinge"), "type=\"hinge\"");
    said(&JOINT.replace("link=\"b\"", "lnk=\"b\""), "<child lnk");
    said(&with("<axis xyz=\"0 0 0\"/>"), "xyz=");
    said(&with("<axis xyz=\"0 zero 1\"/>"), "xyz=");
    said(&with("<origin xyz=\"0 0 1\" rpy = '1 2'/>"), "rpy = ");
    said(&with("<mimic joint=\"i\"/>"), "joint=\"i\"");
}

#[test]
fn invalid_urdf_is_refused_with_its_line() {
    let (fact, line, _) = refused("<robot name=\"r\">\n<link name=\"a\">\n</robot>\n", &Import::default());
    assert_eq!(fact, "error: this is not URDF: `link` must be closed before this");
    assert_eq!(line, 3);
    let (fact, line, _) = refused("<robot>\n\n<link name=a/>\n</robot>\n", &Import::default());
    assert!(fact.starts_with("error: this is not URDF: "), "{fact}");
    assert_eq!(line, 3, "{fact}");
    let (fact, ..) = refused(&robot(&JOINT.replace("<parent link=\"a\"/>", "")), &Import::default());
    assert!(fact.starts_with("error: this is not URDF: ") && fact.contains("parent"), "{fact}");
    let (fact, ..) = refused("not xml", &Import::default());
    assert!(fact.starts_with("error: this is not URDF: "), "{fact}");
}

/// Warnings of an import, without their places.
fn warned(text: &str, import: &Import) -> Vec<String> {
    let robot = mech("r.urdf", text, import, false).expect("no mistakes");
    robot.warnings.iter().map(|found| found.message.clone()).collect()
}

#[test]
fn elements_without_effect_on_dynamics_are_listed() {
    let looks = r#"<visual><origin xyz="0 0"/><geometry><sphere radius="1"/></geometry></visual>
        <visual><geometry><box size="0 1 1"/></geometry></visual>
        <visual><geometry><mesh filename="x.stl"/></geometry><material name="m"><texture/></material></visual>
        <collision/><inertial><mass value="2"/></inertial>"#;
    let text = robot(JOINT).replace("</inertial></link>", &format!("</inertial>{looks}</link>"));
    let more = r#"<gazebo:plugin x="1"/><transmission name="t"/><transmission name="u"/>
        <joint name="k" type="fixed"><parent link="b"/><child link="c"/><mimic joint="j"/><limit lower="low"/></joint>
        <link name="c"><inertial><mass value="0.5"/></inertial></link>"#;
    let found = warned(&text.replace("</robot>", &format!("{more}</robot>")), &Import::default());
    assert_eq!(
        found,
        [
            "`b` has another `inertial`: only the first one is used",
            "a `sphere` of `b` is ignored: it has no size or origin",
            "a `box` of `b` is ignored: it has no size or origin",
            "the `inertial` of `c` has no `inertia`: it is treated as a point mass",
            "the limit `lower` of the joint `k` is not a number: `low`",
            "not imported: `collision` (1), `gazebo:plugin` (1), `transmission` (2)",
            "`k` is fixed: `mimic` of `j` has no effect",
        ]
    );
}

/// Limits are imported where they are an interval of the only coordinate; others are named.
#[test]
fn limits_that_are_left_out_are_reported() {
    let said = |kind: &str, limit: &str| {
        let joint = JOINT.replace("revolute", kind).replace("<parent", &format!("<limit {limit}/><parent"));
        warned(&robot(&joint), &Import::default())
    };
    let none: [&str; 0] = [];
    let equal = "the limits of the joint `j` are equal, and ignored: the joint could not move";
    assert_eq!(said("revolute", "lower=\"0\" upper=\"0\""), [equal]);
    assert_eq!(said("prismatic", "lower=\"0.5\" upper=\"0.5\""), [equal]);
    assert_eq!(said("revolute", "effort=\"1\" velocity=\"2\""), none);
    assert_eq!(said("revolute", "lower=\"-1\" upper=\"1\""), none);
    assert_eq!(
        said("revolute", "lower=\"0\" upper=\"inf\""),
        ["the limits of the joint `j` are on one side only, and ignored"]
    );
    assert_eq!(
        said("planar", "lower=\"-1\" upper=\"1\""),
        ["the limits of the joint `j` are ignored: the joint does not have exactly one coordinate"]
    );
    assert_eq!(
        said("continuous", "lower=\"-1\" upper=\"1\""),
        ["the limits of the joint `j` are ignored: a `continuous` joint has none"]
    );
    assert_eq!(said("continuous", "lower=\"0\" upper=\"0\""), none);
    assert_eq!(
        said("prismatic", "lower=\"1\" upper=\"-1\""),
        ["the limits of the joint `j` are in the wrong order, and ignored"]
    );
}

#[test]
fn unphysical_inertias_are_reported() {
    let fixed = Import::default();
    let flat = robot(JOINT).replace("izz=\"1\"", "izz=\"3\"");
    assert_eq!(warned(&flat, &fixed), ["the inertia of `b` is unphysical"]);
    assert!(mech("r.urdf", &flat, &fixed, false).expect("no mistakes").text.contains("unphysical_inertia"));
    // The link that is fixed on the body is the reason.
    let tool = r#"<link name="c"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="9"/></inertial></link>
        <joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint>"#;
    assert_eq!(warned(&robot(&format!("{JOINT}{tool}")), &fixed), ["the inertia of `c` is unphysical"]);
    let (fact, line, _) = refused(&robot(JOINT).replace("ixx=\"1\"", "ixx=\"-1\""), &fixed);
    assert_eq!((fact.as_str(), line), ("error: a moment of inertia of `b` is negative", 3));
}

#[test]
fn moments_that_are_negative_by_rounding_are_zero() {
    let point = "<inertia ixx=\"-5.4e-20\" ixy=\"0\" ixz=\"0\" iyy=\"0\" iyz=\"0\" izz=\"0\"/>";
    let tool = format!(
        r#"<link name="c"><inertial><mass value="0.5"/>{point}</inertial></link>
        <joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint>"#
    );
    let fixed = Import::default();
    let said = warned(&robot(&format!("{JOINT}{tool}")), &fixed);
    assert_eq!(said, ["a moment of inertia of `c` is negative by rounding: it is taken as zero"]);
    let (fact, _, _) = refused(&robot(&format!("{JOINT}{tool}")).replace("e-20", "e-15"), &fixed);
    assert_eq!(fact, "error: a moment of inertia of `c` is negative");
}

#[test]
fn counts_are_singular_or_plural() {
    let text = |elements: &str| {
        mech("r.urdf", &robot(elements), &Import::default(), false).expect("no mistakes").text
    };
    assert!(text(JOINT).contains("imported from URDF: 2 links, 1 joint, which moves.\n"));
    let welded = text(&JOINT.replace("revolute", "fixed"));
    assert!(welded.contains("imported from URDF: 2 links, 1 joint, which is fixed.\n"), "{welded}");
    let tool = r#"<link name="c"/><joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint>"#;
    let both = text(&format!("{JOINT}{tool}"));
    assert!(both.contains("imported from URDF: 3 links, 2 joints, 1 of which moves.\n"), "{both}");
}

/// The centre of mass of an `<inertial>` without origin is that of the link, regardless of its shapes.
#[test]
fn shapes_do_not_move_the_centre_of_mass() {
    let shape =
        r#"<visual><origin xyz="0 0 0.5"/><geometry><cylinder radius="0.1" length="1"/></geometry></visual>"#;
    let text = robot(JOINT).replace("</inertial></link>", &format!("</inertial>{shape}</link>"));
    let text = mech("r.urdf", &text, &Import::default(), false).expect("no mistakes").text;
    assert!(text.contains("com: [0, 0, 0] [m],") && text.contains("center: [0, 0, 0.5] [m]"), "{text}");
}

/// Looks are the shapes that the text does not draw, on the bodies of the text: also those of fixed links and of the ground.
#[test]
fn visual_shapes_belong_to_bodies() {
    let inertial =
        "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>";
    let text = format!(
        "<robot name='r'><link name='world'><visual><geometry><box size='1 2 3'/></geometry></visual></link>
         <link name='an arm'>{inertial}
           <visual><origin xyz='0 0 1' rpy='0 0 1.5707963267948966'/><geometry><mesh filename='package://a/b.stl' scale='1 1 -2'/></geometry></visual>
           <visual><geometry><sphere radius='1'/></geometry></visual>
           <visual><origin rpy='0.5 0 0'/><geometry><box size='1 1 1'/></geometry></visual></link>
         <link name='tip'><visual><origin xyz='1 0 0'/><geometry><mesh filename='tip.obj'/></geometry></visual></link>
         <joint name='hinge' type='continuous'><parent link='world'/><child link='an arm'/></joint>
         <joint name='weld' type='fixed'><origin xyz='0 5 0' rpy='0 0 1.5707963267948966'/><parent link='an arm'/><child link='tip'/></joint></robot>"
    );
    let looks = mech("r.urdf", &text, &Import::default(), false).expect("a robot").looks;
    let bodies: Vec<Option<&str>> = looks.iter().map(|look| look.body.as_deref()).collect();
    assert_eq!(bodies, [None, Some("an_arm"), Some("an_arm"), Some("an_arm")]);
    assert_eq!(looks[0].form, LookForm::Box([1.0, 2.0, 3.0]));
    let quarter = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    assert_eq!((looks[1].position, looks[1].rotation), ([0.0, 0.0, 1.0], quarter));
    assert!(
        matches!(&looks[1].form, LookForm::Mesh { file, scale, .. } if file == "package://a/b.stl" && *scale == [1.0, 1.0, -2.0])
    );
    // The rotated box; the sphere is a shape of the text.
    assert_eq!(looks[2].form, LookForm::Box([1.0; 3]));
    // A metre along x of the tip, which is along y of the arm.
    assert_eq!((looks[3].position, looks[3].rotation), ([0.0, 6.0, 0.0], quarter));
    let floating = Import { base: Base::Floating, ..Import::default() };
    let bare = text.replace("'world'", "'base'").replacen("<visual>", &format!("{inertial}<visual>"), 1);
    let looks = mech("r.urdf", &bare, &floating, false).expect("a robot").looks;
    assert_eq!(looks[0].body, Some("an_arm".to_owned()));
}

/// A rotor with inertia and without mass rotates with the link that it is fixed to, or by a joint of its own.
#[test]
fn inertia_without_mass_counts() {
    let rotor = r#"<link name="c"><inertial><mass value="0"/><inertia ixx="0.1" iyy="0.2" izz="0.3" ixy="0" ixz="0" iyz="0"/></inertial></link>
        <joint name="k" type="TYPE"><parent link="b"/><child link="c"/></joint>"#;
    let text = |kind: &str| {
        let text = robot(&format!("{JOINT}{}", rotor.replace("TYPE", kind)));
        assert_eq!(warned(&text, &Import::default()), ["the `inertial` of `c` has an inertia but no mass"]);
        mech("r.urdf", &text, &Import::default(), false).expect("no mistakes").text
    };
    assert!(text("fixed").contains("mass: 1 [kg],\n        inertia: diagonal(1.1, 1.2, 1.3) [kg*m^2]"));
    let moving = "body c {\n        mass: 0 [kg],\n        inertia: diagonal(0.1, 0.2, 0.3) [kg*m^2],\n        allow: massless,";
    assert!(text("continuous").contains(moving), "{}", text("continuous"));
}

#[test]
fn the_first_link_of_a_world_is_floating() {
    let text = robot(&JOINT.replace("revolute", "fixed")).replace("\"a\"", "\"world\"");
    let fixed = warned(&text, &Import::default());
    assert_eq!(fixed, ["no link of the robot moves: all are fixed to the ground"]);
    // Other commands have no such option.
    let made = mech("r.urdf", &text, &Import::default(), false).expect("no mistakes");
    let helps: Vec<&String> = made.warnings.iter().flat_map(|found| &found.helps).collect();
    assert_eq!(helps.len(), 1, "{helps:?}");
    assert!(helps[0].starts_with("`linkwork import --floating`"), "{helps:?}");
    let floating = Import { base: Base::Floating, ..Import::default() };
    let text = mech("r.urdf", &text, &floating, false).expect("no mistakes").text;
    assert!(text.contains("joint j = free(world, b);"), "{text}");
}

#[test]
fn rounded_right_angles_are_reported_or_corrected() {
    let text = robot(&JOINT.replace("<parent", r#"<origin rpy="1.5708 0.0005 -3.14"/><parent"#));
    assert_eq!(
        warned(&text, &Import::default()),
        ["2 angles such as 1.5708 are multiples of 90 deg up to rounding"]
    );
    let mended = Import { right_angles: true, ..Import::default() };
    assert!(warned(&text, &mended).is_empty());
    let text = mech("r.urdf", &text, &mended, false).expect("no mistakes").text;
    assert!(text.contains("rotation: rpy(90 [deg], 0.0005, -180 [deg])"), "{text}");
}

/// Seven axes in the frames of the Panda, whose right angles are written `1.5708`; masses and inertias without symmetry.
fn arm() -> String {
    const FRAMES: [(&str, &str); 7] = [
        ("0 0 0.333", "0"),
        ("0 0 0", "-1.5708"),
        ("0 -0.316 0", "1.5708"),
        ("0.0825 0 0", "1.5708"),
        ("-0.0825 0.384 0", "-1.5708"),
        ("0 0 0", "1.5708"),
        ("0.088 0 0", "1.5708"),
    ];
    let mut text = r#"<robot name="arm"><link name="link0"/>"#.to_owned();
    for (i, (place, roll)) in FRAMES.iter().enumerate() {
        let link = i + 1;
        text += &format!(
            r#"<link name="link{link}"><inertial><origin xyz="0.0{link}1 -0.02{i} 0.0{link}3"/><mass value="{link}.5"/>
            <inertia ixx="0.{link}03" iyy="0.{link}07" izz="0.{link}05" ixy="0.001{i}" ixz="0.002{i}" iyz="0.003{i}"/>
            </inertial></link><joint name="joint{link}" type="continuous"><parent link="link{i}"/><child link="link{link}"/>
            <origin xyz="{place}" rpy="{roll} 0 0"/><axis xyz="0 0 1"/></joint>"#
        );
    }
    text + "</robot>"
}

/// Additions, multiplications, divisions and functions of the mass matrix, the inverse and the forward dynamics.
fn operations(import: &Import) -> [usize; 3] {
    let text = mech("arm.urdf", &arm(), import, false).expect("no mistakes").text;
    let compiled = compile_text("arm.mech", &text, &Options::default(), false).expect("no mistakes");
    let counts = compiled.programs[0].operations();
    let sum = |routines: &[&str]| -> usize {
        let of = counts.iter().filter(|(name, _)| routines.contains(name));
        of.map(|(_, count)| count.total()).sum()
    };
    [
        sum(&["now", "place", "mass_matrix"]),
        sum(&["now", "place", "residual"]),
        sum(&["now", "place", "applied_force", "factor_saddle", "solve_saddle"]),
    ]
}

/// A sine or a cosine of 1.5708 is a number, where that of 90° is 0 or 1: half of the mass matrix is products with them.
#[test]
fn right_angles_halve_the_operations_of_an_arm() {
    let (rounded, right) =
        (operations(&Import::default()), operations(&Import { right_angles: true, ..Import::default() }));
    let share = |i: usize| right[i] as f64 / rounded[i] as f64;
    assert!(share(0) < 0.5, "{right:?} of {rounded:?}");
    assert!(share(1) < 0.6 && share(2) < 0.65, "{right:?} of {rounded:?}");
}

#[test]
fn numbers_that_dynamics_need_are_required() {
    let wrong = |from: &str, to: &str| refused(&robot(JOINT).replace(from, to), &Import::default()).0;
    assert_eq!(wrong("ixx=\"1\" ", ""), "error: the `inertia` of the `inertial` of `b` has no `ixx`");
    assert_eq!(
        wrong("<parent", "<axis xyz=\"0 1\"/><parent"),
        "error: `xyz` of the joint `j` is not a vector of three numbers: `0 1`"
    );
    assert_eq!(wrong("revolute", "revolut"), "error: the joint `j` has the unknown type `revolut`");
    assert_eq!(
        wrong("value=\"1\"", "value=\"1,0\""),
        "error: `value` of the `inertial` of `b` is not a number: `1,0`"
    );
    assert_eq!(
        wrong("<link name=\"a\"/>", "<xacro:macro/>"),
        "error: this is not URDF yet: it contains xacro macros"
    );
    assert_eq!(wrong("robot", "sdf"), "error: this is not URDF: the root element is `sdf`, not `robot`");
    assert_eq!(
        wrong("robot", "mujocoinclude"),
        "error: this is a part of a robot in MJCF: the root element is `mujocoinclude`"
    );
    assert_eq!(
        wrong("<link name=\"a\"/>", &format!("{}{}", "<x>".repeat(600), "</x>".repeat(600))),
        "error: this is not URDF: elements are nested more than 512 levels deep"
    );
}

/// These texts of a kind, which the example `fuzz` tries for as long as wanted: ten thousand of all kinds, most of them fast to check.
fn random_texts(kind: Kind, count: u64) {
    let seeds = wild::generator::Seeds::read();
    assert!(!seeds.descriptions.is_empty() && !seeds.robots.is_empty(), "there is nothing to damage");
    let trial = |number| wild::trial::trial(kind, number, &seeds).err();
    let wrong: Vec<String> = (0..count).filter_map(trial).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn random_tokens_give_a_program_or_a_message() {
    random_texts(Kind::Tokens, 3200);
    random_texts(Kind::Bytes, 3500);
}

#[test]
fn random_sentences_give_a_program_or_a_message() {
    random_texts(Kind::Grammar, 2900);
}

#[test]
fn damaged_descriptions_give_a_program_or_a_message() {
    random_texts(Kind::Damaged, 200);
}

#[test]
fn random_robots_give_a_program_or_a_message() {
    random_texts(Kind::Robot, 150);
    random_texts(Kind::Mjcf, 50);
}
