//! The mass matrix that `explain` writes, with names for composite masses and inertias, is that of the tape.

use linkwork::{Assemble, Dense, Evaluate};
use linkwork_compiler::build::compile_text;
use linkwork_compiler::{Options, Program, Writing};
use linkwork_descriptions::explanation;
use linkwork_tape::TapeParameters;

const TRIPLE: &str = "pub mechanism Triple in plane {
    param l1 = 1 [m]; param l2 = 0.8 [m]; param l3 = 0.5 [m];
    param m1 = 1 [kg]; param m2 = 2 [kg]; param m3 = 3 [kg]; param j = 0.1 [kg*m^2];
    gravity = [0, -9.81] [m/s^2];
    body upper { mass: m1, com: [l1/2, 0 [m]], inertia: j }
    body middle { mass: m2, com: [l2/2, 0 [m]], inertia: j }
    body lower { mass: m3, com: [l3/2, 0 [m]], inertia: j }
    joint shoulder = revolute(ground, upper);
    joint elbow = revolute(upper at [l1, 0 [m]], middle);
    joint wrist = revolute(middle at [l2, 0 [m]], lower);
    initial { shoulder.angle: 10 [deg], elbow.angle: 40 [deg], wrist.angle: -70 [deg] }
}";
const SLIDER_CRANK: &str = include_str!("../../models/mechanisms/linkages/slider_crank.mech");

/// Coefficients have nine digits; entries are of order ten.
const NINE_DIGITS: f64 = 1e-7;

fn compiled(text: &str) -> Program {
    let options = Options { equations: Writing::Full, ..Options::default() };
    compile_text("text", text, &options, false).expect("no mistakes").programs.remove(0)
}

#[test]
fn mass_matrices_with_composite_inertias_are_those_of_the_tape() {
    for (text, names) in [(TRIPLE, &["m_middle", "J_lower"][..]), (SLIDER_CRANK, &["J_rod"])] {
        let program = compiled(text);
        let readable = program.readable.clone();
        let parameters = TapeParameters::new(program.clone());
        let values: Vec<f64> = parameters.values().to_vec();
        let tape = parameters.build().expect("it can be built");
        let (q, _, _) = tape.initial();
        let mut at = tape.position_cache();
        tape.place(&tape.now(0.0), &q, &mut at);
        let n = program.velocities.len();
        let mut mass = vec![0.0; n * n];
        tape.mass_matrix(&at, &mut mass);

        // Names that meval accepts, longer ones first: it does not accept `pivot.angle`.
        let of_coordinates = program.coordinates.iter().zip(q.iter());
        let of_parameters = program.parameters.iter().zip(&values);
        let mut known: Vec<(String, String)> = of_coordinates
            .chain(of_parameters)
            .map(|(named, value)| (named.name.to_string(), format!("({value:?})")))
            .collect();
        let composites: Vec<&str> = readable.composites.iter().map(|(sum, _)| sum.name.as_str()).collect();
        for name in names {
            assert!(composites.contains(name), "{name} is not among {composites:?}");
        }
        let sums = readable.composites.iter().map(|(sum, _)| sum).chain(&readable.abbreviations);
        let sums: Vec<(String, String)> =
            sums.map(|sum| (sum.name.clone(), format!("({})", sum.meaning))).collect();
        known.sort_by_key(|(name, _)| core::cmp::Reverse(name.len()));
        for &(i, j, ref written, _) in &readable.mass {
            let of_sums =
                sums.iter().fold(written.clone(), |text, (name, meaning)| text.replace(name, meaning));
            let formula = known.iter().fold(of_sums, |text, (name, value)| text.replace(name, value));
            let value = meval::eval_str(&formula).unwrap_or_else(|error| panic!("{formula}: {error}"));
            let entry = mass[i * n + j];
            assert!(
                (value - entry).abs() <= NINE_DIGITS * (1.0 + entry.abs()),
                "M[{i}, {j}] = {written}: {value}, {entry}"
            );
        }
    }
}

/// Two hinges with an awkward mass: entries that are no shorter when they are multiplied out.
const AWKWARD: &str = "pub mechanism Two in space {
    gravity = [0, 0, -9.81] [m/s^2];
    param turn = 0.5235987755982988 [rad];
    body first { mass: 1.2345678901 [kg], com: [0.123456789, 0, 0] [m], inertia: diagonal(0.1, 0.2, 0.3) [kg*m^2] }
    body second { mass: 1.2345678901 [kg], com: [0.123456789, 0, 0] [m], inertia: diagonal(0.1, 0.2, 0.3) [kg*m^2] }
    joint shoulder = revolute(ground, first, axis: [0, 0, 1]);
    joint elbow = revolute(first at [0.3, 0, 0] [m], second, axis: [0, 1, 0]);
}";

/// No number of the text and of the LaTeX of an explanation has more than nine digits.
fn assert_nine_digits(text: &str) {
    let program = compiled(text);
    for written in [explanation::text(&program), explanation::latex(&program)] {
        for number in written.split(|c: char| !c.is_ascii_digit() && c != '.') {
            let digits = number.replace('.', "");
            let significant = digits.trim_start_matches('0').trim_end_matches('0').len();
            assert!(significant <= 9, "{number} of {}", program.name);
        }
    }
}

#[test]
fn numbers_of_robots_have_nine_digits() {
    assert_nine_digits(include_str!("../../models/mechanisms/robots/panda.mech"));
}

#[test]
fn numbers_of_robots_with_legs_have_nine_digits() {
    assert_nine_digits(include_str!("../../models/mechanisms/robots/quadruped.mech"));
}

#[test]
fn awkward_numbers_have_nine_digits() {
    assert_nine_digits(AWKWARD);
    let written = explanation::text(&compiled(AWKWARD));
    assert!(written.contains("turn = 0.523598776 rad"), "{written}");
    assert!(written.contains("M[elbow.angle, elbow.angle] = 0.218816764"), "{written}");
}
