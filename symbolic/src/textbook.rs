//! Expressions as a textbook writes them: products multiplied out, numbers folded, rotations about parallel axes merged.
//!
//! ```text
//! cos α cos β + sin α sin β = cos(α − β)        sin α cos β − cos α sin β = sin(α − β)                  (1)
//! cos α cos β − sin α sin β = cos(α + β)        sin α cos β + cos α sin β = sin(α + β)                  (2)
//! a cos² α + b sin² α = b + (a − b) cos² α                                                              (3)
//! cos α cos β = [cos(α − β) + cos(α + β)]/2     and so on for all products                               (4)
//! ```
//!
//! (1) to (3) merge pairs of terms that have everything else in common; (4) is applied where the terms of one monomial
//! become fewer. For people, not for code: coefficients are rounded to nine digits.

use super::{Constant, Function, Graph, Node, View};
use std::collections::BTreeMap;
use std::rc::Rc;

/// More terms than this are not multiplied out.
const TERMS: usize = 1500;
/// Coefficients that agree to this relative difference are equal: they are sums of products of doubles.
const EQUAL: f64 = 1e-12;

/// Σ cᵢ xᵢ + c, the argument of a sine or cosine.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Angle {
    terms: BTreeMap<Node, Constant>,
    constant: Constant,
}

impl Angle {
    /// α + sign β, if the coefficients have exact sums.
    fn plus(&self, sign: i64, other: &Self) -> Option<Self> {
        let sign = Constant::integer(sign);
        let mut terms = self.terms.clone();
        for (node, coefficient) in &other.terms {
            let own = terms.get(node).copied().unwrap_or(Constant::integer(0));
            let sum = own.add(coefficient.mul(sign)?)?;
            if sum.is_zero() {
                terms.remove(node);
            } else {
                terms.insert(*node, sum);
            }
        }
        Some(Self { terms, constant: self.constant.add(other.constant.mul(sign)?)? })
    }

    /// The angle or its negative, whichever begins with a positive coefficient, and whether it is the negative.
    fn upright(self) -> (Self, bool) {
        let leading = self.terms.values().next().copied().unwrap_or(self.constant);
        if !leading.is_negative() {
            return (self, false);
        }
        let terms = self.terms.into_iter().map(|(node, c)| (node, c.neg())).collect();
        (Self { terms, constant: self.constant.neg() }, true)
    }
}

/// A sine or cosine.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Wave {
    angle: Angle,
    is_sine: bool,
}

impl Wave {
    /// The terms of its angle.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node> {
        self.angle.terms.keys().copied()
    }

    /// The factor and the wave, or the number alone: sin(−α) = −sin α, cos 0 = 1.
    fn new(is_sine: bool, angle: Angle) -> (f64, Option<Self>) {
        let (angle, negative) = angle.upright();
        let sign = if negative && is_sine { -1.0 } else { 1.0 };
        if angle.terms.is_empty() {
            let value = angle.constant.to_f64();
            return (sign * if is_sine { value.sin() } else { value.cos() }, None);
        }
        (sign, Some(Self { angle, is_sine }))
    }
}

/// The factors after a coefficient: powers of names and of sums that are not multiplied out, sines and cosines.
pub(super) type Powers = BTreeMap<Node, i32>;
pub(super) type Waves = BTreeMap<Wave, u32>;
pub(super) type Sum = BTreeMap<(Powers, Waves), f64>;

/// Adds to a term; the remainder of two that cancel is rounding. Terms are not compared with each other: a small number may
/// stand before a large quantity.
fn add(sum: &mut Sum, key: (Powers, Waves), coefficient: f64) {
    let term = sum.entry(key).or_insert(0.0);
    let whole = term.abs() + coefficient.abs();
    *term += coefficient;
    if term.abs() <= EQUAL * whole {
        *term = 0.0;
    }
}

/// Terms that have cancelled are removed.
fn clean(sum: &mut Sum) {
    sum.retain(|_, c| *c != 0.0);
}

fn product(a: &Sum, b: &Sum) -> Option<Sum> {
    if a.len() * b.len() > TERMS {
        return None;
    }
    let mut all = Sum::new();
    for ((powers, waves), c) in a {
        for ((more_powers, more_waves), d) in b {
            let (mut powers, mut waves) = (powers.clone(), waves.clone());
            for (node, exponent) in more_powers {
                *powers.entry(*node).or_insert(0) += exponent;
            }
            powers.retain(|_, exponent| *exponent != 0);
            for (wave, count) in more_waves {
                *waves.entry(wave.clone()).or_insert(0) += count;
            }
            add(&mut all, (powers, waves), c * d);
        }
    }
    Some(all)
}

/// Multiplies out.
struct Expansion<'g> {
    graph: &'g Graph,
    known: BTreeMap<Node, Rc<Sum>>,
}

impl Expansion<'_> {
    /// A node as one factor.
    fn whole(node: Node, exponent: i32) -> Sum {
        Sum::from([((Powers::from([(node, exponent)]), Waves::new()), 1.0)])
    }

    fn number(value: f64) -> Sum {
        if value == 0.0 { Sum::new() } else { Sum::from([((Powers::new(), Waves::new()), value)]) }
    }

    /// A node without names is a number.
    fn is_number(&self, node: Node) -> bool {
        self.graph.symbol_set(node).is_empty()
    }

    fn angle(&self, node: Node) -> Angle {
        match self.graph.view(node) {
            View::Sum { constant, terms } => Angle { terms: terms.iter().copied().collect(), constant },
            View::Constant(constant) => Angle { terms: BTreeMap::new(), constant },
            View::Shared(inner) => self.angle(inner),
            _ => Angle {
                terms: BTreeMap::from([(node, Constant::integer(1))]),
                constant: Constant::integer(0),
            },
        }
    }

    /// The sum of a node, or `None` if it has too many terms.
    fn of(&mut self, node: Node) -> Option<Rc<Sum>> {
        if let Some(known) = self.known.get(&node) {
            return Some(Rc::clone(known));
        }
        let sum = Rc::new(self.expanded(node)?);
        self.known.insert(node, Rc::clone(&sum));
        Some(sum)
    }

    fn expanded(&mut self, node: Node) -> Option<Sum> {
        if self.is_number(node) {
            let value = self.graph.evaluate(&[node], &|_| f64::NAN)[0];
            return Some(if value.is_finite() { Self::number(value) } else { Self::whole(node, 1) });
        }
        let graph = self.graph;
        Some(match graph.view(node) {
            View::Sum { constant, terms } => {
                let mut all = Self::number(constant.to_f64());
                for (part, coefficient) in terms {
                    for (key, c) in self.of(*part)?.iter() {
                        add(&mut all, key.clone(), c * coefficient.to_f64());
                    }
                }
                if all.len() > TERMS {
                    return None;
                }
                clean(&mut all);
                all
            }
            View::Product { factors } => {
                let mut all = Self::number(1.0);
                for &(factor, exponent) in factors {
                    let part = self.of(factor)?;
                    all = match (exponent, part.first_key_value()) {
                        (1.., _) => {
                            let mut all = all;
                            for _ in 0..exponent {
                                all = product(&all, &part)?;
                            }
                            all
                        }
                        (_, Some(((powers, waves), c))) if part.len() == 1 && waves.is_empty() => {
                            let powers = powers.iter().map(|(node, own)| (*node, own * exponent)).collect();
                            product(&all, &Sum::from([((powers, Waves::new()), c.powi(exponent))]))?
                        }
                        _ => product(&all, &Self::whole(factor, exponent))?,
                    };
                }
                all
            }
            View::Call(function @ (Function::Sin | Function::Cos), &[argument]) => {
                let (sign, wave) = Wave::new(function == Function::Sin, self.angle(argument));
                let waves = wave.into_iter().map(|wave| (wave, 1)).collect();
                Sum::from([((Powers::new(), waves), sign)])
            }
            View::Shared(inner) => self.of(inner)?.as_ref().clone(),
            _ => Self::whole(node, 1),
        })
    }
}

pub(super) fn equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= EQUAL * (a.abs() + b.abs())
}

/// A key without one of two waves (or two of one).
fn without(waves: &Waves, removed: &[&Wave]) -> Option<Waves> {
    let mut rest = waves.clone();
    for wave in removed {
        let count = rest.get_mut(*wave)?;
        *count -= 1;
        if *count == 0 {
            rest.remove(*wave);
        }
    }
    Some(rest)
}

fn with(mut waves: Waves, more: &[&Wave]) -> Waves {
    for wave in more {
        *waves.entry((*wave).clone()).or_insert(0) += 1;
    }
    waves
}

/// One use of (1) to (3), if there is one.
fn merge_once(sum: &mut Sum) -> bool {
    for ((powers, waves), &c) in sum.iter() {
        let all: Vec<&Wave> = waves.keys().collect();
        for (i, first) in all.iter().enumerate() {
            // (3)
            if first.is_sine && waves[*first] >= 2 {
                let cosine = Wave { is_sine: false, ..(*first).clone() };
                let Some(rest) = without(waves, &[first, first]) else { continue };
                let partner = (powers.clone(), with(rest.clone(), &[&cosine, &cosine]));
                if let Some(&d) = sum.get(&partner) {
                    let (key, rest) = ((powers.clone(), waves.clone()), (powers.clone(), rest));
                    sum.remove(&key);
                    add(sum, rest, c);
                    add(sum, partner.clone(), -c);
                    if equal(c, d) {
                        sum.remove(&partner);
                    }
                    return true;
                }
            }
            for second in &all[i + 1..] {
                // (1) and (2): in the partner both are shifted by a quarter turn.
                let twins = [first, second].map(|wave| Wave { is_sine: !wave.is_sine, ..(*wave).clone() });
                let Some(rest) = without(waves, &[first, second]) else { continue };
                let partner = (powers.clone(), with(rest.clone(), &[&twins[0], &twins[1]]));
                // sin α cos α is its own partner: one term, not two.
                if partner.1 == *waves {
                    continue;
                }
                let Some(&d) = sum.get(&partner) else { continue };
                let sign = if equal(c, d) {
                    1.0
                } else if equal(c, -d) {
                    -1.0
                } else {
                    continue;
                };
                let (of_first, of_second) = (&first.angle, &second.angle);
                // c (first second + sign twins): both alike, cos(α − sign β) up to the sign of the cosines' product;
                // one of each, sin(α + sign β).
                let alike = first.is_sine == second.is_sine;
                let combined = if alike {
                    of_first.plus(if sign > 0.0 { -1 } else { 1 }, of_second)
                } else if first.is_sine {
                    of_first.plus(if sign > 0.0 { 1 } else { -1 }, of_second)
                } else {
                    of_second.plus(if sign > 0.0 { 1 } else { -1 }, of_first)
                };
                let Some(angle) = combined else { continue };
                // sin sin − cos cos = −cos(α + β).
                let turned = if alike && first.is_sine && sign < 0.0 { -1.0 } else { 1.0 };
                let (factor, wave) = Wave::new(!alike, angle);
                let key = (powers.clone(), waves.clone());
                let merged = (powers.clone(), with(rest, &wave.iter().collect::<Vec<_>>()));
                sum.remove(&key);
                sum.remove(&partner);
                add(sum, merged, c * factor * turned);
                return true;
            }
        }
    }
    false
}

/// (4) for a product of waves: sums of single waves.
fn harmonics(waves: &Waves) -> Option<Vec<(f64, Option<Wave>)>> {
    let mut all: Vec<(f64, Option<Wave>)> = vec![(1.0, None)];
    for wave in waves.iter().flat_map(|(wave, count)| std::iter::repeat_n(wave, *count as usize)) {
        let mut next = Vec::new();
        for (c, own) in all {
            let Some(own) = own else {
                next.push((c, Some(wave.clone())));
                continue;
            };
            let (minus, plus) = (own.angle.plus(-1, &wave.angle)?, own.angle.plus(1, &wave.angle)?);
            let half = 0.5 * c;
            let parts = match (own.is_sine, wave.is_sine) {
                (false, false) => [(half, false, minus), (half, false, plus)],
                (true, true) => [(half, false, minus), (-half, false, plus)],
                (true, false) => [(half, true, minus), (half, true, plus)],
                (false, true) => [(-half, true, minus), (half, true, plus)],
            };
            for (c, is_sine, angle) in parts {
                let (sign, wave) = Wave::new(is_sine, angle);
                next.push((c * sign, wave));
            }
        }
        if next.len() > TERMS {
            return None;
        }
        all = next;
    }
    Some(all)
}

/// Terms and waves of a sum.
fn length(sum: &Sum) -> usize {
    sum.keys().map(|(powers, waves)| 1 + powers.len() + 2 * waves.values().sum::<u32>() as usize).sum()
}

/// (4) for the terms of each monomial if that reduces their number.
fn by_harmonics(sum: Sum) -> Sum {
    let mut groups: BTreeMap<Powers, Sum> = BTreeMap::new();
    for ((powers, waves), c) in sum {
        groups.entry(powers.clone()).or_default().insert((powers, waves), c);
    }
    let mut all = Sum::new();
    for (powers, group) in groups {
        let other = || -> Option<Sum> {
            let mut other = Sum::new();
            for ((_, waves), c) in &group {
                for (factor, wave) in harmonics(waves)? {
                    let waves: Waves = wave.into_iter().map(|wave| (wave, 1)).collect();
                    add(&mut other, (powers.clone(), waves), c * factor);
                }
            }
            clean(&mut other);
            Some(other)
        };
        match other() {
            Some(other) if other.len() <= group.len() && length(&other) < length(&group) => all.extend(other),
            _ => all.extend(group),
        }
    }
    all
}

/// A coefficient with nine digits.
fn rounded(c: f64) -> Constant {
    let text = format!("{:.8e}", c.abs());
    let value = Constant::decimal_literal(&text).unwrap_or(Constant::integer(0));
    if c < 0.0 { value.neg() } else { value }
}

impl Graph {
    /// The textbook form of the expression, or the expression itself if that is not shorter.
    pub fn textbook(&mut self, node: Node) -> Node {
        let Some(sum) = self.textbook_sum(node) else { return node };
        let written = self.written(&sum);
        let sizes = self.written_sizes();
        if sizes[written.index()] < sizes[node.index()] { written } else { node }
    }

    /// The terms of the textbook form, or `None` if there are too many.
    pub(super) fn textbook_sum(&self, node: Node) -> Option<Sum> {
        let expanded = Expansion { graph: self, known: BTreeMap::new() }.of(node)?;
        let mut sum = expanded.as_ref().clone();
        while sum.len() <= TERMS && merge_once(&mut sum) {}
        let mut sum = by_harmonics(sum);
        while merge_once(&mut sum) {}
        clean(&mut sum);
        Some(sum)
    }

    /// A sum as an expression, its coefficients with nine digits.
    pub(super) fn written(&mut self, sum: &Sum) -> Node {
        let mut terms = Vec::with_capacity(sum.len());
        let mut constant = Constant::integer(0);
        for ((powers, waves), c) in sum {
            if powers.is_empty() && waves.is_empty() {
                constant = rounded(*c);
                continue;
            }
            let mut factors: Vec<(Node, i32)> = powers.iter().map(|(node, e)| (*node, *e)).collect();
            for (wave, count) in waves {
                let angle: Vec<(Node, Constant)> =
                    wave.angle.terms.iter().map(|(node, c)| (*node, *c)).collect();
                let angle = self.linear_combination(wave.angle.constant, &angle);
                let function = if wave.is_sine { Function::Sin } else { Function::Cos };
                factors.push((self.call(function, &[angle]), *count as i32));
            }
            let term = self.monomial(Constant::integer(1), &factors);
            terms.push((term, rounded(*c)));
        }
        self.linear_combination(constant, &terms)
    }
}
