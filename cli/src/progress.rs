//! A progress bar for long runs.
//!
//! Invariant: nothing is shown in the first second, nor if stderr is not a terminal, and nothing remains at the end.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Runs shorter than this need no bar.
const PATIENCE: Duration = Duration::from_secs(1);
const PARTS: u64 = 1000;

/// The progress of one run.
pub struct Progress {
    began: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Begins now.
    pub fn new() -> Self {
        Self { began: Instant::now(), bar: None }
    }

    /// The fraction `done` of the run is over.
    pub fn show(&mut self, done: f64) {
        if self.began.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template(
                "{wide_bar:.cyan/dim} {percent:>3} %  {elapsed} of about {duration}",
            );
            let bar = ProgressBar::new(PARTS).with_elapsed(self.began.elapsed());
            // If the template does not parse, the bar has the default style.
            if let Ok(style) = style { bar.with_style(style) } else { bar }
        });
        bar.set_position((done * PARTS as f64) as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
