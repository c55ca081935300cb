//! Parameters by index and by name.

use super::{Mechanism, Named};
use crate::Real;

/// The parameters of a mechanism, by index and by name, as implemented by the parameter struct of emitted code.
pub trait Parameters: Sized + Clone {
    /// The scalar.
    type Scalar: Real;
    /// The result of [`build`](Self::build).
    type Model: Mechanism<Scalar = Self::Scalar>;
    /// The description that it was compiled from.
    const SOURCE: &'static str;

    /// Names and units, in the order of declaration.
    fn names() -> &'static [Named];
    /// The value of a parameter, `None` if there are fewer.
    fn get(&self, index: usize) -> Option<Self::Scalar>;
    /// Sets a parameter; `false` if there are fewer.
    fn set(&mut self, index: usize, value: Self::Scalar) -> bool;
    /// Checks the parameters, computes the quantities that depend on them alone, and assembles the initial state.
    ///
    /// # Errors
    /// A parameter that is not finite, or an initial state that cannot be assembled.
    fn build(self) -> Result<Self::Model, crate::Error>;

    /// The index of the parameter with that name.
    fn index(name: &str) -> Option<usize> {
        Self::names().iter().position(|known| known.name == name)
    }
    /// Sets a parameter by name; `false` if there is none.
    fn set_named(&mut self, name: &str, value: Self::Scalar) -> bool {
        Self::index(name).is_some_and(|index| self.set(index, value))
    }
}
