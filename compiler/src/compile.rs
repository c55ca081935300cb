//! The pipeline: a token stream → the programs of its mechanisms.
//!
//! Invariant: a stage runs only on results of the previous stage without mistakes.

use crate::Drawing;
use crate::diagnostics::{Diagnostics, Reported, Severity};
use crate::mechanics::multibody::Obstacle;
use crate::mechanics::{self, Choice, Wanted};
use crate::model::{Claims, Formulation, Model, Multibody, Unroll};
use crate::plan::{self, Freedom, Program, Tables, Writing};
use crate::resolve::{outline, resolve};
use crate::syntax::{self, Description};
use crate::{Broken, Compilation, LeftOut, Loops, Options, mechanism_names};
use crate::{budget, counted, large, messages};
use proc_macro2::TokenStream;

/// The diagnostics of [`compile`], in a fraction of its time: no routine is planned. With [`Options::loops`], trees of many bodies
/// take time proportional to their number. Only that a compilation would take long is not among them.
pub fn check(tokens: TokenStream, options: &Options) -> Diagnostics {
    compile_for(tokens, options, Wanted::Diagnostics).diagnostics
}

/// Compiles all mechanisms of a token stream.
pub fn compile(tokens: TokenStream, options: &Options) -> Compilation {
    compile_for(tokens, options, Wanted::Programs)
}

fn compile_for(tokens: TokenStream, options: &Options, wanted: Wanted) -> Compilation {
    let mut result = Compilation::default();
    let mut descriptions = syntax::parse(tokens, &mut result.diagnostics);
    let only = |description: &Description| options.only.as_ref().is_some_and(|name| description.is(name));
    if descriptions.iter().any(only) {
        descriptions.retain(only);
    }
    for description in descriptions {
        match mechanisms(&description, (options, wanted), &mut result) {
            Ok(programs) => result.programs.extend(programs),
            Err(reported) => result.broken.extend(broken(&description, options, reported)),
        }
    }
    result
}

/// The freedom of the mechanism called `name` with these values of its parameters instead of the defaults, and the names of its
/// constraints: no routine is planned. `None` if it does not compile with them.
pub fn freedom_with(
    tokens: TokenStream,
    options: &Options,
    name: &str,
    values: &[f64],
) -> Option<(Freedom, Vec<String>)> {
    let mut ignored = Diagnostics::ignored();
    let descriptions = syntax::parse(tokens, &mut ignored);
    let description = descriptions.iter().find(|description| description.is(name))?;
    let unclaimed = Options { unclaimed: true, ..options.clone() };
    let model =
        as_asked(resolve(description, &options.constants, &mut ignored).ok()?, &unclaimed, &mut ignored)
            .ok()?
            .with_defaults(values)?;
    let formulations = options.formulations_of(&model);
    let (number, &formulation) =
        formulations.iter().enumerate().find(|&(number, one)| one.name_of(&model.name, number) == name)?;
    let choice = options.choice(formulation, number);
    let always = matches!(model.claims.unroll, Some((Unroll::Always, _)));
    let many = model.multibody.as_ref().is_some_and(is_many);
    if many
        && !always
        && let Some(found) = plan::freedom_of_tree(&model, &choice, &mut ignored)
    {
        return Some(found);
    }
    let mut formulated = mechanics::formulate(&model, &choice, &mut ignored).ok()?;
    let equations = mechanics::derive(&mut formulated, Wanted::Diagnostics, &mut ignored).ok()?;
    plan::freedom(&formulated, &equations, &mut ignored).ok()
}

/// A model with what the options ask for besides its description.
fn as_asked(mut model: Model, options: &Options, diagnostics: &mut Diagnostics) -> Result<Model, Reported> {
    if options.coefficients {
        model = model.with_coefficients(diagnostics)?;
    }
    if options.weights {
        model = model.with_weights();
    }
    if options.unclaimed {
        model.claims = Claims { unroll: model.claims.unroll, ..Claims::default() };
    }
    Ok(model)
}

/// The programs of one description: one for each requested formulation. One that cannot be assembled is omitted,
/// with a warning, if another one can.
fn mechanisms(
    description: &Description,
    (options, wanted): (&Options, Wanted),
    result: &mut Compilation,
) -> Result<Vec<Program>, Reported> {
    let diagnostics = &mut result.diagnostics;
    let (errors, known) = (diagnostics.errors(), diagnostics.len());
    let mut model = as_asked(resolve(description, &options.constants, diagnostics)?, options, diagnostics)?;
    let (mut programs, mut refused) = (Vec::new(), Vec::new());
    let formulations = options.formulations_of(&model);
    for (number, &formulation) in formulations.iter().enumerate() {
        let last = number + 1 == formulations.len();
        let choice = options.choice(formulation, number);
        // The form with coefficients is not emitted.
        let held = !model.claims.budget.is_empty() && !options.coefficients;
        let looped = (held && !options.plans_emitted_loops())
            .then(|| emitted_loops(&model, &choice, description, options))
            .flatten();
        // The cost of other code is known after planning.
        let wanted = if held && looped.is_none() { Wanted::Programs } else { wanted };
        match mechanism((&mut model, last), &choice, (options, wanted), diagnostics)? {
            Planned { program: Ok(program), found, obstacle } => {
                // Diagnostics common to all formulations are reported once.
                diagnostics.append_new(found, known);
                let mut program = program;
                if let Some(program) = &mut program {
                    large::tell(program, obstacle.as_ref(), (&model, &choice), options, diagnostics);
                    if options.loops == Loops::Emitted || held {
                        counted::add(program, description, &choice, &options.constants);
                    }
                }
                if let Some(emitted) = looped.as_ref().or(program.as_ref()).filter(|_| held) {
                    budget::check(&model.claims.budget, emitted, options.lenient_budgets, diagnostics);
                }
                programs.push(program);
            }
            Planned { program: Err(name), found, .. } => refused.push((name, found)),
        }
    }
    let lenient = !programs.is_empty() && diagnostics.errors() == errors;
    for (name, found) in refused {
        if lenient {
            let left_out = LeftOut { name, visibility: model.visibility.to_string(), reason: reason(&found) };
            let place = description.name.span();
            diagnostics.push(messages::skipped(place, &left_out.name, &left_out.reason));
            result.left_out.push(left_out);
        } else {
            diagnostics.append_new(found, known);
        }
    }
    diagnostics.none_since(errors)?;
    if formulations.is_empty() {
        let name = &description.name;
        return Err(diagnostics.refuse(messages::no_formulation(name.span(), &name.to_string())));
    }
    Ok(programs.into_iter().flatten().collect())
}

/// The result of planning one formulation, with its diagnostics.
struct Planned {
    /// The program, `None` if only diagnostics are requested; or the name of a mechanism that could not be compiled.
    program: Result<Option<Program>, String>,
    found: Diagnostics,
    /// What kept it from being loops, if it is large enough for them.
    obstacle: Option<Obstacle>,
}

/// One formulation of a model, through the stages; after the last one, its expressions are not needed any more.
fn mechanism(
    (model, last): (&mut Model, bool),
    choice: &Choice,
    (options, wanted): (&Options, Wanted),
    diagnostics: &mut Diagnostics,
) -> Result<Planned, Reported> {
    let obstacle = match in_loops((model, last), choice, (options, wanted), diagnostics)? {
        Ok(planned) => return Ok(planned),
        Err(obstacle) => obstacle,
    };
    let tables = tables(model, options);
    if wanted == Wanted::Programs && !large::announced(model, (choice, tables), obstacle.as_ref(), options) {
        let name = &model.name;
        return Err(diagnostics.refuse(messages::not_unrolled(name.span(), &name.to_string())));
    }
    let mut formulated = mechanics::formulate(model, choice, diagnostics)?;
    let equations = mechanics::derive(&mut formulated, wanted, diagnostics)?;
    let mut found = Diagnostics::new();
    let planned = match wanted {
        Wanted::Programs => plan::plan(&formulated, &equations, Some(tables), &mut found).map(Some),
        Wanted::Diagnostics => plan::check(&formulated, &equations, &mut found).map(|()| None),
    };
    let program = planned.map_err(|Reported { .. }| formulated.name.to_string()).map(|program| {
        let mut program = program?;
        if options.equations != Writing::Nothing {
            let composites =
                formulated.bodies.as_ref().map_or_else(Vec::new, |bodies| bodies.composites.clone());
            program.readable =
                plan::readable(&mut formulated.graph, &equations, &composites, options.equations);
        }
        Some(program)
    });
    Ok(Planned { program, found, obstacle })
}

/// The number of joint velocities from which [`Loops::Chosen`] selects loops: below, unrolled code is faster,
/// because it omits terms that are zero for the geometry. In space, and in the plane, where that is more.
const MANY: [usize; 2] = [24, 40];

/// Whether [`Loops::Chosen`] selects loops for so many joint velocities.
fn is_many(multibody: &Multibody) -> bool {
    large::freedoms(multibody) >= MANY[usize::from(multibody.planar)]
}

/// The number from which a warning explains why loops are not possible: compilation takes long.
const TOLD: usize = 120;

/// Which linear systems of unrolled equations are tables.
fn tables(model: &Model, options: &Options) -> Tables {
    let unrolled = options.equations != Writing::Nothing || !model.claims.budget.is_empty();
    match (options.loops, model.claims.unroll) {
        (Loops::Never | Loops::Emitted, _) | (_, Some((Unroll::Always, _))) => Tables::Never,
        _ if unrolled => Tables::Never,
        (Loops::Always | Loops::Tables, _) | (_, Some((Unroll::Never, _))) => Tables::Always,
        (Loops::Chosen, None) => Tables::Chosen,
    }
}

/// A mechanism with a budget as it is emitted, if that is loops over links, where its program is unrolled.
fn emitted_loops(
    model: &Model,
    choice: &Choice,
    description: &Description,
    options: &Options,
) -> Option<Program> {
    let multibody = model.multibody.as_ref()?;
    match model.claims.unroll {
        Some((Unroll::Always, _)) => return None,
        Some((Unroll::Never, _)) => {}
        None if is_many(multibody) => {}
        None => return None,
    }
    let uniform = mechanics::multibody::uniform(model, choice);
    // What is wrong with it is told of its program.
    let (uniform, mut ignored) = (uniform.ok()?, Diagnostics::ignored());
    if model.claims.unroll.is_none() && uniform.is_mostly_closed() {
        return None;
    }
    plan::refuse_massless(&uniform, multibody, &mut ignored).ok()?;
    let closing = plan::closing(model, choice, &uniform, &mut ignored).ok()?.ok()?;
    let mut program = plan::cells(model, choice, uniform, closing, &mut ignored).ok()?;
    counted::add(&mut program, description, choice, &options.constants);
    Some(program)
}

/// A tree of many bodies as loops over its links; otherwise what keeps it from being loops, if it is large enough for them.
fn in_loops(
    (model, last): (&mut Model, bool),
    choice: &Choice,
    (options, purpose): (&Options, Wanted),
    diagnostics: &mut Diagnostics,
) -> Result<Result<Planned, Option<Obstacle>>, Reported> {
    let Some(multibody) = &model.multibody else { return Ok(Err(None)) };
    let word = model.claims.unroll;
    let never = word.filter(|(unroll, _)| *unroll == Unroll::Never).map(|(_, span)| span);
    // What is written out is unrolled; a short text does without it where the caller takes loops.
    let written = match options.equations {
        Writing::Nothing => false,
        Writing::Short => options.loops == Loops::Never,
        Writing::Full => true,
    };
    let unrolled = written || options.coefficients;
    if unrolled || (word.is_some() && never.is_none()) {
        return Ok(Err(None));
    }
    // A budget limits what is emitted.
    let loops = match options.loops {
        Loops::Chosen | Loops::Always if !model.claims.budget.is_empty() => Loops::Emitted,
        loops => loops,
    };
    let freedoms = large::freedoms(multibody);
    let wanted = loops == Loops::Always || never.is_some();
    let unasked = matches!(loops, Loops::Never | Loops::Tables);
    let open = unasked || (!wanted && !is_many(multibody));
    // The warning of `unroll = never;` does not depend on whether the caller asks for loops.
    if open && never.is_none() {
        return Ok(Err(None));
    }
    let mut found = Diagnostics::new();
    let uniform = match mechanics::multibody::uniform(model, choice) {
        Ok(uniform) if open => Ok((uniform, None)),
        Ok(uniform) if !wanted && uniform.is_mostly_closed() => {
            Err(Obstacle::from("a mechanism whose constraints have many of its coordinates"))
        }
        Ok(uniform) => match plan::closing(model, choice, &uniform, &mut found) {
            Ok(closing) => closing.map(|closing| (uniform, closing)),
            Err(Reported { .. }) => {
                let name = choice.formulation.name_of(&model.name, choice.number).to_string();
                return Ok(Ok(Planned { program: Err(name), found, obstacle: None }));
            }
        },
        Err(obstacle) => Err(obstacle),
    };
    match uniform {
        Ok(_) if open => Ok(Err(None)),
        Ok((uniform, closing)) => {
            // They are half of the memory that a large tree takes.
            if last {
                model.drop_expressions();
            }
            if let Some(multibody) = &model.multibody
                && plan::refuse_massless(&uniform, multibody, &mut found).is_err()
            {
                let name = choice.formulation.name_of(&model.name, choice.number).to_string();
                return Ok(Ok(Planned { program: Err(name), found, obstacle: None }));
            }
            let program = plan::cells(model, choice, uniform, closing, diagnostics)?;
            let program = Ok((purpose == Wanted::Programs).then_some(program));
            Ok(Ok(Planned { program, found, obstacle: None }))
        }
        Err(obstacle) => {
            // What was asked of the compilation itself, as a picture, is no part of the description that could be removed.
            let asked = choice.drawing != Drawing::Nothing || choice.guesses;
            match never {
                _ if asked => {}
                Some(span) => diagnostics.push(messages::not_in_loops(span, &obstacle.what)),
                // Of emitted code its length is told.
                None if wanted || freedoms < TOLD || purpose == Wanted::Diagnostics => {}
                None if loops == Loops::Emitted => {}
                None => large::tell_unrolled(&obstacle, (model, choice), diagnostics),
            }
            Ok(Err(Some(obstacle).filter(|_| never.is_none())))
        }
    }
}

/// The errors among what was found, in one line.
fn reason(found: &Diagnostics) -> String {
    let errors = found.iter().filter(|one| one.severity == Severity::Error);
    errors.map(|one| one.message.as_str()).collect::<Vec<_>>().join("; ")
}

/// The public items of every mechanism of a description that has a mistake.
fn broken(description: &Description, options: &Options, reported: Reported) -> impl Iterator<Item = Broken> {
    let (parameters, inputs) = outline(description, &options.constants);
    let visibility = description.visibility.to_string();
    mechanism_names(description).into_iter().map(move |name| Broken {
        reported,
        name,
        visibility: visibility.clone(),
        parameters: parameters.clone(),
        inputs: inputs.clone(),
    })
}

impl Options {
    /// Whether a large tree with a budget is planned as the loops that are emitted.
    fn plans_emitted_loops(&self) -> bool {
        self.loops != Loops::Never && self.equations == Writing::Nothing
    }

    /// The formulations of a model: the requested ones if it has bodies, otherwise its own.
    fn formulations_of(&self, model: &Model) -> Vec<Formulation> {
        if self.formulations.is_empty() || model.multibody.is_none() {
            return model.formulations();
        }
        self.formulations.clone()
    }

    fn choice(&self, formulation: Formulation, number: usize) -> Choice {
        Choice { formulation, number, drawing: self.drawing, guesses: self.guesses, moving: None }
    }
}
