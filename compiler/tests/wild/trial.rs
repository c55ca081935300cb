//! What must be true of any text: no panic, and a program or a message, never both nothing.

use super::generator::{Kind, Seeds, text};
use linkwork_compiler::build::compile_text;
use linkwork_compiler::robots::{Import, mech};
use linkwork_compiler::{Options, build};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Compiles a text; what is wrong with what came of it.
pub fn trial(kind: Kind, number: u64, seeds: &Seeds) -> Result<(), String> {
    let text = text(kind, number, seeds);
    let outcome = catch_unwind(AssertUnwindSafe(|| judge(kind, &text)));
    // The places of all tokens of a thread are kept until somebody says that nobody asks for them any more.
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
            Err(mistakes) if mistakes.trim().is_empty() => Err("no message".to_owned()),
            Err(_) => Ok(()),
        };
    }
    match compile_text("wild.mech", text, &Options::default(), false) {
        Ok(compiled) if compiled.programs.is_empty() => Err("neither a program nor a message".to_owned()),
        Ok(compiled) => build::rust(&compiled.programs).map(drop),
        Err(mistakes) if mistakes.trim().is_empty() => Err("no message".to_owned()),
        Err(mistakes) if mistakes.contains("defect of Linkwork") => Err(format!("a defect: {mistakes}")),
        Err(_) => Ok(()),
    }
}
