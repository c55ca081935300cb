//! Nested and long descriptions on a small stack: a thread of a program has 2 MiB, and a compiler without optimisation has the largest frames.
//!
//! ```sh
//! STACK_KIB=2048 cargo test -p linkwork-compiler --test all nesting --config profile.dev.opt-level=0 --config 'profile.dev.package."*".opt-level=0'
//! ```
//!
//! An overflow aborts the test.

use linkwork_compiler::{Compilation, compile};

/// Without `STACK_KIB`: at optimisation level 1, 200 levels need at most 251 KiB; at level 0 they need 714 KiB. This is twice as much, and
/// below 2 MiB by the ratio of the frames at the two levels.
const STACK_KIB: usize = 512;

/// The limit of the language.
const LEVELS: usize = 200;

/// Programs, and the first message.
type Found = (usize, String);

fn found(compiled: &Compilation) -> Found {
    let first = compiled.diagnostics.iter().next();
    (compiled.programs.len(), first.map_or_else(String::new, |one| one.message.clone()))
}

/// Compiles a mechanism in a thread with a small stack, and drops everything there.
fn on_a_small_stack(kind: &str, items: &str) -> Found {
    let text = format!("mechanism A{kind} {{ {items} }}");
    let given = std::env::var("STACK_KIB").ok().and_then(|text| text.parse().ok());
    let thread = std::thread::Builder::new().stack_size(given.unwrap_or(STACK_KIB) << 10);
    let compiled = thread.spawn(move || {
        let tokens = text.parse().expect("tokens");
        found(&compile(tokens, &Default::default()))
    });
    compiled.expect("a thread").join().expect("it compiles")
}

fn of_potential(value: &str) -> Found {
    on_a_small_stack("", &format!("coordinate x; kinetic = der(x)^2; potential = {value};"))
}

fn nest(open: &str, middle: &str, close: &str, levels: usize) -> String {
    open.repeat(levels) + middle + &close.repeat(levels)
}

#[test]
fn two_hundred_levels_of_every_kind_compile() {
    for value in [
        nest("(", "x", ")", LEVELS),
        nest("-", "x", "", LEVELS),
        format!("x{}", "^1".repeat(LEVELS)),
        format!("if({}, 1, 2)", nest("!", "(x < 1)", "", LEVELS - 2)),
        nest("sin(", "x", ")", LEVELS),
        nest("min(x, ", "x", ")", LEVELS),
        nest("if(x < 1, ", "x", ", 0)", LEVELS),
        nest("if(x < 1, 0, ", "x", ")", LEVELS),
        nest("1 + x*(", "x", ")", LEVELS),
        nest("dot([x], [", "x", "])", LEVELS / 2),
        format!("if({}, 1, 0)", nest("x < 1 || x < 2 && x == 1 + x*if(", "x < 1", ", 1, 0)", LEVELS - 1)),
    ] {
        let (programs, message) = of_potential(&value);
        // The conditions choose between pieces that do not meet.
        let expected = if value.starts_with("if(") { "the potential jumps where it switches" } else { "" };
        assert!(programs == 1 && message == expected, "{value}: {message}");
    }
    let rheonomic = format!("constraint c: {} = 0;", nest("sin(z + ", "x", ")", LEVELS));
    let (programs, message) = on_a_small_stack(
        "",
        &format!("coordinate x; coordinate z; kinetic = der(x)^2 + der(z)^2; {rheonomic}"),
    );
    assert!(programs == 1 && message.is_empty(), "{message}");
}

#[test]
fn two_hundred_levels_with_mistakes_are_reported() {
    for (value, fact) in [
        (nest("if(", "x < 1", ", 1, 0) > x", LEVELS), "expected a number, but `if(if("),
        (nest("[", "x", "]", LEVELS), "expected a number, but `[[["),
        (nest("f(a: 0 .. ", "x", ")", LEVELS), "cannot find function `f`"),
        (nest("x at (", "x", ")", LEVELS), "`x at (x at ("),
        (nest("der(", "x", ")", LEVELS), "the rate of an acceleration is not available"),
        (nest("[0, 1] + [x, ", "x", "]", LEVELS), "cannot apply `+` to"),
        (format!("x{}", ".a".repeat(LEVELS - 1)), "`x` is a number, which has no `.a`"),
        (format!("1{}", " [m]".repeat(LEVELS - 1)), "expected `J` for the kinetic energy"),
        (nest("1 [", "m", "]", LEVELS), "expected `J` for the kinetic energy"),
        (format!("1 [{}]", nest("m/(", "m", ")", LEVELS - 1)), "expected `J` for the kinetic energy"),
        (format!("1 [m^{}]", nest("(-", "2", ")", LEVELS / 2 - 2)), "expected `J` for the kinetic energy"),
        // Chains between parentheses.
        (format!("1 [({})]", vec!["m"; 200].join("*")), "expected `J` for the kinetic energy"),
        (format!("x[({})]", vec!["1"; 3000].join("+")), "cannot find `x[3000]`"),
        // Members of members on every level.
        (
            (0..LEVELS).fold("x".to_owned(), |inner, _| format!("({inner}{})", ".a".repeat(100))),
            "expressions are nested more than 200 levels deep",
        ),
        (nest("(", "x", ")", LEVELS + 1), "expressions are nested more than 200 levels deep"),
        (nest("(", "x", ")", 20_000), "expressions are nested more than 200 levels deep"),
        (nest("-", "x", "", 20_000), "expressions are nested more than 200 levels deep"),
        (format!("x{}", "^x".repeat(20_000)), "expressions are nested more than 200 levels deep"),
    ] {
        let (programs, message) = of_potential(&value);
        let start: String = value.chars().take(80).collect();
        assert!(programs == 0 && message.starts_with(fact), "{start}: {message}");
    }
}

/// In the order opposite to that of their evaluation.
#[test]
fn long_chains_of_items_compile() {
    let chain = |count: usize, item: &dyn Fn(usize) -> String| -> String { (0..count).map(item).collect() };
    for items in [
        chain(300, &|i| format!("let b{i} = sin(b{}); ", i + 1)) + "let b300 = x; output o = b0;",
        chain(40, &|i| format!("let b{i} = {}; ", nest("(1 + ", &format!("b{}", i + 1), ")", 190)))
            + "let b40 = x; output o = b0;",
        chain(300, &|i| format!("let b{i} = [b{0}[0], b{0}[1]]; ", i + 1))
            + "let b300 = [x, 1]; output o = b0;",
        chain(300, &|i| format!("state y{i}; der(y{i}) = sin(der(y{})); ", i + 1))
            + "state y300; der(y300) = x; initial { y0: 1 }",
    ] {
        let (programs, message) = on_a_small_stack("", &format!("coordinate x; kinetic = der(x)^2; {items}"));
        assert!(programs == 1 && message.is_empty(), "{message}");
    }
    let frames = chain(300, &|i| format!("frame f{i} = f{} at [0.1, 0]; ", i + 1));
    let items = format!(
        "body b {{ mass: 1, inertia: 1 }} joint j = revolute(ground, b); {frames} frame f300 = b; output o = f0.position.x;"
    );
    let (programs, message) = on_a_small_stack(" in plane", &items);
    assert!(programs == 1 && message.is_empty(), "{message}");
}
