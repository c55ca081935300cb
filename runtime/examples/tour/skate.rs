//! A skate on an inclined plane: a nonholonomic constraint, recognised by its expression.

use linkwork::prelude::*;

linkwork::mechanism! {
    /// A blade that turns at a constant rate; x points down the incline, on which gravity pulls with 5 m/s².
    pub mechanism Skate {
        param rate = 2 [rad/s];
        coordinate x [m];
        coordinate y [m];
        coordinate heading [rad];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2 + 0.1 [kg*m^2] * der(heading)^2 / 2;
        potential = -5 [N] * x;
        constraint blade: der(x) * sin(heading) = der(y) * cos(heading);
        initial { x: 0 [m], y: 0 [m], heading: 0 [rad], der(x): 0 [m/s], der(heading): rate }
    }
}

pub fn run() -> Result<(), linkwork::Error> {
    let rate = 2.0_f64;
    let skate = Skate { rate }.build()?;
    let solution = skate.simulate().step(1e-3).until(5.0).run()?;
    // A cycloid: x = g sin² ωt / 2ω², which never gets far down the incline.
    let (t, x) = (solution.last().t, solution.last().q[0]);
    let exact = 5.0 * (rate * t).sin().powi(2) / (2.0 * rate * rate);
    println!("x = {x:.12} m at t = {t} s, exact {exact:.12} m");
    assert!((x - exact).abs() < 1e-9);
    Ok(())
}
