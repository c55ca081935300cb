use linkwork::prelude::*;

linkwork::mechanism! {
    mechanism Broken {
        param mass = 1 [kgg];
        coordinate x [m]
        coordinate y [m];
        kinetic = mass * (der(x)^2 + der(y)^2) / 2;
        potential = mass * gravity * y ** 2;
        constraint rod: x^2 + z^2;
        initial { w: 1 }
        param slope = 1 [m/s^];
    }

    mechanism Sound {
        coordinate x;
        kinetic = der(x)^2 / 2;
    }
}

fn main() {
    let _ = Sound::default().build();
    if let Ok(model) = Broken::default().build() {
        let _ = model.simulate().method(RungeKutta4::default()).step(0.1).until(1.0).run();
    }
}
