//! Many runs of a function of parameters, on all cores and on several machines.
//!
//! ```text
//! axes, list, random parameters ─ design ─► Design: run number → values
//! Design, function ─ chunks ─► a file for each block of runs, in order
//! ```
//! | file | contents |
//! |---|---|
//! | `axis` | varied values: `length=0.1..0.5:50` |
//! | `random` | random values: `mass~normal(1,0.1)` |
//! | `draw` | random numbers, which depend on seed, name and run number only |
//! | `design` | all runs |
//! | `keep` | the kept quantities of a run: `max(load[0])` |
//! | `statistics` | their statistics, computed during the run |
//! | `chunks` | the runs, their files |
//! | `table` | rows, written and read back |
//! | `mechanism` | the runs of a mechanism |
//! | `packed` | four runs at once |
//! | `messages` | all messages |
//!
//! Invariant: the values and the row of a run depend only on the design and the run number, so that the files do not depend on the number of threads and
//! shards.

mod axis;
mod chunks;
mod design;
mod draw;
mod keep;
mod mechanism;
mod messages;
mod packed;
mod random;
mod statistics;
mod table;

pub use axis::Axis;
pub use chunks::{Outcome, Plan, Progress, Shard, SweepError, Totals, rows, rows_at_once};
pub use design::{BadDesign, Design, Drawing, List};
pub use keep::{Keep, Keeps};
pub use mechanism::{BadRuns, Options, Runs, Together};
pub use random::Random;
pub use statistics::{Accumulator, Statistic};
pub use table::{Format, Row};
