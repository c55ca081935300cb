//! Which `const` of a description is nothing but a number of equal parts.
//!
//! ```text
//! for i in 1..=n { … bar[i - 1] … }        n in bounds of repetitions, i and n in indices: sums of names and integers
//! ```
//! Values at the start may be smooth formulas of i and n, which are the same for every i.
//! Then the parts of the description are the same for every value, but for those at the ends of the repetitions: what a value
//! compiles to follows from what two values compile to, if these are larger than every place at an end.
//!
//! Invariant: a `const` that decides a number, a name or a condition is none of these.

use super::description::{Description, Item, ItemKind};
use super::expression::{Expression, Kind};
use super::{Operator, Segment};

/// A `const` that counts parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Its name.
    pub name: String,
    /// Its value, if it is written as an integer.
    pub value: Option<usize>,
    /// No end of a repetition is further than this many items from a beginning or an end.
    pub reach: usize,
}

/// The `const`s of a description that count parts.
pub fn counts(description: &Description) -> Vec<Count> {
    let names = description.constant_names();
    names.into_iter().filter_map(|name| count(description, name)).collect()
}

fn count(description: &Description, name: String) -> Option<Count> {
    let mut look = Look { counting: vec![name.clone()], reach: 0, bounds: false };
    let mut value = None;
    for item in &description.items {
        match &item.kind {
            ItemKind::Constant(declaration) if declaration.target.name.text == name => {
                value = declaration.value.as_ref().and_then(|value| value.to_string().parse().ok());
            }
            _ => look.item(item)?,
        }
    }
    look.bounds.then_some(Count { name, value, reach: look.reach })
}

/// The search for other uses.
struct Look {
    /// The constant, and the loop variables.
    counting: Vec<String>,
    reach: usize,
    /// Whether the constant is a bound of a repetition.
    bounds: bool,
}

impl Look {
    fn is_counting(&self, name: &str) -> bool {
        self.counting.iter().any(|known| known == name)
    }

    /// `None` where a number or a name is decided.
    fn item(&mut self, item: &Item) -> Option<()> {
        if let Some(declaration) = item.kind.declaration() {
            self.segment(&declaration.target)?;
            return declaration.value.iter().try_for_each(|value| self.value(value));
        }
        match &item.kind {
            ItemKind::Body(body) => {
                self.segment(&body.target)?;
                body.properties.iter().try_for_each(|(_, value)| self.value(value))
            }
            ItemKind::Initial(entries) => entries.iter().try_for_each(|entry| {
                self.value(&entry.target)?;
                self.start(&entry.value)
            }),
            ItemKind::Gravity(value) => self.value(value),
            ItemKind::Budget(limits) => limits.iter().try_for_each(|(_, limit)| self.value(limit)),
            ItemKind::Coordinates(_) | ItemKind::Unroll(_) => Some(()),
            ItemKind::Repeat(repeat) => {
                for bound in [&repeat.first, &repeat.last] {
                    let names = self.index(bound)?;
                    // A bound that depends on a loop variable makes a number of items that is no multiple.
                    if names.iter().any(|name| *name != self.counting[0]) {
                        return None;
                    }
                    self.bounds |= !names.is_empty();
                }
                self.counting.push(repeat.variable.text.clone());
                let all = repeat.items.iter().try_for_each(|item| self.item(item));
                self.counting.pop();
                all
            }
            // No tree of bodies in loops has other items.
            _ => None,
        }
    }

    /// A value at the start: any number is one, and what is smooth has the same formula for every number.
    fn start(&mut self, value: &Expression) -> Option<()> {
        let mut pending = vec![value];
        while let Some(part) = pending.pop() {
            let smooth = match &part.kind {
                Kind::Name(segment) if self.is_counting(&segment.name.text) => segment.brackets.is_empty(),
                Kind::Number(_) | Kind::Array(_) | Kind::Parenthesis(_) | Kind::Negate(_) => true,
                Kind::Binary(operator, ..) => matches!(
                    operator,
                    Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide
                ),
                Kind::Call(function, _) => ["sin", "cos", "exp"].contains(&function.text.as_str()),
                Kind::Quantity(number, _) => {
                    // Not the unit.
                    pending.push(number);
                    continue;
                }
                _ => self.value(part).is_some(),
            };
            if !smooth {
                return self.value(value);
            }
            if matches!(part.kind, Kind::Name(_) | Kind::Member(..)) {
                continue;
            }
            part.for_each_part(|part| pending.push(part));
        }
        Some(())
    }

    /// An expression in which the constant and loop variables are in indices only.
    fn value(&mut self, value: &Expression) -> Option<()> {
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            match &value.kind {
                Kind::Name(segment) => {
                    if self.is_counting(&segment.name.text) {
                        return None;
                    }
                    self.segment(segment)?;
                }
                Kind::Member(_, segment) => self.segment(segment)?,
                _ => {}
            }
            value.for_each_part(|part| pending.push(part));
        }
        Some(())
    }

    fn segment(&mut self, segment: &Segment) -> Option<()> {
        for bracket in &segment.brackets {
            // A unit, or an index.
            if self.mentions(bracket) {
                self.index(bracket)?;
            } else if let Kind::Number(digits) = &bracket.kind {
                self.reach = self.reach.saturating_add(digits.parse().ok()?);
            }
        }
        Some(())
    }

    /// Whether the constant or a loop variable is somewhere in it.
    fn mentions(&self, value: &Expression) -> bool {
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            if let Kind::Name(segment) | Kind::Member(_, segment) = &value.kind {
                if self.is_counting(&segment.name.text) {
                    return true;
                }
                pending.extend(&segment.brackets);
            }
            value.for_each_part(|part| pending.push(part));
        }
        false
    }

    /// A sum of names that count and integers; its names.
    fn index<'e>(&mut self, value: &'e Expression) -> Option<Vec<&'e str>> {
        let (mut names, mut pending) = (Vec::new(), vec![value]);
        while let Some(value) = pending.pop() {
            match &value.kind {
                Kind::Number(digits) => self.reach = self.reach.saturating_add(digits.parse().ok()?),
                Kind::Name(segment)
                    if segment.brackets.is_empty() && self.is_counting(&segment.name.text) =>
                {
                    names.push(segment.name.text.as_str());
                }
                Kind::Parenthesis(_) | Kind::Negate(_) => {}
                Kind::Binary(Operator::Add | Operator::Subtract, ..) => {}
                _ => return None,
            }
            value.for_each_part(|part| pending.push(part));
        }
        Some(names)
    }
}

#[cfg(test)]
mod tests {
    use super::{Count, counts};
    use crate::diagnostics::Diagnostics;
    use crate::syntax::parse;

    fn of(body: &str) -> Vec<Count> {
        let mut ignored = Diagnostics::ignored();
        let text = format!("mechanism A in space {{ {body} }}");
        parse(text.parse().expect("tokens"), &mut ignored).iter().flat_map(counts).collect()
    }

    const CHAIN: &str = "const n = 8; const k = 3; \
        for i in 1..=n { body bar[i] { mass: 2 [kg] } } \
        joint pin[1] = revolute(ground, bar[1] at [0, 0, 1] [m]); \
        for i in 2..=n { joint pin[i] = revolute(bar[i - 1] at [0, 0, -k] [m], bar[i]); }";

    #[test]
    fn a_number_of_equal_parts_counts() {
        let found = of(CHAIN);
        assert_eq!(found, [Count { name: "n".to_owned(), value: Some(8), reach: 1 + 1 + 1 + 2 + 1 }]);
        assert_eq!(of(&format!("{CHAIN} output tip = bar[n].position.x;")).len(), 1);
        let start =
            "for i in 1..=n { initial { pin[i].angle: (0.1 * i + sin(i - 1) * offset[i + 2]) [rad] } }";
        assert_eq!(of(&format!("{CHAIN} {start}"))[0].reach, 6 + 1 + 2);
    }

    #[test]
    fn a_constant_that_decides_something_does_not() {
        for other in [
            "gravity = [0, 0, -n] [m/s^2];",
            "for i in 1..=n { initial { pin[i].angle: if(i < 9, 1, 2) [rad] } }",
            "for i in 1..=n { initial { pin[i].angle: abs(i - 9) [rad] } }",
            "for i in 1..=n { body arm[i] { mass: (9 - i) [kg] } }",
            "for i in 1..=n { output x[i] = if(i == 50, 1, 2); }",
            "for i in 1..=n { for j in 1..=i { output x[i][j] = 1; } }",
            "for i in 1..=n { output y[i] = bar[i * i].mass; }",
            "const m = n + 1;",
            "param length = 3 / n;",
            "constraint c: pin[n].angle = 0;",
        ] {
            assert!(of(&format!("{CHAIN} {other}")).is_empty(), "{other}");
        }
    }
}
