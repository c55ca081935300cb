//! Robots whose joints mimic others: forward and inverse dynamics in the remaining coordinates, against the equations of all
//! joints with the couplings eliminated by hand,
//!
//! ```text
//! q = S u + s,   v = S u̇,   a = S ü,   τ_u = Sᵀ τ(q, v, a)                                          (1)
//! ```
//!
//! with S and s of the URDF file, and τ of the same robot without `shared: true`, whose couplings are constraints.

use linkwork::prelude::*;
use linkwork::stepper::Start;
use linkwork_compiler::Options;
use linkwork_compiler::build::compile_text;
use linkwork_compiler::robots::{Import, mech};
use linkwork_tape::{Tape, TapeParameters};
use nalgebra::{DMatrix, DVector};

/// Two ways of summing the same terms.
const ROUNDING: f64 = 1e-11;
/// Central differences with steps of 1e-6.
const DIFFERENCES: f64 = 1e-7;

/// A joint that follows another: (its coordinate, the other's, multiplier, offset).
type Mimic = (&'static str, &'static str, f64, f64);

const CHAIN: &str = r#"<robot name="chain">
<link name="base"/>
<link name="a"><inertial><origin xyz="0.1 0.02 0.2" rpy="0.1 0.2 0.3"/><mass value="2.1"/><inertia ixx="0.03" iyy="0.04" izz="0.05" ixy="0.002" ixz="-0.001" iyz="0.003"/></inertial></link>
<link name="b"><inertial><origin xyz="-0.05 0.1 0.1"/><mass value="1.3"/><inertia ixx="0.02" iyy="0.01" izz="0.015" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="c"><inertial><origin xyz="0.02 -0.1 0.15"/><mass value="0.8"/><inertia ixx="0.01" iyy="0.012" izz="0.009" ixy="0" ixz="0.001" iyz="0"/></inertial></link>
<link name="d"><inertial><origin xyz="0.03 0.04 0.05"/><mass value="0.5"/><inertia ixx="0.004" iyy="0.005" izz="0.006" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j1" type="revolute"><parent link="base"/><child link="a"/><origin xyz="0 0 0.1" rpy="0.2 -0.1 0"/><axis xyz="0 0 1"/><limit lower="-9" upper="9" effort="1" velocity="1"/><dynamics damping="0.4"/></joint>
<joint name="j2" type="revolute"><parent link="a"/><child link="b"/><origin xyz="0.1 0 0.4"/><axis xyz="0 1 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/></joint>
<joint name="j3" type="revolute"><parent link="b"/><child link="c"/><origin xyz="0 0.05 0.3" rpy="0 0.4 0"/><axis xyz="1 0 1"/><limit lower="-9" upper="9" effort="1" velocity="1"/><mimic joint="j1" multiplier="-0.7" offset="0.2"/></joint>
<joint name="j4" type="prismatic"><parent link="a"/><child link="d"/><origin xyz="0.2 0 0"/><axis xyz="0 1 1"/><limit lower="-9" upper="9" effort="1" velocity="1"/><mimic joint="j2" multiplier="0.3" offset="-0.1"/></joint>
</robot>"#;

fn built(text: &str) -> Tape {
    let compiled = compile_text("robot", text, &Options::default(), false);
    let program = compiled.unwrap_or_else(|mistakes| panic!("{text}\n{mistakes}")).programs.remove(0);
    TapeParameters::new(program).build().unwrap_or_else(|error| panic!("{error}"))
}

fn coordinate(m: &Tape, name: &str) -> usize {
    let names: Vec<&str> = m.names().coordinates.iter().map(|named| named.name.as_ref()).collect();
    names.iter().position(|known| *known == name).unwrap_or_else(|| panic!("no `{name}` in {names:?}"))
}

/// S and s of (1).
fn eliminated(shared: &Tape, all: &Tape, mimics: &[Mimic]) -> (DMatrix<f64>, DVector<f64>) {
    let (n, k) = (all.sizes().velocities, shared.sizes().velocities);
    assert_eq!((all.sizes().coordinates, n - k), (n, mimics.len()));
    let (mut s, mut offsets) = (DMatrix::zeros(n, k), DVector::zeros(n));
    for named in shared.names().coordinates.iter() {
        s[(coordinate(all, &named.name), coordinate(shared, &named.name))] = 1.0;
    }
    for &(driven, driver, multiplier, offset) in mimics {
        s[(coordinate(all, driven), coordinate(shared, driver))] = multiplier;
        offsets[coordinate(all, driven)] = offset;
    }
    (s, offsets)
}

#[track_caller]
fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    let size = expected.iter().fold(1e-6, |size: f64, x| size.max(x.abs()));
    assert_eq!(found.len(), expected.len());
    for (x, y) in found.iter().zip(expected) {
        assert!((x - y).abs() <= tolerance * size, "{found:?}, not {expected:?}");
    }
}

fn check(text: &str, mimics: &[Mimic]) {
    let robot = mech("robot.urdf", text, &Import::default(), false).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(robot.text.matches(", shared: true").count(), mimics.len());
    let (shared, all) = (built(&robot.text), built(&robot.text.replace(", shared: true", "")));
    assert!(!shared.flags().constrained() && all.sizes().holonomic == mimics.len());
    let (s, offsets) = eliminated(&shared, &all, mimics);
    let k = shared.sizes().velocities;
    let (mut of_shared, mut of_all) = (Dynamics::new(&shared), Dynamics::new(&all));
    for sample in 0..4 {
        let number = |i: usize, j: usize| (1.3 * i as f64 + 2.1 * j as f64 + 0.7 * sample as f64).sin();
        let of = |j: usize| DVector::from_fn(k, |i, _| number(i, j));
        let (u, rates, wanted, efforts) = (of(0), of(1), of(2), of(3));
        let y = DVector::zeros(0);
        let state = Start { t: 0.0, q: u.clone(), v: rates.clone(), y: y.clone() };
        let whole = Start { t: 0.0, q: &s * &u + &offsets, v: &s * &rates, y };
        // Inverse dynamics, the mass matrix.
        let expected = s.transpose() * of_all.inverse(&all, &whole, &(&s * &wanted));
        close(of_shared.inverse(&shared, &state, &wanted).as_slice(), expected.as_slice(), ROUNDING);
        let mass = s.transpose() * of_all.mass_matrix(&all, &whole) * &s;
        close(of_shared.mass_matrix(&shared, &state).as_slice(), mass.as_slice(), ROUNDING);
        // Forward dynamics: the accelerations under these efforts.
        let bias = s.transpose() * of_all.inverse(&all, &whole, &DVector::zeros(all.sizes().velocities));
        let expected = mass.cholesky().expect("a positive definite mass matrix").solve(&(&efforts - bias));
        let found =
            of_shared.forward(&shared, &state, &efforts).unwrap_or_else(|error| panic!("{error}")).clone();
        close(found.as_slice(), expected.as_slice(), ROUNDING);
        // Its derivatives against its differences.
        let (_, by_position, by_velocity) = of_shared
            .forward_derivatives(&shared, &state, &efforts)
            .unwrap_or_else(|error| panic!("{error}"));
        let (by_position, by_velocity) = (by_position.clone(), by_velocity.clone());
        for i in 0..k {
            let mut column = |of_position: bool| {
                let mut ends = [1e-6, -1e-6].map(|step| {
                    let mut there = state.clone();
                    if of_position {
                        there.q[i] += step
                    } else {
                        there.v[i] += step
                    }
                    of_shared
                        .forward(&shared, &there, &efforts)
                        .unwrap_or_else(|error| panic!("{error}"))
                        .clone()
                });
                ends[0] -= ends[1].clone();
                (&ends[0] / 2e-6).as_slice().to_vec()
            };
            close(by_position.column(i).as_slice(), &column(true), DIFFERENCES);
            close(by_velocity.column(i).as_slice(), &column(false), DIFFERENCES);
        }
    }
}

#[test]
fn dynamics_of_joints_that_mimic_others_are_those_with_the_couplings_eliminated() {
    check(CHAIN, &[("j3.angle", "j1.angle", -0.7, 0.2), ("j4.displacement", "j2.angle", 0.3, -0.1)]);
    let gripper = include_str!("../../../tests/urdf/gripper.urdf");
    check(
        gripper,
        &[
            ("right_finger_joint.displacement", "left_finger_joint.displacement", 1.0, 0.0),
            ("wheel_joint.angle", "left_finger_joint.displacement", -80.0, 0.25),
        ],
    );
}
