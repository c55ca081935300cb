//! The panel next to the picture: coordinates, constraints, degrees of freedom, joints.

use linkwork_compiler::Program;
use linkwork_compiler::plan::{Dependent, Freedom, Named};
use serde_json::{Value, json};

/// Facts of a mechanism.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    json: Value,
}

impl Panel {
    pub fn of(program: &Program) -> Self {
        let named = |all: &[Named]| -> Vec<Value> {
            all.iter().map(|one| json!({ "name": one.name, "unit": one.unit })).collect()
        };
        let constraints = [&*program.holonomic_names, &*program.nonholonomic_names].concat();
        let mut panel = Self {
            json: json!({
                "docs": program.docs.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ").trim(),
                "velocities": program.velocities.len(),
                "coordinates": named(&program.coordinates),
                "constraints": named(&constraints),
            }),
        };
        panel.show_redundant(&program.freedom);
        panel
    }

    /// Degrees of freedom, and redundant joints.
    pub fn show_redundant(&mut self, freedom: &Freedom) {
        let of = |set: &Dependent| json!({ "joints": set.joints, "redundant": set.redundant });
        self.json["freedoms"] = json!(freedom.degrees_of_freedom);
        self.json["dependent"] = freedom.dependent.iter().map(of).collect();
    }

    pub fn json(&self) -> &Value {
        &self.json
    }
}
