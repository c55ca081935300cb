//! Reduces samples to as many as a picture can show.
//!
//! Invariant: the largest value in every interval of time that the picture can resolve is kept, and where
//! both sides matter the smallest, too.

/// The points kept of each interval of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The smallest and the largest value.
    Both,
    /// The largest value: for errors, whose dips have no meaning.
    Largest,
}

/// The numbers of the samples to draw: all if they are few, else those with the smallest and the largest value
/// (or the largest alone) in each of `bins` intervals of time. `times` must increase.
pub fn thinned(times: &[f64], values: &[f64], bins: usize, keep: Keep) -> Vec<usize> {
    let count = times.len().min(values.len());
    if count <= 2 * bins {
        return (0..count).collect();
    }
    let (start, end) = (times[0], times[count - 1]);
    // The last sample belongs to the last interval.
    let bin = |i: usize| {
        let place = (times[i] - start) / (end - start) * bins as f64;
        (place as usize).min(bins.saturating_sub(1))
    };
    let mut kept = Vec::new();
    if keep == Keep::Both {
        kept.push(0);
    }
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
        match keep {
            Keep::Both => kept.extend([least.min(most), least.max(most)]),
            Keep::Largest => kept.push(most),
        }
        from = to;
    }
    if keep == Keep::Both {
        kept.push(count - 1);
    }
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::{Keep, thinned};

    #[test]
    fn few_samples_are_all_kept() {
        assert_eq!(thinned(&[0.0, 1.0, 2.0], &[5.0, 5.0, 5.0], 10, Keep::Both), [0, 1, 2]);
        assert!(thinned(&[], &[], 10, Keep::Both).is_empty());
    }

    #[test]
    fn many_samples_keep_their_peaks() {
        let times: Vec<f64> = (0..1_000_000).map(|i| f64::from(i) * 1e-3).collect();
        let mut values: Vec<f64> = times.iter().map(|t| t.sin()).collect();
        values[123_456] = 7.0;
        values[654_321] = -7.0;
        let kept = thinned(&times, &values, 800, Keep::Both);
        assert!(kept.len() <= 2 * 801 + 2, "{}", kept.len());
        assert!(kept.windows(2).all(|pair| pair[0] < pair[1]));
        for must in [0, 123_456, 654_321, 999_999] {
            assert!(kept.contains(&must), "{must} is lost");
        }
    }

    #[test]
    fn largest_values_form_an_envelope() {
        let times: Vec<f64> = (0..10_000).map(f64::from).collect();
        let mut values: Vec<f64> = times.iter().map(|t| t % 2.0).collect();
        values[5001] = 7.0;
        let kept = thinned(&times, &values, 100, Keep::Largest);
        assert!(kept.len() <= 102 && kept.iter().all(|&i| values[i] >= 1.0), "{kept:?}");
        assert!(kept.contains(&5001));
    }
}
