//! A double pendulum by its bodies, in joint coordinates and in Cartesian coordinates of every body.

use linkwork::prelude::*;

linkwork::mechanism! {
    /// Two uniform bars, one below the other.
    pub mechanism Double in plane {
        coordinates = [minimal, absolute];
        gravity = [0, -9.81] [m/s^2];
        body upper { mass: 1 [kg], shape: rod(length: 0.4 [m]) }
        body lower { mass: 0.5 [kg], shape: rod(length: 0.6 [m]) }
        joint shoulder = revolute(ground, upper at [-0.2, 0] [m]);
        joint elbow = revolute(upper at [0.2, 0] [m], lower at [-0.3, 0] [m]);
        output tip = (lower.position + 0.3 [m] * lower.axis.x);
        output pull = shoulder.force;
        initial { shoulder.angle: 30 [deg], elbow.angle: -50 [deg] }
    }
}

pub fn run() -> Result<(), linkwork::Error> {
    // Two angles and no constraint; six coordinates and four constraints.
    let (minimal, absolute) = (Double::<f64>::default().build()?, DoubleAbsolute::<f64>::default().build()?);
    let by_angles = minimal.simulate().step(1e-3).until(1.0).run()?;
    let by_bodies = absolute.simulate().step(1e-3).until(1.0).run()?;
    for column in ["tip[0]", "tip[1]", "pull[0]", "pull[1]"] {
        let (a, b) = (by_angles.series(column)?, by_bodies.series(column)?);
        let difference = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        println!("{column}: the formulations differ by {difference:.1e}");
        assert!(difference < 1e-5);
    }
    Ok(())
}
