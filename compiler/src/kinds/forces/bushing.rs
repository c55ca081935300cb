//! Bushing: linear springs and dampers between two frames, in the axes of the first.
//!
//! ```text
//! r = p_b − p_a,  d = R_aᵀ r,  ḋ = R_aᵀ (v_b − v_a − ω_a × r),  R = R_aᵀ R_b,  ω = R_aᵀ (ω_b − ω_a)
//! F_b = −R_a (K d + C ḋ)                 at the origin of b; its opposite on a at the same point     (1)
//! T_b = −R_a (t(R) + Γ ω),   t_k = R_ji G_j − R_ij G_i,  (i, j, k) = (x, y, z) and cyclic            (2)
//! V = ½ dᵀK d + Σ Gᵢ (1 − Rᵢᵢ),   G = ½ tr(κ) 1 − κ                                                  (3)
//! ```
//! K, C, κ, Γ are diagonal, with the given values for each axis.
//!
//! Rotations: for a small rotation φ of b against a, R ≈ 1 + [φ]× + ½[φ]×² and (2), (3) are t = κ φ and
//! ½ φᵀκ φ, for any order of angles. For a finite one by the angle θ about a unit
//! axis n, Σ Gᵢ (1 − Rᵢᵢ) = ½ Σ κᵢ (2 nᵢ sin ½θ)²: the small rotation is measured by twice the vector part of
//! the unit quaternion. So V ≥ 0; about one axis V = κ (1 − cos θ) and t = κ sin θ, within 1 % of κ θ up to 14°. (2) is
//! the derivative of (3) along δR = [δφ]× R, exactly, at every rotation; it is regular everywhere, greatest
//! at a quarter turn and zero at half a turn, where the bushing flips over.

use super::super::{Frame, Kinematics, Rates};
use super::law::{Attribute, Coefficient, Drawn, ForceLaw, Setting};
use super::word::{self, ENDS, Word};
use super::{Effect, action_and_reaction, potential};
use crate::kinds::multibody::{ForceKind, Mount, Multibody, Vector3};
use crate::kinds::argument::{about_each_axis, each_axis};
use crate::kinds::quantities::Quantity;
use crate::kinds::{Arguments, Given, Reader, fields};
use crate::symbolic::Graph;
use crate::symbolic::algebra::{Algebra, Matrix, Vector};

fields! {
    /// Linear springs and dampers in the axes of `ends[0]`: translation along x, y, z and small rotations
    /// (about one axis torsional stiffness·sin of the angle).
    pub struct Bushing {
        /// a and b.
        pub ends: Box<[Mount; 2]>,
    }
    arguments {
        /// K.
        pub stiffness: Vector3 = each_axis(Quantity::STIFFNESS).not_negative(),
        /// C.
        pub damping: Vector3 = each_axis(Quantity::DAMPING).not_negative(),
        /// κ.
        pub torsional_stiffness: Vector3 = about_each_axis(Quantity::TORSIONAL_STIFFNESS).not_negative(),
        /// Γ.
        pub torsional_damping: Vector3 = about_each_axis(Quantity::TORSIONAL_DAMPING).not_negative(),
    }
}

/// `bushing(end, end, stiffness: …)`
pub(super) const WORDS: &[Word] = &[Word::new(
    "bushing",
    ENDS,
    &[Bushing::ARGUMENTS],
    make,
    &["| `bushing(end, end)` | `stiffness:`, `damping:`, `torsional_stiffness:`, `torsional_damping:`; one number, or one for each axis, in the axes of the first end; about an axis the torque is stiffness · sin(angle) |"],
)];

fn make<'d>(reader: &mut dyn Reader<'d>, arguments: &Arguments<'d>, name: &str) -> Option<ForceKind> {
    let ends = word::ends(reader, arguments, name);
    reader.at_least_one_of(arguments, &["stiffness", "damping", "torsional_stiffness", "torsional_damping"])?;
    let bushing = Bushing::read(reader, arguments, &[], |_| ends)?;
    if ["torsional_stiffness", "torsional_damping"].iter().any(|name| arguments.get(name).is_some()) {
        for (end, written) in bushing.ends.iter().zip(&arguments.places) {
            reader.expect_turning(end, written)?;
        }
    }
    Some(bushing.into())
}

impl ForceLaw for Bushing {
    fn coefficients(&mut self, _: &Setting<'_>) -> Vec<Coefficient<'_>> {
        let all = [
            ("stiffness", &mut self.stiffness, Quantity::STIFFNESS),
            ("damping", &mut self.damping, Quantity::DAMPING),
            ("torsional_stiffness", &mut self.torsional_stiffness, Quantity::TORSIONAL_STIFFNESS),
            ("torsional_damping", &mut self.torsional_damping, Quantity::TORSIONAL_DAMPING),
        ];
        let axes = all.into_iter().flat_map(|(name, vector, quantity)| {
            let axis = move |(axis, node)| Coefficient::new(&format!("{name}.{axis}"), node, quantity.unit);
            ["x", "y", "z"].into_iter().zip(vector).map(axis)
        });
        axes.collect()
    }

    /// Its axes are those of the first end, which also bears the moment of the force.
    fn uses_axes_of(&self, _: &Graph) -> Vec<&Mount> {
        vec![&self.ends[0]]
    }

    fn is_internal(&self) -> bool {
        true
    }

    fn effect(&self, kinematics: &mut dyn Kinematics, _: &Multibody) -> Effect {
        let ends = &self.ends;
        let poses = [0, 1].map(|end| kinematics.pose(&ends[end]));
        let twists = [0, 1].map(|end| kinematics.twist(&ends[end]));
        let algebra = &Algebra::new(kinematics.graph());
        let [a, b] = poses.map(|pose| Frame::of(algebra, &pose));
        let [of_a, of_b] = twists.map(|twist| Rates::of(algebra, &twist));
        let [stiffness, damping] = [&self.stiffness, &self.damping].map(|x| algebra.vector(x));
        let torsional = [&self.torsional_stiffness, &self.torsional_damping].map(|x| algebra.vector(x));
        let [torsional_stiffness, torsional_damping] = torsional;
        let (axes, back) = (a.rotation, a.rotation.transposed());
        let r = b.position - a.position;

        // (1)
        let d = back * r;
        let carried = of_a.w.cross(r);
        let rate = back * (of_b.v - of_a.v - carried);
        let force = -(axes * (each(stiffness, d) + each(damping, rate)));

        // (2)
        let weights = weights(torsional_stiffness);
        let across = (back * b.rotation).share();
        let turning = torque_of_rotation(across, weights);
        let spin = back * (of_b.w - of_a.w);
        let torque = -(axes * (turning + each(torsional_damping, spin)));

        // (3)
        let mut energies = Vec::new();
        for i in 0..3 {
            energies.push(algebra.product(&[stiffness[i], d[i], d[i]]) / 2);
            energies.push(weights[i] * (1 - across[(i, i)]));
        }
        let potential = potential(algebra.sum(&energies));
        let arms = [r, algebra.zero_vector()];
        let loads = action_and_reaction([&ends[0], &ends[1]], force, torque, arms);
        Effect { potential, ..Effect::of(loads) }
    }

    fn attributes(&self, setting: &Setting<'_>) -> Vec<(&'static str, Attribute)> {
        vec![setting.force(), setting.torque()]
    }

    fn drawn(&self) -> Drawn<'_> {
        Drawn::At { at: &self.ends[1], force: true, torque: true }
    }
}

/// A diagonal matrix times a vector.
fn each<'g>(diagonal: Vector<'g>, a: Vector<'g>) -> Vector<'g> {
    Vector(core::array::from_fn(|i| diagonal[i] * a[i]))
}

/// G of (3).
fn weights<'g>(torsional: Vector<'g>) -> Vector<'g> {
    let half = torsional.algebra().sum(&torsional.0) / 2;
    Vector(torsional.0.map(|x| half - x))
}

/// t of (2).
fn torque_of_rotation<'g>(r: Matrix<'g>, g: Vector<'g>) -> Vector<'g> {
    Vector(core::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        r[(j, i)] * g[i] - r[(i, j)] * g[j]
    }))
}
