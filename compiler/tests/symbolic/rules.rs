//! Every rewrite rule of calls, comparisons and choices: it is applied, and the value is preserved.

use linkwork_compiler::symbolic::{Constant, Function, Graph, Node, Parity, Relation};

fn start() -> (Graph, Node, Node) {
    let mut g = Graph::new();
    let (x, y) = (g.symbol("x"), g.symbol("y"));
    let (x, y) = (g.node(x), g.node(y));
    (g, x, y)
}

#[test]
fn parities() {
    for &function in Function::ALL {
        let (mut g, x, y) = start();
        let difference = g.sub(x, y);
        let opposite = g.sub(y, x);
        match function.parity() {
            Parity::Neither => continue,
            Parity::Odd => {
                let zero = g.zero();
                assert_eq!(g.call(function, &[zero]), zero);
                let (a, b) = (g.call(function, &[difference]), g.call(function, &[opposite]));
                assert_eq!(a, g.neg(b));
                assert_eq!(function.evaluate(&[-0.3]), -function.evaluate(&[0.3]));
            }
            Parity::Even => {
                let (a, b) = (g.call(function, &[difference]), g.call(function, &[opposite]));
                assert_eq!(a, b);
                assert_eq!(function.evaluate(&[-0.3]), function.evaluate(&[0.3]));
            }
        }
    }
}

#[test]
fn values_at_numbers() {
    let (mut g, ..) = start();
    for (function, argument, value) in [
        (Function::Exp, 0, 1),
        (Function::Cos, 0, 1),
        (Function::Cosh, 0, 1),
        (Function::Ln, 1, 0),
        (Function::Acos, 1, 0),
        (Function::Sqrt, 49, 7),
        (Function::Abs, -3, 3),
        (Function::Sign, -3, -1),
        (Function::Sign, 12, 1),
    ] {
        let (x, y) = (g.integer(argument), g.integer(value));
        assert_eq!(g.call(function, &[x]), y, "{}", function.name());
        assert_eq!(function.evaluate(&[argument as f64]), value as f64);
    }
    // √2 and sin 1 are no exact constants: they are kept.
    let two = g.integer(2);
    let root = g.sqrt(two);
    assert!(g.as_constant(root).is_none());
    assert_eq!(g.evaluate(&[root], &|_| 0.0)[0], 2_f64.sqrt());
}

#[test]
fn sines_of_twelfths_of_a_turn() {
    let mut g = Graph::new();
    for k in -15_i64..30 {
        let angle = Constant::PI.mul(Constant::ratio(k, 6)).unwrap();
        let node = g.constant(angle);
        let (sine, cosine) = (g.sin(node), g.cos(node));
        let angle = angle.to_f64();
        let values = g.evaluate(&[sine, cosine], &|_| 0.0);
        // The rounded angle is off by up to 1e-14.
        assert!((values[0] - angle.sin()).abs() < 1e-14 && (values[1] - angle.cos()).abs() < 1e-14, "{k}");
        assert_eq!(g.as_constant(sine).is_some(), matches!(k.rem_euclid(6), 0 | 1 | 3 | 5), "{k}");
        assert_eq!(g.as_constant(cosine).is_some(), matches!(k.rem_euclid(6), 0 | 2 | 3 | 4), "{k}");
    }
}

#[test]
fn coefficients_leave_roots_and_absolute_values() {
    let (mut g, x, _) = start();
    let scaled = g.scale(Constant::ratio(4, 9), x);
    let (root, all) = (g.sqrt(x), g.sqrt(scaled));
    assert_eq!(all, g.scale(Constant::ratio(2, 3), root));
    let minus = g.scale(Constant::integer(-4), x);
    let (absolute, all) = (g.call(Function::Abs, &[x]), g.call(Function::Abs, &[minus]));
    assert_eq!(all, g.scale(Constant::integer(4), absolute));
    let (sign, all) = (g.call(Function::Sign, &[x]), g.call(Function::Sign, &[minus]));
    assert_eq!(all, g.neg(sign));
    // √(−4x) = √(−4)·√x would be wrong.
    let root = g.sqrt(minus);
    assert_eq!(g.evaluate(&[root], &|_| -1.0)[0], 2.0);
    assert_eq!(g.call(Function::Abs, &[absolute]), absolute);
}

#[test]
fn inverses_and_pairs() {
    let (mut g, x, y) = start();
    let (log, exponential) = (g.call(Function::Ln, &[x]), g.call(Function::Exp, &[x]));
    assert_eq!(g.call(Function::Exp, &[log]), x);
    assert_eq!(g.call(Function::Ln, &[exponential]), x);
    let (zero, one, two) = (g.zero(), g.one(), g.integer(2));
    for function in [Function::Min, Function::Max, Function::Hypot] {
        assert_eq!(g.call(function, &[x, y]), g.call(function, &[y, x]));
    }
    assert_eq!(g.call(Function::Min, &[x, x]), x);
    assert_eq!(g.call(Function::Min, &[two, one]), one);
    assert_eq!(g.call(Function::Max, &[two, one]), two);
    let pi = g.constant(Constant::PI);
    assert_eq!(g.call(Function::Max, &[two, pi]), pi);
    let absolute = g.call(Function::Abs, &[x]);
    assert_eq!(g.call(Function::Hypot, &[x, zero]), absolute);
    assert_eq!(g.call(Function::Atan2, &[zero, two]), zero);
    let minus = g.integer(-1);
    let half_turn = g.call(Function::Atan2, &[zero, minus]);
    assert_eq!(g.evaluate(&[half_turn], &|_| 0.0)[0], std::f64::consts::PI);
}

#[test]
fn powers() {
    let (mut g, x, y) = start();
    let (zero, one, minus_two) = (g.zero(), g.one(), g.integer(-2));
    assert_eq!(g.pow(x, zero), one);
    assert_eq!(g.pow(x, one), x);
    assert_eq!(g.pow(one, y), one);
    assert_eq!(g.pow(x, minus_two), g.powi(x, -2));
    let half = g.constant(Constant::ratio(1, 2));
    let root = g.sqrt(x);
    assert_eq!(g.pow(x, half), root);
    let exponent = g.constant(Constant::ratio(-3, 2));
    let power = g.pow(x, exponent);
    assert_eq!(power, g.powi(root, -3));
    assert!((g.evaluate(&[power], &|_| 1.7)[0] - 1.7_f64.powf(-1.5)).abs() < 1e-15);
    assert_eq!(g.mul(zero, x), zero);
    let quotient = g.div(one, zero);
    assert_eq!(g.evaluate(&[quotient], &|_| 0.0)[0], f64::INFINITY);
}

#[test]
fn conditions() {
    let (mut g, x, y) = start();
    let (yes, no) = (g.boolean(true), g.boolean(false));
    let (one, two) = (g.one(), g.integer(2));
    for (relation, [less, equal, greater]) in [
        (Relation::Lt, [yes, no, no]),
        (Relation::Le, [yes, yes, no]),
        (Relation::Eq, [no, yes, no]),
        (Relation::Ne, [yes, no, yes]),
    ] {
        assert_eq!(g.compare(relation, one, two), less);
        assert_eq!(g.compare(relation, x, x), equal);
        assert_eq!(g.compare(relation, two, one), greater);
    }
    assert_eq!(g.as_boolean(yes), Some(true));
    assert_eq!(g.as_boolean(no), Some(false));
    let less = g.compare(Relation::Lt, x, y);
    assert_eq!(g.as_boolean(less), None);
    let (equal, again) = (g.compare(Relation::Eq, x, y), g.compare(Relation::Eq, y, x));
    assert_eq!(equal, again);
    assert_eq!(g.and(yes, less), less);
    assert_eq!(g.and(less, no), no);
    assert_eq!(g.or(less, yes), yes);
    assert_eq!(g.or(no, less), less);
    assert_eq!(g.and(less, less), less);
    assert_eq!(g.or(less, less), less);
    let not = g.not(less);
    assert_eq!(g.not(not), less);
    assert_eq!(g.not(yes), no);
    assert_eq!(g.select(yes, x, y), x);
    assert_eq!(g.select(no, x, y), y);
    assert_eq!(g.select(less, x, x), x);
    let choice = g.select(less, x, y);
    assert_eq!(g.select(not, y, x), choice);
    let (both, either) = (g.and(less, equal), g.or(less, equal));
    let values = g.evaluate(&[less, not, equal, both, either, choice], &|s| [1.0, 2.0][s.index()]);
    assert_eq!(values, [1.0, 0.0, 0.0, 0.0, 1.0, 1.0]);
}
