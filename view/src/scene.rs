//! The scene: the tables of a compiled picture with the numbers of one set of parameters.
//!
//! Invariant: every element belongs to a body or to the ground and is given in its axes; the size of the scene is positive.

use crate::forces::{At, Force, Frame};
use crate::keyframes::{Keyframes, NUMBERS, split};
use crate::looks::Dress;
use crate::messages;
use crate::panel::Panel;
use crate::rotation::{Matrix, Vector, add, apply, matrix, norm, sub};
use crate::solids::{self, Form, Solid};
use crate::triangles::Triangles;
use linkwork_compiler::Program;
use linkwork_compiler::plan::{Freedom, Picture};

/// A drawn mechanism.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The name of the mechanism.
    pub name: String,
    /// Whether it moves in the plane.
    pub planar: bool,
    /// The bodies, in the order of the program.
    pub bodies: Vec<Body>,
    /// Boxes, cylinders and spheres.
    pub solids: Vec<Solid>,
    /// The joints, except couplings.
    pub joints: Vec<Joint>,
    /// Forces along lines.
    pub lines: Vec<Line>,
    /// Frames of the description.
    pub frames: Vec<Frame>,
    /// Forces as arrows.
    pub forces: Vec<Force>,
    /// Meshes from files, in m, in the axes of the solids that refer to them.
    pub meshes: Vec<Triangles>,
    /// The diameter of the mechanism at the start, in m; of its motion, if it starts as a point.
    pub size: f64,
    /// Notes about parts that are not drawn, with reasons.
    pub notes: Vec<String>,
    /// The meshes of the page, which are simplified if `meshes` has too many triangles.
    pub(crate) simplified: Vec<Triangles>,
    pub(crate) panel: Panel,
}

/// A body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its name.
    pub name: String,
    /// Its centre of mass, in its axes.
    pub com: [f64; 3],
}

/// A place on a body or on the ground.
#[derive(Clone, Debug)]
pub struct Place {
    /// The body; `None` is the ground.
    pub body: Option<usize>,
    /// The position, in the body's axes.
    pub position: [f64; 3],
    /// The axes, row by row, in the body's axes.
    pub rotation: [[f64; 3]; 3],
}

/// A joint.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// Its ends.
    pub ends: [Place; 2],
    /// The axes of its motions in those of the first end; `true` for rotations.
    pub motions: Vec<(bool, [f64; 3])>,
    /// Whether it rotates about every axis.
    pub turns_freely: bool,
    /// Whether it is rigid.
    pub fixed: bool,
    /// Whether it has constraints that others imply.
    pub redundant: bool,
    /// The index of the first component of its force among the outputs of the program, in the axes of the first end.
    pub reaction: Option<usize>,
}

impl Joint {
    /// Whether its position is free: it slides along several axes.
    pub(crate) fn is_free(&self) -> bool {
        self.motions.iter().filter(|(turns, _)| !turns).count() > 1
    }
}

/// A force along the line between two places.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its ends.
    pub ends: [Place; 2],
}

/// The number of values does not match the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadGeometry;

impl std::error::Error for BadGeometry {}

/// The unread rest of the geometry.
pub(crate) struct Numbers<'a>(&'a [f64]);

impl Numbers<'_> {
    pub fn some(&mut self, count: usize) -> Result<Vec<f64>, BadGeometry> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(BadGeometry)?;
        self.0 = rest;
        Ok(taken.to_vec())
    }

    pub fn vector(&mut self) -> Result<Vector, BadGeometry> {
        <Vector>::try_from(self.some(3)?).map_err(|_| BadGeometry)
    }

    pub fn place(&mut self, body: Option<usize>) -> Result<Place, BadGeometry> {
        let (position, rotation) = split(&self.some(NUMBERS)?);
        Ok(Place { body, position, rotation })
    }
}

impl Scene {
    /// The scene of a program, with its geometry and the poses of its bodies at the start (see `linkwork_tape::Tape`).
    ///
    /// # Errors
    /// [`BadGeometry`].
    pub fn new(program: &Program, geometry: &[f64], start: &[f64]) -> Result<Self, BadGeometry> {
        let bodies = program.picture.as_ref().map(|_| program.bodies.len());
        let at = |_| bodies.map_or_else(Vec::new, |_| start.to_vec());
        let still = Keyframes::new(vec![0.0], bodies.unwrap_or(0), at).map_err(|_| BadGeometry)?;
        Self::dressed(program, geometry, &still, Dress::default())
    }

    /// The scene of a motion, with the visual shapes of a robot.
    ///
    /// # Errors
    /// [`BadGeometry`].
    pub fn dressed(
        program: &Program,
        geometry: &[f64],
        motion: &Keyframes,
        dress: Dress,
    ) -> Result<Self, BadGeometry> {
        let mut scene = Self {
            name: program.name.clone(),
            planar: false,
            bodies: Vec::new(),
            solids: Vec::new(),
            joints: Vec::new(),
            lines: Vec::new(),
            frames: Vec::new(),
            forces: Vec::new(),
            meshes: dress.meshes,
            simplified: Vec::new(),
            size: 1.0,
            notes: Vec::new(),
            panel: Panel::of(program),
        };
        let Some(picture) = &program.picture else {
            scene.notes.push(messages::NO_BODIES.to_owned());
            return Ok(scene);
        };
        if motion.bodies() != program.bodies.len() {
            return Err(BadGeometry);
        }
        let mut numbers = Numbers(geometry);
        scene.planar = picture.planar;
        for name in &program.bodies {
            scene.bodies.push(Body { name: name.clone(), com: numbers.vector()? });
        }
        let mut shapes = solids::given(&mut numbers, picture)?;
        scene.read_joints(&mut numbers, picture, program)?;
        let arrows = program.output_names.len() > picture.own_outputs;
        scene.read_forces(&mut numbers, picture, arrows)?;
        if !numbers.0.is_empty() {
            return Err(BadGeometry);
        }
        scene.notes.extend(dress.notes);
        scene.add_visuals(dress.visuals, &mut shapes);
        scene.size = scene.diameter(motion, &shapes);
        scene.solids = solids::all(&scene, shapes);
        scene.simplify();
        Ok(scene)
    }

    /// Shows these constraints as redundant instead of those of the default parameters.
    pub fn show_redundant(&mut self, freedom: &Freedom) {
        for joint in &mut self.joints {
            joint.redundant = freedom.dependent.iter().any(|set| set.joints.contains(&joint.name));
        }
        self.panel.show_redundant(freedom);
    }

    fn read_joints(
        &mut self,
        numbers: &mut Numbers<'_>,
        picture: &Picture,
        program: &Program,
    ) -> Result<(), BadGeometry> {
        let dependent = &program.freedom.dependent;
        for joint in &picture.joints {
            let ends = [numbers.place(joint.ends[0])?, numbers.place(joint.ends[1])?];
            let mut motions = Vec::new();
            for &turns in &joint.motions {
                motions.push((turns, numbers.vector()?));
            }
            self.joints.push(Joint {
                name: joint.name.clone(),
                ends,
                motions,
                turns_freely: joint.turns_freely,
                fixed: joint.fixed,
                redundant: dependent.iter().any(|set| set.joints.contains(&joint.name)),
                reaction: joint.reaction,
            });
        }
        for line in &picture.lines {
            let mut ends = Vec::new();
            for body in line.ends {
                ends.push(Place { body, position: numbers.vector()?, rotation: crate::rotation::IDENTITY });
            }
            let ends = <[Place; 2]>::try_from(ends).map_err(|_| BadGeometry)?;
            self.lines.push(Line { name: line.name.clone(), ends });
        }
        Ok(())
    }

    /// Adds the visual shapes of a robot to its bodies.
    fn add_visuals(&mut self, visuals: Vec<(Option<String>, Solid)>, shapes: &mut Vec<Solid>) {
        let mut unknown: Vec<String> = Vec::new();
        for (name, solid) in visuals {
            let body = name.as_ref().map(|name| self.bodies.iter().position(|body| body.name == *name));
            match (body, name) {
                (Some(None), Some(name)) if !unknown.contains(&name) => unknown.push(name),
                (Some(None), _) => {}
                (body, _) => shapes.push(Solid { body: body.flatten(), ..solid }),
            }
        }
        if !unknown.is_empty() {
            self.notes.push(messages::unknown_bodies(&unknown));
        }
    }

    /// The diagonal of the bounding box of the drawing at the start, of the whole motion if it starts as a point; 1 if it is always that point.
    fn diameter(&self, motion: &Keyframes, shapes: &[Solid]) -> f64 {
        let of = |frames: std::ops::Range<usize>| {
            diagonal(frames.flat_map(|frame| self.points(motion, frame, shapes)))
        };
        of(0..1).or_else(|| of(0..motion.times().len())).unwrap_or(1.0)
    }

    /// The points of the drawing at a keyframe, without the ground's ends of free joints.
    fn points(&self, motion: &Keyframes, frame: usize, shapes: &[Solid]) -> Vec<Vector> {
        let pose = |body| motion.pose(frame, body);
        let poses: Vec<(Vector, Matrix)> =
            (0..self.bodies.len()).map(pose).map(|(position, turned)| (position, matrix(turned))).collect();
        let placed = |body: Option<usize>, at: &Vector| match body {
            Some(body) => add(&poses[body].0, &apply(&poses[body].1, at)),
            None => *at,
        };
        let of_bodies = self.bodies.iter().enumerate().map(|(k, body)| placed(Some(k), &body.com));
        let mut points: Vec<Vector> = of_bodies.collect();
        // The distance of a free body from the ground does not count.
        let of_joints = self.joints.iter().flat_map(|joint| &joint.ends[usize::from(joint.is_free())..]);
        let touching = self.forces.iter().filter_map(|force| match &force.at {
            At::Touch { center, .. } => Some(center),
            _ => None,
        });
        let ends = of_joints.chain(self.lines.iter().flat_map(|line| &line.ends)).chain(touching);
        points.extend(ends.map(|end| placed(end.body, &end.position)));
        // Shapes of the ground may be a floor and do not count.
        for solid in shapes.iter().filter(|solid| solid.body.is_some()) {
            let (middle, radius) = self.ball(solid);
            let center = placed(solid.body, &middle);
            for sign in [-1.0, 1.0] {
                points.push(center.map(|component| component + sign * radius));
            }
        }
        points
    }

    /// Simplifies the meshes of the page if they have too many triangles.
    fn simplify(&mut self) {
        let count = |meshes: &[Triangles]| meshes.iter().map(|mesh| mesh.triangles.len()).sum::<usize>();
        let all = count(&self.meshes);
        self.simplified = self.meshes.clone();
        let mut cell = FINEST * self.size;
        while count(&self.simplified) > MOST_TRIANGLES && cell < self.size {
            self.simplified = self.meshes.iter().map(|mesh| mesh.coarse(cell)).collect();
            cell *= COARSER;
        }
        let left = count(&self.simplified);
        if left < all {
            self.notes.push(messages::coarse_meshes(left, all));
        }
    }

    /// A ball around a solid: its centre in the axes of the body, and its radius.
    pub(crate) fn ball(&self, solid: &Solid) -> (Vector, f64) {
        let Form::Mesh(number) = solid.form else { return (solid.position, solid.form.radius()) };
        let [least, most] = self.meshes[number].bounds();
        let middle = [0, 1, 2].map(|k| (least[k] + most[k]) / 2.0);
        let turned = apply(&matrix(solid.rotation), &middle);
        (add(&solid.position, &turned), norm(&sub(&most, &least)) / 2.0)
    }

    /// The places from which a body without a shape is drawn: ends of joints and lines.
    pub(crate) fn anchors(&self, body: usize) -> Vec<Vector> {
        let of_joints = self.joints.iter().filter(|joint| !joint.is_free()).flat_map(|joint| &joint.ends);
        let of_lines = self.lines.iter().flat_map(|line| &line.ends);
        let mut anchors: Vec<Vector> = Vec::new();
        for end in of_joints.chain(of_lines).filter(|end| end.body == Some(body)) {
            let known = |other: &Vector| norm(&sub(other, &end.position)) < COINCIDENT * self.size;
            if !anchors.iter().any(known) {
                anchors.push(end.position);
            }
        }
        anchors
    }
}

/// The diagonal of the box around points; none if they coincide but for rounding.
fn diagonal(points: impl Iterator<Item = Vector>) -> Option<f64> {
    let (mut least, mut most) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for point in points {
        least = [0, 1, 2].map(|k: usize| least[k].min(point[k]));
        most = [0, 1, 2].map(|k: usize| most[k].max(point[k]));
    }
    let size = norm(&sub(&most, &least));
    let far = norm(&most).max(norm(&least));
    (size > POINT * far && size.is_finite()).then_some(size)
}

/// Points whose distances are below this share of their distance from the origin coincide: rounding is less.
const POINT: f64 = 1e-12;

/// The largest number of triangles of a page, about 0.5 MB.
const MOST_TRIANGLES: usize = 60_000;
/// The first size of the cells in which vertices are merged, relative to the size of the scene, and its growth factor.
const FINEST: f64 = 1e-3;
const COARSER: f64 = 1.3;

/// Places closer than this, relative to the size of the scene, coincide.
pub(crate) const COINCIDENT: f64 = 1e-4;
