//! Messages with headers on streams: `Content-Length: 2`, an empty line, and that many bytes of JSON.
//!
//! Invariant: what is not a message is reported as such, and the next message is read.

use serde_json::{Value, json};
use std::io::{BufRead, Read, Result, Write};
use std::sync::mpsc::{Receiver, channel};

/// The text of a message is not JSON.
pub const PARSE_ERROR: i32 = -32700;
/// A message, or its method in the present state of the server, is not valid.
pub const INVALID_REQUEST: i32 = -32600;

/// A message of the editor.
#[derive(Debug, PartialEq)]
pub enum Message {
    /// It expects an answer.
    Request {
        /// Its number or text, which the answer repeats.
        id: Value,
        /// What it asks for.
        method: String,
        /// Its arguments.
        params: Value,
    },
    /// It expects no answer.
    Notification {
        /// What happened.
        method: String,
        /// Its arguments.
        params: Value,
    },
    /// An answer of the editor.
    Response,
    /// Not a message: the code of the error, and the reason.
    Invalid(i32, String),
}

/// A thread of its own reads the standard input until its end.
pub fn messages() -> Receiver<Message> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        while let Ok(Some(message)) = read(&mut input) {
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The next message; nothing at the end of the input.
///
/// # Errors
/// The input cannot be read.
fn read(input: &mut impl BufRead) -> Result<Option<Message>> {
    let Some(length) = length(input)? else { return Ok(None) };
    let Ok(length) = length else {
        return Ok(Some(Message::Invalid(INVALID_REQUEST, "a message without `Content-Length`".to_owned())));
    };
    let mut bytes = Vec::new();
    // The memory grows with what arrives, not with what is promised.
    input.take(length).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&bytes) {
        Ok(value) => message(value),
        Err(error) => Message::Invalid(PARSE_ERROR, format!("the message is not JSON: {error}")),
    }))
}

/// The length that a header tells, or none; nothing at the end of the input.
fn length(input: &mut impl BufRead) -> Result<Option<std::result::Result<u64, ()>>> {
    let mut found = Err(());
    loop {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            return Ok(Some(found));
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("Content-Length")
        {
            found = value.trim().parse().map_err(drop);
        }
    }
}

/// A message from its JSON.
fn message(mut value: Value) -> Message {
    let invalid = |why: &str| Message::Invalid(INVALID_REQUEST, why.to_owned());
    let Some(object) = value.as_object_mut() else { return invalid("the message is not an object") };
    let (id, method) = (object.remove("id").unwrap_or_default(), object.remove("method"));
    let params = object.remove("params").unwrap_or_default();
    match (id, method) {
        (Value::Null, Some(Value::String(method))) => Message::Notification { method, params },
        (id @ (Value::Number(_) | Value::String(_)), Some(Value::String(method))) => {
            Message::Request { id, method, params }
        }
        (_, Some(Value::String(_))) => invalid("the `id` of the message is neither a number nor a text"),
        (_, None) if object.contains_key("result") || object.contains_key("error") => Message::Response,
        _ => invalid("the message has no `method`"),
    }
}

/// Writes a message.
///
/// # Errors
/// The output cannot be written.
pub fn write(mut message: Value, output: &mut impl Write) -> Result<()> {
    message["jsonrpc"] = json!("2.0");
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}
