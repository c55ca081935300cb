//! Every routine of random mechanisms.

use crate::energies::mechanism;
use crate::routines::dump;
use crate::tapes::tapes;
use crate::{assert_bits, both, capabilities};
use linkwork_jit::Mode;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_mechanisms_have_the_bits_of_the_interpreter(text in mechanism()) {
        for parameters in tapes(&text) {
            let off = linkwork_jit::build(parameters.clone(), Mode::Interpreted).expect("it builds");
            let (interpreted, native) = both(parameters).expect("it builds");
            let (x, y) = (dump(&interpreted, &capabilities(), &[]), dump(&native, &capabilities(), &[]));
            assert_bits(&text, &x, &y);
            // Without batches, which are made after more runs.
            assert_bits(&text, &x, &dump(&off, &capabilities(), &[]));
            assert_eq!(linkwork_jit::interpreted(&native), None, "{}", text);
        }
    }
}
