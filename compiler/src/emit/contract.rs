//! The `impl Mechanism` of a program: one method for each routine.

use super::assembly::assembly;
use super::body::{Bodies, Reading, nonzero};
use super::names::type_name;
use super::solves::{halves, inlining, solves};
use crate::plan::{Named, Program, Routine};
use std::fmt::Write;

/// With more zeros than this, a dense matrix is written by its entries: n² zeros would be most of the code of a long
/// mechanism.
const MANY_ZEROS: usize = 64;

/// `impl Mechanism`, and the capabilities that the mechanism has.
pub fn contract(program: &Program, bodies: &Bodies<'_>) -> String {
    let mut text = String::new();
    let name = type_name(&program.name);
    let _ = writeln!(
        text,
        "#[allow(non_snake_case, clippy::approx_constant)] const _: () = {{ #[allow(unused_imports)] use ::linkwork::__private::{{AssemblyFacts, Blocks, Clamped, Cow, Energetic, Factors, Flags, Grip, Mechanism, Named, Names, TimeCache, PositionCache, \
         Real, Fallback, SVector, Separable, Singular, Sizes, Stateless, Unconstrained, Values, VectorSpace, Weights, \
         add_compensated, rotations, turns, is_sound, is_sound_diagonal, KnownRank, factor_block, solve_block, redundant_fallback, fallback, store, store_entries}}; \
         impl<T: Real> Mechanism for {name}Model<T> {{"
    );
    types(program, &mut text);
    facts(program, &mut text);
    let mut writer = Writer { program, bodies, text };
    writer.stages();
    writer.manifold();
    writer.motion();
    writer.matrices();
    let mut text = writer.text;
    solves(program, bodies, &mut text);
    text.push_str(&assembly(program, bodies));
    text.push_str(
        "fn initial(&self) -> (Self::Configuration, Self::Velocity, Self::States) { \
         (self.positions, self.velocities, self.states) } \
         fn initial_reactions(&self) -> (Self::Holonomic, Self::Nonholonomic) { self.reactions } }\n",
    );
    halves(program, bodies, &mut text);
    capabilities(program, bodies, &mut text);
    text.push_str("};\n");
    text
}

fn types(program: &Program, text: &mut String) {
    let (n, nv, u) = (program.coordinates.len(), program.velocities.len(), program.held());
    let lengths = program.lengths;
    let _ = writeln!(
        text,
        "type Scalar = T; type Configuration = SVector<T, {n}>; type Velocity = SVector<T, {nv}>; \
         type Holonomic = SVector<T, {g}>; type Nonholonomic = SVector<T, {k}>; \
         type States = SVector<T, {y}>; type Outputs = SVector<T, {outputs}>; type Switches = SVector<T, {switches}>; \
         type TimeCache = TimeCache<T, {u}, {now}>; type PositionCache = PositionCache<T, {n}, {u}, {now}, {placed}>; \
         type VelocityCache = Values<T, {moving}>; type StiffnessCache = Values<T, {stiffness}>; \
         type SaddleFactors = Factors<T, {saddle}>; type Factors = Factors<T, {bordered}>; \
         type With<S: Real> = {name}Model<S>;",
        g = program.holonomic_names.len(),
        k = program.nonholonomic_names.len(),
        y = program.states.len(),
        outputs = program.output_names.len(),
        switches = program.switches.outputs.len(),
        now = lengths.now,
        placed = lengths.placed,
        moving = lengths.moving,
        stiffness = lengths.stiffness,
        saddle = program.saddle.stored(),
        bordered = program.bordered.stored(),
        name = type_name(&program.name),
    );
}

fn facts(program: &Program, text: &mut String) {
    let flags = program.flags;
    let mut given = Vec::new();
    // What `Flags::GENERAL` says is not said again.
    for (flag, general, value) in [
        ("holonomic", false, !program.holonomic_names.is_empty()),
        ("nonholonomic", false, !program.nonholonomic_names.is_empty()),
        ("redundant", false, program.redundancy() > 0),
        ("states", false, !program.states.is_empty()),
        ("velocity_dependent", true, flags.velocity_dependent),
        ("constant_mass", false, flags.constant_mass),
        ("symmetric_mass", false, flags.symmetric_mass),
        ("singular_mass", true, flags.singular_mass),
        ("borders_move", true, flags.borders_move),
        ("linear_reactions", false, flags.linear_reactions),
        ("time_explicit", true, flags.time_explicit),
        ("vector_space", true, program.rotations.is_empty()),
        ("smooth", false, flags.smooth),
        ("analytic", false, true),
    ] {
        if value != general {
            given.push(format!("{flag}: {value}"));
        }
    }
    if let Some(constraint) = flags.own_reaction {
        given.push(format!("own_reaction: ::core::option::Option::Some({constraint})"));
    }
    let _ = writeln!(text, "const FLAGS: Flags = Flags {{ {}, ..Flags::GENERAL }};", given.join(", "));
    let list = |names: &[Named]| {
        let of = |n: &Named| format!("Named::new({:?}, {:?})", n.name, n.unit);
        format!("Cow::Borrowed(&[{}])", names.iter().map(of).collect::<Vec<_>>().join(", "))
    };
    let _ = writeln!(
        text,
        "fn names(&self) -> &Names {{ static NAMES: Names = Names {{ mechanism: Cow::Borrowed({name:?}), \
         coordinates: {q}, velocities: {v}, holonomic: {g}, nonholonomic: {k}, states: {y}, inputs: {u}, outputs: {o}, parameters: {p}, switches: {s}, coincidences: {c}, ranges: {r}, contacts: {t} }}; &NAMES }} \
         fn sizes(&self) -> Sizes {{ Sizes {{ coordinates: {nq}, velocities: {nv}, turns: {nt}, holonomic: {ng}, nonholonomic: {nk}, redundancy: {nr}, states: {ny}, \
         inputs: {nu}, outputs: {no}, parameters: {np}, switches: {ns}, sides: {sides} }} }}",
        name = program.name,
        q = list(&program.coordinates),
        v = list(&program.velocities),
        g = list(&program.holonomic_names),
        k = list(&program.nonholonomic_names),
        y = list(&program.states),
        u = list(&program.inputs),
        o = list(&program.output_names),
        p = list(&program.parameters),
        s = list(&program.switch_names),
        c = list(&program.coincidence_names),
        r = list(&program.range_names),
        t = list(&program.contact_names),
        nq = program.coordinates.len(),
        nt = program.turns.outputs.len(),
        nv = program.velocities.len(),
        ng = program.holonomic_names.len(),
        nk = program.nonholonomic_names.len(),
        nr = program.redundancy(),
        ny = program.states.len(),
        nu = program.inputs.len(),
        no = program.output_names.len(),
        np = program.parameters.len(),
        ns = program.switch_names.len(),
        sides = program.sides,
    );
}

struct Writer<'a> {
    program: &'a Program,
    bodies: &'a Bodies<'a>,
    text: String,
}

impl Writer<'_> {
    /// A method: `head` is its signature, `tail` what is done with the outputs.
    fn method(
        &mut self,
        routine: &Routine,
        reading: Reading,
        head: &str,
        tail: impl Fn(&[String]) -> String,
    ) {
        let body = self.bodies.body(routine, reading);
        let operations = routine.operations();
        let _ = writeln!(
            self.text,
            "#[doc = \" {} operations ({} divisions, {} functions).\"] #[inline{}] #[allow(unused_variables)] {head} {{ {} {} }}",
            operations.total(),
            operations.divisions,
            operations.functions,
            inlining(operations.total()),
            body.statements,
            tail(&body.outputs),
        );
    }

    fn stages(&mut self) {
        let program = self.program;
        let name = type_name(&program.name);
        let own: Vec<String> = program.parameters.iter().map(|p| crate::model::rust_name(&p.name)).collect();
        let lifted: Vec<String> = own.iter().map(|n| format!("{n}: lift(self.parameters.{n})")).collect();
        let fields =
            if own.is_empty() { "scalar: ::core::marker::PhantomData".to_owned() } else { lifted.join(", ") };
        let redundant = if program.lengths.redundant > 0 { ", redundant: self.redundant" } else { "" };
        let held_beside = program.held() - program.inputs.len();
        let hold = match (held_beside, program.inputs.len()) {
            (0, _) => String::new(),
            (_, inputs) => format!(
                "fn hold(&mut self, sides: &[f64]) {{ for (held, side) in self.inputs[{inputs}..].iter_mut().zip(sides) \
                 {{ *held = T::exact(*side); }} }}"
            ),
        };
        let hold = match program.inputs.len() {
            0 => hold,
            inputs => format!(
                "{hold} fn undefined_input(&self, _: T) -> ::core::option::Option<usize> \
                 {{ self.inputs[..{inputs}].iter().position(|u| !u.is_finite()) }}"
            ),
        };
        let hold = if program.grips.is_empty() {
            hold
        } else {
            let of = |grip: &crate::plan::Grip| {
                let &crate::plan::Grip { velocity, count, side, held, effort, limit, lifts } = grip;
                format!(
                    "Grip {{ velocity: {velocity}, count: {count}, side: {side:?}, held: {held}, effort: {effort}, \
                     limit: {limit}, lifts: {lifts} }}"
                )
            };
            let all = program.grips.iter().map(of).collect::<Vec<_>>().join(", ");
            format!("{hold} fn grips(&self) -> &[Grip] {{ const GRIPS: &[Grip] = &[{all}]; GRIPS }}")
        };
        let _ = writeln!(
            self.text,
            "fn with_scalar<S: Real>(&self, lift: &dyn ::core::ops::Fn(T) -> S) -> Self::With<S> {{ {name}Model {{ \
             parameters: {name} {{ {fields} }}, constants: self.constants.map(lift), inputs: self.inputs.map(lift), \
             positions: self.positions.map(lift), velocities: self.velocities.map(lift), states: self.states.map(lift), \
             reactions: (self.reactions.0.map(lift), self.reactions.1.map(lift)), \
             saddle_limits: self.saddle_limits, limits: self.limits{redundant} }} }} \
             fn position_cache(&self) -> Self::PositionCache {{ PositionCache::zeros() }} \
             fn velocity_cache(&self) -> Self::VelocityCache {{ Values::zeros() }} \
             fn stiffness_cache(&self) -> Self::StiffnessCache {{ Values::zeros() }} \
             fn saddle_factors(&self) -> Self::SaddleFactors {{ Factors::zeros() }} \
             fn factors(&self) -> Self::Factors {{ Factors::zeros() }} \
             #[inline] fn now(&self, t: T) -> Self::TimeCache {{ self.now_of(t, self.inputs) }} {hold}"
        );
        // Entry by entry: a block copy would wait for the scalar stores of `advance` just before.
        let entries: Vec<String> =
            (0..program.coordinates.len()).map(|i| format!("q.data.0[0][{i}]")).collect();
        self.method(
            &program.place,
            Reading::Position,
            "fn place(&self, now: &Self::TimeCache, q: &Self::Configuration, at: &mut Self::PositionCache)",
            |outputs| {
                format!(
                    "at.now = now.clone(); at.q.data.0[0] = [{}]; at.values = [{}];",
                    entries.join(", "),
                    outputs.join(", ")
                )
            },
        );
    }

    fn manifold(&mut self) {
        if !self.program.rotations.is_empty() {
            return self.rotations();
        }
        self.advance("add_compensated(&mut q.data.0[0], &by.data.0[0], &mut carry.data.0[0]);");
        self.text.push_str(
            "#[inline] fn difference(&self, from: &Self::Configuration, to: &Self::Configuration, out: &mut Self::Velocity) { \
             for (out, (to, from)) in out.data.0[0].iter_mut().zip(to.data.0[0].iter().zip(&from.data.0[0])) { *out = *to - *from; } } \
             #[inline] fn dexp(&self, _: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) { *out = *w; } \
             #[inline] fn dexp_inverse(&self, _: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) { *out = *w; } \
             #[inline] fn bracket(&self, _: &Self::Velocity, _: &Self::Velocity, out: &mut Self::Velocity) { \
             out.data.0[0] = out.data.0[0].map(|_| T::zero()); }\n",
        );
    }

    /// `advance`, and where turns are counted `wind`: a displacement by more than half a turn is counted in parts.
    fn advance(&mut self, body: &str) {
        let program = self.program;
        let head = "#[inline] fn advance(&self, q: &mut Self::Configuration, by: &Self::Velocity, carry: &mut Self::Velocity)";
        let first = program.first_turn();
        if program.turns.outputs.is_empty() {
            let _ = writeln!(self.text, "{head} {{ {body} }}");
            return;
        }
        self.method(
            &program.turns,
            Reading::Position,
            "fn wind(&self, q: &mut Self::Configuration)",
            |outputs| {
                let angles = outputs.iter().enumerate();
                angles.map(|(i, angle)| format!("q.data.0[0][{}] = {angle};", first + i)).collect()
            },
        );
        let _ = writeln!(
            self.text,
            "{head} {{ \
             fn displace<T: Real>(q: &mut SVector<T, {n}>, by: &SVector<T, {nv}>, carry: &mut SVector<T, {nv}>) {{ {body} }} \
             let parts = turns::parts(&by.data.0[0], &{turning:?}); \
             if parts > 1 {{ \
             let (mut passing, mut part) = (*q, *by); turns::share(&mut part.data.0[0], parts); \
             for _ in 1..parts {{ displace(&mut passing, &part, &mut SVector::from([T::zero(); {nv}])); self.wind(&mut passing); }} \
             q.data.0[0][{first}..].copy_from_slice(&passing.data.0[0][{first}..]); }} \
             displace(q, by, carry); self.wind(q); }}",
            n = program.coordinates.len(),
            nv = program.velocities.len(),
            turning = program.turning,
        );
    }

    /// Plain coordinates and quaternions, block by block.
    fn rotations(&mut self) {
        let runs = self.program.plain_runs();
        let rotations = &self.program.rotations;
        let of = |plain: &dyn Fn(usize, usize, usize) -> String, turned: &dyn Fn(usize, usize) -> String| {
            let plain = runs.iter().map(|&(q, v, n)| plain(q, v, n));
            plain.chain(rotations.iter().map(|&(q, v)| turned(q, v))).collect::<Vec<_>>().join(" ")
        };
        let advance = of(
            &|q, v, n| {
                let (qe, ve) = (q + n, v + n);
                format!("add_compensated(&mut q[{q}..{qe}], &by[{v}..{ve}], &mut carry[{v}..{ve}]);")
            },
            &|q, v| format!("rotations::advance(q, {q}, by, carry, {v});"),
        );
        let difference =
            of(&|q, v, n| format!("rotations::subtract(from, to, {q}, out, {v}, {n});"), &|q, v| {
                format!("rotations::difference(from, to, {q}, out, {v});")
            });
        let copy = |q: usize, v: usize, n: usize| {
            let _ = q;
            format!("out[{v}..{e}].copy_from_slice(&w[{v}..{e}]);", e = v + n)
        };
        let dexp = of(&copy, &|_, v| format!("rotations::dexp(by, w, out, {v});"));
        let dexp_inverse = of(&copy, &|_, v| format!("rotations::dexp_inverse(by, w, out, {v});"));
        let bracket = of(&|_, v, n| format!("out[{v}..{e}].fill(T::zero());", e = v + n), &|_, v| {
            format!("rotations::bracket(u, w, out, {v});")
        });
        self.advance(&format!(
            "let (q, by, carry) = (&mut q.data.0[0], &by.data.0[0], &mut carry.data.0[0]); {advance}"
        ));
        let _ = writeln!(
            self.text,
            "#[inline] fn difference(&self, from: &Self::Configuration, to: &Self::Configuration, out: &mut Self::Velocity) {{ \
             let (from, to, out) = (&from.data.0[0], &to.data.0[0], &mut out.data.0[0]); {difference} }} \
             #[inline] fn dexp(&self, by: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {{ \
             let (by, w, out) = (&by.data.0[0], &w.data.0[0], &mut out.data.0[0]); {dexp} }} \
             #[inline] fn dexp_inverse(&self, by: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {{ \
             let (by, w, out) = (&by.data.0[0], &w.data.0[0], &mut out.data.0[0]); {dexp_inverse} }} \
             #[inline] fn bracket(&self, u: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {{ \
             let (u, w, out) = (&u.data.0[0], &w.data.0[0], &mut out.data.0[0]); {bracket} }}"
        );
    }

    fn motion(&mut self) {
        let program = self.program;
        let assign = |outputs: &[String]| format!("out.data.0[0] = [{}];", outputs.join(", "));
        let reactions = "reactions: (&Self::Holonomic, &Self::Nonholonomic)";
        let vectors: [(&Routine, String); 10] = [
            (&program.mass_times, "fn mass_times(&self, at: &Self::PositionCache, a: &Self::Velocity, out: &mut Self::Velocity)".to_owned()),
            (&program.applied_force, "fn applied_force(&self, at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, out: &mut Self::Velocity)".to_owned()),
            (&program.force, format!("fn force(&self, at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, {reactions}, out: &mut Self::Velocity)")),
            (&program.residual, format!("fn residual(&self, at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, a: &Self::Velocity, {reactions}, out: &mut Self::Velocity)")),
            (&program.reaction_force, format!("fn reaction_force(&self, at: &Self::PositionCache, moving: &Self::VelocityCache, {reactions}, out: &mut Self::Velocity)")),
            (&program.holonomic, "fn holonomic(&self, at: &Self::PositionCache, out: &mut Self::Holonomic)".to_owned()),
            (&program.holonomic_rate, "fn holonomic_rate(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut Self::Holonomic)".to_owned()),
            (&program.nonholonomic, "fn nonholonomic(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut Self::Nonholonomic)".to_owned()),
            (&program.state_rates, "fn state_rates(&self, at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, out: &mut Self::States)".to_owned()),
            (&program.outputs, format!("fn outputs(&self, at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, a: &Self::Velocity, {reactions}, out: &mut Self::Outputs)")),
        ];
        for (routine, head) in vectors {
            self.method(routine, Reading::At, &head, assign);
        }
        self.method(
            &program.switches,
            Reading::At,
            "fn switches(&self, at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, out: &mut Self::Switches)",
            assign,
        );
        if !program.ranges.outputs.is_empty() {
            let head = format!(
                "fn ranges(&self, at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, a: &Self::Velocity, {reactions}, out: &mut [[T; 3]])"
            );
            self.method(&program.ranges, Reading::At, &head, |outputs| {
                let each: Vec<String> =
                    outputs.chunks(3).map(|range| format!("[{}]", range.join(", "))).collect();
                format!("out.copy_from_slice(&[{}]);", each.join(", "))
            });
        }
        let holonomic = program.holonomic_names.len();
        self.method(
            &program.acceleration_bias,
            Reading::At,
            "fn acceleration_bias(&self, at: &Self::PositionCache, v: &Self::Velocity, out: (&mut Self::Holonomic, &mut Self::Nonholonomic))",
            |outputs| {
                let (g, k) = outputs.split_at(holonomic);
                format!("out.0.data.0[0] = [{}]; out.1.data.0[0] = [{}];", g.join(", "), k.join(", "))
            },
        );
        let values = |outputs: &[String]| format!("out.values = [{}];", outputs.join(", "));
        self.method(
            &program.moving,
            Reading::At,
            &format!("fn moving(&self, at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, {reactions}, out: &mut Self::VelocityCache)"),
            values,
        );
        self.method(
            &program.stiffness,
            Reading::At,
            &format!("fn stiffness(&self, at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, a: &Self::Velocity, {reactions}, out: &mut Self::StiffnessCache)"),
            values,
        );
    }

    fn matrices(&mut self) {
        let program = self.program;
        let stored = |outputs: &[String]| {
            let entries: Vec<String> =
                nonzero(outputs).map(|(at, entry)| format!("({at}, {entry})")).collect();
            if outputs.len() - entries.len() > MANY_ZEROS {
                format!("store_entries({}, &[{}], out);", outputs.len(), entries.join(", "))
            } else {
                format!("store(&[{}], out);", outputs.join(", "))
            }
        };
        let matrices: [(&Routine, &str); 5] = [
            (&program.mass_matrix, "fn mass_matrix(&self, at: &Self::PositionCache, out: &mut [T])"),
            (
                &program.damping_matrix,
                "fn damping_matrix(&self, at: &Self::PositionCache, moving: &Self::VelocityCache, out: &mut [T])",
            ),
            (
                &program.stiffness_matrix,
                "fn stiffness_matrix(&self, at: &Self::PositionCache, stiffness: &Self::StiffnessCache, out: &mut [T])",
            ),
            (
                &program.constraint_jacobian,
                "fn constraint_jacobian(&self, at: &Self::PositionCache, out: &mut [T])",
            ),
            (
                &program.velocity_jacobian,
                "fn velocity_jacobian(&self, at: &Self::PositionCache, moving: &Self::VelocityCache, out: &mut [T])",
            ),
        ];
        for (routine, head) in matrices {
            self.method(routine, Reading::At, head, stored);
        }
    }
}

fn capabilities(program: &Program, bodies: &Bodies<'_>, text: &mut String) {
    let name = type_name(&program.name);
    let now = bodies.body(&program.now, Reading::Time);
    let _ = writeln!(
        text,
        "impl<T: Real> {name}Model<T> {{ #[inline] #[allow(unused_variables)] \
         fn now_of(&self, t: T, u: [T; {}]) -> TimeCache<T, {}, {}> {{ {} TimeCache {{ t, u, values: {} }} }} }}",
        program.held(),
        program.held(),
        program.lengths.now,
        now.statements,
        now.array(),
    );
    if let Some(energy) = &program.energy {
        let body = bodies.body(energy, Reading::At);
        let _ = writeln!(
            text,
            "impl<T: Real> Energetic for {name}Model<T> {{ #[inline] #[allow(unused_variables)] \
             fn energy(&self, at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States) -> (T, T) {{ {} ({}) }} }}",
            body.statements,
            body.outputs.join(", "),
        );
    }
    let unconstrained = program.holonomic_names.is_empty() && program.nonholonomic_names.is_empty();
    for (mark, holds) in [
        ("Clamped", program.flags.clamped),
        ("Unconstrained", unconstrained),
        ("VectorSpace", program.rotations.is_empty()),
        ("Separable", !program.flags.velocity_dependent),
        ("Stateless", program.states.is_empty()),
    ] {
        if holds {
            let _ = writeln!(text, "impl<T: Real> {mark} for {name}Model<T> {{}}");
        }
    }
}
