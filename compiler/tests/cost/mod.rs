//! The cost of code: parts add up to the whole, the cost of a force vanishes without it, budgets are enforced.

use linkwork_compiler::build::{check_text, compile_text, cost, rust};
use linkwork_compiler::plan::{Amount, Item};
use linkwork_compiler::{Cost, Loops, Options, Program, expand};

const LIBRARY: [(&str, &str); 4] = [
    ("panda", include_str!("../../../models/mechanisms/robots/panda.mech")),
    ("andrews", include_str!("../../../models/mechanisms/linkages/andrews_bodies.mech")),
    ("bricard", include_str!("../../../models/mechanisms/linkages/bricard.mech")),
    ("pendulum", super::PENDULUM),
];

fn programs(text: &str, options: &Options) -> Vec<Program> {
    compile_text("a.mech", text, options, false).expect("no mistakes").programs
}

fn sum(items: &[Item], rest: Amount) -> Amount {
    items.iter().fold(rest, |mut sum, item| {
        sum += item.amount;
        sum
    })
}

#[test]
fn parts_add_up_to_the_whole() {
    for (name, text) in LIBRARY {
        for program in programs(text, &Options::default()) {
            let (counted, all) = (program.cost(), cost(&program).expect("Rust"));
            let code = rust(std::slice::from_ref(&program)).expect("Rust");
            let operations: usize = program.operations().iter().map(|(_, count)| count.total()).sum();
            let whole = Amount { operations, lines: code.lines().count(), bytes: code.len() };
            assert_eq!(all.total(), whole, "{name}");
            assert_eq!(sum(&all.owners, all.common), whole, "{name}");
            assert_eq!(
                sum(&counted.owners, counted.common),
                Amount { operations, ..Amount::default() },
                "{name}"
            );
            // Without constraints `force` is `applied_force`, and written once.
            for item in all.routines.iter().filter(|item| item.name != "force") {
                // A statement takes one operation or a few.
                let Amount { operations, lines, bytes } = item.amount;
                assert!(lines > 1 && bytes > 2 * lines, "{name}: {item:?}");
                assert!(operations < 20 * lines, "{name}: {item:?}");
            }
        }
    }
}

fn of(cost: &Cost, kind: &str, name: &str) -> usize {
    let found = cost.owners.iter().find(|item| item.kind == kind && item.name == name);
    found.map_or(0, |item| item.amount.operations)
}

/// Two links, a spring between the second and the ground, a damper in the second joint.
const ARM: &str = "mechanism Arm in space {
    gravity = [0, 0, -9.81] [m/s^2];
    param stiffness = 20 [N/m];
    param damping = 0.1 [N*m*s/rad];
    body upper { mass: 1 [kg], inertia: diagonal(0.1, 0.2, 0.3) [kg*m^2] }
    body lower { mass: 1 [kg], com: [0.1, 0.2, 0.3] [m], inertia: diagonal(0.1, 0.2, 0.3) [kg*m^2] }
    joint shoulder = revolute(ground, upper at [0.5, 0, 0] [m], axis: [0, 0, 1]);
    joint elbow = revolute(upper at [-0.5, 0, 0] [m], lower at [0.5, 0.1, 0] [m], axis: [0, 1, 0]);
    force rope = spring(ground at [1, 2, 3] [m], lower at [0.1, 0.2, 0.3] [m], stiffness: stiffness, length: 1 [m]);
    force brake = torsion_spring(elbow, stiffness: 2 [N*m/rad], damping: damping);
}";

/// The operations that are counted for a force serve nothing else: leaving the force out removes them, and at most
/// three times as many more, of sums that it is part of.
#[test]
fn the_cost_of_a_force_disappears_with_it() {
    let [whole] = &programs(ARM, &Options::default())[..] else { panic!("one program") };
    let cost = whole.cost();
    for (kind, name) in
        [("joint", "shoulder"), ("joint", "elbow"), ("body", "lower"), ("force", "rope"), ("force", "brake")]
    {
        assert!(of(&cost, kind, name) > 0, "{kind} {name}: {cost:?}");
    }
    for force in ["rope", "brake"] {
        let declares = |line: &&str| line.trim_start().starts_with(&format!("force {force} "));
        let rest: Vec<&str> = ARM.lines().filter(|line| !declares(line)).collect();
        let left = programs(&rest.join("\n"), &Options::default())[0].cost();
        let (own, saved) = (of(&cost, "force", force), cost.total().operations - left.total().operations);
        assert!(own <= saved && saved <= 4 * own, "{force}: {own} counted, {saved} saved");
    }
    assert!(of(&cost, "force", "rope") > 5 * of(&cost, "force", "brake"), "{cost:?}");
}

/// The message of both entry points, and of a check.
#[test]
fn a_budget_is_a_limit_for_both_entry_points() {
    let [arm] = &programs(ARM, &Options::default())[..] else { panic!("one program") };
    let whole = cost(arm).expect("Rust").total();
    let with = |operations: usize, lines: usize| {
        ARM.replace(
            "param stiff",
            &format!("budget {{ operations: {operations}, lines: {lines} }} param stiff"),
        )
    };
    let enough = with(whole.operations, whole.lines);
    assert!(!check_text(&enough, &Options::default()).has_errors());
    assert_eq!(rust(&programs(&enough, &Options::default())).expect("Rust").lines().count(), whole.lines);
    assert!(!expand(enough.parse().expect("tokens")).to_string().contains("compile_error"));

    let short = with(whole.operations - 1, whole.lines - 1);
    let found = check_text(&short, &Options::default());
    let [operations, lines] = &found.iter().collect::<Vec<_>>()[..] else { panic!("{found:?}") };
    let said = format!("`Arm` takes {} operations, {} are allowed", whole.operations, whole.operations - 1);
    assert_eq!(operations.message, said);
    assert_eq!(short[operations.place.bytes()], (whole.operations - 1).to_string());
    assert!(operations.helps[0].contains("`stiffness` (K = ∂(M a − f)/∂q, and ∂k/∂q)"), "{operations:?}");
    assert!(operations.helps[1].contains("joint `elbow`"), "{operations:?}");
    let said = format!("the code of `Arm` has {} lines, {} are allowed", whole.lines, whole.lines - 1);
    assert_eq!(lines.message, said);
    assert_eq!(short[lines.place.bytes()], (whole.lines - 1).to_string());
    let expanded = expand(short.parse().expect("tokens")).to_string();
    assert!(expanded.contains("operations") && expanded.matches("compile_error").count() == 2, "{expanded}");
    assert!(compile_text("a.mech", &short, &Options::default(), false).is_err());
}

/// Bars on hinges in a row, with a spring and a damper in each hinge, a pull on each bar, and a motor with a limit in the first one.
fn row(links: usize, budget: &str) -> String {
    format!(
        "mechanism Row in space {{
            {budget}
            gravity = [0, 0, -9.81] [m/s^2];
            const n = {links};
            param stiffness = 20 [N*m/rad];
            input drive [N*m];
            for i in 0..n {{ body link[i] {{ mass: 1 [kg], com: [0.1, 0, 0] [m], inertia: diagonal(0.1, 0.2, 0.3) [kg*m^2] }} }}
            joint turn[0] = revolute(ground, link[0], axis: [0, 1, 0]);
            for i in 1..n {{ joint turn[i] = revolute(link[i - 1] at [0.2, 0, 0] [m], link[i], axis: [0, 1, 0]); }}
            for i in 0..n {{
                force spring[i] = torsion_spring(turn[i], stiffness: stiffness, damping: 0.1 [N*m*s/rad]);
                force drag[i] = force(link[i], [1 [N] * sin(time / 1 [s]), 0 [N], 0 [N]]);
            }}
            force motor = torque(turn[0], max(drive, -5 [N*m]));
            output height = link[n - 1].position.z;
        }}"
    )
}

/// A tree that is emitted as loops is held to these, however it is compiled, and costs the same for any number of links.
#[test]
fn loops_cost_what_is_written_for_them() {
    let with = |loops: Loops| Options { loops, ..Options::default() };
    let of = |links: usize| {
        let program = programs(&row(links, ""), &with(Loops::Emitted)).remove(0);
        assert!(program.cells.is_some(), "loops");
        let (all, code) =
            (cost(&program).expect("Rust"), rust(std::slice::from_ref(&program)).expect("Rust"));
        (all, code.lines().count())
    };
    let ((few, _), (all, lines)) = (of(30), of(1000));
    let whole = all.total();
    assert_eq!((whole.lines, sum(&all.owners, all.common)), (lines, whole));
    assert_eq!(few.total().operations, whole.operations);
    assert!(whole.lines < 600 && whole.operations < 200, "{whole:?}");
    for (name, kind) in [("spring[0]", "force"), ("drag[0]", "force")] {
        let item = all.owners.iter().find(|item| (item.name.as_str(), item.kind) == (name, kind));
        let item = item.unwrap_or_else(|| panic!("{name}: {all:?}"));
        assert!(item.amount.operations > 0 && item.amount.lines > 0, "{item:?}");
        assert_eq!(item.meaning, "and 999 of its kind");
    }
    // Time and inputs alone decide the torque of the motor: its code has lines, and no operations.
    let motor = all.owners.iter().find(|item| item.name == "motor").expect("the motor");
    assert!(motor.amount.operations == 0 && motor.amount.lines > 2, "{motor:?}");
    for routine in ["loads", "slopes", "switches", "numbers", "layout"] {
        let item = all.routines.iter().find(|item| item.name == routine).expect(routine);
        assert!(item.amount.lines > 1 && !item.meaning.is_empty(), "{item:?}");
    }
    // The first is unrolled, and its budget is that of the loops.
    for (loops, links) in [(Loops::Never, 8), (Loops::Chosen, 1000), (Loops::Emitted, 1000)] {
        let told = |operations: usize, lines: usize| {
            let text =
                row(links, &format!("unroll = never; budget {{ operations: {operations}, lines: {lines} }}"));
            check_text(&text, &with(loops))
        };
        assert!(told(whole.operations, whole.lines).is_empty(), "{loops:?}");
        let found = told(whole.operations - 1, whole.lines - 1);
        let [operations, lines] = &found.iter().collect::<Vec<_>>()[..] else { panic!("{found:?}") };
        let said =
            format!("`Row` takes {} operations, {} are allowed", whole.operations, whole.operations - 1);
        assert_eq!(operations.message, said);
        assert!(operations.helps[0].contains("`slopes` (their derivatives)"), "{operations:?}");
        let dearest = format!("force `spring[0]` (and {} of its kind)", links - 1);
        assert!(operations.helps[1].contains(&dearest), "{operations:?}");
        let said = format!("the code of `Row` has {} lines, {} are allowed", whole.lines, whole.lines - 1);
        assert_eq!(lines.message, said);
    }
}

/// An arm with the axes of common six-axis robots: the second to the fourth are parallel.
fn six_axes() -> String {
    let (axes, ends) = (
        ["0, 0, 1", "0, 1, 0", "0, 1, 0", "0, 1, 0", "0, 0, 1", "0, 1, 0"],
        ["0, 0.136, 0.089", "0, -0.12, 0.425", "0, 0, 0.392", "0, 0.093, 0", "0, 0, 0.095", "0, 0.08, 0"],
    );
    let mut text = "mechanism Six in space { gravity = [0, 0, -9.81] [m/s^2];\n".to_owned();
    for (i, axis) in axes.iter().enumerate() {
        let at = if i == 0 { "ground".to_owned() } else { format!("b{} at [{}] [m]", i - 1, ends[i - 1]) };
        text += &format!(
            "body b{i} {{ mass: 1.{i} [kg], com: [0.01, 0.05, 0.1] [m], inertia: diagonal(0.05, 0.08, 0.1) [kg*m^2] }}
             joint j{i} = revolute({at}, b{i}, axis: [{axis}]);\n"
        );
    }
    text + "}"
}

fn operations_of(program: &Program, names: &[&str]) -> usize {
    let all = program.operations();
    all.iter().filter(|(name, _)| names.contains(name)).map(|(_, count)| count.total()).sum()
}

/// Inverse dynamics alone need not compute M, nor M alone the terms of gravity; where nothing is saved, or constraints need more, there
/// are no such routines.
#[test]
fn direct_routines_leave_out_what_other_routines_read() {
    let panda = &programs(LIBRARY[0].1, &Options::default())[0];
    let of = |names: &[&str]| operations_of(panda, names);
    let [inverse, mass] = [of(&["residual_at"]), of(&["mass_matrix_at"])];
    assert!(inverse > 0 && inverse as f64 <= 0.65 * of(&["place", "residual"]) as f64, "{inverse}");
    assert!(mass > 0 && mass as f64 <= 0.8 * of(&["place", "mass_matrix"]) as f64, "{mass}");
    let none = |text: &str| {
        programs(text, &Options::default())
            .iter()
            .all(|program| program.direct.residual.is_none() && program.direct.mass_matrix.is_none())
    };
    let closed = six_axes().replace("joint j5", "constraint tied: j3.angle = j4.angle;\n joint j5");
    assert!(none(ARM) && none(&closed));
}

/// Rotations about parallel axes merge where that takes fewer operations; the motion is compared with absolute coordinates, where
/// nothing merges, in `formulations` of the tape's tests. A fifth more operations than these would be rotations that do not merge.
#[test]
fn parallel_axes_save_operations() {
    let program = &programs(&six_axes(), &Options::default())[0];
    let of = |names: &[&str]| operations_of(program, names);
    assert!(of(&["place", "residual"]) <= 830);
    assert!(of(&["place", "applied_force", "factor_saddle", "solve_saddle"]) <= 880);
    assert!(of(&["moving", "stiffness"]) <= 2230);
}
