//! Items → instances: repetitions unrolled, `const`s folded, names declared.
//!
//! Invariant: afterwards every name that any expression may use is known, whatever the order of
//! the items; only `const`s and the ranges of repetitions must be declared before they are used.

use super::identifier::{IMPOSSIBLE, plain_name};
use super::resolver::{Definition, Instance, Progress, RateEquation, Resolver, StateEntry};
use super::scopes::{Entry, Meaning, ROOT, Scope};
use super::value::Scalar;
use super::{Coordinate, Input, Parameter, State};
use crate::diagnostics::{Diagnostic, Place};
use crate::symbolic::Constant;
use crate::syntax::{Declaration, Expression, Item, ItemKind, Kind, Name, Repeat, Segment};
use crate::units::{self, Dimension, Unit};

/// More items than this are a mistake in a range.
const MOST_ITEMS: usize = 100_000;

impl<'d> Resolver<'d> {
    /// Unrolls all items of the mechanism.
    pub fn unroll(&mut self, items: &'d [Item]) -> Vec<Instance<'d>> {
        let mut instances = Vec::new();
        self.unroll_into(items, ROOT, &mut instances);
        instances
    }

    fn unroll_into(&mut self, items: &'d [Item], scope: Scope, instances: &mut Vec<Instance<'d>>) {
        for item in items {
            // A mistake is reported where it is found; the other items go on.
            let _ = self.unroll_item(item, scope, instances);
        }
    }

    fn unroll_item(
        &mut self,
        item: &'d Item,
        scope: Scope,
        instances: &mut Vec<Instance<'d>>,
    ) -> Option<()> {
        self.repeated += usize::from(scope != ROOT);
        if self.repeated > MOST_ITEMS {
            let message = format!("repetitions make more than {MOST_ITEMS} items");
            return self.report(Diagnostic::error(self.mechanism, message));
        }
        let (target, meaning) = match &item.kind {
            ItemKind::Constant(declaration) => return self.constant(declaration, scope),
            ItemKind::Repeat(repeat) => return self.repeat(repeat, scope, instances),
            ItemKind::Rate(target, value) => return self.rate_equation(item, target, value, scope),
            ItemKind::Parameter(d) => (&d.target, Meaning::Parameter(self.parameters.len())),
            ItemKind::Input(d) => (&d.target, Meaning::Input(self.inputs.len())),
            ItemKind::State(d) => (&d.target, Meaning::State(self.states.len())),
            ItemKind::Coordinate(d) => (&d.target, Meaning::Coordinate(self.coordinates.len())),
            ItemKind::Let(d) | ItemKind::Output(d) => {
                (&d.target, Meaning::Definition(self.definitions.len()))
            }
            ItemKind::Constraint(c) => (&c.target, Meaning::Constraint(self.multipliers.len())),
            ItemKind::Generalized(force) => (&force.target, Meaning::Force),
            ItemKind::Energy(..)
            | ItemKind::Force(_)
            | ItemKind::MassMatrix(_)
            | ItemKind::Initial(_) => {
                instances.push(Instance {
                    item,
                    scope,
                    number: 0,
                    name: String::new(),
                    unit: None,
                });
                return Some(());
            }
        };
        let (name, unit) = match self.target(target, scope) {
            Some(named) => named,
            None => {
                // Without its index or unit, the name still exists.
                let entry = Entry {
                    place: target.place,
                    meaning: Meaning::Lost,
                };
                self.scopes.declare(ROOT, &target.name.text, entry);
                return None;
            }
        };
        let local = matches!(item.kind, ItemKind::Let(_)) && name == target.name.text;
        let home = if local { scope } else { ROOT };
        self.declare_name(home, &name, target, meaning)?;
        if unit.is_some() && matches!(meaning, Meaning::Constraint(_) | Meaning::Force) {
            return self.report(
                Diagnostic::error(target.place, format!("`{name}` takes no unit"))
                    .help("the unit follows from the expressions"),
            );
        }
        let number = self.register(item, &name, target, unit.as_ref(), scope);
        instances.push(Instance {
            item,
            scope,
            number,
            name,
            unit,
        });
        Some(())
    }

    /// Makes room for what an item declares; returns its number among its kind.
    fn register(
        &mut self,
        item: &'d Item,
        name: &str,
        target: &Segment,
        unit: Option<&Unit>,
        scope: Scope,
    ) -> usize {
        let (name, span, docs) = (name.to_owned(), target.name.span, item.docs.clone());
        let spelling = unit.map(|unit| unit.spelling.clone());
        let dimension = self.dimension(unit.map_or(Dimension::NONE, |unit| unit.dimension));
        let zero = self.graph.zero();
        match &item.kind {
            ItemKind::Parameter(_) => {
                let symbol = self.graph.symbol(&name);
                let parameter = Parameter {
                    name,
                    span,
                    symbol,
                    default: zero,
                    unit: String::new(),
                    docs,
                };
                self.parameters.push((parameter, None));
                self.parameters.len() - 1
            }
            ItemKind::Input(_) => {
                let symbol = self.graph.symbol(&name);
                let scalar = Scalar {
                    spelling,
                    ..Scalar::new(self.graph.node(symbol), dimension)
                };
                self.inputs.push((
                    Input {
                        name,
                        span,
                        symbol,
                        unit: scalar.unit(),
                        docs,
                    },
                    scalar,
                ));
                self.inputs.len() - 1
            }
            ItemKind::State(_) => {
                let symbol = self.graph.symbol(&name);
                let scalar = Scalar {
                    spelling,
                    ..Scalar::new(self.graph.node(symbol), dimension)
                };
                let unit = scalar.unit();
                let state = State {
                    name,
                    span,
                    symbol,
                    unit,
                    docs,
                    reference: zero,
                    rate: zero,
                };
                self.states.push(StateEntry {
                    state,
                    scalar,
                    equation: None,
                    rate: Progress::Waiting,
                });
                self.states.len() - 1
            }
            ItemKind::Coordinate(_) => {
                let position = self.graph.symbol(&name);
                let velocity = self.graph.symbol(&format!("der({name})"));
                let acceleration = self.graph.symbol(&format!("der(der({name}))"));
                let scalar = Scalar {
                    spelling,
                    ..Scalar::new(self.graph.node(position), dimension)
                };
                let velocity_unit = if self.checked {
                    scalar
                        .spelling
                        .clone()
                        .unwrap_or_default()
                        .per_second()
                        .to_string()
                } else {
                    String::new()
                };
                let coordinate = Coordinate {
                    name,
                    span,
                    position,
                    velocity,
                    acceleration,
                    unit: scalar.unit(),
                    velocity_unit,
                    docs,
                    reference: zero,
                };
                self.coordinates.push((coordinate, scalar));
                self.coordinates.len() - 1
            }
            ItemKind::Let(Declaration {
                value: Some(expression),
                ..
            })
            | ItemKind::Output(Declaration {
                value: Some(expression),
                ..
            }) => {
                self.definitions.push(Definition {
                    expression,
                    scope,
                    progress: Progress::Waiting,
                });
                self.definitions.len() - 1
            }
            ItemKind::Constraint(_) => {
                self.multipliers.push(Progress::Waiting);
                self.multipliers.len() - 1
            }
            _ => 0,
        }
    }

    /// A declared name with its index, and the unit that follows it.
    fn target(&mut self, target: &'d Segment, scope: Scope) -> Option<(String, Option<Unit>)> {
        let (name, rest) = self.indexed(target, scope)?;
        match rest {
            [] => Some((name, None)),
            [unit] => match units::read(unit) {
                Ok(unit) => Some((name, Some(unit))),
                Err(mistake) => self.report(*mistake),
            },
            [_, extra, ..] => self.report(Diagnostic::error(
                extra.place,
                format!("`{name}` has a unit already"),
            )),
        }
    }

    /// Declares a name, unless it is taken or cannot be one.
    fn declare_name(
        &mut self,
        scope: Scope,
        name: &str,
        target: &Segment,
        meaning: Meaning,
    ) -> Option<()> {
        let word = &target.name.text;
        if IMPOSSIBLE.contains(&word.as_str()) {
            return self.report(
                Diagnostic::error(target.name.span, format!("`{word}` cannot be a name"))
                    .help("Rust reserves the word; choose another name"),
            );
        }
        if word == "time" || word == "pi" {
            let what = if word == "time" {
                "the time"
            } else {
                "the number π"
            };
            return self.report(
                Diagnostic::error(target.name.span, format!("`{word}` means {what} already"))
                    .help("choose another name"),
            );
        }
        let entry = Entry {
            place: target.place,
            meaning,
        };
        if let Some(earlier) = self.scopes.declare(scope, name, entry) {
            if earlier.meaning == Meaning::Lost {
                return None;
            }
            let repeats = self.repeated > 0 && target.brackets.is_empty();
            let help = repeats.then(|| format!("in a repetition, write `{name}[i]`"));
            return self.report(
                Diagnostic::error(target.place, format!("`{name}` is declared twice"))
                    .label("declared again")
                    .related(earlier.place, "declared first")
                    .maybe_help(help),
            );
        }
        // `x[1]` and `x_1` would be one field.
        let plain = plain_name(name);
        match self.identifiers.get(&plain).cloned() {
            Some((other, place)) if other != name => self.report(
                Diagnostic::error(
                    target.place,
                    format!("`{name}` and `{other}` are the same name in Rust"),
                )
                .related(place, format!("`{other}` is declared here"))
                .help("rename one of them"),
            ),
            _ => {
                self.identifiers
                    .insert(plain, (name.to_owned(), target.place));
                Some(())
            }
        }
    }

    /// `const name = value;`
    fn constant(&mut self, declaration: &'d Declaration, scope: Scope) -> Option<()> {
        let target = &declaration.target;
        let name = &target.name;
        let number = self.constants.len();
        let zero = Scalar::new(self.graph.zero(), None);
        self.constants.push(zero);
        let value = self.constant_value(declaration, scope);
        let meaning = if value.is_some() {
            Meaning::Constant(number)
        } else {
            Meaning::Lost
        };
        self.refuse_unit_name(name, "a `const`");
        if let Some(value) = value {
            self.constants[number] = value;
        }
        self.declare_name(scope, &name.text, target, meaning)
    }

    fn constant_value(&mut self, declaration: &'d Declaration, scope: Scope) -> Option<Scalar> {
        let target = &declaration.target;
        if let Some(bracket) = target.brackets.first() {
            let help = format!(
                "write `const {} = …;`, with a unit after the number",
                target.name.text
            );
            return self.report(
                Diagnostic::error(bracket.place, "a `const` has neither index nor unit").help(help),
            );
        }
        let expression = declaration.value.as_ref()?;
        let value = self.scalar(expression, scope)?;
        if !self.graph.symbol_set(value.node).is_empty() {
            return self.report(
                Diagnostic::error(expression.place, format!("the value of `{}` is not constant", target.name.text))
                    .help("`const`s are made of literals and earlier `const`s; what the user may change is a `param`"),
            );
        }
        let from_outside = self
            .overrides
            .iter()
            .rev()
            .find(|(name, _)| *name == target.name.text);
        match from_outside {
            Some((name, text)) if scope == ROOT => {
                let (sign, digits) = match text.trim().strip_prefix('-') {
                    Some(digits) => (Constant::MINUS_ONE, digits),
                    None => (Constant::ONE, text.trim()),
                };
                match units::number(digits).map(|number| number.mul(sign)) {
                    Ok(Some(number)) => {
                        let node = self.graph.constant(number);
                        Some(value.with_node(node))
                    }
                    _ => {
                        let message = format!("the value `{text}` given for `{name}` is no number");
                        self.report(Diagnostic::error(target.place, message))
                    }
                }
            }
            _ => Some(value),
        }
    }

    /// Brackets could be read both ways otherwise.
    fn refuse_unit_name(&mut self, name: &Name, what: &str) {
        if units::lookup(&name.text).is_some() {
            let message = format!("{what} may not be named like the unit `{}`", name.text);
            self.report::<()>(
                Diagnostic::error(name.span, message)
                    .help("`x[…]` could be an index or a unit; choose another name"),
            );
        }
    }

    /// `for i in first..last { … }`
    fn repeat(
        &mut self,
        repeat: &'d Repeat,
        scope: Scope,
        instances: &mut Vec<Instance<'d>>,
    ) -> Option<()> {
        self.refuse_unit_name(&repeat.variable, "a loop variable");
        let first = self.integer(&repeat.first, scope);
        let last = self.integer(&repeat.last, scope);
        let (Some(first), Some(last)) = (first, last) else {
            self.incomplete = true;
            return None;
        };
        let end = if repeat.inclusive {
            last.saturating_add(1)
        } else {
            last
        };
        for value in first..end {
            if self.repeated > MOST_ITEMS {
                let message = format!("repetitions make more than {MOST_ITEMS} items");
                return self.report(Diagnostic::error(self.mechanism, message));
            }
            self.repeated += 1;
            let inner = self.scopes.open(scope);
            let variable = Segment {
                name: repeat.variable.clone(),
                brackets: Vec::new(),
                place: repeat.variable.span.into(),
            };
            let node = self.graph.integer(value);
            self.constants.push(Scalar {
                bare: true,
                ..Scalar::new(node, self.dimension(Dimension::NONE))
            });
            let meaning = Meaning::Constant(self.constants.len() - 1);
            if self
                .declare_name(inner, &repeat.variable.text, &variable, meaning)
                .is_none()
            {
                self.incomplete = true;
                return None;
            }
            self.unroll_into(&repeat.items, inner, instances);
        }
        Some(())
    }

    /// `der(state) = value;`
    fn rate_equation(
        &mut self,
        item: &'d Item,
        target: &'d Expression,
        expression: &'d Expression,
        scope: Scope,
    ) -> Option<()> {
        let Kind::Name(segment) = &target.kind else {
            let message = format!("`{target}` is not a state");
            return self.report(
                Diagnostic::error(target.place, message)
                    .help("a rate is written `der(name) = …;` after `state name;`"),
            );
        };
        let (name, _) = self.indexed(segment, scope)?;
        // The state may be declared below.
        self.pending_rates.push((
            name,
            target.place,
            RateEquation {
                expression,
                scope,
                span: item.keyword,
            },
        ));
        Some(())
    }

    /// Gives every rate equation to its state.
    pub fn match_rates(&mut self) {
        for (name, place, equation) in std::mem::take(&mut self.pending_rates) {
            let found = self.scopes.find(ROOT, &name).map(|entry| entry.meaning);
            match found {
                Some(Meaning::State(number)) => {
                    let earlier = self.states[number]
                        .equation
                        .as_ref()
                        .map(|equation| equation.span);
                    if let Some(earlier) = earlier {
                        self.report::<()>(
                            Diagnostic::error(
                                place,
                                format!("the rate of `{name}` is given twice"),
                            )
                            .label("given again")
                            .related(earlier, "given first"),
                        );
                    } else {
                        self.states[number].equation = Some(equation);
                    }
                }
                Some(Meaning::Lost) => {}
                Some(meaning) => self.rate_of_no_state(&name, place, meaning),
                None => {
                    self.unknown::<()>(&name, place, equation.scope);
                }
            }
        }
    }

    fn rate_of_no_state(&mut self, name: &str, place: Place, meaning: Meaning) {
        let help = match meaning {
            Meaning::Coordinate(_) => {
                format!(
                    "how `{name}` moves follows from energies and constraints; write `constraint c: der({name}) = …;`"
                )
            }
            _ => format!("declare `state {name};`"),
        };
        self.report::<()>(Diagnostic::error(place, format!("`{name}` is not a state")).help(help));
    }
}

/// Whether any item writes a unit: without one, dimensions are not checked.
pub(super) fn uses_units(items: &[Item]) -> bool {
    let target = |segment: &Segment| segment.brackets.iter().any(names_unit);
    let declaration = |d: &Declaration| target(&d.target) || d.value.as_ref().is_some_and(has_unit);
    items.iter().any(|item| match &item.kind {
        ItemKind::Parameter(d)
        | ItemKind::Constant(d)
        | ItemKind::Let(d)
        | ItemKind::Input(d)
        | ItemKind::Output(d)
        | ItemKind::State(d)
        | ItemKind::Coordinate(d) => declaration(d),
        ItemKind::Energy(_, value) | ItemKind::Force(value) | ItemKind::MassMatrix(value) => {
            has_unit(value)
        }
        ItemKind::Generalized(force) => has_unit(&force.value),
        ItemKind::Constraint(c) => has_unit(&c.left) || has_unit(&c.right),
        ItemKind::Initial(entries) => entries.iter().any(|(_, value)| has_unit(value)),
        ItemKind::Rate(_, value) => has_unit(value),
        ItemKind::Repeat(repeat) => uses_units(&repeat.items),
    })
}

/// Whether the level of matrices is used.
pub(super) fn uses_matrices(items: &[Item]) -> bool {
    items.iter().any(|item| match &item.kind {
        ItemKind::Force(_) | ItemKind::MassMatrix(_) => true,
        ItemKind::Repeat(repeat) => uses_matrices(&repeat.items),
        _ => false,
    })
}

/// Whether an expression contains a quantity.
fn has_unit(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Quantity(..) => true,
        Kind::Number(_) | Kind::Name(_) => false,
        Kind::Member(inner, _)
        | Kind::Parenthesis(inner)
        | Kind::Negate(inner)
        | Kind::Not(inner) => has_unit(inner),
        Kind::Array(values) | Kind::Call(_, values) => values.iter().any(has_unit),
        Kind::Binary(_, left, right) => has_unit(left) || has_unit(right),
    }
}

/// Whether the brackets of a declaration name a unit; loop variables and `const`s never do.
fn names_unit(bracket: &Expression) -> bool {
    match &bracket.kind {
        Kind::Name(segment) => units::lookup(&segment.name.text).is_some(),
        Kind::Parenthesis(inner) => names_unit(inner),
        Kind::Binary(_, left, right) => names_unit(left) || names_unit(right),
        _ => false,
    }
}
