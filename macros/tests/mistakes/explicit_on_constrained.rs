use linkwork::prelude::*;

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
    model.simulate().method(RungeKutta4::default()).step(1e-3).until(1.0).run()?;
    Ok(())
}
