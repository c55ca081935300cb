//! The examples of the levels of energies and of matrices, verbatim from the language.

use linkwork::mechanism;
use linkwork::prelude::*;

mechanism! {
    /// Point mass on a massless rod, IFToMM benchmark A01. theta is measured from the
    /// horizontal, anticlockwise.
    pub mechanism Pendulum {
        param mass = 1 [kg];
        param length = 1 [m];
        param gravity = 9.81 [m/s^2];

        coordinate theta [rad];

        kinetic = mass * length^2 * der(theta)^2 / 2;
        potential = mass * gravity * length * sin(theta);

        initial { theta: 0 [rad], der(theta): 0 [rad/s] }
    }
}

mechanism! {
    pub mechanism CartesianPendulum {
        param mass = 1 [kg];
        param length = 1 [m];
        param gravity = 9.81 [m/s^2];

        coordinate x [m];
        coordinate y [m];

        kinetic = mass * (der(x)^2 + der(y)^2) / 2;
        potential = mass * gravity * y;
        constraint rod: x^2 + y^2 = length^2;

        initial { x: length, y: 0 [m] }
    }
}

mechanism! {
    pub mechanism Oscillator {
        param damping = 0.1;
        coordinate x;
        mass_matrix = [[1]];
        force = [-x - damping * der(x) + sin(0.01 * time)];
        initial { x: 0, der(x): 1 }
    }
}

#[test]
fn levels_of_energies_and_matrices() -> Result<(), linkwork::Error> {
    let pendulum = Pendulum { length: 0.5, ..Default::default() }.build()?;
    let solution = pendulum.simulate().method(FifthDegree::default()).step(1e-3).until(1.0).run()?;
    assert!(solution.energy_drift() < 1e-8);
    let free = pendulum.simulate().method(RungeKutta4::default()).step(1e-3).until(1.0).run()?;
    assert!((free.last().q[0] - solution.last().q[0]).abs() < 1e-8);

    let cartesian = CartesianPendulum { length: 0.5, ..Default::default() }.build()?;
    let constrained = cartesian.simulate().step(1e-3).until(1.0).run()?;
    assert!((constrained.last().q[0] - 0.5 * solution.last().q[0].cos()).abs() < 1e-7);

    let oscillator = Oscillator::default().build()?;
    assert!(oscillator.simulate().step(1e-2).until(1.0).run().is_ok());
    Ok(())
}
