//! The coefficients that motions distinguish.

use crate::{ARM, SLIDER_CRANK, SPATIAL, regressor, regressors};
use linkwork_regressor::{BaseParameters, Stacked};

/// The classical result of two links in the plane: the lower mass is grouped with the upper link's inertia and first moment, the rotor is separate,
/// the upper mass has no effect.
#[test]
fn an_arm_in_the_plane_has_the_groups_of_the_textbook() {
    let regressor = regressor(ARM);
    let base = BaseParameters::of(&regressor).expect("base parameters");
    let names: Vec<String> = base.names(regressor.columns()).iter().map(|n| n.name.to_string()).collect();
    let wanted = [
        "upper.first_moment.x + 0.5*lower.mass",
        "upper.first_moment.y",
        "upper.inertia + 0.25*lower.mass",
        "lower.first_moment.x",
        "lower.first_moment.y",
        "lower.inertia",
        "elbow.rotor_inertia",
        "back.stiffness",
        "shoulder.damping",
        "shoulder.friction",
    ];
    let (mut found, mut expected) = (names.clone(), wanted.map(String::from).to_vec());
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    let without: Vec<&str> = base.without_effect.iter().map(|&j| &*regressor.columns()[j].name).collect();
    assert_eq!(without, ["upper.mass"]);
}

/// A known number: a slider–crank has the base parameters of three bodies on one freedom, the same in both formulations.
#[test]
fn formulations_have_the_same_groups() {
    let all = regressors(SLIDER_CRANK);
    let bases: Vec<BaseParameters> =
        all.iter().map(|regressor| BaseParameters::of(regressor).expect("base parameters")).collect();
    assert_eq!(bases[0].kept, bases[1].kept);
    let apart = (&bases[0].groups - &bases[1].groups).amax();
    assert!(apart < 1e-8, "{apart:e}");
}

/// β groups what Y does: Y π = Y_b β π for any π; and the rank is that of singular values.
#[test]
fn groups_reproduce_all_coefficients() {
    for source in [ARM, SLIDER_CRANK, SPATIAL] {
        let regressor = regressor(source);
        let base = BaseParameters::of(&regressor).expect("base parameters");
        // One motion after the other has independent coordinates of its own.
        let instants = regressor.random(60).expect("motions");
        let mut scaled = nalgebra::DMatrix::<f64>::zeros(0, regressor.columns().len());
        for instant in &instants {
            let stacked = Stacked::new(&regressor, std::slice::from_ref(instant), None).expect("rows");
            let again = base.matrix(&stacked.matrix) * &base.groups;
            let apart = (&again - &stacked.matrix).amax();
            assert!(apart < 1e-8 * (1.0 + stacked.matrix.amax()), "{apart:e}");
            let at = scaled.nrows();
            scaled = scaled.resize_vertically(at + stacked.matrix.nrows(), 0.0);
            scaled.rows_mut(at, stacked.matrix.nrows()).copy_from(&stacked.matrix);
        }
        for (j, mut column) in scaled.column_iter_mut().enumerate() {
            // Columns that reactions cancel are rounding.
            if base.without_effect.contains(&j) {
                column.fill(0.0);
            }
            let size = column.norm();
            if size > 0.0 {
                column /= size;
            }
        }
        let values = scaled.svd(false, false).singular_values;
        let rank = values.iter().filter(|x| **x > 1e-10 * values[0]).count();
        assert_eq!(base.kept.len(), rank, "{:?} {:?}", base.clearance, values.as_slice());
    }
}

/// Sarrus' linkage, two pairs of plates whose hinges are perpendicular: five of its closure's six equations repeat others, and beside the
/// manifold they do not. The platform moves along z alone, so that its inertia has no effect.
const SARRUS: &str = "pub mechanism Sarrus in space {
    gravity = [0.0, 0.0, -9.81] [m/s^2];
    body a1 { mass: 1 [kg], inertia: [[0.02, 0.0, 0.0],[0.0, 0.01, 0.0],[0.0, 0.0, 0.02]] [kg*m^2], com: [0.0, 0.0, 0.0] [m] }
    body a2 { mass: 1 [kg], inertia: [[0.02, 0.0, 0.0],[0.0, 0.01, 0.0],[0.0, 0.0, 0.02]] [kg*m^2], com: [0.0, 0.0, 0.0] [m] }
    body c1 { mass: 1 [kg], inertia: [[0.01, 0.0, 0.0],[0.0, 0.02, 0.0],[0.0, 0.0, 0.02]] [kg*m^2], com: [0.0, 0.0, 0.0] [m] }
    body c2 { mass: 1 [kg], inertia: [[0.01, 0.0, 0.0],[0.0, 0.02, 0.0],[0.0, 0.0, 0.02]] [kg*m^2], com: [0.0, 0.0, 0.0] [m] }
    body top { mass: 5 [kg], inertia: [[0.2, 0.0, 0.0],[0.0, 0.3, 0.0],[0.0, 0.0, 0.4]] [kg*m^2], com: [0.1, 0.05, 0.2] [m] }
    joint A0 = revolute(ground at [1.0, 0.0, 0.0] [m], a1 at [-0.2, 0.0, -0.45] [m], axis: [0.0, 1.0, 0.0]);
    joint A1 = revolute(a1 at [0.2, 0.0, 0.45] [m], a2 at [0.2, 0.0, -0.45] [m], axis: [0.0, 1.0, 0.0]);
    joint A2 = revolute(a2 at [-0.2, 0.0, 0.45] [m], top at [1.0, 0.0, -0.2] [m], axis: [0.0, 1.0, 0.0]);
    joint C0 = revolute(ground at [0.0, 1.0, 0.0] [m], c1 at [0.0, 0.0, -0.5] [m], axis: [1.0, 0.0, 0.0]);
    joint C1 = revolute(c1 at [0.0, 0.5, 0.4] [m], c2 at [0.0, 0.5, -0.6] [m], axis: [1.0, 0.0, 0.0]);
    joint C2 = revolute(c2 at [0.0, 0.0, 0.3] [m], top at [0.0, 1.0, -0.2] [m], axis: [1.0, 0.0, 0.0]);
    initial { der(A0.angle): 0.5 [rad/s] }
}";

#[test]
fn random_motions_return_to_overconstrained_loops() {
    let regressor = regressor(SARRUS);
    let base = BaseParameters::of(&regressor).expect("base parameters");
    let without = |name: &str| base.without_effect.iter().any(|&j| &*regressor.columns()[j].name == name);
    assert!(without("top.inertia.zz") && without("top.first_moment.x"), "{:?}", base.without_effect);
    // The plates swing: their inertias about the hinges, and first moments, as far as the loop does not group them.
    let names: Vec<String> = base.names(regressor.columns()).iter().map(|n| n.name.to_string()).collect();
    assert!(names.iter().any(|name| name.contains("a1.inertia.yy")), "{names:?}");
    assert!(!without("a1.mass") && !without("c1.first_moment.z"), "{:?}", base.without_effect);
}
