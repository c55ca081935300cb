//! Identifiers of C: names of the description with underscores for what C does not allow.
//!
//! Invariant: within a scope every identifier is given once; a word of C, or a function that the code calls, gets a trailing `_`.

use std::collections::HashSet;

/// Words of C99, functions and variables of the code, and macros of `math.h`.
const TAKEN: &str = "auto break case char const continue default do double else enum extern float for goto if inline int long \
register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while \
sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt fabs floor pow hypot isnan isfinite fmin fmax j0 j1 jn y0 y1 yn gamma \
lambda psi model at out rhs factors solution moving stiffness parameters constants checked time now inputs placed q v a y t h u i j k \
NAN INFINITY";

/// A word in snake case that C takes: `SliderCrank` is `slider_crank`, `hinge.angle` is `hinge_angle`.
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
    /// With the words of C.
    pub fn new() -> Self {
        Self { given: TAKEN.split_whitespace().map(str::to_owned).collect() }
    }

    /// An identifier for a name, no other's.
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
        let mut scope = Scope::new();
        assert_eq!(scope.give("sin"), "sin_");
        assert_eq!(scope.give("a.b"), "a_b");
        assert_eq!(scope.give("a_b"), "a_b_");
    }
}
