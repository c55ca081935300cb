//! [`Equations`]: the equations of motion and their symbols.
//!
//! Invariant: see [`Equations::check`].

use super::{Articulated, Conditions, Constraints, Formulated, Grip, Measures, SparseMatrix, Switches};
use crate::symbolic::{Graph, Node, Symbol};

/// The symbols of a mechanism, by the vector they belong to.
#[derive(Clone, Debug)]
pub struct Symbols {
    /// t.
    pub time: Symbol,
    /// Parameters.
    pub parameters: Vec<Symbol>,
    /// u.
    pub inputs: Vec<Symbol>,
    /// The held sides of switching functions.
    pub sides: Vec<Symbol>,
    /// q.
    pub positions: Vec<Symbol>,
    /// v.
    pub velocities: Vec<Symbol>,
    /// ∂q/∂δ, velocity by velocity: (position, coefficient). See [`Formulated::tangent`].
    pub tangent: Vec<Vec<(Symbol, Node)>>,
    /// First velocity of each rotation on SO(3).
    pub rotations: Vec<usize>,
    /// a.
    pub accelerations: Vec<Symbol>,
    /// y.
    pub states: Vec<Symbol>,
    /// λ.
    pub holonomic: Vec<Symbol>,
    /// ψ.
    pub nonholonomic: Vec<Symbol>,
}

impl Symbols {
    pub(super) fn of(formulated: &mut Formulated<'_>) -> Self {
        let tangent = formulated.tangent();
        let multipliers = |holonomic: bool| {
            let of_kind = formulated.constraints.iter().filter(|c| c.holonomic == holonomic);
            of_kind.map(|c| c.multiplier).collect()
        };
        Self {
            time: formulated.model.time,
            parameters: formulated.model.parameters.iter().map(|p| p.symbol).collect(),
            inputs: formulated.model.inputs.iter().map(|u| u.symbol).collect(),
            sides: Vec::new(),
            positions: formulated.coordinates.iter().map(|c| c.position).collect(),
            velocities: formulated.velocities.iter().map(|v| v.symbol).collect(),
            tangent,
            rotations: formulated.rotations.iter().map(|rotation| rotation.velocity).collect(),
            accelerations: formulated.velocities.iter().map(|v| v.acceleration).collect(),
            states: formulated.states.iter().map(|s| s.symbol).collect(),
            holonomic: multipliers(true),
            nonholonomic: multipliers(false),
        }
    }

    /// λ and ψ in the order of the bordered matrix.
    pub fn multipliers(&self) -> Vec<Symbol> {
        self.holonomic.iter().chain(&self.nonholonomic).copied().collect()
    }

    /// Whether an expression changes in a run: it depends on more than parameters.
    pub fn moves(&self, graph: &Graph, node: Node) -> bool {
        let mut outside = self.inputs.iter().chain([&self.time]);
        outside.any(|&symbol| graph.depends_on(node, symbol)) || self.depends_on_state(graph, node)
    }

    /// Whether an expression depends on the motion or on reactions.
    pub fn depends_on_state(&self, graph: &Graph, node: Node) -> bool {
        let motion = [&self.positions, &self.velocities, &self.accelerations, &self.states];
        let multipliers = [&self.holonomic, &self.nonholonomic];
        let mut all = motion.into_iter().chain(multipliers).flatten();
        all.any(|&symbol| graph.depends_on(node, symbol))
    }

    /// Whether an expression has second derivatives by positions, and does not depend on velocities and states.
    pub fn bends(&self, graph: &mut Graph, node: Node) -> bool {
        let mut others = [&self.velocities, &self.states].into_iter().flatten();
        if others.any(|&symbol| graph.depends_on(node, symbol)) {
            return false;
        }
        let zero = graph.zero();
        self.positions.iter().any(|&symbol| {
            let rate = graph.derivative(node, symbol);
            self.positions
                .iter()
                .any(|&symbol| graph.depends_on(rate, symbol) && graph.derivative(rate, symbol) != zero)
        })
    }
}

/// The equations of motion and everything that is derived from them.
#[derive(Clone, Debug)]
pub struct Equations {
    /// The symbols by their meaning.
    pub symbols: Symbols,
    /// M.
    pub mass: SparseMatrix,
    /// f₀ = f at λ = ψ = 0.
    pub applied: Vec<Node>,
    /// f with all reactions.
    pub force: Vec<Node>,
    /// g, k and their derivatives.
    pub constraints: Constraints,
    /// B = −∂f/∂(λ,ψ), n × (n_g + n_k).
    pub borders: SparseMatrix,
    /// C = −∂f/∂v.
    pub damping: SparseMatrix,
    /// K = ∂(M a − f)/∂q.
    pub stiffness: SparseMatrix,
    /// M a − f with all reactions.
    pub residual: Vec<Node>,
    /// f_y.
    pub rates: Vec<Node>,
    /// Outputs.
    pub outputs: Vec<Node>,
    /// Kinetic and potential energy, where the description has them.
    pub energy: Option<(Node, Node)>,
    /// Switching functions of f.
    pub switches: Switches,
    /// Those of time that may recur.
    pub recurring: Vec<usize>,
    /// The triangle waves of constraints, and of the state.
    pub waves: Vec<usize>,
    /// The sides of those of constraints: drives and cams.
    pub drives: Vec<usize>,
    /// Friction that sticks.
    pub grips: Vec<Grip>,
    /// d·d, d·ḋ and ḋ·ḋ of forces that have no direction where d = 0.
    pub coincidences: Vec<[Node; 3]>,
    /// Whether f is smooth: it has no switching functions, nor kinks in the multipliers.
    pub smooth: bool,
    /// The equations of the initial state besides the constraints.
    pub conditions: Conditions,
    /// The velocities that move the angles whose turns are counted.
    pub turning: Vec<usize>,
    /// The distance of a configuration from the reference, and whether joints are turned by half a turn.
    pub measures: Measures,
    /// M without its entries, for unconstrained trees of bodies.
    pub articulated: Option<Articulated>,
}

impl Equations {
    /// Tests the invariants of this stage, in debug builds.
    ///
    /// # Panics
    /// A violated invariant: a defect of this crate.
    pub(super) fn check(&self, graph: &Graph) {
        if !cfg!(debug_assertions) {
            return;
        }
        let n = self.symbols.velocities.len();
        assert_eq!([self.mass.rows, self.mass.cols], [n, n], "M is n × n");
        assert_eq!(
            [self.force.len(), self.applied.len(), self.residual.len()],
            [n; 3],
            "f, f₀ and M a − f are n long"
        );
        assert_eq!(self.borders.rows, n, "reactions act on every velocity");
        let free = |nodes: &[Node], symbols: &[Symbol]| {
            nodes.iter().all(|&node| symbols.iter().all(|&symbol| !graph.depends_on(node, symbol)))
        };
        let mass: Vec<Node> = self.mass.nodes().collect();
        assert!(free(&mass, &self.symbols.velocities), "M is free of velocities");
        assert!(free(&self.force, &self.symbols.accelerations), "f is free of accelerations");
        assert!(free(&self.applied, &self.symbols.multipliers()), "f₀ is free of reactions");
    }
}
