//! `linkwork explain --cost`: the cost of emitted code.

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
