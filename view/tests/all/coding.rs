//! Numbers are read back within half a quantum, or exactly.

use linkwork_view::{CodingError, decode, encode};

const QUANTUM: f64 = 1e-6;
/// Half a quantum, and what rounding adds to numbers below a thousand.
const BOUND: f64 = 0.5 * QUANTUM + 1e-12;

fn round_trip(values: &[f64], quantum: f64) -> (Vec<f64>, usize) {
    let mut bytes = Vec::new();
    encode(values, quantum, &mut bytes);
    let length = bytes.len();
    // Another column after it is not changed.
    bytes.extend([1, 2, 3]);
    let mut rest = bytes.as_slice();
    let found = decode(&mut rest, values.len()).expect("what was encoded");
    assert_eq!(rest, [1, 2, 3]);
    (found, length)
}

#[test]
fn values_come_back_within_half_a_quantum() {
    let smooth: Vec<f64> = (0..1001).map(|k| 3.0 * (0.01 * f64::from(k)).sin()).collect();
    let rough: Vec<f64> =
        (0..1001).map(|k| 500.0 * (f64::from(k) * 0.618_033_988_75).fract() - 250.0).collect();
    for values in [&smooth, &rough, &vec![-7.25], &vec![0.0; 5]] {
        let (found, _) = round_trip(values, QUANTUM);
        for (found, value) in found.iter().zip(values) {
            assert!((found - value).abs() <= BOUND, "{found} {value}");
        }
    }
}

/// A sine over ten seconds takes no more than two bytes per value, a quarter of an f64.
#[test]
fn smooth_values_are_small() {
    let smooth: Vec<f64> = (0..1001).map(|k| 3.0 * (0.01 * f64::from(k)).sin()).collect();
    let (_, length) = round_trip(&smooth, QUANTUM);
    assert!(length < 2 * smooth.len(), "{length}");
}

#[test]
fn values_that_cannot_be_quantised_are_stored_exactly() {
    for values in [vec![1.0, f64::NAN, 2.0], vec![f64::INFINITY, f64::NEG_INFINITY], vec![1e300, -0.1]] {
        let (found, _) = round_trip(&values, QUANTUM);
        for (found, value) in found.iter().zip(&values) {
            assert_eq!(found.to_bits(), value.to_bits());
        }
    }
    let (found, _) = round_trip(&[0.1, 0.7], 0.0);
    assert_eq!(found, [0.1, 0.7]);
}

#[test]
fn invalid_bytes_are_refused() {
    let mut bytes = Vec::new();
    encode(&[1.0, 2.0, 3.0], QUANTUM, &mut bytes);
    for end in 0..bytes.len() {
        assert_eq!(decode(&mut &bytes[..end], 3), Err(CodingError), "{end}");
    }
    assert_eq!(decode(&mut [9_u8, 0, 0].as_slice(), 1), Err(CodingError));
    // A number that never ends.
    let endless = [[1_u8].as_slice(), &QUANTUM.to_le_bytes(), &[0xff; 20]].concat();
    assert_eq!(decode(&mut endless.as_slice(), 1), Err(CodingError));
}
