//! Steps in C.
