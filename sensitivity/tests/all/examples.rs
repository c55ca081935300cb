//! The examples reach the results that they state.

#[path = "../../examples/fit.rs"]
mod fit;
#[path = "../../examples/path.rs"]
mod path;

/// The values of `measured.csv`, which another program integrated.
const TRUE: [f64; 3] = [0.4, 25.0, 0.8];
/// Standard deviations: beyond four of them is one fit in ten thousand.
const DEVIATIONS: f64 = 4.0;
/// |r|² of N values has the mean N − 3 and the variance 2 (N − 3).
const SPREAD: f64 = 5.0;

#[test]
fn a_fit_finds_the_parameters_of_a_measured_motion() {
    let found = fit::fit().unwrap_or_else(|error| panic!("{error}"));
    for (i, value) in TRUE.iter().enumerate() {
        let (found, deviation) = (found.values[i], found.deviations[i]);
        println!("{} = {found} ± {deviation}", fit::UNKNOWN[i]);
        assert!((found - value).abs() < DEVIATIONS * deviation, "{found} ± {deviation} instead of {value}");
        assert!(deviation < 0.02 * value, "{deviation} of {value}: the motion is not informative enough");
    }
    let free = (found.measured - TRUE.len()) as f64;
    println!("|r|² = {} of {free}, {} Jacobians", found.squares, found.jacobians);
    assert!((found.squares - free).abs() < SPREAD * (2.0 * free).sqrt(), "{}", found.squares);
}

/// The documentation promises at most 50 gradients; the search ends at a tenth of a millimetre.
#[test]
fn a_four_bar_is_synthesised_for_a_path() {
    let found = path::search().unwrap_or_else(|error| panic!("{error}"));
    println!("{:?}: {:.1e} m apart after {} gradients", found.lengths, found.apart, found.gradients);
    assert!(found.gradients <= 50, "{} gradients", found.gradients);
    assert!(found.apart <= 1e-4, "{} m apart", found.apart);
}
