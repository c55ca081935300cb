linkwork::mechanism! {
    mechanism Twice {
        param x = 1;
        coordinate x;
        coordinate y;
        kinetic = der(y)^2 / 2;
        let y = 2 * x;
    }
}

fn main() {}
