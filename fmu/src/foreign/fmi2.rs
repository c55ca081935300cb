//! FMI 2.0: `fmi2Functions.h`.

use super::{
    DISCARD, ERROR, Log, deserialise, forget, free, guard, made, message, none_of, path_of, read, save,
    saved, serialise, store, text, write,
};
use crate::fault::Fault;
use crate::instance::{Kind, Phase};
use crate::messages;
use crate::unit::Version;
use core::ffi::{CStr, c_char, c_int, c_void};

type Logger = unsafe extern "C" fn(*mut c_void, *const c_char, c_int, *const c_char, *const c_char, ...);

#[repr(C)]
pub struct Callbacks {
    logger: Option<Logger>,
    allocate: Option<unsafe extern "C" fn(usize, usize) -> *mut c_void>,
    free: Option<unsafe extern "C" fn(*mut c_void)>,
    finished: Option<unsafe extern "C" fn(*mut c_void, c_int)>,
    environment: *mut c_void,
}

#[repr(C)]
pub struct EventInfo {
    new_discrete_states_needed: c_int,
    terminate: c_int,
    nominals_changed: c_int,
    values_changed: c_int,
    next_event_time_defined: c_int,
    next_event_time: f64,
}

/// `fmi2LastSuccessfulTime` and `fmi2Terminated`.
const LAST_TIME: c_int = 2;
const TERMINATED: c_int = 3;

macro_rules! entries {
    ($($name:ident($($argument:ident: $type:ty),*) |$instance:ident| $body:block)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(instance: *mut c_void, $($argument: $type),*) -> c_int {
            // SAFETY: the requirements of the module on pointers.
            unsafe { guard(instance, stringify!($name), |$instance| $body) }
        }
    )*};
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetTypesPlatform() -> *const c_char {
    c"default".as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetVersion() -> *const c_char {
    c"2.0".as_ptr()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2Instantiate(
    name: *const c_char,
    kind: c_int,
    token: *const c_char,
    resources: *const c_char,
    callbacks: *const Callbacks,
    _visible: c_int,
    _logging: c_int,
) -> *mut c_void {
    // SAFETY: texts and callbacks of the importer; the latter live as long as the instance.
    let (name, token, resources, callbacks) =
        unsafe { (text(name), text(token), text(resources), callbacks.as_ref()) };
    let (logger, environment) =
        callbacks.map_or((None, core::ptr::null_mut()), |c| (c.logger, c.environment));
    let name = message(&name);
    let log: Log = Box::new(move |status, text: &CStr| {
        let Some(logger) = logger else { return };
        // The logger interprets formats.
        let text = message(&text.to_string_lossy().replace('%', "%%"));
        // SAFETY: the importer's function with texts that outlive the call.
        unsafe {
            logger(environment, name.as_ptr(), status, c"logStatusError".as_ptr(), text.as_ptr());
        }
    });
    let kind = if kind == 0 { Kind::Exchange } else { Kind::CoSimulation };
    made(kind, Version::Two, &token, &path_of(&resources), log)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2FreeInstance(instance: *mut c_void) {
    // SAFETY: the requirements of the module on instances.
    unsafe { free(instance) }
}

entries! {
    fmi2SetDebugLogging(_on: c_int, _count: usize, _categories: *const *const c_char) |_instance| { Ok(()) }

    fmi2SetupExperiment(_has_tolerance: c_int, _tolerance: f64, start: f64, has_stop: c_int, stop: f64) |instance| {
        instance.begin_at(start, (has_stop != 0).then_some(stop))
    }
    fmi2EnterInitializationMode() |instance| { instance.initialize() }
    fmi2ExitInitializationMode() |instance| { instance.initialized() }
    fmi2Terminate() |instance| { instance.terminate() }
    fmi2Reset() |instance| { instance.reset(); Ok(()) }

    fmi2GetReal(numbers: *const u32, count: usize, values: *mut f64) |instance| {
        instance.get(read(numbers, count)?, write(values, count)?)
    }
    fmi2GetInteger(numbers: *const u32, count: usize, _values: *mut c_int) |_instance| {
        none_of("Integer", read(numbers, count)?)
    }
    fmi2GetBoolean(numbers: *const u32, count: usize, _values: *mut c_int) |_instance| {
        none_of("Boolean", read(numbers, count)?)
    }
    fmi2GetString(numbers: *const u32, count: usize, _values: *mut *const c_char) |_instance| {
        none_of("String", read(numbers, count)?)
    }
    fmi2SetReal(numbers: *const u32, count: usize, values: *const f64) |instance| {
        instance.set(read(numbers, count)?, read(values, count)?)
    }
    fmi2SetInteger(numbers: *const u32, count: usize, _values: *const c_int) |_instance| {
        none_of("Integer", read(numbers, count)?)
    }
    fmi2SetBoolean(numbers: *const u32, count: usize, _values: *const c_int) |_instance| {
        none_of("Boolean", read(numbers, count)?)
    }
    fmi2SetString(numbers: *const u32, count: usize, _values: *const *const c_char) |_instance| {
        none_of("String", read(numbers, count)?)
    }

    fmi2GetFMUstate(state: *mut *mut c_void) |instance| { save(instance, state) }
    fmi2SetFMUstate(state: *mut c_void) |instance| { instance.restore(saved(state)?.clone()); Ok(()) }
    fmi2FreeFMUstate(state: *mut *mut c_void) |_instance| { forget(state); Ok(()) }
    fmi2SerializedFMUstateSize(state: *mut c_void, size: *mut usize) |instance| {
        store(size, instance.bytes(saved(state)?)?.len());
        Ok(())
    }
    fmi2SerializeFMUstate(state: *mut c_void, bytes: *mut u8, size: usize) |instance| {
        serialise(instance, state, bytes, size)
    }
    fmi2DeSerializeFMUstate(bytes: *const u8, size: usize, state: *mut *mut c_void) |instance| {
        deserialise(instance, bytes, size, state)
    }
    fmi2GetDirectionalDerivative(
        unknowns: *const u32, unknown_count: usize, knowns: *const u32, known_count: usize,
        seed: *const f64, sensitivity: *mut f64
    ) |instance| {
        let (unknowns, knowns) = (read(unknowns, unknown_count)?, read(knowns, known_count)?);
        let found = instance.directional(unknowns, knowns, read(seed, known_count)?)?;
        write(sensitivity, unknown_count)?.copy_from_slice(&found);
        Ok(())
    }

    fmi2EnterEventMode() |instance| { instance.enter_events() }
    fmi2NewDiscreteStates(info: *mut EventInfo) |instance| {
        let jumped = instance.update_discrete("fmi2NewDiscreteStates")?;
        store(info, EventInfo {
            new_discrete_states_needed: 0,
            terminate: 0,
            nominals_changed: 0,
            values_changed: c_int::from(jumped),
            next_event_time_defined: 0,
            next_event_time: 0.0,
        });
        Ok(())
    }
    fmi2EnterContinuousTimeMode() |instance| { instance.enter_continuous() }
    fmi2CompletedIntegratorStep(_no_set_state: c_int, event: *mut c_int, terminate: *mut c_int) |instance| {
        instance.expect("fmi2CompletedIntegratorStep", &[Phase::Continuous])?;
        store(event, 0);
        store(terminate, 0);
        Ok(())
    }
    fmi2SetTime(time: f64) |instance| { instance.set_time(time) }
    fmi2SetContinuousStates(values: *const f64, count: usize) |instance| { instance.set_states(read(values, count)?) }
    fmi2GetDerivatives(values: *mut f64, count: usize) |instance| { instance.derivatives(write(values, count)?) }
    fmi2GetEventIndicators(values: *mut f64, count: usize) |instance| { instance.indicators(write(values, count)?) }
    fmi2GetContinuousStates(values: *mut f64, count: usize) |instance| { instance.states(write(values, count)?) }
    fmi2GetNominalsOfContinuousStates(values: *mut f64, count: usize) |instance| {
        instance.nominals(write(values, count)?)
    }

    fmi2SetRealInputDerivatives(_numbers: *const u32, count: usize, _orders: *const c_int, _values: *const f64) |_instance| {
        match count {
            0 => Ok(()),
            _ => Err(Fault::refused(messages::INPUT_DERIVATIVES)),
        }
    }
    fmi2GetRealOutputDerivatives(_numbers: *const u32, count: usize, _orders: *const c_int, _values: *mut f64) |_instance| {
        match count {
            0 => Ok(()),
            _ => Err(Fault::refused(messages::OUTPUT_DERIVATIVES)),
        }
    }
    fmi2DoStep(from: f64, size: f64, _no_set_state: c_int) |instance| { instance.step(from, size) }
    fmi2CancelStep() |_instance| { Err(Fault::refused(messages::CANCEL)) }
}

/// A status of the last step, if there is one.
unsafe fn status(instance: *mut c_void, answer: impl FnOnce(f64) -> bool) -> c_int {
    let mut known = false;
    let looked = |instance: &mut crate::instance::Instance| {
        known = answer(instance.now.point.t);
        Ok(())
    };
    // SAFETY: the requirements of the module on instances.
    match unsafe { guard(instance, "fmi2GetStatus", looked) } {
        ERROR => ERROR,
        ok if known => ok,
        _ => DISCARD,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetStatus(instance: *mut c_void, _kind: c_int, _value: *mut c_int) -> c_int {
    // SAFETY: the requirements of the module on instances. No step is pending.
    unsafe { status(instance, |_| false) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetRealStatus(instance: *mut c_void, kind: c_int, value: *mut f64) -> c_int {
    let answer = |time| {
        if kind == LAST_TIME {
            // SAFETY: room of the importer for one value.
            unsafe { store(value, time) };
        }
        kind == LAST_TIME
    };
    // SAFETY: the requirements of the module on instances.
    unsafe { status(instance, answer) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetIntegerStatus(
    instance: *mut c_void,
    _kind: c_int,
    _value: *mut c_int,
) -> c_int {
    // SAFETY: the requirements of the module on instances.
    unsafe { status(instance, |_| false) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetBooleanStatus(
    instance: *mut c_void,
    kind: c_int,
    value: *mut c_int,
) -> c_int {
    let answer = |_| {
        if kind == TERMINATED {
            // SAFETY: room of the importer for one value. A run ends when the importer ends it.
            unsafe { store(value, 0) };
        }
        kind == TERMINATED
    };
    // SAFETY: the requirements of the module on instances.
    unsafe { status(instance, answer) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetStringStatus(
    instance: *mut c_void,
    _kind: c_int,
    _value: *mut *const c_char,
) -> c_int {
    // SAFETY: the requirements of the module on instances.
    unsafe { status(instance, |_| false) }
}
