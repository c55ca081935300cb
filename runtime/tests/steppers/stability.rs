//! Limits, radii and roots against the closed forms and the reference file.

use super::reference::{number, reference};
use linkwork::stability::{
    FixedStep, alternating_steps, parasitic_roots, sigma_roots, spectral_radius, stability_limit, steady_state_errors,
};
use linkwork::{
    CentralDifferences, EighthDegree, FifthDegree, FourthDegree, SeventhDegree, SixthDegree, ThirdDegree,
};

/// The named sets under the reference file's names.
pub fn sets() -> Vec<(&'static str, Vec<f64>, Box<dyn FixedStep>)> {
    macro_rules! sets {
        ($($name:literal => $method:expr),* $(,)?) => {
            vec![$(($name, $method.weights(), Box::new($method) as Box<dyn FixedStep>)),*]
        };
    }
    sets![
        "G3-CD (1,1/2)" => ThirdDegree::central_differences(),
        "G3 (7/6,1/2) Stormer3" => ThirdDegree::stormer(),
        "G3 (4/3,1/2)" => ThirdDegree::four_thirds(),
        "G3 (2,1/2)" => ThirdDegree::two(),
        "G4 paper (5/4,1/3,1/2)" => FourthDegree::paper_five_quarters(),
        "G4 paper (3/4,1/3,1/2)" => FourthDegree::paper_three_quarters(),
        "G4 paper (1/4,1/3,1/2)" => FourthDegree::paper_quarter(),
        "G4 gamma=3/5 (13/10,13/30,3/5)" => FourthDegree::three_fifths(),
        "G4 gamma=3/4 (11/8,7/12,3/4)" => FourthDegree::three_quarters(),
        "G4 gamma=1 (3/2,5/6,1) Gear4" => FourthDegree::gear4(),
        "G4 gamma=3/2 (7/4,4/3,3/2)" => FourthDegree::three_halves(),
        "G4 gamma=2 (2,11/6,2)" => FourthDegree::two(),
        "G4 low-error L1.6 (8/7..) (1.14,47/60,19/20)" => FourthDegree::with_weights([1.14, 47.0 / 60.0, 0.95]),
        "G5 paper (4/5,1,1,1)" => FifthDegree::paper(),
        "G5 paper (1,1,1,1)" => FifthDegree::all_ones(),
        "G5 paper top" => FifthDegree::paper_top(),
        "G5 Gear5 (29/10,9/4,2,3/2)" => FifthDegree::gear5(),
        "G5 A (2,9/4,2,3/2)" => FifthDegree::a(),
        "G5 B (17/15,16/15,14/15,2/3)" => FifthDegree::b(),
        "G5 C (9/8,31/40,3/4,7/10)" => FifthDegree::c(),
        "G5 D (9/10,27/20,11/10,3/5)" => FifthDegree::d(),
        "G5 E (1.2,1.025,.9333,.75)" => FifthDegree::e(),
        "G5 F (0.91,23/12,3/2,2/3)" => FifthDegree::f(),
        "G6 Gear6" => SixthDegree::gear6(),
        "G6 A" => SixthDegree::a(),
        "G7 Gear7" => SeventhDegree::gear7(),
        "G7 A" => SeventhDegree::a(),
        "G8 q=.3" => EighthDegree::three_tenths(),
    ]
}

#[test]
fn every_set_of_the_reference() {
    let file = reference("conditionally_explicit_sets");
    for (name, weights, method) in sets() {
        let set = &file[name];
        for (w, expected) in weights.iter().zip(set["weights"].as_array().unwrap()) {
            assert!((w / number(expected) - 1.0).abs() < 1e-14, "{name}: {weights:?}");
        }
        let limit = stability_limit(&*method, 0.0).unwrap();
        let largest = |roots: Vec<nalgebra::Complex<f64>>| roots.iter().fold(0.0, |m: f64, r| m.max(r.norm()));
        let parasitic = largest(parasitic_roots(&weights));
        let sigma = largest(sigma_roots(&weights));
        let (x, v) = steady_state_errors(&weights, 0.05);
        let power = (0..weights.len()).fold(1.0, |p, _| p * 0.05);
        println!("{name}: limit {limit} ({}) parasitic {parasitic} ({}) sigma {sigma} ({}) cx {} ({}) cv {} ({})",
            set["strict_limit"], set["max_parasitic_modulus"], set["max_sigma_root"], x / power, set["cx"], v / power, set["cv"]);
    }
}
