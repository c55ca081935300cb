//! The panel next to the picture: coordinates, constraints, degrees of freedom, joints.

use linkwork_compiler::Program;
use linkwork_compiler::plan::Named;
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
        let dependent: Vec<Value> = program
            .freedom
            .dependent
            .iter()
            .map(|set| json!({ "joints": set.joints, "redundant": set.redundant }))
            .collect();
        Self {
            json: json!({
                "docs": program.docs.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ").trim(),
                "freedoms": program.freedom.degrees_of_freedom,
                "velocities": program.velocities.len(),
                "coordinates": named(&program.coordinates),
                "constraints": named(&constraints),
                "dependent": dependent,
            }),
        }
    }

    pub fn json(&self) -> &Value {
        &self.json
    }
}
