//! Methods for mechanisms over any scalar: numbers with derivatives, or numbers that record their operations.
//!
//! A method is compiled for each scalar in the crate that asks for it, behind [`Erased`], so that what drives it is compiled once per scalar.

use super::rows;
use super::{Erased, Method};
use linkwork::{Described, Error};
use linkwork_tape::{Any, Checked, Executor, NotOfKind, Tape};

/// A mechanism whose routines run in `E`; by default checked for what a method needs.
pub type Lifted<E, K = Checked> = Tape<<E as Executor>::Scalar, K, E>;

impl Method {
    /// The method for steps of fixed size of this mechanism, with the start that its inputs allow, and the mechanism checked for it.
    ///
    /// # Errors
    /// It does not support the mechanism.
    pub fn lifted<E: Executor>(
        &self,
        tape: &Lifted<E, Any>,
    ) -> Result<(Lifted<E>, Erased<Lifted<E>>), Error> {
        let refused = |reason| Error::Setting { what: "method", value: self.name.to_owned(), reason };
        let found = rows::lifted(self.name, tape);
        let found = found.ok_or_else(|| refused("it is not one of the methods by name".to_owned()))?;
        found.map_err(|NotOfKind(what)| {
            refused(format!("it {}", self.does_not_support(what, &tape.names().mechanism)))
        })
    }
}
