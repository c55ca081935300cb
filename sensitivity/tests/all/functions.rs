//! Functions in Rust by pointers: forward derivatives need pointers for dual numbers, and adjoints are refused.

use super::{method, oscillator, parameters, request};
use linkwork::Real;
use linkwork_sensitivity::adjoint::{GradientRequest, Objective, gradient};
use linkwork_sensitivity::{Native, sensitivities};
use linkwork_tape::{Functions, Pointer};
use num_dual::Dual64;

/// V = 9 x², the spring of the oscillator, and its derivatives.
extern "C" fn spring<T: Real>(x: T) -> T {
    T::exact(9.0) * x * x
}
extern "C" fn slope<T: Real>(x: T) -> T {
    T::exact(18.0) * x
}
extern "C" fn curvature<T: Real>(_: T) -> T {
    T::exact(18.0)
}

fn register<T: Real>(functions: &mut Functions) {
    functions.register::<T>("crate::spring", Pointer::One(spring));
    functions.register_derivative::<T>("crate::spring", &[0], Pointer::One(slope));
    functions.register_derivative::<T>("crate::spring", &[0, 0], Pointer::One(curvature));
}

#[test]
fn forward_derivatives_call_pointers_for_dual_numbers_and_adjoints_are_refused() {
    let text = "mechanism InRust {
        function spring(x [m]) -> [J] = crate::spring;
        param mass = 2 [kg];
        coordinate x [m];
        kinetic = mass * der(x)^2 / 2;
        potential = spring(x);
        initial { x: 0.3 [m], der(x): -0.4 [m/s] }
    }";
    let asked = request(&["x at 0.5"], &["mass", "x"], method("runge-kutta-4"), 0.01);
    let of_formula = &parameters(&oscillator(0.3, -0.4))[0];
    let wanted = sensitivities(of_formula, &asked).expect("it runs");

    let in_rust = || parameters(text).remove(0);
    let mut functions = Functions::default();
    register::<f64>(&mut functions);
    let single = in_rust().with_functions(functions.clone());
    let refused = sensitivities(&single, &asked).expect_err("no pointers for dual numbers").to_string();
    assert!(refused.contains("`crate::spring`") && refused.contains("Dual"), "{refused}");

    register::<Dual64>(&mut functions);
    let dual = in_rust().with_functions(functions);
    let found = sensitivities(&dual, &asked).expect("it runs");
    for (x, y) in found.derivatives[0].iter().zip(&wanted.derivatives[0]) {
        assert!((x - y).abs() < 1e-12, "{x} {y}");
    }
    let asked = GradientRequest {
        of: Objective::Value("x at 0.5".parse().expect("a quantity")),
        by: vec!["mass".to_owned()],
        method: method("runge-kutta-4"),
        step: 0.01,
        inputs: None,
        segments: None,
        native: Native::default(),
        interrupt: None,
    };
    for of in [&single, &dual] {
        let refused = gradient(of, &asked).expect_err("no pointers for recorded numbers").to_string();
        assert!(refused.contains("`crate::spring`"), "{refused}");
    }
}
