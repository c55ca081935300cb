//! The answers to requests about a text.
//!
//! Invariant: an answer depends only on the text and its analysis.

use super::document::{Document, Encoding};
use super::transport::INVALID_REQUEST;
use linkwork_compiler::editor::Sort;
use linkwork_compiler::format::format;
use serde_json::{Value, json};
use std::ops::Range;

const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;

/// A request without an answer: the code of the error, and the reason.
pub struct Refusal(pub i32, pub String);

impl Refusal {
    /// A method that the server does not have.
    pub fn unknown_method(method: &str) -> Self {
        Self(METHOD_NOT_FOUND, format!("`{method}` is not supported"))
    }

    /// A text that is not open.
    pub fn unknown_document(method: &str) -> Self {
        Self(INVALID_PARAMS, format!("`{method}` of an unknown document"))
    }
}

/// A request about a place of a text.
pub struct Asked<'a> {
    /// The text.
    pub document: &'a Document,
    /// Its URI.
    pub uri: &'a str,
    /// The byte.
    pub at: usize,
    /// How characters are counted.
    pub encoding: Encoding,
    /// The arguments of the request.
    pub params: &'a Value,
}

/// Answers a request.
pub type Service = fn(&Asked<'_>) -> Result<Value, Refusal>;

/// The service of a method.
pub fn service(method: &str) -> Option<Service> {
    Some(match method {
        "textDocument/hover" => |asked| Ok(asked.hover()),
        "textDocument/definition" => |asked| Ok(asked.definition()),
        "textDocument/references" => |asked| Ok(asked.references()),
        "textDocument/prepareRename" => |asked| Ok(asked.prepare_rename()),
        "textDocument/rename" => |asked| asked.rename(),
        "textDocument/completion" => |asked| Ok(asked.completion()),
        "textDocument/formatting" => |asked| Ok(asked.formatting()),
        _ => return None,
    })
}

impl Asked<'_> {
    fn range(&self, bytes: Range<usize>) -> Value {
        self.document.range(bytes, self.encoding)
    }

    fn location(&self, bytes: Range<usize>) -> Value {
        json!({ "uri": self.uri, "range": self.range(bytes) })
    }

    fn hover(&self) -> Value {
        self.document.analysis().hover(self.at).map_or(Value::Null, |(bytes, text)| {
            let contents = json!({ "kind": "markdown", "value": text });
            json!({ "contents": contents, "range": self.range(bytes) })
        })
    }

    fn definition(&self) -> Value {
        self.document.analysis().definition(self.at).map_or(Value::Null, |bytes| self.location(bytes))
    }

    fn references(&self) -> Value {
        let all = self.document.analysis().references(self.at);
        all.into_iter().map(|bytes| self.location(bytes)).collect()
    }

    fn prepare_rename(&self) -> Value {
        let here = |bytes: &Range<usize>| bytes.start <= self.at && self.at <= bytes.end;
        let bytes = self.document.analysis().references(self.at).into_iter().find(here);
        bytes.map_or(Value::Null, |bytes| self.range(bytes))
    }

    fn rename(&self) -> Result<Value, Refusal> {
        let new = self.params["newName"].as_str().unwrap_or_default();
        let places = self.document.rename(self.at, new).map_err(|why| Refusal(INVALID_REQUEST, why))?;
        let edit = |bytes| json!({ "range": self.range(bytes), "newText": new });
        let edits: Vec<Value> = places.into_iter().map(edit).collect();
        let uri = self.uri;
        Ok(json!({ "changes": { uri: edits } }))
    }

    fn completion(&self) -> Value {
        let all = self.document.analysis().complete(self.at).into_iter();
        all.map(|one| json!({ "label": one.label, "kind": kind(one.sort), "detail": one.detail })).collect()
    }

    fn formatting(&self) -> Value {
        let text = self.document.text();
        match format(text) {
            Ok(formatted) if formatted != text => {
                json!([{ "range": self.range(0..text.len()), "newText": formatted }])
            }
            Ok(_) => json!([]),
            // Its errors have already been published.
            Err(_) => Value::Null,
        }
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
