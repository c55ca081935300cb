//! The side to which the motion leaves a switch, or that it stays there.
//!
//! With the rate of a switching function along the motion of each smooth piece,
//!
//! ```text
//! z'(s) = dz/dt along f with the side s,      the piece s leads away if s z'(s) > 0, and back if s z'(s) < 0          (1)
//! ```
//!
//! If both pieces lead back, as with `sign(der(x))` at rest, the motion stays on z = 0 (A. F. Filippov, *Differential Equations with
//! Discontinuous Righthand Sides*, Kluwer 1988, §4): derivatives of either piece lead the importer to the next event in no time, and so on
//! without end.
//!
//! Invariant: rates that are rounding decide nothing: z' is compared over two times, of which the longer one has the larger change.

use crate::evaluate::{Point, evaluate};
use crate::exchange::LEAVING;
use crate::fault::Fault;
use crate::instance::Instance;
use crate::messages;
use linkwork::{Described, Mechanism};
use linkwork_jit::Tape;
use nalgebra::DVector;

/// The second time of the comparison, relative to δ, and the least ratio of the changes.
const LONGER: f64 = 100.0;
const GROWTH: f64 = 10.0;
/// A function is on its switch if it returns within this part of a step: an importer stops behind the root, by its tolerance.
const NEAR: f64 = 1e-3;

/// Where a piece leads (1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leads {
    Away,
    Back,
    /// Undecided.
    Nowhere,
}

/// The point after this time along the motion: two stages of order 2. `None` if it cannot be evaluated.
pub fn ahead(tape: &Tape, from: &Point<f64>, size: f64) -> Option<Point<f64>> {
    let moved = |along: &Point<f64>, size: f64| {
        let known = evaluate(tape, along, None).ok()?;
        let mut to = from.clone();
        to.t += size;
        to.q.iter_mut().zip(&known.rates).for_each(|(q, rate)| *q += size * rate);
        to.v += &known.a * size;
        to.y += &known.state_rates * size;
        Some(to)
    };
    moved(&moved(from, 0.5 * size)?, size)
}

/// The switching functions at a point.
fn switches(tape: &Tape, at: &Point<f64>) -> Option<DVector<f64>> {
    Some(evaluate(tape, at, None).ok()?.switches)
}

impl Instance {
    /// Sides that have been chosen since `before` lead away from their switches, or are exchanged with those that do.
    ///
    /// # Errors
    /// Both pieces lead back.
    pub fn check_departures(&mut self, before: &[f64]) -> Result<(), Fault> {
        for (k, &before) in before.iter().enumerate() {
            let side = self.now.sides[k];
            if side == 0.0 || side == before || self.leads(k, side) != Leads::Back {
                continue;
            }
            match self.leads(k, -side) {
                // It came from there.
                Leads::Away if before != 0.0 => {}
                Leads::Away => {
                    self.now.sides[k] = -side;
                    self.now.tape.hold(&self.now.sides);
                }
                Leads::Back => {
                    let name = &self.now.tape.names().switches[k].name;
                    return Err(messages::held_on_switch(name, self.now.point.t));
                }
                Leads::Nowhere => {}
            }
        }
        Ok(())
    }

    /// Where the piece on this side of the function k leads, if the function is on its switch.
    fn leads(&self, k: usize, side: f64) -> Leads {
        let mut sides = self.now.sides.clone();
        sides[k] = side;
        let mut tape = self.now.tape.clone();
        tape.hold(&sides);
        let (from, step) = (&self.now.point, self.unit.settings.step);
        let change =
            |size: f64| Some(switches(&tape, &ahead(&tape, from, size)?)?[k] - switches(&tape, from)?[k]);
        let [Some(short), Some(long), Some(z)] = [
            change(LEAVING * step),
            change(LONGER * LEAVING * step),
            switches(&tape, from).map(|all| all[k]),
        ] else {
            return Leads::Nowhere;
        };
        let grows = short * long > 0.0 && long.abs() >= GROWTH * short.abs();
        // |z/z'| in steps.
        let near = z.abs() * LONGER * LEAVING <= NEAR * long.abs();
        match (grows && near, side * long > 0.0) {
            (false, _) => Leads::Nowhere,
            (true, true) => Leads::Away,
            (true, false) => Leads::Back,
        }
    }
}
