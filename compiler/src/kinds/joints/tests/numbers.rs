//! Plain numbers for the tests: random ones, rotations, rank. Independent of the code under test.

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    /// Uniform in [low, high).
    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        low + (high - low) * ((z >> 11) as f64 / (1_u64 << 53) as f64)
    }

    pub fn vector(&mut self) -> [f64; 3] {
        core::array::from_fn(|_| self.within(-1.0, 1.0))
    }

    /// A unit quaternion with w ≥ 0.
    pub fn quaternion(&mut self) -> [f64; 4] {
        let raw: [f64; 4] = core::array::from_fn(|_| self.within(-1.0, 1.0));
        let length = raw.iter().map(|x| x * x).sum::<f64>().sqrt();
        raw.map(|x| x / length * raw[0].signum())
    }
}

/// The place of a frame.
#[derive(Clone, Debug)]
pub struct Place {
    pub position: [f64; 3],
    pub rotation: [[f64; 3]; 3],
}

impl Place {
    /// R x.
    pub fn turn(&self, x: &[f64]) -> [f64; 3] {
        core::array::from_fn(|i| (0..3).map(|j| self.rotation[i][j] * x[j]).sum())
    }

    /// A frame that is given in this one.
    pub fn then(&self, inner: &Self) -> Self {
        let shift = self.turn(&inner.position);
        Self {
            position: core::array::from_fn(|i| self.position[i] + shift[i]),
            rotation: product(&self.rotation, &inner.rotation),
        }
    }

    pub fn numbers(&self) -> Vec<f64> {
        self.position.iter().copied().chain(self.rotation.concat()).collect()
    }
}

pub fn product(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    core::array::from_fn(|i| core::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

pub fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn normalised(a: &[f64; 3]) -> [f64; 3] {
    let length = a.iter().map(|x| x * x).sum::<f64>().sqrt();
    a.map(|x| x / length)
}

/// The rotation by |a| about a: its columns by x + sin |a| n × x + (1 − cos |a|) n × (n × x).
pub fn turned(a: &[f64; 3]) -> [[f64; 3]; 3] {
    let angle = a.iter().map(|x| x * x).sum::<f64>().sqrt();
    let n = if angle > 0.0 { a.map(|x| x / angle) } else { [0.0; 3] };
    let columns: [[f64; 3]; 3] = core::array::from_fn(|j| {
        let mut x = [0.0; 3];
        x[j] = 1.0;
        let once = cross(&n, &x);
        let twice = cross(&n, &once);
        let half = (angle / 2.0).sin();
        core::array::from_fn(|i| x[i] + angle.sin() * once[i] + 2.0 * half * half * twice[i])
    });
    core::array::from_fn(|i| core::array::from_fn(|j| columns[j][i]))
}

/// The number of pivots above a bound, by elimination with complete pivoting.
pub fn rank(mut rows: Vec<Vec<f64>>, bound: f64) -> usize {
    let mut rank = 0;
    let columns = rows.first().map_or(0, Vec::len);
    while rank < rows.len().min(columns) {
        let places = (rank..rows.len()).flat_map(|i| (rank..columns).map(move |j| (i, j)));
        let largest = places.max_by(|a, b| rows[a.0][a.1].abs().total_cmp(&rows[b.0][b.1].abs()));
        let Some((i, j)) = largest.filter(|&(i, j)| rows[i][j].abs() > bound) else { break };
        rows.swap(rank, i);
        rows.iter_mut().for_each(|row| row.swap(rank, j));
        let pivot = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            let factor = row[rank] / pivot[rank];
            row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
        }
        rank += 1;
    }
    rank
}
