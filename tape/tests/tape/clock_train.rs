//! A mechanism that counts turns in emitted code: a clock spring drives two wheels by a gear of 4/3, in absolute
//! coordinates of space.

linkwork::mechanism! {
    /// φ'' (J₁ + (4/3)² J₂) = −c φ, with both angles read off quaternions.
    pub mechanism ClockTrain in space {
        param stiffness = 0.5 [N*m/rad];
        param inertia = 0.3 [kg*m^2];
        coordinates = absolute;
        body pinion { mass: 2 [kg], inertia: diagonal(inertia, inertia, inertia) }
        body wheel { mass: 1 [kg], inertia: diagonal(0.1, 0.1, 0.1) [kg*m^2] }
        joint first = revolute(ground, pinion, axis: [0, 0, 1]);
        joint second = revolute(ground, wheel, axis: [1, 0, 0]);
        joint mesh = gear(first.angle, second.angle, ratio: 20 / 15);
        force clock = torsion_spring(first, stiffness: stiffness);
        output driven = second.angle;
        initial { der(first.angle): 24 [rad/s] }
    }
}

use linkwork::prelude::*;

/// ω² = c/(J₁ + 16/9 J₂); after three turns of the pinion and more.
#[test]
fn emitted_code_counts_turns() {
    let model = ClockTrain::default().build().expect("it builds");
    let run = model.simulate().step(1e-3).until(2.0).run().unwrap_or_else(|error| panic!("{error}"));
    let omega = (0.5_f64 / (0.3 + 1.6 / 9.0)).sqrt();
    let exact = 24.0 / omega * (2.0 * omega).sin();
    let last = |name: &str| *run.series(name).expect("the column is there").last().expect("samples");
    assert!(exact > 20.0);
    // Fourth order in steps of 24e-3 rad.
    assert!((last("first.angle") - exact).abs() < 1e-7, "{} for {exact}", last("first.angle"));
    assert!((last("driven") - 4.0 / 3.0 * exact).abs() < 1e-7, "{}", last("driven"));
}
