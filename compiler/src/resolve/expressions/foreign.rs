//! Functions of the user's in Rust: `function drag(v [m/s]) -> [N] = crate::drag;`
//!
//! Invariant: they occur where only emitted code needs their values: in forces, potentials, dissipation, rates of
//! states, outputs and constraints (which are then closed only by `build()`), not in expressions whose values the compiler needs
//! (geometry, defaults).

use super::value::{Scalar, Value};
use crate::diagnostics::messages;
use crate::diagnostics::{Diagnostic, Place};
use crate::resolve::expressions::unit;
use crate::resolve::resolver::Resolver;
use crate::resolve::scopes::Scope;
use crate::symbolic::{Function, Node, UserFunction};
use crate::syntax::{self, Expression, Segment};
use crate::units::{Dimension, Spelling, Unit};

/// A declared function.
pub(crate) struct FunctionEntry {
    /// Its name and path.
    pub function: UserFunction,
    /// Names and dimensions of its arguments.
    arguments: Vec<(String, Dimension)>,
    /// The dimension of its value.
    dimension: Dimension,
    /// The SI unit of its value.
    spelling: Option<Spelling>,
}

impl<'d> Resolver<'d> {
    /// Declares a function.
    pub fn add_function(&mut self, name: &str, written: &'d syntax::UserFunction) -> usize {
        if !matches!(written.arguments.len(), 1 | 2) {
            let message = format!("`{name}` has {} arguments", written.arguments.len());
            self.report::<()>(
                Diagnostic::error(written.target.place, message)
                    .help("functions in Rust take one or two numbers"),
            );
        }
        if Function::from_name(name).is_some() || super::functions::OTHERS.contains(&name) {
            let message = format!("`{name}` is a function of the language");
            self.report::<()>(Diagnostic::error(written.target.place, message).help("choose another name"));
        }
        let arguments = written.arguments.iter().map(|argument| {
            let unit = self.unit_of_argument(argument);
            (argument.name.text.clone(), unit.map_or(Dimension::NONE, |unit| unit.dimension))
        });
        let arguments: Vec<(String, Dimension)> = arguments.collect();
        let unit = written.unit.as_ref().and_then(|unit| self.si_unit(unit));
        let function = UserFunction::new(name, &written.path, arguments.len());
        self.functions.push(FunctionEntry {
            function,
            arguments,
            dimension: unit.as_ref().map_or(Dimension::NONE, |unit| unit.dimension),
            spelling: unit.map(|unit| unit.spelling),
        });
        self.functions.len() - 1
    }

    fn unit_of_argument(&mut self, argument: &Segment) -> Option<Unit> {
        match argument.brackets.as_slice() {
            [] => None,
            [unit] => self.si_unit(unit),
            [_, extra, ..] => {
                let message = format!("`{}` already has a unit", argument.name.text);
                self.report(Diagnostic::error(extra.place, message))
            }
        }
    }

    /// The function takes and returns numbers in SI.
    fn si_unit(&mut self, written: &Expression) -> Option<Unit> {
        let unit = match unit::read(written) {
            Ok(unit) => unit,
            Err(mistake) => return self.report(*mistake),
        };
        if !unit.factor.is_one() {
            let message = format!("`{written}` is not a unit of SI");
            return self.report(
                Diagnostic::error(written.place, message)
                    .help(format!("functions in Rust work in SI: write `[{}]`", unit.spelling)),
            );
        }
        Some(unit)
    }

    /// `drag(der(x))`
    pub fn user_call(
        &mut self,
        number: usize,
        list: &'d [Expression],
        whole: &Expression,
        scope: Scope,
    ) -> Option<Value> {
        let FunctionEntry { function, arguments, dimension, spelling } = &self.functions[number];
        let (function, dimension, spelling) = (*function, *dimension, spelling.clone());
        let expected = arguments.clone();
        if list.len() != expected.len() {
            let names: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
            let takes = (expected.len(), "argument");
            let mistake = messages::number_of_arguments(whole.place, function.name(), takes, list.len());
            return self.report(mistake.help(format!("write `{}({})`", function.name(), names.join(", "))));
        }
        let mut nodes: Vec<Option<Node>> = Vec::new();
        for (expression, (name, dimension)) in list.iter().zip(expected) {
            let value = self.scalar(expression, scope).and_then(|value| {
                let what = format!("the argument `{name}` of `{}`", function.name());
                self.expect(value, self.dimension(dimension), expression, &what)
            });
            nodes.push(value.map(|value| value.node));
        }
        let nodes: Vec<Node> = nodes.into_iter().collect::<Option<_>>()?;
        if !matches!(nodes.len(), 1 | 2) {
            return None;
        }
        let node = self.graph.call(Function::User(function), &nodes);
        let spelling = spelling.filter(|_| self.checked);
        Some(Value::Scalar(Scalar { spelling, ..Scalar::new(node, self.dimension(dimension)) }))
    }

    /// Reports a function in Rust in an expression whose value the compiler needs.
    pub fn refuse_functions(&mut self, what: &str, node: Node, place: Place) -> Option<()> {
        let Some(function) = self.function_in(node) else {
            return Some(());
        };
        let message = format!("{what} calls `{}`, a function in Rust", function.name());
        self.report(Diagnostic::error(place, message).help(
            "functions in Rust may be called in forces, potentials, dissipation, rates of states, outputs and constraints",
        ))
    }

    fn function_in(&self, node: Node) -> Option<UserFunction> {
        if self.functions.is_empty() { None } else { self.graph.user_function_in(node) }
    }
}
