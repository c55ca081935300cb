//! Code whose number of equal parts is set when a program starts.

use linkwork_compiler::build::rust;
use linkwork_compiler::{Loops, Options, compile};

/// A row of bars in the plane; `more` are further items.
fn row(n: usize, more: &str) -> String {
    format!(
        "mechanism Row in plane {{ const n = {n}; param mass = 2 [kg]; gravity = [0, -9.81] [m/s^2];
        for i in 1..=n {{ body bar[i] {{ mass: mass, inertia: 0.3 [kg*m^2] }} }}
        joint pin[1] = revolute(ground, bar[1] at [0, 0.5] [m]);
        for i in 2..=n {{ joint pin[i] = revolute(bar[i - 1] at [0, -0.5] [m], bar[i] at [0, 0.5] [m]); }}
        for i in 1..=n {{ force spring[i] = torsion_spring(pin[i], stiffness: 4 [N*m/rad]); }}
        {more}
        output tip = bar[n].position; }}"
    )
}

/// The Rust of a description, as the macro emits it.
fn emitted(text: &str) -> String {
    let tokens = text.parse().expect("tokens");
    let options = Options { loops: Loops::Emitted, ..Options::default() };
    let compilation = compile(tokens, &options);
    let messages: Vec<_> = compilation.diagnostics.iter().map(|one| &one.message).collect();
    assert!(!compilation.diagnostics.has_errors(), "{text}: {messages:?}");
    rust(&compilation.programs).expect("Rust")
}

#[test]
fn the_code_of_equal_parts_does_not_depend_on_their_number() {
    let (short, long) = (emitted(&row(150, "")), emitted(&row(2000, "")));
    assert!(short.contains("pub fn with(n: usize) -> Self"), "{short}");
    assert!(short.lines().count() < 400, "{}", short.lines().count());
    let plain = |text: &str| text.replace("2000", "150");
    assert_eq!(plain(&short), plain(&long));
}

#[test]
fn a_number_of_parts_that_decides_something_else_is_fixed() {
    for more in [
        "const half = n / 2;",
        "initial { pin[n].angle: n * 0.1 [rad] }",
        "for i in 1..=n { force brake[i] = torsion_spring(pin[i], damping: max(i, 55) * 1 [N*m*s/rad]); }",
    ] {
        let code = emitted(&row(50, more));
        assert!(code.contains("run(") && !code.contains("fn with"), "{more}");
        assert!(code.lines().count() < 400, "{more}: {}", code.lines().count());
    }
    // Unrolled.
    let code = emitted(&row(50, "unroll = always;"));
    assert!(!code.contains("run(") && code.lines().count() > 5000);
}
