linkwork::mechanism! {
    mechanism Mixed {
        param length = 1 [m];
        coordinate x [m];
        kinetic = 1 [kg] * der(x)^2 / 2;
        potential = 2 [N/m] * (x + 3 [s])^2;
        constraint stop: x = length [m];
    }
}

fn main() {}
