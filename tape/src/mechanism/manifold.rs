//! Displacements of configurations: plain coordinates, rotations in space, counted turns.

use crate::code::Registers;
use crate::executor::Executor;
use crate::frame::Frame;
use crate::kind::Kind;
use crate::tape::Tape;
use linkwork::__private::turns;
use linkwork::{Manifold, Real, Vector};
use nalgebra::DVector;

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Manifold for Tape<T, K, E> {
    fn advance(&self, q: &mut DVector<T>, by: &DVector<T>, carry: &mut DVector<T>) {
        if self.program.turns.outputs.is_empty() {
            return self.displace(q, by, carry);
        }
        let parts = turns::parts(by.as_slice(), &self.program.turning);
        if parts > 1 {
            let (mut passing, mut part) = (q.clone(), by.clone());
            turns::share(part.as_mut_slice(), parts);
            for _ in 1..parts {
                self.displace(&mut passing, &part, &mut Vector::zeros(by.len()));
                self.wind(&mut passing);
            }
            let first = self.program.first_turn();
            q.as_mut_slice()[first..].copy_from_slice(&passing.as_slice()[first..]);
        }
        self.displace(q, by, carry);
        self.wind(q);
    }
    fn wind(&self, q: &mut DVector<T>) {
        let code = &self.codes.turns;
        if self.program.turns.outputs.is_empty() {
            return;
        }
        let first = self.program.first_turn();
        // The routine reads the values that it overwrites.
        let mut counted = Registers::lent(&self.registers, Registers::take_counted);
        counted.resize(code.len(), T::zero());
        let frame = Frame::of_constants(&self.constants).at(q.as_slice());
        self.run(code, &frame, &mut counted);
        q.as_mut_slice()[first..].copy_from_slice(&counted);
        Registers::lent(&self.registers, |registers| registers.give_back(counted));
    }
    fn difference(&self, from: &DVector<T>, to: &DVector<T>, out: &mut DVector<T>) {
        self.parts().difference(from.as_slice(), to.as_slice(), out.as_mut_slice());
    }
    fn dexp(&self, by: &DVector<T>, w: &DVector<T>, out: &mut DVector<T>) {
        self.parts().dexp(by.as_slice(), w.as_slice(), out.as_mut_slice());
    }
    fn dexp_inverse(&self, by: &DVector<T>, w: &DVector<T>, out: &mut DVector<T>) {
        self.parts().dexp_inverse(by.as_slice(), w.as_slice(), out.as_mut_slice());
    }
    fn bracket(&self, u: &DVector<T>, w: &DVector<T>, out: &mut DVector<T>) {
        self.parts().bracket(u.as_slice(), w.as_slice(), out.as_mut_slice());
    }
}
