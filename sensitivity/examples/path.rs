//! Finds a four-bar whose coupler point follows a path, by adjoint gradients and the BFGS method.
//!
//! The crank turns evenly; the path is given by points for its angles. J = Σ |C(t_k) − Ĉ_k|² has six unknowns: crank, coupler, rocker,
//! ground, and the
//! coupler point along and across the coupler. With H ≈ (∂²J)⁻¹, s the last step and y the change of the gradient,
//!
//! ```text
//! H ← (1 − s yᵀ/(sᵀy)) H (1 − y sᵀ/(sᵀy)) + s sᵀ/(sᵀy)                                                     (1)
//! ```
//!
//! ```sh
//! cargo run --release -p linkwork-sensitivity --example path
//! ```

use linkwork_sensitivity::Quantity;
use linkwork_sensitivity::adjoint::{GradientRequest, Kept, Measured, Objective, gradient_with};
use linkwork_tape::TapeParameters;
use nalgebra::{DMatrix, DVector};

const MECHANISM: &str = "mechanism FourBar in plane {
    param crank = 0.12 [m];
    param coupler = 0.40 [m];
    param rocker = 0.36 [m];
    param base = 0.44 [m];
    param along = 0.18 [m];
    param across = 0.10 [m];
    body first { mass: 1 [kg], inertia: 0.01 [kg*m^2] }
    body second { mass: 1 [kg], inertia: 0.01 [kg*m^2] }
    body third { mass: 1 [kg], inertia: 0.01 [kg*m^2] }
    joint drive = revolute(ground, first);
    joint pin = revolute(first at [crank, 0], second);
    joint wrist = revolute(second at [coupler, 0], third at [rocker, 0]);
    joint pivot = revolute(ground at [base, 0], third);
    constraint motor: drive.angle = 1 [rad/s] * time;
    frame point = second at [along, across];
    output x = point.position.x;
    output y = point.position.y;
    initial { pin.angle: ~60 [deg], pivot.angle: ~100 [deg] }
}";
const LENGTHS: [&str; 6] = ["crank", "coupler", "rocker", "base", "along", "across"];
/// The four-bar of the path, which is unknown to the search.
const SOUGHT: [f64; 6] = [0.10, 0.35, 0.30, 0.40, 0.20, 0.15];
/// Angles of the crank, in rad, evenly over more than half a turn.
const POINTS: u32 = 16;
const SPACING: f64 = 0.4;
const STEP: f64 = 0.02;
/// The path is followed if J, in m², is below this: 0.1 mm root mean square.
const FOLLOWED: f64 = POINTS as f64 * 1e-8;
/// The first step, the largest change of a length in one step, and the smallest for continuing, in m.
const FIRST: f64 = 0.01;
const LARGEST: f64 = 0.05;
const SMALLEST: f64 = 1e-12;
/// The part of the decrease predicted by the slope (Armijo).
const DECREASE: f64 = 1e-4;

/// The result of the search.
pub struct Found {
    /// In the order of the description, in m.
    pub lengths: Vec<f64>,
    /// Root mean square of the deviations, in m.
    pub apart: f64,
    /// Their number.
    pub gradients: usize,
}

/// The points of the path at angles of the crank, by the cosine law, independent of the mechanism above.
fn path(angle: f64) -> (f64, f64) {
    let [crank, coupler, rocker, base, along, across] = SOUGHT;
    let (ax, ay) = (crank * angle.cos(), crank * angle.sin());
    let (dx, dy) = (base - ax, -ay);
    let diagonal = dx.hypot(dy);
    let opening =
        ((coupler * coupler + diagonal * diagonal - rocker * rocker) / (2.0 * coupler * diagonal)).acos();
    let (sine, cosine) = (dy.atan2(dx) + opening).sin_cos();
    (ax + along * cosine - across * sine, ay + along * sine + across * cosine)
}

/// The search.
pub fn search() -> Result<Found, Box<dyn std::error::Error>> {
    let compiled = linkwork_compiler::build::compile_text("bars", MECHANISM, &Default::default(), false)?;
    let mut mechanism =
        compiled.programs.into_iter().next().map(TapeParameters::new).ok_or("no mechanism")?;
    let mut measured = Vec::new();
    for i in 0..POINTS {
        let at = SPACING * f64::from(i);
        let (x, y) = path(at);
        for (name, value) in [("x", x), ("y", y)] {
            measured.push(Measured { quantity: Quantity { name: name.to_owned(), at }, value, weight: 1.0 });
        }
    }
    let request = GradientRequest {
        of: Objective::Deviations(measured),
        by: LENGTHS.map(str::to_owned).to_vec(),
        method: linkwork_methods::default(),
        step: STEP,
        inputs: None,
        segments: None,
        native: linkwork_sensitivity::Native::default(),
        interrupt: None,
    };
    // The gradients of a search share the code of their steps.
    let (mut gradients, mut code) = (0, Kept::new());
    let mut at = |lengths: &DVector<f64>| {
        for (name, length) in LENGTHS.iter().zip(lengths) {
            mechanism.set(name, *length);
        }
        gradients += 1;
        // Bars that do not close are beyond the range of lengths.
        gradient_with(&mechanism, &request, &mut code)
            .ok()
            .map(|found| (found.value, DVector::from_vec(found.gradient)))
    };
    let mut lengths = DVector::from_vec(vec![0.12, 0.40, 0.36, 0.44, 0.18, 0.10]);
    let (mut value, mut slope) = at(&lengths).ok_or("the first bars do not close")?;
    let mut inverse = DMatrix::identity(lengths.len(), lengths.len()) * (FIRST / slope.norm());
    while value > FOLLOWED {
        let direction = &inverse * -&slope;
        let promised = slope.dot(&direction);
        let mut share = (LARGEST / direction.amax()).min(1.0);
        let (step, next) = loop {
            let step = &direction * share;
            if step.amax() < SMALLEST {
                return Err("the search stagnates before the path is followed".into());
            }
            let next = at(&(&lengths + &step));
            if let Some(next) = next.filter(|next| next.0 <= value + DECREASE * share * promised) {
                break (step, next);
            }
            share *= 0.4;
        };
        let change = &next.1 - &slope;
        let curvature = step.dot(&change);
        if curvature > 0.0 {
            let identity = DMatrix::identity(lengths.len(), lengths.len());
            let left = identity - &step * change.transpose() / curvature;
            inverse = &left * inverse * left.transpose() + &step * step.transpose() / curvature;
        }
        lengths += step;
        (value, slope) = next;
    }
    let apart = (value / f64::from(POINTS)).sqrt();
    Ok(Found { lengths: lengths.iter().copied().collect(), apart, gradients })
}

#[allow(dead_code)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let found = search()?;
    for (name, length) in LENGTHS.iter().zip(&found.lengths) {
        println!("{name} = {length:.5} m");
    }
    println!("{:.2e} m apart (root mean square), {} gradients", found.apart, found.gradients);
    Ok(())
}
