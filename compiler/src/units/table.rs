//! The units that have a name, and the prefixes.
//!
//! Invariant: a full name has priority over a prefix (`min` is a minute, `ft` a foot, `cd` a candela).

use super::dimension::WHOLE;
use super::{Dimension, Spelling, Unit};
use crate::diagnostics::nearest;
use crate::symbolic::Constant;

/// A factor as its definition gives it: numerator/denominator · π^pi.
struct Factor {
    numerator: &'static str,
    denominator: &'static str,
    pi: i32,
}

const fn exact(numerator: &'static str) -> Factor {
    Factor { numerator, denominator: "1", pi: 0 }
}

const fn ratio(numerator: &'static str, denominator: &'static str) -> Factor {
    Factor { numerator, denominator, pi: 0 }
}

const fn of_pi(numerator: &'static str, denominator: &'static str) -> Factor {
    Factor { numerator, denominator, pi: 1 }
}

impl Factor {
    fn value(&self) -> Option<Constant> {
        let numerator = Constant::decimal_literal(self.numerator)?;
        numerator.div(Constant::decimal_literal(self.denominator)?)?.mul(Constant::PI.pow(self.pi)?)
    }
}

/// One named unit: spellings, factor, exponents of kg m s A K mol cd, the SI unit it is converted
/// to, and whether it takes prefixes.
struct Row {
    names: &'static [&'static str],
    factor: Factor,
    dimension: [i32; 7],
    si: &'static [(&'static str, i32)],
    prefixes: bool,
}

const fn row(
    names: &'static [&'static str],
    factor: Factor,
    dimension: [i32; 7],
    si: &'static [(&'static str, i32)],
    prefixes: bool,
) -> Row {
    Row { names, factor, dimension, si, prefixes }
}

const NUMBER: [i32; 7] = [0; 7];
const LENGTH: [i32; 7] = [0, 1, 0, 0, 0, 0, 0];
const MASS: [i32; 7] = [1, 0, 0, 0, 0, 0, 0];
const TIME: [i32; 7] = [0, 0, 1, 0, 0, 0, 0];
const RATE: [i32; 7] = [0, 0, -1, 0, 0, 0, 0];
const SPEED: [i32; 7] = [0, 1, -1, 0, 0, 0, 0];
const VOLUME: [i32; 7] = [0, 3, 0, 0, 0, 0, 0];
const FORCE: [i32; 7] = [1, 1, -2, 0, 0, 0, 0];
const PRESSURE: [i32; 7] = [1, -1, -2, 0, 0, 0, 0];
const ENERGY: [i32; 7] = [1, 2, -2, 0, 0, 0, 0];
const POWER: [i32; 7] = [1, 2, -3, 0, 0, 0, 0];

/// The table; sources of the factors: SI brochure (9th edition), NIST SP 811 appendix B.
const TABLE: &[Row] = &[
    row(&["m"], exact("1"), LENGTH, &[("m", 1)], true),
    row(&["g"], exact("1e-3"), MASS, &[("kg", 1)], true),
    row(&["s"], exact("1"), TIME, &[("s", 1)], true),
    row(&["A"], exact("1"), [0, 0, 0, 1, 0, 0, 0], &[("A", 1)], true),
    row(&["K"], exact("1"), [0, 0, 0, 0, 1, 0, 0], &[("K", 1)], true),
    row(&["mol"], exact("1"), [0, 0, 0, 0, 0, 1, 0], &[("mol", 1)], true),
    row(&["cd"], exact("1"), [0, 0, 0, 0, 0, 0, 1], &[("cd", 1)], true),
    row(&["N"], exact("1"), FORCE, &[("N", 1)], true),
    row(&["J"], exact("1"), ENERGY, &[("J", 1)], true),
    row(&["W"], exact("1"), POWER, &[("W", 1)], true),
    row(&["Pa"], exact("1"), PRESSURE, &[("Pa", 1)], true),
    row(&["Hz"], exact("1"), RATE, &[("Hz", 1)], true),
    row(&["V"], exact("1"), [1, 2, -3, -1, 0, 0, 0], &[("V", 1)], true),
    row(&["ohm", "Ohm", "Ω"], exact("1"), [1, 2, -3, -2, 0, 0, 0], &[("ohm", 1)], true),
    row(&["S"], exact("1"), [-1, -2, 3, 2, 0, 0, 0], &[("S", 1)], true),
    row(&["F"], exact("1"), [-1, -2, 4, 2, 0, 0, 0], &[("F", 1)], true),
    row(&["H"], exact("1"), [1, 2, -2, -2, 0, 0, 0], &[("H", 1)], true),
    row(&["Wb"], exact("1"), [1, 2, -2, -1, 0, 0, 0], &[("Wb", 1)], true),
    row(&["T"], exact("1"), [1, 0, -2, -1, 0, 0, 0], &[("T", 1)], true),
    row(&["C"], exact("1"), [0, 0, 1, 1, 0, 0, 0], &[("C", 1)], true),
    // Angles.
    row(&["rad"], exact("1"), NUMBER, &[("rad", 1)], true),
    row(&["sr"], exact("1"), NUMBER, &[("sr", 1)], false),
    row(&["deg"], of_pi("1", "180"), NUMBER, &[("rad", 1)], false),
    row(&["arcmin"], of_pi("1", "10800"), NUMBER, &[("rad", 1)], false),
    row(&["arcsec"], of_pi("1", "648000"), NUMBER, &[("rad", 1)], false),
    row(&["rev"], of_pi("2", "1"), NUMBER, &[("rad", 1)], false),
    row(&["rpm"], of_pi("1", "30"), RATE, &[("rad", 1), ("s", -1)], false),
    // Beside SI.
    row(&["min"], exact("60"), TIME, &[("s", 1)], false),
    row(&["h"], exact("3600"), TIME, &[("s", 1)], false),
    row(&["day"], exact("86400"), TIME, &[("s", 1)], false),
    row(&["L", "l"], exact("1e-3"), VOLUME, &[("m", 3)], true),
    row(&["t"], exact("1000"), MASS, &[("kg", 1)], false),
    row(&["bar"], exact("1e5"), PRESSURE, &[("Pa", 1)], true),
    row(&["atm"], exact("101325"), PRESSURE, &[("Pa", 1)], false),
    row(&["eV"], exact("1.602176634e-19"), ENERGY, &[("J", 1)], true),
    row(&["cal"], exact("4.184"), ENERGY, &[("J", 1)], true),
    row(&["Wh"], exact("3600"), ENERGY, &[("J", 1)], true),
    row(&["PS"], exact("735.49875"), POWER, &[("W", 1)], false),
    row(&["kgf", "kp"], exact("9.80665"), FORCE, &[("N", 1)], false),
    row(&["Gal"], exact("0.01"), [0, 1, -2, 0, 0, 0, 0], &[("m", 1), ("s", -2)], false),
    // Inch and pound.
    row(&["in", "inch"], exact("0.0254"), LENGTH, &[("m", 1)], false),
    row(&["ft"], exact("0.3048"), LENGTH, &[("m", 1)], false),
    row(&["yd"], exact("0.9144"), LENGTH, &[("m", 1)], false),
    row(&["mi"], exact("1609.344"), LENGTH, &[("m", 1)], false),
    row(&["nmi"], exact("1852"), LENGTH, &[("m", 1)], false),
    row(&["lb", "lbm"], exact("0.45359237"), MASS, &[("kg", 1)], false),
    row(&["oz"], exact("0.028349523125"), MASS, &[("kg", 1)], false),
    row(&["slug"], ratio("4.4482216152605", "0.3048"), MASS, &[("kg", 1)], false),
    row(&["lbf"], exact("4.4482216152605"), FORCE, &[("N", 1)], false),
    row(&["psi"], ratio("4.4482216152605", "0.00064516"), PRESSURE, &[("Pa", 1)], false),
    row(&["hp"], exact("745.69987158227022"), POWER, &[("W", 1)], false),
    row(&["mph"], exact("0.44704"), SPEED, &[("m", 1), ("s", -1)], false),
    row(&["kn", "knot"], ratio("1852", "3600"), SPEED, &[("m", 1), ("s", -1)], false),
];

/// SI prefixes.
const PREFIXES: [(&str, i32); 22] = [
    ("Y", 24),
    ("Z", 21),
    ("E", 18),
    ("P", 15),
    ("T", 12),
    ("G", 9),
    ("M", 6),
    ("k", 3),
    ("h", 2),
    ("da", 1),
    ("d", -1),
    ("c", -2),
    ("m", -3),
    ("u", -6),
    ("µ", -6),
    ("μ", -6),
    ("n", -9),
    ("p", -12),
    ("f", -15),
    ("a", -18),
    ("z", -21),
    ("y", -24),
];

/// The unit of this name, with or without a prefix.
pub fn lookup(name: &str) -> Option<Unit> {
    if let Some(row) = TABLE.iter().find(|row| row.names.contains(&name)) {
        return row.unit(0);
    }
    PREFIXES.into_iter().find_map(|(prefix, exponent)| {
        let rest = name.strip_prefix(prefix)?;
        TABLE.iter().find(|row| row.prefixes && row.names.contains(&rest))?.unit(exponent)
    })
}

impl Row {
    fn unit(&self, prefix: i32) -> Option<Unit> {
        Some(Unit {
            factor: self.factor.value()?.mul(Constant::pow10(prefix))?,
            dimension: Dimension::new(self.dimension),
            spelling: self
                .si
                .iter()
                .map(|&(symbol, exponent)| (symbol, exponent * WHOLE))
                .collect::<Spelling>(),
        })
    }
}

/// The correction of the unknown unit `name`.
pub fn suggestion(name: &str) -> Option<String> {
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    let letters = &name[..name.len() - digits.len()];
    if !digits.is_empty() && lookup(letters).is_some() {
        return Some(format!("a power is written `{letters}^{digits}`"));
    }
    if let Some(known) = in_words(name) {
        return Some(format!("did you mean `{known}`?"));
    }
    let names = TABLE.iter().flat_map(|row| row.names.iter().copied()).chain(["kg", "mm", "cm", "km"]);
    if let Some(known) = names.clone().find(|known| known.eq_ignore_ascii_case(name)) {
        return Some(format!("did you mean `{known}`?"));
    }
    let meant = nearest(name, names).map(|known| format!("did you mean `{known}`?"));
    let mut cuts = name.char_indices().skip(1).map(|(at, _)| name.split_at(at));
    let product = cuts.find(|(first, second)| lookup(first).is_some() && lookup(second).is_some());
    let product = product.map(|(first, second)| format!("a product is written `{first}*{second}`"));
    // Any two letters are one letter away from some unit.
    if name.chars().count() > 3 { meant.or(product) } else { product.or(meant) }
}

/// Units by their English names, which the language does not use.
fn in_words(name: &str) -> Option<&'static str> {
    let singular = name.strip_suffix('s').unwrap_or(name).to_lowercase();
    Some(match singular.as_str() {
        "meter" | "metre" => "m",
        "kilogram" => "kg",
        "gram" => "g",
        "second" | "sec" => "s",
        "minute" => "min",
        "hour" | "hr" => "h",
        "newton" => "N",
        "joule" => "J",
        "watt" => "W",
        "pascal" => "Pa",
        "volt" => "V",
        "ampere" | "amp" => "A",
        "hertz" => "Hz",
        "radian" => "rad",
        "degree" => "deg",
        "inche" => "in",
        "foot" | "feet" => "ft",
        "pound" => "lb",
        "kph" | "kmh" => "km/h",
        _ => return None,
    })
}
