use linkwork::multistep::{Godunov3, ImplicitGodunov3};
use linkwork::prelude::*;
use linkwork::symplectic::VelocityVerlet;

linkwork::mechanism! {
    mechanism CartesianPendulum {
        coordinate x;
        coordinate y;
        kinetic = (der(x)^2 + der(y)^2) / 2;
        potential = y;
        constraint rod: x^2 + y^2 = 1;
        initial { x: 1 }
    }
}

fn main() -> Result<(), linkwork::Error> {
    let model = CartesianPendulum::default().build()?;
    let _ = model.simulate().method(VelocityVerlet::default());
    let _ = model.simulate().method(Godunov3::default());
    let _ = model.simulate().method(ImplicitGodunov3::default());
    let _ = model.simulate().method(WilsonTheta::default());
    let _ = model.simulate().method(CentralDifferences);
    Ok(())
}
