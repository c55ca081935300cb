//! Tokens → descriptions: precedence, brackets, items, and recovery after mistakes.

use linkwork_compiler::diagnostics::Diagnostics;
use linkwork_compiler::resolve::resolve;
use linkwork_compiler::syntax::{self, Description, Expression, ItemKind, Kind};
use proptest::prelude::*;

/// Descriptions and messages of a text.
fn parse(text: &str) -> (Vec<Description>, Vec<String>) {
    let mut diagnostics = Diagnostics::new();
    let descriptions = syntax::parse(text.parse().expect("tokens"), &mut diagnostics);
    let messages = diagnostics.iter().map(|found| found.text()).collect();
    (descriptions, messages)
}

fn description(text: &str) -> Description {
    let (mut descriptions, messages) = parse(text);
    assert!(messages.is_empty(), "{messages:#?}");
    descriptions.remove(0)
}

/// The expression of `let a = …;`.
fn expression(text: &str) -> Expression {
    let description = description(&format!("mechanism A {{ let a = {text}; }}"));
    match &description.items[0].kind {
        ItemKind::Let(declaration) => declaration.value.clone().expect("a value"),
        other => panic!("{other:?}"),
    }
}

/// An expression with all its parentheses.
fn tree(expression: &Expression) -> String {
    match &expression.kind {
        Kind::Number(digits) => digits.clone(),
        Kind::Name(segment) => segment.to_string(),
        Kind::Member(value, member) => format!("({}).{member}", tree(value)),
        Kind::Array(values) => format!("[{}]", values.iter().map(tree).collect::<Vec<_>>().join(" ")),
        Kind::Call(function, arguments) => {
            format!("{}({})", function.text, arguments.iter().map(tree).collect::<Vec<_>>().join(" "))
        }
        Kind::Quantity(value, unit) => format!("{{{} {}}}", tree(value), tree(unit)),
        Kind::Parenthesis(value) => tree(value),
        Kind::Negate(value) => format!("(-{})", tree(value)),
        Kind::Not(value) => format!("(!{})", tree(value)),
        Kind::Binary(operator, left, right) => {
            format!("({}{}{})", tree(left), operator.spelling(), tree(right))
        }
        Kind::At(value, point) => format!("({} at {})", tree(value), tree(point)),
        Kind::Named(name, value) => format!("{}: {}", name.text, tree(value)),
        Kind::Range(least, most) => format!("{} .. {}", tree(least), tree(most)),
    }
}

fn same_tree(text: &str, expected: &str) {
    assert_eq!(tree(&expression(text)), expected, "{text}");
}

#[test]
fn operators_bind_as_documented() {
    same_tree("-x^2", "(-(x^2))");
    same_tree("2^3^2", "(2^(3^2))");
    same_tree("2^-x^2", "(2^(-(x^2)))");
    same_tree("a - b - c", "((a-b)-c)");
    same_tree("a / b / c * d", "(((a/b)/c)*d)");
    same_tree("a + b * c ^ d", "(a+(b*(c^d)))");
    same_tree("-a * b", "((-a)*b)");
    same_tree("a * -b + c", "((a*(-b))+c)");
    same_tree("--a", "(-(-a))");
    same_tree("(a + b) * c", "((a+b)*c)");
    same_tree("a < b + 1 && c >= d || !(e != f)", "(((a<(b+1))&&(c>=d))||(!(e!=f)))");
    same_tree("a || b && c == d", "(a||(b&&(c==d)))");
}

#[test]
fn units_bind_before_operators() {
    same_tree("9.81 [m/s^2]", "{9.81 (m/(s^2))}");
    same_tree("x^2 [m]", "(x^{2 m})");
    same_tree("1/2 [m]", "(1/{2 m})");
    same_tree("-3 [deg]", "(-{3 deg})");
    same_tree("[0, -9.81] [m/s^2]", "{[0 (-9.81)] (m/(s^2))}");
    same_tree("(4 * pi) [rad/s] * time", "({(4*pi) (rad/s)}*time)");
    same_tree("sqrt(2) [m]", "{sqrt(2) m}");
    same_tree("2 [kg*m^-1]", "{2 (kg*(m^(-1)))}");
    same_tree("2 [in]", "{2 in}");
}

#[test]
fn names_keep_their_brackets_and_points() {
    same_tree("crank[i + 1]", "crank[i + 1]");
    same_tree("guide.displacement", "(guide).displacement");
    same_tree("pivot[0].angle * 2", "((pivot[0]).angle*2)");
    same_tree("cross(a, b).z", "(cross(a b)).z");
    same_tree("a[1][2]", "a[1][2]");
    same_tree("if(x > 0, 1_000, 1e-3,)", "if((x>0) 1000 1e-3)");
    same_tree("[[1, 0], [0, 1]]", "[[1 0] [0 1]]");
}

#[test]
fn keywords_are_names_elsewhere() {
    let description = description(
        "mechanism A { param gravity = 1; param kinetic = 2; coordinate force; let param = kinetic * force;
           input mechanism; output r#type = initial; let initial = 3; }",
    );
    assert_eq!(description.parameter_names(), ["gravity", "kinetic"]);
    assert_eq!(description.input_names(), ["mechanism"]);
    assert_eq!(description.items.len(), 7);
}

#[test]
fn several_mechanisms_with_documentation_and_visibility() {
    let (descriptions, messages) = parse(
        "//! About the file.
         /// First.
         ///   indented
         pub(crate) mechanism A { /// the mass
             param mass = 1; }
         mechanism B { }",
    );
    assert!(messages.is_empty(), "{messages:?}");
    let [a, b] = descriptions.as_slice() else { panic!("two mechanisms") };
    assert_eq!(a.docs, ["First.", "  indented"]);
    assert_eq!(a.visibility.to_string().replace(' ', ""), "pub(crate)");
    assert_eq!(a.items[0].docs, ["the mass"]);
    assert_eq!(b.name, "B");
    assert!(b.visibility.is_empty());
}

#[test]
fn a_file_may_hold_the_macro_call() {
    let (descriptions, messages) = parse("mechanism! { mechanism A { } mechanism B { } } mechanism C { }");
    assert!(messages.is_empty(), "{messages:?}");
    let names: Vec<String> = descriptions.iter().map(|one| one.name.to_string()).collect();
    assert_eq!(names, ["A", "B", "C"]);
}

#[test]
fn the_source_describes_the_same_mechanism() {
    let text = "
        /// A pendulum.
        pub mechanism A {
            param mass = 1 [kg]; // in the bob
            for i in 0..2 {
                coordinate x[i] [m];
            }
        }";
    let first = description(text);
    assert_eq!(
        first.source,
        "/// A pendulum.\npub mechanism A {\n    param mass = 1 [kg]; // in the bob\n    for i in 0..2 {\n        coordinate x[i] [m];\n    }\n}\n"
    );
    assert_eq!(description(&first.source).source, first.source);
}

#[test]
fn every_broken_item_is_reported_and_the_others_are_kept() {
    let (descriptions, messages) = parse(
        "mechanism A {
            param a = 10m;
            let b = 1 2;
            let c = 3;
            parm d = 4;
            let e = 5
            let f = 6;
            for i in 0..3 { let g[i] = ; let h[i] = i; }
            constraint r: x == 1;
        }",
    );
    let kept: Vec<String> = descriptions[0]
        .items
        .iter()
        .map(|item| match &item.kind {
            ItemKind::Let(declaration) => declaration.target.to_string(),
            ItemKind::Repeat(repeat) => format!("{} items", repeat.items.len()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(kept, ["c", "f", "1 items"]);
    assert_eq!(descriptions[0].lost, ["a", "b", "d", "e", "g", "r"]);
    assert!(descriptions[0].incomplete.is_some());
    let facts: Vec<&str> = messages.iter().map(|text| text.lines().next().unwrap_or_default()).collect();
    assert_eq!(
        facts,
        [
            "`10m` is not a number",
            "expected an operator or `;`, found `2`",
            "expected an item, found `parm`",
            "expected an operator or `;`, found `let`",
            "expected an expression, found `;`",
            "a constraint is an equation, not a condition",
        ]
    );
}

/// One mistake in one item: the first line of the message, and what the help must contain.
fn mistake(item: &str, fact: &str, help: &str) {
    let (_, messages) = parse(&format!("mechanism A {{ {item}\n}}"));
    assert_eq!(messages.len(), 1, "{item}: {messages:?}");
    let mut lines = messages[0].lines();
    assert_eq!(lines.next(), Some(fact), "{item}");
    let rest: Vec<&str> = lines.collect();
    assert!(rest.join("\n").contains(help), "{item}: {rest:?}");
}

#[test]
fn common_mistakes_have_a_help() {
    mistake("param a = 10m;", "`10m` is not a number", "`10 [m]`");
    mistake("param a = 10 m;", "expected an operator after `10`, found `m`", "`10 [m]`");
    mistake("param a = 2x;", "`2x` is not a number", "`2*x`");
    mistake("param a = .5;", "a number cannot begin with a decimal point", "`0.5`");
    mistake("let a = x**2;", "there is no operator `**`", "`x^2`");
    mistake("let a = +x;", "leading `+` is not supported", "remove it");
    mistake("let a = a < b < c;", "comparisons cannot be chained", "&&");
    mistake("param a = 2 [N m];", "expected `*`, `/`, `^` or `]` after a unit, found `m`", "`N*m`");
    mistake("param a = 2 [];", "expected a unit or an index between the brackets", "no unit");
    mistake("param a;", "`a` needs a default value", "`param a = …;`");
    mistake("input a = 3;", "an input cannot be given a value here", "`let a = …;`");
    mistake("x = 3;", "expected an item, found `x`", "`let x = …;`");
    mistake("constrain a: x = 1;", "expected an item, found `constrain`", "`constraint`");
    mistake("constraint x = 1;", "expected `:`, found `=`", "constraint name: left = right;");
    mistake("for i in 3 { }", "expected `..` or `..=`, found `{`", "");
    mistake("initial x;", "expected `{`, found `x`", "initial {");
    mistake(
        "let a = 1; /// nothing follows",
        "expected an item after this documentation comment",
        "the item that follows",
    );
    mistake("#[cfg(test)] let a = 1;", "attributes are not supported here", "///");
    mistake("let a = \"text\";", "expected a number, found `\"text\"`", "");
}

#[test]
fn ends_and_named_arguments() {
    same_tree(
        "spring(ground at [1, 0] [m], crank[i] at -p, stiffness: 2 [N/m], tension: a at b)",
        "spring((ground at {[1 0] m}) (crank[i] at (-p)) stiffness: {2 (N/m)} tension: (a at b))",
    );
    same_tree("f(at, at at at)", "f(at (at at at))");
}

#[test]
fn items_of_the_level_of_bodies() {
    let description = description(
        "mechanism A in space { gravity = [0, 0, -9.81]; particle p { mass: 1 } body b { mass: 1, shape: rod(length: 1), };
           frame f = b at [1, 0, 0]; joint j = revolute(ground, b, axis: x); force s = spring(p, f, length: 1);
           force g = generalized(x, 1); coordinates = [absolute, minimal]; }",
    );
    let words: Vec<&str> = description
        .items
        .iter()
        .map(|item| match &item.kind {
            ItemKind::Gravity(_) => "gravity",
            ItemKind::Body(body) if body.particle => "particle",
            ItemKind::Body(_) => "body",
            ItemKind::Frame(_) => "frame",
            ItemKind::Joint(_) => "joint",
            ItemKind::BodyForce(_) => "force",
            ItemKind::Generalized(_) => "generalized",
            ItemKind::Coordinates(_) => "coordinates",
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        words,
        ["gravity", "particle", "body", "frame", "joint", "force", "generalized", "coordinates"]
    );
    assert_eq!(description.formulations(), ["absolute", "minimal"]);
    assert_eq!(description.setting.map(|setting| setting.text), Some("space".to_owned()));
}

#[test]
fn mistakes_around_bodies_have_a_help() {
    mistake("body b;", "expected `{`, found `;`", "`body b { mass: 1 [kg] }`");
    mistake("body b { mass = 1 }", "expected `:`, found `=`", "");
    mistake("body b { mass: 1; }", "expected an operator, `,` or `}`, found `;`", "");
    mistake("joint j;", "`j` needs its kind", "`joint j = …;`");
    mistake("coordinates = minimum;", "expected `minimal` or `absolute`, found `minimum`", "`minimal`");
    mistake("coordinates = [minimal, minimal];", "`minimal` is given twice", "");
    mistake("shape = rod(length: 1);", "`shape` is not an item", "belongs to a body");
    mistake("bdy b { mass: 1 }", "expected an item, found `bdy`", "`body`");
    mistake(
        "force f = generalized(x);",
        "`generalized` takes a coordinate and a force, but the number of arguments is 1",
        "coordinate, value",
    );
}

#[test]
fn a_description_needs_its_name_and_braces() {
    for (text, fact) in [
        ("", "no mechanism found"),
        ("mechanism { }", "expected the name of the mechanism, found `{`"),
        ("mechanism A;", "expected `{`, found `;`"),
        ("struct A { }", "expected `mechanism`, found `struct`"),
        ("mechanism A { } mechanism A { }", "mechanism `A` is described twice"),
        ("mechanism A in orbit { }", "expected `plane` or `space`, found `orbit`"),
    ] {
        let (_, messages) = parse(text);
        assert_eq!(messages.len(), 1, "{text}: {messages:?}");
        assert_eq!(messages[0].lines().next(), Some(fact), "{text}");
    }
}

#[test]
fn deep_nesting_is_a_mistake_and_not_a_crash() {
    for text in [
        "(".repeat(3000) + "1" + &")".repeat(3000),
        "-".repeat(3000) + "1",
        "sin(".repeat(3000) + "1" + &")".repeat(3000),
    ] {
        let (_, messages) = parse(&format!("mechanism A {{ let a = {text}; }}"));
        assert!(messages[0].starts_with("expressions are nested more than"), "{messages:?}");
    }
}

proptest! {
    /// Whatever the tokens: no panic, and a model or a message.
    #[test]
    fn any_tokens_give_a_model_or_a_message(
        words in proptest::collection::vec(
            prop_oneof![
                Just("param"), Just("let"), Just("x"), Just("= x"), Just("= 1;"), Just(";"), Just("1"), Just("2m"),
                Just("[m]"), Just("(x)"), Just("{x:1}"), Just("^"), Just("-"), Just("*"), Just("for i in 0..2 {}"),
                Just("der"), Just("(y,)"), Just("constraint c:"), Just("initial"), Just("force"), Just("."),
                Just("/// doc\n"), Just("<"), Just("&&"), Just("#"), Just("[]"), Just("'a"), Just("\"s\""),
                Just("coordinate x;"), Just("kinetic = der(x)^2;"), Just("coordinate y [m];"), Just("state z;"),
            ],
            0..30,
        )
    ) {
        let text = format!("mechanism A {{ {} }}", words.join(" "));
        let mut diagnostics = Diagnostics::new();
        let descriptions = syntax::parse(text.parse().expect("tokens"), &mut diagnostics);
        prop_assert_eq!(descriptions.len(), 1);
        prop_assert!(descriptions[0].incomplete.is_none() || diagnostics.has_errors());
        let model = resolve(&descriptions[0], &[], &mut diagnostics);
        prop_assert_eq!(model.is_err(), diagnostics.has_errors());
    }

    /// The same at the level of bodies.
    #[test]
    fn any_bodies_give_a_model_or_a_message(
        space in any::<bool>(),
        words in proptest::collection::vec(
            prop_oneof![
                Just("body a { mass: 1 [kg] }"), Just("body b[0] { shape: rod(length: 1), density: 2 }"),
                Just("particle p { mass: m }"), Just("param m = 2;"), Just("frame f = a at [1, 0];"),
                Just("joint j = revolute(ground, a);"), Just("joint k = free(ground, a);"),
                Just("joint l = prismatic(a, b[0] at [1, 2], axis: [1, 0]);"), Just("joint m1 = free(ground, p);"),
                Just("joint g = gear(j.angle, l, ratio: m);"), Just("joint s = spherical(a, p, rotation: euler_xyz(u, v, w));"),
                Just("force h = spring(a, p, stiffness: 1);"), Just("force i = torque(j, j.angle);"),
                Just("force t ="), Just("friction("), Just("j,"), Just("coefficient: 1"), Just(")"), Just(";"),
                Just("gravity = [0, 1];"), Just("coordinates = absolute;"), Just("initial { j.angle: 1 }"),
                Just("initial { k.rotation: rpy(1, 2, 3), p.velocity: [1, 2] }"), Just("output o = a.position.x;"),
                Just("constraint c: j.angle = time;"), Just("force q = generalized(l.displacement, 1);"),
                Just("for i in 0..2 { body c[i] { mass: 1 } joint n[i] = fixed(a, c[i], rotation: 1); }"),
                Just("at"), Just("["), Just("a"), Just("ground"), Just("{"), Just("mass:"), Just(","), Just("]"), Just("}"),
            ],
            0..24,
        )
    ) {
        let setting = if space { "space" } else { "plane" };
        let Ok(tokens) = format!("mechanism A in {setting} {{ {} }}", words.join(" ")).parse() else {
            return Ok(());
        };
        let mut diagnostics = Diagnostics::new();
        for description in syntax::parse(tokens, &mut diagnostics) {
            let model = resolve(&description, &[], &mut diagnostics);
            prop_assert_eq!(model.is_err(), diagnostics.has_errors());
        }
    }
}
