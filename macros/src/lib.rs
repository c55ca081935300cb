//! linkwork-macros
