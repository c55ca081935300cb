//! Scales of axes: positions of numbers, ticks at round numbers, short labels.
//!
//! Invariant: the data are within the scale, and labels have at most [`LONGEST`] characters.

/// A linear or logarithmic axis.
#[derive(Clone, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
    /// Labels are numbers times 10^exponent.
    exponent: i32,
    ticks: Vec<f64>,
    decimals: usize,
}

/// Characters of the longest label, for the left margin.
pub const LONGEST: usize = 9;
/// Numbers whose relative difference is less than this are drawn as equal.
const RESOLUTION: f64 = 1e-5;
/// Room above and below the data, relative to their span.
const AIR: f64 = 0.06;
/// The largest number of decades of a logarithmic axis.
const DECADES: f64 = 14.0;
/// A factor between 1 and the ratio of neighbouring round steps.
const ROUND: f64 = 1.5;
/// Labels of numbers in [0.01, 10000) need no power of ten.
const PLAIN: std::ops::Range<i32> = -2..4;

impl Scale {
    /// A linear scale from the smallest to the largest number of `data`, with at most `most` ticks (4 or more).
    pub fn linear(data: impl Iterator<Item = f64>, most: usize) -> Self {
        let (low, high) = extent(data).unwrap_or((0.0, 0.0));
        let size = low.abs().max(high.abs());
        let least = if size > 0.0 { RESOLUTION * size } else { 1.0 };
        let (middle, span) = (0.5 * low + 0.5 * high, (high - low).max(least));
        let half = (0.5 + AIR) * span;
        Self::between(middle - half, middle + half, most)
    }

    /// A linear scale that begins and ends with the data.
    pub fn tight(data: impl Iterator<Item = f64>, most: usize) -> Self {
        match extent(data) {
            Some((low, high)) if low < high => Self::between(low, high, most),
            Some((low, _)) => Self::between(low, low + 1.0, most),
            None => Self::between(0.0, 1.0, most),
        }
    }

    fn between(low: f64, high: f64, most: usize) -> Self {
        let mut step = round_step((high - low) / most as f64 / ROUND);
        let mut ticks = multiples(step, low, high);
        while ticks.len() > most {
            step = round_step(step * ROUND);
            ticks = multiples(step, low, high);
        }
        let size = decade(low.abs().max(high.abs()));
        let plain = Self { low, high, logarithmic: false, exponent: 0, ticks, decimals: decimals(0, step) };
        let longest = plain.ticks().map(|(_, label)| label.chars().count()).max().unwrap_or(0);
        if PLAIN.contains(&size) && longest <= LONGEST {
            plain
        } else {
            Self { exponent: size, decimals: decimals(size, step), ..plain }
        }
    }

    /// A scale of powers of ten; zeros are at its lower end. `None` without positive numbers.
    pub fn logarithmic(data: impl Iterator<Item = f64>, most: usize) -> Option<Self> {
        let (low, high) = extent(data.filter(|&x| x > 0.0))?;
        let high = high.log10().ceil();
        let low = low.log10().floor().min(high - 1.0).max(high - DECADES);
        let step = ((high - low) / (most - 1) as f64).ceil().max(1.0);
        let count = ((high - low) / step).floor() as usize;
        let ticks = (0..=count).map(|i| high - i as f64 * step).rev().collect();
        Some(Self { low, high, logarithmic: true, exponent: 0, ticks, decimals: 0 })
    }

    /// The position of `x`, also outside: 0 at the lower end, 1 at the upper end, NaN if it has none.
    pub fn raw(&self, x: f64) -> f64 {
        let x = if self.logarithmic { x.log10() } else { x };
        (x - self.low) / (self.high - self.low)
    }

    /// The position of `x`: 0 at the lower end, 1 at the upper end.
    pub fn place(&self, x: f64) -> f64 {
        let x = if self.logarithmic { x.max(f64::MIN_POSITIVE).log10() } else { x };
        ((x - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Places and labels of the ticks.
    pub fn ticks(&self) -> impl Iterator<Item = (f64, String)> {
        self.ticks.iter().map(|&tick| {
            let place = ((tick - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
            (place, if self.logarithmic { power_of_ten(tick as i32) } else { self.label(tick) })
        })
    }

    fn label(&self, tick: f64) -> String {
        // Conversion by text gives 3 for 3e-9 · 10⁹; −0 is written 0.
        let text = format!("{:.*}", self.decimals, tick / 10.0_f64.powf(f64::from(self.exponent)));
        match text.strip_prefix('-') {
            Some(digits) if digits.chars().all(|c| c == '0' || c == '.') => digits.into(),
            Some(digits) => format!("\u{2212}{digits}"),
            None => text,
        }
    }

    /// The unit of the labels: `m`, `10⁻⁹ m`, or nothing.
    pub fn unit(&self, unit: &str) -> String {
        let unit = typeset(unit);
        match (self.exponent, unit.as_str()) {
            (0, _) => unit,
            (exponent, "") => power_of_ten(exponent),
            (exponent, _) => format!("{} {unit}", power_of_ten(exponent)),
        }
    }
}

/// The smallest and the largest finite number.
fn extent(data: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    data.filter(|x| x.is_finite()).fold(None, |found, x| match found {
        Some((low, high)) => Some((x.min(low), x.max(high))),
        None => Some((x, x)),
    })
}

/// The largest k with 10^k ≤ x; 0 for x = 0.
fn decade(x: f64) -> i32 {
    if x > 0.0 { (x.log10() + 1e-12).floor() as i32 } else { 0 }
}

/// The multiples of `step` from `low` to `high`; with a tolerance at the ends, since 0.3/0.1 is not 3.
fn multiples(step: f64, low: f64, high: f64) -> Vec<f64> {
    let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
    let count = (last - first).max(0.0) as usize;
    (0..=count).map(|i| (first + i as f64) * step).collect()
}

/// The number of decimals that distinguish multiples of `step`, in units of 10^exponent.
fn decimals(exponent: i32, step: f64) -> usize {
    usize::try_from(exponent - decade(step)).unwrap_or(0)
}

/// The smallest of 1, 2, 5, 10 … · 10^k that is at least `step`.
fn round_step(step: f64) -> f64 {
    let unit = 10.0_f64.powf(f64::from(decade(step)));
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| step <= factor * unit * (1.0 + 1e-9));
    factor.unwrap_or(10.0) * unit
}

/// 10⁻⁹.
pub fn power_of_ten(exponent: i32) -> String {
    format!("10{}", exponent.to_string().chars().map(raised).collect::<String>())
}

/// A typeset unit: m/s², N·m.
pub fn typeset(unit: &str) -> String {
    let mut text = String::new();
    let mut power = false;
    for c in unit.chars() {
        power = match c {
            '^' => true,
            '*' => {
                text.push('·');
                false
            }
            c if power && (c.is_ascii_digit() || c == '-') => {
                text.push(raised(c));
                true
            }
            c => {
                text.push(c);
                false
            }
        };
    }
    text
}

fn raised(c: char) -> char {
    match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        c => c.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)).unwrap_or(c),
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Scale, typeset};

    fn labels(low: f64, high: f64) -> Vec<String> {
        Scale::linear([low, high].into_iter(), 6).ticks().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(0.0, 1.0), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(-3.0, 0.1), ["\u{2212}3", "\u{2212}2", "\u{2212}1", "0"]);
        let scale = Scale::linear([0.0, 3.2e-9].into_iter(), 4);
        assert_eq!(scale.unit("J"), "10⁻⁹ J");
        assert_eq!(scale.ticks().map(|(_, label)| label).collect::<Vec<_>>(), ["0", "1", "2", "3"]);
    }

    #[test]
    fn labels_stay_short_whatever_the_data() {
        for size in [1e-300, 1e-9, 0.011, 1.0, 987.0, 9999.0, 12345.0, 1e12, 1e300] {
            for span in [0.0, 1e-15, 1e-7, 1e-4, 0.3, 1.9] {
                for (low, high) in [(size, size + span * size), (-size, -size + span * size)] {
                    let scale = Scale::linear([low, high].into_iter(), 6);
                    let labels: Vec<String> = scale.ticks().map(|(_, label)| label).collect();
                    assert!((2..=6).contains(&labels.len()), "{low:e} {high:e}: {labels:?}");
                    assert!(
                        labels.iter().all(|label| label.chars().count() <= LONGEST),
                        "{low:e} {high:e}: {labels:?}"
                    );
                    assert!(labels.windows(2).all(|pair| pair[0] != pair[1]), "{low:e} {high:e}: {labels:?}");
                }
            }
        }
        assert_eq!(labels(0.0, 0.0), ["\u{2212}0.4", "\u{2212}0.2", "0.0", "0.2", "0.4"]);
    }

    #[test]
    fn powers_of_ten_for_residuals() {
        let scale =
            Scale::logarithmic([0.0, 3e-16, 2e-12].into_iter(), 4).expect("there are positive numbers");
        let ticks: Vec<(f64, String)> = scale.ticks().collect();
        assert_eq!(ticks.last(), Some(&(1.0, "10⁻¹¹".into())));
        assert_eq!(scale.place(0.0), 0.0);
        assert!(Scale::logarithmic([0.0].into_iter(), 4).is_none());
    }

    #[test]
    fn units_are_typeset() {
        assert_eq!(typeset("kg*m^2/s^2"), "kg·m²/s²");
        assert_eq!(typeset("s^-1"), "s⁻¹");
    }
}
