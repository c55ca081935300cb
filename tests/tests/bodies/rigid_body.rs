//! Closed forms, conservation laws and other evaluations of the same quantities.

use linkwork_tests::rigid_body::compare::relative;
use linkwork_tests::rigid_body::{JointKind, Numbers, Tree, panda, rotation_about, rpy, solo12};
use nalgebra::{DMatrix, DVector, Matrix3, Vector3};

/// All kinds of joints, mounts rotated and displaced, on a branching tree.
fn every_joint() -> Tree {
    let mut tree = Tree::new([0.3, -9.0, 2.0]);
    let skew = Vector3::new(2.0, -1.0, 2.0) / 3.0;
    let kinds = [
        (None, JointKind::Free),
        (Some(0), JointKind::Revolute(skew)),
        (Some(1), JointKind::Prismatic(Vector3::y())),
        (Some(0), JointKind::Spherical),
        (Some(3), JointKind::Fixed),
        (Some(4), JointKind::Revolute(Vector3::x())),
    ];
    let mut numbers = Numbers(7);
    for (i, (parent, kind)) in kinds.into_iter().enumerate() {
        let position = numbers.vector(3);
        let link = tree.add(&format!("j{i}"), parent, [position[0], position[1], position[2]], kind);
        let link = &mut tree.links[link];
        link.rotation = rpy(numbers.number(), numbers.number(), numbers.number());
        link.mass = 1.5 + numbers.number();
        link.com = Vector3::from_vec(numbers.vector(3));
        let root = Matrix3::from_vec(numbers.vector(9));
        link.inertia = root * root.transpose() + Matrix3::identity();
    }
    tree
}

/// Two thick bars on hinges about x, as the closed form of the double pendulum has them: angles from −z.
fn double_pendulum() -> Tree {
    let mut tree = Tree::new([0.0, 0.0, -9.81]);
    let hinge = JointKind::Revolute(Vector3::x());
    for (i, (length, mass)) in [(4.0, 78.0), (2.0, 39.0)].into_iter().enumerate() {
        let at = if i == 0 { [0.0; 3] } else { [0.0, 0.0, -4.0] };
        let link = tree.add(&format!("hinge[{i}]"), i.checked_sub(1), at, hinge);
        let link = &mut tree.links[link];
        link.mass = mass;
        link.com = Vector3::new(0.0, 0.0, -length / 2.0);
        let (axial, transverse) = (mass * 0.0025 / 6.0, mass * (0.0025 + length * length) / 12.0);
        link.inertia = Matrix3::from_diagonal(&Vector3::new(transverse, transverse, axial));
    }
    tree
}

#[test]
fn double_pendulum_follows_its_closed_form() {
    let tree = double_pendulum();
    // In absolute angles θ₁ = q₁, θ₂ = q₁ + q₂ of half_implicit's double pendulum.
    let inertia = |m: f64, l: f64| m * (0.0025 + l * l) / 12.0;
    let (m1, m2, l1, l2) = (78.0, 39.0, 4.0, 2.0);
    let (a, b) = (m1 * l1 * l1 / 4.0 + inertia(m1, l1) + m2 * l1 * l1, m2 * l2 * l2 / 4.0 + inertia(m2, l2));
    let (k, g) = (m2 * l1 * l2 / 2.0, 9.81);
    for (t1, t2, w1, w2) in [(1.2, -0.4, 0.7, -2.0), (-2.0, 0.5, 3.0, 1.0)] {
        let (s, c): (f64, f64) = f64::sin_cos(t1 - t2);
        let right1 = -k * s * w2 * w2 - (m1 / 2.0 + m2) * g * l1 * f64::sin(t1);
        let right2 = k * s * w1 * w1 - m2 * g * l2 / 2.0 * f64::sin(t2);
        let det = a * b - k * k * c * c;
        let (a1, a2) = ((b * right1 - k * c * right2) / det, (a * right2 - k * c * right1) / det);
        let found = tree.forward_dynamics(&[t1, t2 - t1], &[w1, w2 - w1], &[0.0, 0.0]).unwrap();
        assert!(relative(&found, &[a1, a2 - a1]) < 1e-13);
        let mass = tree.mass_matrix(&[t1, t2 - t1]);
        let expected = [a + b + 2.0 * k * c, b + k * c, b + k * c, b];
        assert!(relative(mass.as_slice(), &expected) < 1e-13);
    }
}

#[test]
fn energy_and_momentum_are_conserved() {
    for (tree, h) in [(double_pendulum(), 1e-3), (panda(), 2e-4), (solo12(), 2e-4), (every_joint(), 2e-4)] {
        let (mut q, mut v) = Numbers(3).state(&tree);
        let energy = |q: &[f64], v: &[f64]| {
            let (kinetic, potential) = tree.energy(q, v);
            (kinetic + potential, kinetic.abs() + potential.abs())
        };
        let (first, size) = energy(&q, &v);
        for _ in 0..200 {
            tree.step(&mut q, &mut v, h).unwrap();
        }
        let off = (energy(&q, &v).0 - first).abs() / size;
        assert!(off < 1e-9, "{}: energy off by {off:e}", tree.links[0].joint);
    }
    for mut tree in [solo12(), every_joint()] {
        tree.gravity = Vector3::zeros();
        let (mut q, mut v) = Numbers(5).state(&tree);
        let first = tree.momentum(&q, &v);
        for _ in 0..200 {
            tree.step(&mut q, &mut v, 2e-4).unwrap();
        }
        let last = tree.momentum(&q, &v);
        let off = (last.linear - first.linear).norm() / first.linear.norm();
        assert!(off < 1e-9, "{}: linear momentum off by {off:e}", tree.links[0].joint);
        let off = (last.angular - first.angular).norm() / first.angular.norm();
        assert!(off < 1e-9, "{}: angular momentum off by {off:e}", tree.links[0].joint);
    }
}

#[test]
fn the_mass_matrix_is_symmetric_and_holds_the_kinetic_energy() {
    for tree in [panda(), solo12(), every_joint()] {
        let mut numbers = Numbers(11);
        for _ in 0..5 {
            let (q, v) = numbers.state(&tree);
            let mass = tree.mass_matrix(&q);
            assert!(relative(mass.transpose().as_slice(), mass.as_slice()) < 1e-14);
            assert!(mass.clone().symmetric_eigenvalues().min() > 0.0);
            let v = DVector::from_vec(v);
            let kinetic = v.dot(&(&mass * &v)) / 2.0;
            assert!((tree.energy(&q, v.as_slice()).0 / kinetic - 1.0).abs() < 1e-12);
        }
    }
}

/// τ = d/dt(∂T/∂v) − ∂T/∂q − ∂W/∂q holds in coordinates without quaternions.
#[test]
fn efforts_are_those_of_lagranges_equations() {
    let tree = panda();
    let (q, v) = Numbers(13).state(&tree);
    let a = Numbers(17).vector(7);
    let mut expected = vec![0.0; 7];
    let step = 1e-3;
    // Sixth-order differences: truncation 1e-18·f⁽⁷⁾/140, round-off 1e-13.
    let difference = |f: &dyn Fn(f64) -> f64| {
        let d = |k: f64| f(k * step) - f(-k * step);
        (45.0 * d(1.0) - 9.0 * d(2.0) + d(3.0)) / (60.0 * step)
    };
    let moved = |x: &[f64], j: usize, by: f64| {
        let mut x = x.to_vec();
        x[j] += by;
        x
    };
    for (i, expected) in expected.iter_mut().enumerate() {
        let momentum = |s: f64| {
            let q: Vec<f64> = (0..7).map(|j| q[j] + s * v[j] + s * s * a[j] / 2.0).collect();
            let v = DVector::from_fn(7, |j, _| v[j] + s * a[j]);
            (tree.mass_matrix(&q) * v)[i]
        };
        let energies = |s: f64| {
            let (kinetic, potential) = tree.energy(&moved(&q, i, s), &v);
            kinetic - potential
        };
        *expected = difference(&momentum) - difference(&energies);
    }
    let off = relative(&tree.inverse_dynamics(&q, &v, &a), &expected);
    assert!(off < 1e-10, "{off:e}");
}

#[test]
fn forward_dynamics_undoes_inverse_dynamics() {
    for tree in [panda(), solo12(), every_joint()] {
        let (q, v) = Numbers(19).state(&tree);
        let a = Numbers(23).vector(tree.velocities());
        let efforts = tree.inverse_dynamics(&q, &v, &a);
        // The condition of Solo12's mass matrix is 1e5.
        assert!(relative(&tree.forward_dynamics(&q, &v, &efforts).unwrap(), &a) < 1e-10);
    }
}

/// Dual numbers against differences of sixth order, positions moved by steps on the manifold.
#[test]
fn derivatives_are_those_of_differences() {
    for tree in [panda(), every_joint()] {
        let n = tree.velocities();
        let mut numbers = Numbers(29);
        let (q, v) = numbers.state(&tree);
        let a = numbers.vector(n);
        let all = tree.linearise(&q, &v, &a);
        assert!(relative(all.mass.as_slice(), tree.mass_matrix(&q).as_slice()) < 1e-13);
        let moved = |j: usize, by: f64| {
            let mut unit = vec![0.0; n];
            unit[j] = 1.0;
            // Ten Runge–Kutta steps along the constant velocity e_j.
            let mut q = q.clone();
            for _ in 0..10 {
                let h = by / 10.0;
                let after = |q: &[f64], k: &[f64], h: f64| -> Vec<f64> {
                    q.iter().zip(k).map(|(q, k)| q + h * k).collect()
                };
                let k1 = tree.rates(&q, &unit);
                let k2 = tree.rates(&after(&q, &k1, h / 2.0), &unit);
                let k3 = tree.rates(&after(&q, &k2, h / 2.0), &unit);
                let k4 = tree.rates(&after(&q, &k3, h), &unit);
                for i in 0..q.len() {
                    q[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
                }
            }
            q
        };
        let step = 1e-3;
        let column = |f: &dyn Fn(f64) -> Vec<f64>| -> DVector<f64> {
            let d = |k: f64| DVector::from_vec(f(k * step)) - DVector::from_vec(f(-k * step));
            (d(1.0) * 45.0 - d(2.0) * 9.0 + d(3.0)) / (60.0 * step)
        };
        let (mut by_position, mut by_velocity) = (DMatrix::zeros(n, n), DMatrix::zeros(n, n));
        for j in 0..n {
            by_position.set_column(j, &column(&|s| tree.inverse_dynamics(&moved(j, s), &v, &a)));
            let faster = |s: f64| {
                let mut v = v.clone();
                v[j] += s;
                tree.inverse_dynamics(&q, &v, &a)
            };
            by_velocity.set_column(j, &column(&faster));
        }
        assert!(relative(all.position.as_slice(), by_position.as_slice()) < 1e-10);
        assert!(relative(all.velocity.as_slice(), by_velocity.as_slice()) < 1e-10);
    }
}

#[test]
fn published_inertias_are_those_of_real_bodies() {
    for tree in [panda(), solo12()] {
        for link in &tree.links {
            let mut moments = link.inertia.symmetric_eigenvalues();
            moments.as_mut_slice().sort_by(f64::total_cmp);
            assert!(moments[0] > 0.0 && moments[0] + moments[1] > moments[2], "{}: {moments}", link.joint);
        }
    }
    let total: f64 = solo12().links.iter().map(|link| link.mass).sum();
    // 1.16115091 + 4 (2 · 0.14853845 + 0.03070001 + 0.00693606)
    assert!((total - 2.50000279).abs() < 1e-12);
    assert_eq!((solo12().coordinates(), solo12().velocities()), (19, 18));
    // Straight up, the flange is 0.333 + 0.316 + 0.384 − 0.107 above the ground and 0.088 ahead.
    let (at, axes) = panda().pose(6, &[0.0; 7]);
    let flange = at + axes * Vector3::new(0.0, 0.0, 0.107);
    assert!((flange - Vector3::new(0.088, 0.0, 0.926)).norm() < 1e-15);
    let quarter = rotation_about(Vector3::z(), std::f64::consts::FRAC_PI_2);
    assert!((quarter * Vector3::x() - Vector3::y()).norm() < 1e-15);
}
