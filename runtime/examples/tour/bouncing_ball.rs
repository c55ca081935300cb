//! A ball that bounces: events that are located within rounding, and states that change there.

use linkwork::prelude::*;

linkwork::mechanism! {
    /// A ball above the ground.
    pub mechanism Ball {
        coordinate height [m];
        kinetic = 0.2 [kg] * der(height)^2 / 2;
        potential = 0.2 [kg] * 9.81 [m/s^2] * height;
        initial { height: 1 [m] }
    }
}

pub fn run() -> Result<(), linkwork::Error> {
    let ball = Ball::<f64>::default().build()?;
    let contact = Event::of("height").falling();
    let bounce = |state: &mut Start<BallModel<f64>>| state.v[0] *= -0.8;
    let solution = ball.simulate().reset_at(contact, bounce).step(1e-2).until(3.0).run()?;
    // The first fall takes √(2 h/g), each flight between bounces 0.8 times as long as the one before it.
    let fall = (2.0_f64 / 9.81).sqrt();
    let mut expected = fall;
    for (number, bounce) in solution.events().iter().enumerate() {
        println!("bounce {} at t = {:.12} s", number + 1, bounce.state.t);
        assert!((bounce.state.t - expected).abs() < 1e-11);
        expected += 2.0 * fall * 0.8_f64.powi(number as i32 + 1);
    }
    assert_eq!(solution.events().len(), 6);
    Ok(())
}
