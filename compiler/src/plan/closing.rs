//! The constraints of a large tree: the program of a mechanism of their own, with the places of its coordinates among all.

use super::program::Program;
use super::{Tables, plan};
use crate::diagnostics::{Diagnostics, Reported};
use crate::mechanics::multibody::{Choice, Obstacle, Uniform, constraints_alone, formulate};
use crate::mechanics::{self, Wanted};
use crate::model::Model;
use linkwork_numerics::names::NameList;
use std::collections::HashMap;
use std::sync::Arc;

/// The constraints of a large tree.
#[derive(Clone, Debug)]
pub struct Closing {
    /// Their mechanism: the motions that they depend on, with unit masses and without forces.
    pub program: Arc<Program>,
    /// Its coordinates among those of the tree, ascending.
    pub coordinates: Vec<usize>,
    /// Its velocities, likewise.
    pub velocities: Vec<usize>,
}

/// Plans the constraints of a tree; `None` without constraints.
///
/// # Errors
/// The witness of a mistake, or what keeps the tree from being loops.
pub fn closing(
    model: &Model,
    choice: &Choice,
    uniform: &Uniform,
    diagnostics: &mut Diagnostics,
) -> Result<Result<Option<Closing>, Obstacle>, Reported> {
    let Some(closing) = &uniform.closing else { return Ok(Ok(None)) };
    let alone = constraints_alone(model, &closing.moving);
    let choice = Choice { moving: Some(closing.moving.clone()), ..choice.clone() };
    let mut formulated = formulate(&alone, &choice, diagnostics)?;
    let equations = mechanics::derive(&mut formulated, Wanted::Programs, diagnostics)?;
    let refused = |what: &str| Ok(Err(Obstacle::from(what)));
    if !equations.switches.functions.is_empty() {
        return refused("a constraint that switches");
    }
    if !formulated.turns.is_empty() {
        return refused("a constraint that counts turns");
    }
    let program = plan(&formulated, &equations, Tables::Never, diagnostics)?;
    if !program.flags.linear_reactions || !program.nonholonomic_names.is_empty() {
        return refused("a constraint of velocities");
    }
    let names = |all: &[crate::mechanics::multibody::Direction]| -> HashMap<String, usize> {
        all.iter().enumerate().map(|(number, one)| (one.name.clone(), number)).collect()
    };
    let places = |own: &NameList, all: HashMap<String, usize>| -> Option<Vec<usize>> {
        let found: Option<Vec<usize>> = own.iter().map(|one| all.get(&*one.name).copied()).collect();
        found.filter(|found| found.is_sorted())
    };
    let coordinates = places(&program.coordinates, names(&uniform.coordinates));
    let velocities = places(&program.velocities, names(&uniform.velocities));
    let own: usize = closing.links.iter().map(|&link| uniform.links[link].motion.velocities()).sum();
    match coordinates.zip(velocities).filter(|(_, velocities)| velocities.len() == own) {
        Some((coordinates, velocities)) => {
            let program = Arc::new(program);
            Ok(Ok(Some(Closing { program, coordinates, velocities })))
        }
        None => refused("a mechanism whose loops are in another order than its joints"),
    }
}
