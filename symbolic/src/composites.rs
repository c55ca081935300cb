//! Sums of parameters that occur several times in textbook forms, under a name each: composite masses and inertias.
//!
//! A textbook form is Σ P_k x_k with products x_k of what moves (coordinates, velocities, time) and polynomials P_k of what does
//! not. A sum C = Σ c_i μ_i of two or more products of parameters has a name N where it occurs twice or more,
//!
//! ```text
//! P = λ ν C + R    →    P = λ ν N + R        λ a number, ν a product of parameters, R without the terms of λ ν C       (1)
//! ```
//!
//! C is one of the sums that are known by a name, or the rest of a P without the factor that all its terms have in common.
//! (1) makes a form shorter by the terms of C less one. Nothing with a coordinate or the time is named.

use super::textbook::{Powers, Sum, Waves, equal};
use super::{Graph, Node, Symbol, SymbolSet};
use std::collections::BTreeMap;

/// The limits of the number and length of forms, beyond which they are unchanged.
const LARGEST: usize = 400;

/// Powers of names and waves that are multiplied.
type Monomial = (Powers, Waves);
/// Coefficients of products of parameters.
type Polynomial = BTreeMap<Monomial, f64>;

/// A sum under a name.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name.
    pub symbol: Symbol,
    /// Number among the known sums, if it is one.
    pub known: Option<usize>,
    /// The sum.
    pub meaning: Node,
}

/// a/b, where b's waves are among a's.
fn quotient(a: &Monomial, b: &Monomial) -> Option<Monomial> {
    let mut result = a.clone();
    for (node, exponent) in &b.0 {
        *result.0.entry(*node).or_insert(0) -= exponent;
    }
    result.0.retain(|_, exponent| *exponent != 0);
    for (wave, count) in &b.1 {
        let own = result.1.get_mut(wave)?;
        *own = own.checked_sub(*count)?;
    }
    result.1.retain(|_, count| *count != 0);
    Some(result)
}

fn times(a: &Monomial, b: &Monomial) -> Monomial {
    let mut result = a.clone();
    for (node, exponent) in &b.0 {
        *result.0.entry(*node).or_insert(0) += exponent;
    }
    result.0.retain(|_, exponent| *exponent != 0);
    for (wave, count) in &b.1 {
        *result.1.entry(wave.clone()).or_insert(0) += count;
    }
    result
}

/// (λ, ν) of (1), the first that applies.
fn occurrence(of: &Polynomial, within: &Polynomial) -> Option<(f64, Monomial)> {
    let (leading, c) = of.first_key_value()?;
    if within.len() < of.len() {
        return None;
    }
    within.iter().find_map(|(monomial, coefficient)| {
        let (factor, shift) = (coefficient / c, quotient(monomial, leading)?);
        let whole = of
            .iter()
            .all(|(own, c)| within.get(&times(own, &shift)).is_some_and(|found| equal(*found, factor * c)));
        whole.then_some((factor, shift))
    })
}

/// Applies (1) as often as possible; returns the number of replacements.
fn replace(of: &Polynomial, name: Node, within: &mut Polynomial) -> usize {
    let mut count = 0;
    while let Some((factor, shift)) = occurrence(of, within) {
        for own in of.keys() {
            within.remove(&times(own, &shift));
        }
        let named = (Powers::from([(name, 1)]), Waves::new());
        within.insert(times(&named, &shift), factor);
        count += 1;
    }
    count
}

/// The quotient by the common factor of all terms, and by their common number.
fn primitive(polynomial: &Polynomial) -> Polynomial {
    let Some((first, &leading)) = polynomial.first_key_value() else { return Polynomial::new() };
    let mut common = first.clone();
    for (powers, waves) in polynomial.keys() {
        common.0.retain(|node, exponent| {
            *exponent = (*exponent).min(powers.get(node).copied().unwrap_or(0));
            *exponent != 0
        });
        common.1.retain(|wave, count| {
            *count = (*count).min(waves.get(wave).copied().unwrap_or(0));
            *count != 0
        });
    }
    let alike = polynomial.values().all(|c| equal(c.abs(), leading.abs()));
    // Their common number is removed; most terms are positive.
    let negative = polynomial.values().filter(|c| c.is_sign_negative()).count();
    let sign = if 2 * negative > polynomial.len() { -1.0 } else { 1.0 };
    let unit = sign * if alike { leading.abs() } else { 1.0 };
    let terms = polynomial.iter();
    terms.filter_map(|(monomial, c)| Some((quotient(monomial, &common)?, c / unit))).collect()
}

/// A textbook form by what moves.
struct Form(BTreeMap<Monomial, Polynomial>);

impl Form {
    fn of(graph: &Graph, sum: &Sum, fixed: &SymbolSet) -> Self {
        let is_fixed = |node: Node| graph.symbol_set(node).iter().all(|symbol| fixed.contains(symbol));
        let mut all: BTreeMap<Monomial, Polynomial> = BTreeMap::new();
        for ((powers, waves), c) in sum {
            let (still, moving): (Powers, Powers) = powers.iter().partition(|(node, _)| is_fixed(**node));
            let (still_waves, moving_waves): (Waves, Waves) =
                waves.clone().into_iter().partition(|(wave, _)| wave.nodes().all(is_fixed));
            all.entry((moving, moving_waves)).or_default().insert((still, still_waves), *c);
        }
        Self(all)
    }

    fn sum(&self) -> Sum {
        let parts = self
            .0
            .iter()
            .flat_map(|(moving, still)| still.iter().map(move |(monomial, c)| (times(moving, monomial), *c)));
        parts.collect()
    }
}

impl Graph {
    /// Textbook forms of expressions, with names for sums of the fixed symbols that occur several times in them. `known` sums
    /// have the names that are given, others `k_1`, `k_2` …; no name is one that the graph has.
    pub fn composites(
        &mut self,
        nodes: &[Node],
        fixed: &SymbolSet,
        known: &[(String, Node)],
    ) -> (Vec<Node>, Vec<Named>) {
        if nodes.len() > LARGEST {
            return (nodes.iter().map(|&node| self.textbook(node)).collect(), Vec::new());
        }
        let mut forms: Vec<Option<Form>> = nodes
            .iter()
            .map(|&node| self.textbook_sum(node).filter(|sum| sum.len() <= LARGEST))
            .map(|sum| sum.map(|sum| Form::of(self, &sum, fixed)))
            .collect();
        let mut candidates: Vec<(usize, Polynomial)> = Vec::new();
        for (number, (_, node)) in known.iter().enumerate() {
            let Some(sum) = self.textbook_sum(*node) else { continue };
            let mut form = Form::of(self, &sum, fixed);
            // Nothing in it moves.
            if form.0.len() == 1
                && let Some(polynomial) = form.0.remove(&Monomial::default())
            {
                candidates.push((number, polynomial));
            }
        }
        // Longer sums first: quotients of shorter ones may still occur in the others.
        candidates.sort_by_key(|(_, polynomial)| core::cmp::Reverse(polynomial.len()));
        let mut named = Vec::new();
        for (number, polynomial) in candidates {
            self.name_sum(&mut forms, &polynomial, (Some(number), &known[number].0), &mut named);
        }
        let mut left: Vec<Polynomial> =
            forms.iter().flatten().flat_map(|form| form.0.values()).map(primitive).collect();
        left.sort_by_key(|polynomial| core::cmp::Reverse(polynomial.len()));
        let mut neutral = 0;
        for polynomial in left {
            let name = format!("k_{}", neutral + 1);
            neutral += usize::from(self.name_sum(&mut forms, &polynomial, (None, &name), &mut named));
        }
        let names: Vec<Node> = named.iter().map(|named| self.node(named.symbol)).collect();
        let forms = nodes
            .iter()
            .zip(forms)
            .map(|(&node, form)| {
                let plain = self.textbook(node);
                let Some(sum) = form.map(|form| form.sum()) else { return plain };
                let has_name =
                    sum.keys().any(|(powers, _)| names.iter().any(|name| powers.contains_key(name)));
                if has_name { self.written(&sum) } else { plain }
            })
            .collect();
        (forms, named)
    }

    /// Names a sum of two or more terms that occurs at least twice.
    fn name_sum(
        &mut self,
        forms: &mut [Option<Form>],
        polynomial: &Polynomial,
        (known, name): (Option<usize>, &str),
        named: &mut Vec<Named>,
    ) -> bool {
        if polynomial.len() < 2 {
            return false;
        }
        let all = forms.iter().flatten().flat_map(|form| form.0.values());
        let occurs = all.filter(|within| occurrence(polynomial, within).is_some()).take(2).count();
        let taken = || (0..self.symbol_count()).any(|i| self.symbol_name(self.symbol_at(i)) == name);
        if occurs < 2 || taken() {
            return false;
        }
        let meaning = self.written(&polynomial.clone());
        let symbol = self.symbol(name);
        let node = self.node(symbol);
        for within in forms.iter_mut().flatten().flat_map(|form| form.0.values_mut()) {
            replace(polynomial, node, within);
        }
        named.push(Named { symbol, known, meaning });
        true
    }
}
