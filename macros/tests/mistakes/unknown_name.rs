use linkwork::prelude::*;

linkwork::mechanism! {
    pub mechanism Pendulum {
        param mass = 1 [kg];
        param length = 1 [m];
        input torque [N*m];
        coordinate theta [rad];
        kinetic = mass * lenght^2 * der(theta)^2 / 2;
        force motor = generalized(theta, torque);
    }
}

// Uses of the broken mechanism make no further errors.
fn main() -> Result<(), linkwork::Error> {
    let mut model = Pendulum { mass: 2.0, ..Default::default() }.build()?;
    model.set_inputs(PendulumInputs { torque: 0.5 });
    let solution = model.simulate().method(FifthDegree::default()).step(1e-3).until(1.0).run()?;
    println!("{:e}", solution.energy_drift() + solution.last().q[0] + Pendulum::default().length);
    Ok(())
}
