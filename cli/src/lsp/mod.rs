//! `linkwork lsp`: a language server on the standard input and output.
//!
//! It provides diagnostics, hover texts (units, values, documentation), declarations, uses,
//! completion, renaming and formatting. The compiler implements them (`linkwork_compiler::editor`); this module is the protocol.
//!
//! Invariant: if texts change faster than they are analysed, only the last one is; requests see the current text.

mod document;

use crate::failure::Failure;
use document::{Document, Encoding};
use linkwork_compiler::editor::Sort;
use linkwork_compiler::format::format;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The command has no arguments.
#[derive(clap::Args)]
pub struct Arguments {}

/// Serves until the editor ends it.
pub fn lsp(_: &Arguments) -> Result<String, Failure> {
    let failed = |error: &dyn std::fmt::Display| {
        Failure::run(format_args!("lost the connection to the editor: {error}"))
    };
    let (connection, threads) = Connection::stdio();
    let (id, offered) = connection.initialize_start().map_err(|error| failed(&error))?;
    let encodings = &offered["capabilities"]["general"]["positionEncodings"];
    let utf8 = encodings.as_array().is_some_and(|all| all.iter().any(|one| one == "utf-8"));
    let encoding = if utf8 { Encoding::Utf8 } else { Encoding::Utf16 };
    connection.initialize_finish(id, capabilities(encoding)).map_err(|error| failed(&error))?;
    let mut server =
        Server { connection: &connection, encoding, documents: BTreeMap::new(), changed: BTreeSet::new() };
    let served = server.serve();
    drop(connection);
    served.map_err(|error| failed(&error))?;
    threads.join().map_err(|error| failed(&error))?;
    Ok(String::new())
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

struct Server<'c> {
    connection: &'c Connection,
    encoding: Encoding,
    /// By URI.
    documents: BTreeMap<String, Document>,
    /// Those that have changed since they were analysed.
    changed: BTreeSet<String>,
}

type Served = Result<(), Box<dyn std::error::Error + Send + Sync>>;

impl Server<'_> {
    fn serve(&mut self) -> Served {
        loop {
            if self.connection.receiver.is_empty() {
                self.analyse()?;
            }
            // Closing the input ends the program.
            let Ok(message) = self.connection.receiver.recv() else { return Ok(()) };
            match message {
                Message::Request(request) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    self.analyse()?;
                    let response = self.answer(&request);
                    self.connection.sender.send(Message::Response(response))?;
                }
                Message::Notification(notification) => self.note(&notification)?,
                Message::Response(_) => {}
            }
        }
    }

    fn note(&mut self, notification: &Notification) -> Served {
        let params = &notification.params;
        let Some(uri) = params["textDocument"]["uri"].as_str() else { return Ok(()) };
        let text = match notification.method.as_str() {
            "textDocument/didOpen" => params["textDocument"]["text"].as_str(),
            "textDocument/didChange" => params["contentChanges"]
                .as_array()
                .and_then(|changes| changes.last())
                .and_then(|change| change["text"].as_str()),
            "textDocument/didClose" => {
                self.documents.remove(uri);
                self.changed.remove(uri);
                return self.publish(uri, json!([]));
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
            self.publish(&uri, found)?;
        }
        Ok(())
    }

    fn publish(&self, uri: &str, found: Value) -> Served {
        let params = json!({ "uri": uri, "diagnostics": found });
        let notification = Notification::new("textDocument/publishDiagnostics".to_owned(), params);
        Ok(self.connection.sender.send(Message::Notification(notification))?)
    }

    fn answer(&self, request: &Request) -> Response {
        let params = &request.params;
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
        let Some(document) = self.documents.get(uri) else {
            let message = format!("`{}` of an unknown document", request.method);
            return Response::new_err(request.id.clone(), ErrorCode::InvalidParams as i32, message);
        };
        let encoding = self.encoding;
        let at = document.offset(&params["position"], encoding);
        let location = |bytes| json!({ "uri": uri, "range": document.range(bytes, encoding) });
        let analysis = document.analysis();
        let answer = match request.method.as_str() {
            "textDocument/hover" => analysis.hover(at).map_or(Value::Null, |(bytes, text)| {
                let contents = json!({ "kind": "markdown", "value": text });
                json!({ "contents": contents, "range": document.range(bytes, encoding) })
            }),
            "textDocument/definition" => analysis.definition(at).map_or(Value::Null, location),
            "textDocument/references" => analysis.references(at).into_iter().map(location).collect(),
            "textDocument/prepareRename" => {
                let here = |bytes: &std::ops::Range<usize>| bytes.start <= at && at <= bytes.end;
                let bytes = analysis.references(at).into_iter().find(here);
                bytes.map_or(Value::Null, |bytes| document.range(bytes, encoding))
            }
            "textDocument/rename" => {
                let new = params["newName"].as_str().unwrap_or_default();
                match analysis.rename(at, new) {
                    Ok(places) => {
                        let edit =
                            |bytes| json!({ "range": document.range(bytes, encoding), "newText": new });
                        let edits: Vec<Value> = places.into_iter().map(edit).collect();
                        json!({ "changes": { uri: edits } })
                    }
                    Err(why) => {
                        return Response::new_err(request.id.clone(), ErrorCode::InvalidRequest as i32, why);
                    }
                }
            }
            "textDocument/completion" => {
                let all = analysis.complete(at).into_iter();
                all.map(|one| json!({ "label": one.label, "kind": kind(one.sort), "detail": one.detail }))
                    .collect()
            }
            "textDocument/formatting" => match format(document.text()) {
                Ok(text) if text != document.text() => {
                    let whole = document.range(0..document.text().len(), encoding);
                    json!([{ "range": whole, "newText": text }])
                }
                Ok(_) => json!([]),
                // Its errors have already been published.
                Err(_) => Value::Null,
            },
            method => {
                let message = format!("`{method}` is not supported");
                return Response::new_err(request.id.clone(), ErrorCode::MethodNotFound as i32, message);
            }
        };
        Response::new_ok(request.id.clone(), answer)
    }
}

/// `CompletionItemKind`
fn kind(sort: Sort) -> u8 {
    match sort {
        Sort::Function => 3,
        Sort::Attribute => 5,
        Sort::Name => 6,
        Sort::Property => 10,
        Sort::Unit => 11,
        Sort::Keyword => 14,
    }
}
