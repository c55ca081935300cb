//! `linkwork emit`: Rust, C, and CasADi.

use super::{FALL, Folder, printed, refused};
use std::fs;
use std::process::Command;

#[test]
fn emit_prints_formatted_rust() {
    let folder = Folder::new("emit");
    let file = folder.write("fall.mech", FALL);
    let text = printed(&["emit", &file]);
    assert!(text.contains("struct Fall<T = f64> {") && text.contains("gravity: T,"), "{text}");
    assert!(text.lines().count() > 100, "it is laid out in lines");
    assert!(printed(&["emit", "pendulum"]).contains("pub struct PendulumModel<T = f64>"));
}

/// The output compiles, and omitted parts are reported.
#[test]
fn emit_writes_c_and_casadi() {
    let folder = Folder::new("emit_c");
    let to = folder.path("code").display().to_string();
    let said = printed(&["emit", "slider_crank_cartesian", "--c", &to]);
    assert!(
        said.contains("slider_crank_cartesian.h (") && said.contains("slider_crank_cartesian.c ("),
        "{said}"
    );
    assert!(!said.contains("not included"), "{said}");
    let source = folder.path("code/slider_crank_cartesian.c");
    let flags = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"];
    let compiled = Command::new("cc").args(flags).arg(&source).status().expect("a compiler of C, `cc`");
    assert!(compiled.success());
    let said = printed(&["emit", "bricard", "--c", &to]);
    assert!(
        said.contains("not included: forward dynamics and the step: constraints are redundant (1 of 5"),
        "{said}"
    );
    let said = printed(&["emit", "pendulum", "--casadi", &to]);
    assert!(said.contains("pendulum.py ("), "{said}");
    let module = fs::read_to_string(folder.path("code/pendulum.py")).expect("the module");
    assert!(
        module.contains("import casadi as ca") && module.contains("add(\"state_derivative\""),
        "{module}"
    );
}

#[test]
fn emit_refuses_options_that_do_not_apply() {
    let folder = Folder::new("emit_refused");
    let to = folder.path("code").display().to_string();
    assert!(
        refused(&["emit", "pendulum", "--mechanism", "Pendulum"])
            .contains("Rust is printed for all mechanisms")
    );
    assert!(refused(&["emit", "pendulum", "--c", &to, "--casadi", &to]).contains("cannot be used with"));
    let file = folder.write("fall.mech", FALL);
    assert!(refused(&["emit", &file, "--c", &to, "--mechanism", "Rise"]).contains("no mechanism `Rise`"));
    assert!(refused(&["emit", &file, "--c", &file]).contains("cannot create the folder"));
}
