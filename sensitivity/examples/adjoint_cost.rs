//! The cost of a gradient relative to a run in f64 and to a forward derivative, all interpreted, in turns: the best of several rounds each.
//!
//! ```sh
//! cargo run --release -p linkwork-sensitivity --example adjoint_cost
//! cargo run --release -p linkwork-sensitivity --example adjoint_cost -- Chain2 runge-kutta-4    # rows with these words
//! ```

use linkwork::prelude::*;
use linkwork::runge_kutta::DormandPrince8;
use linkwork::simulation::Sampling;
use linkwork_sensitivity::adjoint::{GradientRequest, Objective, gradient};
use linkwork_sensitivity::{Method, Request, sensitivities};
use linkwork_tape::TapeParameters;
use std::time::Instant;

/// Rounds of a run, a forward derivative, and gradients.
const ROUNDS: usize = 9;
const STEP: f64 = 0.002;
const UNTIL: f64 = 2.0;

/// A closed loop, in the plane.
const SLIDER_CRANK: &str = "mechanism SliderCrank in plane {
    gravity = [0, -9.81] [m/s^2];
    param crank_length = 0.15 [m];
    param rod_length = 0.35 [m];
    param crank_mass = 1.2 [kg];
    param rod_mass = 0.6 [kg];
    param slider_mass = 2 [kg];
    param damping = 0.01 [N*m*s/rad];
    body crank { mass: crank_mass, inertia: crank_mass * crank_length^2 / 12 }
    body rod { mass: rod_mass, inertia: rod_mass * rod_length^2 / 12 }
    body slider { mass: slider_mass }
    joint pivot = revolute(ground, crank at [-crank_length / 2, 0 [m]]);
    joint pin = revolute(crank at [crank_length / 2, 0 [m]], rod at [-rod_length / 2, 0 [m]]);
    joint wrist = revolute(rod at [rod_length / 2, 0 [m]], slider);
    joint guide = prismatic(ground, slider, axis: [1, 0]);
    force drag = generalized(pivot.angle, -damping * der(pivot.angle));
    output height = guide.displacement;
    initial { pivot.angle: 30 [deg], der(pivot.angle): 6 [rad/s] }
}";

/// A chain of links with springs and dampers between them, each with parameters of its own.
fn chain(links: usize) -> String {
    let mut text = format!("mechanism Chain{links} in plane {{\n gravity = [0, -9.81] [m/s^2];\n");
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

fn main() {
    println!(
        "mechanism method variables run_ms forward_ms_each gradient_ms gradient/run gradient_of_one/run recorded"
    );
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let mechanisms = [
        ("Chain2", chain(2)),
        ("SliderCrank", SLIDER_CRANK.to_owned()),
        ("Chain10", chain(10)),
        ("Chain40", chain(40)),
    ];
    for (name, text) in mechanisms {
        let rows = Method::ALL.map(|method| (format!("{name} {}", method.name()), method));
        let mut rows = rows.to_vec();
        rows.retain(|(row, _)| wanted.iter().all(|word| row.split(' ').any(|part| part == word)));
        if rows.is_empty() {
            continue;
        }
        let options = linkwork_compiler::Options::default();
        let compiled = linkwork_compiler::build::compile_text("cost", &text, &options, false);
        let compiled = compiled.unwrap_or_else(|text| panic!("{text}"));
        for program in compiled.programs {
            let parameters = TapeParameters::new(program);
            for (row, method) in &rows {
                one(row, &parameters, *method);
            }
        }
    }
}

/// Stores the seconds of a call, if less than the stored value.
fn time(best: &mut f64, work: impl FnOnce()) {
    let began = Instant::now();
    work();
    *best = best.min(began.elapsed().as_secs_f64());
}

fn run(parameters: &TapeParameters, method: Method) {
    let tape = parameters.clone().build().expect("a mechanism");
    let run = tape.simulate().step(STEP).until(UNTIL).output(Sampling::Ends);
    let last = match method {
        Method::RungeKutta4 => run.method(RungeKutta4::projected()).run(),
        Method::GeneralizedAlpha => run.method(GeneralizedAlpha::default()).run(),
        Method::FifthDegree => run.method(FifthDegree::default()).run(),
        Method::DormandPrince8 => run.method(DormandPrince8::projected()).run(),
    };
    last.expect("a run");
}

fn one(row: &str, parameters: &TapeParameters, method: Method) {
    let by: Vec<String> = parameters.names().parameters.iter().map(|p| p.name.to_string()).collect();
    let quantity: linkwork_sensitivity::Quantity = "height at 2".parse().expect("a quantity");
    let of = Objective::Value(quantity.clone());
    let all = GradientRequest {
        of,
        by: by.clone(),
        method,
        step: STEP,
        inputs: None,
        segments: None,
        interrupt: None,
    };
    let single = GradientRequest { by: by[..1].to_vec(), ..all.clone() };
    let (inputs, interrupt) = (None, None);
    let request =
        Request { of: vec![quantity], by: single.by.clone(), method, step: STEP, inputs, interrupt };
    let [mut plain, mut forward, mut backward, mut one] = [f64::INFINITY; 4];
    let mut recorded = 0;
    for _ in 0..ROUNDS {
        time(&mut plain, || run(parameters, method));
        time(&mut backward, || recorded = gradient(parameters, &all).expect("a gradient").recorded);
        time(&mut one, || drop(gradient(parameters, &single).expect("a gradient")));
        time(&mut forward, || drop(sensitivities(parameters, &request).expect("derivatives")));
    }
    println!(
        "{row} {} {:.2} {:.2} {:.2} {:.2} {:.2} {recorded}",
        by.len(),
        plain * 1e3,
        forward * 1e3,
        backward * 1e3,
        backward / plain,
        one / plain,
    );
}
