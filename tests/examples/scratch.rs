//! scratch
use linkwork::prelude::*;
use linkwork_models::*;
fn main() {
    let m = Kepler::default().build().unwrap();
    for orbits in [1.0, 3.0] {
        for first in [0.0, 1e-3, 0.1] {
            for tol in [1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12] {
                let mut e = 0.0f64;
                let mut s = m
                    .simulate()
                    .method(FifthDegree::default())
                    .tolerance(tol, tol)
                    .until(orbits * std::f64::consts::TAU)
                    .observe(|s| {
                        let (k, p) = m.energy(s.at, s.v, s.y);
                        e = e.max((k + p + 0.5).abs());
                    });
                if first > 0.0 {
                    s = s.step(first);
                }
                let s = s.run().unwrap();
                let r = s.report();
                println!(
                    "{orbits} first {first:e} tol {tol:e} err {:.3e} dE {e:.2e} steps {} rej {} h {:.2e}..{:.2e}",
                    (s.last().q - s.first().q).norm(),
                    r.steps,
                    r.rejected,
                    r.smallest_step,
                    r.largest_step
                );
            }
        }
    }
    let m = MotorPendulum::default().build().unwrap();
    for tol in [1e-4, 1e-6, 1e-8, 1e-10] {
        match m.simulate().tolerance(tol, tol).until(2.0).run() {
            Ok(s) => println!(
                "{tol:e} {:e} {:e} {:?}",
                s.last().q[0] - 24.98788790964926204,
                s.last().y[0] - 9.824638022510221681,
                s.report()
            ),
            Err(e) => println!("{tol:e} {e}"),
        }
    }
    let m = RigidPendulum::default().build().unwrap();
    for tol in [1e-4, 1e-6, 1e-8, 1e-10] {
        match m.simulate().tolerance(tol, tol).until(10.0).run() {
            Ok(s) => println!("{tol:e} {:?} dE {:e} {:?}", s.last().q, s.energy_drift(), s.report()),
            Err(e) => println!("{tol:e} {e}"),
        }
    }
}
