//! The choice of the method for stiff mechanisms, and the energies in the report.

use crate::{Folder, linkwork, number, printed};

/// Masses with a stiff link between them on a slow spring, x'' = −2 x.
const LINK: &str = "
mechanism Link {
    param damping = 1e7 [N*s/m];
    coordinate x [m];
    coordinate z [m];
    kinetic = 3 [kg] * der(x)^2 / 2 + 2 [kg] * der(z)^2 / 2;
    potential = 5 [N/m] * x^2 + 5e8 [N/m] * (x - z)^2;
    dissipation = damping * (der(x) - der(z))^2 / 2;
    initial { x: 0.1 [m], z: 0.1 [m] }
}
";

#[test]
fn a_stiff_mechanism_is_run_with_an_implicit_method_and_the_report_states_it() {
    let folder = Folder::new("stiff");
    let file = folder.write("link.mech", LINK);
    let explicit = linkwork(&["simulate", &file, "--method", "fifth-degree", "--until", "2"]);
    let message = String::from_utf8_lossy(&explicit.stderr).into_owned();
    assert_eq!(explicit.status.code(), Some(1), "{message}");
    assert!(message.contains("is stiff for steps of this size: the damping at coordinate `"), "{message}");
    for arguments in
        [&["simulate", &file, "--until", "2"][..], &["simulate", &file, "--until", "2", "--method", "auto"]]
    {
        let text = printed(arguments);
        let line = text.lines().find(|line| line.trim_start().starts_with("stiff ")).unwrap_or_default();
        assert!(
            line.contains("the fifth degree failed at t = ") && line.contains("the damping at"),
            "{text}"
        );
        assert!(text.contains("generalized-α"), "{text}");
        let expected = 0.1 * (2.0_f64.sqrt() * 2.0).cos();
        assert!((number(&text, "x ") - expected).abs() < 1e-4, "{text}");
    }
    // Standard output cannot be taken back: no second run begins.
    let streamed = linkwork(&["simulate", &file, "--until", "2", "--csv", "-"]);
    let message = String::from_utf8_lossy(&streamed.stderr).into_owned();
    assert_eq!(streamed.status.code(), Some(1), "{message}");
    assert!(
        message.contains("cannot be taken back") && message.contains("--method generalized-alpha"),
        "{message}"
    );
    // Other mechanisms are run with the default method.
    let file = folder.write("soft.mech", &LINK.replace("1e7", "0.1").replace("5e8", "50"));
    let state = |arguments: &[&str]| {
        let text = printed(&[&["simulate", &file], arguments].concat());
        assert!(!text.contains("stiff "), "{text}");
        text.split_once("state at").expect("a state").1.to_owned()
    };
    assert_eq!(state(&[]), state(&["--method", "fifth-degree"]));
    assert_eq!(state(&[]), state(&["--method", "auto"]));
}

/// A load on a cart by a stiff spring with a strong damper, and other forces.
const CARTS: &str = "mechanism Carts in plane {
    param hardness = 1e9 [N/m];
    body cart { mass: 3 [kg], inertia: 1 [kg*m^2] }
    body load { mass: 2 [kg], inertia: 1 [kg*m^2] }
    joint track = prismatic(ground, cart, axis: [1, 0]);
    joint slot = prismatic(cart, load, axis: [1, 0]);
    force slow = torsion_spring(track, stiffness: 10 [N/m], damping: 0.1 [N*s/m]);
    force fast = torsion_spring(slot, stiffness: hardness, damping: 1e7 [N*s/m]);
    force push = torque(track, 0.1 [N]);
    output felt = fast.force;
    initial { track.displacement: 0.1 [m] }
}";

/// The force is named by the choice of the method and where a method is given; a tolerance is kept by another method.
#[test]
fn the_force_that_makes_it_stiff_is_named() {
    let folder = Folder::new("named");
    let file = folder.write("carts.mech", CARTS);
    let text = printed(&["simulate", &file, "--until", "2"]);
    assert!(text.contains("generalized-α") && text.contains("by the force `fast`"), "{text}");
    let explicit = linkwork(&["simulate", &file, "--method", "fifth-degree", "--until", "2"]);
    let message = String::from_utf8_lossy(&explicit.stderr).into_owned();
    assert_eq!(explicit.status.code(), Some(1), "{message}");
    assert!(message.contains("note: the force `fast` makes it stiff"), "{message}");
    let text = printed(&["simulate", &file, "--until", "2", "--tolerance", "1e-7"]);
    assert!(text.contains("generalized-α") && text.contains("by the force `fast`"), "{text}");
    // One body of 5 kg on the slow spring, about 0.01 m.
    let (rate, damping) = (2.0_f64.sqrt(), 0.01);
    let expected =
        0.01 + 0.09 * (-damping * 2.0_f64).exp() * ((rate * 2.0).cos() + damping / rate * (rate * 2.0).sin());
    assert!((number(&text, "track.displacement ") - expected).abs() < 1e-5, "{text}");
}

/// A run that diverges without a failed step is reported and repeated with another method.
#[test]
fn spurious_energy_is_reported() {
    let unstable = ["simulate", "governor", "--step", "1e-3", "--until", "0.1"];
    let text = printed(&[&unstable[..], &["--method", "fifth-degree"]].concat());
    assert!(text.contains("\nwarning: the energy has grown by "), "{text}");
    let text = printed(&unstable);
    assert!(text.contains("the fifth degree gained spurious energy at t = "), "{text}");
    assert!(text.contains("generalized-α") && !text.contains("warning"), "{text}");
}

#[test]
fn work_is_distinguished_from_drift() {
    let folder = Folder::new("work");
    let text = LINK.replace("1e7", "3").replace("5e8", "50").replace("z: 0.1", "z: 0.2");
    let text = printed(&["simulate", &folder.write("soft.mech", &text), "--until", "2"]);
    let (change, work) = (number(&text, "energy change"), number(&text, "work"));
    assert!(change < 0.0 && (change - work).abs() < 1e-3 * work.abs(), "{text}");
    assert!(number(&text, "energy drift") < 1e-6, "{text}");
}

/// A contact that ends within a step, and a spring that no step resolves, are named with their force, once, as is a warning of
/// the compiler, however often a command compiles the description.
#[test]
fn unresolved_forces_are_named() {
    let folder = Folder::new("contact");
    let text = "mechanism Ball in plane { gravity = [0, -10] [m/s^2]; param idle = 1;
        particle ball { mass: 2 [kg] }
        joint flight = free(ground, ball);
        force air = spring(ground, ball, stiffness: 1 [N/m], damping: 0.1 [N*s/m]);
        force floor = contact(ball, ground, stiffness: 1e8 [N/m^1.5]);
        initial { flight.x: 0.1 [m], flight.y: 0.2 [m] } }";
    let file = folder.write("ball.mech", text);
    let all = |arguments: &[&str]| {
        let output = linkwork(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    };
    let run = ["simulate", &file, "--until", "0.5"];
    let [report, warnings] = all(&run);
    let line = "warning: the contact `floor` has the rate √(k/m) = 1.5e3 1/s at t = 0.";
    assert_eq!(report.matches(line).count(), 1, "{report}");
    assert!(report.contains("which steps of 1.0e-3 s do not resolve\nhelp: use steps below 3."), "{report}");
    assert_eq!(warnings.matches("parameter `idle` is never used").count(), 1, "{warnings}");
    let [report, _] = all(&[&run[..], &["--step", "1e-5"]].concat());
    assert!(!report.contains("warning"), "{report}");
    // A spring with 800 1/s in steps of 1e-3 s: the fifth degree does not fail.
    let carts = CARTS.replace("1e9", "7.68e5").replace("damping: 1e7", "damping: 1");
    let file = folder.write("carts.mech", &carts);
    let [report, _] = all(&["simulate", &file, "--until", "0.5", "--method", "runge-kutta-4"]);
    let line = "warning: force `fast`: the stiffness at coordinate `slot.displacement` has the rate 8.0e2 1/s at the start";
    assert!(report.contains(line), "{report}");
}

/// Without its friction the joint would have other coordinates: the search for the force keeps those of the mechanism.
#[test]
fn a_friction_that_changes_the_coordinates_is_named() {
    let folder = Folder::new("trolley");
    let text = "mechanism Trolley in plane { gravity = [0, -9.81] [m/s^2];
        body trolley { mass: 3 [kg] }
        particle load { mass: 12 [kg] }
        joint rail = prismatic(ground, trolley, axis: [1, 0]);
        joint fly = free(ground, load);
        joint rope = rod(trolley, load, length: 1 [m]);
        force fr = friction(rail, coefficient: 0.02);
        initial { fly.x: 0.1 [m], fly.y: ~-1 [m], rail.displacement: 0 [m] } }";
    let text = printed(&["simulate", &folder.write("trolley.mech", text), "--until", "0.01"]);
    assert!(
        text.contains("\nwarning: force `fr`: the damping at coordinate `trolley.x` has the rate 9."),
        "{text}"
    );
}

/// A motor with L/R = 0.25 ms, and a filter that nothing depends on: states diverge, not the energy.
#[test]
fn fast_states_are_run_with_an_implicit_method() {
    let folder = Folder::new("states");
    let motor = "mechanism Motor in plane {
        body rotor { mass: 0.1 [kg], inertia: 2e-4 [kg*m^2] }
        joint shaft = revolute(ground, rotor);
        state i [A];
        der(i) = (12 [V] - 0.8 [ohm] * i - 0.05 [V*s/rad] * der(shaft.angle)) / 0.2 [mH];
        force m = torque(shaft, 0.05 [N*m/A] * i);
    }";
    let filter = "mechanism Filter { coordinate x [m]; state z [m]; kinetic = 1 [kg] * der(x)^2 / 2;
        potential = 2 [N/m] * x^2; der(z) = (x - z) / 0.2 [ms]; initial { x: 1 [m] } }";
    let [motor, filter] =
        [("motor.mech", motor), ("filter.mech", filter)].map(|(name, text)| folder.write(name, text));
    let text = printed(&["simulate", &motor, "--until", "0.3"]);
    let line = text.lines().find(|line| line.trim_start().starts_with("stiff ")).unwrap_or_default();
    assert!(line.contains("state `i` has the rate 4.0e3 1/s (time constant 2.5e-4 s)"), "{text}");
    // J ω' = k (U − k ω)/R but for L: 240 (1 − e^(−t/τ)) with τ = J R/k² = 0.064 s.
    let expected = 240.0 * (1.0 - (-0.3_f64 / 0.064).exp());
    assert!((number(&text, "der(shaft.angle) ") - expected).abs() < 0.1, "{text}");
    let text = printed(&["simulate", &filter, "--until", "0.1"]);
    assert!(text.contains("state `z` diverged with the fifth degree"), "{text}");
    assert!((number(&text, "z ") - 0.2_f64.cos()).abs() < 1e-3, "{text}");
    // Who names the method is told.
    let text = printed(&["simulate", &filter, "--until", "0.01", "--method", "fifth-degree"]);
    let line = "warning: state `z` has the rate 5.0e3 1/s (time constant 2.0e-4 s) at the start: steps of 1.0e-3 s do not resolve it";
    assert!(text.contains(line), "{text}");
}

/// √|v| has no derivative at rest, and no value before it on the side of the motion: the start takes accelerations after it.
#[test]
fn a_start_without_derivatives_takes_accelerations_after_it() {
    let folder = Folder::new("root");
    let text =
        "mechanism Root { coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; potential = 5 [N/m] * x^2 / 2;
        force f = generalized(x, -2 [N*s^0.5/m^0.5] * sign(der(x)) * sqrt(abs(der(x))));
        initial { x: 1 [m] } }";
    let text = printed(&["simulate", &folder.write("root.mech", text), "--until", "0.1"]);
    assert!(text.contains("degree 5") && !text.contains("stiff"), "{text}");
    // Dormand–Prince with a tolerance of 1e-12.
    assert!((number(&text, "x ") - 0.978641777).abs() < 1e-6, "{text}");
}

/// A parameter that makes a stiffness or a damping negative.
#[test]
fn negative_coefficients_are_reported_for_the_parameters_of_a_run() {
    let folder = Folder::new("negative");
    let text = "mechanism Negative in plane {
        param k = 5 [N/m];
        param c = 1 [N*s/m];
        body cart { mass: 3 [kg] }
        joint track = prismatic(ground, cart, axis: [1, 0]);
        force s = torsion_spring(track, stiffness: k, damping: c);
    }";
    let file = folder.write("negative.mech", text);
    let warnings = |setting: &str| {
        let output = linkwork(&["simulate", &file, "--until", "0.01", "--set", setting]);
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for (setting, word) in [("k=-5", "stiffness"), ("c=-1", "damping")] {
        let text = warnings(setting);
        let line = format!(
            "warning: with these parameters, the {word} of force `s` is negative: it destabilises the motion"
        );
        assert_eq!(text.matches(&line).count(), 1, "{text}");
    }
    assert!(!warnings("k=7").contains("negative"));
}

/// Friction of a contact with a small `velocity` is too fast only while the foot rests: the balance of energy shows that the fifth degree
/// chatters, and the run is repeated. A method that was named is kept, with a warning.
#[test]
fn friction_that_chatters_after_the_touchdown_is_noticed() {
    let text = "mechanism Leg in plane {
        gravity = [0, -9.81] [m/s^2];
        body load { mass: 10 [kg], inertia: 1 [kg*m^2] }
        body leg { mass: 0.3 [kg], com: [0, -0.3] [m], inertia: 3e-3 [kg*m^2] }
        joint lift = prismatic(ground, load, axis: [0, 1]);
        joint hip = revolute(load, leg);
        force pd = torsion_spring(hip, stiffness: 50 [N*m], damping: 0.5 [N*m*s], rest: 0.1 [rad]);
        force foot = contact(leg at [0, -0.4] [m], ground, stiffness: 50000 [N/m^1.5], dissipation: 0.3 [s/m], friction: 0.8,
            velocity: 0.01 [m/s]);
        initial { lift.displacement: 0.45 [m] }
    }";
    let folder = Folder::new("leg");
    let file = folder.write("leg.mech", text);
    let height = |report: &str| number(report, "lift.displacement");
    let chosen = printed(&["simulate", &file, "--until", "2"]);
    assert!(chosen.contains("does not explain") && chosen.contains("generalized-α"), "{chosen}");
    // The fifth degree with steps of 1e-5 s gives 0.3836004.
    assert!((height(&chosen) - 0.383600).abs() < 1e-5, "{chosen}");
    let named = printed(&["simulate", &file, "--until", "2", "--method", "fifth-degree"]);
    assert!(named.contains("warning: the work of forces does not explain"), "{named}");
    assert!((height(&named) - 0.383600).abs() > 1e-2, "{named}");
}

/// Rounding of the energy of what does not move is no sign of forces that steps do not resolve.
#[test]
fn a_structure_at_rest_is_not_stiff() {
    let folder = Folder::new("at-rest");
    let bracket = folder.write(
        "bracket.mech",
        "mechanism Bracket in plane {
            gravity = [0, -9.81] [m/s^2];
            body a { mass: 5 [kg], shape: rod(length: 1 [m]) }
            body b { mass: 5 [kg], shape: rod(length: 1 [m]) }
            joint p = revolute(ground, a at [-0.5, 0] [m]);
            joint q = revolute(a at [0.5, 0] [m], b at [-0.5, 0] [m]);
            joint r = revolute(ground at [1.2, 0] [m], b at [0.5, 0] [m]);
            initial { p.angle: ~50 [deg] }
        }",
    );
    let four_bar = folder.write(
        "four_bar.mech",
        "mechanism FourBar in plane {
            body a { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
            body b { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
            body c { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
            joint p = revolute(ground, a);
            joint q = revolute(a at [0, 1] [m], b);
            joint r = revolute(b at [2, 0] [m], c at [0, 1.1] [m]);
            joint s = revolute(ground at [2.1, 0] [m], c);
            initial { p.angle: 10 [deg] }
        }",
    );
    for file in [&bracket, &four_bar] {
        for step in ["1e-3", "1e-4"] {
            let run = linkwork(&["simulate", file, "--until", "0.1", "--step", step]);
            let (text, message) =
                (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
            assert!(run.status.success() && message.is_empty(), "{message}");
            assert!(!text.contains("stiff ") && !text.contains("does not explain"), "{text}");
        }
    }
}
