//! `linkwork simulate --stop --record` against closed forms.

use super::{FALL, Folder, number, printed, refused, table};

/// x = −gravity t²/2 passes −h at √(2 h/gravity); so does a model of the library.
#[test]
fn events_stop_runs_and_are_listed() {
    let folder = Folder::new("events");
    let file = folder.write("fall.mech", FALL);
    let csv = folder.path("fall.csv");
    let path = csv.display().to_string();
    let text = printed(&[
        "simulate",
        &file,
        "--stop",
        "x<-mass/2*10",
        "--record",
        "x = -5",
        "--record",
        "der(x)>0",
        "--csv",
        &path,
    ]);
    // With gravity = 10 and mass = 2: −5 m after 1 s, −10 m after √2 s.
    let time = |beginning: &str| number(&text, &format!("{beginning} at t ="));
    assert!((time("x falls to -5") - 1.0).abs() < 1e-9, "{text}");
    assert!((time("x falls to -10") - 2.0_f64.sqrt()).abs() < 1e-9, "{text}");
    assert!(!text.contains("rises"), "it never rises:\n{text}");
    assert!((number(&text, "x   ") + 10.0).abs() < 1e-9, "{text}");
    let (_, rows) = table(&csv);
    let last = rows.last().expect("there are samples");
    assert!((last[0] - 2.0_f64.sqrt()).abs() < 1e-9, "{last:?}");

    let native =
        printed(&["simulate", "pendulum", "--record", "theta=-pi/2", "--until", "3", "--set", "length=2"]);
    assert!(native.starts_with("Pendulum (native code)"), "{native}");
    let passes: Vec<&str> = native
        .lines()
        .filter(|line| line.trim_start().starts_with("theta ") && line.contains(" at t = "))
        .collect();
    // From the horizontal to the lowest point in a quarter of the period: √(l/g) K(√½), K(√½) = 1.854 074 677.
    let quarter = (2.0_f64 / 9.81).sqrt() * 1.854_074_677_301_372;
    assert!(passes[0].contains("falls") && passes[1].contains("rises") && passes.len() == 2, "{native}");
    for (k, pass) in passes.iter().enumerate() {
        let found: f64 =
            pass.split("t = ").nth(1).and_then(|x| x.trim_end_matches(" s").parse().ok()).expect("a time");
        assert!((found - (1 + 2 * k) as f64 * quarter).abs() < 1e-8, "{pass}");
    }

    for (bad, words) in [
        (["--stop", "y=0"], "`y`"),
        (["--stop", "x"], "`name<formula`"),
        (["--record", "x<depth"], "no parameter `depth`"),
        (["--record", "x<1/0"], "cannot read `1/0`"),
    ] {
        let message = refused(&[&["simulate", &file][..], &bad].concat());
        assert!(message.contains(words), "{message}");
    }
    assert!(folder.files() == ["fall.csv", "fall.mech"], "{:?}", folder.files());
}

/// A block that rests on a conveyor belt and is held by a spring begins to stick at the natural length of the spring: the first root of its slip is the
/// start itself. It sticks until the spring pulls with the static limit, k v t = μ₀ m g, at t = 0.981 s.
#[test]
fn friction_sticks_from_a_start_without_load() {
    let folder = Folder::new("belt");
    for coordinates in ["minimal", "absolute"] {
        let text = format!(
            "mechanism Belt in plane {{
                coordinates = {coordinates};
                gravity = [0, -9.81] [m/s^2];
                body belt {{ mass: 10 [kg] }}
                body block {{ mass: 1 [kg] }}
                joint track = prismatic(ground, belt, axis: [1, 0]);
                joint top = prismatic(belt, block, axis: [1, 0]);
                constraint drive: track.displacement = 0.1 [m/s] * time;
                force hold = spring(ground at [-1, 0] [m], block, stiffness: 40 [N/m], length: 1 [m]);
                force grip = friction(top, coefficient: 0.2, static: 0.4, velocity: 0 [m/s]);
                output slip = der(top.displacement);
                initial {{ block.position.x: 0 [m], der(top.displacement): 0 [m/s] }}
            }}"
        );
        let file = folder.write("belt.mech", &text);
        let run = |until: &str| printed(&["simulate", &file, "--until", until]);
        for (until, pull) in [("0.5", 2.0), ("0.98", 3.92)] {
            let stuck = run(until);
            assert!((number(&stuck, "grip.force") - pull).abs() < 1e-9, "{coordinates}: {stuck}");
            // Two velocities of 0.1 m/s after a thousand steps are apart by some hundred rounding units.
            assert!(number(&stuck, "slip").abs() < 1e-13, "{coordinates}: {stuck}");
        }
        let sliding = run("0.99");
        assert!((number(&sliding, "grip.force") - 0.2 * 9.81).abs() < 1e-9, "{coordinates}: {sliding}");
        assert!(number(&sliding, "slip") < -1e-3, "{coordinates}: {sliding}");
    }
}
