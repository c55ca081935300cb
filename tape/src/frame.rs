//! The banks that routines load from.

use crate::states::{TapePositionCache, TapeTimeCache};
use core::slice::from_ref;
use linkwork::Real;
use linkwork_compiler::plan::{Bank, Instance, WEIGHTS, Weight};

/// The banks while a routine runs; empty if the routine does not load from them.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a, T> {
    pub(crate) parameters: &'a [T],
    pub(crate) constants: &'a [T],
    /// The placed states, by [`Place`].
    pub(crate) placed: [Option<&'a TapePositionCache<T>>; 4],
    /// Time without a placed state around it.
    pub(crate) now: Option<&'a TapeTimeCache<T>>,
    /// Position without a placed state around it.
    pub(crate) position: &'a [T],
    pub(crate) velocity: &'a [T],
    pub(crate) acceleration: &'a [T],
    pub(crate) state: &'a [T],
    pub(crate) holonomic: &'a [T],
    pub(crate) nonholonomic: &'a [T],
    pub(crate) moving: &'a [T],
    pub(crate) stiffness: &'a [T],
    pub(crate) weights: &'a [T],
    pub(crate) factors: &'a [T],
    pub(crate) right: &'a [T],
    pub(crate) solution: &'a [T],
}

impl<T> Frame<'_, T> {
    /// Nothing but constants.
    pub fn of_constants<'a>(constants: &'a [T]) -> Frame<'a, T> {
        Frame {
            parameters: &[],
            constants,
            placed: [None; 4],
            now: None,
            position: &[],
            velocity: &[],
            acceleration: &[],
            state: &[],
            holonomic: &[],
            nonholonomic: &[],
            moving: &[],
            stiffness: &[],
            weights: &[],
            factors: &[],
            right: &[],
            solution: &[],
        }
    }
}

impl<T> Frame<'_, T> {
    fn now(&self, place: Place) -> Option<&TapeTimeCache<T>> {
        self.placed[place as usize].map(|placed| &placed.now).or(self.now)
    }

    /// All numbers of a bank.
    ///
    /// Not inlined: in a loop over the few banks of a routine all fields would be loaded first.
    #[inline(never)]
    pub fn numbers(&self, slot: Slot) -> &[T] {
        self.find(slot)
    }

    #[inline(always)]
    fn find(&self, slot: Slot) -> &[T] {
        match slot {
            Slot::Parameters => self.parameters,
            Slot::Constants => self.constants,
            Slot::Time(place) => self.now(place).map_or(&[], |now| from_ref(&now.t)),
            Slot::Inputs(place) => self.now(place).map_or(&[], |now| &now.u),
            Slot::TimeCache(place) => self.now(place).map_or(&[], |now| &now.values),
            Slot::Position(place) => self.placed[place as usize].map_or(self.position, |placed| &placed.q),
            Slot::PositionCache(place) => self.placed[place as usize].map_or(&[], |placed| &placed.values),
            Slot::VelocityCache => self.moving,
            Slot::StiffnessCache => self.stiffness,
            Slot::Velocity => self.velocity,
            Slot::Acceleration => self.acceleration,
            Slot::State => self.state,
            Slot::Holonomic => self.holonomic,
            Slot::Nonholonomic => self.nonholonomic,
            Slot::Weights => self.weights,
            Slot::Factors => self.factors,
            Slot::RightHandSide => self.right,
            Slot::Solution => self.solution,
        }
    }
}

impl<T: Real> Frame<'_, T> {
    /// One number.
    #[inline(always)]
    pub fn load(&self, bank: Bank) -> T {
        let (slot, at) = Slot::of(bank);
        // In the plan, every bank is as long as its loads require.
        self.find(slot).get(at).copied().unwrap_or_else(T::zero)
    }
}

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
    Parameters,
    Constants,
    Time(Place),
    Inputs(Place),
    TimeCache(Place),
    Position(Place),
    PositionCache(Place),
    VelocityCache,
    StiffnessCache,
    Velocity,
    Acceleration,
    State,
    Holonomic,
    Nonholonomic,
    Weights,
    Factors,
    RightHandSide,
    Solution,
}

impl Slot {
    /// The bank that a number is in, and its place in it.
    #[inline(always)]
    pub fn of(bank: Bank) -> (Self, usize) {
        match bank {
            Bank::Parameter(i) => (Self::Parameters, i),
            Bank::Constant(i) => (Self::Constants, i),
            Bank::Time(instance) => (Self::Time(Place::of(instance)), 0),
            Bank::Input(instance, i) => (Self::Inputs(Place::of(instance)), i),
            Bank::TimeCache(instance, i) => (Self::TimeCache(Place::of(instance)), i),
            Bank::Position(instance, i) => (Self::Position(Place::of(instance)), i),
            Bank::PositionCache(instance, i) => (Self::PositionCache(Place::of(instance)), i),
            Bank::VelocityCache(i) => (Self::VelocityCache, i),
            Bank::StiffnessCache(i) => (Self::StiffnessCache, i),
            Bank::Velocity(i) => (Self::Velocity, i),
            Bank::Acceleration(i) => (Self::Acceleration, i),
            Bank::State(i) => (Self::State, i),
            Bank::Holonomic(i) => (Self::Holonomic, i),
            Bank::Nonholonomic(i) => (Self::Nonholonomic, i),
            Bank::Weight(weight) => (Self::Weights, place_of(weight)),
            Bank::Factor(i) => (Self::Factors, i),
            Bank::RightHandSide(i) => (Self::RightHandSide, i),
            Bank::Solution(i) => (Self::Solution, i),
        }
    }
}

/// The place of a weight among those of the contract.
fn place_of(weight: Weight) -> usize {
    // All weights are in the table.
    WEIGHTS.iter().position(|known| *known == weight).unwrap_or(WEIGHTS.len())
}
