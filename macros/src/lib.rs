//! `mechanism!`: one doc page, one call. Use it as `linkwork::mechanism!`.

use proc_macro::TokenStream;

/// Compiles the description of a mechanism into a struct of its parameters, whose `build()` makes a
/// model that every stepper of Linkwork integrates.
///
/// ```ignore
/// linkwork::mechanism! {
///     /// Point mass on a massless rod; theta is measured from the horizontal, anticlockwise.
///     pub mechanism Pendulum {
///         param mass = 1 [kg];
///         param length = 1 [m];
///         param gravity = 9.81 [m/s^2];
///
///         coordinate theta [rad];
///
///         kinetic = mass * length^2 * der(theta)^2 / 2;
///         potential = mass * gravity * length * sin(theta);
///
///         initial { theta: 0 [rad], der(theta): 0 [rad/s] }
///     }
/// }
/// ```
///
/// | item | meaning |
/// |---|---|
/// | `param name = value [unit];` | a field of the struct, with its default |
/// | `const name = value;` | a number that is fixed when the description is compiled |
/// | `let name = expression;` | an abbreviation |
/// | `for i in 0..n { … }` | repeats items; names carry an index, `x[i]` |
/// | `coordinate name [unit] = reference;` | a coordinate; `der(name)` is its velocity |
/// | `state name [unit];` `der(name) = rate;` | a first-order state |
/// | `input name [unit];` | a value from outside |
/// | `output name = expression;` | what a solution records besides the motion |
/// | `kinetic`, `potential`, `dissipation` | energies; several of a kind add up |
/// | `force name = generalized(coordinate, expression);` | a generalised force |
/// | `constraint name: left = right;` | holonomic, rheonomic or nonholonomic by what it contains |
/// | `mass_matrix = [[…]];` `force = […];` | M and f of M a = f, instead of energies |
/// | `initial { name: value, der(name): value }` | what is known of the start; the rest is assembled |
///
/// A mistake is an error at its place, all mistakes in one run.
#[proc_macro]
pub fn mechanism(input: TokenStream) -> TokenStream {
    linkwork_compiler::expand(input.into()).into()
}
