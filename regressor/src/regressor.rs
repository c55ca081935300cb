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
//! Invariant: (2) holds for every row that is returned.

use crate::instant::{Instant, under};
use crate::messages;
use linkwork::analysis::{Analyse, FreeDirections};
use linkwork::{Described, Error, Evaluate, Manifold, Named, Real, Row};
use linkwork_tape::{Tape, TapeParameters};
use nalgebra::{DMatrix, DVector, SVector};
use num_dual::{Derivative, DualSVec64};
use rayon::prelude::*;

/// Columns that are evaluated together.
const TOGETHER: usize = 8;
/// Rounding of (2), relative to the terms.
const AFFINE: f64 = 1e-9;
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
        let lifted = lifted.collect();
        Ok(Self { plain, empty, other, lifted, columns, values: values[from..].to_vec(), others, moving })
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

    /// The coordinate of an effort along a velocity, with the unit of the effort.
    pub fn effort(&self, velocity: usize) -> Named {
        let name = match Row::of_matrix(&self.plain, velocity) {
            Row::Coordinate(name) => name,
            _ => self.plain.names().velocities.get(velocity).map_or_else(String::new, |v| v.name.to_string()),
        };
        let of = self.plain.names().velocities.get(velocity).map_or("", |v| &*v.unit);
        let unit = match of {
            "m/s" => "N",
            "rad/s" => "N*m",
            _ => "",
        };
        Named { name: name.into(), unit: unit.into() }
    }

    /// The index of the velocity with this name, which may also be the name of its coordinate.
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

    /// The same; errors have the number of the instant.
    pub(crate) fn independent_at(&self, instants: &[Instant]) -> Result<Vec<usize>, (usize, Error)> {
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
    /// There is no such position, or the independent entries do not determine the others there.
    pub fn following(&self, instant: &Instant, independent: &[usize]) -> Result<Instant, Error> {
        instant.check(&self.plain)?;
        let tape = under(&self.plain, &instant.inputs);
        let motion = instant.motion(&tape);
        if self.plain.flags().constrained() {
            Ok(instant.moved(&tape.following(&motion, independent)?))
        } else {
            Ok(instant.moved(&motion))
        }
    }

    /// W and the independent coordinates at an instant.
    fn directions(&self, instant: &Instant, independent: Option<&[usize]>) -> Result<FreeDirections, Error> {
        let tape = under(&self.plain, &instant.inputs);
        tape.free_directions(&instant.motion(&tape), independent)
    }

    /// Rows at one instant, one for each independent velocity, ascending: the effort along that coordinate, with those that depend on
    /// it.
    ///
    /// # Errors
    /// Numbers that are missing or not finite, constraints that are violated, an instant at which the independent velocities do not
    /// determine the others, and equations that are not affine in the coefficients.
    pub fn rows(&self, instant: &Instant, independent: &[usize]) -> Result<Rows, Error> {
        instant.check(&self.plain)?;
        let n = instant.v.len();
        let projection = self.directions(instant, Some(independent))?.efforts.transpose();
        let offset = self.residual(&self.empty, instant);
        let mut matrix = DMatrix::zeros(n, self.columns.len());
        for (chunk, tape) in self.lifted.iter().enumerate() {
            for (i, entry) in residual(tape, instant, Lifted::from_re).iter().enumerate() {
                let Some(derivatives) = entry.eps.0 else { continue };
                for lane in 0..TOGETHER.min(self.columns.len() - chunk * TOGETHER) {
                    matrix[(i, chunk * TOGETHER + lane)] = derivatives[lane];
                }
            }
        }
        self.check_affine(instant, &matrix, &offset)?;
        let efforts = &projection * DVector::from_column_slice(&instant.efforts);
        let terms = projection.abs() * matrix.abs();
        Ok(Rows { matrix: &projection * matrix, terms, offset: projection * offset, efforts })
    }

    /// Checks (2).
    fn check_affine(
        &self,
        instant: &Instant,
        matrix: &DMatrix<f64>,
        offset: &DVector<f64>,
    ) -> Result<(), Error> {
        let other = self.residual(&self.other, instant);
        for i in 0..other.len() {
            let terms = || matrix.row(i).iter().zip(&self.others).map(|(y, x)| y * x).collect::<Vec<f64>>();
            let (sum, size) =
                terms().iter().fold((offset[i], offset[i].abs()), |(sum, size), x| (sum + x, size + x.abs()));
            let apart = (other[i] - sum).abs();
            if apart.is_nan() || apart > AFFINE * size {
                return Err(messages::not_affine(&self.effort(i).name, instant.time));
            }
        }
        Ok(())
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
