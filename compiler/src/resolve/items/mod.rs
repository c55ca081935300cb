//! Items besides bodies: repetitions unrolled, names declared; parameters, coordinates, constraints, energies, outputs,
//! claims; and the rules that they are checked by.

pub(super) mod checks;
pub(super) mod claims;
pub(super) mod constraints;
pub(super) mod declarations;
pub(super) mod dynamics;
pub(super) mod magnitudes;
pub(super) mod messages;
pub(super) mod naming;
pub(super) mod outputs;
pub(super) mod ranges;
pub(super) mod rates;
pub(super) mod unroll;
