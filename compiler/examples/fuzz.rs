//! A fuzzer of the compiler: panics, missing messages, hangs and excessive memory are printed with their text.
//!
//! `cargo run -p linkwork-compiler --features urdf --example fuzz -- 900` runs for 900 seconds;
//! `… -- 900 4000000` begins at that index, `… -- 900 0 Robot Mjcf` generates only texts of these kinds; `… -- Grammar 17` repeats one text. In case of a stack overflow, the last text is in the
//! file `linkwork_fuzz_last_text` of the folder for temporary files.

#[path = "../tests/urdf/wild/mod.rs"]
mod wild;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use wild::generator::{KINDS, Kind, Seeds, text};
use wild::trial::trial;

/// The time limit of a text: processor time if the system reports it.
const LONGEST: Duration = Duration::from_secs(10);
/// The memory limit of a text, in MB.
const MOST_MEMORY: f64 = 1000.0;
/// The stack size of the main thread of rustc.
const STACK: usize = 8 << 20;

/// Processor time of this process so far, in hundredths of a second (Linux); elsewhere wall time.
fn spent(began: Instant) -> Duration {
    let ticks = std::fs::read_to_string("/proc/self/stat").ok().and_then(|line| {
        // After the name in parentheses, utime and stime are the 12th and 13th fields.
        let fields: Vec<&str> = line.rsplit(')').next()?.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    });
    ticks.map_or_else(|| began.elapsed(), |ticks| Duration::from_millis(10 * ticks))
}

/// The peak memory of this process, in MB (Linux), elsewhere 0.
fn most_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) * 1024e-6
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let first = arguments.first().map_or("60", String::as_str);
    let second = arguments.get(1).map_or(Ok(0), |number| number.parse::<u64>())?;
    let seeds = Seeds::read();
    if let Some(kind) = KINDS.into_iter().find(|kind| format!("{kind:?}") == first) {
        println!("{}", text(kind, second, &seeds));
        let outcome = trial(kind, second, &seeds);
        return outcome.map_err(Into::into);
    }
    let seconds = Duration::from_secs(first.parse()?);
    let named = |kind: &Kind| arguments.iter().skip(2).any(|name| *name == format!("{kind:?}"));
    let kinds: Vec<Kind> = KINDS.into_iter().filter(|kind| arguments.len() < 3 || named(kind)).collect();
    if kinds.is_empty() {
        return Err(format!("kinds of texts are {KINDS:?}").into());
    }
    std::panic::set_hook(Box::new(|_| {}));
    let (tell, told) = mpsc::channel::<(Kind, u64, Option<String>)>();
    let began = Instant::now();
    let last = std::env::temp_dir().join("linkwork_fuzz_last_text");
    let worker = move || {
        let mut number = second;
        while began.elapsed() < seconds {
            for &kind in &kinds {
                // After a stack overflow, only this file shows which text it was.
                let _ = std::fs::write(&last, format!("{kind:?} {number}\n"));
                let _ = tell.send((kind, number, None));
                if let Err(wrong) = trial(kind, number, &seeds) {
                    let _ = tell.send((kind, number, Some(wrong)));
                }
            }
            number += 1;
        }
    };
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(worker)?;
    let (mut texts, mut wrong, mut known) = (BTreeMap::<String, u64>::new(), 0_u64, BTreeSet::new());
    let (mut running, mut since) = (None, Duration::ZERO);
    loop {
        match told.recv_timeout(LONGEST) {
            Ok((kind, number, None)) => {
                *texts.entry(format!("{kind:?}")).or_default() += 1;
                running = Some((kind, number));
                since = spent(began);
            }
            Ok((_, _, Some(message))) => {
                wrong += 1;
                // One text of each kind is printed.
                let sort: String = message
                    .split(": ")
                    .nth(1)
                    .unwrap_or_default()
                    .chars()
                    .filter(|c| !c.is_numeric())
                    .collect();
                let sort = sort
                    + message
                        .lines()
                        .next()
                        .and_then(|line| line.split_once("panic"))
                        .map_or("", |(_, rest)| rest);
                if known.insert(sort) {
                    println!("{message}");
                }
            }
            Err(mpsc::RecvTimeoutError::Timeout) if spent(began).saturating_sub(since) < LONGEST => {}
            Err(mpsc::RecvTimeoutError::Timeout) => {
                println!("{running:?} takes longer than {LONGEST:?}");
                std::process::exit(1);
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    worker.join().map_err(|_| "the worker stopped")?;
    let all: u64 = texts.values().sum();
    let of_each: Vec<String> = texts.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    let memory = most_memory();
    println!("{all} texts ({}), {wrong} of them wrong; at most {memory:.0} MB", of_each.join(", "));
    if memory > MOST_MEMORY {
        return Err(format!("more than {MOST_MEMORY} MB").into());
    }
    if wrong > 0 { Err("not all texts were judged well".into()) } else { Ok(()) }
}
