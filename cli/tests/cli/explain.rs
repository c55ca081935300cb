//! `linkwork explain --cost`: the cost of emitted code.

use super::printed;

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
