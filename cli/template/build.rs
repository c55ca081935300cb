//! Compiles the mechanisms that are in files. A mistake in one of them is shown with its lines, and stops the build.

fn main() {
    linkwork_compiler::build::Build::new().file("mechanisms/slider_crank.mech").compile();
}
