//! A thousand seconds of the pendulum in absolute coordinates: errors that ten seconds do not show.

use super::reference::start;
use crate::support::{Pendulum, RigidPendulum, Skate, SkateInBowl};
use linkwork::stepper::{StepFailure, Stepper};
use linkwork::{
    Energetic, FifthDegree, FourthDegree, SeventhDegree, SixthDegree, Starting, ThirdDegree, Vector,
};

/// The largest energy error and residual of the constraints, h = 0.01.
fn run<M: Energetic<Scalar = f64>, S: Stepper<M>>(
    m: &M,
    method: &S,
    seconds: f64,
) -> Result<(f64, f64), StepFailure> {
    let h = 0.01;
    let mut w = method.start(m, &start(m), h)?;
    let mut g = M::Holonomic::zeros(m.sizes().holonomic);
    let mut k = M::Nonholonomic::zeros(m.sizes().nonholonomic);
    let (mut worst, mut residual, mut first) = (0.0_f64, 0.0_f64, None);
    for _ in 0..(seconds / h) as usize {
        method.step(m, h, &mut w)?;
        let s = method.sample(&w);
        let (kinetic, potential) = m.energy(s.at, s.v, s.y);
        worst = linkwork::Real::max(
            worst,
            (kinetic + potential - *first.get_or_insert(kinetic + potential)).abs(),
        );
        m.holonomic(s.at, &mut g);
        m.nonholonomic(s.at, s.v, &mut k);
        residual = residual.max(g.magnitude()).max(k.magnitude());
    }
    Ok((worst, residual))
}

fn horizontal() -> RigidPendulum {
    RigidPendulum { angle: core::f64::consts::FRAC_PI_2, ..RigidPendulum::default() }
}

/// Energy errors of the reference, two digits.
#[test]
fn stable_sets() {
    macro_rules! check {
        ($($method:expr => $expected:literal;)*) => {$(
            let (energy, drift) = run(&horizontal(), &$method, 1000.0).unwrap();
            let off = (energy / $expected - 1.0_f64).abs();
            assert!(off < 0.05, "{}: {energy:e}", Stepper::<RigidPendulum>::name(&$method));
            assert!(drift < 4e-15, "drift {drift:e}");
        )*};
    }
    check! {
        FifthDegree::a() => 2.6e-5;
        FifthDegree::b() => 5.5e-6;
        FifthDegree::c() => 4.3e-6;
        FifthDegree::d() => 4.7e-4;
        FifthDegree::default() => 5.7e-6;
        SixthDegree::a() => 7.6e-4;
        SeventhDegree::a() => 1.7e-5;
    }
}

/// The other defaults, whose errors the reference does not state: bounded by their slow damping.
#[test]
fn stable_defaults() {
    let (energy, drift) = run(&horizontal(), &ThirdDegree::default(), 1000.0).unwrap();
    assert!(energy < 1.0 && drift < 4e-15, "{energy:e}, {drift:e}");
    let (energy, drift) = run(&horizontal(), &FourthDegree::default(), 1000.0).unwrap();
    assert!(energy < 0.1 && drift < 4e-15, "{energy:e}, {drift:e}");
}

#[test]
fn unstable_sets_blow_up() {
    let blown =
        |outcome: Result<(f64, f64), StepFailure>| !matches!(outcome, Ok((energy, _)) if energy < 1.0);
    let start = Starting::ZeroHigher;
    assert!(blown(run(&horizontal(), &FifthDegree::all_ones().starting(start), 1000.0)));
    assert!(blown(run(&Pendulum::default(), &FifthDegree::paper().starting(start), 4000.0)));
    assert!(blown(run(&horizontal(), &SeventhDegree::gear7(), 20.0)));
    assert!(blown(run(&horizontal(), &FourthDegree::paper_quarter(), 1.0)));
}

/// Skates, which an imposed k(v_n) = 0 would blow up within fifty steps.
#[test]
fn skates() {
    let (_, residual) = run(&Skate::default(), &FifthDegree::default(), 100.0).unwrap();
    assert!(residual < 5e-14, "{residual:e}");
    let (_, residual) = run(&SkateInBowl::default(), &FifthDegree::default(), 100.0).unwrap();
    assert!(residual < 5e-14, "{residual:e}");
}
