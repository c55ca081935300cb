//! Gain and bias of an actuator, from its class and its attributes.
//!
//! ```text
//! gain = g₀ + g₁ l + g₂ l',  bias = b₀ + b₁ l + b₂ l'
//! motor      g = (1, 0, 0),   b = 0
//! position   g = (kp, 0, 0),  b = (0, −kp, −kv)
//! velocity   g = (kv, 0, 0),  b = (0, 0, −kv)
//! damper     g = (0, 0, −kv), b = 0
//! ```
//! A class has one law, whatever the tags of its actuators: a `general` takes all of it. Another kind takes its coefficients from
//! the nearest class whose law is of its kind, or is written by a `general` with the same form of the gain, and the built-in ones elsewhere.
//!
//! MuJoCo 4.0 does it like this; the tests have its numbers.

use super::classes::{Attributes, MAIN};
use super::messages::{self, why};
use super::read::Reader;
use crate::robots::pose::Vector;
use crate::robots::xml::Element;
use std::collections::BTreeMap;

/// Laws by class: its own, then those of the classes around it, the innermost first.
pub(super) type Laws = BTreeMap<String, Vec<Law>>;

/// The element that wrote a law last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    General,
    Motor,
    Position,
    Velocity,
    Damper,
    Other,
}

/// `gaintype`, `biastype`: no or one coefficient, three of them, or a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Fixed,
    Affine,
    Other,
}

/// `dyntype`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dynamics {
    None,
    /// `filterexact`, which `timeconst` sets.
    Filter,
    Other,
}

/// Gain and bias of an actuator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Law {
    kind: Kind,
    /// Whether some of its coefficients come from a kind that is not supported.
    foreign: bool,
    dynamics: Dynamics,
    gain_form: Form,
    bias_form: Form,
    gain: Vector,
    bias: Vector,
}

impl Law {
    /// The law of a `general` without attributes.
    const BUILT_IN: Self = Self {
        kind: Kind::General,
        foreign: false,
        dynamics: Dynamics::None,
        gain_form: Form::Fixed,
        bias_form: Form::Fixed,
        gain: [1.0, 0.0, 0.0],
        bias: [0.0; 3],
    };

    /// Whether an actuator of that kind takes its coefficients from this law.
    fn passes_to(&self, kind: Kind) -> bool {
        let form = if kind == Kind::Damper { Form::Affine } else { Form::Fixed };
        self.kind == kind || (self.kind == Kind::General && self.gain_form == form)
    }

    /// Gain and bias, or the reason why they are not these functions.
    fn coefficients(&self) -> Result<(Vector, Vector), &'static str> {
        if self.foreign {
            return Err(why::KIND_OF_CLASS);
        }
        match self.dynamics {
            Dynamics::None => {}
            Dynamics::Filter if self.kind == Kind::Position => {
                return Err(why::TIME_CONSTANT);
            }
            _ => return Err(why::DYNAMICS),
        }
        let gain = match self.gain_form {
            Form::Fixed => [self.gain[0], 0.0, 0.0],
            Form::Affine => self.gain,
            Form::Other => return Err(why::GAIN),
        };
        let bias = match self.bias_form {
            Form::Fixed => [0.0; 3],
            Form::Affine => self.bias,
            Form::Other => return Err(why::BIAS),
        };
        // MuJoCo reads a positive coefficient of the rate of a servo as a ratio, however it was given.
        if self.gain[0] == -self.bias[1] && bias[2] > 0.0 {
            return Err(why::DAMPING_RATIO);
        }
        Ok((gain, bias))
    }
}

impl Reader<'_> {
    /// Gain and bias of an actuator, or the reason why it has none. `known` are the classes that have been read.
    pub fn law(&mut self, of: &Attributes<'_>, known: &mut Laws) -> Result<(Vector, Vector), &'static str> {
        const SUPPORTED: [&str; 5] = ["general", "motor", "position", "velocity", "damper"];
        if !SUPPORTED.contains(&of.element.tag.as_str()) {
            return Err(why::KIND);
        }
        if of.element.tag == "general" && of.get("input").is_some() {
            return Err(why::INPUT);
        }
        let laws = self.laws_of(of.element.attribute("class").unwrap_or(MAIN), known);
        self.applied(of.element, &laws).coefficients()
    }

    fn laws_of(&mut self, class: &str, known: &mut Laws) -> Vec<Law> {
        if let Some(laws) = known.get(class) {
            return laws.clone();
        }
        let classes = self.classes;
        let mut laws = match classes.around(class) {
            Some(outer) => self.laws_of(outer, known),
            None => vec![Law::BUILT_IN],
        };
        // A class begins with the law of the one around it.
        let begun = laws.first().copied().unwrap_or(Law::BUILT_IN);
        laws.insert(0, begun);
        for element in classes.actuators(class) {
            let next = self.applied(element, &laws);
            laws[0] = next;
        }
        known.insert(class.to_owned(), laws.clone());
        laws
    }

    /// The law of an element on top of these.
    fn applied(&mut self, element: &Element, laws: &[Law]) -> Law {
        let of = Attributes::plain(element);
        let own = laws.first().copied().unwrap_or(Law::BUILT_IN);
        let nearest = |kind: Kind| laws.iter().find(|law| law.passes_to(kind)).copied();
        match element.tag.as_str() {
            "general" => self.general(&of, own),
            "motor" => Law { kind: Kind::Motor, ..Law::BUILT_IN },
            "position" => {
                let from = nearest(Kind::Position).unwrap_or(Law::BUILT_IN);
                let kp = self.number(&of, "kp", from.gain[0]);
                let filtered = match of.get("timeconst") {
                    Some(_) => self.number(&of, "timeconst", 0.0) != 0.0,
                    None => from.dynamics == Dynamics::Filter,
                };
                Law {
                    kind: Kind::Position,
                    foreign: from.foreign,
                    dynamics: if filtered { Dynamics::Filter } else { Dynamics::None },
                    gain_form: Form::Fixed,
                    bias_form: Form::Affine,
                    gain: [kp, 0.0, 0.0],
                    bias: [0.0, -kp, self.rate(&of, from.bias[2])],
                }
            }
            "velocity" => {
                let from = nearest(Kind::Velocity).unwrap_or(Law::BUILT_IN);
                let kv = self.number(&of, "kv", from.gain[0]);
                Law {
                    kind: Kind::Velocity,
                    foreign: from.foreign,
                    bias_form: Form::Affine,
                    gain: [kv, 0.0, 0.0],
                    bias: [0.0, 0.0, -kv],
                    ..Law::BUILT_IN
                }
            }
            "damper" => {
                let from = nearest(Kind::Damper);
                let kv = self.number(&of, "kv", from.map_or(0.0, |law| -law.gain[2]));
                Law {
                    kind: Kind::Damper,
                    foreign: from.is_some_and(|law| law.foreign),
                    gain_form: Form::Affine,
                    gain: [0.0, 0.0, -kv],
                    ..Law::BUILT_IN
                }
            }
            _ => Law { kind: Kind::Other, foreign: true, ..own },
        }
    }

    /// The attributes of a `general` change single coefficients.
    fn general(&mut self, of: &Attributes<'_>, own: Law) -> Law {
        let form = |word: &str, none: &str| match word {
            word if word == none => Form::Fixed,
            "affine" => Form::Affine,
            _ => Form::Other,
        };
        Law {
            kind: Kind::General,
            foreign: own.foreign,
            dynamics: of.get("dyntype").map_or(own.dynamics, |word| match word {
                "none" => Dynamics::None,
                "filterexact" => Dynamics::Filter,
                _ => Dynamics::Other,
            }),
            gain_form: of.get("gaintype").map_or(own.gain_form, |word| form(word, "fixed")),
            bias_form: of.get("biastype").map_or(own.bias_form, |word| form(word, "none")),
            gain: self.some(of, "gainprm", own.gain),
            bias: self.some(of, "biasprm", own.bias),
        }
    }

    /// The coefficient b₂ of a servo: −kv, or a positive ratio.
    fn rate(&mut self, of: &Attributes<'_>, inherited: f64) -> f64 {
        match (of.get("kv"), of.get("dampratio")) {
            (None, None) => inherited,
            (Some(_), None) => -self.number(of, "kv", 0.0),
            (None, Some(_)) => self.number(of, "dampratio", 0.0),
            (Some(_), Some(_)) => {
                self.diagnostics.push(messages::two_dampings(of.element.place));
                inherited
            }
        }
    }
}
