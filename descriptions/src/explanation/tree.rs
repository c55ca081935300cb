//! The equations of a large tree: the recursion over its links, and the kinds of these.

use super::wrap::wrapped;
use linkwork_compiler::Program;
use linkwork_compiler::plan::{Cells, Elementary};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Newton's and Euler's equations of one link, in its frame: twists, accelerations and forces have an angular and a linear part.
const RECURSION: &str =
    "  outwards, with the parent p of a link, its place (R, r) in the frame of p, the axes S of its
  joint, its inertia I, the forces W on its body, and V = 0, A = −g of the ground:
      V = X V_p + S v                    X V_p = (Rᵀ ω_p, Rᵀ (v_p + ω_p × r))
      A = X A_p + S a + V × S v
      F = I A + V ×* I V − W
  inwards, with the efforts τ of forces along the joint and the inertia J of its rotor:
      Sᵀ F + J a = τ
      F_p += Xᵀ F
";

/// The recursion, and for each kind of links their number and the first one.
pub fn equations(program: &Program, cells: &Cells) -> String {
    let (law, written) =
        if program.closing.is_some() { ("M a + Gᵀλ = f", "M, f and g") } else { ("M a = f", "M and f") };
    let mut text = format!(
        "equations of motion       {law}, link by link (`--full` writes {written}, `--cost` operations)\n{RECURSION}"
    );
    if let Some(closing) = &program.closing {
        let constraints = program.holonomic_names.len();
        let velocities = closing.velocities.len();
        let _ = writeln!(
            text,
            "  with −Gᵀλ of {constraints} constraint{} among τ, along the {velocities} velocit{} that G moves",
            if constraints == 1 { "" } else { "s" },
            if velocities == 1 { "y" } else { "ies" },
        );
    }
    let mut kinds: BTreeMap<u32, (Elementary, usize, u32)> = BTreeMap::new();
    for link in &cells.links {
        kinds.entry(link.kind).or_insert((link.motion, 0, link.moved_by)).1 += 1;
    }
    let _ = writeln!(text, "{:<25} {:>3}, equal ones in one row", "links", cells.links.len());
    for (motion, count, first) in kinds.values() {
        let motion = match motion {
            Elementary::Rotation => "about an axis",
            Elementary::Translation => "along an axis",
            Elementary::Screw => "about and along an axis",
            Elementary::Quaternion => "about every axis",
        };
        let names = program.velocities.get(*first as usize).map_or("", |named| &*named.name);
        let more = if *count > 1 { " and others" } else { "" };
        text.push_str(&wrapped(&format!("  {count:>5} {motion:<26} "), &format!("{names}{more}"), 35));
    }
    let mut common: BTreeMap<usize, usize> = BTreeMap::new();
    for shared in &cells.shared {
        *common.entry(shared.velocity).or_default() += 1;
    }
    if !common.is_empty() {
        let _ = writeln!(
            text,
            "{:<25} {:>3}, which move several links each",
            "velocities in common",
            common.len()
        );
    }
    for (velocity, links) in common {
        let name = program.velocities.get(velocity).map_or("", |named| &*named.name);
        text.push_str(&wrapped(&format!("  {links:>5} {:<26} ", "links"), name, 35));
    }
    if !cells.laws.is_empty() {
        let _ = writeln!(
            text,
            "{:<25} {:>3}, by law",
            "forces",
            cells.laws.iter().map(|law| law.members.len()).sum::<usize>()
        );
        for law in &cells.laws {
            let count = law.members.len();
            let on = match law {
                law if law.is_on_bodies() => "on bodies",
                law if law.is_of_two_bodies() && law.mutual => "between bodies",
                law if law.is_of_two_bodies() => "on bodies, as others move",
                _ => "along joints",
            };
            let _ = writeln!(text, "  {count:>5} {on}");
        }
    }
    text
}
