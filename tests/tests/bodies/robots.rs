//! Robots as the compiler derives them against plain Newton–Euler on the same numbers.
//!
//! Round-off is all that differs: 1e-12 of the largest entry. Forward dynamics adds the condition of the mass
//! matrix (1e5 where light feet are attached to a heavy base).

use linkwork_compiler::Options;
use linkwork_compiler::build::compile_text;
use linkwork_compiler::robots::{Base, Import, mech};
use linkwork_tape::{Tape, TapeParameters};
use linkwork_tests::rigid_body::compare::{differences, forward_differences};
use linkwork_tests::rigid_body::{Numbers, Tree, panda, solo12, tree_of_urdf};

/// The mechanism called `name` of a description.
fn tape(name: &str, text: &str) -> Tape<f64> {
    let compiled = compile_text(name, text, &Options::default(), false);
    let programs = compiled.unwrap_or_else(|mistakes| panic!("{mistakes}")).programs;
    let program =
        programs.into_iter().find(|program| program.name == name).expect("a mechanism of that name");
    TapeParameters::new(program).build().unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn library(file: &str) -> String {
    let path = format!("{}/../models/mechanisms/robots/{file}.mech", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a file of the library")
}

fn urdf(file: &str) -> String {
    let path = format!("{}/urdf/{file}.urdf", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a file of the tests")
}

/// Both agree within the tolerance at states all over the place.
fn agree(m: &Tape<f64>, tree: &Tree, tolerance: f64) {
    let mut numbers = Numbers(41);
    for _ in 0..20 {
        let (q, v) = numbers.state(tree);
        let a = numbers.vector(tree.velocities());
        let found = differences(m, tree, (&q, &v, &a)).unwrap_or_else(|mistake| panic!("{mistake}"));
        assert!(found.worst() < tolerance, "{found:?}");
    }
}

/// The same for forward dynamics, to the tolerance times the condition of the mass matrix.
fn agree_forward(m: &Tape<f64>, tree: &Tree, tolerance: f64) {
    let mut numbers = Numbers(43);
    for _ in 0..20 {
        let (q, v) = numbers.state(tree);
        let efforts = numbers.vector(tree.velocities());
        let found =
            forward_differences(m, tree, (&q, &v, &efforts)).unwrap_or_else(|mistake| panic!("{mistake}"));
        assert!(found.iter().all(|off| *off < tolerance), "{found:?}");
    }
}

#[test]
fn seven_axis_arm() {
    let (m, tree) = (tape("Panda", &library("panda")), panda());
    agree(&m, &tree, 1e-12);
    agree_forward(&m, &tree, 1e-11);
}

#[test]
fn quadruped() {
    let (m, tree) = (tape("Quadruped", &library("quadruped")), solo12());
    agree(&m, &tree, 1e-12);
    agree_forward(&m, &tree, 1e-10);
}

/// The file has π/2 to twelve digits, off by 5e-12; the importer takes that for a right angle.
#[test]
fn imported_arm() {
    let text = urdf("arm");
    let m =
        tape("SixAxisArm", &mech("arm.urdf", &text, &Import::default(), false).expect("no mistakes").text);
    agree(&m, &tree_of_urdf(&text, false).expect("a tree"), 2e-11);
}

#[test]
fn imported_gripper() {
    let text = urdf("gripper");
    let m =
        tape("Gripper", &mech("gripper.urdf", &text, &Import::default(), false).expect("no mistakes").text);
    agree(&m, &tree_of_urdf(&text, false).expect("a tree"), 1e-12);
}

#[test]
fn imported_quadruped() {
    let text = urdf("quadruped");
    let import = Import { base: Base::Floating, ..Import::default() };
    let m = tape("Quadruped", &mech("quadruped.urdf", &text, &import, false).expect("no mistakes").text);
    agree(&m, &tree_of_urdf(&text, true).expect("a tree"), 1e-12);
}
