//! Two points that move on one line, and their positions on it.
//!
//! ```text
//! d = p_b − p_a = s R n,   ḋ·(R n) = ṡ         n: constant in the axes R of a carrier on the way from a to b  (1)
//! s = n·d₀ + Σ (n·uⱼ) qⱼ                       qⱼ: displacements of the sliding joints on the way             (2)
//! ```
//! Then the distance |s| has a sign, and the line has a direction where the points coincide. Whether it is so is a
//! matter of the joints between the carriers, not of the coordinates: d in the axes of a carrier is affine in the
//! qⱼ, with all uⱼ and d₀ parallel and no angle left in it. Axes of sliding joints are unit vectors, so is n.

use super::attributes::{Scene, origin};
use super::poses::Frame;
use super::{Line, Motion, Pose};
use crate::model::{Carrier, JointId, Mount, Multibody, Quantity, Vector3};
use crate::symbolic::algebra::Algebra;
use crate::symbolic::{Graph, Symbol};

/// A way of more joints than this is not followed.
pub const LONGEST: usize = 8;

/// A displacement on the path: its placeholder, and its link.
struct Slide {
    symbol: Symbol,
    joint: JointId,
    coordinate: usize,
}

/// Whether the joints between them keep two points on a line.
pub fn keep(graph: &mut Graph, multibody: &Multibody, ends: &[Mount; 2]) -> bool {
    separated(graph, multibody, ends).is_some()
}

/// The line on which the joints between them keep two points.
pub fn line(graph: &mut Graph, scene: &Scene<'_>, ends: &[Mount; 2]) -> Option<Line> {
    let Separated { seen_from, slides, n, d0, slopes } = separated(graph, scene.multibody, ends)?;
    let carrier = origin(graph, seen_from);
    let algebra = &Algebra::new(graph);
    let n = algebra.vector(&n);
    // (2) and its rate
    let mut along = vec![n.dot(algebra.vector(&d0))];
    let mut rate = Vec::new();
    for (slide, slope) in slides.iter().zip(&slopes) {
        let share = n.dot(algebra.vector(slope));
        for (order, terms) in [(0, &mut along), (1, &mut rate)] {
            let quantity = Quantity::Joint(slide.joint, slide.coordinate);
            terms.push(share * scene.expression(algebra, &quantity, order));
        }
    }
    let direction = (scene.frame(algebra, &carrier).rotation * n).nodes();
    let (along, rate) = (algebra.sum(&along), algebra.sum(&rate));
    Some(Line { direction, along: along.share().node(), rate: rate.share().node() })
}

/// d of (1) and (2) in the axes of a carrier.
struct Separated {
    seen_from: Carrier,
    slides: Vec<Slide>,
    n: Vector3,
    d0: Vector3,
    slopes: Vec<Vector3>,
}

/// d, if it stays parallel to itself.
fn separated(graph: &mut Graph, multibody: &Multibody, ends: &[Mount; 2]) -> Option<Separated> {
    let way = way(multibody, ends[0].carrier, ends[1].carrier)?;
    let (mut slides, mut turns) = (Vec::new(), Vec::new());
    let mut steps = Vec::new();
    for &id in &way {
        steps.push(across(graph, multibody, id, &mut slides, &mut turns));
    }
    if slides.is_empty() {
        return None;
    }
    // The carriers on the way, from that of the first end.
    let mut carriers = vec![ends[0].carrier];
    for &id in &way {
        let joint = &multibody.joints[id.0];
        let last = carriers[carriers.len() - 1];
        carriers.push(if joint.first.carrier == last { joint.second.carrier } else { joint.first.carrier });
    }
    let (seen_from, (n, d0, slopes)) = (0..carriers.len()).find_map(|seen_from| {
        let separation = separation(graph, multibody, ends, (&way, &steps, &carriers), seen_from);
        Some((carriers[seen_from], affine(graph, &separation, &slides, &turns)?))
    })?;
    Some(Separated { seen_from, slides, n, d0, slopes })
}

/// The joints between two carriers, along a shortest way.
fn way(multibody: &Multibody, from: Carrier, to: Carrier) -> Option<Vec<JointId>> {
    let mut reached: Vec<(Carrier, Vec<JointId>)> = vec![(from, Vec::new())];
    let mut next = 0;
    while next < reached.len() {
        let (carrier, way) = reached[next].clone();
        next += 1;
        if carrier == to {
            return Some(way).filter(|way| !way.is_empty());
        }
        if way.len() == LONGEST {
            continue;
        }
        for (number, joint) in multibody.joints.iter().enumerate() {
            let other = match (joint.first.carrier == carrier, joint.second.carrier == carrier) {
                (true, false) => joint.second.carrier,
                (false, true) => joint.first.carrier,
                _ => continue,
            };
            if joint.kind.keeps_lines() && reached.iter().all(|(known, _)| *known != other) {
                let mut longer = way.clone();
                longer.push(JointId(number));
                reached.push((other, longer));
            }
        }
    }
    None
}

/// The frame of the second carrier of a joint relative to the first, with placeholders for the coordinates.
fn across(
    graph: &mut Graph,
    multibody: &Multibody,
    id: JointId,
    slides: &mut Vec<Slide>,
    turns: &mut Vec<Symbol>,
) -> Pose {
    let joint = &multibody.joints[id.0];
    let motions = joint.kind.motions(graph, multibody.planar).unwrap_or_default();
    let algebra = &Algebra::new(graph);
    let mut frame = mounted(algebra, &joint.first);
    for (coordinate, motion) in motions.iter().enumerate() {
        // A name with a blank cannot occur in a description.
        let symbol = algebra.with(|graph| graph.symbol(&format!("stand-in {} {coordinate}", id.0)));
        match motion {
            Motion::Translation { .. } => slides.push(Slide { symbol, joint: id, coordinate }),
            _ => turns.push(symbol),
        }
        let q = algebra.expr(algebra.with(|graph| graph.node(symbol)));
        frame = frame * Frame::moved(motion, false, &[q]);
    }
    (frame * mounted(algebra, &joint.second).inverse()).nodes()
}

/// A mount in the frame of its carrier.
fn mounted<'g>(algebra: &'g Algebra<'g>, mount: &Mount) -> Frame<'g> {
    Frame { position: algebra.vector(&mount.position), rotation: algebra.matrix(&mount.rotation) }
}

/// d in the axes of the carrier with that number on the way.
fn separation(
    graph: &mut Graph,
    multibody: &Multibody,
    ends: &[Mount; 2],
    (way, steps, carriers): (&[JointId], &[Pose], &[Carrier]),
    seen_from: usize,
) -> Vector3 {
    let algebra = &Algebra::new(graph);
    let step = |number: usize, forwards: bool| {
        // `steps` lead from `first` to `second` of each joint.
        let along = multibody.joints[way[number].0].first.carrier == carriers[number];
        let step = Frame::of(algebra, &steps[number]);
        if along == forwards { step } else { step.inverse() }
    };
    let nowhere = Frame::identity(algebra);
    let last = (seen_from..way.len()).fold(nowhere, |last, number| last * step(number, true));
    let first = (0..seen_from).rev().fold(nowhere, |first, number| first * step(number, false));
    let a = (first * mounted(algebra, &ends[0])).position;
    let b = (last * mounted(algebra, &ends[1])).position;
    (b - a).nodes()
}

/// n, d₀ and uⱼ, if d is affine in the displacements, free of angles, and all of them are parallel.
fn affine(
    graph: &mut Graph,
    d: &Vector3,
    slides: &[Slide],
    turns: &[Symbol],
) -> Option<(Vector3, Vector3, Vec<Vector3>)> {
    let depends = |graph: &Graph, x: &Vector3| {
        let of = |symbol: Symbol| x.iter().any(|&node| graph.depends_on(node, symbol));
        turns.iter().any(|&turn| of(turn)) || slides.iter().any(|slide| of(slide.symbol))
    };
    let mut slopes: Vec<Vector3> = Vec::new();
    for slide in slides {
        let slope = d.map(|component| graph.derivative(component, slide.symbol));
        if depends(graph, &slope) {
            return None;
        }
        slopes.push(slope);
    }
    let vanishes = |graph: &Graph, x: &Vector3| x.iter().all(|&component| graph.is_zero(component));
    let n = *slopes.iter().find(|slope| !vanishes(graph, slope))?;
    let zero = graph.zero();
    let at_rest = |symbol: Symbol| slides.iter().any(|slide| slide.symbol == symbol).then_some(zero);
    let d0 = d.map(|component| graph.substitute(component, &at_rest));
    if depends(graph, &d0) {
        return None;
    }
    let algebra = &Algebra::new(graph);
    let parallel = slopes.iter().chain([&d0]).all(|x| algebra.vector(&n).cross(algebra.vector(x)).is_zero());
    parallel.then_some((n, d0, slopes))
}
