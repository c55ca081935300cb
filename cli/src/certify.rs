//! `linkwork certify`: the same steps in f64 and in double-double arithmetic, and halved ones.

use crate::failure::Failure;
use crate::subject::Subject;
use clap::ValueEnum;
use linkwork::Described;
use linkwork::conditionally_explicit::FifthDegree;
use linkwork::generalized_alpha::GeneralizedAlpha;
use linkwork_figures::argument::positive;

/// The arguments of the command.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// The method
    #[arg(long, value_enum, default_value = "fifth-degree")]
    method: Method,
    /// Size of a step, in s
    #[arg(long, value_name = "H", default_value = "0.001", value_parser = positive, allow_hyphen_values = true)]
    step: f64,
    /// End of the run, in s
    #[arg(long, value_name = "T", default_value = "1", value_parser = positive, allow_hyphen_values = true)]
    until: f64,
}

/// The methods that are compiled for both scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    FifthDegree,
    GeneralizedAlpha,
}

/// The report.
pub fn certify(arguments: &Arguments) -> Result<String, Failure> {
    let tape = arguments.subject.tape()?;
    if tape.is_driven() {
        return Err(Failure::input(
            "inputs that depend on time are available in f64 only\nhelp: give constants, or write the function in the description",
        ));
    }
    let (step, until) = (arguments.step, arguments.until);
    let certificate = match arguments.method {
        Method::FifthDegree => linkwork::verify::certify(&tape, &FifthDegree::default(), step, until)?,
        Method::GeneralizedAlpha => {
            linkwork::verify::certify(&tape, &GeneralizedAlpha::default(), step, until)?
        }
    };
    Ok(format!(
        "{}: steps of {step} s, rounding against double-double arithmetic, the method against halved steps\n\n{certificate}",
        tape.names().mechanism
    ))
}
