//! Which constraints of a tape are redundant, and which reactions are not unique, with the parameters that it has.
//!
//! Invariant: what the compiler has determined at the declared parameters is never given as that of others.

use crate::code::Registers;
use crate::executor::Executor;
use crate::kind::Kind;
use crate::parameters::{TapeParameters, declared};
use crate::tape::Tape;
use linkwork::Real;
use linkwork_compiler::Program;
use linkwork_compiler::plan::Freedom;
use std::sync::Arc;

/// What is known of it.
#[derive(Clone, Debug, Default)]
pub(crate) enum Known {
    /// The parameters are the declared ones, or nothing is redundant.
    #[default]
    Declared,
    /// Determined at the values of the parameters.
    Determined(Arc<Freedom>),
    /// Parameters have other values, at which nothing is determined.
    Unknown,
}

impl Known {
    /// At these values of the parameters, without a compilation.
    fn at<T: Real>(program: &Program, values: &[T]) -> Self {
        let declared = || declared(program, &mut Registers::default());
        let same = program.redundancy() == 0
            || declared().iter().zip(values).all(|(declared, value)| *declared == value.value());
        if same { Self::Declared } else { Self::Unknown }
    }
}

impl TapeParameters {
    /// Notes what the compiler has determined at the present values. Other values forget it.
    pub fn determined(&mut self, freedom: Freedom) {
        self.determined = Some((self.values.clone(), Arc::new(freedom)));
    }

    /// As [`Tape::freedom`].
    pub fn freedom(&self) -> &Freedom {
        match self.determined_at(&self.values) {
            Some(freedom) => freedom,
            None => &self.program.freedom,
        }
    }

    /// As [`Tape::redundancy_is_declared`].
    pub fn redundancy_is_declared(&self) -> bool {
        matches!(self.known(&self.values), Known::Unknown)
    }

    pub(crate) fn known<T: Real>(&self, values: &[T]) -> Known {
        match self.determined_at(values) {
            Some(freedom) => Known::Determined(freedom.clone()),
            None => Known::at(&self.program, values),
        }
    }

    fn determined_at<T: Real>(&self, values: &[T]) -> Option<&Arc<Freedom>> {
        let (at, freedom) = self.determined.as_ref()?;
        at.iter().zip(values).all(|(at, value)| *at == value.value()).then_some(freedom)
    }
}

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Tape<T, K, E> {
    /// Which constraints are redundant, and which reactions are not unique: with the parameters of the tape, unless
    /// [`redundancy_is_declared`](Self::redundancy_is_declared).
    pub fn freedom(&self) -> &Freedom {
        match &self.known {
            Known::Determined(freedom) => freedom,
            Known::Declared | Known::Unknown => &self.program.freedom,
        }
    }

    /// Whether that is known with the declared parameters alone, and the tape has others.
    pub fn redundancy_is_declared(&self) -> bool {
        matches!(self.known, Known::Unknown)
    }
}
