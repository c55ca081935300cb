//! The four-link mechanism: its kinematics, the torque of its rotor, and velocity errors.
//!
//! The masses are those of the stated density, with the rotor 0.1 m thick; kinematics do not depend on them.

use super::*;

/// Outputs: velocity and position of the coupler, torque.
const VELOCITY_Z: usize = 2;

fn linkage() -> Tape {
    tape(&published::four_link().unwrap(), &[], &[])
}

#[test]
fn kinematics_and_torque() {
    let (m, all) = (linkage(), reference());
    let truth = columns(&all["four_link"], &["t", "v2x", "v2y", "v2z", "r2x", "r2y", "r2z", "T_density"]);
    let motion = m.kinematics().step(0.1).until(2.0).run().unwrap();
    assert_eq!((truth.len(), motion.samples().len()), (21, 21));
    for (row, sample) in truth.iter().zip(motion.samples()) {
        let found = motion_outputs(&m, sample);
        for i in 0..6 {
            // Fifteen digits of up to 10 m/s.
            close(&format!("t = {}, output {i}", row[0]), found[i], row[i + 1], 2e-14);
        }
        // A closed form of the loop.
        close(&format!("t = {}, closed form", row[0]), published::coupler_velocity_z(row[0]), row[3], 2e-14);
        // Of 1.2e4 N·m.
        close(&format!("t = {}, torque", row[0]), found[6], row[7], 1e-9);
    }
}

/// The error of z' of the coupler over 8 s, alike in both methods.
#[test]
fn velocity_errors() {
    let (m, all) = (linkage(), reference());
    let published = all["driven_mechanism_velocity_convergence"]["four_link"].as_array().unwrap();
    for h in [1e-2, 1e-3] {
        let last = step_of(8.0, h);
        let motion = m.kinematics().step(h).until(8.0).run().unwrap();
        let truth: Vec<f64> = motion.samples().iter().map(|s| motion_outputs(&m, s)[VELOCITY_Z]).collect();
        let runs = [
            ("HI", outputs(&m, &HalfImplicitEuler::default(), h, last)),
            ("FI", outputs(&m, &ImplicitEuler::default(), h, last)),
        ];
        for (method, run) in runs {
            let row = published.iter().find(|row| row[0] == method && number(&row[1]) == h).unwrap();
            let errors: Vec<f64> = (1..=last).map(|i| run[i][VELOCITY_Z] - truth[i]).collect();
            let what = format!("{method}, h = {h}");
            // Velocities come from positions of 10 m by 1/h; the published iteration ends at 1e-10.
            close(&what, rms(errors.iter().copied()), number(&row[2]), 1e-9);
            close(&what, errors[last - 1].abs(), number(&row[3]), 1e-9);
        }
    }
}
