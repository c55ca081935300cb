//! No native code on this processor, or none wanted.

use linkwork_tape::{Code, Frame};

/// What there is none of.
#[derive(Debug)]
pub enum Function {}

impl Function {
    pub fn new(_: &Code<f64>) -> Result<Self, String> {
        host().map(|never| match never {})
    }

    pub fn handed(&self) -> usize {
        match *self {}
    }

    pub fn call(&self, _: &Frame<'_, f64>, _: [&mut [f64]; 2], _: &mut [f64]) -> bool {
        match *self {}
    }
}
