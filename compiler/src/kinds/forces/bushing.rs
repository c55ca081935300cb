//! Bushing: linear springs and dampers between two frames, in the axes of the first.
//!
//! ```text
//! r = p_b − p_a,  d = R_aᵀ r,  ḋ = R_aᵀ (v_b − v_a − ω_a × r),  R = R_aᵀ R_b,  ω = R_aᵀ (ω_b − ω_a)
//! F_b = −R_a (K d + C ḋ)                 at the origin of b; its opposite on a at the same point     (1)
//! T_b = −R_a (t(R) + Γ ω),   t_k = R_ji G_j − R_ij G_i,  (i, j, k) = (x, y, z) and cyclic            (2)
//! V = ½ dᵀK d + Σ Gᵢ (1 − Rᵢᵢ),   G = ½ tr(κ) 1 − κ                                                  (3)
//! ```
//! K, C, κ, Γ are diagonal: what the user gives for each axis.
//!
//! Rotations: for a small rotation φ of b against a, R ≈ 1 + [φ]× + ½[φ]×² and (2), (3) are t = κ φ and
//! ½ φᵀκ φ, the same in whatever order angles are counted. For a finite one by the angle θ about a unit
//! axis n, Σ Gᵢ (1 − Rᵢᵢ) = ½ Σ κᵢ (2 nᵢ sin ½θ)²: the small rotation is measured by twice the vector part of
//! the unit quaternion. So V ≥ 0; about one axis V = κ (1 − cos θ) and t = κ sin θ, within 1 % of κ θ up to 14°. (2) is
//! the derivative of (3) along δR = [δφ]× R, exactly, at every rotation; it is regular everywhere, greatest
//! at a quarter turn and zero at half a turn, where the bushing flips over.

use super::super::Kinematics;
use crate::symbolic::vectors::{
    add, apply, apply_transposed, cross, multiply, neg, share, sub, transposed, zero,
};
use super::law::{Attribute, ForceLaw, Setting};
use super::word::{self, ENDS, Word};
use super::{Effect, action_and_reaction, half};
use crate::kinds::multibody::{ForceKind, Matrix3, Mount, Multibody, Vector3};
use crate::kinds::argument::{about_each_axis, each_axis};
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Given, Reader, fields};
use crate::symbolic::{Graph, Node};

fields! {
    /// Linear springs and dampers in the axes of `ends[0]`: translation along x, y, z and small rotations
    /// (about one axis torsional stiffness·sin of the angle).
    pub struct Bushing {
        /// a and b.
        pub ends: Box<[Mount; 2]>,
    }
    arguments {
        /// K.
        pub stiffness: Vector3 = each_axis(Quantity::STIFFNESS),
        /// C.
        pub damping: Vector3 = each_axis(Quantity::DAMPING),
        /// κ.
        pub torsional_stiffness: Vector3 = about_each_axis(Quantity::TORSIONAL_STIFFNESS),
        /// Γ.
        pub torsional_damping: Vector3 = about_each_axis(Quantity::TORSIONAL_DAMPING),
    }
}

/// `bushing(end, end, stiffness: …)`
pub(super) const WORDS: &[Word] = &[Word::new(
    "bushing",
    ENDS,
    &[Bushing::ARGUMENTS],
    make,
    &["| `bushing(end, end)` | `stiffness:`, `damping:`, `torsional_stiffness:`, `torsional_damping:`; a number or one for each axis, in the axes of the first end; about an axis the torque is stiffness · sin(angle) |"],
)];

fn make<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, name: &str) -> Option<ForceKind> {
    let ends = word::ends(reader, arguments, name);
    reader.some_of(arguments, &["stiffness", "damping", "torsional_stiffness", "torsional_damping"])?;
    Some(Bushing::read(reader, arguments, &[], |_| ends)?.into())
}

impl ForceLaw for Bushing {
    fn effect(&self, kinematics: &mut dyn Kinematics, _: &Multibody) -> Effect {
        let Self { ends, stiffness, damping, torsional_stiffness, torsional_damping } = self;
        let [a, b] = [0, 1].map(|end| kinematics.pose(&ends[end]));
        let [twist_a, twist_b] = [0, 1].map(|end| kinematics.twist(&ends[end]));
        let graph = kinematics.graph();
        let axes = &a.rotation;
        let r = sub(graph, &b.position, &a.position);

        // (1)
        let d = apply_transposed(graph, axes, &r);
        let carried = cross(graph, &twist_a.angular_velocity, &r);
        let relative = sub(graph, &twist_b.velocity, &twist_a.velocity);
        let relative = sub(graph, &relative, &carried);
        let rate = apply_transposed(graph, axes, &relative);
        let elastic = each(graph, stiffness, &d);
        let viscous = each(graph, damping, &rate);
        let opposing = add(graph, &elastic, &viscous);
        let opposing = apply(graph, axes, &opposing);
        let force = neg(graph, &opposing);

        // (2)
        let weights = weights(graph, torsional_stiffness);
        let across = multiply_transposed(graph, axes, &b.rotation);
        let turning = torque_of_rotation(graph, &across, &weights);
        let spin = sub(graph, &twist_b.angular_velocity, &twist_a.angular_velocity);
        let spin = apply_transposed(graph, axes, &spin);
        let viscous = each(graph, torsional_damping, &spin);
        let opposing = add(graph, &turning, &viscous);
        let opposing = apply(graph, axes, &opposing);
        let torque = neg(graph, &opposing);

        // (3)
        let mut energy = Vec::new();
        for i in 0..3 {
            let square = graph.product(&[stiffness[i], d[i], d[i]]);
            energy.push(half(graph, square));
            let one = graph.one();
            let turned = graph.sub(one, across[i][i]);
            energy.push(graph.mul(weights[i], turned));
        }
        let energy = graph.sum(&energy);
        let arms = [r, zero(graph)];
        let loads = action_and_reaction(graph, [&ends[0], &ends[1]], &force, &torque, &arms);
        let potential = if graph.is_zero(energy) { Vec::new() } else { vec![energy] };
        Effect { loads, potential, ..Effect::default() }
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        vec![setting.force(), setting.torque()]
    }
}

/// A diagonal matrix times a vector.
fn each(graph: &mut Graph, diagonal: &Vector3, a: &Vector3) -> Vector3 {
    core::array::from_fn(|i| graph.mul(diagonal[i], a[i]))
}

/// G of (3).
fn weights(graph: &mut Graph, torsional: &Vector3) -> Vector3 {
    let trace = graph.sum(torsional);
    let trace = half(graph, trace);
    core::array::from_fn(|i| graph.sub(trace, torsional[i]))
}

/// AᵀB.
fn multiply_transposed(graph: &mut Graph, a: &Matrix3, b: &Matrix3) -> Matrix3 {
    let product = multiply(graph, &transposed(a), b);
    product.map(|row| share(graph, &row))
}

/// t of (2).
fn torque_of_rotation(graph: &mut Graph, r: &Matrix3, weights: &Vector3) -> Vector3 {
    core::array::from_fn(|k| -> Node {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let (plus, minus) = (graph.mul(r[j][i], weights[i]), graph.mul(r[i][j], weights[j]));
        graph.sub(plus, minus)
    })
}
