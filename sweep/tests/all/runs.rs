//! Files: the same bytes for any threads and shards, also after a killed run.

use linkwork_sweep::{Axis, Design, Drawing, Format, List, Outcome, Plan, Random, Shard, SweepError, rows};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("linkwork-sweep-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(&self.0).expect("the folder can be read");
        entries
            .map(|entry| entry.expect("an entry"))
            .map(|entry| {
                (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a file"))
            })
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that is not removed is not a failure of the test.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn design() -> Design {
    let axes = vec!["length=0.1..0.5:5".parse::<Axis>().expect("an axis")];
    let random = vec!["mass~normal(1,0.1)".parse::<Random>().expect("a law")];
    Design::new(List::default(), axes, random, Some(21), 7, Drawing::Independent).expect("a design")
}

fn kept() -> Vec<String> {
    vec!["sum".into(), "product".into()]
}

fn plan<'a>(
    design: &'a Design,
    kept: &'a [String],
    folder: &'a Path,
    shard: Shard,
    threads: usize,
) -> Plan<'a> {
    Plan { design, facts: "a test", kept, chunk: 8, shard, threads, folder, format: Format::Csv }
}

/// Every tenth run fails, every seventh has a warning.
fn outcome(number: u64, values: &[f64]) -> Outcome {
    let result = match number % 10 {
        3 => Err("it failed,\nas \"said\"".to_owned()),
        _ => Ok(vec![values[0] + values[1], values[0] * values[1]]),
    };
    Outcome { result, warning: if number.is_multiple_of(7) { "slow".into() } else { String::new() } }
}

#[test]
fn bytes_do_not_depend_on_threads_and_shards() {
    let (design, kept) = (design(), kept());
    let whole = Folder::new("whole");
    let totals = plan(&design, &kept, &whole.0, Shard::WHOLE, 1).run(outcome, |_| ()).expect("it runs");
    assert_eq!(
        (totals.computed, totals.existing, totals.failed, totals.warned, totals.files),
        (105, 0, 11, 15, 14)
    );
    let wanted = whole.files();
    assert_eq!(wanted.len(), 15);
    for (shards, threads) in [(1, 4), (3, 2), (64, 1)] {
        let folder = Folder::new(&format!("of-{shards}-{threads}"));
        let mut made = 0;
        for number in 1..=shards {
            let shard = Shard { number, of: shards };
            made += plan(&design, &kept, &folder.0, shard, threads)
                .run(outcome, |_| ())
                .expect("it runs")
                .computed;
        }
        assert_eq!(made, 105);
        assert_eq!(folder.files(), wanted, "{shards} {threads}");
    }
}

/// Rows are in the order of their numbers, failures among them.
#[test]
fn every_run_has_a_row() {
    let (design, kept) = (design(), kept());
    let folder = Folder::new("rows");
    plan(&design, &kept, &folder.0, Shard::WHOLE, 0).run(outcome, |_| ()).expect("it runs");
    let mut number = 0;
    for (name, bytes) in folder.files().iter().filter(|(name, _)| name.ends_with(".csv")) {
        let text = String::from_utf8(bytes.clone()).expect("text");
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("run,length,mass,sum,product,failure,warning"), "{name}");
        for line in lines {
            let values = design.values(number);
            let (a, b) = (values[0], values[1]);
            let warning = if number % 7 == 0 { "slow" } else { "" };
            let wanted = match number % 10 {
                3 => format!("{number},{a:?},{b:?},,,\"it failed,; as \"\"said\"\"\",{warning}"),
                _ => format!("{number},{a:?},{b:?},{:?},{:?},,{warning}", a + b, a * b),
            };
            assert_eq!(line, wanted);
            number += 1;
        }
    }
    assert_eq!(number, 105);
}

/// Existing chunks are not computed again; missing and incomplete ones are.
#[test]
fn a_killed_sweep_is_resumed() {
    let (design, kept) = (design(), kept());
    let folder = Folder::new("killed");
    let made = AtomicU64::new(0);
    let counted = |number: u64, values: &[f64]| {
        made.fetch_add(1, Ordering::Relaxed);
        outcome(number, values)
    };
    let own = plan(&design, &kept, &folder.0, Shard::WHOLE, 2);
    own.run(counted, |_| ()).expect("it runs");
    let wanted = folder.files();
    let fingerprint = own.fingerprint();
    // The third chunk is missing, and half of it was written.
    let third = folder.0.join(format!("{fingerprint}-0000000016.csv"));
    let half = fs::read(&third).expect("a chunk");
    fs::remove_file(&third).expect("it can be removed");
    let part = folder.0.join(format!(".{fingerprint}-0000000016.csv.1"));
    fs::write(&part, &half[..half.len() / 2]).expect("it can be written");
    made.store(0, Ordering::Relaxed);
    let totals = own.run(counted, |_| ()).expect("it goes on");
    assert_eq!((totals.computed, totals.existing, totals.files, made.load(Ordering::Relaxed)), (8, 97, 1, 8));
    fs::remove_file(part).expect("it is beside the chunks");
    assert_eq!(folder.files(), wanted);
    // Another sweep in the same folder has files of its own.
    let other = Plan { facts: "another test", ..plan(&design, &kept, &folder.0, Shard::WHOLE, 2) };
    assert_eq!(other.run(outcome, |_| ()).expect("it runs").computed, 105);
    assert_eq!(folder.files().len(), 2 * wanted.len());
}

#[test]
fn a_file_in_the_place_of_the_folder_is_reported() {
    let (design, kept) = (design(), kept());
    let folder = Folder::new("file");
    fs::write(&folder.0, "").expect("it can be written");
    for into in [folder.0.clone(), folder.0.join("below")] {
        let error = plan(&design, &kept, &into, Shard::WHOLE, 1).run(outcome, |_| ()).expect_err("a file");
        assert!(matches!(&error, SweepError::NotFolder(path) if *path == folder.0), "{error}");
        let text = error.to_string();
        assert!(text.contains("is not a folder") && !text.contains("finished files are kept"), "{text}");
    }
    let _ = fs::remove_file(&folder.0);
    for text in ["0/3", "4/3", "1", "a/b", "1/0"] {
        assert!(text.parse::<Shard>().is_err(), "{text}");
    }
    assert_eq!("3/64".parse(), Ok(Shard { number: 3, of: 64 }));
}

/// Rows in memory equal those read from files, to the last bit; a shard reads its own.
#[test]
fn rows_of_files_are_those_in_memory() {
    let (design, kept) = (design(), kept());
    let folder = Folder::new("read");
    let never = AtomicBool::new(false);
    let wanted = rows(&design, 2, &never, outcome).expect("it runs");
    assert_eq!(wanted.len(), 105);
    let whole = plan(&design, &kept, &folder.0, Shard::WHOLE, 0);
    assert_eq!(whole.rows().expect("nothing is there"), []);
    whole.run(outcome, |_| ()).expect("it runs");
    assert_eq!(whole.rows().expect("tables"), wanted);
    let second = Shard { number: 2, of: 3 };
    let own: Vec<_> = wanted.iter().filter(|row| row.run / 8 % 3 == 1).cloned().collect();
    assert_eq!(plan(&design, &kept, &folder.0, second, 0).rows().expect("tables"), own);
    // A table that was cut off, another one in its place, and none.
    let path = folder.0.join(format!("{}-0000000016.csv", whole.fingerprint()));
    let text = fs::read_to_string(&path).expect("a table");
    let other = fs::read_to_string(folder.0.join(format!("{}-0000000024.csv", whole.fingerprint())));
    let cut = text.rsplit_once("\n22,").expect("a line").0.to_owned();
    for wrong in [cut, other.expect("a table"), text.replace("length", "mass"), String::new()] {
        fs::write(&path, wrong).expect("it can be written");
        let error = whole.rows().expect_err("it is no table of the sweep").to_string();
        assert!(error.contains("cannot read") && error.contains("remove it"), "{error}");
    }
}

/// Tables are complete or absent, and the same command continues.
#[test]
fn an_interrupted_sweep_is_resumed() {
    let (design, kept) = (design(), kept());
    let folder = Folder::new("interrupted");
    let over = AtomicBool::new(false);
    let at_thirty = |number: u64, values: &[f64]| {
        over.fetch_or(number == 30, Ordering::Relaxed);
        outcome(number, values)
    };
    let own = plan(&design, &kept, &folder.0, Shard::WHOLE, 2);
    assert!(matches!(own.run_until(&over, at_thirty, |_| ()), Err(SweepError::Interrupted)));
    assert!(matches!(rows(&design, 1, &over, outcome), Err(SweepError::Interrupted)));
    // Chunks of eight: three are whole, and the text.
    assert_eq!(folder.files().len(), 4);
    let totals = own.run(outcome, |_| ()).expect("it goes on");
    assert_eq!((totals.existing, totals.computed), (24, 81));
    let whole = Folder::new("uninterrupted");
    plan(&design, &kept, &whole.0, Shard::WHOLE, 1).run(outcome, |_| ()).expect("it runs");
    assert_eq!(folder.files(), whole.files());
}

/// Numbers, failures and warnings are read back to the last bit; the bytes do not depend on threads and shards.
#[cfg(feature = "parquet")]
#[test]
fn parquet_tables_have_the_same_rows() {
    let (design, kept) = (design(), kept());
    let never = AtomicBool::new(false);
    let wanted = rows(&design, 2, &never, outcome).expect("it runs");
    let whole = Folder::new("parquet");
    let own = Plan { format: Format::Parquet, ..plan(&design, &kept, &whole.0, Shard::WHOLE, 1) };
    assert_eq!(own.run(outcome, |_| ()).expect("it runs").files, 14);
    assert_eq!(own.rows().expect("tables"), wanted);
    let files = whole.files();
    assert_eq!(files.keys().filter(|name| name.ends_with(".parquet")).count(), 14);
    for (shards, threads) in [(1, 4), (64, 2)] {
        let folder = Folder::new(&format!("parquet-{shards}"));
        for number in 1..=shards {
            let shard = Shard { number, of: shards };
            let part = Plan { format: Format::Parquet, ..plan(&design, &kept, &folder.0, shard, threads) };
            part.run(outcome, |_| ()).expect("it runs");
        }
        assert_eq!(folder.files(), files, "{shards} {threads}");
    }
    // Only what is missing is computed again; a truncated file is not a table.
    let path = whole.0.join(format!("{}-0000000016.parquet", own.fingerprint()));
    fs::remove_file(&path).expect("it can be removed");
    let totals = own.run(outcome, |_| ()).expect("it goes on");
    assert_eq!((totals.computed, totals.existing), (8, 97));
    assert_eq!(whole.files(), files);
    let bytes = fs::read(&path).expect("a table");
    let other = fs::read(whole.0.join(format!("{}-0000000024.parquet", own.fingerprint()))).expect("a table");
    for wrong in [bytes[..bytes.len() / 2].to_vec(), other, b"run,length".to_vec()] {
        fs::write(&path, wrong).expect("it can be written");
        assert!(own.rows().is_err_and(|error| error.to_string().contains("remove it")));
    }
}
