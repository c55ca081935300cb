//! The language server, driven as an editor drives it: framed messages through its standard input and output.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const URI: &str = "file:///tmp/crank.mech";
const TEXT: &str = "mechanism Crank in plane {
    // é and 🦀 take bytes and units
    param länge = 250 [mm];
    body crank { mass: 1 [kg], inertia: 0.1 [kg*m^2] } /* 🦀 */ param spare = 1;
    joint pivot = revolute(ground, crank at [-länge / 2, 0 [m]]);
    output angle = pivot.angle;
}
";

/// A server with its editor.
struct Editor {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Diagnostics that were published since the request.
    published: Vec<Value>,
    last: i32,
}

impl Editor {
    /// A server that has read nothing.
    fn silent() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_linkwork"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server can be started");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, input, output, published: Vec::new(), last: 0 }
    }

    fn start(encodings: &Value) -> Self {
        let mut editor = Self::silent();
        let general = json!({ "general": { "positionEncodings": encodings } });
        let answer =
            editor.ask("initialize", json!({ "capabilities": general, "processId": null, "rootUri": null }));
        assert_eq!(answer["serverInfo"]["name"], "linkwork");
        assert_eq!(answer["capabilities"]["textDocumentSync"], 1);
        editor.tell("initialized", json!({}));
        editor
    }

    fn write(&mut self, message: &Value) {
        let text = message.to_string();
        self.write_raw(&format!("Content-Length: {}\r\n\r\n{text}", text.len()));
    }

    fn write_raw(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).expect("the server reads");
        self.input.flush().expect("the server reads");
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("a header") > 0, "the server ended");
            match line.trim_end() {
                "" => break,
                header => {
                    if let Some(number) = header.strip_prefix("Content-Length: ") {
                        length = number.parse().expect("a number");
                    }
                }
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("a message");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The whole response.
    fn respond(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.read();
            if message["id"] == id {
                return message;
            }
            assert_eq!(message["method"], "textDocument/publishDiagnostics");
            self.published.push(message["params"].clone());
        }
    }

    /// The code of the error of a request; its message is for people.
    fn refused(&mut self, method: &str, params: Value) -> Value {
        let error = self.respond(method, params)["error"].clone();
        let message = error["message"].as_str().expect("a message");
        assert!(message.contains(method) && !message.contains("RequestId"), "{message}");
        error["code"].clone()
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.respond(method, params)["result"].clone()
    }

    fn open(&mut self, text: &str) {
        let document = json!({ "uri": URI, "languageId": "mech", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Asks about a place.
    fn at(&mut self, what: &str, line: u32, character: u32) -> Value {
        let position = json!({ "line": line, "character": character });
        self.ask(
            &format!("textDocument/{what}"),
            json!({ "textDocument": { "uri": URI }, "position": position }),
        )
    }

    /// The next diagnostics.
    fn diagnostics(&mut self) -> Vec<Value> {
        while self.published.is_empty() {
            let message = self.read();
            self.published.push(message["params"].clone());
        }
        let published = self.published.remove(0);
        assert_eq!(published["uri"], URI);
        published["diagnostics"].as_array().expect("a list").clone()
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        assert_eq!(self.exit(), (Some(0), String::new()));
    }

    /// The code and the message of the end after `exit`.
    fn exit(mut self) -> (Option<i32>, String) {
        self.tell("exit", Value::Null);
        let mut message = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut message).expect("a text");
        (self.child.wait().expect("it ends").code(), message)
    }
}

fn range(line: u32, from: u32, to: u32) -> Value {
    json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } })
}

#[test]
fn an_editor_receives_diagnostics_names_and_completions() {
    let mut editor = Editor::start(&Value::Null);
    editor.open(TEXT);
    let found = editor.diagnostics();
    assert_eq!(found.len(), 1, "{found:?}");
    // The crab counts two units of UTF-16: `spare` is at 70.
    assert_eq!((&found[0]["severity"], &found[0]["range"]), (&json!(2), &range(3, 70, 75)), "{found:?}");

    // While the user types.
    let changed = TEXT.replace("pivot.angle;", "pivot.angel;\n    let x = länge +");
    let changes = json!([{ "text": changed }]);
    editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": URI, "version": 2 }, "contentChanges": changes }),
    );
    let found = editor.diagnostics();
    let errors: Vec<&Value> = found.iter().filter(|one| one["severity"] == 1).collect();
    assert_eq!(errors.len(), 2, "{found:?}");
    let spelt = errors
        .iter()
        .find(|one| one["message"].as_str().is_some_and(|m| m.contains("did you mean")))
        .expect("help");
    assert_eq!(spelt["range"]["start"]["line"], 5, "{found:?}");

    let completed = editor.at("completion", 5, 26);
    let labels: Vec<&str> =
        completed.as_array().expect("a list").iter().filter_map(|one| one["label"].as_str()).collect();
    assert_eq!(labels, ["angle", "force", "torque"]);

    let changes = json!([{ "text": TEXT }]);
    editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": URI, "version": 3 }, "contentChanges": changes }),
    );
    let hover = editor.at("hover", 4, 49);
    assert_eq!(hover["range"], range(4, 46, 51), "{hover}");
    assert!(
        hover["contents"]["value"].as_str().is_some_and(|text| text.contains("param länge [m] = 0.25")),
        "{hover}"
    );
    assert_eq!(editor.at("definition", 4, 49)["range"], range(2, 10, 15));
    assert_eq!(editor.at("references", 4, 49).as_array().map(Vec::len), Some(2));
    assert_eq!(editor.at("prepareRename", 4, 49), range(4, 46, 51));
    assert_eq!(editor.at("prepareRename", 1, 8), Value::Null);
    let position = json!({ "line": 2, "character": 12 });
    let params = |new: &str| json!({ "textDocument": { "uri": URI }, "position": position, "newName": new });
    let edits = editor.ask("textDocument/rename", params("length"))["changes"][URI].clone();
    assert_eq!(
        edits,
        json!([{ "range": range(2, 10, 15), "newText": "length" }, { "range": range(4, 46, 51), "newText": "length" }])
    );
    let refused = editor.respond("textDocument/rename", params("crank"));
    assert!(
        refused["error"]["message"].as_str().is_some_and(|why| why.contains("already has another meaning")),
        "{refused}"
    );
    let layout = json!({ "textDocument": { "uri": URI }, "options": {} });
    assert_eq!(editor.ask("textDocument/formatting", layout.clone()), json!([]));
    let changes = json!([{ "text": TEXT.replace("kg*m^2", "kg * m ^ 2") }]);
    editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": URI, "version": 4 }, "contentChanges": changes }),
    );
    assert_eq!(editor.ask("textDocument/formatting", layout)[0]["newText"], TEXT);

    let unknown = editor.respond("textDocument/codeLens", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(unknown["error"]["code"], -32601);
    editor.published.clear();
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert!(editor.diagnostics().is_empty());
    assert!(
        editor.respond("textDocument/hover", json!({ "textDocument": { "uri": URI } }))["error"].is_object()
    );
    editor.end();
}

#[test]
fn editors_that_count_bytes_receive_bytes() {
    let mut editor = Editor::start(&json!(["utf-8", "utf-16"]));
    editor.open(TEXT);
    assert_eq!(editor.diagnostics()[0]["range"], range(3, 72, 77));
    assert_eq!(editor.at("definition", 4, 49)["range"], range(2, 10, 16));
    editor.end();
}

/// Requests at a wrong time and of unknown methods are refused with the code of the protocol.
#[test]
fn requests_are_refused_with_the_codes_of_the_protocol() {
    let (uninitialized, invalid, unknown, wrong) = (-32002, -32600, -32601, -32602);
    let mut editor = Editor::silent();
    let place = json!({ "textDocument": { "uri": URI }, "position": { "line": 0, "character": 0 } });
    assert_eq!(editor.refused("textDocument/hover", place.clone()), uninitialized);
    editor.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(editor.refused("initialize", json!({ "capabilities": {} })), invalid);
    for (method, params) in [
        ("workspace/symbol", json!({ "query": "x" })),
        ("textDocument/codeLens", place.clone()),
        ("$/other", Value::Null),
    ] {
        assert_eq!(editor.refused(method, params), unknown, "{method}");
    }
    assert_eq!(editor.refused("textDocument/hover", place.clone()), wrong);
    assert_eq!(editor.ask("shutdown", Value::Null), Value::Null);
    for method in ["textDocument/hover", "shutdown", "initialize"] {
        assert_eq!(editor.refused(method, place.clone()), invalid, "{method}");
    }
    assert_eq!(editor.exit(), (Some(0), String::new()));
}

#[test]
fn an_exit_without_shutdown_is_a_failure() {
    for editor in [Editor::silent(), Editor::start(&Value::Null)] {
        let (code, message) = editor.exit();
        assert_eq!(code, Some(1));
        assert!(message.contains("without `shutdown`"), "{message}");
    }
}

/// What is not a message is answered with an error, and the server goes on.
#[test]
fn malformed_messages_do_not_end_the_server() {
    let mut editor = Editor::start(&Value::Null);
    let deep = "[".repeat(100_000);
    for (body, code) in [("{abc}", -32700), ("", -32700), (&*deep, -32700), ("[1]", -32600), ("{}", -32600)] {
        editor.write_raw(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        let answer = editor.read();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(code)), "{answer}");
    }
    editor.write_raw("nothing\r\n\r\n");
    assert_eq!(editor.read()["error"]["code"], -32600);
    // An answer, and a request with a text as its number.
    editor.write(&json!({ "jsonrpc": "2.0", "id": 7, "result": null }));
    editor.write(&json!({ "jsonrpc": "2.0", "id": "a", "method": "other" }));
    assert_eq!(editor.read()["id"], "a");
    editor.open(TEXT);
    assert_eq!(editor.diagnostics().len(), 1);
    editor.end();
}

/// As many as `linkwork check` prints, errors first, with the number of the others.
#[test]
fn many_diagnostics_are_limited() {
    let mut editor = Editor::start(&Value::Null);
    let items: String = (0..500).map(|n| format!("param p{n} = 1; let q{n} = y;\n")).collect();
    editor.open(&format!("mechanism B {{\n{items}coordinate x; kinetic = der(x)^2 / 2;\n}}\n"));
    let found = editor.diagnostics();
    assert_eq!(found.len(), 101);
    assert!(found.iter().all(|one| one["severity"] == 1));
    assert_eq!(found[99]["range"]["start"]["line"], 100);
    assert!(
        found[100]["message"].as_str().is_some_and(|text| text.contains("more errors")),
        "{}",
        found[100]
    );
    // The time for a place does not grow with their number, also where all are in one line.
    let open = "[".repeat(16_000);
    editor.open(&format!("mechanism B {{ coordinate x; kinetic = der(x)^2 / 2; potential = {open}; }}"));
    assert_eq!(editor.diagnostics().len(), 101);
    editor.end();
}

/// The name is refused with the reason; nothing is renamed.
#[test]
fn renaming_that_breaks_a_text_is_refused() {
    let mut editor = Editor::start(&Value::Null);
    editor.open("mechanism P {\nconst n = 2;\ncoordinate x [m];\nkinetic = n * 1 [kg] * der(x)^2;\n}\n");
    let position = json!({ "line": 1, "character": 6 });
    let params = json!({ "textDocument": { "uri": URI }, "position": position, "newName": "m" });
    let why = editor.respond("textDocument/rename", params)["error"]["message"].clone();
    assert!(why.as_str().is_some_and(|why| why.contains("name of the unit `m`")), "{why}");
    editor.end();
}
