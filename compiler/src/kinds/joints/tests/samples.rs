//! Values of parameters and poses that a joint allows: three freely drawn axes, coordinates within their
//! branch, and for joints without coordinates the place of `second` itself.

use super::cases::Case;
use super::numbers::{Random, normalised, product, turned};

pub fn draw_axis(random: &mut Random, case: &mut Case) {
    let axis = normalised(&random.vector());
    for (slot, x) in case.parameters.iter_mut().zip(axis) {
        *slot = x;
    }
}

/// The columns of a random rotation as three axes.
pub fn draw_axes(random: &mut Random, case: &mut Case) {
    let r = turned(&random.vector().map(|x| 3.0 * x));
    for (k, slot) in case.parameters.iter_mut().take(9).enumerate() {
        *slot = r[k % 3][k / 3];
    }
}

pub fn angle(random: &mut Random) -> f64 {
    random.within(-3.0, 3.0)
}

pub fn one_angle(random: &mut Random, case: &mut Case) -> Vec<f64> {
    draw_axis(random, case);
    vec![angle(random)]
}

pub fn angle_and_length(random: &mut Random, case: &mut Case) -> Vec<f64> {
    draw_axis(random, case);
    vec![angle(random), random.within(-2.0, 2.0)]
}

/// Three turns to either side.
pub fn screw(random: &mut Random, case: &mut Case) -> Vec<f64> {
    draw_axis(random, case);
    case.parameters[3] = random.within(0.5, 1.0) * if random.within(-1.0, 1.0) < 0.0 { -1.0 } else { 1.0 };
    vec![random.within(-20.0, 20.0)]
}

pub fn two_angles(random: &mut Random, case: &mut Case) -> Vec<f64> {
    draw_axes(random, case);
    vec![angle(random), angle(random)]
}

pub fn in_plane(random: &mut Random, case: &mut Case) -> Vec<f64> {
    draw_axes(random, case);
    vec![random.within(-2.0, 2.0), random.within(-2.0, 2.0), angle(random)]
}

/// Three lengths, then the coordinates of a rotation.
pub fn lengths_and(rotation: Vec<f64>, random: &mut Random) -> Vec<f64> {
    let mut all = random.vector().to_vec();
    all.extend(rotation);
    all
}

/// Angles of three axes within their branch, away from gimbal lock.
pub fn three_axes(random: &mut Random) -> Vec<f64> {
    vec![angle(random), random.within(-1.4, 1.4), angle(random)]
}

/// Angles of two axes, likewise.
pub fn two_axes(random: &mut Random) -> Vec<f64> {
    vec![angle(random), random.within(0.2, 2.9), angle(random)]
}

pub fn place(position: [f64; 3], rotation: &[[f64; 3]; 3]) -> Vec<f64> {
    position.into_iter().chain(rotation.concat()).collect()
}

pub fn any_turn(random: &mut Random, planar: bool) -> [[f64; 3]; 3] {
    turned(&if planar { [0.0, 0.0, angle(random)] } else { random.vector().map(|x| 3.0 * x) })
}

/// Parameter 0 is the length of the rod.
pub fn rod(random: &mut Random, case: &mut Case) -> Vec<f64> {
    let mut direction = random.vector();
    if case.planar {
        direction[2] = 0.0;
    }
    case.parameters[0] = random.within(0.5, 2.0);
    let offset = normalised(&direction).map(|x| case.parameters[0] * x);
    place(offset, &any_turn(random, case.planar))
}

/// Parameters 0 to 2 are the axis, in the plane as well.
pub fn on_line(random: &mut Random, case: &mut Case) -> Vec<f64> {
    let mut raw = random.vector();
    if case.planar {
        raw[2] = 0.0;
    }
    let (axis, s) = (normalised(&raw), random.within(-2.0, 2.0));
    case.parameters.copy_from_slice(&axis);
    place(axis.map(|x| s * x), &any_turn(random, case.planar))
}

/// Parameters are three axes, the third the normal.
pub fn on_plane(random: &mut Random, case: &mut Case) -> Vec<f64> {
    draw_axes(random, case);
    let (n, s, t) = (&case.parameters, random.within(-2.0, 2.0), random.within(-2.0, 2.0));
    place(core::array::from_fn(|i| s * n[i] + t * n[3 + i]), &any_turn(random, false))
}

/// A centre above a plane whose axes are the first nine parameters.
pub fn above(random: &mut Random, case: &Case, height: f64) -> [f64; 3] {
    let (n, s, t) = (&case.parameters, random.within(-2.0, 2.0), random.within(-2.0, 2.0));
    core::array::from_fn(|i| s * n[i] + t * n[3 + i] + height * n[6 + i])
}

/// Parameter 9 is the radius of the sphere.
pub fn sphere(random: &mut Random, case: &mut Case) -> Vec<f64> {
    draw_axes(random, case);
    case.parameters[9] = random.within(0.5, 1.0);
    place(above(random, case, case.parameters[9]), &any_turn(random, false))
}

/// As the sphere; parameters 10 to 12 are the axis, which leans at most 70° out of the upright: the rim's
/// lowest point is r cos(lean) below the centre.
pub fn disk(random: &mut Random, case: &mut Case) -> Vec<f64> {
    draw_axes(random, case);
    case.parameters[9] = random.within(0.5, 1.0);
    let axis = normalised(&random.vector());
    case.parameters[10..].copy_from_slice(&axis);
    let lean = random.within(-1.2, 1.2);
    let heading = angle(random);
    // A rotation that takes e_z to the disk's axis in `first`: heading about the normal, then lean.
    let columns =
        |p: &[f64]| -> [[f64; 3]; 3] { core::array::from_fn(|i| core::array::from_fn(|j| p[3 * j + i])) };
    let plane = columns(&case.parameters[..9]);
    let quarter = core::f64::consts::FRAC_PI_2;
    let tilted = product(&turned(&[0.0, 0.0, heading]), &turned(&[quarter + lean, 0.0, 0.0]));
    // A rotation that takes the disk's axis in `second` to e_z.
    let [x, y, z] = axis;
    let across = (x * x + y * y).sqrt();
    let back = turned(&[y, -x, 0.0].map(|c| c / across * z.acos()));
    let spun = product(&turned(&[0.0, 0.0, angle(random)]), &back);
    let turn = product(&plane, &product(&tilted, &spun));
    let height = case.parameters[9] * lean.cos();
    place(above(random, case, height), &turn)
}

/// Parameters 0 to 2 are the normal, in the plane; 3 the radius.
pub fn wheel(random: &mut Random, case: &mut Case) -> Vec<f64> {
    let phi = angle(random);
    let (n, r, s) = ([phi.cos(), phi.sin(), 0.0], random.within(0.5, 1.0), random.within(-2.0, 2.0));
    case.parameters.copy_from_slice(&[n[0], n[1], n[2], r]);
    place([r * n[0] - s * n[1], r * n[1] + s * n[0], 0.0], &any_turn(random, true))
}
