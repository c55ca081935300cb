//! The elements of an MJCF file → [`Model`]. Anything that the motion depends on and that is not supported is a mistake; anything else that
//! has no part in the mechanism is named in a warning.

use super::classes::{Attributes, Classes};
use super::flags::Flags;
use super::messages;
use super::model::{Body, Model, Tendon, VisualForm};
use super::naming::{BODIES, Given};
use super::orientation;
use super::schema;
use crate::diagnostics::Diagnostics;
use crate::robots::Import;
use crate::robots::angles::RightAngles;
use crate::robots::unread::Unread;
use crate::robots::xml::Element;
use std::collections::BTreeMap;

/// Elements that create bodies in unsupported ways.
const GENERATORS: [&str; 5] = ["composite", "flexcomp", "replicate", "attach", "include"];

/// The settings of `<compiler>`.
pub(super) struct Settings {
    pub degrees: bool,
    pub euler: String,
    /// Whether limits apply wherever they are given.
    pub auto_limits: bool,
    /// From geoms always, never, or where there is no `<inertial>`.
    pub inertia_from_geoms: Option<bool>,
    pub inertia_groups: [f64; 2],
    pub bound_mass: f64,
    pub bound_inertia: f64,
    pub balance_inertia: bool,
    pub total_mass: f64,
    /// Whether MuJoCo makes bodies without joints part of those that carry them.
    pub fuse_static: bool,
    /// Whether MuJoCo moves the frames of bodies that float to their centres of mass.
    pub align_free: bool,
}

/// Reads a file.
pub(super) struct Reader<'d> {
    pub diagnostics: &'d mut Diagnostics,
    pub classes: &'d Classes<'d>,
    pub settings: Settings,
    pub flags: Flags,
    /// Names so far.
    pub given: Given,
    pub right_angles: RightAngles,
    pub unread: Unread,
    pub bodies: Vec<Body>,
    pub tendons: Vec<Tendon>,
    /// Meshes of `<asset>` by their names.
    pub meshes: BTreeMap<String, VisualForm>,
}

/// Reads a model.
///
/// # Errors
/// Added where something that the motion depends on is not supported.
pub(super) fn read(root: &Element, import: &Import, diagnostics: &mut Diagnostics) -> Option<Model> {
    let before = diagnostics.errors();
    let classes = Classes::read(root, diagnostics);
    schema::check(root, diagnostics);
    let settings = settings(root, diagnostics);
    let flags = Flags::read(root, diagnostics);
    let mut reader = Reader {
        diagnostics,
        classes: &classes,
        settings,
        flags,
        given: Given::from([((BODIES, "world".to_owned()), root.place)]),
        right_angles: RightAngles::new(import),
        unread: Unread::default(),
        bodies: Vec::new(),
        tendons: Vec::new(),
        meshes: BTreeMap::new(),
    };
    reader.assets(root);
    let gravity = reader.gravity(root);
    reader.worldbody(root);
    reader.bound();
    let mut equalities = reader.equalities(root);
    reader.read_tendons(root);
    let mut actuators = reader.actuators(root);
    reader.leave_out(&mut equalities, &mut actuators);
    reader.compensated_gravity(root.all("actuator").any(|actuators| !actuators.children.is_empty()));
    for part in &root.children {
        match part.tag.as_str() {
            "compiler" | "option" | "default" | "worldbody" | "equality" | "tendon" | "actuator" => {}
            other if GENERATORS.contains(&other) => reader.generator(part),
            other => reader.unread.note(other, part.place),
        }
    }
    let Reader { unread, right_angles, bodies, tendons, diagnostics, .. } = reader;
    unread.warn(diagnostics);
    right_angles.warn(root.place, diagnostics);
    let name = root.attribute("model").unwrap_or_default().to_owned();
    let place = root.place;
    (diagnostics.errors() == before).then_some(Model {
        name,
        place,
        gravity,
        bodies,
        equalities,
        tendons,
        actuators,
    })
}

/// `<compiler>`; where there are several, the last one has priority.
fn settings(root: &Element, diagnostics: &mut Diagnostics) -> Settings {
    let all: Vec<&Element> = root.all("compiler").collect();
    let get = |name: &str| all.iter().rev().find_map(|element| element.attribute(name));
    let place_of = |name: &str| {
        let given = all.iter().rev().find(|element| element.attribute(name).is_some());
        given.map_or(root.place, |element| element.place_of(name))
    };
    let mut numbers = |name: &str, count: usize| {
        let text = get(name)?;
        let all: Option<Vec<f64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
        let sound = all.filter(|all| all.len() == count && all.iter().all(|x| x.is_finite()));
        if sound.is_none() {
            diagnostics.push(messages::not_a_setting(place_of(name), name, count, text));
        }
        sound
    };
    let mut number = |name: &str, default: f64| numbers(name, 1).map_or(default, |all| all[0]);
    let [bound_mass, bound_inertia] = ["boundmass", "boundinertia"].map(|name| number(name, 0.0));
    let total_mass = number("settotalmass", -1.0);
    let groups = numbers("inertiagrouprange", 2).unwrap_or_default();
    let mut word = |name: &str, known: &[&str]| {
        let found = get(name)?;
        if !known.contains(&found) {
            diagnostics.push(messages::not_a_keyword(place_of(name), name, known, found));
        }
        Some(found)
    };
    let flag = |name: &str| word(name, &["true", "false"]).map(|found| found == "true");
    let [auto_limits, balance_inertia, align_free, fuse_static] =
        ["autolimits", "balanceinertia", "alignfree", "fusestatic"].map(flag);
    let from_geoms = word("inertiafromgeom", &["true", "false", "auto"]);
    let angle = word("angle", &["degree", "radian"]);
    if get("coordinate") == Some("global") {
        diagnostics.push(messages::global_coordinates(place_of("coordinate")));
    }
    let euler = get("eulerseq").unwrap_or("xyz").to_owned();
    if euler.len() != 3 || !euler.chars().all(|letter| "xyzXYZ".contains(letter)) {
        diagnostics.push(messages::not_a_sequence(place_of("eulerseq"), &euler));
    }
    Settings {
        degrees: angle != Some("radian"),
        euler,
        auto_limits: auto_limits != Some(false),
        inertia_from_geoms: from_geoms.filter(|found| *found != "auto").map(|found| found == "true"),
        inertia_groups: if let [a, b] = groups[..] { [a, b] } else { [0.0, 5.0] },
        bound_mass,
        bound_inertia,
        balance_inertia: balance_inertia == Some(true),
        total_mass,
        fuse_static: fuse_static == Some(true),
        align_free: align_free == Some(true),
    }
}

impl Reader<'_> {
    /// An element with the defaults of its class.
    pub fn resolve<'a>(&mut self, element: &'a Element, around: Option<&str>) -> Attributes<'a>
    where
        Self: 'a,
    {
        self.classes.resolve(element, around, self.diagnostics)
    }

    fn gravity(&mut self, root: &Element) -> [f64; 3] {
        let mut gravity = [0.0, 0.0, -9.81];
        for option in root.all("option") {
            let of = Attributes::plain(option);
            gravity = self.vector(&of, "gravity", gravity);
            for name in ["density", "viscosity", "wind"] {
                if self.numbers(&of, name).is_some_and(|all| all.iter().any(|x| *x != 0.0)) {
                    self.diagnostics.push(messages::medium_ignored(option.place_of(name), name));
                }
            }
        }
        if self.flags.gravity_is_off() { [0.0; 3] } else { gravity }
    }

    fn worldbody(&mut self, root: &Element) {
        self.bodies.push(Body {
            name: "world".to_owned(),
            named: true,
            place: root.place,
            parent: 0,
            position: [0.0; 3],
            turned: orientation::NONE,
            solid: None,
            joints: Vec::new(),
            sites: Vec::new(),
            visuals: Vec::new(),
            gravity_compensation: 0.0,
        });
        for world in root.all("worldbody") {
            self.inside(world, 0, None, ([0.0; 3], orientation::NONE));
        }
    }

    /// Reports bodies that an element creates in an unsupported way.
    pub fn generator(&mut self, element: &Element) {
        self.diagnostics.push(messages::not_expanded(element));
    }

    /// `boundmass`, `boundinertia`, `balanceinertia`, `settotalmass`.
    fn bound(&mut self) {
        let (bound, total) = (self.settings.bound_mass, self.settings.total_mass);
        let (least, balance) = (self.settings.bound_inertia, self.settings.balance_inertia);
        let mut moves = vec![false; self.bodies.len()];
        for (number, body) in self.bodies.iter_mut().enumerate().skip(1) {
            // Children follow their parents.
            moves[number] = !body.joints.is_empty() || moves[body.parent];
            let Some(solid) = &mut body.solid else {
                // What is fixed to the world has a part in the total alone.
                if moves[number] && (bound > 0.0 || least > 0.0) || total > 0.0 && bound > 0.0 {
                    self.diagnostics.push(messages::nothing_to_bound(body.place, &body.name));
                }
                continue;
            };
            solid.mass = solid.mass.max(bound);
            if least > 0.0 && solid.has_moment_below(least) {
                let i = &mut solid.inertia;
                if [i[0][1], i[0][2], i[1][2]] == [0.0; 3] {
                    (0..3).for_each(|k| i[k][k] = i[k][k].max(least));
                } else {
                    self.diagnostics.push(messages::not_bounded(body.place, &body.name));
                }
            }
            if balance && solid.is_unphysical() {
                // Equal principal moments are the same about all axes.
                let mean = (0..3).map(|k| solid.inertia[k][k]).sum::<f64>() / 3.0;
                solid.inertia =
                    core::array::from_fn(|i| core::array::from_fn(|j| if i == j { mean } else { 0.0 }));
            }
        }
        let on_world = |(number, body): &(usize, &Body)| {
            !moves[*number] && body.solid.is_some_and(|solid| solid.mass > 0.0)
        };
        if total > 0.0
            && self.settings.fuse_static
            && let Some((_, body)) = self.bodies.iter().enumerate().find(on_world)
        {
            self.diagnostics.push(messages::fixed_mass_counts(body.place, &body.name));
        }
        let sum: f64 = self.bodies.iter().flat_map(|body| &body.solid).map(|solid| solid.mass).sum();
        if total > 0.0 && sum > 0.0 {
            for solid in self.bodies.iter_mut().flat_map(|body| &mut body.solid) {
                solid.mass *= total / sum;
                solid.inertia = solid.inertia.map(|row| row.map(|entry| entry * (total / sum)));
            }
        }
    }
}
