//! Many runs of a function of parameters, on all cores and on as many machines as there are.
//!
//! ```text
//! axes, list, random parameters ─ design ─► Design: run number → values
//! Design, function ─ chunks ─► a file for each block of runs, in order
//! ```
//! | file | what it holds |
//! |---|---|
//! | `axis` | values that are varied: `length=0.1..0.5:50` |
//! | `random` | values that are drawn: `mass~normal(1,0.1)` |
//! | `draw` | random numbers that depend on seed, name and run number alone |
//! | `design` | all runs |
//! | `keep` | what is kept of a run: `max(load[0])` |
//! | `chunks` | the runs, their files |
//! | `table` | rows, written and read back |
//! | `mechanism` | the runs of a mechanism |
//! | `packed` | four of them at once |
//! | `messages` | all messages |
//!
//! Invariant: the values and the row of a run depend on the design and on its number alone, so that any number of threads and shards
//! leaves the same bytes.

mod axis;
mod chunks;
mod design;
mod draw;
mod keep;
mod mechanism;
mod messages;
mod packed;
mod random;
mod table;

pub use axis::Axis;
pub use chunks::{Outcome, Plan, Progress, Shard, SweepError, Totals, rows, rows_at_once};
pub use design::{BadDesign, Design, Drawing, List};
pub use keep::{Keep, Statistic};
pub use mechanism::{Options, Runs, Together};
pub use random::Random;
pub use table::{Format, Row};
