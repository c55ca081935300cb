//! The cost of the code of a mechanism, as a table: operations, lines and bytes by routine, then by joint, body and force.

use linkwork_compiler::Cost;
use linkwork_compiler::plan::{Amount, Item};
use std::fmt::Write;

/// The table. Both halves of it add up to the last line.
pub fn table(name: &str, cost: &Cost) -> String {
    let label = |item: &Item| match item.kind {
        "routine" => item.name.clone(),
        kind => format!("{kind} {}", item.name),
    };
    let rest = "structs, build(), names";
    let common = "several, sums, solves";
    let widest = cost.routines.iter().chain(&cost.owners).map(|item| label(item).chars().count());
    let width = widest.chain([rest.chars().count()]).max().unwrap_or(0);
    let mut text = format!("{name}\n\n");
    row(&mut text, width, "by routine", ["operations", "lines", "bytes"].map(str::to_owned), "");
    for item in &cost.routines {
        row(&mut text, width, &format!("  {}", label(item)), numbers(item.amount), &item.meaning);
    }
    row(&mut text, width, &format!("  {rest}"), numbers(cost.rest), "");
    if !cost.owners.is_empty() {
        text.push('\n');
        row(
            &mut text,
            width,
            "by joint, body, force",
            ["operations", "lines", "bytes"].map(str::to_owned),
            "",
        );
        for item in &cost.owners {
            row(&mut text, width, &format!("  {}", label(item)), numbers(item.amount), &item.meaning);
        }
        row(
            &mut text,
            width,
            &format!("  {common}"),
            numbers(cost.common),
            "with structs, build() and names",
        );
    }
    text.push('\n');
    row(&mut text, width, "in all", numbers(cost.total()), "");
    text
}

fn numbers(amount: Amount) -> [String; 3] {
    [amount.operations, amount.lines, amount.bytes].map(|number| number.to_string())
}

fn row(text: &mut String, width: usize, label: &str, [operations, lines, bytes]: [String; 3], note: &str) {
    let line = format!("{label:<0$} {operations:>12} {lines:>8} {bytes:>10}   {note}", width + 2);
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{}", line.trim_end());
}

#[cfg(test)]
mod tests {
    use linkwork_compiler::Options;
    use linkwork_compiler::build::{compile_text, cost};

    const HINGED: &str = "mechanism A in plane {
        gravity = [0, -9.81] [m/s^2];
        body rod { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        joint hinge = revolute(ground, rod at [0.5, 0] [m]);
    }";

    /// The number in the column of operations.
    fn operations(line: &str) -> usize {
        let numbers: Vec<usize> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        numbers.first().copied().unwrap_or(0)
    }

    #[test]
    fn both_halves_of_the_table_add_up() {
        let compiled = compile_text("a.mech", HINGED, &Options::default(), false).expect("no mistakes");
        let table = super::table("A", &cost(&compiled.programs[0]).expect("Rust"));
        let parts: Vec<&str> = table.split("\n\n").collect();
        let [name, routines, owners, whole] = parts[..] else { panic!("{table}") };
        assert_eq!(name, "A");
        let sum = |half: &str| half.lines().skip(1).map(operations).sum::<usize>();
        assert_eq!(sum(routines), operations(whole), "{table}");
        assert_eq!(sum(owners), operations(whole), "{table}");
        assert!(
            operations(whole) > 0 && owners.contains("joint hinge") && routines.contains("K = ∂(M a − f)/∂q"),
            "{table}"
        );
        assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
    }
}
