//! Other values as the defaults of parameters, to determine what holds with them.

use super::Model;
use crate::symbolic::Constant;

impl Model {
    /// The same mechanism with these defaults, in the order of its parameters; `None` for another number of them, and for values that are no
    /// numbers. What the resolution has decided by the declared defaults stays.
    pub(crate) fn with_defaults(mut self, values: &[f64]) -> Option<Self> {
        if values.len() != self.parameters.len() {
            return None;
        }
        for (parameter, value) in self.parameters.iter_mut().zip(values) {
            let size = Constant::decimal_literal(&format!("{:e}", value.abs()))?;
            let value = if *value < 0.0 { size.neg() } else { size };
            parameter.default = self.graph.constant(value);
        }
        Some(self)
    }
}
