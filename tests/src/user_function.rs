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

#[cfg(test)]
mod tests {
    use super::{Well, WellInRust};
    use linkwork::prelude::*;

    /// Forces need the first derivative of the well, the method's matrix the second and that of the drag. Both runs
    /// do the same arithmetic up to rounding errors, which grow little over 200 steps.
    #[test]
    fn a_function_in_rust_gives_the_motion_of_its_formula() {
        let rust = WellInRust::default().build().unwrap();
        let formula = Well::default().build().unwrap();
        let rust = rust.simulate().method(FifthDegree::default()).step(1e-2).until(2.0).run().unwrap();
        let formula = formula.simulate().method(FifthDegree::default()).step(1e-2).until(2.0).run().unwrap();
        let (rust, formula) = (rust.last(), formula.last());
        let difference = (rust.q[0] - formula.q[0]).abs().max((rust.v[0] - formula.v[0]).abs());
        assert!(difference < 1e-12, "{difference:e}");
        assert!(rust.q[0] < 0.9, "it has moved: {}", rust.q[0]);
    }
}
