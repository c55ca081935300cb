//! A robot arm under control: at every millisecond the controller reads the state, compensates gravity by inverse dynamics and
//! adds a proportional and a derivative part. It does not allocate; the plant is a simulation.

use linkwork::prelude::*;

linkwork::mechanism! {
    /// Two links in a vertical plane, with a motor at each joint.
    pub mechanism Arm in plane {
        gravity = [0, -9.81] [m/s^2];
        body upper { mass: 3 [kg], shape: rod(length: 0.4 [m], center: [0.2, 0] [m]) }
        body lower { mass: 2 [kg], shape: rod(length: 0.3 [m], center: [0.15, 0] [m]) }
        joint shoulder = revolute(ground, upper);
        joint elbow = revolute(upper at [0.4, 0] [m], lower);
        input shoulder_torque [N*m];
        input elbow_torque [N*m];
        force shoulder_motor = torque(shoulder, shoulder_torque);
        force elbow_motor = torque(elbow, elbow_torque);
        initial { shoulder.angle: -90 [deg], elbow.angle: 0 [deg] }
    }
}

/// The data of the controller: the arm without torques, the target, and its gains.
struct Controller {
    model: ArmModel<f64>,
    dynamics: Dynamics<ArmModel<f64>>,
    target: [f64; 2],
    stiffness: [f64; 2],
    damping: [f64; 2],
}

impl Controller {
    /// τ = g(q) + K (q_d − q) − D v
    fn torques(&mut self, state: &Start<ArmModel<f64>>) -> ArmInputs<f64> {
        let rest = Start { v: [0.0; 2].into(), ..state.clone() };
        let gravity = self.dynamics.inverse(&self.model, &rest, &[0.0; 2].into());
        let torque = |k: usize| {
            gravity[k] + self.stiffness[k] * (self.target[k] - state.q[k]) - self.damping[k] * state.v[k]
        };
        ArmInputs { shoulder_torque: torque(0), elbow_torque: torque(1) }
    }
}

pub fn run() -> Result<(), linkwork::Error> {
    let mut arm = Arm::<f64>::default().build()?;
    let mut controller = Controller {
        dynamics: Dynamics::new(&arm),
        model: arm.clone(),
        target: [0.6, 0.8],
        stiffness: [150.0, 40.0],
        damping: [20.0, 4.0],
    };
    let mut state = Start::initial(&arm);
    for tick in 1..=1500 {
        arm.set_inputs(controller.torques(&state));
        let plant = arm.simulate().method(RungeKutta4::default()).from(state);
        state = plant.step(1e-3).until(1e-3 * f64::from(tick)).run()?.final_state();
    }
    println!("after 1.5 s at {:.6} rad and {:.6} rad", state.q[0], state.q[1]);
    for k in 0..2 {
        assert!((state.q[k] - controller.target[k]).abs() < 1e-4 && state.v[k].abs() < 1e-4);
    }
    Ok(())
}
