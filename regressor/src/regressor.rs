//! The columns of the equations of motion.
//!
//! ```text
//! r(π) = M a − f₀,     Y_j = ∂r/∂π_j,     y₀ = r(0)                                                    (1)
//! r(π') = Y π' + y₀    at values π' of either sign, unlike those of the description                    (2)
//! ```
//!
//! Y_j is exact: the equations are evaluated in dual numbers, several columns at a time. r(0) is the residual of bodies without mass and forces
//! with zero coefficients, which the equations allow although it is not a valid mechanism.
//!
//! Invariant: (2) holds for every row that is returned, and no joint is turned over at its instant.

mod affine;

use crate::instant::{Instant, under};
use crate::messages;
use linkwork::analysis::{Analyse, FreeDirections, Motion};
use linkwork::{Assemble, Described, Error, Evaluate, Manifold, Named, Real};
use linkwork_tape::{Tape, TapeParameters};
use nalgebra::{DMatrix, DVector, SVector};
use num_dual::{Derivative, DualSVec64};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::OnceLock;

/// Columns that are evaluated together.
const TOGETHER: usize = 8;
/// States at which independent coordinates are tried.
const TRIED: usize = 64;
/// Efforts along the coordinates that `initial` gives may be this much larger than along the best ones.
const PREFERRED: f64 = 100.0;

type Lifted = DualSVec64<TOGETHER>;

/// A mechanism with its coefficients.
#[derive(Clone, Debug)]
pub struct Regressor {
    /// At π.
    plain: Tape,
    /// At 0.
    empty: Tape,
    /// At π'.
    other: Tape,
    /// At π, in dual numbers, each for [`TOGETHER`] columns.
    lifted: Vec<Tape<Lifted>>,
    columns: Vec<Named>,
    values: Vec<f64>,
    others: Vec<f64>,
    moving: Vec<String>,
    /// The sizes of rows in motions without symmetry, for [`affine`].
    typical: OnceLock<Vec<f64>>,
}

/// Rows of (2) at one instant: Wᵀ Y and Wᵀ y₀.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// Degrees of freedom × coefficients.
    pub matrix: DMatrix<f64>,
    /// |W|ᵀ |Y|: the sizes to which the rounding of an entry is relative.
    pub terms: DMatrix<f64>,
    /// The part that does not depend on coefficients.
    pub offset: DVector<f64>,
    /// Wᵀ τ of the efforts of the instant.
    pub efforts: DVector<f64>,
}

impl Regressor {
    /// The regressor of a program that was compiled with `Options::coefficients`; coefficients are computed from the other parameters.
    ///
    /// # Errors
    /// A program without coefficients; forces that are not affine in reactions; errors of building the mechanism.
    pub fn new(mut parameters: TapeParameters) -> Result<Self, Error> {
        let (count, moving) = {
            let coefficients = &parameters.program().coefficients;
            (coefficients.count, coefficients.moving.clone())
        };
        let all = parameters.values().len();
        let from = all - count;
        parameters.renew(from);
        let columns = parameters.names().parameters[from..].to_vec();
        if count == 0 {
            return Err(messages::no_coefficients(&parameters.names().mechanism));
        }
        let plain = parameters.clone().build()?;
        if !plain.flags().linear_reactions {
            return Err(messages::reactions(&parameters.names().mechanism));
        }
        let values = parameters.values().to_vec();
        let with = |coefficients: &dyn Fn(usize) -> f64| -> Vec<f64> {
            values
                .iter()
                .enumerate()
                .map(|(i, x)| if i < from { *x } else { coefficients(i - from) })
                .collect()
        };
        // Of either sign, none near zero or near each other.
        let others: Vec<f64> = (0..count)
            .map(|j| (1.0 + 0.5 * Real::sin(2.3 * j as f64 + 1.0)) * [1.0, -1.0][j % 3 % 2])
            .collect();
        let with_parameter_values = |values: &[f64]| {
            plain
                .with_parameter_values(values)
                .unwrap_or_else(|| unreachable!("there are as many values as parameters"))
        };
        let (empty, other) =
            (with_parameter_values(&with(&|_| 0.0)), with_parameter_values(&with(&|j| others[j])));
        let constants: Vec<Lifted> = values.iter().map(|x| Lifted::from_re(*x)).collect();
        let base = parameters.build_lifted(&constants, |_, _, _| ())?;
        let lifted = (0..count.div_ceil(TOGETHER)).map(|chunk| {
            let mut values = constants.clone();
            for lane in 0..TOGETHER.min(count - chunk * TOGETHER) {
                let direction = SVector::from_fn(|i, _| f64::from(i == lane));
                values[from + chunk * TOGETHER + lane].eps = Derivative::some(direction);
            }
            base.with_parameter_values(&values)
                .unwrap_or_else(|| unreachable!("there are as many values as parameters"))
        });
        Ok(Self {
            lifted: lifted.collect(),
            plain,
            empty,
            other,
            columns,
            values: values[from..].to_vec(),
            others,
            moving,
            typical: OnceLock::new(),
        })
    }

    /// The coefficients π, with their units.
    pub fn columns(&self) -> &[Named] {
        &self.columns
    }

    /// Their values in the description.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Coefficients of forces that change with the motion, which are part of y₀.
    pub fn moving(&self) -> &[String] {
        &self.moving
    }

    /// The mechanism with the values of the description.
    pub fn tape(&self) -> &Tape {
        &self.plain
    }

    /// The coordinate of an effort along a velocity, with the unit of the effort. A velocity without a coordinate of its own, as that of a
    /// rotation in space, is named itself.
    pub fn effort(&self, velocity: usize) -> Named {
        let (names, own) = (self.plain.names(), self.coordinates_of(velocity));
        let named = match own.len() {
            1 => names.coordinates.get(own.start),
            _ => names.velocities.get(velocity),
        };
        let name = named.map_or_else(String::new, |named| named.name.to_string());
        let unit = match self.unit(velocity) {
            "m/s" => "N",
            "rad/s" => "N*m",
            _ => "",
        };
        Named { name: name.into(), unit: unit.into() }
    }

    /// The unit of a velocity.
    pub(crate) fn unit(&self, velocity: usize) -> &str {
        self.plain.names().velocities.get(velocity).map_or("", |v| &*v.unit)
    }

    /// The coordinates that a velocity moves: its own one, or the four of a rotation in space.
    pub(crate) fn coordinates_of(&self, velocity: usize) -> Range<usize> {
        let program = self.plain.program();
        let runs = program.plain_runs();
        if let Some((at, v, _)) = runs.iter().find(|(_, v, count)| (*v..v + count).contains(&velocity)) {
            let at = at + velocity - v;
            return at..at + 1;
        }
        let rotation = program.rotations.iter().find(|(_, v)| (*v..v + 3).contains(&velocity));
        rotation.map_or(0..0, |&(at, _)| at..at + 4)
    }

    /// The index of the velocity with this name, which may also be the name of its own coordinate.
    ///
    /// # Errors
    /// [`Error::Unknown`].
    pub fn velocity(&self, name: &str) -> Result<usize, Error> {
        let count = self.plain.sizes().velocities;
        let names = &self.plain.names().velocities;
        let found =
            (0..count).find(|&i| self.effort(i).name == name || names.get(i).is_some_and(|v| v.name == name));
        found.ok_or_else(|| Error::Unknown {
            what: "coordinate",
            name: name.to_owned(),
            known: (0..count).map(|i| self.effort(i).name.to_string()).collect(),
        })
    }

    /// Independent velocities that determine the others with the best conditioning at these instants; those whose coordinates are given in
    /// `initial` are preferred unless others are much better.
    ///
    /// # Errors
    /// Instants that violate the constraints.
    pub fn independent(&self, instants: &[Instant]) -> Result<Vec<usize>, Error> {
        self.independent_at(instants).map_err(|(_, error)| error)
    }

    /// The same; errors have the number of the instant. Without instants, it is the initial state.
    pub(crate) fn independent_at(&self, instants: &[Instant]) -> Result<Vec<usize>, (usize, Error)> {
        if instants.is_empty() {
            let start = self.plain.initial_state().map_err(|error| (0, error))?;
            let start = Instant::initial(&self.plain).moved(&(&start).into());
            return self.independent_at(&[start]);
        }
        let every = instants.len().div_ceil(TRIED).max(1);
        let tried: Vec<&Instant> = instants.iter().step_by(every).collect();
        let given = &self.plain.program().given_positions;
        let given: Vec<usize> = (0..given.len()).filter(|&i| given[i]).collect();
        let mut candidates: Vec<Vec<usize>> = Vec::new();
        for (i, instant) in tried.iter().enumerate() {
            let found = self.directions(instant, None).map_err(|error| (i * every, error))?.independent;
            if !candidates.contains(&found) {
                candidates.push(found);
            }
        }
        let worst = |candidate: &Vec<usize>| {
            let sizes = tried.iter().map(|instant| {
                self.directions(instant, Some(candidate))
                    .map_or(f64::INFINITY, |found| found.velocities.amax())
            });
            sizes.fold(0.0, f64::max)
        };
        let ranked = candidates.into_iter().map(|candidate| (worst(&candidate), candidate));
        let best = ranked.reduce(|best, next| if next.0 < best.0 { next } else { best });
        let (least, best) = best.unwrap_or_default();
        let preferred = given.len() == best.len() && worst(&given) <= PREFERRED * least;
        Ok(if preferred { given } else { best })
    }

    /// The instant with its dependent entries of q, v and a computed from the independent ones; positions are searched near the given
    /// ones.
    ///
    /// # Errors
    /// There is no such position, the independent entries do not determine the others there, or a joint is turned over.
    pub fn following(&self, instant: &Instant, independent: &[usize]) -> Result<Instant, Error> {
        let instant = instant.checked(&self.plain)?;
        let tape = under(&self.plain, &instant.inputs);
        let motion = instant.motion(&tape);
        if !self.plain.flags().constrained() {
            return Ok(instant.moved(&motion));
        }
        let motion = tape.following(&motion, independent)?;
        check_upright(&tape, &motion)?;
        Ok(instant.moved(&motion))
    }

    /// W and the independent coordinates at an instant.
    fn directions(&self, instant: &Instant, independent: Option<&[usize]>) -> Result<FreeDirections, Error> {
        let instant = instant.checked(&self.plain)?;
        let tape = under(&self.plain, &instant.inputs);
        let motion = instant.motion(&tape);
        let directions = tape.free_directions(&motion, independent)?;
        check_upright(&tape, &motion)?;
        Ok(directions)
    }

    /// Rows at one instant, one for each independent velocity, ascending: the effort along that coordinate, with those that depend on
    /// it.
    ///
    /// # Errors
    /// Numbers that are missing or not finite, quaternions without unit norm, constraints that are violated, joints that are turned over, an
    /// instant at which the independent velocities do not determine the others, and equations that are not affine in the coefficients.
    pub fn rows(&self, instant: &Instant, independent: &[usize]) -> Result<Rows, Error> {
        let checked = instant.checked(&self.plain)?;
        let instant = &*checked;
        let projection = self.directions(instant, Some(independent))?.efforts.transpose();
        let (matrix, offset) = self.equations(instant);
        self.check_affine(instant, &matrix, &offset)?;
        let efforts = &projection * DVector::from_column_slice(&instant.efforts);
        let terms = projection.abs() * matrix.abs();
        Ok(Rows { matrix: &projection * matrix, terms, offset: projection * offset, efforts })
    }

    /// Y and y₀ of (1), which include reactions.
    fn equations(&self, instant: &Instant) -> (DMatrix<f64>, DVector<f64>) {
        let mut matrix = DMatrix::zeros(instant.v.len(), self.columns.len());
        for (chunk, tape) in self.lifted.iter().enumerate() {
            for (i, entry) in residual(tape, instant, Lifted::from_re).iter().enumerate() {
                let Some(derivatives) = entry.eps.0 else { continue };
                for lane in 0..TOGETHER.min(self.columns.len() - chunk * TOGETHER) {
                    matrix[(i, chunk * TOGETHER + lane)] = derivatives[lane];
                }
            }
        }
        (matrix, self.residual(&self.empty, instant))
    }

    fn residual(&self, tape: &Tape, instant: &Instant) -> DVector<f64> {
        residual(tape, instant, |x| x)
    }

    /// The rows of many instants, on all cores.
    ///
    /// # Errors
    /// As [`rows`](Self::rows), with the index of the first instant that fails.
    pub fn all_rows(&self, instants: &[Instant], independent: &[usize]) -> Result<Vec<Rows>, (usize, Error)> {
        let one =
            |(i, instant): (usize, &Instant)| self.rows(instant, independent).map_err(|error| (i, error));
        instants.par_iter().enumerate().map(one).collect()
    }
}

/// Checks that no joint is turned over: constraints on a direction are sines of an angle, which are zero half a turn away, too.
fn check_upright(tape: &Tape, motion: &Motion<Tape>) -> Result<(), Error> {
    let facts = tape.assembly();
    if facts.cosines == 0 {
        return Ok(());
    }
    let mut at = tape.position_cache();
    tape.place(&tape.now(motion.t), &motion.q, &mut at);
    let mut cosines = vec![0.0; facts.cosines];
    tape.orientation_cosines(&at, &mut cosines);
    let over = |cosine: usize| cosines.get(cosine).is_some_and(|h| h.is_nan() || *h <= 0.0);
    let mut joints: Vec<&str> = Vec::new();
    for &(row, _) in facts.guards.iter().filter(|(_, cosine)| over(*cosine)) {
        let constraint = tape.names().holonomic.get(row).map_or("", |named| &*named.name);
        let joint = constraint.rsplit_once('.').map_or(constraint, |(joint, _)| joint);
        if !joints.contains(&joint) {
            joints.push(joint);
        }
    }
    if joints.is_empty() { Ok(()) } else { Err(messages::turned_over(&joints, motion.t)) }
}

/// M a − f₀ at an instant.
fn residual<T: Real>(tape: &Tape<T>, instant: &Instant, lift: impl Fn(f64) -> T) -> DVector<T> {
    let vector = |x: &[f64]| DVector::from_iterator(x.len(), x.iter().map(|x| lift(*x)));
    let inputs: Vec<T> = instant.inputs.iter().map(|x| lift(*x)).collect();
    let now = linkwork::WithInputs::now_with(tape, lift(instant.time), &inputs);
    let mut q = vector(&instant.q);
    tape.wind(&mut q);
    let mut at = tape.position_cache();
    tape.place(&now, &q, &mut at);
    let (v, a, y) = (vector(&instant.v), vector(&instant.a), vector(&instant.states));
    let sizes = tape.sizes();
    let none = |count: usize| DVector::from_element(count, T::zero());
    let mut out = none(sizes.velocities);
    tape.residual(&at, &v, &y, &a, (&none(sizes.holonomic), &none(sizes.nonholonomic)), &mut out);
    out
}
