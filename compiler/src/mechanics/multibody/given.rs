//! What `initial` gives of bodies, body by body.

use super::uniform::Obstacle;
use crate::model::{Attribute, Carrier, Initial, Mount, Multibody, Quantity, Turned};
use crate::symbolic::Node;
use proc_macro2::Span;
use std::collections::{BTreeMap, HashMap};

/// A number, and what it is given for, as written.
pub type Value<'m> = (Node, &'m str);

/// Components of the position or the velocity of a mount.
pub type Components<'m> = (&'m Mount, [Option<Value<'m>>; 3]);

/// The values of one body.
#[derive(Default)]
pub struct Wanted<'m> {
    /// The rotation.
    pub turned: Option<&'m Turned>,
    /// In the plane: θ, θ̇.
    pub angle: [Option<Value<'m>>; 2],
    /// ω in the axes of the ground.
    pub spin: [Option<Value<'m>>; 3],
    /// Of order 0 and 1: the mount, and x or ẋ.
    pub point: [Option<Components<'m>>; 2],
}

/// What is given for a value that no equation decides.
pub type Undecided<'m> = &'m str;

/// The values of bodies in `initial`, by body.
#[derive(Default)]
pub struct Bodies<'m> {
    /// By the number of the body.
    pub wanted: BTreeMap<usize, Wanted<'m>>,
    /// Where each is given.
    places: HashMap<&'m str, Span>,
}

/// A value takes a search.
pub fn searched(name: &str, span: Span) -> Obstacle {
    Obstacle::at(format!("`{name}` in `initial`, which one joint alone does not decide,"), span)
}

impl<'m> Bodies<'m> {
    /// Those of rotations.
    ///
    /// # Errors
    /// A rotation of the ground, or a second one of a body.
    pub fn of(multibody: &'m Multibody) -> Result<Self, Obstacle> {
        let mut all = Self::default();
        for turned in &multibody.turned {
            let Carrier::Body(body) = turned.mount.carrier else {
                return Err(searched(&turned.name, turned.span));
            };
            let wanted = all.wanted.entry(body.0).or_default();
            all.places.insert(&turned.name, turned.span);
            if wanted.turned.replace(turned).is_some() {
                return Err(searched(&turned.name, turned.span));
            }
        }
        Ok(all)
    }

    /// Where a value is given.
    pub fn place_of(&self, name: &str) -> Span {
        self.places.get(name).copied().unwrap_or_else(Span::call_site)
    }

    /// Takes an entry of `initial` for an attribute of a body.
    ///
    /// # Errors
    /// One that no equation here decides.
    pub fn take(&mut self, attribute: &'m Attribute, entry: &Initial) -> Result<(), Obstacle> {
        let name = &attribute.name;
        let refused = || Err(searched(name, entry.span));
        if super::deviations::is_guess(entry) {
            return refused();
        }
        let order = usize::from(attribute.order);
        let carrier = match &attribute.quantity {
            Quantity::Position(mount, _) => mount.carrier,
            Quantity::Angle(carrier) | Quantity::AngularVelocity(carrier, _) => *carrier,
            _ => return refused(),
        };
        let (Carrier::Body(body), 0..=1) = (carrier, order) else { return refused() };
        self.places.insert(name, entry.span);
        let wanted = self.wanted.entry(body.0).or_default();
        let place = match &attribute.quantity {
            Quantity::Position(mount, k) => {
                let (known, components) = wanted.point[order].get_or_insert((mount, [None; 3]));
                if *known != &**mount {
                    return refused();
                }
                &mut components[*k]
            }
            Quantity::AngularVelocity(_, k) => &mut wanted.spin[*k],
            _ => &mut wanted.angle[order],
        };
        if place.replace((entry.value, name)).is_some() { refused() } else { Ok(()) }
    }
}

impl<'m> Wanted<'m> {
    /// Nothing of this order is wanted.
    ///
    /// # Errors
    /// Something that is.
    pub fn any(&self, order: usize) -> Result<(), Undecided<'m>> {
        let turned = self.turned.filter(|_| order == 0).map(|turned| &*turned.name);
        let spin = self.spin.iter().flatten().filter(|_| order == 1);
        let point = self.point[order].iter().flat_map(|(_, components)| components.iter().flatten());
        let mut names = spin.chain(&self.angle[order]).chain(point).map(|(_, name)| *name);
        turned.or_else(|| names.next()).map_or(Ok(()), Err)
    }
}
