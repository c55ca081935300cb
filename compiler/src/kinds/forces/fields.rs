//! The fields of a force, visited: which expressions it is made of.
//!
//! Invariant: fields are visited in the order in which they are declared, mounts included.

use crate::kinds::multibody::{JointId, Mount};
use crate::symbolic::{Node, Symbol};

/// Something that is made of expressions.
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

/// What holds no expression.
macro_rules! without {
    ($($of:ty),*) => {
        $(impl Fields for $of {
            fn each(&mut self, _: &mut dyn FnMut(&mut Node)) {}
        })*
    };
}

// The symbol of an attribute stays: what it is replaced by is the quantity of the load.
without!(JointId, Symbol, usize, bool);

/// A struct whose fields are visited.
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

        impl $crate::kinds::forces::Fields for $name {
            fn each(&mut self, visit: &mut dyn FnMut(&mut $crate::symbolic::Node)) {
                $($crate::kinds::forces::Fields::each(&mut self.$field, visit);)*
            }
        }
    };
}

pub(super) use fields;
