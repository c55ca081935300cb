//! The methods as a table, for the terminal and for `docs/methods.md`.
//!
//! Invariant: both are generated from [`METHODS`] alone.

use super::{Family, METHODS, Method};
use std::fmt::Write;

fn of(family: Family) -> impl Iterator<Item = &'static Method> {
    METHODS.iter().filter(move |method| method.family == family)
}

/// The widest of some words.
fn width(word: impl Fn(&Method) -> &'static str) -> usize {
    METHODS.iter().map(|method| word(method).chars().count()).max().unwrap_or(0)
}

/// The methods with order, cost of a step, and when to use them. Those with a star follow a tolerance.
pub fn table() -> String {
    let (names, costs, kinds) = (width(|m| m.name), width(|m| m.cost), width(|m| m.takes));
    let mut text = format!(
        "{:names$}   order  {:costs$}  {:kinds$}  what it is, and when to use it\n",
        "method", "a step costs", "takes"
    );
    for family in Family::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{}", family.title());
        for Method { name, summary, order, cost, takes, adaptive, .. } in of(family) {
            let star = if *adaptive { '*' } else { ' ' };
            let order = order();
            let _ =
                writeln!(text, "{name:names$} {star} {order:5}  {cost:costs$}  {takes:kinds$}  {summary}");
        }
    }
    text.push_str("\n* follows a tolerance\n");
    text
}

/// The same as a page of the documentation.
pub fn markdown() -> String {
    let mut text = String::from(
        "# Methods\n\nThe methods of the command line, as `linkwork methods --markdown` prints them. Orders are those \
         for forces that do not\ndepend on velocities; a star means that the method estimates its error and follows \
         a tolerance. Limits of stability:\n`linkwork stability <method>`.\n\n\
         Without a method, or with `auto`, a run takes `fifth-degree`, and `generalized-alpha` instead where a step of the former \
         fails\nor energy comes from nowhere at forces that are too fast for the steps; the report says so, and which force it \
         is. A run\nwith a tolerance goes over where it fails or has made a million steps, and keeps the tolerance.\n\n\
         `--weights` runs a method of the conditionally explicit family with other weights, by numbers or by the name of a published set,\n\
         and `--constraints` a Runge–Kutta or multistep method with another way with constraints: `projected`, `index-1`,\n\
         `baumgarte=ALPHA[,BETA]` or `position`. Both are options of `simulate` and `compare`. `--step-limits MIN,MAX` bounds the steps of a run\n\
         with a tolerance, and `--clamp` lets them keep the smallest size where the error asks for less; the report counts these.\n\n\
         In a program, `RungeKutta4::projected().null_space()` (any Runge–Kutta method with any treatment) finds accelerations through a basis\n\
         of the null space of the constraints instead of the planned saddle matrix. Errors of the accelerations beside those in twice the\n\
         precision, by the saddle matrix and through the null space: Andrews' mechanism by its bodies 1e-15 and 4e-16, in absolute coordinates\n\
         3e-15 and 1e-12; Bricard's in absolute coordinates 6e-13 and 7e-16; the governor in absolute coordinates 2e-13 and 2e-13. It is dense:\n\
         some 67 000 operations a solve for Bricard in absolute coordinates, where the planned forward dynamics take 6423.\n\n\
         Fixed coordinates are those that a constraint on nothing but them holds where they are, `constraint clamp: middle = place;`. Symplectic\n\
         methods keep them to the bit, move the rest as if they had not been declared, and the multiplier is the reaction; the motion is that of\n\
         `rattle` at half its solves. Constraints that move a coordinate in time, or that join several, are refused.\n\n\
         Errors of methods that take forces only where constraints hold do not depend on how these are written: Bennett's linkage by its\n\
         redundant joint and by two half-angle equations, 2 s, gives the same errors to two digits (conditionally explicit, Adams, RATTLE,\n\
         generalized-α, half-implicit). Stages of Runge–Kutta methods lie off the constraints by O(h²), where accelerations follow from the equations\n\
         as they are written: the order is that of the method and the error constant is the equations'. There the redundant joint has ten times\n\
         the error of the half-angle equation g = 0, as exp(−2 φ₁) g = 0 has, in absolute coordinates nine tenths of it.\n\n\
         The first row of a run is the state that was given, with the accelerations and multipliers that follow from it. On \
         constraints the\nconditionally explicit methods begin with another velocity: their first step changes it by \
         O(h^order), so that the second\nposition is on the constraints, and that velocity, not the given one, is what the \
         motion goes on from.\n\n\
         States at given times (`Sampling::Interval`) are as exact as the steps: where no step ends, a method of order 5 or more (4 with first-order\n\
         states or a tolerance, 3 with both or on rotations) makes a step to that time from the last one; of others they are the polynomial through\n\
         the steps on both sides. `Solution::at` always takes that polynomial, with errors O(h⁶) of positions and O(h⁵) of velocities, O(h⁴) and\n\
         O(h³) on rotations, which no tolerance bounds: a pendulum by `dormand-prince-8` with the tolerance 1e-6 is within\n\
         1.4e-6 at the steps and within 6e-4 between them.\n",
    );
    for family in Family::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\n## {}\n\n| method | order | a step costs | takes | what it is, and when to use it |\n|---|---|---|---|---|",
            family.title()
        );
        for Method { name, summary, order, cost, takes, adaptive, .. } in of(family) {
            let star = if *adaptive { " *" } else { "" };
            let _ = writeln!(text, "| `{name}` | {}{star} | {cost} | {takes} | {summary} |", order());
        }
    }
    text
}
