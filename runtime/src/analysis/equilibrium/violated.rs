//! Constraints that a search has left.
//!
//! Positions of a search satisfy as many constraints as are independent where it begins. Those that touch there alone (a line that is
//! tangent to a circle) contradict each other elsewhere; the rule is that of runs ((1) of `simulation/violations`), with a smaller δ: a search
//! does not drift.

use super::Trial;
use crate::analysis::AnalysisError;
use crate::analysis::motion::name;
use crate::analysis::point::Point;
use crate::error::{Error, Gap};
use crate::{Mechanism, Vector};
use alloc::string::ToString;
use alloc::vec::Vec;

/// δ of the rule, and the smallest size of coordinates.
const VIOLATED: f64 = 1e-3;
const SMALLEST: f64 = 1e-6;

/// An error that names the violated constraints of a result, if there are any; `first` is the position where the search began.
pub(super) fn satisfied<M: Mechanism<Scalar = f64>>(
    m: &M,
    first: &M::Configuration,
    found: &Trial<M>,
) -> Result<(), Error> {
    let (t, q) = (found.state.t, &found.state.q);
    let point = Point::new(m, t, q);
    let (residuals, rows) = (point.gaps(), point.position_rows());
    let at_first = Point::new(m, t, first).gaps();
    let size = q.as_slice().iter().fold(SMALLEST, |most, x| f64::max(most, x.abs()));
    let violated =
        |i: &usize| residuals[*i].abs() > VIOLATED * rows.row(*i).norm() * size + 10.0 * at_first[*i].abs();
    let gap = |i: usize| {
        let named = point.constraint(i).map(|n| (n.name.to_string(), n.unit.to_string())).unwrap_or_default();
        Gap { name: named.0, value: residuals[i], unit: named.1 }
    };
    let gaps: Vec<Gap> = (0..residuals.len()).filter(violated).map(gap).collect();
    if gaps.is_empty() {
        return Ok(());
    }
    Err(AnalysisError::Touching { mechanism: name(m), gaps }.into())
}
