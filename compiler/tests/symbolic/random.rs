//! Random expressions: simplification, differentiation and printing keep the value.
//!
//! The tree is evaluated in parallel with the graph, with a bound on its rounding error that it carries
//! along: each operation is also evaluated at the ends of its arguments' error intervals.

use linkwork_compiler::symbolic::{Constant, Function, Graph, Node, Relation, Symbol};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const NAMES: [&str; 3] = ["x", "bob.y", "e"];
const RELATIONS: [Relation; 4] = [Relation::Lt, Relation::Le, Relation::Eq, Relation::Ne];

#[derive(Clone, Debug)]
enum Tree {
    Symbol(usize),
    Ratio(i64, i64),
    Pi,
    Add(Box<Tree>, Box<Tree>),
    Sub(Box<Tree>, Box<Tree>),
    Mul(Box<Tree>, Box<Tree>),
    Div(Box<Tree>, Box<Tree>),
    Power(Box<Tree>, i32),
    Call(Function, Box<Tree>, Box<Tree>),
    Select(usize, Box<Tree>, Box<Tree>, Box<Tree>, Box<Tree>),
}

fn trees(functions: Vec<Function>, choices: bool) -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        4 => (0..NAMES.len()).prop_map(Tree::Symbol),
        2 => (-9_i64..10, 1_i64..7).prop_map(|(n, d)| Tree::Ratio(n, d)),
        1 => Just(Tree::Pi),
    ];
    leaf.prop_recursive(6, 48, 4, move |inner| {
        let tree = inner.prop_map(Box::new);
        let pair = (tree.clone(), tree.clone());
        let choice = (0..RELATIONS.len(), tree.clone(), tree.clone(), tree.clone(), tree.clone())
            .prop_map(|(r, a, b, c, d)| Tree::Select(r, a, b, c, d));
        prop_oneof![
            3 => pair.clone().prop_map(|(a, b)| Tree::Add(a, b)),
            3 => pair.clone().prop_map(|(a, b)| Tree::Sub(a, b)),
            4 => pair.clone().prop_map(|(a, b)| Tree::Mul(a, b)),
            2 => pair.clone().prop_map(|(a, b)| Tree::Div(a, b)),
            2 => (tree, -3_i32..5).prop_map(|(a, k)| Tree::Power(a, k)),
            5 => (proptest::sample::select(functions.clone()), pair).prop_map(|(f, (a, b))| Tree::Call(f, a, b)),
            u32::from(choices) => choice,
        ]
    })
}

fn build(g: &mut Graph, tree: &Tree) -> Node {
    let mut pair = |a: &Tree, b: &Tree| (build(g, a), build(g, b));
    match tree {
        Tree::Symbol(at) => {
            let symbol = g.symbol(NAMES[*at]);
            g.node(symbol)
        }
        Tree::Ratio(n, d) => g.constant(Constant::ratio(*n, *d)),
        Tree::Pi => g.constant(Constant::PI),
        Tree::Add(a, b) => {
            let (a, b) = pair(a, b);
            g.add(a, b)
        }
        Tree::Sub(a, b) => {
            let (a, b) = pair(a, b);
            g.sub(a, b)
        }
        Tree::Mul(a, b) => {
            let (a, b) = pair(a, b);
            g.mul(a, b)
        }
        Tree::Div(a, b) => {
            let (a, b) = pair(a, b);
            g.div(a, b)
        }
        Tree::Power(a, k) => {
            let a = build(g, a);
            g.powi(a, *k)
        }
        Tree::Call(function, a, b) => {
            let (a, b) = pair(a, b);
            g.call(*function, &[a, b][..function.arity()])
        }
        Tree::Select(relation, a, b, c, d) => {
            let ((a, b), (c, d)) = (pair(a, b), (build(g, c), build(g, d)));
            let condition = g.compare(RELATIONS[*relation], a, b);
            g.select(condition, c, d)
        }
    }
}

/// A value and a bound of its rounding error.
#[derive(Clone, Copy)]
struct Bounded {
    value: f64,
    error: f64,
}

impl Bounded {
    fn leaf(value: f64) -> Self {
        Self { value, error: 4.0 * f64::EPSILON * value.abs() }
    }

    /// f at the ends of both intervals.
    fn apply(f: impl Fn(f64, f64) -> f64, a: Self, b: Self) -> Self {
        let value = f(a.value, b.value);
        if !(a.error + b.error).is_finite() {
            return Self { value, error: f64::NAN }; // `min` and `max` would pass over NaN
        }
        let mut error: f64 = 4.0 * f64::EPSILON * value.abs();
        for x in [a.value - a.error, a.value + a.error] {
            for y in [b.value - b.error, b.value + b.error] {
                let change = (f(x, y) - value).abs();
                // An undefined end of the interval makes the value worthless, so NaN must stay.
                error = if change.is_nan() {
                    f64::NAN
                } else {
                    error.max(change + 4.0 * f64::EPSILON * value.abs())
                };
            }
        }
        Self { value, error }
    }
}

/// The argument of a pole, worthless where it may be zero: sin π is 1e-16 here and 0 in the graph.
fn nonzero(b: Bounded) -> Bounded {
    Bounded { error: if b.value.abs() > 10.0 * b.error { b.error } else { f64::NAN }, ..b }
}

fn direct(tree: &Tree, at: &[f64; 3]) -> Bounded {
    let pair = |f: fn(f64, f64) -> f64, a: &Tree, b: &Tree| Bounded::apply(f, direct(a, at), direct(b, at));
    match tree {
        Tree::Symbol(i) => Bounded::leaf(at[*i]),
        Tree::Ratio(n, d) => Bounded::leaf(*n as f64 / *d as f64),
        Tree::Pi => Bounded::leaf(std::f64::consts::PI),
        Tree::Add(a, b) => pair(|a, b| a + b, a, b),
        Tree::Sub(a, b) => pair(|a, b| a - b, a, b),
        Tree::Mul(a, b) => pair(|a, b| a * b, a, b),
        Tree::Div(a, b) => Bounded::apply(|a, b| a / b, direct(a, at), nonzero(direct(b, at))),
        Tree::Power(a, k) => {
            let a = direct(a, at);
            let a = if *k < 0 { nonzero(a) } else { a };
            Bounded::apply(|a, _| a.powf(f64::from(*k)), a, Bounded::leaf(0.0))
        }
        Tree::Call(function, a, b) => {
            let a = direct(a, at);
            let a = if matches!(function, Function::Ln | Function::Pow) { nonzero(a) } else { a };
            let b = if function.arity() == 2 { direct(b, at) } else { Bounded::leaf(0.0) };
            Bounded::apply(|a, b| function.evaluate(&[a, b][..function.arity()]), a, b)
        }
        Tree::Select(relation, a, b, c, d) => {
            let (a, b, c, d) = (direct(a, at), direct(b, at), direct(c, at), direct(d, at));
            let holds = match RELATIONS[*relation] {
                Relation::Lt => a.value < b.value,
                Relation::Le => a.value <= b.value,
                Relation::Eq => a.value == b.value,
                Relation::Ne => a.value != b.value,
            };
            let decided = (a.value - b.value).abs() > 10.0 * (a.error + b.error);
            let taken = if holds { c } else { d };
            Bounded { value: taken.value, error: if decided { taken.error } else { f64::NAN } }
        }
    }
}

/// Canonical forms sum and multiply in another order; the bound holds for either to first order.
const SAFETY: f64 = 100.0;

/// A graph with the names in their order, and the expression in it.
fn graph_of(tree: &Tree) -> (Graph, [Symbol; 3], Node) {
    let mut g = Graph::new();
    let symbols = NAMES.map(|name| g.symbol(name));
    let node = build(&mut g, tree);
    (g, symbols, node)
}

/// The functions in the text for meval that meval lacks.
fn meval_context(g: &Graph, symbols: &[Symbol; 3], point: &[f64; 3]) -> meval::Context<'static> {
    fn truth(holds: bool) -> f64 {
        f64::from(u8::from(holds))
    }
    let mut context = meval::Context::new();
    context
        .func("sign", |x| Function::Sign.evaluate(&[x]))
        .func2("hypot", f64::hypot)
        .func2("lt", |a, b| truth(a < b))
        .func2("le", |a, b| truth(a <= b))
        .func2("eq", |a, b| truth(a == b))
        .func2("ne", |a, b| truth(a != b))
        .func2("and", |a, b| a * b)
        .func2("or", f64::max)
        .func("not", |a| 1.0 - a)
        .func3("select", |c, a, b| if c != 0.0 { a } else { b });
    for (&symbol, &value) in symbols.iter().zip(point) {
        context.var(g.meval_symbol(symbol), value);
    }
    context
}

fn point() -> impl Strategy<Value = [f64; 3]> {
    [-2.5_f64..2.5, 0.1_f64..2.0, -1.0_f64..3.0]
}

fn smooth_functions() -> Vec<Function> {
    use Function::*;
    vec![Sin, Cos, Tan, Atan, Atan2, Sinh, Cosh, Tanh, Exp, Ln, Sqrt, Hypot, Pow]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn canonical_forms_keep_the_value(tree in trees(Function::ALL.to_vec(), true), point in point()) {
        let expected = direct(&tree, &point);
        prop_assume!(expected.value.is_finite() && expected.error.is_finite());
        let (g, _, node) = graph_of(&tree);
        let value = g.evaluate(&[node], &|s| point[s.index()])[0];
        let error = (value - expected.value).abs();
        prop_assert!(error <= SAFETY * expected.error, "{}: {value} {}", g.infix(node), expected.value);
    }

    #[test]
    fn meval_reads_the_same_value(tree in trees(Function::ALL.to_vec(), true), point in point()) {
        let bound = direct(&tree, &point);
        let (g, symbols, node) = graph_of(&tree);
        let value = g.evaluate(&[node], &|s| point[s.index()])[0];
        let text = g.meval(node);
        // Always readable, comparable where finite and not close to a switch.
        let read = meval::eval_str_with_context(&text, meval_context(&g, &symbols, &point));
        let read = match read {
            Ok(read) => read,
            Err(error) => return Err(TestCaseError::fail(format!("{text}: {error}"))),
        };
        prop_assume!(value.is_finite() && read.is_finite() && bound.error.is_finite());
        prop_assert!((value - read).abs() <= SAFETY * bound.error, "{text}: {value} {read}");
    }

    #[test]
    fn derivatives_agree_with_differences(tree in trees(smooth_functions(), false), point in point()) {
        let (mut g, symbols, node) = graph_of(&tree);
        let derivative = g.derivative(node, symbols[0]);
        let value = g.evaluate(&[derivative], &|s| point[s.index()])[0];
        let shifted = |h: f64| direct(&tree, &[point[0] + h, point[1], point[2]]);
        let central = |h: f64| (shifted(h).value - shifted(-h).value) / (2.0 * h);
        let h = 1e-4;
        let (coarse, fine) = (central(2.0 * h), central(h));
        let rounding = (shifted(h).error + shifted(-h).error) / h;
        // The error of `fine` is a third of the difference while h is small for this expression.
        let truncation = (coarse - fine).abs();
        prop_assume!(value.is_finite() && (rounding + truncation) < 1e-5 * (1.0 + fine.abs()));
        prop_assert!((value - fine).abs() <= 1e-7 * (1.0 + fine.abs()) + 2.0 * truncation + SAFETY * rounding,
            "{}: {value} {fine}", g.infix(node));
    }

    #[test]
    fn building_twice_gives_one_node(tree in trees(Function::ALL.to_vec(), true)) {
        let (mut g, _, node) = graph_of(&tree);
        let length = g.len();
        prop_assert_eq!(build(&mut g, &tree), node);
        prop_assert_eq!(g.len(), length);
        let zero = g.zero();
        prop_assert_eq!(g.sub(node, node), zero);
        // Taking a canonical form apart and putting it together again changes nothing.
        let symbol = g.symbol("x");
        let same = g.node(symbol);
        prop_assert_eq!(g.substitute(node, &|s| (s == symbol).then_some(same)), node);
    }
}
