//! explore
use linkwork::prelude::*;
use linkwork::*;
use linkwork_tests::benchmark::*;
use linkwork_tests::published;

fn show<M: Mechanism<Scalar = f64>, S: Stepper<M>>(b: &Benchmark<M>, m: &S, k0: u64) {
    print!("{:28} {:45}", b.name, m.name());
    for i in 0..7 {
        match b.run(m, k0 << i) {
            Ok(o) => print!(" {}:{:.1e}({:.0}ns)", k0 << i, o.error, o.seconds * 1e9),
            Err(e) => print!(" {}", e),
        }
    }
    println!();
}
fn main() -> Result<(), String> {
    if std::env::args().any(|a| a == "b") {
        macro_rules! go { ($($b:ident $k:expr, $rk:expr;)*) => { $( match $b() { Ok(b) => { show(&b, &FifthDegree::default(), $k); show(&b, &SeventhDegree::a(), $k); show(&b, &$rk, $k);} Err(e) => println!("{e}") } )* } }
        let f = RungeKutta4::default();
        let p = RungeKutta4::projected();
        go!(pendulum 25, f; cartesian_pendulum 25, p; rigid_pendulum 25, p; car_axis 50, p; andrews 100, p; double_pendulum 50, f; kepler 25, f; skate 25, p; spinning_top 50, f; slider_crank 50, p; motor_pendulum 50, f;);
    }
    if std::env::args().any(|a| a == "t") {
        for e in published::energy_tables()? {
            for c in &e.cells {
                if c.argument < 0.9e-6 && !std::env::args().any(|a| a == "s") {
                    continue;
                }
                let t = std::time::Instant::now();
                let r = (e.run)(c.argument)?;
                println!(
                    "{} {} h={:e} paper={:e} repro={:e} drift {:?} -> {:e} drift {:e} {:.0}ns total {:.2}s {}",
                    e.table,
                    e.column,
                    c.argument,
                    c.published,
                    c.reproduced,
                    c.drift,
                    r.energy,
                    r.drift,
                    r.seconds * 1e9,
                    t.elapsed().as_secs_f64(),
                    c.check(r.energy).err().unwrap_or_default()
                )
            }
        }
        for (a, c, l) in published::stability_limits()? {
            println!("{a} {l} {:?}", c.check(l));
        }
        for (c, l) in published::spectral_radii()? {
            println!("{} {l} {:?}", c.argument, c.check(l));
        }
    }
    Ok(())
}
