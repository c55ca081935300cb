//! The fields of a kind: its expressions, and its arguments.
//!
//! ```text
//! fields! {
//!     /// …
//!     pub struct Spring {
//!         /// a and b.
//!         pub ends: Box<[Mount; 2]>,
//!     }
//!     arguments {
//!         /// k.
//!         pub stiffness: Node = moving(Quantity::STIFFNESS).or("0").not_negative(),
//!     }
//! }
//! ```
//! is the struct of all these fields, their [`Fields`], and the reading of the arguments ([`Given`]). An argument has the name of its
//! field, or another one by `.named("…")`, or a position (`argument`).
//!
//! Invariant: fields, including mounts, are visited, and arguments read, in the order of their declaration.

use super::argument::{Coordinates, Declared};
use super::{Arguments, Reader};
use crate::kinds::multibody::{JointId, Mount, RotationCoordinates};
use crate::symbolic::{Node, Symbol};

/// A kind whose fields are arguments, with exceptions.
pub(crate) trait Given: Sized {
    /// The fields that are not arguments.
    type Rest;

    /// The arguments.
    const ARGUMENTS: &'static [Declared];

    /// Reads all arguments, then calls a function for the rest; `None` if one of them has a mistake.
    fn read<'d>(
        reader: &mut dyn Reader<'d>,
        arguments: &Arguments<'d>,
        along: Coordinates<'_>,
        rest: impl FnOnce(&mut dyn Reader<'d>) -> Option<Self::Rest>,
    ) -> Option<Self>;
}

/// A structure of expressions.
pub trait Fields {
    /// Calls `visit` for every expression.
    fn each(&mut self, visit: &mut dyn FnMut(&mut Node));
}

impl Fields for Node {
    fn each(&mut self, visit: &mut dyn FnMut(&mut Node)) {
        visit(self);
    }
}

impl Fields for Mount {
    fn each(&mut self, visit: &mut dyn FnMut(&mut Node)) {
        self.position.each(visit);
        self.rotation.each(visit);
    }
}

impl<T: Fields, const N: usize> Fields for [T; N] {
    fn each(&mut self, visit: &mut dyn FnMut(&mut Node)) {
        self.iter_mut().for_each(|field| field.each(visit));
    }
}

impl<T: Fields> Fields for Vec<T> {
    fn each(&mut self, visit: &mut dyn FnMut(&mut Node)) {
        self.iter_mut().for_each(|field| field.each(visit));
    }
}

impl<T: Fields> Fields for Option<T> {
    fn each(&mut self, visit: &mut dyn FnMut(&mut Node)) {
        self.iter_mut().for_each(|field| field.each(visit));
    }
}

impl<T: Fields> Fields for Box<T> {
    fn each(&mut self, visit: &mut dyn FnMut(&mut Node)) {
        (**self).each(visit);
    }
}

/// Types without expressions.
macro_rules! without {
    ($($of:ty),*) => {
        $(impl Fields for $of {
            fn each(&mut self, _: &mut dyn FnMut(&mut Node)) {}
        })*
    };
}

// The symbol of an attribute is kept: the quantity of the load replaces it.
without!(JointId, (JointId, usize), RotationCoordinates, Symbol, usize, bool);

/// A struct whose fields are visited, and optionally read.
macro_rules! fields {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$of_field:meta])* pub $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[$of_field])* pub $field: $type,)*
        }

        impl $crate::kinds::Fields for $name {
            fn each(&mut self, _visit: &mut dyn FnMut(&mut $crate::symbolic::Node)) {
                $($crate::kinds::Fields::each(&mut self.$field, _visit);)*
            }
        }
    };
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$of_field:meta])* pub $field:ident: $type:ty,)*
        }
        arguments {
            $($(#[$of_argument:meta])* pub $argument:ident: $read:ty = $declared:expr,)*
        }
    ) => {
        $crate::kinds::fields! {
            $(#[$attribute])*
            pub struct $name {
                $($(#[$of_field])* pub $field: $type,)*
                $($(#[$of_argument])* pub $argument: $read,)*
            }
        }

        impl $crate::kinds::Given for $name {
            type Rest = ($($type,)*);

            const ARGUMENTS: &'static [$crate::kinds::Declared] =
                &[$($declared.named(stringify!($argument)).declared),*];

            fn read<'d>(
                reader: &mut dyn $crate::kinds::Reader<'d>,
                arguments: &$crate::kinds::Arguments<'d>,
                along: $crate::kinds::Coordinates<'_>,
                rest: impl FnOnce(&mut dyn $crate::kinds::Reader<'d>) -> Option<Self::Rest>,
            ) -> Option<Self> {
                $(let $argument = $declared.named(stringify!($argument)).read(reader, arguments, along);)*
                let ($($field,)*) = rest(reader)?;
                Some(Self { $($field,)* $($argument: $argument?,)* })
            }
        }
    };
}

pub(super) use fields;
