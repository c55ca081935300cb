//! Masses and inertias: shells against closed forms and MuJoCo 4.0, bounds, impossible numbers.

use super::{imported, model, refused, warnings, world};

/// The mass and the moments of inertia of the only body of a text.
fn weight(text: &str) -> [f64; 4] {
    let made = imported(text);
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let part = |from: &str, to: &str| {
        let rest = made.split_once(from).unwrap_or_else(|| panic!("no `{from}`\n{made}")).1;
        rest.split_once(to).unwrap_or_else(|| panic!("no `{to}`\n{made}")).0.to_owned()
    };
    let moments: Vec<f64> = part("diagonal(", ")").split(", ").map(number).collect();
    [number(&part("mass: ", " ")), moments[0], moments[1], moments[2]]
}

fn close(found: [f64; 4], expected: [f64; 4], tolerance: f64, what: &str) {
    for (x, y) in found.iter().zip(expected) {
        assert!((x / y - 1.0).abs() <= tolerance, "{what}: {found:?} {expected:?}");
    }
}

/// Numbers of `body_mass` and `body_inertia`.
#[test]
fn shells_have_the_inertia_of_mujoco() {
    const ROUNDING: f64 = 1e-14;
    // MuJoCo takes the shell of an ellipsoid for the space to one that is 1e-6 m larger.
    const SHELL: f64 = 1e-5;
    let third = 2.0 / 3.0;
    let cases = [
        ("sphere", "0.2", "mass='2'", [2.0, third * 0.08, third * 0.08, third * 0.08], ROUNDING),
        (
            "capsule",
            "0.1 0.3",
            "mass='2'",
            [2.0, 0.115_833_333_333_333_32, 0.115_833_333_333_333_32, 0.018_333_333_333_333_337],
            ROUNDING,
        ),
        (
            "cylinder",
            "0.1 0.3",
            "mass='2'",
            [2.0, 0.086_428_571_428_571_44, 0.086_428_571_428_571_44, 0.018_571_428_571_428_572],
            ROUNDING,
        ),
        (
            "box",
            "0.1 0.2 0.3",
            "mass='2'",
            [2.0, 0.123_030_303_030_303_03, 0.095_757_575_757_575_76, 0.055_151_515_151_515_16],
            ROUNDING,
        ),
        (
            "ellipsoid",
            "0.1 0.2 0.3",
            "mass='2'",
            [2.0, 0.073_818_506_446_968_97, 0.057_454_813_884_305_62, 0.033_091_121_322_740_946],
            SHELL,
        ),
        // A density is that of the surface, in kg/m².
        (
            "sphere",
            "0.2",
            "density='10'",
            [
                5.026_548_245_743_669,
                0.134_041_286_553_164_52,
                0.134_041_286_553_164_52,
                0.134_041_286_553_164_52,
            ],
            ROUNDING,
        ),
        (
            "capsule",
            "0.1 0.3",
            "density='10'",
            [
                5.026_548_245_743_669,
                0.291_120_919_232_654_15,
                0.291_120_919_232_654_15,
                0.046_076_692_252_650_306,
            ],
            ROUNDING,
        ),
        (
            "cylinder",
            "0.1 0.3",
            "density='10'",
            [
                4.398_229_715_025_71,
                0.190_066_355_542_182_46,
                0.190_066_355_542_182_46,
                0.040_840_704_496_667_32,
            ],
            ROUNDING,
        ),
        (
            "box",
            "0.1 0.2 0.3",
            "density='10'",
            [8.8, 0.541_333_333_333_333_3, 0.421_333_333_333_333_4, 0.242_666_666_666_666_7],
            ROUNDING,
        ),
        (
            "ellipsoid",
            "0.1 0.2 0.3",
            "density='10'",
            [4.897_193_333_371_731, 0.180_751_748_825_969_12, 0.140_683_665_763_390_3, 0.081_026_809_368_268],
            SHELL,
        ),
    ];
    for (kind, size, weighs, expected, tolerance) in cases {
        let geom = format!("<geom type='{kind}' size='{size}' {weighs} shellinertia='true'/>");
        let text = world("", &format!("<body name='b'><joint name='j'/>{geom}</body>"));
        close(weight(&text), expected, tolerance, &geom);
        assert_eq!(warnings(&text), "");
    }
    let mesh = "<geom type='mesh' mesh='m' shellinertia='true'/>";
    let shown = refused(&model("", mesh));
    assert!(shown.starts_with("error: `rod` takes its mass from a mesh, which is not read\n"), "{shown}");
}

/// The settings of `<compiler>`, and no word about them where there are none.
#[test]
fn masses_and_moments_have_the_bounds_of_the_compiler() {
    let body = |inertial: &str| {
        format!("<body name='b'><joint name='j'/><inertial pos='0 0 0' mass='0.1' {inertial}/></body>")
    };
    let bounds = "<compiler boundmass='0.5' boundinertia='0.01'/>";
    let text = world(bounds, &body("diaginertia='0.001 0.02 0.02'"));
    assert_eq!((weight(&text), warnings(&text)), ([0.5, 0.01, 0.02, 0.02], String::new()));
    let text = world(bounds, &body("diaginertia='0.001 0.02 0.02' euler='0 0 30'"));
    let expected = "the inertia of `b` is less than `boundinertia`, and kept";
    assert!(warnings(&text).contains(expected), "{}", warnings(&text));
    let text = world(bounds, "<body name='b'><joint name='j'/><body><joint/><geom size='.1'/></body></body>");
    let expected = "`b` has no mass: the bounds of `<compiler>` do not give it one";
    assert!(warnings(&text).contains(expected), "{}", warnings(&text));
    let text = world("<compiler balanceinertia='true'/>", &body("diaginertia='1 1 5'"));
    let third = 7.0 / 3.0;
    assert_eq!((weight(&text), warnings(&text)), ([0.1, third, third, third], String::new()));
}

#[test]
fn unphysical_inertias_are_reported() {
    let inertial = |moments: &str| format!("<inertial pos='0 0 0' mass='1' diaginertia='{moments}'/>");
    let said = warnings(&model("", &inertial("1 1 5")));
    assert!(said.contains("warning: the inertia of `rod` is unphysical"), "{said}");
    assert!(said.contains("`allow: unphysical_inertia`"), "{said}");
    // The body that is fixed on it is the reason.
    let tool = format!("{}<body name='tool'>{}</body>", inertial("1 1 1"), inertial("1 1 50"));
    let said = warnings(&model("", &tool));
    assert!(said.contains("the inertia of `tool` is unphysical") && !said.contains("of `rod`"), "{said}");
    assert_eq!(warnings(&model("", &inertial("1 1 2"))), "");
}

#[test]
fn impossible_masses_are_mistakes() {
    let inertial = |numbers: &str| format!("<inertial pos='0 0 0' mass='1' {numbers}/>");
    let cases = [
        ("<geom name='g' size='.1' mass='-1'/>".to_owned(), "the mass of the geom `g` of `rod` is negative"),
        ("<geom size='.1' density='-1'/>".to_owned(), "the density of a geom of `rod` is negative"),
        ("<inertial pos='0 0 0' mass='-1'/>".to_owned(), "the mass of `rod` is negative"),
        (inertial("diaginertia='-1 1 1'"), "a moment of inertia of `rod` is negative"),
        (inertial("fullinertia='1 1 1 2 0 0'"), "a principal moment of inertia of `rod` is negative"),
        (
            inertial("fullinertia='1 1 1 0 0 0' euler='10 0 0'"),
            "`fullinertia` of `rod` is in the axes of the body, and `euler` turns them",
        ),
        (
            inertial("fullinertia='1 1 1 0 0 0' diaginertia='1 1 1'"),
            "`rod` has both `fullinertia` and `diaginertia`",
        ),
        (inertial("fullinertia='1 1 1'"), "`fullinertia` of `rod` does not have six numbers"),
        (format!("{0}{0}", inertial("diaginertia='1 1 1'")), "`rod` has more than one `inertial`"),
        ("<inertial mass='1'/>".to_owned(), "the `inertial` of `rod` has no `mass` or no `pos`"),
    ];
    for (inside, fact) in cases {
        let shown = refused(&model("", &inside));
        assert!(shown.starts_with(&format!("error: {fact}\n")), "{fact}\n{shown}");
    }
    // MuJoCo does not look at geoms of a body with an inertial, or at the density of one with a mass.
    let text = model("", &format!("{}<geom size='.1' mass='-1'/>", inertial("diaginertia='1 1 1'")));
    assert_eq!(weight(&text), [1.0; 4]);
    imported(&model("", "<geom size='.1' mass='1' density='-3'/>"));
}
