//! Violated levels as errors with names.

use crate::error::{Error, Gap, joint_of};
use crate::{AssemblyFacts, Mechanism, Named, Names, Sizes};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use linkwork_numerics::closure::{self, Open};

/// The mechanism of an error.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub names: &'a Names,
    pub sizes: Sizes,
    /// With the conditions that are rows of the level.
    pub facts: &'a AssemblyFacts<'a>,
}

impl<'a> Subject<'a> {
    pub fn of<M: Mechanism>(m: &'a M, facts: &'a AssemblyFacts<'a>) -> Self {
        Self { names: m.names(), sizes: m.sizes(), facts }
    }

    /// The result of a search, of positions or of velocities (`rates`).
    pub fn closed<R>(&self, found: Result<R, Open>, rates: bool) -> Result<R, Error> {
        found.map_err(|open| self.refused(&open, rates))
    }

    /// The error of a violated level, of positions or of velocities (`rates`).
    pub fn refused(&self, open: &Open, rates: bool) -> Error {
        let Self { names, facts, .. } = self;
        let (below, above) = facts.conditions.split_at(facts.position_conditions.min(facts.conditions.len()));
        let named: Vec<(&Named, bool)> = if rates {
            let of_g = names.holonomic.iter().map(|n| (n, true));
            of_g.chain(names.nonholonomic.iter().chain(above).map(|n| (n, false))).collect()
        } else {
            names.holonomic.iter().chain(below).map(|n| (n, false)).collect()
        };
        let mechanism = names.mechanism.to_string();
        let all = |gaps: &[closure::Gap]| {
            gaps.iter().filter_map(|g| named.get(g.row).map(|of| gap(*of, g.value))).collect()
        };
        match open {
            Open::Given(gaps) => Error::Initial { mechanism, values: Vec::new(), gaps: all(gaps) },
            Open::Contradiction(gaps) => Error::Contradiction { mechanism, gaps: all(gaps) },
            Open::Apart(gaps) => Error::Assembly { mechanism, gaps: all(gaps) },
            Open::TurnedOver(cosines) => {
                Error::TurnedOver { mechanism, joints: joints_of(names, facts.guards, cosines) }
            }
        }
    }
}

fn gap((named, rate): (&Named, bool), value: f64) -> Gap {
    let unit = match (rate, named.unit.is_empty()) {
        (true, false) => format!("{}/s", named.unit),
        _ => named.unit.to_string(),
    };
    let name = if rate { format!("der({})", named.name) } else { named.name.to_string() };
    Gap { name, value, unit }
}

/// The joints of these cosines.
pub(crate) fn joints_of(names: &Names, guards: &[(usize, usize)], cosines: &[usize]) -> Vec<String> {
    let mut joints: Vec<String> = Vec::new();
    for (row, _) in guards.iter().filter(|(_, cosine)| cosines.contains(cosine)) {
        let name = names.holonomic.get(*row).map_or("", |named| named.name.as_ref());
        if !joints.iter().any(|known| known == joint_of(name)) {
            joints.push(joint_of(name).to_owned());
        }
    }
    joints
}
