//! The replacement of native code where it is not supported or not compiled in.

use core::marker::PhantomData;
use linkwork::Real;
use linkwork_tape::{Code, Frame};

/// Native code that does not exist.
#[derive(Debug)]
pub struct Function<T> {
    never: core::convert::Infallible,
    numbers: PhantomData<T>,
}

/// Whether this host supports native code.
///
/// # Errors
/// The reason if it does not; routines are then interpreted.
pub fn host() -> Result<(), String> {
    Err(if cfg!(feature = "native") {
        format!("the architecture {} is not supported", std::env::consts::ARCH)
    } else {
        "this program was built without the feature `native`".to_owned()
    })
}

impl<T: Real> Function<T> {
    pub fn new(_: &Code<T>) -> Result<Self, String> {
        Err(host().err().unwrap_or_default())
    }

    pub fn handed(&self) -> usize {
        match self.never {}
    }

    pub fn call(&self, _: &Frame<'_, T>, _: &mut [T], _: &mut [T], _: &mut [T]) -> bool {
        match self.never {}
    }
}
