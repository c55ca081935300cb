//! Numbers in columns, each with a heading.
//!
//! Invariant: columns are right-aligned and as wide as their widest entry; lines end without blanks.

/// Nine significant digits; the rounding error of a zero is shown.
pub fn number(x: f64) -> String {
    let size = x.abs();
    if x == 0.0 {
        return format!("{:>17}", "0");
    }
    if (1e-3..1e6).contains(&size) {
        let decimals = (8 - size.log10().floor() as i32).clamp(0, 11) as usize;
        return format!("{x:>17.decimals$}");
    }
    format!("{x:>17.8e}")
}

/// A table: `headings` are those of the columns; every row has its own name and an entry a column.
pub fn table(headings: &[String], rows: &[(String, Vec<String>)]) -> String {
    let first = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let width = |k: usize| {
        let entries = rows.iter().filter_map(|(_, entries)| entries.get(k)).map(|e| e.trim().chars().count());
        entries.chain([headings[k].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let line = |name: &str, entries: &[String]| {
        let cells = entries.iter().zip(&widths).map(|(entry, width)| format!("  {:>width$}", entry.trim()));
        let text = format!("  {name:first$}{}", cells.collect::<String>());
        format!("{}\n", text.trim_end())
    };
    let body: String = rows.iter().map(|(name, entries)| line(name, entries)).collect();
    line("", headings) + &body
}

/// `name [unit]`.
pub fn heading(named: &linkwork::Named) -> String {
    if named.unit.is_empty() { named.name.to_string() } else { format!("{} [{}]", named.name, named.unit) }
}

#[cfg(test)]
mod tests {
    use super::{number, table};

    #[test]
    fn numbers_keep_nine_digits() {
        assert_eq!(number(0.0).trim(), "0");
        assert_eq!(number(-9.81).trim(), "-9.81000000");
        assert_eq!(number(123456.7).trim(), "123456.700");
        assert_eq!(number(1.5e-9).trim(), "1.50000000e-9");
    }

    #[test]
    fn columns_are_aligned() {
        let text = table(&["a".into(), "long".into()], &[("row".into(), vec!["12".into(), "3".into()])]);
        assert_eq!(text, "        a  long\n  row  12     3\n");
    }
}
