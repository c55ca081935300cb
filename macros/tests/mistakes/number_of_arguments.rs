linkwork::mechanism! {
    mechanism Arguments {
        coordinate x;
        kinetic = der(x)^2 / 2;
        potential = atan2(x) + sin(x, 2);
    }
}

fn main() {}
