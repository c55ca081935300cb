//! NumPy arrays that borrow the columns of a solution: the one place with unsafe code.

use arrow_buffer::ScalarBuffer;
use numpy::ndarray::ArrayView1;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::PyClass;
use pyo3::prelude::*;

/// An owner of columns that never change.
pub trait Columns {
    /// The values of a column.
    fn column(&self, index: usize) -> Option<&ScalarBuffer<f64>>;
}

/// A read-only array over a column, whose base is the owner.
pub fn view<'py, C>(owner: &Bound<'py, C>, index: usize) -> Option<Bound<'py, PyArray1<f64>>>
where
    C: PyClass<Frozen = pyo3::pyclass::boolean_struct::True> + Columns + Sync,
{
    let column = owner.get().column(index)?;
    let values = ArrayView1::from(&column[..]);
    // SAFETY: The array keeps its owner alive (its base), a frozen class that Rust gives out by shared reference only, so that the
    // buffer is neither dropped nor replaced while the array lives; buffers of Arrow do not move their values. There is no writer: the array is made
    // read-only before anyone has it, and its base has no buffer protocol through which NumPy would make it writeable again.
    #[allow(unsafe_code)]
    let array = unsafe { PyArray1::borrow_from_array(&values, owner.clone().into_any()) };
    drop(array.try_readwrite().ok()?.make_nonwriteable());
    Some(array)
}
