//! Equilibrium, linearisation and modes: two masses that hang from springs.

use linkwork::prelude::*;

linkwork::mechanism! {
    /// Two equal masses, one below the other, on two equal springs.
    pub mechanism Hanging {
        param mass = 2 [kg];
        param stiffness = 50 [N/m];
        coordinate upper [m];
        coordinate lower [m];
        kinetic = mass * (der(upper)^2 + der(lower)^2) / 2;
        potential = stiffness * (upper^2 + (lower - upper)^2) / 2 - mass * 9.81 [m/s^2] * (upper + lower);
    }
}

pub fn run() -> Result<(), linkwork::Error> {
    let hanging = Hanging { mass: 2.0, stiffness: 50.0 }.build()?;
    let rest = hanging.equilibrium()?;
    // The upper spring carries both masses, the lower one carries one.
    let (upper, lower) = (rest.state.q[0], rest.state.q[1]);
    println!("at rest at {upper:.6} m and {lower:.6} m: {:?}", rest.stability);
    assert!((upper - 4.0 * 9.81 / 50.0).abs() < 1e-12 && (lower - 6.0 * 9.81 / 50.0).abs() < 1e-12);
    assert_eq!(rest.stability, Stability::Stable);
    // ω² = (3 ∓ √5)/2 · k/m
    let modes = hanging.linearize(&rest.state)?.modes()?;
    for (mode, sign) in modes.modes.iter().zip([-1.0, 1.0]) {
        let exact = ((3.0 + sign * 5.0_f64.sqrt()) / 2.0 * 25.0).sqrt() / std::f64::consts::TAU;
        println!("{:.9} Hz, exact {exact:.9} Hz", mode.frequency());
        assert!((mode.frequency() - exact).abs() < 1e-12);
    }
    Ok(())
}
