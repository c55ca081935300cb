//! Names of mechanisms as names of structs: those that a struct cannot have, and those that are generated for another mechanism.
//!
//! Invariant: what is refused here is reported where the mechanism is read, and no code is emitted for it.

use crate::identifier::IMPOSSIBLE;

/// Types of Rust without a path, and the type parameters of emitted code.
const TYPES: [&str; 18] = [
    "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
    "bool", "char", "str", "T",
];

/// The structs besides that of the parameters, by the ends of their names.
const GENERATED: [(&str, &str); 2] = [("Model", "the model"), ("Inputs", "the inputs")];

/// Why no struct has this name; `None` if one can.
pub(crate) fn impossible(name: &str) -> Option<&'static str> {
    if IMPOSSIBLE.contains(&name) {
        Some("it is a reserved word of Rust")
    } else if TYPES.contains(&name) {
        Some("generated code uses a type of this name")
    } else {
        None
    }
}

/// What a name stands for if it is generated for another mechanism: `ArmModel` is the model of `Arm`.
pub(crate) fn generated(name: &str, other: &str) -> Option<&'static str> {
    let end = name.strip_prefix(other)?;
    GENERATED.iter().find(|(own, _)| *own == end).map(|(_, what)| *what)
}

/// Whether there can be a struct of this name beside all these mechanisms.
pub(crate) fn is_possible<'n>(name: &str, mut others: impl Iterator<Item = &'n str>) -> bool {
    impossible(name).is_none() && others.all(|other| generated(name, other).is_none())
}
