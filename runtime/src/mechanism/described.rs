//! What is known of a mechanism: its flags, how many of each it has, and what they are called.

use super::{Flags, Grip, Names, Sizes, Space};

/// What is known of a mechanism without evaluating anything. By hand: [`described!`](crate::described) for its names and sizes.
pub trait Described: Space {
    /// What is known of every mechanism of this type.
    const FLAGS: Flags;
    /// May a mechanism of this type hold something ([`held_numbers`](Self::held_numbers)): sides of switching functions, or friction
    /// at rest? Where it may not, nothing of what runs do with them is compiled for it. (`true` is always safe.)
    const HOLDS: bool = true;
    /// What is known of this mechanism: methods ask here. A type that stands for many mechanisms has flags that hold for all of
    /// them and knows the flags of each, so that a run makes the same steps, bit for bit, whichever type its mechanism has.
    #[inline(always)]
    fn flags(&self) -> Flags {
        Self::FLAGS
    }
    /// How many of each.
    fn sizes(&self) -> Sizes;
    /// The user's names.
    fn names(&self) -> &Names;
    /// Friction that sticks.
    fn grips(&self) -> &[Grip] {
        &[]
    }

    /// How many numbers [`hold`](crate::Mechanism::hold) takes: the sides, and what is held of each of [`grips`](Self::grips).
    fn held_numbers(&self) -> usize {
        let of_grip = |grip: &Grip| 1 + if grip.count > 1 { grip.count } else { 0 };
        self.sizes().sides + self.grips().iter().map(of_grip).sum::<usize>()
    }
}

/// [`Described::names`] and [`Described::sizes`] by the name of a mechanism and the names and units of what it has, in its `impl`:
/// `described!("Pendulum"; coordinates: [("x", "m")], velocities: [("der(x)", "m/s")]);`. What is not named is not there.
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
