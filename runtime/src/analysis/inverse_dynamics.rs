//! The forces that cause a prescribed motion.
//!
//! Invariant: a motion that the constraints or the inputs do not allow is an error with the size of the violation.

use super::AnalysisError;
use super::given::{motion_fits, place};
use super::motion::name;
use super::point::{Point, dense, least_reactions, unloaded};
use super::row_space::{RowSpace, column, only};
use crate::error::{Error, Gap, Row};
use crate::solution::State;
use crate::vector::first_not_finite;
use crate::{Mechanism, Vector, WithInputs};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use nalgebra::{DMatrix, DVector};

/// The tolerance of constraints and of the residual of a motion, relative to the size of the terms.
const EXACT: f64 = 1e-8;
/// The tolerance for forces to count as affine in an input.
const STRAIGHT: f64 = 1e-9;
/// Corrections of inputs and reactions; affine systems need one.
const ITERATIONS: usize = 50;

/// A motion at one instant, the argument of inverse dynamics.
#[derive(Clone, Debug)]
pub struct Motion<M: Mechanism> {
    /// Time, in s.
    pub t: M::Scalar,
    /// Configuration.
    pub q: M::Configuration,
    /// Velocity.
    pub v: M::Velocity,
    /// Acceleration.
    pub a: M::Velocity,
    /// First-order states.
    pub y: M::States,
}

impl<M: Mechanism> From<&State<M>> for Motion<M> {
    fn from(state: &State<M>) -> Self {
        let State { t, q, v, a, y, .. } = state.clone();
        Self { t, q, v, a, y }
    }
}

/// Inputs and reactions that cause a motion.
#[derive(Clone, Debug)]
pub struct Efforts<M: Mechanism> {
    /// The values of all inputs, in the order of the names; those not solved for keep their values.
    pub inputs: Vec<f64>,
    /// λ.
    pub lambda: M::Holonomic,
    /// ψ.
    pub psi: M::Nonholonomic,
    /// max |M a − f| over the coordinates, each in its own unit.
    pub residual: f64,
}

/// τ = M a − f₀: the forces required in addition to the applied ones; NaN for the motion of another mechanism.
pub(super) fn inverse_dynamics<M: Mechanism<Scalar = f64>>(m: &M, motion: &Motion<M>) -> M::Velocity {
    let sizes = m.sizes();
    if motion_fits(m, motion).is_err() {
        let mut none = M::Velocity::zeros(sizes.velocities);
        none.fill(f64::NAN);
        return none;
    }
    let point = Point::new(m, motion.t, &motion.q);
    let unloaded = (&M::Holonomic::zeros(sizes.holonomic), &M::Nonholonomic::zeros(sizes.nonholonomic));
    let mut efforts = M::Velocity::zeros(sizes.velocities);
    m.residual(&point.at, &motion.v, &motion.y, &motion.a, unloaded, &mut efforts);
    efforts
}

/// The unit of a force on a velocity.
pub(super) fn force_unit(velocity: &str) -> &'static str {
    match velocity {
        "m/s" => "N",
        "rad/s" => "N*m",
        _ => "",
    }
}

/// Forces on coordinates, the largest of them, as gaps.
pub(super) fn force_gaps<M: Mechanism>(m: &M, forces: &DVector<f64>) -> Vec<Gap> {
    let largest = forces.amax();
    let names = m.names();
    let worth = (0..forces.len()).filter(|&i| forces[i].abs() >= 1e-2 * largest && forces[i] != 0.0);
    let gap = |i: usize| {
        let velocity = names.velocities.get(i);
        let name = super::linearize::displacement(names, i).name.to_string();
        let unit = velocity.map_or("", |velocity| force_unit(&velocity.unit)).into();
        Gap { name, value: forces[i], unit }
    };
    worth.map(gap).collect()
}

/// Checks that the motion satisfies the constraints at all levels.
pub(super) fn check<M: Mechanism<Scalar = f64>>(
    m: &M,
    point: &Point<'_, M>,
    motion: &Motion<M>,
) -> Result<(), Error> {
    let none = point.no_reactions();
    let rows = point.rows(&point.moving(&motion.v, &motion.y, &none.0, &none.1));
    let (v, a) = (dense(&motion.v), dense(&motion.a));
    let (position, rate) = (point.gaps(), point.rates(&motion.v));
    let (bias, carried) = (point.bias(&motion.v), &rows * &a);
    let terms = |i: usize, x: &DVector<f64>| -> f64 {
        let row = rows.row(i);
        row.amax() + row.iter().zip(x.iter()).map(|(j, x)| (j * x).abs()).sum::<f64>()
    };
    let count = rows.nrows();
    let ahead = DVector::from_element(v.len(), norms(&motion.q));
    let sizes = |i: usize| [terms(i, &ahead), terms(i, &v), terms(i, &a) + bias[i].abs()];
    let own: Vec<[f64; 3]> = (0..count).map(sizes).collect();
    // An equation that its joint satisfies anyway has rounding alone in its row: it is compared with others of its unit.
    let mut largest: BTreeMap<&str, [f64; 3]> = BTreeMap::new();
    for (i, sizes) in own.into_iter().enumerate() {
        let Some(named) = point.constraint(i) else { continue };
        let of_unit = largest.entry(&named.unit).or_insert([0.0; 3]);
        *of_unit = core::array::from_fn(|level| f64::max(of_unit[level], sizes[level]));
    }
    let mut gaps = Vec::new();
    for i in 0..count {
        let Some(named) = point.constraint(i) else { continue };
        let holonomic = i < position.len();
        let derived = |order: usize| {
            let order = if holonomic { order } else { order - 1 };
            let name = (0..order).fold(named.name.to_string(), |name, _| format!("der({name})"));
            let unit = if order == 0 { named.unit.to_string() } else { String::new() };
            (name, unit)
        };
        let levels = [holonomic.then(|| position[i]), Some(rate[i]), Some(carried[i] - bias[i])];
        for (order, value) in levels.into_iter().enumerate() {
            let size = largest.get(&*named.unit).map_or(0.0, |sizes| sizes[order]);
            let exceeds = |value: &f64| value.is_nan() || value.abs() > EXACT * size;
            if let Some(value) = value.filter(exceeds) {
                let (name, unit) = derived(order.max(usize::from(!holonomic)));
                gaps.push(Gap { name, value, unit });
            }
        }
    }
    if gaps.is_empty() {
        Ok(())
    } else {
        Err(AnalysisError::Inconsistent { mechanism: name(m), gaps }.into())
    }
}

fn norms<Q: Vector<f64>>(q: &Q) -> f64 {
    q.as_slice().iter().fold(1.0, |most, x| f64::max(most, x.abs()))
}

/// Inputs u and reactions with
///
/// ```text
/// M a + B (λ, ψ) = f₀(u),   f₀ affine in u,   Wᵀ B = 0:   Wᵀ F_u (u − u₀) = Wᵀ (M a − f(u₀))   (1)
/// ```
///
/// Among the inputs that cause the motion, those nearest to zero; among the reactions, the smallest.
pub(super) fn efforts<M: WithInputs<Scalar = f64>>(
    m: &M,
    motion: &Motion<M>,
    actuated: &[usize],
) -> Result<Efforts<M>, Error> {
    motion_fits(m, motion)?;
    let Motion { t, q, v, a, y } = motion;
    let mut inputs = m.input_values(&m.inputs());
    let held = (0..inputs.len()).find(|k| !actuated.contains(k) && !inputs[*k].is_finite());
    let undefined = held
        .map(|input| Row::of_input(m, input))
        .or_else(|| place(m, (q, v, y)))
        .or_else(|| first_not_finite(a.as_slice()).map(|row| Row::of_matrix(m, row)));
    if let Some(row) = undefined {
        return Err(AnalysisError::NotFinite { mechanism: name(m), time: *t, row }.into());
    }
    let at = |inputs: &[f64]| Point::under(m, &m.now_with(*t, &m.inputs_of(inputs)), q);
    check(m, &at(&inputs), motion)?;
    actuated.iter().for_each(|&k| inputs[k] = 0.0);

    let (start_l, start_p) = m.initial_reactions();
    let mut reactions = super::point::both(&start_l, &start_p);
    let force = |inputs: &[f64], reactions: &DVector<f64>| {
        let point = at(inputs);
        let (lambda, psi) = point.reactions(reactions);
        point.force(v, y, &lambda, &psi)
    };
    let columns = columns(m, actuated, &inputs, |inputs| force(inputs, &reactions))?;
    let point = at(&inputs);
    let mut inertia = M::Velocity::zeros(v.len());
    m.mass_times(&point.at, a, &mut inertia);
    let inertia = dense(&inertia);
    let (mut open, mut best) = (DVector::zeros(v.len()), f64::INFINITY);
    for _ in 0..ITERATIONS {
        let point = at(&inputs);
        let (lambda, psi) = point.reactions(&reactions);
        let moving = point.moving(v, y, &lambda, &psi);
        let (borders, rows) = (point.borders(&moving), point.rows(&moving));
        let unloaded = unloaded(&borders, &rows, &RowSpace::new(&rows).null_space()).transpose();
        let load = force(&inputs, &reactions);
        // (1), then the reactions from the remainder.
        let step = only(
            &RowSpace::new(&(&unloaded * &columns)).shortest(&column(&(&unloaded * (&inertia - &load)))),
        );
        actuated.iter().zip(step.iter()).for_each(|(&k, step)| inputs[k] += step);
        let load = &load + &columns * &step + &borders * &reactions;
        reactions = least_reactions(&borders, &(load - &inertia));
        open = &inertia - force(&inputs, &reactions);
        if open.amax().is_nan() || open.amax() >= 0.5 * best {
            break;
        }
        best = open.amax();
    }
    let last = force(&inputs, &reactions);
    let scale = inertia.amax() + last.amax() + force(&vec![0.0; inputs.len()], &(&reactions * 0.0)).amax();
    let residual = open.amax();
    if residual.is_nan() || residual > EXACT * scale {
        return Err(AnalysisError::Unreachable { mechanism: name(m), gaps: force_gaps(m, &open) }.into());
    }
    let (lambda, psi) = point.reactions(&reactions);
    Ok(Efforts { inputs, lambda, psi, residual })
}

/// F_u, which must not depend on u: exact for affine forces except for rounding, which the iteration removes.
fn columns<M: Mechanism<Scalar = f64>>(
    m: &M,
    actuated: &[usize],
    inputs: &[f64],
    force: impl Fn(&[f64]) -> DVector<f64>,
) -> Result<DMatrix<f64>, Error> {
    let zero = force(inputs);
    let mut columns = DMatrix::zeros(zero.len(), actuated.len());
    for (column, &k) in actuated.iter().enumerate() {
        let shifted = |by: f64| {
            let mut inputs = inputs.to_vec();
            inputs[k] += by;
            force(&inputs)
        };
        let (one, three) = (shifted(1.0), shifted(-3.0));
        let slope = &one - &zero;
        let curvature = (&three - &zero + &slope * 3.0).amax();
        if curvature.is_nan() || curvature > STRAIGHT * (one.amax() + three.amax() + zero.amax()) {
            let input = m.names().inputs.get(k).map_or_else(|| format!("input {k}"), |u| u.name.to_string());
            return Err(AnalysisError::NotAffine { mechanism: name(m), input }.into());
        }
        columns.column_mut(column).copy_from(&slope);
    }
    Ok(columns)
}

/// The numbers of inputs by name.
pub(super) fn numbered<M: Mechanism>(m: &M, actuated: &[&str]) -> Result<Vec<usize>, Error> {
    let inputs = &m.names().inputs;
    let number = |wanted: &&str| {
        let found = inputs.iter().position(|input| input.name == *wanted);
        found
            .ok_or_else(|| Error::unknown("input", wanted, inputs.iter().map(|input| input.name.to_string())))
    };
    actuated.iter().map(number).collect()
}
