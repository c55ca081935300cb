//! The equations of motion as LaTeX, for a document that uses amsmath.

use linkwork_compiler::Program;
use std::fmt::Write;

/// One `align*` with M, f, the constraints and the rates of states.
pub fn equations(program: &Program) -> String {
    let readable = &program.readable;
    let mut rows: Vec<String> =
        readable.abbreviations.iter().map(|a| format!("{} &= {}", a.latex_name, a.latex_meaning)).collect();
    rows.extend(readable.composites.iter().map(|(sum, what)| {
        let what = what.as_ref().map_or_else(String::new, |what| format!(r" && \text{{{what}}}"));
        format!("{} &= {}{what}", sum.latex_name, sum.latex_meaning)
    }));
    for (row, column, _, latex) in &readable.mass {
        if !program.flags.symmetric_mass || row <= column {
            let twin = if program.flags.symmetric_mass && row != column {
                format!(" = M_{{{},{}}}", column + 1, row + 1)
            } else {
                String::new()
            };
            rows.push(format!("M_{{{},{}}}{twin} &= {latex}", row + 1, column + 1));
        }
    }
    rows.extend(
        readable.force.iter().enumerate().map(|(i, (_, latex))| format!("f_{{{}}} &= {latex}", i + 1)),
    );
    for (letter, residuals) in [('g', &readable.holonomic), ('k', &readable.nonholonomic)] {
        let numbered = residuals.iter().enumerate();
        rows.extend(numbered.map(|(i, (_, latex))| format!("{letter}_{{{}}} &= {latex} = 0", i + 1)));
    }
    let rates = readable.rates.iter().enumerate();
    rows.extend(rates.map(|(i, (_, latex))| format!("\\dot y_{{{}}} &= {latex}", i + 1)));
    let mut text = format!("% {}: ", program.name);
    let law = if program.order() == program.velocities.len() {
        "M a = f"
    } else if program.flags.linear_reactions {
        "M a + G^T lambda + D^T psi = f, G = dg/dq, D = dk/dv"
    } else {
        "M a = f; f is shown at lambda = psi = 0"
    };
    let _ = writeln!(text, "{law}");
    for (letter, names) in [
        ("q", &program.coordinates),
        ("g", &program.holonomic_names),
        ("k", &program.nonholonomic_names),
        ("y", &program.states),
    ] {
        if !names.is_empty() {
            let all: Vec<&str> = names.iter().map(|named| &*named.name).collect();
            let _ = writeln!(text, "% {letter} = ({})", all.join(", "));
        }
    }
    let _ = write!(text, "\\begin{{align*}}\n  {}\n\\end{{align*}}\n", rows.join(" \\\\\n  "));
    text
}
