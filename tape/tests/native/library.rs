//! Every routine of every mechanism of the library.

use crate::routines::{Results, dump};
use crate::states::Point;
use crate::tapes::tapes;
use crate::{assert_bits, both, capabilities};
use linkwork::{Described, Energetic, Evaluate, WithInputs};
use linkwork_jit::Mode;
use linkwork_models::registry;
use linkwork_tape::{Any, Executor, Tape};

/// The part that `dump` omits: quantities with limits.
fn ranges<E: Executor<Scalar = f64>>(m: &Tape<f64, Any, E>) -> Results {
    let mut at = m.position_cache();
    let of = |seed: u64| {
        let point = Point::random(m, seed, 0.2);
        m.place(&m.now_with(point.t, &point.u), &point.q, &mut at);
        let mut out = vec![[0.0; 3]; m.names().ranges.len()];
        m.ranges(&at, &point.v, &point.y, &point.a, (&point.l, &point.p), &mut out);
        let energy = m.energy(&at, &point.v, &point.y);
        ("ranges".to_owned(), [out.concat(), vec![energy.0, energy.1]].concat())
    };
    (1..4).map(of).collect()
}

#[test]
fn every_routine_of_the_library_has_the_bits_of_the_interpreter() {
    let (mut mechanisms, mut numbers) = (0, 0);
    for entry in registry() {
        for parameters in tapes(entry.source) {
            let name = format!("`{}` of {}", parameters.names().mechanism, entry.name);
            let off = linkwork_jit::build(parameters.clone(), Mode::Interpreted);
            let Some((interpreted, native)) = both(parameters) else { panic!("{name} does not build") };
            let (x, y) = (dump(&interpreted, &capabilities(), &[]), dump(&native, &capabilities(), &[]));
            assert_bits(&name, &x, &y);
            // Without batches, which are made after more runs.
            assert_bits(&name, &x, &dump(&off.expect("as the others"), &capabilities(), &[]));
            assert_bits(&name, &ranges(&interpreted), &ranges(&native));
            assert_eq!(linkwork_jit::interpreted(&native), None, "{name}");
            mechanisms += 1;
            numbers +=
                x.iter().map(|(_, values)| values.iter().filter(|x| x.is_finite()).count()).sum::<usize>();
        }
    }
    // States with only NaN would prove nothing.
    assert!(mechanisms >= registry().len() && numbers > 1000 * mechanisms, "{numbers} of {mechanisms}");
}
