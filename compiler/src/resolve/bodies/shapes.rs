//! Shapes → mass, centre of mass and inertia.
//!
//! ```text
//! about its centre, axis n, mass m:   J = J_t (1 − n nᵀ) + J_a n nᵀ
//! rod (thin)            J_a = 0            J_t = m l²/12
//! cylinder, disk        J_a = m r²/2       J_t = m (3r² + l²)/12
//! sphere                J_a = J_t = 2 m r²/5
//! box                   J = m/12 diag(b² + c², a² + c², a² + b²) along its sides, the third along n
//! ```
//! Invariant: `density` is mass per extent of the shape: volume, or area (disk without thickness, box in the
//! plane), or length (rod without radius).

use super::messages;
use crate::kinds::Arguments;
use crate::kinds::shapes::{
    ALONG_OF_BOX, ALONG_X, ALONG_Z, CENTER, LENGTH, MASS, RADIUS, RADIUS_OF_ROD, SHAPES, SIZE, THICKNESS,
    density,
};
use crate::model::{Matrix3, Shape, Vector3};
use crate::resolve::expressions::steps::of_numbers;
use crate::resolve::resolver::{Instance, Resolver};
use crate::resolve::scopes::Scope;
use crate::symbolic::vectors;
use crate::symbolic::{Constant, Node};
use crate::syntax::{self, Expression, Kind};
use crate::units::Dimension;

/// A shape with the quantities that follow from its measures.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    /// The drawn shape.
    pub shape: Shape,
    /// Its own mass, if it is given.
    mass: Option<Node>,
    /// Volume, area or length.
    extent: Node,
    /// 3, 2 or 1.
    dimensions: usize,
    /// Inertia about its centre by mass.
    gyration: Matrix3,
}

/// The distribution of mass.
pub(crate) struct Distribution {
    /// Mass.
    pub mass: Node,
    /// Centre of mass.
    pub com: Vector3,
    /// Inertia about it.
    pub inertia: Matrix3,
}

impl<'d> Resolver<'d> {
    /// `rod(length: 1 [m], along: [1, 0])`. One of numbers alone is the same for all bodies of a repetition.
    pub fn solid(&mut self, expression: &'d Expression, scope: Scope) -> Option<Solid> {
        let Kind::Call(_, arguments) = &expression.kind else { return self.new_solid(expression, scope) };
        let of_numbers = |argument: &Expression| match &argument.kind {
            Kind::Named(_, value) => of_numbers(value),
            _ => false,
        };
        if !arguments.iter().all(of_numbers) {
            return self.new_solid(expression, scope);
        }
        let at = std::ptr::from_ref(expression);
        if let Some(known) = self.solids.get(&at) {
            return known.clone();
        }
        let solid = self.new_solid(expression, scope);
        self.solids.insert(at, solid.clone());
        solid
    }

    fn new_solid(&mut self, expression: &'d Expression, scope: Scope) -> Option<Solid> {
        let found = match &expression.kind {
            Kind::Call(kind, list) => {
                SHAPES.iter().find(|word| word.name == kind.text).map(|found| (found, kind, list))
            }
            _ => None,
        };
        let Some((word, kind, list)) = found else {
            let written = match &expression.kind {
                Kind::Call(kind, _) => kind.text.clone(),
                _ => expression.to_string(),
            };
            let known = SHAPES.iter().map(|word| word.name);
            return self.report(messages::unknown_kind(expression.place, &written, "shape", known));
        };
        let (signature, word) = (word.signature, word.name);
        let owner = format!("`{}`", kind.text);
        let arguments = self.arguments(kind, list, expression.place, scope, (owner, signature));
        let center = CENTER.read(self, &arguments, &[]);
        let planar = self.parts.is_planar();
        let along = match word {
            "rod" => ALONG_X,
            "box" => ALONG_OF_BOX,
            _ => ALONG_Z,
        };
        let along = along.read(self, &arguments, &[]);
        let (measures, extent, dimensions, gyration) = if word == "box" {
            self.box_measures(&arguments, &along?)?
        } else {
            self.round_measures(word, &arguments, &along?)?
        };
        let mut gyration = gyration;
        if planar {
            (0..3).for_each(|k| {
                gyration[2][k] = if k == 2 { gyration[2][2] } else { self.graph.zero() };
                (0..2).for_each(|i| gyration[i][k] = self.graph.zero());
            });
        }
        let mass = match (MASS.given(&arguments), arguments.get("density")) {
            (Some(mass), None) => Some(self.mass_property(mass, scope, "`mass`", Dimension::MASS)?),
            (None, Some(density)) => Some(self.mass_of_extent(density, scope, extent, dimensions)?),
            (None, None) => None,
            (Some(_), Some(density)) => {
                return self.report(messages::mass_and_density(density));
            }
        };
        let along = along?;
        let sides = (word == "box").then(|| self.sides(&along, arguments.get("along").is_some()));
        let shape = Shape { kind: word, measures, along, center: center?, sides };
        arguments.complete.then_some(Solid { shape, mass, extent, dimensions, gyration })
    }

    /// density · extent
    fn mass_of_extent(
        &mut self,
        value: &'d Expression,
        scope: Scope,
        extent: Node,
        dimensions: usize,
    ) -> Option<Node> {
        let what = match dimensions {
            1 => "the density of a rod without radius",
            2 => "the density of a shape without thickness",
            _ => "`density`",
        };
        let value = self.mass_property(value, scope, what, density(dimensions)?)?;
        Some(self.graph.mul(value, extent))
    }

    /// `size: [a, b, c]`, in the plane `[a, b]`.
    fn box_measures(
        &mut self,
        arguments: &Arguments<'d>,
        along: &Vector3,
    ) -> Option<(Vec<Node>, Node, usize, Matrix3)> {
        let planar = self.parts.is_planar();
        let size = SIZE.declared.given(arguments)?;
        let sides = SIZE.read(self, arguments, &[])?;
        let count = if planar { 2 } else { 3 };
        for side in &sides[..count] {
            let message = messages::side_not_positive();
            let check =
                crate::model::Check { value: *side, strict: true, message, span: size.place.ends().0 };
            self.check(check, size.place)?;
        }
        let graph = &mut self.graph;
        let twelfth = graph.constant(Constant::ratio(1, 12));
        let squares = sides.map(|side| graph.mul(side, side));
        let zero = graph.zero();
        let mut gyration = [[zero; 3]; 3];
        for i in 0..3 {
            let sum = graph.add(squares[(i + 1) % 3], squares[(i + 2) % 3]);
            gyration[i][i] = graph.mul(twelfth, sum);
        }
        let extent = graph.product(&sides[..count]);
        // In a planar mechanism the axis lies in the plane, and the inertia about the normal does not depend on it.
        if !planar && arguments.get("along").is_some() {
            let axes = self.axes_around(along);
            let graph = &mut self.graph;
            let principal = [0, 1, 2].map(|k| gyration[k][k]);
            gyration = core::array::from_fn(|i| {
                core::array::from_fn(|j| {
                    let parts = [0, 1, 2].map(|k| graph.product(&[principal[k], axes[k][i], axes[k][j]]));
                    graph.sum(&parts)
                })
            });
        }
        Some((sides[..count].to_vec(), extent, count, gyration))
    }

    /// The directions of the sides of a box: its axis is the third of them, in the plane the first.
    fn sides(&mut self, along: &Vector3, turned: bool) -> [Vector3; 3] {
        if self.parts.is_planar() {
            let normal = vectors::unit(&self.graph, 2);
            let second = vectors::cross(&mut self.graph, &normal, along);
            return [*along, second, normal];
        }
        if turned { self.axes_around(along) } else { vectors::identity(&self.graph) }
    }

    /// Rods, cylinders, spheres and disks.
    fn round_measures(
        &mut self,
        word: &str,
        arguments: &Arguments<'d>,
        along: &Vector3,
    ) -> Option<(Vec<Node>, Node, usize, Matrix3)> {
        let radius = match word {
            "rod" => RADIUS_OF_ROD.read(self, arguments, &[])?,
            _ => Some(RADIUS.read(self, arguments, &[])?),
        };
        let height = match word {
            "disk" => THICKNESS.read(self, arguments, &[])?,
            "sphere" => None,
            _ => Some(LENGTH.read(self, arguments, &[])?),
        };
        let graph = &mut self.graph;
        let square = |graph: &mut crate::symbolic::Graph, x: Option<Node>| match x {
            Some(x) => graph.mul(x, x),
            None => graph.zero(),
        };
        let (r2, h2) = (square(graph, radius), square(graph, height));
        let scaled = |graph: &mut crate::symbolic::Graph, n: i64, d: i64, x: Node| {
            graph.scale(Constant::ratio(n, d), x)
        };
        let (axial, across) = if word == "sphere" {
            let both = scaled(graph, 2, 5, r2);
            (both, both)
        } else {
            let (round, long) = (scaled(graph, 1, 4, r2), scaled(graph, 1, 12, h2));
            (scaled(graph, 1, 2, r2), graph.add(round, long))
        };
        let pi = graph.constant(Constant::PI);
        let area = graph.mul(pi, r2);
        let (extent, dimensions) = match (word, radius, height) {
            ("sphere", Some(radius), _) => {
                let cube = graph.mul(area, radius);
                (scaled(graph, 4, 3, cube), 3)
            }
            (_, Some(_), Some(height)) => (graph.mul(area, height), 3),
            (_, Some(_), None) => (area, 2),
            (_, None, Some(height)) => (height, 1),
            (_, None, None) => return None,
        };
        let difference = graph.sub(axial, across);
        let gyration = core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                let outer = graph.product(&[difference, along[i], along[j]]);
                if i == j { graph.add(across, outer) } else { outer }
            })
        });
        let measures = match word {
            "rod" => height.into_iter().chain(radius).collect(),
            _ => radius.into_iter().chain(height).collect(),
        };
        Some((measures, extent, dimensions, gyration))
    }

    /// Mass, centre and inertia of a body from its shapes and its given mass.
    pub fn distribution(
        &mut self,
        instance: &Instance<'d>,
        written: &'d syntax::Body,
        mass: Option<Node>,
        density: Option<&'d Expression>,
        solids: &[Solid],
    ) -> Option<Distribution> {
        let place = written.target.place;
        let name = &instance.name;
        if let (Some(_), Some(density)) = (mass, density) {
            return self.report(messages::mass_and_density(density));
        }
        let own: Vec<bool> = solids.iter().map(|solid| solid.mass.is_some()).collect();
        let all_own = !own.is_empty() && own.iter().all(|own| *own);
        if own.iter().any(|own| *own) && !all_own {
            return self.report(messages::some_masses(place, name));
        }
        if all_own && (mass.is_some() || density.is_some()) {
            return self.report(messages::mass_and_masses(place, name));
        }
        let masses = self.masses(instance, mass, density, solids)?;
        if solids.is_empty() {
            let Some(mass) = mass else {
                return self.report(messages::no_mass(place, name, false));
            };
            let zero = self.graph.zero();
            return Some(Distribution { mass, com: [zero; 3], inertia: [[zero; 3]; 3] });
        }
        let sum = self.graph.sum(&masses);
        let total = mass.unwrap_or(sum);
        let com = match solids {
            [one] => one.shape.center,
            _ => core::array::from_fn(|k| {
                let centers: Vec<Node> = solids.iter().map(|solid| solid.shape.center[k]).collect();
                let moment = self.graph.dot(&masses, &centers);
                self.graph.div(moment, total)
            }),
        };
        let zero = self.graph.zero();
        let mut inertia = [[zero; 3]; 3];
        let planar = self.parts.is_planar();
        for (solid, &mass) in solids.iter().zip(&masses) {
            let offset = vectors::sub(&mut self.graph, &solid.shape.center, &com);
            let steiner = self.steiner(mass, &offset);
            for i in 0..3 {
                for j in 0..3 {
                    if planar && (i != 2 || j != 2) {
                        continue;
                    }
                    let own = self.graph.mul(mass, solid.gyration[i][j]);
                    inertia[i][j] = self.graph.sum(&[inertia[i][j], own, steiner[i][j]]);
                }
            }
        }
        Some(Distribution { mass: total, com, inertia })
    }

    /// The mass of each shape.
    fn masses(
        &mut self,
        instance: &Instance<'d>,
        mass: Option<Node>,
        density: Option<&'d Expression>,
        solids: &[Solid],
    ) -> Option<Vec<Node>> {
        if let Some(density) = density {
            if solids.is_empty() {
                return self.report(messages::density_without_shape(density, &instance.name));
            }
            let masses = solids
                .iter()
                .map(|solid| self.mass_of_extent(density, instance.scope, solid.extent, solid.dimensions));
            return masses.collect();
        }
        match (mass, solids) {
            (Some(mass), [_]) => Some(vec![mass]),
            (Some(mass), [first, ..]) => {
                if solids.iter().any(|solid| solid.dimensions != first.dimensions) {
                    let place = self.parts.bodies[instance.number].place;
                    return self.report(messages::undistributed_mass(place, &instance.name));
                }
                // The same density everywhere.
                let extents: Vec<Node> = solids.iter().map(|solid| solid.extent).collect();
                let total = self.graph.sum(&extents);
                let by_extent = self.graph.div(mass, total);
                Some(extents.into_iter().map(|extent| self.graph.mul(by_extent, extent)).collect())
            }
            (None, [_, ..]) if solids.iter().any(|solid| solid.mass.is_none()) => {
                let place = self.parts.bodies[instance.number].place;
                self.report(messages::no_mass(place, &instance.name, true))
            }
            _ => Some(solids.iter().filter_map(|solid| solid.mass).collect()),
        }
    }
}
