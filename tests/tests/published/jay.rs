//! Jay's problem against its closed form: y = (e^t, e^(−2t)), λ = e^(−t), ψ = e^t.

use linkwork::prelude::*;
use linkwork::{FourthDegree, ThirdDegree};
use linkwork_models::Jay;
use linkwork_tests::run::{initial, walk};

fn errors<S: Stepper<linkwork_models::JayModel>>(method: &S, n: u64) -> Result<[f64; 4], String> {
    let m = Jay::default().build().map_err(|e| e.to_string())?;
    let h = 1.0 / n as f64;
    let mut worst = [0.0; 4];
    walk(&m, method, &initial(&m), h, n, |n, s| {
        let t = n as f64 * h;
        let off = [
            (s.q[0] - t.exp()).abs().max((s.q[1] - (-2.0 * t).exp()).abs()),
            (s.v[0] - t.exp()).abs().max((s.v[1] + 2.0 * (-2.0 * t).exp()).abs()),
            (s.l[0] - (-t).exp()).abs(),
            (s.p[0] - t.exp()).abs(),
        ];
        for i in 0..4 {
            worst[i] = f64::max(worst[i], off[i]);
        }
    })?;
    Ok(worst)
}

#[test]
fn explore() {
    for n in [25, 50, 100, 200, 400] {
        println!("{n} 3 {:?}", errors(&ThirdDegree::default(), n));
        println!("{n} 4 {:?}", errors(&FourthDegree::default(), n));
        println!("{n} 5 {:?}", errors(&FifthDegree::default(), n));
        println!("{n} rk {:?}", errors(&RungeKutta4::projected(), n));
        println!("{n} rk1 {:?}", errors(&RungeKutta4::index1(), n));
    }
}
