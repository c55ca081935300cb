//! [`Model`]: the mechanism of emitted code whose description is a tree of many bodies.
//!
//! Emitted code implements [`Description`] for its struct of parameters; everything that moves is a loop of [`Tree`].

mod contract;
mod description;

pub use description::{Description, DescriptionWithInputs, VelocityIndependent, WithoutQuaternions};

use super::{Closes, Constraints, Laws, Layout, Place, Tree, Watched};
use crate::emitted::{Given, assemble_model, assembled_alone, check_parameters};
use crate::{Error, Names, Real, Vector};
use alloc::sync::Arc;
use alloc::vec::Vec;
use nalgebra::DVector;

/// A tree of bodies with its parameters: what steppers integrate.
#[derive(Clone, Debug)]
pub struct Model<D: Description> {
    parameters: D,
    constants: D::Constants,
    inputs: D::Held,
    /// The held sides of the switching functions of single forces.
    sides: Vec<D::Scalar>,
    tree: Arc<Tree<D::Scalar>>,
    closing: D::Closing,
    fixed: Arc<Fixed>,
    start: (DVector<D::Scalar>, DVector<D::Scalar>),
}

/// What no scalar changes.
#[derive(Debug)]
struct Fixed {
    names: Names,
    rotations: Vec<(usize, usize)>,
    plain_runs: Vec<(usize, usize, usize)>,
    /// The number of ranges that are not those of forces.
    ranges_of_signals: usize,
}

impl<D: Description> Model<D> {
    /// Checks the parameters, computes what depends on them alone, and assembles the initial state.
    ///
    /// # Errors
    /// A parameter that is not finite, or an initial state that cannot be assembled.
    pub fn build(parameters: D) -> Result<Self, Error> {
        check_parameters(D::NAME, &parameters)?;
        parameters.check_count()?;
        parameters.check()?;
        let layout: Arc<Layout> = Arc::new(parameters.layout());
        let (constants, numbers) = (parameters.constants(), parameters.numbers());
        let closing = parameters.closing()?;
        let mut names = parameters.names_of();
        names.holonomic = closing.names();
        let count = |of: &dyn Fn(&Watched) -> usize| -> usize {
            layout.laws.iter().map(|law| of(&law.watched) * law.members.len()).sum()
        };
        let sides = zeros(count(&|watched| watched.sides));
        let of_forces = count(&|watched| usize::from(watched.range));
        let fixed = Fixed {
            ranges_of_signals: names.ranges.len().saturating_sub(of_forces),
            names,
            rotations: layout.rotations(),
            plain_runs: layout.plain_runs(),
        };
        let mut start = parameters.start();
        closing.start(&mut start.0, &mut start.1);
        let start = (DVector::from_vec(start.0), DVector::from_vec(start.1));
        let tree = Arc::new(Tree::new(&layout, numbers));
        let fixed = Arc::new(fixed);
        let inputs = D::no_inputs();
        let mut model = Self { parameters, constants, inputs, sides, tree, closing, fixed, start };
        let (positions, velocities) = model.parameters.given();
        let guess = (model.start.0.clone(), model.start.1.clone(), Vector::zeros(0));
        let given = Given::of(&positions, &velocities);
        let (q, v, _) = if model.closing.count() > 0 {
            assembled_alone(&model, guess)?
        } else {
            assemble_model(&model, guess, &model.start.0, given)?
        };
        model.start = (q, v);
        Ok(model)
    }

    /// The parameters from which it was built.
    pub fn parameters(&self) -> &D {
        &self.parameters
    }
}

/// Quantities that depend on (t, q).
#[derive(Debug)]
pub struct At<D: Description> {
    now: D::Time,
    q: Vec<D::Scalar>,
    values: Vec<D::Scalar>,
    closing: <D::Closing as Constraints>::Place,
}

/// A copy into existing memory, without allocation.
impl<D: Description> Clone for At<D> {
    fn clone(&self) -> Self {
        Self {
            now: self.now.clone(),
            q: self.q.clone(),
            values: self.values.clone(),
            closing: self.closing.clone(),
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.now.clone_from(&from.now);
        self.q.clone_from(&from.q);
        self.values.clone_from(&from.values);
        self.closing.clone_from(&from.closing);
    }
}

impl<D: Description> At<D> {
    fn place(&self) -> Place<'_, D::Scalar> {
        Place { q: &self.q, values: &self.values }
    }
}

/// Quantities that C or K are made of, and K of the multipliers.
#[derive(Debug)]
pub struct Values<T>(Vec<T>, Vec<T>);

/// A copy into existing memory, without allocation.
impl<T: Clone> Clone for Values<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), self.1.clone())
    }

    fn clone_from(&mut self, from: &Self) {
        self.0.clone_from(&from.0);
        self.1.clone_from(&from.1);
    }
}

/// The laws of a description at an instant.
struct Acting<'a, D: Description> {
    constants: &'a D::Constants,
    now: &'a D::Time,
    sides: &'a [D::Scalar],
}

impl<D: Description> Laws<D::Scalar> for Acting<'_, D> {
    #[inline]
    fn loads(&self, number: usize, arguments: &[D::Scalar], results: &mut [D::Scalar]) {
        D::loads(self.constants, self.now, number, arguments, results);
    }

    #[inline]
    fn slopes(&self, number: usize, arguments: &[D::Scalar], results: &mut [D::Scalar]) {
        D::slopes(self.constants, self.now, number, arguments, results);
    }

    fn sides(&self) -> &[D::Scalar] {
        self.sides
    }
}

impl<D: Description> Model<D> {
    fn acting<'a>(&'a self, at: &'a At<D>) -> Acting<'a, D> {
        Acting { constants: &self.constants, now: &at.now, sides: &self.sides }
    }
}

/// Zeros.
fn zeros<T: Real>(count: usize) -> Vec<T> {
    alloc::vec![T::zero(); count]
}
