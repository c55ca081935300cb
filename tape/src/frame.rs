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
    pub(crate) here: Option<&'a TapePositionCache<T>>,
    pub(crate) mass: Option<&'a TapePositionCache<T>>,
    pub(crate) columns: Option<&'a TapePositionCache<T>>,
    pub(crate) rows: Option<&'a TapePositionCache<T>>,
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
            here: None,
            mass: None,
            columns: None,
            rows: None,
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

impl<T: Real> Frame<'_, T> {
    fn placed(&self, instance: Instance) -> Option<&TapePositionCache<T>> {
        match instance {
            Instance::Mass => self.mass,
            Instance::Columns => self.columns,
            Instance::Rows => self.rows,
            _ => self.here,
        }
    }

    fn now(&self, instance: Instance) -> Option<&TapeTimeCache<T>> {
        self.placed(instance).map(|placed| &placed.now).or(self.now)
    }

    /// The bank that a number is in, and its place in it.
    #[inline(always)]
    fn find(&self, bank: Bank) -> (&[T], usize) {
        match bank {
            Bank::Parameter(i) => (self.parameters, i),
            Bank::Constant(i) => (self.constants, i),
            Bank::Time(instance) => (self.now(instance).map_or(&[], |now| from_ref(&now.t)), 0),
            Bank::Input(instance, i) => (self.now(instance).map_or(&[], |now| &now.u), i),
            Bank::TimeCache(instance, i) => (self.now(instance).map_or(&[], |now| &now.values), i),
            Bank::Position(instance, i) => {
                (self.placed(instance).map_or(self.position, |placed| &placed.q), i)
            }
            Bank::PositionCache(instance, i) => {
                (self.placed(instance).map_or(&[], |placed| &placed.values), i)
            }
            Bank::VelocityCache(i) => (self.moving, i),
            Bank::StiffnessCache(i) => (self.stiffness, i),
            Bank::Velocity(i) => (self.velocity, i),
            Bank::Acceleration(i) => (self.acceleration, i),
            Bank::State(i) => (self.state, i),
            Bank::Holonomic(i) => (self.holonomic, i),
            Bank::Nonholonomic(i) => (self.nonholonomic, i),
            Bank::Weight(weight) => (self.weights, place_of(weight)),
            Bank::Factor(i) => (self.factors, i),
            Bank::RightHandSide(i) => (self.right, i),
            Bank::Solution(i) => (self.solution, i),
        }
    }

    /// All numbers of the bank that this number is in.
    pub fn bank(&self, bank: Bank) -> &[T] {
        self.find(bank).0
    }

    /// One number.
    pub fn load(&self, bank: Bank) -> T {
        let (numbers, place) = self.find(bank);
        // In the plan, every bank is as long as its loads require.
        numbers.get(place).copied().unwrap_or_else(T::zero)
    }
}

/// The place of a weight among those of the contract.
pub fn place_of(weight: Weight) -> usize {
    // All weights are in the table.
    WEIGHTS.iter().position(|known| *known == weight).unwrap_or(WEIGHTS.len())
}
