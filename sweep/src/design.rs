//! The design of a sweep: the values of every run number.
//!
//! ```text
//! run = line · (samples · Π nᵢ) + point · samples + sample         of a list, a grid of axes with nᵢ values, and samples
//! independent:      x = F⁻¹(u)                u of seed, name and run
//! Latin hypercube:  x = F⁻¹((π(run) + u)/N)   π a permutation of all N runs, of seed and name (McKay and others 1979)
//! ```
//! The last axis varies fastest.

use crate::axis::Axis;
use crate::draw::Draws;
use crate::random::Random;
use crate::table;
use sha2::{Digest, Sha256};

/// The distribution of random values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawing {
    /// Independent draws (Monte Carlo).
    #[default]
    Independent,
    /// One in each of as many equal intervals as there are runs.
    Latin,
}

/// A list of runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    /// The parameters.
    pub names: Vec<String>,
    /// Their values, one row for each run.
    pub lines: Vec<Vec<f64>>,
}

/// All runs.
#[derive(Clone, Debug)]
pub struct Design {
    names: Vec<String>,
    list: List,
    axes: Vec<Axis>,
    random: Vec<(Random, Draws, Vec<u32>)>,
    samples: u64,
    runs: u64,
    digest: String,
}

/// An error in a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadDesign {
    /// A parameter is varied twice.
    Twice(String),
    /// Too many runs.
    Count,
    /// No parameter is varied.
    Empty,
    /// Random values without a number of samples, or samples without random values.
    Samples,
    /// A line of the list has a different number of values than names.
    Line(usize),
    /// A parameter has the name of a column that every table has.
    Reserved(String),
}

/// The largest number of runs.
pub const MOST: u64 = 1 << 40;
/// The same with a Latin hypercube, whose numbers fit into 32 bits.
pub const MOST_LATIN: u64 = 1 << 28;

impl std::error::Error for BadDesign {}

impl Design {
    /// The runs of a list, of all combinations of axes, and of random values.
    ///
    /// # Errors
    /// [`BadDesign`].
    pub fn new(
        list: List,
        axes: Vec<Axis>,
        random: Vec<Random>,
        samples: Option<u64>,
        seed: u64,
        drawing: Drawing,
    ) -> Result<Self, BadDesign> {
        if random.is_empty() != samples.is_none() || samples == Some(0) {
            return Err(BadDesign::Samples);
        }
        if let Some(line) = list.lines.iter().position(|line| line.len() != list.names.len()) {
            return Err(BadDesign::Line(line + 1));
        }
        let of_axes = axes.iter().map(|axis| &axis.name);
        let names: Vec<String> =
            list.names.iter().chain(of_axes).chain(random.iter().map(|one| &one.name)).cloned().collect();
        if names.is_empty() {
            return Err(BadDesign::Empty);
        }
        if let Some((_, name)) = names.iter().enumerate().find(|(k, name)| names[..*k].contains(name)) {
            return Err(BadDesign::Twice(name.clone()));
        }
        if let Some(name) = names.iter().find(|name| table::is_own(name)) {
            return Err(BadDesign::Reserved(name.clone()));
        }
        let samples = samples.unwrap_or(1);
        let lines = if list.names.is_empty() { 1 } else { list.lines.len() as u64 };
        let mut counts = axes.iter().map(|axis| axis.values.len() as u64).chain([samples]);
        let runs = counts.try_fold(lines, u64::checked_mul);
        let most = if drawing == Drawing::Latin { MOST_LATIN } else { MOST };
        let runs = runs.filter(|runs| *runs <= most).ok_or(BadDesign::Count)?;
        let mut digest = Sha256::new();
        digest.update(format!("{:?} {axes:?} {random:?} {samples} {seed} {drawing:?}", list.names));
        list.lines.iter().for_each(|line| digest.update(format!("{line:?}")));
        let digest = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let drawn = random.into_iter().map(|one| {
            let draws = Draws::new(seed, &one.name);
            let order = match drawing {
                Drawing::Independent => Vec::new(),
                Drawing::Latin => draws.permutation(runs as usize),
            };
            (one, draws, order)
        });
        Ok(Self { names, list, axes, random: drawn.collect(), samples, runs, digest })
    }

    /// The parameters: those of the list, of the axes, the random ones.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The hash of everything that the values depend on.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The number of runs.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// The values of a run, in the order of the names.
    pub fn values(&self, run: u64) -> Vec<f64> {
        let mut values = Vec::with_capacity(self.names.len());
        let mut point = run / self.samples;
        let mut of_axes: Vec<f64> = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            let count = axis.values.len() as u64;
            of_axes.push(axis.values[(point % count) as usize]);
            point /= count;
        }
        if let Some(line) = self.list.lines.get(point as usize) {
            values.extend(line);
        }
        values.extend(of_axes.into_iter().rev());
        for (random, draws, order) in &self.random {
            let share = draws.share(run);
            let share = match order.get(run as usize) {
                Some(&stratum) => (f64::from(stratum) + share) / self.runs as f64,
                None => share,
            };
            values.push(random.quantile(share));
        }
        values
    }
}
