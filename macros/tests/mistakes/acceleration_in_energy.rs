linkwork::mechanism! {
    mechanism Jerky {
        coordinate x [m];
        kinetic = 1 [kg] * der(x)^2 / 2;
        potential = 1 [kg] * der(der(x)) * x;
    }
}

fn main() {}
