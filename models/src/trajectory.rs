//! A solution of any mechanism as plain numbers, for reports, tables and pictures.
//!
//! Invariant: every column, `energy` and `residual` have one value for each of `times`.

use crate::Energy;
use linkwork::analysis::{Balance, Stiffness};
use linkwork::simulation::Occurrence;
use linkwork::solution::{Report, Solution};
use linkwork::{Mechanism, Real, Vector};
use std::fmt;

/// The content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A coordinate q.
    Coordinate,
    /// A velocity v.
    Velocity,
    /// An acceleration a.
    Acceleration,
    /// A first-order state y.
    State,
    /// A multiplier λ or ψ.
    Multiplier,
    /// An output.
    Output,
}

/// One quantity over time.
#[derive(Clone, Debug)]
pub struct Column {
    /// As in the table of the solution: `theta`, `der(theta)`, `multiplier(rod)` …
    pub name: String,
    /// SI unit, empty if dimensionless.
    pub unit: String,
    /// Its kind.
    pub quantity: Quantity,
    /// One value for each time.
    pub values: Vec<f64>,
}

/// An event that took place.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The quantity, named as its column.
    pub quantity: String,
    /// The value that it passed, in its unit.
    pub level: f64,
    /// Whether from below.
    pub rising: bool,
    /// When, in s.
    pub time: f64,
}

/// The part of the energy in motion that work may leave unexplained. Runs in which a method chatters have 10 % and more, those with resolved
/// contacts a few per mille.
const UNEXPLAINED: f64 = 0.05;

/// Energy that the work of forces does not explain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unexplained {
    /// The largest error of the balance, in J.
    pub energy: f64,
    /// The largest energy in motion, in J.
    pub in_motion: f64,
    /// The size of the steps, in s.
    pub step: f64,
}

impl fmt::Display for Unexplained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { energy, in_motion, step } = self;
        write!(
            f,
            "the work of forces does not explain {energy:.2e} J, with {in_motion:.2e} J in motion: steps of {step:.1e} s do not resolve the forces"
        )
    }
}

/// A solution without the type of its mechanism.
#[derive(Clone, Debug)]
pub struct Trajectory {
    /// Name of the mechanism.
    pub mechanism: String,
    /// Times of the samples, in s.
    pub times: Vec<f64>,
    /// All quantities: coordinates, velocities, accelerations, states, multipliers, outputs.
    pub columns: Vec<Column>,
    /// Total energy in J, if the description has energies.
    pub energy: Option<Vec<f64>>,
    /// The balance of the energy (of the kinetic energy, if the description has none), if requested.
    pub balance: Option<Balance>,
    /// The stiffness of the mechanism at the start, where a balance was requested.
    pub stiffness: Option<Stiffness>,
    /// The largest residual of any constraint, each in its own unit, if there are constraints.
    pub residual: Option<Vec<f64>>,
    /// The events that the run records or stops at, in the order of time.
    pub events: Vec<Passage>,
    /// The cost of the run.
    pub report: Report,
}

impl Trajectory {
    /// The numbers of a solution. `energy` evaluates the total energy at every sample
    /// and its balance over the run ([`Energy`]; mechanisms that compute theirs).
    pub fn new<M: Mechanism<Scalar = f64>>(
        solution: &Solution<M>,
        energy: &Energy<M>,
        balance: bool,
    ) -> Self {
        let mechanism = solution.mechanism();
        let (names, sizes) = (mechanism.names(), mechanism.sizes());
        let multipliers = sizes.holonomic + sizes.nonholonomic;
        let velocities = solution.first().v.len();
        let kinds = [
            (Quantity::Coordinate, sizes.coordinates),
            (Quantity::Velocity, velocities),
            (Quantity::Acceleration, velocities),
            (Quantity::State, sizes.states),
            (Quantity::Multiplier, multipliers),
            (Quantity::Output, sizes.outputs),
        ];
        let quantities = kinds.into_iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count));
        // The first column of the table is time.
        let columns =
            solution.table().into_iter().skip(1).zip(quantities).map(|((named, values), quantity)| Column {
                name: named.name.into_owned(),
                unit: named.unit.into_owned(),
                quantity,
                values,
            });
        let largest = |(g, k): (M::Holonomic, M::Nonholonomic)| Real::max(g.magnitude(), k.magnitude());
        let balance = balance.then(|| (energy.balance)(solution));
        Self {
            mechanism: names.mechanism.to_string(),
            times: solution.times(),
            columns: columns.collect(),
            energy: energy.total.map(|of| of(solution)),
            stiffness: balance.and_then(|_| solution.stiffness()),
            balance,
            residual: (multipliers > 0)
                .then(|| solution.constraint_residuals().into_iter().map(largest).collect()),
            events: solution.events().iter().map(passage).collect(),
            report: solution.report().clone(),
        }
    }

    /// What the balance of the energy says of steps of fixed size: the error and the largest energy in motion, in J, where the error is more than
    /// 5 % of it. Samples between which steps were left out do not show it, nor do methods that damp what is too fast for their steps.
    pub fn unexplained(&self) -> Option<Unexplained> {
        let report = &self.report;
        let judged =
            report.step.is_some() && !report.supports_stiff_forces && self.times.len() as u64 > report.steps;
        let balance = self.balance.filter(|balance| judged && balance.growth.is_none())?;
        (balance.unexplained() > UNEXPLAINED).then_some(Unexplained {
            energy: balance.error,
            in_motion: balance.in_motion,
            step: report.largest_step,
        })
    }

    /// max |E − E₀ − W| over the samples, in J, where W is the work of all forces without a potential, as far as
    /// [`balance`](Self::balance) has it. NaN if any is NaN.
    pub fn energy_drift(&self) -> Option<f64> {
        let energy = self.energy.as_deref()?;
        let first = *energy.first()?;
        if let Some(balance) = self.balance.filter(|balance| !balance.conservative) {
            return Some(balance.error);
        }
        Some(energy.iter().map(|e| (e - first).abs()).fold(0.0, Real::max))
    }

    /// The largest residual of any constraint at any sample (NaN if any is NaN).
    pub fn constraint_drift(&self) -> Option<f64> {
        self.residual.as_ref().map(|all| all.iter().copied().fold(0.0, Real::max))
    }

    /// The columns that hold `quantity`.
    pub fn of(&self, quantity: Quantity) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(move |column| column.quantity == quantity)
    }
}

fn passage<M: Mechanism<Scalar = f64>>(occurrence: &Occurrence<M>) -> Passage {
    let Occurrence { quantity, level, rising, state } = occurrence;
    Passage { quantity: quantity.clone(), level: *level, rising: *rising, time: state.t }
}
