//! The flags, sizes and names of a mechanism.

use super::{Flags, Grip, Names, Sizes, Space};

/// Properties of a mechanism that need no evaluation. If written by hand, [`described!`](crate::described) defines its names and sizes.
pub trait Described: Space {
    /// The flags of every mechanism of this type.
    const FLAGS: Flags;
    /// Whether a mechanism of this type may hold sides of switching functions, or friction at rest
    /// ([`held_numbers`](Self::held_numbers)). If not, the corresponding code of runs is not compiled for it. (`true` is always safe.)
    const HOLDS: bool = true;
    /// The flags of this mechanism, which methods use. A type for many mechanisms has flags that hold for all of
    /// them, and returns the flags of each here, so that the steps of a run are bit-identical for every type of its mechanism.
    #[inline(always)]
    fn flags(&self) -> Flags {
        Self::FLAGS
    }
    /// The sizes.
    fn sizes(&self) -> Sizes;
    /// The names of the description.
    fn names(&self) -> &Names;
    /// Friction that sticks.
    fn grips(&self) -> &[Grip] {
        &[]
    }
    /// The switching functions with sides that may have several roots within a step, and depend on the time (and inputs) alone, as those
    /// of pulses, or are functions of positions in constraints that are not linear: a run also evaluates them between samples.
    fn recurring(&self) -> &[usize] {
        &[]
    }
    /// The switching functions with sides that are triangle waves, zero at the whole numbers of something that moves and ½ half-way between them:
    /// steps of a run advance it by less than a quarter of a unit.
    fn waves(&self) -> &[usize] {
        &[]
    }

    /// The number of arguments of [`hold`](crate::Mechanism::hold): the sides, and the held numbers of each of [`grips`](Self::grips).
    fn held_numbers(&self) -> usize {
        self.sizes().sides + self.grips().iter().map(Grip::held_numbers).sum::<usize>()
    }
}

/// [`Described::names`] and [`Described::sizes`] from the name of a mechanism and the names and units of its elements, in its `impl`:
/// `described!("Pendulum"; coordinates: [("x", "m")], velocities: [("der(x)", "m/s")]);`. Missing lists are empty.
#[macro_export]
macro_rules! described {
    ($mechanism:literal; $($list:ident: [$(($name:literal, $unit:literal)),* $(,)?]),* $(,)?) => {
        #[inline]
        fn sizes(&self) -> $crate::Sizes {
            $crate::Sizes { $($list: <[&str]>::len(&[$($name),*]),)* ..$crate::Sizes::NONE }
        }
        $crate::__names!($mechanism $(, $list: [$(($name, $unit)),*])*);
    };
}
