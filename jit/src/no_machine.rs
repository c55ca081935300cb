//! No native code on this processor, or none wanted.

use linkwork_tape::{Code, Frame};

/// What there is none of.
#[derive(Debug)]
pub enum Function {}

/// Does this host run native code?
///
/// # Errors
/// Why it does not, in which case everything is interpreted.
pub fn host() -> Result<(), String> {
    Err(if cfg!(feature = "native") {
        format!("none is made for {}", std::env::consts::ARCH)
    } else {
        "this program was built without the feature `native`".to_owned()
    })
}

impl Function {
    pub fn new(_: &Code<f64>) -> Result<Self, String> {
        Err(host().err().unwrap_or_default())
    }

    pub fn handed(&self) -> usize {
        match *self {}
    }

    pub fn call(&self, _: &Frame<'_, f64>, _: &mut [f64], _: &mut [f64], _: &mut [f64]) -> bool {
        match *self {}
    }
}
