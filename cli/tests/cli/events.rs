//! `linkwork simulate --stop --record` against closed forms.

use super::{FALL, Folder, number, printed, refused, table};

/// x = −gravity t²/2 passes −h at √(2 h/gravity); so does a model of the library as compiled code.
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
    assert!(native.starts_with("Pendulum (compiled)"), "{native}");
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
