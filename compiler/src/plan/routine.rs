//! Values of the arena → routines: which stage computes a value, and which values pass between stages.
//!
//! A routine computes its roots from what earlier stages have stored. Cutting the arena at stage
//! boundaries decides what those stages store: a value of an earlier stage that a routine needs
//! becomes a slot of that stage's bank. Routines that few steppers call (`Sharing::Known`) do not make
//! positions compute more: they only share values that are stored in any case, or are expensive.

use super::arena::{Arena, Instance, Leaf, Operation, Source, Stage, Value, Weight};
use super::numeric::closure;
use super::operation;
use crate::symbolic::hash::Map;
use crate::symbolic::{Author, Constant, Function};
use core::num::NonZeroU32;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A place in a routine: the result of the instruction with that number.
pub type Register = usize;

/// The location of a loaded number at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bank {
    /// Parameters (only in `build()`).
    Parameter(usize),
    /// Depends on parameters only.
    Constant(usize),
    /// t at an instance.
    Time(Instance),
    /// An input at an instance.
    Input(Instance, usize),
    /// Depends on time.
    TimeCache(Instance, usize),
    /// An entry of q.
    Position(Instance, usize),
    /// Depends on time and position.
    PositionCache(Instance, usize),
    /// Evaluated velocity-dependent entries of a matrix.
    VelocityCache(usize),
    /// Evaluated K and k_q.
    StiffnessCache(usize),
    /// v.
    Velocity(usize),
    /// a.
    Acceleration(usize),
    /// y.
    State(usize),
    /// λ.
    Holonomic(usize),
    /// ψ.
    Nonholonomic(usize),
    /// A weight of the bordered matrix.
    Weight(Weight),
    /// Factors of a matrix.
    Factor(usize),
    /// The right-hand side.
    RightHandSide(usize),
    /// The known part of the solution: the unknowns of a block of known rank.
    Solution(usize),
}

/// The register of an output, or an exact zero. Large trees have one for each coordinate and velocity of a link, hence four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct OutputRegister(Option<NonZeroU32>);

impl OutputRegister {
    /// The register; `None` is an exact zero.
    #[inline]
    pub fn register(self) -> Option<Register> {
        self.0.map(|next| next.get() as usize - 1)
    }

    /// The same of a routine with other registers; an exact zero remains one.
    pub fn map(self, to: impl FnOnce(Register) -> Register) -> Self {
        self.register().map(to).into()
    }
}

/// The value of a register.
impl From<Register> for OutputRegister {
    fn from(register: Register) -> Self {
        // So many instructions fit into no memory.
        assert!(register < u32::MAX as usize, "a routine has less than 2^32 instructions");
        Self(NonZeroU32::new(register as u32 + 1))
    }
}

/// The value of a register, or an exact zero.
impl From<Option<Register>> for OutputRegister {
    fn from(register: Option<Register>) -> Self {
        register.map_or_else(Self::default, Self::from)
    }
}

/// One instruction; registers are numbers of earlier instructions.
pub type Instruction = operation::Operation<Bank, Register>;

/// The number of operations of a routine.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Operations {
    /// +, −, ·, negation, comparison.
    pub arithmetic: usize,
    /// Divisions and square roots.
    pub divisions: usize,
    /// Other functions.
    pub functions: usize,
}

impl Operations {
    /// All of them.
    pub fn total(&self) -> usize {
        self.arithmetic + self.divisions + self.functions
    }
}

/// A straight-line program. What executes it shares its instructions.
#[derive(Clone, Debug, Default)]
pub struct Routine {
    /// In order of execution.
    pub instructions: Arc<[Instruction]>,
    /// In the order of their places.
    pub outputs: Arc<[OutputRegister]>,
    /// The number of operations for each joint, body and force; the others are common.
    pub shares: BTreeMap<Author, usize>,
}

impl Routine {
    /// The registers of the outputs that are not exact zeros, in the order of their places.
    pub fn registers(&self) -> impl Iterator<Item = Register> {
        self.outputs.iter().filter_map(|output| output.register())
    }

    /// Counts the operations.
    pub fn operations(&self) -> Operations {
        let mut count = Operations::default();
        for instruction in self.instructions.iter() {
            match instruction {
                Instruction::Literal(_) | Instruction::Load(_) => {}
                Instruction::Recip(_) => count.divisions += 1,
                Instruction::Unary(Function::Sqrt, _) => count.divisions += 1,
                Instruction::Unary(..) | Instruction::Binary(..) => count.functions += 1,
                _ => count.arithmetic += 1,
            }
        }
        count
    }
}

/// A routine for numbers most of which are exact zeros: the outputs are the others, and have places among all.
#[derive(Clone, Debug, Default)]
pub struct Scattered {
    /// What it computes.
    pub routine: Routine,
    /// The place of each output, in order.
    pub places: Vec<usize>,
    /// The number of places.
    pub length: usize,
}

impl Scattered {
    /// The routine with all outputs.
    pub fn whole(&self) -> Routine {
        let mut outputs = vec![OutputRegister::default(); self.length];
        let known = self.places.iter().zip(self.routine.outputs.iter());
        known.for_each(|(&place, output)| outputs[place] = *output);
        Routine { outputs: outputs.into(), ..self.routine.clone() }
    }
}

/// The values that a stage stores for later ones.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    values: Vec<Value>,
    places: Map<Value, usize>,
}

impl Slots {
    /// The slot of a value, created if there is none.
    pub fn place(&mut self, value: Value) -> usize {
        let next = self.values.len();
        let place = *self.places.entry(value).or_insert(next);
        if place == next {
            self.values.push(value);
        }
        place
    }

    fn find(&self, value: Value) -> Option<usize> {
        self.places.get(&value).copied()
    }

    /// The values in the order of their slots.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.values.len()
    }
}

/// Whether a routine may make positions store more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// Yes: every step calls it.
    Everything,
    /// Only expensive values that are computed there in any case.
    Known,
    /// It reads nothing that positions store, and computes it itself: for callers that evaluate nothing else there.
    Nothing,
}

/// The set of factors that a solve reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum System {
    /// `[M B; G 0; D 0]`.
    Saddle,
    /// The weighted matrix.
    Bordered,
}

/// The banks under construction.
#[derive(Clone, Debug, Default)]
pub struct Banks {
    /// Of parameters.
    pub constants: Slots,
    /// Of time.
    pub now: Slots,
    /// Of position.
    pub placed: Slots,
    /// Of velocity, for matrices.
    pub moving: Slots,
    /// K and k_q.
    pub stiffness: Slots,
    /// Factors of the saddle matrix.
    pub saddle: Slots,
    /// Factors of the weighted matrix.
    pub bordered: Slots,
    /// Everything that `place` computes for the slots known so far.
    computed: Vec<bool>,
}

impl Banks {
    /// Notes what `place` computes for the slots that it has.
    pub fn settle_positions(&mut self, arena: &Arena) {
        for value in closure(arena, self.placed.values()) {
            if self.computed.len() <= value.index() {
                self.computed.resize(value.index() + 1, false);
            }
            self.computed[value.index()] = true;
        }
    }

    /// The bank and slot of a value that an earlier stage than `level` stores.
    fn stored(
        &mut self,
        arena: &Arena,
        value: Value,
        level: Stage,
        sharing: Sharing,
        system: System,
    ) -> Option<Bank> {
        let here = Instance::Here;
        // Banks hold numbers: the operands of a mask are stored, and compared again.
        if arena.operation(value).is_mask() {
            return None;
        }
        let matrix = level == Stage::Solve && arena.stage(value) == Stage::Matrix;
        let slots = match system {
            System::Saddle => &self.saddle,
            System::Bordered => &self.bordered,
        };
        let known =
            matches!(arena.operation(value), Operation::Load(Leaf::At(..))) || slots.find(value).is_some();
        // Nor is a sign worth a store and a load.
        let sign = matches!(arena.operation(value), Operation::Neg(_));
        if matrix && !sign && (sharing == Sharing::Everything || known) {
            return Some(Bank::Factor(match system {
                System::Saddle => self.saddle.place(value),
                System::Bordered => self.bordered.place(value),
            }));
        }
        match (arena.operation(value), arena.stage(value)) {
            (_, Stage::Literal) => None,
            (Operation::Load(Leaf::Outside(source)), _) => match source {
                Source::Parameter(i) if level == Stage::Parameters => Some(Bank::Parameter(i)),
                Source::Parameter(_) => Some(Bank::Constant(self.constants.place(value))),
                Source::Time => Some(Bank::Time(here)),
                Source::Input(i) => Some(Bank::Input(here, i)),
                Source::Position(i) => Some(Bank::Position(here, i)),
                Source::Velocity(i) => Some(Bank::Velocity(i)),
                Source::Acceleration(i) => Some(Bank::Acceleration(i)),
                Source::State(i) => Some(Bank::State(i)),
                Source::Holonomic(i) => Some(Bank::Holonomic(i)),
                Source::Nonholonomic(i) => Some(Bank::Nonholonomic(i)),
                Source::Weight(w) => Some(Bank::Weight(w)),
                Source::RightHandSide(i) => Some(Bank::RightHandSide(i)),
                Source::Solution(i) => Some(Bank::Solution(i)),
            },
            (Operation::Load(Leaf::At(instance, inner)), _) if level == Stage::Matrix => {
                Some(self.at(arena, instance, inner))
            }
            (_, stage) if stage >= level => None,
            (_, Stage::Parameters) => Some(Bank::Constant(self.constants.place(value))),
            (_, Stage::Time) => Some(Bank::TimeCache(here, self.now.place(value))),
            (operation, Stage::Position) => {
                let computed = self.computed.get(value.index()).copied().unwrap_or(false);
                let slot = match (sharing, self.placed.find(value)) {
                    (Sharing::Nothing, _) => None,
                    (_, Some(slot)) => Some(slot),
                    (Sharing::Everything, None) => Some(self.placed.place(value)),
                    (Sharing::Known, None) => {
                        (computed && operation.is_costly()).then(|| self.placed.place(value))
                    }
                };
                slot.map(|slot| Bank::PositionCache(here, slot))
            }
            (_, _) => None,
        }
    }

    /// A value as evaluated at an instance.
    fn at(&mut self, arena: &Arena, instance: Instance, value: Value) -> Bank {
        match instance {
            Instance::VelocityCache => Bank::VelocityCache(self.moving.place(value)),
            Instance::StiffnessCache => Bank::StiffnessCache(self.stiffness.place(value)),
            _ => match (arena.operation(value), arena.stage(value)) {
                (Operation::Load(Leaf::Outside(Source::Time)), _) => Bank::Time(instance),
                (Operation::Load(Leaf::Outside(Source::Input(i))), _) => Bank::Input(instance, i),
                (Operation::Load(Leaf::Outside(Source::Position(i))), _) => Bank::Position(instance, i),
                (_, Stage::Time) => Bank::TimeCache(instance, self.now.place(value)),
                _ => Bank::PositionCache(instance, self.placed.place(value)),
            },
        }
    }

    /// The routine of stage `level` that computes the roots (exact zeros where `None`), in the order in which values were
    /// derived.
    pub fn extract(
        &mut self,
        arena: &Arena,
        level: Stage,
        sharing: Sharing,
        system: System,
        roots: &[Option<Value>],
    ) -> Routine {
        let needed = self.needed(arena, level, sharing, system, roots);
        // Sorted, so that the order of the map does not matter.
        let mut order: Vec<Value> = needed.keys().copied().collect();
        order.sort();
        program(arena, &needed, order, roots)
    }

    /// The same, one root after the other. For a matrix by columns a processor then holds the values of one column, not of
    /// all columns take at once: the derivatives of an arm's inverse dynamics take a sixth less time.
    pub fn extract_root_by_root(
        &mut self,
        arena: &Arena,
        level: Stage,
        sharing: Sharing,
        system: System,
        roots: &[Option<Value>],
    ) -> Routine {
        let needed = self.needed(arena, level, sharing, system, roots);
        program(arena, &needed, depth_first(arena, &needed, roots), roots)
    }

    /// The computed values, and the loaded ones with their locations.
    fn needed(
        &mut self,
        arena: &Arena,
        level: Stage,
        sharing: Sharing,
        system: System,
        roots: &[Option<Value>],
    ) -> Needed {
        let mut needed = Needed::default();
        let nonzero = roots.iter().flatten().filter(|&&root| !arena.is_zero(root));
        let mut pending: Vec<Value> = nonzero.copied().collect();
        while let Some(value) = pending.pop() {
            if needed.contains_key(&value) {
                continue;
            }
            let bank = self.stored(arena, value, level, sharing, system);
            needed.insert(value, bank);
            if bank.is_none() {
                pending.extend(arena.operands(value));
            }
        }
        needed
    }
}

/// The location of every stored value; `None` for computed ones.
type Needed = Map<Value, Option<Bank>>;

/// All that is needed, operands first, one root after the other.
fn depth_first(arena: &Arena, needed: &Needed, roots: &[Option<Value>]) -> Vec<Value> {
    let mut order = Vec::with_capacity(needed.len());
    let mut seen: Map<Value, ()> = Map::default();
    for &root in roots.iter().flatten().filter(|root| needed.contains_key(root)) {
        // (value, are its operands in order?)
        let mut pending = vec![(root, false)];
        while let Some((value, complete)) = pending.pop() {
            if complete {
                order.push(value);
            } else if seen.insert(value, ()).is_none() {
                pending.push((value, true));
                if needed[&value].is_none() {
                    pending.extend(arena.operands(value).map(|operand| (operand, false)));
                }
            }
        }
    }
    order
}

/// Instructions in an order that has operands first.
fn program(arena: &Arena, needed: &Needed, order: Vec<Value>, roots: &[Option<Value>]) -> Routine {
    let mut registers: Map<Value, Register> = Map::default();
    let mut instructions = Vec::with_capacity(order.len());
    let mut shares: BTreeMap<Author, usize> = BTreeMap::new();
    for value in order {
        let of = |v: Value| registers[&v];
        let instruction = match needed[&value] {
            Some(bank) => Instruction::Load(bank),
            None => match arena.operation(value) {
                // An `At` outside matrices is transparent.
                Operation::Load(Leaf::At(_, inner)) => {
                    registers.insert(value, of(inner));
                    continue;
                }
                // A loaded value always has a location.
                operation => operation.with(|_| Instruction::Literal(Constant::ZERO), of),
            },
        };
        if arena.author(value) != Author::Nobody && instruction.is_counted() {
            *shares.entry(arena.author(value)).or_default() += 1;
        }
        registers.insert(value, instructions.len());
        instructions.push(instruction);
    }
    let of = |root: &Option<Value>| root.filter(|&v| !arena.is_zero(v)).map(|v| registers[&v]).into();
    Routine { instructions: instructions.into(), outputs: roots.iter().map(of).collect(), shares }
}
