//! Properties of any text: no panic, a program or a message, and the same messages for editors.

use super::generator::{Kind, Seeds, text};
use linkwork_compiler::robots::{Import, mech};
use linkwork_compiler::{Options, build};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Compiles a text; returns what is wrong with the result.
pub fn trial(kind: Kind, number: u64, seeds: &Seeds) -> Result<(), String> {
    let text = text(kind, number, seeds);
    let outcome = catch_unwind(AssertUnwindSafe(|| judge(kind, &text)));
    // The places of all tokens of a thread are kept until they are released explicitly.
    proc_macro2::extra::invalidate_current_thread_spans();
    let wrong = match outcome {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(wrong)) => wrong,
        Err(panic) => {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
            format!("panic: {}", message.unwrap_or("without a message"))
        }
    };
    Err(format!("{kind:?} {number}: {wrong}\n{text}\n"))
}

fn judge(kind: Kind, text: &str) -> Result<(), String> {
    if matches!(kind, Kind::Robot | Kind::Mjcf) {
        let file = if kind == Kind::Robot { "robot.urdf" } else { "model.xml" };
        return match mech(file, text, &Import::default(), false) {
            Ok(description) => judge(Kind::Damaged, &description.text),
            Err(mistakes) if mistakes.as_str().trim().is_empty() => Err("no message".to_owned()),
            Err(_) => Ok(()),
        };
    }
    let (programs, found) = build::diagnose(text, &Options::default());
    let told = found.render("wild.mech", text, false);
    if build::check_text(text, &Options::default()).render("wild.mech", text, false) != told {
        return Err("editors are told something else than what the compiler tells".to_owned());
    }
    match found.has_errors() {
        false if programs.is_empty() => Err("neither a program nor a message".to_owned()),
        false => build::rust(&programs).map(drop).map_err(String::from),
        true if told.trim().is_empty() => Err("no message".to_owned()),
        true if told.contains("defect of Linkwork") => Err(format!("a defect: {told}")),
        true => Ok(()),
    }
}
