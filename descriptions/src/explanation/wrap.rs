//! Breaks long lines at spaces.

/// Longest line, in characters.
pub const WIDTH: usize = 100;

/// A no-break space.
pub const FIRM: char = '\u{a0}';

/// `text` after `head`, in lines of at most [`WIDTH`] characters if it has spaces to break at; lines
/// after the first are indented by `indent`. [`FIRM`] spaces become plain ones.
pub fn wrapped(head: &str, text: &str, indent: usize) -> String {
    let mut lines = head.to_owned();
    let mut length = head.chars().count();
    let mut fresh = true;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let more = word.chars().count();
        if !fresh && length + 1 + more > WIDTH {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            length = indent;
        } else if !fresh {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += more;
        fresh = false;
    }
    lines.push('\n');
    lines.replace(FIRM, " ")
}

#[cfg(test)]
mod tests {
    use super::{FIRM, WIDTH, wrapped};

    #[test]
    fn lines_break_at_spaces_and_keep_all_words() {
        let words: Vec<String> = (0..200).map(|i| format!("w{i}")).collect();
        let text = wrapped("  f[x] = ", &words.join(" "), 6);
        assert!(text.lines().count() > 5);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(text.lines().skip(1).all(|line| line.starts_with("      w")));
        assert_eq!(text.split_whitespace().skip(2).collect::<Vec<_>>(), words);
        assert_eq!(wrapped("a: ", "b", 2), "a: b\n");
        let firm = format!("x{FIRM}[m],");
        assert!(
            wrapped("", &vec![firm.as_str(); 50].join(" "), 2).lines().all(|line| line.ends_with("x [m],"))
        );
    }
}
