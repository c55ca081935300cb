linkwork::mechanism! {
    mechanism Components {
        coordinate x;
        coordinate y;
        mass_matrix = [[1, 0], [0, 1, 2]];
        force = [x, y, 0];
        output crossed = cross([x, y], [1, 2, 3]);
    }
}

fn main() {}
