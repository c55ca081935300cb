//! The quadruped Solo12 (Open Dynamic Robot Initiative), numbers of its published description.
//!
//! Invariant: numbers are typed from the source, not taken from the library's description of the same robot.

use super::tree::{JointKind, Tree};
use nalgebra::{Matrix3, Vector3};

/// The base on a free joint, four legs of three joints, feet fixed on the lower legs: 18 velocities.
/// Joints `base`, then for each leg (i = 0 in front, 1 behind; j = 0 on the left, 1 on the right) `hip[i][j]`,
/// `thigh[i][j]`, `knee[i][j]`, `ankle[i][j]`.
pub fn solo12() -> Tree {
    let mut tree = Tree::new([0.0, 0.0, -9.81]);
    let base = tree.add("base", None, [0.0; 3], JointKind::Free);
    give(&mut tree, base, 1.16115091, [0.0; 3], [0.00578574, 0.01938108, 0.02476124], [0.0; 3]);
    for (leg, front, left) in
        [("[0][0]", 1.0, 1.0), ("[0][1]", 1.0, -1.0), ("[1][0]", -1.0, 1.0), ("[1][1]", -1.0, -1.0)]
    {
        let (x, y) = (JointKind::Revolute(Vector3::x()), JointKind::Revolute(Vector3::y()));
        let hip = tree.add(&format!("hip{leg}"), Some(base), [0.1946 * front, 0.0875 * left, 0.0], x);
        let across = [0.00003024, 0.00041193, 0.00041107];
        give(
            &mut tree,
            hip,
            0.14853845,
            [-0.078707 * front, 0.01 * left, 0.0],
            across,
            [0.00004671 * left, 0.0, 0.0],
        );
        let thigh = tree.add(&format!("thigh{leg}"), Some(hip), [0.0, 0.014 * left, 0.0], y);
        let com = [0.00001377 * left, 0.01935853 * left, -0.078707];
        let upright = [0.00041107, 0.00041193, 0.00003024];
        give(&mut tree, thigh, 0.14853845, com, upright, [0.0, 0.0, 0.00004671 * left]);
        let knee = tree.add(&format!("knee{leg}"), Some(thigh), [0.0, 0.03745 * left, -0.16], y);
        // As published, the centre of mass is not mirrored here.
        let com = [0.0, 0.00787644, -0.08928215];
        let upright = [0.00012024, 0.00012029, 0.00000216];
        give(&mut tree, knee, 0.03070001, com, upright, [0.0, 0.0, 0.00000305 * left]);
        let ankle =
            tree.add(&format!("ankle{leg}"), Some(knee), [0.0, 0.008 * left, -0.16], JointKind::Fixed);
        give(
            &mut tree,
            ankle,
            0.00693606,
            [0.0, 0.0, 0.00035767],
            [0.00000057, 0.00000084, 0.00000053],
            [0.0; 3],
        );
    }
    tree
}

/// Mass properties of a link: diagonal xx, yy, zz and products xy, xz, yz of the inertia about its centre.
fn give(tree: &mut Tree, link: usize, mass: f64, com: [f64; 3], d: [f64; 3], p: [f64; 3]) {
    let link = &mut tree.links[link];
    link.mass = mass;
    link.com = com.into();
    link.inertia = Matrix3::new(d[0], p[0], p[1], p[0], d[1], p[2], p[1], p[2], d[2]);
}
