//! Sweeps: values of runs, and files that are the same whoever makes them.

mod designs;
mod runs;
