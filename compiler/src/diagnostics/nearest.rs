//! The known word that a misspelt one probably meant.
//!
//! Invariant: ties go to the first word, so the result is deterministic.

/// The candidate nearest to `word` in edit distance (insertions, deletions, substitutions and
/// swaps of neighbours count one each), if at most a third of its letters would have to change.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = word.chars().collect();
    let allowed = (letters.len() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other: Vec<char> = candidate.chars().collect();
        let distance = edit_distance(&letters, &other);
        // A single letter is never a misspelling of another: `x` of `y`.
        let plausible = distance <= allowed && distance < letters.len().max(other.len());
        let closer = best.is_none_or(|(least, _)| distance < least);
        if plausible && closer {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The help with this candidate.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, candidates).map(|meant| format!("did you mean `{meant}`?"))
}

/// Optimal string alignment distance, where a change between upper and lower case is free for
/// words of at least three letters.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let fold = a.len() >= 3;
    let same = |x: char, y: char| x == y || fold && x.to_lowercase().eq(y.to_lowercase());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let substituted = rows[i - 1][j - 1] + usize::from(!same(a[i - 1], b[j - 1]));
            let mut least = substituted.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]) {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_word_is_suggested_for_a_misspelt_one() {
        let known = ["mass", "length", "gravity", "x", "y"];
        assert_eq!(nearest("lenght", known), Some("length"));
        assert_eq!(nearest("Gravity", known), Some("gravity"));
        assert_eq!(nearest("mas", known), Some("mass"));
        assert_eq!(nearest("z", known), None);
        assert_eq!(nearest("stiffness", known), None);
    }
}
