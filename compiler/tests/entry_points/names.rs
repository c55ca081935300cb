//! Names that mean something in Rust or in emitted code.

use linkwork_compiler::build::compile_text;
use linkwork_compiler::{Options, compile, emit};

/// Keywords of Rust, strict, reserved and weak, without those that cannot be names.
const KEYWORDS: &str = "abstract as async auto await become box break const continue default do dyn else enum extern \
    false final fn for gen if impl in let loop macro macro_rules match mod move mut override priv pub raw ref return \
    safe static struct trait true try type typeof union unsafe unsized use virtual where while yield";
/// Names with a meaning in the prelude or in emitted code.
const MEANT: &str = "Option Some None Result Ok Err Vec Box String Default Clone Copy Debug Fn Drop Iterator Into From \
    Flags Real Names Named TimeCache PositionCache Values Factors Sizes Mechanism Cow Singular Fallback Weights SVector S Model Inputs Error \
    drop main panic vec format println assemble assemble_model check_body check_parameter pivot_limits fallback store turns \
    rotations parameters constants positions velocities states reactions model guess given saddle_limits limits at now out \
    moving factors weights lift value index scalar redundant lambda_c psi_c mass_x column_x row_x x_dot x_ddot sin_x t0 k1 \
    f2 r3 b4 at5 side0 moving1 stiffness2 solution3 weight_mass m_0_0 g_0_0 k_0_0 c_0_0 b_g_0_0 x0_squared x0_z0 inverse_x0";

/// Words of every kind in every place where the language accepts a name.
#[test]
fn names_that_are_keywords_or_types_are_emitted_as_valid_rust() {
    let places: [fn(&str) -> String; 9] = [
        |w| {
            format!(
                "mechanism A {{ param {w} = 1; coordinate x0; kinetic = {w}*der(x0)^2; potential = sin({w})*x0^2; }}"
            )
        },
        |w| {
            format!(
                "mechanism A {{ coordinate {w}; kinetic = (1 + sin({w})^2)*der({w})^2; potential = tan({w}); }}"
            )
        },
        |w| {
            format!(
                "mechanism A {{ coordinate x0; coordinate z0; kinetic = der(x0)^2 + der(z0)^2; constraint {w}: x0^2 + z0^2 = 1; initial {{ x0: 1 }} output o = multiplier({w}); }}"
            )
        },
        |w| {
            format!(
                "mechanism A {{ coordinate x0; coordinate z0; kinetic = der(x0)^2 + der(z0)^2; constraint {w}: der(x0) = x0*der(z0); }}"
            )
        },
        |w| {
            format!(
                "mechanism {w} {{ input i0; coordinate x0; kinetic = der(x0)^2; force f0 = generalized(x0, i0); }}"
            )
        },
        |w| {
            format!(
                "mechanism A {{ input {w}; coordinate x0; kinetic = der(x0)^2; force f0 = generalized(x0, sin({w})); }}"
            )
        },
        |w| {
            format!(
                "mechanism A {{ state {w}; der({w}) = -sin({w}); coordinate x0; kinetic = der(x0)^2; force f0 = generalized(x0, {w}); output o0 = {w}; }}"
            )
        },
        |w| {
            format!(
                "mechanism A {{ coordinate x0; kinetic = der(x0)^2; output {w} = x0; function g0(v) = crate::r#{w}; force f0 = generalized(x0, g0(x0)); }}"
            )
        },
        |w| {
            format!(
            "mechanism A in plane {{ body {w} {{ mass: 1, inertia: 1 }} body b0 {{ mass: 1, inertia: 1 }} joint j0 = free(ground, {w}); joint k0 = revolute({w}, b0); output o0 = {w}.position.x; force f0 = torque(k0, {w}.angle); }}
             mechanism B in plane {{ body b0 {{ mass: 1, inertia: 1 }} joint {w} = revolute(ground, b0 at [0, 1]); output o0 = {w}.angle; }}"
        )
        },
    ];
    for (number, word) in KEYWORDS.split_whitespace().chain(MEANT.split_whitespace()).enumerate() {
        // Neighbours of one kind share the places, to save time.
        for text in places.iter().skip(number % 3).step_by(3).map(|place| place(word)) {
            let compiled = compile(text.parse().expect("tokens"), &Options::default());
            assert!(!compiled.diagnostics.has_errors(), "{text}: {:#?}", compiled.diagnostics);
            for program in &compiled.programs {
                let code = syn::parse2::<syn::File>(emit::emit(program));
                assert!(code.is_ok(), "{text}: {:?}", code.err());
            }
        }
    }
}

#[test]
fn names_of_mechanisms_are_valid_names_of_structs() {
    let mechanism = |name: &str| {
        format!(
            "mechanism {name} {{ input u; coordinate x; kinetic = der(x)^2; force f = generalized(x, u); }}"
        )
    };
    for (text, fact) in [
        (mechanism("Self"), "`Self` cannot be the name of a mechanism"),
        (mechanism("f64"), "`f64` cannot be the name of a mechanism"),
        (mechanism("T"), "`T` cannot be the name of a mechanism"),
        (mechanism("Arm") + &mechanism("ArmModel"), "`ArmModel` is the name of the model of `Arm`"),
        (mechanism("ArmInputs") + &mechanism("Arm"), "`ArmInputs` is the name of the inputs of `Arm`"),
    ] {
        let mistakes = compile_text("names.mech", &text, &Options::default(), false)
            .err()
            .map(String::from)
            .unwrap_or_default();
        assert!(mistakes.contains(fact) && mistakes.contains("choose another name"), "{text}: {mistakes}");
    }
}

/// Names that are made of several are not those of functions of emitted code.
#[test]
fn combined_names_are_those_of_nothing_else() {
    let text = "mechanism A { param add = 2; param compensated = 3; coordinate x; coordinate y;
        kinetic = add*compensated*der(x)^2 + der(y)^2; potential = add*compensated*x^2*cos(y); }";
    let compilation = compile(text.parse().expect("tokens"), &Options::default());
    assert!(!compilation.diagnostics.has_errors());
    let code = emit::emit(&compilation.programs[0]).to_string();
    assert!(code.contains("add_compensated_2"), "{code}");
    for binding in ["let add_compensated =", "[add_compensated ,", "[add_compensated]", ", add_compensated ,"]
    {
        assert!(!code.contains(binding), "{binding}: {code}");
    }
}
