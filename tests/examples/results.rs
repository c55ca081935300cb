//! The result tables of the project as Markdown: errors and times of the benchmark problems, Tables 1 to 11 beside
//! the published numbers, and runs with a tolerance.
//!
//! `cargo run --release -p linkwork-tests --example results`, with `-- --all` for the cells of 10⁸ and 10⁹ steps
//! too (several minutes). Times are those of this machine; everything else is the same on every run.

use linkwork::SeventhDegree;
use linkwork::prelude::*;
use linkwork_models::Kepler;
use linkwork_models::published::tables::{
    Experiment, energy_tables, spectral_radii, stability_limits, steps,
};
use linkwork_tests::benchmark::{self, Benchmark};
use linkwork_tests::convergence::distance;

/// The smallest step size without `--all`.
const QUICK: f64 = 0.9e-6;
/// A run that is over sooner, in s, is repeated for a better time.
const SHORT: f64 = 0.1;

/// Error and time of one run: `1.6e-7 (34 ns)`.
fn cell<M, S>(b: &Benchmark<M>, method: &S, division: u64) -> Result<String, String>
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M>,
{
    let mut best = b.run(method, division)?;
    for _ in 0..4 {
        if best.seconds * best.steps as f64 > SHORT {
            break;
        }
        best.seconds = best.seconds.min(b.run(method, division)?.seconds);
    }
    // Where a method is unstable, the size of what it leaves says nothing.
    if best.error.is_nan() || best.error >= 1.0 {
        return Ok("—".into());
    }
    Ok(format!("{:.1e} ({:.0} ns)", best.error, best.seconds * 1e9))
}

/// One table: a row for each of four step sizes, a column for each method.
fn benchmark<M, R>(b: &Benchmark<M>, runge_kutta: &R, coarse: u64) -> Result<(), String>
where
    M: Mechanism<Scalar = f64>,
    R: Stepper<M>,
    FifthDegree: Stepper<M>,
    SeventhDegree: Stepper<M>,
{
    let (fifth, seventh) = (FifthDegree::default(), SeventhDegree::a());
    println!("\n### {}, {} s\n", b.name, b.duration());
    println!("| step in s | degree 5 (E) | degree 7 (A) | {} |", runge_kutta.name());
    println!("|---|---|---|---|");
    for division in [coarse, 2 * coarse, 4 * coarse, 8 * coarse] {
        println!(
            "| {:.3e} | {} | {} | {} |",
            b.interval / division as f64,
            cell(b, &fifth, division)?,
            cell(b, &seventh, division)?,
            cell(b, runge_kutta, division)?,
        );
    }
    Ok(())
}

fn benchmarks() -> Result<(), String> {
    let (free, projected) = (RungeKutta4::default(), RungeKutta4::projected());
    println!("## Benchmark problems\n");
    println!(
        "Largest error of the positions relative to their size, against reference solutions of 17 digits and more, \
         and the time of a step."
    );
    benchmark(&benchmark::pendulum()?, &free, 100)?;
    benchmark(&benchmark::cartesian_pendulum()?, &projected, 100)?;
    benchmark(&benchmark::rigid_pendulum()?, &projected, 100)?;
    benchmark(&benchmark::car_axis()?, &projected, 200)?;
    benchmark(&benchmark::andrews()?, &projected, 100)?;
    benchmark(&benchmark::double_pendulum()?, &free, 50)?;
    benchmark(&benchmark::kepler()?, &free, 100)?;
    benchmark(&benchmark::skate()?, &projected, 25)?;
    benchmark(&benchmark::spinning_top()?, &free, 200)?;
    benchmark(&benchmark::slider_crank()?, &projected, 100)?;
    benchmark(&benchmark::motor_pendulum()?, &free, 200)
}

/// A column of a table of energy errors.
fn experiment(experiment: &Experiment, all: bool) -> Result<(), String> {
    let number = experiment.table.trim_start_matches("table");
    println!("\n### Table {number}, {}: {}\n", experiment.mechanism, experiment.column);
    println!("| h in s | published | here | agrees | drift | time of a step |");
    println!("|---|---|---|---|---|---|");
    let mut cells: Vec<_> = experiment.cells.iter().collect();
    cells.sort_by(|a, b| b.argument.total_cmp(&a.argument));
    for cell in cells {
        let (h, published) = (cell.argument, cell.published);
        if h < QUICK && !all {
            println!("| {h:e} | {published:.2e} | (with `--all`) | | | |");
            continue;
        }
        let mut found = (experiment.run)(h)?;
        for _ in 0..4 {
            if found.seconds * steps(h) as f64 > SHORT {
                break;
            }
            found.seconds = found.seconds.min((experiment.run)(h)?.seconds);
        }
        let agrees = if cell.check(found.energy).is_ok() { "yes" } else { "no" };
        let drift = if found.drift > 0.0 { format!("{:.2e}", found.drift) } else { String::new() };
        println!(
            "| {h:e} | {published:.2e} | {:.2e} | {agrees} | {drift} | {:.0} ns |",
            found.energy,
            found.seconds * 1e9
        );
    }
    Ok(())
}

fn tables(all: bool) -> Result<(), String> {
    println!("\n## Tables 1 to 11\n");
    println!(
        "Fernández de Bustos et al., Mathematics 12 (2024) 2862. Tables 1, 2, 4 and 6 to 11: the largest energy error of \
         ten seconds in J. Compensated sums leave less round-off here than in the published columns."
    );
    for column in energy_tables()? {
        experiment(&column, all)?;
    }
    println!("\n### Table 3, stability limits ωh of degree 3\n");
    println!("| α | published | here |\n|---|---|---|");
    for (alpha, cell, limit) in stability_limits()? {
        println!("| {alpha} | {} | {limit:.9} |", cell.published);
    }
    println!("\n### Table 5, spectral radii of degree 4, α = 5/4\n");
    println!("| Ω | published | here |\n|---|---|---|");
    for (cell, radius) in spectral_radii()? {
        println!("| {} | {} | {radius:.15} |", cell.argument, cell.published);
    }
    Ok(())
}

/// Kepler's orbit with steps that follow from the error.
fn adaptive() -> Result<(), String> {
    println!("\n## Steps that follow from the error\n");
    println!("Kepler's orbit, eccentricity 1/2, one period, degree 5 (E).\n");
    println!(
        "| tolerance | error at the end | steps | refused | smallest and largest step |\n|---|---|---|---|---|"
    );
    let m = Kepler::default().build().map_err(|e| e.to_string())?;
    for tolerance in [1e-6, 1e-8, 1e-10, 1e-12] {
        let run = m.simulate().tolerance(tolerance, tolerance).until(std::f64::consts::TAU).run();
        let solution = run.map_err(|e| e.to_string())?;
        let error = distance(solution.last().q.as_slice(), solution.first().q.as_slice());
        let r = solution.report();
        println!(
            "| {tolerance:e} | {error:.1e} | {} | {} | {:.1e}, {:.1e} |",
            r.steps, r.rejected, r.smallest_step, r.largest_step
        );
    }
    Ok(())
}

fn main() -> Result<(), String> {
    let all = std::env::args().skip(1).any(|argument| argument == "--all");
    benchmarks()?;
    adaptive()?;
    tables(all)
}
