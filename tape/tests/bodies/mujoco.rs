//! Imported MJCF files against MuJoCo: M, bias and inverse dynamics at random states, from the
//! tables that `tests/mjcf/reference.py` writes.

use linkwork::prelude::*;
use linkwork::stepper::Start;
use linkwork_compiler::Options;
use linkwork_compiler::build::compile_text;
use linkwork_compiler::robots::{Import, mech};
use linkwork_tape::{Tape, TapeParameters};
use nalgebra::DVector;
use std::path::{Path, PathBuf};

/// Of the largest entry: two programs that round in different places.
const TOLERANCE: f64 = 1e-10;

/// The numbers of a line of a table.
fn numbers<'l>(lines: &mut impl Iterator<Item = &'l str>, word: &str) -> Vec<f64> {
    let line = lines.next().unwrap_or_default();
    let mut words = line.split_whitespace();
    assert_eq!(words.next(), Some(word), "{line}");
    words.map(|number| number.parse().expect("a number")).collect()
}

/// The largest difference over the largest expected number (or 1e-6, below which numbers are rounding).
fn off(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let size = expected.iter().fold(1e-6, |size: f64, x| size.max(x.abs()));
    let differences = found.iter().zip(expected).map(|(x, y)| (x - y).abs());
    differences.fold(0.0, |worst: f64, x| if x > worst || x.is_nan() { x } else { worst }) / size
}

fn imported(path: &Path) -> Result<Tape, String> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let import = Import { folder: path.parent().map(Path::to_owned), ..Import::default() };
    let robot = mech(&name, &text, &import, false)?;
    let compiled = compile_text(&name, &robot.text, &Options::default(), false);
    let program = compiled.map_err(|mistakes| format!("{}\n{mistakes}", robot.text))?.programs.remove(0);
    TapeParameters::new(program).build().map_err(|error| format!("{name}: {error}\n{}", robot.text))
}

/// M, bias and inverse dynamics of one file, each the worst of all states of its table.
fn compared<'l>(
    m: &Tape,
    sizes: [usize; 2],
    lines: &mut impl Iterator<Item = &'l str>,
    states: usize,
) -> [f64; 3] {
    let names: Vec<_> = m.names().coordinates.iter().map(|named| named.name.to_string()).collect();
    assert_eq!([m.sizes().coordinates, m.sizes().velocities], sizes, "{names:?}");
    let mut worst = [0.0_f64; 3];
    let mut dynamics = Dynamics::new(m);
    for _ in 0..states {
        let [q, v, a, mass, bias, inverse] =
            ["q", "v", "a", "mass", "bias", "inverse"].map(|word| numbers(lines, word));
        let (q, v) = (DVector::from_vec(q), DVector::from_vec(v));
        let state = Start { t: 0.0, q, v, y: m.initial().2 };
        let found = dynamics.mass_matrix(m, &state).transpose().as_slice().to_vec();
        let n = a.len();
        let at_rest = dynamics.inverse(m, &state, &DVector::zeros(n)).as_slice().to_vec();
        let moving = dynamics.inverse(m, &state, &DVector::from_vec(a)).as_slice().to_vec();
        let all = [off(&found, &mass), off(&at_rest, &bias), off(&moving, &inverse)];
        worst = std::array::from_fn(|i| if all[i] > worst[i] || all[i].is_nan() { all[i] } else { worst[i] });
    }
    worst
}

fn compare_all(table: &Path, states: usize, tell: bool) -> usize {
    let text = std::fs::read_to_string(table).expect("a table");
    let folder = table.parent().expect("a folder").to_owned();
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let (mut files, mut wrong) = (0, Vec::new());
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["file", name, nq, nv] = words[..] else { panic!("{line}") };
        let sizes = [nq, nv].map(|count| count.parse().expect("a count"));
        files += 1;
        match imported(&folder.join(name)) {
            Ok(m) if [m.sizes().coordinates, m.sizes().velocities] == sizes => {
                let found = compared(&m, sizes, &mut lines, states);
                if tell {
                    println!("{name}: M {:.1e}, bias {:.1e}, inverse {:.1e}", found[0], found[1], found[2]);
                }
                if found.iter().any(|off| off.is_nan() || *off > TOLERANCE) {
                    wrong.push(format!("{name}: {found:?}"));
                }
            }
            other => {
                lines.by_ref().take(6 * states).for_each(drop);
                let why = match other {
                    Ok(m) => {
                        let names: Vec<_> =
                            m.names().coordinates.iter().map(|named| named.name.to_string()).collect();
                        format!("{sizes:?} coordinates and velocities, not {names:?}")
                    }
                    Err(mistake) => mistake,
                };
                if tell {
                    println!("{name}: {}", why.lines().next().unwrap_or_default());
                }
                wrong.push(format!("{name}: {why}"));
            }
        }
    }
    assert!(tell || wrong.is_empty(), "{}", wrong.join("\n"));
    files
}

#[test]
fn mass_matrix_bias_and_inverse_dynamics_are_mujocos() {
    let own = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/mjcf/reference.txt"));
    assert_eq!(compare_all(&own, 4, false), 3);
    // Any other table, by hand: differences are reported.
    if let Some(table) = std::env::var_os("LINKWORK_MJCF_TABLE") {
        compare_all(Path::new(&table), 4, true);
    }
}
