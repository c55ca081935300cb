//! Constraints of every kind, first-order states, indices and arrays.

use linkwork::prelude::*;

linkwork::mechanism! {
    mechanism Kinds {
        param length = 1 [m];
        param inertia = 0.2 [kg*m^2];
        coordinate x [m];
        coordinate y [m];
        coordinate heading [rad];
        coordinate shaft [rad];
        coordinate u [m];
        coordinate w [m];

        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2 + inertia * (der(heading)^2 + der(shaft)^2) / 2;
        kinetic = 1 [kg] * (der(u)^2 + der(w)^2) / 2;
        potential = 9.81 [N] * (y + w);

        constraint rod: u^2 + w^2 = length^2;                 // holonomic: no der(…) in it
        constraint motor: shaft = 2 [rad/s] * time;           // rheonomic: depends on time
        constraint blade: der(x) * sin(heading) = der(y) * cos(heading);  // nonholonomic: der(…) in it

        initial { u: length, w: 0 [m], heading: 60 [deg], der(heading): 1 [rad/s] }
    }

    /// A motor on a shaft.
    mechanism Motor {
        param voltage = 12 [V];
        param resistance = 2 [ohm];
        param inductance = 20 [mH];
        param motor_constant = 0.15 [N*m/A];
        coordinate angle [rad];
        state current [A];
        kinetic = 0.01 [kg*m^2] * der(angle)^2 / 2;
        der(current) = (voltage - resistance * current - motor_constant * der(angle)) / inductance;
        force motor = generalized(angle, motor_constant * current);
    }

    mechanism Chain {
        const n = 3;
        input push [N];
        for i in 0..n {
            coordinate x[i] [m];
            kinetic = 1 [kg] * der(x[i])^2 / 2;
        }
        for i in 1..n {
            potential = 40 [N/m] * (x[i] - x[i - 1])^2 / 2;
        }
        force motor = generalized(x[0], push);
        output ends = [x[0], x[n - 1]];
    }
}

#[test]
fn constraints_states_and_arrays() -> Result<(), linkwork::Error> {
    let kinds = Kinds::default().build()?;
    let solution = kinds.simulate().step(1e-3).until(0.1).run()?;
    assert!((solution.last().q[3] - 0.2).abs() < 1e-9);
    assert!(solution.constraint_drift() < 1e-6);

    let motor = Motor { voltage: 24.0, ..Motor::default() }.build()?;
    let solution = motor.simulate().step(1e-3).until(10.0).run()?;
    // No load: the speed at which the motor's own voltage balances the battery's.
    assert!((solution.last().v[0] - 24.0 / 0.15).abs() < 1e-3 * 160.0);

    let mut chain = Chain::default().build()?;
    chain.set_inputs(ChainInputs { push: 3.0 });
    let solution = chain.simulate().step(1e-3).until(1.0).run()?;
    let momentum: f64 = solution.last().v.iter().sum();
    assert!((momentum - 3.0).abs() < 1e-9);
    Ok(())
}
