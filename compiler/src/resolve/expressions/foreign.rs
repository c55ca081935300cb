//! Functions of the user's in Rust: `function drag(v [m/s]) -> [N] = crate::drag;`
//!
//! Invariant: they occur where only emitted code needs their values: in forces, potentials, dissipation, rates of
//! states, outputs and constraints (which are then closed only by `build()`), not in expressions whose values the compiler needs
//! (geometry, defaults).

use super::messages;
use super::steps::{Step, Steps};
use super::value::{Scalar, Value};
use crate::diagnostics::Place;
use crate::resolve::expressions::unit;
use crate::resolve::resolver::Resolver;
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
            let given = written.arguments.len();
            self.report::<()>(messages::function_of_many(&written.target, name, given));
        }
        if Function::from_name(name).is_some() || super::functions::OTHERS.contains(&name) {
            self.report::<()>(messages::function_of_language(&written.target, name));
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
            [_, extra, ..] => self.report(messages::second_unit_of_name(&argument.name.text, extra)),
        }
    }

    /// The function takes and returns numbers in SI.
    fn si_unit(&mut self, written: &Expression) -> Option<Unit> {
        let unit = match unit::read(written) {
            Ok(unit) => unit,
            Err(mistake) => return self.report(*mistake),
        };
        if !unit.factor.is_one() {
            return self.report(messages::not_of_si(written, &unit.spelling));
        }
        Some(unit)
    }

    /// Begins `drag(der(x))`.
    pub(super) fn begin_user_call(
        &mut self,
        number: usize,
        list: &'d [Expression],
        whole: &Expression,
        steps: &mut Steps<'d>,
    ) {
        let FunctionEntry { function, arguments, .. } = &self.functions[number];
        let (name, expected) = (function.name(), arguments.len());
        if list.len() == expected {
            let of_argument =
                |(at, expression)| [Step::Value(expression), Step::Argument(number, at, expression)];
            let steps_of_arguments: Vec<Step<'d>> = list.iter().enumerate().flat_map(of_argument).collect();
            let end = Step::User(number, list.len());
            steps.then(steps_of_arguments.into_iter().chain([end]));
            return;
        }
        let names: Vec<&str> = arguments.iter().map(|(name, _)| name.as_str()).collect();
        let mistake = messages::arguments_of_call(whole.place, name, &names, list.len());
        steps.give(self.report(mistake));
    }

    /// A number as an argument of a function in Rust.
    pub(super) fn user_argument(
        &mut self,
        number: usize,
        at: usize,
        value: Value,
        expression: &Expression,
    ) -> Option<Value> {
        let value = self.as_scalar(value, expression)?;
        let FunctionEntry { function, arguments, .. } = &self.functions[number];
        let (name, dimension) = &arguments[at];
        let what = format!("the argument `{name}` of `{}`", function.name());
        let expected = self.dimension(*dimension);
        self.expect(value, expected, expression, &what).map(Value::Scalar)
    }

    /// Its value.
    pub(super) fn user_value(&mut self, number: usize, arguments: &[Value]) -> Option<Value> {
        let FunctionEntry { function, dimension, spelling, .. } = &self.functions[number];
        let (function, dimension, spelling) = (*function, *dimension, spelling.clone());
        let nodes: Vec<Node> = arguments.iter().flat_map(Value::nodes).collect();
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
        self.report(messages::function_not_allowed(place, what, &function))
    }

    fn function_in(&self, node: Node) -> Option<UserFunction> {
        if self.functions.is_empty() { None } else { self.graph.user_function_in(node) }
    }
}
