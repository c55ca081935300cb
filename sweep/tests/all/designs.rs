//! Grids, lists, random values.

use linkwork_sweep::{Accumulator, Axis, BadDesign, Design, Drawing, Keep, Keeps, List, Random, Statistic};

fn axis(text: &str) -> Axis {
    text.parse().expect("an axis")
}

fn random(text: &str) -> Random {
    text.parse().expect("a distribution")
}

fn drawn(text: &[&str], samples: u64, seed: u64, drawing: Drawing) -> Design {
    let all = text.iter().map(|one| random(one)).collect();
    Design::new(List::default(), Vec::new(), all, Some(samples), seed, drawing).expect("a design")
}

#[test]
fn a_grid_is_every_combination_with_exact_ends() {
    let axes = vec![axis("length=0.1..0.5:5"), axis(" mass = 1, 2.5 , 4")];
    assert_eq!(axes[0].values[0].to_bits(), 0.1_f64.to_bits());
    assert_eq!(axes[0].values[4].to_bits(), 0.5_f64.to_bits());
    let list = List { names: vec!["gravity".into()], lines: vec![vec![9.81], vec![1.62]] };
    let design = Design::new(list, axes, Vec::new(), None, 0, Drawing::Independent).expect("a design");
    assert_eq!(design.names(), ["gravity", "length", "mass"]);
    assert_eq!(design.runs(), 2 * 5 * 3);
    let all: Vec<Vec<f64>> = (0..30).map(|run| design.values(run)).collect();
    for (k, line) in all.iter().enumerate() {
        let wanted = [[9.81, 1.62][k / 15], 0.1 + 0.1 * ((k / 3) % 5) as f64, [1.0, 2.5, 4.0][k % 3]];
        // Points between the ends are weighted means, rounded twice.
        assert!(line.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-15), "{line:?} {wanted:?}");
    }
}

/// Moments of 40 000 draws: standard errors are 1/200 of the deviation, and four of them are rare.
#[test]
fn draws_have_the_moments_of_their_law() {
    let (count, rare) = (40_000_u64, 4.0 / 200.0);
    for drawing in [Drawing::Independent, Drawing::Latin] {
        let design = drawn(
            &["a~normal(1,0.1)", "b~uniform(-1,3)", "c~lognormal(0,0.5)", "d~triangular(0,2,1)"],
            count,
            7,
            drawing,
        );
        // Mean and variance in closed form.
        let e = std::f64::consts::E;
        let wanted = [
            (1.0, 0.01),
            (1.0, 16.0 / 12.0),
            (e.powf(0.125), (e.powf(0.25) - 1.0) * e.powf(0.25)),
            (1.0, 4.0 / 24.0),
        ];
        let all: Vec<Vec<f64>> = (0..count).map(|run| design.values(run)).collect();
        for (k, (mean, variance)) in wanted.into_iter().enumerate() {
            let found = all.iter().map(|values| values[k]).sum::<f64>() / count as f64;
            assert!((found - mean).abs() < rare * f64::sqrt(variance), "{k}: {found} {mean}");
            let spread = all.iter().map(|values| (values[k] - mean).powi(2)).sum::<f64>() / count as f64;
            // The fourth moment of the lognormal law is the largest: its standard error is below five times that of the normal one.
            assert!((spread / variance - 1.0).abs() < 5.0 * rare, "{k}: {spread} {variance}");
        }
        // Parameters are independent.
        let product = all.iter().map(|v| (v[0] - 1.0) * (v[1] - 1.0)).sum::<f64>() / count as f64;
        assert!(product.abs() < rare * f64::sqrt(0.01 * 16.0 / 12.0), "{product}");
    }
}

/// Each of N equal intervals has one value.
#[test]
fn a_latin_hypercube_has_one_value_in_each_interval() {
    let design = drawn(&["a~uniform(0,1)", "b~uniform(0,1)"], 500, 3, Drawing::Latin);
    for k in 0..2 {
        let mut shares: Vec<usize> = (0..500).map(|run| (design.values(run)[k] * 500.0) as usize).collect();
        assert_ne!(shares, (0..500).collect::<Vec<_>>());
        shares.sort_unstable();
        assert_eq!(shares, (0..500).collect::<Vec<_>>());
    }
}

/// A value is determined by seed, name and run: another parameter or more samples change nothing.
#[test]
fn values_depend_on_seed_name_and_run_alone() {
    let alone = drawn(&["mass~normal(1,0.1)"], 10, 7, Drawing::Independent);
    let beside = drawn(&["length~uniform(0,1)", "mass~normal(1,0.1)"], 1000, 7, Drawing::Independent);
    let other = drawn(&["mass~normal(1,0.1)"], 10, 8, Drawing::Independent);
    for run in 0..10 {
        assert_eq!(alone.values(run)[0].to_bits(), beside.values(run)[1].to_bits());
        assert_ne!(alone.values(run)[0].to_bits(), other.values(run)[0].to_bits());
    }
    assert_ne!(beside.values(0)[0], beside.values(1)[0]);
    assert_ne!(alone.digest(), other.digest());
}

#[test]
fn invalid_designs_are_refused() {
    for text in ["length", "=1", "a=1..2", "a=1..2:0", "a=1..2:1", "a=x", "a=1,,2", "a=1..inf:3", "a=nan"] {
        assert!(text.parse::<Axis>().is_err(), "{text}");
    }
    // More values than fit into memory are refused before there are any.
    let text = "a=1..2:4294967295".parse::<Axis>().expect_err("too many values");
    assert!(text.contains("from 1 to 16777215"), "{text}");
    for text in [
        "m",
        "m~normal",
        "m~normal(1)",
        "m~normal(1,-1)",
        "m~uniform(2,1)",
        "~normal(0,1)",
        "m~cauchy(0,1)",
        "m~normal(a,b)",
    ] {
        assert!(text.parse::<Random>().is_err(), "{text}");
    }
    let none = || List::default();
    let new =
        |list, axes, random, samples| Design::new(list, axes, random, samples, 0, Drawing::Independent).err();
    assert_eq!(new(none(), vec![], vec![], None), Some(BadDesign::Empty));
    assert_eq!(
        new(none(), vec![axis("a=1,2")], vec![random("a~normal(0,1)")], Some(3)),
        Some(BadDesign::Twice("a".into()))
    );
    assert_eq!(new(none(), vec![], vec![random("a~normal(0,1)")], None), Some(BadDesign::Samples));
    assert_eq!(new(none(), vec![axis("a=1,2")], vec![], Some(3)), Some(BadDesign::Samples));
    assert_eq!(new(none(), vec![], vec![random("a~normal(0,1)")], Some(u64::MAX)), Some(BadDesign::Count));
    let short = List { names: vec!["a".into()], lines: vec![vec![1.0], vec![]] };
    assert_eq!(new(short, vec![], vec![], None), Some(BadDesign::Line(2)));
    for name in ["run", "failure", "warning"] {
        let bad = new(none(), vec![axis(&format!("{name}=1,2"))], vec![], None);
        assert_eq!(bad, Some(BadDesign::Reserved(name.into())));
    }
    let text = BadDesign::Reserved("run".into()).to_string();
    assert!(text.contains("every table has the columns `run`, `failure` and `warning`"), "{text}");
}

#[test]
fn statistics_are_those_of_the_samples() {
    let keep = |text: &str| text.parse::<Keep>().expect("something to keep");
    assert_eq!(
        (keep("max(load[0])").quantity, keep("max(load[0])").statistic),
        ("load[0]".into(), Statistic::Max)
    );
    assert_eq!((keep("der(x)").quantity, keep("der(x)").statistic), ("der(x)".into(), Statistic::Final));
    assert_eq!(keep("rms(multiplier(rod))").quantity, "multiplier(rod)");
    assert!("".parse::<Keep>().is_err() && "max()".parse::<Keep>().is_err());
    // Commas in parentheses and brackets are part of a quantity.
    let Keeps(several) = "x,max(hypot(a[1],b)),c".parse().expect("three quantities");
    assert_eq!(several.iter().map(|one| &*one.quantity).collect::<Vec<_>>(), ["x", "hypot(a[1],b)", "c"]);
    // x = t² at uneven times: the trapezoidal rule by hand.
    let (times, values) = ([0.0, 1.0, 3.0], [0.0, 1.0, 9.0]);
    let statistic = |statistic: Statistic, times: &[f64], values: &[f64]| {
        let mut accumulator = Accumulator::new(statistic);
        times.iter().zip(values).for_each(|(time, x)| accumulator.add(*time, *x));
        accumulator.value()
    };
    let of = |which: Statistic| statistic(which, &times, &values);
    assert_eq!(
        [of(Statistic::Initial), of(Statistic::Final), of(Statistic::Min), of(Statistic::Max)],
        [0.0, 9.0, 0.0, 9.0]
    );
    assert_eq!(of(Statistic::Mean), (0.5 + 10.0) / 3.0);
    assert_eq!(of(Statistic::Rms), ((0.5 + 82.0) / 3.0_f64).sqrt());
    for at in 0..3 {
        let mut values = [1.0, 3.0, 2.0];
        values[at] = f64::NAN;
        assert!(statistic(Statistic::Max, &times, &values).is_nan());
        assert!(statistic(Statistic::Min, &times, &values).is_nan());
    }
    assert_eq!(statistic(Statistic::Mean, &[1.0], &[4.0]), 4.0);
    assert_eq!(statistic(Statistic::Rms, &[1.0], &[-4.0]), 4.0);
    assert!(statistic(Statistic::Final, &[], &[]).is_nan());
}
