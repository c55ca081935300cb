//! The equations as text, for people: as a textbook writes them.
//!
//! Invariant: these texts are only for reading; code is emitted from the expressions.

use crate::mechanics::{Composite, Equations};
use crate::symbolic::{Function, Graph, Named, Node, SymbolSet, View};
use std::collections::{BTreeMap, BTreeSet};

/// The equations in readable form, where [`Options::equations`](crate::Options) requests them.
#[derive(Clone, Debug, Default)]
pub struct Readable {
    /// M, (row, column, infix, latex).
    pub mass: Vec<(usize, usize, String, String)>,
    /// f₀, (infix, latex).
    pub force: Vec<(String, String)>,
    /// g.
    pub holonomic: Vec<(String, String)>,
    /// k.
    pub nonholonomic: Vec<(String, String)>,
    /// f_y.
    pub rates: Vec<(String, String)>,
    /// Names for sines and cosines that are repeated.
    pub abbreviations: Vec<Abbreviation>,
    /// Names for sums of parameters that are repeated, each with its meaning, if that is known.
    pub composites: Vec<(Abbreviation, Option<String>)>,
}

/// A name for what readable equations repeat.
#[derive(Clone, Debug)]
pub struct Abbreviation {
    /// `c1`.
    pub name: String,
    /// `c_{1}`.
    pub latex_name: String,
    /// Its expression.
    pub meaning: String,
    /// The same as LaTeX.
    pub latex_meaning: String,
}

/// The extent of the equations that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Writing {
    /// Nothing: code needs no text.
    #[default]
    Nothing,
    /// Entries that fit on a page; for longer entries only their length.
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
pub fn readable(
    graph: &mut Graph,
    equations: &Equations,
    bodies: &[Composite],
    writing: Writing,
) -> Readable {
    let (mass, force, named) = named_sums(graph, equations, bodies);
    let mut short: Vec<Node> = mass.iter().map(|entry| entry.2).chain(force.iter().copied()).collect();
    let mut all = |nodes: &[Node]| -> Vec<Node> {
        let forms: Vec<Node> = nodes.iter().map(|&node| graph.textbook(node)).collect();
        short.extend(&forms);
        forms
    };
    let holonomic = all(&equations.constraints.holonomic);
    let nonholonomic = all(&equations.constraints.nonholonomic);
    let rates = all(&equations.rates);
    let sizes = graph.written_sizes();
    let depths = graph.depths();
    let is_short = |node: Node| sizes[node.index()] <= writing.longest() && depths[node.index()] <= DEEPEST;
    // An entry that is no shorter as a sum of products has the numbers of the code.
    let mut legible: BTreeMap<Node, Node> = BTreeMap::new();
    for &node in short.iter().filter(|node| is_short(**node)) {
        legible.entry(node).or_insert_with(|| graph.legible(node));
    }
    let shown: Vec<Node> = short.iter().filter_map(|node| legible.get(node).copied()).collect();
    let composites: Vec<(Abbreviation, Option<String>)> =
        named.iter().map(|(named, what)| (named_sum(graph, named), what.clone())).collect();
    let abbreviations = abbreviations(graph, &shown);
    let text = |node: &Node| {
        let Some(shown) = legible.get(node) else {
            let size = sizes[node.index()];
            let hint = if writing == Writing::Short { "; `--full` writes more" } else { "" };
            return (format!("({size} terms and factors{hint})"), r"\text{(too long)}".to_owned());
        };
        let (mut infix, mut latex) = (graph.infix(*shown), graph.latex(*shown));
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
        composites,
        abbreviations,
    }
}

/// M, f and the names in them.
type NamedSums = (Vec<(usize, usize, Node)>, Vec<Node>, Vec<(Named, Option<String>)>);

/// M and f as a textbook writes them, with names for the sums of parameters that they repeat: the composite masses and
/// inertias of bodies, others `k_1`, `k_2` …
fn named_sums(graph: &mut Graph, equations: &Equations, bodies: &[Composite]) -> NamedSums {
    let mut fixed = SymbolSet::new();
    equations.symbols.parameters.iter().for_each(|&symbol| fixed.insert(symbol));
    let mut known: Vec<(String, Node)> = Vec::new();
    let mut meanings: Vec<String> = Vec::new();
    for Composite { body, joint, motion, masses } in bodies {
        known.push((format!("m_{body}"), graph.sum(masses)));
        meanings.push(format!("mass of {body} and what it carries"));
        let diagonal = |v: usize| equations.mass.entries.iter().find(|&&(i, j, _)| i == v && j == v);
        if let (Some(joint), Some((velocity, true))) = (joint, motion)
            && let Some(&(.., entry)) = diagonal(*velocity)
        {
            known.push((format!("J_{body}"), entry));
            meanings.push(format!("inertia of {body} and what it carries, about {joint}"));
        }
    }
    let entries = &equations.mass.entries;
    // The other half of a symmetric M does not count as another occurrence.
    let upper: Vec<usize> = (0..entries.len()).filter(|&k| entries[k].0 <= entries[k].1).collect();
    let lower: Vec<usize> = (0..entries.len()).filter(|&k| entries[k].0 > entries[k].1).collect();
    let twin = |k: usize| {
        let (i, j, node) = entries[k];
        upper.iter().position(|&other| entries[other] == (j, i, node))
    };
    let alone: Vec<usize> = lower.iter().copied().filter(|&k| twin(k).is_none()).collect();
    let shown: Vec<Node> =
        upper.iter().chain(&alone).map(|&k| entries[k].2).chain(equations.applied.iter().copied()).collect();
    let (forms, named) = graph.composites(&shown, &fixed, &known);
    let (of_mass, force) = forms.split_at(upper.len() + alone.len());
    let mass = (0..entries.len()).filter_map(|k| {
        let own = upper.iter().chain(&alone).position(|&other| other == k).or_else(|| twin(k))?;
        Some((entries[k].0, entries[k].1, of_mass[own]))
    });
    let described = named.into_iter().map(|named| {
        let what = named.known.map(|number| meanings[number].clone());
        (named, what)
    });
    (mass.collect(), force.to_vec(), described.collect())
}

fn named_sum(graph: &mut Graph, named: &Named) -> Abbreviation {
    let sum = graph.legible(named.meaning);
    Abbreviation {
        name: graph.symbol_name(named.symbol).to_owned(),
        latex_name: graph.symbol_latex(named.symbol),
        meaning: graph.infix(sum),
        latex_meaning: graph.latex(sum),
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
    // A name of the description that looks like one of these would be confused with it.
    if all.iter().any(taken) { Vec::new() } else { all }
}
