//! Work that Ctrl-C ends.
//!
//! Python looks at signals in its main thread, and only while it runs Python. So work is done by a thread of its own, and the thread that waits
//! for it looks at signals in between.
//!
//! Invariant: an exception of a handler of signals (KeyboardInterrupt) is the one that the user sees, and the work is told to end.

use crate::messages;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

/// Signals are looked at so often.
const LISTEN: Duration = Duration::from_millis(20);
/// Work that was told to end has so long for its last step; what takes longer (the balance of the energy of a long run) ends alone.
const GRACE: Duration = Duration::from_secs(1);

/// Does work that ends when the flag is true, and raises what a handler of signals raises meanwhile.
pub fn listening<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
) -> PyResult<T> {
    let over = Arc::new(AtomicBool::new(false));
    let (done, result) = sync_channel(1);
    let flag = over.clone();
    let worker = move || {
        // Nobody takes what comes too late.
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
