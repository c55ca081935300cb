//! What mechanisms with many loops cost: the order of their linear systems, the products of one elimination, the same with the order of a nested
//! dissection of the same pattern, the time in the compiler, and the time of an interpreted step of the fifth degree.
//!
//! `cargo run --release -p linkwork-tape --features soak --example many_loops`, with `-- quick` for the smaller ones, with `-- lattice 30` for one of them;
//! with `-- counts` without the times: what is left is the same on every machine; with `-- times` the times alone.
//!
//! Products of both orders are those of an elimination of the symmetric pattern of `[M Gᵀ; G 0]`,
//!
//! ```text
//! Σ_k d_k²,   d_k the entries of U in row k beside the pivot                                                        (1)
//! ```
//!
//! of which the compiler counts its own from its tables. The dissection (George 1973; Karypis and Kumar 1998 for the refinement) cuts a graph in
//! two by the levels of a search in breadth, and a lattice by the places of its rods and nodes as well, whichever separates with less; the separator
//! is then improved vertex by vertex. Parts of at most [`LEAF`] unknowns, and separators, are eliminated by least degree. It needs no pivot to differ
//! from zero: half of its orders could not be used, which favours it.

use linkwork::prelude::*;
use linkwork::stepper::Start;
use linkwork_compiler::{Loops, Options, Program, compile};
use linkwork_tape::TapeParameters;
use std::collections::BTreeSet;
use std::str::FromStr;
use std::time::Instant;

/// Parts of a dissection up to this size are not cut.
const LEAF: usize = 60;
/// Passes of the improvement of a separator.
const PASSES: usize = 8;
/// A part of a cut has at least this share of the vertices.
const LEAST: f64 = 0.3;
/// The size of a step in s, and the least time that steps are measured for.
const STEP: f64 = 1e-5;
const MEASURED: f64 = 0.5;

/// A matrix of symmetric pattern: the neighbours of each unknown.
type Graph = Vec<Vec<usize>>;

fn graph(size: usize, nonzeros: &[(usize, usize)]) -> Graph {
    let mut graph = vec![BTreeSet::new(); size];
    for &(i, j) in nonzeros.iter().filter(|(i, j)| i != j) {
        graph[i].insert(j);
        graph[j].insert(i);
    }
    graph.into_iter().map(|neighbours| neighbours.into_iter().collect()).collect()
}

/// (1) of an elimination group by group, each by least degree.
fn products(graph: &Graph, groups: &[Vec<usize>]) -> usize {
    let mut left: Graph = graph.clone();
    let mut all = 0;
    for group in groups {
        let mut queue: BTreeSet<(usize, usize)> = group.iter().map(|&v| (left[v].len(), v)).collect();
        while let Some((degree, v)) = queue.pop_first() {
            all += degree * degree;
            let row = std::mem::take(&mut left[v]);
            for &i in &row {
                let queued = queue.remove(&(left[i].len(), i));
                let joined: BTreeSet<usize> = left[i].iter().chain(&row).copied().collect();
                left[i] = joined.into_iter().filter(|&j| j != i && j != v).collect();
                if queued {
                    queue.insert((left[i].len(), i));
                }
            }
        }
    }
    all
}

/// The distance of each vertex of a part from the first ones.
fn levels(graph: &Graph, inside: &[bool], first: usize, count: usize) -> Vec<(usize, usize)> {
    let mut found = vec![(first, 0)];
    let mut seen = vec![false; count];
    seen[first] = true;
    let mut at = 0;
    while let Some(&(v, level)) = found.get(at) {
        at += 1;
        for &w in graph[v].iter().filter(|w| inside[**w]) {
            if !std::mem::replace(&mut seen[w], true) {
                found.push((w, level + 1));
            }
        }
    }
    found
}

/// 0 and 1: the parts, 2: the separator between them.
type Sides = Vec<(usize, u8)>;

/// Cuts a sorted list of vertices in two: the separator are those of the first half with neighbours in the second one. Then vertices of the separator
/// move to the one side if that takes fewer from the other into the separator.
fn cut(graph: &Graph, sorted: &[usize], at: usize, room: &mut [u8]) -> Sides {
    /// Of no side.
    const OUTSIDE: u8 = 9;
    sorted.iter().enumerate().for_each(|(k, &v)| room[v] = u8::from(k >= at));
    let touches = |room: &[u8], v: usize, side: u8| graph[v].iter().filter(|w| room[**w] == side).count();
    let separator: Vec<usize> = sorted[..at].iter().copied().filter(|&v| touches(room, v, 1) > 0).collect();
    separator.iter().for_each(|&v| room[v] = 2);
    let mut sizes = [at - separator.len(), sorted.len() - at];
    for _ in 0..PASSES {
        let mut improved = false;
        for &v in sorted {
            if room[v] != 2 {
                continue;
            }
            let smaller = usize::from(sizes[1] < sizes[0]);
            for side in [smaller, 1 - smaller] {
                let other = (1 - side) as u8;
                let taken = touches(room, v, other);
                let balances = side == smaller && sizes[1 - side] > sizes[side] + 1;
                if taken == 0 || (taken == 1 && balances) {
                    for &w in graph[v].iter().filter(|w| room[**w] == other).collect::<Vec<_>>() {
                        room[w] = 2;
                        sizes[1 - side] -= 1;
                    }
                    room[v] = side as u8;
                    sizes[side] += 1;
                    improved = true;
                    break;
                }
            }
        }
        if !improved {
            break;
        }
    }
    let sides = sorted.iter().map(|&v| (v, room[v])).collect();
    sorted.iter().for_each(|&v| room[v] = OUTSIDE);
    sides
}

/// The size of the separator, larger where the parts are unequal.
fn price(sides: &Sides) -> f64 {
    let count = |side: u8| sides.iter().filter(|(_, on)| *on == side).count() as f64;
    let least = count(0).min(count(1)) / sides.len() as f64;
    count(2) * if least < LEAST { 1.0 + 10.0 * (LEAST - least) } else { 1.0 }
}

/// The groups of a nested dissection of a part, in the order of their elimination.
fn dissect(
    graph: &Graph,
    places: &[Option<[f64; 2]>],
    part: Vec<usize>,
    groups: &mut Vec<Vec<usize>>,
    room: &mut Vec<u8>,
) {
    if part.len() <= LEAF {
        return groups.push(part);
    }
    let mut inside = vec![false; graph.len()];
    part.iter().for_each(|&v| inside[v] = true);
    let reached = levels(graph, &inside, part[0], graph.len());
    if reached.len() < part.len() {
        let one: BTreeSet<usize> = reached.iter().map(|&(v, _)| v).collect();
        let rest = part.into_iter().filter(|v| !one.contains(v)).collect();
        dissect(graph, places, one.into_iter().collect(), groups, room);
        return dissect(graph, places, rest, groups, room);
    }
    // From one of the farthest.
    let farthest = reached.last().map_or(part[0], |&(v, _)| v);
    let by_level = levels(graph, &inside, farthest, graph.len());
    let mut ways: Vec<Vec<usize>> = vec![by_level.iter().map(|&(v, _)| v).collect()];
    if part.iter().all(|&v| places[v].is_some()) {
        for axis in 0..2 {
            let mut sorted = part.clone();
            let place = |v: &usize| places[*v].map_or(0.0, |place| place[axis]);
            sorted.sort_by(|a, b| place(a).total_cmp(&place(b)));
            ways.push(sorted);
        }
    }
    let middle = [0.4, 0.45, 0.5, 0.55, 0.6].map(|share| (share * part.len() as f64) as usize);
    let sides: Vec<Sides> = ways
        .iter()
        .flat_map(|sorted| middle.map(|at| (sorted, at)))
        .map(|(sorted, at)| cut(graph, sorted, at, room))
        .collect();
    let best = sides.into_iter().min_by(|a, b| price(a).total_cmp(&price(b))).unwrap_or_default();
    let of = |side: u8| best.iter().filter(|(_, on)| *on == side).map(|(v, _)| *v).collect::<Vec<usize>>();
    let [one, other, separator] = [of(0), of(1), of(2)];
    if one.is_empty() || other.is_empty() {
        return groups.push(part);
    }
    dissect(graph, places, one, groups, room);
    dissect(graph, places, other, groups, room);
    groups.push(separator);
}

/// Where the rod or the node of an unknown of a lattice of n × n cells is.
fn place_in_lattice(n: usize, name: &str) -> Option<[f64; 2]> {
    let name = name.trim_start_matches("der(");
    if name.starts_with("corner") {
        return Some([0.0, 0.0]);
    }
    let (family, rest) = name.split_once('[')?;
    let number: usize = rest.split_once(']')?.0.parse().ok()?;
    let at = |wide: usize| [(number % wide) as f64, (number / wide) as f64];
    let (along, by) = match family {
        "across" => (at(n), [0.5, 0.0]),
        "row" => (at(n), [0.0, 0.0]),
        "up" => (at(n + 1), [0.0, 0.5]),
        "foot" => (at(n + 1), [0.0, 0.0]),
        "head" => (at(n + 1), [0.0, 1.0]),
        _ => return None,
    };
    Some([along[0] + by[0], along[1] + by[1]])
}

/// The products of the best of the dissections, and of least degree alone.
fn dissected(program: &Program, nonzeros: &[(usize, usize)], n: usize) -> usize {
    let size = program.order();
    let graph = graph(size, nonzeros);
    let names = program.velocities.iter().chain(&program.holonomic_names).map(|named| &*named.name);
    let lattice = program.name == "Lattice";
    let places: Vec<Option<[f64; 2]>> =
        names.map(|name| place_in_lattice(n, name).filter(|_| lattice)).collect();
    let mut groups = Vec::new();
    dissect(&graph, &places, (0..size).collect(), &mut groups, &mut vec![9; size]);
    products(&graph, &groups).min(products(&graph, &[(0..size).collect()]))
}

/// What is printed.
#[derive(Clone, Copy, PartialEq)]
enum Columns {
    All,
    Counts,
    Times,
}

impl Columns {
    /// The heading of the table.
    fn heading(self) -> String {
        let (counts, times) = (" order | products | nested dissection | ratio |", " compiler | step |");
        let columns = match self {
            Self::All => format!("{counts}{times}"),
            Self::Counts => counts.to_owned(),
            Self::Times => times.to_owned(),
        };
        let rules = "---|".repeat(columns.matches('|').count());
        format!("| mechanism |{columns}\n|---|{rules}")
    }
}

/// The cells of the orders and of the products, each with its end.
fn counts(program: &Program, n: usize) -> Option<String> {
    let table = program.saddle.table.as_ref()?;
    let (own, best) = (table.products(), dissected(program, &table.nonzeros, n));
    Some(format!(" {} | {own} | {best} | {:.2} |", program.order(), own as f64 / best as f64))
}

/// Seconds of an interpreted step.
fn step(program: Program) -> Result<f64, String> {
    let m = TapeParameters::new(program).build().map_err(|error| error.to_string())?;
    let method = FifthDegree::default();
    let mut w = method.start(&m, &Start::initial(&m), STEP).map_err(|failure| format!("{failure:?}"))?;
    let (began, mut steps) = (Instant::now(), 0);
    while steps == 0 || began.elapsed().as_secs_f64() < MEASURED {
        method.step(&m, STEP, &mut w).map_err(|failure| format!("{failure:?}"))?;
        steps += 1;
    }
    Ok(began.elapsed().as_secs_f64() / f64::from(steps))
}

fn row(name: &str, n: usize, text: &str, columns: Columns) -> Result<String, String> {
    let constants = vec![("n".to_owned(), n.to_string())];
    let options = Options { constants, loops: Loops::Tables, ..Options::default() };
    let began = Instant::now();
    let tokens = FromStr::from_str(text).map_err(|error| format!("{error}"))?;
    let mut compiled = compile(tokens, &options);
    if compiled.programs.is_empty() {
        return Err(format!("{name}, n = {n}, does not compile"));
    }
    let program = compiled.programs.swap_remove(0);
    let compiler = began.elapsed().as_secs_f64();
    let mut cells = format!("| {name}, n = {n} |");
    if columns != Columns::Times {
        cells += &counts(&program, n).ok_or_else(|| format!("{name}, n = {n}, has no table"))?;
    }
    if columns != Columns::Counts {
        cells += &format!(" {compiler:.2} s | {:.3} ms |", 1e3 * step(program)?);
    }
    Ok(cells)
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let given = |word: &str| arguments.iter().any(|argument| argument == word);
    let quick = given("quick");
    let columns = match (given("counts"), given("times")) {
        (true, false) => Columns::Counts,
        (false, true) => Columns::Times,
        _ => Columns::All,
    };
    let sizes: Vec<usize> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let words: Vec<&String> = arguments
        .iter()
        .filter(|word| {
            !["quick", "counts", "times"].contains(&word.as_str()) && word.parse::<usize>().is_err()
        })
        .collect();
    let model =
        |name: &str| linkwork_models::find(name).map(|entry| entry.source.to_owned()).unwrap_or_default();
    let minimal = |text: String| text.replace("coordinates = absolute;", "");
    let cases: [(&str, String, &[usize]); 4] = [
        ("square lattice of n × n cells", model("lattice"), &[6, 12, 20, 30]),
        ("scissor lift of n stages", model("scissor_lift"), &[10, 30, 100]),
        ("the same in minimal coordinates", minimal(model("scissor_lift")), &[10, 30]),
        ("row of n four-bars", model("four_bars"), &[40, 80, 320, 1000]),
    ];
    println!("{}", columns.heading());
    for (name, text, usual) in &cases {
        if !words.iter().all(|word| name.contains(word.as_str())) {
            continue;
        }
        let few = if quick { &usual[..2] } else { usual };
        for &n in if sizes.is_empty() { few } else { &sizes } {
            println!("{}", row(name, n, text, columns)?);
        }
    }
    Ok(())
}
