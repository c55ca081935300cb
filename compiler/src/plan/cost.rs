//! The cost of the code of a program, by routine, and by the joints, bodies and forces that need it.
//!
//! An operation belongs to the [`Author`] of its expression: the transfer of motion and forces across a joint
//! and the equations that close a loop belong to the joint; the inertia forces of a body to the body; the effect of a force, from
//! the positions of its ends to the loads on bodies, to the force. A derivative has the author of its function. Operations that two of them
//! need, sums of several, and solves of linear equations are common. So
//!
//! ```text
//! operations of a routine = Σ operations of each joint, body and force in it + common ones              (1)
//! ```
//!
//! Lines and bytes of a routine's text have no author: they are divided in proportion to (1), rounded so that sums
//! stay whole.
//!
//! A tree that is a loop over its links ([`Cells`]) costs what is written for it: the forces of each kind once, whatever their number,
//! under the name of the first of them. Its text is divided in proportion to operations + `FRAME`, because a kind without operations (the
//! torque of a motor that is an input) has lines, too. The loop itself is a part of the runtime.

use super::cells::{CellLaw, Cells};
use super::program::Program;
use super::routine::Routine;
use crate::symbolic::Author;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// What a kind of forces has beside its operations, each of which is about a line: a case of a `match` that reads arguments and stores results.
const FRAME: usize = 8;

/// A part of the cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// Operations in one call of every routine.
    pub operations: usize,
    /// Lines of the emitted text.
    pub lines: usize,
    /// Bytes of the emitted text.
    pub bytes: usize,
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        self.operations += other.operations;
        self.lines += other.lines;
        self.bytes += other.bytes;
    }
}

/// Something that costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its kind: `routine`, `joint`, `body`, `force`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// The result of a routine; how many others of its kind share the code of a force; otherwise empty.
    pub meaning: String,
    /// Its cost.
    pub amount: Amount,
}

/// The cost of a program. Sums over `routines` with `rest`, and over `owners` with `common`, are both the whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Routines that have operations, in the order of the contract.
    pub routines: Vec<Item>,
    /// The rest of the text: structs, `build()`, names.
    pub rest: Amount,
    /// Joints, bodies and forces that have operations, and the kinds of forces of loops, the most expensive first.
    pub owners: Vec<Item>,
    /// The common part.
    pub common: Amount,
}

impl Cost {
    /// All of it.
    pub fn total(&self) -> Amount {
        let mut total = self.rest;
        self.routines.iter().for_each(|item| total += item.amount);
        total
    }
}

impl Program {
    /// The operations by routine, joint, body and force. No text is written for them: lines and bytes are zero.
    pub fn cost(&self) -> Cost {
        self.cost_of(&BTreeMap::new(), Amount::default())
    }

    /// The same for given (lines, bytes) of the text of each routine, and of the text as a whole.
    pub(crate) fn cost_of(&self, texts: &BTreeMap<&str, (usize, usize)>, whole: Amount) -> Cost {
        let mut cost = Cost { rest: whole, ..Cost::default() };
        let mut owners: BTreeMap<Author, Amount> = BTreeMap::new();
        let written = match &self.cells {
            Some(cells) => of_loops(self, cells),
            None => of_routines(self),
        };
        for Written { name, operations, shares, frame } in written {
            let (lines, bytes) = texts.get(name).copied().unwrap_or_default();
            let amount = Amount { operations, lines, bytes };
            if amount == Amount::default() {
                continue;
            }
            cost.rest.lines -= lines;
            cost.rest.bytes -= bytes;
            cost.routines.push(Item {
                kind: "routine",
                name: name.to_owned(),
                meaning: meaning(name).to_owned(),
                amount,
            });
            // (1)
            let counts: Vec<usize> = shares.iter().map(|&(_, count)| count + frame).collect();
            // Nothing to divide by.
            if counts.iter().all(|&count| count == 0) {
                *owners.entry(Author::Nobody).or_default() += amount;
                continue;
            }
            let (lines, bytes) = (divided(lines, &counts), divided(bytes, &counts));
            for (k, &(author, operations)) in shares.iter().enumerate() {
                *owners.entry(author).or_default() += Amount { operations, lines: lines[k], bytes: bytes[k] };
            }
        }
        cost.common = owners.remove(&Author::Nobody).unwrap_or_default();
        cost.common += cost.rest;
        cost.owners = owners.into_iter().filter_map(|(author, amount)| self.item(author, amount)).collect();
        cost.owners.sort_by_key(|item| std::cmp::Reverse((item.amount.operations, item.amount.lines)));
        cost
    }

    fn item(&self, author: Author, amount: Amount) -> Option<Item> {
        let (kind, names, number) = match author {
            Author::Nobody => return None,
            Author::Joint(number) => ("joint", &self.joints, number),
            Author::Body(number) => ("body", &self.bodies, number),
            Author::Force(number) => ("force", &self.forces, number),
        };
        let name = names.get(usize::from(number)).cloned().unwrap_or_default();
        Some(Item { kind, name, meaning: self.alike(author), amount })
    }

    /// How many forces share the code of the first of a kind in a loop.
    fn alike(&self, author: Author) -> String {
        let laws = self.cells.iter().flat_map(|cells| &cells.laws);
        let of_force = laws.filter(|law| Author::force(law.force) == author);
        match of_force.map(|law| law.members.len()).max() {
            Some(members @ 2..) => format!("and {} of its kind", members - 1),
            _ => String::new(),
        }
    }
}

/// A function of the text.
struct Written {
    name: &'static str,
    operations: usize,
    /// Its operations by author; their sum is all of them.
    shares: Vec<(Author, usize)>,
    /// Its text for each author beside operations, in operations.
    frame: usize,
}

impl Written {
    /// Operations beyond those of the routine, as a block of known rank has them, are common.
    fn new(name: &'static str, routine: &Routine, operations: usize) -> Self {
        let own: usize = routine.shares.values().sum();
        let mut shares: Vec<(Author, usize)> = routine.shares.iter().map(|(&of, &n)| (of, n)).collect();
        shares.push((Author::Nobody, operations - own));
        Self { name, operations, shares, frame: 0 }
    }

    /// The forces of a loop, those of each kind for the first of them.
    fn of_laws(name: &'static str, cells: &Cells, of: fn(&CellLaw) -> &Routine) -> Self {
        let shares = cells.laws.iter().map(|law| (Author::force(law.force), of(law).operations().total()));
        let shares: Vec<(Author, usize)> = shares.collect();
        Self { name, operations: shares.iter().map(|(_, count)| count).sum(), shares, frame: FRAME }
    }

    /// A function of `build()`, which runs once: its text alone is counted.
    fn at_the_start(name: &'static str) -> Self {
        Self { name, operations: 0, shares: Vec::new(), frame: 0 }
    }
}

/// The routines of unrolled equations that have operations.
fn of_routines(program: &Program) -> Vec<Written> {
    let all = program.routines().into_iter().zip(program.operations());
    let all = all.map(|((name, routine), (_, count))| Written::new(name, routine, count.total()));
    all.filter(|written| written.operations > 0).collect()
}

/// What is written of a loop over links.
fn of_loops(program: &Program, cells: &Cells) -> Vec<Written> {
    let of = |name, routine: &Routine| Written::new(name, routine, routine.operations().total());
    let mut all = vec![
        of("now", &program.now),
        Written::of_laws("loads", cells, |law| &law.loads),
        Written::of_laws("slopes", cells, |law| &law.slopes),
        of("switches", &program.switches),
        of("outputs", &program.outputs),
        of("ranges", &program.ranges),
    ];
    let at_the_start = ["layout", "names_of", "given", "constants", "numbers", "start", "check"];
    all.extend(at_the_start.map(Written::at_the_start));
    // The mechanism of the constraints is written like any other; the time stage is counted above.
    let closing = program.closing.iter().flat_map(|closing| of_routines(&closing.program));
    all.extend(closing.filter(|written| written.name != "now"));
    all
}

/// A whole divided in proportion to some counts, by the largest remainders.
fn divided(whole: usize, counts: &[usize]) -> Vec<usize> {
    let all = counts.iter().sum::<usize>().max(1);
    let mut parts: Vec<usize> = counts.iter().map(|count| whole * count / all).collect();
    let left = whole - parts.iter().sum::<usize>();
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by_key(|&k| std::cmp::Reverse(whole * counts[k] % all));
    order.into_iter().take(left).for_each(|k| parts[k] += 1);
    parts
}

/// The result of a routine, in the symbols of the documentation.
fn meaning(routine: &str) -> &'static str {
    match routine {
        "now" => "what time and inputs decide",
        "place" => "what the configuration decides",
        "mass_times" => "M a",
        "applied_force" => "f₀, the forces without reactions",
        "force" => "f, the forces with reactions",
        "residual" => "M a − f",
        "residual_at" => "the same straight from the configuration",
        "reaction_force" => "B (λ, ψ), the reactions",
        "holonomic" => "g, the holonomic constraints",
        "holonomic_rate" => "dg/dt",
        "nonholonomic" => "k, the nonholonomic constraints",
        "acceleration_bias" => "γ of G a = γ and D a = γ",
        "moving" => "C = −∂f/∂v, and B and D where they move",
        "stiffness" => "K = ∂(M a − f)/∂q, and ∂k/∂q",
        "state_rates" => "dy/dt",
        "outputs" => "the outputs",
        "switches" => "the switching functions",
        "loads" => "the forces of each kind",
        "slopes" => "their derivatives",
        "layout" => "the links and where the values of forces are",
        "names_of" => "the names",
        "given" => "which values `initial` gives",
        "constants" => "what parameters alone decide",
        "numbers" => "the numbers of links, forces and signals",
        "start" => "where assembly starts",
        "check" => "refuses parameters of no body",
        "mass_matrix" => "M",
        "mass_matrix_at" => "the same straight from the configuration",
        "damping_matrix" => "C, from `moving`",
        "stiffness_matrix" => "K, from `stiffness`",
        "constraint_jacobian" => "G",
        "velocity_jacobian" => "D",
        "factor_saddle" => "the factors of [M B; G 0; D 0]",
        "solve_saddle" => "accelerations and multipliers",
        "factor" => "the factors of an implicit step",
        "solve" => "a solution from these factors",
        "wind" => "the turns of angles",
        "ranges" => "quantities with limits, depths of contacts",
        "energy" => "T and V",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::divided;

    #[test]
    fn parts_are_proportional_and_add_up() {
        assert_eq!(divided(10, &[1, 1, 1]), [4, 3, 3]);
        assert_eq!(divided(7, &[0, 3, 4]), [0, 3, 4]);
        assert_eq!(divided(0, &[2, 5]), [0, 0]);
        assert_eq!(divided(5, &[1]), [5]);
        for whole in 0..200 {
            assert_eq!(divided(whole, &[3, 17, 29, 1]).iter().sum::<usize>(), whole);
        }
    }
}
