//! The equations as text, for people: as a textbook writes them.
//!
//! Invariant: what is written here is for reading alone; code is emitted from what it was written from.

use super::program::{Abbreviation, Readable};
use crate::mechanics::Equations;
use crate::symbolic::{Function, Graph, Node, View};
use std::collections::BTreeSet;

/// How much of the equations is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Writing {
    /// Nothing: code needs no text.
    #[default]
    Nothing,
    /// What fits on a page: longer entries say how long they are.
    Short,
    /// Everything that anybody would read.
    Full,
}

impl Writing {
    /// The longest entry in terms and factors. Subexpressions are repeated wherever they occur, so the text of a recursion
    /// grows like the closed form that the recursion avoids.
    fn longest(self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Short => 60,
            Self::Full => 2000,
        }
    }
}

/// Deeper expressions are not written out, either.
pub const DEEPEST: u32 = 100;
/// A sine or cosine that occurs so often has a name.
const REPEATED: usize = 3;

/// Writes the equations.
pub fn readable(graph: &mut Graph, equations: &Equations, writing: Writing) -> Readable {
    let mut short: Vec<Node> = Vec::new();
    let mut textbook = |graph: &mut Graph, node: Node| {
        let node = graph.textbook(node);
        short.push(node);
        node
    };
    let mass: Vec<(usize, usize, Node)> =
        equations.mass.entries.iter().map(|&(i, j, node)| (i, j, textbook(graph, node))).collect();
    let mut all = |nodes: &[Node]| -> Vec<Node> { nodes.iter().map(|&node| textbook(graph, node)).collect() };
    let force = all(&equations.applied);
    let holonomic = all(&equations.constraints.holonomic);
    let nonholonomic = all(&equations.constraints.nonholonomic);
    let rates = all(&equations.rates);
    let sizes = graph.written_sizes();
    let depths = graph.depths();
    let is_short = |node: Node| sizes[node.index()] <= writing.longest() && depths[node.index()] <= DEEPEST;
    let shown: Vec<Node> = short.into_iter().filter(|node| is_short(*node)).collect();
    let abbreviations = abbreviations(graph, &shown);
    let text = |node: &Node| {
        if !is_short(*node) {
            let size = sizes[node.index()];
            let hint = if writing == Writing::Short { "; `--full` writes more" } else { "" };
            return (format!("({size} terms and factors{hint})"), r"\text{(too long)}".to_owned());
        }
        let (mut infix, mut latex) = (graph.infix(*node), graph.latex(*node));
        for Abbreviation { name, latex_name, meaning, latex_meaning } in &abbreviations {
            infix = infix.replace(meaning, name);
            latex = latex.replace(latex_meaning, latex_name);
        }
        (infix, latex)
    };
    let texts = |nodes: &[Node]| nodes.iter().map(text).collect();
    Readable {
        mass: mass
            .iter()
            .map(|(i, j, node)| {
                let (infix, latex) = text(node);
                (*i, *j, infix, latex)
            })
            .collect(),
        force: texts(&force),
        holonomic: texts(&holonomic),
        nonholonomic: texts(&nonholonomic),
        rates: texts(&rates),
        abbreviations,
    }
}

/// Names for sines and cosines that are repeated: c1 and s1 of the first angle, and so on.
fn abbreviations(graph: &Graph, shown: &[Node]) -> Vec<Abbreviation> {
    let mut calls: BTreeSet<Node> = BTreeSet::new();
    let (mut seen, mut stack) = (BTreeSet::new(), shown.to_vec());
    while let Some(node) = stack.pop() {
        if !seen.insert(node) {
            continue;
        }
        if let View::Call(Function::Sin | Function::Cos, _) = graph.view(node) {
            calls.insert(node);
        }
        graph.for_each_child(node, |child| stack.push(child));
    }
    let texts: Vec<String> = shown.iter().map(|node| graph.infix(*node)).collect();
    let mut angles: Vec<Node> = Vec::new();
    let mut all = Vec::new();
    for call in calls {
        let View::Call(function, &[angle]) = graph.view(call) else { continue };
        let (meaning, latex_meaning) = (graph.infix(call), graph.latex(call));
        if texts.iter().map(|text| text.matches(meaning.as_str()).count()).sum::<usize>() < REPEATED {
            continue;
        }
        let number = match angles.iter().position(|known| *known == angle) {
            Some(at) => at + 1,
            None => {
                angles.push(angle);
                angles.len()
            }
        };
        let letter = if function == Function::Sin { 's' } else { 'c' };
        let (name, latex_name) = (format!("{letter}{number}"), format!("{letter}_{{{number}}}"));
        all.push((number, Abbreviation { name, latex_name, meaning, latex_meaning }));
    }
    all.sort_by(|a, b| (a.0, &a.1.name).cmp(&(b.0, &b.1.name)));
    let all: Vec<Abbreviation> = all.into_iter().map(|(_, abbreviation)| abbreviation).collect();
    let taken = |abbreviation: &Abbreviation| {
        (0..graph.symbol_count()).any(|i| graph.symbol_name(graph.symbol_at(i)) == abbreviation.name)
    };
    // A name of the description that looks like one of these would be read for it.
    if all.iter().any(taken) { Vec::new() } else { all }
}
