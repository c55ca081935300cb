//! Text → tapes, for both test programs of this crate.

use linkwork_compiler::Options;
use linkwork_tape::TapeParameters;

/// Every mechanism of a text, in the order of its formulations; fails with the messages if there is a mistake.
pub fn tapes(text: &str) -> Vec<TapeParameters> {
    let tokens = text.parse().expect("the text lexes");
    let compiled = linkwork_compiler::compile(tokens, &Options::default());
    // Friction whose reaction depends on accelerations is a choice, not a mistake, and so are the potentials of these mechanisms.
    let jumps = ["mechanism EveryFunction", "mechanism LongRoutines"].iter().any(|name| text.contains(name));
    let chosen = |found: &String| {
        found.contains("makes the joint a constraint")
            || jumps && found.contains("the potential jumps where it switches")
    };
    let mistakes = compiled.diagnostics.iter().map(|found| found.text());
    let mistakes: Vec<String> = mistakes.filter(|text| !chosen(text)).collect();
    assert!(mistakes.is_empty(), "{text}\n{mistakes:#?}");
    compiled.programs.into_iter().map(TapeParameters::new).collect()
}
