//! Units of the language as units of the standards: factors of base units.
//!
//! Invariant: all values are in SI, so every factor is 1; angles are shown in degrees on request.

/// Symbols of the standards' base units in the order of exponents.
pub const BASE: [&str; 8] = ["kg", "m", "s", "A", "K", "mol", "cd", "rad"];

/// Units with names of their own that the compiler writes.
const NAMED: [(&str, [i32; 8]); 9] = [
    ("N", [1, 1, -2, 0, 0, 0, 0, 0]),
    ("J", [1, 2, -2, 0, 0, 0, 0, 0]),
    ("W", [1, 2, -3, 0, 0, 0, 0, 0]),
    ("Pa", [1, -1, -2, 0, 0, 0, 0, 0]),
    ("V", [1, 2, -3, -1, 0, 0, 0, 0]),
    ("ohm", [1, 2, -3, -2, 0, 0, 0, 0]),
    ("Wb", [1, 2, -2, -1, 0, 0, 0, 0]),
    ("H", [1, 2, -2, -2, 0, 0, 0, 0]),
    ("C", [0, 0, 1, 1, 0, 0, 0, 0]),
];

/// Exponents of the base units of `kg*m^2/s`; `None` for fractional exponents and other symbols.
pub fn exponents(unit: &str) -> Option<[i32; 8]> {
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
    use super::exponents;

    #[test]
    fn products_quotients_and_names() {
        assert_eq!(exponents("kg*m^2"), Some([1, 2, 0, 0, 0, 0, 0, 0]));
        assert_eq!(exponents("N*m/rad"), Some([1, 2, -2, 0, 0, 0, 0, -1]));
        assert_eq!(exponents("1/s"), Some([0, 0, -1, 0, 0, 0, 0, 0]));
        assert_eq!(exponents("m/s^2"), Some([0, 1, -2, 0, 0, 0, 0, 0]));
        assert_eq!(exponents("furlong"), None);
    }
}
