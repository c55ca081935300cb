//! `linkwork verify`: correct mechanisms pass, also with numbers of very different magnitudes; certificates; warnings of repeated compilations.

use super::{Folder, linkwork, printed};

#[test]
fn mechanisms_with_idle_constraints_and_fast_bodies_pass() {
    let folder = Folder::new("verify");
    for (name, text) in [
        // Velocities that the constraints keep at zero are rounding, and so is all power of the reactions.
        (
            "Stool",
            "mechanism Stool in space {
                gravity = [0, 0, -9.81] [m/s^2];
                body stool { mass: 5 [kg], inertia: diagonal(0.1, 0.1, 0.15) [kg*m^2] }
                joint fly = free(ground, stool);
                joint front = point_on_plane(ground, stool at [0.2, 0, -0.4] [m], normal: [0, 0, 1]);
                joint left = point_on_plane(ground, stool at [-0.1, 0.17, -0.4] [m], normal: [0, 0, 1]);
                joint right = point_on_plane(ground, stool at [-0.1, -0.17, -0.4] [m], normal: [0, 0, 1]);
                initial { fly.z: ~0.4 [m], der(fly.x): 1 [m/s], fly.angular_velocity: [0, 0, 1] [rad/s] }
            }",
        ),
        // Coordinates of bodies follow a rotor at a hundred radians a second, joint coordinates do not.
        (
            "Bracket",
            "mechanism Bracket in plane {
                gravity = [0, -9.81] [m/s^2];
                body housing { mass: 4 [kg], inertia: 0.02 [kg*m^2] }
                body rotor { mass: 1 [kg], com: [0.005, 0] [m], inertia: 2e-3 [kg*m^2] }
                joint bolts = fixed(ground at [0.3, 0] [m], housing);
                joint shaft = revolute(housing, rotor);
                initial { der(shaft.angle): 100 [rad/s] }
            }",
        ),
        // Nothing moves: all velocities are rounding.
        (
            "Held",
            "mechanism Held in plane {
                gravity = [0, -9.81] [m/s^2];
                body link { mass: 1 [kg], inertia: 1 [kg*m^2] }
                joint h = revolute(ground, link at [0.5, 0.1] [m]);
                constraint hold: h.angle = 0;
            }",
        ),
        // At rest, where no force responds, and soon in fast motion.
        (
            "Double",
            "mechanism Double in plane {
                gravity = [0, -9.81] [m/s^2];
                body upper { mass: 1 [kg], shape: rod(length: 1 [m], center: [0.5, 0] [m]) }
                body lower { mass: 1 [kg], shape: rod(length: 1 [m], center: [0.5, 0] [m]) }
                joint shoulder = revolute(ground, upper);
                joint elbow = revolute(upper at [1, 0] [m], lower, damping: 0.1 [N*m*s/rad]);
                initial { shoulder.angle: 0 [deg], elbow.angle: 0 [deg] }
            }",
        ),
        // Soon at a dead centre, in faster motion than at the start.
        (
            "FourBar",
            "mechanism FourBar in plane {
                gravity = [0, -9.81] [m/s^2];
                body crank { mass: 0.5 [kg], com: [0.1, 0] [m], inertia: 2e-3 [kg*m^2] }
                body coupler { mass: 0.8 [kg], com: [0.25, 0] [m], inertia: 1.6e-2 [kg*m^2] }
                body rocker { mass: 0.7 [kg], com: [0.2, 0] [m], inertia: 1e-2 [kg*m^2] }
                joint j1 = revolute(ground, crank);
                joint j2 = revolute(crank at [0.2, 0] [m], coupler);
                joint j3 = revolute(coupler at [0.5, 0] [m], rocker at [0.4, 0] [m]);
                joint j4 = revolute(ground at [0.45, 0] [m], rocker);
                initial { j1.angle: 150 [deg], der(j1.angle): 8 [rad/s] }
            }",
        ),
    ] {
        // Another mechanism of the file, without bodies and with other parameters, does not matter.
        let other = "mechanism Osc { param m = 1 [kg]; coordinate x [m]; kinetic = m * der(x)^2 / 2; }";
        let file = folder.write("mechanism.mech", &format!("{other}\n{text}"));
        let text = printed(&["verify", &file, "--mechanism", name]);
        assert!(!text.contains("Osc"), "{text}");
        assert!(text.contains(&format!("{name} and {name}Absolute: all 6 checks passed")), "{text}");
        assert!(text.contains("power of the reactions"), "{text}");
    }
}

/// Inputs that are functions of time have no derivatives for the start of a run: the method keeps its order.
#[test]
fn inputs_that_depend_on_time_keep_the_order() {
    let folder = Folder::new("driven_order");
    let file = folder.write(
        "lag.mech",
        "mechanism Lag {
            coordinate x;
            state F = 1;
            input cmd;
            der(F) = cmd - F;
            kinetic = der(x)^2 / 2;
            force g = generalized(x, F - x);
            initial { x: 0.5 }
        }",
    );
    let text = printed(&["verify", &file, "--input", "cmd=sin(time)"]);
    assert!(text.contains("ok      order of the fifth-degree method"), "{text}");
}

/// In twice as many digits an iteration that friction makes linear takes more solves; zeros have all digits.
#[test]
fn certificates_of_friction_and_of_zeros() {
    let folder = Folder::new("certificates");
    let friction = folder.write(
        "friction.mech",
        "mechanism Rubbing in plane {
            gravity = [0, -9.81] [m/s^2];
            body b { mass: 1 [kg], inertia: 1e-2 [kg*m^2] }
            joint p = revolute(ground, b at [-0.3, 0] [m], friction: 0.6 [N*m]);
            initial { p.angle: -20 [deg] }
        }",
    );
    printed(&["certify", &friction, "--until", "2", "--step", "0.001"]);
    let zero = folder.write(
        "zero.mech",
        "mechanism Zero in plane {
            body b { mass: 1 [kg] }
            joint p = prismatic(ground, b, axis: [1, 0]);
        }",
    );
    let text = printed(&["certify", &zero]);
    assert!(text.contains("p.displacement") && !text.contains("NaN"), "{text}");
}

/// What is compiled to know the columns, and again for the run, warns once.
#[test]
fn watched_quantities_do_not_repeat_warnings() {
    let folder = Folder::new("watched_warnings");
    let file = folder.write(
        "rod.mech",
        "mechanism Rod in plane {
            param spare = 1;
            body rod { mass: 1 [kg], shape: rod(length: 1 [m]) }
            joint pin = revolute(ground, rod at [0.5, 0] [m]);
        }",
    );
    let output = linkwork(&["simulate", &file, "--until", "0.01", "--record", "pin.force.x=0"]);
    let message = String::from_utf8_lossy(&output.stderr);
    let count = message.matches("parameter `spare` is never used").count();
    assert!(output.status.success() && count == 1, "{message}");
}

/// What is compiled for comparison has other outputs and coordinates; what keeps that from being loops is not told.
#[test]
fn warnings_are_those_of_the_description() {
    let folder = Folder::new("verify_warnings");
    let file = folder.write(
        "rod.mech",
        "mechanism Rod in plane {
            unroll = never;
            body rod { mass: 1 [kg], shape: rod(length: 1 [m]) }
            joint pin = revolute(ground, rod at [0.5, 0] [m]);
        }",
    );
    let output = linkwork(&["verify", &file]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && message.is_empty(), "{message}");
}

/// Statements that are checked are of the description: neither of a copy whose motion is prescribed nor of another formulation.
#[test]
fn statements_are_those_of_the_description() {
    let folder = Folder::new("verify_statements");
    let text = "mechanism Pend in plane {
        gravity = [0, -10] [m/s^2];
        body b { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        joint p = revolute(ground, b at [-0.5, 0] [m]);
        freedoms = 1; conserves energy;
        budget { operations: OPERATIONS }
    }";
    let file = folder.write("pend.mech", &text.replace("OPERATIONS", "40"));
    let found = printed(&["inverse-dynamics", &file, "--motion", "p.angle = 0.5 [rad/s^2] * time^2"]);
    // I α + m g d cos φ at the start: 0.35 + 5.
    assert!(found.contains("5.35"), "{found}");
    assert!(printed(&["verify", &file]).contains("all"), "a budget is of the minimal form alone");
    let file = folder.write("dear.mech", &text.replace("OPERATIONS", "9"));
    let output = linkwork(&["check", &file]);
    assert!(!output.status.success());
}
