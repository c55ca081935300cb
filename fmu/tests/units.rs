//! Units without an importer: layout, descriptions, tokens.

use linkwork_fmu::layout::Role;
use linkwork_fmu::unit::{Settings, Unit, Version};

const PENDULUM: &str = "
    pub mechanism Pendulum {
        param length = 2 [m];
        input push [N*m];
        coordinate theta [rad];
        kinetic = 1 [kg] * length^2 * der(theta)^2 / 2;
        force drive = generalized(theta, push);
        output speed = der(theta);
        initial { theta: 1 [rad] }
    }";

fn settings(version: Version) -> Settings {
    Settings {
        text: PENDULUM.to_owned(),
        mechanism: None,
        constants: Vec::new(),
        parameters: vec![("length".to_owned(), 0.1 + 0.2)],
        method: None,
        step: 1e-3,
        until: 1.0,
        version,
    }
}

#[test]
fn variables_have_their_numbers_and_roles() {
    let unit = Unit::new(settings(Version::Two)).unwrap();
    let names: Vec<&str> = unit.layout.variables.iter().map(|variable| variable.name.as_str()).collect();
    let wanted =
        ["time", "length", "push", "speed", "theta", "der(theta)", "rate(theta)", "rate(der(theta))"];
    assert_eq!(names, wanted);
    assert_eq!(
        (unit.layout.states.as_slice(), unit.layout.derivatives.as_slice()),
        (&[4, 5][..], &[6, 7][..])
    );
    assert_eq!(unit.layout.role(2), Some(Role::Input(0)));
    assert_eq!(unit.layout.role(8), None);
    assert_eq!(unit.layout.variables[7].unit, "rad/s^2");
    // Inputs jump from step to step: a one-step method.
    assert_eq!(unit.method.name, "dormand-prince-5");
}

#[test]
fn resources_restore_the_same_unit() {
    let folder = std::env::temp_dir().join(format!("linkwork-fmu-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let settings = settings(Version::Three);
    std::fs::write(folder.join("mechanism.mech"), &settings.text).unwrap();
    std::fs::write(folder.join("linkwork.json"), settings.written()).unwrap();
    let read = Settings::read(&folder).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(read, settings);
    assert_eq!(read.token(), settings.token());
    assert_eq!(read.parameters[0].1.to_bits(), (0.1_f64 + 0.2).to_bits());
    let other = Settings { step: 2e-3, ..settings };
    assert_ne!(other.token(), read.token());
}

#[test]
fn mistakes_are_reported() {
    let failed = |settings: Settings| Unit::new(settings).err().map(|fault| fault.text).unwrap_or_default();
    let plain = settings(Version::Two);
    let text = PENDULUM.replace("length^2", "lenght^2");
    assert!(failed(Settings { text, ..plain.clone() }).contains("did you mean `length`?"));
    assert!(failed(Settings { step: f64::NAN, ..plain.clone() }).contains("step must be positive"));
    let parameters = vec![("mass".to_owned(), 1.0)];
    assert!(failed(Settings { parameters, ..plain }).contains("no parameter `mass`"));
}
