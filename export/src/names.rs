//! Identifiers: names of the description in snake case, with underscores for what other languages do not allow.
//!
//! Invariant: within a scope every identifier is unique; a word that is reserved by a language or the code gets a trailing `_`.

use std::collections::HashSet;

/// A word in snake case: `SliderCrank` is `slider_crank`, `hinge.angle` is `hinge_angle`.
pub fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut lower = false;
    for letter in name.chars() {
        if letter.is_ascii_alphanumeric() {
            if letter.is_ascii_uppercase() && lower {
                out.push('_');
            }
            lower = letter.is_ascii_lowercase() || letter.is_ascii_digit();
            out.push(letter.to_ascii_lowercase());
        } else {
            lower = false;
            if !out.is_empty() && !out.ends_with('_') {
                out.push('_');
            }
        }
    }
    let out = out.trim_end_matches('_').to_owned();
    if out.is_empty() || out.starts_with(|first: char| first.is_ascii_digit()) {
        format!("m_{out}")
    } else {
        out
    }
}

/// The identifiers of a scope.
#[derive(Clone, Debug)]
pub struct Scope {
    given: HashSet<String>,
}

impl Scope {
    /// A scope in which these words, separated by spaces, are reserved.
    pub fn without(taken: &str) -> Self {
        Self { given: taken.split_whitespace().map(str::to_owned).collect() }
    }

    /// A unique identifier for a name.
    pub fn give(&mut self, name: &str) -> String {
        let mut name = snake(name);
        while !self.given.insert(name.clone()) {
            name.push('_');
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::{Scope, snake};

    #[test]
    fn names_of_descriptions_become_identifiers() {
        assert_eq!(snake("SliderCrank"), "slider_crank");
        assert_eq!(snake("near[0].angle"), "near_0_angle");
        assert_eq!(snake("θ"), "m_");
        let mut scope = Scope::without("sin cos");
        assert_eq!(scope.give("sin"), "sin_");
        assert_eq!(scope.give("a.b"), "a_b");
        assert_eq!(scope.give("a_b"), "a_b_");
    }
}
