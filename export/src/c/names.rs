//! Reserved identifiers of the code in C.

use crate::names::Scope;

/// Words of C99, functions and variables of the code, and macros of `math.h`.
const TAKEN: &str = "auto break case char const continue default do double else enum extern float for goto if inline int long \
register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while \
sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt fabs floor pow hypot isnan isfinite fmin fmax j0 j1 jn y0 y1 yn gamma \
lambda psi model at out rhs factors solution moving stiffness parameters constants checked time now inputs placed q v a y t h u i j k \
NAN INFINITY";

/// The identifiers of a function.
pub fn scope() -> Scope {
    Scope::without(TAKEN)
}
