//! Names that a formulation adds to those of the description: `rod.x` of a body that moves freely is `rod_x` in Rust.
//!
//! Invariant: coordinates of joints are compared when they are declared; the names of a body's coordinates depend on
//! the choice of coordinates and are known here.

use super::{Formulated, messages};
use crate::diagnostics::{Diagnostics, Reported};
use crate::model::plain_name;
use proc_macro2::Span;

impl Formulated<'_> {
    /// Reports every declared name that is also the name of a formulated coordinate or velocity.
    ///
    /// # Errors
    /// The witness, if there is one.
    pub(super) fn refuse_clashes(&self, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
        let own = self.model.parameters.iter().map(|p| (&p.name, p.span));
        let own = own.chain(self.model.inputs.iter().map(|u| (&u.name, u.span)));
        let own: Vec<(&String, Span)> = own.chain(self.states.iter().map(|y| (&y.name, y.span))).collect();
        let positions = self.coordinates.iter().map(|c| (&c.name, c.span));
        let made: Vec<(&String, Span)> =
            positions.chain(self.velocities.iter().map(|v| (&v.name, v.span))).collect();
        let mut clear = Ok(());
        for (i, (name, place)) in made.iter().enumerate() {
            let plain = plain_name(name);
            let earlier = own.iter().chain(&made[..i]);
            for (other, at) in earlier.filter(|(other, _)| *other != *name && plain_name(other) == plain) {
                // A name without a dot can be changed in the description.
                let ((other, at), (name, place)) = if name.contains('.') {
                    ((other, at), (name, place))
                } else {
                    ((name, place), (other, at))
                };
                clear = Err(diagnostics.refuse(messages::name_of_coordinate(*at, other, name, *place)));
            }
        }
        clear
    }
}
