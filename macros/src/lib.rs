//! `mechanism!`: the description of a mechanism in Rust source becomes specialised Rust.
//!
//! Everything happens in `linkwork-compiler`; use the macro through `linkwork`, which re-exports it.

use proc_macro::TokenStream;

/// Describes mechanisms and generates a struct with a builder and a model for each of them.
///
/// ```
/// use linkwork::prelude::*;
///
/// mechanism! {
///     /// A bead of some mass on a wire that turns about the vertical.
///     pub mechanism Bead {
///         param mass = 0.1 [kg];
///         param radius = 25 [cm];
///         param gravity = 9.81 [m/s^2];
///         param rate = 60 [rpm];
///
///         /// From the lowest point.
///         coordinate theta [rad];
///
///         let height = -radius * cos(theta);
///         let across = radius * sin(theta);
///         kinetic = mass * (radius^2 * der(theta)^2 + rate^2 * across^2) / 2;
///         potential = mass * gravity * height;
///         force friction = generalized(theta, -1e-3 [N*m*s/rad] * der(theta));
///
///         output tip = height;
///         initial { theta: 30 [deg] }
///     }
/// }
///
/// let bead = Bead { mass: 0.2, ..Default::default() }.build()?;
/// # Ok::<(), linkwork::Error>(())
/// ```
///
/// # Items
///
/// | item | meaning |
/// |---|---|
/// | `param mass = 1 [kg];` | field of the struct; its default consists of literals, `const`s and earlier parameters |
/// | `const n = 3;` | folded when the description is compiled |
/// | `let r = [x, y];` | abbreviation, a number or an array |
/// | `coordinate x [m] = 0.3 [m];` | generalised coordinate; the value, where assembly starts, is optional |
/// | `input drive [N*m];` | given from outside |
/// | `state current [A];` `der(current) = …;` | first-order state and its rate |
/// | `kinetic = …;` `potential = …;` `dissipation = …;` | energies in J, Rayleigh's dissipation in W; several add up |
/// | `force motor = generalized(x, …);` | generalised force on a coordinate, besides the energies |
/// | `constraint rod: x^2 + y^2 = length^2;` | holonomic, rheonomic or nonholonomic, by what it contains; between arrays one equation a component, `rod[0]`, `rod[1]` … |
/// | `mass_matrix = [[…]];` `force = […];` | M and f of M a = f, instead of energies |
/// | `output height = …;` | computed for the solution; may contain accelerations and `multiplier(rod)` |
/// | `initial { x: 0.1 [m], der(x): 2 [m/s] }` | given values of the initial state; the rest is assembled |
/// | `for i in 0..n { … }` | repetition; names get an index, `x[i]` |
///
/// # Expressions
///
/// `+ - * / ^`, in conditions `< <= > >= == != && || !`; `^` binds tightest and to the right. Functions: `sin cos
/// tan asin acos atan atan2 sinh cosh tanh exp ln sqrt abs sign min max hypot dot cross norm der
/// if(condition, then, else) multiplier(constraint)`; constants `pi` and `time`; components `.x .y
/// .z` or `[0] [1] [2]`.
///
/// A unit in brackets follows a number, or an array, call or parenthesis that is constant, and binds
/// tighter than any operator: `9.81 [m/s^2]`, `(1/2) [m]`, `[0, -9.81] [m/s^2]`. Numbers are
/// converted to SI exactly. Every expression is checked for dimensions, unless the mechanism uses
/// no unit at all.
///
/// # Errors
///
/// Every mistake is a compile error at its place in the description; all independent mistakes are
/// reported in one run.
#[proc_macro]
pub fn mechanism(description: TokenStream) -> TokenStream {
    linkwork_compiler::expand(description.into()).into()
}
