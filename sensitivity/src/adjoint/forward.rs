//! The forward pass: the run in dual numbers, with the beginnings of its segments.

use super::chain::Chain;
use super::native::replay::Kind;
use super::native::signature;
use super::native::tangent::{Progress, Tangent};
use super::other;
use super::watch::Watch;
use core::ops::Range;
use linkwork::Error;
use linkwork::snapshot::Transfer;
use linkwork::solution::{Quantities, State};
use linkwork::stepper::Stepper;
use linkwork_jit::Mode;
use linkwork_methods::{Lifted, Workspace};
use num_dual::Dual64;
use std::collections::HashMap;

/// The mechanism in dual numbers.
type Dual = Lifted<Tangent>;

/// The largest number of kinds of steps that are told apart; steps of others are recorded.
const KINDS: usize = 12;
/// Steps before the first one that represents its kind: methods with a history begin differently.
pub const BEGINNING: u64 = 2;

/// A run.
pub struct Forward {
    /// J, and its tangent.
    pub value: f64,
    pub tangent: f64,
    /// The states at the beginnings of segments, as bytes; the first is empty.
    pub kept: Vec<Vec<u8>>,
    /// The values of all terms.
    pub terms: Vec<f64>,
    /// The number of the kind of each step, and the kinds, each with a step of this kind: its number, and the state at its beginning.
    pub steps: Vec<u32>,
    pub kinds: Vec<(Kind, u64, Vec<u8>)>,
}

/// Runs, and refuses runs without adjoint. Kinds are those of native code; there are none without it.
pub fn forward(
    (m, held): (&Dual, &Dual),
    chain: &Chain<'_, Tangent>,
    (quantities, all_columns): (&mut Quantities<Dual>, &[usize]),
    sides: &[f64],
    (bounds, mode, progress): (&[u64], Mode, Progress),
) -> Result<Forward, Error> {
    let (method, steps) = (chain.method, chain.steps);
    let mut run = Forward {
        value: 0.0,
        tangent: 0.0,
        kept: Vec::new(),
        terms: vec![0.0; chain.terms.len()],
        steps: Vec::new(),
        kinds: Vec::new(),
    };
    let mut w = chain.start(held)?;
    let mut watch = Watch::new(held, sides);
    let mut end = None;
    let mut numbers: HashMap<Kind, u32> = HashMap::new();
    let bytes_of = |w: &mut _| -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        method.transfer(held, w, &mut Transfer::writing(&mut bytes))?;
        Ok(bytes)
    };
    let mut next = 0;
    for n in 0..steps {
        progress.note(n);
        if bounds.get(next) == Some(&n) {
            run.kept.push(if n > 0 { bytes_of(&mut w)? } else { Vec::new() });
            next += 1;
        }
        let each = |term: usize, state: &State<_>| {
            let x: Dual64 = quantities.of_state(m, state)[all_columns[term]];
            let (contributed, slope) = chain.terms[term].of(x.re);
            (run.value, run.tangent) = (run.value + contributed, run.tangent + slope * x.eps);
            run.terms[term] = x.re;
        };
        let mut made = 0;
        let advanced = chain.advance(held, &mut w, n..n + 1, each, |w, report, at| {
            if at == n {
                made = signature::take();
            }
            watch.look(held, method, w, report, at + 1 >= steps);
            if at == steps {
                end = Some(State::from(&method.sample(w)));
            }
        });
        if let Err(error) = advanced {
            if matches!(error, Error::Step(_)) {
                other::refuse(m, chain, None)?;
            }
            return Err(error);
        }
        if mode == Mode::Native {
            let columns = chain.terms_at(n).map(|term| all_columns[term]).collect();
            let kind = Kind { signature: made, columns };
            let inner = n >= BEGINNING && n + 1 < steps;
            let number = match numbers.get(&kind) {
                Some(number) => *number,
                None if inner && numbers.len() < KINDS => {
                    let number = numbers.len() as u32;
                    numbers.insert(kind.clone(), number);
                    let begin = again(held, chain, &w, (&run.kept, bounds[next - 1]..n))?;
                    run.kinds.push((kind, n, begin));
                    number
                }
                None => u32::MAX,
            };
            run.steps.push(number);
        }
    }
    drop(w);
    if watch.is_doubtful() {
        other::refuse(m, chain, end.as_ref())?;
    }
    Ok(run)
}

/// The state at the end of a range of steps that begins with the last segment, as bytes.
fn again(
    held: &Dual,
    chain: &Chain<'_, Tangent>,
    w: &Workspace<Dual>,
    (kept, range): (&[Vec<u8>], Range<u64>),
) -> Result<Vec<u8>, Error> {
    let mut w = w.clone();
    let begin = kept.last().map_or(&[][..], |bytes| bytes);
    chain.method.transfer(held, &mut w, &mut Transfer::reading(begin))?;
    chain.advance(held, &mut w, range, |_, _| (), |_, _, _| ())?;
    let mut bytes = Vec::new();
    chain.method.transfer(held, &mut w, &mut Transfer::writing(&mut bytes))?;
    Ok(bytes)
}
