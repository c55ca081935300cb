//! Long lists as runs of items whose numbers grow by constant steps: the inverse of the runtime's `progression`.
//!
//! Invariant: the runs stand for the same items in the same order.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

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
pub struct Run<N> {
    /// The number of repetitions.
    pub count: N,
    /// The items of the first one, each number with its step.
    pub items: Vec<Repeated<N>>,
}

/// What the repetitions of an item have in common, and its first numbers with their steps.
pub type Repeated<N> = (String, Vec<(N, i64)>);

/// A + b n, with n a number of equal parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// a.
    pub fixed: i64,
    /// b.
    pub each: i64,
}

/// A run whose length and numbers may grow with the number of parts.
pub type Shape = Run<Amount>;

impl Amount {
    /// The amount that has these values for these numbers of parts; `None` if it is no integer, or shrinks.
    fn between((m, n): (usize, usize), (first, second): (i64, i64)) -> Option<Self> {
        let (parts, more) = (n as i64 - m as i64, second - first);
        if parts <= 0 || more < 0 || more % parts != 0 {
            return None;
        }
        let each = more / parts;
        Some(Self { fixed: first - each * m as i64, each })
    }

    fn at(self, n: usize) -> i64 {
        self.fixed + self.each * n as i64
    }

    /// `2 * self.n as i64 - 1`.
    pub fn signed(self, n: Option<&Ident>) -> TokenStream {
        let Some(n) = n.filter(|_| self.each != 0) else {
            return Literal::i64_unsuffixed(self.fixed).into_token_stream();
        };
        let (each, fixed) = (Literal::i64_unsuffixed(self.each), Literal::i64_unsuffixed(self.fixed.abs()));
        let growing = if self.each == 1 {
            quote! { self.#n as i64 }
        } else {
            quote! { #each * self.#n as i64 }
        };
        match self.fixed {
            0 => growing,
            ..0 => quote! { #growing - #fixed },
            _ => quote! { #growing + #fixed },
        }
    }

    /// `2 * self.n - 1`.
    pub fn expression(self, n: Option<&Ident>) -> TokenStream {
        let fixed = Literal::i64_unsuffixed(self.fixed.abs());
        let Some(n) = n.filter(|_| self.each != 0) else {
            return Literal::i64_unsuffixed(self.fixed).into_token_stream();
        };
        let growing = match self.each {
            1 => quote! { self.#n },
            each => {
                let each = Literal::i64_unsuffixed(each);
                quote! { #each * self.#n }
            }
        };
        match self.fixed {
            0 => growing,
            ..0 => quote! { #growing - #fixed },
            _ => quote! { #growing + #fixed },
        }
    }
}

impl Shape {
    /// The run that is these runs for these numbers of parts.
    pub fn between(values: (usize, usize), first: &Run<i64>, second: &Run<i64>) -> Option<Self> {
        let both = first.items.iter().zip(&second.items);
        let grown = |((key, a), (other, b)): (&Repeated<i64>, &Repeated<i64>)| {
            let same = key == other && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.1 == b.1);
            let numbers = a.iter().zip(b).map(|(a, b)| Some((Amount::between(values, (a.0, b.0))?, a.1)));
            let numbers: Option<Vec<_>> = numbers.collect();
            numbers.filter(|_| same).map(|numbers| (key.clone(), numbers))
        };
        if first.items.len() != second.items.len() {
            return None;
        }
        let items: Vec<_> = both.map(grown).collect::<Option<_>>()?;
        Some(Self { count: Amount::between(values, (first.count, second.count))?, items })
    }

    /// One that does not grow.
    fn fixed(run: Run<i64>) -> Self {
        let fixed = |fixed| Amount { fixed, each: 0 };
        let items = run.items.into_iter();
        let items = items.map(|(key, numbers)| {
            (key, numbers.into_iter().map(|(first, step)| (fixed(first), step)).collect())
        });
        Self { count: fixed(run.count), items: items.collect() }
    }
}

/// The items of some shapes for n parts; `None` if one has a negative length.
pub fn listed(shapes: &[Shape], n: usize) -> Option<Vec<Item>> {
    let mut all = Vec::new();
    for shape in shapes {
        let count = usize::try_from(shape.count.at(n)).ok()?;
        for repetition in 0..count {
            all.extend(shape.items.iter().map(|(key, numbers)| {
                let number = |(first, step): &(Amount, i64)| first.at(n) + step * repetition as i64;
                Item { key: key.clone(), numbers: numbers.iter().map(number).collect() }
            }));
        }
    }
    Some(all)
}

/// The shapes of a list of fixed length.
pub fn shapes(items: &[Item]) -> Vec<Shape> {
    runs(items).into_iter().map(Shape::fixed).collect()
}

/// The largest number of items that is found to repeat.
const LONGEST: usize = 64;

/// Fewer repetitions are written item by item.
pub const FEWEST: usize = 3;

/// The runs of a list.
pub fn runs(items: &[Item]) -> Vec<Run<i64>> {
    let mut runs: Vec<Run<i64>> = Vec::new();
    // Items that do not repeat.
    let mut alone: Vec<Item> = Vec::new();
    let mut at = 0;
    while at < items.len() {
        let rest = &items[at..];
        let longest = LONGEST.min(rest.len() / FEWEST);
        // The shortest period among those that cover most.
        let all = (1..=longest).map(|period| (period, repetitions(rest, period)));
        let best = all
            .filter(|&(_, count)| count >= FEWEST)
            .max_by_key(|&(period, count)| (period * count, core::cmp::Reverse(period)));
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
        runs.push(Run {
            count: count as i64,
            items: rest.iter().zip(&rest[period..]).take(period).map(grown).collect(),
        });
        at += period * count;
    }
    if !alone.is_empty() {
        runs.push(once(alone));
    }
    runs
}

/// A single repetition.
fn once(items: Vec<Item>) -> Run<i64> {
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

/// `&[run(…), …]`; `n` is the field with the number of parts.
pub fn list(shapes: &[Shape], n: Option<&Ident>) -> TokenStream {
    let each = shapes.iter().map(|shape| {
        let count = shape.count.expression(n);
        let items = shape.items.iter().map(|(key, numbers)| {
            let key = crate::emit::tokens::lex(key);
            let growing = numbers.iter().map(|&(first, step)| {
                let (first, step) = (first.expression(n), Literal::i64_unsuffixed(step));
                quote! { (#first, #step) }
            });
            quote! { (#key, &[#(#growing),*]) }
        });
        quote! { run(#count, &[#(#items),*]) }
    });
    quote! { &[#(#each),*] }
}

/// `repeated(&[(count, &[…]), …])` for items without numbers, with an expression for each key.
pub fn repeated(shapes: &[Shape], n: Option<&Ident>, value: impl Fn(&str) -> TokenStream) -> TokenStream {
    repeated_lists(shapes, n, |shape| {
        let values = shape.items.iter().map(|(key, _)| value(key));
        quote! { &[#(#values),*] }
    })
}

/// The same with an expression for the values of each shape.
pub fn repeated_lists(
    shapes: &[Shape],
    n: Option<&Ident>,
    values: impl Fn(&Shape) -> TokenStream,
) -> TokenStream {
    let each = shapes.iter().map(|shape| {
        let (count, values) = (shape.count.expression(n), values(shape));
        quote! { (#count, #values) }
    });
    if shapes.is_empty() {
        quote! { Vec::new() }
    } else {
        quote! { repeated(&[#(#each),*]) }
    }
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
    use super::{Item, Shape, listed, name, runs, shapes};

    fn item(key: &str, numbers: &[i64]) -> Item {
        Item { key: key.to_owned(), numbers: numbers.to_vec() }
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
            assert_eq!(listed(&shapes(&all), 0), Some(all));
        }
    }

    #[test]
    fn runs_grow_between_two_samples() {
        let list = |n: i64| -> Vec<Item> {
            let chain = (0..n).map(|i| item("a", &[i, 7]));
            chain.chain((0..2 * n - 3).map(|i| item("b", &[n + 3 * i]))).collect()
        };
        let (first, second) = (runs(&list(5)), runs(&list(6)));
        let shapes: Option<Vec<_>> =
            first.iter().zip(&second).map(|(a, b)| Shape::between((5, 6), a, b)).collect();
        let shapes = shapes.expect("they grow");
        for n in [2, 3, 8, 100] {
            assert_eq!(listed(&shapes, n as usize), Some(list(n)));
        }
        assert_eq!(listed(&shapes, 1), None);
    }

    #[test]
    fn names_are_cut_at_their_numbers() {
        assert_eq!(name("link[3].angle"), (vec!["link[", "].angle"], vec![3]));
        assert_eq!(name("der(a[12][0])"), (vec!["der(a[", "][", "])"], vec![12, 0]));
        assert_eq!(name("spin[01]"), (vec!["spin[01]"], vec![]));
        assert_eq!(name("x"), (vec!["x"], vec![]));
    }
}
