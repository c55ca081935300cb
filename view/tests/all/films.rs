//! Descriptions → films, as the command line makes them.

use linkwork::prelude::*;
use linkwork_compiler::build::{compile_text, with_items};
use linkwork_compiler::{Drawing, Options, Program};
use linkwork_tape::{Tape, TapeParameters};
use linkwork_view::{Column, ColumnKind, Film, Keyframes, Scene};

pub const SLIDER_CRANK: &str = "
    /// A crank, a rod and a slider. </script><b>
    mechanism SliderCrank in plane {
        gravity = [0, -9.81] [m/s^2];
        param crank_length = 0.15 [m];
        param rod_length = 0.35 [m];
        body crank { mass: 1.2 [kg], inertia: 2.25e-3 [kg*m^2] }
        body rod { mass: 0.6 [kg], shape: rod(length: rod_length) }
        body slider { mass: 2 [kg] }
        joint pivot = revolute(ground, crank at [-crank_length / 2, 0 [m]]);
        joint pin = revolute(crank at [crank_length / 2, 0 [m]], rod at [-rod_length / 2, 0 [m]]);
        joint wrist = revolute(rod at [rod_length / 2, 0 [m]], slider);
        joint guide = prismatic(ground, slider, axis: [1, 0]);
        force buffer = spring(ground at [1, 0] [m], slider, stiffness: 10 [N/m], length: 0.5 [m]);
        output piston = guide.displacement;
        initial { pivot.angle: 30 [deg], der(pivot.angle): 6 [rad/s] }
    }";
pub const QUADRUPED: &str = include_str!("../../../models/mechanisms/robots/quadruped.mech");
pub const BRICARD: &str = include_str!("../../../models/mechanisms/linkages/bricard.mech");
pub const HEXAPOD: &str = include_str!("../../../models/mechanisms/robots/hexapod.mech");
pub const GOVERNOR: &str = include_str!("../../../models/mechanisms/tops/governor.mech");

/// The first mechanism of a text, with a picture and these outputs besides.
pub fn compiled(text: &str, drawing: Drawing, outputs: &str) -> Program {
    let text = with_items(text, None, outputs).expect("a mechanism");
    let options = Options { drawing, ..Options::default() };
    let compiled = compile_text("test.mech", &text, &options, false).expect("no mistake");
    compiled.programs.into_iter().next().expect("a mechanism")
}

pub fn built(program: Program) -> Tape<f64> {
    TapeParameters::new(program).build().expect("it can be assembled")
}

/// The positions of a run at these times.
pub fn positions(tape: &Tape<f64>, step: f64, times: &[f64]) -> Vec<Vec<f64>> {
    let end = times.last().copied().unwrap_or(0.0);
    let run = tape
        .simulate()
        .method(FifthDegree::default())
        .step(step)
        .until(end.max(step))
        .run()
        .expect("it runs");
    times.iter().map(|&t| run.at(t).expect("within the run").q.as_slice().to_vec()).collect()
}

/// A film of a run, with its coordinates as columns.
pub fn film(tape: &Tape<f64>, step: f64, times: &[f64]) -> Film {
    let all = positions(tape, step, times);
    let poses = tape.poses().expect("a picture");
    let scene = Scene::new(tape.program(), &tape.geometry(), &poses.at(&all[0])).expect("its geometry");
    let bodies = scene.bodies.len();
    let keyframes = Keyframes::new(times.to_vec(), bodies, |frame| poses.at(&all[frame])).expect("poses");
    let columns = tape.program().coordinates.iter().enumerate().map(|(k, named)| Column {
        name: named.name.to_string(),
        unit: named.unit.to_string(),
        kind: ColumnKind::Coordinate,
        values: all.iter().map(|q| q[k]).collect(),
    });
    Film { scene, keyframes, columns: columns.collect(), subtitle: "a test".to_owned() }
}

/// So many times in a second, from 0.
pub fn frames(count: u32, rate: f64) -> Vec<f64> {
    (0..count).map(|k| f64::from(k) / rate).collect()
}
