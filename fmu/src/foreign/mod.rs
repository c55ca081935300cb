//! The entries of FMI 2.0 and 3.0: pointers of C on one side, [`Instance`] on the other.
//!
//! # Safety
//! Only this folder has unsafe code, with only these uses of an importer's pointers, as the standards allow them:
//!
//! - An instance is a `Box<Handle>` that an entry `…Instantiate…` gave away and `…FreeInstance` takes back; a saved state a `Box<Situation>` between
//!   `…GetFMUstate` (or `…DeSerialize…`) and `…FreeFMUstate`. An importer uses an instance on one thread at a time and neither of them after it was
//!   freed: both are rules of the standards, which no library can check. A null pointer is an error.
//! - Arrays are read and written for the length that comes with them, for which the importer is responsible; null is an empty array, and refused for
//!   another length. Every bit pattern is a value of the types that are read: numbers, and booleans as integers.
//! - Texts are read up to their zero; the text of a message ends with one, and has no `%` that a logger like `printf` would interpret.
//! - No panic crosses the boundary: [`guard`] catches it, logs it and returns an error, after which the instance can only be reset or freed.
//!
//! Invariant: every entry returns a status; errors go to the logger of the importer.
#![allow(unsafe_code)]
#![allow(non_snake_case, missing_docs, clippy::missing_safety_doc, clippy::too_many_arguments)]

mod fmi2;
mod fmi3;

use crate::fault::{Fault, Severity};
use crate::instance::{Instance, Kind, Phase, Situation};
use crate::messages;
use crate::unit::{Settings, Unit, Version};
use core::ffi::{CStr, c_char, c_int, c_void};
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The statuses of both standards.
const OK: c_int = 0;
const DISCARD: c_int = 2;
const ERROR: c_int = 3;

/// A logger of status and message.
type Log = Box<dyn Fn(c_int, &CStr)>;

/// The handle of an importer.
struct Handle {
    instance: Instance,
    log: Log,
}

fn message(text: &str) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
}

/// The message of a panic.
fn panic_text(panic: &(dyn core::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    messages::internal(text)
}

/// Carries out a call on an instance.
unsafe fn guard(
    instance: *mut c_void,
    call: &str,
    carry_out: impl FnOnce(&mut Instance) -> Result<(), Fault>,
) -> c_int {
    // SAFETY: a pointer that is not null is that of a `Handle`, see above.
    let Some(handle) = (unsafe { instance.cast::<Handle>().as_mut() }) else { return ERROR };
    let done = catch_unwind(AssertUnwindSafe(|| carry_out(&mut handle.instance)));
    let fault = match done {
        Ok(Ok(())) => return OK,
        Ok(Err(fault)) => fault,
        Err(panic) => Fault::failed(panic_text(&*panic)),
    };
    if fault.severity == Severity::Failed {
        handle.instance.now.phase = Phase::Failed;
    }
    (handle.log)(ERROR, &message(&format!("{call}: {}", fault.text)));
    ERROR
}

/// Creates an instance; null on failure.
fn made(kind: Kind, version: Version, token: &str, resources: &Path, log: Log) -> *mut c_void {
    let make = || -> Result<Instance, Fault> {
        let settings = Settings::read(resources)?;
        if settings.version != version {
            return Err(messages::other_standard());
        }
        let own = settings.token();
        if own != token {
            return Err(messages::token(token, &own));
        }
        Instance::new(Unit::new(settings)?, kind)
    };
    let made = catch_unwind(AssertUnwindSafe(make));
    let fault = match made {
        Ok(Ok(instance)) => return Box::into_raw(Box::new(Handle { instance, log })).cast(),
        Ok(Err(fault)) => fault,
        Err(panic) => Fault::failed(panic_text(&*panic)),
    };
    log(ERROR, &message(&format!("cannot create an instance: {}", fault.text)));
    core::ptr::null_mut()
}

unsafe fn free(instance: *mut c_void) {
    if !instance.is_null() {
        // SAFETY: it is the pointer of a `Handle`, which is no longer used. The dropped value is plain memory.
        let handle = unsafe { Box::from_raw(instance.cast::<Handle>()) };
        let _ = catch_unwind(AssertUnwindSafe(|| drop(handle)));
    }
}

unsafe fn read<'a, T>(from: *const T, count: usize) -> Result<&'a [T], Fault> {
    match (count, from.is_null()) {
        (0, _) => Ok(&[]),
        (_, true) => Err(Fault::refused(messages::NULL_ARRAY)),
        // SAFETY: an array of the importer with that many entries.
        (_, false) => Ok(unsafe { core::slice::from_raw_parts(from, count) }),
    }
}

unsafe fn write<'a, T>(to: *mut T, count: usize) -> Result<&'a mut [T], Fault> {
    match (count, to.is_null()) {
        (0, _) => Ok(&mut []),
        (_, true) => Err(Fault::refused(messages::NULL_ARRAY)),
        // SAFETY: an array of the importer with that many entries.
        (_, false) => Ok(unsafe { core::slice::from_raw_parts_mut(to, count) }),
    }
}

/// Stores a result, unless the pointer is null.
unsafe fn store<T>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: room of the importer for one value.
        unsafe { to.write(value) };
    }
}

unsafe fn text<'a>(from: *const c_char) -> std::borrow::Cow<'a, str> {
    if from.is_null() {
        return "".into();
    }
    // SAFETY: a text of the importer that ends with a zero.
    unsafe { CStr::from_ptr(from) }.to_string_lossy()
}

/// There are no variables of other types.
fn none_of(sort: &str, numbers: &[u32]) -> Result<(), Fault> {
    numbers.first().map_or(Ok(()), |&number| Err(messages::unknown(number, sort)))
}

/// The file that a URI names: `file:///tmp/a%20b`, `file:/tmp`, or a path.
fn path_of(location: &str) -> PathBuf {
    let Some(rest) = location.strip_prefix("file:") else { return PathBuf::from(location) };
    let rest = match rest.strip_prefix("//") {
        // The part before the next slash is a host.
        Some(rest) => rest.find('/').map_or(rest, |at| &rest[at..]),
        None => rest,
    };
    let mut bytes = Vec::with_capacity(rest.len());
    let mut left = rest.as_bytes();
    while let Some((&first, behind)) = left.split_first() {
        let code = behind.get(..2).filter(|_| first == b'%');
        let code = code.and_then(|code| u8::from_str_radix(core::str::from_utf8(code).ok()?, 16).ok());
        bytes.push(code.unwrap_or(first));
        left = if code.is_some() { &behind[2..] } else { behind };
    }
    let path = String::from_utf8_lossy(&bytes).into_owned();
    // `/C:/…` on Windows.
    let drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    PathBuf::from(if drive { &path[1..] } else { &path })
}

unsafe fn save(instance: &Instance, to: *mut *mut c_void) -> Result<(), Fault> {
    // SAFETY: room for a pointer, which holds null or a state that was saved before.
    let Some(place) = (unsafe { to.as_mut() }) else {
        return Err(Fault::refused(messages::NULL_PLACE));
    };
    let copy = instance.now.clone();
    // SAFETY: as above.
    match unsafe { place.cast::<Situation>().as_mut() } {
        Some(old) => *old = copy,
        None => *place = Box::into_raw(Box::new(copy)).cast(),
    }
    Ok(())
}

unsafe fn saved<'a>(state: *mut c_void) -> Result<&'a Situation, Fault> {
    // SAFETY: null, or a state that was saved and not freed.
    unsafe { state.cast::<Situation>().as_ref() }.ok_or_else(|| Fault::refused(messages::NULL_STATE))
}

unsafe fn forget(state: *mut *mut c_void) {
    // SAFETY: null, or the place of a state that was saved and not freed.
    if let Some(place) = unsafe { state.as_mut() } {
        if !place.is_null() {
            // SAFETY: as above; it is no longer used.
            drop(unsafe { Box::from_raw(place.cast::<Situation>()) });
        }
        *place = core::ptr::null_mut();
    }
}

unsafe fn serialise(instance: &Instance, state: *mut c_void, to: *mut u8, size: usize) -> Result<(), Fault> {
    // SAFETY: see `saved` and `write`.
    let (state, to) = unsafe { (saved(state)?, write(to, size)?) };
    let bytes = instance.bytes(state)?;
    let Some(to) = to.get_mut(..bytes.len()) else {
        return Err(messages::buffer(bytes.len(), size));
    };
    to.copy_from_slice(&bytes);
    Ok(())
}

unsafe fn deserialise(
    instance: &Instance,
    from: *const u8,
    size: usize,
    to: *mut *mut c_void,
) -> Result<(), Fault> {
    // SAFETY: see `read`; `to` is room for a pointer.
    let (bytes, place) = unsafe { (read(from, size)?, to.as_mut()) };
    let Some(place) = place else { return Err(Fault::refused(messages::NULL_PLACE)) };
    let state = instance.situation(bytes)?;
    *place = Box::into_raw(Box::new(state)).cast();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::path_of;
    use std::path::Path;

    #[test]
    fn locations() {
        assert_eq!(path_of("file:///tmp/a%20b/resources"), Path::new("/tmp/a b/resources"));
        assert_eq!(path_of("file:/tmp/x"), Path::new("/tmp/x"));
        assert_eq!(path_of("file://localhost/tmp/x"), Path::new("/tmp/x"));
        assert_eq!(path_of("/tmp/100%/x"), Path::new("/tmp/100%/x"));
    }
}
