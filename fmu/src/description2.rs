//! `modelDescription.xml` of FMI 2.0.

use crate::structure::{
    behaviour, causality, initial_unknowns, quoted, start, unit_attributes, unit_definitions,
};
use crate::unit::Unit;
use std::fmt::Write;

/// Variables count from one here.
fn index(number: u32) -> u32 {
    number + 1
}

/// The text.
pub fn text(unit: &Unit) -> String {
    let (layout, name) = (&unit.layout, unit.name());
    let identifier = quoted(&unit.identifier());
    let states =
        "canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" providesDirectionalDerivative=\"true\"";
    let exchange = unit.not_exchangeable().is_none();
    let indicators = if exchange { layout.indicators.len() } else { 0 };
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        text,
        "<fmiModelDescription fmiVersion=\"2.0\" modelName={} guid={} generationTool=\"Linkwork {}\" \
         variableNamingConvention=\"flat\" numberOfEventIndicators=\"{indicators}\">",
        quoted(&name),
        quoted(&unit.token),
        env!("CARGO_PKG_VERSION")
    );
    if exchange {
        let _ = writeln!(text, "  <ModelExchange modelIdentifier={identifier} {states}/>");
    }
    let _ = writeln!(
        text,
        "  <CoSimulation modelIdentifier={identifier} canHandleVariableCommunicationStepSize=\"true\" {states}/>"
    );
    text.push_str(&unit_definitions(unit));
    text.push_str("  <LogCategories>\n    <Category name=\"logStatusError\"/>\n  </LogCategories>\n");
    let (until, step) = (unit.settings.until, unit.settings.step);
    let _ = writeln!(
        text,
        "  <DefaultExperiment startTime=\"0\" stopTime=\"{until:?}\" stepSize=\"{step:?}\"/>\n  <ModelVariables>"
    );
    for (number, variable) in layout.variables.iter().enumerate() {
        let derivative = layout.derivatives.iter().position(|place| *place as usize == number);
        let derivative =
            derivative.map_or(String::new(), |k| format!(" derivative=\"{}\"", index(layout.states[k])));
        let start = start(unit, variable.role).map_or(String::new(), |x| format!(" start=\"{x:?}\""));
        let how = behaviour(unit, variable.role);
        let _ = writeln!(
            text,
            "    <ScalarVariable name={} valueReference=\"{number}\" causality=\"{}\" {how}><Real{}{derivative}{start}/></ScalarVariable>",
            quoted(&variable.name),
            causality(variable),
            unit_attributes(&variable.unit)
        );
    }
    text.push_str("  </ModelVariables>\n  <ModelStructure>\n");
    let mut list = |what: &str, numbers: Vec<u32>| {
        if numbers.is_empty() {
            return;
        }
        let _ = writeln!(text, "    <{what}>");
        for number in numbers {
            let _ = writeln!(text, "      <Unknown index=\"{}\"/>", index(number));
        }
        let _ = writeln!(text, "    </{what}>");
    };
    list("Outputs", layout.outputs().collect());
    list("Derivatives", layout.derivatives.clone());
    list("InitialUnknowns", initial_unknowns(unit).into_iter().collect());
    text.push_str("  </ModelStructure>\n</fmiModelDescription>\n");
    text
}
