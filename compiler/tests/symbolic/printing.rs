//! Spellings.

use linkwork_compiler::symbolic::{Constant, Function, Graph, Relation};

#[test]
fn infix_and_latex() {
    let mut g = Graph::new();
    let s: Vec<_> = ["theta", "m", "length_2", "bob.x", "t"].iter().map(|name| g.symbol(name)).collect();
    let n: Vec<_> = s.iter().map(|&s| g.node(s)).collect();
    let sine = g.sin(n[0]);
    let energy = g.monomial(Constant::ratio(-1, 2), &[(n[1], 1), (n[2], 2), (sine, 2)]);
    let fraction =
        g.monomial(Constant::decimal_literal("9.81").unwrap(), &[(n[1], 1), (n[2], -1), (n[4], -2)]);
    let degrees = g.scale(Constant::PI.div(Constant::integer(180)).unwrap(), n[0]);
    let two = g.integer(2);
    let difference = g.sub(two, n[3]);
    let product = g.mul(difference, n[1]);
    let square = g.powi(difference, 2);
    let power = g.pow(n[1], n[4]);
    let tower = g.pow(power, n[3]);
    let root = g.call(Function::Sqrt, &[difference]);
    let less = g.compare(Relation::Le, n[1], difference);
    let other = g.compare(Relation::Eq, n[1], n[4]);
    let either = g.or(less, other);
    let both = g.and(either, less);
    let choice = g.select(both, n[1], two);
    let small = g.scale(Constant::decimal_literal("6.626e-34").unwrap(), n[4]);
    let sum = g.add(n[0], n[4]);
    let quotient = g.div(difference, sum);
    let product_below = g.div(quotient, n[1]);
    let half_square = g.scale(Constant::ratio(1, 3), square);
    let mass_square = g.powi(n[1], 2);
    let square_tower = g.pow(mass_square, n[4]);
    let reciprocal = g.powi(n[1], -1);
    let fraction_tower = g.pow(reciprocal, n[4]);
    let tiny = g.constant(Constant::decimal_literal("6.626e-34").unwrap());
    let tiny_tower = g.pow(tiny, n[4]);
    for (node, infix, latex) in [
        (
            energy,
            "-0.5*m*length_2^2*sin(theta)^2",
            r"-0.5 \, m \, {\mathrm{length}_{2}}^{2} \, {\sin\left(\theta\right)}^{2}",
        ),
        (fraction, "9.81*m/(length_2*t^2)", r"\frac{9.81 \, m}{\mathrm{length}_{2} \, {t}^{2}}"),
        (degrees, "pi*theta/180", r"\frac{\pi \, \theta}{180}"),
        (difference, "2 - bob.x", r"2 - \mathrm{bob}_{x}"),
        (product, "m*(2 - bob.x)", r"m \, \left(2 - \mathrm{bob}_{x}\right)"),
        (square, "(2 - bob.x)^2", r"{\left(2 - \mathrm{bob}_{x}\right)}^{2}"),
        (tower, "(m^t)^bob.x", r"{\left({m}^{t}\right)}^{\mathrm{bob}_{x}}"),
        (root, "sqrt(2 - bob.x)", r"\sqrt{2 - \mathrm{bob}_{x}}"),
        (
            both,
            "m <= 2 - bob.x && (m <= 2 - bob.x || m == t)",
            r"m \le 2 - \mathrm{bob}_{x} \land \left(m \le 2 - \mathrm{bob}_{x} \lor m = t\right)",
        ),
        (
            choice,
            "if(m <= 2 - bob.x && (m <= 2 - bob.x || m == t), m, 2)",
            r"\begin{cases} m & m \le 2 - \mathrm{bob}_{x} \land \left(m \le 2 - \mathrm{bob}_{x} \lor m = t\right) \\ 2 & \text{otherwise} \end{cases}",
        ),
        (small, "6.626e-34*t", r"6.626 \cdot 10^{-34} \, t"),
        (quotient, "(2 - bob.x)/(theta + t)", r"\frac{2 - \mathrm{bob}_{x}}{\theta + t}"),
        (
            product_below,
            "(2 - bob.x)/(m*(theta + t))",
            r"\frac{2 - \mathrm{bob}_{x}}{m \, \left(\theta + t\right)}",
        ),
        (half_square, "(2 - bob.x)^2/3", r"\frac{{\left(2 - \mathrm{bob}_{x}\right)}^{2}}{3}"),
        (square_tower, "(m^2)^t", r"{\left({m}^{2}\right)}^{t}"),
        (fraction_tower, "(1/m)^t", r"{\left(\frac{1}{m}\right)}^{t}"),
        (tiny_tower, "6.626e-34^t", r"{\left(6.626 \cdot 10^{-34}\right)}^{t}"),
    ] {
        assert_eq!(g.infix(node), infix);
        assert_eq!(g.latex(node), latex);
    }
}

#[test]
fn names_that_meval_cannot_read_get_distinct_ones() {
    let mut g = Graph::new();
    let names = ["x", "bob.x", "bob_x", "e", "pi", "q[1]", "_s1_bob_x", "θ", "x2"];
    let symbols: Vec<_> = names.iter().map(|name| g.symbol(name)).collect();
    let mangled: Vec<_> = symbols.iter().map(|&s| g.meval_symbol(s)).collect();
    assert_eq!(
        mangled,
        ["x", "_s1_bob_x", "bob_x", "_s3_e", "_s4_pi", "_s5_q_1_", "_s6__s1_bob_x", "_s7__", "x2"]
    );
}
