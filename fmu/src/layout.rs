//! The variables of a unit: their meanings, and their value references.
//!
//! Invariant: the number of a variable is its place in [`Layout::variables`], in both standards. The continuous states are the coordinates
//! without counts of turns, the velocities, and the first-order states, in this order; their derivatives have the same order.

use linkwork_compiler::Program;
use linkwork_compiler::plan::Named;

/// The meaning of a variable; indices count within the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Time.
    Time,
    /// A parameter.
    Parameter(usize),
    /// An input.
    Input(usize),
    /// An output of the description.
    Output(usize),
    /// A coordinate, or a count of turns.
    Coordinate(usize),
    /// A velocity.
    Velocity(usize),
    /// A first-order state.
    State(usize),
    /// The rate of a coordinate.
    CoordinateRate(usize),
    /// The rate of a velocity.
    Acceleration(usize),
    /// The rate of a first-order state.
    StateRate(usize),
    /// A multiplier, of holonomic constraints first.
    Multiplier(usize),
    /// A function whose sign decides between pieces of the forces.
    Switch(usize),
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its unit, empty for a number: SI, except for outputs with a unit of their own.
    pub unit: String,
    /// Its meaning.
    pub role: Role,
    /// Whether it is an output.
    pub output: bool,
}

/// All variables.
#[derive(Clone, Debug)]
pub struct Layout {
    /// In the order of their numbers.
    pub variables: Vec<Variable>,
    /// The numbers of the continuous states.
    pub states: Vec<u32>,
    /// The numbers of their derivatives.
    pub derivatives: Vec<u32>,
    /// The numbers of event indicators.
    pub indicators: Vec<u32>,
}

/// The unit of a rate.
fn rate_unit(unit: &str) -> String {
    match unit {
        "" => "1/s".to_owned(),
        unit => match unit.strip_suffix("/s^2") {
            Some(rest) => format!("{rest}/s^3"),
            None => match unit.strip_suffix("/s") {
                Some(rest) => format!("{rest}/s^2"),
                None => format!("{unit}/s"),
            },
        },
    }
}

impl Layout {
    /// The layout of a mechanism. If the description has no outputs, coordinates and velocities are outputs.
    pub fn of(program: &Program) -> Self {
        let shown = program.output_names.is_empty();
        let first_turn = program.first_turn();
        let mut variables = Vec::new();
        let mut add = |names: &[Named], role: fn(usize) -> Role, output: bool| -> Vec<u32> {
            let from = variables.len();
            variables.extend(names.iter().enumerate().map(|(k, named)| Variable {
                name: named.name.to_string(),
                unit: named.unit.to_string(),
                role: role(k),
                output,
            }));
            (from as u32..variables.len() as u32).collect()
        };
        let called = |names: &[Named], word: &str, rate: bool| -> Vec<Named> {
            let unit = |named: &Named| if rate { rate_unit(&named.unit) } else { named.unit.to_string() };
            let of = |named: &Named| Named {
                name: format!("{word}({})", named.name).into(),
                unit: unit(named).into(),
            };
            names.iter().map(of).collect()
        };
        let time = [Named::new("time", "s")];
        add(&time, |_| Role::Time, false);
        add(&program.parameters, Role::Parameter, false);
        add(&program.inputs, Role::Input, false);
        add(&program.output_names, Role::Output, true);
        let mut coordinates = add(&program.coordinates, Role::Coordinate, shown);
        coordinates.truncate(first_turn);
        let velocities = add(&program.velocities, Role::Velocity, shown);
        let own = add(&program.states, Role::State, shown);
        let rates =
            add(&called(&program.coordinates[..first_turn], "rate", true), Role::CoordinateRate, false);
        let accelerations = add(&called(&program.velocities, "rate", true), Role::Acceleration, false);
        let state_rates = add(&called(&program.states, "rate", true), Role::StateRate, false);
        let constraints = [&program.holonomic_names[..], &program.nonholonomic_names[..]].concat();
        add(&called(&constraints, "multiplier", false), Role::Multiplier, false);
        let sides = &program.switch_names[..program.sides];
        let indicators: Vec<Named> = (0..sides.len())
            .map(|k| Named { name: format!("switch({})", k + 1).into(), unit: sides[k].unit.clone() })
            .collect();
        let indicators = add(&indicators, Role::Switch, false);
        Self {
            variables,
            states: [coordinates, velocities, own].concat(),
            derivatives: [rates, accelerations, state_rates].concat(),
            indicators,
        }
    }

    /// The meaning of a value reference.
    pub fn role(&self, number: u32) -> Option<Role> {
        self.variables.get(number as usize).map(|variable| variable.role)
    }

    /// The numbers of all outputs.
    pub fn outputs(&self) -> impl Iterator<Item = u32> {
        let outputs = self.variables.iter().enumerate().filter(|(_, variable)| variable.output);
        outputs.map(|(number, _)| number as u32)
    }
}
