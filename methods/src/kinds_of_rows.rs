//! Macros for the rows of the table of methods.
//!
//! Invariant: the macro of a family holds what its members have in common; a row holds only its differences.

use super::erased::Erased;
use super::lifted::Lifted;
use linkwork::Error;
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork::stability::TestEquation;
use linkwork::stepper::Stepper;
use linkwork_jit::Tape;
use linkwork_models::{Energy, RunOptions, Trajectory, adaptive};
use linkwork_tape::{Any, Checkable, Checked, Executor, Kind, NotOfKind};

/// The order that a method has on the test equation.
pub(super) fn order(method: &impl Stepper<TestEquation<false>>) -> u32 {
    method.order()
}

/// How a tape computes its energy, if its description has one.
pub(super) fn energy(tape: &Runner) -> Energy<Runner> {
    if tape.has_energy() { Energy::known() } else { Energy::kinetic() }
}

/// Runs a tape: the one place where simulations are compiled.
pub(super) fn run(
    tape: &Runner,
    method: Erased<Runner>,
    options: RunOptions<'_>,
) -> Result<Trajectory, Error> {
    adaptive(tape, method, energy(tape), options)
}

/// The tape on which all methods run: a single type, so that a simulation is compiled once.
pub(super) type Runner = Tape<Checked>;

/// The same method, if it supports mechanisms of the kind `K`: the Rust compiler checks the kind of a row.
pub(super) fn of_kind<K: Kind, S: Stepper<Tape<K>>>(method: S) -> S {
    method
}

/// The tape for a method that needs this kind; commands check the kind before they call this.
pub(super) fn checked_for<K: Checkable, E: Executor>(
    tape: &Lifted<E, Any>,
    method: &str,
) -> Result<Lifted<E>, Error> {
    tape.clone().checked::<K>().map_err(|NotOfKind(what)| Error::Setting {
        what: "method",
        value: method.into(),
        reason: format!("it does not support mechanisms with {what}"),
    })
}

pub(super) const NO_CONSTRAINTS: &str = "no constraints";
pub(super) const HELD: &str = "no constraints except fixed coordinates";
pub(super) const POSITIONS: &str = "no constraints except fixed coordinates, forces of positions";
pub(super) const FLAT: &str = "no constraints, first-order states, rotations in space";

/// Newmark's family with β = ϑ/2 and γ = ϑ.
pub(super) fn newmark(theta: f64) -> GeneralizedAlpha {
    GeneralizedAlpha::newmark(0.5 * theta, theta).unwrap_or_else(|error| unreachable!("{error}"))
}

pub(super) fn radius(rho: f64) -> GeneralizedAlpha {
    GeneralizedAlpha::with_spectral_radius(rho).unwrap_or_else(|error| unreachable!("{error}"))
}

pub(super) fn hht(alpha: f64) -> GeneralizedAlpha {
    GeneralizedAlpha::hht(alpha).unwrap_or_else(|error| unreachable!("{error}"))
}

/// All rows, as the static table and, for tapes over any scalar, as branches: the first argument of a row says which.
macro_rules! rows {
    ($($row:ident!($($rest:tt)*)),* $(,)?) => {
        /// Every method, the default first. Not a constant: its users would compile all methods once more, as they are compiled themselves.
        pub static METHODS: &[Method] = &[$($row!(table, $($rest)*)),*];

        /// The branch of each row for a tape over any scalar; `None` if no row has the name.
        pub(super) fn lifted<E: Executor>(
            name: &str,
            tape: &Lifted<E, Any>,
        ) -> Option<Result<(Lifted<E>, Erased<Lifted<E>>), NotOfKind>> {
            $($row!((name, tape), $($rest)*);)*
            None
        }
    };
}

/// A branch of `lifted`: returns if the name is that of the row.
macro_rules! branch {
    (($given:ident, $from:ident), $name:literal, $kind:ident, |$tape:ident| $method:expr) => {
        if $given == $name {
            let lifted = |checked: Lifted<E>| {
                let $tape = &checked;
                let method = Erased::new($method);
                (checked, method)
            };
            return Some($from.clone().checked::<$kind>().map(lifted));
        }
    };
}

/// A method that is the same for every mechanism that it supports.
macro_rules! row {
    (($given:ident, $from:ident), $family:ident, $name:literal, $cost:literal, $mechanisms:expr, $kind:ident, $made:ident, $adaptive:literal,
     |$tape:ident| $method:expr, $fixed:expr, $stated:expr, $summary:literal) => {
        branch!(($given, $from), $name, $kind, |$tape| $method)
    };
    (table, $family:ident, $name:literal, $cost:literal, $mechanisms:expr, $kind:ident, $made:ident, $adaptive:literal,
     |$tape:ident| $method:expr, $fixed:expr, $stated:expr, $summary:literal) => {
        Method {
            family: Family::$family,
            name: $name,
            summary: $summary,
            order: || order(&$stated),
            cost: $cost,
            mechanisms: $mechanisms,
            fits: Tape::is_of_kind::<$kind>,
            adaptive: $adaptive,
            variants: Variants::None,
            run: |tape, _, options| {
                let $tape = &checked_for::<$kind, _>(tape, $name)?;
                run($tape, Erased::$made(of_kind::<$kind, _>($method)), options)
            },
            begin: |tape, start, step| {
                let tape = checked_for::<$kind, _>(tape, $name)?;
                let $tape = &tape;
                let method = Erased::$made(of_kind::<$kind, _>($method));
                Ok(Box::new(March::begin(tape, method, start, step)?))
            },
            #[cfg(feature = "stability")]
            fixed_step: Some(|| Box::new($fixed)),
        }
    };
}

/// A Nordsieck method: supports a tolerance.
macro_rules! nordsieck {
    ($as:tt, $name:literal, $degree:literal, $method:expr, $summary:literal) => {
        nordsieck!($as, $name, $degree, $method, "any mechanism", Any, $summary)
    };
    (($given:ident, $from:ident), $name:literal, $degree:literal, $method:expr, $mechanisms:expr, $kind:ident, $summary:literal) => {
        branch!(($given, $from), $name, $kind, |_tape| $method)
    };
    (table, $name:literal, $degree:literal, $method:expr, $mechanisms:expr, $kind:ident, $summary:literal) => {
        Method {
            family: Family::ConditionallyExplicit,
            name: $name,
            summary: $summary,
            order: || order(&$method),
            cost: "1 force",
            mechanisms: $mechanisms,
            fits: Tape::is_of_kind::<$kind>,
            adaptive: true,
            variants: Variants::Weights($degree),
            run: |tape, variant, options| {
                if let Some(weights) = variant.weights {
                    return weights.run(tape, $name, options);
                }
                let tape = &checked_for::<$kind, _>(tape, $name)?;
                run(tape, Erased::estimating(of_kind::<$kind, _>($method)), options)
            },
            begin: |tape, from, step| {
                let tape = checked_for::<$kind, _>(tape, $name)?;
                let method = Erased::estimating(of_kind::<$kind, _>($method));
                Ok(Box::new(March::begin(tape, method, from, step)?))
            },
            #[cfg(feature = "stability")]
            fixed_step: Some(|| Box::new($method)),
        }
    };
}

/// A Runge–Kutta or multistep method: projected onto constraints where there are some, one step's code for all tapes.
macro_rules! projected {
    (($given:ident, $from:ident), $family:ident, $name:literal, $method:ty, $cost:literal, $made:ident, $adaptive:literal, $fixed:expr, $summary:literal) => {
        branch!(($given, $from), $name, Any, |_tape| <$method>::treating(Default::default()))
    };
    (table, $family:ident, $name:literal, $method:ty, $cost:literal, $made:ident, $adaptive:literal, $fixed:expr, $summary:literal) => {
        Method {
            family: Family::$family,
            name: $name,
            summary: $summary,
            order: || order(&<$method>::index1()),
            cost: $cost,
            mechanisms: "any mechanism, by projection",
            fits: |_| Ok(()),
            adaptive: $adaptive,
            variants: Variants::Constraints,
            run: |tape, variant, options| {
                let constraints = variant.constraints.unwrap_or_default();
                let method = Erased::$made(of_kind::<Any, _>(<$method>::treating(constraints)));
                run(&checked_for::<Any, _>(tape, $name)?, method, options)
            },
            begin: |tape, from, step| {
                let method = Erased::$made(of_kind::<Any, _>(<$method>::treating(Default::default())));
                Ok(Box::new(March::begin(checked_for::<Any, _>(tape, $name)?, method, from, step)?))
            },
            #[cfg(feature = "stability")]
            fixed_step: Some(|| Box::new($fixed)),
        }
    };
}
macro_rules! runge_kutta {
    ($as:tt, $name:literal, $method:ty, $cost:literal, $summary:literal) => {
        projected!($as, RungeKutta, $name, $method, $cost, new, false, OneStep(<$method>::index1()), $summary)
    };
    ($as:tt, $name:literal, $method:ty, $cost:literal, embedded, $summary:literal) => {
        projected!(
            $as,
            RungeKutta,
            $name,
            $method,
            $cost,
            estimating,
            true,
            OneStep(<$method>::index1()),
            $summary
        )
    };
}
macro_rules! multistep {
    ($as:tt, $name:literal, $method:ty, $cost:literal, $summary:literal) => {
        projected!($as, Multistep, $name, $method, $cost, new, false, <$method>::default(), $summary)
    };
}

/// Godunov's methods with backward differences.
macro_rules! backward {
    ($as:tt, $name:literal, $method:ty, $summary:literal) => {
        row!(
            $as,
            Multistep,
            $name,
            "1 solve or more",
            FLAT,
            Flat,
            new,
            false,
            |_tape| <$method>::default(),
            <$method>::default(),
            <$method>::default(),
            $summary
        )
    };
}

/// A composition of kicks and drifts.
macro_rules! symplectic {
    ($as:tt, $name:literal, $method:ident, $cost:literal, $summary:literal) => {
        row!(
            $as,
            Symplectic,
            $name,
            $cost,
            POSITIONS,
            Conservative,
            new,
            false,
            |_tape| $method::default(),
            OneStep($method::with_last_velocity()),
            $method::default(),
            $summary
        )
    };
}

/// A method with fixed steps that supports every mechanism.
macro_rules! implicit {
    ($as:tt, $name:literal, $method:expr, $summary:literal) => {
        implicit!($as, $name, $method, $method, $summary)
    };
    ($as:tt, $name:literal, $method:expr, $fixed:expr, $summary:literal) => {
        row!(
            $as,
            Implicit,
            $name,
            "1 solve or more",
            "any mechanism",
            Any,
            new,
            false,
            |_tape| $method,
            $fixed,
            $method,
            $summary
        )
    };
}

pub(super) use {
    backward, branch, implicit, multistep, nordsieck, projected, row, rows, runge_kutta, symplectic,
};
