//! Random texts, and the properties that must hold for them.

pub mod generator;
pub mod trial;
