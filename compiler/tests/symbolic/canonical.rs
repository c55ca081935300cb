//! Canonical forms: equal expressions, however they were built, are one node.

use linkwork_compiler::symbolic::{Constant, Function, Graph, Node, Relation, SymbolSet, View};

fn symbols(g: &mut Graph, names: &[&str]) -> Vec<Node> {
    names
        .iter()
        .map(|name| {
            let symbol = g.symbol(name);
            g.node(symbol)
        })
        .collect()
}

#[test]
fn sums_do_not_depend_on_order_or_grouping() {
    let mut g = Graph::new();
    let s = symbols(&mut g, &["a", "b", "c", "d"]);
    let left = g.sum(&s);
    let (ab, dc) = (g.add(s[1], s[0]), g.add(s[3], s[2]));
    assert_eq!(left, g.add(dc, ab));
    let doubled = g.scale(Constant::integer(2), ab);
    let again = g.add(ab, ab);
    assert_eq!(doubled, again);
    assert_eq!(g.sub(again, doubled), g.zero());
    // (a + b) − (b + a) + c = c
    let ba = g.add(s[1], s[0]);
    let difference = g.sub(ab, ba);
    assert_eq!(g.add(difference, s[2]), s[2]);
    // a + b − a = b
    assert_eq!(g.sub(ab, s[0]), s[1]);
}

#[test]
fn products_do_not_depend_on_order_or_grouping() {
    let mut g = Graph::new();
    let s = symbols(&mut g, &["a", "b", "c"]);
    let abc = g.product(&s);
    let (cb, three) = (g.mul(s[2], s[1]), g.integer(3));
    assert_eq!(abc, g.mul(cb, s[0]));
    let quotient = g.div(abc, cb);
    assert_eq!(quotient, s[0]);
    // 3·(a·(b·3)) = 9·a·b, the coefficient in a sum
    let b3 = g.mul(s[1], three);
    let ab3 = g.mul(s[0], b3);
    let ab9 = g.mul(three, ab3);
    let ab = g.mul(s[0], s[1]);
    match g.view(ab9) {
        View::Sum { constant, terms } => {
            assert!(constant.is_zero());
            assert_eq!(terms, [(ab, Constant::integer(9))]);
        }
        other => panic!("{other:?}"),
    }
    // (a·b²)³ / b⁶ = a³
    let b2 = g.powi(s[1], 2);
    let inner = g.mul(s[0], b2);
    let cube = g.powi(inner, 3);
    let b6 = g.powi(b2, 3);
    let a3 = g.powi(s[0], 3);
    assert_eq!(g.div(cube, b6), a3);
}

#[test]
fn sums_in_products_stay_whole_and_cancel() {
    let mut g = Graph::new();
    let s = symbols(&mut g, &["a", "b", "c"]);
    let ab = g.add(s[0], s[1]);
    let product = g.mul(ab, s[2]);
    assert!(matches!(g.view(product), View::Product { factors } if factors.len() == 2));
    assert_eq!(g.div(product, ab), s[2]);
    assert_eq!(g.sub(product, product), g.zero());
    assert_eq!(g.div(ab, ab), g.one());
}

#[test]
fn sine_and_cosine_squared_add_up() {
    let mut g = Graph::new();
    let s = symbols(&mut g, &["q", "m", "l", "p"]);
    let (sine, cosine) = (g.sin(s[0]), g.cos(s[0]));
    let (s2, c2) = (g.powi(sine, 2), g.powi(cosine, 2));
    assert_eq!(g.add(s2, c2), g.one());
    // p + 3·m·l²·sin² + 3·m·l²·cos² = p + 3·m·l²
    let l2 = g.powi(s[2], 2);
    let ml2 = g.mul(s[1], l2);
    let ml2 = g.scale(Constant::integer(3), ml2);
    let (a, b) = (g.mul(ml2, s2), g.mul(c2, ml2));
    let sum = g.sum(&[a, s[3], b]);
    assert_eq!(sum, g.add(s[3], ml2));
    // sin⁴ + sin² cos² + cos² = sin² + cos² = 1, in two rounds
    let (s4, sc) = (g.powi(sine, 4), g.mul(s2, c2));
    assert_eq!(g.sum(&[s4, sc, c2]), g.one());
    // Different coefficients are kept.
    let twice = g.scale(Constant::integer(2), s2);
    let sum = g.add(twice, c2);
    assert!(matches!(g.view(sum), View::Sum { terms, .. } if terms.len() == 2));
}

#[test]
fn a_rotating_body_has_a_constant_mass() {
    // T = ½m(ẋ² + ẏ²), x = l sin q, y = −l cos q: ∂²T/∂v² = m·l²
    let mut g = Graph::new();
    let (q, v) = (g.symbol("q"), g.symbol("v"));
    let s = symbols(&mut g, &["m", "l"]);
    let (nq, nv) = (g.node(q), g.node(v));
    let (sine, cosine) = (g.sin(nq), g.cos(nq));
    let (x, y) = (g.mul(s[1], sine), g.mul(s[1], cosine));
    let (dx, dy) = (
        g.total_time_derivative(x, &|t| (t == q).then_some(nv)),
        g.total_time_derivative(y, &|t| (t == q).then_some(nv)),
    );
    let (dx2, dy2) = (g.powi(dx, 2), g.powi(dy, 2));
    let square = g.add(dx2, dy2);
    let energy = g.monomial(Constant::ratio(1, 2), &[(s[0], 1), (square, 1)]);
    let momentum = g.derivative(energy, v);
    let mass = g.derivative(momentum, v);
    assert_eq!(mass, g.monomial(Constant::ONE, &[(s[0], 1), (s[1], 2)]));
    assert_eq!(g.derivative(energy, q), g.zero());
}

#[test]
fn numbers_without_an_exact_sum_stay_separate() {
    let mut g = Graph::new();
    let s = symbols(&mut g, &["x"]);
    let (one, pi) = (g.one(), g.constant(Constant::PI));
    let sum = g.add(one, pi);
    assert!(g.as_constant(sum).is_none());
    assert_eq!(g.sub(sum, pi), one);
    assert_eq!(g.sub(sum, one), pi);
    let with_x = g.sum(&[pi, s[0], one]);
    assert_eq!(with_x, g.add(sum, s[0]));
    // x + π·x − x = π·x
    let pi_x = g.mul(pi, s[0]);
    let both = g.add(s[0], pi_x);
    assert_eq!(g.sub(both, s[0]), pi_x);
    assert_eq!(g.sub(both, pi_x), s[0]);
    // 10⁶⁰ + 1 overflows
    let big = g.constant(Constant::pow10(60));
    let sum = g.add(big, one);
    assert_eq!(g.sub(sum, big), one);
    let value = g.evaluate(&[with_x], &|_| 2.0)[0];
    assert!((value - (3.0 + std::f64::consts::PI)).abs() < 1e-15);
    // A product that overflows keeps its value.
    let large = g.constant(Constant::decimal_literal("99999999999999999999999999999999999999").unwrap());
    let square = g.mul(large, large);
    assert!((g.evaluate(&[square], &|_| 0.0)[0] / 1e76 - 1.0).abs() < 1e-15);
}

#[test]
fn roots() {
    let mut g = Graph::new();
    let s = symbols(&mut g, &["x", "y"]);
    let root = g.sqrt(s[0]);
    assert_eq!(g.mul(root, root), s[0]);
    assert_eq!(g.div(s[0], root), root);
    let inverse = g.powi(root, -1);
    assert_eq!(g.div(root, s[0]), inverse);
    let cube = g.powi(root, 3);
    assert_eq!(cube, g.mul(s[0], root));
    let sum = g.add(s[0], s[1]);
    let root = g.sqrt(sum);
    assert_eq!(g.powi(root, 2), sum);
    assert_eq!(g.div(sum, root), root);
}

#[test]
fn dependencies() {
    let mut g = Graph::new();
    let names: Vec<_> = (0..130).map(|i| g.symbol(&format!("s{i}"))).collect();
    let (a, b) = (g.node(names[3]), g.node(names[129]));
    let product = g.mul(b, a);
    let call = g.call(Function::Hypot, &[product, a]);
    assert_eq!(g.symbols(call), [names[3], names[129]]);
    assert!(g.depends_on(call, names[129]) && !g.depends_on(call, names[64]));
    assert!(g.depends_on_any(call, &SymbolSet::from_iter([names[64], names[3]])));
    assert!(!g.depends_on_any(call, &SymbolSet::from_iter([names[64], names[65]])));
    // a·b/b depends on a alone
    let left = g.div(product, b);
    assert_eq!(g.symbols(left), [names[3]]);
    assert_eq!(g.symbol("s3"), names[3]);
    assert_eq!(g.symbol_name(names[3]), "s3");
    let set = SymbolSet::from_iter([names[1]]).union(&SymbolSet::from_iter([names[100]]));
    assert_eq!(set.iter().collect::<Vec<_>>(), [names[1], names[100]]);
}

#[test]
fn substitution_is_simultaneous_and_canonical() {
    let mut g = Graph::new();
    let (x, y) = (g.symbol("x"), g.symbol("y"));
    let (nx, ny) = (g.node(x), g.node(y));
    let difference = g.sub(nx, ny);
    let sine = g.sin(difference);
    let swapped = g.substitute(sine, &|s| Some(if s == x { ny } else { nx }));
    assert_eq!(swapped, g.neg(sine));
    assert_eq!(g.substitute(sine, &|s| (s == y).then_some(nx)), g.zero());
    assert_eq!(g.substitute(sine, &|_| None), sine);
}

/// Some of everything.
fn assorted(g: &mut Graph) -> Vec<Node> {
    let s = symbols(g, &["x", "y", "bob.angle", "m"]);
    let mut nodes = s.clone();
    for &function in Function::ALL {
        let call = g.call(function, &s[..function.arity()]);
        let scaled = g.monomial(Constant::ratio(5, 7), &[(call, 2), (s[3], -1)]);
        nodes.extend([call, scaled]);
    }
    let sum = g.sum(&nodes);
    let less = g.compare(Relation::Lt, sum, s[0]);
    let different = g.compare(Relation::Ne, s[1], s[0]);
    let both = g.and(less, different);
    let not = g.not(both);
    let either = g.or(not, less);
    let choice = g.select(either, sum, s[2]);
    nodes.extend([sum, both, choice]);
    for node in [sum, choice] {
        for symbol in g.symbols(node) {
            nodes.push(g.derivative(node, symbol));
        }
    }
    nodes
}

#[test]
fn building_twice_gives_the_same_graph() {
    let (mut first, mut second) = (Graph::new(), Graph::new());
    let (a, b) = (assorted(&mut first), assorted(&mut second));
    assert_eq!(a, b);
    assert_eq!(format!("{first:?}"), format!("{second:?}"));
    for (&x, &y) in a.iter().zip(&b) {
        assert_eq!(first.infix(x), second.infix(y));
        assert_eq!(first.latex(x), second.latex(y));
        assert_eq!(first.meval(x), second.meval(y));
    }
    // Building again in the same graph adds nothing.
    let length = first.len();
    assert_eq!(assorted(&mut first), a);
    assert_eq!(first.len(), length);
}

#[test]
fn children_precede_parents() {
    let mut g = Graph::new();
    for node in assorted(&mut g) {
        g.for_each_child(node, |child| assert!(child < node));
    }
}
