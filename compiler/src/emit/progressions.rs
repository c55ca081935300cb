//! Long lists as runs of items whose numbers grow by constant steps: the inverse of the runtime's `progression`.
//!
//! Invariant: the runs stand for the same items in the same order.

use super::tokens::number;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// An item: what repetitions have in common, as an expression, and its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Compared as a whole.
    pub key: String,
    /// May grow.
    pub numbers: Vec<i64>,
}

/// A repetition of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The number of repetitions.
    pub count: usize,
    /// The items of the first one, each number with its step.
    pub items: Vec<(String, Vec<(i64, i64)>)>,
}

/// The largest number of items that is found to repeat.
const LONGEST: usize = 64;

/// Fewer repetitions are written item by item.
const FEWEST: usize = 3;

/// The runs of a list.
pub fn runs(items: &[Item]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    // Items that do not repeat.
    let mut alone: Vec<Item> = Vec::new();
    let mut at = 0;
    while at < items.len() {
        let rest = &items[at..];
        let longest = LONGEST.min(rest.len() / FEWEST);
        // The shortest period among those that cover most.
        let all = (1..=longest).map(|period| (period, repetitions(rest, period)));
        let best = all.filter(|&(_, count)| count >= FEWEST).max_by_key(|&(period, count)| {
            (period * count, core::cmp::Reverse(period))
        });
        let Some((period, count)) = best else {
            alone.push(rest[0].clone());
            at += 1;
            continue;
        };
        if !alone.is_empty() {
            runs.push(once(std::mem::take(&mut alone)));
        }
        let grown = |(first, second): (&Item, &Item)| {
            let numbers = first.numbers.iter().zip(&second.numbers).map(|(&a, &b)| (a, b - a));
            (first.key.clone(), numbers.collect())
        };
        runs.push(Run { count, items: rest.iter().zip(&rest[period..]).take(period).map(grown).collect() });
        at += period * count;
    }
    if !alone.is_empty() {
        runs.push(once(alone));
    }
    runs
}

/// A single repetition.
fn once(items: Vec<Item>) -> Run {
    let items = items.into_iter();
    let items = items.map(|item| (item.key, item.numbers.into_iter().map(|first| (first, 0)).collect()));
    Run { count: 1, items: items.collect() }
}

/// How often the first items repeat with constant steps.
fn repetitions(items: &[Item], period: usize) -> usize {
    if items.len() < 2 * period {
        return 1;
    }
    let mut count = 1;
    while let Some(next) = items.get(count * period..(count + 1) * period) {
        let follows = |at: usize| {
            let (first, second, item) = (&items[at], &items[period + at], &next[at]);
            first.key == item.key
                && first.numbers.len() == item.numbers.len()
                && second.numbers.len() == item.numbers.len()
                && (0..item.numbers.len()).all(|k| {
                    let step = second.numbers[k] - first.numbers[k];
                    item.numbers[k] == first.numbers[k] + step * count as i64
                })
        };
        if !(0..period).all(follows) {
            break;
        }
        count += 1;
    }
    count
}

/// `&[Run { … }, …]`.
pub fn list(items: &[Item]) -> TokenStream {
    let each = runs(items).into_iter().map(|run| {
        let count = number(run.count);
        let items = run.items.iter().map(|(key, numbers)| {
            let key = super::tokens::lex(key);
            let growing = numbers.iter().map(|&(first, step)| {
                let (first, step) = (Literal::i64_unsuffixed(first), Literal::i64_unsuffixed(step));
                quote! { (#first, #step) }
            });
            quote! { (#key, &[#(#growing),*]) }
        });
        quote! { Run { count: #count, items: &[#(#items),*] } }
    });
    quote! { &[#(#each),*] }
}

/// A name as the texts between its numbers, and its numbers: `link[3].angle` is `link[`, 3, `].angle`.
pub fn name(text: &str) -> (Vec<&str>, Vec<i64>) {
    let (mut texts, mut numbers) = (Vec::new(), Vec::new());
    let mut from = 0;
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let begin = text.len() - rest.len() + open + 1;
        let digits = text[begin..].find(']').map_or("", |end| &text[begin..begin + end]);
        rest = &text[begin..];
        // Only as the number prints again.
        let plain = digits == "0" || !digits.starts_with('0');
        let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(number) = digits.parse().ok().filter(|_| plain && all_digits) {
            texts.push(&text[from..begin]);
            numbers.push(number);
            from = begin + digits.len();
        }
    }
    texts.push(&text[from..]);
    (texts, numbers)
}

#[cfg(test)]
mod tests {
    use super::{Item, Run, name, runs};

    fn item(key: &str, numbers: &[i64]) -> Item {
        Item { key: key.to_owned(), numbers: numbers.to_vec() }
    }

    /// As the runtime repeats them.
    fn listed(runs: &[Run]) -> Vec<Item> {
        let of = |run: &Run, repetition: usize| -> Vec<Item> {
            let grown = |(first, step): &(i64, i64)| first + step * repetition as i64;
            let items = run.items.iter();
            items.map(|(key, numbers)| item(key, &numbers.iter().map(grown).collect::<Vec<_>>())).collect()
        };
        runs.iter().flat_map(|run| (0..run.count).flat_map(move |repetition| of(run, repetition))).collect()
    }

    #[test]
    fn runs_stand_for_their_items() {
        let chain: Vec<Item> = (0..100).map(|i| item("a", &[i, 7])).collect();
        assert_eq!(runs(&chain).len(), 1);
        let pairs: Vec<Item> =
            (0..50).flat_map(|i| [item("a", &[2 * i]), item("b", &[2 * i + 1, 3 * i])]).collect();
        assert_eq!(runs(&pairs).len(), 1);
        let mut mixed = vec![item("c", &[5])];
        mixed.extend(chain.clone());
        mixed.extend(pairs.clone());
        mixed.extend([item("d", &[1]), item("d", &[10]), item("d", &[100]), item("e", &[])]);
        for all in [chain, pairs, mixed, Vec::new()] {
            assert_eq!(listed(&runs(&all)), all);
        }
    }

    #[test]
    fn names_are_cut_at_their_numbers() {
        assert_eq!(name("link[3].angle"), (vec!["link[", "].angle"], vec![3]));
        assert_eq!(name("der(a[12][0])"), (vec!["der(a[", "][", "])"], vec![12, 0]));
        assert_eq!(name("spin[01]"), (vec!["spin[01]"], vec![]));
        assert_eq!(name("x"), (vec!["x"], vec![]));
    }
}
