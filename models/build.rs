//! Compiles the `.mech` half of the library.

fn main() {
    let files = [
        "andrews",
        "car_axis",
        "forced_oscillator",
        "jay",
        "motor_pendulum",
        "skate",
        "slider_crank_cartesian",
    ];
    let mut build = linkwork_compiler::build::Build::new();
    for file in files {
        build = build.file(format!("mechanisms/{file}.mech"));
    }
    build.compile();
}
