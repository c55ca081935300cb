//! `linkwork explain`: what the compiler knows, and the cost of emitted code.

use super::{FALL, Folder, linkwork, printed};

/// The numbers in the last line of a table: operations, lines and bytes of all code.
fn whole(table: &str) -> Vec<usize> {
    let last = table.lines().last().expect("a table");
    last.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// The cost of a large tree is that of the loops that are emitted, whatever its size.
#[test]
fn the_cost_of_loops_is_that_of_their_text() {
    let cost = |links: &str| printed(&["explain", "chain", "--cost", "--set", &format!("n={links}")]);
    let emitted = printed(&["emit", "chain", "--set", "n=1000"]);
    let long = cost("1000");
    assert_eq!(whole(&long), [0, emitted.lines().count(), emitted.len()], "{long}");
    assert_eq!(whole(&cost("100"))[1], emitted.lines().count());
    assert!(emitted.lines().count() < 400 && long.contains("layout"), "{long}");
    assert!(cost("7").contains("factor_saddle"));
}

/// The error of a budget recommends the command, which shows the costs with a warning; other commands refuse the mechanism.
#[test]
fn costs_beyond_a_budget_are_shown() {
    let folder = Folder::new("explain_cost");
    let file = folder.write("fall.mech", &FALL.replacen('{', "{ budget { operations: 2, lines: 3 }", 1));
    let output = linkwork(&["explain", &file, "--cost"]);
    let (table, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{told}");
    assert!(table.contains("by routine") && table.contains("in all"), "{table}");
    for limit in ["operations, 2 are allowed", "lines, 3 are allowed"] {
        assert!(told.contains(limit), "{told}");
    }
    assert!(told.contains("warning: `Fall` takes") && !told.contains("error:"), "{told}");
    assert!(!told.contains("explain --cost"), "it is this command: {told}");
    for arguments in [&["explain", &file][..], &["emit", &file]] {
        let output = linkwork(arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && told.contains("error: `Fall` takes"), "{told}");
        assert!(told.contains("`linkwork explain --cost` shows all of them"), "{told}");
    }
}

#[test]
fn explain_shows_what_the_compiler_knows() {
    let text = printed(&["explain", "cartesian_pendulum"]);
    for part in [
        "coordinates",
        "degrees of freedom          1",
        "0 = g[rod]",
        "length  = 1 m",
        "M[x, x] = mass",
        "structural nonzeros",
        "M: 2 of 4",
        "G: 2 of 2",
        "the mass matrix is constant            yes",
        "elimination order",
        "factor_saddle",
    ] {
        assert!(text.contains(part), "`{part}` is missing from\n{text}");
    }
    let latex = printed(&["explain", "cartesian_pendulum", "--latex"]);
    assert!(latex.contains("\\begin{align*}") && latex.contains("g_{1} &= "), "{latex}");
    let latex = printed(&["explain", "motor_pendulum", "--latex"]);
    assert!(latex.contains("\\dot y_{1} &= ") && latex.contains("\\dot{\\theta}"), "{latex}");
}

/// Of links that a coordinate moves together, that coordinate; of links behind them, their own.
#[test]
fn explain_shows_coordinates_in_common() {
    let folder = Folder::new("explain_common");
    let file = folder.write(
        "hand.mech",
        "mechanism Hand in plane {
            unroll = never;
            for i in 1..=3 { body bone[i] { mass: 0.2 [kg], inertia: 0.01 [kg*m^2] } }
            body nail { mass: 0.1 [kg], inertia: 0.003 [kg*m^2] }
            joint knuckle[1] = revolute(ground, bone[1]);
            for i in 2..=3 {
                joint knuckle[i] = revolute(bone[i - 1] at [0.2, 0] [m], bone[i]);
                joint tendon[i] = gear(knuckle[1].angle, knuckle[i].angle, ratio: 0.8, shared: true);
            }
            joint end = revolute(bone[3] at [0.1, 0] [m], nail);
        }",
    );
    let text = printed(&["explain", &file]);
    for part in [
        "degrees of freedom          2",
        "links                       4",
        "      1 about an axis              der(end.angle)",
        "velocities in common        1, which move several links each",
        "      3 links                      der(knuckle[1].angle)",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// Of a large tree the recursion, its kinds of links and the ends of its lists of names, as soon as it is read.
#[test]
fn explain_shows_a_large_tree_as_a_recursion() {
    let text = printed(&["explain", "chain", "--set", "n=1000"]);
    for part in [
        "coordinates               4000: ball[1].rotation.w, ",
        "…, ball[1000].rotation.z",
        "degrees of freedom        3000",
        "A = X A_p + S a + V × S v",
        "links                     1000",
        "      1 about every axis           ball[1].angular_velocity.x",
        "    999 about every axis           ball[2].angular_velocity.x and others",
        "forces depend on the velocity          yes",
    ] {
        assert!(text.contains(part), "`{part}` is missing from\n{text}");
    }
    assert!(!text.contains("structural nonzeros") && !text.contains("elimination order"), "{text}");
    let few = printed(&["explain", "chain"]);
    assert!(few.contains("M[ball[1].angular_velocity.x, ") && few.contains("structural nonzeros"), "{few}");
}
