//! The columns of a solution: every quantity as a series, by name.
//!
//! Invariant: a column has one name, one unit and one value per sample, the same in
//! [`Solution::series`] and in the file that [`Solution::write_csv`] writes.

use super::{Solution, State};
use crate::error::Error;
use crate::stepper::Sample;
use crate::{Mechanism, Named, Names, Vector};
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

/// One column: its name and unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) unit: String,
}

/// The unit of a quantity divided by s.
fn per_second(unit: &str) -> String {
    match (unit, unit.strip_suffix("/s")) {
        ("", _) => "1/s".into(),
        (_, Some(rest)) if !rest.contains('/') => format!("{rest}/s^2"),
        _ if unit.contains('/') => format!("({unit})/s"),
        _ => format!("{unit}/s"),
    }
}

/// The unit of a multiplier: work (for a nonholonomic constraint, power) over the unit of the residual.
fn conjugate(numerator: &str, unit: &str) -> String {
    if let ("J", "m") | ("W", "m/s") = (numerator, unit) {
        "N".into()
    } else if let ("J", "rad") | ("W", "rad/s") = (numerator, unit) {
        "N*m".into()
    } else if let ("J", "") = (numerator, unit) {
        // The sine of an angle and similar quantities.
        "N*m".into()
    } else if unit.is_empty() {
        numerator.into()
    } else if unit.contains(['/', '*', ' ']) {
        format!("{numerator}/({unit})")
    } else {
        format!("{numerator}/{unit}")
    }
}

/// Whether a mechanism uses units; otherwise it is written without.
fn has_units(names: &Names) -> bool {
    let lists = [&names.coordinates, &names.holonomic, &names.nonholonomic, &names.states, &names.outputs];
    lists.iter().any(|list| list.iter().any(|named| !named.unit.is_empty()))
}

/// The units of the multipliers λ, then ψ: work, or power, over the unit of the constraint. Empty if the
/// mechanism has no units.
pub fn multiplier_units<M: Mechanism>(mechanism: &M) -> Vec<String> {
    units_of_multipliers(mechanism.names())
}

fn units_of_multipliers(names: &Names) -> Vec<String> {
    let units = has_units(names);
    let of = |named: &Named, numerator| if units { conjugate(numerator, &named.unit) } else { String::new() };
    let holonomic = names.holonomic.iter().map(|named| of(named, "J"));
    holonomic.chain(names.nonholonomic.iter().map(|named| of(named, "W"))).collect()
}

impl<M: Mechanism> Solution<M> {
    /// One quantity over time: a coordinate `theta`, its derivatives `der(theta)` and `der(der(theta))`, a state
    /// `current`, a multiplier `multiplier(rod)`, an output `piston`, or `time`; one value per sample.
    ///
    /// # Errors
    /// [`Error::Unknown`] with the known names.
    pub fn series(&self, name: &str) -> Result<Vec<M::Scalar>, Error> {
        let columns = self.columns();
        let Some(i) = columns.iter().position(|c| c.name == name) else {
            return Err(Error::unknown("column", name, columns.into_iter().map(|c| c.name)));
        };
        let mut values = Vec::with_capacity(columns.len());
        let mut outputs = M::Outputs::zeros(self.mechanism.sizes().outputs);
        Ok(self.placed(|m, s, at| {
            values.clear();
            row(m, &s.as_sample(at), &mut outputs, &mut values);
            values[i]
        }))
    }

    /// The unit of a quantity that has a [`series`](Self::series), as written; empty for dimensionless quantities.
    ///
    /// # Errors
    /// [`Error::Unknown`] with the known names.
    pub fn unit(&self, name: &str) -> Result<String, Error> {
        let columns = self.columns();
        match columns.iter().find(|c| c.name == name) {
            Some(column) => Ok(column.unit.clone()),
            None => Err(Error::unknown("column", name, columns.into_iter().map(|c| c.name))),
        }
    }

    /// All quantities over time, in the order of the columns of [`write_csv`](Self::write_csv): name, unit,
    /// and one value per sample.
    pub fn table(&self) -> Vec<(Named, Vec<M::Scalar>)> {
        let columns = self.columns();
        let mut values: Vec<Vec<M::Scalar>> =
            columns.iter().map(|_| Vec::with_capacity(self.samples.len())).collect();
        let mut line = Vec::with_capacity(columns.len());
        let mut outputs = M::Outputs::zeros(self.mechanism.sizes().outputs);
        self.placed(|m, s, at| {
            line.clear();
            row(m, &s.as_sample(at), &mut outputs, &mut line);
            for (column, x) in values.iter_mut().zip(&line) {
                column.push(*x);
            }
        });
        let named = |c: Column| Named { name: c.name.into(), unit: c.unit.into() };
        columns.into_iter().map(named).zip(values).collect()
    }

    /// The times of the samples.
    pub fn times(&self) -> Vec<M::Scalar> {
        self.samples.iter().map(|s| s.t).collect()
    }

    /// The multiplier of a constraint over time.
    ///
    /// # Errors
    /// [`Error::Unknown`].
    pub fn multiplier(&self, constraint: &str) -> Result<Vec<M::Scalar>, Error> {
        let names = self.mechanism.names();
        let all = || names.holonomic.iter().chain(names.nonholonomic.iter()).map(|n| n.name.to_string());
        if !all().any(|n| n == constraint) {
            return Err(Error::unknown("constraint", constraint, all()));
        }
        self.series(&format!("multiplier({constraint})"))
    }

    /// An output over time.
    ///
    /// # Errors
    /// [`Error::Unknown`].
    pub fn output(&self, name: &str) -> Result<Vec<M::Scalar>, Error> {
        let names = self.mechanism.names();
        let Some(i) = names.outputs.iter().position(|n| n.name == name) else {
            return Err(Error::unknown("output", name, names.outputs.iter().map(|n| n.name.to_string())));
        };
        let mut outputs = M::Outputs::zeros(names.outputs.len());
        Ok(self.placed(|m, s, at| {
            m.outputs(at, &s.v, &s.y, &s.a, (&s.lambda, &s.psi), &mut outputs);
            outputs.as_slice()[i]
        }))
    }

    /// Names and units, in the order of [`row`].
    pub(super) fn columns(&self) -> Vec<Column> {
        let state = self.first();
        columns(self.mechanism.names(), state.q.len(), state.v.len())
    }
}

/// Names and units, in the order of [`row`], for these numbers of entries of configurations and velocities.
fn columns(names: &Names, configuration: usize, velocity: usize) -> Vec<Column> {
    let units = has_units(names);
    let mut columns = Vec::new();
    let mut push = |name: String, unit: String| {
        columns.push(Column { name, unit: if units { unit } else { String::new() } });
    };
    push("time".into(), "s".into());
    for i in 0..configuration {
        // The representation of a manifold (quaternions, matrices) has more entries than there are names.
        match names.coordinates.get(i).filter(|_| names.coordinates.len() == configuration) {
            Some(n) => push(n.name.to_string(), n.unit.to_string()),
            None => push(format!("configuration[{i}]"), String::new()),
        }
    }
    for (order, prefix) in [(1, "velocity"), (2, "acceleration")] {
        for i in 0..velocity {
            match names.velocities.get(i).filter(|_| names.velocities.len() == velocity) {
                Some(Named { name, unit }) if order == 1 => push(name.to_string(), unit.to_string()),
                Some(Named { name, unit }) => push(format!("der({name})"), per_second(unit)),
                None => push(format!("{prefix}[{i}]"), String::new()),
            }
        }
    }
    for n in names.states.iter() {
        push(n.name.to_string(), n.unit.to_string());
    }
    for (n, unit) in names.holonomic.iter().chain(names.nonholonomic.iter()).zip(units_of_multipliers(names))
    {
        push(format!("multiplier({})", n.name), unit);
    }
    for n in names.outputs.iter() {
        push(n.name.to_string(), n.unit.to_string());
    }
    columns
}

fn column_names(names: &Names, configuration: usize, velocity: usize) -> Vec<String> {
    columns(names, configuration, velocity).into_iter().map(|column| column.name).collect()
}

/// The values of one sample, appended to `into`.
fn row<M: Mechanism>(m: &M, s: &Sample<'_, M>, outputs: &mut M::Outputs, into: &mut Vec<M::Scalar>) {
    m.outputs(s.at, s.v, s.y, s.a, (s.lambda, s.psi), outputs);
    unknowns(s, into);
    into.extend_from_slice(outputs.as_slice());
}

/// The values of one sample that the method computes, which are all but the outputs, appended to `into`.
fn unknowns<M: Mechanism>(s: &Sample<'_, M>, into: &mut Vec<M::Scalar>) {
    into.push(s.t);
    into.extend_from_slice(s.q.as_slice());
    into.extend_from_slice(s.v.as_slice());
    into.extend_from_slice(s.a.as_slice());
    into.extend_from_slice(s.y.as_slice());
    into.extend_from_slice(s.lambda.as_slice());
    into.extend_from_slice(s.psi.as_slice());
}

fn find(names: &[String], name: &str) -> Result<usize, Error> {
    let found = names.iter().position(|known| known == name);
    found.ok_or_else(|| Error::unknown("quantity", name, names.iter().cloned()))
}

/// All quantities of a mechanism by name, and their values in one state after another.
pub struct Quantities<M: Mechanism> {
    at: M::PositionCache,
    outputs: M::Outputs,
    row: Vec<M::Scalar>,
}

impl<M: Mechanism> Quantities<M> {
    /// Those of [`Solution::series`].
    pub fn new(m: &M) -> Self {
        Self { at: m.position_cache(), outputs: M::Outputs::zeros(m.sizes().outputs), row: Vec::new() }
    }

    /// The indices of quantities by name, in the order of `names`.
    ///
    /// # Errors
    /// [`Error::Unknown`] with the known names.
    pub fn find<'n>(m: &M, names: impl IntoIterator<Item = &'n str>) -> Result<Vec<usize>, Error> {
        let mut names = names.into_iter().peekable();
        // The known names are not kept: those of a large tree take more memory than its state, and a run without events needs none.
        if names.peek().is_none() {
            return Ok(Vec::new());
        }
        let (q, v, _) = m.initial();
        let known = column_names(m.names(), q.len(), v.len());
        names.map(|name| find(&known, name)).collect()
    }

    /// The unit of the quantity with that index; empty for dimensionless quantities.
    pub fn unit(&self, m: &M, at: usize) -> String {
        let (q, v, _) = m.initial();
        columns(m.names(), q.len(), v.len())
            .into_iter()
            .nth(at)
            .map_or_else(String::new, |column| column.unit)
    }

    /// Their names and units.
    #[cfg(feature = "std")]
    pub(super) fn named(&self, m: &M) -> Vec<Named> {
        let (q, v, _) = m.initial();
        let named = |c: Column| Named { name: c.name.into(), unit: c.unit.into() };
        columns(m.names(), q.len(), v.len()).into_iter().map(named).collect()
    }

    /// The values in a sample.
    pub(crate) fn of_sample(&mut self, m: &M, sample: &Sample<'_, M>) -> &[M::Scalar] {
        self.row.clear();
        row(m, sample, &mut self.outputs, &mut self.row);
        &self.row
    }

    /// The values in a state.
    pub fn of_state(&mut self, m: &M, state: &State<M>) -> &[M::Scalar] {
        m.place(&m.now(state.t), &state.q, &mut self.at);
        self.row.clear();
        row(m, &state.as_sample(&self.at), &mut self.outputs, &mut self.row);
        &self.row
    }

    /// The values in a sample, which is placed again: cached positions of a step may be those of a time that differs by rounding.
    pub(crate) fn of_sample_placed(&mut self, m: &M, sample: &Sample<'_, M>) -> &[M::Scalar] {
        m.place(&m.now(sample.t), sample.q, &mut self.at);
        self.row.clear();
        row(m, &Sample { at: &self.at, ..*sample }, &mut self.outputs, &mut self.row);
        &self.row
    }

    /// The values in a sample without the outputs, which are the last quantities.
    #[cfg(feature = "std")]
    pub(super) fn of_unknowns(&mut self, sample: &Sample<'_, M>) -> &[M::Scalar] {
        self.row.clear();
        unknowns(sample, &mut self.row);
        &self.row
    }
}

#[cfg(test)]
mod tests {
    use super::{conjugate, per_second};

    #[test]
    fn units_of_derived_columns() {
        assert_eq!(per_second("rad"), "rad/s");
        assert_eq!(per_second("m/s"), "m/s^2");
        assert_eq!(per_second(""), "1/s");
        assert_eq!(per_second("m/s^2"), "(m/s^2)/s");
        assert_eq!(conjugate("J", "m"), "N");
        assert_eq!(conjugate("J", "rad"), "N*m");
        assert_eq!(conjugate("J", ""), "N*m");
        assert_eq!(conjugate("J", "m^2"), "J/m^2");
        assert_eq!(conjugate("W", "m/s"), "N");
        assert_eq!(conjugate("W", "rad/s"), "N*m");
        assert_eq!(conjugate("W", "1/s"), "W/(1/s)");
        assert_eq!(conjugate("W", ""), "W");
    }
}
