//! A block that slides up an incline, stops, and sticks: dry friction without regularisation.

use linkwork::prelude::*;

linkwork::mechanism! {
    /// An incline of 20°, where the block holds as long as tan 20° = 0.36 is below the static coefficient.
    pub mechanism Block in plane {
        gravity = [0, -9.81] [m/s^2];
        body block { mass: 2 [kg], inertia: 0.01 [kg*m^2] }
        joint guide = prismatic(ground, block, axis: [cos(20 [deg]), sin(20 [deg])]);
        force drag = friction(guide, coefficient: 0.3, static: 0.5, velocity: 0 [m/s]);
        output grip = drag.force;
        initial { der(guide.displacement): 2 [m/s] }
    }
}

pub fn run() -> Result<(), linkwork::Error> {
    let block = Block::<f64>::default().build()?;
    let solution = block.simulate().step(1e-3).until(1.0).run()?;
    let (sin, cos) = 20.0_f64.to_radians().sin_cos();
    // v² = 2 a s with a = g (sin α + μ cos α); at rest the friction carries m g sin α.
    let stop = 2.0 * 2.0 / (2.0 * 9.81 * (sin + 0.3 * cos));
    let (s, v) = (solution.last().q[0], solution.last().v[0]);
    let grip = solution.output("grip")?.last().copied().unwrap_or(f64::NAN);
    println!("stops after {s:.12} m and holds there with {grip:.9} N");
    assert!((s - stop).abs() < 1e-9 && v.abs() < 1e-12);
    assert!((grip - 2.0 * 9.81 * sin).abs() < 1e-9);
    Ok(())
}
