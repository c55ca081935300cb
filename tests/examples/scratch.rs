//! scratch
use linkwork::prelude::*;
use linkwork_models::Kepler;
fn main() {
    let m = Kepler::default().build().unwrap();
    for (tol, first) in [(1e-10, 6e-3), (1e-10, 6e-4), (1e-12, 6e-3), (1e-12,3e-4)] {
        let mut last = 0.0; let mut lh = 0.0; let mut n = 0;
        let s = m.simulate().method(FifthDegree::default()).tolerance(tol, tol).step(first).until(std::f64::consts::TAU)
            .observe(|s| { let h = s.t - last; last = s.t; n+=1;
                let (k,p) = m.energy(s.at, s.v); let e = k+p+0.5;
                if (h/lh - 1.0_f64).abs() > 1e-9 || n%200==0 { println!("n {n} t {:.6} h {h:.3e} dE {e:.2e} L {:.2e}", s.t, s.q[0]*s.v[1]-s.q[1]*s.v[0]-(0.75f64).sqrt()); } lh = h; })
            .run().unwrap();
        println!("=== {tol:e} {first:e} {:?} {:?}", s.last().q, s.report());
    }
}
