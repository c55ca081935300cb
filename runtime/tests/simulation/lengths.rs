//! Vectors of another length, which mechanisms with loops over links know at run time only: an error that names both lengths.

use linkwork::analysis::AnalysisError;
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler};
use linkwork::prelude::*;
use linkwork::stepper::StepFailure;
use linkwork::symplectic::{Rattle, Shake};
use linkwork::{Error, VectorName, WrongLength};
use nalgebra::DVector;

linkwork::mechanism! {
    /// Bars on hinges, one on the other.
    pub mechanism Chain in plane {
        const n = 4;
        param mass = 1 [kg];
        unroll = never;
        gravity = [0, -9.81] [m/s^2];
        input drive [N*m];
        for i in 0..n { body ball[i] { mass: mass, com: [0.5, 0] [m], inertia: 0.1 [kg*m^2] } }
        joint hinge[0] = revolute(ground, ball[0]);
        for i in 1..n { joint hinge[i] = revolute(ball[i-1] at [1, 0] [m], ball[i]); }
        force motor = torque(hinge[0], drive);
        output end = ball[n-1].position;
        for i in 0..n { initial { hinge[i].angle: 0.1 * i } }
    }
}

fn length_of(error: Error) -> WrongLength {
    match error {
        Error::Length { length, .. } => length,
        other => panic!("{other}"),
    }
}

/// Starts of a chain of five links with another number of coordinates, and of velocities.
fn starts<M>(m: &M, length: usize) -> [(Start<M>, WrongLength); 2]
where
    M: Mechanism<Scalar = f64, Configuration = DVector<f64>, Velocity = DVector<f64>>,
{
    let wrong = |vector: VectorName| WrongLength { vector, found: length, expected: 5 };
    let (mut position, mut velocity) = (Start::initial(m), Start::initial(m));
    position.q = DVector::zeros(length);
    velocity.v = DVector::zeros(length);
    [(position, wrong(VectorName::Configuration)), (velocity, wrong(VectorName::Velocity))]
}

#[test]
fn runs_and_analyses_refuse_states_of_another_length() {
    let chain = Chain::<f64>::with(5).build().unwrap();
    for length in [0, 4, 6] {
        for (start, wanted) in starts(&chain, length) {
            let run = chain.simulate().from(start.clone()).step(1e-2).until(0.1).run();
            assert_eq!(length_of(run.unwrap_err().error), wanted);
            assert_eq!(length_of(chain.motion(&start).unwrap_err()), wanted);
            assert_eq!(length_of(chain.equilibrium_near(&start).unwrap_err()), wanted);
            let kinematics = chain.kinematics().from(start).step(1e-2).until(0.1).run();
            assert_eq!(length_of(kinematics.unwrap_err()), wanted);
        }
    }
    // The state of another chain, and its message.
    let other = Chain::<f64>::with(7).build().unwrap();
    let error = other.simulate().from(Start::initial(&chain)).step(1e-2).until(0.1).run().unwrap_err();
    let text = error.to_string();
    assert!(text.contains("`q` has 5 entries instead of 7") && text.contains("help:"), "{text}");
    // A reset that changes a length.
    let run = chain.simulate().reset_at(Event::of("time").at(0.055), |state| state.v = DVector::zeros(3));
    let run = run.step(1e-2).until(0.1).run();
    let wanted = WrongLength { vector: VectorName::Velocity, found: 3, expected: 5 };
    assert_eq!(length_of(run.unwrap_err().error), wanted);
}

#[test]
fn methods_refuse_starts_and_workspaces_of_another_length() {
    let chain = Chain::<f64>::with(5).build().unwrap();
    let other = Chain::<f64>::with(7).build().unwrap();
    macro_rules! refuse {
        ($($method:expr),* $(,)?) => {$({
            let method = $method;
            for length in [0, 4, 6] {
                for (start, wanted) in starts(&chain, length) {
                    let found = method.start(&chain, &start, 1e-2).err();
                    assert_eq!(found, Some(StepFailure::from(wanted)));
                }
            }
            let mut w = method.start(&chain, &Start::initial(&chain), 1e-2).unwrap();
            let wanted = WrongLength { vector: VectorName::Workspace, found: 5, expected: 7 };
            assert_eq!(method.step(&other, 1e-2, &mut w), Err(StepFailure::from(wanted)));
            // Nothing has changed.
            assert!(method.step(&chain, 1e-2, &mut w).is_ok());
        })*};
    }
    refuse! {
        FifthDegree::default(),
        RungeKutta4::default(),
        GeneralizedAlpha::default(),
        WilsonTheta::default(),
        HalfImplicitEuler::default(),
        ImplicitEuler::default(),
        Rattle,
        Shake,
    }
}

#[test]
fn dynamics_of_another_length() {
    let chain = Chain::<f64>::with(5).build().unwrap();
    let state = Start::initial(&chain);
    let mut dynamics = Dynamics::new(&chain);
    let of = |error: AnalysisError| match error {
        AnalysisError::Length { length, .. } => length,
        other => panic!("{other}"),
    };
    for length in [0, 4, 6] {
        let given = DVector::zeros(length);
        assert!(dynamics.inverse(&chain, &state, &given).iter().all(|x| x.is_nan()));
        let (by_position, by_velocity) = dynamics.inverse_derivatives(&chain, &state, &given);
        assert!(by_position.iter().chain(by_velocity.iter()).all(|x| x.is_nan()));
        let wanted = WrongLength { vector: VectorName::Efforts, found: length, expected: 5 };
        assert_eq!(of(dynamics.forward(&chain, &state, &given).unwrap_err()), wanted);
        for (start, wanted) in starts(&chain, length) {
            assert!(dynamics.mass_matrix(&chain, &start).iter().all(|x| x.is_nan()));
            assert_eq!(of(dynamics.forward(&chain, &start, &DVector::zeros(5)).unwrap_err()), wanted);
        }
        let Start { t, q, v, y } = state.clone();
        let motion = Motion { t, q, v, a: given, y };
        assert!(chain.inverse_dynamics(&motion).iter().all(|x| x.is_nan()));
        let wanted = WrongLength { vector: VectorName::Acceleration, found: length, expected: 5 };
        assert_eq!(length_of(chain.efforts(&motion, &["drive"]).unwrap_err()), wanted);
        assert_eq!(length_of(chain.free_directions(&motion, None).unwrap_err()), wanted);
    }
    // The space of one chain for another.
    let other = Chain::<f64>::with(7).build().unwrap();
    let wanted = WrongLength { vector: VectorName::Workspace, found: 5, expected: 7 };
    let error = dynamics.forward(&other, &Start::initial(&other), &DVector::zeros(7)).unwrap_err();
    assert_eq!(of(error), wanted);
    assert!(dynamics.inverse(&chain, &state, &DVector::zeros(5)).iter().all(|x| x.is_finite()));
}
