//! Mechanisms in a crate without the standard library: assembled, stepped, simulated, as firmware would.
#![no_std]
#![forbid(unsafe_code)]

use linkwork::Error;
use linkwork::prelude::*;
use linkwork::stepper::{Start, StepFailure};

linkwork::mechanism! {
    /// A bob on a rod, in Cartesian coordinates: index 3.
    pub mechanism CartesianPendulum {
        param mass = 1 [kg];
        param length = 1 [m];
        coordinate x [m];
        coordinate y [m];
        kinetic = mass * (der(x)^2 + der(y)^2) / 2;
        potential = 9.81 [m/s^2] * mass * y;
        constraint rod: x^2 + y^2 = length^2;
        initial { x: length, y: 0 [m] }
    }
}

linkwork::mechanism! {
    /// A crank with a torque on its hinge.
    pub mechanism DrivenCrank in plane {
        param arm = 0.1 [m];
        gravity = [0, -9.81] [m/s^2];
        body crank { mass: 0.4 [kg], inertia: 1 [g*m^2] }
        joint hinge = revolute(ground, crank at [-arm, 0]);
        input drive [N*m];
        force motor = torque(hinge, drive);
        output angle = hinge.angle;
    }
}

linkwork::mechanism! {
    /// A closed loop: the compiler chooses its coordinates and completes the initial state.
    pub mechanism SliderCrank in plane {
        gravity = [0, -9.81] [m/s^2];
        param crank_length = 0.15 [m];
        param rod_length = 0.35 [m];
        body crank { mass: 1.2 [kg], inertia: 2.25e-3 [kg*m^2] }
        body rod { mass: 0.6 [kg], inertia: 6.125e-3 [kg*m^2] }
        body slider { mass: 2 [kg] }
        joint pivot = revolute(ground, crank at [-crank_length / 2, 0 [m]]);
        joint pin = revolute(crank at [crank_length / 2, 0 [m]], rod at [-rod_length / 2, 0 [m]]);
        joint wrist = revolute(rod at [rod_length / 2, 0 [m]], slider);
        joint guide = prismatic(ground, slider, axis: [1, 0]);
        output piston = guide.displacement;
        initial { pivot.angle: 30 [deg], der(pivot.angle): 6 [rad/s] }
    }
}

/// A second of the pendulum: its height, and the drift of its constraint.
pub fn swing() -> Result<(f64, f64), Error> {
    let model = CartesianPendulum { length: 0.5, ..Default::default() }.build()?;
    let solution = model.simulate().method(FifthDegree::default()).step(1e-3).until(1.0).run()?;
    Ok((solution.last().q[1], solution.constraint_drift()))
}

/// A second of the slider–crank: the position of its piston, its energy's drift, and that of its loop.
pub fn slide() -> Result<(f64, f64, f64), Error> {
    let model = SliderCrank::default().build()?;
    let solution = model.simulate().method(FifthDegree::default()).step(1e-3).until(1.0).run()?;
    let piston = solution.output("piston")?;
    Ok((piston[piston.len() - 1], solution.energy_drift(), solution.constraint_drift()))
}

/// All that the motions end with, number by number: to compare machines.
pub fn report(mut tell: impl FnMut(f64)) -> Result<(), MotionError> {
    let (height, drift) = swing()?;
    tell(height);
    tell(drift);
    let (piston, energy, drift) = slide()?;
    tell(piston);
    tell(energy);
    tell(drift);
    tell(hold(0.5)?.into());
    Ok(())
}

/// Why a motion ended early.
#[derive(Debug)]
pub enum MotionError {
    /// It was not built.
    Model(Error),
    /// A step failed.
    Step(StepFailure),
}

impl From<Error> for MotionError {
    fn from(error: Error) -> Self {
        Self::Model(error)
    }
}

impl From<StepFailure> for MotionError {
    fn from(failure: StepFailure) -> Self {
        Self::Step(failure)
    }
}

/// The crank for a second under a controller that steps it, in single precision, without allocation between steps.
pub fn hold(target: f32) -> Result<f32, MotionError> {
    let mut crank = DrivenCrank::<f32> { arm: 0.1 }.build()?;
    let method = GeneralizedAlpha::default();
    let mut work = method.start(&crank, &Start::initial(&crank), 1e-3)?;
    let mut angle = 0.0;
    for _ in 0..1000 {
        let sample = method.sample(&work);
        angle = sample.q[0];
        crank.set_inputs(DrivenCrankInputs { drive: 4.0 * (target - angle) - 0.2 * sample.v[0] });
        method.step(&crank, 1e-3, &mut work)?;
    }
    Ok(angle)
}
