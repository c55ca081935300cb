//! The commands that judge methods.

use super::{Folder, linkwork, number, printed, refused, table};
use std::fs;

/// A picture that is complete, and holds these words.
fn picture(path: &std::path::Path, words: &[&str]) {
    let text = fs::read_to_string(path).expect("the picture is there");
    assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
    for word in words {
        assert!(text.contains(word), "`{word}` is missing");
    }
}

/// The number behind `≤` in the line that begins with these words.
fn limit(text: &str, beginning: &str) -> f64 {
    let line = text.lines().find(|line| line.trim_start().starts_with(beginning));
    let line = line.unwrap_or_else(|| panic!("no line begins with `{beginning}`:\n{text}"));
    let (_, limit) = line.split_once('≤').unwrap_or_else(|| panic!("no limit in `{line}`"));
    limit.trim().parse().unwrap_or_else(|_| panic!("no number in `{line}`"))
}

/// Limits of the classical method and of central differences are closed forms; so is the period of the latter,
/// Ω̄ = 2 arcsin(Ω/2).
#[test]
fn stability_judges_a_method_by_its_step() {
    let folder = Folder::new("stability");
    let (csv, svg) = (folder.path("judged.csv"), folder.path("judged.svg"));
    let (csv_name, svg_name) = (csv.display().to_string(), svg.display().to_string());
    let text = printed(&[
        "stability",
        "central-differences",
        "--damping",
        "0.1",
        "--until",
        "1.5",
        "--csv",
        &csv_name,
        "--plot",
        &svg_name,
    ]);
    assert!((limit(&text, "limit at ζ = 0 ") - 2.0).abs() < 1e-7, "{text}");
    assert!(text.contains("conditionally stable"), "{text}");
    assert_eq!(number(&text, "σ-roots"), 0.0, "{text}");
    let (header, rows) = table(&csv);
    assert_eq!(header[..3], ["damping ratio", "omega h", "spectral radius"]);
    for row in rows.iter().filter(|row| row[0] == 0.0) {
        let period = row[1] / (2.0 * (0.5 * row[1]).asin()) - 1.0;
        assert!((row[2] - 1.0).abs() < 1e-12 && row[3].abs() < 1e-12, "{row:?}");
        assert!((row[4] - period).abs() < 1e-10, "{row:?} instead of {period}");
    }
    assert!(rows.iter().any(|row| row[0] == 0.1 && row[2] < 0.9), "damping is seen");
    picture(&svg, &["central-differences", "spectral radius ρ", "domain of stability", "ζ = 0.1", "Re λh"]);
    assert_eq!(folder.files(), ["judged.csv", "judged.svg"]);

    let text = printed(&["stability", "runge-kutta-4", "--plot", &svg_name]);
    assert!((limit(&text, "limit at ζ = 0 ") - 8.0_f64.sqrt()).abs() < 1e-6, "{text}");
    assert!((limit(&text, "180°") - 2.785_293_563).abs() < 1e-7, "{text}");
    picture(&svg, &["order star"]);
    assert!(printed(&["stability", "fifth-degree-paper"]).contains("unstable for every step size"));
    let text = printed(&["stability", "--weights", "1.5,0.8333333333333334,1"]);
    assert!((limit(&text, "limit at ζ = 0 ") - 2.0_f64.sqrt()).abs() < 1e-6, "{text}");
}

#[test]
fn stability_refuses_what_it_cannot_judge() {
    let folder = Folder::new("unjudged");
    let svg = folder.path("out.svg").display().to_string();
    for (bad, words) in [
        (&["runge-kuta-4"][..], "did you mean `runge-kutta-4`?"),
        (&["--weights", "1"], "1 weights are no method"),
        (&["--weights", "1,1,0"], "must not be zero"),
        (&["--weights", "1,nan"], "must be a number"),
        (&["runge-kutta-4", "--damping", "-1"], "a damping ratio"),
        (&["runge-kutta-4", "--until", "0"], "positive"),
    ] {
        let message = refused(&[&["stability"], bad, &["--plot", &svg]].concat());
        assert!(message.contains(words), "{message}");
    }
    assert_eq!(linkwork(&["stability"]).status.code(), Some(2));
    assert!(folder.files().is_empty(), "{:?}", folder.files());
}

/// Rows of a table whose first column is a name.
fn named_rows(path: &std::path::Path) -> Vec<(String, Vec<f64>)> {
    let text = fs::read_to_string(path).expect("the table can be read");
    let row = |line: &str| {
        let (name, rest) = line.split_once(',').expect("a name, then numbers");
        (name.to_owned(), rest.split(',').map(|x| x.parse().expect("a number")).collect())
    };
    text.lines().skip(1).map(row).collect()
}

/// Errors fall with the order of the method, against a run as against a table that another run wrote; the
/// evaluations are those of the method.
#[test]
fn compare_draws_error_against_work() {
    let folder = Folder::new("compare");
    let path = |name: &str| folder.path(name).display().to_string();
    let (truth, csv, svg) = (path("truth.csv"), path("out.csv"), path("out.svg"));
    let end = ["--until", "2"];
    printed(
        &[
            &["simulate", "pendulum", "--method", "seventh-degree", "--csv", &truth, "--step", "5e-4"],
            &end[..],
        ]
        .concat(),
    );
    let common = ["compare", "pendulum", "--methods", "fifth-degree,third-degree,runge-kutta-4"];
    let files = ["--csv", csv.as_str(), "--plot", svg.as_str(), "--steps", "0.02,0.01"];
    for reference in ["seventh-degree", truth.as_str()] {
        let text = printed(&[&common[..], &end, &files, &["--reference", reference]].concat());
        assert!(text.contains(reference), "{text}");
        let rows = named_rows(&folder.path("out.csv"));
        assert_eq!(rows.len(), 6);
        let of = |name: &str| -> Vec<&Vec<f64>> {
            rows.iter().filter(|(found, _)| found == name).map(|(_, row)| row).collect()
        };
        // Störmer's positions are of order 3; an order is seen to a factor of 1.5 at these steps.
        for (name, order) in [("fifth-degree", 4.0), ("third-degree", 3.0), ("runge-kutta-4", 4.0)] {
            let ratio = of(name)[0][1] / of(name)[1][1] / f64::powf(2.0, order);
            assert!((0.66..1.5).contains(&ratio), "{name}: {ratio}");
        }
        // Four stages against one solve, where the tape counts two evaluations.
        let evaluations = |name: &str| of(name)[1][3];
        let ratio = evaluations("runge-kutta-4") / evaluations("fifth-degree");
        assert!((ratio - 4.0).abs() < 0.1, "{ratio}");
    }
    picture(
        &folder.path("out.svg"),
        &["Pendulum: error against work", "wall time [s]", "third-degree", "10⁻⁵"],
    );
    assert_eq!(folder.files(), ["out.csv", "out.svg", "truth.csv"]);

    let mut bad = Vec::new();
    for (arguments, words) in [
        (&["--methods", "fith-degree"][..], "did you mean `fifth-degree`?"),
        (&["--methods", "fifth-degree", "--reference", "seventh"], "no method `seventh`"),
        (&["--methods", "fifth-degree", "--reference", "nowhere.csv"], "cannot read `nowhere.csv`"),
        (&["--methods", "fifth-degree", "--reference", &truth, "--until", "3"], "no row at 3 s"),
        (&["--methods", "fifth-degree", "--steps", "0.1,-1"], "positive"),
        (&["--methods", "fifth-degree", "--set", "mas=1"], "did you mean `mass`?"),
    ] {
        let (csv, svg) = (path("bad.csv"), path("bad.svg"));
        let files = ["--csv", csv.as_str(), "--plot", svg.as_str()];
        let message = refused(&[&["compare", "pendulum"], arguments, &files].concat());
        if !message.contains(words) {
            bad.push(message);
        }
    }
    assert!(bad.is_empty(), "{bad:?}");
    assert_eq!(folder.files(), ["out.csv", "out.svg", "truth.csv"]);
}

/// A table of energies, limits, and a motion: published numbers beside ours, data and picture.
#[test]
fn reproduce_repeats_published_tables() {
    let list = printed(&["reproduce", "list"]);
    for name in (1..=11).map(|i| format!("  table-{i} ")) {
        assert!(list.contains(&name), "{name} is not in\n{list}");
    }
    let folder = Folder::new("reproduce");
    let into = folder.path("").display().to_string();
    let text = printed(&["reproduce", "table-6", "--smallest-step", "1e-3", "--into", &into]);
    assert!(text.contains("9.0500e-7") && text.contains("agrees") && text.contains("not run"), "{text}");
    let csv = fs::read_to_string(folder.path("table-6.csv")).expect("the data are there");
    let row = csv.lines().find(|line| line.contains(",1e-3,")).expect("there is a row for 1e-3");
    // The column's name holds commas, and the numbers follow it.
    let numbers: Vec<&str> = row.rsplit('"').next().unwrap_or_default().split(',').collect();
    let here: f64 = numbers[4].parse().expect("a number");
    assert!((here / 6.708_995e-11 - 1.0).abs() < 1e-2, "{row}");
    picture(&folder.path("table-6.svg"), &["table-6", "published", "energy error [J]", "step h [s]"]);
    assert_eq!(folder.files(), ["table-6.csv", "table-6.svg"]);

    let text = printed(&["reproduce", "table-3"]);
    for exact in ["1.5491933", "1.1547005", "2.0000000"] {
        assert!(text.contains(exact), "{exact} is not in\n{text}");
    }
    let text = printed(&["reproduce", "section-4.3", "--into", &into]);
    let end = |line: &str| {
        let line = text.lines().find(|found| found.contains(line)).expect("the run is there");
        line.split_whitespace().find_map(|word| word.parse::<f64>().ok().filter(|x| *x < 0.1 && *x > 0.0))
    };
    assert!(text.contains("soon after"), "the unstable one is lost\n{text}");
    // Linear growth at the limit itself: 6.7e-4 m in 1000 s.
    let grown = end("h = 2 ").expect("an error");
    assert!((grown / 6.7e-4 - 1.0).abs() < 0.02, "{grown}");
    assert!(end("h = 1.54").expect("an error") < 1e-4, "{text}");

    assert!(refused(&["reproduce", "table-12"]).contains("no table or picture `table-12`"));
    let missing = folder.path("missing").display().to_string();
    assert!(refused(&["reproduce", "table-3", "--into", &missing]).contains("cannot write"));
}

/// The items of the half-implicit methods: errors, torques and counts beside those of independent programs.
#[test]
fn reproduce_repeats_half_implicit_methods() {
    let folder = Folder::new("half_implicit");
    let into = folder.path("").display().to_string();
    let text =
        printed(&["reproduce", "half-implicit-convergence", "--smallest-step", "1e-2", "--into", &into]);
    // RMS errors at h = 1e-2 of the independent program, 2.3929e-2 and 7.6004e-1.
    assert!(text.contains("Fang") && text.contains("2.3929e-2") && text.contains("7.6004e-1"), "{text}");
    let csv = fs::read_to_string(folder.path("half-implicit-convergence.csv")).expect("the data are there");
    for row in csv.lines().skip(1).filter(|row| row.contains(",1e-2,") && !row.contains("RATTLE")) {
        let numbers: Vec<f64> = row.split(',').skip(2).map(|x| x.parse().expect("a number")).collect();
        assert!((numbers[1] / numbers[0] - 1.0).abs() < 1e-3, "{row}");
    }
    picture(&folder.path("half-implicit-convergence.svg"), &["half-implicit-convergence", "step h [s]"]);

    let text = printed(&["reproduce", "half-implicit-torque", "--into", &into]);
    assert!(text.contains("μ = 0.4"), "{text}");
    let csv = fs::read_to_string(folder.path("half-implicit-torque.csv")).expect("the data are there");
    let row = csv.lines().find(|row| row.starts_with("0.4,0.500,")).expect("a row at half a turn");
    let numbers: Vec<f64> = row.split(',').skip(2).map(|x| x.parse().expect("a number")).collect();
    assert!((numbers[0] - numbers[1]).abs() < 1e-5 && (numbers[0] + 0.205997).abs() < 1e-6, "{row}");

    let text = printed(&["reproduce", "half-implicit-chain"]);
    assert!(text.contains("3.018") && text.contains("2.898"), "{text}");
}

/// The cells of a CSV file that `reproduce` has written, without its header.
fn cells(folder: &Folder, name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder.path(&format!("{name}.csv"))).expect("the data are there");
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn number_in(row: &[String], column: usize) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("no number in column {column} of {row:?}"))
}

/// Limits of Godunov's explicit pairs: 2, √(8/3), 2(√5 − 2); none of GE5.
#[test]
fn reproduce_draws_domains_of_godunov() {
    let folder = Folder::new("godunov_domains");
    let into = folder.path("").display().to_string();
    let text = printed(&["reproduce", "godunov-domains", "--into", &into]);
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
    printed(&["reproduce", "godunov-implicit-domains", "--into", &into]);
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
    printed(&["reproduce", "godunov-damping", "--into", &into]);
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
    assert!(at("AB4", "179.99", "0.25") > 0.0 && at("AB4", "179.99", "0.35") < 0.0, "the limit is 0.3");
    // ρ = 1/(1 − λh).
    assert!((at("GI2/BDF1", "179.99", "1.3") - 2.3_f64.ln()).abs() < 1e-3);
    picture(&folder.path("godunov-damping.svg"), &["damping −ln ρ", "GI2/BDF1", "exact"]);

    printed(&["reproduce", "godunov-order-stars", "--into", &into]);
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

/// ϑ < ½ is limited as the closed form says, ϑ ≥ ½ not at all; only ϑ = ½ is of order 2.
#[test]
fn reproduce_draws_newmark() {
    let folder = Folder::new("newmark");
    let into = folder.path("").display().to_string();
    let text = printed(&["reproduce", "newmark-domains", "--into", &into]);
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
        printed(&["reproduce", name, "--into", &into]);
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
    let text = printed(&["reproduce", "jay-figure-1", "--smallest-step", "0.05"]);
    assert!(text.contains("0.05 ") && !text.contains("0.025 "), "{text}");
}

/// Every method with its order, from the table that the other commands take their methods from.
#[test]
fn methods_are_listed_with_their_orders() {
    let text = printed(&["methods"]);
    for (name, order) in [
        ("fifth-degree", "* 4"),
        ("dormand-prince-5", "* 5"),
        ("dormand-prince-8", "* 8"),
        ("runge-kutta-4", "4"),
        ("godunov-4", "3"),
        ("rattle", "2"),
    ] {
        let line = text.lines().find(|line| line.split_whitespace().next() == Some(name));
        let line = line.unwrap_or_else(|| panic!("no `{name}` in\n{text}"));
        let words: Vec<_> = line.split_whitespace().skip(1).collect();
        assert!(words.join(" ").starts_with(order), "{line}");
    }
}

/// `docs/methods.md` is what `linkwork methods --markdown` prints.
#[test]
fn the_page_of_methods_is_up_to_date() {
    let page = include_str!("../../../docs/methods.md");
    assert_eq!(
        printed(&["methods", "--markdown"]),
        page,
        "write it anew: linkwork methods --markdown > docs/methods.md"
    );
}

/// Methods of forces of positions refuse a damped mechanism, and `all` leaves out what does not fit.
#[test]
fn methods_are_refused_where_they_do_not_fit() {
    let folder = Folder::new("refused");
    let damped = folder.write(
        "damped.mech",
        "mechanism Damped { coordinate x; mass_matrix = [[1]]; force = [-x - der(x) / 10]; initial { x: 1 } }",
    );
    let message = refused(&["simulate", &damped, "--method", "yoshida-4"]);
    assert!(
        message.contains("takes no mechanism with forces that depend on velocities, which `Damped` has"),
        "{message}"
    );
    let message = refused(&["compare", "cartesian_pendulum", "--methods", "fifth-degree,velocity-verlet"]);
    assert!(message.contains("`velocity-verlet` takes no mechanism with constraints"), "{message}");
    let text = printed(&["compare", &damped, "--methods", "all", "--steps", "0.1", "--until", "1"]);
    assert!(text.contains("godunov-implicit-3") && !text.contains("velocity-verlet"), "{text}");
}
