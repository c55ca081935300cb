//! The equations of both levels in f64, one lane of the scalar at a time, for the search.

use super::lanes::{copy_lane, lane_of, set};
use super::{AssemblyFacts, Given};
use crate::mechanism::Nonzero;
use crate::{Mechanism, Real, Sizes, Vector};
use alloc::vec;
use alloc::vec::Vec;
use linkwork_numerics::SparseRow;
use linkwork_numerics::closure::{Guard, Layout, Positions, Rows, Velocities};

/// The kinds of the entries of a position.
pub(super) fn layout<M: Mechanism>(
    m: &M,
    facts: &AssemblyFacts<'_>,
    given: Given<'_>,
    length: f64,
) -> Layout {
    layout_of(m.sizes(), facts, given, (length, M::Scalar::epsilon()))
}

fn layout_of(
    sizes: Sizes,
    facts: &AssemblyFacts<'_>,
    given: Given<'_>,
    (length, rounding): (f64, f64),
) -> Layout {
    let columns = sizes.velocities;
    let guards = facts.guards.iter().map(|&(row, cosine)| Guard { row, cosine });
    let at = |list: &[bool], i: usize| list.get(i).copied().unwrap_or(false);
    Layout {
        columns,
        rotations: facts.rotations.to_vec(),
        turns: (0..columns).map(|i| at(facts.turns, i)).collect(),
        length,
        given: (0..columns).map(|i| at(given.positions, i)).collect(),
        tolerances: facts.position_tolerances.to_vec(),
        constraints: sizes.holonomic,
        condition_tolerances: facts
            .condition_tolerances
            .iter()
            .take(facts.position_conditions)
            .copied()
            .collect(),
        guards: guards.collect(),
        rounding,
    }
}

/// Equation (1) of the module.
pub(super) struct LaneOfPositions<'a, M: Mechanism> {
    m: &'a M,
    now: &'a M::TimeCache,
    lane: usize,
    facts: &'a AssemblyFacts<'a>,
    at: M::PositionCache,
    start: M::Configuration,
    rows: RowsOfPositions<M::Scalar>,
}

/// L, d, D and w.
struct Measures<T> {
    length: T,
    deviations: Vec<T>,
    /// Entries of D by their places, row by row.
    slopes: Vec<(usize, T)>,
    rates: Vec<T>,
}

impl<T: Real> Measures<T> {
    /// Those of a position; of D the entries that may differ from zero, where these are known.
    fn of<M: Mechanism<Scalar = T>>(m: &M, at: &M::PositionCache, facts: &AssemblyFacts<'_>) -> Self {
        let (d, n) = (facts.deviations, m.sizes().velocities);
        let known = m.measure_nonzeros(at).unwrap_or_else(|| {
            let mut all = vec![T::zero(); facts.measures(n)];
            m.assembly_measures(at, &mut all);
            all.into_iter().enumerate().collect()
        });
        let (slopes, rates) = (1 + d, 1 + d * (1 + n));
        let zeros = || vec![T::zero(); d];
        let mut measures =
            Self { length: T::zero(), deviations: zeros(), slopes: Vec::new(), rates: zeros() };
        for (place, value) in known {
            match place {
                0 => measures.length = value,
                _ if place < slopes => measures.deviations[place - 1] = value,
                _ if place < rates => measures.slopes.push((place - slopes, value)),
                _ => measures.rates[place - rates] = value,
            }
        }
        measures
    }

    /// One lane of D, of that many columns.
    fn slopes(&self, columns: usize, lane: usize) -> Vec<SparseRow<f64>> {
        let entries = self.slopes.iter().map(|&(place, x)| (place / columns, place % columns, x));
        sparse(self.deviations.len(), entries, lane)
    }
}

impl<'a, M: Mechanism> LaneOfPositions<'a, M> {
    pub fn new(m: &'a M, now: &'a M::TimeCache, lane: usize, facts: &'a AssemblyFacts<'a>) -> Self {
        let (at, start, rows) = (m.position_cache(), m.initial().0, RowsOfPositions::new());
        Self { m, now, lane, facts, at, start, rows }
    }

    fn configuration(&self, q: &[f64]) -> M::Configuration {
        let mut all = self.start.clone();
        set(all.as_mut_slice(), q);
        all
    }

    fn place(&mut self, q: &[f64]) {
        let q = self.configuration(q);
        self.m.place(self.now, &q, &mut self.at);
    }

    fn measure(&mut self, q: &[f64]) -> Measures<M::Scalar> {
        self.place(q);
        Measures::of(self.m, &self.at, self.facts)
    }

    /// L.
    pub fn length(&mut self, q: &[f64]) -> f64 {
        if self.facts.deviations == 0 {
            return 1.0;
        }
        self.measure(q).length.lane(self.lane)
    }
}

impl<M: Mechanism> Positions for LaneOfPositions<'_, M> {
    fn equations(&mut self, q: &[f64]) -> Rows {
        self.place(q);
        self.rows.evaluate(self.m, &self.at, self.facts, self.lane)
    }

    fn deviations(&mut self, q: &[f64]) -> Rows {
        let (d, n) = (self.facts.deviations, self.m.sizes().velocities);
        if d == 0 {
            return Rows::default();
        }
        let measures = self.measure(q);
        Rows { values: lane_of(&measures.deviations, self.lane), jacobian: measures.slopes(n, self.lane) }
    }

    fn cosines(&mut self, q: &[f64]) -> Rows {
        let (h, n) = (self.facts.cosines, self.m.sizes().velocities);
        if h == 0 {
            return Rows::default();
        }
        self.place(q);
        let mut all = vec![M::Scalar::zero(); h * (1 + n)];
        self.m.assembly_cosines(&self.at, &mut all);
        rows_of(&all[..h], &all[h..], n, self.lane)
    }

    fn wind(&mut self, q: &mut [f64]) {
        let mut there = self.configuration(q);
        self.m.wind(&mut there);
        copy_lane(there.as_slice(), self.lane, q);
    }

    fn displace(&mut self, q: &mut [f64], by: &[f64]) {
        let mut there = self.configuration(q);
        let n = self.m.sizes().velocities;
        let mut step = M::Velocity::zeros(n);
        set(step.as_mut_slice(), by);
        self.m.advance(&mut there, &step, &mut M::Velocity::zeros(n));
        copy_lane(there.as_slice(), self.lane, q);
    }
}

/// One lane of the entries of a matrix, row by row, without zeros.
fn sparse<T: Real>(
    rows: usize,
    entries: impl Iterator<Item = Nonzero<T>>,
    lane: usize,
) -> Vec<SparseRow<f64>> {
    let mut sparse = vec![SparseRow::new(); rows];
    for (i, j, entry) in entries {
        let entry = entry.lane(lane);
        if entry != 0.0 {
            sparse[i].push((j, entry));
        }
    }
    sparse
}

/// One lane of values and of their dense Jacobian.
fn rows_of<T: Real>(values: &[T], jacobian: &[T], columns: usize, lane: usize) -> Rows {
    let entries = jacobian.iter().enumerate().map(|(place, &x)| (place / columns, place % columns, x));
    Rows { values: lane_of(values, lane), jacobian: sparse(values.len(), entries, lane) }
}

/// One lane of constraints and of their Jacobian, for which there may be room.
fn constraint_rows<M: Mechanism>(
    m: &M,
    at: &M::PositionCache,
    values: &[M::Scalar],
    room: &mut Vec<M::Scalar>,
    lane: usize,
) -> Rows {
    if let Some(entries) = m.jacobian_nonzeros(at) {
        let jacobian = sparse(values.len(), entries.into_iter(), lane);
        return Rows { values: lane_of(values, lane), jacobian };
    }
    let n = m.sizes().velocities;
    room.resize(values.len() * n, M::Scalar::zero());
    m.constraint_jacobian(at, room);
    rows_of(values, room, n, lane)
}

/// Constraints and conditions between positions, with room for their evaluation.
struct RowsOfPositions<T> {
    /// The dense Jacobian, if it is needed.
    jacobian: Vec<T>,
}

impl<T: Real> RowsOfPositions<T> {
    fn new() -> Self {
        Self { jacobian: Vec::new() }
    }

    fn evaluate<M: Mechanism<Scalar = T>>(
        &mut self,
        m: &M,
        at: &M::PositionCache,
        facts: &AssemblyFacts<'_>,
        lane: usize,
    ) -> Rows {
        let (rows, n) = (m.sizes().holonomic, m.sizes().velocities);
        let mut g = M::Holonomic::zeros(rows);
        m.holonomic(at, &mut g);
        let own = constraint_rows(m, at, g.as_slice(), &mut self.jacobian, lane);
        match facts.position_conditions {
            0 => own,
            count => {
                let (values, slopes) = position_conditions(m, at, facts);
                own.then(&rows_of(&values[..count], &slopes, n, lane))
            }
        }
    }
}

/// Residuals and Jacobian of the conditions between positions.
fn position_conditions<M: Mechanism>(
    m: &M,
    at: &M::PositionCache,
    facts: &AssemblyFacts<'_>,
) -> (Vec<M::Scalar>, Vec<M::Scalar>) {
    let (n, count, all) = (m.sizes().velocities, facts.position_conditions, facts.conditions.len());
    let mut conditions = vec![M::Scalar::zero(); all * (1 + n)];
    m.assembly_conditions(at, &M::Velocity::zeros(n), &mut conditions);
    (conditions[..count].to_vec(), conditions[all..all + count * n].to_vec())
}

/// The unit matrix of n rows.
pub(super) fn identity<T: Real>(n: usize) -> Vec<T> {
    (0..n * n).map(|i| if i % (n + 1) == 0 { T::one() } else { T::zero() }).collect()
}

/// Equation (2) of the module.
pub(super) struct LaneOfVelocities<'a, M: Mechanism> {
    m: &'a M,
    at: &'a M::PositionCache,
    y: &'a M::States,
    lane: usize,
    facts: &'a AssemblyFacts<'a>,
    moving: M::VelocityCache,
    /// Targets for velocities that are not given, instead of rest.
    same: Option<Vec<f64>>,
    /// D and w.
    wanted: Option<(Vec<SparseRow<f64>>, Vec<f64>)>,
}

impl<'a, M: Mechanism> LaneOfVelocities<'a, M> {
    pub fn new(
        m: &'a M,
        at: &'a M::PositionCache,
        y: &'a M::States,
        lane: usize,
        facts: &'a AssemblyFacts<'a>,
        same: Option<Vec<f64>>,
    ) -> Self {
        let (n, d) = (m.sizes().velocities, facts.deviations);
        let mut wanted = None;
        if d > 0 {
            let measures = Measures::of(m, at, facts);
            wanted = Some((measures.slopes(n, lane), lane_of(&measures.rates, lane)));
        }
        Self { m, at, y, lane, facts, moving: m.velocity_cache(), same, wanted }
    }

    fn velocity(&self, v: &[f64]) -> M::Velocity {
        let mut all = M::Velocity::zeros(v.len());
        set(all.as_mut_slice(), v);
        all
    }
}

/// Residuals and Jacobian of positions, in the scalar of the mechanism: g, conditions.
pub(super) fn position_rows<M: Mechanism>(
    m: &M,
    at: &M::PositionCache,
    facts: &AssemblyFacts<'_>,
) -> (Vec<M::Scalar>, Vec<M::Scalar>) {
    let (rows, n) = (m.sizes().holonomic, m.sizes().velocities);
    let mut g = M::Holonomic::zeros(rows);
    let mut jacobian = vec![M::Scalar::zero(); rows * n];
    m.holonomic(at, &mut g);
    m.constraint_jacobian(at, &mut jacobian);
    let mut values = g.as_slice().to_vec();
    if facts.position_conditions > 0 {
        let (conditions, slopes) = position_conditions(m, at, facts);
        values.extend(conditions);
        jacobian.extend(slopes);
    }
    (values, jacobian)
}

/// Residuals and Jacobian of velocities, in the scalar of the mechanism: rates of g, k, conditions.
pub(super) fn velocity_rows<M: Mechanism>(
    m: &M,
    at: &M::PositionCache,
    v: &M::Velocity,
    y: &M::States,
    facts: &AssemblyFacts<'_>,
    moving: &mut M::VelocityCache,
) -> (Vec<M::Scalar>, Vec<M::Scalar>) {
    let holonomic = m.sizes().holonomic;
    let mut jacobian = vec![M::Scalar::zero(); holonomic * v.len()];
    m.constraint_jacobian(at, &mut jacobian);
    let (values, others) = other_velocity_rows(m, at, v, y, facts, moving);
    jacobian.extend(others);
    let mut rate = M::Holonomic::zeros(holonomic);
    m.holonomic_rate(at, v, &mut rate);
    ([rate.as_slice(), &values].concat(), jacobian)
}

/// The same of k and conditions alone.
fn other_velocity_rows<M: Mechanism>(
    m: &M,
    at: &M::PositionCache,
    v: &M::Velocity,
    y: &M::States,
    facts: &AssemblyFacts<'_>,
    moving: &mut M::VelocityCache,
) -> (Vec<M::Scalar>, Vec<M::Scalar>) {
    let sizes = m.sizes();
    let n = v.len();
    let mut slip = M::Nonholonomic::zeros(sizes.nonholonomic);
    let mut jacobian = vec![M::Scalar::zero(); sizes.nonholonomic * n];
    m.nonholonomic(at, v, &mut slip);
    let none = (M::Holonomic::zeros(sizes.holonomic), M::Nonholonomic::zeros(sizes.nonholonomic));
    m.moving(at, v, y, (&none.0, &none.1), moving);
    m.velocity_jacobian(at, moving, &mut jacobian);
    let mut values = slip.as_slice().to_vec();
    let (first, count) = (facts.position_conditions, facts.conditions.len());
    if first < count {
        let mut all = vec![M::Scalar::zero(); count * (1 + n)];
        m.assembly_conditions(at, v, &mut all);
        values.extend_from_slice(&all[first..count]);
        jacobian.extend_from_slice(&all[count + first * n..]);
    }
    (values, jacobian)
}

impl<M: Mechanism> Velocities for LaneOfVelocities<'_, M> {
    fn equations(&mut self, v: &[f64]) -> Rows {
        let v = self.velocity(v);
        let mut rate = M::Holonomic::zeros(self.m.sizes().holonomic);
        self.m.holonomic_rate(self.at, &v, &mut rate);
        let own = constraint_rows(self.m, self.at, rate.as_slice(), &mut Vec::new(), self.lane);
        let (values, jacobian) =
            other_velocity_rows(self.m, self.at, &v, self.y, self.facts, &mut self.moving);
        own.then(&rows_of(&values, &jacobian, v.len(), self.lane))
    }

    fn deviations(&mut self, v: &[f64]) -> Rows {
        match (&self.same, &self.wanted) {
            (Some(same), _) => {
                let unit: Vec<SparseRow<f64>> = (0..v.len()).map(|j| vec![(j, 1.0)]).collect();
                Rows::rates(&unit, v, same)
            }
            (None, Some((slopes, rates))) => Rows::rates(slopes, v, rates),
            (None, None) => Rows::default(),
        }
    }

    fn rounding(&self) -> f64 {
        M::Scalar::epsilon()
    }
}
