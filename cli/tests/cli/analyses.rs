//! `equilibrium`, `modes`, `linearize` and `kinematics` against closed forms.

use super::{Folder, linkwork, number, printed, refused, table};

/// Two equal masses between three equal springs, the second with a damper and a push.
const CHAIN: &str = "
mechanism Chain {
    param mass = 2 [kg];
    param stiffness = 50 [N/m];
    param damping = 0 [N*s/m];
    coordinate a [m];
    coordinate b [m];
    input push [N];
    kinetic = mass * (der(a)^2 + der(b)^2) / 2;
    potential = stiffness * (a^2 + (b - a)^2 + b^2) / 2;
    dissipation = damping * (der(a)^2 + der(b)^2) / 2;
    force pushed = generalized(b, push);
    initial { a: 0.1 [m], b: 0 [m] }
}
";

#[test]
fn equilibrium_reports_the_state_and_its_stability() {
    let folder = Folder::new("equilibrium");
    let file = folder.write("chain.mech", CHAIN);
    // 2 k a = k b, 2 k b − k a = F: a = F/(3 k), b = 2 a. ω² = k/m and 3 k/m.
    let text = printed(&["equilibrium", &file, "--set", "stiffness=40", "--input", "push=6"]);
    assert!((number(&text, "a ") - 0.05).abs() < 1e-9 && (number(&text, "b ") - 0.1).abs() < 1e-9, "{text}");
    assert!(text.contains("stability           stable"), "{text}");
    for square in ["20.0000", "60.0000"] {
        assert!(text.contains(square), "{square} is not in\n{text}");
    }
    // The model of the library hangs: θ = −π/2 from the horizontal, at rest with ω² = g/l.
    let text = printed(&["equilibrium", "pendulum", "--set", "length=0.5"]);
    assert!(
        (number(&text, "theta ") + core::f64::consts::FRAC_PI_2).abs() < 1e-5 && text.contains("19.6200"),
        "{text}"
    );
    // K = [4 −6; 0 1] has no potential: its eigenvalues are positive, those of its symmetric part are not.
    let file = folder.write(
        "follower.mech",
        "mechanism Follower {
            coordinate x [m];
            coordinate y [m];
            kinetic = 0.5 [kg] * (der(x)^2 + der(y)^2);
            force along = generalized(x, -2 [N*s/m] * der(x) - 4 [N/m] * x + 6 [N/m] * y);
            force across = generalized(y, -2 [N*s/m] * der(y) - 1 [N/m] * y);
            initial { x: 0.1 [m] }
        }",
    );
    let text = printed(&["equilibrium", &file]);
    assert!(text.contains("stability           stable") && text.contains("ω² is not defined"), "{text}");
    // Nothing holds a planet.
    assert!(refused(&["equilibrium", "kepler"]).contains("no equilibrium of `Kepler`"));
    let file = folder.path("chain.mech").display().to_string();
    assert!(refused(&["equilibrium", &file, "--set", "stifness=1"]).contains("did you mean `stiffness`?"));
}

/// A drive that runs stands still in an analysis of one state.
#[test]
fn analyses_say_that_time_is_held() {
    let folder = Folder::new("held_time");
    let held = "note: the equations depend on time, which is held at t = 0";
    let driven = folder
        .write("driven.mech", &CHAIN.replace("input push [N];", "let push = 2 [N] * cos(3 [rad/s] * time);"));
    let free = folder.write("chain.mech", CHAIN);
    for command in ["equilibrium", "modes", "linearize"] {
        let by_input = printed(&[command, &free, "--input", "push=2*cos(3*time)"]);
        let constant = printed(&[command, &free, "--input", "push=2"]);
        let (driven, free) = (printed(&[command, &driven]), printed(&[command, &free]));
        assert!(driven.contains(held) && !free.contains("note: the equations"), "{driven}\n{free}");
        assert!(
            by_input.contains(held) && !constant.contains("note: the equations"),
            "{by_input}\n{constant}"
        );
    }
}

#[test]
fn modes_are_listed_with_frequency_damping_and_shape() {
    let folder = Folder::new("modes");
    let file = folder.write("chain.mech", CHAIN);
    // λ² + 2 λ + ω² = 0 for d/m = 2: λ = −1 ± √(ω² − 1) i, damping 1/ω.
    let text = printed(&["modes", &file, "--set", "damping=4"]);
    let row = |k: &str| -> Vec<f64> {
        let line = text.lines().find(|line| line.trim_start().starts_with(k)).expect("the mode is there");
        line.split_whitespace().filter_map(|word| word.trim_end_matches('i').parse().ok()).collect()
    };
    for (k, square) in [("1 ", 25.0_f64), ("2 ", 75.0)] {
        // Number, frequency, damping ratio, real and imaginary part: six digits.
        let exact = [square.sqrt() / std::f64::consts::TAU, 1.0 / square.sqrt(), -1.0, (square - 1.0).sqrt()];
        let found = row(k);
        assert_eq!(found.len(), 5, "{text}");
        for (found, exact) in found[1..].iter().zip(exact) {
            assert!((found - exact).abs() < 1e-5 * exact.abs().max(1.0), "{found} for {exact} in\n{text}");
        }
    }
    // In phase, then in opposition.
    let shapes = text.split_once("shapes").expect("shapes follow").1;
    assert!(shapes.contains("1.00000") && shapes.contains("-1.00000"), "{shapes}");
    assert!(refused(&["modes", "pendulun"]).contains("did you mean `pendulum`?"));
}

/// A of the chain is known: ẍ = −(k/m) [2, −1; −1, 2] x, and B is 1/m for the second velocity. All files have the same numbers.
#[test]
fn linearize_writes_the_matrices() {
    let folder = Folder::new("matrices");
    let file = folder.write("chain.mech", &CHAIN.replace("force pushed", "output gap = b - a; force pushed"));
    let [json, csv, npz] = ["x.json", "x.csv", "x.npz"].map(|name| folder.path(name).display().to_string());
    printed(&["linearize", &file, "--json", &json, "--csv", &csv, "--npz", &npz]);
    let (k, m) = (50.0, 2.0);
    let wanted = [
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
        [-2.0 * k / m, k / m, 0.0, 0.0],
        [k / m, -2.0 * k / m, 0.0, 0.0],
    ];
    let text = std::fs::read_to_string(&json).expect("the file");
    let all: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let entry = |matrix: &str, i: usize, j: usize| all[matrix][i][j].as_f64().expect("a number");
    for (i, row) in wanted.iter().enumerate() {
        for (j, wanted) in row.iter().enumerate() {
            assert!((entry("A", i, j) - wanted).abs() < 1e-12, "A[{i}, {j}] in {text}");
        }
    }
    assert!((entry("B", 3, 0) - 1.0 / m).abs() < 1e-12 && entry("B", 2, 0) == 0.0, "{text}");
    assert!((entry("C", 0, 0) + 1.0).abs() < 1e-12 && (entry("C", 0, 1) - 1.0).abs() < 1e-12, "{text}");
    assert_eq!(entry("D", 0, 0), 0.0);
    assert_eq!(all["states"][2], serde_json::json!({ "name": "der(a)", "unit": "m/s" }));
    assert_eq!((&all["steady"], &all["outputs"][0]["name"]), (&true.into(), &"gap".into()));

    let table = std::fs::read_to_string(&csv).expect("the file");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 1 + 16 + 4 + 4 + 1);
    let value = |start: &str| {
        let line = lines.iter().find(|line| line.starts_with(start)).expect("a line");
        line.rsplit(',').next().and_then(|value| value.parse::<f64>().ok()).expect("a number")
    };
    assert_eq!(value("A,der(a),m/s,b,m,"), entry("A", 2, 1));

    let mut archive = zip::ZipArchive::new(std::fs::File::open(&npz).expect("the file")).expect("an archive");
    let mut array = |name: &str| {
        let mut bytes = Vec::new();
        let mut file = archive.by_name(&format!("{name}.npy")).expect("an array");
        std::io::Read::read_to_end(&mut file, &mut bytes).expect("bytes");
        let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
        assert!(bytes.starts_with(b"\x93NUMPY\x01\x00") && (10 + length) % 64 == 0, "{name}");
        let header = String::from_utf8_lossy(&bytes[10..10 + length]).into_owned();
        (header, bytes[10 + length..].to_vec())
    };
    let (header, data) = array("A");
    assert!(header.contains("'descr': '<f8'") && header.contains("'shape': (4, 4)"), "{header}");
    let numbers: Vec<f64> =
        data.chunks_exact(8).map(|x| f64::from_le_bytes(x.try_into().expect("eight bytes"))).collect();
    for (at, x) in numbers.iter().enumerate() {
        assert_eq!(*x, entry("A", at / 4, at % 4));
    }
    let (header, data) = array("states");
    assert!(header.contains("'|S6'") && header.contains("'shape': (4,)"), "{header}");
    assert_eq!(data, b"a\0\0\0\0\0b\0\0\0\0\0der(a)der(b)");
}

#[test]
fn linearize_shows_the_matrices() {
    let folder = Folder::new("linearize");
    let file = folder.write("chain.mech", CHAIN);
    let text = printed(&["linearize", &file, "--about", "start"]);
    let after = |title: &str| -> Vec<Vec<f64>> {
        let text = text.split_once(title).unwrap_or_else(|| panic!("`{title}` is not in\n{text}")).1;
        let rows = text.lines().skip(2).take_while(|line| !line.is_empty());
        let numbers = |line: &str| line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        rows.map(numbers).collect()
    };
    assert_eq!(after("M, reduced mass"), [[2.0, 0.0], [0.0, 2.0]]);
    assert_eq!(after("K, reduced stiffness"), [[100.0, -50.0], [-50.0, 100.0]]);
    assert_eq!(after("B of x' = A x + B u"), [[0.0], [0.0], [0.0], [0.5]]);
    let system = after("A of x' = A x + B u");
    assert_eq!(system[2], [-50.0, 25.0, 0.0, 0.0], "{text}");
    assert!(refused(&["linearize", &file, "--mechanism", "Chian"]).contains("`Chain`"));
}

#[test]
fn kinematics_follow_the_drive() {
    let folder = Folder::new("kinematics");
    let file = folder.write(
        "crank.mech",
        "mechanism Crank {
            param radius = 0.5 [m]; param rate = 2 [rad/s]; param mass = 3 [kg];
            coordinate x [m] = radius; coordinate y [m]; coordinate angle [rad];
            kinetic = mass * (der(x)^2 + der(y)^2) / 2 + 0.1 [kg*m^2] * der(angle)^2 / 2;
            constraint across: x = radius * cos(angle);
            constraint along: y = radius * sin(angle);
            constraint motor: angle = rate * time;
        }",
    );
    let csv = folder.path("crank.csv");
    let path = csv.display().to_string();
    let text =
        printed(&["kinematics", &file, "--until", "3", "--step", "0.5", "--set", "rate=4", "--csv", &path]);
    let (sin, cos) = 12.0_f64.sin_cos();
    assert!((number(&text, "x ") - 0.5 * cos).abs() < 1e-5, "{text}");
    let (header, rows) = table(&csv);
    let column = |name: &str| header.iter().position(|x| x.starts_with(name)).expect("the column is there");
    let last = rows.last().expect("there are samples");
    assert!(rows.len() == 7 && (last[column("y ")] - 0.5 * sin).abs() < 1e-12);
    // The bob's centripetal acceleration, r ω².
    assert!((last[column("der(der(x))")] + 8.0 * cos).abs() < 1e-10, "{header:?} {last:?}");
    let output =
        linkwork(&["kinematics", &file, "--until", "3", "--step", "0.5", "--set", "rate=4", "--csv", "-"]);
    assert!(output.status.success() && output.stdout == std::fs::read(&csv).expect("a table"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("driven until t = 3 s"));
    assert!(printed(&["modes", &file, "--about", "start"]).contains("there are no modes"));
    let message = refused(&["kinematics", "pendulum"]);
    assert!(message.contains("is not fully prescribed") && message.contains("help:"), "{message}");
    assert!(refused(&["kinematics", &file, "--step", "0"]).contains("positive"));
}

#[test]
fn inverse_dynamics_gives_the_efforts_of_a_motion() {
    let folder = Folder::new("inverse");
    // J q″ + m g l sin q = τ, and `initial` is not where the motion starts.
    let file = folder.write(
        "arm.mech",
        "mechanism Arm in plane {
            gravity = [0, -10] [m/s^2];
            body bar { mass: 2 [kg], com: [0, -0.5] [m], inertia: 0.25 [kg*m^2] }
            joint hinge = revolute(ground, bar);
            input drive [N*m];
            force motor = torque(hinge, drive);
            initial { hinge.angle: 0.3 [rad] }
        }",
    );
    let csv = folder.path("efforts.csv");
    let path = csv.display().to_string();
    let motion = "hinge.angle = 1 [rad] + 0.5 [rad] * sin(2 [rad/s] * time)";
    let expected = |t: f64| {
        let q = 1.0 + 0.5 * (2.0 * t).sin();
        (0.25 + 2.0 * 0.25) * -2.0 * (2.0 * t).sin() + 2.0 * 10.0 * 0.5 * q.sin()
    };
    for extra in [&[][..], &["--actuated", "drive"]] {
        let run =
            ["inverse-dynamics", &file, "--motion", motion, "--until", "2", "--step", "0.25", "--csv", &path];
        let text = printed(&[&run[..], extra].concat());
        let (header, rows) = table(&csv);
        assert!(header[1].starts_with("effort of ") && header[1].ends_with("[N*m]"), "{header:?}");
        assert_eq!(rows.len(), 9, "{text}");
        for row in rows {
            assert!((row[1] - expected(row[0])).abs() < 1e-9, "{row:?}, not {}", expected(row[0]));
        }
    }
    // The same within a macro, as in Rust source.
    let text = std::fs::read_to_string(&file).expect("a file");
    let wrapped = folder.write("wrapped.mech", &format!("mechanism! {{ {text} }}"));
    let run = |file: &str| printed(&["inverse-dynamics", file, "--motion", motion, "--until", "2"]);
    assert_eq!(run(&wrapped), run(&file));
    let free = refused(&["inverse-dynamics", "panda", "--motion", "axis[1].angle = 1 [rad/s] * time"]);
    assert!(free.contains("is not fully prescribed"), "{free}");
    // A velocity that is not the rate of a coordinate is called a velocity.
    let ball = folder.write(
        "ball.mech",
        "mechanism Ball in space { body bob { mass: 1 [kg], inertia: diagonal(1, 2, 3) [kg*m^2] } joint socket = spherical(ground, bob); }",
    );
    let turns = refused(&["inverse-dynamics", &ball, "--motion", "bob.angular_velocity.z = 1 [rad/s]"]);
    assert!(turns.contains("leaves free velocity `socket.") && !turns.contains("coordinate `"), "{turns}");
    assert!(refused(&["inverse-dynamics", &file, "--motion", "hinge.angel = time"]).contains("angel"));
    assert!(
        refused(&["inverse-dynamics", &file, "--motion", "hinge.angle"]).contains("quantity = expression")
    );
    // Drives that share their effort, and drives against each other, are named as they were given.
    let twice = [
        "inverse-dynamics",
        &file,
        "--motion",
        motion,
        "--motion",
        "2 * hinge.angle = 2 [rad] + 1 [rad] * sin(2 [rad/s] * time)",
    ];
    let shared = printed(&twice);
    assert_eq!(shared.lines().filter(|line| line.ends_with(" N*m *")).count(), 2, "{shared}");
    let redundant = format!("redundant: 1 of 2 in `{motion}`, `2 * hinge.angle = ");
    assert!(shared.contains(&redundant) && shared.contains("marked * are not unique"), "{shared}");
    let single = printed(&twice[..4]);
    assert!(!single.contains("N*m *"), "{single}");
    let against = refused(&["inverse-dynamics", &file, "--motion", motion, "--motion", "hinge.angle = 0"]);
    assert!(
        against.contains("`motion_of_hinge_angle` by ") && against.contains("`motion_of_hinge_angle_2` by "),
        "{against}"
    );
    let locked = "cos(hinge.angle) = 0.5 + time * 1 [1/s]";
    let locked = ["inverse-dynamics", &file, "--motion", locked, "--until", "1"];
    assert!(
        refused(&locked).contains("constraint `cos(hinge.angle) = 0.5 + time * 1 [1/s]`"),
        "{}",
        refused(&locked)
    );
    let unknown = refused(&["inverse-dynamics", &file, "--motion", motion, "--actuated", "motor"]);
    assert!(unknown.contains("motor"), "{unknown}");
    let given = ["inverse-dynamics", &file, "--motion", motion, "--actuated", "drive", "--input", "drive=1"];
    assert!(refused(&given).contains("`drive` are computed, and cannot be given"));
}

/// Forces are compared with their terms, not with their own rounding, in any unit and with any stiffness.
#[test]
fn equilibria_of_soft_and_of_small_mechanisms_are_found() {
    let folder = Folder::new("soft");
    let pull = |name: &str, k: &str, mass: &str, force: &str, length: &str| {
        folder.write(
            &format!("{name}.mech"),
            &format!(
                "mechanism Pull {{ param k = {k}; coordinate x [m]; kinetic = {mass} [kg] * der(x)^2 / 2;
                    potential = k * x^2 / 2; force pull = generalized(x, {force} * exp(-x / (50 {length}))); }}"
            ),
        )
    };
    // k x = 2 e^(−x/50).
    let exact = |k: f64| {
        (0..200).fold(10.0_f64, |x, _| {
            x - (k * x - 2.0 * (-x / 50.0).exp()) / (k + 2.0 / 50.0 * (-x / 50.0).exp())
        })
    };
    let large = pull("large", "0.05 [N/m]", "1", "2 [N]", "[m]");
    for k in [0.01, 0.02, 0.05, 0.06] {
        let text = printed(&["equilibrium", &large, "--set", &format!("k={k}")]);
        assert!((number(&text, "x ") / exact(k) - 1.0).abs() < 1e-12, "{k}: {text}");
    }
    let small = pull("small", "0.05 [pN/nm]", "1e-18", "2 [pN]", "[nm]");
    let text = printed(&["equilibrium", &small]);
    assert!((number(&text, "x ") / (1e-9 * exact(0.05)) - 1.0).abs() < 1e-12, "{text}");
    // A mass on soft springs, also from its equilibrium, where all forces are rounding.
    let text =
        "mechanism Soft in plane { gravity = [0, -9.81] [m/s^2]; param k = 1 [N/m]; param y = -0.1 [m];
        particle p { mass: 1 [kg] }
        joint f = free(ground, p);
        force a = spring(ground at [-1, 0] [m], p, stiffness: k, length: 0.5 [m]);
        force b = spring(ground at [1, 0] [m], p, stiffness: k, length: 0.5 [m]);
        initial { f.y: y, f.x: 0.1 [m] } }";
    let file = folder.write("springs.mech", text);
    for k in ["k=0.01", "k=0.1", "k=0.3"] {
        let text = printed(&["equilibrium", &file, "--set", k]);
        let y = number(&text, "f.y ");
        let again = printed(&["equilibrium", &file, "--set", k, "--set", &format!("y={y}")]);
        assert!((number(&again, "f.y ") / y - 1.0).abs() < 1e-12, "{k}: {again}");
    }
    let hung = "mechanism Hung in plane { gravity = [0, -9.81] [m/s^2];
        body p { mass: 1 [kg] }
        joint f = prismatic(ground, p, axis: [0, 1]);
        force a = torsion_spring(f, stiffness: 0.01 [N/m], rest: 981 [m]);
        force light = force(p, [0, 0.1] [N]);
        force heavy = force(p, [0, -0.1] [N]); }";
    let text = printed(&["equilibrium", &folder.write("hung.mech", hung)]);
    assert!(number(&text, "f.displacement ").abs() < 1e-9, "{text}");
}

/// Friction that sticks is left out of equations about a state in which it does, and the report says so.
#[test]
fn friction_that_sticks_is_noted() {
    let folder = Folder::new("stuck");
    let text = "mechanism Stuck in plane { gravity = [0, -9.81] [m/s^2]; body block { mass: 1 [kg] }
        joint guide = prismatic(ground, block, axis: [1, 0]);
        force back = torsion_spring(guide, stiffness: 25 [N/m]);
        force drag = friction(guide, limit: 1 [N], velocity: 0);
        initial { guide.displacement: 0.01 [m], der(guide.displacement): SPEED } }";
    let note = "note: friction that sticks here is left out: `drag`";
    let file = folder.write("stuck.mech", &text.replace("SPEED", "0 [m/s]"));
    for command in ["equilibrium", "modes", "linearize"] {
        assert!(printed(&[command, &file]).contains(note), "{command}");
    }
    let file = folder.write("slides.mech", &text.replace("SPEED", "1 [m/s]"));
    assert!(!printed(&["modes", &file, "--about", "start"]).contains(note));
}

/// The effort of a drive along an angle is a torque, as its multiplier.
#[test]
fn torques_of_multipliers_have_their_unit() {
    let folder = Folder::new("drive");
    let text = "mechanism Drive in plane { body table { mass: 10 [kg], inertia: 2 [kg*m^2] }
        joint axle = revolute(ground, table, damping: 0.5 [N*m*s/rad]);
        constraint motor: axle.angle = 3 [rad/s] * time;
        output drive = -multiplier(motor); }";
    let text = printed(&["simulate", &folder.write("drive.mech", text), "--until", "0.01"]);
    let line = text.lines().find(|line| line.trim_start().starts_with("drive ")).unwrap_or_default();
    assert!(line.ends_with("N*m") && (number(&text, "drive ") - 1.5).abs() < 1e-9, "{text}");
}

/// Of four constraints that close a parallelogram with three cranks one is redundant: their multipliers have a mark, that of the drive has none.
#[test]
fn multipliers_that_are_not_unique_are_marked() {
    let folder = Folder::new("marked");
    let text = |item: &str| {
        format!(
            "mechanism Parallelogram in plane {{
                body a {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }}
                body b {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }}
                body c {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }}
                body d {{ mass: 1 [kg], inertia: 0.1 [kg*m^2] }}
                joint p = revolute(ground, a);
                joint q = revolute(a at [0, 1] [m], b);
                joint r = revolute(b at [2, 0] [m], d at [0, 1] [m]);
                joint s = revolute(ground at [2, 0] [m], d);
                joint t = revolute(ground at [1, 0] [m], c);
                joint u = revolute(b at [1, 0] [m], c at [0, 1] [m]);
                {item}
                initial {{ p.angle: 10 [deg] }}
            }}"
        )
    };
    let driven = folder.write("driven.mech", &text("constraint m: p.angle = 10 [deg] + 1 [rad/s] * time;"));
    let sprung = folder.write("sprung.mech", &text("force f = torsion_spring(p, stiffness: 1 [N*m/rad]);"));
    for arguments in
        [&["kinematics", &driven, "--step", "0.1", "--until", "0.5"][..], &["equilibrium", &sprung]]
    {
        let report = printed(arguments);
        let marked = |name: &str| {
            let line = report.lines().find(|line| line.trim_start().starts_with(name));
            line.map(|line| line.ends_with(" *"))
        };
        assert_eq!([marked("s.x "), marked("u.y ")], [Some(true); 2], "{report}");
        assert!(
            marked("m ") != Some(true) && report.contains("reactions marked * are not unique"),
            "{report}"
        );
    }

    let outputs = "force f = torsion_spring(p, stiffness: 1 [N*m/rad]); output shared = u.force.y; output tip = b.position.x;";
    let [json, npz] = ["x.json", "x.npz"].map(|name| folder.path(name).display().to_string());
    let linear = folder.write("linear.mech", &text(outputs));
    let report = printed(&["linearize", &linear, "--json", &json, "--npz", &npz]);
    let all: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&json).expect("the file")).expect("JSON");
    assert_eq!(all["not_unique"], serde_json::json!(["shared"]));
    let mut archive = zip::ZipArchive::new(std::fs::File::open(&npz).expect("the file")).expect("an archive");
    let mut bytes = Vec::new();
    let mut array = archive.by_name("not_unique.npy").expect("an array");
    std::io::Read::read_to_end(&mut array, &mut bytes).expect("bytes");
    assert!(bytes.ends_with(b"\nshared"), "{bytes:?}");
    assert!(report.contains("shared * [N]") && report.contains("tip [m]"), "{report}");
    assert!(
        report.contains("redundant: ") && report.contains("reactions marked * are not unique"),
        "{report}"
    );
}

/// A slider–crank in space whose hinges lean against its guide by `tilt`: three of its constraints are redundant. What they leave open is the
/// reaction along the hinges and the moments across them; the reaction across the hinges in the plane of the motion, and the moment about them, are
/// determined. A component in the axes of the ground mixes both, except without tilt.
#[test]
fn marks_are_those_of_the_parameters_that_are_set() {
    let text = |tilt: &str| {
        format!(
            "mechanism Leaning in space {{
                gravity = [0, -2, -9.81] [m/s^2];
                coordinates = [minimal, absolute];
                param tilt = {tilt} [rad];
                body crank {{ mass: 4 [kg], inertia: diagonal(0.03, 0.03, 0.03) [kg*m^2] }}
                body rod {{ mass: 0.6 [kg], inertia: diagonal(2e-3, 2e-3, 2e-3) [kg*m^2] }}
                body piston {{ mass: 0.5 [kg], inertia: diagonal(4e-4, 4e-4, 4e-4) [kg*m^2] }}
                joint main = revolute(ground, crank, axis: [0, cos(tilt), sin(tilt)]);
                joint pin = revolute(crank at [0.05, 0, 0] [m], rod, axis: [0, cos(tilt), sin(tilt)]);
                joint wrist = revolute(rod at [0.15, 0, 0] [m], piston, axis: [0, cos(tilt), sin(tilt)]);
                joint guide = prismatic(ground, piston, axis: [1, 0, 0]);
                output up = guide.force.z;
                output across = dot(guide.force, [0, -sin(tilt), cos(tilt)]);
                output along = dot(guide.force, [0, cos(tilt), sin(tilt)]);
                output about = dot(guide.torque, [0, cos(tilt), sin(tilt)]);
                initial {{ main.angle: 20 [deg], der(main.angle): 10 [rad/s] }}
            }}"
        )
    };
    let folder = Folder::new("leaning");
    let [straight, leaning] = [("straight", "0"), ("leaning", "0.3")]
        .map(|(name, tilt)| folder.write(&format!("{name}.mech"), &text(tilt)));
    for mechanism in ["Leaning", "LeaningAbsolute"] {
        for (file, set, up) in [
            (&straight, "tilt=0", false),
            (&straight, "tilt=0.3", true),
            (&leaning, "tilt=0.3", true),
            (&leaning, "tilt=0", false),
        ] {
            let report =
                printed(&["simulate", file, "--mechanism", mechanism, "--set", set, "--until", "0.01"]);
            let marked = |name: &str| {
                let line = report.lines().find(|line| line.trim_start().starts_with(&format!("{name} ")));
                line.expect("an output").ends_with(" *")
            };
            let found = ["up", "across", "along", "about"].map(marked);
            assert_eq!(found, [up, false, true, false], "{file}, {set}: {report}");
        }
    }
    for (file, set) in [(&straight, "tilt=0.3"), (&leaning, "tilt=0")] {
        printed(&["verify", file, "--mechanism", "Leaning", "--set", set]);
    }
    let redundant = |file: &str, set: &str| {
        let report = printed(&["simulate", file, "--mechanism", "Leaning", "--set", set, "--until", "0.01"]);
        report.lines().find(|line| line.contains("redundant")).expect("redundant").to_owned()
    };
    assert_eq!(redundant(&straight, "tilt=0.3"), redundant(&leaning, "tilt=0.3"));
    assert!(!redundant(&straight, "tilt=0.3").contains("default parameters"));
}
