//! Work that Ctrl-C interrupts.
//!
//! Python checks signals in its main thread, and only while it executes Python code. The work therefore runs in a thread of its own, and the
//! waiting thread checks signals.
//!
//! Invariant: an exception of a signal handler (KeyboardInterrupt) is raised, and the work is requested to stop.

use crate::messages;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

/// The interval between checks of signals.
const LISTEN: Duration = Duration::from_millis(20);
/// The time that interrupted work has for its last step; longer work (the energy balance of a long run) ends in the background.
const GRACE: Duration = Duration::from_secs(1);

/// Runs work that stops when the flag is true; raises the exception of a signal handler.
pub fn listening<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
) -> PyResult<T> {
    let over = Arc::new(AtomicBool::new(false));
    let (done, result) = sync_channel(1);
    let flag = over.clone();
    let worker = move || {
        // A result after the interruption is dropped.
        let _ = done.send(work(&flag));
    };
    let worker = std::thread::Builder::new().name("linkwork".into()).spawn(worker)?;
    py.detach(move || {
        loop {
            match result.recv_timeout(LISTEN) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(exception) = Python::attach(|py| py.check_signals()) {
                        over.store(true, Ordering::Relaxed);
                        let _ = result.recv_timeout(GRACE);
                        return Err(exception);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let reason = worker.join().err();
                    let reason = reason.as_ref().and_then(|reason| reason.downcast_ref::<String>());
                    let reason = reason.map_or(messages::NO_RESULT, String::as_str).to_owned();
                    return Err(PyRuntimeError::new_err(reason));
                }
            }
        }
    })
}
