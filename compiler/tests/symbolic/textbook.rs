//! Expressions as a textbook writes them: closed forms, and the value is preserved.

use linkwork_compiler::symbolic::{Constant, Function, Graph, Node, Symbol};

/// The textbook form of what `write` makes, as text, and its deviation from the original at some points.
fn form(write: impl Fn(&mut Graph, &[Node]) -> Node) -> (String, f64) {
    let mut g = Graph::new();
    let symbols: Vec<Symbol> = ["a", "b", "m", "n"].iter().map(|name| g.symbol(name)).collect();
    let names: Vec<Node> = symbols.iter().map(|symbol| g.node(*symbol)).collect();
    let written = write(&mut g, &names);
    let form = g.textbook(written);
    let mut worst = 0.0_f64;
    for seed in 1..20 {
        let value = |symbol: Symbol| (f64::from(seed) * (1.0 + symbol.index() as f64)).sin() * 3.0;
        let [x, y] = g.evaluate(&[written, form], &value)[..] else { unreachable!() };
        let deviation = (x - y).abs();
        // NaN counts as the largest deviation.
        if deviation > worst || deviation.is_nan() {
            worst = deviation;
        }
    }
    (g.infix(form), worst)
}

/// Coefficients have nine digits, values are of order ten.
const ROUNDED: f64 = 1e-7;

#[test]
fn parallel_rotations_merge() {
    let turned = |g: &mut Graph, x: &[Node], sign: bool| {
        let sum = g.add(x[0], x[1]);
        let (ca, cs, sa, ss) = (g.cos(x[0]), g.cos(sum), g.sin(x[0]), g.sin(sum));
        let (first, second) = (g.product(&[x[2], ca, cs]), g.product(&[x[2], sa, ss]));
        if sign { g.add(first, second) } else { g.sub(first, second) }
    };
    let (text, deviation) = form(|g, x| turned(g, x, true));
    assert_eq!(text, "m*cos(b)");
    assert!(deviation <= ROUNDED, "{deviation}");
    let (text, deviation) = form(|g, x| turned(g, x, false));
    assert_eq!(text, "m*cos(2*a + b)");
    assert!(deviation <= ROUNDED, "{deviation}");
}

#[test]
fn sines_of_sums_and_differences_merge() {
    for (sign, expected) in [(true, "sin(a + b)"), (false, "sin(a - b)")] {
        let (text, deviation) = form(|g, x| {
            let (sa, sb, ca, cb) = (g.sin(x[0]), g.sin(x[1]), g.cos(x[0]), g.cos(x[1]));
            let (first, second) = (g.mul(sa, cb), g.mul(ca, sb));
            if sign { g.add(first, second) } else { g.sub(first, second) }
        });
        assert_eq!(text, expected);
        assert!(deviation <= ROUNDED, "{deviation}");
    }
}

/// m (cos² a + sin² a) + n sin² a + (n + 2) cos² a
#[test]
fn squares_merge_and_numbers_fold() {
    let (text, deviation) = form(|g, x| {
        let (s, c) = (g.sin(x[0]), g.cos(x[0]));
        let (s2, c2, two) = (g.powi(s, 2), g.powi(c, 2), g.integer(2));
        let both = g.add(s2, c2);
        let more = g.add(x[3], two);
        let terms = [g.mul(x[2], both), g.mul(x[3], s2), g.mul(more, c2)];
        g.sum(&terms)
    });
    assert_eq!(text, "m + n + 2*cos(a)^2");
    assert!(deviation <= ROUNDED, "{deviation}");
    // 0.54 π hypot(1, 0.5) m
    let (text, _) = form(|g, x| {
        let (one, half) = (g.one(), g.constant(Constant::ratio(1, 2)));
        let length = g.call(Function::Hypot, &[one, half]);
        let pi = g.constant(Constant::PI);
        g.product(&[pi, length, x[2]])
    });
    assert_eq!(text, "3.51240737*m");
}

/// The attraction of a planet and a small force: a small coefficient is not a rounding.
#[test]
fn small_coefficients_stay() {
    let (text, _) = form(|g, x| {
        let (large, small) = (
            Constant::decimal_literal("4e14").expect("a number"),
            Constant::decimal_literal("2e-6").expect("a number"),
        );
        let sum = g.linear_combination(Constant::integer(0), &[(x[0], large), (x[1], small)]);
        let (s, c) = (g.sin(x[2]), g.cos(x[2]));
        let squares = [g.powi(s, 2), g.powi(c, 2)];
        let one = g.sum(&squares);
        g.mul(sum, one)
    });
    assert_eq!(text, "400000000000000*a + 0.000002*b");
}

/// What would become longer is unchanged.
#[test]
fn long_products_stay() {
    let (text, deviation) = form(|g, x| {
        let (sum, other) = (g.add(x[0], x[1]), g.add(x[2], x[3]));
        let powers = [g.powi(sum, 4), g.powi(other, 4)];
        g.product(&powers)
    });
    assert_eq!(text, "(a + b)^4*(m + n)^4");
    assert_eq!(deviation.to_bits(), 0.0_f64.to_bits());
}

/// sin a cos a is one term, which has no partner to merge with: m sin a cos a + n sin a cos a.
#[test]
fn a_sine_times_its_own_cosine_is_not_merged() {
    let (text, deviation) = form(|g, x| {
        let (s, c) = (g.sin(x[0]), g.cos(x[0]));
        let (first, second) = (g.product(&[x[2], s, c]), g.product(&[x[3], s, c]));
        g.add(first, second)
    });
    assert!(deviation <= ROUNDED, "{text}: {deviation}");
}

/// Numbers of people have nine digits, fractions and powers of π included; shared sums are parts of what they are in, and their numbers add up.
#[test]
fn legible_numbers_have_nine_digits() {
    let mut g = Graph::new();
    let a = g.symbol("a");
    let x = g.node(a);
    let number = |text: &str| Constant::decimal_literal(text).expect("a number");
    let third = Constant::ratio(1, 3);
    for (value, text) in [
        (number("0.3188167637194157064839897421"), "0.318816764"),
        (number("-1234567891234"), "-1234567890000"),
        (number("9.999999999"), "10"),
        (number("1.234567894e-30"), "1.23456789e-30"),
        (number("1e400"), "1e400"),
        (Constant::ratio(1, 600), "1/600"),
        (number("1.2345678901").mul(third).expect("exact"), "0.41152263"),
        (number("1.2345678901").mul(Constant::PI).expect("exact"), "1.23456789*pi"),
    ] {
        let node = g.constant(value);
        let legible = g.legible(node);
        assert_eq!(g.infix(legible), text);
    }
    // ((0.3325 a² + 1/1200) + 1/600) a + cos(0.12345678901 a)
    let square = g.powi(x, 2);
    let inner = g.linear_combination(Constant::ratio(1, 1200), &[(square, number("0.3325"))]);
    let inner = g.share(inner);
    let outer = g.linear_combination(Constant::ratio(1, 600), &[(inner, Constant::ONE)]);
    let outer = g.share(outer);
    let angle = g.linear_combination(Constant::ZERO, &[(x, number("0.12345678901"))]);
    let (product, cosine) = (g.mul(outer, x), g.cos(angle));
    let sum = g.add(product, cosine);
    let legible = g.legible(sum);
    let text = g.infix(legible);
    assert!(text.contains("0.3325*a^2 + 0.0025") && text.contains("cos(0.123456789*a)"), "{text}");
    // 2 − (1 − a): shared as a − 1.
    let difference = g.linear_combination(Constant::ONE, &[(x, Constant::MINUS_ONE)]);
    let shared = g.share(difference);
    let sum = g.linear_combination(Constant::integer(2), &[(shared, Constant::MINUS_ONE)]);
    let legible = g.legible(sum);
    assert_eq!(g.infix(legible), "a + 1");
}
