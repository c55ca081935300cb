//! A slider-crank with a driven crank: no dynamics are integrated, the constraints prescribe the motion.

use linkwork::prelude::*;

linkwork::mechanism! {
    /// A crank of 0.15 m that turns at 10 rad/s, and a rod of 0.35 m to a slider.
    pub mechanism SliderCrank in plane {
        param rate = 10 [rad/s];
        body crank { mass: 1.2 [kg], shape: rod(length: 0.15 [m]) }
        body rod { mass: 0.6 [kg], shape: rod(length: 0.35 [m]) }
        body slider { mass: 2 [kg] }
        joint pivot = revolute(ground, crank at [-0.075, 0] [m]);
        joint pin = revolute(crank at [0.075, 0] [m], rod at [-0.175, 0] [m]);
        joint wrist = revolute(rod at [0.175, 0] [m], slider);
        joint guide = prismatic(ground, slider, axis: [1, 0]);
        constraint drive: pivot.angle = 30 [deg] + rate * time;
        output piston = guide.displacement;
        output torque = -multiplier(drive);
    }
}

pub fn run() -> Result<(), linkwork::Error> {
    let crank = SliderCrank { rate: 10.0 }.build()?;
    let motion = crank.kinematics().step(1e-2).until(0.6).run()?;
    let (times, pistons) = (motion.times(), motion.series("piston")?);
    for (t, piston) in times.iter().zip(&pistons) {
        // x = r cos φ + √(l² − r² sin² φ)
        let (sin, cos) = (30.0_f64.to_radians() + 10.0 * t).sin_cos();
        let exact = 0.15 * cos + (0.35_f64.powi(2) - (0.15 * sin).powi(2)).sqrt();
        assert!((piston - exact).abs() < 1e-12);
    }
    let largest = motion.series("torque")?.iter().fold(0.0, |largest: f64, torque| largest.max(torque.abs()));
    println!("the drive needs up to {largest:.4} N m");
    Ok(())
}
