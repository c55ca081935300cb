//! The initial state.

use crate::executor::Executor;
use crate::frame::Array;
use crate::kind::Kind;
use crate::states::TapePositionCache;
use crate::tape::Tape;
use linkwork::__private::AssemblyFacts;
use linkwork::{Assemble, Real};
use nalgebra::DVector;

impl<T: Real, K: Kind, E: Executor<Scalar = T>> Assemble for Tape<T, K, E> {
    fn assembly(&self) -> AssemblyFacts<'_> {
        if let Some(closed) = &self.closing {
            // The deviations are those of the start of the constraints alone.
            let AssemblyFacts { guards, cosines, .. } = closed.tape.assembly();
            let rotations = &self.program.rotations;
            return AssemblyFacts { guards, cosines, rotations, ..AssemblyFacts::default() };
        }
        let Some(assembly) = &self.program.assembly else { return AssemblyFacts::default() };
        AssemblyFacts {
            position_tolerances: &assembly.position_tolerances,
            velocity_tolerances: &assembly.velocity_tolerances,
            condition_tolerances: &assembly.condition_tolerances,
            rotations: &self.program.rotations,
            turns: &assembly.turns,
            guards: &assembly.guards,
            deviations: assembly.deviation_names.len(),
            cosines: assembly.cosines,
            conditions: &self.opening.conditions,
            position_conditions: self.program.position_conditions,
            closures: assembly.closures.iter().map(|closure| closure.position.as_slice()).collect(),
        }
    }
    fn assembly_measures(&self, at: &TapePositionCache<T>, out: &mut [T]) {
        if let Some(assembly) = &self.codes.assembly {
            self.run_scattered(&assembly.measures, &self.frame_at_rest(at), out);
        }
    }
    fn measure_nonzeros(&self, at: &TapePositionCache<T>) -> Option<Vec<(usize, T)>> {
        let assembly = self.codes.assembly.as_ref()?;
        Some(self.run_nonzeros(&assembly.measures, &self.frame_at_rest(at)).collect())
    }
    fn assembly_cosines(&self, at: &TapePositionCache<T>, out: &mut [T]) {
        if let Some(closed) = &self.closing {
            return closed.assembly_cosines(at, self.program.velocities.len(), out);
        }
        if let Some(assembly) = &self.codes.assembly {
            self.run_scattered(&assembly.guarding, &self.frame_at_rest(at), out);
        }
    }
    fn assembly_conditions(&self, at: &TapePositionCache<T>, v: &DVector<T>, out: &mut [T]) {
        let frame = self.frame(at).with(Array::Velocity, v.as_slice());
        self.run_scattered(&self.codes.conditions, &frame, out);
    }
    fn orientation_cosines(&self, at: &TapePositionCache<T>, out: &mut [T]) {
        if let Some(closed) = &self.closing {
            return closed.orientation_cosines(at, out);
        }
        if let Some(assembly) = &self.codes.assembly {
            self.run(&assembly.orientation, &self.frame_at_rest(at), out);
        }
    }
    fn initial(&self) -> (DVector<T>, DVector<T>, DVector<T>) {
        self.start.clone()
    }
    fn initial_reactions(&self) -> (DVector<T>, DVector<T>) {
        self.reactions.clone()
    }
}
