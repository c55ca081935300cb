//! Names, equations, flags, elimination order and operation counts as text.

use super::wrap::{FIRM, wrapped};
use linkwork_compiler::Program;
use linkwork_compiler::plan::Named;
use linkwork_tape::TapeParameters;
use std::fmt::Write;

/// The name and the documentation of the user.
pub fn heading(program: &Program) -> String {
    let words = program.docs.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n");
    let mut text = format!("{}\n", program.name);
    for paragraph in words.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        text.push_str(&wrapped("  ", &paragraph.replace('\n', " "), 2));
    }
    text
}

fn with_unit(named: &Named) -> String {
    if named.unit.is_empty() {
        named.name.to_string()
    } else {
        format!("{}{FIRM}[{}]", named.name, named.unit)
    }
}

/// A longer list of names of a large tree is shortened, to so many and the last one.
const MANY: usize = 40;
const FIRST: usize = 8;

/// Coordinates, constraints, degrees of freedom and other facts.
pub fn names(program: &Program) -> String {
    let lists = [
        ("coordinates", &program.coordinates),
        ("holonomic constraints", &program.holonomic_names),
        ("nonholonomic constraints", &program.nonholonomic_names),
        ("first-order states", &program.states),
        ("inputs", &program.inputs),
        ("outputs", &program.output_names),
    ];
    let mut text = String::new();
    for (title, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        // Those of a large tree that is not written out are too many to read.
        let all = match &list[..] {
            [first @ .., last] if program.cells.is_some() && list.len() > MANY => {
                let first = first[..FIRST].iter().map(with_unit).collect::<Vec<_>>().join(", ");
                format!("{first}, …, {}", with_unit(last))
            }
            all => all.iter().map(with_unit).collect::<Vec<_>>().join(", "),
        };
        text.push_str(&wrapped(&format!("{title:<25} {:>3}: ", list.len()), &all, 31));
    }
    let _ = writeln!(text, "{:<25} {:>3}", "degrees of freedom", program.freedom.degrees_of_freedom);
    if program.redundancy() > 0 {
        let sets = program.redundant().join("; ");
        text.push_str(&wrapped(
            &format!("{:<25} {:>3}: ", "redundant constraints", program.redundancy()),
            &sets,
            31,
        ));
    }
    let (multipliers, outputs) = program.not_unique();
    for (title, names) in [("multipliers not unique", multipliers), ("outputs not unique", outputs)] {
        if !names.is_empty() {
            let all = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            text.push_str(&wrapped(&format!("{title:<25} {:>3}: ", names.len()), &all, 31));
        }
    }
    if program.redundancy() > 0 {
        let why = "Redundant constraints determine only sums of these reactions. The smallest ones are given; another \
                   formulation gives others, which are also in equilibrium.";
        text.push_str(&wrapped("  ", why, 2));
    }
    let assembly = program.assembly();
    if let Some(choice) = assembly.and_then(|assembly| assembly.choice(&assembly.closures, 0)) {
        let hint = "; another one by `initial { …: ~value }`";
        text.push_str(&wrapped(&format!("{:<30} ", "closure"), &format!("{choice}{hint}"), 31));
    }
    if assembly.is_some_and(|assembly| assembly.rounded) {
        text.push_str("given values were adjusted within their last decimal\n");
    }
    if program.freedom.singular_start {
        text.push_str("the initial configuration is singular\n");
    }
    parameters(program, &mut text);
    text
}

fn parameters(program: &Program, text: &mut String) {
    if program.parameters.is_empty() {
        return;
    }
    let declared = TapeParameters::new(program.clone());
    let width = program.parameters.iter().map(|p| p.name.chars().count()).max().unwrap_or(0);
    text.push_str("\nparameters\n");
    for parameter in &program.parameters {
        let value = nine_digits(declared.get(&parameter.name).unwrap_or(f64::NAN));
        let value = if value == 0.0 || (1e-3..1e6).contains(&value.abs()) {
            format!("{value}")
        } else {
            format!("{value:e}")
        };
        let line = format!("  {:<width$} = {value} {}", parameter.name, parameter.unit);
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

/// The nearest number of nine digits, as in the equations.
fn nine_digits(value: f64) -> f64 {
    format!("{value:.8e}").parse().unwrap_or(value)
}

/// The form of the equations of motion.
fn law(program: &Program) -> &'static str {
    let (holonomic, nonholonomic) =
        (program.holonomic_names.is_empty(), program.nonholonomic_names.is_empty());
    match (holonomic, nonholonomic) {
        (true, true) => "M a = f",
        _ if !program.flags.linear_reactions => "M a = f(λ, ψ); f is shown at λ = ψ = 0",
        (false, true) => "M a + Gᵀλ = f",
        (true, false) => "M a + Dᵀψ = f",
        (false, false) => "M a + Gᵀλ + Dᵀψ = f",
    }
}

/// The equations of motion.
pub fn equations(program: &Program) -> String {
    let readable = &program.readable;
    let mut text = format!("equations of motion       {}; numbers have nine digits\n", law(program));
    if !readable.abbreviations.is_empty() {
        let all = readable.abbreviations.iter();
        let all: Vec<String> =
            all.map(|a| format!("{} = {}", a.name, a.meaning).replace(' ', &FIRM.to_string())).collect();
        text.push_str(&wrapped("  with ", &all.join(", "), 7));
    }
    for (sum, what) in &readable.composites {
        let what = what.as_ref().map_or_else(String::new, |what| format!("   {what}"));
        text.push_str(&wrapped(&format!("  {} = ", sum.name), &format!("{}{what}", sum.meaning), 6));
    }
    let coordinate = |i: usize| program.directions().get(i).map_or("", |n| &*n.name);
    for (row, column, infix, _) in &readable.mass {
        // The lower half of a symmetric matrix is omitted.
        if !program.flags.symmetric_mass || row <= column {
            text.push_str(&wrapped(
                &format!("  M[{}, {}] = ", coordinate(*row), coordinate(*column)),
                infix,
                6,
            ));
        }
    }
    for (i, (infix, _)) in readable.force.iter().enumerate() {
        text.push_str(&wrapped(&format!("  f[{}] = ", coordinate(i)), infix, 6));
    }
    for (names, letter, residuals) in [
        (&program.holonomic_names, 'g', &readable.holonomic),
        (&program.nonholonomic_names, 'k', &readable.nonholonomic),
    ] {
        for (named, (infix, _)) in names.iter().zip(residuals) {
            text.push_str(&wrapped(&format!("  0 = {letter}[{}] = ", named.name), infix, 6));
        }
    }
    for (state, (infix, _)) in program.states.iter().zip(&readable.rates) {
        text.push_str(&wrapped(&format!("  der({}) = ", state.name), infix, 6));
    }
    text
}

/// The properties known to steppers at compile time.
pub fn flags(program: &Program) -> String {
    let flags = program.flags;
    let constrained = program.order() > program.velocities.len();
    let mut rows = vec![
        ("forces depend on the velocity", flags.velocity_dependent),
        ("the mass matrix is constant", flags.constant_mass),
        ("the mass matrix is symmetric", flags.symmetric_mass),
        ("the mass matrix may be singular", flags.singular_mass),
        ("time or inputs appear", flags.time_explicit),
        ("forces are smooth", flags.smooth),
    ];
    if constrained {
        rows.push(("forces are linear in the multipliers", flags.linear_reactions));
        rows.push(("reactions depend on the velocity", flags.borders_move));
    }
    let mut text = String::from("properties\n");
    for (what, holds) in rows {
        let _ = writeln!(text, "  {what:<38} {}", if holds { "yes" } else { "no" });
    }
    let switches = program.switch_names.len();
    if switches > 0 {
        let _ = writeln!(text, "  {:<38} {switches}", "switching functions");
    }
    text
}

/// The pivots of the saddle matrix in their order.
pub fn elimination(program: &Program) -> String {
    let all = [program.directions(), &program.holonomic_names, &program.nonholonomic_names];
    let names: Vec<&str> = all.into_iter().flatten().map(|named| &*named.name).collect();
    let name = |i: usize| names.get(i).copied().unwrap_or("");
    if program.saddle.order.is_empty() {
        return String::new();
    }
    let pivot = |&(row, column): &(usize, usize)| {
        if row == column { name(row).to_owned() } else { format!("{}/{}", name(row), name(column)) }
    };
    let order = program.saddle.order.iter().map(pivot).collect::<Vec<_>>().join(" → ");
    let matrix =
        if program.order() > program.velocities.len() { "the saddle matrix, as row/column" } else { "M" };
    format!("elimination order of {matrix}\n{}", wrapped("  ", &order, 2))
}

/// Operation counts of every routine.
pub fn operations(program: &Program) -> String {
    let counts: Vec<_> = program.operations().into_iter().filter(|(_, count)| count.total() > 0).collect();
    if counts.is_empty() {
        return String::new();
    }
    let mut text =
        format!("{:<22} {:>12} {:>10} {:>10} {:>8}\n", "operations", "+ − ×", "÷", "functions", "total");
    for (name, count) in counts {
        let (basic, divisions, functions) = (count.arithmetic, count.divisions, count.functions);
        let total = count.total();
        let _ = writeln!(text, "  {name:<20} {basic:>12} {divisions:>10} {functions:>10} {total:>8}");
    }
    text
}
