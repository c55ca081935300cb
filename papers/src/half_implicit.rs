//! The half-implicit and fully implicit methods of Fang, Kissel, Zhang and Negrut (2023): their mechanisms in absolute
//! coordinates, and the numbers of independent programs.
//!
//! Invariant: a text without the part to be replaced is an error, never another mechanism.

pub use super::methods::{columns, number, numbers, rows};
use serde_json::Value;
use std::f64::consts::{PI, TAU};

/// The line that the published friction law replaces.
const RUBBING: &str = "force rubbing = friction(guide, coefficient: friction, velocity: 1e-3 [m/s]);";
/// −μ |N| sign ẋ with the vertical force N of the guide only; `friction` includes the horizontal force.
const PUBLISHED_RUBBING: &str = "
    force rubbing = force(slider, [-(friction * abs(guide.force.z) * sign(der(guide.displacement))), 0 [N], 0 [N]]);
    output slider_v = der(guide.displacement);
    output guide_z = guide.force.z;";

fn replaced(text: &str, old: &str, new: &str) -> Result<String, String> {
    if text.contains(old) { Ok(text.replace(old, new)) } else { Err(format!("no `{old}` in\n{text}")) }
}

/// The text of a mechanism of the library, in absolute coordinates.
///
/// # Errors
/// There is no mechanism of that name, or it does not consist of bodies in space.
pub fn absolute(name: &str) -> Result<String, String> {
    let entry = linkwork_models::find(name).ok_or_else(|| format!("no mechanism `{name}`"))?;
    let text = entry.source.replace("coordinates = [minimal, absolute];", "");
    replaced(&text, " in space {", " in space { coordinates = absolute;")
}

/// The double pendulum of thick bars; outputs y, z, y', z' of the lower bar.
///
/// # Errors
/// The library has changed.
pub fn double_bars() -> Result<String, String> {
    let last = "output lower_z = lower.position.z;";
    let more = "\n    output lower_vy = lower.velocity.y;\n    output lower_vz = lower.velocity.z;";
    replaced(&absolute("double_bars")?, last, &format!("{last}{more}"))
}

/// Haug's slider–crank with the published friction; outputs x' of the slider, N, x, T.
///
/// # Errors
/// The library has changed.
pub fn slider_crank() -> Result<String, String> {
    replaced(&absolute("spatial_slider_crank")?, RUBBING, PUBLISHED_RUBBING)
}

/// The four-link mechanism; outputs velocity and position of the coupler, T.
///
/// # Errors
/// The library has changed.
pub fn four_link() -> Result<String, String> {
    let first = "output coupler_x";
    let velocities =
        ["x", "y", "z"].map(|axis| format!("output coupler_v{axis} = coupler.velocity.{axis};\n"));
    replaced(&absolute("four_link")?, first, &format!("{}{first}", velocities.concat()))
}

/// Shapes of the four-link mechanism, and the masses and inertias of the published program: 2, 1 and 1 kg.
const UNIT_MASSES: [(&str, &str); 3] = [
    (
        "shape: disk(radius: 2 [m], thickness: 0.1 [m], along: [1, 0, 0], density: 1500 [kg/m^3])",
        "mass: 2 [kg], inertia: diagonal(4, 2, 2) [kg*m^2]",
    ),
    (
        "shape: box(size: [0.1, 12.2, 0.1] [m], density: 1500 [kg/m^3])",
        "mass: 1 [kg], inertia: diagonal(12.4, 0.1, 12.4) [kg*m^2]",
    ),
    (
        "shape: box(size: [0.1, 0.1, 7.4] [m], density: 1500 [kg/m^3])",
        "mass: 1 [kg], inertia: diagonal(4.54, 4.54, 0.01) [kg*m^2]",
    ),
];

/// [`four_link`] with the masses of the published program, for which its iteration counts were measured.
///
/// # Errors
/// The library has changed.
pub fn four_link_of_unit_masses() -> Result<String, String> {
    UNIT_MASSES.iter().try_fold(four_link()?, |text, (stated, run)| replaced(&text, stated, run))
}

/// Position and velocity of the slider at the time t, in m and m/s. With q = 2πt, and the pin from which the rod of 0.3 m reaches
/// the x axis,
///
/// ```text
/// x = √(0.0592 − 0.016 sin q − 0.0192 cos q),    x′ = π (−0.016 cos q + 0.0192 sin q)/x
/// ```
pub fn slider(t: f64) -> (f64, f64) {
    let (sin, cos) = (TAU * t).sin_cos();
    let x = (0.0592 - 0.016 * sin - 0.0192 * cos).sqrt();
    (x, PI * (-0.016 * cos + 0.0192 * sin) / x)
}

/// Vertical velocity of the coupler's centre at the time t, in m/s. Its ends are B on the rotor and C on the rocker, p = πt,
///
/// ```text
/// B_z = 2 cos p,    C_z = 7.4 cos α,    u = 29.6 cos p,    r = √(59.2² + u²),
/// α = atan2(u, 59.2) + asin s,    s = (1.83 + 34 sin p)/r,
/// z′ = (B_z′ + C_z′)/2 = −π sin p − 3.7 α′ sin α,
/// α′ = 59.2 u′/r² + s′/√(1 − s²),    s′ = 34 p′ cos p/r − s u u′/r²
/// ```
pub fn coupler_velocity_z(t: f64) -> f64 {
    let (sin, cos) = (PI * t).sin_cos();
    let (u, du) = (29.6 * cos, -29.6 * PI * sin);
    let square = 59.2 * 59.2 + u * u;
    let s = (1.83 + 34.0 * sin) / square.sqrt();
    let ds = 34.0 * PI * cos / square.sqrt() - s * u * du / square;
    let alpha = u.atan2(59.2) + s.asin();
    let rate = 59.2 * du / square + ds / (1.0 - s * s).sqrt();
    -PI * sin - 3.7 * rate * alpha.sin()
}

/// An error of an independent program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Error {
    /// Whether this is half-implicit Euler (HI); otherwise implicit Euler (FI).
    pub half: bool,
    /// Size of the steps, in s.
    pub h: f64,
    /// √(Σ e²/n) over 8 s.
    pub rms: f64,
}

fn errors(table: &Value) -> Result<Vec<Error>, String> {
    let all = table.as_array().ok_or_else(|| format!("not a table: {table}"))?;
    let error = |row: &Value| Ok(Error { half: row[0] == "HI", h: number(&row[1])?, rms: number(&row[2])? });
    all.iter().map(error).collect()
}

/// Errors of z of the lower bar of the double pendulum, in m.
///
/// # Errors
/// The file is malformed.
pub fn bar_errors() -> Result<Vec<Error>, String> {
    errors(&reference()?["double_pendulum_convergence"]["rows"])
}

/// Errors of a driven mechanism, in m/s: x′ of the slider (`slider_crank`), z′ of the coupler (`four_link`).
///
/// # Errors
/// The file is malformed.
pub fn velocity_errors(mechanism: &str) -> Result<Vec<Error>, String> {
    errors(&reference()?["driven_mechanism_velocity_convergence"][mechanism])
}

/// Mean iterations of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counts {
    /// Whether this is half-implicit Euler (HI); otherwise implicit Euler (FI).
    pub half: bool,
    /// Size of the steps, in s.
    pub h: f64,
    /// The tolerance of the iteration.
    pub tolerance: f64,
    /// The count of an independent program with the Newton matrix of the start of each step, as in the paper.
    pub independent: f64,
    /// Its count with the matrix of each iteration.
    pub full_newton: f64,
    /// The published count.
    pub published: f64,
    /// The count of the independent program with two defects of the published predictor, if it was run: the sign of
    /// ω × J ω, an inverse inertia.
    pub with_defects: Option<f64>,
}

/// Iterations over 8 s, half-implicit Euler first, from the smallest step:
/// `double_pendulum`, `slider_crank` or `four_link_unit_masses`.
///
/// # Errors
/// The file is malformed.
pub fn iterations(mechanism: &str) -> Result<Vec<Counts>, String> {
    let all = reference()?;
    let table = &all["iterations (8 s; ours quasi-Newton, ours full Newton, published data file)"];
    let rows = table[mechanism].as_object().ok_or_else(|| format!("no counts of `{mechanism}`"))?;
    let mut rows: Vec<Counts> = rows.iter().map(|(name, row)| counts(name, row)).collect::<Result<_, _>>()?;
    rows.sort_by(|a, b| b.half.cmp(&a.half).then(a.h.total_cmp(&b.h)));
    let defects = table["emulating two defects of the public predictor (HI only)"].as_object();
    let short = mechanism.trim_end_matches("_masses");
    let emulated = defects.into_iter().flatten().find(|(name, _)| name.starts_with(short));
    if let Some((_, emulated)) = emulated {
        for (row, count) in rows.iter_mut().zip(numbers(emulated)?) {
            row.with_defects = Some(count);
        }
    }
    Ok(rows)
}

/// The counts of a row with a name like `HI h1e-3 tol1e-7`.
fn counts(name: &str, row: &Value) -> Result<Counts, String> {
    let bad = || format!("`{name}` names no method, step and tolerance");
    let words: Vec<&str> = name.split(' ').collect();
    let [method, h, tolerance] = words[..] else { return Err(bad()) };
    let after =
        |word: &str, prefix: &str| word.strip_prefix(prefix).and_then(|x| x.parse().ok()).ok_or_else(bad);
    let row = numbers(row)?;
    let [independent, full_newton, published] = row[..] else {
        return Err(format!("{} counts of {name}", row.len()));
    };
    Ok(Counts {
        half: method == "HI",
        h: after(h, "h")?,
        tolerance: after(tolerance, "tol")?,
        independent,
        full_newton,
        published,
        with_defects: None,
    })
}

/// Energies E − E₀ of the double pendulum at t = 1, 2, … 10 s, in J, of an independent program: method `HI` or `FI`, step `1e-2`,
/// `1e-3` or `1e-4`.
///
/// # Errors
/// The file is malformed.
pub fn energies(method: &str, step: &str) -> Result<Vec<f64>, String> {
    numbers(&reference()?["double_pendulum_energy_minus_E0_at_t_1..10"][format!("{method} h={step}")])
}

/// The reference numbers.
///
/// # Errors
/// The file is malformed.
pub fn reference() -> Result<Value, String> {
    super::methods::part("half_implicit")
}
