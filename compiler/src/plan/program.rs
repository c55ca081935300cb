//! The plan of a mechanism: every routine of the contract, for emission or interpretation.

use super::arena::Weight;
use super::cells::Cells;
use super::closing::Closing;
use super::closures::Assembly;
use super::direct::Direct;
use super::factorisation::Factorisation;
use super::freedom::{Freedom, Open};
use super::picture::Picture;
use super::readable::Readable;
use super::routine::{Operations, Routine, Scattered};
pub use crate::mechanics::Grip;
pub use crate::model::Coefficients;
pub use linkwork_numerics::names::{NameList, Named};
use std::sync::Arc;

impl Program {
    /// Index of the parameter that multiplies a force of `forces`, if the options request weights.
    pub fn weight(&self, force: usize) -> usize {
        self.parameters.len() - self.forces.len() + force
    }
}

/// Facts for the stepper at compile time; the names are those of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Flags {
    pub velocity_dependent: bool,
    pub constant_mass: bool,
    pub symmetric_mass: bool,
    pub singular_mass: bool,
    pub borders_move: bool,
    /// Also false where how redundant constraints share their load changes the motion.
    pub linear_reactions: bool,
    /// Also true where the equations depend on inputs, which may be functions of time.
    pub time_explicit: bool,
    /// Whether the equations depend on time itself.
    pub depends_on_time: bool,
    pub smooth: bool,
    /// Whether all constraints fix single coordinates.
    pub clamped: bool,
    /// The first constraint whose reaction is in the force in its own way.
    pub own_reaction: Option<usize>,
}

/// A condition on the parameters of bodies.
#[derive(Clone, Debug)]
pub struct CheckRule {
    /// The message where it fails.
    pub message: String,
    /// Positive, else not negative.
    pub strict: bool,
}

/// Lengths of the banks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Lengths {
    pub constants: usize,
    pub now: usize,
    pub placed: usize,
    pub moving: usize,
    pub stiffness: usize,
    pub redundant: usize,
}

/// Structural facts about a matrix, for reports.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// (row, column) of the structural nonzeros.
    pub nonzeros: Vec<(usize, usize)>,
}

/// A compiled mechanism.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Its visibility.
    pub visibility: String,
    /// Doc comment lines.
    pub docs: Vec<String>,
    /// The description.
    pub source: String,
    /// Names of functions in Rust, which emitted code calls, and what runs a program by pointers.
    pub functions: Vec<String>,
    /// Whether a test of the derived equations is emitted.
    pub verify: bool,
    /// Whether the description claims that the energy is conserved.
    pub conserves_energy: bool,
    /// Whether steps solve with its matrices. With those of the constraints of a large tree nothing does: they have no factorisations.
    pub solves: bool,
    /// Parameters.
    pub parameters: NameList,
    /// Doc comment lines of each.
    pub parameter_docs: Vec<Vec<String>>,
    /// The number of parameters, after all others, that are coefficients in which the equations of motion are affine, and the coefficients that are not among
    /// them because they change with the motion; none unless the options request them.
    pub coefficients: Coefficients,
    /// Default of each parameter, of the parameters before it.
    pub defaults: Vec<Routine>,
    /// Coordinates.
    pub coordinates: NameList,
    /// Velocities.
    pub velocities: NameList,
    /// (first coordinate, first velocity) of every unit quaternion; all other coordinates are plain.
    pub rotations: Vec<(usize, usize)>,
    /// Position → the values of the last coordinates, which count the turns of angles that are computed from the others.
    pub turns: Routine,
    /// The velocities that move these angles.
    pub turning: Vec<usize>,
    /// Holonomic constraints (unit of the residual).
    pub holonomic_names: NameList,
    /// Nonholonomic constraints.
    pub nonholonomic_names: NameList,
    /// First-order states.
    pub states: NameList,
    /// Inputs.
    pub inputs: NameList,
    /// Doc comment lines of each.
    pub input_docs: Vec<Vec<String>>,
    /// Outputs.
    pub output_names: NameList,
    /// The switching functions, those with sides first.
    pub switch_names: NameList,
    /// The number of them with sides, which are held after the inputs.
    pub sides: usize,
    /// Those of the time that may have several roots within a step.
    pub recurring: Vec<usize>,
    /// Those that are triangle waves, of constraints and of the state: steps follow them.
    pub waves: Vec<usize>,
    /// Friction that sticks; its state is held after the sides.
    pub grips: Vec<Grip>,
    /// The names of all forces of bodies.
    pub forces: Vec<String>,
    /// Names of the bodies, in a description by bodies.
    pub bodies: Vec<String>,
    /// Names of the joints.
    pub joints: Vec<String>,
    /// Forces that have no direction where their ends coincide.
    pub coincidence_names: NameList,
    /// Quantities with limits.
    pub range_names: NameList,
    /// Contacts and end stops.
    pub contact_names: NameList,
    /// Facts.
    pub flags: Flags,
    /// Rank, degrees of freedom, redundant constraints.
    pub freedom: Freedom,
    /// Bank lengths.
    pub lengths: Lengths,
    /// The positions that `initial` gives, direction by direction.
    pub given_positions: Vec<bool>,
    /// The velocities that `initial` gives.
    pub given_velocities: Vec<bool>,
    /// Coordinates and velocities (indices) with the entry of `initial` that would not hold with another start value of theirs.
    pub bases: [Vec<(usize, Arc<str>)>; 2],
    /// The routines for the initial state, where assembly is needed.
    pub assembly: Option<Assembly>,
    /// The conditions on the parameters of bodies.
    pub check_rules: Vec<CheckRule>,
    /// Parameters → the values of `check_rules`.
    pub checks: Routine,
    /// What is unusual where the value of `cautions` is negative; it is not for the defaults.
    pub caution_messages: Vec<String>,
    /// Parameters → these values.
    pub cautions: Routine,
    /// The other entries of `initial`: equations between positions first, then those with velocities.
    pub condition_names: NameList,
    /// The number of them between positions.
    pub position_conditions: usize,
    /// Residuals of the conditions, then their Jacobian, row by row.
    pub conditions: Scattered,
    /// Parameters → guess of (q, v, y, λ, ψ).
    pub initial: Routine,
    /// Parameters → constants.
    pub constants: Routine,
    /// Time and inputs → now.
    pub now: Routine,
    /// Position → placed.
    pub place: Routine,
    /// M a.
    pub mass_times: Routine,
    /// f₀.
    pub applied_force: Routine,
    /// f.
    pub force: Routine,
    /// M a − f.
    pub residual: Routine,
    /// M a − f and M straight from the configuration.
    pub direct: Direct,
    /// B (λ, ψ).
    pub reaction_force: Routine,
    /// g.
    pub holonomic: Routine,
    /// g_t + G v.
    pub holonomic_rate: Routine,
    /// k.
    pub nonholonomic: Routine,
    /// γ_g, then γ_k.
    pub acceleration_bias: Routine,
    /// C, B, D entries that move.
    pub moving: Routine,
    /// K and k_q entries.
    pub stiffness: Routine,
    /// f_y.
    pub state_rates: Routine,
    /// Outputs.
    pub outputs: Routine,
    /// Switching functions, then d·d, d·ḋ and ḋ·ḋ of each of `coincidence_names`.
    pub switches: Routine,
    /// Each of `range_names`, with its lower and upper limit; after them the depth of each of `contact_names`, with zeros.
    pub ranges: Routine,
    /// (T, V), if the description has energies.
    pub energy: Option<Routine>,
    /// M dense.
    pub mass_matrix: Scattered,
    /// C dense.
    pub damping_matrix: Scattered,
    /// K dense.
    pub stiffness_matrix: Scattered,
    /// G dense.
    pub constraint_jacobian: Scattered,
    /// D dense.
    pub velocity_jacobian: Scattered,
    /// `[M B; G 0; D 0]`.
    pub saddle: Factorisation,
    /// The weighted matrix.
    pub bordered: Factorisation,
    /// Patterns of M, G, D, C, K by name.
    pub patterns: Vec<(&'static str, Pattern)>,
    /// Equations as text.
    pub readable: Readable,
    /// The picture for a viewer, in a description by bodies where [`Options::drawing`](crate::Options) requests it.
    pub picture: Option<Picture>,
    /// A large tree as tables, for loops over its links instead of routines; see [`Cells`].
    pub cells: Option<Cells>,
    /// The constraints of a large tree.
    pub closing: Option<Box<Closing>>,
}

/// The order in which the contract's `Weights` are stored.
pub const WEIGHTS: [Weight; 6] = [
    Weight::Mass,
    Weight::Damping,
    Weight::Stiffness,
    Weight::Identity,
    Weight::ConstraintPosition,
    Weight::ConstraintVelocity,
];

impl Program {
    /// The names of the rows of M: the coordinates, or the velocities where these are not their rates.
    pub fn directions(&self) -> &[Named] {
        if self.rotations.is_empty() { &self.coordinates[..self.first_turn()] } else { &self.velocities }
    }

    /// The first of the coordinates that count turns; how many there are if none does.
    pub fn first_turn(&self) -> usize {
        self.coordinates.len() - self.turns.outputs.len()
    }

    /// Runs of plain coordinates: (first coordinate, first velocity, how many), in order.
    pub fn plain_runs(&self) -> Vec<(usize, usize, usize)> {
        let mut runs = Vec::new();
        let (mut q, mut v) = (0, 0);
        for &(coordinate, velocity) in &self.rotations {
            if coordinate > q {
                runs.push((q, v, coordinate - q));
            }
            (q, v) = (coordinate + 4, velocity + 3);
        }
        let plain = self.first_turn();
        if plain > q {
            runs.push((q, v, plain - q));
        }
        runs
    }

    /// Every routine that runs after `build()`, with its name in the contract.
    pub fn routines(&self) -> Vec<(&'static str, &Routine)> {
        let mut all = vec![
            ("now", &self.now),
            ("place", &self.place),
            ("mass_times", &self.mass_times),
            ("applied_force", &self.applied_force),
            ("force", &self.force),
            ("residual", &self.residual),
            ("reaction_force", &self.reaction_force),
            ("holonomic", &self.holonomic),
            ("holonomic_rate", &self.holonomic_rate),
            ("nonholonomic", &self.nonholonomic),
            ("acceleration_bias", &self.acceleration_bias),
            ("moving", &self.moving),
            ("stiffness", &self.stiffness),
            ("state_rates", &self.state_rates),
            ("outputs", &self.outputs),
            ("switches", &self.switches),
            ("mass_matrix", &self.mass_matrix.routine),
            ("damping_matrix", &self.damping_matrix.routine),
            ("stiffness_matrix", &self.stiffness_matrix.routine),
            ("constraint_jacobian", &self.constraint_jacobian.routine),
            ("velocity_jacobian", &self.velocity_jacobian.routine),
            ("factor_saddle", &self.saddle.factor),
            ("solve_saddle", &self.saddle.solve),
            ("factor", &self.bordered.factor),
            ("solve", &self.bordered.solve),
        ];
        if let Some(closing) = &self.closing {
            let own = &closing.program;
            all.retain(|(_, routine)| !routine.outputs.is_empty());
            all.extend([
                ("place", &own.place),
                ("reaction_force", &own.reaction_force),
                ("holonomic", &own.holonomic),
                ("holonomic_rate", &own.holonomic_rate),
                ("acceleration_bias", &own.acceleration_bias),
                ("stiffness", &own.stiffness),
                ("stiffness_matrix", &own.stiffness_matrix.routine),
                ("constraint_jacobian", &own.constraint_jacobian.routine),
            ]);
        }
        if let Some(residual) = &self.direct.residual {
            all.push(("residual_at", residual));
        }
        if let Some(mass_matrix) = &self.direct.mass_matrix {
            all.push(("mass_matrix_at", &mass_matrix.routine));
        }
        if !self.turns.outputs.is_empty() {
            all.push(("wind", &self.turns));
        }
        if !self.ranges.outputs.is_empty() {
            all.push(("ranges", &self.ranges));
        }
        if let Some(energy) = &self.energy {
            all.push(("energy", energy));
        }
        all
    }

    /// Operation counts of every routine.
    pub fn operations(&self) -> Vec<(&'static str, Operations)> {
        let solves = [&self.saddle, &self.bordered].map(Factorisation::operations);
        let count = |(name, routine): (&'static str, &Routine)| {
            let operations = match name {
                "factor_saddle" => solves[0].0,
                "solve_saddle" => solves[0].1,
                "factor" => solves[1].0,
                "solve" => solves[1].1,
                _ => routine.operations(),
            };
            (name, operations)
        };
        self.routines().into_iter().map(count).collect()
    }

    /// Rows of [G; D] that depend on others, sorted.
    pub fn dependent_rows(&self) -> Vec<usize> {
        self.freedom.dependent_rows()
    }

    /// The number of redundant constraints.
    pub fn redundancy(&self) -> usize {
        self.holonomic_names.len() + self.nonholonomic_names.len() - self.freedom.rank
    }

    /// The routines of assembly, or those of the constraints of a large tree.
    pub fn assembly(&self) -> Option<&Assembly> {
        self.assembly.as_ref().or_else(|| self.closing.as_ref()?.program.assembly())
    }

    /// The redundant sets with the default parameters, as [`Freedom::redundant`].
    pub fn redundant(&self) -> Vec<String> {
        self.freedom.redundant()
    }

    /// Inputs, sides of switching functions after them, then for each friction whether it is stuck, in which
    /// direction several velocities begin to slide, and which of them are free while the others are stuck.
    pub fn held(&self) -> usize {
        self.inputs.len() + self.sides + self.grips.iter().map(Grip::held_numbers).sum::<usize>()
    }

    /// Those that emitted code keeps with an instant: in loops over links without the sides of single forces, whose number depends on
    /// that of the links.
    pub fn held_with_time(&self) -> usize {
        if self.cells.is_some() { self.inputs.len() + self.switches.outputs.len() } else { self.held() }
    }

    /// The names of multipliers and of outputs that are not unique with the default parameters.
    pub fn not_unique(&self) -> (Vec<&str>, Vec<&str>) {
        self.names_of(&self.freedom.open)
    }

    /// The names of these multipliers and outputs.
    pub fn names_of(&self, Open { multipliers, outputs, .. }: &Open) -> (Vec<&str>, Vec<&str>) {
        let constraints: Vec<&Named> = self.holonomic_names.iter().chain(&self.nonholonomic_names).collect();
        (
            multipliers.iter().map(|&row| &*constraints[row].name).collect(),
            outputs.iter().map(|&i| &*self.output_names[i].name).collect(),
        )
    }

    /// n + n_g + n_k.
    pub fn order(&self) -> usize {
        self.velocities.len() + self.holonomic_names.len() + self.nonholonomic_names.len()
    }
}
