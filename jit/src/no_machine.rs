//! No native code on this processor, or none wanted.

use core::marker::PhantomData;
use linkwork::Real;
use linkwork_tape::{Code, Frame};

/// What there is none of.
#[derive(Debug)]
pub struct Function<T> {
    never: core::convert::Infallible,
    numbers: PhantomData<T>,
}

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
