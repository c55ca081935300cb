//! Every joint, in the plane and in space, with axes of numbers and of parameters, and poses that it allows.

use super::super::*;
use super::frame_after;
use super::numbers::{Place, Random, turned};
use super::samples::*;
use crate::kinds::multibody::{Matrix3, RotationCoordinates};
use crate::symbolic::{Constant, Symbol};

/// Values of a joint's parameters, its coordinates, or other numbers that determine a pose that it allows.
pub type Sampler = fn(&mut Random, &mut Case) -> Vec<f64>;

/// A joint with its equations between poses of symbols.
pub struct Case {
    pub name: &'static str,
    pub kind: JointKind,
    pub planar: bool,
    pub graph: Graph,
    pub equations: Vec<Equation>,
    /// Symbols n0…n8 (parameters): their values.
    pub parameters: Vec<f64>,
    make: fn(&mut Graph) -> JointKind,
    sampler: Sampler,
    poses: [Pose; 2],
}

/// A pose, or with it a twist, of symbols.
fn symbols(graph: &mut Graph, prefix: &str, count: usize) -> Vec<Node> {
    (0..count)
        .map(|k| {
            let symbol = graph.symbol(&format!("{prefix}{k}"));
            graph.node(symbol)
        })
        .collect()
}

fn pose(graph: &mut Graph, prefix: &str, planar: bool) -> Pose {
    let s = symbols(graph, prefix, 12);
    let mut rotation: Matrix3 = core::array::from_fn(|i| core::array::from_fn(|j| s[3 + 3 * i + j]));
    let mut position = [s[0], s[1], s[2]];
    if planar {
        let (o, one) = (graph.zero(), graph.one());
        position[2] = o;
        rotation[2] = [o, o, one];
        (rotation[0][2], rotation[1][2]) = (o, o);
    }
    Pose { position, rotation }
}

fn twist(graph: &mut Graph, prefix: &str) -> Twist {
    let s = symbols(graph, prefix, 6);
    Twist { velocity: [s[0], s[1], s[2]], angular_velocity: [s[3], s[4], s[5]] }
}

impl Case {
    pub fn new(
        name: &'static str,
        planar: bool,
        parameters: usize,
        make: fn(&mut Graph) -> JointKind,
        sampler: Sampler,
    ) -> Self {
        let mut graph = Graph::new();
        let kind = make(&mut graph);
        let poses = [pose(&mut graph, "a", planar), pose(&mut graph, "b", planar)];
        let twists = [twist(&mut graph, "u"), twist(&mut graph, "v")];
        let twists = Some((&twists[0], &twists[1]));
        let equations = equations(&kind, planar, &mut graph, &poses[0], &poses[1], twists);
        let parameters = vec![0.0; parameters];
        Self { name, kind, planar, graph, equations, parameters, make, sampler, poses }
    }

    /// The value of a symbol by its prefix and number.
    fn value(&self, graph: &Graph, symbol: Symbol, of: &[(&str, &[f64])]) -> f64 {
        let name = graph.symbol_name(symbol);
        let (prefix, number) = name.split_at(1);
        let number: usize = number.parse().expect("a numbered symbol");
        if prefix == "n" {
            return self.parameters[number];
        }
        let list = of.iter().find(|(p, _)| *p == prefix);
        list.expect("a symbol with a value").1[number]
    }

    /// Nodes of coordinates and parameters.
    pub fn values(&self, graph: &Graph, nodes: &[Node], coordinates: &[f64]) -> Vec<f64> {
        graph.evaluate(nodes, &|s| self.value(graph, s, &[("q", coordinates)]))
    }

    /// A pose of coordinates and parameters.
    pub fn place(&self, graph: &Graph, pose: &Pose, coordinates: &[f64]) -> Place {
        let position = self.values(graph, &pose.position, coordinates);
        let r = self.values(graph, &pose.rotation.concat(), coordinates);
        Place {
            position: [position[0], position[1], position[2]],
            rotation: core::array::from_fn(|i| core::array::from_fn(|j| r[3 * i + j])),
        }
    }

    /// The motions of the same joint in another graph.
    pub fn make_motions(&self, graph: &mut Graph) -> Option<Vec<Motion>> {
        let kind = (self.make)(graph);
        kind.motions(graph, self.planar)
    }

    /// The same with the coordinates that move them.
    fn make_steps(&self, graph: &mut Graph) -> Option<Vec<Step>> {
        let kind = (self.make)(graph);
        steps(&kind, graph, self.planar)
    }

    /// A place of `first`, one of `second` that the joint allows, and the coordinates there.
    pub fn sample(&mut self, random: &mut Random) -> (Place, Place, Vec<f64>) {
        let sampler = self.sampler;
        let mut coordinates = sampler(random, self);
        let (first, second) = self.at(random, &coordinates);
        if self.kind.coordinates(self.planar).is_empty() {
            coordinates.clear();
        }
        (first, second, coordinates)
    }

    /// A place of `first`, and that of `second` with these coordinates (of a constraint: the place itself).
    pub fn at(&mut self, random: &mut Random, coordinates: &[f64]) -> (Place, Place) {
        let mut first =
            Place { position: random.vector(), rotation: turned(&random.vector().map(|x| 3.0 * x)) };
        if self.planar {
            first.position[2] = 0.0;
            first.rotation = turned(&[0.0, 0.0, random.within(-3.0, 3.0)]);
        }
        let mut graph = Graph::new();
        let Some(steps) = self.make_steps(&mut graph) else {
            // The sampler gave the place itself.
            let place = Place {
                position: [coordinates[0], coordinates[1], coordinates[2]],
                rotation: core::array::from_fn(|i| core::array::from_fn(|j| coordinates[3 + 3 * i + j])),
            };
            let second = first.then(&place);
            return (first, second);
        };
        let nodes = symbols(&mut graph, "q", coordinates.len());
        let (mut second, mut moving) = (first.clone(), 0);
        for Step { motion, component, ratio, first } in steps {
            let (count, _) = motion.sizes();
            let mut own = nodes[component..component + count].to_vec();
            if let Some(ratio) = ratio {
                own[0] = graph.mul(ratio, own[0]);
            }
            let pose = frame_after(&mut graph, &motion, &own);
            second = second.then(&self.place(&graph, &pose, coordinates));
            moving += if first { count } else { 0 };
        }
        assert_eq!(moving, coordinates.len(), "{}", self.name);
        (first, second)
    }

    fn evaluate(&self, nodes: &[Node], first: &Place, second: &Place, more: &[(&str, &[f64])]) -> Vec<f64> {
        let (a, b) = (first.numbers(), second.numbers());
        let mut of: Vec<(&str, &[f64])> = vec![("a", &a), ("b", &b)];
        of.extend(more);
        self.graph.evaluate(nodes, &|s| self.value(&self.graph, s, &of))
    }

    /// The residuals; `twists` are velocity and angular velocity of `first`, then of `second`.
    pub fn residuals(&self, first: &Place, second: &Place, twists: &[f64; 12]) -> Vec<f64> {
        let nodes: Vec<Node> = self.equations.iter().map(|equation| equation.residual).collect();
        self.evaluate(&nodes, first, second, &[("u", &twists[..6]), ("v", &twists[6..])])
    }

    pub fn coordinates(&mut self, first: &Place, second: &Place) -> Vec<f64> {
        let count = self.kind.coordinates(self.planar).len();
        let [a, b] = self.poses.clone();
        let nodes: Vec<Node> =
            (0..count).map(|k| coordinate(&self.kind, self.planar, &mut self.graph, &a, &b, k)).collect();
        self.evaluate(&nodes, first, second, &[])
    }

    pub fn drive(&mut self, index: usize, prescribed: f64, first: &Place, second: &Place) -> f64 {
        let [a, b] = self.poses.clone();
        let wanted = symbols(&mut self.graph, "w", 1)[0];
        let equation = drive(&self.kind, self.planar, &mut self.graph, (&a, &b), index, wanted);
        self.evaluate(&[equation.residual], first, second, &[("w", &[prescribed])])[0]
    }

    /// Force and torque on `second`, in the axes of `first`.
    pub fn reaction(&mut self, first: &Place, second: &Place, multipliers: &[f64]) -> Vec<f64> {
        let [a, b] = self.poses.clone();
        let nodes = symbols(&mut self.graph, "m", multipliers.len());
        let (force, torque) = reaction(&self.kind, self.planar, &mut self.graph, &a, &b, &nodes);
        self.evaluate(&[force, torque].concat(), first, second, &[("m", multipliers)])
    }
}

/// Three parameters from a place on, a unit vector of them.
pub fn parameters(graph: &mut Graph, from: usize) -> Vector3 {
    let all = symbols(graph, "n", from + 3);
    [all[from], all[from + 1], all[from + 2]]
}

fn axis(graph: &mut Graph, components: [i64; 3]) -> Vector3 {
    components.map(|x| graph.integer(x))
}

/// (1, −2, 2)/3: an axis of numbers without a zero.
fn oblique(graph: &mut Graph) -> Vector3 {
    [(1, 3), (-2, 3), (2, 3)].map(|(n, d)| graph.constant(Constant::ratio(n, d)))
}

fn euler<const I: usize, const J: usize, const K: usize>() -> RotationCoordinates {
    RotationCoordinates::Euler { axes: [I, J, K], names: ["a", "b", "c"].map(str::to_owned) }
}

fn euler_cases<const I: usize, const J: usize, const K: usize>() -> [Case; 2] {
    let [turn, move_freely]: [Sampler; 2] = if I == K {
        [|random, _| two_axes(random), |random, _| lengths_and(two_axes(random), random)]
    } else {
        [|random, _| three_axes(random), |random, _| lengths_and(three_axes(random), random)]
    };
    [
        Case::new(
            "ball by angles",
            false,
            0,
            |_| JointKind::Spherical(Spherical { rotation: euler::<I, J, K>() }),
            turn,
        ),
        Case::new(
            "free by angles",
            false,
            0,
            |_| JointKind::Free(Free { rotation: euler::<I, J, K>() }),
            move_freely,
        ),
    ]
}

/// The kinds with one axis.
fn axial(name: &'static str, kinds: [fn(&mut Graph) -> JointKind; 5], sampler: Sampler) -> [Case; 5] {
    kinds.map(|make| Case::new(name, false, 4, make, sampler))
}

/// A kind from an axis: along a coordinate, against one, in a coordinate plane, oblique, of parameters.
macro_rules! axes {
    ($graph:ident, $axis:ident => $kind:expr) => {
        [
            |$graph: &mut Graph| {
                let $axis = axis($graph, [0, 0, 1]);
                $kind
            },
            |$graph: &mut Graph| {
                let $axis = axis($graph, [0, -1, 0]);
                $kind
            },
            |$graph: &mut Graph| {
                let [x, y] = [(3, 5), (-4, 5)].map(|(n, d)| $graph.constant(Constant::ratio(n, d)));
                let $axis = [x, $graph.zero(), y];
                $kind
            },
            |$graph: &mut Graph| {
                let $axis = oblique($graph);
                $kind
            },
            |$graph: &mut Graph| {
                let $axis = parameters($graph, 0);
                $kind
            },
        ]
    };
}

/// All of them.
pub fn all() -> Vec<Case> {
    let in_space = |name, parameters, make, sampler| Case::new(name, false, parameters, make, sampler);
    let in_the_plane = |name, parameters, make, sampler| Case::new(name, true, parameters, make, sampler);
    let mut cases = Vec::new();
    cases.extend(axial("revolute", axes!(graph, axis => JointKind::Revolute(Revolute { axis })), one_angle));
    cases.extend(axial(
        "prismatic",
        axes!(graph, axis => JointKind::Prismatic(Prismatic { axis })),
        one_angle,
    ));
    cases.extend(axial(
        "cylindrical",
        axes!(graph, axis => JointKind::Cylindrical(Cylindrical { axis })),
        angle_and_length,
    ));
    let screws = axes!(graph, axis => JointKind::Screw(Screw { axis, pitch: symbols(graph, "n", 4)[3] }));
    cases.extend(axial("screw", screws, screw));
    cases.extend([
        in_space(
            "universal",
            6,
            |g| JointKind::Universal(Universal { axes: [axis(g, [0, 0, 1]), axis(g, [1, 0, 0])] }),
            two_angles,
        ),
        in_space(
            "universal",
            6,
            |g| JointKind::Universal(Universal { axes: [parameters(g, 0), parameters(g, 3)] }),
            two_angles,
        ),
        in_space(
            "planar",
            9,
            |g| JointKind::Planar(Planar { axes: [[0, 0, 1], [1, 0, 0], [0, 1, 0]].map(|a| axis(g, a)) }),
            in_plane,
        ),
        in_space(
            "planar",
            9,
            |g| JointKind::Planar(Planar { axes: [0, 3, 6].map(|k| parameters(g, k)) }),
            in_plane,
        ),
        in_space("fixed", 0, |_| JointKind::Fixed(Fixed {}), |_, _| Vec::new()),
        in_space(
            "spherical",
            0,
            |_| JointKind::Spherical(Spherical { rotation: RotationCoordinates::Group }),
            |random, _| random.quaternion().to_vec(),
        ),
        in_space(
            "free",
            0,
            |_| JointKind::Free(Free { rotation: RotationCoordinates::Group }),
            |random, _| lengths_and(random.quaternion().to_vec(), random),
        ),
        in_space("rod", 1, |g| JointKind::Rod(Rod { length: symbols(g, "n", 1)[0] }), rod),
        in_space(
            "point_on_line",
            3,
            |g| JointKind::PointOnLine(PointOnLine { axis: parameters(g, 0) }),
            on_line,
        ),
        in_space(
            "point_on_plane",
            9,
            |g| JointKind::PointOnPlane(PointOnPlane { normal: parameters(g, 6) }),
            on_plane,
        ),
        in_space(
            "rolling sphere",
            10,
            |g| {
                JointKind::Rolling(Rolling {
                    normal: parameters(g, 6),
                    axis: None,
                    radius: symbols(g, "n", 10)[9],
                })
            },
            sphere,
        ),
        in_space(
            "rolling disk",
            13,
            |g| {
                let (normal, axis) = (parameters(g, 6), parameters(g, 10));
                JointKind::Rolling(Rolling { normal, axis: Some(axis), radius: symbols(g, "n", 10)[9] })
            },
            disk,
        ),
        in_the_plane(
            "revolute",
            3,
            |g| JointKind::Revolute(Revolute { axis: axis(g, [0, 0, 1]) }),
            one_angle,
        ),
        in_the_plane(
            "prismatic",
            3,
            |g| JointKind::Prismatic(Prismatic { axis: axis(g, [1, 0, 0]) }),
            one_angle,
        ),
        in_the_plane(
            "prismatic",
            3,
            |g| {
                let [x, y, _] = parameters(g, 0);
                JointKind::Prismatic(Prismatic { axis: [x, y, g.zero()] })
            },
            |random, case| {
                let phi = angle(random);
                case.parameters.copy_from_slice(&[phi.cos(), phi.sin(), 0.0]);
                vec![random.within(-2.0, 2.0)]
            },
        ),
        in_the_plane("fixed", 0, |_| JointKind::Fixed(Fixed {}), |_, _| Vec::new()),
        in_the_plane(
            "free",
            0,
            |_| JointKind::Free(Free { rotation: RotationCoordinates::Group }),
            |random, _| vec![random.within(-2.0, 2.0), random.within(-2.0, 2.0), angle(random)],
        ),
        in_space("point", 0, |_| JointKind::Point(Point {}), |random, _| random.vector().to_vec()),
        in_the_plane("point", 0, |_| JointKind::Point(Point {}), |random, _| random.vector()[..2].to_vec()),
        in_the_plane("rod", 1, |g| JointKind::Rod(Rod { length: symbols(g, "n", 1)[0] }), rod),
        in_the_plane(
            "point_on_line",
            3,
            |g| {
                let [x, y, _] = parameters(g, 0);
                JointKind::PointOnLine(PointOnLine { axis: [x, y, g.zero()] })
            },
            on_line,
        ),
        in_the_plane(
            "rolling wheel",
            4,
            |g| {
                let s = symbols(g, "n", 4);
                let (o, one) = (g.zero(), g.one());
                JointKind::Rolling(Rolling { normal: [s[0], s[1], o], axis: Some([o, o, one]), radius: s[3] })
            },
            wheel,
        ),
    ]);
    cases.extend(super::constant_velocity::cases());
    cases.extend(euler_cases::<0, 1, 2>());
    cases.extend(euler_cases::<0, 2, 1>());
    cases.extend(euler_cases::<1, 0, 2>());
    cases.extend(euler_cases::<1, 2, 0>());
    cases.extend(euler_cases::<2, 0, 1>());
    cases.extend(euler_cases::<2, 1, 0>());
    cases.extend(euler_cases::<0, 1, 0>());
    cases.extend(euler_cases::<0, 2, 0>());
    cases.extend(euler_cases::<1, 0, 1>());
    cases.extend(euler_cases::<1, 2, 1>());
    cases.extend(euler_cases::<2, 0, 2>());
    cases.extend(euler_cases::<2, 1, 2>());
    cases
}
