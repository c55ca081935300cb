//! `linkwork lsp`: a language server on the standard input and output.
//!
//! It provides diagnostics, hover texts (units, values, documentation), declarations, uses,
//! completion, renaming and formatting. The compiler implements them (`linkwork_compiler::editor`); this module is the protocol.
//!
//! | file | contents |
//! |---|---|
//! | `transport` | messages on streams |
//! | `document` | an open text, its places and its diagnostics |
//! | `services` | the answers to requests about a text |
//!
//! Invariants: if texts change faster than they are analysed, only the last one is; requests see the current text; no message
//! of the editor ends the server except `exit`.

mod document;
mod services;
mod transport;

use crate::failure::Failure;
use document::{Document, Encoding};
use serde_json::{Value, json};
use services::{Refusal, service};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::mpsc::{Receiver, TryRecvError};
use transport::{INVALID_REQUEST, Message};

/// A request before `initialize`.
const NOT_INITIALIZED: i32 = -32002;

/// The command has no arguments.
#[derive(clap::Args)]
pub struct Arguments {}

/// Serves until the editor ends it.
pub fn lsp(_: &Arguments) -> Result<String, Failure> {
    let mut server = Server::new(std::io::stdout());
    match server.serve(&transport::messages()) {
        Ok(true) => Ok(String::new()),
        Ok(false) => Err(Failure::run("the editor sent `exit` without `shutdown`")),
        Err(error) => Err(Failure::run(format_args!("lost the connection to the editor: {error}"))),
    }
}

fn capabilities(encoding: Encoding) -> Value {
    json!({
        "capabilities": {
            "positionEncoding": encoding.name(),
            // Whole texts: they are small.
            "textDocumentSync": 1,
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "renameProvider": { "prepareProvider": true },
            "completionProvider": { "triggerCharacters": [".", "["] },
            "documentFormattingProvider": true,
        },
        "serverInfo": { "name": "linkwork", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// Between which requests the server is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// `initialize` has not come.
    New,
    /// It serves.
    Serving,
    /// `shutdown` has come.
    ShutDown,
}

struct Server<W> {
    output: W,
    state: State,
    encoding: Encoding,
    /// By URI.
    documents: BTreeMap<String, Document>,
    /// Those that have changed since they were analysed.
    changed: BTreeSet<String>,
}

type Served<T = ()> = std::io::Result<T>;

impl<W: Write> Server<W> {
    fn new(output: W) -> Self {
        let (documents, changed) = (BTreeMap::new(), BTreeSet::new());
        Self { output, state: State::New, encoding: Encoding::Utf16, documents, changed }
    }

    /// Whether the editor ended it as it should.
    fn serve(&mut self, messages: &Receiver<Message>) -> Served<bool> {
        loop {
            let message = match messages.try_recv() {
                Err(TryRecvError::Empty) => {
                    self.analyse()?;
                    messages.recv().ok()
                }
                other => other.ok(),
            };
            // Closing the input ends the program.
            let Some(message) = message else { return Ok(true) };
            match message {
                Message::Request { id, method, params } => {
                    let outcome = self.respond(&method, &params)?;
                    self.send(id, outcome)?;
                }
                Message::Notification { method, .. } if method == "exit" => {
                    return Ok(self.state == State::ShutDown);
                }
                Message::Notification { method, params } => self.note(&method, &params)?,
                Message::Invalid(code, why) => self.send(Value::Null, Err(Refusal(code, why)))?,
                Message::Response => {}
            }
        }
    }

    /// The answer to a request.
    fn respond(&mut self, method: &str, params: &Value) -> Served<Result<Value, Refusal>> {
        let refusal = |code, why: &str| Ok(Err(Refusal(code, format!("`{method}` {why}"))));
        match (self.state, method) {
            (State::New, "initialize") => Ok(Ok(self.initialize(params))),
            (State::New, _) => refusal(NOT_INITIALIZED, "before `initialize`"),
            (State::ShutDown, _) => refusal(INVALID_REQUEST, "after `shutdown`"),
            (State::Serving, "initialize") => refusal(INVALID_REQUEST, "is sent only once"),
            (State::Serving, "shutdown") => {
                self.state = State::ShutDown;
                Ok(Ok(Value::Null))
            }
            (State::Serving, _) => {
                self.analyse()?;
                Ok(self.answer(method, params))
            }
        }
    }

    fn initialize(&mut self, params: &Value) -> Value {
        let encodings = &params["capabilities"]["general"]["positionEncodings"];
        let utf8 = encodings.as_array().is_some_and(|all| all.iter().any(|one| one == "utf-8"));
        self.encoding = if utf8 { Encoding::Utf8 } else { Encoding::Utf16 };
        self.state = State::Serving;
        capabilities(self.encoding)
    }

    /// The answer to a request about a text.
    fn answer(&self, method: &str, params: &Value) -> Result<Value, Refusal> {
        let service = service(method).ok_or_else(|| Refusal::unknown_method(method))?;
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
        let document = self.documents.get(uri).ok_or_else(|| Refusal::unknown_document(method))?;
        let at = document.offset(&params["position"], self.encoding);
        service(&services::Asked { document, uri, at, encoding: self.encoding, params })
    }

    fn note(&mut self, method: &str, params: &Value) -> Served {
        let Some(uri) = params["textDocument"]["uri"].as_str() else { return Ok(()) };
        if self.state != State::Serving {
            return Ok(());
        }
        let text = match method {
            "textDocument/didOpen" => params["textDocument"]["text"].as_str(),
            "textDocument/didChange" => params["contentChanges"]
                .as_array()
                .and_then(|changes| changes.last())
                .and_then(|change| change["text"].as_str()),
            "textDocument/didClose" => {
                self.documents.remove(uri);
                self.changed.remove(uri);
                return self.publish(uri, &json!([]));
            }
            _ => None,
        };
        if let Some(text) = text {
            self.documents.entry(uri.to_owned()).or_default().set(text);
            self.changed.insert(uri.to_owned());
        }
        Ok(())
    }

    /// Analyses changed texts, and publishes their diagnostics.
    fn analyse(&mut self) -> Served {
        for uri in std::mem::take(&mut self.changed) {
            let Some(document) = self.documents.get_mut(&uri) else { continue };
            document.analyse();
            let found = document.findings(&uri, self.encoding);
            self.publish(&uri, &found)?;
        }
        Ok(())
    }

    fn publish(&mut self, uri: &str, found: &Value) -> Served {
        let params = json!({ "uri": uri, "diagnostics": found });
        let message = json!({ "method": "textDocument/publishDiagnostics", "params": params });
        transport::write(message, &mut self.output)
    }

    fn send(&mut self, id: Value, outcome: Result<Value, Refusal>) -> Served {
        let response = match outcome {
            Ok(result) => json!({ "id": id, "result": result }),
            Err(Refusal(code, message)) => json!({ "id": id, "error": { "code": code, "message": message } }),
        };
        transport::write(response, &mut self.output)
    }
}
