//! The constraints of a large tree: the program of a mechanism of their own, with the places of its coordinates among all.

use super::massless::constraints_move_no_mass;
use super::program::Program;
use super::routine::Routine;
use super::{Freedom, Open, freedom, plan};
use crate::diagnostics::{Diagnostics, Reported};
use crate::mechanics::multibody::{
    Choice, ClosingLinks, Obstacle, Uniform, constraints_alone, formulate, names_multiplier,
    refuse_particles, uniform,
};
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

impl Closing {
    /// The velocities of each constraint, by their numbers among [`velocities`](Self::velocities): the nonzeros of G.
    pub fn constraints(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new(); self.program.holonomic_names.len()];
        let n = self.velocities.len().max(1);
        for place in &self.program.constraint_jacobian.places {
            all[place / n].push(place % n);
        }
        all
    }
}

/// What the constraints alone tell of the freedom of the tree.
pub fn of_tree(freedom: Freedom, (model, uniform): (&Model, &Uniform)) -> Freedom {
    let outputs = model.outputs.iter().enumerate();
    let mut outputs = outputs.filter(|(_, output)| names_multiplier(model, &uniform.graph, output.value));
    let numbers: Vec<usize> = outputs.by_ref().map(|(number, _)| number).collect();
    let outputs = freedom.open.outputs.iter().map(|&own| numbers[own]).collect();
    let degrees_of_freedom = uniform.velocities.len() - freedom.rank;
    Freedom { degrees_of_freedom, open: Open { outputs, ..freedom.open }, ..freedom }
}

/// The model of the constraints alone, and how it is formulated.
fn alone((model, choice): (&Model, &Choice), closing: &ClosingLinks) -> (Model, Choice) {
    let moving = Some(closing.moving.clone());
    (constraints_alone(model, &closing.moving), Choice { moving, ..choice.clone() })
}

/// The freedom of a tree with constraints, and their names; `None` where there are none, or they are not of loops over links.
pub fn freedom_of_tree(
    model: &Model,
    choice: &Choice,
    diagnostics: &mut Diagnostics,
) -> Option<(Freedom, Vec<String>)> {
    let uniform = uniform(model, choice).ok()?;
    let closing = uniform.closing.as_ref()?;
    let (alone, choice) = alone((model, choice), closing);
    let mut formulated = formulate(&alone, &choice, diagnostics).ok()?;
    let equations = mechanics::derive(&mut formulated, Wanted::Diagnostics, diagnostics).ok()?;
    let (freedom, names) = freedom(&formulated, &equations, diagnostics).ok()?;
    Some((of_tree(freedom, (model, &uniform)), names))
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
    let errors = diagnostics.errors();
    refuse_particles(model, diagnostics);
    diagnostics.none_since(errors)?;
    let (alone, choice) = alone((model, choice), closing);
    let mut formulated = formulate(&alone, &choice, diagnostics)?;
    let equations = mechanics::derive(&mut formulated, Wanted::Programs, diagnostics)?;
    let refused = |what: &str| Ok(Err(Obstacle::from(what)));
    if !equations.switches.functions.is_empty() {
        return refused("a constraint that switches");
    }
    if !formulated.turns.is_empty() {
        return refused("a constraint that counts turns");
    }
    let planned = plan(&formulated, &equations, None, diagnostics)?;
    // They have told what is not unique.
    let program = Program {
        outputs: Routine::default(),
        output_names: NameList::EMPTY,
        ranges: Routine::default(),
        range_names: NameList::EMPTY,
        ..planned
    };
    // The masses of the tree are eliminated before redundant constraints.
    if program.redundancy() > 0 && constraints_move_no_mass(uniform) {
        return refused("a mechanism whose redundant constraints move what has no mass");
    }
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
