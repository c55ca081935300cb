//! The nonzero patterns of matrices, as small pictures.
//!
//! Invariant: matrices side by side on a line of at most [`WIDTH`] characters; empty ones are omitted.

use super::wrap::WIDTH;
use linkwork_compiler::Program;
use linkwork_compiler::plan::Pattern;

/// Pictures of M, G, D, C and K.
pub fn matrices(program: &Program) -> String {
    let shown: Vec<Vec<String>> = program
        .patterns
        .iter()
        .filter(|(_, pattern)| pattern.rows * pattern.cols > 0)
        .map(|(name, pattern)| block(name, pattern))
        .collect();
    if shown.is_empty() {
        return String::new();
    }
    let mut text = String::from("structural nonzeros\n");
    let mut from = 0;
    while from < shown.len() {
        let mut width = 2;
        let fitting = shown[from..].iter().take_while(|block| {
            width += block[0].chars().count() + 4;
            width <= WIDTH
        });
        let to = from + fitting.count().max(1);
        text.push_str(&beside(&shown[from..to]));
        from = to;
    }
    text
}

/// A title and a line for each row, all of one width.
fn block(name: &str, pattern: &Pattern) -> Vec<String> {
    let mut dots = vec![vec!['·'; pattern.cols]; pattern.rows];
    for &(row, column) in &pattern.nonzeros {
        if let Some(dot) = dots.get_mut(row).and_then(|line| line.get_mut(column)) {
            *dot = '●';
        }
    }
    let title = format!("{name}: {} of {}", pattern.nonzeros.len(), pattern.rows * pattern.cols);
    let lines = dots.iter().map(|line| line.iter().map(char::to_string).collect::<Vec<_>>().join(" "));
    let mut block: Vec<String> = std::iter::once(title).chain(lines).collect();
    let width = block.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    for line in &mut block {
        line.push_str(&" ".repeat(width - line.chars().count()));
    }
    block
}

fn beside(blocks: &[Vec<String>]) -> String {
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for i in 0..height {
        let blank = |block: &Vec<String>| " ".repeat(block[0].chars().count());
        let cells: Vec<String> =
            blocks.iter().map(|block| block.get(i).cloned().unwrap_or_else(|| blank(block))).collect();
        text.push_str(format!("  {}", cells.join("    ")).trim_end());
        text.push('\n');
    }
    text
}
