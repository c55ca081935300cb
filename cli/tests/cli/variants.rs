//! `--weights`, `--constraints`, `--step-limits` and `--clamp`: their effects, and their errors for invalid values.

use super::{linkwork, number, printed, refused};

/// Weights as numbers, as fractions and by name are the same method; their number is the degree.
#[test]
fn weights_are_numbers_or_a_published_set() {
    let run = |more: &[&str]| printed(&[&["simulate", "kepler", "--until", "1"][..], more].concat());
    let plain = run(&["--method", "fifth-degree"]);
    assert!(plain.contains("degree 5 (E)"), "{plain}");
    for weights in ["e", "89/75,41/40,14/15,3/4", "89/75, 1.025, 14/15, 0.75"] {
        let text = run(&["--weights", weights]);
        assert!(!text.contains("warning"), "{text}");
        assert!((number(&text, "x ") - number(&plain, "x ")).abs() < 1e-11, "{weights}: {text}");
    }
    assert!(run(&["--weights", "2,1/2"]).contains("degree 3 (custom), order 2"));
    assert!(run(&["--method", "third-degree", "--weights", "two"]).contains("degree 3 (2)"));
    assert!(run(&["--weights", "gear"]).contains("degree 5 (Gear 5)"));
    assert!(
        run(&["--weights", "all-ones"]).contains("warning: these weights are unstable for every step size")
    );
}

#[test]
fn invalid_weights_are_refused() {
    let run = |more: &[&str]| refused(&[&["simulate", "kepler", "--until", "1"][..], more].concat());
    let message = run(&["--weights", "nonsense"]);
    for name in ["`a`", "`all-ones`", "`paper-top`", "4 numbers"] {
        assert!(message.contains(name), "{name} is not in {message}");
    }
    assert!(
        run(&["--method", "runge-kutta-4", "--weights", "e"])
            .contains("has no weights\nhelp: --weights applies to `fifth-degree`")
    );
    assert!(run(&["--method", "fifth-degree", "--weights", "1,1/2"]).contains("2 weights define degree 3"));
    assert!(run(&["--weights", "1"]).contains("1 weights do not define a method"));
    assert!(run(&["--weights", "1,1,0"]).contains("must not be zero"));
    assert!(run(&["--weights", "1,1,1/0"]).contains("a weight must be a number"));
    // Degree 8 is unstable on constraints.
    let message =
        refused(&["simulate", "rigid_pendulum", "--method", "eighth-degree", "--weights", "three-tenths"]);
    assert!(message.contains("does not support constraints"), "{message}");
}

/// Kutta's method on the rigid pendulum as in Tables 9 and 10, and Baumgarte's stabilisation between them.
#[test]
fn constraints_are_treated_as_requested() {
    let run = |treatment: &str| {
        let text = printed(&[
            "simulate",
            "rigid_pendulum",
            "--method",
            "kutta-3",
            "--step",
            "1e-2",
            "--constraints",
            treatment,
        ]);
        (number(&text, "energy drift"), number(&text, "constraint drift"))
    };
    let (index1, position) = (run("index-1"), run("position"));
    assert!((index1.0 / 5.045e-5 - 1.0).abs() < 0.01 && index1.1 > 1e-5, "{index1:?}");
    assert!((position.0 / 4.162e-4 - 1.0).abs() < 0.01 && position.1 < 1e-13, "{position:?}");
    let (projected, baumgarte) = (run("projected"), run("baumgarte=10"));
    assert!(
        projected.1 < 1e-13 && baumgarte.1 < 0.5 * index1.1 && baumgarte.1 > 1e-9,
        "{projected:?} {baumgarte:?}"
    );
    assert_ne!(run("baumgarte=10,5"), baumgarte);
    // A multistep method supports them, too.
    let text =
        printed(&["simulate", "rigid_pendulum", "--method", "adams-bashforth-4", "--constraints", "index-1"]);
    assert!(text.contains("AdamsBashforth4, index 1, order 4"), "{text}");
}

#[test]
fn unknown_treatments_are_refused() {
    let run = |more: &[&str]| refused(&[&["simulate", "rigid_pendulum"][..], more].concat());
    for wrong in ["sometimes", "baumgarte", "index-1=3"] {
        let message = run(&["--method", "kutta-3", "--constraints", wrong]);
        for name in ["`projected`", "`index-1`", "`baumgarte=ALPHA[,BETA]`", "`position`"] {
            assert!(message.contains(name), "{name} is not in {message}");
        }
    }
    assert!(run(&["--method", "kutta-3", "--constraints", "baumgarte=-1"]).contains("not a positive number"));
    let message = run(&["--constraints", "index-1"]);
    assert!(
        message.contains("`fifth-degree` has only one treatment of constraints")
            && message.contains("`runge-kutta-4`"),
        "{message}"
    );
}

/// The report counts steps of the smallest size; without `--clamp` the run ends there.
#[test]
fn steps_are_clamped_at_the_smallest() {
    let run = ["simulate", "pendulum", "--until", "1", "--tolerance", "1e-13", "--step-limits", "1e-2,1e-1"];
    let text = printed(&[&run[..], &["--clamp"]].concat());
    assert!(text.contains("of the smallest size with an error above the tolerance"), "{text}");
    let output = linkwork(&run);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(
        message.contains("below the smallest allowed step 1.000e-2") && message.contains("--clamp"),
        "{message}"
    );
    refused(&["simulate", "pendulum", "--tolerance", "1e-6", "--clamp"]);
    refused(&["simulate", "pendulum", "--step-limits", "1e-3,1"]);
    let wrong = ["simulate", "pendulum", "--tolerance", "1e-6", "--step-limits"];
    assert!(refused(&[&wrong[..], &["1,0.1"]].concat()).contains("give the smallest step first"));
    assert!(refused(&[&wrong[..], &["1"]].concat()).contains("MIN,MAX"));
}

/// In a comparison every method uses the options that it supports, and the table lists them.
#[test]
fn comparisons_support_variants() {
    let run = ["compare", "rigid_pendulum", "--steps", "0.02,0.01", "--until", "1"];
    let both = ["--methods", "kutta-3,fifth-degree", "--constraints", "index-1", "--weights", "all-ones"];
    let text = printed(&[&run[..], &both].concat());
    assert!(text.contains("with --constraints index-1: `kutta-3`"), "{text}");
    assert!(text.contains("with --weights all-ones: `fifth-degree`"), "{text}");
    assert!(
        text.contains("warning: `fifth-degree`: these weights are unstable for every step size"),
        "{text}"
    );
    let message = refused(&[&run[..], &["--methods", "rattle", "--constraints", "index-1"]].concat());
    assert!(message.contains("none of the methods supports --constraints index-1"), "{message}");
}
