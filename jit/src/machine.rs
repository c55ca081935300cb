//! Machine code in memory, and its calls: the only file with unsafe code.
//!
//! The requirements of each use, in addition to those stated there:
//!
//! 1. The code of a part comes from `lower` alone. Of a frame it reads the first words of the slices that are banks in [`Banks`], as
//!    pointers, and behind each of them the numbers that [`Banks`] states the length n of; it writes as many numbers as there are outputs
//!    behind the pointers of both slices, and reads and writes `handed` numbers behind the last pointer. A number is 8 bytes; of a
//!    pack the code reads and writes 16 of each 32 bytes, the first ones or, with pointers 16 bytes further, the last ones. It jumps
//!    only over a branch of a choice, accesses no other memory than its own stack and its constants, and calls only `functions`, with
//!    the signatures that they have. Those of the language neither unwind nor touch memory that Rust owns. Those of the user's are safe
//!    functions `extern "C" fn(f64) -> f64` or `extern "C" fn(f64, f64) -> f64`, which exist as long as the process; their type allows
//!    every call with numbers, on every thread. They do not unwind: a panic ends the process in such a function. What they do is safe
//!    code, which writes to none of the memory above while it is borrowed, and reads none that is borrowed mutably. Two results are in
//!    the registers that the calling convention has for a pair of f64.
//! 2. Frames are probed page by page, so that a stack that is too short ends the process at its guard page.

#![allow(unsafe_code)]

use crate::banks::Banks;
use crate::functions::{Callee, called};
use crate::lower::{PARAMETERS, Part, Whole, outputs};
use crate::native::Number;
use crate::parts::{LONGEST, Parts};
use core::ffi::c_void;
use core::fmt;
use core::marker::PhantomData;
use cranelift_codegen::ir::types::F64;
use cranelift_codegen::ir::{AbiParam, InstBuilder, Signature, UserFuncName, Value};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use linkwork_compiler::symbolic::Function as Known;
use linkwork_tape::{Code, Frame};
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

/// One part; see the header of the crate.
type Entry = unsafe extern "C" fn(*const c_void, *mut f64, *mut f64, *mut f64, usize);

/// A routine as machine code.
pub struct Function<T> {
    /// Owns the code; taken out when it is dropped. Nobody locks it before.
    module: Mutex<Option<JITModule>>,
    entries: Vec<Entry>,
    banks: Banks,
    /// Outputs in each slice.
    lengths: [usize; 2],
    /// The number of values that its parts pass on.
    handed: usize,
    numbers: PhantomData<T>,
}

impl<T> fmt::Debug for Function<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entries, banks, lengths, handed, .. } = self;
        let entries = entries.len();
        write!(f, "Function {{ parts: {entries}, banks: {banks:?}, lengths: {lengths:?}, handed: {handed} }}")
    }
}

/// The instruction set of this host.
fn isa() -> Result<OwnedTargetIsa, String> {
    static ISA: OnceLock<Result<OwnedTargetIsa, String>> = OnceLock::new();
    let found = ISA.get_or_init(|| {
        let mut flags = settings::builder();
        let set = [
            // As good as `speed` for straight-line code, with the shortest compile time.
            ("opt_level", "none"),
            ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
            ("enable_probestack", "true"),
            ("probestack_strategy", "inline"),
            ("unwind_info", "false"),
            // Functions of the program may be farther away than a short call reaches.
            ("use_colocated_libcalls", "false"),
            ("is_pic", "false"),
        ];
        for (name, value) in set {
            flags.set(name, value).map_err(|error| format!("{name}: {error}"))?;
        }
        let host = cranelift_native::builder().map_err(str::to_owned)?;
        host.finish(settings::Flags::new(flags)).map_err(|error| error.to_string())
    });
    found.clone()
}

/// Whether a slice is a pointer, then its length: the language leaves that open, and native code depends on it.
fn slices_begin_with_pointers() -> bool {
    let numbers = [0.0; 3];
    let slice: &[f64] = &numbers[..2];
    // SAFETY: a reference to a slice is initialised data, and the compiler checks that it is as large as two words.
    let words = unsafe { core::mem::transmute::<&[f64], [usize; 2]>(slice) };
    words == [numbers.as_ptr().addr(), 2]
}

/// Whether this host runs native code.
///
/// # Errors
/// The reason why it does not; routines are then interpreted.
pub fn host() -> Result<(), String> {
    static HOST: OnceLock<Result<(), String>> = OnceLock::new();
    let nothing = || Function::<f64>::new(&Code::new(&linkwork_compiler::plan::Routine::default())).map(drop);
    HOST.get_or_init(nothing).clone()
}

impl<T: Number> Function<T> {
    /// Compiles a routine.
    ///
    /// # Errors
    /// The reason why native code is not possible for a routine or a host.
    pub fn new(code: &Code<T>) -> Result<Self, String> {
        Self::in_parts(code, LONGEST)
    }

    fn in_parts(code: &Code<T>, longest: usize) -> Result<Self, String> {
        let banks = Banks::of(code.instructions());
        if !slices_begin_with_pointers() {
            return Err("slices of numbers have an unknown form".to_owned());
        }
        let parts = Parts::of(code.instructions(), longest);
        let mut builder = JITBuilder::with_isa(isa()?, default_libcall_names());
        builder.symbol_lookup_fn(Box::new(|_| None));
        for callee in callees(code) {
            let (name, address) =
                called(code, callee).ok_or_else(|| format!("the function {callee:?} is not supported"))?;
            builder.symbol(name, address.pointer());
        }
        let mut module = JITModule::new(builder);
        let compiled = compile(&mut module, code, &parts);
        // The code is freed with the function, also if there is no function.
        let mut function = Self {
            module: Mutex::new(Some(module)),
            entries: Vec::new(),
            banks,
            lengths: code.outputs().map(<[_]>::len),
            handed: parts.handed,
            numbers: PhantomData,
        };
        let ids = compiled?;
        let module = function.module.get_mut().map_err(|_| "poisoned")?;
        let module = module.as_mut().ok_or("freed")?;
        module.finalize_definitions().map_err(|error| error.to_string())?;
        for id in ids {
            let address = module.get_finalized_function(id);
            // SAFETY: the address is that of a function that was compiled with this signature in the calling convention that
            // `extern "C"` stands for on the host, and finalised: its memory is executable. It is valid until `drop` frees it.
            function.entries.push(unsafe { core::mem::transmute::<*const u8, Entry>(address) });
        }
        Ok(function)
    }

    /// The number of values that its parts pass on.
    #[inline]
    pub fn handed(&self) -> usize {
        self.handed
    }

    /// Runs it, and returns true; if a bank or a slice is too short, does nothing and returns false.
    #[inline]
    pub fn call(&self, frame: &Frame<'_, T>, first: &mut [T], second: &mut [T], handed: &mut [T]) -> bool {
        if first.len() < self.lengths[0] || second.len() < self.lengths[1] || handed.len() < self.handed {
            return false;
        }
        if !self.banks.are_in(frame.banks()) {
            return false;
        }
        let outs = [first.as_mut_ptr(), second.as_mut_ptr(), handed.as_mut_ptr()];
        let [first, second, handed] = outs.map(|out| out.cast::<f64>());
        for lane in (0..T::LANES).step_by(T::FORM.lanes()) {
            for entry in &self.entries {
                // SAFETY: the code lives as long as `self`. By (1) in the header it reads the pointers of its banks, which are in the
                // frame, as was checked, and are the first words of their slices (`slices_begin_with_pointers`), and behind them
                // at most as many numbers as `Banks` states, as was checked; the slices are borrowed for the call and not written
                // to. It writes `lengths` numbers to `first` and `second` and uses `handed` numbers of `handed`, as was checked,
                // which are borrowed mutably, so that they overlap neither each other nor a bank. All are aligned as `f64` is, and as
                // two of them where `T` is a pack; `Number` is for types that are as many f64 as they have lanes.
                unsafe {
                    entry(
                        frame.banks().as_ptr().cast(),
                        first.wrapping_add(lane),
                        second.wrapping_add(lane),
                        handed.wrapping_add(lane),
                        lane * size_of::<f64>(),
                    );
                }
            }
        }
        true
    }
}

impl<T> Drop for Function<T> {
    fn drop(&mut self) {
        let module = match self.module.get_mut() {
            Ok(module) => module.take(),
            Err(poisoned) => poisoned.into_inner().take(),
        };
        if let Some(module) = module {
            // SAFETY: calls borrow `self`, so that none is running, and the entries are dropped with `self`: none is called later.
            unsafe { module.free_memory() };
        }
    }
}

/// The functions that a routine may call, each once.
fn callees<T: Number>(code: &Code<T>) -> Vec<Callee> {
    use linkwork_compiler::plan::Operation::{Binary, Unary};
    let mut callees = vec![Callee::SineCosine];
    for instruction in code.instructions() {
        if let Unary(function, _) | Binary(function, ..) = instruction {
            let inline = matches!(function, Known::Sqrt | Known::Abs | Known::Sign | Known::Min | Known::Max);
            if !inline && !callees.contains(&Callee::Function(*function)) {
                callees.push(Callee::Function(*function));
            }
        }
    }
    callees
}

/// Compiles all parts.
fn compile<T: Number>(module: &mut JITModule, code: &Code<T>, parts: &Parts) -> Result<Vec<FuncId>, String> {
    let text_of = |error: cranelift_module::ModuleError| error.to_string();
    let pointer = module.target_config().pointer_type();
    let (outputs, zeros) = outputs(code);
    let whole = Whole { form: T::FORM, code, parts, outputs: &outputs, pointer };
    let mut signature = module.make_signature();
    signature.params.extend([AbiParam::new(pointer); PARAMETERS]);
    let mut values: Vec<Option<Value>> = vec![None; code.instructions().len()];
    let (mut context, mut room) = (module.make_context(), FunctionBuilderContext::new());
    let mut ids = Vec::new();
    for range in &parts.ranges {
        let id = module.declare_anonymous_function(&signature).map_err(text_of)?;
        context.func.signature = signature.clone();
        context.func.name = UserFuncName::user(0, id.as_u32());
        let mut builder = FunctionBuilder::new(&mut context.func, &mut room);
        let block = builder.create_block();
        builder.append_block_params_for_function_params(block);
        builder.switch_to_block(block);
        builder.seal_block(block);
        let parameters = core::array::from_fn(|i| builder.block_params(block)[i]);
        let mut known = HashMap::new();
        let filled = Part::new(&whole, &mut builder, &mut values, parameters).fill(
            range.clone(),
            &zeros,
            |builder, callee| {
                if let Some(reference) = known.get(&callee) {
                    return Ok(*reference);
                }
                let (name, address) = called(code, callee).ok_or("a function without an address")?;
                let mut signature = Signature::new(module.isa().default_call_conv());
                signature.params.extend(vec![AbiParam::new(F64); address.arguments()]);
                signature.returns.extend(vec![AbiParam::new(F64); address.results()]);
                let id = module.declare_function(&name, Linkage::Import, &signature).map_err(text_of)?;
                let reference = module.declare_func_in_func(id, builder.func);
                known.insert(callee, reference);
                Ok(reference)
            },
        );
        filled?;
        builder.ins().return_(&[]);
        builder.finalize(module.target_config());
        module.define_function(id, &mut context).map_err(text_of)?;
        module.clear_context(&mut context);
        ids.push(id);
    }
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;
    use linkwork::scalar::Pack;
    use linkwork_compiler::plan::{Bank, Instruction, OutputRegister, Routine};
    use linkwork_compiler::symbolic::{Constant, Relation};
    use linkwork_tape::{Executor, Registers};
    use proptest::prelude::*;

    const ALL: [Known; 15] = [
        Known::Sin,
        Known::Cos,
        Known::Tan,
        Known::Asin,
        Known::Acos,
        Known::Atan,
        Known::Sinh,
        Known::Cosh,
        Known::Tanh,
        Known::Exp,
        Known::Ln,
        Known::Sqrt,
        Known::Abs,
        Known::Sign,
        Known::Floor,
    ];
    const OF_TWO: [Known; 5] = [Known::Atan2, Known::Min, Known::Max, Known::Hypot, Known::Pow];
    const RELATIONS: [Relation; 4] = [Relation::Lt, Relation::Le, Relation::Eq, Relation::Ne];
    /// Numbers at which operations differ if they can.
    const EDGES: [f64; 12] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -2.75,
        1e300,
        -1e-310,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        3.25e7,
    ];

    /// A routine with every kind of instruction, each on numbers and masks that precede it.
    fn routine(choices: &[(u8, u16, u16, u16)]) -> Routine {
        let mut instructions: Vec<Instruction> =
            (0..EDGES.len()).map(|i| Instruction::Load(Bank::Constant(i))).collect();
        let mut numbers: Vec<usize> = (0..EDGES.len()).collect();
        let mut masks: Vec<usize> = Vec::new();
        for &(kind, a, b, c) in choices {
            let of = |from: &[usize], choice: u16| from[usize::from(choice) % from.len()];
            let (x, y) = (of(&numbers, a), of(&numbers, b));
            let mask = |choice| (!masks.is_empty()).then(|| of(&masks, choice));
            let which = usize::from(c);
            let instruction = match (kind % 14, mask(a), mask(b)) {
                (0, ..) => Instruction::Neg(x),
                (1, ..) => Instruction::Add(x, y),
                (2, ..) => Instruction::Sub(x, y),
                (3, ..) => Instruction::Mul(x, y),
                (4, ..) => Instruction::Recip(x),
                (5, ..) => Instruction::Literal(Constant::integer(i64::from(c) - 9)),
                (6, ..) => Instruction::Unary(ALL[which % ALL.len()], x),
                (7, ..) => Instruction::Binary(OF_TWO[which % OF_TWO.len()], x, y),
                (8, Some(m), Some(n)) => Instruction::And(m, n),
                (9, Some(m), Some(n)) => Instruction::Or(m, n),
                (10, Some(m), _) => Instruction::Not(m),
                (11 | 12, Some(m), _) => Instruction::Select(m, y, of(&numbers, c)),
                _ => Instruction::Compare(RELATIONS[which % RELATIONS.len()], x, y),
            };
            let to = if instruction.is_mask() { &mut masks } else { &mut numbers };
            to.push(instructions.len());
            instructions.push(instruction);
        }
        // Every number is an output, some twice, and an exact zero.
        let outputs = numbers
            .iter()
            .map(|&at| Some(at))
            .chain([None, numbers.last().copied()])
            .map(OutputRegister::from);
        let (instructions, outputs) = (instructions.into(), outputs.collect());
        Routine { instructions, outputs, ..Routine::default() }
    }

    /// Equal to the last bit; all NaN are equal.
    fn same(x: f64, y: f64) -> bool {
        x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_instruction_gives_the_bits_of_the_interpreter_in_any_partition(
            choices in prop::collection::vec(any::<(u8, u16, u16, u16)>(), 0..120),
            longest in 1..40_usize,
            split in 0..14_usize,
        ) {
            let routine = routine(&choices);
            agrees::<f64>(&routine, longest, split, &EDGES)?;
            // Every edge case in every lane, next to others.
            let packs: Vec<Pack> = (0..EDGES.len())
                .map(|i| Pack::new(core::array::from_fn(|lane| EDGES[(i + 5 * lane) % EDGES.len()])))
                .collect();
            agrees::<Pack>(&routine, longest, split, &packs)?;
        }
    }

    fn agrees<T: Number>(
        routine: &Routine,
        longest: usize,
        split: usize,
        edges: &[T],
    ) -> Result<(), TestCaseError> {
        let seven = T::exact(7.0);
        let code = Code::in_two(routine, split);
        let function = Function::in_parts(&code, longest).expect("the host of the tests runs native code");
        let count = routine.outputs.len();
        let run = |work: &mut dyn FnMut([&mut [T]; 2])| {
            let (mut first, mut second) = (vec![seven; split], vec![seven; count - split]);
            work([&mut first, &mut second]);
            [first, second].concat()
        };
        let (frame, registers) = (Frame::of_constants(edges), Mutex::new(Registers::default()));
        let interpreted = run(&mut |[first, second]| Executor::run(&code, &frame, &registers, first, second));
        let mut handed = vec![seven; function.handed()];
        let native = run(&mut |[first, second]| assert!(function.call(&frame, first, second, &mut handed)));
        for (i, (x, y)) in interpreted.iter().zip(&native).enumerate() {
            for lane in 0..T::LANES {
                let (x, y) = (x.lane(lane), y.lane(lane));
                prop_assert!(
                    same(x, y),
                    "output {i}, lane {lane}: {x:?} interpreted, {y:?} native: {routine:?}"
                );
            }
        }
        Ok(())
    }

    /// One call for both where both are in one part, two calls where they are not, and the bits of the interpreter.
    #[test]
    fn sine_and_cosine_of_one_number() {
        use linkwork_compiler::plan::Operation::{Add, Load, Unary};
        let load = (0..EDGES.len()).map(|i| Load(Bank::Constant(i)));
        let waves = (0..EDGES.len()).flat_map(|i| [Unary(Known::Sin, i), Unary(Known::Cos, i), Add(i, i)]);
        let instructions: Vec<Instruction> = load.chain(waves).collect();
        let outputs = (EDGES.len()..instructions.len()).map(OutputRegister::from).collect();
        let instructions = instructions.into();
        let routine = Routine { instructions, outputs, ..Routine::default() };
        for scale in [1.0, 0.7, 1e3, 1e-9] {
            let edges = EDGES.map(|x| scale * x);
            for longest in [1, 2, 3, 100] {
                agrees::<f64>(&routine, longest, 5, &edges).expect("the same bits");
                agrees::<Pack>(&routine, longest, 5, &edges.map(|x| Pack::new([x, 0.1 * x, -x, 3.0 * x])))
                    .expect("the same bits");
            }
        }
    }

    #[test]
    fn buffers_that_are_too_short_are_refused() {
        let function = Function::new(&Code::new(&routine(&[(1, 0, 1, 0)]))).expect("native code");
        let mut out = [7.0; 15];
        let frame = Frame::of_constants(&EDGES);
        assert!(!function.call(&frame, &mut out[..14], &mut [], &mut []));
        assert!(!function.call(&Frame::of_constants(&EDGES[1..]), &mut out, &mut [], &mut []));
        assert_eq!(out, [7.0; 15]);
        assert!(function.call(&frame, &mut out, &mut [], &mut []));
        assert_eq!(out[12..14], [0.0, 0.0]);
    }
}
