//! A large tree of bodies: the loops of the runtime, with the laws of a program.

use crate::code::Registers;
use crate::executor::Executor;
use crate::frame::Frame;
use crate::states::{TapePositionCache, TapeTimeCache};
use linkwork::Real;
use linkwork::trees::{
    self, GROUND, Kind, Laws, Layout, Link, Member, Members, Motion, Numbers, Place, Shared, Signal, Watched,
};
use linkwork_compiler::plan::{
    self, CellLaw, CellLink, CellMember, CellShared, CellSignal, Cells, Closing, Elementary, GRAVITY,
    NUMBERS, Reaction,
};
use std::sync::Mutex;

/// The laws of a program at an instant.
pub(crate) struct Acting<'a, T: Real, E> {
    /// Loads and slopes of each law.
    pub(crate) codes: &'a [[E; 2]],
    pub(crate) constants: &'a [T],
    pub(crate) registers: &'a Mutex<Registers<T>>,
    pub(crate) now: &'a TapeTimeCache<T>,
    /// The number of inputs, after which the sides are.
    pub(crate) inputs: usize,
}

impl<T: Real, E: Executor<Scalar = T>> Acting<'_, T, E> {
    fn run(&self, code: &E, arguments: &[T], results: &mut [T]) {
        let frame = Frame::of_constants(self.constants).at_time(self.now).at(arguments);
        code.run(&frame, self.registers, results, &mut []);
    }
}

impl<T: Real, E: Executor<Scalar = T>> Laws<T> for Acting<'_, T, E> {
    fn loads(&self, number: usize, arguments: &[T], results: &mut [T]) {
        let Some([loads, _]) = self.codes.get(number) else { return };
        self.run(loads, arguments, results);
    }

    fn slopes(&self, number: usize, arguments: &[T], results: &mut [T]) {
        let Some([_, slopes]) = self.codes.get(number) else { return };
        self.run(slopes, arguments, results);
    }

    fn sides(&self) -> &[T] {
        self.now.u.get(self.inputs..).unwrap_or_default()
    }
}

/// A configuration, and what `place` stored for it.
pub(crate) fn placed<T>(at: &TapePositionCache<T>) -> Place<'_, T> {
    Place { q: &at.q, values: &at.values }
}

/// The structure of a planned tree.
pub(crate) fn layout(cells: &Cells, closing: Option<&Closing>) -> Layout {
    Layout {
        links: cells.links.iter().map(link).collect(),
        shared: cells.shared.iter().map(shared).collect(),
        constrained: cells.constrained.clone(),
        constraints: closing.map_or_else(Vec::new, Closing::constraints),
        laws: cells.laws.iter().map(law).collect(),
        signals: cells.signals.iter().map(signal).collect(),
    }
}

/// The numbers of a planned tree, from its table: signals and laws have places of the whole table.
pub(crate) fn numbers<T: Real>(cells: &Cells, table: Vec<T>) -> Numbers<T> {
    let all = table.get(GRAVITY..).unwrap_or_default().chunks_exact(NUMBERS).zip(&cells.aligned);
    let kinds = all.map(|(numbers, &aligned)| Kind::of_numbers(numbers, aligned)).collect();
    let gravity = match table[..] {
        [x, y, z, ..] => [x, y, z],
        _ => [T::zero(); 3],
    };
    Numbers { gravity, kinds, values: table }
}

fn link(link: &CellLink) -> Link {
    Link {
        parent: link.parent.unwrap_or(GROUND),
        kind: link.kind,
        coordinate: link.coordinate,
        velocity: link.velocity,
        motion: match link.motion {
            Elementary::Rotation => Motion::Rotation,
            Elementary::Translation => Motion::Translation,
            Elementary::Screw => Motion::Screw,
            Elementary::Quaternion => Motion::Quaternion,
        },
        given: false,
    }
}

fn shared(&CellShared { link, coordinate, velocity, numbers }: &CellShared) -> Shared {
    Shared { link, coordinate, velocity, numbers }
}

fn law(law: &CellLaw) -> Members {
    let (coordinates, velocities) = law.sizes;
    let watched = watched(&law.watched);
    let members = law.members.iter().map(|&CellMember { link, second, numbers }| Member {
        link,
        second,
        reacts: law.mutual,
        values: numbers,
    });
    Members { coordinates, velocities, own: law.own, watched, members: members.collect() }
}

fn watched(planned: &plan::Watched) -> Watched {
    let &plan::Watched { switches, sides, coincidence, range, contact, ref exerted } = planned;
    Watched { switches, sides, coincidence, range: range.is_some(), contact, exerted: exerted.len() }
}

fn signal(signal: &CellSignal) -> Signal {
    match *signal {
        CellSignal::Coordinate { number, negative } => Signal::Coordinate { number, negative },
        CellSignal::Velocity(number) => Signal::Velocity(number),
        CellSignal::Acceleration(number) => Signal::Acceleration(number),
        CellSignal::Load(number) => Signal::Load(number),
        CellSignal::Point { link, at, component, order } => Signal::Point { link, at, component, order },
        CellSignal::Axis { link, direction, component } => Signal::Axis { link, direction, component },
        CellSignal::Spin { link, component, order } => Signal::Spin { link, component, order },
        CellSignal::Reaction { of: Reaction { link, motions, reversed, ground_axes, torque }, at } => {
            Signal::Reaction(trees::Reaction { link, motions, reversed, ground_axes, torque, at })
        }
    }
}
