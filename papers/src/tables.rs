//! Tables 1 to 11 of Fernández de Bustos et al., Mathematics 12 (2024) 2862, as runs of compiled mechanisms.
//!
//! Invariant: every cell of the reference file belongs to exactly one experiment, which defines the
//! mechanism, the method and the samples.

use super::cells::{Cell, table};
use super::run::{Errors, energy_run, initial, walk};
use linkwork::prelude::*;
use linkwork::runge_kutta::Kutta3;
use linkwork::stability::{spectral_radius, stability_limit};
use linkwork::{CentralDifferences, FourthDegree, Starting, ThirdDegree};
use linkwork_models::{
    ForcedOscillator, Pendulum, PendulumModel, RigidPendulum, RigidPendulumModel, SpinningTop,
    SpinningTopModel,
};

/// Length of every published run, in s.
pub const DURATION: f64 = 10.0;

/// A column of a table.
pub struct Experiment {
    /// Key of the table in the reference file.
    pub table: &'static str,
    /// The varied parameter, or the method.
    pub column: &'static str,
    /// The mechanism.
    pub mechanism: &'static str,
    /// Published numbers with their tolerances.
    pub cells: Vec<Cell>,
    /// The run with the step size of a cell, and of a length.
    pub run: fn(Steps) -> Result<Errors, String>,
}

/// Steps of one size.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// Their size, in s.
    pub size: f64,
    /// Together, in s.
    pub duration: f64,
}

impl Steps {
    /// Steps of that size for [`DURATION`].
    pub fn of_size(size: f64) -> Self {
        Self { size, duration: DURATION }
    }

    /// Their number N.
    pub fn count(self) -> u64 {
        (self.duration / self.size).round() as u64
    }

    /// The last of the paper's samples n = 1 … N − 2.
    fn last(self) -> u64 {
        self.count() - 2
    }
}

fn pendulum<S: Stepper<PendulumModel>>(method: &S, h: Steps) -> Result<Errors, String> {
    let m = Pendulum::default().build().map_err(|e| e.to_string())?;
    energy_run(&m, method, h.size, h.last(), |_| 0.0)
}

fn top<S: Stepper<SpinningTopModel>>(method: &S, h: Steps) -> Result<Errors, String> {
    let m = SpinningTop::default().build().map_err(|e| e.to_string())?;
    energy_run(&m, method, h.size, h.last(), |_| 0.0)
}

/// Drift is |x² + y² − L²|, in m².
fn rigid<S: Stepper<RigidPendulumModel>>(method: &S, h: Steps) -> Result<Errors, String> {
    let m = RigidPendulum::default().build().map_err(|e| e.to_string())?;
    energy_run(&m, method, h.size, h.last(), |q| (q[0] * q[0] + q[1] * q[1] - 1.0).abs())
}

/// The tables of the energy error over ten seconds: 1, 2, 4 and 6 to 11.
///
/// # Errors
/// A malformed reference file.
pub fn energy_tables() -> Result<Vec<Experiment>, String> {
    let mut experiments = Vec::new();
    let mut add = |table_key, key, column, mechanism, run| -> Result<(), String> {
        experiments.push(Experiment {
            table: table_key,
            column,
            mechanism,
            cells: table(table_key, key)?,
            run,
        });
        Ok(())
    };
    const HIGHER: Starting = Starting::ZeroHigher;
    let (plane, gyro, dae) = ("pendulum", "spinning top", "rigid pendulum");
    add("table1", Some("classical"), "classical", plane, |h| pendulum(&CentralDifferences, h))?;
    add("table1", Some("reformulated"), "reformulated", plane, |h| {
        pendulum(&ThirdDegree::central_differences().starting(HIGHER), h)
    })?;
    add("table2", Some("alpha=4/3"), "α = 4/3", plane, |h| {
        pendulum(&ThirdDegree::four_thirds().starting(HIGHER), h)
    })?;
    add("table2", Some("alpha=2"), "α = 2", plane, |h| pendulum(&ThirdDegree::two().starting(HIGHER), h))?;
    add("table4", Some("alpha=5/4"), "α = 5/4", plane, |h| {
        pendulum(&FourthDegree::paper_five_quarters().starting(HIGHER), h)
    })?;
    add("table4", Some("alpha=1/4"), "α = 1/4", plane, |h| {
        pendulum(&FourthDegree::paper_quarter().starting(HIGHER), h)
    })?;
    add("table4", Some("alpha=3/4"), "α = 3/4", plane, |h| {
        pendulum(&FourthDegree::paper_three_quarters().starting(HIGHER), h)
    })?;
    add("table6", None, "degree 5, (4/5, 1, 1, 1)", plane, |h| {
        pendulum(&FifthDegree::paper().starting(HIGHER), h)
    })?;
    add("table7", None, "degree 5, (1.62, …)", gyro, |h| {
        top(&FifthDegree::paper_top().starting(HIGHER), h)
    })?;
    add("table8", None, "Kutta 3", gyro, |h| top(&Kutta3::default(), h))?;
    add("table9", None, "Kutta 3, index 1", dae, |h| rigid(&Kutta3::index1(), h))?;
    add("table10", None, "Kutta 3, projected", dae, |h| rigid(&Kutta3::euclidean_position_projection(), h))?;
    add("table11", None, "degree 5, all ones", dae, |h| rigid(&FifthDegree::all_ones().starting(HIGHER), h))?;
    Ok(experiments)
}

/// Table 3: stability limits ωh of the third degree, as (α, cell, limit found).
///
/// # Errors
/// A malformed reference file, a step that failed.
pub fn stability_limits() -> Result<Vec<(&'static str, Cell, f64)>, String> {
    let sets = [
        ("1", ThirdDegree::central_differences()),
        ("4/3", ThirdDegree::four_thirds()),
        ("2", ThirdDegree::two()),
    ];
    let cells = table("table3", None)?;
    if cells.len() != sets.len() {
        return Err(format!("table3 has {} cells", cells.len()));
    }
    let found = sets.iter().zip(cells).map(|((alpha, method), cell)| {
        let limit = stability_limit(method, 0.0).map_err(|e| format!("{e:?}"))?;
        Ok((*alpha, cell, limit))
    });
    found.collect()
}

/// Table 5: spectral radii of the fourth degree with α = 5/4 at Ω, as (cell, radius found).
///
/// # Errors
/// A malformed reference file, a step that failed.
pub fn spectral_radii() -> Result<Vec<(Cell, f64)>, String> {
    let method = FourthDegree::paper_five_quarters();
    let found = table("table5", None)?.into_iter().map(|cell| {
        let radius = spectral_radius(&method, cell.argument, 0.0).map_err(|e| format!("{e:?}"))?;
        Ok((cell, radius))
    });
    found.collect()
}

/// The time in s at which the error of the weight set of Table 5 exceeds 0.2 m on a forced motion (force of 10 rad/s), with zero
/// higher derivatives at the start; infinite if it is after `until`.
///
/// # Errors
/// A step that failed.
pub fn time_to_divergence(h: f64, until: f64) -> Result<f64, String> {
    let m = ForcedOscillator { forcing: 10.0, ..Default::default() }.build().map_err(|e| e.to_string())?;
    let method = FourthDegree::paper_five_quarters().starting(Starting::ZeroHigher);
    let mut destroyed = f64::INFINITY;
    walk(&m, &method, &initial(&m), h, (until / h) as u64, |n, sample| {
        let t = n as f64 * h;
        let exact = (10.0 * t).sin() / (1.0 - 100.0);
        if destroyed.is_infinite() && (sample.q[0] - exact).abs() > 0.2 {
            destroyed = t;
        }
    })?;
    Ok(destroyed)
}
