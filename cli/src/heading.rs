//! Headings of columns in tables that are read: a name, with a unit or without.
//!
//! ```text
//! length [mm],mass
//! 300,1.5             0.3 m, 1.5 kg
//! ```
//!
//! Invariant: a value has the bits of a literal with this unit in a description; without a unit it is in SI units.

use linkwork_compiler::Options;
use linkwork_compiler::build::{check_text, diagnose};
use linkwork_compiler::diagnostics::Severity;
use linkwork_compiler::plan::{Instruction, Routine};
use linkwork_compiler::symbolic::Constant;

/// The unit of numbers without a dimension.
const OF_NUMBERS: &str = "rad";

/// The heading of a column: `length`, or `length [mm]`.
pub struct Heading {
    text: String,
    /// Without the unit.
    pub name: String,
    /// In brackets.
    pub unit: Option<String>,
}

impl Heading {
    /// Reads a heading.
    pub fn of(text: &str) -> Self {
        let text = text.trim();
        let parts = text.split_once(" [").and_then(|(name, rest)| Some((name, rest.strip_suffix(']')?)));
        let (name, unit) = parts.map_or((text, None), |(name, unit)| (name, Some(unit)));
        Self { text: text.to_owned(), name: name.trim_end().to_owned(), unit: unit.map(str::to_owned) }
    }

    /// The value of its unit in that SI unit, `None` if it is the same or not given.
    ///
    /// # Errors
    /// It is not a unit of that quantity, in words.
    pub fn factor(&self, own: &str) -> Result<Option<Constant>, String> {
        match &self.unit {
            Some(unit) if unit != own => factor(unit, &self.name, own)
                .map(Some)
                .map_err(|why| format!("column `{}`: {why}", self.text)),
            _ => Ok(None),
        }
    }
}

/// A number times a factor, rounded once; `None` for a text that is not a finite number.
pub fn value(text: &str, factor: Option<Constant>) -> Option<f64> {
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite())?;
    let Some(factor) = factor else { return Some(value) };
    let size = Constant::decimal_literal(text.trim_start_matches(['+', '-']));
    Some(match size.and_then(|size| size.mul(factor)) {
        Some(size) => size.to_f64().copysign(value),
        None => value * factor.to_f64(),
    })
}

/// The value of a unit in SI units, or why it is not a unit of this quantity. The compiler reads it, as in a description.
fn factor(unit: &str, name: &str, own: &str) -> Result<Constant, String> {
    let (own, help) = match own {
        "" | "1" => (OF_NUMBERS, format!("help: `{name}` is a number without a unit")),
        own => (
            own,
            format!("help: the SI unit of `{name}` is `{own}`, which is that of headers without a unit"),
        ),
    };
    let refused = |what: &str| format!("`{unit}` is not {what}\n{help}");
    // A header is one expression.
    if unit.contains(['[', ']', '{', '}', ';', '"', '\n']) || unit.contains("//") || unit.contains("/*") {
        return Err(refused("a unit"));
    }
    let (programs, diagnostics) = diagnose(&description(&format!("1 [{unit}]")), &Options::default());
    if let Some(mistake) = diagnostics.iter().find(|found| found.severity == Severity::Error) {
        let helps: String = mistake.helps.iter().map(|help| format!("\nhelp: {help}")).collect();
        return Err(format!("{}{helps}\n{help}", mistake.message));
    }
    let sum = format!("1 [{unit}] + 0 [{own}]");
    if check_text(&description(&sum), &Options::default()).has_errors() {
        return Err(refused(&format!("a unit of `{name}`")));
    }
    let found = programs.first().and_then(|program| literal(&program.defaults));
    found.ok_or_else(|| refused("a unit"))
}

/// A mechanism with a parameter of this value.
fn description(value: &str) -> String {
    format!(
        "mechanism Header {{ param quantity = {value}; coordinate x [m]; kinetic = 1 [kg] * der(x)^2 / 2; }}"
    )
}

/// The default of the only parameter, which is a literal.
fn literal(defaults: &[Routine]) -> Option<Constant> {
    let [default] = defaults else { return None };
    let [Instruction::Literal(constant)] = &default.instructions[..] else { return None };
    Some(*constant)
}

#[cfg(test)]
mod tests {
    use super::{Heading, factor, value};

    #[test]
    fn headers_have_names_and_units() {
        let read = |header: &str| {
            let Heading { name, unit, .. } = Heading::of(header);
            (name, unit)
        };
        assert_eq!(read("length"), ("length".into(), None));
        assert_eq!(read("length [mm]"), ("length".into(), Some("mm".into())));
        assert_eq!(read("k[2]  [N/m]"), ("k[2]".into(), Some("N/m".into())));
        assert_eq!(read("k[2]"), ("k[2]".into(), None));
        assert_eq!(read("length [mm"), ("length [mm".into(), None));
    }

    /// As the literals of a description: 1 [deg] is π/180, rounded once.
    #[test]
    fn values_are_converted_exactly() {
        let convert = |text: &str, unit: &str, own: &str| {
            value(text, Some(factor(unit, "a", own).expect("a unit"))).expect("a number")
        };
        assert_eq!(convert("300", "mm", "m"), 0.3);
        assert_eq!(convert("-0.7", "cm", "m"), -0.007);
        assert_eq!(convert("+2.5e3", "kN/m", "N/m"), 2.5e6);
        assert_eq!(convert("180", "deg", "rad"), std::f64::consts::PI);
        assert_eq!(convert("30", "deg", ""), std::f64::consts::FRAC_PI_6);
        assert_eq!(convert("60", "rpm", "1/s"), std::f64::consts::TAU);
        assert_eq!(convert("0.1", "m", "m"), 0.1);
        assert_eq!(convert("1", "N*m", "J"), 1.0);
        assert_eq!(convert("3", "N/m^(3/2)", "N/m^(3/2)"), 3.0);
        assert!(convert("-0", "mm", "m").is_sign_negative());
        assert_eq!(value("1e-3", None), Some(1e-3));
        assert!(value("inf", None).is_none() && value("3 mm", None).is_none());
    }

    #[test]
    fn other_units_are_refused() {
        for (unit, own, words) in [
            ("kg", "m", "`kg` is not a unit of `a`\nhelp: the SI unit of `a` is `m`"),
            ("m", "", "`m` is not a unit of `a`\nhelp: `a` is a number without a unit"),
            ("mmm", "m", "cannot find unit `mmm`"),
            ("", "m", "help: the SI unit of `a` is `m`"),
            ("2", "m", "`2` is not a unit"),
            ("m] + 1 [m", "m", "`m] + 1 [m` is not a unit"),
            ("m // m", "m", "`m // m` is not a unit"),
        ] {
            let why = factor(unit, "a", own).expect_err(unit);
            assert!(why.contains(words) && why.contains("\nhelp: "), "{unit}: {why}");
        }
    }
}
