//! `--steps 0.1,0.05` and `--steps 0.1..1e-4`: sizes of steps, one by one or halved.
//!
//! Invariant: there is at least one size, and all are positive numbers.

use linkwork_figures::argument::positive;
use std::str::FromStr;

/// No computation has smaller steps than the first one halved so often.
const HALVINGS: i32 = 60;
/// The tolerance for rounding in the last half.
const SAME: f64 = 1.0 - 1e-9;

/// Sizes of steps in s, from the largest to the smallest.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps(pub Vec<f64>);

impl FromStr for Steps {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((first, last)) = text.split_once("..") else { return Ok(Self(vec![positive(text)?])) };
        let (first, last) = (positive(first)?, positive(last)?);
        if last > first {
            return Err("the first step of a range must be the largest".into());
        }
        let halves = (0..HALVINGS).map(|i| first * 0.5_f64.powi(i));
        Ok(Self(halves.take_while(|&step| step >= SAME * last).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::Steps;

    #[test]
    fn ranges_are_halved() {
        let steps = |text: &str| text.parse::<Steps>().map(|steps| steps.0);
        assert_eq!(steps("0.1"), Ok(vec![0.1]));
        assert_eq!(steps("0.016..0.002"), Ok(vec![0.016, 0.008, 0.004, 0.002]));
        assert_eq!(steps("1..0.3"), Ok(vec![1.0, 0.5]));
        for bad in ["0.1..0.2", "1..0", "-1", "1..", "..1", ""] {
            assert!(steps(bad).is_err(), "{bad}");
        }
    }
}
