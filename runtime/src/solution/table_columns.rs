//! The columns of a table that is written during a run, and their values in one sample after another.

use super::State;
use super::columns::Quantities;
use crate::error::Error;
use crate::stepper::Sample;
use crate::{Mechanism, Named};
use alloc::string::String;
use alloc::vec::Vec;

/// Quantities of a mechanism in the order of a table, with their values: for tables in another format than that of
/// [`TableWriter`](super::TableWriter), which has the same numbers.
pub struct TableColumns<M: Mechanism> {
    /// The columns, by their indices among all quantities.
    chosen: Vec<usize>,
    named: Vec<Named>,
    /// Whether one of them is an output.
    outputs: bool,
    quantities: Quantities<M>,
}

impl<M: Mechanism> TableColumns<M> {
    /// All columns, or those with these names, in this order.
    ///
    /// # Errors
    /// [`Error::Unknown`] with the known names.
    pub fn new(m: &M, columns: Option<&[String]>) -> Result<Self, Error> {
        let quantities = Quantities::new(m);
        let all = quantities.named(m);
        let chosen: Vec<usize> = match columns {
            Some(names) => Quantities::find(m, names.iter().map(String::as_str))?,
            None => (0..all.len()).collect(),
        };
        let named = chosen.iter().map(|column| all[*column].clone()).collect();
        // Outputs are the last quantities.
        let unknowns = all.len() - m.sizes().outputs;
        let outputs = chosen.iter().any(|column| *column >= unknowns);
        Ok(Self { chosen, named, outputs, quantities })
    }

    /// Their names and units; the unit of a dimensionless quantity is empty.
    pub fn named(&self) -> &[Named] {
        &self.named
    }

    /// Their values in a sample.
    pub fn of_sample<'s>(
        &'s mut self,
        m: &M,
        sample: &Sample<'_, M>,
    ) -> impl Iterator<Item = M::Scalar> + use<'s, M> {
        let row = if self.outputs {
            self.quantities.of_sample_placed(m, sample)
        } else {
            self.quantities.of_unknowns(sample)
        };
        self.chosen.iter().map(|column| row[*column])
    }

    /// Their values in a state.
    pub fn of_state<'s>(
        &'s mut self,
        m: &M,
        state: &State<M>,
    ) -> impl Iterator<Item = M::Scalar> + use<'s, M> {
        let row = self.quantities.of_state(m, state);
        self.chosen.iter().map(|column| row[*column])
    }
}
