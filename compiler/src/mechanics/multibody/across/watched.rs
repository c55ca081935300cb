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
    let (own, shared): (Vec<Node>, Vec<Node>) = switching_functions(graph, efforts)
        .into_iter()
        .partition(|&function| moving.iter().any(|&symbol| graph.depends_on(function, symbol)));
    // All at once: one of them may contain others, such as a limit of a limited input, which are not found any more once these are held.
    let held = Switches::hold(graph, [own, shared.clone()].concat(), &mut [efforts], &mut []);
    let mut own = Switches::default();
    let mut names = Vec::new();
    // Of shared functions that no law before had, the places among all.
    let mut new = Vec::new();
    for (k, &side) in held.sides.iter().enumerate() {
        let function = held.functions[k];
        // A name with a blank cannot occur in a description.
        let name = if shared.contains(&function) {
            let number = common.functions.iter().position(|&known| known == function);
            let number = number.unwrap_or_else(|| {
                new.push(common.functions.len());
                common.functions.push(function);
                common.values.push(held.values[k]);
                common.sides.push(graph.symbol(&format!("side {} of all", common.sides.len())));
                common.sides.len() - 1
            });
            common.sides[number]
        } else {
            own.functions.push(function);
            own.values.push(held.values[k]);
            own.sides.push(graph.symbol(&format!("side {} of law {law}", own.sides.len())));
            own.sides[own.sides.len() - 1]
        };
        names.push((side, name));
    }
    own.functions.extend(&held.functions[held.sides.len()..]);
    own.values.extend(&held.values[held.sides.len()..]);
    rename(graph, efforts, &names);
    rename(graph, &mut own.values, &names);
    for number in new {
        rename(graph, &mut common.values[number..=number], &names);
    }
    own
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
