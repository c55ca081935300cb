//! The tree of a robot, straight from the numbers of its URDF file.
//!
//! Invariant: every link stays a separate link, also on fixed joints; names of joints have `_` where
//! the language allows no other character, and end with `_joint` where a link has the same name.

use super::tree::{JointKind, Tree, rpy};
use nalgebra::{Matrix3, Vector3};
use urdf_rs::{JointType, Pose};

/// The tree of a robot under gravity along −z. The root is the ground, or moves on a free joint `floating_base`.
///
/// # Errors
/// Text that is not URDF, and joints of other kinds than hinges, sliders and fixed ones.
pub fn tree_of_urdf(text: &str, floating: bool) -> Result<Tree, String> {
    let robot = urdf_rs::read_from_string(text).map_err(|error| error.to_string())?;
    let carried = |name: &str| robot.joints.iter().any(|joint| joint.child.link == name);
    let root = robot.links.iter().find(|link| !carried(&link.name)).ok_or("no root")?;
    let mut tree = Tree::new([0.0, 0.0, -9.81]);
    let kind = if floating { JointKind::Free } else { JointKind::Fixed };
    let base = tree.add("floating_base", None, [0.0; 3], kind);
    give(&mut tree, base, &root.inertial);
    let mut open = vec![(root.name.clone(), base)];
    let mut followers = Vec::new();
    while let Some((parent, number)) = open.pop() {
        for joint in robot.joints.iter().filter(|joint| joint.parent.link == parent) {
            let axis = Vector3::from(*joint.axis.xyz).normalize();
            let kind = match joint.joint_type {
                JointType::Revolute | JointType::Continuous => JointKind::Revolute(axis),
                JointType::Prismatic => JointKind::Prismatic(axis),
                JointType::Fixed => JointKind::Fixed,
                _ => return Err(format!("`{}` is of another kind", joint.name)),
            };
            let same = robot.links.iter().any(|link| link.name == joint.name);
            let name = plain(&joint.name) + if same { "_joint" } else { "" };
            let link = tree.add(&name, Some(number), *joint.origin.xyz, kind);
            tree.links[link].rotation = turned(&joint.origin);
            tree.links[link].damping = joint.dynamics.as_ref().map_or(0.0, |dynamics| dynamics.damping);
            tree.links[link].friction = joint.dynamics.as_ref().map_or(0.0, |dynamics| dynamics.friction);
            followers.extend(joint.mimic.as_ref().map(|mimic| (link, mimic)));
            let child = robot.links.iter().find(|link| link.name == joint.child.link);
            give(&mut tree, link, &child.ok_or("a joint carries nothing")?.inertial);
            open.push((joint.child.link.clone(), link));
        }
    }
    for (link, mimic) in followers {
        let wanted = plain(&mimic.joint);
        let driver = tree
            .links
            .iter()
            .position(|link| link.joint == wanted || link.joint == format!("{wanted}_joint"));
        let driver = driver.ok_or("a joint follows nothing")?;
        tree.links[link].follows =
            Some((driver, mimic.multiplier.unwrap_or(1.0), mimic.offset.unwrap_or(0.0)));
    }
    Ok(tree)
}

fn turned(pose: &Pose) -> Matrix3<f64> {
    let [roll, pitch, yaw] = *pose.rpy;
    rpy(roll, pitch, yaw)
}

fn give(tree: &mut Tree, link: usize, inertial: &urdf_rs::Inertial) {
    let (i, turn) = (&inertial.inertia, turned(&inertial.origin));
    let given = Matrix3::new(i.ixx, i.ixy, i.ixz, i.ixy, i.iyy, i.iyz, i.ixz, i.iyz, i.izz);
    let link = &mut tree.links[link];
    link.mass = inertial.mass.value;
    link.com = Vector3::from(*inertial.origin.xyz);
    link.inertia = turn * given * turn.transpose();
}

fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}
