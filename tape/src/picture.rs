//! The picture of a mechanism: the poses of all bodies at a position, and the fixed geometry on them.

use crate::code::{Code, Registers};
use crate::executor::Executor;
use crate::frame::Frame;
use crate::functions::Linker;
use crate::kind::Kind;
use crate::tape::Tape;
use linkwork::Real;
use linkwork_compiler::plan::Routine;
use std::sync::Mutex;

/// Evaluates the [`Picture`](linkwork_compiler::plan::Picture) of a program with the parameters of a tape.
#[derive(Debug)]
pub struct Poses<'a, T: Real> {
    constants: &'a [T],
    poses: Code<T>,
    registers: Mutex<Registers<T>>,
}

impl<T: Real> Poses<'_, T> {
    /// Position (3) and rotation (9, row by row) of every body at the position q, one after the other, in the ground's axes.
    pub fn at(&self, q: &[T]) -> Vec<T> {
        let frame = Frame::of_constants(self.constants).at(q);
        evaluated(&self.poses, &frame, &self.registers)
    }
}

fn evaluated<T: Real>(code: &Code<T>, frame: &Frame<'_, T>, registers: &Mutex<Registers<T>>) -> Vec<T> {
    let mut out = vec![T::zero(); code.outputs()[0].len()];
    code.run(frame, registers, &mut out, &mut []);
    out
}

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Tape<T, K, E> {
    /// A routine with the functions of the user's that it calls.
    fn linked(&self, routine: &Routine) -> Code<T> {
        Code::linked(routine, routine.outputs.len(), &Linker::new(&self.program, &self.codes.functions))
    }

    /// The motion of bodies, if the program was compiled with a picture.
    pub fn poses(&self) -> Option<Poses<'_, T>> {
        let picture = self.program().picture.as_ref()?;
        Some(Poses {
            constants: &self.constants,
            poses: self.linked(&picture.poses),
            registers: Mutex::default(),
        })
    }

    /// The constant geometry, in the order of [`Picture::geometry`](linkwork_compiler::plan::Picture::geometry); empty without a
    /// picture.
    pub fn geometry(&self) -> Vec<T> {
        let frame = Frame::of_constants(&self.constants);
        let of = |routine: &Routine| evaluated(&self.linked(routine), &frame, &Mutex::default());
        self.program().picture.as_ref().map_or_else(Vec::new, |picture| of(&picture.geometry))
    }
}
