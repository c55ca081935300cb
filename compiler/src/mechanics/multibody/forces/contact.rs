//! Contact of a sphere (a point, where its radius is zero) with a plane, by Hunt and Crossley, with
//! regularised Coulomb friction.
//!
//! ```text
//! n = R_plane ν,  s = p − o                    unit normal; from the origin of the plane to the centre
//! δ = r − n·s,   c = s − r n                   depth; the contact point from the origin of the plane     (1)
//! w = v_p − r ω_p × n − v_o − ω_o × c          slip of the sphere on the plane at that point             (2)
//! δ̇ = −n·w                                     (the motions of c on sphere and plane have no normal part)
//! N = k δ^e max(1 + α δ̇, 0)   where δ > 0,     else 0                                                   (3)
//! F = N n − μ N w_t/√(w_t² + ε²),  w_t = w − (n·w) n                                                     (4)
//! V = k δ^(e+1)/(e + 1)       where δ > 0,     else 0                                                   (5)
//! with ε = 0 the second part of (4) sticks (`sticking`), along two directions normal to n, one in the plane    (6)
//! ```
//! F acts on the sphere at c, −F on the plane at c. (3) with e = 3/2 is Hertz's sphere; α (s/m) is the
//! dissipation, about 1.5·(1 − restitution)/(approach velocity) for hard contacts; the maximum keeps the contact from
//! pulling. Power beyond −V̇: −k α δ^e δ̇² (where the maximum is not at work, and negative where it is) and
//! −μ N w_t²/√(w_t² + ε²).
//!
//! Switching functions: δ, and 1 + α δ̇. Where δ ≤ 0 the power is taken of 1 instead of δ and the branch is
//! zero, so that its derivatives of every order are zero there too (δ^(3/2) has none of second order at
//! δ = 0, and 0·∞ is no number). Hunt and Crossley, J. Appl. Mech. 42 (1975) 440.

use super::super::Kinematics;
use super::super::joints::perpendiculars;
use super::super::vectors::{add, apply, cross, dot, scale, share, sub, zero};
use super::directions::regularised_reciprocal;
use super::sticking::{self, Limits};
use super::{Effect, action_and_reaction};
use crate::model::{Mount, Vector3};
use crate::symbolic::{Function, Graph, Node, Relation};

/// The law of a contact.
pub struct Contact {
    /// ν: in the axes of the plane's mount.
    pub normal: Vector3,
    /// r.
    pub radius: Node,
    /// k, in N/m^e.
    pub stiffness: Node,
    /// e.
    pub exponent: Node,
    /// α, in s/m.
    pub dissipation: Node,
    /// μ.
    pub friction: Node,
    /// ε, in m/s.
    pub velocity: Node,
    /// μ₀, where it sticks.
    pub sticking: Option<Node>,
}

/// Loads (4) and potential (5).
pub fn effect(
    kinematics: &mut dyn Kinematics,
    point: &Mount,
    plane: &Mount,
    law: &Contact,
    planar: bool,
) -> Effect {
    let (sphere, ground) = (kinematics.pose(point), kinematics.pose(plane));
    let (of_sphere, of_ground) = (kinematics.twist(point), kinematics.twist(plane));
    let graph = kinematics.graph();

    // (1)
    let normal = apply(graph, &ground.rotation, &law.normal);
    let centre = sub(graph, &sphere.position, &ground.position);
    let height = dot(graph, &normal, &centre);
    let depth = graph.sub(law.radius, height);
    let depth = graph.share(depth);
    let inward = graph.neg(law.radius);
    let from_centre = scale(graph, inward, &normal);
    let at = add(graph, &centre, &from_centre);

    // (2)
    let turning = cross(graph, &of_sphere.angular_velocity, &from_centre);
    let carried = cross(graph, &of_ground.angular_velocity, &at);
    let ahead = add(graph, &of_sphere.velocity, &turning);
    let behind = add(graph, &of_ground.velocity, &carried);
    let slip = sub(graph, &ahead, &behind);
    let slip = share(graph, &slip);
    let along_normal = dot(graph, &normal, &slip);

    let (pressure, energy) = normal_force(graph, law, depth, along_normal);
    let pressure = graph.share(pressure);

    // (4)
    let pushing = scale(graph, pressure, &normal);
    if let Some(fixed) = law.sticking {
        let nothing = zero(graph);
        let loads = action_and_reaction(graph, [plane, point], &pushing, &nothing, &[at, from_centre]);
        let pressing = Effect { loads, potential: vec![energy], depth: Some(depth), ..Effect::default() };
        let tangents = if planar {
            vec![[graph.neg(normal[1]), normal[0], graph.zero()]]
        } else {
            let axes = perpendiculars(graph, &law.normal);
            axes.iter().map(|axis| apply(graph, &ground.rotation, axis)).collect()
        };
        let slips: Vec<Node> = tangents.iter().map(|tangent| dot(graph, tangent, &slip)).collect();
        let limits =
            Limits { sliding: graph.mul(law.friction, pressure), sticking: graph.mul(fixed, pressure) };
        // (6)
        let rubbing = sticking::along_resultant(kinematics, 0, &slips, limits, &mut |graph, k, effort| {
            let force = scale(graph, effort, &tangents[k]);
            action_and_reaction(graph, [plane, point], &force, &nothing, &[at, from_centre])
        });
        return pressing.plus(rubbing);
    }
    let force = if graph.is_zero(law.friction) {
        pushing
    } else {
        let tangential = tangential(graph, &normal, &slip, along_normal, planar);
        let reciprocal = regularised_reciprocal(graph, &tangential, law.velocity);
        let grip = graph.product(&[law.friction, pressure, reciprocal]);
        let dragging = scale(graph, grip, &tangential);
        sub(graph, &pushing, &dragging)
    };
    let nothing = zero(graph);
    let loads = action_and_reaction(graph, [plane, point], &force, &nothing, &[at, from_centre]);
    Effect { loads, potential: vec![energy], depth: Some(depth), ..Effect::default() }
}

/// (3) and (5).
fn normal_force(graph: &mut Graph, law: &Contact, depth: Node, along_normal: Node) -> (Node, Node) {
    let (zero, one) = (graph.zero(), graph.one());
    let touching = graph.compare(Relation::Lt, zero, depth);
    let inside = graph.select(touching, depth, one);
    let power = graph.pow(inside, law.exponent);
    let elastic = graph.mul(law.stiffness, power);
    let separating = graph.mul(law.dissipation, along_normal);
    let hysteresis = graph.sub(one, separating);
    let hysteresis = graph.call(Function::Max, &[hysteresis, zero]);
    let pressure = graph.mul(elastic, hysteresis);
    let higher = graph.add(law.exponent, one);
    let product = graph.mul(elastic, inside);
    let energy = graph.div(product, higher);
    (graph.select(touching, pressure, zero), graph.select(touching, energy, zero))
}

/// w_t of (2): in the plane along the one tangent t = (−n_y, n_x), so that no difference of nearly equal
/// numbers occurs.
fn tangential(
    graph: &mut Graph,
    normal: &Vector3,
    slip: &Vector3,
    along_normal: Node,
    planar: bool,
) -> Vector3 {
    if planar {
        let tangent = [graph.neg(normal[1]), normal[0], graph.zero()];
        let along = dot(graph, &tangent, slip);
        return scale(graph, along, &tangent);
    }
    let out = scale(graph, along_normal, normal);
    let tangential = sub(graph, slip, &out);
    share(graph, &tangential)
}
