//! Godunov's methods with Adams' or backward differences for the velocity: the pairs, their limits from an independent
//! program, and poles.
//!
//! Invariant: methods are those of the library; the reference numbers are from the reference file.

use super::methods::{columns, number, part};
use super::run::initial;
use linkwork::multistep::{
    AdamsBashforth3, AdamsBashforth4, Godunov3, Godunov4, Godunov5, Godunov5Moulton, ImplicitGodunov2,
    ImplicitGodunov3, ImplicitGodunov4, ImplicitGodunov5,
};
use linkwork::stability::FixedStep;
use linkwork::stepper::{StepFailure, Stepper};
use serde_json::Value;

/// |x| at a relative distance of 1e-3 from a pole.
const LARGE: f64 = 1e2;

linkwork::mechanism! {
    /// x'' = λ² x: an unstable equilibrium.
    mechanism Repelled {
        param rate = 1;
        coordinate x;
        mass_matrix = [[1]];
        force = [rate^2 * x];
        initial { x: 1, der(x): rate }
    }
}

/// The results of the independent program.
///
/// # Errors
/// The file is malformed.
pub fn reference() -> Result<Value, String> {
    part("cellier")
}

/// An explicit method with its limits.
pub struct Explicit {
    /// GE3/AB2 …
    pub name: &'static str,
    /// The method.
    pub method: Box<dyn FixedStep>,
    /// (arg λh in degrees, largest |λh|), 0 where it is unstable at every step.
    pub limits: Vec<(f64, f64)>,
}

/// GE/AB pairs, each followed by Adams' method of the same order.
///
/// # Errors
/// The file is malformed.
pub fn explicit() -> Result<Vec<Explicit>, String> {
    let all = reference()?;
    let of = |name: &'static str, method: Box<dyn FixedStep>| {
        let rows = columns(&all["explicit_pairs_limit |lambda h|"], &["angle_deg", name])?;
        Ok::<_, String>(Explicit { name, method, limits: rows.iter().map(|row| (row[0], row[1])).collect() })
    };
    Ok(vec![
        of("GE3/AB2", Box::<Godunov3>::default())?,
        of("AB3", Box::<AdamsBashforth3>::default())?,
        of("GE4/AB3", Box::<Godunov4>::default())?,
        of("AB4", Box::<AdamsBashforth4>::default())?,
        of("GE5/AB4", Box::<Godunov5>::default())?,
        of("GE5/ABM4", Box::<Godunov5Moulton>::default())?,
    ])
}

/// A pair of GI and backward differences.
pub struct Implicit {
    /// GI2/BDF1 …
    pub name: &'static str,
    /// The method.
    pub method: Box<dyn FixedStep>,
    /// The pole of x'' = λ² x, computed with the step.
    pub pole: fn() -> Result<f64, String>,
    /// λh of the pole in the independent program.
    pub published_pole: f64,
}

/// GI2/BDF1 to GI5/BDF4.
///
/// # Errors
/// The file is malformed.
pub fn implicit() -> Result<Vec<Implicit>, String> {
    let all = reference()?;
    let of = |name, method: Box<dyn FixedStep>, pole: fn() -> Result<f64, String>, which: usize| {
        let published_pole = number(&all["GI_poles_on_real_axis"][which])?;
        Ok::<_, String>(Implicit { name, method, pole, published_pole })
    };
    Ok(vec![
        of("GI2/BDF1", Box::<ImplicitGodunov2>::default(), || pole(&ImplicitGodunov2::default(), 2), 0)?,
        of("GI3/BDF2", Box::<ImplicitGodunov3>::default(), || pole(&ImplicitGodunov3::default(), 3), 1)?,
        of("GI4/BDF3", Box::<ImplicitGodunov4>::default(), || pole(&ImplicitGodunov4::default(), 4), 2)?,
        of("GI5/BDF4", Box::<ImplicitGodunov5>::default(), || pole(&ImplicitGodunov5::default(), 5), 3)?,
    ])
}

/// The λh at which x after the first implicit step, which follows `past` steps of the start, changes its sign through
/// infinity.
fn pole<S: Stepper<RepelledModel>>(method: &S, past: usize) -> Result<f64, String> {
    // x is positive below every pole; the largest is below 2.
    let (mut low, mut high) = (0.5, 2.2);
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        match after(method, middle, past)? {
            Ok(x) if x > 0.0 => low = middle,
            Ok(_) => high = middle,
            // The equation of the step is singular at the pole itself.
            Err(_) => return Ok(middle),
        }
    }
    let (below, above) = (after(method, 0.999 * low, past)?, after(method, 1.001 * high, past)?);
    match (below, above) {
        (Ok(below), Ok(above)) if below > LARGE && above < -LARGE => Ok(low),
        found => Err(format!("{}: no pole at {low}: {found:?}", method.name())),
    }
}

/// x at λh = `rate`; the outer error is one of the mechanism.
fn after<S: Stepper<RepelledModel>>(
    method: &S,
    rate: f64,
    past: usize,
) -> Result<Result<f64, StepFailure>, String> {
    let m = Repelled { rate }.build().map_err(|e| e.to_string())?;
    let walk = || {
        let mut w = method.start(&m, &initial(&m), 1.0)?;
        for _ in 0..=past {
            method.step(&m, 1.0, &mut w)?;
        }
        Ok(method.sample(&w).q[0])
    };
    Ok(walk())
}
