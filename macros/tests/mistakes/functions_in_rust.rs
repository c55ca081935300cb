use linkwork::Real;

mod laws {
    pub fn spring(x: f64) -> f64 {
        -x
    }
}

fn drag<T: Real>(_: T, v: T) -> T {
    v
}

linkwork::mechanism! {
    mechanism Slider {
        function missing(x [m]) -> [N] = crate::nothing;
        function spring(x [m]) -> [N] = crate::laws::spring;
        function drag(v [m/s]) -> [N] = drag;
        coordinate x [m];
        kinetic = 1 [kg] * der(x)^2 / 2;
        force one = generalized(x, missing(x));
        force two = generalized(x, spring(x));
        force three = generalized(x, drag(der(x)));
    }
}

fn main() {}
