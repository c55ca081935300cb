//! Compiles the `.mech` half of the library.

fn main() {
    let files = [
        "andrews",
        "andrews_bodies",
        "bricard",
        "car_axis",
        "chain",
        "forced_oscillator",
        "four_bars",
        "free_slider_crank",
        "governor",
        "hexapod",
        "jay",
        "motor_pendulum",
        "panda",
        "quadruped",
        "skate",
        "slider_crank_cartesian",
    ];
    let mut build = linkwork_compiler::build::Build::new();
    for file in files {
        build = build.file(format!("mechanisms/{file}.mech"));
    }
    build.compile();
}
