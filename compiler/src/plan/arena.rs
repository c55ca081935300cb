//! Straight-line arithmetic: a hash-consed arena of two-operand operations, each with the stage
//! that it belongs to.
//!
//! Invariant: operands come before the operations that use them; the stage of an operation is the
//! latest stage of its operands; equal operations are one [`Value`]. Literals are folded only
//! where the result is exact.

use super::operation;
use crate::symbolic::hash::Set;
use crate::symbolic::{Author, Constant};

/// An operation of the arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(u32);

impl Value {
    /// Position in the arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// When a value is known, from slow to fast. Work of an early stage is never repeated in a later one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// When the description is compiled.
    Literal,
    /// In `build()`.
    Parameters,
    /// Once per instant: time and inputs.
    Time,
    /// Once per configuration.
    Position,
    /// With velocities, accelerations, states, multipliers.
    Motion,
    /// When a bordered matrix is put together and factored.
    Matrix,
    /// When a right-hand side is solved for.
    Solve,
}

/// The source of a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// A parameter.
    Parameter(usize),
    /// t.
    Time,
    /// An input.
    Input(usize),
    /// An entry of q.
    Position(usize),
    /// An entry of v.
    Velocity(usize),
    /// An entry of a.
    Acceleration(usize),
    /// An entry of y.
    State(usize),
    /// An entry of λ.
    Holonomic(usize),
    /// An entry of ψ.
    Nonholonomic(usize),
    /// A weight of the bordered matrix.
    Weight(Weight),
    /// An entry of the right-hand side: coordinates, then holonomic, then nonholonomic rows.
    RightHandSide(usize),
    /// An entry of a solution whose residual is requested.
    Solution(usize),
}

/// The weights of the bordered matrix `[m M + c C + k K + e I, B; G, 0; a k_q + b D, 0]`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Weight {
    /// m.
    Mass,
    /// c.
    Damping,
    /// k.
    Stiffness,
    /// e.
    Identity,
    /// a.
    ConstraintPosition,
    /// b.
    ConstraintVelocity,
}

/// The evaluated state of each block of a bordered matrix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Instance {
    /// The only one.
    Here,
    /// That of M.
    Mass,
    /// That of B.
    Columns,
    /// That of G and D.
    Rows,
    /// The evaluated velocity-dependent entries.
    VelocityCache,
    /// The evaluated K and k_q.
    StiffnessCache,
}

/// The value that an operation of the arena loads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaf {
    /// A number from outside.
    Outside(Source),
    /// A value as it was evaluated at some instance.
    At(Instance, Value),
}

/// One operation.
pub type Operation = operation::Operation<Leaf, Value>;

/// The arena.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    operations: Set<Operation>,
    stages: Vec<Stage>,
    authors: Vec<Author>,
    /// The current author.
    author: Author,
}

impl Arena {
    /// The number of values.
    pub fn len(&self) -> usize {
        self.operations.len()
    }

    /// The operation that computes a value.
    pub fn operation(&self, value: Value) -> Operation {
        self.operations[value.index()]
    }

    /// The operands of a value; for one at an instance the value that was evaluated there.
    pub fn operands(&self, value: Value) -> impl Iterator<Item = Value> + use<> {
        let operation = self.operation(value);
        let evaluated = match operation {
            Operation::Load(Leaf::At(_, inner)) => Some(inner),
            _ => None,
        };
        evaluated.into_iter().chain(operation.operands())
    }

    /// The stage of a value.
    pub fn stage(&self, value: Value) -> Stage {
        self.stages[value.index()]
    }

    /// Author of a value: the first one, none where there are several.
    pub fn author(&self, value: Value) -> Author {
        self.authors[value.index()]
    }

    /// Sets the author of the following values; returns the previous one.
    pub fn write_for(&mut self, author: Author) -> Author {
        std::mem::replace(&mut self.author, author)
    }

    /// The literal, if the value is one.
    pub fn as_literal(&self, value: Value) -> Option<Constant> {
        match self.operation(value) {
            Operation::Literal(constant) => Some(constant),
            _ => None,
        }
    }

    /// Whether it is the literal 0.
    pub fn is_zero(&self, value: Value) -> bool {
        self.as_literal(value).is_some_and(|c| c.is_zero())
    }

    fn intern(&mut self, operation: Operation) -> Value {
        if let Some(known) = self.operations.get_index_of(&operation) {
            let author = &mut self.authors[known];
            *author = author.and(self.author);
            return Value(known as u32);
        }
        let stage = match operation {
            Operation::Literal(_) => Stage::Literal,
            Operation::Load(Leaf::Outside(source)) => match source {
                Source::Parameter(_) => Stage::Parameters,
                Source::Time | Source::Input(_) => Stage::Time,
                Source::Position(_) => Stage::Position,
                Source::Weight(_) => Stage::Matrix,
                Source::RightHandSide(_) | Source::Solution(_) => Stage::Solve,
                _ => Stage::Motion,
            },
            Operation::Load(Leaf::At(..)) => Stage::Matrix,
            _ => operation.operands().map(|o| self.stage(o)).max().unwrap_or(Stage::Literal),
        };
        self.stages.push(stage);
        self.authors.push(self.author);
        Value(self.operations.insert_full(operation).0 as u32)
    }

    /// An exact constant.
    pub fn literal(&mut self, constant: Constant) -> Value {
        self.intern(Operation::Literal(constant))
    }

    /// 0.
    pub fn zero(&mut self) -> Value {
        self.literal(Constant::ZERO)
    }

    /// A number from outside.
    pub fn load(&mut self, source: Source) -> Value {
        self.intern(Operation::Load(Leaf::Outside(source)))
    }

    /// A value as evaluated at an instance; what parameters decide is the same everywhere.
    pub fn at(&mut self, instance: Instance, value: Value) -> Value {
        if self.stage(value) <= Stage::Parameters {
            return value;
        }
        if let Operation::Neg(inner) = self.operation(value) {
            let inner = self.at(instance, inner);
            return self.neg(inner);
        }
        self.intern(Operation::Load(Leaf::At(instance, value)))
    }

    /// −a.
    pub fn neg(&mut self, a: Value) -> Value {
        match self.operation(a) {
            Operation::Literal(c) => self.literal(c.neg()),
            Operation::Neg(inner) => inner,
            Operation::Sub(x, y) => self.sub(y, x),
            _ => self.intern(Operation::Neg(a)),
        }
    }

    /// a + b.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        match (self.operation(a), self.operation(b)) {
            (Operation::Literal(x), Operation::Literal(y)) if x.add(y).is_some() => {
                let sum = x.add(y).unwrap_or(Constant::ZERO);
                self.literal(sum)
            }
            (Operation::Literal(x), _) if x.is_zero() => b,
            (_, Operation::Literal(y)) if y.is_zero() => a,
            (_, Operation::Neg(y)) => self.sub(a, y),
            (Operation::Neg(x), _) => self.sub(b, x),
            _ => self.intern(Operation::Add(a.min(b), a.max(b))),
        }
    }

    /// a − b.
    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        if a == b {
            return self.zero();
        }
        match (self.operation(a), self.operation(b)) {
            (Operation::Literal(x), Operation::Literal(y)) if x.add(y.neg()).is_some() => {
                let difference = x.add(y.neg()).unwrap_or(Constant::ZERO);
                self.literal(difference)
            }
            (Operation::Literal(x), _) if x.is_zero() => self.neg(b),
            (_, Operation::Literal(y)) if y.is_zero() => a,
            (_, Operation::Neg(y)) => self.add(a, y),
            (Operation::Neg(x), _) => {
                let sum = self.add(x, b);
                self.neg(sum)
            }
            _ => self.intern(Operation::Sub(a, b)),
        }
    }

    /// a·b.
    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        match (self.operation(a), self.operation(b)) {
            (Operation::Literal(x), Operation::Literal(y)) if x.mul(y).is_some() => {
                let product = x.mul(y).unwrap_or(Constant::ZERO);
                self.literal(product)
            }
            (Operation::Literal(x), _) if x.is_zero() => a,
            (_, Operation::Literal(y)) if y.is_zero() => b,
            (Operation::Literal(x), _) if x.is_one() => b,
            (_, Operation::Literal(y)) if y.is_one() => a,
            (Operation::Literal(x), _) if x.neg().is_one() => self.neg(b),
            (_, Operation::Literal(y)) if y.neg().is_one() => self.neg(a),
            (Operation::Neg(x), Operation::Neg(y)) => self.mul(x, y),
            (Operation::Neg(x), _) => {
                let product = self.mul(x, b);
                self.neg(product)
            }
            (_, Operation::Neg(y)) => {
                let product = self.mul(a, y);
                self.neg(product)
            }
            _ => self.intern(Operation::Mul(a.min(b), a.max(b))),
        }
    }

    /// 1 / a.
    pub fn recip(&mut self, a: Value) -> Value {
        match self.operation(a) {
            Operation::Literal(x) if Constant::ONE.div(x).is_some() => {
                let reciprocal = Constant::ONE.div(x).unwrap_or(Constant::ONE);
                self.literal(reciprocal)
            }
            Operation::Recip(x) => x,
            Operation::Neg(x) => {
                let reciprocal = self.recip(x);
                self.neg(reciprocal)
            }
            _ => self.intern(Operation::Recip(a)),
        }
    }

    /// aⁿ by repeated squaring, n ≥ 1.
    pub fn power(&mut self, a: Value, n: u32) -> Value {
        if n <= 1 {
            return a;
        }
        let half = self.power(a, n / 2);
        let square = self.mul(half, half);
        if n.is_multiple_of(2) { square } else { self.mul(square, a) }
    }

    /// Everything that is not arithmetic.
    pub fn other(&mut self, operation: Operation) -> Value {
        self.intern(operation)
    }
}
