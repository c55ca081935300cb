//! What outputs and ranges name of a tree in loops: signals, which the loop evaluates.
//!
//! Invariant: every quantity that an output or a range names, and every coordinate with limits, is a signal; otherwise it is an error with its name.

use super::across::{Laws, Requests};
use super::limits::limited;
use super::places::Places;
use super::uniform::Obstacle;
use crate::model::{Attribute, Exertion, JointId, Model, Multibody, Quantity, Range};
use crate::symbolic::{Graph, Map, Node, Symbol};
use std::collections::{BTreeSet, HashMap};

/// Something of the motion that expressions name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // what the fields are is stated by the variants
pub enum Signal {
    /// A coordinate of links, or its opposite.
    Coordinate { number: usize, negative: bool },
    /// A velocity of links.
    Velocity(usize),
    /// An acceleration of links.
    Acceleration(usize),
    /// A component of the position, velocity or acceleration (order 0, 1, 2) of a point of a link, in the ground's axes; `None` is the ground.
    Point { link: Option<usize>, at: [Node; 3], component: usize, order: u8 },
    /// A component of a direction that is fixed on a link, in the ground's axes.
    Axis { link: Option<usize>, direction: [Node; 3], component: usize },
    /// A component of the angular velocity or acceleration (order 1, 2) of a link, in the ground's axes.
    Spin { link: Option<usize>, component: usize, order: u8 },
    /// What a force exerts, by its place among all that is requested of laws.
    Load(usize),
    /// A component of the reaction of a joint on its second end: along an axis, which is fixed on the link that carries the first end (or on
    /// the ground); `at` is the origin of the second end on its link.
    Reaction { of: Reaction, axis: [Node; 3], at: [Node; 3] },
}

/// A component of a reaction, without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reaction {
    /// The last link of the joint.
    pub link: usize,
    /// The number of its links.
    pub motions: usize,
    /// Whether the last link carries the first end.
    pub reversed: bool,
    /// Whether the axis is fixed on the ground.
    pub ground_axes: bool,
    /// Whether it is a component of the torque.
    pub torque: bool,
}

/// The symbols in outputs and ranges.
pub fn wanted(graph: &Graph, model: &Model) -> BTreeSet<Symbol> {
    let outputs = model.outputs.iter().map(|output| output.value);
    let all = outputs.chain(model.ranges.iter().map(|range| range.value));
    all.flat_map(|value| graph.symbols(value).to_vec()).collect()
}

/// What is requested of the forces.
pub fn requests<'a>(
    wanted: &BTreeSet<Symbol>,
    attributes: &Map<Symbol, &'a Attribute>,
    multibody: &'a Multibody,
) -> Requests<'a> {
    let mut requests = Requests::new();
    for attribute in wanted.iter().filter_map(|symbol| attributes.get(symbol)) {
        if let Some((force, what)) = exertion(attribute, multibody) {
            requests.entry(force).or_default().push(what);
        }
    }
    requests
}

/// The links of the joints whose reactions are named.
pub fn reacting(
    wanted: &BTreeSet<Symbol>,
    attributes: &Map<Symbol, &Attribute>,
    places: &Places<'_>,
) -> BTreeSet<usize> {
    let joint = |symbol| match attributes.get(symbol)?.quantity {
        Quantity::ReactionForce(joint, _) | Quantity::ReactionTorque(joint, _) => Some(joint),
        _ => None,
    };
    wanted.iter().filter_map(joint).flat_map(|joint| places.links_of(joint).to_vec()).collect()
}

/// The force that gives a quantity, and what of it.
fn exertion<'a>(attribute: &'a Attribute, multibody: &'a Multibody) -> Option<(&'a str, Exertion)> {
    match &attribute.quantity {
        Quantity::Exerted(force, what) => Some((force, *what)),
        Quantity::Distance(ends) if attribute.order == 0 => {
            let force = multibody.forces.iter().find(|force| force.kind.line() == Some(&**ends))?;
            Some((&force.name, Exertion::Length))
        }
        _ => None,
    }
}

/// The signals of the symbols in outputs and ranges.
///
/// # Errors
/// The quantity without a signal.
pub fn signals(
    graph: &mut Graph,
    (model, multibody): (&Model, &Multibody),
    (wanted, attributes): (&BTreeSet<Symbol>, &Map<Symbol, &Attribute>),
    (places, laws): (&Places<'_>, &Laws),
) -> Result<Vec<(Symbol, Signal)>, Obstacle> {
    let forces = multibody.forces.iter().enumerate();
    let numbers: HashMap<&str, usize> = forces.map(|(number, force)| (force.name.as_str(), number)).collect();
    let mut signals = Vec::new();
    for &symbol in wanted {
        let Some(attribute) = attributes.get(&symbol) else { continue };
        let signal = match exertion(attribute, multibody) {
            Some((force, what)) => {
                let place = numbers.get(force).and_then(|&force| laws.place_of(force, what));
                place.map(Signal::Load)
            }
            None => places.signal(graph, attribute),
        };
        let Some(signal) = signal else {
            let outputs = model.outputs.iter().map(|output| (output.value, output.span, "an output"));
            let ranges = model.ranges.iter().map(|range| (range.value, range.span, "a range"));
            let with = outputs.chain(ranges).find(|(value, ..)| graph.depends_on(*value, symbol));
            let what = with.map_or("an output", |(.., what)| what);
            let span = with.map(|(_, span, _)| span);
            return Err(Obstacle { what: format!("`{}` in {what}", attribute.name), span });
        };
        signals.push((symbol, signal));
    }
    Ok(signals)
}

/// The coordinates of joints that have limits, with their signals.
type Limits = (Vec<(Symbol, Signal)>, Vec<Range>);

/// The coordinates of joints that have limits, as ranges of signals.
///
/// # Errors
/// The joint whose coordinate is no signal.
pub fn limits(graph: &mut Graph, multibody: &Multibody, places: &Places<'_>) -> Result<Limits, Obstacle> {
    let (mut signals, mut ranges) = (Vec::new(), Vec::new());
    for (number, joint) in multibody.joints.iter().enumerate() {
        if joint.along.limits.is_none() {
            continue;
        }
        // A name with a blank cannot occur in a description.
        let symbol = graph.symbol(&format!("limited {}", joint.name));
        let quantity = Quantity::Joint(JointId(number), 0);
        let limited_one = Attribute { symbol, name: joint.name.as_str().into(), quantity, order: 0 };
        let Some(signal) = places.signal(graph, &limited_one) else {
            return Err(Obstacle::at(format!("joint `{}` with limits", joint.name), joint.span));
        };
        signals.push((symbol, signal));
        ranges.extend(limited(joint, multibody.planar, graph.node(symbol)));
    }
    Ok((signals, ranges))
}
