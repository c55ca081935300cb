//! The tables and figures that can be reproduced.

use super::{
    Item, constrained, godunov, half_implicit, jay, motions, newmark, newmark_damping, radii, tables, top,
};

/// Everything that can be reproduced, in the order of the papers.
pub const ITEMS: [Item; 34] = [
    Item {
        name: "table-1",
        title: "central differences, classical and reformulated: energy error of the pendulum",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-2",
        title: "third degree, α = 4/3 and 2: energy error of the pendulum",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-3",
        title: "third degree: limits of stability",
        source: CONDITIONALLY_EXPLICIT,
        make: radii::third_degree,
    },
    Item {
        name: "table-4",
        title: "fourth degree, α = 5/4, 1/4 and 3/4: energy error of the pendulum",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-5",
        title: "fourth degree, α = 5/4: spectral radius, and the time at which a forced motion diverges",
        source: CONDITIONALLY_EXPLICIT,
        make: radii::five_quarters,
    },
    Item {
        name: "table-6",
        title: "fifth degree, (4/5, 1, 1, 1): energy error of the pendulum",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-7",
        title: "fifth degree, (1.62, …): energy error of the spinning top",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-8",
        title: "Kutta's third order: energy error of the spinning top",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-9",
        title: "Kutta's third order at index 1: energy error and drift of the rigid pendulum",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-10",
        title: "Kutta's third order with projected positions: energy error of the rigid pendulum",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "table-11",
        title: "fifth degree, all ones, at index 3: energy error of the rigid pendulum",
        source: CONDITIONALLY_EXPLICIT,
        make: tables::energies,
    },
    Item {
        name: "section-4.3",
        title: "forced oscillator, α = 1, 4/3 and 2, each at steps of 2.1, 2, 1.54 and 1.15: all twelve runs, with Figures 5 and 6",
        source: CONDITIONALLY_EXPLICIT,
        make: motions::near_the_limits,
    },
    Item {
        name: "fourth-degree-radii",
        title: "fourth degree: spectral radii of the published sets, and their limits",
        source: CONDITIONALLY_EXPLICIT,
        make: radii::fourth_degree,
    },
    Item {
        name: "section-5.2",
        title: "fourth degree, α = 5/4, under a force of 10 rad/s: a motion that diverges",
        source: CONDITIONALLY_EXPLICIT,
        make: motions::diverging,
    },
    Item {
        name: "fifth-degree-radii",
        title: "fifth degree: spectral radii of the published sets, and the limit 0.6",
        source: CONDITIONALLY_EXPLICIT,
        make: radii::fifth_degree,
    },
    Item {
        name: "fifth-degree-long-run",
        title: "fifth degree, (4/5, 1, 1, 1): the pendulum for 4000 s",
        source: CONDITIONALLY_EXPLICIT,
        make: motions::long_pendulum,
    },
    Item {
        name: "spinning-top-motion",
        title: "the spinning top of Tables 7 and 8: its angles over 10 s, by both methods",
        source: CONDITIONALLY_EXPLICIT,
        make: top::motion,
    },
    Item {
        name: "constrained-pendulum",
        title: "the rigid pendulum of Tables 9 to 11: energy error and drift over time, and the end of the all-ones set",
        source: CONDITIONALLY_EXPLICIT,
        make: constrained::pendulum,
    },
    Item {
        name: "figures-4-7-9",
        title: "spectral radii of the published sets of degree 3, 4 and 5 in one picture",
        source: CONDITIONALLY_EXPLICIT,
        make: radii::in_one_picture,
    },
    Item {
        name: "figure-11",
        title: "the spinning top from above: the path of its centre over 10 s",
        source: CONDITIONALLY_EXPLICIT,
        make: top::from_above,
    },
    Item {
        name: "half-implicit-convergence",
        title: "half-implicit and implicit Euler: errors of the double pendulum, the slider–crank and the four-link mechanism",
        source: HALF_IMPLICIT,
        make: half_implicit::convergence,
    },
    Item {
        name: "half-implicit-energy",
        title: "half-implicit and implicit Euler: energy of the double pendulum",
        source: HALF_IMPLICIT,
        make: half_implicit::energy,
    },
    Item {
        name: "half-implicit-iterations",
        title: "half-implicit and implicit Euler: mean number of iterations and CPU time of a step",
        source: HALF_IMPLICIT,
        make: half_implicit::iterations,
    },
    Item {
        name: "half-implicit-torque",
        title: "half-implicit Euler: driving torque of the slider–crank with friction",
        source: HALF_IMPLICIT,
        make: half_implicit::torque,
    },
    Item {
        name: "half-implicit-chain",
        title: "half-implicit and implicit Euler: iterations and time of a step for chains of 1 to 32 links",
        source: HALF_IMPLICIT,
        make: half_implicit::chains,
    },
    Item {
        name: "godunov-domains",
        title: "GE/AB pairs and Adams–Bashforth: domains of stability and limits of |λh|",
        source: GODUNOV,
        make: godunov::explicit,
    },
    Item {
        name: "godunov-implicit-domains",
        title: "GI/BDF pairs: domains of stability, A(α), roots at infinity",
        source: GODUNOV,
        make: godunov::implicit,
    },
    Item {
        name: "godunov-plain-domains",
        title: "plain GE_n and GI_n on x'' = λ² x: domains of stability, limits on the imaginary axis, poles",
        source: GODUNOV,
        make: godunov::plain,
    },
    Item {
        name: "godunov-damping",
        title: "GE/AB and GI/BDF pairs: damping of undamped and of overdamped motion",
        source: GODUNOV,
        make: godunov::damping,
    },
    Item {
        name: "godunov-order-stars",
        title: "GE/AB and GI/BDF pairs: order stars, orders and poles",
        source: GODUNOV,
        make: godunov::order_stars,
    },
    Item {
        name: "newmark-domains",
        title: "Newmark's family, ϑ = 0, ¼, ½, ¾ and 1: domains of stability",
        source: GODUNOV,
        make: newmark::domains,
    },
    Item {
        name: "newmark-damping",
        title: "Newmark's family: spectral radius, numerical damping and period elongation, compared with their closed forms",
        source: NEWMARK,
        make: newmark_damping::damping,
    },
    Item {
        name: "jay-figure-1",
        title: "generalized-α with corrected variable steps: errors of y, z, a, λ and ψ",
        source: JAY,
        make: jay::corrected,
    },
    Item {
        name: "jay-figure-2",
        title: "generalized-α with uncorrected variable steps: errors of y, z, a, λ and ψ",
        source: JAY,
        make: jay::uncorrected,
    },
];

const CONDITIONALLY_EXPLICIT: &str = "Fernández de Bustos et al., Mathematics 12 (2024) 2862";
const HALF_IMPLICIT: &str = "Fang, Kissel, Zhang, Negrut, J. Comput. Nonlinear Dynam. 18 (2023) 014501";
const GODUNOV: &str = "Cellier, Kofman, Continuous System Simulation, 2006, chapter 5";
const NEWMARK: &str = "Newmark 1959, with the closed forms of linear structural dynamics";
const JAY: &str = "Jay, Negrut 2009, second order extension of the generalized-α method, section 8";
