//! References find the names of the file, and no names that are made up for what has none.

use super::{imported, model, refused, world};

#[test]
fn references_find_names_of_the_file_alone() {
    // A joint without a name would be called `arm_joint`, too.
    let arm = "<body name=\"arm\"><joint type=\"slide\" axis=\"1 0 0\"/><geom size=\".1\"/>
        <body name=\"hand\"><joint name=\"arm_joint\" axis=\"0 1 0\"/><geom size=\".1\"/></body></body>";
    let motor = "<actuator><motor name=\"drive\" joint=\"arm_joint\"/></actuator>";
    let text = imported(&world(motor, arm));
    for expected in [
        "joint arm_joint_joint = prismatic(ground, arm, axis: [1, 0, 0]);",
        "joint arm_joint = revolute(arm, hand, axis: [0, 1, 0]);",
        "force drive_effort = torque(arm_joint, 1 [N*m] * drive);",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let shown = refused(&world(motor, &arm.replace("name=\"arm_joint\" ", "")));
    assert!(shown.starts_with("error: `joint` of `motor` is not a joint: `arm_joint`\n"), "{shown}");

    // The first of these bodies would be called `body_1`.
    let bodies = "<body pos=\"0 0 1\"><joint name=\"a\"/><geom size=\".1\"/></body>
        <body name=\"\" pos=\"0 1 1\"><joint name=\"b\"/><geom size=\".1\"/></body>
        <body name=\"body_1\" pos=\"0 2 1\"><joint name=\"c\"/><geom size=\".1\"/></body>
        <body name=\"w\" pos=\"1 2 1\"><joint name=\"d\"/><geom size=\".1\"/></body>";
    let weld = "<equality><weld body1=\"w\" body2=\"body_1\"/></equality>";
    let text = imported(&world(weld, bodies));
    for expected in [
        "joint c = revolute(ground at [0, 2, 1] [m], body_1, axis: [0, 0, 1]);",
        "joint weld = fixed(w at [-1, 0, 0] [m], body_1, cut: true);",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let shown = refused(&world(weld, &bodies.replace("name=\"body_1\" ", "")));
    assert!(shown.starts_with("error: `body2` of `weld` is not a body: `body_1`\n"), "{shown}");
}

#[test]
fn names_are_given_once() {
    let twice = |elements: &str, inside: &str, fact: &str| {
        let shown = refused(&model(elements, inside));
        assert!(shown.starts_with(&format!("error: two {fact}\n")), "{fact}\n{shown}");
        assert!(shown.contains("named first") && shown.contains("named again"), "{shown}");
    };
    twice("", "<joint name=\"hinge\" axis=\"1 0 0\"/>", "joints are named `hinge`");
    twice("", "<body name=\"rod\"/>", "bodies are named `rod`");
    twice("", "<body name=\"world\"/>", "bodies are named `world`");
    twice("", "<site name=\"s\"/><site name=\"s\"/>", "sites are named `s`");
    let motor = "<motor name=\"m\" joint=\"hinge\"/>";
    twice(&format!("<actuator>{motor}{motor}</actuator>"), "", "actuators are named `m`");
    let fixed = "<joint name=\"e\" joint1=\"hinge\"/>";
    twice(&format!("<equality>{fixed}{fixed}</equality>"), "", "equalities are named `e`");
    // Different kinds may share one.
    imported(&model("<actuator><motor name=\"hinge\" joint=\"hinge\"/></actuator>", "<site name=\"rod\"/>"));
}

#[test]
fn counts_are_singular_or_plural() {
    assert!(imported(&model("", "")).contains("imported from MJCF: 1 body, 1 joint.\n"));
    let two = imported(&model("", "<body><joint axis=\"1 0 0\"/><geom size=\".1\"/></body>"));
    assert!(two.contains("imported from MJCF: 2 bodies, 2 joints.\n"), "{two}");
}
