//! Long lists as emitted code writes them: runs of items whose numbers grow by constant steps.
//!
//! ```text
//! item i of repetition r:   first_i + r · step_i                                                            (1)
//! ```

use super::{Link, Member, Motion, Reaction, Signal};
use crate::{Named, Real};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Write;

/// (first, step) of a number.
pub type Growing = (usize, isize);

/// A repetition of items: what is the same in each repetition, and the numbers that grow.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a, K> {
    /// The number of repetitions.
    pub count: usize,
    /// The items of one of them.
    pub items: &'a [(K, &'a [Growing])],
}

/// A [`Run`].
pub const fn run<'a, K>(count: usize, items: &'a [(K, &'a [Growing])]) -> Run<'a, K> {
    Run { count, items }
}

/// The numbers of an item in one repetition, equation (1).
fn numbers<'a>(item: &'a [Growing], repetition: usize) -> impl Fn(usize) -> usize + 'a {
    move |at| {
        let (first, step) = item.get(at).copied().unwrap_or_default();
        first.wrapping_add_signed(step.wrapping_mul(repetition as isize))
    }
}

/// All items.
fn listed<'a, K: Copy, R>(runs: &[Run<'a, K>], make: impl Fn(K, &dyn Fn(usize) -> usize) -> R) -> Vec<R> {
    let mut all = Vec::with_capacity(runs.iter().map(|run| run.count * run.items.len()).sum());
    for run in runs {
        for repetition in 0..run.count {
            all.extend(run.items.iter().map(|&(key, item)| make(key, &numbers(item, repetition))));
        }
    }
    all
}

/// Links: parent + 1 (0 for the ground), kind, coordinate, velocity.
pub fn links(runs: &[Run<'_, Motion>]) -> Arc<[Link]> {
    let links: Vec<Link> = listed(runs, |motion, number| Link {
        // The ground is u32::MAX, one before 0.
        parent: (number(0) as u32).wrapping_sub(1),
        kind: number(1) as u32,
        coordinate: number(2) as u32,
        velocity: number(3) as u32,
        motion,
        given: false,
    });
    links.into()
}

/// Members of a law: the link, and the place of its values.
pub fn members(runs: &[Run<'_, ()>]) -> Vec<Member> {
    listed(runs, |(), number| Member { link: number(0), second: None, reacts: false, values: number(1) })
}

/// Members of a law between bodies: the links, and the place of its values between them.
pub fn pairs(runs: &[Run<'_, ()>]) -> Vec<Member> {
    listed(runs, |(), number| of_two(number, true))
}

/// Members of a law on bodies as others move: the links, and the place of its values between them.
pub fn followers(runs: &[Run<'_, ()>]) -> Vec<Member> {
    listed(runs, |(), number| of_two(number, false))
}

fn of_two(number: &dyn Fn(usize) -> usize, reacts: bool) -> Member {
    Member { link: number(0), second: Some(number(2)), reacts, values: number(1) }
}

/// Signals: the kind with any numbers; then the link, or the number of a coordinate, velocity or acceleration, and the place among the values.
pub fn signals(runs: &[Run<'_, Signal>]) -> Vec<Signal> {
    listed(runs, |kind, number| match kind {
        Signal::Coordinate { negative, .. } => Signal::Coordinate { number: number(0), negative },
        Signal::Velocity(_) => Signal::Velocity(number(0)),
        Signal::Acceleration(_) => Signal::Acceleration(number(0)),
        Signal::Load(_) => Signal::Load(number(0)),
        Signal::Point { link, component, order, .. } => {
            Signal::Point { link: link.map(|_| number(0)), at: number(1), component, order }
        }
        Signal::Axis { link, component, .. } => {
            Signal::Axis { link: link.map(|_| number(0)), direction: number(1), component }
        }
        Signal::Spin { link, component, order } => {
            Signal::Spin { link: link.map(|_| number(0)), component, order }
        }
        Signal::Reaction(kind) => Signal::Reaction(Reaction { link: number(0), at: number(1), ..kind }),
    })
}

/// Values without numbers: (count, values of one repetition).
pub fn repeated<V: Copy>(runs: &[(usize, &[V])]) -> Vec<V> {
    let mut all = Vec::with_capacity(runs.iter().map(|(count, values)| count * values.len()).sum());
    for (count, values) in runs {
        for _ in 0..*count {
            all.extend_from_slice(values);
        }
    }
    all
}

/// Constants as text, `0.5, 0.1 -5.551115123125783e-18`: the parts of [`Real::decimal`], the second one if it is not zero.
pub fn decimals<T: Real>(text: &str) -> Vec<T> {
    let constant = |constant: &str| {
        // Numbers of the compiler are numbers.
        let mut parts = constant.split_whitespace().map(|part| part.parse().unwrap_or(f64::NAN));
        T::decimal(parts.next().unwrap_or(f64::NAN), parts.next().unwrap_or(0.0))
    };
    text.split(',').map(constant).collect()
}

/// Names with units: the text between the numbers, and the unit.
pub fn names(runs: &[Run<'_, (&'static [&'static str], &'static str)>]) -> Vec<Named> {
    listed(runs, |(texts, unit), number| {
        if let [name] = texts {
            return Named::new(name, unit);
        }
        let mut name = String::new();
        for (at, text) in texts.iter().enumerate() {
            if at > 0 {
                // Writing to a string cannot fail.
                let _ = write!(name, "{}", number(at - 1));
            }
            name.push_str(text);
        }
        Named { name: name.into(), unit: unit.into() }
    })
}
