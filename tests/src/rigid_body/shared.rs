//! Joints that follow others: x = N q + c, with ẋ = N v, M = Nᵀ M_x N and τ = Nᵀ τ_x.
//!
//! Invariant: only joints with one coordinate follow, or are followed.

use super::tree::Tree;
use nalgebra::{DMatrix, DVector};

/// N and c of a tree.
#[derive(Clone, Debug)]
pub struct Shared {
    rates: DMatrix<f64>,
    /// For each coordinate of the tree: the coordinate that it follows, ratio and offset.
    follows: Vec<Option<(usize, f64, f64)>>,
    /// Velocities that are not those of another joint.
    own: Vec<usize>,
}

impl Shared {
    /// That of a tree.
    pub fn of(tree: &Tree) -> Self {
        let places = tree.places();
        let mut follows = vec![None; tree.coordinates()];
        let mut leaders = vec![None; tree.velocities()];
        for (link, &(q, v)) in tree.links.iter().zip(&places) {
            let (mut at, mut ratio, mut offset) = (link.follows, 1.0, 0.0);
            let mut leader = None;
            while let Some((driver, by, from)) = at {
                (offset, ratio) = (offset + ratio * from, ratio * by);
                leader = Some(driver);
                at = tree.links[driver].follows;
            }
            if let Some(leader) = leader {
                follows[q] = Some((places[leader].0, ratio, offset));
                leaders[v] = Some((places[leader].1, ratio));
            }
        }
        let own: Vec<usize> = (0..leaders.len()).filter(|&v| leaders[v].is_none()).collect();
        let mut rates = DMatrix::zeros(leaders.len(), own.len());
        for (v, leader) in leaders.iter().enumerate() {
            let (of, ratio) = leader.unwrap_or((v, 1.0));
            let column =
                own.iter().position(|&known| known == of).expect("a leader has a velocity of its own");
            rates[(v, column)] = ratio;
        }
        Self { rates, follows, own }
    }

    /// Coordinates with those of followers as they must be.
    pub fn coordinates(&self, q: &[f64]) -> Vec<f64> {
        let of = |(i, follows): (usize, &Option<(usize, f64, f64)>)| match follows {
            Some((leader, ratio, offset)) => ratio * q[*leader] + offset,
            None => q[i],
        };
        self.follows.iter().enumerate().map(of).collect()
    }

    /// Velocities or accelerations with those of followers as they must be.
    pub fn rates(&self, v: &[f64]) -> Vec<f64> {
        (&self.rates * DVector::from_vec(self.own(v))).as_slice().to_vec()
    }

    /// The coordinates that are left.
    pub fn own_coordinates(&self, q: &[f64]) -> Vec<f64> {
        q.iter().zip(&self.follows).filter(|(_, follows)| follows.is_none()).map(|(q, _)| *q).collect()
    }

    /// The velocities that are left.
    pub fn own(&self, v: &[f64]) -> Vec<f64> {
        self.own.iter().map(|&i| v[i]).collect()
    }

    /// Nᵀ τ.
    pub fn efforts(&self, efforts: &[f64]) -> Vec<f64> {
        (self.rates.transpose() * DVector::from_column_slice(efforts)).as_slice().to_vec()
    }

    /// Nᵀ A N.
    pub fn reduced(&self, matrix: &DMatrix<f64>) -> DMatrix<f64> {
        self.rates.transpose() * matrix * &self.rates
    }
}
