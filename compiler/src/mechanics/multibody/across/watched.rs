//! What a run watches of the members of a law: switching functions, coinciding ends, limits, contacts.

use crate::kinds::forces::Effect;
use crate::kinds::multibody::Exertion;
use crate::mechanics::switches::{Switches, switching_functions};
use crate::symbolic::{Graph, Node, Symbol};

/// What a run watches of each member of a law, in the order of its loads.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    /// The number of switching functions, of which the first ones have sides.
    pub switches: usize,
    /// The number of sides.
    pub sides: usize,
    /// Whether d·d, d·ḋ and ḋ·ḋ of the vector between its ends follow.
    pub coincidence: bool,
    /// The name and the unit of a quantity that follows with its limits.
    pub range: Option<(&'static str, &'static str)>,
    /// Whether the depth of a contact follows.
    pub contact: bool,
    /// What it exerts, as far as that is requested.
    pub exerted: Vec<Exertion>,
}

impl Watched {
    /// Those of an effect.
    pub fn of(switches: &Switches, effect: &Effect, exerted: &[Exertion]) -> Self {
        Self {
            switches: switches.functions.len(),
            sides: switches.sides.len(),
            coincidence: effect.coincidence.is_some(),
            range: effect.within.as_ref().map(|within| (within.word, within.unit)),
            contact: effect.depth.is_some(),
            exerted: exerted.to_vec(),
        }
    }

    /// Whether there is nothing to watch.
    pub fn is_nothing(&self) -> bool {
        self.switches == 0
            && !self.coincidence
            && self.range.is_none()
            && !self.contact
            && self.exerted.is_empty()
    }
}

/// The switching functions of the efforts of a law, which are fixed on their sides. What depends on nothing that differs between members
/// (`moving`) is a switching function of all laws, if it has a side: members that switch at one instant are one event.
pub fn hold(
    graph: &mut Graph,
    efforts: &mut Vec<Node>,
    (law, moving): (usize, &[Symbol]),
    common: &mut Switches,
) -> Switches {
    let (mut own, shared): (Vec<Node>, Vec<Node>) = switching_functions(graph, efforts)
        .into_iter()
        .partition(|&function| moving.iter().any(|&symbol| graph.depends_on(function, symbol)));
    for function in shared {
        let held = Switches::hold(graph, vec![function], &mut [efforts]);
        let Some(&side) = held.sides.first() else {
            own.push(function);
            continue;
        };
        let number = common.functions.iter().position(|&known| known == function);
        let number = number.unwrap_or_else(|| {
            common.functions.push(function);
            common.sides.push(graph.symbol(&format!("side {} of all", common.sides.len())));
            common.sides.len() - 1
        });
        rename(graph, efforts, &[(side, common.sides[number])]);
    }
    let mut held = Switches::hold(graph, own, &mut [efforts]);
    // A name with a blank cannot occur in a description.
    let names: Vec<Symbol> =
        (0..held.sides.len()).map(|k| graph.symbol(&format!("side {k} of law {law}"))).collect();
    let renamed: Vec<(Symbol, Symbol)> = held.sides.iter().copied().zip(names.iter().copied()).collect();
    rename(graph, efforts, &renamed);
    held.sides = names;
    held
}

fn rename(graph: &mut Graph, nodes: &mut [Node], names: &[(Symbol, Symbol)]) {
    if names.is_empty() {
        return;
    }
    let new: Vec<(Symbol, Node)> = names.iter().map(|&(old, new)| (old, graph.node(new))).collect();
    for node in nodes {
        *node = graph
            .substitute(*node, &|symbol| new.iter().find(|(old, _)| *old == symbol).map(|&(_, node)| node));
    }
}
