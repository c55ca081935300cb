//! A direct-current motor: a first-order state, and an input as a function of time, with steps by tolerance.

use linkwork::prelude::*;

linkwork::mechanism! {
    /// A rotor with viscous friction; the armature obeys L i' = u − R i − k ω.
    pub mechanism Motor {
        coordinate angle [rad];
        state current [A];
        input voltage [V];
        kinetic = 2e-3 [kg*m^2] * der(angle)^2 / 2;
        dissipation = 1e-3 [N*m*s/rad] * der(angle)^2 / 2;
        der(current) = (voltage - 2 [ohm] * current - 0.15 [N*m/A] * der(angle)) / (20 [mH]);
        force drive = generalized(angle, 0.15 [N*m/A] * current);
    }
}

pub fn run() -> Result<(), linkwork::Error> {
    // Switched on smoothly, to 24 V.
    let motor = Motor::<f64>::default()
        .build()?
        .driven(|t: f64| MotorInputs { voltage: 24.0 * (1.0 - (-20.0 * t).exp()) });
    let solution = motor.simulate().tolerance(1e-9, 1e-9).until(4.0).run()?;
    let (speed, current) = (solution.last().v[0], solution.last().y[0]);
    // At rest in both equations: k i = d ω, u = R i + k ω.
    let exact = 24.0 / (0.15 + 2.0 * 1e-3 / 0.15);
    println!("{speed:.6} rad/s and {current:.6} A after {} steps", solution.report().steps);
    assert!((speed - exact).abs() < 1e-5 && (current - 1e-3 * exact / 0.15).abs() < 1e-6);
    Ok(())
}
