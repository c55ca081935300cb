//! Descriptions that are valid but hardly intended.

use linkwork_compiler::diagnostics::Severity;

/// (severity, message, marked text) of everything that is found in a text.
fn everything(text: &str) -> Vec<(Severity, String, String)> {
    let compiled = linkwork_compiler::compile(text.parse().expect("tokens"), &Default::default());
    let all = compiled.diagnostics.iter();
    all.map(|d| {
        assert!(!d.helps.is_empty(), "no help: {}", d.message);
        (d.severity, d.message.clone(), d.place.text().unwrap_or_default())
    })
    .collect()
}

#[test]
fn implausible_numbers_are_warnings() {
    let around = |items: &str| {
        format!(
            "mechanism A in plane {{ body a {{ mass: 1, inertia: 1 }} body b {{ mass: 1, inertia: 1 }} \
             joint j = revolute(ground, a at [0, 1]); joint k = revolute(a at [0, -1], b at [0, 1]); {items} }}"
        )
    };
    for (items, severity, fact, marked) in [
        (
            "joint g = gear(j.angle, k.angle, ratio: 0);",
            Severity::Error,
            "the ratio of joint `g` is zero: it couples nothing",
            "0",
        ),
        (
            "force c = contact(b, ground, normal: [0, 1], stiffness: -1e4);",
            Severity::Error,
            "the stiffness of force `c` is not positive",
            "-1e4",
        ),
        (
            "param p = -3; force c = contact(b, ground, stiffness: p);",
            Severity::Error,
            "the stiffness of force `c` is not positive",
            "p",
        ),
        (
            "force s = spring(ground at [3, 0], b, stiffness: -10);",
            Severity::Warning,
            "the stiffness of force `s` is negative: it destabilises the motion",
            "-10",
        ),
        (
            "force c = contact(b, ground, stiffness: 1e4, friction: -0.4);",
            Severity::Warning,
            "the friction of force `c` is negative: it destabilises the motion",
            "-0.4",
        ),
        (
            "force c = bushing(b, ground, stiffness: [1, -2]);",
            Severity::Warning,
            "the stiffness of force `c` is negative: it destabilises the motion",
            "[1, -2]",
        ),
        (
            "force s = torsion_spring(k, stiffness: -10);",
            Severity::Warning,
            "the stiffness of force `s` is negative: it destabilises the motion",
            "-10",
        ),
        (
            "for i in 3..0 { output o[i] = a.angle; }",
            Severity::Warning,
            "the range `3..0` is empty: nothing is repeated",
            "3..0",
        ),
        ("input u;", Severity::Warning, "input `u` is never used", "u"),
        ("param p = 1;", Severity::Warning, "parameter `p` is never used", "p"),
    ] {
        assert_eq!(everything(&around(items)), [(severity, fact.to_owned(), marked.to_owned())]);
    }
    let pinned = everything("mechanism A in plane { particle p { mass: 1 } joint j = revolute(ground, p); }");
    assert!(
        matches!(pinned.as_slice(), [(Severity::Error, message, _)] if message.contains("singular mass matrix")),
        "{pinned:?}"
    );
    // With a length it has no direction there, which is a mistake of the corpus.
    let on_a_pin = "body c { mass: 1, inertia: 1 } joint p = revolute(ground, c at [1, 0]);
                    force s = spring(ground, c at [1, 0], stiffness: 100);";
    for coordinates in ["minimal", "absolute", "[minimal, absolute]"] {
        let found = everything(&around(&format!("coordinates = {coordinates}; {on_a_pin}")));
        let never = "the ends of `s` coincide in every configuration: it exerts no force";
        assert_eq!(found, [(Severity::Warning, never.to_owned(), "s".to_owned())]);
    }
}

/// A parameter of a frame is used: by outputs and `initial`, and by viewers.
#[test]
fn places_of_frames_are_used() {
    let text = "mechanism A in plane {
        param l = 0.4 [m];
        body a { mass: 1 [kg], inertia: 0.01 [kg*m^2] }
        joint slide = prismatic(ground, a, axis: [1, 0]);
        frame tip = a at [l, 0.1 [m]];
        output x = tip.position.x;
    }";
    assert_eq!(everything(text), []);
}

/// Items of an empty loop do not exist: a mechanism of energies remains one.
#[test]
fn matrices_in_an_empty_loop_do_not_exist() {
    let of = |energy: &str| {
        format!(
            "mechanism A {{ coordinate x; {energy} for i in 3..0 {{ mass_matrix = [[1]]; force = [x]; }} }}"
        )
    };
    let empty =
        (Severity::Warning, "the range `3..0` is empty: nothing is repeated".to_owned(), "3..0".to_owned());
    assert_eq!(everything(&of("kinetic = der(x)^2;")), std::slice::from_ref(&empty));
    let without = everything(&of(""));
    let missing = (Severity::Error, "the mechanism has no kinetic energy".to_owned(), "A".to_owned());
    assert!(without.len() == 2 && without.contains(&missing) && without.contains(&empty), "{without:?}");
}

/// A number without a unit is in SI units also beside a declared unit, where one would read it in that unit; nothing is said of zero, of
/// numbers with units, and beside the SI unit.
#[test]
fn numbers_beside_another_unit_than_that_of_si_are_warnings() {
    let found = everything(
        "mechanism Small {
            param k [N/mm] = 2; param lean [deg] = -30; param none [mm] = 0; param half [mm] = 0.5 [mm]; param l [m] = 2;
            const n = 4; param by_number [cm] = n / 2;
            coordinate x [mm] = 3; state s [ms] = 5;
            der(s) = 1; kinetic = 1 [kg] * der(x)^2 / 2;
            potential = (k + k * sin(lean)) * (x - none - half - by_number - l)^2 / 2 * (1 + s / 1 [s]);
        }",
    );
    let wanted = [
        ("`2` is 2 N/m, not 2 N/mm", "2"),
        ("`-30` is -30 rad, not -30 deg", "-30"),
        ("`n/2` is n/2 m, not n/2 cm", "n / 2"),
        ("`3` is 3 m, not 3 mm", "3"),
        ("`5` is 5 s, not 5 ms", "5"),
    ];
    let wanted = wanted.map(|(fact, marked)| (Severity::Warning, fact.to_owned(), marked.to_owned()));
    assert_eq!(found, wanted);
}

/// Pieces that do not meet exert an impulse, which no run does; those that meet are none, whatever they are made of.
#[test]
fn energies_that_jump_are_warnings() {
    let of = |items: &str| everything(&format!("mechanism A {{ coordinate x; coordinate y; {items} }}"));
    let kinetic = "the momenta of the kinetic energy jump where it switches";
    let potential = "the potential jumps where it switches";
    let plain = "kinetic = (der(x)^2 + der(y)^2) / 2;";
    for (items, fact) in [
        // A pivot whose velocity jumps, by the time and by a coordinate.
        (
            "let p = abs(sin(3 * time + 0.1)); kinetic = ((der(p) + der(x))^2 + der(y)^2) / 2;".to_owned(),
            kinetic,
        ),
        ("kinetic = (if(time < 0.5, 1, 2) * der(x)^2 + der(y)^2) / 2;".to_owned(), kinetic),
        ("kinetic = ((1 + floor(y)^2) * der(x)^2 + der(y)^2) / 2;".to_owned(), kinetic),
        (format!("{plain} potential = if(x > 0.5, 2, 0);"), potential),
        (format!("param p = 3; {plain} potential = x * sign(y - p);"), potential),
    ] {
        let found = of(&items);
        let [(Severity::Warning, message, _)] = found.as_slice() else { panic!("{items}\n{found:?}") };
        assert_eq!(message, fact, "{items}");
    }
    for items in [
        "let p = if(time < 1, time^2, 2 * time - 1); kinetic = ((der(p) + der(x))^2 + der(y)^2) / 2;"
            .to_owned(),
        "kinetic = ((1 + max(y, 0)) * der(x)^2 + der(y)^2) / 2;".to_owned(),
        format!("{plain} potential = if(x > 0.5, (x - 0.5)^2, 0) + abs(y) + max(y, 0)^2.5;"),
        // Without a force.
        format!("{plain} potential = x^2 / 2 + if(time < 0.5, 1, 0);"),
    ] {
        assert_eq!(of(&items), [], "{items}");
    }
}

/// Redundant rods beside a joint that moves no mass: not a matter of scales.
#[test]
fn motions_without_mass_are_named_beside_redundant_constraints() {
    let found = everything(
        "mechanism Pin in plane { particle p { mass: 1 [kg] } particle q { mass: 1 [kg] }
         joint fp = free(ground, p); joint fq = free(ground, q); joint pin = revolute(ground, p);
         joint r = rod(p, q, length: 1 [m]); joint s = rod(p, q, length: 1 [m]);
         output load = pin.force; initial { fq.x: ~1 } }",
    );
    let errors: Vec<_> = found.iter().filter(|found| found.0 == Severity::Error).collect();
    let [(_, message, _)] = errors.as_slice() else { panic!("{found:?}") };
    assert!(message.contains("has no inertia"), "{message}");
}
