//! The banks that routines load from.

use crate::states::{TapePositionCache, TapeTimeCache};
use core::marker::PhantomData;
use core::slice::from_ref;
use linkwork::Real;
use linkwork_compiler::plan::{Bank, Instance, WEIGHTS, Weight};

/// The banks of solves.
const SOLVING: usize = Array::Solution as usize + 1;
/// The banks of routines that depend on neither velocity nor reactions.
const AT_REST: usize = Array::Acceleration as usize + 1;
/// The banks of routines of one placed state.
const MOVING: usize = Array::StiffnessCache as usize + 1;
/// All banks.
pub const BANKS: usize = AT_ROWS + STAGES;
/// The banks of a placed state: t, inputs, values of the time stage, q, values of the position stage.
const STAGES: usize = 5;
/// The only placed state, or that of M.
const AT: usize = 1;
/// That of B.
const AT_COLUMNS: usize = Array::Parameters as usize + 1;
/// That of G and D.
const AT_ROWS: usize = AT_COLUMNS + STAGES;

/// A bank that belongs to no placed state, by its place in a frame: those that are used most come first.
#[derive(Clone, Copy, Debug)]
#[repr(usize)]
pub(crate) enum Array {
    Constants,
    /// No routine reads both factors and a placed state: here and in the next two places.
    Factors = AT,
    RightHandSide,
    Solution,
    Acceleration = AT + STAGES,
    Velocity,
    State,
    Holonomic,
    Nonholonomic,
    VelocityCache,
    StiffnessCache,
    Weights,
    Parameters,
}

/// The banks while a routine runs; empty if the routine does not load from them.
///
/// A frame is made for each run of a routine, so that most frames end after the banks that the routine may read. Executors
/// receive frames of any length.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a, T, B: ?Sized = [&'a [T]]> {
    numbers: PhantomData<&'a T>,
    banks: B,
}

/// A frame of `N` banks.
type FrameOf<'a, T, const N: usize> = Frame<'a, T, [&'a [T]; N]>;
/// A frame of solves.
pub(crate) type SolvingFrame<'a, T> = FrameOf<'a, T, SOLVING>;
/// A frame of routines that depend on neither velocity nor reactions.
pub(crate) type FrameAtRest<'a, T> = FrameOf<'a, T, AT_REST>;
/// A frame of routines of one placed state.
pub(crate) type MovingFrame<'a, T> = FrameOf<'a, T, MOVING>;

impl<'a, T> FrameOf<'a, T, BANKS> {
    /// Nothing but constants.
    #[inline(always)]
    pub fn of_constants(constants: &'a [T]) -> Self {
        Self::new(constants)
    }
}

impl<'a, T> FrameOf<'a, T, SOLVING> {
    /// For code that comes from no plan: constants, factors, right-hand sides and solutions of any meaning.
    #[inline(always)]
    pub fn of_arrays([constants, factors, right, solution]: [&'a [T]; 4]) -> Self {
        Self::solving(constants, factors).with(Array::RightHandSide, right).with(Array::Solution, solution)
    }

    /// For solves.
    #[inline(always)]
    pub(crate) fn solving(constants: &'a [T], factors: &'a [T]) -> Self {
        Self::new(constants).with(Array::Factors, factors)
    }
}

impl<'a, T> FrameOf<'a, T, AT_REST> {
    /// For routines that depend on neither velocity nor reactions: nothing but constants so far.
    #[inline(always)]
    pub(crate) fn at_rest(constants: &'a [T]) -> Self {
        Self::new(constants)
    }
}

impl<'a, T> FrameOf<'a, T, MOVING> {
    /// For routines of one placed state: nothing but constants so far.
    #[inline(always)]
    pub(crate) fn moving(constants: &'a [T]) -> Self {
        Self::new(constants)
    }
}

impl<'a, T, const N: usize> FrameOf<'a, T, N> {
    #[inline(always)]
    fn new(constants: &'a [T]) -> Self {
        Self { numbers: PhantomData, banks: [&[]; N] }.with(Array::Constants, constants)
    }

    /// With another bank.
    #[inline(always)]
    pub(crate) fn with(mut self, bank: Array, numbers: &'a [T]) -> Self {
        self.banks[bank as usize] = numbers;
        self
    }

    /// At a configuration.
    #[inline(always)]
    pub(crate) fn at(mut self, q: &'a [T]) -> Self {
        self.banks[AT + 3] = q;
        self
    }

    /// At an instant.
    #[inline(always)]
    pub(crate) fn at_time(mut self, now: &'a TapeTimeCache<T>) -> Self {
        self.set_time(AT, now);
        self
    }

    /// At a placed state.
    #[inline(always)]
    pub(crate) fn placed(mut self, at: &'a TapePositionCache<T>) -> Self {
        self.set_placed(AT, at);
        self
    }

    /// At the placed states of M, of B, and of G and D.
    #[inline(always)]
    pub(crate) fn placed_apart(mut self, at: [&'a TapePositionCache<T>; 3]) -> Self {
        let [mass, columns, rows] = at;
        self.set_placed(AT, mass);
        self.set_placed(AT_COLUMNS, columns);
        self.set_placed(AT_ROWS, rows);
        self
    }

    #[inline(always)]
    fn set_time(&mut self, first: usize, now: &'a TapeTimeCache<T>) {
        self.banks[first] = from_ref(&now.t);
        self.banks[first + 1] = &now.u;
        self.banks[first + 2] = &now.values;
    }

    #[inline(always)]
    fn set_placed(&mut self, first: usize, at: &'a TapePositionCache<T>) {
        self.set_time(first, &at.now);
        self.banks[first + 3] = &at.q;
        self.banks[first + 4] = &at.values;
    }
}

impl<'a, T> Frame<'a, T> {
    /// Its banks, in the order of [`place_of`].
    #[inline]
    pub fn banks(&self) -> &[&'a [T]] {
        &self.banks
    }
}

impl<T: Real> Frame<'_, T> {
    /// One number.
    #[inline(always)]
    pub fn load(&self, bank: Bank) -> T {
        let (bank, place) = place_of(bank);
        self.number(bank, place)
    }

    /// The number at a place of the bank with this number.
    #[inline(always)]
    pub(crate) fn number(&self, bank: usize, place: usize) -> T {
        // In the plan, every bank is as long as its loads require.
        self.banks.get(bank).and_then(|numbers| numbers.get(place)).copied().unwrap_or_else(T::zero)
    }
}

/// The number of the bank of a frame that a number is in, and its place in that.
#[inline(always)]
pub fn place_of(bank: Bank) -> (usize, usize) {
    match bank {
        Bank::Parameter(i) => (Array::Parameters as usize, i),
        Bank::Constant(i) => (Array::Constants as usize, i),
        Bank::Time(instance) => (first_of(instance), 0),
        Bank::Input(instance, i) => (first_of(instance) + 1, i),
        Bank::TimeCache(instance, i) => (first_of(instance) + 2, i),
        Bank::Position(instance, i) => (first_of(instance) + 3, i),
        Bank::PositionCache(instance, i) => (first_of(instance) + 4, i),
        Bank::VelocityCache(i) => (Array::VelocityCache as usize, i),
        Bank::StiffnessCache(i) => (Array::StiffnessCache as usize, i),
        Bank::Velocity(i) => (Array::Velocity as usize, i),
        Bank::Acceleration(i) => (Array::Acceleration as usize, i),
        Bank::State(i) => (Array::State as usize, i),
        Bank::Holonomic(i) => (Array::Holonomic as usize, i),
        Bank::Nonholonomic(i) => (Array::Nonholonomic as usize, i),
        Bank::Weight(weight) => (Array::Weights as usize, place_of_weight(weight)),
        Bank::Factor(i) => (Array::Factors as usize, i),
        Bank::RightHandSide(i) => (Array::RightHandSide as usize, i),
        Bank::Solution(i) => (Array::Solution as usize, i),
    }
}

/// The first bank of a placed state. No routine reads both the only state and those of a matrix.
#[inline(always)]
fn first_of(instance: Instance) -> usize {
    match instance {
        Instance::Columns => AT_COLUMNS,
        Instance::Rows => AT_ROWS,
        _ => AT,
    }
}

/// The place of a weight among those of the contract.
fn place_of_weight(weight: Weight) -> usize {
    // All weights are in the table.
    WEIGHTS.iter().position(|known| *known == weight).unwrap_or(WEIGHTS.len())
}
