//! Commands that this program was built without.
//!
//! Invariant: such a command is listed like the others, accepts any arguments, and reports how to build the program with it.

macro_rules! left_out {
    ($($command:ident: $feature:literal;)*) => {
        $(#[cfg(not(feature = $feature))]
        pub mod $command {
            use crate::failure::Failure;
            use std::ffi::OsString;

            /// Any arguments.
            #[derive(clap::Args)]
            pub struct Arguments {
                #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
                arguments: Vec<OsString>,
            }

            /// Reports how to get the command.
            pub fn $command(_: &Arguments) -> Result<String, Failure> {
                Err(Failure::input(concat!(
                    "this program was built without the command `",
                    $feature,
                    "`\nhelp: `cargo install --path cli --profile dist --features full` installs the program with all commands"
                )))
            }
        })*
    };
}

left_out! {
    fmu: "fmu";
    lsp: "lsp";
    regressor: "regressor";
    sensitivity: "sensitivity";
    stability: "stability";
    sweep: "sweep";
}
