//! Reserved identifiers of the code in C.

use crate::names::Scope;

/// Words of C99, C23 and the dialects of GNU with the macros that these define, functions and variables of the code, and macros of `math.h`.
const TAKEN: &str = "auto break case char const continue default do double else enum extern float for goto if inline int long \
register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while \
alignas alignof asm bool constexpr false nullptr static_assert thread_local true typeof typeof_unqual linux unix \
sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt fabs floor pow hypot isnan isfinite fmin fmax j0 j1 jn y0 y1 yn gamma \
sign_of smaller_of larger_of \
lambda psi model at out rhs factors solution moving stiffness parameters constants checked time now inputs placed q v a y t h u i j k \
NAN INFINITY";

/// The identifiers of a function.
pub fn scope() -> Scope {
    Scope::without(TAKEN)
}

#[cfg(test)]
mod tests {
    use super::{super::routine::SMALL, scope};

    #[test]
    fn functions_of_the_code_are_reserved() {
        for (_, definition) in SMALL {
            let head = definition.split_once("double ").and_then(|(_, rest)| rest.split_once('('));
            let (name, _) = head.expect("a function");
            assert_eq!(scope().give(name), format!("{name}_"));
        }
    }
}
