//! The arm Panda (Franka Emika): kinematics as its maker publishes them, inertias as identified by Gaz 2019.
//!
//! Invariant: numbers are typed from the sources, not taken from the library's description of the same arm.

use super::tree::{JointKind, Tree};
use nalgebra::{Matrix3, Vector3};

/// Denavit–Hartenberg parameters in Craig's convention: a, d in m, alpha in quarter turns.
const FRAMES: [(f64, f64, i8); 7] = [
    (0.0, 0.333, 0),
    (0.0, 0.0, -1),
    (0.0, 0.316, 1),
    (0.0825, 0.0, 1),
    (-0.0825, 0.384, -1),
    (0.0, 0.0, 1),
    (0.088, 0.0, 1),
];

/// Mass, centre of mass, and the inertia about it: xx, yy, zz, xy, xz, yz.
const LINKS: [(f64, [f64; 3], [f64; 6]); 7] = [
    (
        4.970684,
        [0.003875, 0.002081, -0.04762],
        [0.70337, 0.70661, 0.0091170, -0.00013900, 0.0067720, 0.019169],
    ),
    (
        0.646926,
        [-0.003141, -0.02872, 0.003495],
        [0.0079620, 0.028110, 0.025995, -0.0039250, 0.010254, 0.00070400],
    ),
    (
        3.228604,
        [0.027518, 0.039252, -0.066502],
        [0.037242, 0.036155, 0.010830, -0.0047610, -0.011396, -0.012805],
    ),
    (
        3.587895,
        [-0.05317, 0.104419, 0.027454],
        [0.025853, 0.019552, 0.028323, 0.0077960, -0.0013320, 0.0086410],
    ),
    (
        1.225946,
        [-0.011953, 0.041065, -0.038437],
        [0.035549, 0.029474, 0.0086270, -0.0021170, -0.0040370, 0.00022900],
    ),
    (
        1.666555,
        [0.060149, -0.014117, -0.010517],
        [0.0019640, 0.0043540, 0.0054330, 0.00010900, -0.0011580, 0.00034100],
    ),
    (
        0.735522,
        [0.010517, -0.004252, 0.061597],
        [0.012516, 0.010027, 0.0048150, -0.00042800, -0.0011960, -0.00074100],
    ),
];

/// The seven links on the ground, joints `axis[1]` to `axis[7]`, gravity along −z.
pub fn panda() -> Tree {
    let mut tree = Tree::new([0.0, 0.0, -9.81]);
    for (i, ((a, d, quarter), (mass, com, [xx, yy, zz, xy, xz, yz]))) in
        FRAMES.into_iter().zip(LINKS).enumerate()
    {
        let sine = f64::from(quarter);
        let cosine = 1.0 - sine.abs();
        let parent = i.checked_sub(1);
        let kind = JointKind::Revolute(Vector3::z());
        let link = tree.add(&format!("axis[{}]", i + 1), parent, [a, -sine * d, cosine * d], kind);
        let link = &mut tree.links[link];
        link.rotation = Matrix3::new(1.0, 0.0, 0.0, 0.0, cosine, -sine, 0.0, sine, cosine);
        link.mass = mass;
        link.com = com.into();
        link.inertia = Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
    }
    tree
}
