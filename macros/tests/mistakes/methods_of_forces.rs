use linkwork::multistep::ImplicitGodunov3;
use linkwork::prelude::*;
use linkwork::symplectic::Yoshida4;

linkwork::mechanism! {
    mechanism Damped {
        coordinate x;
        mass_matrix = [[1]];
        force = [-x - der(x) / 10];
    }
}

linkwork::mechanism! {
    mechanism Motor {
        coordinate x;
        state current = 0;
        mass_matrix = [[1]];
        force = [current];
        der(current) = -current;
    }
}

linkwork::mechanism! {
    mechanism Satellite in space {
        body hull { mass: 1 [kg], shape: box(size: [1, 2, 3] [m]) }
        joint orbit = free(ground, hull);
    }
}

fn main() -> Result<(), linkwork::Error> {
    let damped = Damped::default().build()?;
    let _ = damped.simulate().method(Yoshida4::default());
    let motor = Motor::default().build()?;
    let _ = motor.simulate().method(ImplicitGodunov3::default());
    let satellite = Satellite::default().build()?;
    let _ = satellite.simulate().method(CentralDifferences);
    Ok(())
}
