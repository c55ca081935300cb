//! The words that items begin with, level by level.
//!
//! Invariant: a word that belongs inside of another item is distinguished from a misspelt one.

/// Items of the levels of energies and matrices.
pub(super) const ITEMS: [&str; 22] = [
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
    "function",
    "verify",
    "freedoms",
    "conserves",
    "range",
    "budget",
];

/// Items of the level of bodies and joints.
pub(super) const BODY_ITEMS: [&str; 7] =
    ["body", "particle", "frame", "joint", "gravity", "coordinates", "unroll"];

/// Words that belong inside of other items.
pub(super) const INNER: [(&str, &str); 4] = [
    ("shape", "a shape belongs to a body: `body name { mass: …, shape: rod(length: 1 [m]) }`"),
    ("contact", "a contact is a force: `force name = contact(ball, ground, …);`"),
    ("drive", "a drive is a constraint: `constraint drive: pivot.angle = 2 [rad/s] * time;`"),
    ("spring", "a spring is a force: `force name = spring(ground, crank, …);`"),
];

/// All words that items begin with.
pub const ITEM_WORDS: [&str; ITEMS.len() + BODY_ITEMS.len()] = {
    let mut all = [""; ITEMS.len() + BODY_ITEMS.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < ITEMS.len() { ITEMS[i] } else { BODY_ITEMS[i - ITEMS.len()] };
        i += 1;
    }
    all
};
