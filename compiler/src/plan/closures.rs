//! The data with which `build()` assembles, and a text that tells which of several closures was chosen.

use super::routine::{Routine, Scattered};
use super::start::REMEMBERED;
use linkwork_numerics::closure::Closure;

/// The data for the initial state besides the constraints and conditions.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// Half a unit of the last decimal of given values: positions, direction by direction.
    pub position_tolerances: Vec<f64>,
    /// The same of velocities.
    pub velocity_tolerances: Vec<f64>,
    /// The same of conditions, those between positions first.
    pub condition_tolerances: Vec<f64>,
    /// Which directions are angles.
    pub turns: Vec<bool>,
    /// (holonomic constraint, cosine of the angle whose sine it is).
    pub guards: Vec<(usize, usize)>,
    /// The quantity of each deviation; those of one angle or rotation have one name.
    pub deviation_names: Vec<String>,
    /// Number of cosines.
    pub cosines: usize,
    /// Position → L, d, D row by row, rates of d that are guessed.
    pub measures: Scattered,
    /// Position → h, ∂h/∂q row by row.
    pub guarding: Scattered,
    /// Position → h.
    pub orientation: Routine,
    /// Parameters → q where nothing is given.
    pub reference: Routine,
    /// The closures of the mechanism for the default parameters, the nearest first.
    pub closures: Vec<Closure>,
    /// Whether given values moved within their last decimal.
    pub rounded: bool,
}

impl Assembly {
    /// The quantities in which closures differ, each with its number of rows and the square of the chord: lengths are relative to the
    /// characteristic length.
    fn apart<'s>(&'s self, a: &[f64], b: &[f64]) -> Option<(&'s str, usize, f64)> {
        let mut apart: Vec<(&str, usize, f64)> = Vec::new();
        for ((name, a), b) in self.deviation_names.iter().zip(a).zip(b) {
            let square = (a - b) * (a - b);
            match apart.last_mut().filter(|(known, ..)| known == name) {
                Some(known) => (known.1, known.2) = (known.1 + 1, known.2 + square),
                None => apart.push((name, 1, square)),
            }
        }
        apart.into_iter().fold(None, |best: Option<(&str, usize, f64)>, one| match best {
            Some(best) if best.2 >= one.2 => Some(best),
            _ => Some(one),
        })
    }

    /// `the nearest of 2 to the reference; the next is distinguished by `b.angle`, 139 deg away`, or `number 2 of 2 by the
    /// distance from the reference; the nearest is distinguished by …`; nothing where there is no choice. One of a continuum is not counted: then it is
    /// `not determined by `initial`: …`.
    pub fn choice(&self, closures: &[Closure], number: usize) -> Option<String> {
        let taken = closures.get(number)?;
        if let Some(beside) = &taken.beside {
            let (name, ..) = self.apart(&taken.deviations, beside)?;
            return Some(format!(
                "not determined by `initial`: one of a continuum at the same distance from the reference, \
                 along which `{name}` changes"
            ));
        }
        if closures.len() < 2 {
            return None;
        }
        let (next, which) =
            if number == 0 { (&closures[1], "the next") } else { (&closures[0], "the nearest") };
        let (name, rows, square) = self.apart(&taken.deviations, &next.deviations)?;
        let chord = square.sqrt();
        // An angle has two rows, a rotation nine; guessed ones are weighted, and have no angle.
        let away = match rows > 1 && chord <= 2.0 {
            true => format!(", {:.0} deg away", (2.0 * (chord / 2.0).asin()).to_degrees()),
            false => String::new(),
        };
        // The compiler keeps some of many.
        let more = if closures.len() == REMEMBERED { " or more" } else { "" };
        let count = closures.len();
        let place = match number {
            0 => format!("the nearest of {count}{more} to the reference"),
            _ => format!("number {} of {count}{more} by the distance from the reference", number + 1),
        };
        Some(format!("{place}; {which} is distinguished by `{name}`{away}"))
    }
}
