//! How configurations are displaced: plain coordinates, rotations in space, counted turns.

use super::body::{Bodies, Reading};
use super::routines::function;
use crate::plan::Program;

/// `advance`, `difference`, `dexp`, `dexp_inverse`, `bracket`, and `wind` where turns are counted.
pub fn manifold(program: &Program, bodies: &Bodies<'_>) -> String {
    let turns = !program.turns.outputs.is_empty();
    if program.rotations.is_empty() {
        if !turns {
            // As `Manifold` has it.
            return String::new();
        }
        let body = "add_compensated(&mut q.data.0[0], &by.data.0[0], &mut carry.data.0[0]);";
        return advance(program, bodies, body);
    }
    rotations(program, bodies)
}

/// `advance`, and where turns are counted `wind`: a displacement by more than half a turn is counted in parts.
fn advance(program: &Program, bodies: &Bodies<'_>, body: &str) -> String {
    let head = "#[inline] fn advance(&self, q: &mut Q<T>, by: &V<T>, carry: &mut V<T>)";
    let first = program.first_turn();
    if program.turns.outputs.is_empty() {
        return format!("{head} {{ {body} }}\n");
    }
    let wind = function(
        bodies,
        &program.turns,
        Reading::Position,
        ("Angles with their turns", "fn wind(&self, q: &mut Q<T>)"),
        |outputs| {
            let angles = outputs.iter().enumerate();
            angles.map(|(i, angle)| format!("q.data.0[0][{}] = {angle};", first + i)).collect()
        },
    );
    format!(
        "{wind} {head} {{
         fn displace<T: Real>(q: &mut Q<T>, by: &V<T>, carry: &mut V<T>) {{ {body} }}
         let parts = turns::parts(&by.data.0[0], &{turning:?});
         if parts > 1 {{
         let (mut passing, mut part) = (*q, *by);
         turns::share(&mut part.data.0[0], parts);
         for _ in 1..parts {{
         displace(&mut passing, &part, &mut SVector::from([T::zero(); {nv}]));
         self.wind(&mut passing); }}
         q.data.0[0][{first}..].copy_from_slice(&passing.data.0[0][{first}..]); }}
         displace(q, by, carry);
         self.wind(q); }}\n",
        nv = program.velocities.len(),
        turning = program.turning,
    )
}

/// Plain coordinates and quaternions, block by block.
fn rotations(program: &Program, bodies: &Bodies<'_>) -> String {
    let runs = program.plain_runs();
    let of = |plain: &dyn Fn(usize, usize, usize) -> String, turned: &dyn Fn(usize, usize) -> String| {
        let plain = runs.iter().map(|&(q, v, n)| plain(q, v, n));
        plain.chain(program.rotations.iter().map(|&(q, v)| turned(q, v))).collect::<Vec<_>>().join(" ")
    };
    let displaced = of(
        &|q, v, n| {
            let (qe, ve) = (q + n, v + n);
            format!("add_compensated(&mut q[{q}..{qe}], &by[{v}..{ve}], &mut carry[{v}..{ve}]);")
        },
        &|q, v| format!("rotations::advance(q, {q}, by, carry, {v});"),
    );
    let difference = of(&|q, v, n| format!("rotations::subtract(from, to, {q}, out, {v}, {n});"), &|q, v| {
        format!("rotations::difference(from, to, {q}, out, {v});")
    });
    let copy =
        |_: usize, v: usize, n: usize| format!("out[{v}..{e}].copy_from_slice(&w[{v}..{e}]);", e = v + n);
    let dexp = of(&copy, &|_, v| format!("rotations::dexp(by, w, out, {v});"));
    let dexp_inverse = of(&copy, &|_, v| format!("rotations::dexp_inverse(by, w, out, {v});"));
    let bracket = of(&|_, v, n| format!("out[{v}..{e}].fill(T::zero());", e = v + n), &|_, v| {
        format!("rotations::bracket(u, w, out, {v});")
    });
    let advance = advance(
        program,
        bodies,
        &format!("let (q, by, carry) = (&mut q.data.0[0], &by.data.0[0], &mut carry.data.0[0]); {displaced}"),
    );
    format!(
        "{advance}
         #[inline] fn difference(&self, from: &Q<T>, to: &Q<T>, out: &mut V<T>) {{
         let (from, to, out) = (&from.data.0[0], &to.data.0[0], &mut out.data.0[0]); {difference} }}
         #[inline] fn dexp(&self, by: &V<T>, w: &V<T>, out: &mut V<T>) {{
         let (by, w, out) = (&by.data.0[0], &w.data.0[0], &mut out.data.0[0]); {dexp} }}
         #[inline] fn dexp_inverse(&self, by: &V<T>, w: &V<T>, out: &mut V<T>) {{
         let (by, w, out) = (&by.data.0[0], &w.data.0[0], &mut out.data.0[0]); {dexp_inverse} }}
         #[inline] fn bracket(&self, u: &V<T>, w: &V<T>, out: &mut V<T>) {{
         let (u, w, out) = (&u.data.0[0], &w.data.0[0], &mut out.data.0[0]); {bracket} }}\n"
    )
}
