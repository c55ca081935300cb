//! Gradients that share code, compared with gradients that make their own.

use super::{MAIN, SLIDER_CRANK, method, oscillator, parameters};
use linkwork_sensitivity::adjoint::{Gradient, GradientRequest, Kept, Objective, gradient, gradient_with};
use linkwork_sensitivity::{Method, Native};
use linkwork_tape::TapeParameters;

/// Tangents of the forward run, in which iterations converge, differ by rounding: first runs of routines are interpreted.
const ROUNDING: f64 = 1e-12;

fn asked(of: &str, by: &[&str], method: &'static Method, step: f64) -> GradientRequest {
    GradientRequest {
        of: Objective::Value(of.parse().expect("a quantity")),
        by: by.iter().map(|name| (*name).to_owned()).collect(),
        method,
        step,
        inputs: None,
        segments: None,
        native: Native::Always,
        interrupt: None,
    }
}

/// The gradient with kept code, after it was compared with one that makes its own.
fn same(of: &TapeParameters, asked: &GradientRequest, kept: &mut Kept) -> Gradient {
    let alone = gradient(of, asked).unwrap_or_else(|error| panic!("{error}"));
    let found = gradient_with(of, asked, kept).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found.value.to_bits(), alone.value.to_bits());
    let size = alone.gradient.iter().fold(0.0, |size: f64, x| size.max(x.abs()));
    for (found, alone) in found.gradient.iter().zip(&alone.gradient) {
        assert!((found - alone).abs() <= ROUNDING * size, "{found} instead of {alone}");
    }
    // Rare kinds of steps are worth code in a search.
    assert!(found.native >= alone.native, "{found:?}, alone {alone:?}");
    found
}

#[test]
fn code_of_steps_is_made_once_for_a_search() {
    let of = &mut parameters(SLIDER_CRANK)[0];
    let by = ["crank_length", "rod_length", "slider_mass", "damping", "der(pivot.angle)"];
    let mut kept = Kept::new();
    for method in MAIN.map(method) {
        let asked = asked("piston at 0.1", &by, method, 0.002);
        let before = kept.programs();
        let first = same(of, &asked, &mut kept);
        if linkwork_jit::host().is_err() {
            assert_eq!((first.native, kept.programs()), (0, (0, 0)));
            return;
        }
        let made = kept.programs().0;
        assert!(made > before.0 && first.native > 20, "{first:?}");
        // The run of other parameters makes other iterations at times: its own kinds of steps get code, too.
        for (name, value) in [("rod_length", 0.351), ("slider_mass", 2.1), ("damping", 2.5)] {
            of.set(name, value);
            same(of, &asked, &mut kept);
        }
        let (made, found) = (kept.programs().0 - made, kept.programs().1 - before.1);
        assert!(found > 0 && found >= made, "{method:?}: {made} made, {found} found");
    }
}

/// Where native code is made only for steps that take longer without it, one gradient of a short run has none; a search gets it once its
/// gradients have made enough of them, and a long run at once.
#[test]
fn code_of_steps_is_made_where_it_pays() {
    let of = &mut parameters(SLIDER_CRANK)[0];
    let mut short = asked("piston at 0.3", &["rod_length", "damping"], method("runge-kutta-4"), 0.002);
    short.native = Native::WhereFaster;
    let alone = gradient(of, &short).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(alone.native, 0);
    if linkwork_jit::host().is_err() {
        return;
    }
    assert_eq!(alone.interpreted.as_deref(), Some("150 steps take less time than to compile them"));
    let mut kept = Kept::new();
    let mut native = Vec::new();
    for i in 0..12 {
        of.set("damping", 0.01 + 1e-4 * f64::from(i));
        native.push(same(of, &short, &mut kept).native);
    }
    // The first gradients make no code, and the last ones all have that of an earlier one.
    assert!(native[..2] == [0, 0] && native[11] > 100, "{native:?}");
    let (made, found) = kept.programs();
    assert!((1..=3).contains(&made) && found > 0, "{made} made, {found} found, {native:?}");
    // With another step size, which is a literal of the code, the search has to wait anew.
    short.step = 0.0025;
    assert_eq!((same(of, &short, &mut kept).native, kept.programs().0), (0, made));

    let mut long = asked("x at 20", &["stiffness"], method("runge-kutta-4"), 0.005);
    long.native = Native::WhereFaster;
    let found =
        gradient(&parameters(&oscillator(0.4, 0.0))[0], &long).unwrap_or_else(|error| panic!("{error}"));
    assert!(found.native > 3900 && found.steps == 4000, "{found:?}");
}

/// At rest at the origin no bit of the motion depends on the stiffness, but its derivatives do.
#[test]
fn code_with_another_literal_is_not_taken() {
    let source = &oscillator(0.0, 0.0);
    let of = &mut parameters(source)[0];
    let (asked, mut kept) =
        (asked("x at 0.4", &["x", "der(x)"], method("dormand-prince-8"), 0.01), Kept::new());
    for stiffness in [18.0, 18.0, 32.0, 18.0] {
        of.set("stiffness", stiffness);
        let found = same(of, &asked, &mut kept);
        let omega = f64::sqrt(stiffness / 2.0);
        let closed = [(0.4 * omega).cos(), (0.4 * omega).sin() / omega];
        for (found, closed) in found.gradient.iter().zip(closed) {
            assert!((found - closed).abs() < 1e-12, "{found} instead of {closed}");
        }
    }
    if linkwork_jit::host().is_ok() {
        assert_eq!(kept.programs(), (2, 2));
    }
}

/// Other mechanisms, methods, steps and variables do not get the code of those before them.
#[test]
fn code_belongs_to_one_compilation_and_one_request() {
    let all = parameters(SLIDER_CRANK);
    let mut kept = Kept::new();
    for of in [&all[0], &all[1], &all[0]] {
        for (by, step) in
            [(&["damping"][..], 0.002), (&["damping", "rod_length"], 0.002), (&["damping"], 0.004)]
        {
            same(of, &asked("piston at 0.08", by, method("runge-kutta-4"), step), &mut kept);
        }
    }
}
