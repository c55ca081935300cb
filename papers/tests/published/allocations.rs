//! Stepping never allocates, for any method and any mechanism.

use linkwork::prelude::*;
use linkwork::{CentralDifferences, EighthDegree, FourthDegree, SeventhDegree, SixthDegree, ThirdDegree};
use linkwork_models::{MotorPendulum, Oscillator, Pendulum, RigidPendulum, Skate};
use linkwork_papers::run::initial;

/// Allocations of a hundred steps, refused attempts and a change of the step among them.
fn allocations<M: Mechanism<Scalar = f64>, S: Stepper<M>>(m: &M, method: &S) -> (String, u64) {
    let mut w = method.start(m, &initial(m), 1e-3).unwrap();
    let mut failed = false;
    let counted = allocation_counter::measure(|| {
        for i in 0..100 {
            if i % 10 == 3 {
                failed |= method.attempt(m, 2e-3, &mut w).is_err();
            }
            let h = if i < 50 { 1e-3 } else { 8e-4 };
            failed |= method.step(m, h, &mut w).is_err();
            failed |= !method.sample(&w).v.magnitude().is_finite();
        }
    });
    assert!(!failed, "{} on {}", method.name(), m.names().mechanism);
    (format!("{} on {}", method.name(), m.names().mechanism), counted.count_total)
}

/// The methods that run everywhere.
macro_rules! everywhere {
    ($m:expr, $found:expr) => {
        $found.extend([
            allocations($m, &ThirdDegree::default()),
            allocations($m, &FourthDegree::default()),
            allocations($m, &FifthDegree::default()),
            allocations($m, &SixthDegree::default()),
            allocations($m, &SeventhDegree::default()),
            allocations($m, &RungeKutta4::index1()),
            allocations($m, &RungeKutta4::projected()),
            allocations($m, &RungeKutta4::euclidean_position_projection()),
            allocations($m, &Kutta3::index1()),
            allocations($m, &Kutta3::projected()),
            allocations($m, &Kutta3::euclidean_position_projection()),
        ])
    };
}

/// The methods that run without constraints.
macro_rules! unconstrained {
    ($m:expr, $found:expr) => {
        everywhere!($m, $found);
        $found.extend([
            allocations($m, &EighthDegree::default()),
            allocations($m, &RungeKutta4::default()),
            allocations($m, &Kutta3::default()),
        ])
    };
}

#[test]
fn no_step_allocates() {
    let mut found = Vec::new();
    let pendulum = Pendulum::default().build().unwrap();
    unconstrained!(&pendulum, found);
    found.push(allocations(&pendulum, &CentralDifferences));
    let oscillator = Oscillator::default().build().unwrap();
    unconstrained!(&oscillator, found);
    found.push(allocations(&oscillator, &CentralDifferences));
    let motor = MotorPendulum::default().build().unwrap();
    found.push(allocations(&motor, &FifthDegree::default()));
    found.push(allocations(&motor, &RungeKutta4::default()));
    everywhere!(&RigidPendulum::default().build().unwrap(), found);
    everywhere!(&Skate::default().build().unwrap(), found);
    let guilty: Vec<_> = found.iter().filter(|(_, count)| *count > 0).collect();
    assert!(guilty.is_empty(), "{guilty:?}");
    assert_eq!(found.len(), 2 * 15 + 2 + 2 * 11);
    // The counter works.
    assert!(allocation_counter::measure(|| drop(std::hint::black_box(vec![1.0_f64; 8]))).count_total > 0);
}
