//! `linkwork sensitivity`.

use super::{Folder, linkwork, printed, refused, table};

/// Whitworth's quick return: a crank in a slotted lever.
const LEVER: &str = "mechanism Lever in plane {
    gravity = [0, -9.81] [m/s^2];
    param crank = 0.12 [m];
    param height = 0.3 [m];
    input torque [N*m];
    body wheel { mass: 2 [kg], inertia: 0.02 [kg*m^2] }
    body block { mass: 0.1 [kg], inertia: 1e-4 [kg*m^2] }
    body lever { mass: 1.2 [kg], com: [0.3, 0] [m], inertia: 0.06 [kg*m^2] }
    joint axle = revolute(ground at [0 [m], height], wheel);
    joint pin = revolute(wheel at [crank, 0], block);
    joint pivot = revolute(ground, lever);
    joint slot = prismatic(lever, block, axis: [1, 0]);
    force motor = torque(axle, torque);
    output swing = pivot.angle;
    initial { axle.angle: 20 [deg], pivot.angle: ~70 [deg] }
}";

/// tan(swing) = (height + crank sin φ)/(crank cos φ) at the start.
#[test]
fn derivatives_are_printed_and_written() {
    let folder = Folder::new("sensitivity");
    let file = folder.write("lever.mech", LEVER);
    let csv = folder.path("derivatives.csv");
    let text = printed(&[
        "sensitivity",
        &file,
        "--of",
        "swing at 0, swing at 0.3",
        "--by",
        "crank,height,axle.angle",
        "--input",
        "torque=2*time",
        "--csv",
        &csv.display().to_string(),
    ]);
    assert!(text.contains("swing at 0.3 s = ") && text.contains("rad per m, at 0.12 m"), "{text}");
    let content = std::fs::read_to_string(&csv).expect("a table");
    let mut lines = content.lines();
    assert_eq!(
        lines.next(),
        Some("quantity,unit,time [s],value,by crank [m],by height [m],by axle.angle [rad]")
    );
    let start: Vec<f64> =
        lines.next().expect("a line").split(',').skip(2).map(|x| x.parse().expect("a number")).collect();
    let (r, e, phi) = (0.12_f64, 0.3_f64, 20_f64.to_radians());
    let (x, y) = (r * phi.cos(), e + r * phi.sin());
    let square = x * x + y * y;
    let closed = [
        0.0,
        y.atan2(x),
        (x * phi.sin() - y * phi.cos()) / square,
        x / square,
        (x * r * phi.cos() + y * r * phi.sin()) / square,
    ];
    for (found, closed) in start.iter().zip(closed) {
        assert!((found - closed).abs() < 1e-12, "{start:?} instead of {closed:?}");
    }
    // Compared with differences of runs.
    let end = |crank: f64| -> f64 {
        let into = folder.path("run.csv");
        let run = linkwork(&[
            "simulate",
            &file,
            "--set",
            &format!("crank={crank}"),
            "--input",
            "torque=2*time",
            "--until",
            "0.3",
            "--csv",
            &into.display().to_string(),
        ]);
        assert!(run.status.success());
        let (header, rows) = table(&into);
        let column = header.iter().position(|name| name.starts_with("swing")).expect("a column");
        rows.last().expect("a line")[column]
    };
    let difference = (end(0.12 + 1e-5) - end(0.12 - 1e-5)) / 2e-5;
    let line = lines.next().expect("a line");
    let found: f64 = line.split(',').nth(4).expect("an entry").parse().expect("a number");
    // Differences of h = 1e-5 have an error of h².
    assert!((found - difference).abs() < 1e-7 * (1.0 + difference.abs()), "{found} instead of {difference}");
}

/// The same numbers up to rounding, forward and adjoint.
#[test]
fn adjoints_print_the_derivatives() {
    let folder = Folder::new("sensitivity_adjoint");
    let file = folder.write("lever.mech", LEVER);
    let csv = folder.path("derivatives.csv");
    let path = csv.display().to_string();
    let asked = [
        "sensitivity",
        &file,
        "--of",
        "swing at 0.1, swing at 1.5",
        "--by",
        "crank,height,axle.angle",
        "--method",
        "runge-kutta-4",
        "--csv",
        &path,
    ];
    let rows = || -> Vec<Vec<f64>> {
        let content = std::fs::read_to_string(&csv).expect("a table");
        let numbers = |line: &str| line.split(',').skip(3).map(|x| x.parse().expect("a number")).collect();
        content.lines().skip(1).map(numbers).collect()
    };
    let text = printed(&asked);
    assert!(!text.contains("adjoint"), "{text}");
    let forward = rows();
    let text = printed(&[&asked[..], &["--adjoint"]].concat());
    assert!(text.contains("adjoint: one backward pass through the steps"), "{text}");
    // 1500 steps are worth a compilation, 100 are not.
    if linkwork_jit::host().is_ok() {
        assert!(text.contains(" of 1600 steps in native code, the others interpreted: 100 steps"), "{text}");
    }
    let backward = rows();
    assert_eq!(backward.len(), 2);
    let text = printed(&[&asked[..], &["--adjoint", "--native", "off"]].concat());
    assert!(text.contains("interpreted: native code is disabled"), "{text}");
    for (native, interpreted) in backward.iter().flatten().zip(rows().iter().flatten()) {
        assert!((native - interpreted).abs() < 1e-11 * (1.0 + native.abs()), "{native} {interpreted}");
    }
    for (backward, forward) in backward.iter().flatten().zip(forward.iter().flatten()) {
        assert!(
            (backward - forward).abs() < 1e-11 * (1.0 + forward.abs()),
            "{backward} instead of {forward}"
        );
    }
    let between = refused(&["sensitivity", &file, "--of", "swing at 0.1005", "--by", "crank", "--adjoint"]);
    assert!(between.contains("no step of 0.001 s ends there") && between.contains("help:"), "{between}");
}

#[test]
fn quantities_without_derivative_are_refused() {
    let folder = Folder::new("sensitivity_refused");
    let file = folder.write("lever.mech", LEVER);
    let with = |more: &[&str]| refused(&[&["sensitivity", file.as_str()], more].concat());
    assert!(with(&["--of", "swing", "--by", "crank"]).contains("write `piston at 1`"));
    assert!(with(&["--of", "swing at 1", "--by", "crnk"]).contains("crnk"));
    assert!(with(&["--of", "swing at 1", "--by", "pivot.angle"]).contains("follows from other values"));
    let misspelt = with(&["--of", "swing at 1", "--by", "crank", "--method", "verner-7"]);
    assert!(misspelt.contains("verner-7") && misspelt.contains("`verner-6`"), "{misspelt}");
    for adjoint in [&[][..], &["--adjoint"]] {
        let asked = ["--of", "swing at 1", "--by", "crank", "--method", "velocity-verlet"];
        let kind = with(&[&asked, adjoint].concat());
        assert!(kind.contains("`method` is velocity-verlet: it does not support constraints"), "{kind}");
        assert!(kind.contains("help: use `rattle`"), "{kind}");
    }
    let formula = with(&["--of", "swing at 1", "--by", "crank", "--input", "torque=crank*2"]);
    assert!(formula.contains("without derivatives"), "{formula}");
}
