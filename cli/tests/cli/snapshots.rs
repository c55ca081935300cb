//! A run that continues from a snapshot, by every method of the command line.

use linkwork::snapshot::Snapshot;
use linkwork::stepper::Start;
use linkwork_descriptions::{Description, Reporter};

use linkwork_jit::{Mode, Tape, build};
use linkwork_methods::{Instant, METHODS, Variant};
use linkwork_tape::TapeParameters;

/// Mechanisms with all data that a snapshot may contain: a plain oscillation with an input; constraints with damping; friction in joints, whose
/// reactions are an iteration's guess; wheels; turns in space with a first-order state; redundant constraints.
const MECHANISMS: [&str; 6] = [
    "mechanism Swing {
        param k = 40 [N/m];
        coordinate x [m];
        input push [N];
        kinetic = 1 [kg] * der(x)^2 / 2;
        potential = k * x^2 / 2 * (1 + x^2 / 1 [m^2]);
        force drive = generalized(x, push);
        initial { x: 0.7 [m], der(x): 0.3 [m/s] }
    }",
    "mechanism Rod {
        coordinate x [m];
        coordinate y [m];
        kinetic = 1 [kg] * (der(x)^2 + der(y)^2) / 2;
        potential = 1 [kg] * 9.81 [m/s^2] * y;
        force drag = generalized(x, -0.2 [kg/s] * der(x));
        constraint rod: x^2 + y^2 = 1 [m^2];
        initial { x: 1 [m], y: 0 [m] }
    }",
    include_str!("../../../models/mechanisms/linkages/slider_crank_cartesian.mech"),
    include_str!("../../../models/mechanisms/rolling/skate.mech"),
    include_str!("../../../models/mechanisms/tops/governor.mech"),
    include_str!("../../../models/mechanisms/linkages/bricard.mech"),
];

/// In s: the oscillation and the linkages are resolved by it.
const STEP: f64 = 1e-3;

const REPORTER: Reporter =
    Reporter { report: |_| (), announce: |_| true, colour: false, option: "--mechanism" };

fn tape(text: &str, mode: Mode) -> Tape {
    let description = Description::of_text("it.mech", text, REPORTER);
    let program = description.compile_one(&[], None).unwrap_or_else(|_| panic!("{text}"));
    let mut tape = build(TapeParameters::new(program), mode).expect("it is assembled");
    let inputs = vec![0.5; tape.program().inputs.len()];
    linkwork::WithInputs::set_inputs(&mut tape, inputs);
    tape
}

fn bits(instant: &Instant) -> Vec<u64> {
    let Instant { time, q, v, a, multipliers, y, outputs } = instant;
    let all = [&vec![*time], q, v, a, multipliers, y, outputs];
    all.into_iter().flatten().map(|x| x.to_bits()).collect()
}

/// Thirty steps, bytes, and thirty more in a fresh object, which interprets what the first ran as native code: the bits of sixty steps.
/// A snapshot after a change of the inputs, where methods restart, too.
#[test]
fn every_method_resumes_with_the_same_bits() {
    let mut runs = 0;
    for text in MECHANISMS {
        let (first, second) = (tape(text, Mode::Native), tape(text, Mode::Interpreted));
        let name = first.program().name.clone();
        for method in METHODS.iter().filter(|method| method.check(&first, &Variant::default()).is_ok()) {
            let what = format!("{} of {name}", method.name);
            let mut run = (method.begin)(&first, Start::initial(&first), STEP).expect(&what);
            let inputs = vec![0.5; first.program().inputs.len()];
            let others = vec![0.25; inputs.len()];
            for (number, inputs) in [(1, &inputs), (30, &inputs), (2, &others), (13, &others)] {
                // Godunov's fifth are unstable by design.
                if (0..number).any(|_| run.step(inputs).is_err()) {
                    break;
                }
                let bytes = run.snapshot().expect(&what).to_bytes();
                let mut again = (method.begin)(&second, Start::initial(&second), STEP).expect(&what);
                again.resume(&Snapshot::from_bytes(&bytes).expect(&what)).expect(&what);
                assert_eq!(bits(&run.instant()), bits(&again.instant()), "{what}, at once");
                for step in 0..30 {
                    let (a, b) = (run.step(inputs), again.step(inputs));
                    assert_eq!(a.is_ok(), b.is_ok(), "{what}, step {step}");
                    assert_eq!(bits(&run.instant()), bits(&again.instant()), "{what}, step {step}");
                }
                runs += 1;
            }
        }
    }
    assert!(runs > 600, "{runs} runs");
}

/// A snapshot with another parameter, input, method, step size or mechanism is refused by name, and the run is unchanged.
#[test]
fn a_snapshot_of_another_run_is_refused() {
    let begin = |text: &str, method: &str, step: f64| {
        let tape = tape(text, Mode::Interpreted);
        let method = linkwork_methods::find(method).expect("a method");
        (method.begin)(&tape, Start::initial(&tape), step).expect("it begins")
    };
    let run = begin(MECHANISMS[0], "fifth-degree", STEP);
    let snapshot = run.snapshot().expect("it is kept");
    for (text, method, step, word) in [
        (MECHANISMS[1].to_owned(), "fifth-degree", STEP, "the mechanism: Swing in the snapshot, Rod here"),
        (MECHANISMS[0].replace("= 40", "= 41"), "fifth-degree", STEP, "the parameters"),
        (MECHANISMS[0].to_owned(), "third-degree", STEP, "the method"),
        (
            MECHANISMS[0].to_owned(),
            "fifth-degree",
            2.0 * STEP,
            "the size of the steps: 0.001 in the snapshot, 0.002 here",
        ),
    ] {
        let mut other = begin(&text, method, step);
        let before = bits(&other.instant());
        let message = other.resume(&snapshot).expect_err(word).to_string();
        assert!(message.contains(word), "{message}");
        assert_eq!(before, bits(&other.instant()));
    }
    begin(MECHANISMS[0], "fifth-degree", STEP).resume(&snapshot).expect("the same run");
}
