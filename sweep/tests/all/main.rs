//! Sweeps: values of runs, and files that do not depend on threads and shards.

mod designs;
mod runs;
