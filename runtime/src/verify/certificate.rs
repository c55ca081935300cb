//! The digits of a result that are affected by rounding, and by the error of the method.
//!
//! ```text
//! rounding  ≈ |x_h(f64) − x_h(double-double)|                                                  (1)
//! method    ≈ |x_h − x_{h/2}| 2ᵖ/(2ᵖ − 1), both in double-double                               (2)
//! ```
//!
//! with the same steps h from the same initial state; p is the order of the method. (2) holds if the steps are small enough
//! for the asymptotic order; a third run with h/4 checks this.

use super::lifted::D;
use crate::error::Error;
use crate::scalar::DoubleDouble;
use crate::simulation::{Sampling, Simulate, Simulation};
use crate::solution::Solution;
use crate::stepper::Stepper;
use crate::{Mechanism, Real, Vector};
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
#[cfg(not(feature = "std"))]
use linkwork_numerics::elementary::Float;

/// The smallest ratio of |x_h − x_{h/2}| and |x_{h/2} − x_{h/4}|, as a part of 2ᵖ, for the estimate (2) to be valid.
const SHOWN: f64 = 0.4;

/// One number of the result.
#[derive(Clone, Debug, PartialEq)]
pub struct Certified {
    /// Coordinate or velocity.
    pub name: String,
    /// Its value in f64.
    pub value: f64,
    /// (1).
    pub rounding: f64,
    /// (2).
    pub method: f64,
}

impl Certified {
    /// The correct digits of the value for an error, relative to the value.
    fn digits(&self, error: f64) -> f64 {
        if error == 0.0 { f64::INFINITY } else { -(error / self.value.abs()).log10() }
    }

    /// Decimal digits not affected by rounding; infinite without rounding.
    pub fn digits_by_rounding(&self) -> f64 {
        self.digits(self.rounding)
    }

    /// Decimal digits not affected by the error of the method.
    pub fn digits_by_method(&self) -> f64 {
        self.digits(self.method)
    }
}

/// The end of a run, with the errors of its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// Coordinates, then velocities.
    pub numbers: Vec<Certified>,
    /// End of the run, in s.
    pub until: f64,
    /// Size of the steps, in s.
    pub step: f64,
    /// Whether halved steps show the order of the method; otherwise (2) is only an indication.
    pub order_shows: bool,
}

/// Runs a mechanism in f64 and in double-double arithmetic.
///
/// # Errors
/// Those of the runs; a step that is longer than the run is an [`Error::Setting`](Error). Inputs that are functions of time in f64 are held by [`Mechanism::with_scalar`]: for these the result would be that of
/// another mechanism, which is an [`Error::Setting`](Error).
pub fn certify<M, S>(m: &M, method: &S, step: f64, until: f64) -> Result<Certificate, Error>
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M> + Stepper<M::With<DoubleDouble>> + Clone,
{
    if !m.flags().analytic {
        return Err(Error::setting(
            "inputs",
            0.0,
            "inputs that are functions of time are available in f64 only",
        ));
    }
    // All steps that are longer than the run are the same one, whose error halved ones do not show.
    if step > until {
        return Err(Error::setting("step", step, "it is longer than the run"));
    }
    let lifted = m.with_scalar::<DoubleDouble>(&D::exact);
    let single = end(m.simulate(), method, step, until)?;
    let [coarse, fine, finest] =
        [1.0, 2.0, 4.0].map(|finer| end(lifted.simulate(), method, step / finer, until));
    let (coarse, fine, finest) = (coarse?, fine?, finest?);
    let growth = 2_f64.powi(<S as Stepper<M>>::order(method) as i32);
    let apart =
        |a: &[D], b: &[D]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| (*a - *b).value().abs()).collect() };
    let (first, second) = (apart(&coarse, &fine), apart(&fine, &finest));
    let sum = |x: &[f64]| x.iter().sum::<f64>();
    let order_shows = sum(&first) >= SHOWN * growth * sum(&second);
    let names = m.names();
    let coordinates = names.coordinates.iter().map(|named| named.name.to_string());
    let velocities = names.velocities.iter().map(|named| named.name.to_string());
    let numbers = coordinates.chain(velocities).enumerate().map(|(i, name)| {
        let value: f64 = single[i];
        Certified {
            name,
            value,
            rounding: (D::exact(value) - coarse[i]).value().abs(),
            method: first[i] * growth / (growth - 1.0),
        }
    });
    Ok(Certificate { numbers: numbers.collect(), until, step, order_shows })
}

/// Coordinates and velocities at the end of a run.
fn end<M: Mechanism, S: Stepper<M> + Clone, O>(
    simulation: Simulation<'_, M, O>,
    method: &S,
    step: f64,
    until: f64,
) -> Result<Vec<M::Scalar>, Error> {
    let run = simulation.method(method.clone()).step(step).until(until).output(Sampling::Ends);
    let solution: Solution<M> = run.run()?;
    let last = solution.last();
    Ok(last.q.as_slice().iter().chain(last.v.as_slice()).copied().collect())
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.numbers.iter().map(|number| number.name.chars().count()).max().unwrap_or(0).max(8);
        writeln!(
            f,
            "{:width$}  {:>22}  {:>9}  {:>9}  digits",
            format!("at {} s", self.until),
            "value",
            "rounding",
            "method"
        )?;
        for number in &self.numbers {
            let digits = number.digits_by_rounding().min(number.digits_by_method()).clamp(0.0, 16.0);
            writeln!(
                f,
                "{:width$}  {:>22.15e}  {:>9.1e}  {:>9.1e}  {digits:.1}",
                number.name, number.value, number.rounding, number.method
            )?;
        }
        if !self.order_shows {
            writeln!(
                f,
                "note: halving the steps does not reproduce the order of the method: its error estimates are unreliable"
            )?;
        }
        Ok(())
    }
}
