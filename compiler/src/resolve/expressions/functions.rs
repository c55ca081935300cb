//! Calls: the functions of the operation table, those of arrays, `if`, `der` and `multiplier`.
//!
//! Invariant: a function is called with the number of arguments and the dimensions that it takes.

use super::arithmetic::either;
use super::messages;
use super::steps::{Step, Steps};
use super::value::{Scalar, Value};
use crate::resolve::resolver::{Progress, Resolver};
use crate::resolve::scopes::{Meaning, Scope};
use crate::symbolic::{Function, Node};
use crate::syntax::{Expression, Kind, Name};
use crate::units::{Dimension, Exponent};

/// Functions that are not in the operation table.
pub(in crate::resolve) const OTHERS: [&str; 8] =
    ["der", "multiplier", "if", "dot", "cross", "norm", "diagonal", "mod"];

/// What a call applies to the values of its arguments.
#[derive(Clone, Copy)]
pub(in crate::resolve) enum Applied {
    /// `der`
    Rate,
    /// `multiplier`
    Multiplier,
    /// `if`
    Select,
    /// `diagonal`
    Diagonal,
    /// `norm`
    Norm,
    /// `dot`
    Dot,
    /// `cross`
    Cross,
    /// `mod`
    Remainder,
    /// sin, atan2, min …
    Table(Function),
}

impl Applied {
    /// The function of that name.
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "der" => Self::Rate,
            "multiplier" => Self::Multiplier,
            "if" => Self::Select,
            "diagonal" => Self::Diagonal,
            "norm" => Self::Norm,
            "dot" => Self::Dot,
            "cross" => Self::Cross,
            "mod" => Self::Remainder,
            // Powers are written with `^`.
            "pow" => return None,
            other => Self::Table(Function::from_name(other)?),
        })
    }

    /// The number of its arguments, where this many are given.
    fn arity(self, given: usize) -> usize {
        match self {
            Self::Rate | Self::Multiplier | Self::Norm => 1,
            Self::Dot | Self::Cross | Self::Remainder => 2,
            Self::Select => 3,
            Self::Diagonal => given.max(1),
            Self::Table(function) => function.arity(),
        }
    }

    /// What the value of an argument must be.
    fn check(self, at: usize, argument: &Expression) -> Option<Step<'_>> {
        match self {
            Self::Rate | Self::Multiplier => None,
            Self::Select => (at == 0).then_some(Step::Condition(argument)),
            Self::Norm | Self::Dot | Self::Cross => Some(Step::Numbers(argument)),
            Self::Diagonal | Self::Remainder | Self::Table(_) => Some(Step::Number(argument)),
        }
    }
}

/// The numbers of an array of numbers.
fn numbers(value: &Value) -> Vec<Scalar> {
    let Value::Vector(values) = value else { return Vec::new() };
    let number = |value: &Value| match value {
        Value::Scalar(scalar) => Some(scalar.clone()),
        _ => None,
    };
    values.iter().filter_map(number).collect()
}

impl<'d> Resolver<'d> {
    /// Begins `function(a, b)`.
    pub(super) fn begin_call(
        &mut self,
        name: &'d Name,
        arguments: &'d [Expression],
        whole: &'d Expression,
        steps: &mut Steps<'d>,
        scope: Scope,
    ) {
        match self.scopes.find(scope, &name.text).map(|entry| entry.meaning) {
            Some(Meaning::Function(number)) => return self.begin_user_call(number, arguments, whole, steps),
            Some(Meaning::Lost) => return steps.give(None),
            _ => {}
        }
        let Some(applied) = Applied::of(&name.text) else {
            let value = self.no_function(name, arguments, scope);
            return steps.give(value);
        };
        let arity = applied.arity(arguments.len());
        if arguments.len() != arity {
            let form = form_of(&name.text, arity);
            let mistake = messages::arguments_of_call(whole.place, &name.text, &form, arguments.len());
            return steps.give(self.report(mistake));
        }
        if let (Applied::Multiplier, [argument]) = (applied, arguments) {
            let value = self.multiplier(argument, scope);
            return steps.give(value);
        }
        let mut all: Vec<Step<'d>> = Vec::with_capacity(2 * arguments.len() + 1);
        for (at, argument) in arguments.iter().enumerate() {
            all.push(Step::Value(argument));
            all.extend(applied.check(at, argument));
        }
        all.push(Step::Apply(applied, name, arguments, whole));
        steps.then(all.into_iter());
    }

    /// The value of a call from the checked values of its arguments.
    pub(super) fn apply(
        &mut self,
        applied: Applied,
        values: Vec<Value>,
        name: &Name,
        arguments: &'d [Expression],
        whole: &Expression,
    ) -> Option<Value> {
        match (applied, arguments) {
            (Applied::Rate, [argument]) => self.rate_of(values.into_iter().next()?, argument),
            (Applied::Select, [_, then, otherwise]) => {
                let [Value::Condition(chosen), a, b] = <[Value; 3]>::try_from(values).ok()? else {
                    return None;
                };
                self.choice(chosen, (a, then), (b, otherwise), whole)
            }
            (Applied::Norm, [argument]) => {
                let vector = numbers(values.first()?);
                self.norm_of(&vector, argument, whole)
            }
            (Applied::Dot, [left, right]) => {
                let (a, b) = (numbers(values.first()?), numbers(values.get(1)?));
                self.dot(&a, &b, (left, right), whole).map(Value::Scalar)
            }
            (Applied::Cross, [left, right]) => {
                let (a, b) = (numbers(values.first()?), numbers(values.get(1)?));
                self.cross(&a, &b, (left, right), whole)
            }
            (applied, arguments) => {
                let values = numbers(&Value::Vector(values));
                match (applied, values.as_slice(), arguments) {
                    (Applied::Diagonal, values, _) => Some(self.diagonal(values)),
                    (Applied::Remainder, [x, y], [left, right]) => {
                        self.remainder((x, left), (y, right), whole)
                    }
                    (Applied::Table(function), values, arguments) => {
                        self.table_function(function, values, (name, arguments), whole)
                    }
                    _ => None,
                }
            }
        }
    }

    /// √(a·a)
    fn norm_of(&mut self, vector: &[Scalar], argument: &Expression, whole: &Expression) -> Option<Value> {
        let square = self.dot(vector, vector, (argument, argument), whole)?;
        let node = self.graph.sqrt(square.node);
        let dimension = square.dimension.and_then(|dimension| dimension.power(Exponent::HALF));
        let spelling = vector.first().and_then(|first| first.spelling.clone());
        Some(Value::Scalar(Scalar { node, dimension, bare: square.bare, spelling }))
    }

    fn no_function<T>(&mut self, name: &Name, arguments: &'d [Expression], scope: Scope) -> Option<T> {
        let known = Function::ALL.iter().map(|function| function.name()).filter(|name| *name != "pow");
        let is_declared = self.scopes.find(scope, &name.text).is_some();
        self.report(messages::unknown_function(name, arguments, is_declared, known.chain(OTHERS)))
    }

    /// sin, atan2, min …
    fn table_function(
        &mut self,
        function: Function,
        values: &[Scalar],
        (name, arguments): (&Name, &[Expression]),
        whole: &Expression,
    ) -> Option<Value> {
        let nodes: Vec<Node> = values.iter().map(|value| value.node).collect();
        let bare = values.iter().all(|value| value.bare);
        let number = self.dimension(Dimension::NONE);
        if let ([a, b], [left, right]) = (values, arguments) {
            self.same_dimension("compare", (a, left), (b, right), whole)?;
        }
        let of_first = values.first().and_then(|value| value.dimension);
        let common = values.iter().fold(None, |sum, value| either(sum, value.dimension));
        let dimension = match function {
            Function::Sqrt => match of_first.map(|dimension| (dimension, dimension.power(Exponent::HALF))) {
                Some((dimension, None)) => {
                    return self.report(messages::root_without_unit(whole, dimension));
                }
                root => root.and_then(|(_, root)| root),
            },
            Function::Abs | Function::Min | Function::Max | Function::Hypot => common,
            Function::Atan2 | Function::Sign => number,
            _ => {
                if let (Some(value), Some(argument)) = (values.first(), arguments.first())
                    && value.dimension.is_some_and(|dimension| !dimension.is_none())
                {
                    return self.report(messages::argument_with_unit(&name.text, argument, value));
                }
                number
            }
        };
        let keeps_unit = matches!(function, Function::Abs | Function::Min | Function::Max | Function::Hypot);
        let spelling = if keeps_unit { values.iter().find_map(|value| value.spelling.clone()) } else { None };
        let node = self.graph.call(function, &nodes);
        self.refuse_undefined(node, whole, whole.place)?;
        Some(Value::Scalar(Scalar { node, dimension, bare, spelling }))
    }

    /// `mod(x, y)` = x − y floor(x/y): between 0 and y.
    fn remainder(
        &mut self,
        (x, left): (&Scalar, &Expression),
        (y, right): (&Scalar, &Expression),
        whole: &Expression,
    ) -> Option<Value> {
        self.same_dimension("compare", (x, left), (y, right), whole)?;
        let ratio = self.graph.div(x.node, y.node);
        let below = self.graph.call(Function::Floor, &[ratio]);
        let whole = self.graph.mul(y.node, below);
        let node = self.graph.sub(x.node, whole);
        let (dimension, bare) = (either(x.dimension, y.dimension), x.bare && y.bare);
        Some(Value::Scalar(Scalar {
            node,
            dimension,
            bare,
            spelling: x.spelling.clone().or(y.spelling.clone()),
        }))
    }

    /// `if(condition, then, otherwise)`
    fn choice(
        &mut self,
        condition: Node,
        (a, then): (Value, &Expression),
        (b, otherwise): (Value, &Expression),
        whole: &Expression,
    ) -> Option<Value> {
        match (a, b) {
            (Value::Scalar(a), Value::Scalar(b)) => {
                self.same_dimension("choose between", (&a, then), (&b, otherwise), whole)?;
                let node = self.graph.select(condition, a.node, b.node);
                let dimension = either(a.dimension, b.dimension);
                let spelling = a.spelling.or(b.spelling);
                Some(Value::Scalar(Scalar { node, dimension, bare: a.bare && b.bare, spelling }))
            }
            (Value::Vector(a), Value::Vector(b)) if a.len() == b.len() => {
                let pairs = a.into_iter().zip(b);
                let chosen = pairs.map(|(a, b)| self.choice(condition, (a, then), (b, otherwise), whole));
                Some(Value::Vector(chosen.collect::<Option<_>>()?))
            }
            (Value::Vector(a), Value::Vector(b)) => {
                self.unequal_lengths("choose between", (a.len(), then), (b.len(), otherwise), whole)
            }
            (a, b) => self.report(messages::unlike_branches(whole, &a, &b)),
        }
    }

    /// `multiplier(constraint)`
    pub(in crate::resolve) fn multiplier(&mut self, argument: &'d Expression, scope: Scope) -> Option<Value> {
        let Kind::Name(segment) = &argument.kind else {
            return self.report(messages::multiplier_of_expression(argument));
        };
        let (name, _) = self.indexed(segment, scope)?;
        let direct = self.scopes.find(scope, &name).map(|entry| (entry.meaning, None));
        let found =
            direct.or_else(|| self.component_of(&name, scope).map(|(meaning, at)| (meaning, Some(at))));
        let (number, component) = match found {
            Some((Meaning::Constraint(number), component)) => (number, component),
            Some((Meaning::Lost, _)) => return None,
            Some(_) => return self.report(messages::multiplier_of_other(argument.place, &name)),
            None => return self.unknown(&name, argument.place, scope),
        };
        let Progress::Done(multipliers) = self.multipliers[number].clone() else {
            return self.report(messages::multiplier_too_early(argument.place, &name));
        };
        let numbers: Vec<Value> = multipliers?
            .into_iter()
            .map(|(symbol, dimension, spelling)| {
                let node = self.graph.node(symbol);
                Value::Scalar(Scalar { spelling, ..Scalar::new(node, dimension) })
            })
            .collect();
        match (component, numbers.as_slice()) {
            (None, [one]) => Some(one.clone()),
            (None, _) => Some(Value::Vector(numbers)),
            (Some(at), all) => match usize::try_from(at).ok().and_then(|at| all.get(at)) {
                Some(one) => Some(one.clone()),
                None => {
                    let whole = name.rsplit_once('[').map_or(&*name, |(whole, _)| whole);
                    self.report(messages::index_out_of_range(argument.place, whole, all.len()))
                }
            },
        }
    }
}

/// The arguments of a call with that number of them, as they are usually called.
fn form_of(name: &str, arity: usize) -> Vec<&'static str> {
    match (name, arity) {
        ("if", _) => vec!["condition", "then", "otherwise"],
        ("atan2", _) => vec!["y", "x"],
        ("mod", _) => vec!["x", "period"],
        (_, 1) => vec!["x"],
        (_, 2) => vec!["a", "b"],
        _ => (0..arity).map(|_| "…").collect(),
    }
}
