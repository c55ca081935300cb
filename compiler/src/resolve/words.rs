//! The words of the language, from the tables that the compiler reads itself: for editors and their grammars.

use crate::kinds::shapes::SHAPES;
use crate::kinds::{Declared, DefaultValue, forces as of_forces, joints as of_joints};
use crate::resolve::bodies::{body, forces, joints};
use crate::resolve::expressions::functions;
use crate::symbolic::Function;
use crate::syntax::ITEM_WORDS;

/// The line of the force that is an item at every level.
const GENERALIZED_ROW: &str = "| `generalized(coordinate, value)` | on a declared coordinate, a coordinate of a joint, or the position of a point |";

/// Words by their kind.
#[derive(Clone, Debug)]
pub struct Words {
    /// Words at the beginning of items.
    pub items: Vec<&'static str>,
    /// Words elsewhere in items: `mechanism`, `in`, `at`.
    pub others: Vec<&'static str>,
    /// Kinds of joints.
    pub joints: Vec<&'static str>,
    /// Kinds of forces.
    pub forces: Vec<&'static str>,
    /// Kinds of shapes.
    pub shapes: Vec<&'static str>,
    /// Properties of bodies, and arguments of joints, forces and shapes.
    pub properties: Vec<&'static str>,
    /// Functions.
    pub functions: Vec<&'static str>,
    /// Predefined names.
    pub constants: Vec<&'static str>,
    /// The lines of the table of joints in the documentation of the language.
    pub joint_rows: Vec<&'static str>,
    /// The lines of the table of forces there.
    pub force_rows: Vec<&'static str>,
    /// The lines of the table of shapes there.
    pub shape_rows: Vec<&'static str>,
    /// Named arguments of joints, forces and shapes.
    pub arguments: Vec<Argument>,
}

/// A named argument of a joint, a force or a shape.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// The joint, force or shape.
    pub kind: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Whether it must be given.
    pub required: bool,
    /// Its SI unit; along a coordinate that for an angle, then that for a length.
    pub unit: &'static str,
    /// Its default.
    pub default: Option<DefaultValue>,
}

impl Words {
    /// All words; each list without repetitions, in the order of its table.
    pub fn all() -> Self {
        let shapes = || SHAPES.iter().map(|word| (word.name, word.signature));
        let tables = || joints::signatures().chain(forces::signatures()).chain(shapes());
        let names = tables().flat_map(|(_, signature)| signature.names());
        let rotations = ["rpy", "axis_angle"];
        Self {
            items: ITEM_WORDS.to_vec(),
            others: vec!["mechanism", "pub", "in", "plane", "space", "at", "minimal", "absolute"],
            joints: once(joints::signatures().map(|(word, _)| word)),
            forces: once(forces::signatures().map(|(word, _)| word).chain(["generalized"])),
            shapes: SHAPES.map(|word| word.name).to_vec(),
            properties: once(body::PROPERTIES.into_iter().chain(names)),
            functions: once(
                Function::ALL
                    .iter()
                    .map(|function| function.name())
                    .chain(functions::OTHERS)
                    .chain(rotations),
            ),
            constants: vec!["time", "pi", "ground", "true", "false"],
            joint_rows: of_joints::words().map(|word| word.row).collect(),
            force_rows: of_forces::words()
                .flat_map(|word| word.rows)
                .copied()
                .chain([GENERALIZED_ROW])
                .collect(),
            shape_rows: SHAPES.map(|word| word.row).to_vec(),
            arguments: tables()
                .flat_map(|(kind, signature)| {
                    signature.declared().map(
                        move |&Declared { name, required, quantity, default, .. }| Argument {
                            kind,
                            name,
                            required,
                            unit: quantity.unit,
                            default,
                        },
                    )
                })
                .collect(),
        }
    }
}

fn once(words: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut all: Vec<&str> = Vec::new();
    for word in words {
        if !all.contains(&word) {
            all.push(word);
        }
    }
    all
}
