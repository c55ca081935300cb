//! Native code against the interpreter: every routine and every run give the same bits.

mod library;
mod packs;
mod random;
mod runs;

#[path = "../tape/energies.rs"]
mod energies;
#[allow(dead_code)]
#[path = "../tape/routines.rs"]
mod routines;
#[allow(dead_code)]
#[path = "../tape/states.rs"]
mod states;
#[path = "../bodies/tapes.rs"]
mod tapes;

use linkwork::WithInputs;
use linkwork_tape::{Any, Executor, Tape, TapeParameters};
use routines::{Capabilities, Results, with_energy};

/// The inputs and energies of the two forms.
fn capabilities<E: Executor<Scalar = f64>>() -> Capabilities<Tape<f64, Any, E>> {
    Capabilities {
        now: |m, t, u| m.now_with(t, &u.to_vec()),
        energy: |m, at, v, y| if m.has_energy() { with_energy(m, at, v, y) } else { Vec::new() },
    }
}

/// The mechanism interpreted and as native code.
fn both(parameters: TapeParameters) -> Option<(Tape, linkwork_jit::Tape)> {
    let name = parameters.names().mechanism.to_string();
    let native = linkwork_jit::build(parameters.clone(), linkwork_jit::Mode::Native);
    match (parameters.build(), native) {
        (Ok(interpreted), Ok(native)) => Some((interpreted, native)),
        (Err(interpreted), Err(native)) => {
            assert_eq!(interpreted.to_string(), native.to_string());
            None
        }
        (interpreted, native) => panic!("{name}: {:?} but {:?}", interpreted.err(), native.err()),
    }
}

/// Equal to the last bit; all NaN are equal.
fn assert_bits(name: &str, interpreted: &Results, native: &Results) {
    assert_eq!(interpreted.len(), native.len(), "{name}");
    for ((what, x), (_, y)) in interpreted.iter().zip(native) {
        assert_eq!(x.len(), y.len(), "{name}: {what}");
        for (i, (x, y)) in x.iter().zip(y).enumerate() {
            let same = x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan());
            assert!(same, "{name}: {what} {i} is {x:?} interpreted and {y:?} as native code");
        }
    }
}

#[test]
fn this_host_runs_native_code() {
    assert_eq!(linkwork_jit::host(), Ok(()));
}
