//! Benchmark problems by bodies and joints: errors fall with the order of the method.

use crate::benchmarks::converges;
use linkwork::SeventhDegree;
use linkwork::prelude::*;
use linkwork_tests::benchmark::Benchmark;
use linkwork_tests::bodies;

fn show<M, S>(b: &Benchmark<M>, method: &S, divisions: [u64; 3])
where
    M: Mechanism<Scalar = f64>,
    S: Stepper<M>,
{
    for d in divisions {
        match b.run(method, d) {
            Ok(o) => println!(
                "{:40} {:45} {:e}  {:e}  {:.3e} s/step",
                b.name,
                method.name(),
                b.interval / d as f64,
                o.error,
                o.seconds
            ),
            Err(e) => println!("{:40} {} {e}", b.name, method.name()),
        }
    }
}

macro_rules! explore { ($($name:ident ($($arg:expr),*) $base:expr;)*) => { $(
#[test]
fn $name() {
    let b = match bodies::$name($($arg),*) { Ok(b) => b, Err(e) => { println!("{} {e}", stringify!($name)); return; } };
    let n = $base;
    show(&b, &FifthDegree::default(), [4*n, 8*n, 16*n]);
    show(&b, &SeventhDegree::a(), [n, 2*n, 4*n]);
    show(&b, &RungeKutta4::projected(), [2*n, 4*n, 8*n]);
}
)* } }
explore! {
    hinged_pendulum() 100;
    hinged_pendulum_absolute() 100;
    four_bars() 200;
    andrews_bodies() 100;
    andrews_absolute() 100;
    governor(0.1) 20;
    governor_absolute(0.1) 20;
    top() 100;
    quaternion_top() 100;
    quaternion_top_absolute() 100;
    free_rigid_body() 50;
    double_bars() 100;
    double_bars_absolute() 100;
    spatial_slider_crank() 20;
    four_link() 20;
    chain() 200;
    knife_edge() 25;
}
