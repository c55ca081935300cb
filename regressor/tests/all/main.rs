//! Regressors.
