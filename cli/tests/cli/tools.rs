//! The commands that analyse and compare methods.

use super::{Folder, linkwork, number, printed, refused, table};
use std::fs;

/// Checks that a picture is complete and contains these words.
pub fn picture(path: &std::path::Path, words: &[&str]) {
    let text = fs::read_to_string(path).expect("the picture is there");
    assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
    for word in words {
        assert!(text.contains(word), "`{word}` is missing");
    }
}

/// The number after `≤` in the line that begins with these words.
fn limit(text: &str, beginning: &str) -> f64 {
    let line = text.lines().find(|line| line.trim_start().starts_with(beginning));
    let line = line.unwrap_or_else(|| panic!("no line begins with `{beginning}`:\n{text}"));
    let (_, limit) = line.split_once('≤').unwrap_or_else(|| panic!("no limit in `{line}`"));
    limit.trim().parse().unwrap_or_else(|_| panic!("no number in `{line}`"))
}

/// Limits of the classical method and of central differences are closed forms; so is the period of the latter,
/// Ω̄ = 2 arcsin(Ω/2).
#[test]
fn stability_analyses_a_method_by_its_step() {
    let folder = Folder::new("stability");
    let (csv, svg) = (folder.path("analysed.csv"), folder.path("analysed.svg"));
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
    assert_eq!(folder.files(), ["analysed.csv", "analysed.svg"]);

    let text = printed(&["stability", "runge-kutta-4", "--plot", &svg_name]);
    assert!((limit(&text, "limit at ζ = 0 ") - 8.0_f64.sqrt()).abs() < 1e-6, "{text}");
    assert!((limit(&text, "180°") - 2.785_293_563).abs() < 1e-7, "{text}");
    picture(&svg, &["order star"]);
    assert!(printed(&["stability", "fifth-degree-paper"]).contains("unstable for every step size"));
    let text = printed(&["stability", "--weights", "3/2,5/6,1"]);
    assert!((limit(&text, "limit at ζ = 0 ") - 2.0_f64.sqrt()).abs() < 1e-6, "{text}");
}

#[test]
fn stability_refuses_methods_and_options_that_it_does_not_support() {
    let folder = Folder::new("refused-methods");
    let svg = folder.path("out.svg").display().to_string();
    for (bad, words) in [
        (&["runge-kuta-4"][..], "did you mean `runge-kutta-4`?"),
        (&["--weights", "1"], "1 weights do not define a method"),
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
        // Störmer's positions are of order 3; an order is measured to a factor of 1.5 at these steps.
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

/// The work for an error lies between the runs on both sides; a method that has reached it makes no finer runs; tables
/// of several mechanisms are shown side by side.
#[test]
fn compare_reports_the_work_for_an_error() {
    let folder = Folder::new("work");
    let path = |name: &str| folder.path(name).display().to_string();
    let (first, second) = (path("first.csv"), path("second.csv"));
    let methods =
        ["--methods", "fifth-degree,explicit-euler,yoshida-4", "--steps", "0.04..0.005", "--until", "2"];
    let reference = ["--reference-step", "5e-4"];
    let errors = ["--errors", "1e-4,1e-6"];
    let common = [&methods[..], &reference, &errors].concat();
    let text = printed(&[&["compare", "pendulum", "--csv", &first][..], &common].concat());
    assert!(text.contains("work for an error of") && text.contains("Pendulum, 1e-6"), "{text}");
    let rows = named_rows(&folder.path("first.csv"));
    let of = |name: &str| -> Vec<&Vec<f64>> {
        rows.iter().filter(|(found, _)| found == name).map(|(_, row)| row).collect()
    };
    assert_eq!(of("explicit-euler").len(), 4, "it never comes to the error");
    let fifth = of("fifth-degree");
    let least = fifth.iter().position(|row| row[1] <= 1e-6).expect("it comes to the error");
    assert_eq!(fifth.len(), (least + 2).min(4), "one run more than needed makes it sure");

    let markdown = printed(&[&["compare", "pendulum", "--markdown"][..], &common].concat());
    let line = |text: &str, name: &str| -> Vec<String> {
        let line = text.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let line = line.unwrap_or_else(|| panic!("no row of {name} in\n{text}"));
        line.split('|').map(|cell| cell.trim().replace(' ', "")).collect()
    };
    assert_eq!(line(&markdown, "explicit-euler")[4..6], ["-", "-"]);
    let work: f64 = line(&markdown, "fifth-degree")[4].parse().expect("a number of evaluations");
    let (coarse, fine) = (fifth[least - 1], fifth[least]);
    let part = (coarse[1] / 1e-6).ln() / (coarse[1] / fine[1]).ln();
    let expected = coarse[3] * (fine[3] / coarse[3]).powf(part);
    // Three digits are shown.
    assert!((work / expected - 1.0).abs() < 6e-3, "{work} instead of {expected}");

    printed(
        &[
            &["compare", "cartesian_pendulum", "--csv", &second, "--methods", "fifth-degree"][..],
            &["--steps", "0.04..0.005", "--until", "2", "--longest", "1e-9"],
            &reference,
        ]
        .concat(),
    );
    assert_eq!(named_rows(&folder.path("second.csv")).len(), 1, "the first run is too long already");
    let text = printed(&["work", &first, &second, "--errors", "1e-6", "--markdown"]);
    assert!(
        text.starts_with("| method | first: evaluations | ms | second: evaluations | ms |\n|---|---:|"),
        "{text}"
    );
    assert_eq!(line(&text, "fifth-degree")[2].parse(), Ok(work), "{text}");
    assert_eq!(line(&text, "yoshida-4")[4], "", "it was not run there:\n{text}");

    assert!(refused(&["work", "nowhere.csv"]).contains("cannot read `nowhere.csv`"));
    let other = folder.write("other.csv", "time,theta\n0,1\n");
    assert!(refused(&["work", &other]).contains("is not a table of runs"));
    let steps = refused(&["compare", "pendulum", "--methods", "all", "--steps", "0.01..0.1"]);
    assert!(steps.contains("must be the largest"), "{steps}");
    // Steps that are longer than the run are all the same one.
    let short = ["compare", "pendulum", "--methods", "runge-kutta-4", "--until", "0.1", "--steps"];
    let text = printed(&[&short[..], &["0.2,0.1,0.05"]].concat());
    assert!(text.contains("steps that are longer than the run are left out: 0.2 s"), "{text}");
    assert!(refused(&[&short[..], &["0.2"]].concat()).contains("longer than the run"));
    assert!(refused(&["certify", "pendulum", "--step", "3"]).contains("longer than the run"));
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
        "write it again: linkwork methods --markdown > docs/methods.md"
    );
}

/// Methods for forces of positions refuse a damped mechanism, and `all` omits unsuitable methods.
#[test]
fn methods_that_do_not_support_a_mechanism_are_refused() {
    let folder = Folder::new("refused");
    let damped = folder.write(
        "damped.mech",
        "mechanism Damped { coordinate x; mass_matrix = [[1]]; force = [-x - der(x) / 10]; initial { x: 1 } }",
    );
    let message = refused(&["simulate", &damped, "--method", "yoshida-4"]);
    assert!(
        message.contains("does not support forces that depend on velocities, which `Damped` has"),
        "{message}"
    );
    let message = refused(&["compare", "cartesian_pendulum", "--methods", "fifth-degree,velocity-verlet"]);
    assert!(message.contains("`velocity-verlet` does not support constraints"), "{message}");
    let text = printed(&["compare", &damped, "--methods", "all", "--steps", "0.1", "--until", "1"]);
    assert!(text.contains("godunov-implicit-3") && !text.contains("velocity-verlet"), "{text}");
}
