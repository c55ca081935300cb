//! The contract of mechanisms for a [`Model`].

use super::{At, Description, DescriptionWithInputs, Model, Values, VelocityIndependent, WithoutQuaternions};
use crate::emitted::rotations::Parts;
use crate::mechanism::{
    Assemble, AssemblyFacts, Blocks, Clamped, Dense, Described, Energetic, Evaluate, Fallback, Manifold,
    Mechanism, Separable, Singular, Solve, Space, Stateless, Unconstrained, VectorSpace, Weights, WithInputs,
};
use crate::trees::{Closes, Constraints, Factors, Unclosed};
use crate::{Flags, Names, Real, Sizes, Vector};
use alloc::sync::Arc;
use alloc::vec::Vec;
use nalgebra::{DVector, SVector};

type None<D> = SVector<<D as crate::Parameters>::Scalar, 0>;
type Lambda<D> = <<D as Description>::Closing as Closes>::Holonomic;
type All<D> = DVector<<D as crate::Parameters>::Scalar>;

impl<D: Description> Space for Model<D> {
    type Scalar = D::Scalar;
    type Configuration = All<D>;
    type Velocity = All<D>;
    type Holonomic = Lambda<D>;
    type Nonholonomic = None<D>;
    type States = None<D>;
    type Outputs = D::Outputs;
    type Switches = All<D>;
}

impl<D: Description> Described for Model<D> {
    const FLAGS: Flags = D::FLAGS;
    const HOLDS: bool = D::HOLDS;
    fn sizes(&self) -> Sizes {
        let names = &self.fixed.names;
        Sizes {
            coordinates: names.coordinates.len(),
            velocities: names.velocities.len(),
            holonomic: names.holonomic.len(),
            redundancy: self.closing.redundancy().planned,
            inputs: names.inputs.len(),
            outputs: names.outputs.len(),
            parameters: names.parameters.len(),
            switches: names.switches.len(),
            sides: D::SHARED + self.sides.len(),
            ..Sizes::NONE
        }
    }
    fn names(&self) -> &Names {
        &self.fixed.names
    }
    fn recurring(&self) -> &[usize] {
        D::RECURRING
    }
}

impl<D: Description> Model<D> {
    fn parts(&self) -> Parts<'_> {
        Parts { plain: &self.fixed.plain_runs, rotations: &self.fixed.rotations }
    }
}

impl<D: Description> Manifold for Model<D> {
    fn advance(&self, q: &mut All<D>, by: &All<D>, carry: &mut All<D>) {
        self.parts().advance(q.as_mut_slice(), by.as_slice(), carry.as_mut_slice());
    }
    fn difference(&self, from: &All<D>, to: &All<D>, out: &mut All<D>) {
        self.parts().difference(from.as_slice(), to.as_slice(), out.as_mut_slice());
    }
    fn dexp(&self, by: &All<D>, w: &All<D>, out: &mut All<D>) {
        self.parts().dexp(by.as_slice(), w.as_slice(), out.as_mut_slice());
    }
    fn dexp_inverse(&self, by: &All<D>, w: &All<D>, out: &mut All<D>) {
        self.parts().dexp_inverse(by.as_slice(), w.as_slice(), out.as_mut_slice());
    }
    fn bracket(&self, u: &All<D>, w: &All<D>, out: &mut All<D>) {
        self.parts().bracket(u.as_slice(), w.as_slice(), out.as_mut_slice());
    }
}

impl<D: Description> Evaluate for Model<D> {
    type TimeCache = D::Time;
    type PositionCache = At<D>;
    type VelocityCache = Values<D::Scalar>;
    type StiffnessCache = Values<D::Scalar>;
    fn position_cache(&self) -> At<D> {
        At {
            now: self.now(D::Scalar::zero()),
            // Filled by the first `place`.
            q: Vec::new(),
            values: Vec::new(),
            closing: self.closing.place_cache(),
        }
    }
    fn velocity_cache(&self) -> Values<D::Scalar> {
        Values(Vec::new(), Vec::new())
    }
    fn stiffness_cache(&self) -> Values<D::Scalar> {
        Values(Vec::new(), Vec::new())
    }
    fn now(&self, t: D::Scalar) -> D::Time {
        D::now(&self.constants, t, &self.inputs)
    }
    fn place(&self, now: &D::Time, q: &All<D>, at: &mut At<D>) {
        at.now.clone_from(now);
        at.q.clear();
        at.q.extend_from_slice(q.as_slice());
        self.tree.place(q.as_slice(), &mut at.values);
        self.closing.place(D::time(now), q.as_slice(), &mut at.closing);
    }
    fn mass_times(&self, at: &At<D>, a: &All<D>, out: &mut All<D>) {
        self.tree.mass_times(at.place(), a.as_slice(), out.as_mut_slice());
    }
    fn applied_force(&self, at: &At<D>, v: &All<D>, _: &None<D>, out: &mut All<D>) {
        self.tree.force(&self.acting(at), at.place(), v.as_slice(), out.as_mut_slice());
    }
    fn force(
        &self,
        at: &At<D>,
        v: &All<D>,
        y: &None<D>,
        (lambda, _): (&Lambda<D>, &None<D>),
        out: &mut All<D>,
    ) {
        self.applied_force(at, v, y, out);
        self.closing.add_reaction(&at.closing, lambda, -D::Scalar::one(), out.as_mut_slice());
    }
    fn reaction_force(
        &self,
        at: &At<D>,
        _: &Values<D::Scalar>,
        (lambda, _): (&Lambda<D>, &None<D>),
        out: &mut All<D>,
    ) {
        out.as_mut_slice().fill(D::Scalar::zero());
        self.closing.add_reaction(&at.closing, lambda, D::Scalar::one(), out.as_mut_slice());
    }
    fn holonomic(&self, at: &At<D>, out: &mut Lambda<D>) {
        self.closing.holonomic(&at.closing, out);
    }
    fn holonomic_rate(&self, at: &At<D>, v: &All<D>, out: &mut Lambda<D>) {
        self.closing.holonomic_rate(&at.closing, v.as_slice(), out);
    }
    fn acceleration_bias(&self, at: &At<D>, v: &All<D>, out: (&mut Lambda<D>, &mut None<D>)) {
        self.closing.acceleration_bias(&at.closing, v.as_slice(), out.0);
    }
    fn residual(
        &self,
        at: &At<D>,
        v: &All<D>,
        _: &None<D>,
        a: &All<D>,
        (lambda, _): (&Lambda<D>, &None<D>),
        out: &mut All<D>,
    ) {
        let (v, a) = (v.as_slice(), a.as_slice());
        self.tree.residual(&self.acting(at), at.place(), v, Some(a), out.as_mut_slice());
        self.closing.add_reaction(&at.closing, lambda, D::Scalar::one(), out.as_mut_slice());
    }
    fn moving(
        &self,
        at: &At<D>,
        v: &All<D>,
        _: &None<D>,
        _: (&Lambda<D>, &None<D>),
        out: &mut Values<D::Scalar>,
    ) {
        self.tree.moving(&self.acting(at), at.place(), v.as_slice(), &mut out.0);
    }
    fn stiffness(
        &self,
        at: &At<D>,
        v: &All<D>,
        _: &None<D>,
        a: &All<D>,
        (lambda, _): (&Lambda<D>, &None<D>),
        out: &mut Values<D::Scalar>,
    ) {
        self.closing.stiffness(&at.closing, lambda.as_slice(), &mut out.1);
        self.tree.stiffness(&self.acting(at), at.place(), v.as_slice(), a.as_slice(), &mut out.0);
    }
    fn outputs(
        &self,
        at: &At<D>,
        v: &All<D>,
        _: &None<D>,
        a: &All<D>,
        (lambda, _): (&Lambda<D>, &None<D>),
        out: &mut D::Outputs,
    ) {
        if out.is_empty() {
            return;
        }
        let moving = (v.as_slice(), a.as_slice());
        self.tree.signals(&self.acting(at), at.place(), moving, lambda.as_slice(), |signals| {
            D::outputs(&self.constants, &at.now, signals, out);
        });
    }
    fn switches(&self, at: &At<D>, v: &All<D>, _: &None<D>, out: &mut All<D>) {
        let out = out.as_mut_slice();
        D::switches(&self.constants, &at.now, &mut out[..D::SHARED]);
        self.tree.switches(&self.acting(at), at.place(), v.as_slice(), (D::SHARED, out));
    }
    fn ranges(
        &self,
        at: &At<D>,
        v: &All<D>,
        _: &None<D>,
        a: &All<D>,
        (lambda, _): (&Lambda<D>, &None<D>),
        out: &mut [[D::Scalar; 3]],
    ) {
        let first = self.fixed.ranges_of_signals;
        if first > 0 {
            let (of_signals, _) = out.split_at_mut(first);
            let moving = (v.as_slice(), a.as_slice());
            self.tree.signals(&self.acting(at), at.place(), moving, lambda.as_slice(), |signals| {
                D::ranges(&self.constants, &at.now, signals, of_signals);
            });
        }
        self.tree.ranges(&self.acting(at), at.place(), v.as_slice(), (first, out));
    }
}

impl<D: Description> Energetic for Model<D> {
    fn energy(&self, at: &At<D>, v: &All<D>, _: &None<D>) -> (D::Scalar, D::Scalar) {
        self.tree.energy(&self.acting(at), at.place(), v.as_slice())
    }
}

impl<D: Description> Dense for Model<D> {
    fn mass_matrix(&self, at: &At<D>, out: &mut [D::Scalar]) {
        self.tree.matrix([1.0, 0.0, 0.0], at.place(), (&[], Option::None), out);
    }
    fn damping_matrix(&self, at: &At<D>, moving: &Values<D::Scalar>, out: &mut [D::Scalar]) {
        self.tree.matrix([0.0, 1.0, 0.0], at.place(), (&moving.0, Option::None), out);
    }
    fn stiffness_matrix(&self, at: &At<D>, stiffness: &Values<D::Scalar>, out: &mut [D::Scalar]) {
        self.tree.matrix([0.0, 0.0, 1.0], at.place(), (&[], Some(&stiffness.0)), out);
        self.closing.add_stiffness(&stiffness.1, self.fixed.names.velocities.len(), out);
    }
    fn damping_times(&self, at: &At<D>, moving: &Values<D::Scalar>, x: &All<D>, out: &mut All<D>) -> bool {
        let vectors = (x.as_slice(), out.as_mut_slice());
        self.tree.times([0.0, 1.0, 0.0], at.place(), (&moving.0, Option::None), vectors);
        true
    }
    fn stiffness_times(
        &self,
        at: &At<D>,
        stiffness: &Values<D::Scalar>,
        x: &All<D>,
        out: &mut All<D>,
    ) -> bool {
        let vectors = (x.as_slice(), out.as_mut_slice());
        self.tree.times([0.0, 0.0, 1.0], at.place(), (&[], Some(&stiffness.0)), vectors);
        self.closing.add_stiffness_times(&stiffness.1, x.as_slice(), out.as_mut_slice());
        true
    }
    fn constraint_jacobian(&self, at: &At<D>, out: &mut [D::Scalar]) {
        self.closing.dense_jacobian(&at.closing, self.fixed.names.velocities.len(), out);
    }
}

impl<D: Description> Solve for Model<D> {
    type SaddleFactors = Factors<D::Scalar>;
    type Factors = Factors<D::Scalar>;
    fn saddle_factors(&self) -> Factors<D::Scalar> {
        self.tree.saddle_factors()
    }
    fn factors(&self) -> Factors<D::Scalar> {
        self.tree.factors()
    }
    fn factor_saddle(
        &self,
        mass: &At<D>,
        columns: &At<D>,
        rows: &At<D>,
        _: &Values<D::Scalar>,
        into: &mut Factors<D::Scalar>,
    ) {
        let mut room = into.lend_closing();
        let closing = self.closing.closing((&columns.closing, &rows.closing), Option::None, &mut room);
        self.tree.factor_mass(mass.place(), closing, into);
        into.give_back(room);
    }
    fn solve_saddle(
        &self,
        factors: &Factors<D::Scalar>,
        a: &mut All<D>,
        lambda: &mut Lambda<D>,
        _: &mut None<D>,
    ) -> Result<Fallback, Singular> {
        self.tree.solve_mass(factors, a.as_mut_slice(), lambda.as_mut_slice())
    }
    fn factor(&self, weights: Weights<D::Scalar>, blocks: Blocks<'_, Self>, into: &mut Factors<D::Scalar>) {
        let caches = (&blocks.moving.0[..], blocks.stiffness.map(|stiffness| &stiffness.0[..]));
        let places = (blocks.mass.place(), blocks.columns.place());
        let mut room = into.lend_closing();
        let stiffness = blocks.stiffness.map(|stored| (weights.stiffness, &stored.1[..]));
        let at = (&blocks.columns.closing, &blocks.rows.closing);
        let closing = self.closing.closing(at, stiffness, &mut room);
        self.tree.factor(weights, places, caches, closing, into);
        into.give_back(room);
    }
    fn solve(
        &self,
        factors: &Factors<D::Scalar>,
        a: &mut All<D>,
        lambda: &mut Lambda<D>,
        _: &mut None<D>,
    ) -> Result<Fallback, Singular> {
        self.tree.solve(factors, a.as_mut_slice(), lambda.as_mut_slice())
    }
}

impl<D: Description> Assemble for Model<D> {
    fn assembly(&self) -> AssemblyFacts<'_> {
        if self.closing.count() == 0 {
            return AssemblyFacts::default();
        }
        // The deviations are those of the start of the constraints alone.
        let (guards, cosines) = self.closing.guards();
        AssemblyFacts { guards, cosines, rotations: &self.fixed.rotations, ..AssemblyFacts::default() }
    }
    fn assembly_cosines(&self, at: &At<D>, out: &mut [D::Scalar]) {
        self.closing.assembly_cosines(&at.closing, self.fixed.names.velocities.len(), out);
    }
    fn orientation_cosines(&self, at: &At<D>, out: &mut [D::Scalar]) {
        self.closing.orientation_cosines(&at.closing, out);
    }
    fn initial(&self) -> (All<D>, All<D>, None<D>) {
        (self.start.0.clone(), self.start.1.clone(), Vector::zeros(0))
    }
}

impl<D: Description> Mechanism for Model<D> {
    type With<S: Real> = Model<D::Over<S>>;
    fn with_scalar<S: Real>(&self, lift: &dyn Fn(D::Scalar) -> S) -> Model<D::Over<S>> {
        let vector = |values: &All<D>| DVector::from_vec(values.iter().map(|&x| lift(x)).collect::<Vec<S>>());
        Model {
            parameters: self.parameters.lifted(lift),
            constants: D::lifted_constants(&self.constants, lift),
            inputs: D::lifted_inputs(&self.inputs, lift),
            sides: self.sides.iter().map(|&side| lift(side)).collect(),
            tree: Arc::new(self.tree.lifted(lift)),
            closing: D::lifted_closing(&self.closing, lift),
            fixed: self.fixed.clone(),
            start: (vector(&self.start.0), vector(&self.start.1)),
        }
    }
    fn undefined_input(&self, _: D::Scalar) -> Option<usize> {
        D::undefined_input(&self.inputs)
    }
    fn hold(&mut self, sides: &[f64]) {
        for (held, side) in D::sides(&mut self.inputs).iter_mut().chain(&mut self.sides).zip(sides) {
            *held = D::Scalar::exact(*side);
        }
    }
}

impl<D: DescriptionWithInputs> Model<D> {
    /// Other inputs, with the held sides.
    fn held_with(&self, inputs: &D::Inputs) -> D::Held {
        let mut held = self.inputs.clone();
        D::hold(inputs, &mut held);
        held
    }
}

impl<D: DescriptionWithInputs> WithInputs for Model<D> {
    type Inputs = D::Inputs;
    fn now_with(&self, t: D::Scalar, inputs: &D::Inputs) -> D::Time {
        D::now(&self.constants, t, &self.held_with(inputs))
    }
    fn inputs(&self) -> D::Inputs {
        D::inputs_of(D::values(&self.inputs))
    }
    fn set_inputs(&mut self, inputs: D::Inputs) {
        D::hold(&inputs, &mut self.inputs);
    }
    fn inputs_of(&self, values: &[D::Scalar]) -> D::Inputs {
        D::inputs_of(values)
    }
    fn input_values(&self, inputs: &D::Inputs) -> Vec<D::Scalar> {
        D::values(&self.held_with(inputs)).to_vec()
    }
}

impl<D: Description<Closing = Unclosed<<D as crate::Parameters>::Scalar>>> Clamped for Model<D> {}
impl<D: Description<Closing = Unclosed<<D as crate::Parameters>::Scalar>>> Unconstrained for Model<D> {}
impl<D: Description> Stateless for Model<D> {}
impl<D: WithoutQuaternions> VectorSpace for Model<D> {}
impl<D: VelocityIndependent> Separable for Model<D> {}
