//! The steps of a run, as lines of a table that are read while the run writes them: what happens between its keyframes.
//!
//! Invariant: no line is kept, so that memory does not grow with the run.

use linkwork_jit::Tape;
use linkwork_tape::Poses;
use linkwork_view::{Between, Column, ColumnKind};
use std::io::{self, Write};

/// The receiver of the table.
pub struct Steps<'t> {
    poses: Option<Poses<'t, f64>>,
    coordinates: usize,
    between: Between,
    /// The time between keyframes.
    interval: f64,
    /// The time of the first line, and the number of keyframes since then.
    begun: Option<(f64, u32)>,
}

impl<'t> Steps<'t> {
    /// For keyframes at this interval, and a table of the time and these columns, whose values are not used.
    pub fn new(tape: &'t Tape, columns: &[Column], interval: f64) -> Self {
        let poses = tape.poses();
        let bodies = poses.as_ref().map_or(0, |_| tape.program().bodies.len());
        let coordinates = columns.iter().filter(|column| column.kind == ColumnKind::Coordinate).count();
        Self { poses, coordinates, between: Between::new(bodies, columns), interval, begun: None }
    }

    /// What they show.
    pub fn between(self) -> Between {
        self.between
    }

    /// A step.
    fn add(&mut self, time: f64, values: &[f64]) {
        let q = values.get(..self.coordinates).unwrap_or_default();
        let poses = self.poses.as_ref().map_or_else(Vec::new, |poses| poses.at(q));
        self.between.step(time, &poses, values);
        let (start, mut frames) = self.begun.unwrap_or((time, 0));
        loop {
            let next = start + self.interval * f64::from(frames + 1);
            if next > time {
                break;
            }
            self.between.keyframe(next);
            frames += 1;
        }
        self.begun = Some((start, frames));
    }
}

impl Write for Steps<'_> {
    /// Takes a block, which consists of complete lines.
    fn write(&mut self, block: &[u8]) -> io::Result<usize> {
        for line in String::from_utf8_lossy(block).lines() {
            // The header has no numbers.
            let numbers: Result<Vec<f64>, _> = line.split(',').map(str::parse::<f64>).collect();
            if let Ok([time, values @ ..]) = numbers.as_deref() {
                self.add(*time, values);
            }
        }
        Ok(block.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
