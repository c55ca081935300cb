//! Whether the mass matrix can be singular, decided at the sampled states.
//!
//! M is taken for regular if it is symmetric and positive definite at every sample at which the mechanism
//! moves at all, which includes samples without a parameter of M (a user may choose a rod without
//! inertia). A sample at which the saddle matrix is singular too is ignored: a pendulum without mass is not a
//! mechanism. Coordinates may still have singular configurations between the samples (Euler angles).

use super::arena::Arena;
use super::lowered::{Entries, Lowered};
use super::numeric::Evaluator;
use super::pivots::is_regular;
use super::sample::State;
use super::systems::Dimensions;
use linkwork_numerics::Components;

/// A pivot of M below this part of its diagonal entry is zero to working accuracy.
const SINGULAR: f64 = 1e-10;

/// Whether there is a sample at which M is not positive definite although the mechanism moves there.
pub(super) fn mass_may_be_singular(
    arena: &Arena,
    lowered: &Lowered,
    sizes: Dimensions,
    states: &[State],
    deficiency: usize,
) -> bool {
    let Dimensions { n, holonomic, .. } = sizes;
    let order = sizes.order();
    let blocks: [(&Entries, usize, usize); 4] = [
        (&lowered.mass, 0, 0),
        (&lowered.borders, 0, n),
        (&lowered.jacobian, n, 0),
        (&lowered.velocity_jacobian, n + holonomic, 0),
    ];
    let (mut places, mut entries) = (Vec::new(), Vec::new());
    for (block, row, column) in blocks {
        places.extend(block.iter().map(|&(i, j, _)| (row + i, column + j)));
        entries.extend(block.iter().map(|&(_, _, value)| value));
    }
    let evaluator = Evaluator::new(arena, entries);
    let mut scratch = Vec::new();
    states.iter().any(|state| {
        let values = evaluator.evaluate(&mut scratch, &|source| state.load(source));
        let of_mass = places.iter().zip(&values).take(lowered.mass.len());
        let mass: Vec<(usize, usize, f64)> = of_mass.map(|(&(i, j), value)| (i, j, *value)).collect();
        !blocks_of(n, &mass).into_iter().all(|(size, block)| is_positive_definite(size, block))
            && is_regular(order, &places, &values, deficiency)
    })
}

/// The blocks of coordinates that a matrix couples, dense, with their sizes.
fn blocks_of(n: usize, entries: &[(usize, usize, f64)]) -> Vec<(usize, Vec<f64>)> {
    let mut coupled = Components::new(n);
    entries.iter().for_each(|&(i, j, _)| coupled.join(i, j));
    let (mut blocks, mut sizes, mut places) = (vec![0; n], Vec::new(), vec![0; n]);
    for i in 0..n {
        let first = coupled.smallest(i);
        if first == i {
            blocks[i] = sizes.len();
            sizes.push(0);
        }
        blocks[i] = blocks[first];
        places[i] = sizes[blocks[i]];
        sizes[blocks[i]] += 1;
    }
    let mut all: Vec<(usize, Vec<f64>)> =
        sizes.into_iter().map(|size| (size, vec![0.0; size * size])).collect();
    for &(i, j, entry) in entries {
        let (size, block) = &mut all[blocks[i]];
        block[places[i] * *size + places[j]] = entry;
    }
    all
}

/// Whether all pivots of LDLᵀ are well above zero.
fn is_positive_definite(n: usize, mut a: Vec<f64>) -> bool {
    let diagonal: Vec<f64> = (0..n).map(|k| a[k * n + k]).collect();
    for k in 0..n {
        let pivot = a[k * n + k];
        if pivot.is_nan() || pivot <= SINGULAR * diagonal[k] {
            return false;
        }
        for i in k + 1..n {
            let factor = a[i * n + k] / pivot;
            if factor == 0.0 {
                continue;
            }
            for j in k + 1..n {
                a[i * n + j] -= factor * a[k * n + j];
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{blocks_of, is_positive_definite};

    /// [2 0 1; 0 3 0; 1 0 4]: coordinates 0 and 2, and 1 alone.
    #[test]
    fn coupled_coordinates_are_a_block() {
        let entries = [(0, 0, 2.0), (0, 2, 1.0), (1, 1, 3.0), (2, 0, 1.0), (2, 2, 4.0)];
        assert_eq!(blocks_of(3, &entries), [(2, vec![2.0, 1.0, 1.0, 4.0]), (1, vec![3.0])]);
        assert_eq!(blocks_of(2, &[]), [(1, vec![0.0]), (1, vec![0.0])]);
    }

    #[test]
    fn pivots_decide() {
        assert!(is_positive_definite(2, vec![2.0, 1.0, 1.0, 2.0]));
        assert!(!is_positive_definite(2, vec![1.0, 1.0, 1.0, 1.0]));
        assert!(!is_positive_definite(2, vec![1.0, 0.0, 0.0, 0.0]));
        assert!(!is_positive_definite(2, vec![1.0, 2.0, 2.0, 1.0]));
        assert!(!is_positive_definite(1, vec![f64::NAN]));
        assert!(is_positive_definite(2, vec![1.0, 0.0, 0.0, 1e-30]));
    }
}
