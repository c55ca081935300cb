//! Derivatives against finite differences, Taylor series and closed forms.

use linkwork_compiler::symbolic::{Constant, Function, Graph, Node, Relation, Symbol};

/// Values by symbol index.
fn at(values: &[f64]) -> impl Fn(Symbol) -> f64 + '_ {
    |symbol| values[symbol.index()]
}

/// (f(x + h) − f(x − h))/2h with one step of Richardson extrapolation.
fn central(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let difference = |h: f64| (f(x + h) - f(x - h)) / (2.0 * h);
    let h = 1e-3;
    (4.0 * difference(h / 2.0) - difference(h)) / 3.0
}

/// Error of `central`: h⁴ times fifth derivatives of order 1 to 100, and rounding 1e-16/h.
const DIFFERENCE_TOLERANCE: f64 = 1e-9;

#[test]
fn of_every_operation() {
    for &function in Function::ALL {
        let points: &[[f64; 2]] = match function {
            Function::Asin | Function::Acos => &[[0.3, 0.0], [-0.6, 0.0]],
            Function::Ln | Function::Sqrt | Function::Pow => &[[0.7, 1.3], [2.1, -0.4], [1.6, 2.5]],
            _ => &[[0.3, 0.8], [-0.9, 0.4], [1.2, -0.7], [-0.4, -1.3]],
        };
        let mut g = Graph::new();
        let symbols: Vec<_> = ["x", "y"][..function.arity()].iter().map(|name| g.symbol(name)).collect();
        let nodes: Vec<_> = symbols.iter().map(|&s| g.node(s)).collect();
        let call = g.call(function, &nodes);
        for (i, &symbol) in symbols.iter().enumerate() {
            let derivative = g.derivative(call, symbol);
            for point in points {
                let value = g.evaluate(&[derivative], &at(point))[0];
                let expected = central(
                    |x| {
                        let mut moved = *point;
                        moved[i] = x;
                        function.evaluate(&moved[..function.arity()])
                    },
                    point[i],
                );
                let error = (value - expected).abs();
                assert!(
                    error < DIFFERENCE_TOLERANCE * (1.0 + expected.abs()),
                    "{} {point:?} {i}",
                    function.name()
                );
            }
        }
    }
}

#[test]
fn of_sums_products_and_choices() {
    let mut g = Graph::new();
    let (x, y) = (g.symbol("x"), g.symbol("y"));
    let (nx, ny) = (g.node(x), g.node(y));
    let sum = g.linear_combination(Constant::integer(3), &[(nx, Constant::ratio(2, 3)), (ny, Constant::PI)]);
    let product = g.monomial(Constant::integer(5), &[(nx, 3), (ny, -2), (sum, 1)]);
    let condition = g.compare(Relation::Lt, nx, ny);
    let sine = g.sin(product);
    let choice = g.select(condition, sine, product);
    for function in [sum, product, choice] {
        let gradient = g.gradient(function, &[x, y]);
        for point in [[0.7, 1.1], [1.3, 0.9], [-0.5, 0.8]] {
            let values = g.evaluate(&gradient, &at(&point));
            for i in 0..2 {
                let expected = central(
                    |v| {
                        let mut moved = point;
                        moved[i] = v;
                        g.evaluate(&[function], &at(&moved))[0]
                    },
                    point[i],
                );
                // The product has derivatives up to 1e4 here, hence its fifth derivatives are large.
                assert!((values[i] - expected).abs() < 1e-5 * (1.0 + expected.abs()), "{point:?} {i}");
            }
        }
    }
    assert_eq!(g.derivative(condition, x), g.zero());
}

#[test]
fn closed_forms() {
    let mut g = Graph::new();
    let x = g.symbol("x");
    let n = g.node(x);
    let sine = g.sin(n);
    let cosine = g.cos(n);
    assert_eq!(g.derivative(sine, x), cosine);
    let minus = g.neg(sine);
    assert_eq!(g.derivative(cosine, x), minus);
    let cube = g.powi(n, 3);
    let derivative = g.derivative(cube, x);
    assert_eq!(g.infix(derivative), "3*x^2");
    let y = g.symbol("y");
    assert_eq!(g.derivative(cube, y), g.zero());
}

#[test]
fn jacobians_hold_the_structural_nonzeros_row_by_row() {
    let mut g = Graph::new();
    let names: Vec<_> = (0..5).map(|i| g.symbol(&format!("q{i}"))).collect();
    let q: Vec<_> = names.iter().map(|&s| g.node(s)).collect();
    // f_i = sin(q_i)·q_{i+1}: a bidiagonal Jacobian
    let f: Vec<_> = (0..4)
        .map(|i| {
            let s = g.sin(q[i]);
            g.mul(s, q[i + 1])
        })
        .collect();
    let jacobian = g.jacobian(&f, &names);
    assert_eq!((jacobian.rows, jacobian.cols), (4, 5));
    let pattern: Vec<_> = jacobian.entries.iter().map(|e| (e.0, e.1)).collect();
    assert_eq!(pattern, [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4)]);
    let cosine = g.cos(q[0]);
    assert_eq!(jacobian.entries[0].2, g.mul(cosine, q[1]));
    assert_eq!(jacobian.entries[1].2, g.sin(q[0]));
}

#[test]
fn hessian_times_vector() {
    let mut g = Graph::new();
    let (x, y) = (g.symbol("x"), g.symbol("y"));
    let (nx, ny) = (g.node(x), g.node(y));
    let (sine, square) = (g.sin(nx), g.powi(ny, 2));
    let f = g.mul(sine, square); // sin x · y²
    // The vector depends on the symbols: it must not be differentiated.
    let vector = [ny, nx];
    let product = g.hessian_vector_product(f, &[x, y], &vector);
    let (a, b) = (0.8_f64, -1.7_f64);
    let values = g.evaluate(&product, &at(&[a, b]));
    let expected = [-a.sin() * b * b * b + 2.0 * a.cos() * b * a, 2.0 * a.cos() * b * b + 2.0 * a.sin() * a];
    for (value, expected) in values.iter().zip(expected) {
        assert!((value - expected).abs() < 1e-14 * (1.0 + expected.abs()));
    }
}

/// Coefficients of a product of two power series.
fn series_product(a: &[f64], b: &[f64]) -> Vec<f64> {
    (0..a.len()).map(|k| (0..=k).map(|i| a[i] * b[k - i]).sum()).collect()
}

/// Coefficients of sin and cos of a power series: k·sₖ = Σ i·qᵢ·c_{k−i}, k·cₖ = −Σ i·qᵢ·s_{k−i}.
fn series_sine(q: &[f64]) -> Vec<f64> {
    let (mut s, mut c) = (vec![q[0].sin()], vec![q[0].cos()]);
    for k in 1..q.len() {
        let sum = |other: &[f64]| (1..=k).map(|i| i as f64 * q[i] * other[k - i]).sum::<f64>() / k as f64;
        let (next_s, next_c) = (sum(&c), -sum(&s));
        s.push(next_s);
        c.push(next_c);
    }
    s
}

#[test]
fn time_derivatives_to_order_four() {
    let mut g = Graph::new();
    let symbols: Vec<_> = (0..6).map(|k| g.symbol(&format!("q_{k}"))).collect(); // q and its derivatives
    let nodes: Vec<_> = symbols.iter().map(|&s| g.node(s)).collect();
    let sine = g.sin(nodes[0]);
    let mut f = g.mul(sine, nodes[1]); // sin(q)·v
    // q(t) = Σ q_k t^k / k!
    let derivatives = [0.4, 1.3, -0.7, 0.9, 2.1, -1.6];
    let factorials = [1.0, 1.0, 2.0, 6.0, 24.0, 120.0];
    let q: Vec<f64> = (0..5).map(|k| derivatives[k] / factorials[k]).collect();
    let v: Vec<f64> = (0..5).map(|k| derivatives[k + 1] / factorials[k]).collect();
    let expected = series_product(&series_sine(&q), &v);
    for order in 0..5 {
        let value = g.evaluate(&[f], &at(&derivatives))[0];
        let taylor = expected[order] * factorials[order];
        // Rounding errors of some dozens of operations on numbers below 100.
        assert!((value - taylor).abs() < 1e-12 * (1.0 + taylor.abs()), "order {order}: {value} {taylor}");
        f = g.total_time_derivative(f, &|s| nodes.get(s.index() + 1).copied());
    }
}

#[test]
fn deep_expressions_do_not_overflow_the_stack() {
    let mut g = Graph::new();
    let x = g.symbol("x");
    let start = g.node(x);
    let mut node = start;
    for _ in 0..100_000 {
        // The x keeps the derivative nested: a bare chain of sines is a flat product of cosines.
        node = g.sin(node);
        node = g.add(node, start);
    }
    let derivative = g.derivative(node, x);
    let two = g.integer(2);
    let replaced = g.substitute(node, &|_| Some(two));
    let values = g.evaluate(&[node, derivative, replaced], &|_| 2.0);
    assert_eq!(values[0], values[2]);
    assert!(values[1].is_finite());
}

#[test]
fn partial_and_time_derivatives_commute_as_nodes() {
    // x = l₁ sin q₁ + l₂ sin(q₁ + q₂): d/dt ∂x/∂qᵢ = ∂ẋ/∂qᵢ and ∂ẋ/∂vᵢ = ∂x/∂qᵢ, the cancellations
    // in Lagrange's equations.
    let mut g = Graph::new();
    let q: Vec<_> = ["q1", "q2"].iter().map(|name| g.symbol(name)).collect();
    let v: Vec<_> = ["v1", "v2"].iter().map(|name| g.symbol(name)).collect();
    let rates: Vec<Node> = v.iter().map(|&s| g.node(s)).collect();
    let rate = |s: Symbol| rates.get(s.index()).copied();
    let (l1, l2) = (g.symbol("l1"), g.symbol("l2"));
    let (l1, l2, q1, q2) = (g.node(l1), g.node(l2), g.node(q[0]), g.node(q[1]));
    let both = g.add(q1, q2);
    let (s1, s12) = (g.sin(q1), g.sin(both));
    let (a, b) = (g.mul(l1, s1), g.mul(l2, s12));
    let x = g.add(a, b);
    let dx = g.total_time_derivative(x, &rate);
    for i in 0..2 {
        let partial = g.derivative(x, q[i]);
        let first = g.total_time_derivative(partial, &rate);
        let second = g.derivative(dx, q[i]);
        assert_eq!(first, second);
        assert_eq!(g.derivative(dx, v[i]), partial);
    }
}
