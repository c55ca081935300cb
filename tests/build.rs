//! Compiles the mechanism of the template for new crates, and those of the benches from the library's `.mech` files, if the
//! feature `bodies` requests them.
//!
//! `LINKWORK_LINKS=16` adds a chain of that many links, `LINKWORK_FOUR_BARS=40` a row of that many linkages: they take rustc
//! longer than all others together.

use linkwork_compiler::build::Build;
use std::path::{Path, PathBuf};

/// Lengths of the chain.
const LINKS: [&str; 2] = ["1", "8"];
/// Four-bar linkages in a row.
const FOUR_BARS: [&str; 2] = ["1", "2"];

fn main() {
    println!("cargo::rustc-check-cfg=cfg(long_chain)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=LINKWORK_LINKS");
    println!("cargo::rustc-check-cfg=cfg(long_row)");
    println!("cargo::rerun-if-env-changed=LINKWORK_FOUR_BARS");
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let (Some(package), Some(out)) = (variable("CARGO_MANIFEST_DIR"), variable("OUT_DIR")) else { return };
    let template = Build::new().file(package.join("../cli/template/mechanisms/slider_crank.mech"));
    let mut builds = vec![(template, out.clone())];
    if std::env::var_os("CARGO_FEATURE_BODIES").is_some() {
        builds.extend(of_benches(&package, &out));
    }
    for (build, out) in builds {
        let written = std::fs::create_dir_all(&out).map_err(|error| error.to_string());
        match written.and_then(|()| build.compile_in(&package, &out).map_err(String::from)) {
            Ok(messages) => print!("{messages}"),
            Err(mistakes) => {
                eprintln!("{mistakes}");
                std::process::exit(1);
            }
        }
    }
}

/// The descriptions that the benches of large mechanisms compile, and the files of the output.
fn of_benches(package: &Path, out: &Path) -> Vec<(Build, PathBuf)> {
    let mechanisms = package.join("../models/mechanisms");
    let alone = [
        "robots/panda",
        "linkages/bricard",
        "linkages/andrews_bodies",
        "tops/governor",
        "pendulums/hinged_pendulum",
    ];
    let alone = alone
        .iter()
        .fold(Build::new(), |build, file| build.file(mechanisms.join(file).with_extension("mech")));
    let mut builds = vec![(alone, out.to_owned())];
    let chain = |n: &str| Build::new().file(mechanisms.join("pendulums/chain.mech")).constant("n", n);
    builds.extend(LINKS.map(|n| (chain(n), out.join(format!("chain_{n}")))));
    let four_bars = |n: &str| Build::new().file(mechanisms.join("linkages/four_bars.mech")).constant("n", n);
    builds.extend(FOUR_BARS.map(|n| (four_bars(n), out.join(format!("four_bars_{n}")))));
    if let Ok(links) = std::env::var("LINKWORK_LINKS") {
        println!("cargo::rustc-cfg=long_chain");
        println!("cargo::rustc-env=LINKWORK_LINKS={links}");
        builds.push((chain(&links), out.join("chain_long")));
    }
    if let Ok(linkages) = std::env::var("LINKWORK_FOUR_BARS") {
        println!("cargo::rustc-cfg=long_row");
        println!("cargo::rustc-env=LINKWORK_FOUR_BARS={linkages}");
        builds.push((four_bars(&linkages), out.join("four_bars_long")));
    }
    builds
}
