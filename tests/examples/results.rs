//! The README's tables of results: benchmarks against their reference solutions, and the published tables.
//!
//! `cargo run --release -p linkwork-tests --example results` (with `--all` also the cells that take minutes).

use linkwork::SeventhDegree;
use linkwork::prelude::*;
use linkwork_tests::benchmark::{
    Benchmark, andrews, car_axis, cartesian_pendulum, double_pendulum, kepler, motor_pendulum, pendulum,
    rigid_pendulum, skate, slider_crank, spinning_top,
};
use linkwork_tests::published::{energy_tables, spectral_radii, stability_limits};

/// Each row doubles the number of steps this often.
const DOUBLINGS: u32 = 3;
/// Smallest step of the published tables that a quick run makes.
const QUICK: f64 = 0.9e-6;

/// One row: the error at coarse to fine steps, and the time per step of the finest.
fn row<M: Mechanism<Scalar = f64>, S: Stepper<M>>(
    benchmark: &Benchmark<M>,
    method: &S,
    coarsest: u64,
) -> Result<(), String> {
    print!("| {} | {} |", benchmark.name, method.name());
    let mut nanoseconds = 0.0;
    for doubling in 0..=DOUBLINGS {
        let outcome = benchmark.run(method, coarsest << (2 * doubling))?;
        print!(" {:.1e} |", outcome.error);
        nanoseconds = 1e9 * outcome.seconds;
    }
    println!(" {nanoseconds:.0} |");
    Ok(())
}

macro_rules! rows {
    ($($benchmark:ident $coarsest:expr, $runge_kutta:ident;)*) => {
        $({
            let benchmark = $benchmark()?;
            row(&benchmark, &FifthDegree::default(), $coarsest)?;
            row(&benchmark, &SeventhDegree::a(), $coarsest)?;
            row(&benchmark, &RungeKutta4::$runge_kutta(), $coarsest)?;
        })*
    };
}

fn main() -> Result<(), String> {
    let all = std::env::args().any(|argument| argument == "--all");
    println!(
        "Largest error at the reference times, relative; each column has four times the steps of the one before.\n"
    );
    println!("| problem | method | coarse | ×4 | ×16 | ×64 | ns a step |");
    println!("|---|---|---|---|---|---|---|");
    rows! {
        pendulum 25, unprojected;
        cartesian_pendulum 25, projected;
        rigid_pendulum 25, projected;
        car_axis 50, projected;
        andrews 100, projected;
        double_pendulum 50, unprojected;
        kepler 25, unprojected;
        skate 25, projected;
        spinning_top 50, unprojected;
        slider_crank 50, projected;
        motor_pendulum 400, unprojected;
    }

    println!("\nEnergy errors of the paper's tables.\n");
    println!("| table | column | h | published | here |");
    println!("|---|---|---|---|---|");
    for experiment in energy_tables()? {
        for cell in experiment.cells.iter().filter(|cell| all || cell.argument > QUICK) {
            let errors = (experiment.run)(cell.argument)?;
            println!(
                "| {} | {} | {:e} | {:.3e} | {:.3e} |",
                experiment.table, experiment.column, cell.argument, cell.published, errors.energy
            );
        }
    }

    println!("\nStability limits (table 3) and spectral radii (table 5).\n");
    println!("| quantity | published | here |");
    println!("|---|---|---|");
    for (alpha, cell, limit) in stability_limits()? {
        println!("| limit for α = {alpha} | {} | {limit:.9} |", cell.published);
    }
    for (cell, radius) in spectral_radii()? {
        println!("| radius at Ω = {} | {} | {radius:.15} |", cell.argument, cell.published);
    }
    Ok(())
}
