//! Fits masses, a spring and a damper to a measured motion, by forward derivatives and the Levenberg–Marquardt method.
//!
//! With residuals r_i = (x(t_i; p) − x̂_i)/σ and their Jacobian J with respect to relative changes of p,
//!
//! ```text
//! (JᵀJ + μ diag JᵀJ) δ = −Jᵀr                                                                            (1)
//! ```
//!
//! is tried with smaller μ after a step that lowered |r|², with larger μ after one that did not. At the end (JᵀJ)⁻¹ is the covariance.
//! The measured motion is synthetic: `measured.csv` describes its origin.
//!
//! ```sh
//! cargo run --release -p linkwork-sensitivity --example fit
//! ```

use linkwork_sensitivity::{Request, sensitivities};
use linkwork_tape::TapeParameters;
use nalgebra::{DMatrix, DVector};

const MECHANISM: &str = "mechanism Cart {
    param cart_mass = 1.3 [kg];
    param bob_mass = 0.6 [kg];
    param length = 0.7 [m];
    param stiffness = 20 [N/m];
    param damping = 0.3 [N*s/m];
    coordinate x [m];
    coordinate angle [rad];
    kinetic = cart_mass * der(x)^2 / 2 + bob_mass * (der(x)^2 + 2 * length * cos(angle) * der(x) * der(angle) + length^2 * der(angle)^2) / 2;
    potential = stiffness * x^2 / 2 - bob_mass * 9.81 [m/s^2] * length * cos(angle);
    force damper = generalized(x, -damping * der(x));
    initial { x: 0.1 [m], angle: 0.6 [rad], der(x): 0 [m/s], der(angle): -1.1 [rad/s] }
}";
/// The unknowns, with the starting values of the description.
pub const UNKNOWN: [&str; 3] = ["bob_mass", "stiffness", "damping"];
/// The noise of the measurement, in m.
const NOISE: f64 = 1e-3;
/// Relative steps smaller than this end the fit.
const FOUND: f64 = 1e-9;
/// The largest number of steps.
const STEPS: usize = 50;

/// The result of the fit.
pub struct Fit {
    /// The unknowns, in SI units.
    pub values: Vec<f64>,
    /// Their standard deviations.
    pub deviations: Vec<f64>,
    /// |r|².
    pub squares: f64,
    /// The number of measured values.
    pub measured: usize,
    /// The number of Jacobians.
    pub jacobians: usize,
}

/// The fit.
pub fn fit() -> Result<Fit, Box<dyn std::error::Error>> {
    let mut measured: Vec<(f64, f64)> = Vec::new();
    for line in include_str!("measured.csv").lines().filter(|line| !line.starts_with(['#', 't'])) {
        let (time, x) = line.split_once(',').ok_or("a line without a comma")?;
        measured.push((time.parse()?, x.parse()?));
    }
    let compiled = linkwork_compiler::build::compile_text("cart", MECHANISM, &Default::default(), false)?;
    let mut mechanism =
        compiled.programs.into_iter().next().map(TapeParameters::new).ok_or("no mechanism")?;
    let of = measured.iter().map(|(time, _)| format!("x at {time}").parse()).collect::<Result<_, _>>()?;
    let by = UNKNOWN.map(str::to_owned).to_vec();
    let request = Request {
        of,
        by,
        method: linkwork_methods::find("runge-kutta-4").expect("a method"),
        step: 0.01,
        inputs: None,
        native: linkwork_sensitivity::Native::default(),
        interrupt: None,
    };
    let mut jacobians = 0;
    let mut residuals = |mechanism: &TapeParameters| -> Result<_, linkwork::Error> {
        jacobians += 1;
        let found = sensitivities(mechanism, &request)?;
        let values = found.values.iter().zip(&measured).map(|(x, (_, measured))| (x - measured) / NOISE);
        let entry = |i: usize, j: usize| found.derivatives[i][j] * found.at[j] / NOISE;
        let r = DVector::from_iterator(measured.len(), values);
        Ok((r, DMatrix::from_fn(measured.len(), UNKNOWN.len(), entry), found.at.clone()))
    };
    let (mut r, mut jacobian, mut values) = residuals(&mechanism)?;
    let mut damping = 1e-3;
    for _ in 0..STEPS {
        let normal = jacobian.transpose() * &jacobian;
        let damped = &normal + DMatrix::from_diagonal(&normal.diagonal()) * damping;
        let step =
            damped.cholesky().ok_or("a parameter changes nothing")?.solve(&(jacobian.transpose() * -&r));
        for ((name, value), change) in UNKNOWN.iter().zip(&values).zip(&step) {
            mechanism.set(name, value * (1.0 + change));
        }
        let tried = residuals(&mechanism)?;
        let ends = step.amax() < FOUND;
        if tried.0.norm_squared() <= r.norm_squared() {
            (r, jacobian, values) = tried;
            damping *= 0.1;
        } else {
            damping *= 10.0;
        }
        if ends {
            break;
        }
    }
    let covariance = (jacobian.transpose() * &jacobian).try_inverse().ok_or("a parameter changes nothing")?;
    let deviations = values.iter().zip(covariance.diagonal().iter()).map(|(x, c)| x * c.sqrt()).collect();
    Ok(Fit { values, deviations, squares: r.norm_squared(), measured: measured.len(), jacobians })
}

#[allow(dead_code)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let found = fit()?;
    for ((name, value), deviation) in UNKNOWN.iter().zip(&found.values).zip(&found.deviations) {
        println!("{name} = {value:.5} ± {deviation:.5}");
    }
    println!("|r|² = {:.1} of {} values, {} Jacobians", found.squares, found.measured, found.jacobians);
    Ok(())
}
