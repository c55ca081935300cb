//! `modelDescription.xml` of FMI 3.0.

use crate::structure::{
    behaviour, causality, initial_unknowns, quoted, start, unit_attributes, unit_definitions,
};
use crate::unit::Unit;
use std::fmt::Write;

/// The text.
pub fn text(unit: &Unit) -> String {
    let (layout, name) = (&unit.layout, unit.name());
    let identifier = quoted(&unit.identifier());
    let states = "canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\" providesDirectionalDerivatives=\"true\" \
                  providesAdjointDerivatives=\"true\"";
    let exchange = unit.not_exchangeable().is_none();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        text,
        "<fmiModelDescription fmiVersion=\"3.0\" modelName={} instantiationToken={} \
         generationTool=\"Linkwork {}\" variableNamingConvention=\"flat\">",
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
            derivative.map_or(String::new(), |k| format!(" derivative=\"{}\"", layout.states[k]));
        let start = start(unit, variable.role).map_or(String::new(), |x| format!(" start=\"{x:?}\""));
        let how = behaviour(unit, variable.role);
        let _ = writeln!(
            text,
            "    <Float64 name={} valueReference=\"{number}\" causality=\"{}\" {how}{}{derivative}{start}/>",
            quoted(&variable.name),
            causality(variable),
            unit_attributes(&variable.unit)
        );
    }
    text.push_str("  </ModelVariables>\n  <ModelStructure>\n");
    let mut list = |what: &str, numbers: Vec<u32>| {
        for number in numbers {
            let _ = writeln!(text, "    <{what} valueReference=\"{number}\"/>");
        }
    };
    list("Output", layout.outputs().collect());
    list("ContinuousStateDerivative", layout.derivatives.clone());
    list("InitialUnknown", initial_unknowns(unit).into_iter().collect());
    if exchange {
        list("EventIndicator", layout.indicators.clone());
    }
    text.push_str("  </ModelStructure>\n</fmiModelDescription>\n");
    text
}
