//! The cost of a gradient relative to a run in f64 and to a forward derivative, all interpreted: the best of some runs each.
//!
//! ```sh
//! cargo run --release -p linkwork-sensitivity --example adjoint_cost
//! ```

use linkwork::prelude::*;
use linkwork::simulation::Sampling;
use linkwork_sensitivity::adjoint::{GradientRequest, Objective, gradient};
use linkwork_sensitivity::{Method, Request, sensitivities};
use linkwork_tape::TapeParameters;
use std::time::Instant;

/// A chain of links with springs and dampers between them, each with parameters of its own.
fn chain(links: usize) -> String {
    let mut text = String::from("mechanism Chain in plane {\n gravity = [0, -9.81] [m/s^2];\n");
    for i in 0..links {
        text += &format!(
            " param mass{i} = 1 [kg];\n param length{i} = 0.5 [m];\n param stiffness{i} = 3 [N*m/rad];\n param damping{i} = 0.1 [N*m*s/rad];\n body link{i} {{ mass: mass{i}, com: [length{i} / 2, 0], inertia: mass{i} * length{i}^2 / 12 }}\n"
        );
        let from =
            if i == 0 { "ground".to_owned() } else { format!("link{} at [length{}, 0]", i - 1, i - 1) };
        text += &format!(
            " joint hinge{i} = revolute({from}, link{i});\n force elastic{i} = generalized(hinge{i}.angle, -stiffness{i} * hinge{i}.angle - damping{i} * der(hinge{i}.angle));\n"
        );
    }
    text += &format!(
        " frame tip = link{last} at [length{last}, 0];\n output height = tip.position.y;\n}}\n",
        last = links - 1
    );
    text
}

fn best(mut run: impl FnMut()) -> f64 {
    let times = (0..5).map(|_| {
        let began = Instant::now();
        run();
        began.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

fn main() {
    println!("links variables method run_ms forward_ms_each gradient_ms gradient/run recorded_MB");
    for links in [2, 10, 40] {
        let text = chain(links);
        let options = linkwork_compiler::Options::default();
        let compiled = linkwork_compiler::build::compile_text("chain", &text, &options, false);
        let compiled = compiled.unwrap_or_else(|text| panic!("{text}"));
        for program in compiled.programs {
            let parameters = TapeParameters::new(program);
            let by: Vec<String> = parameters.names().parameters.iter().map(|p| p.name.to_string()).collect();
            for method in [Method::RungeKutta4, Method::GeneralizedAlpha, Method::FifthDegree] {
                one(links, &parameters, &by, method);
            }
        }
    }
}

fn one(links: usize, parameters: &TapeParameters, by: &[String], method: Method) {
    let (step, until) = (0.002, 2.0);
    let of = parameters.clone();
    let plain = best(|| {
        let tape = of.clone().build().expect("a mechanism");
        let run = tape.simulate().step(step).until(until).output(Sampling::Ends);
        let last = match method {
            Method::RungeKutta4 => run.method(RungeKutta4::projected()).run(),
            Method::GeneralizedAlpha => run.method(GeneralizedAlpha::default()).run(),
            _ => run.method(FifthDegree::default()).run(),
        };
        last.expect("a run");
    });
    let quantity: linkwork_sensitivity::Quantity = "height at 2".parse().expect("a quantity");
    let request = Request {
        of: vec![quantity.clone()],
        by: by[..1].to_vec(),
        method,
        step,
        inputs: None,
        interrupt: None,
    };
    let forward = best(|| {
        sensitivities(&of, &request).expect("derivatives");
    });
    let request = GradientRequest {
        of: Objective::Value(quantity),
        by: by.to_vec(),
        method,
        step,
        inputs: None,
        segments: None,
        interrupt: None,
    };
    let mut recorded = 0;
    let backward = best(|| recorded = gradient(&of, &request).expect("a gradient").recorded);
    println!(
        "{links} {} {} {:.2} {:.2} {:.2} {:.2} {:.1}",
        by.len(),
        method.name(),
        plain * 1e3,
        forward * 1e3,
        backward * 1e3,
        backward / plain,
        (recorded * 32) as f64 / 1e6
    );
}
