//! Units of the language as units of the standards: factors of base units.
//!
//! ```text
//! value in base units = factor × value in the unit                                                     (1)
//! ```
//!
//! Invariant: outputs with a unit of the description have values in this unit, and its factor; all others are in SI, with the factor 1,
//! and angles are shown in degrees on request. The language has no units with an offset.

use linkwork_compiler::Options;
use linkwork_compiler::build::compile_text;
use linkwork_tape::TapeParameters;

/// Symbols of the standards' base units in the order of exponents.
pub const BASE: [&str; 8] = ["kg", "m", "s", "A", "K", "mol", "cd", "rad"];

/// SI units with names of their own.
const NAMED: [(&str, [i32; 8]); 14] = [
    ("N", [1, 1, -2, 0, 0, 0, 0, 0]),
    ("J", [1, 2, -2, 0, 0, 0, 0, 0]),
    ("W", [1, 2, -3, 0, 0, 0, 0, 0]),
    ("Pa", [1, -1, -2, 0, 0, 0, 0, 0]),
    ("V", [1, 2, -3, -1, 0, 0, 0, 0]),
    ("ohm", [1, 2, -3, -2, 0, 0, 0, 0]),
    ("Wb", [1, 2, -2, -1, 0, 0, 0, 0]),
    ("H", [1, 2, -2, -2, 0, 0, 0, 0]),
    ("C", [0, 0, 1, 1, 0, 0, 0, 0]),
    ("Hz", [0, 0, -1, 0, 0, 0, 0, 0]),
    ("S", [-1, -2, 3, 2, 0, 0, 0, 0]),
    ("F", [-1, -2, 4, 2, 0, 0, 0, 0]),
    ("T", [1, 0, -2, -1, 0, 0, 0, 0]),
    ("sr", [0, 0, 0, 0, 0, 0, 0, 2]),
];

/// A unit in base units, by (1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Definition {
    /// Exponents of [`BASE`].
    pub exponents: [i32; 8],
    /// The factor.
    pub factor: f64,
}

/// The definition of a unit; `None` for what base units cannot express, such as `m^(1/2)`.
pub fn definition(unit: &str) -> Option<Definition> {
    if let Some(exponents) = exponents(unit) {
        return Some(Definition { exponents, factor: 1.0 });
    }
    let (factor, si) = in_si(unit)?;
    Some(Definition { exponents: exponents(&si)?, factor })
}

/// The value of one unit in SI, and the SI unit: the compiler converts the parameter of a text.
fn in_si(unit: &str) -> Option<(f64, String)> {
    let text = format!(
        "mechanism Units {{ coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; param one = 1 [{unit}]; }}"
    );
    let compiled = compile_text("units", &text, &Options::default(), false).ok()?;
    let parameters = TapeParameters::new(compiled.programs.into_iter().next()?);
    let (one, named) = (*parameters.values().first()?, parameters.program().parameters.first()?);
    Some((one, named.unit.to_string()))
}

/// Exponents of the base units of `kg*m^2/s`; `None` for fractional exponents, parentheses, and symbols that are not SI.
fn exponents(unit: &str) -> Option<[i32; 8]> {
    let mut all = [0; 8];
    let mut sign = 1;
    let mut rest = unit;
    while !rest.is_empty() {
        let end = rest.find(['*', '/']).unwrap_or(rest.len());
        let (factor, behind) = rest.split_at(end);
        let (symbol, exponent) = factor.split_once('^').unwrap_or((factor, "1"));
        let exponent: i32 = exponent.trim_matches(['(', ')']).parse().ok()?;
        if symbol != "1" {
            let base = BASE.iter().position(|name| *name == symbol).map(|place| {
                let mut one = [0; 8];
                one[place] = 1;
                one
            });
            let of = base.or_else(|| NAMED.iter().find(|(name, _)| *name == symbol).map(|(_, of)| *of))?;
            all.iter_mut().zip(of).for_each(|(sum, part)| *sum += sign * exponent * part);
        }
        sign = if behind.starts_with('/') { -1 } else { 1 };
        rest = behind.get(1..).unwrap_or("");
    }
    Some(all)
}

/// Degrees instead of radians: name and factor.
pub fn display(unit: &str) -> Option<(&'static str, f64)> {
    match unit {
        "rad" => Some(("deg", 180.0 / core::f64::consts::PI)),
        "rad/s" => Some(("deg/s", 180.0 / core::f64::consts::PI)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{definition, exponents};

    #[test]
    fn products_quotients_and_names() {
        assert_eq!(exponents("kg*m^2"), Some([1, 2, 0, 0, 0, 0, 0, 0]));
        assert_eq!(exponents("N*m/rad"), Some([1, 2, -2, 0, 0, 0, 0, -1]));
        assert_eq!(exponents("1/s"), Some([0, 0, -1, 0, 0, 0, 0, 0]));
        assert_eq!(exponents("m/s^2"), Some([0, 1, -2, 0, 0, 0, 0, 0]));
        assert_eq!(exponents("furlong"), None);
    }

    #[test]
    fn other_units_have_the_factors_of_the_compiler() {
        let expect = |unit: &str, exponents: [i32; 8], factor: f64| {
            let found = definition(unit).unwrap_or_else(|| panic!("{unit} has no definition"));
            assert_eq!(found.exponents, exponents, "{unit}");
            assert!((found.factor - factor).abs() <= f64::EPSILON * factor, "{unit}: {}", found.factor);
        };
        expect("N", [1, 1, -2, 0, 0, 0, 0, 0], 1.0);
        expect("Hz", [0, 0, -1, 0, 0, 0, 0, 0], 1.0);
        expect("mm", [0, 1, 0, 0, 0, 0, 0, 0], 1e-3);
        expect("kN", [1, 1, -2, 0, 0, 0, 0, 0], 1e3);
        expect("µm", [0, 1, 0, 0, 0, 0, 0, 0], 1e-6);
        expect("m/(s^2)", [0, 1, -2, 0, 0, 0, 0, 0], 1.0);
        expect("(kN*m)^2", [2, 4, -4, 0, 0, 0, 0, 0], 1e6);
        expect("deg", [0, 0, 0, 0, 0, 0, 0, 1], std::f64::consts::PI / 180.0);
        expect("rpm", [0, 0, -1, 0, 0, 0, 0, 1], std::f64::consts::PI / 30.0);
        expect("km/h", [0, 1, -1, 0, 0, 0, 0, 0], 1.0 / 3.6);
        for unit in ["m^(1/2)", "kN*mm^2.5", "furlong"] {
            assert_eq!(definition(unit), None, "{unit}");
        }
    }
}
