//! A pendulum by its energies: the period of large swings, from events, against its closed form.

use linkwork::prelude::*;

linkwork::mechanism! {
    /// A point mass on a rod without mass. theta is measured from the downward vertical.
    pub mechanism Pendulum {
        param length = 1 [m];
        coordinate theta [rad];
        kinetic = 1 [kg] * length^2 * der(theta)^2 / 2;
        potential = -9.81 [N] * length * cos(theta);
        initial { theta: 90 [deg], der(theta): 0 [rad/s] }
    }
}

pub fn run() -> Result<(), linkwork::Error> {
    let pendulum = Pendulum { length: 0.5 }.build()?;
    let passages = Event::of("theta").falling();
    let solution = pendulum.simulate().record_at(passages).step(1e-3).until(4.0).run()?;
    let times: Vec<f64> = solution.events().iter().map(|passage| passage.state.t).collect();
    let period = times[1] - times[0];

    // T = 2π √(l/g) / agm(1, cos(θ₀/2)), with the arithmetic-geometric mean.
    let (mut a, mut b) = (1.0_f64, std::f64::consts::FRAC_PI_4.cos());
    while a - b > 1e-15 {
        (a, b) = ((a + b) / 2.0, (a * b).sqrt());
    }
    let exact = std::f64::consts::TAU * (0.5_f64 / 9.81).sqrt() / a;
    println!("period {period:.12} s, exact {exact:.12} s, energy drift {:.1e} J", solution.energy_drift());
    assert!((period - exact).abs() < 1e-9);
    Ok(())
}
