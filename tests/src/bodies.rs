//! Benchmark problems described by bodies and joints: outputs against reference trajectories.
//!
//! Invariant: references come from equations written by hand in other coordinates.

use crate::benchmark::Benchmark;
use crate::reference::{benchmark, half_implicit};
use linkwork::{Error, Mechanism};
use linkwork_models::{
    AndrewsBodies, AndrewsBodiesAbsolute, AndrewsBodiesAbsoluteModel, AndrewsBodiesModel, Chain, ChainModel,
    DoubleBars, DoubleBarsAbsolute, DoubleBarsAbsoluteModel, DoubleBarsModel, FourBars, FourBarsModel,
    FourLink, FourLinkModel, FreeRigidBody, FreeRigidBodyModel, Governor, GovernorAbsolute,
    GovernorAbsoluteModel, GovernorModel, HingedPendulum, HingedPendulumAbsolute,
    HingedPendulumAbsoluteModel, HingedPendulumModel, KnifeEdge, KnifeEdgeModel, QuaternionTop,
    QuaternionTopAbsolute, QuaternionTopAbsoluteModel, QuaternionTopModel, SpatialSliderCrank,
    SpatialSliderCrankModel, Top, TopModel,
};

type Found<M> = Result<Benchmark<M>, String>;

/// IFToMM A01.
fn hinged<M: Mechanism<Scalar = f64>>(name: &'static str, model: Result<M, Error>) -> Found<M> {
    let reference = (benchmark("A01_simple_pendulum"), 1.0, 10.0);
    Benchmark::outputs(name, model, reference, &[("x", "x"), ("y", "y")])
}

/// IFToMM A01 in the angle of its hinge.
pub fn hinged_pendulum() -> Found<HingedPendulumModel> {
    hinged("A01 hinged pendulum", HingedPendulum::default().build())
}

/// IFToMM A01 as a body with two constraints.
pub fn hinged_pendulum_absolute() -> Found<HingedPendulumAbsoluteModel> {
    hinged("A01 hinged pendulum, absolute", HingedPendulumAbsolute::default().build())
}

/// IFToMM A02 with two loops.
pub fn four_bars() -> Found<FourBarsModel> {
    let reference = (benchmark("A02_four_bar_N2"), 1.0, 10.0);
    let pairs = [("tip_x", "B0x"), ("tip_y", "B0y")];
    Benchmark::outputs("A02 four-bars, N = 2", FourBars::default().build(), reference, &pairs)
}

/// IFToMM A03 with the data of the Bari test set.
fn andrews<M: Mechanism<Scalar = f64>>(name: &'static str, model: Result<M, Error>) -> Found<M> {
    let pairs = [
        ("angle_beta", "beta"),
        ("angle_theta", "Theta"),
        ("angle_gamma", "gamma"),
        ("angle_phi", "Phi"),
        ("angle_delta", "delta"),
        ("angle_omega", "Omega"),
        ("angle_epsilon", "epsilon"),
    ];
    Benchmark::outputs(name, model, (benchmark("A03_andrews_bari"), 0.005, 0.05), &pairs)
}

/// IFToMM A03 in the angles of the source.
pub fn andrews_bodies() -> Found<AndrewsBodiesModel> {
    andrews("A03 Andrews by bodies", AndrewsBodies::default().build())
}

/// IFToMM A03 as seven free bodies.
pub fn andrews_absolute() -> Found<AndrewsBodiesAbsoluteModel> {
    andrews("A03 Andrews by bodies, absolute", AndrewsBodiesAbsolute::default().build())
}

/// IFToMM A05 up to `until`, in steps of the reference's first rows.
fn flyball<M: Mechanism<Scalar = f64>>(name: &'static str, model: Result<M, Error>, until: f64) -> Found<M> {
    let pairs = [("height", "s"), ("lift", "alpha"), ("speed", "shaft_rate")];
    Benchmark::outputs(name, model, (benchmark("A05_flyball"), 1e-3, until), &pairs)
}

/// IFToMM A05.
pub fn governor(until: f64) -> Found<GovernorModel> {
    flyball("A05 governor", Governor::default().build(), until)
}

/// IFToMM A05 as free bodies.
pub fn governor_absolute(until: f64) -> Found<GovernorAbsoluteModel> {
    flyball("A05 governor, absolute", GovernorAbsolute::default().build(), until)
}

/// Lagrange's top.
fn lagrange<M: Mechanism<Scalar = f64>>(name: &'static str, model: Result<M, Error>) -> Found<M> {
    let pairs = [("com_x", "com_x"), ("com_y", "com_y"), ("com_z", "com_z")];
    Benchmark::outputs(name, model, (benchmark("lagrange_top"), 0.5, 10.0), &pairs)
}

/// Lagrange's top in Euler angles.
pub fn top() -> Found<TopModel> {
    lagrange("top on a ball joint, Euler angles", Top::default().build())
}

/// Lagrange's top on SO(3).
pub fn quaternion_top() -> Found<QuaternionTopModel> {
    lagrange("top on a ball joint, SO(3)", QuaternionTop::default().build())
}

/// Lagrange's top as a free body with three constraints.
pub fn quaternion_top_absolute() -> Found<QuaternionTopAbsoluteModel> {
    lagrange("top, absolute", QuaternionTopAbsolute::default().build())
}

/// Euler's free rigid body.
pub fn free_rigid_body() -> Found<FreeRigidBodyModel> {
    let pairs = [("spin_x", "w1"), ("spin_y", "w2"), ("spin_z", "w3")];
    let reference = (benchmark("euler_free_body_dzhanibekov"), 0.5, 10.0);
    Benchmark::outputs("free rigid body", FreeRigidBody::default().build(), reference, &pairs)
}

/// The double pendulum of thick bars.
fn bars<M: Mechanism<Scalar = f64>>(name: &'static str, model: Result<M, Error>) -> Found<M> {
    let pairs = [("lower_y", "bar2_y"), ("lower_z", "bar2_z")];
    Benchmark::outputs(name, model, (half_implicit("double_pendulum_thick", None), 0.5, 10.0), &pairs)
}

/// The double pendulum of thick bars in its angles.
pub fn double_bars() -> Found<DoubleBarsModel> {
    bars("double pendulum of bars", DoubleBars::default().build())
}

/// The double pendulum of thick bars as two free bodies in space.
pub fn double_bars_absolute() -> Found<DoubleBarsAbsoluteModel> {
    bars("double pendulum of bars, absolute", DoubleBarsAbsolute::default().build())
}

/// Haug's slider–crank without friction: position of the slider and torque of the drive.
pub fn spatial_slider_crank() -> Found<SpatialSliderCrankModel> {
    let pairs = [("slider_x", "x"), ("drive_torque", "T_mu0")];
    let reference = (half_implicit("slider_crank", None), 0.05, 1.0);
    Benchmark::outputs("slider–crank in space", SpatialSliderCrank::default().build(), reference, &pairs)
}

/// The four-link mechanism: position of the coupler and torque of the drive.
pub fn four_link() -> Found<FourLinkModel> {
    let pairs =
        [("coupler_x", "r2x"), ("coupler_y", "r2y"), ("coupler_z", "r2z"), ("drive_torque", "T_density")];
    let reference = (half_implicit("four_link", None), 0.1, 2.0);
    Benchmark::outputs("four-link", FourLink::default().build(), reference, &pairs)
}

/// The chain of four bars.
pub fn chain() -> Found<ChainModel> {
    let pairs = [("tip_x", "tip_x"), ("tip_y", "tip_y"), ("tip_z", "tip_z")];
    let reference = (half_implicit("chain_reference", Some(4)), 0.5, 1.0);
    Benchmark::outputs("chain of four bars", Chain::default().build(), reference, &pairs)
}

/// The skate on an incline as a body.
pub fn knife_edge() -> Found<KnifeEdgeModel> {
    let pairs = [("x", "x_down"), ("y", "y_cross"), ("heading", "phi_from_downhill")];
    let reference = (benchmark("skate_incline_classic"), 1.0, 10.0);
    Benchmark::outputs("knife edge", KnifeEdge::default().build(), reference, &pairs)
}
