//! Two mechanisms: a pendulum from the macro, and a slider–crank from a file that build.rs compiles.

use linkwork::prelude::*;

linkwork::mechanism! {
    /// A point mass on a rod without mass. theta is measured from the downward vertical, anticlockwise.
    pub mechanism Pendulum {
        param mass = 1 [kg];
        param length = 1 [m];
        param gravity = 9.81 [m/s^2];

        coordinate theta [rad];

        kinetic = mass * length^2 * der(theta)^2 / 2;
        potential = -mass * gravity * length * cos(theta);

        initial { theta: 60 [deg], der(theta): 0 [rad/s] }
    }
}

/// The mechanisms of `mechanisms/slider_crank.mech`.
mod slider_crank {
    include!(concat!(env!("OUT_DIR"), "/slider_crank.rs"));
}

fn main() -> Result<(), linkwork::Error> {
    let pendulum = Pendulum { length: 0.5, ..Default::default() }.build()?;
    let swing = pendulum.simulate().step(1e-3).until(10.0).run()?;
    println!("pendulum: theta = {:.9} rad at t = 10 s", swing.last().q[0]);
    println!("  energy drift {:.1e} J", swing.energy_drift());

    let crank = slider_crank::SliderCrank::default().build()?;
    let turn = crank.simulate().step(1e-3).until(2.0).run()?;
    let stroke = turn.series("piston")?;
    let most = stroke.iter().copied().fold(f64::MIN, f64::max);
    let least = stroke.iter().copied().fold(f64::MAX, f64::min);
    println!("slider-crank: the piston moves between {least:.6} m and {most:.6} m");
    println!(
        "  energy drift {:.1e} J, constraint drift {:.1e}",
        turn.energy_drift(),
        turn.constraint_drift()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The energy is conserved.
    #[test]
    fn energy_is_conserved() -> Result<(), linkwork::Error> {
        let crank = slider_crank::SliderCrank::default().build()?;
        let solution = crank.simulate().step(1e-3).until(1.0).run()?;
        assert!(solution.energy_drift() < 1e-6);
        assert!(solution.constraint_drift() < 1e-12);
        Ok(())
    }
}
