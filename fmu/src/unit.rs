//! The unit: the contents of an archive, and the compiled mechanism.
//!
//! Invariant: the resources of an archive give the same unit again, with the same token.

use crate::fault::Fault;
use crate::layout::{Layout, Role};
use crate::messages;
use linkwork::{Assemble, Described, Error};
use linkwork_compiler::{Loops, Program};
use linkwork_descriptions::{Description, Reporter};
use linkwork_jit::{Mode, Tape};
use linkwork_methods::{Method, Variant, find};
use linkwork_tape::TapeParameters;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::Path;

/// The text, in the resources.
pub const TEXT: &str = "mechanism.mech";
/// Further contents of the unit, in the resources.
pub const SETTINGS: &str = "linkwork.json";

/// The default for mechanisms whose inputs or forces jump: a one-step method.
const FOR_JUMPS: &str = "dormand-prince-5";

/// A version of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// FMI 2.0.
    Two,
    /// FMI 3.0.
    Three,
}

/// The contents of an archive.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The text of the description.
    pub text: String,
    /// The name of the mechanism.
    pub mechanism: Option<String>,
    /// Constants of the description with other values.
    pub constants: Vec<(String, String)>,
    /// Parameters with other values.
    pub parameters: Vec<(String, f64)>,
    /// The method of co-simulation; the default depends on the mechanism.
    pub method: Option<String>,
    /// The size of its steps, in s.
    pub step: f64,
    /// The default stop time, in s.
    pub until: f64,
    /// The version of the standard.
    pub version: Version,
}

/// The effect of setting an initial value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Opening {
    /// The value is kept.
    Exact(f64),
    /// The value is a guess; other values determine it.
    Approximate(f64),
}

/// A compiled mechanism.
pub struct Unit {
    /// Its settings.
    pub settings: Settings,
    /// Its variables.
    pub layout: Layout,
    /// The mechanism with the values of the archive.
    pub tape: Tape,
    /// Parameters, by name.
    pub parameters: TapeParameters,
    /// The method of co-simulation.
    pub method: &'static Method,
    /// A hash of the settings.
    pub token: String,
}

fn quiet(_: &str) {}

impl Settings {
    fn json(&self) -> Value {
        let constants: Vec<Value> = self.constants.iter().map(|(name, text)| json!([name, text])).collect();
        // With all digits: the last bit of a parameter matters.
        let parameters: Vec<Value> =
            self.parameters.iter().map(|(name, value)| json!([name, format!("{value:?}")])).collect();
        json!({
            "mechanism": self.mechanism,
            "constants": constants,
            "parameters": parameters,
            "method": self.method,
            "step": format!("{:?}", self.step),
            "until": format!("{:?}", self.until),
            "fmi": match self.version { Version::Two => 2, Version::Three => 3 },
        })
    }

    /// The settings file in the resources.
    pub fn written(&self) -> String {
        format!("{:#}\n", self.json())
    }

    /// Reads the resources of an archive.
    ///
    /// # Errors
    /// A file is missing, or was not written by `linkwork fmu`.
    pub fn read(folder: &Path) -> Result<Self, Fault> {
        let file = |name: &str| {
            let path = folder.join(name);
            std::fs::read_to_string(&path).map_err(|error| Fault::failed(messages::cannot_read(&path, error)))
        };
        let (text, settings) = (file(TEXT)?, file(SETTINGS)?);
        let json: Value =
            serde_json::from_str(&settings).map_err(|error| messages::damaged(SETTINGS, error))?;
        Self::of_json(text, &json).ok_or_else(|| messages::other_version(SETTINGS))
    }

    fn of_json(text: String, json: &Value) -> Option<Self> {
        let name = |key: &str| json.get(key).and_then(Value::as_str).map(str::to_owned);
        let number = |key: &str| json.get(key)?.as_str()?.parse::<f64>().ok();
        let pairs = |key: &str| -> Option<Vec<(String, String)>> {
            let pair = |value: &Value| {
                let name = value.get(0)?.as_str()?.to_owned();
                Some((name, value.get(1)?.as_str()?.to_owned()))
            };
            json.get(key)?.as_array()?.iter().map(pair).collect()
        };
        let parameters = pairs("parameters")?
            .into_iter()
            .map(|(name, value)| Some((name, value.parse::<f64>().ok()?)))
            .collect::<Option<Vec<_>>>()?;
        Some(Self {
            text,
            mechanism: name("mechanism"),
            constants: pairs("constants")?,
            parameters,
            method: name("method"),
            step: number("step")?,
            until: number("until")?,
            version: match json.get("fmi")?.as_i64()? {
                2 => Version::Two,
                3 => Version::Three,
                _ => return None,
            },
        })
    }

    /// A hash of all this and of the program's version, written as a UUID.
    pub fn token(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(env!("CARGO_PKG_VERSION"));
        hash.update([0]);
        hash.update(&self.text);
        hash.update([0]);
        hash.update(self.written());
        let mut token = String::new();
        for (k, byte) in hash.finalize().iter().take(16).enumerate() {
            if matches!(k, 4 | 6 | 8 | 10) {
                token.push('-');
            }
            let _ = write!(token, "{byte:02x}");
        }
        format!("{{{token}}}")
    }
}

impl Unit {
    /// Compiles a text; warnings of the compiler are not shown again.
    ///
    /// # Errors
    /// Errors in the text, unknown parameters, an initial state that cannot be assembled.
    pub fn new(settings: Settings) -> Result<Self, Fault> {
        let reporter = Reporter { report: quiet, announce: |_| true, colour: false, option: "--mechanism" };
        // As in `linkwork fmu`: a large tree is loops over its links.
        let description =
            Description::of_text(TEXT, settings.text.as_str(), reporter).with_loops(Loops::Chosen);
        let program = description
            .compile_one(&settings.constants, settings.mechanism.as_deref())
            .map_err(Fault::failed)?;
        Self::of_program(program, settings)
    }

    /// The same for a compiled program.
    ///
    /// # Errors
    /// As above, and a method that does not support the mechanism.
    pub fn of_program(program: Program, settings: Settings) -> Result<Self, Fault> {
        let layout = Layout::of(&program);
        let mut parameters = TapeParameters::new(program);
        for (name, value) in &settings.parameters {
            if !parameters.set(name, *value) {
                return Err(messages::no_such("parameter", name));
            }
        }
        for (what, value) in [("step", settings.step), ("end time", settings.until)] {
            if !(value.is_finite() && value > 0.0) {
                return Err(messages::positive(what, value));
            }
        }
        // An importer that runs in real time must not wait in the middle of a run.
        let tape = linkwork_jit::build(parameters.clone(), Mode::IfRepeated)?;
        let method = match &settings.method {
            Some(name) => find(name).ok_or_else(|| messages::no_such("method", name))?,
            None if jumps(&tape) => find(FOR_JUMPS).unwrap_or_else(linkwork_methods::default),
            None => linkwork_methods::default(),
        };
        method.check(&tape, &Variant::default()).map_err(Fault::failed)?;
        let token = settings.token();
        Ok(Self { settings, layout, tape, parameters, method, token })
    }

    /// The reason why there is no model exchange with this mechanism, if any. A force between coincident points, which has no direction, is an
    /// error when it occurs.
    pub fn not_exchangeable(&self) -> Option<&'static str> {
        if !self.tape.grips().is_empty() {
            return Some(messages::STICKS);
        }
        None
    }

    /// The values of parameters in the archive, in order.
    pub fn values(&self) -> Vec<f64> {
        let names = self.parameters.names().parameters.iter();
        names.map(|named| self.parameters.get(&named.name).unwrap_or(f64::NAN)).collect()
    }

    /// The name of the mechanism.
    pub fn name(&self) -> String {
        self.tape.names().mechanism.to_string()
    }

    /// The name of the archive's binary: an identifier of C.
    pub fn identifier(&self) -> String {
        let name = self.name();
        let safe = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
        name.chars().map(safe).collect()
    }

    /// The mechanism with other parameters.
    ///
    /// # Errors
    /// Invalid values, or an initial state that cannot be assembled.
    pub fn with(&self, parameters: &[f64]) -> Result<Tape, Error> {
        self.tape.with_parameters(parameters)
    }

    /// Start values by name: exact ones, and guesses.
    #[allow(clippy::type_complexity)]
    pub fn starts(&self, set: &[(u32, f64)]) -> (Vec<(String, f64)>, Vec<(String, f64)>) {
        let (mut exact, mut guessed) = (Vec::new(), Vec::new());
        for &(number, value) in set {
            let Some(variable) = self.layout.variables.get(number as usize) else { continue };
            match self.opening(variable.role) {
                Some(Opening::Exact(_)) => exact.push((variable.name.clone(), value)),
                Some(Opening::Approximate(_)) => guessed.push((variable.name.clone(), value)),
                None => {}
            }
        }
        (exact, guessed)
    }

    /// How an importer may set a start value; `None` if it may not.
    pub fn opening(&self, role: Role) -> Option<Opening> {
        let program = self.tape.program();
        let free = program.holonomic_names.is_empty();
        let (q, v, y) = self.tape.initial();
        let given = |list: &[bool], i: usize| list.get(i).copied().unwrap_or(false);
        // It follows from the value of a body in `initial`.
        let follows = |which: usize, k: usize| program.bases[which].iter().any(|(number, _)| *number == k);
        if matches!(role, Role::Coordinate(k) if follows(0, k))
            || matches!(role, Role::Velocity(k) if follows(1, k))
        {
            return None;
        }
        let (start, exact) = match role {
            Role::Coordinate(k) => {
                // Components of quaternions change together, and counts of turns follow.
                let runs = program.plain_runs();
                let (at, first, _) = runs.iter().find(|(at, _, count)| (*at..at + count).contains(&k))?;
                (q[k], free || given(&program.given_positions, first + k - at))
            }
            Role::Velocity(k) => {
                let free = free && program.nonholonomic_names.is_empty();
                (v[k], free || given(&program.given_velocities, k))
            }
            Role::State(k) => (y[k], true),
            _ => return None,
        };
        Some(if exact { Opening::Exact(start) } else { Opening::Approximate(start) })
    }
}

/// Whether forces jump, by inputs or on their own.
fn jumps(tape: &Tape) -> bool {
    tape.forces_switch() || tape.sizes().inputs > 0
}
