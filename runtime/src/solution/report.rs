//! The report of a run.

use crate::error::RESOLVED;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

/// Counts and times of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Name of the method.
    pub method: String,
    /// Its order of convergence in q and v.
    pub order: u32,
    /// Accepted steps.
    pub steps: u64,
    /// Rejected steps.
    pub rejected: u64,
    /// Steps of the smallest size that were accepted with an error above the tolerance.
    pub clamped: u64,
    /// Steps that were repeated, a little shorter, because they ended in a singular configuration.
    pub avoided: u64,
    /// Evaluations of the forces.
    pub evaluations: u64,
    /// Linear solves (Newton's iterations included).
    pub iterations: u64,
    /// Steps along a switch of the forces: the motion stays on it, so that it cannot be located.
    pub slid: u64,
    /// Steps with a small pivot in a linear solve: refined, or tried on a known vector ([`Fallback::Refined`](crate::Fallback)).
    pub refined: u64,
    /// Steps that needed a pivoted linear solve.
    pub pivoted: u64,
    /// The step size, in s, if it is fixed. Steps next to an event or a switch of the forces are shorter, and the last
    /// two share the remaining time.
    pub step: Option<f64>,
    /// The smallest accepted step, in s.
    pub smallest_step: f64,
    /// The largest accepted step, in s.
    pub largest_step: f64,
    /// Wall time of the run, including output.
    pub wall_time: Duration,
    /// Quantities that left their limits.
    pub excursions: Vec<Excursion>,
    /// A contact, or an end stop, that steps of fixed size do not resolve.
    pub unresolved: Option<Unresolved>,
    /// Whether the method supports forces that are too fast for its steps.
    pub supports_stiff_forces: bool,
}

/// A contact, or an end stop, whose motion is too fast for steps of fixed size: √(m/k) is less than two of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Unresolved {
    /// The force.
    pub contact: String,
    /// √(k/m) half a step after the beginning of the contact, in 1/s.
    pub rate: f64,
    /// The time of its beginning, in s.
    pub time: f64,
    /// The size of the steps, in s.
    pub step: f64,
    /// Positions, velocities and first-order states half a step after its beginning, without the contact.
    pub state: [Vec<f64>; 3],
}

impl Unresolved {
    /// The longest step that resolves the contact, in s.
    pub fn longest_step(&self) -> f64 {
        RESOLVED / self.rate
    }
}

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { contact, rate, time, step, .. } = self;
        write!(
            f,
            "the contact `{contact}` has the rate √(k/m) = {rate:.1e} 1/s at t = {time:.6} s, which steps of {step:.1e} s do not resolve"
        )
    }
}

/// A quantity that left its limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Excursion {
    /// Its name.
    pub name: String,
    /// Its SI unit.
    pub unit: String,
    /// The lower and the upper limit.
    pub limits: [f64; 2],
    /// The time at which it was first detected, at a step, in s.
    pub time: f64,
    /// The value farthest beyond them.
    pub furthest: f64,
    /// The time of that value, in s.
    pub furthest_time: f64,
}

impl Excursion {
    /// The distance of that value from its limits.
    pub fn beyond(&self) -> f64 {
        (self.limits[0] - self.furthest).max(self.furthest - self.limits[1])
    }
}

impl fmt::Display for Excursion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        write!(
            f,
            "{} leaves its limits {} .. {}{unit} at t = {:.6} s: {:.6}{unit} at t = {:.6} s",
            self.name,
            short(self.limits[0]),
            short(self.limits[1]),
            self.time,
            self.furthest,
            self.furthest_time
        )
    }
}

/// Six decimals, without zeros at the end.
fn short(x: f64) -> String {
    let text = format!("{x:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (order {}): {} steps", self.method, self.order, self.steps)?;
        match self.step {
            Some(step) => write!(f, " of {step:.3e} s")?,
            None if self.smallest_step < self.largest_step => {
                write!(f, " of {:.3e} to {:.3e} s", self.smallest_step, self.largest_step)?;
            }
            None => write!(f, " of {:.3e} s", self.largest_step)?,
        }
        for (count, what) in [
            (self.rejected, "rejected"),
            (self.clamped, "of the smallest size with an error above the tolerance"),
            (self.avoided, "shortened"),
            (self.slid, "along a switch of the forces"),
            (self.refined, "refined"),
            (self.pivoted, "pivoted"),
        ] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        for excursion in &self.excursions {
            write!(f, ", {excursion}")?;
        }
        if let Some(unresolved) = &self.unresolved {
            write!(f, ", {unresolved}")?;
        }
        let per_step = self.wall_time.as_secs_f64() / self.steps.max(1) as f64;
        write!(f, ", {} force evaluations, {} linear solves, ", self.evaluations, self.iterations)?;
        write!(f, "{:.3?} ({:.3e} s a step)", self.wall_time, per_step)
    }
}
