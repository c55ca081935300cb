//! The visual shapes of a robot, for its mechanism.

use crate::description::reporter;
use crate::failure::Failure;
use linkwork_compiler::Program;
use linkwork_compiler::robots::{Base, Import, Look};
use linkwork_descriptions::{Description, robot};
use linkwork_view::Dress;
use std::path::{Path, PathBuf};

/// The visual shapes of the robot of the mechanism, or of a given one.
pub fn read(
    file: &str,
    description: &Description,
    named: Option<&str>,
    packages: &[PathBuf],
    program: &Program,
) -> Result<Dress, Failure> {
    let beside = |file: &str| Path::new(file).parent().map(Path::to_owned).unwrap_or_default();
    match named {
        None => Ok(Dress::read(description.looks(), &beside(file), packages)),
        Some(named) => Ok(Dress::read(&of(named, program)?, &beside(named), packages)),
    }
}

/// The visual shapes of a file. Whether the base of a robot is a body or the ground depends on its mechanism.
fn of(file: &str, program: &Program) -> Result<Vec<Look>, Failure> {
    let known = |look: &Look| look.body.as_ref().is_none_or(|body| program.bodies.contains(body));
    let on = |base| robot::looks(file, &Import { base, ..Import::default() }, reporter());
    match on(Base::Floating) {
        Ok(looks) if looks.iter().all(known) && looks.iter().any(|look| look.body.is_some()) => Ok(looks),
        _ => on(Base::Fixed),
    }
}
