//! The words that items begin with, level by level.
//!
//! Invariant: a word of the level of bodies is told apart from a misspelt one.

/// Items of the levels of energies and matrices.
pub(super) const ITEMS: [&str; 16] = [
    "param",
    "const",
    "let",
    "for",
    "input",
    "output",
    "coordinate",
    "state",
    "force",
    "constraint",
    "kinetic",
    "potential",
    "dissipation",
    "mass_matrix",
    "initial",
    "der",
];

/// Items of the level of bodies and joints.
pub(super) const BODY_ITEMS: [&str; 9] =
    ["body", "particle", "frame", "joint", "gravity", "shape", "coordinates", "contact", "drive"];

/// Forces of the level of bodies and joints.
pub(super) const BODY_FORCES: [&str; 9] =
    ["spring", "torsion_spring", "force", "torque", "friction", "bushing", "contact", "gear", "function"];
