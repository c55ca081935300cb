//! From what the user knows of the initial state to a complete one: closes the loops, position
//! first, then velocity.
//!
//! Invariant: what comes back satisfies every constraint, repeated ones included, to 1e-12 of the size
//! of its terms, or it is an error that names the constraints that stay open. Given values are not
//! moved, unless they violate a constraint by no more than 1e-5, as rounded decimals do.

mod distance;
mod least_norm;
mod newton;

pub use distance::{AssemblyReport, assembly_report};

use crate::error::{Error, Gap, Row};
use crate::{Mechanism, Named, Real, Vector};
use newton::{CLOSED, Evaluated, Level, Remaining, closed, newton, worst};

/// How far given values may be off a constraint, relative to the size of its terms: values that were
/// typed with six digits (`x: 0.866025`) pass, and are then moved onto the constraint.
const GIVEN: f64 = 1e-5;
/// Where Newton's iteration starts again if it got stuck: this far from the guess, in every free direction.
const NUDGES: [f64; 2] = [1e-3, 1e-1];
/// A gap is named in an error if it is at least this part of the largest.
const WORTH_NAMING: f64 = 1e-2;

/// Which entries of the initial state the user gave, by position in the velocity vector (on a
/// manifold: which directions of the tangent space). A missing entry counts as not given.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'a> {
    /// Positions that stay as they are.
    pub positions: &'a [bool],
    /// Velocities that stay as they are.
    pub velocities: &'a [bool],
}

/// A quantity of a body must be positive (`strict`), or at least not negative.
///
/// # Errors
/// [`Error::Unphysical`] with the reason.
pub fn check_body(mechanism: &str, reason: &str, value: f64, strict: bool) -> Result<(), Error> {
    // Not a number fails too.
    if value > 0.0 || (!strict && value == 0.0) {
        return Ok(());
    }
    Err(Error::Unphysical { mechanism: mechanism.into(), reason: reason.into(), value })
}

/// A complete initial state (q, v, y) at t = 0.
pub type Assembled<M> =
    (<M as Mechanism>::Configuration, <M as Mechanism>::Velocity, <M as Mechanism>::States);

/// Equations that the initial state satisfies beside the constraints: residuals first, then their Jacobian,
/// row by row. Those between positions come first; the others are linear in the velocities.
pub struct Conditions<'a, M: Mechanism> {
    /// Their names.
    pub names: &'a [Named],
    /// How many are between positions.
    pub positions: usize,
    /// Residuals and Jacobian at a configuration and a velocity.
    pub evaluate: &'a Evaluation<'a, M>,
}

/// What [`Conditions`] evaluates with.
pub type Evaluation<'a, M> =
    dyn Fn(&<M as Mechanism>::Placed, &<M as Mechanism>::Velocity, &mut [<M as Mechanism>::Scalar]) + 'a;

impl<M: Mechanism> Conditions<'_, M> {
    /// Residuals and Jacobian of one level, appended to those of the constraints.
    fn append(
        &self,
        rows: core::ops::Range<usize>,
        at: &M::Placed,
        v: &M::Velocity,
        to: &mut Evaluated<M::Scalar>,
    ) {
        let (count, n) = (self.names.len(), v.len());
        if rows.is_empty() {
            return;
        }
        let mut all = vec![M::Scalar::zero(); count * (1 + n)];
        (self.evaluate)(at, v, &mut all);
        to.0.extend_from_slice(&all[rows.clone()]);
        to.1.extend_from_slice(&all[count + rows.start * n..count + rows.end * n]);
    }
}

/// A parameter must be finite.
///
/// # Errors
/// [`Error::Parameter`].
pub fn check_parameter(mechanism: &str, name: &str, value: f64) -> Result<(), Error> {
    if value.is_finite() {
        Ok(())
    } else {
        Err(Error::parameter(mechanism, name, value, "a parameter must be a finite number"))
    }
}

/// Assembles the initial state: given entries are kept and the others are found near `guess`, so that
///
/// ```text
/// g(t₀, q) = 0                                     position    (1)
/// G v + g_t = 0,   k(t₀, q, v) = 0                 velocity    (2)
/// ```
///
/// Each level is solved by Newton's iteration; every correction is the shortest that satisfies the
/// linearised constraints. The rank of the Jacobian is found on the way, so constraints that repeat
/// others are accepted if they agree with them. The iteration converges on every part and lane
/// of the scalar.
///
/// # Errors
/// [`Error::Initial`] where constraints between given values alone are violated,
/// [`Error::Assembly`] where other constraints stay open, [`Error::NotFinite`] where the guess or the result is not finite.
pub fn assemble<M: Mechanism>(m: &M, guess: Assembled<M>, given: Given<'_>) -> Result<Assembled<M>, Error> {
    assemble_at(m, M::Scalar::zero(), guess, given, None)
}

/// [`assemble`] with equations that hold beside the constraints.
///
/// # Errors
/// As [`assemble`]; conditions are named like constraints.
pub fn assemble_with<M: Mechanism>(
    m: &M,
    guess: Assembled<M>,
    given: Given<'_>,
    conditions: &Conditions<'_, M>,
) -> Result<Assembled<M>, Error> {
    assemble_at(m, M::Scalar::zero(), guess, given, Some(conditions))
}

/// [`assemble`] at another time than 0.
pub(crate) fn assemble_at<M: Mechanism>(
    m: &M,
    t: M::Scalar,
    guess: Assembled<M>,
    given: Given<'_>,
    conditions: Option<&Conditions<'_, M>>,
) -> Result<Assembled<M>, Error> {
    let (mut q, mut v, y) = guess;
    check_finite(m, q.as_slice(), v.as_slice(), y.as_slice())?;
    m.wind(&mut q);
    if M::CONSTRAINED || conditions.is_some() {
        let now = m.now(t);
        let mut positions = Positions { m, now: &now, at: m.unplaced(), n: v.len(), conditions };
        close(m, &mut positions, &mut q, given.positions)?;
        m.place(&now, &q, &mut positions.at);
        let mut velocities = Velocities { m, at: &positions.at, y: &y, moving: m.unmoved(), conditions };
        close(m, &mut velocities, &mut v, given.velocities)?;
        check_finite(m, q.as_slice(), v.as_slice(), y.as_slice())?;
    }
    Ok((q, v, y))
}

/// Equation (1).
struct Positions<'a, M: Mechanism> {
    m: &'a M,
    now: &'a M::Now,
    at: M::Placed,
    n: usize,
    conditions: Option<&'a Conditions<'a, M>>,
}

impl<M: Mechanism> Level<M> for Positions<'_, M> {
    type Point = M::Configuration;

    fn evaluate(&mut self, q: &M::Configuration) -> Evaluated<M::Scalar> {
        self.m.place(self.now, q, &mut self.at);
        let rows = self.m.sizes().holonomic;
        let mut g = M::Holonomic::zeros(rows);
        let mut jacobian = vec![M::Scalar::zero(); rows * self.n];
        self.m.holonomic(&self.at, &mut g);
        self.m.constraint_jacobian(&self.at, &mut jacobian);
        let mut evaluated = (g.as_slice().to_vec(), jacobian);
        if let Some(conditions) = self.conditions {
            conditions.append(0..conditions.positions, &self.at, &M::Velocity::zeros(self.n), &mut evaluated);
        }
        evaluated
    }

    fn displace(&self, q: &mut M::Configuration, by: &[M::Scalar]) {
        let mut step = M::Velocity::zeros(self.n);
        step.as_mut_slice().copy_from_slice(by);
        self.m.advance(q, &step, &mut M::Velocity::zeros(self.n));
    }

    fn sizes(&self, q: &M::Configuration) -> Vec<f64> {
        if q.len() == self.n + self.m.sizes().turns {
            q.as_slice().iter().take(self.n).map(|x| x.leading()).collect()
        } else {
            vec![q.as_slice().iter().map(|x| x.leading()).fold(1.0, f64::max); self.n]
        }
    }

    fn names(&self) -> Vec<(&Named, bool)> {
        let beside = self.conditions.map_or(&[][..], |c| &c.names[..c.positions]);
        self.m.names().holonomic.iter().chain(beside).map(|n| (n, false)).collect()
    }
}

/// Equation (2).
struct Velocities<'a, M: Mechanism> {
    m: &'a M,
    at: &'a M::Placed,
    y: &'a M::States,
    moving: M::Moving,
    conditions: Option<&'a Conditions<'a, M>>,
}

impl<M: Mechanism> Level<M> for Velocities<'_, M> {
    type Point = M::Velocity;

    fn evaluate(&mut self, v: &M::Velocity) -> Evaluated<M::Scalar> {
        let sizes = self.m.sizes();
        let mut rate = M::Holonomic::zeros(sizes.holonomic);
        let mut slip = M::Nonholonomic::zeros(sizes.nonholonomic);
        let mut jacobian = vec![M::Scalar::zero(); (sizes.holonomic + sizes.nonholonomic) * v.len()];
        let (holonomic, nonholonomic) = jacobian.split_at_mut(sizes.holonomic * v.len());
        self.m.holonomic_rate(self.at, v, &mut rate);
        self.m.nonholonomic(self.at, v, &mut slip);
        self.m.constraint_jacobian(self.at, holonomic);
        let none = (M::Holonomic::zeros(sizes.holonomic), M::Nonholonomic::zeros(sizes.nonholonomic));
        self.m.moving(self.at, v, self.y, (&none.0, &none.1), &mut self.moving);
        self.m.velocity_jacobian(self.at, &self.moving, nonholonomic);
        let mut evaluated = ([rate.as_slice(), slip.as_slice()].concat(), jacobian);
        if let Some(conditions) = self.conditions {
            let rows = conditions.positions..conditions.names.len();
            conditions.append(rows, self.at, v, &mut evaluated);
        }
        evaluated
    }

    fn displace(&self, v: &mut M::Velocity, by: &[M::Scalar]) {
        for (v, by) in v.as_mut_slice().iter_mut().zip(by) {
            *v = *v + *by;
        }
    }

    fn sizes(&self, v: &M::Velocity) -> Vec<f64> {
        v.as_slice().iter().map(|x| x.leading()).collect()
    }

    fn names(&self) -> Vec<(&Named, bool)> {
        let names = self.m.names();
        let rates = names.holonomic.iter().map(|n| (n, true));
        let beside = self.conditions.map_or(&[][..], |c| &c.names[c.positions..]);
        rates.chain(names.nonholonomic.iter().chain(beside).map(|n| (n, false))).collect()
    }
}

/// Newton's iteration on one level: moves the free entries of `point` until every residual is closed.
fn close<M: Mechanism, L: Level<M>>(
    m: &M,
    level: &mut L,
    point: &mut L::Point,
    given: &[bool],
) -> Result<(), Error> {
    let columns = level.sizes(point).len();
    let free: Vec<bool> = (0..columns).map(|i| !given.get(i).copied().unwrap_or(false)).collect();
    let guess = point.clone();
    let mut remaining = newton::<M, L>(level, point, &free);
    for nudge in NUDGES {
        if closed(&remaining) {
            return Ok(());
        }
        // The guess may be a singular position (a stretched chain, a gradient that vanishes).
        let mut nudged = guess.clone();
        let by = |i: usize| {
            if free[i] { nudge * (1.0 + i as f64).sin() } else { 0.0 }
        };
        level.displace(&mut nudged, &(0..columns).map(|i| M::Scalar::exact(by(i))).collect::<Vec<_>>());
        let found = newton::<M, L>(level, &mut nudged, &free);
        if worst(&found) < worst(&remaining) {
            (*point, remaining) = (nudged, found);
        }
    }
    // Given values may be decimals that were rounded: then nothing but the last digits has to move.
    if closed(&remaining)
        || remaining.iter().all(|r| r.relative <= GIVEN)
            && closed(&newton::<M, L>(level, point, &vec![true; columns]))
    {
        return Ok(());
    }
    let fixed: Vec<&Remaining> = remaining.iter().filter(|r| r.relative > GIVEN && !r.free).collect();
    // Where the search stopped, constraints that could be closed may be open by a little.
    let least = (WORTH_NAMING * worst(&remaining)).max(CLOSED);
    let open: Vec<&Remaining> =
        remaining.iter().filter(|r| r.relative > least || r.relative.is_nan()).collect();
    let names = level.names();
    let gaps = |list: &[&Remaining]| list.iter().map(|r| gap(names[r.row], r.gap)).collect::<Vec<_>>();
    let mechanism = m.names().mechanism.to_string();
    Err(if fixed.is_empty() {
        Error::Assembly { mechanism, gaps: gaps(&open) }
    } else {
        Error::Initial { mechanism, gaps: gaps(&fixed) }
    })
}

fn gap((named, rate): (&Named, bool), value: f64) -> Gap {
    let unit = match (rate, named.unit.is_empty()) {
        (true, false) => format!("{}/s", named.unit),
        _ => named.unit.to_string(),
    };
    let name = if rate { format!("der({})", named.name) } else { named.name.to_string() };
    Gap { name, value, unit }
}

fn check_finite<M: Mechanism>(m: &M, q: &[M::Scalar], v: &[M::Scalar], y: &[M::Scalar]) -> Result<(), Error> {
    let bad = |list: &[M::Scalar]| list.iter().position(|x| !x.is_finite());
    let coordinate = |i: usize| match m.names().coordinates.get(i) {
        Some(n) => Row::Coordinate(n.name.to_string()),
        None => Row::Outside(i),
    };
    let row = if let Some(i) = bad(q) {
        coordinate(i)
    } else if let Some(i) = bad(v) {
        Row::of_matrix(m, i)
    } else if let Some(i) = bad(y) {
        Row::of_state(m, i)
    } else {
        return Ok(());
    };
    Err(Error::NotFinite { mechanism: m.names().mechanism.to_string(), row })
}
