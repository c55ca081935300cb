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

/// Friction in a guide whose normal force is a reaction.
const RUBBED: &str = "mechanism Rubbed in plane {
    coordinates = absolute;
    gravity = [0, -9.81] [m/s^2];
    body block { mass: 3 [kg], inertia: 0.2 [kg*m^2] }
    joint guide = prismatic(ground, block, axis: [1, 0]);
    force rub = friction(guide, coefficient: 0.25);
}";

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
    let header = fs::read_to_string(folder.path("code/slider_crank_cartesian.h")).expect("the header");
    let (_, multipliers) = header.split_once("lambda, multipliers of g:\n").expect("multipliers");
    // Work over the residual of each constraint, in m.
    let first = multipliers.lines().next().unwrap_or_default();
    assert!(
        first.ends_with(" in N") || first.ends_with(" in N*m") || first.ends_with(" in J/m^2"),
        "{first}"
    );
    let source = folder.path("code/slider_crank_cartesian.c");
    let flags = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"];
    let compiled = Command::new("cc").args(flags).arg(&source).status().expect("a compiler of C, `cc`");
    assert!(compiled.success());
    for model in ["bricard", "spatial_four_bar"] {
        assert!(!printed(&["emit", model, "--c", &to]).contains("not included"), "{model}");
        assert!(!printed(&["emit", model, "--casadi", &to]).contains("not included"), "{model}");
        let header = fs::read_to_string(folder.path(&format!("code/{model}.h"))).expect("the header");
        assert!(header.contains("Constraints are redundant (") && header.contains("_step("), "{header}");
        let module = fs::read_to_string(folder.path(&format!("code/{model}.py"))).expect("the module");
        assert!(module.contains("Constraints are redundant for these parameters ("), "{module}");
    }
    let file = folder.write("rubbed.mech", RUBBED);
    assert!(!printed(&["emit", &file, "--c", &to]).contains("not included"));
    let said = printed(&["emit", &file, "--casadi", &to]);
    assert!(
        said.contains("not included: forward dynamics: forces, such as friction, depend on reactions"),
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

/// A file `math.h` or `lambda.py` would hide a header of C, or could not be imported.
#[test]
fn emit_does_not_write_files_with_names_of_a_language() {
    let folder = Folder::new("emit_names");
    let to = folder.path("code").display().to_string();
    let math = folder.write("math.mech", &FALL.replace("mechanism Fall", "mechanism Math"));
    let said = printed(&["emit", &math, "--c", &to]);
    assert!(said.contains("math_mechanism.h (") && said.contains("math_mechanism.c ("), "{said}");
    assert!(said.contains("named `math_mechanism`: `math.h` is a header of C"), "{said}");
    let source = folder.path("code/math_mechanism.c");
    let include = format!("-I{to}");
    let flags = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", include.as_str()];
    let compiled = Command::new("cc").args(flags).arg(&source).status().expect("a compiler of C, `cc`");
    assert!(compiled.success());
    let lambda = folder.write("lambda.mech", &FALL.replace("mechanism Fall", "mechanism Lambda"));
    let said = printed(&["emit", &lambda, "--casadi", &to]);
    assert!(said.contains("lambda_mechanism.py ("), "{said}");
    assert!(said.contains("named `lambda_mechanism`: `lambda` is a word of Python"), "{said}");
    // Words of Python are names in C.
    let said = printed(&["emit", &lambda, "--c", &to]);
    assert!(said.contains("lambda.h (") && !said.contains("named `"), "{said}");
}

#[test]
fn help_states_the_units_of_values_and_what_is_read() {
    let help = |command: &str| printed(&[command, "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    let units = "in SI units whatever the declared unit";
    for (command, options) in [("simulate", 2), ("emit", 1), ("explain", 1), ("fmu", 1)] {
        assert_eq!(help(command).matches(units).count(), options, "{command}");
    }
    for command in ["simulate", "emit", "fmu"] {
        assert!(help(command).contains("a robot in URDF or MJCF"), "{command}");
    }
}
