//! Runs that alternate in one process; the fastest of each counts, because other load only makes runs slower.

use std::time::Instant;

/// A contender: `count` evaluations a call.
pub struct Contender {
    /// Its name.
    pub name: String,
    /// Evaluations of one call of `run`.
    pub count: u32,
    /// The evaluations.
    pub run: Box<dyn FnMut()>,
}

impl Contender {
    /// `count` evaluations of `each`.
    pub fn new(name: impl Into<String>, count: u32, mut each: impl FnMut() + 'static) -> Self {
        let run = Box::new(move || (0..count).for_each(|_| each()));
        Self { name: name.into(), count, run }
    }
}

/// One contender alone, for tools that count instructions.
#[inline(never)]
pub fn alone(contender: &mut Contender, calls: u32) {
    (0..calls).for_each(|_| (contender.run)());
}

/// Seconds of one evaluation of each, the fastest of `rounds` calls.
pub fn fastest(contenders: &mut [Contender], rounds: u32) -> Vec<f64> {
    let mut least = vec![f64::INFINITY; contenders.len()];
    for _ in 0..rounds {
        for (contender, least) in contenders.iter_mut().zip(&mut least) {
            let began = Instant::now();
            (contender.run)();
            *least = least.min(began.elapsed().as_secs_f64() / f64::from(contender.count));
        }
    }
    least
}

/// The contender whose name is an argument of the command line.
pub fn wanted(contenders: &mut [Contender]) -> Option<&mut Contender> {
    let names: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    contenders.iter_mut().find(|contender| names.contains(&contender.name))
}
