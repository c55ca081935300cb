//! Benchmark problems: a compiled mechanism with its reference positions over time.
//!
//! Invariant: expected positions come from the reference files alone, converted to the mechanism's
//! coordinates (or outputs of the same meaning); they never depend on results of the mechanism.

use crate::reference::{Trajectory, benchmark, mechanism};
use crate::run::{initial, walk};
use linkwork::Mechanism;
use linkwork::stepper::{Sample, Stepper};
use linkwork_models::{
    Andrews, AndrewsModel, CarAxis, CarAxisModel, CartesianPendulum, CartesianPendulumModel, DoublePendulum,
    DoublePendulumModel, Kepler, KeplerModel, MotorPendulum, MotorPendulumModel, Pendulum, PendulumModel,
    RigidPendulum, RigidPendulumModel, Skate, SkateModel, SliderCrankCartesian, SliderCrankCartesianModel,
    SpinningTop, SpinningTopModel,
};
use std::time::Instant;

/// A mechanism with its reference positions.
pub struct Benchmark<M: Mechanism<Scalar = f64>> {
    /// Title, for tables.
    pub name: &'static str,
    /// The mechanism.
    pub model: M,
    /// All times of the reference are multiples of this, in s.
    pub interval: f64,
    /// (time in intervals, expected values).
    rows: Vec<(u64, Vec<f64>)>,
    /// The values of a sample that are compared.
    observe: fn(&Sample<'_, M>) -> Vec<f64>,
    /// The largest |expected| of each column.
    sizes: Vec<f64>,
}

/// The error and the cost of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The largest difference to the reference, relative to the largest value of its column.
    pub error: f64,
    /// Steps.
    pub steps: u64,
    /// Wall time of a step, in s.
    pub seconds: f64,
}

impl<M: Mechanism<Scalar = f64>> Benchmark<M> {
    /// Joins a mechanism and the columns of a trajectory up to the time `until`.
    fn new(
        name: &'static str,
        model: Result<M, linkwork::Error>,
        (trajectory, interval, until): (Result<Trajectory, String>, f64, f64),
        expected: impl Fn(&dyn Fn(&str) -> Result<f64, String>) -> Result<Vec<f64>, String>,
        observe: fn(&Sample<'_, M>) -> Vec<f64>,
    ) -> Result<Self, String> {
        let model = model.map_err(|e| format!("{name}: {e}"))?;
        let trajectory = trajectory?;
        let mut rows = Vec::new();
        for t in trajectory.times().into_iter().filter(|t| *t <= until) {
            let multiple = (t / interval).round();
            if (multiple * interval - t).abs() > 1e-12 * until {
                return Err(format!("{name}: t = {t} is not a multiple of {interval}"));
            }
            let column = |column: &str| Ok(trajectory.at(t, &[column])?[0]);
            rows.push((multiple as u64, expected(&column)?));
        }
        let columns = rows.first().map_or(0, |row| row.1.len());
        let largest = |i: usize| rows.iter().map(|row| row.1[i].abs()).fold(0.0, linkwork::Real::max);
        let sizes: Vec<f64> = (0..columns).map(largest).collect();
        if rows.len() < 2 || sizes.iter().any(|size| size.is_nan() || *size <= 0.0) {
            return Err(format!("{name}: the reference has too few rows, or a column of zeros"));
        }
        Ok(Self { name, model, interval, rows, observe, sizes })
    }

    /// Length of the run, in s.
    pub fn duration(&self) -> f64 {
        self.rows.last().map_or(0, |row| row.0) as f64 * self.interval
    }

    /// A run with `division` steps per interval.
    ///
    /// # Errors
    /// A step that failed.
    pub fn run<S: Stepper<M>>(&self, method: &S, division: u64) -> Result<Outcome, String> {
        let h = self.interval / division as f64;
        let steps = self.rows.last().map_or(0, |row| row.0) * division;
        let mut rows = self.rows.iter().peekable();
        let mut error = 0.0;
        let began = Instant::now();
        let from = initial(&self.model);
        walk(&self.model, method, &from, h, steps, |n, sample| {
            let Some((_, expected)) = rows.next_if(|row| row.0 * division == n) else {
                return;
            };
            let found = (self.observe)(sample);
            for ((found, expected), size) in found.iter().zip(expected).zip(&self.sizes) {
                let off = (found - expected).abs() / size;
                // NaN must be kept: a comparison with it is false.
                if off > error || off.is_nan() {
                    error = off;
                }
            }
        })
        .map_err(|e| format!("{}: {e}", self.name))?;
        let seconds = began.elapsed().as_secs_f64() / steps as f64;
        Ok(Outcome { error, steps, seconds })
    }
}

/// IFToMM A01 in its angle. The reference swings from (−1, 0), the mechanism from (1, 0).
pub fn pendulum() -> Result<Benchmark<PendulumModel>, String> {
    Benchmark::new(
        "A01 pendulum, angle",
        Pendulum::default().build(),
        (benchmark("A01_simple_pendulum"), 1.0, 10.0),
        |column| Ok(vec![-column("x")?, column("y")?]),
        |s| vec![s.q[0].cos(), s.q[0].sin()],
    )
}

/// IFToMM A01 in Cartesian coordinates, mirrored like [`pendulum`].
pub fn cartesian_pendulum() -> Result<Benchmark<CartesianPendulumModel>, String> {
    Benchmark::new(
        "A01 pendulum, Cartesian",
        CartesianPendulum::default().build(),
        (benchmark("A01_simple_pendulum"), 1.0, 10.0),
        |column| Ok(vec![-column("x")?, column("y")?]),
        |s| vec![s.q[0], s.q[1]],
    )
}

/// IFToMM A01 as a plane body with two pin constraints, mirrored like [`pendulum`].
pub fn rigid_pendulum() -> Result<Benchmark<RigidPendulumModel>, String> {
    Benchmark::new(
        "A01 pendulum, rigid body",
        RigidPendulum::default().build(),
        (benchmark("A01_simple_pendulum"), 1.0, 10.0),
        |column| Ok(vec![-column("x")?, column("y")?]),
        |s| vec![s.q[0], s.q[1]],
    )
}

/// The car axis of the Bari test set.
pub fn car_axis() -> Result<Benchmark<CarAxisModel>, String> {
    Benchmark::new(
        "car axis",
        CarAxis::default().build(),
        (benchmark("bari_car_axis"), 0.5, 3.0),
        |column| ["xl", "yl", "xr", "yr"].into_iter().map(column).collect(),
        |s| s.q.iter().copied().collect(),
    )
}

/// Andrews' squeezing mechanism.
pub fn andrews() -> Result<Benchmark<AndrewsModel>, String> {
    let columns = ["beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"];
    Benchmark::new(
        "A03 Andrews",
        Andrews::default().build(),
        (benchmark("A03_andrews_bari"), 0.005, 0.05),
        |column| columns.into_iter().map(column).collect(),
        |s| s.q.iter().copied().collect(),
    )
}

/// The multipliers of the [`car_axis`], with the opposite of the source's sign.
pub fn car_axis_multipliers() -> Result<Benchmark<CarAxisModel>, String> {
    Benchmark::new(
        "car axis, multipliers",
        CarAxis::default().build(),
        (benchmark("bari_car_axis"), 0.5, 3.0),
        |column| Ok(vec![-column("lambda1")?, -column("lambda2")?]),
        |s| s.lambda.iter().copied().collect(),
    )
}

/// The multipliers of [`andrews`].
pub fn andrews_multipliers() -> Result<Benchmark<AndrewsModel>, String> {
    let columns = ["lambda1", "lambda2", "lambda3", "lambda4", "lambda5", "lambda6"];
    Benchmark::new(
        "A03 Andrews, multipliers",
        Andrews::default().build(),
        (benchmark("A03_andrews_bari"), 0.005, 0.05),
        |column| columns.into_iter().map(column).collect(),
        |s| s.lambda.iter().copied().collect(),
    )
}

/// The double pendulum, for as long as its chaotic motion can be compared.
pub fn double_pendulum() -> Result<Benchmark<DoublePendulumModel>, String> {
    Benchmark::new(
        "double pendulum",
        DoublePendulum::default().build(),
        (benchmark("double_pendulum"), 0.5, 5.0),
        |column| ["theta1", "theta2"].into_iter().map(column).collect(),
        |s| s.q.iter().copied().collect(),
    )
}

/// Kepler's problem, eccentricity 1/2.
pub fn kepler() -> Result<Benchmark<KeplerModel>, String> {
    Benchmark::new(
        "Kepler, e = 0.5",
        Kepler::default().build(),
        (benchmark("kepler_e05"), 1.0, 10.0),
        |column| ["x", "y"].into_iter().map(column).collect(),
        |s| s.q.iter().copied().collect(),
    )
}

/// The skate on an incline.
pub fn skate() -> Result<Benchmark<SkateModel>, String> {
    let columns = ["x_down", "y_cross", "phi_from_downhill"];
    Benchmark::new(
        "skate",
        Skate::default().build(),
        (benchmark("skate_incline_classic"), 1.0, 10.0),
        |column| columns.into_iter().map(column).collect(),
        |s| s.q.iter().copied().collect(),
    )
}

/// Lagrange's top: its centre of mass, which the reference computes with quaternions.
pub fn spinning_top() -> Result<Benchmark<SpinningTopModel>, String> {
    /// Distance of the centre of mass from the tip, in m.
    const LENGTH: f64 = 0.05;
    Benchmark::new(
        "spinning top",
        SpinningTop::default().build(),
        (benchmark("lagrange_top"), 0.5, 10.0),
        |column| ["com_x", "com_y", "com_z"].into_iter().map(column).collect(),
        |s| {
            let (tilt, height) = (LENGTH * s.q[1].sin(), LENGTH * s.q[1].cos());
            vec![tilt * s.q[0].sin(), -tilt * s.q[0].cos(), height]
        },
    )
}

/// The slider–crank in nine coordinates.
pub fn slider_crank() -> Result<Benchmark<SliderCrankCartesianModel>, String> {
    let columns = ["crank_angle", "rod_angle", "slider_x"];
    Benchmark::new(
        "slider–crank",
        SliderCrankCartesian::default().build(),
        (mechanism("slider_crank"), 0.25, 2.0),
        |column| columns.into_iter().map(column).collect(),
        |s| vec![s.q[2], s.q[5], s.q[6]],
    )
}

/// The pendulum on a motor: angle and current.
pub fn motor_pendulum() -> Result<Benchmark<MotorPendulumModel>, String> {
    Benchmark::new(
        "motor pendulum",
        MotorPendulum::default().build(),
        (mechanism("motor_pendulum"), 0.25, 2.0),
        |column| ["theta", "current"].into_iter().map(column).collect(),
        |s| vec![s.q[0], s.y[0]],
    )
}
