//! One part of a routine → a function in Cranelift's intermediate representation.
//!
//! Invariant: one operation of the plan is one operation of IEEE 754, in the order of the plan; of packs one of two lanes,
//! which are in one register. Functions are called for each lane.

use crate::functions::{Callee, PAIRS, called};
use crate::parts::{Parts, is_free};
use core::ops::Range;
use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::immediates::{Ieee64, Offset32};
use cranelift_codegen::ir::types::{F64, F64X2, I8, I64X2};
use cranelift_codegen::ir::{ConstantData, Endianness, FuncRef, InstBuilder, MemFlagsData, Type, Value};
use cranelift_frontend::FunctionBuilder;
use linkwork::Real;
use linkwork_compiler::plan::{Instruction, Register};
use linkwork_compiler::symbolic::{Function, Relation};
use linkwork_tape::{BANKS, Code, place_of};
use std::collections::{HashMap, HashSet};

/// A register of a routine in machine code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One f64.
    One,
    /// Two neighbouring lanes of a pack of four.
    Two,
}

impl Form {
    /// Bytes from one number to the next.
    pub const fn stride(self) -> usize {
        match self {
            Self::One => 8,
            Self::Two => 32,
        }
    }

    /// Lanes in a register.
    pub const fn lanes(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    fn number(self) -> Type {
        match self {
            Self::One => F64,
            Self::Two => F64X2,
        }
    }

    fn mask(self) -> Type {
        match self {
            Self::One => I8,
            Self::Two => I64X2,
        }
    }
}

/// A register that is an output, the slice, and the place in it.
pub type Output = (Register, usize, usize);

/// The data of a routine common to its parts.
pub struct Whole<'a, T: Real> {
    pub form: Form,
    pub code: &'a Code<T>,
    pub parts: &'a Parts,
    /// Sorted.
    pub outputs: &'a [Output],
    pub pointer: Type,
}

/// The outputs that are not exact zeros, sorted by their registers, and those that are.
pub fn outputs<T: Real>(code: &Code<T>) -> (Vec<Output>, Vec<(usize, usize)>) {
    let (mut registers, mut zeros) = (Vec::new(), Vec::new());
    for (slice, outputs) in code.outputs().into_iter().enumerate() {
        for (place, output) in outputs.iter().enumerate() {
            match output.register() {
                Some(register) => registers.push((register, slice, place)),
                None => zeros.push((slice, place)),
            }
        }
    }
    registers.sort_unstable();
    (registers, zeros)
}

/// The registers of which both sine and cosine are among these instructions.
fn pairs(instructions: &[Instruction]) -> HashMap<Register, Option<[Value; 2]>> {
    let of = |wanted: Function| {
        instructions.iter().filter_map(move |instruction| match instruction {
            Instruction::Unary(function, a) if PAIRS && *function == wanted => Some(*a),
            _ => None,
        })
    };
    let sines: HashSet<Register> = of(Function::Sin).collect();
    of(Function::Cos).filter(|a| sines.contains(a)).map(|a| (a, None)).collect()
}

/// The number of parameters of a part.
pub const PARAMETERS: usize = 5;

/// A part under construction.
pub struct Part<'a, 'b, 'f, T: Real> {
    whole: &'a Whole<'a, T>,
    builder: &'b mut FunctionBuilder<'f>,
    /// Values of registers that this part has computed or loaded, by the place in the routine.
    values: &'b mut [Option<Value>],
    /// Whether each has a value.
    touched: Vec<Register>,
    /// The parameters: banks, both slices of outputs, the values passed on, the distance of the lanes from the first ones.
    parameters: [Value; PARAMETERS],
    /// The banks' pointers.
    pointers: [Option<Value>; BANKS],
    /// Registers of which this part needs sine and cosine, with both once they are computed.
    pairs: HashMap<Register, Option<[Value; 2]>>,
    failed: Option<String>,
}

impl<'a, 'b, 'f, T: Real> Part<'a, 'b, 'f, T> {
    pub fn new(
        whole: &'a Whole<'a, T>,
        builder: &'b mut FunctionBuilder<'f>,
        values: &'b mut [Option<Value>],
        parameters: [Value; PARAMETERS],
    ) -> Self {
        let pointers = [None; BANKS];
        let (touched, pairs) = (Vec::new(), HashMap::new());
        Self { whole, builder, values, touched, parameters, pointers, pairs, failed: None }
    }

    /// The body of a part without its return; `reference` returns the functions to call.
    pub fn fill(
        mut self,
        range: Range<usize>,
        zeros: &[(usize, usize)],
        mut reference: impl FnMut(&mut FunctionBuilder<'f>, Callee) -> Result<FuncRef, String>,
    ) -> Result<(), String> {
        let last = range.end == self.whole.code.instructions().len();
        self.pairs = pairs(&self.whole.code.instructions()[range.clone()]);
        for at in range {
            let instruction = self.whole.code.instructions()[at];
            if is_free(&instruction) {
                continue;
            }
            let value = self.operation(instruction, &mut reference)?;
            self.values[at] = Some(value);
            self.touched.push(at);
            if let Some(place) = self.whole.parts.places[at] {
                self.store(3, place as usize, value);
            }
            self.store_outputs(at, value);
        }
        if last {
            self.free_outputs(zeros);
        }
        for register in &self.touched {
            self.values[*register] = None;
        }
        self.failed.map_or(Ok(()), Err)
    }

    /// Outputs that are loaded, literal or zero.
    fn free_outputs(&mut self, zeros: &[(usize, usize)]) {
        for &(register, slice, place) in self.whole.outputs {
            if is_free(&self.whole.code.instructions()[register]) {
                let value = self.value(register);
                self.store(1 + slice, place, value);
            }
        }
        if !zeros.is_empty() {
            let zero = self.number(0.0);
            for &(slice, place) in zeros {
                self.store(1 + slice, place, zero);
            }
        }
    }

    /// Stores the outputs whose register this is.
    fn store_outputs(&mut self, at: Register, value: Value) {
        let outputs = self.whole.outputs;
        let first = outputs.partition_point(|(register, ..)| *register < at);
        for &(_, slice, place) in outputs[first..].iter().take_while(|(register, ..)| *register == at) {
            self.store(1 + slice, place, value);
        }
    }

    fn offset(&mut self, place: usize, stride: usize) -> Offset32 {
        let bytes = i32::try_from(place * stride);
        if bytes.is_err() {
            self.failed = Some(format!("an array of more than {place} numbers is too long"));
        }
        Offset32::new(bytes.unwrap_or(0))
    }

    fn store(&mut self, parameter: usize, place: usize, value: Value) {
        let offset = self.offset(place, self.whole.form.stride());
        let pointer = self.parameters[parameter];
        self.builder.ins().store(MemFlagsData::trusted(), value, pointer, offset);
    }

    fn load(&mut self, kind: Type, pointer: Value, place: usize, flags: MemFlagsData) -> Value {
        let offset = self.offset(place, self.whole.form.stride());
        self.builder.ins().load(kind, flags, pointer, offset)
    }

    fn number(&mut self, x: f64) -> Value {
        match self.whole.form {
            Form::One => self.builder.ins().f64const(Ieee64::with_bits(x.to_bits())),
            Form::Two => {
                let lanes = [x.to_le_bytes(), x.to_le_bytes()].concat();
                let constant = self.builder.func.dfg.constants.insert(ConstantData::from(lanes));
                self.builder.ins().vconst(F64X2, constant)
            }
        }
    }

    /// The pointer to the numbers of a bank, the first word of its slice.
    fn pointer(&mut self, bank: usize) -> Value {
        if let Some(pointer) = self.pointers[bank] {
            return pointer;
        }
        let kind = self.whole.pointer;
        let offset = self.offset(bank, 2 * kind.bytes() as usize);
        let constant = MemFlagsData::trusted().with_readonly();
        let mut pointer = self.builder.ins().load(kind, constant, self.parameters[0], offset);
        if self.whole.form == Form::Two {
            pointer = self.builder.ins().iadd(pointer, self.parameters[4]);
        }
        self.pointers[bank] = Some(pointer);
        pointer
    }

    /// The value of a register: computed here, loaded from a bank, or passed on by an earlier part.
    fn value(&mut self, register: Register) -> Value {
        if let Some(value) = self.values[register] {
            return value;
        }
        let constant = MemFlagsData::trusted().with_readonly();
        let value = match self.whole.code.instructions()[register] {
            // A literal is an operand in memory: it needs no register from its first use to its last.
            Instruction::Literal(_) => return self.number(self.whole.code.literal(register).value()),
            Instruction::Load(bank) => {
                let (bank, place) = place_of(bank);
                let pointer = self.pointer(bank);
                self.load(self.whole.form.number(), pointer, place, constant)
            }
            instruction => {
                // Every register that an earlier part computes has a place.
                let place = self.whole.parts.places[register].unwrap_or_default() as usize;
                let form = self.whole.form;
                let kind = if instruction.is_mask() { form.mask() } else { form.number() };
                self.load(kind, self.parameters[3], place, MemFlagsData::trusted())
            }
        };
        self.values[register] = Some(value);
        self.touched.push(register);
        value
    }

    fn operation(
        &mut self,
        instruction: Instruction,
        reference: &mut impl FnMut(&mut FunctionBuilder<'f>, Callee) -> Result<FuncRef, String>,
    ) -> Result<Value, String> {
        let value = match instruction {
            Instruction::Literal(_) | Instruction::Load(_) => return Err("no operation".into()),
            Instruction::Neg(a) => {
                let a = self.value(a);
                self.builder.ins().fneg(a)
            }
            Instruction::Add(a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.builder.ins().fadd(a, b)
            }
            Instruction::Sub(a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.builder.ins().fsub(a, b)
            }
            Instruction::Mul(a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.builder.ins().fmul(a, b)
            }
            Instruction::Recip(a) => {
                let (one, a) = (self.number(1.0), self.value(a));
                self.builder.ins().fdiv(one, a)
            }
            Instruction::Unary(function @ (Function::Sin | Function::Cos), a)
                if self.pairs.contains_key(&a) =>
            {
                let [sine, cosine] = self.sine_cosine(a, reference)?;
                if function == Function::Sin { sine } else { cosine }
            }
            Instruction::Unary(function, a) => {
                let a = self.value(a);
                match function {
                    Function::Sqrt => self.builder.ins().sqrt(a),
                    Function::Abs => self.builder.ins().fabs(a),
                    Function::Sign => self.sign(a),
                    _ => self.call(function, &[a], reference)?,
                }
            }
            Instruction::Binary(function, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                match function {
                    Function::Min => self.extreme(FloatCC::LessThan, a, b),
                    Function::Max => self.extreme(FloatCC::GreaterThan, a, b),
                    _ => self.call(function, &[a, b], reference)?,
                }
            }
            Instruction::Compare(relation, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                // False if either is NaN, except for ≠.
                let condition = match relation {
                    Relation::Lt => FloatCC::LessThan,
                    Relation::Le => FloatCC::LessThanOrEqual,
                    Relation::Eq => FloatCC::Equal,
                    Relation::Ne => FloatCC::NotEqual,
                };
                self.builder.ins().fcmp(condition, a, b)
            }
            Instruction::And(a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.builder.ins().band(a, b)
            }
            Instruction::Or(a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.builder.ins().bor(a, b)
            }
            Instruction::Not(a) => {
                let a = self.value(a);
                match self.whole.form {
                    Form::One => {
                        let one = self.builder.ins().iconst(I8, 1);
                        self.builder.ins().bxor(a, one)
                    }
                    Form::Two => self.builder.ins().bnot(a),
                }
            }
            Instruction::Select(mask, a, b) => {
                let (mask, a, b) = (self.value(mask), self.value(a), self.value(b));
                self.select(mask, a, b)
            }
        };
        Ok(value)
    }

    /// Sine and cosine of a register, by one call for both.
    fn sine_cosine(
        &mut self,
        of: Register,
        reference: &mut impl FnMut(&mut FunctionBuilder<'f>, Callee) -> Result<FuncRef, String>,
    ) -> Result<[Value; 2], String> {
        if let Some(Some(both)) = self.pairs.get(&of) {
            return Ok(*both);
        }
        let x = self.value(of);
        let results = self.call_all(Callee::SineCosine, &[x], reference)?;
        let [sine, cosine] = results[..] else { return Err("sine and cosine are two".into()) };
        self.pairs.insert(of, Some([sine, cosine]));
        Ok([sine, cosine])
    }

    fn call(
        &mut self,
        function: Function,
        arguments: &[Value],
        reference: &mut impl FnMut(&mut FunctionBuilder<'f>, Callee) -> Result<FuncRef, String>,
    ) -> Result<Value, String> {
        let callee = Callee::Function(function);
        let wanted = called(self.whole.code, callee).map(|(_, address)| address.arguments());
        if wanted != Some(arguments.len()) {
            return Err(format!(
                "the function {function:?} of {} arguments is not supported",
                arguments.len()
            ));
        }
        Ok(self.call_all(callee, arguments, reference)?[0])
    }

    /// All results of a call, in packs of one call for each lane.
    fn call_all(
        &mut self,
        callee: Callee,
        arguments: &[Value],
        reference: &mut impl FnMut(&mut FunctionBuilder<'f>, Callee) -> Result<FuncRef, String>,
    ) -> Result<Vec<Value>, String> {
        let function = reference(self.builder, callee)?;
        if self.whole.form == Form::One {
            let call = self.builder.ins().call(function, arguments);
            return Ok(self.builder.inst_results(call).to_vec());
        }
        let lanes = [0, 1].map(|lane| {
            let of_lane = |x: &Value| self.builder.ins().extractlane(*x, lane);
            let arguments: Vec<Value> = arguments.iter().map(of_lane).collect();
            let call = self.builder.ins().call(function, &arguments);
            self.builder.inst_results(call).to_vec()
        });
        let joined = lanes[0].iter().zip(&lanes[1]).map(|(&first, &second)| {
            let both = self.builder.ins().scalar_to_vector(F64X2, first);
            self.builder.ins().insertlane(both, second, 1)
        });
        Ok(joined.collect())
    }

    /// a if the mask is true, otherwise b.
    fn select(&mut self, mask: Value, a: Value, b: Value) -> Value {
        match self.whole.form {
            Form::One => self.builder.ins().select(mask, a, b),
            Form::Two => {
                // All bits of a lane are its result.
                let bits = MemFlagsData::new().with_endianness(Endianness::Little);
                let mask = self.builder.ins().bitcast(F64X2, bits, mask);
                self.builder.ins().bitselect(mask, a, b)
            }
        }
    }

    /// b if it is beyond a or NaN, otherwise a.
    fn extreme(&mut self, beyond: FloatCC, a: Value, b: Value) -> Value {
        let beyond = self.builder.ins().fcmp(beyond, b, a);
        let nan = self.builder.ins().fcmp(FloatCC::Unordered, b, b);
        let second = self.builder.ins().bor(beyond, nan);
        self.select(second, b, a)
    }

    /// 1 above zero, −1 below, else the number itself, which is ±0 or NaN.
    fn sign(&mut self, a: Value) -> Value {
        let (zero, one, minus) = (self.number(0.0), self.number(1.0), self.number(-1.0));
        let above = self.builder.ins().fcmp(FloatCC::GreaterThan, a, zero);
        let below = self.builder.ins().fcmp(FloatCC::LessThan, a, zero);
        let not_above = self.select(below, minus, a);
        self.select(above, one, not_above)
    }
}
