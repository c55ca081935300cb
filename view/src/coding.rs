//! Compression of numbers over time.
//!
//! ```text
//! xᵢ = round(vᵢ / δ)              |v − δ x| ≤ δ/2                                   (1)
//! d = Δᵏ x                        the k-th differences, small where v is smooth      (2)
//! byte k, δ (f64), then the d by zigzag and groups of seven bits, the lowest first
//! ```
//! k is 1 to 4, whichever takes the fewest bytes. A column with a value that is not finite, or too large for whole numbers in
//! (1), is encoded as the byte 0 and its values as f64, little-endian.
//!
//! Invariant: every number is within δ/2 of what was encoded, or equal to it.

/// The highest order of differences.
const HIGHEST: u8 = 4;
/// Integers below this have fourth differences (at most sixteen times as large) that the numbers of a browser hold exactly.
const LARGEST: f64 = (1_u64 << 48) as f64;
/// Bytes of an f64.
const WIDE: usize = 8;

/// Appends the encoded values, each accurate to half a quantum.
pub fn encode(values: &[f64], quantum: f64, out: &mut Vec<u8>) {
    let whole: Vec<f64> = values.iter().map(|value| (value / quantum).round()).collect();
    if !(quantum > 0.0 && whole.iter().all(|x| x.abs() < LARGEST)) {
        out.push(0);
        values.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
        return;
    }
    let mut differences: Vec<i64> = whole.iter().map(|x| *x as i64).collect();
    let mut best: Option<(u8, Vec<u8>)> = None;
    for order in 1..=HIGHEST {
        let mut before = 0;
        for value in &mut differences {
            (before, *value) = (*value, *value - before);
        }
        let mut bytes = Vec::with_capacity(2 * values.len());
        differences.iter().for_each(|value| group(*value, &mut bytes));
        if best.as_ref().is_none_or(|(_, known)| bytes.len() < known.len()) {
            best = Some((order, bytes));
        }
    }
    if let Some((order, bytes)) = best {
        out.push(order);
        out.extend_from_slice(&quantum.to_le_bytes());
        out.extend_from_slice(&bytes);
    }
}

/// Zigzag, then groups of seven bits.
fn group(value: i64, out: &mut Vec<u8>) {
    let mut left = ((value << 1) ^ (value >> 63)) as u64;
    while left >= 0x80 {
        out.push(left as u8 | 0x80);
        left >>= 7;
    }
    out.push(left as u8);
}

/// Bytes that are not an encoded series of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodingError;

impl std::error::Error for CodingError {}

/// Decodes values from the front of the bytes and removes their bytes.
///
/// # Errors
/// [`CodingError`] if the bytes end too early or begin with a byte other than 0 to 4.
pub fn decode(bytes: &mut &[u8], count: usize) -> Result<Vec<f64>, CodingError> {
    let order = take(bytes, 1)?[0];
    if order > HIGHEST {
        return Err(CodingError);
    }
    if order == 0 {
        return (0..count).map(|_| wide(bytes)).collect();
    }
    let quantum = wide(bytes)?;
    let mut values = Vec::with_capacity(count.min(bytes.len()));
    let mut sums = [0_i64; HIGHEST as usize];
    for _ in 0..count {
        let mut carried = ungroup(bytes)?;
        for sum in sums[..usize::from(order)].iter_mut().rev() {
            *sum = sum.wrapping_add(carried);
            carried = *sum;
        }
        values.push(carried as f64 * quantum);
    }
    Ok(values)
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Result<&'a [u8], CodingError> {
    let (taken, rest) = bytes.split_at_checked(count).ok_or(CodingError)?;
    *bytes = rest;
    Ok(taken)
}

fn wide(bytes: &mut &[u8]) -> Result<f64, CodingError> {
    let taken = take(bytes, WIDE)?;
    <[u8; WIDE]>::try_from(taken).map(f64::from_le_bytes).map_err(|_| CodingError)
}

fn ungroup(bytes: &mut &[u8]) -> Result<i64, CodingError> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let byte = take(bytes, 1)?[0];
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok((value >> 1) as i64 ^ -((value & 1) as i64));
        }
    }
    Err(CodingError)
}
