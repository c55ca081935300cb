//! Texts as nobody would write them, and what must be true of them all the same.

pub mod generator;
pub mod trial;
