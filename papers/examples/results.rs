//! The tables of `docs/results.md` and `docs/performance.md` as Markdown.
//!
//! ```text
//! cargo run --release -p linkwork-papers --features results --example results -- errors
//! ```
//!
//! | argument | table |
//! |---|---|
//! | `errors` | errors of the benchmark problems at four step sizes |
//! | `times` | the time per step of the same runs, on this machine |
//! | `tolerances` | error-controlled steps |
//! | `published` | Tables 1 to 11 of Fernández de Bustos et al. with the published numbers; `published all` has the cells of 10⁸ and 10⁹ steps too (several minutes) |
//! | `limits` | stability limits and spectral radii (Tables 3 and 5) |

use linkwork::SeventhDegree;
use linkwork::prelude::*;
use linkwork_models::Kepler;
use linkwork_papers::benchmark::{self, Benchmark};
use linkwork_papers::convergence::distance;
use linkwork_papers::tables::{Experiment, Steps, energy_tables, spectral_radii, stability_limits};

/// The smallest step size without `all`.
const QUICK: f64 = 0.9e-5;
/// Shorter runs, in s, are repeated for a better time.
const SHORT: f64 = 0.1;
/// Steps of the four columns, in those of the first.
const FINER: [u64; 4] = [1, 4, 16, 64];

/// What is printed of a run.
#[derive(Clone, Copy, PartialEq)]
enum Report {
    Errors,
    Times,
}

/// A row of errors.
fn errors<M, S>(b: &Benchmark<M>, method: &S, coarse: u64) -> Result<(), String>
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M>,
{
    let mut row = format!("| {} | {} |", b.name, method.name());
    for finer in FINER {
        let error = b.run(method, coarse * finer)?.error;
        // The error of an unstable method has no meaning.
        let cell = if error.is_nan() || error >= 1.0 { "—".to_owned() } else { format!("{error:.1e}") };
        row.push_str(&format!(" {cell} |"));
    }
    println!("{row}");
    Ok(())
}

/// The fastest of a few runs, in ns a step.
fn nanoseconds<M, S>(b: &Benchmark<M>, method: &S, division: u64) -> Result<f64, String>
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
    Ok(best.seconds * 1e9)
}

/// The rows of a problem: three methods.
fn benchmark<M, R>(report: Report, b: &Benchmark<M>, runge_kutta: &R, coarse: u64) -> Result<(), String>
where
    M: Mechanism<Scalar = f64>,
    R: Stepper<M>,
    FifthDegree: Stepper<M>,
    SeventhDegree: Stepper<M>,
{
    let (fifth, seventh) = (FifthDegree::default(), SeventhDegree::a());
    if report == Report::Errors {
        errors(b, &fifth, coarse)?;
        errors(b, &seventh, coarse)?;
        return errors(b, runge_kutta, coarse);
    }
    let fine = FINER[2] * coarse;
    println!(
        "| {} | {:.0} | {:.0} | {:.0} |",
        b.name,
        nanoseconds(b, &fifth, fine)?,
        nanoseconds(b, &seventh, fine)?,
        nanoseconds(b, runge_kutta, fine)?
    );
    Ok(())
}

fn benchmarks(report: Report) -> Result<(), String> {
    let (free, projected) = (RungeKutta4::default(), RungeKutta4::projected());
    match report {
        Report::Errors => {
            println!("| problem | method | coarse | ×4 | ×16 | ×64 |\n|---|---|---|---|---|---|")
        }
        Report::Times => println!(
            "| one step, in ns | degree 5 (E) | degree 7 (A) | Runge–Kutta 4 (projected with constraints) |\n|---|---|---|---|"
        ),
    }
    benchmark(report, &benchmark::pendulum()?, &free, 25)?;
    benchmark(report, &benchmark::cartesian_pendulum()?, &projected, 25)?;
    benchmark(report, &benchmark::rigid_pendulum()?, &projected, 25)?;
    benchmark(report, &benchmark::car_axis()?, &projected, 50)?;
    benchmark(report, &benchmark::andrews()?, &projected, 100)?;
    benchmark(report, &benchmark::double_pendulum()?, &free, 50)?;
    benchmark(report, &benchmark::kepler()?, &free, 25)?;
    benchmark(report, &benchmark::skate()?, &projected, 25)?;
    benchmark(report, &benchmark::spinning_top()?, &free, 50)?;
    benchmark(report, &benchmark::slider_crank()?, &projected, 50)?;
    benchmark(report, &benchmark::motor_pendulum()?, &free, 200)
}

/// Rows of a column of a table of energy errors.
fn experiment(experiment: &Experiment, all: bool) -> Result<(), String> {
    let number = experiment.table.trim_start_matches("table");
    let mut cells: Vec<_> = experiment.cells.iter().collect();
    cells.sort_by(|a, b| b.argument.total_cmp(&a.argument));
    for cell in cells.into_iter().filter(|cell| all || cell.argument > QUICK) {
        let found = (experiment.run)(Steps::of_size(cell.argument))?;
        let agrees = if cell.check(found.energy).is_ok() { "yes" } else { "no" };
        println!(
            "| {number} | {}, {} | {:e} | {:.3e} | {:.3e} | {agrees} |",
            experiment.mechanism, experiment.column, cell.argument, cell.published, found.energy,
        );
    }
    Ok(())
}

fn published(all: bool) -> Result<(), String> {
    println!("| table | run | h in s | published | here | agrees |\n|---|---|---|---|---|---|");
    energy_tables()?.iter().try_for_each(|column| experiment(column, all))
}

fn limits() -> Result<(), String> {
    println!("| quantity | published | here |\n|---|---|---|");
    for (alpha, cell, limit) in stability_limits()? {
        println!("| stability limit ωh of degree 3, α = {alpha} | {} | {limit:.9} |", cell.published);
    }
    for (cell, radius) in spectral_radii()? {
        let (omega, published) = (cell.argument, cell.published);
        println!("| spectral radius of degree 4, α = 5/4, Ω = {omega} | {published} | {radius:.15} |");
    }
    Ok(())
}

/// Kepler's orbit with error-controlled steps.
fn tolerances() -> Result<(), String> {
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
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["errors"] => benchmarks(Report::Errors),
        ["times"] => benchmarks(Report::Times),
        ["tolerances"] => tolerances(),
        ["published"] => published(false),
        ["published", "all"] => published(true),
        ["limits"] => limits(),
        _ => Err("name a table: errors, times, tolerances, published, limits".into()),
    }
}
