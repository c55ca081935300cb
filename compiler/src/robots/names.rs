//! Names of a robot → names of the language: `wrist-roll` becomes `wrist_roll`.
//!
//! Invariant: no two things have the same name, and none has a name of the language.

use crate::names::impossible;

/// Names that already have a meaning.
const TAKEN: [&str; 10] = ["ground", "time", "pi", "der", "gravity", "self", "Self", "super", "crate", "_"];

/// Names given so far.
#[derive(Default)]
pub(crate) struct Names {
    given: Vec<String>,
}

impl Names {
    /// A free name close to the requested one; `kind` is appended where it is taken.
    pub fn give(&mut self, wanted: &str, kind: &str) -> String {
        let plain = identifier(wanted);
        let free = |name: &String| {
            let lower = name.to_lowercase();
            !TAKEN.contains(&name.as_str()) && !self.given.iter().any(|given| given.to_lowercase() == lower)
        };
        let other = if kind.is_empty() { plain.clone() } else { format!("{plain}_{kind}") };
        let numbered = (2..).map(|number| format!("{other}_{number}"));
        let name = [plain, other.clone()].into_iter().chain(numbered).find(free).unwrap_or(other);
        self.given.push(name.clone());
        name
    }
}

/// Letters, digits and single underscores, not beginning with a digit.
fn identifier(name: &str) -> String {
    let mut plain = String::new();
    for character in name.chars() {
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' => plain.push(character),
            _ if plain.ends_with('_') => {}
            _ => plain.push('_'),
        }
    }
    if plain.starts_with(|first: char| first.is_ascii_digit()) || plain.is_empty() || plain == "_" {
        plain.insert_str(0, "part_");
    }
    plain
}

/// The name of a mechanism: words joined, each with a capital.
pub(crate) fn mechanism(name: &str) -> String {
    let capital = |word: &str| {
        let mut characters = word.chars();
        characters
            .next()
            .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + characters.as_str())
    };
    let words: String = identifier(name).split('_').map(capital).collect();
    let name = words.starts_with(|first: char| first.is_ascii_alphabetic()) && impossible(&words).is_none();
    if name { words } else { format!("Robot{words}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_distinct_identifiers() {
        let mut names = Names::default();
        assert_eq!(names.give("1st-link", ""), "part_1st_link");
        assert_eq!(names.give("wrist/roll link", ""), "wrist_roll_link");
        assert_eq!(names.give("Wrist roll-link", "joint"), "Wrist_roll_link_joint");
        assert_eq!(names.give("wrist_roll link", "joint"), "wrist_roll_link_joint_2");
        assert_eq!(names.give("ground", ""), "ground_2");
        assert_eq!(names.give("é", ""), "part__");
        assert_eq!(mechanism("my_robot-2"), "MyRobot2");
        assert_eq!(mechanism("6R arm"), "Part6RArm");
        assert_eq!(mechanism("self"), "RobotSelf");
        assert_eq!(mechanism("t"), "RobotT");
    }
}
