linkwork::mechanism! {
    mechanism Idle {
        param length = 1 [m];
        coordinate x [m];
        kinetic = 1 [kg] * der(x)^2 / 2;
        constraint rod: length = 2 [m/s] * time;
    }
}

fn main() {}
