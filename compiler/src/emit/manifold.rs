//! Displacements of configurations: plain coordinates, rotations in space, counted turns.

use super::body::{Bodies, Reading};
use super::routines::function;
use super::tokens::{lex, number, numbers};
use crate::plan::Program;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// `advance`, `difference`, `dexp`, `dexp_inverse`, `bracket`, and `wind` if turns are counted; empty if the defaults of
/// `Manifold` apply.
pub fn manifold(program: &Program, bodies: &Bodies<'_>) -> Option<TokenStream> {
    if !program.rotations.is_empty() {
        return Some(rotations(program, bodies));
    }
    let displaced = quote! { add_compensated(&mut q.data.0[0], &by.data.0[0], &mut carry.data.0[0]); };
    (!program.turns.outputs.is_empty()).then(|| counted(program, bodies, &displaced))
}

/// `advance`, and `wind` if turns are counted.
fn advance(program: &Program, bodies: &Bodies<'_>, displaced: &TokenStream) -> TokenStream {
    if !program.turns.outputs.is_empty() {
        return counted(program, bodies, displaced);
    }
    quote! {
        #[inline]
        fn advance(&self, q: &mut Q<T>, by: &V<T>, carry: &mut V<T>) {
            #displaced
        }
    }
}

/// `wind` and `advance`: a displacement by more than half a turn is counted in parts.
fn counted(program: &Program, bodies: &Bodies<'_>, displaced: &TokenStream) -> TokenStream {
    let wind = wind(program, bodies);
    let turning = numbers(program.turning.iter().copied());
    let [velocities, first] = [program.velocities.len(), program.first_turn()].map(number);
    quote! {
        #wind
        #[inline]
        fn advance(&self, q: &mut Q<T>, by: &V<T>, carry: &mut V<T>) {
            fn displace<T: Real>(q: &mut Q<T>, by: &V<T>, carry: &mut V<T>) {
                #displaced
            }
            let parts = turns::parts(&by.data.0[0], &[#turning]);
            if parts > 1 {
                let (mut passing, mut part) = (*q, *by);
                turns::share(&mut part.data.0[0], parts);
                for _ in 1..parts {
                    displace(&mut passing, &part, &mut SVector::from([T::zero(); #velocities]));
                    self.wind(&mut passing);
                }
                q.data.0[0][#first..].copy_from_slice(&passing.data.0[0][#first..]);
            }
            displace(q, by, carry);
            self.wind(q);
        }
    }
}

fn wind(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let head = quote! { fn wind(&self, q: &mut Q<T>) };
    let gives = "Angles with their turns";
    function(bodies, &program.turns, Reading::Position, gives, head, |outputs| {
        let (place, angle) = ((program.first_turn()..).map(number), outputs.iter().map(|angle| lex(angle)));
        quote! { #(q.data.0[0][#place] = #angle;)* }
    })
}

/// Coordinates that are displaced together.
enum Run {
    /// Plain ones: the first coordinate and velocity, those after the last, and their number.
    Plain { q: Literal, behind_q: Literal, v: Literal, behind_v: Literal, count: Literal },
    /// A quaternion and its angular velocity.
    Rotation { q: Literal, v: Literal },
}

fn runs(program: &Program) -> Vec<Run> {
    let plain = program.plain_runs().into_iter().map(|(q, v, count)| {
        let [behind_q, behind_v] = [q + count, v + count].map(number);
        Run::Plain { q: number(q), behind_q, v: number(v), behind_v, count: number(count) }
    });
    let rotations = program.rotations.iter().map(|&(q, v)| Run::Rotation { q: number(q), v: number(v) });
    plain.chain(rotations).collect()
}

/// Plain coordinates and quaternions, block by block.
fn rotations(program: &Program, bodies: &Bodies<'_>) -> TokenStream {
    let runs = runs(program);
    let displaced = runs.iter().map(Run::advance);
    let displaced = quote! {
        let (q, by, carry) = (&mut q.data.0[0], &by.data.0[0], &mut carry.data.0[0]);
        #(#displaced)*
    };
    let advance = advance(program, bodies, &displaced);
    let difference = runs.iter().map(Run::difference);
    let dexp = runs.iter().map(Run::dexp);
    let dexp_inverse = runs.iter().map(Run::dexp_inverse);
    let bracket = runs.iter().map(Run::bracket);
    quote! {
        #advance
        #[inline]
        fn difference(&self, from: &Q<T>, to: &Q<T>, out: &mut V<T>) {
            let (from, to, out) = (&from.data.0[0], &to.data.0[0], &mut out.data.0[0]);
            #(#difference)*
        }
        #[inline]
        fn dexp(&self, by: &V<T>, w: &V<T>, out: &mut V<T>) {
            let (by, w, out) = (&by.data.0[0], &w.data.0[0], &mut out.data.0[0]);
            #(#dexp)*
        }
        #[inline]
        fn dexp_inverse(&self, by: &V<T>, w: &V<T>, out: &mut V<T>) {
            let (by, w, out) = (&by.data.0[0], &w.data.0[0], &mut out.data.0[0]);
            #(#dexp_inverse)*
        }
        #[inline]
        fn bracket(&self, u: &V<T>, w: &V<T>, out: &mut V<T>) {
            let (u, w, out) = (&u.data.0[0], &w.data.0[0], &mut out.data.0[0]);
            #(#bracket)*
        }
    }
}

/// The code of the methods for a run.
impl Run {
    fn advance(&self) -> TokenStream {
        match self {
            Self::Plain { q, behind_q, v, behind_v, .. } => quote! {
                add_compensated(&mut q[#q..#behind_q], &by[#v..#behind_v], &mut carry[#v..#behind_v]);
            },
            Self::Rotation { q, v } => quote! { rotations::advance(q, #q, by, carry, #v); },
        }
    }

    fn difference(&self) -> TokenStream {
        match self {
            Self::Plain { q, v, count, .. } => quote! { rotations::subtract(from, to, #q, out, #v, #count); },
            Self::Rotation { q, v } => quote! { rotations::difference(from, to, #q, out, #v); },
        }
    }

    fn dexp(&self) -> TokenStream {
        match self {
            Self::Plain { v, behind_v, .. } => {
                quote! { out[#v..#behind_v].copy_from_slice(&w[#v..#behind_v]); }
            }
            Self::Rotation { v, .. } => quote! { rotations::dexp(by, w, out, #v); },
        }
    }

    fn dexp_inverse(&self) -> TokenStream {
        match self {
            Self::Plain { .. } => self.dexp(),
            Self::Rotation { v, .. } => quote! { rotations::dexp_inverse(by, w, out, #v); },
        }
    }

    fn bracket(&self) -> TokenStream {
        match self {
            Self::Plain { v, behind_v, .. } => quote! { out[#v..#behind_v].fill(T::zero()); },
            Self::Rotation { v, .. } => quote! { rotations::bracket(u, w, out, #v); },
        }
    }
}
