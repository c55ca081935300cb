//! The banks that routines load from.

use crate::states::{TapePositionCache, TapeTimeCache};
use core::slice::from_ref;
use linkwork::Real;
use linkwork_compiler::plan::{Bank, Instance, WEIGHTS, Weight};

/// The banks while a routine runs; empty if the routine does not load from them.
///
/// An array, not fields with names: the banks of a routine are a list, and a compiler that finds fields behind it loads all of them.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a, T> {
    /// By [`Array`].
    arrays: [&'a [T]; ARRAYS],
    /// By [`Place`].
    placed: [Option<&'a TapePositionCache<T>>; 4],
    /// Time without a placed state around it.
    now: Option<&'a TapeTimeCache<T>>,
}

impl<'a, T> Frame<'a, T> {
    /// Nothing but constants.
    #[inline(always)]
    pub fn of_constants(constants: &'a [T]) -> Self {
        Frame { arrays: [&[]; ARRAYS], placed: [None; 4], now: None }.with(Array::Constants, constants)
    }

    /// Another bank.
    #[inline(always)]
    pub(crate) fn with(mut self, bank: Array, numbers: &'a [T]) -> Self {
        self.arrays[bank as usize] = numbers;
        self
    }

    /// Placed states, by [`Place`].
    #[inline(always)]
    pub(crate) fn placed(self, placed: [Option<&'a TapePositionCache<T>>; 4]) -> Self {
        Self { placed, ..self }
    }

    /// Time without a placed state around it.
    #[inline(always)]
    pub(crate) fn at_time(self, now: &'a TapeTimeCache<T>) -> Self {
        Self { now: Some(now), ..self }
    }

    fn now(&self, place: Place) -> Option<&'a TapeTimeCache<T>> {
        self.placed[place as usize].map(|placed| &placed.now).or(self.now)
    }

    /// All numbers of a bank.
    #[inline]
    pub fn numbers(&self, slot: Slot) -> &'a [T] {
        match slot {
            Slot::Array(bank) => self.arrays[bank as usize],
            Slot::PositionCache(place) => self.placed[place as usize].map_or(&[], |placed| &placed.values),
            Slot::Position(place) => {
                self.placed[place as usize].map_or(self.arrays[Array::Position as usize], |placed| &placed.q)
            }
            Slot::Time(place) => self.now(place).map_or(&[], |now| from_ref(&now.t)),
            Slot::Inputs(place) => self.now(place).map_or(&[], |now| &now.u),
            Slot::TimeCache(place) => self.now(place).map_or(&[], |now| &now.values),
        }
    }
}

impl<T: Real> Frame<'_, T> {
    /// One number.
    #[inline(always)]
    pub fn load(&self, bank: Bank) -> T {
        let (slot, at) = Slot::of(bank);
        // In the plan, every bank is as long as its loads require.
        self.numbers(slot).get(at).copied().unwrap_or_else(T::zero)
    }
}

/// A bank that belongs to no placed state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the banks of the plan")]
#[repr(u8)]
pub enum Array {
    Parameters,
    Constants,
    /// Position without a placed state around it.
    Position,
    Velocity,
    Acceleration,
    State,
    Holonomic,
    Nonholonomic,
    VelocityCache,
    StiffnessCache,
    Weights,
    Factors,
    RightHandSide,
    Solution,
}

/// Their number.
const ARRAYS: usize = Array::Solution as usize + 1;

/// The placed state that a number belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Place {
    /// The only one.
    Here,
    /// That of M.
    Mass,
    /// That of B.
    Columns,
    /// That of G and D.
    Rows,
}

impl Place {
    #[inline(always)]
    fn of(instance: Instance) -> Self {
        match instance {
            Instance::Mass => Self::Mass,
            Instance::Columns => Self::Columns,
            Instance::Rows => Self::Rows,
            _ => Self::Here,
        }
    }
}

/// A bank as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the banks of the plan")]
pub enum Slot {
    Array(Array),
    Time(Place),
    Inputs(Place),
    TimeCache(Place),
    Position(Place),
    PositionCache(Place),
}

impl Slot {
    /// The bank that a number is in, and its place in it.
    #[inline(always)]
    pub fn of(bank: Bank) -> (Self, usize) {
        match bank {
            Bank::Parameter(i) => (Self::Array(Array::Parameters), i),
            Bank::Constant(i) => (Self::Array(Array::Constants), i),
            Bank::Time(instance) => (Self::Time(Place::of(instance)), 0),
            Bank::Input(instance, i) => (Self::Inputs(Place::of(instance)), i),
            Bank::TimeCache(instance, i) => (Self::TimeCache(Place::of(instance)), i),
            Bank::Position(instance, i) => (Self::Position(Place::of(instance)), i),
            Bank::PositionCache(instance, i) => (Self::PositionCache(Place::of(instance)), i),
            Bank::VelocityCache(i) => (Self::Array(Array::VelocityCache), i),
            Bank::StiffnessCache(i) => (Self::Array(Array::StiffnessCache), i),
            Bank::Velocity(i) => (Self::Array(Array::Velocity), i),
            Bank::Acceleration(i) => (Self::Array(Array::Acceleration), i),
            Bank::State(i) => (Self::Array(Array::State), i),
            Bank::Holonomic(i) => (Self::Array(Array::Holonomic), i),
            Bank::Nonholonomic(i) => (Self::Array(Array::Nonholonomic), i),
            Bank::Weight(weight) => (Self::Array(Array::Weights), place_of(weight)),
            Bank::Factor(i) => (Self::Array(Array::Factors), i),
            Bank::RightHandSide(i) => (Self::Array(Array::RightHandSide), i),
            Bank::Solution(i) => (Self::Array(Array::Solution), i),
        }
    }
}

/// The place of a weight among those of the contract.
fn place_of(weight: Weight) -> usize {
    // All weights are in the table.
    WEIGHTS.iter().position(|known| *known == weight).unwrap_or(WEIGHTS.len())
}
