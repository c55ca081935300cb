//! FMI 3.0: `fmi3Functions.h`. Booleans are one byte there.

use super::{
    ERROR, Log, deserialise, forget, free, guard, made, message, none_of, read, save, saved, serialise,
    store, text, write,
};
use crate::fault::Fault;
use crate::instance::{Kind, Phase};
use crate::messages;
use crate::unit::Version;
use core::ffi::{CStr, c_char, c_int, c_void};
use std::path::PathBuf;

type Logger = unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *const c_char);
type Text = *const c_char;

macro_rules! entries {
    ($($name:ident($($argument:ident: $type:ty),*) |$instance:ident| $body:block)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(instance: *mut c_void, $($argument: $type),*) -> c_int {
            // SAFETY: the requirements of the module on pointers.
            unsafe { guard(instance, stringify!($name), |$instance| $body) }
        }
    )*};
}

/// Getters and setters of types that no variable has.
macro_rules! none {
    ($($get:ident $set:ident $sort:literal $type:ty;)*) => {$(
        entries! {
            $get(numbers: *const u32, count: usize, _values: *mut $type, _length: usize) |_instance| {
                none_of($sort, read(numbers, count)?)
            }
            $set(numbers: *const u32, count: usize, _values: *const $type, _length: usize) |_instance| {
                none_of($sort, read(numbers, count)?)
            }
        }
    )*};
}

/// Calls about clocks.
macro_rules! clocks {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {$(
        entries! {
            $name(numbers: *const u32, count: usize, $($argument: $type),*) |_instance| {
                $(let _ = $argument;)*
                none_of("Clock", read(numbers, count)?)
            }
        }
    )*};
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetVersion() -> Text {
    c"3.0".as_ptr()
}

fn log(environment: *mut c_void, logger: Option<Logger>) -> Log {
    Box::new(move |status, text: &CStr| {
        if let Some(logger) = logger {
            // SAFETY: the importer's function with texts that outlive the call.
            unsafe { logger(environment, status, c"logStatusError".as_ptr(), text.as_ptr()) };
        }
    })
}

unsafe fn instance(kind: Kind, token: Text, resources: Text, log: Log) -> *mut c_void {
    // SAFETY: texts of the importer.
    let (token, resources) = unsafe { (text(token), text(resources)) };
    made(kind, Version::Three, &token, &PathBuf::from(&*resources), log)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateModelExchange(
    _name: Text,
    token: Text,
    resources: Text,
    _visible: u8,
    _logging: u8,
    environment: *mut c_void,
    logger: Option<Logger>,
) -> *mut c_void {
    // SAFETY: the requirements of the module on texts.
    unsafe { instance(Kind::Exchange, token, resources, log(environment, logger)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateCoSimulation(
    _name: Text,
    token: Text,
    resources: Text,
    _visible: u8,
    _logging: u8,
    _event_mode: u8,
    _early_return: u8,
    _intermediate: *const u32,
    _intermediate_count: usize,
    environment: *mut c_void,
    logger: Option<Logger>,
    _update: *mut c_void,
) -> *mut c_void {
    // SAFETY: the requirements of the module on texts.
    unsafe { instance(Kind::CoSimulation, token, resources, log(environment, logger)) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateScheduledExecution(
    _name: Text,
    _token: Text,
    _resources: Text,
    _visible: u8,
    _logging: u8,
    environment: *mut c_void,
    logger: Option<Logger>,
    _clock_update: *mut c_void,
    _lock: *mut c_void,
    _unlock: *mut c_void,
) -> *mut c_void {
    let text = messages::SCHEDULED;
    log(environment, logger)(ERROR, &message(text));
    core::ptr::null_mut()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3FreeInstance(instance: *mut c_void) {
    // SAFETY: the requirements of the module on instances.
    unsafe { free(instance) }
}

/// Arrays of one value for each variable.
fn one_each(count: usize, length: usize) -> Result<(), Fault> {
    if count == length {
        return Ok(());
    }
    Err(messages::scalar_values(count, length))
}

entries! {
    fmi3SetDebugLogging(_on: u8, _count: usize, _categories: *const Text) |_instance| { Ok(()) }

    fmi3EnterInitializationMode(
        _has_tolerance: u8, _tolerance: f64, start: f64, has_stop: u8, stop: f64
    ) |instance| {
        instance.begin_at(start, (has_stop != 0).then_some(stop))?;
        instance.initialize()
    }
    fmi3ExitInitializationMode() |instance| { instance.initialized() }
    fmi3EnterEventMode() |instance| { instance.enter_events() }
    fmi3Terminate() |instance| { instance.terminate() }
    fmi3Reset() |instance| { instance.reset(); Ok(()) }

    fmi3GetFloat64(numbers: *const u32, count: usize, values: *mut f64, length: usize) |instance| {
        one_each(count, length)?;
        instance.get(read(numbers, count)?, write(values, count)?)
    }
    fmi3SetFloat64(numbers: *const u32, count: usize, values: *const f64, length: usize) |instance| {
        one_each(count, length)?;
        instance.set(read(numbers, count)?, read(values, count)?)
    }
    fmi3GetBinary(
        numbers: *const u32, count: usize, _sizes: *mut usize, _values: *mut *const u8, _length: usize
    ) |_instance| { none_of("Binary", read(numbers, count)?) }
    fmi3SetBinary(
        numbers: *const u32, count: usize, _sizes: *const usize, _values: *const *const u8, _length: usize
    ) |_instance| { none_of("Binary", read(numbers, count)?) }

    fmi3GetNumberOfVariableDependencies(_number: u32, _count: *mut usize) |_instance| {
        Err(Fault::refused(messages::DEPENDENCIES))
    }
    fmi3GetVariableDependencies(
        _number: u32, _elements: *mut usize, _independents: *mut u32, _places: *mut usize, _kinds: *mut c_int,
        _count: usize
    ) |_instance| {
        Err(Fault::refused(messages::DEPENDENCIES))
    }

    fmi3GetFMUState(state: *mut *mut c_void) |instance| { save(instance, state) }
    fmi3SetFMUState(state: *mut c_void) |instance| { instance.restore(saved(state)?.clone()); Ok(()) }
    fmi3FreeFMUState(state: *mut *mut c_void) |_instance| { forget(state); Ok(()) }
    fmi3SerializedFMUStateSize(state: *mut c_void, size: *mut usize) |instance| {
        store(size, instance.bytes(saved(state)?)?.len());
        Ok(())
    }
    fmi3SerializeFMUState(state: *mut c_void, bytes: *mut u8, size: usize) |instance| {
        serialise(instance, state, bytes, size)
    }
    fmi3DeserializeFMUState(bytes: *const u8, size: usize, state: *mut *mut c_void) |instance| {
        deserialise(instance, bytes, size, state)
    }

    fmi3GetDirectionalDerivative(
        unknowns: *const u32, unknown_count: usize, knowns: *const u32, known_count: usize,
        seed: *const f64, seed_count: usize, sensitivity: *mut f64, sensitivity_count: usize
    ) |instance| {
        one_each(known_count, seed_count)?;
        one_each(unknown_count, sensitivity_count)?;
        let (unknowns, knowns) = (read(unknowns, unknown_count)?, read(knowns, known_count)?);
        let found = instance.directional(unknowns, knowns, read(seed, known_count)?)?;
        write(sensitivity, unknown_count)?.copy_from_slice(&found);
        Ok(())
    }
    fmi3GetAdjointDerivative(
        unknowns: *const u32, unknown_count: usize, knowns: *const u32, known_count: usize,
        seed: *const f64, seed_count: usize, sensitivity: *mut f64, sensitivity_count: usize
    ) |instance| {
        one_each(unknown_count, seed_count)?;
        one_each(known_count, sensitivity_count)?;
        let (unknowns, knowns) = (read(unknowns, unknown_count)?, read(knowns, known_count)?);
        let found = instance.adjoint(unknowns, knowns, read(seed, unknown_count)?)?;
        write(sensitivity, known_count)?.copy_from_slice(&found);
        Ok(())
    }

    fmi3EnterConfigurationMode() |_instance| { Err(Fault::refused(messages::CONFIGURATION)) }
    fmi3ExitConfigurationMode() |_instance| { Err(Fault::refused(messages::CONFIGURATION)) }
    fmi3EvaluateDiscreteStates() |_instance| { Ok(()) }
    fmi3UpdateDiscreteStates(
        again: *mut u8, terminate: *mut u8, nominals: *mut u8, values: *mut u8, has_next: *mut u8, next: *mut f64
    ) |instance| {
        let jumped = instance.update_discrete("fmi3UpdateDiscreteStates")?;
        for flag in [again, terminate, nominals, has_next] {
            store(flag, 0);
        }
        store(values, u8::from(jumped));
        store(next, 0.0);
        Ok(())
    }
    fmi3EnterContinuousTimeMode() |instance| { instance.enter_continuous() }
    fmi3CompletedIntegratorStep(_no_set_state: u8, event: *mut u8, terminate: *mut u8) |instance| {
        instance.expect("fmi3CompletedIntegratorStep", &[Phase::Continuous])?;
        store(event, 0);
        store(terminate, 0);
        Ok(())
    }
    fmi3SetTime(time: f64) |instance| { instance.set_time(time) }
    fmi3SetContinuousStates(values: *const f64, count: usize) |instance| { instance.set_states(read(values, count)?) }
    fmi3GetContinuousStateDerivatives(values: *mut f64, count: usize) |instance| {
        instance.derivatives(write(values, count)?)
    }
    fmi3GetEventIndicators(values: *mut f64, count: usize) |instance| { instance.indicators(write(values, count)?) }
    fmi3GetContinuousStates(values: *mut f64, count: usize) |instance| { instance.states(write(values, count)?) }
    fmi3GetNominalsOfContinuousStates(values: *mut f64, count: usize) |instance| {
        instance.nominals(write(values, count)?)
    }
    fmi3GetNumberOfEventIndicators(count: *mut usize) |instance| {
        store(count, instance.unit.layout.indicators.len());
        Ok(())
    }
    fmi3GetNumberOfContinuousStates(count: *mut usize) |instance| {
        store(count, instance.unit.layout.states.len());
        Ok(())
    }

    fmi3EnterStepMode() |_instance| { Err(Fault::refused(messages::NO_EVENT_MODE)) }
    fmi3GetOutputDerivatives(
        _numbers: *const u32, count: usize, _orders: *const i32, _values: *mut f64, _length: usize
    ) |_instance| {
        match count {
            0 => Ok(()),
            _ => Err(Fault::refused(messages::OUTPUT_DERIVATIVES)),
        }
    }
    fmi3DoStep(
        from: f64, size: f64, _no_set_state: u8, event: *mut u8, terminate: *mut u8, early: *mut u8, last: *mut f64
    ) |instance| {
        for flag in [event, terminate, early] {
            store(flag, 0);
        }
        let done = instance.step(from, size);
        store(last, instance.now.point.t);
        done
    }
    fmi3ActivateModelPartition(clock: u32, _time: f64) |_instance| { none_of("Clock", &[clock]) }
    fmi3GetClock(numbers: *const u32, count: usize, _values: *mut u8) |_instance| {
        none_of("Clock", read(numbers, count)?)
    }
    fmi3SetClock(numbers: *const u32, count: usize, _values: *const u8) |_instance| {
        none_of("Clock", read(numbers, count)?)
    }
}

none! {
    fmi3GetFloat32 fmi3SetFloat32 "Float32" f32;
    fmi3GetInt8 fmi3SetInt8 "Int8" i8;
    fmi3GetUInt8 fmi3SetUInt8 "UInt8" u8;
    fmi3GetInt16 fmi3SetInt16 "Int16" i16;
    fmi3GetUInt16 fmi3SetUInt16 "UInt16" u16;
    fmi3GetInt32 fmi3SetInt32 "Int32" i32;
    fmi3GetUInt32 fmi3SetUInt32 "UInt32" u32;
    fmi3GetInt64 fmi3SetInt64 "Int64" i64;
    fmi3GetUInt64 fmi3SetUInt64 "UInt64" u64;
    fmi3GetBoolean fmi3SetBoolean "Boolean" u8;
    fmi3GetString fmi3SetString "String" Text;
}

clocks! {
    fmi3GetIntervalDecimal(_intervals: *mut f64, _qualifiers: *mut c_int);
    fmi3GetIntervalFraction(_counters: *mut u64, _resolutions: *mut u64, _qualifiers: *mut c_int);
    fmi3GetShiftDecimal(_shifts: *mut f64);
    fmi3GetShiftFraction(_counters: *mut u64, _resolutions: *mut u64);
    fmi3SetIntervalDecimal(_intervals: *const f64);
    fmi3SetIntervalFraction(_counters: *const u64, _resolutions: *const u64);
    fmi3SetShiftDecimal(_shifts: *const f64);
    fmi3SetShiftFraction(_counters: *const u64, _resolutions: *const u64);
}
