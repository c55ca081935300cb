//! Any number of samples to as many as a picture can show.
//!
//! Invariant: in every pixel's worth of time the smallest and the largest value survive, and so do the
//! first and the last sample.

/// The numbers of the samples to draw: all if they are few, else those with the smallest and the largest value
/// in each of `bins` stretches of time. `times` must increase.
pub fn thinned(times: &[f64], values: &[f64], bins: usize) -> Vec<usize> {
    let count = times.len().min(values.len());
    if count <= 2 * bins {
        return (0..count).collect();
    }
    let (start, end) = (times[0], times[count - 1]);
    let bin = |i: usize| (((times[i] - start) / (end - start)) * bins as f64) as usize;
    let mut kept = vec![0];
    let mut from = 0;
    while from < count {
        let here = bin(from);
        let (mut least, mut most, mut to) = (from, from, from);
        while to < count && bin(to) == here {
            if values[to] < values[least] {
                least = to;
            }
            if values[to] > values[most] {
                most = to;
            }
            to += 1;
        }
        kept.extend([least.min(most), least.max(most)]);
        from = to;
    }
    kept.push(count - 1);
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::thinned;

    #[test]
    fn few_samples_are_all_kept() {
        assert_eq!(thinned(&[0.0, 1.0, 2.0], &[5.0, 5.0, 5.0], 10), [0, 1, 2]);
        assert!(thinned(&[], &[], 10).is_empty());
    }

    #[test]
    fn many_samples_keep_their_peaks() {
        let times: Vec<f64> = (0..1_000_000).map(|i| f64::from(i) * 1e-3).collect();
        let mut values: Vec<f64> = times.iter().map(|t| t.sin()).collect();
        values[123_456] = 7.0;
        values[654_321] = -7.0;
        let kept = thinned(&times, &values, 800);
        assert!(kept.len() <= 2 * 801 + 2, "{}", kept.len());
        assert!(kept.windows(2).all(|pair| pair[0] < pair[1]));
        for must in [0, 123_456, 654_321, 999_999] {
            assert!(kept.contains(&must), "{must} is lost");
        }
    }
}
