//! Arguments and properties whose values are words of the language or names of their own, not declared names.
//!
//! Invariant: such a value is compared as a text where it is read; no declaration changes its meaning.

/// (the kind, nothing for all kinds; its argument; the words, none if these are names of their own)
const ARGUMENTS: [(&str, &str, &[&str]); 8] = [
    ("body", "inertia_about", &["origin", "com"]),
    ("body", "allow", &["unphysical_inertia", "massless"]),
    ("force", "axes", &["ground", "body"]),
    ("torque", "axes", &["ground", "body"]),
    ("", "cut", &["true", "false"]),
    ("", "shared", &["true", "false"]),
    // Names of angles: `euler_zxz(precession, nutation, spin)`.
    ("spherical", "rotation", &[]),
    ("free", "rotation", &[]),
];

/// The words that an argument of a kind, or a property of a `body`, takes; nothing if it takes values.
pub(super) fn of_argument(kind: &str, name: &str) -> Option<&'static [&'static str]> {
    let mut all = ARGUMENTS.into_iter();
    all.find(|(of, argument, _)| (of.is_empty() || *of == kind) && *argument == name)
        .map(|(_, _, words)| words)
}

#[cfg(test)]
mod tests {
    use super::{ARGUMENTS, of_argument};
    use crate::resolve::Words;

    /// Every line of the table is an argument or a property that exists.
    #[test]
    fn arguments_exist() {
        let words = Words::all();
        for (kind, name, _) in ARGUMENTS {
            let of_kind =
                words.arguments.iter().any(|one| one.name == name && (kind.is_empty() || one.kind == kind));
            assert!(of_kind || kind == "body" && words.properties.contains(&name), "`{name}` of `{kind}`");
        }
    }

    #[test]
    fn the_same_name_may_be_a_value_of_another_kind() {
        assert_eq!(of_argument("force", "axes"), Some(["ground", "body"].as_slice()));
        assert_eq!(of_argument("universal", "axes"), None);
        assert_eq!(of_argument("fixed", "rotation"), None);
        assert_eq!(of_argument("free", "rotation"), Some([].as_slice()));
    }
}
