//! A stage for forces: three bodies whose positions and angles are symbols, and joints whose coordinates and
//! reactions are symbols. Twists and virtual work follow from the poses by differentiation.

use super::super::super::joints::tests::numbers::Random;
use super::super::super::{Kinematics, Line, Load, Pose, Twist};
use super::super::Effect;
use crate::kinds::multibody::{
    BodyId, Carrier, ForceKind, Joint, JointId, JointKind, Matrix3, Mount, Multibody, Vector3,
};
use crate::symbolic::vectors::{add, apply, cross, identity, multiply, rotation_about, unit, zero};
use crate::symbolic::{Constant, Graph, Node, Symbol};
use proc_macro2::Span;
use std::collections::BTreeMap;

const BODIES: usize = 3;

pub struct Stage {
    pub graph: Graph,
    pub multibody: Multibody,
    bodies: Vec<Pose>,
    /// The symbols of the motion, each with its rate.
    pub motion: Vec<(Symbol, Symbol)>,
    /// Numbers that are given.
    pub values: BTreeMap<Symbol, f64>,
}

impl Stage {
    pub fn new(planar: bool) -> Self {
        let mut graph = Graph::new();
        let mut motion = Vec::new();
        let mut coordinate = |graph: &mut Graph, name: String| {
            let symbol = graph.symbol(&name);
            let rate = graph.symbol(&format!("der({name})"));
            motion.push((symbol, rate));
            graph.node(symbol)
        };
        let mut bodies = Vec::new();
        for body in 0..BODIES {
            let mut position = zero(&graph);
            let mut rotation = identity(&graph);
            for (k, component) in position.iter_mut().enumerate() {
                if !planar || k < 2 {
                    *component = coordinate(&mut graph, format!("p{body}.{k}"));
                }
                if !planar || k == 2 {
                    let angle = coordinate(&mut graph, format!("a{body}.{k}"));
                    let (s, c) = (graph.sin(angle), graph.cos(angle));
                    let axis = unit(&graph, k);
                    let turn = rotation_about(&mut graph, &axis, s, c);
                    rotation = multiply(&mut graph, &turn, &rotation);
                }
            }
            bodies.push(Pose { position, rotation });
        }
        for coordinate_number in 0..3 {
            coordinate(&mut graph, format!("q{coordinate_number}"));
        }
        let multibody = Multibody {
            planar,
            gravity: zero(&graph),
            bodies: Vec::new(),
            joints: Vec::new(),
            forces: Vec::new(),
            formulations: Vec::new(),
            attributes: Vec::new(),
            checks: Vec::new(),
            cautions: Vec::new(),
            turned: Vec::new(),
            frames: Vec::new(),
        };
        Self { graph, multibody, bodies, motion, values: BTreeMap::new() }
    }

    /// A parameter.
    pub fn number(&mut self, value: f64) -> Node {
        let symbol = self.graph.symbol(&format!("number {}", self.values.len()));
        self.values.insert(symbol, value);
        self.graph.node(symbol)
    }

    pub fn vector(&mut self, value: [f64; 3]) -> Vector3 {
        value.map(|x| if x == 0.0 { self.graph.zero() } else { self.number(x) })
    }

    /// A mount at some place on a body, or on the ground.
    pub fn mount(&mut self, body: Option<usize>, random: &mut Random) -> Mount {
        let mut position = random.vector();
        let mut turn = random.vector();
        if self.multibody.planar {
            position[2] = 0.0;
            (turn[0], turn[1]) = (0.0, 0.0);
        }
        let position = self.vector(position);
        let mut rotation = identity(&self.graph);
        for (k, angle) in turn.into_iter().enumerate().filter(|(_, angle)| *angle != 0.0) {
            let (s, c) = (self.number(angle.sin()), self.number(angle.cos()));
            let axis = unit(&self.graph, k);
            let turn = rotation_about(&mut self.graph, &axis, s, c);
            rotation = multiply(&mut self.graph, &turn, &rotation);
        }
        Mount { carrier: carrier(body), position, rotation }
    }

    /// The frame of a body, or of the ground.
    pub fn origin(&self, body: Option<usize>) -> Mount {
        let rotation = identity(&self.graph);
        Mount { carrier: carrier(body), position: zero(&self.graph), rotation }
    }

    /// A joint between the frames of bodies 0 and 1.
    pub fn joint(&mut self, kind: JointKind) -> JointId {
        let [first, second] = [0, 1].map(|body| self.origin(Some(body)));
        let (name, span) = ("joint".to_owned(), Span::call_site());
        self.multibody.joints.push(Joint {
            name,
            span,
            kind,
            first,
            second,
            along: crate::kinds::multibody::Along::default(),
            cut: false,
            shared: false,
            docs: Vec::new(),
        });
        JointId(self.multibody.joints.len() - 1)
    }

    pub fn effect(&mut self, kind: ForceKind) -> Effect {
        let multibody = self.multibody.clone();
        kind.effect(self, &multibody)
    }

    /// A random motion.
    pub fn shake(&mut self, random: &mut Random) {
        for (symbol, rate) in self.motion.clone() {
            self.values.insert(symbol, random.within(-1.0, 1.0));
            self.values.insert(rate, random.within(-2.0, 2.0));
        }
        for k in 0..3 {
            let symbol = self.graph.symbol(&format!("reaction{k}"));
            self.values.insert(symbol, random.within(-5.0, 5.0));
        }
    }

    /// q̇ of the joint.
    pub fn joint_rate(&mut self, coordinate: usize) -> Node {
        self.joint_coordinate(JointId(0), coordinate).1
    }

    pub fn set(&mut self, name: &str, value: f64) {
        let symbol = self.graph.symbol(name);
        self.values.insert(symbol, value);
    }

    pub fn evaluate(&self, nodes: &[Node]) -> Vec<f64> {
        self.graph.evaluate(nodes, &|symbol| self.values.get(&symbol).copied().unwrap_or(f64::NAN))
    }

    /// ∂a/∂(rate) of the rates that are given.
    fn along(&mut self, nodes: &[Node], rate: &dyn Fn(&mut Graph, Symbol) -> Option<Node>) -> Vec<Node> {
        let motion = self.motion.clone();
        let rates: BTreeMap<Symbol, Node> =
            motion.iter().filter_map(|&(symbol, _)| Some((symbol, rate(&mut self.graph, symbol)?))).collect();
        self.graph.directional_derivatives(nodes, &|symbol| rates.get(&symbol).copied())
    }

    /// The motion of a mount for those rates of the symbols: velocity, and ω from [ω]× = Ṙ Rᵀ.
    fn moves(&mut self, mount: &Mount, rate: &dyn Fn(&mut Graph, Symbol) -> Option<Node>) -> Twist {
        let pose = self.pose(mount);
        let velocity = self.along(&pose.position, rate);
        let turning = self.along(&pose.rotation.concat(), rate);
        let turning: Matrix3 = core::array::from_fn(|i| core::array::from_fn(|j| turning[3 * i + j]));
        let graph = &mut self.graph;
        let spin = |graph: &mut Graph, i: usize, j: usize| graph.dot(&turning[i], &pose.rotation[j]);
        let angular_velocity = [spin(graph, 2, 1), spin(graph, 0, 2), spin(graph, 1, 0)];
        Twist { velocity: [velocity[0], velocity[1], velocity[2]], angular_velocity }
    }

    /// The work of loads along a motion.
    fn work(&mut self, loads: &[Load], rate: &dyn Fn(&mut Graph, Symbol) -> Option<Node>) -> Node {
        let mut work = Vec::new();
        for load in loads {
            match load {
                Load::OnMount { at, force, torque } => {
                    let moves = self.moves(at, rate);
                    work.push(self.graph.dot(force, &moves.velocity));
                    work.push(self.graph.dot(torque, &moves.angular_velocity));
                }
                Load::OnJoint { coordinate, effort, .. } => {
                    let (q, _) = self.joint_coordinate(JointId(0), *coordinate);
                    let moves = self.along(&[q], rate)[0];
                    work.push(self.graph.mul(*effort, moves));
                }
                Load::OnSlip { .. } => panic!("slips of the stage have no velocities of their own"),
                Load::OnQuantity { quantity, effort } => {
                    let moves = self.along(&[*quantity], rate)[0];
                    work.push(self.graph.mul(*effort, moves));
                }
            }
        }
        self.graph.sum(&work)
    }

    /// The generalised force of loads on every symbol of the motion, and minus the gradient of potentials.
    pub fn generalized(&mut self, effect: &Effect) -> (Vec<Node>, Vec<Node>) {
        let potential = self.graph.sum(&effect.potential);
        let symbols: Vec<Symbol> = self.motion.iter().map(|m| m.0).collect();
        let of_loads = symbols
            .iter()
            .map(|&s| self.work(&effect.loads, &|graph, symbol| (symbol == s).then(|| graph.one())))
            .collect();
        let gradient = self.graph.gradient(potential, &symbols);
        (of_loads, gradient.into_iter().map(|slope| self.graph.neg(slope)).collect())
    }

    /// Power of the loads, and the rate of the potential.
    pub fn power(&mut self, effect: &Effect) -> [Node; 2] {
        let rates: BTreeMap<Symbol, Symbol> = self.motion.iter().copied().collect();
        let rate = |graph: &mut Graph, symbol: Symbol| rates.get(&symbol).map(|&rate| graph.node(rate));
        let potential = self.graph.sum(&effect.potential);
        [self.work(&effect.loads, &rate), self.along(&[potential], &rate)[0]]
    }

    /// The sums of forces and of moments about the origin of the ground.
    pub fn resultant(&mut self, loads: &[Load]) -> Vec<Node> {
        let (mut forces, mut moments) = (zero(&self.graph), zero(&self.graph));
        for load in loads {
            let Load::OnMount { at, force, torque } = load else { continue };
            let pose = self.pose(at);
            let graph = &mut self.graph;
            let lever = cross(graph, &pose.position, force);
            forces = add(graph, &forces, force);
            moments = add(graph, &moments, torque);
            moments = add(graph, &moments, &lever);
        }
        forces.into_iter().chain(moments).collect()
    }
}

fn carrier(body: Option<usize>) -> Carrier {
    body.map_or(Carrier::Ground, |body| Carrier::Body(BodyId(body)))
}

/// An exact decimal.
pub fn decimal(graph: &mut Graph, text: &str) -> Node {
    graph.constant(Constant::decimal_literal(text).expect("a decimal"))
}

impl Kinematics for Stage {
    fn graph(&mut self) -> &mut Graph {
        &mut self.graph
    }

    fn pose(&mut self, mount: &Mount) -> Pose {
        let Carrier::Body(body) = mount.carrier else {
            return Pose { position: mount.position, rotation: mount.rotation };
        };
        let body = self.bodies[body.0].clone();
        let graph = &mut self.graph;
        let arm = apply(graph, &body.rotation, &mount.position);
        Pose {
            position: add(graph, &body.position, &arm),
            rotation: multiply(graph, &body.rotation, &mount.rotation),
        }
    }

    fn twist(&mut self, mount: &Mount) -> Twist {
        let rates: BTreeMap<Symbol, Symbol> = self.motion.iter().copied().collect();
        self.moves(mount, &|graph, symbol| rates.get(&symbol).map(|&rate| graph.node(rate)))
    }

    fn joint_coordinate(&mut self, _: JointId, coordinate: usize) -> (Node, Node) {
        let q = self.graph.symbol(&format!("q{coordinate}"));
        let rate = self.graph.symbol(&format!("der(q{coordinate})"));
        (self.graph.node(q), self.graph.node(rate))
    }

    fn reaction(&mut self, joint: JointId) -> (Vector3, Vector3) {
        let mut component = |k: usize| {
            let symbol = self.graph.symbol(&format!("reaction{k}"));
            self.graph.node(symbol)
        };
        let force = [component(0), component(1), component(2)];
        let nothing = zero(&self.graph);
        match self.multibody.joints[joint.0].kind {
            // A guide in the plane has a reaction of one component.
            JointKind::Prismatic(_) => ([nothing[0], force[1], nothing[2]], nothing),
            _ => (force, nothing),
        }
    }

    /// Bodies of the stage move freely.
    fn line(&mut self, _: &[Mount; 2]) -> Option<Line> {
        None
    }
}
