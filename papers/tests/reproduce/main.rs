//! `linkwork reproduce`: published tables and pictures, with the published numbers.

mod program;

use program::{Folder, picture, printed, refused};
use std::fs;

/// A table of energies, limits, and a motion: published and computed numbers, data and picture.
#[test]
fn reproduce_repeats_published_tables() {
    let list = printed(&["list"]);
    for name in (1..=11).map(|i| format!("  table-{i} ")) {
        assert!(list.contains(&name), "{name} is not in\n{list}");
    }
    let folder = Folder::new("reproduce");
    let into = folder.path("").display().to_string();
    let text = printed(&["table-6", "--smallest-step", "1e-3", "--into", &into]);
    assert!(text.contains("9.0500e-7") && text.contains("agrees") && text.contains("not run"), "{text}");
    let csv = fs::read_to_string(folder.path("table-6.csv")).expect("the data are there");
    let row = csv.lines().find(|line| line.contains(",1e-3,")).expect("there is a row for 1e-3");
    // The column's name holds commas, and the numbers follow it.
    let numbers: Vec<&str> = row.rsplit('"').next().unwrap_or_default().split(',').collect();
    let here: f64 = numbers[4].parse().expect("a number");
    assert!((here / 6.708_995e-11 - 1.0).abs() < 1e-2, "{row}");
    // Seconds a step, published.
    assert_eq!(numbers[8], "4.03e-8", "{row}");
    assert!(text.contains("published ns"), "{text}");
    picture(&folder.path("table-6.svg"), &["table-6", "published", "energy error [J]", "step h [s]"]);
    assert_eq!(folder.files(), ["table-6.csv", "table-6.svg"]);

    let text = printed(&["table-3"]);
    for exact in ["1.5491933", "1.1547005", "2.0000000"] {
        assert!(text.contains(exact), "{exact} is not in\n{text}");
    }
    let text = printed(&["section-4.3", "--into", &into]);
    let end = |line: &str| {
        let line = text.lines().find(|found| found.contains(line)).expect("the run is there");
        line.split_whitespace().find_map(|word| word.parse::<f64>().ok().filter(|x| *x < 0.1 && *x > 0.0))
    };
    // All twelve: runs beyond a limit diverge, and no others.
    let runs: Vec<&str> = text.lines().filter(|line| line.trim_start().starts_with("α =")).collect();
    assert_eq!(runs.len(), 12, "{text}");
    assert_eq!(runs.iter().filter(|run| run.contains("beyond")).count(), 6, "{text}");
    assert!(runs.iter().all(|run| run.contains("beyond") == run.contains("soon after")), "{text}");
    // Linear growth at the limit itself: 6.7e-4 m in 1000 s.
    let grown = end("at the limit").expect("an error");
    assert!((grown / 6.7e-4 - 1.0).abs() < 0.02, "{grown}");
    assert!(end("α = 4/3  h = 1.54").expect("an error") < 1e-4, "{text}");

    assert!(refused(&["table-12"]).contains("no table or picture `table-12`"));
    let missing = folder.path("missing").display().to_string();
    assert!(refused(&["table-3", "--into", &missing]).contains("cannot write"));
}

/// The items of the half-implicit methods: errors, torques and counts, compared with those of independent programs.
#[test]
fn reproduce_repeats_half_implicit_methods() {
    let folder = Folder::new("half_implicit");
    let into = folder.path("").display().to_string();
    let text = printed(&["half-implicit-convergence", "--smallest-step", "1e-2", "--into", &into]);
    // RMS errors at h = 1e-2 of the independent program: double pendulum, slider–crank, four-link mechanism.
    for expected in ["Fang", "2.3929e-2", "7.6004e-1", "7.4820e-3", "7.9507e-2"] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
    let rows = cells(&folder, "half-implicit-convergence");
    let mut compared = 0;
    for row in rows.iter().filter(|row| row[3] == "1e-2" && !row[2].contains("RATTLE")) {
        // The independent program's iterations leave 8e-4 in the pendulum; the driven mechanisms have none.
        let close = if row[0] == "double pendulum" { 1e-3 } else { 1e-8 };
        assert!((number_in(row, 5) / number_in(row, 4) - 1.0).abs() < close, "{row:?}");
        compared += 1;
    }
    assert_eq!(compared, 6, "two methods on three mechanisms");
    picture(
        &folder.path("half-implicit-convergence.svg"),
        &["half-implicit-convergence", "step h [s]", "slider", "coupler"],
    );

    let text = printed(&["half-implicit-torque", "--into", &into]);
    assert!(text.contains("μ = 0.4"), "{text}");
    let csv = fs::read_to_string(folder.path("half-implicit-torque.csv")).expect("the data are there");
    let row = csv.lines().find(|row| row.starts_with("0.4,0.500,")).expect("a row at half a turn");
    let numbers: Vec<f64> = row.split(',').skip(2).map(|x| x.parse().expect("a number")).collect();
    assert!((numbers[0] - numbers[2]).abs() < 1e-5 && (numbers[0] + 0.205997).abs() < 1e-6, "{row}");
    // The lagging law, as published at h = 1e-3.
    assert!((numbers[1] + 0.20627125481).abs() < 1e-10, "{row}");

    let text = printed(&["half-implicit-chain"]);
    for expected in ["2.733", "3.018", "2.898", "4.765", "5.168", "5.100"] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
}

/// Energies and iterations, compared with those of the independent program and of the paper.
#[test]
fn reproduce_repeats_energies_and_iterations() {
    let folder = Folder::new("half_implicit_energy");
    let into = folder.path("").display().to_string();
    let coarse = ["--smallest-step", "1e-3", "--into", &into];
    printed(&[&["half-implicit-energy"][..], &coarse].concat());
    let rows = cells(&folder, "half-implicit-energy");
    assert_eq!(rows.len(), 2 * 2 * 10);
    for row in &rows {
        // Four decimals are given.
        assert!((number_in(row, 4) - number_in(row, 3)).abs() < 1e-4, "{row:?}");
    }
    assert_eq!(number_in(&rows[39], 3), -254.4139, "{:?}", rows[39]);
    picture(&folder.path("half-implicit-energy.svg"), &["E − E₀, implicit Euler [J]", "h = 1e-3 s"]);

    printed(&[&["half-implicit-iterations"][..], &coarse].concat());
    let rows = cells(&folder, "half-implicit-iterations");
    assert_eq!(rows.len(), 3 * 2 * 2);
    for row in &rows {
        // Where the last correction is next to the tolerance, a dozen steps of 8000 differ; more where the norm has other units.
        let same = if row[1] == "HI" {
            1.5e-3
        } else if row[0] == "four-link" {
            0.04
        } else {
            3e-3
        };
        assert!((number_in(row, 8) - number_in(row, 6)).abs() < same, "{row:?}");
    }
    let four_link = rows.iter().find(|row| row[0] == "four-link" && row[1] == "HI").expect("a row");
    // Published, and with the defects of the published predictor.
    assert_eq!((number_in(four_link, 4), number_in(four_link, 5)), (3.59525, 3.595), "{four_link:?}");
    picture(&folder.path("half-implicit-iterations.svg"), &["four-link", "published"]);
}

/// The motion of the top ends where an independent program has it, and the constrained pendulum as its tables say.
#[test]
fn reproduce_shows_motions_of_the_tables() {
    let folder = Folder::new("motions");
    let into = folder.path("").display().to_string();
    let text = printed(&["spinning-top-motion", "--into", &into]);
    let errors = |name: &str| -> Vec<f64> {
        let lines = text.lines().filter(|line| line.trim_start().starts_with(name));
        lines
            .map(|line| line.split_whitespace().last().and_then(|x| x.parse().ok()).expect("an error"))
            .collect()
    };
    // The start of the paper is of order 2; the exact one of order 4, with a principal error that nearly vanishes, down to the nine
    // digits of the reference.
    let paper = errors("degree 5, (1.62, …), as published");
    assert!((paper[1] / paper[2] / 100.0 - 1.0).abs() < 0.05, "{paper:?}");
    assert!(errors("degree 5, (1.62, …), exact start")[2] < 5e-9, "{text}");
    assert!(text.contains("41.89272347") && text.contains("90.99200391"), "{text}");
    picture(&folder.path("spinning-top-motion.svg"), &["nutation θ [rad]", "quaternions"]);

    let text = printed(&["constrained-pendulum", "--into", &into]);
    let line = |name: &str, k: usize| text.lines().filter(|line| line.trim_start().starts_with(name)).nth(k);
    let numbers =
        |line: &str| -> Vec<f64> { line.split_whitespace().filter_map(|word| word.parse().ok()).collect() };
    // Published and ours: energy error, then drift.
    for (name, digits) in
        [("Kutta 3, index 1", 0.01), ("Kutta 3, projected", 0.01), ("degree 5, all ones", 0.02)]
    {
        let found = numbers(line(name, 0).expect("a row").trim_start().trim_start_matches(name));
        assert!((found[1] / found[0] - 1.0).abs() < digits, "{name}: {found:?}");
    }
    assert!(line("degree 5, all ones", 1).expect("a row").contains("diverged"), "{text}");
    let default = line("degree 5, E", 1).expect("a row");
    assert!(!default.contains("diverged") && default.contains("e-6 J"), "{text}");
    picture(&folder.path("constrained-pendulum.svg"), &["energy error [J]", "|x² + y² − L²|"]);
}

/// The cells of a CSV file that `reproduce` has written, without its header.
fn cells(folder: &Folder, name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder.path(&format!("{name}.csv"))).expect("the data are there");
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn number_in(row: &[String], column: usize) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("no number in column {column} of {row:?}"))
}

/// Limits of Godunov's explicit pairs: 2, √(8/3), 2(√5 − 2); none for GE5.
#[test]
fn reproduce_draws_domains_of_godunov() {
    let folder = Folder::new("godunov_domains");
    let into = folder.path("").display().to_string();
    let text = printed(&["godunov-domains", "--into", &into]);
    assert!(text.contains("agrees") && !text.contains("differs"), "{text}");
    assert!(text.contains("144.4048") && text.contains("147.2305"), "{text}");
    let rows = cells(&folder, "godunov-domains");
    assert_eq!(rows.len(), 6 * 13);
    let ours = |pair: &str, degrees: &str| {
        let row = rows.iter().find(|row| row[0] == pair && row[1] == degrees).expect("the ray is there");
        number_in(row, 3)
    };
    assert!((ours("GE3/AB2", "90") - 2.0).abs() < 1e-7);
    assert!((ours("GE4/AB3", "90") - (8.0_f64 / 3.0).sqrt()).abs() < 1e-7);
    // Roots are double there.
    assert!((ours("GE3/AB2", "180") - 2.0 * (5.0_f64.sqrt() - 2.0)).abs() < 1e-7);
    assert!((ours("AB3", "180") - 6.0 / 11.0).abs() < 1e-7);
    assert_eq!(ours("GE5/AB4", "120"), 0.0);
    picture(&folder.path("godunov-domains.svg"), &["GE4/AB3", "Re λh", "Cellier"]);
}

/// Undamped motion under GI4 and GI5 grows below √(5/3) and √(95/12); A(87.418°) and A(80.236°).
#[test]
fn reproduce_draws_domains_of_implicit_godunov() {
    let folder = Folder::new("godunov_implicit");
    let into = folder.path("").display().to_string();
    printed(&["godunov-implicit-domains", "--into", &into]);
    let rows = cells(&folder, "godunov-implicit-domains");
    for (row, (limit, alpha, root)) in rows.iter().zip([
        (0.0, 90.0, 0.0),
        (0.0, 90.0, 1.0 / 3.0),
        ((5.0_f64 / 3.0).sqrt(), 87.418_09, 0.426),
        ((95.0_f64 / 12.0).sqrt(), 80.235_72, 0.561),
    ]) {
        assert!((number_in(row, 2) - limit).abs() < 1e-6, "{row:?}");
        assert!((number_in(row, 4) - alpha).abs() < 1e-4, "{row:?}");
        assert!((number_in(row, 6) - root).abs() < 1e-3, "{row:?}");
    }
    assert_eq!(rows.len(), 4);
    picture(&folder.path("godunov-implicit-domains.svg"), &["GI5/BDF4", "Im λh"]);
}

/// Damping and orders of Godunov's pairs, and the poles 1, √2, √(35/12), √(15/4).
#[test]
fn reproduce_draws_damping_and_order_stars() {
    let folder = Folder::new("godunov_damping");
    let into = folder.path("").display().to_string();
    printed(&["godunov-damping", "--into", &into]);
    let rows = cells(&folder, "godunov-damping");
    let at = |pair: &str, degrees: &str, size: &str| {
        let row = rows.iter().find(|row| row[0] == pair && row[1] == degrees && row[2] == size);
        number_in(row.expect("the sample is there"), 3)
    };
    assert!(at("GE3/AB2", "90", "1").abs() < 1e-9);
    // ρ − 1 = −0.0352.
    assert!(((-at("GE4/AB3", "90", "1")).exp() - 1.0 + 0.0352).abs() < 5e-5);
    assert!(at("GI4/BDF3", "90", "1") < -1e-3 && at("GI4/BDF3", "90", "2") > 1e-3, "it grows below 1.29");
    assert!(at("GI5/BDF4", "90", "2") < -1e-3 && at("GI5/BDF4", "90", "3") > 1e-3, "it grows below 2.81");
    assert!(at("AB4", "180", "0.25") > 0.0 && at("AB4", "180", "0.35") < 0.0, "the limit is 0.3");
    // ρ = 1/(1 − λh), a double root, which rounding leaves known to √ε = 1.5e-8.
    const DOUBLE: f64 = 1e-7;
    assert!((at("GI2/BDF1", "180", "1.3") - 2.3_f64.ln()).abs() < DOUBLE);
    picture(&folder.path("godunov-damping.svg"), &["damping −ln ρ", "GI2/BDF1", "exact"]);

    printed(&["godunov-order-stars", "--into", &into]);
    let rows = cells(&folder, "godunov-order-stars");
    assert_eq!(rows.len(), 6);
    for row in &rows {
        assert!((number_in(row, 2) - number_in(row, 1)).abs() < 0.02, "{row:?}");
    }
    for (row, square) in rows[2..].iter().zip([1.0, 2.0, 35.0 / 12.0, 15.0 / 4.0]) {
        assert!((number_in(row, 4) - f64::sqrt(square)).abs() < 1e-6, "{row:?}");
    }
    picture(&folder.path("godunov-order-stars.svg"), &["GE3/AB2", "Re λh"]);
}

/// ϑ < ½ has the limit of the closed form, ϑ ≥ ½ none; only ϑ = ½ is of order 2.
#[test]
fn reproduce_draws_newmark() {
    let folder = Folder::new("newmark");
    let into = folder.path("").display().to_string();
    let text = printed(&["newmark-domains", "--into", &into]);
    let rows = cells(&folder, "newmark-domains");
    assert_eq!(rows.len(), 5 * 7);
    for row in &rows {
        if row[0] == "0" || row[0] == "1/4" {
            assert!((number_in(row, 3) - number_in(row, 2)).abs() < 1e-6, "{row:?}");
        } else {
            assert!(row[2].is_empty() && row[3].is_empty(), "{row:?}");
        }
    }
    let widest = rows.iter().find(|row| row[0] == "1/4" && row[1] == "120").expect("a ray");
    assert!((number_in(widest, 3) - 4.0).abs() < 1e-6, "{widest:?}");
    for (theta, order) in [("0 ", "1.00"), ("1/2 ", "2.00"), ("1 ", "1.00")] {
        let mut lines = text.lines().filter(|line| line.contains("stable"));
        let line = lines.find(|line| line.trim_start().starts_with(theta)).expect("a line of the summary");
        assert!(line.contains(order), "{line}");
    }
    assert!(text.contains("limit 2.0000000") && text.contains("768 of 1152"), "{text}");
    picture(&folder.path("newmark-domains.svg"), &["ϑ = 3/4", "β = 0, γ = 1/2"]);
}

/// Errors of Jay's problem are those of the independent program; without the correction a and λ are of order 1.
#[test]
fn reproduce_repeats_figures_of_jay() {
    let folder = Folder::new("jay");
    let into = folder.path("").display().to_string();
    for (name, orders) in [("jay-figure-1", [2.0; 5]), ("jay-figure-2", [2.0, 2.0, 1.0, 1.0, 1.35])] {
        printed(&[name, "--into", &into]);
        let rows = cells(&folder, name);
        for (part, order) in ["y", "z", "a", "λ", "ψ"].into_iter().zip(orders) {
            let of: Vec<&Vec<String>> = rows.iter().filter(|row| row[0] == part).collect();
            assert_eq!(of.len(), 7);
            for row in &of {
                let (theirs, ours) = (number_in(row, 2), number_in(row, 3));
                // λ carries what Newton's iteration leaves, divided by h².
                assert!((ours - theirs).abs() < 1e-6 * theirs + 1e-12, "{name}: {row:?}");
            }
            let slope = (number_in(of[5], 3) / number_in(of[6], 3)).log2();
            assert!((slope - order).abs() < 0.05, "{name}, {part}: {slope} instead of {order}");
        }
        picture(&folder.path(&format!("{name}.svg")), &["error at t = 1", "independent program", "step h"]);
    }
    let text = printed(&["jay-figure-1", "--smallest-step", "0.05"]);
    assert!(text.contains("0.05 ") && !text.contains("0.025 "), "{text}");
}

/// Figures 4, 7, 9 and 11: radii of three degrees in one picture, and the top from above.
#[test]
fn reproduce_draws_the_remaining_figures() {
    let folder = Folder::new("figures");
    let into = folder.path("").display().to_string();
    let text = printed(&["figures-4-7-9", "--into", &into]);
    for expected in ["1.5491933", "1.2649111", "Figure 7, degree 4", "1.0033389074"] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
    picture(&folder.path("figures-4-7-9.svg"), &["4: α = 5/4", "5: (1, 1, 1, 1)", "spectral radius ρ"]);
    let text = printed(&["figure-11", "--into", &into]);
    let off = |name: &str| -> f64 {
        let line = text.lines().find(|line| line.contains(name)).expect("a row");
        line.split_whitespace().last().and_then(|x| x.parse().ok()).expect("a distance")
    };
    // The start of the paper is of order 2; a hundredth of a millimetre of 50.
    assert!(off("(1.62, …)") < 2e-5 && off("Kutta 3") < 2e-5 && off("degree 5, E") < 1e-7, "{text}");
    picture(&folder.path("figure-11.svg"), &["x [m]", "quaternion"]);
}

/// Godunov's methods without velocities: 2, √(8/3), none; everything, everything, beyond √(5/3) and √(95/12).
#[test]
fn reproduce_draws_plain_domains_of_godunov() {
    let folder = Folder::new("plain");
    let into = folder.path("").display().to_string();
    let text = printed(&["godunov-plain-domains", "--into", &into]);
    assert!(
        text.contains("nowhere") && text.contains("everywhere") && text.contains("1.9364916731"),
        "{text}"
    );
    let rows = cells(&folder, "godunov-plain-domains");
    assert_eq!(rows.len(), 7);
    for (row, (from, to)) in rows.iter().zip([
        (Some(0.0), Some(2.0)),
        (Some(0.0), Some((8.0_f64 / 3.0).sqrt())),
        (None, None),
        (Some(0.0), None),
        (Some(0.0), None),
        (Some((5.0_f64 / 3.0).sqrt()), None),
        (Some((95.0_f64 / 12.0).sqrt()), None),
    ]) {
        for (exact, column) in [(from, 3), (to, 4)] {
            match exact {
                // Radii are known to 3e-7, and leave 1 like a power of what is beyond.
                Some(exact) => assert!((number_in(row, column) - exact).abs() < 1e-3, "{row:?}"),
                None => assert!(row[column].is_empty(), "{row:?}"),
            }
        }
    }
    picture(&folder.path("godunov-plain-domains.svg"), &["Im λh: GI5"]);
}

/// Newmark's closed forms: T̄/T of the average acceleration at Ω = 1 is 1/(2 atan ½).
#[test]
fn reproduce_lists_damping_of_newmark() {
    let folder = Folder::new("newmark_damping");
    let into = folder.path("").display().to_string();
    let text = printed(&["newmark-damping", "--into", &into]);
    assert!(text.contains("agrees to rounding"), "{text}");
    let rows = cells(&folder, "newmark-damping");
    assert_eq!(rows.len(), 7 * 7);
    let row = rows.iter().find(|row| row[0] == "average acceleration" && row[1] == "1").expect("a row");
    assert!((number_in(row, 7) - (0.5 / 0.5_f64.atan() - 1.0)).abs() < 1e-9, "{row:?}");
    picture(&folder.path("newmark-damping.svg"), &["period elongation", "linear acceleration"]);
}
