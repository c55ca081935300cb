//! Generated code in modules where the names that it uses have other meanings: it compiles.

#![allow(dead_code, missing_docs, unused_macros)]

use linkwork::{Assemble, Evaluate};

/// Macros in scope without a path have precedence over imported ones.
macro_rules! other_macros {
    ($($name:ident)*) => { $(macro_rules! $name { () => {}; })* };
}

other_macros! {
    assembly assert blocks caches compile_error description facts format held_inputs inputs matches panic parameters
    shape solve sound stringify tree tree_inputs vec write zero
}

/// No prelude, and other items with its names.
#[deny(clippy::derive_partial_eq_without_eq)]
#[no_implicit_prelude]
pub mod other {
    pub struct Clone;
    pub struct Default;
    pub struct Err;
    pub struct None;
    pub struct Ok;
    pub struct Option;
    pub struct Result;
    pub struct Some;
    pub struct String;
    pub struct Vec;
    mod alloc {}
    mod core {}
    mod emitted {}
    mod std {}

    /// Against the motion.
    pub fn against<T: ::linkwork::Real>(_: T, v: T) -> T {
        -v
    }

    ::linkwork::mechanism! {
        /// Straight-line code.
        pub mechanism Slider {
            function against(x [m], v [m/s]) -> [N] = against;
            param mass = 2 [kg];
            coordinate x [m];
            input push [N];
            kinetic = mass * der(x)^2 / 2;
            potential = 3 [N/m] * x^2 / 2;
            force pushed = generalized(x, push);
            force damper = generalized(x, against(x, der(x)));
            output place = x;
            initial { x: 1 [m], der(x): 0.5 [m/s] }
        }

        /// Loops.
        pub mechanism Chain in plane {
            unroll = never;
            const n = 4;
            param mass = 1 [kg];
            input drive [N*m];
            gravity = [0, -9.81] [m/s^2];
            for i in 0..n {
                body bar[i] { mass: mass, com: [0.5, 0] [m], inertia: 0.1 [kg*m^2] }
            }
            joint pin[0] = revolute(ground, bar[0]);
            for i in 1..n {
                joint pin[i] = revolute(bar[i - 1] at [1, 0] [m], bar[i]);
                force spring[i] = torsion_spring(pin[i], stiffness: 10 [N*m/rad]);
            }
            force motor = torque(pin[0], drive);
            output tip = bar[n - 1].position;
        }
    }
}

/// Mechanisms with the names of items that generated code imports.
pub mod named {
    linkwork::mechanism! {
        pub mechanism Manifold {
            coordinate x [m];
            kinetic = 1 [kg] * der(x)^2 / 2;
        }

        pub mechanism Vec in plane {
            unroll = never;
            for i in 0..3 {
                body bar[i] { mass: 1 [kg], com: [0.5, 0] [m], inertia: 0.1 [kg*m^2] }
            }
            joint pin[0] = revolute(ground, bar[0]);
            for i in 1..3 {
                joint pin[i] = revolute(bar[i - 1] at [1, 0] [m], bar[i]);
            }
        }

        pub mechanism Reaction in plane {
            unroll = never;
            body bar { mass: 1 [kg], com: [0.5, 0] [m], inertia: 0.1 [kg*m^2] }
            joint pin = revolute(ground, bar);
            output carried = pin.force;
        }

        pub mechanism Watched in plane {
            unroll = never;
            body bar { mass: 1 [kg], com: [0.5, 0] [m], inertia: 0.1 [kg*m^2] }
            joint pin = revolute(ground, bar);
            force floor = contact(bar at [1, 0] [m], ground, stiffness: 1e4 [N/m^1.5]);
        }

        pub mechanism Shared in plane {
            unroll = never;
            for i in 0..2 {
                body bar[i] { mass: 1 [kg], com: [0.5, 0] [m], inertia: 0.1 [kg*m^2] }
            }
            joint pin[0] = revolute(ground, bar[0]);
            joint pin[1] = revolute(bar[0] at [1, 0] [m], bar[1]);
            joint mesh = gear(pin[0].angle, pin[1].angle, ratio: 2, shared: true);
        }
    }
}

/// The function of the path is called, not one of generated code.
#[test]
fn a_function_in_rust_is_that_of_its_path() -> Result<(), linkwork::Error> {
    let slider = other::Slider::default().build()?;
    let (q, v, y) = slider.initial();
    let mut at = slider.position_cache();
    slider.place(&slider.now(0.0), &q, &mut at);
    let mut force = v;
    slider.applied_force(&at, &v, &y, &mut force);
    // −3 x − v
    ::core::assert!((force[0] + 3.5).abs() < 1e-12, "{}", force[0]);
    Ok(())
}
