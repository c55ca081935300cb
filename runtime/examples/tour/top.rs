//! A heavy symmetric top: started with the right spin it precesses without nutation.

use linkwork::prelude::*;

linkwork::mechanism! {
    /// Its point is fixed; precession, nutation and spin are Euler angles. Inertias are about the centre of mass.
    pub mechanism Top in space {
        param spin = 100 [rad/s];
        gravity = [0, 0, -9.81] [m/s^2];
        body top { mass: 0.5 [kg], com: [0, 0, 0.1] [m], inertia: diagonal(1e-3, 1e-3, 6e-4) [kg*m^2] }
        joint point = spherical(ground, top, rotation: euler_zxz(precession, nutation, spinning));
        initial {
            point.nutation: 30 [deg], der(point.nutation): 0 [rad/s],
            der(point.precession): 5 [rad/s], der(point.spinning): spin,
        }
    }
}

pub fn run() -> Result<(), linkwork::Error> {
    // C (ψ' + Ω cos θ) Ω − A Ω² cos θ = m g l, with A about the point.
    let (a, c, rate, cos) = (1e-3 + 0.5 * 0.1 * 0.1, 6e-4, 5.0, 30.0_f64.to_radians().cos());
    let spin = (0.5 * 9.81 * 0.1 + a * rate * rate * cos) / (c * rate) - rate * cos;
    let top = Top { spin }.build()?;
    let solution = top.simulate().step(1e-4).until(1.0).run()?;
    let nutation = solution.series("point.nutation")?;
    let off = nutation.iter().map(|angle| (angle - 30.0_f64.to_radians()).abs()).fold(0.0, f64::max);
    let turned = solution.series("point.precession")?.last().copied().unwrap_or(f64::NAN);
    println!("spin {spin:.6} rad/s: precession {turned:.9} rad after 1 s, nutation off by {off:.1e} rad");
    assert!(off < 1e-9 && (turned - 5.0).abs() < 1e-8);
    Ok(())
}
