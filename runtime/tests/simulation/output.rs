//! The contents of a solution: dense output, series, tables.

use crate::support::{FreeBody, MotorPendulum, Pendulum, RigidPendulum};
use linkwork::Error;
use linkwork::prelude::*;
use linkwork::solution::{State, TableWriter};

fn solve<M: Mechanism<Scalar = f64>>(m: &M, every: u64) -> Solution<M> {
    let run = m.simulate().method(RungeKutta4::projected()).step(1e-3).until(1.0);
    run.output(Sampling::Every(every)).run().unwrap()
}

/// Largest errors of (q, v, y) of dense output, half way between samples that are `every` steps apart.
fn errors<M: Mechanism<Scalar = f64>>(m: &M, every: u64) -> [f64; 3] {
    let (fine, coarse) = (solve(m, 1), solve(m, every));
    let mut worst = [0.0_f64; 3];
    let halfway = fine.samples().iter().skip(every as usize / 2).step_by(every as usize);
    for exact in halfway {
        let found = coarse.at(exact.t).unwrap();
        let far =
            |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, linkwork::Real::max);
        worst[0] = worst[0].max(far(found.q.as_slice(), exact.q.as_slice()));
        worst[1] = worst[1].max(far(found.v.as_slice(), exact.v.as_slice()));
        worst[2] = worst[2].max(far(found.y.as_slice(), exact.y.as_slice()));
    }
    worst
}

fn orders<M: Mechanism<Scalar = f64>>(m: &M) -> [f64; 3] {
    let (coarse, fine) = (errors(m, 100), errors(m, 50));
    [0, 1, 2].map(|i| (coarse[i] / fine[i]).log2())
}

#[test]
fn dense_output_is_quintic() {
    let [q, v, y] = orders(&MotorPendulum::default());
    assert!((q - 6.0).abs() < 0.3 && (y - 4.0).abs() < 0.3, "orders {q} {v} {y}");
    // Halfway the error of the derivative, whose polynomial is even there, is one order better than elsewhere.
    assert!(v > 4.7, "order {v}");
}

#[test]
fn dense_output_on_the_rotation_group() {
    let [q, v, _] = orders(&FreeBody::default());
    assert!((q - 4.0).abs() < 0.3 && v > 2.7, "orders {q} {v}");
}

#[test]
fn dense_output_meets_the_samples_and_nothing_beyond() {
    let solution = solve(&RigidPendulum::default(), 10);
    for sample in solution.samples() {
        assert_eq!(solution.at(sample.t).unwrap().q, sample.q);
    }
    let Error::Setting { what, .. } = solution.at(1.5).unwrap_err() else { panic!("beyond the end") };
    assert_eq!(what, "t");
    assert!(solution.at(-1e-9).is_err() && solution.at(f64::NAN).is_err());
    // Multipliers between samples: the force in the rod at that state.
    let (m, s) = (RigidPendulum::default(), solution.at(0.123_45).unwrap());
    let tension = m.gravity * s.q[2].cos() + s.v[2] * s.v[2];
    assert!((s.lambda[1] + tension * s.q[2].cos()).abs() < 1e-9);
}

#[test]
fn series_by_name() {
    let solution = solve(&MotorPendulum::default(), 100);
    let names = ["time", "theta", "der(theta)", "der(der(theta))", "torque"];
    let last = solution.last();
    let values = [last.t, last.q[0], last.v[0], last.a[0], last.y[0]];
    for (name, value) in names.into_iter().zip(values) {
        let series = solution.series(name).unwrap();
        assert_eq!((series.len(), series[10]), (11, value), "{name}");
    }
    let error = solution.series("thete").unwrap_err();
    assert!(
        error.to_string().starts_with("there is no column `thete`\nhelp: there are `time`, `theta`"),
        "{error}"
    );
    assert!(solution.output("piston").is_err() && solution.multiplier("rod").is_err());
}

#[test]
fn energy_and_constraints() {
    let solution = solve(&RigidPendulum::default(), 10);
    assert_eq!(solution.energy().len(), 101);
    assert!(solution.energy_drift() > 0.0 && solution.energy_drift() < 1e-9, "{:e}", solution.energy_drift());
    assert!(solution.constraint_drift() < 1e-15);
    assert_eq!(solution.constraint_residuals().len(), 101);
    assert_eq!(solve(&Pendulum::default(), 10).constraint_drift(), 0.0);
    let text = format!("{solution:?} {}", solution.report());
    assert!(
        text.contains("RigidPendulum") && text.contains("RungeKutta4, projected (order 4): 1000 steps"),
        "{text}"
    );
}

/// A path of its own for each test.
fn file(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("linkwork-{}-{name}", std::process::id()))
}

#[test]
fn tables_read_back_bit_for_bit() {
    let solution = solve(&RigidPendulum::default(), 100);
    let path = file("table.csv");
    std::fs::write(&path, "what was here before").unwrap();
    solution.write_csv(&path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let mut lines = text.split("\r\n");
    assert_eq!(
        lines.next().unwrap(),
        "time [s],x [m],y [m],theta [rad],der(x) [m/s],der(y) [m/s],der(theta) [rad/s],der(der(x)) [m/s^2],\
         der(der(y)) [m/s^2],der(der(theta)) [rad/s^2],multiplier(along_x) [N],multiplier(along_y) [N]"
    );
    for sample in solution.samples() {
        let fields: Vec<f64> = lines.next().unwrap().split(',').map(|x| x.parse().unwrap()).collect();
        let expected = [
            &[sample.t],
            sample.q.as_slice(),
            sample.v.as_slice(),
            sample.a.as_slice(),
            sample.lambda.as_slice(),
        ];
        assert_eq!(fields, expected.concat());
    }
    assert_eq!((lines.next(), lines.next()), (Some(""), None));
}

#[test]
fn a_table_on_a_manifold_has_a_name_for_every_column() {
    let mut table = Vec::new();
    solve(&FreeBody::default(), 500).write_table(&mut table).unwrap();
    let table = String::from_utf8(table).unwrap();
    let counts: Vec<usize> = table.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(counts, [11; 4]);
}

#[test]
fn a_table_that_cannot_be_written_leaves_nothing() {
    let path = file("no-such-folder").join("table.csv");
    let error = solve(&Pendulum::default(), 100).write_csv(&path).unwrap_err();
    assert!(matches!(error, Error::Io { .. }) && error.to_string().contains("table.csv"));
    assert!(!path.exists());
}

/// Links and permissions are preserved: a file is replaced where it is.
#[test]
#[cfg(unix)]
fn a_table_replaces_the_target_of_a_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (real, link) = (file("real.csv"), file("link.csv"));
    std::fs::write(&real, "before").unwrap();
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&real, &link).unwrap();
    solve(&Pendulum::default(), 10).write_csv(&link).unwrap();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(std::fs::read_to_string(&real).unwrap().starts_with("time [s],"));
    assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    // A link to a file that does not exist yet is followed too.
    std::fs::remove_file(&real).unwrap();
    solve(&Pendulum::default(), 10).write_csv(&link).unwrap();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink() && real.is_file());
    std::fs::remove_file(&link).unwrap();
    std::fs::remove_file(&real).unwrap();
}

/// A pipe is written to, not replaced.
#[test]
#[cfg(unix)]
fn a_table_goes_through_a_pipe() {
    use std::os::unix::fs::FileTypeExt;
    let pipe = file("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).unwrap()
    });
    solve(&Pendulum::default(), 10).write_csv(&pipe).unwrap();
    assert!(reader.join().unwrap().starts_with("time [s],"));
    assert!(std::fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    std::fs::remove_file(&pipe).unwrap();
}

/// The result of a failed `write_whole`: the unchanged file, and no other file.
#[test]
fn a_file_that_fails_half_way_is_unchanged() {
    let path = file("half.txt");
    std::fs::write(&path, "before").unwrap();
    let beside = linkwork::solution::partial_file(&path).unwrap();
    let failed = linkwork::solution::write_whole(&path, |to| {
        to.write_all(b"half")?;
        assert!(beside.exists());
        Err(std::io::Error::other("no more"))
    });
    assert_eq!(failed.unwrap_err().to_string(), "no more");
    assert!(!beside.exists() && std::fs::read_to_string(&path).unwrap() == "before");
    std::fs::remove_file(&path).unwrap();
}

/// Streams receive the samples that `output` would have kept, bit for bit, while the solution keeps its ends.
#[test]
fn streams_have_the_samples_that_output_keeps() {
    let m = RigidPendulum::default();
    let text = |states: &[State<_>]| states.iter().map(|state| format!("{state:?}")).collect::<Vec<_>>();
    for which in [Sampling::EveryStep, Sampling::Every(7), Sampling::Interval(0.013), Sampling::Ends] {
        let run = || m.simulate().tolerance(1e-9, 1e-9).until(1.0);
        let kept = run().output(which).run().unwrap();
        let mut streamed = Vec::new();
        let take = |_: &_, sample: &linkwork::stepper::Sample<'_, _>| {
            streamed.push(State::from(sample));
            Ok(())
        };
        let ends = run().output(Sampling::Ends).stream(which, take).run().unwrap();
        assert_eq!(ends.samples().len(), 2);
        assert_eq!(text(kept.samples()), text(&streamed), "{which:?}");
    }
}

/// A run of unknown length in constant memory: every 2ᵏ-th step, the first and the last.
#[test]
fn the_number_of_kept_samples_is_limited() {
    let m = RigidPendulum::default();
    let run = || m.simulate().step(1e-3).until(1.0);
    for (most, stride) in [(2000, 1), (1001, 2), (1000, 2), (100, 16), (2, 1024), (0, 1024)] {
        let kept = run().output(Sampling::AtMost(most)).run().unwrap();
        let times: Vec<f64> = kept.times();
        assert!(times.len() <= most.max(2) + 1, "{most}: {}", times.len());
        let expected = (0..1000).step_by(stride).chain([1000]).map(|n| f64::from(n) * 1e-3);
        let far = times.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, linkwork::Real::max);
        assert!(far < 1e-12, "{most}: {far} {times:?}");
    }
    // A stream cannot withdraw samples.
    let refused = run().stream(Sampling::AtMost(9), |_, _| Ok(())).run().unwrap_err();
    assert!(matches!(refused.error, Error::Setting { .. }), "{refused:?}");
}

#[test]
fn a_streamed_table_is_the_table_of_the_solution() {
    let m = MotorPendulum::default();
    let run = || m.simulate().step(1e-3).until(0.5);
    let mut whole = Vec::new();
    run().run().unwrap().write_table(&mut whole).unwrap();
    let mut table = TableWriter::new(&m, Vec::new(), None).unwrap();
    let stream = run().output(Sampling::Ends);
    stream.stream(Sampling::EveryStep, |m, sample| table.write(m, sample)).run().unwrap();
    assert_eq!(String::from_utf8(table.finish().unwrap()).unwrap(), String::from_utf8(whole).unwrap());

    let names = ["torque".to_string(), "time".to_string()];
    let mut table = TableWriter::new(&m, Vec::new(), Some(&names)).unwrap();
    run().stream(Sampling::Interval(0.25), |m, sample| table.write(m, sample)).run().unwrap();
    let text = String::from_utf8(table.finish().unwrap()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() == 4 && lines[0].starts_with("torque"), "{text}");
    let ends: Vec<&str> = lines[1..].iter().filter_map(|line| line.split(',').nth(1)).collect();
    assert_eq!(ends, ["0.0", "0.25", "0.5"]);
    let unknown = TableWriter::new(&m, Vec::new(), Some(&["curent".to_string()])).err();
    assert!(matches!(unknown, Some(Error::Unknown { .. })), "{unknown:?}");
}

/// Blocks are whole lines; an error of the writer ends the run, with the solution as far as it got.
#[test]
fn a_table_that_cannot_be_written_ends_the_run() {
    struct Full(usize);
    impl std::io::Write for Full {
        fn write(&mut self, block: &[u8]) -> std::io::Result<usize> {
            assert_eq!(block.last(), Some(&b'\n'));
            if self.0 == 0 {
                return Err(std::io::Error::other("no space"));
            }
            self.0 -= 1;
            Ok(block.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let m = Pendulum::default();
    let mut table = TableWriter::new(&m, Full(2), None).unwrap();
    let run = m.simulate().step(1e-3).until(100.0);
    let failed = run.stream(Sampling::EveryStep, |m, sample| table.write(m, sample)).run().unwrap_err();
    assert!(matches!(&failed.error, Error::Stream(why) if why.to_string() == "no space"), "{failed:?}");
    assert!(failed.partial.is_some_and(|partial| partial.samples().len() > 1000));
    assert!(matches!(table.finish(), Err(Error::Stream(_))));
}
