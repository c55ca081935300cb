//! User functions in Rust against the same formulas in the language.

use linkwork::Real;

/// A quartic well, V = 3 x⁴/4.
pub fn well<T: Real>(x: T) -> T {
    T::exact(0.75) * x * x * x * x
}

/// Drag that grows with the position: −0.4 v (1 + x²).
pub fn drag<T: Real>(x: T, v: T) -> T {
    -(T::exact(0.4) * v * (T::one() + x * x))
}

linkwork::mechanism! {
    /// A mass in a well with drag, both in Rust.
    pub mechanism WellInRust {
        function well(x [m]) -> [J] = crate::user_function::well;
        function drag(x [m], v [m/s]) -> [N] = crate::user_function::drag;
        coordinate x [m];
        kinetic = 2 [kg] * der(x)^2 / 2;
        potential = well(x);
        force resistance = generalized(x, drag(x, der(x)));
        output power = drag(x, der(x)) * der(x);
        initial { x: 1 [m], der(x): 0.5 [m/s] }
    }

    /// The same in the language.
    pub mechanism Well {
        coordinate x [m];
        kinetic = 2 [kg] * der(x)^2 / 2;
        potential = 0.75 [J/m^4] * x^4;
        force resistance = generalized(x, -0.4 [N*s/m] * der(x) * (1 + x^2 / 1 [m^2]));
        initial { x: 1 [m], der(x): 0.5 [m/s] }
    }
}
