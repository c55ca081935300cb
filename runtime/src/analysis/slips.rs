//! Slips of friction that sticks, as velocities of their own: nothing depends on where they are.
//!
//! ```text
//! ẋ − w(q, v) = 0           the nonholonomic constraint of a slip x, which occurs in nothing else          (1)
//! G δq = 0,  D δq = 0       its displacements, with the rows D of (1)                                      (2)
//! ```
//!
//! By (1) alone x would be free at rest, a coordinate without mass and stiffness. By (2) it follows the bodies, which changes no
//! force; at rest it is also where x is. Slips are chosen last as independent coordinates.

use crate::Mechanism;
use alloc::format;
use alloc::vec::Vec;
use nalgebra::DMatrix;

/// The slips of a mechanism.
pub(super) struct Slips {
    /// Their velocities.
    pub(super) velocities: Vec<usize>,
    /// The rows of (1) among the nonholonomic constraints; slips that follow a coordinate have holonomic ones.
    rows: Vec<usize>,
}

impl Slips {
    pub(super) fn of<M: Mechanism>(m: &M) -> Self {
        let names = m.names();
        let gripped = m.grips().iter().flat_map(|grip| grip.velocity..grip.velocity + grip.count);
        // The compiler gives a slip and its constraint one name, which no other coordinate can have.
        let is_slip = |&k: &usize| {
            let constraints = names.holonomic.iter().chain(names.nonholonomic.iter());
            names.velocities.get(k).is_some_and(|velocity| {
                velocity.name.contains(".slip")
                    && constraints.into_iter().any(|row| velocity.name == format!("der({})", row.name))
            })
        };
        let velocities: Vec<usize> = gripped.filter(is_slip).collect();
        let of = |name: &str| velocities.iter().any(|&k| names.velocities[k].name == format!("der({name})"));
        let rows = names.nonholonomic.iter().enumerate().filter(|(_, row)| of(&row.name));
        let rows = rows.map(|(i, _)| i).collect();
        Self { velocities, rows }
    }

    /// The rows of (2) among those of all constraints, holonomic first.
    pub(super) fn displacement_rows(&self, all: &DMatrix<f64>, holonomic: usize) -> DMatrix<f64> {
        let rows: Vec<usize> = (0..holonomic).chain(self.rows.iter().map(|i| holonomic + i)).collect();
        all.select_rows(&rows)
    }
}
