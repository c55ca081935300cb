//! The two entry points, the macro and `.mech` files: the same code, and mistakes at their places.

mod announced;
#[path = "../cost/mod.rs"]
mod cost;
mod counted;
mod documents;
#[path = "../golden/mod.rs"]
mod golden;
mod names;

use linkwork_compiler::build::{Build, compile_text, constant_names, rust};
use linkwork_compiler::{Options, compile, expand};
use std::path::{Path, PathBuf};

const PENDULUM: &str = "/// A pendulum.
pub mechanism Pendulum {
    const twice = 2;
    param mass = 1 [kg];
    param length = 25 [cm];
    coordinate theta [rad];
    kinetic = mass * length^2 * der(theta)^2 / twice;
    potential = -mass * 9.81 [m/s^2] * length * cos(theta);
    initial { theta: 30 [deg] }
}
";

/// The messages for a text that does not compile.
fn refused(text: &str) -> String {
    compile_text("bad.mech", text, &Options::default(), false).expect_err("a mistake").to_string()
}

/// An empty folder of this test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

#[test]
fn both_entry_points_emit_the_same_code_every_time() {
    let by_text = compile_text("pendulum.mech", PENDULUM, &Options::default(), false).expect("no mistakes");
    assert_eq!(by_text.warnings, "");
    let by_tokens = compile(PENDULUM.parse().expect("tokens"), &Options::default());
    let code = rust(&by_text.programs).expect("Rust");
    assert_eq!(code, rust(&by_tokens.programs).expect("Rust"));
    assert!(code.contains("pub struct Pendulum"));
    let again = compile_text("pendulum.mech", PENDULUM, &Options::default(), false).expect("no mistakes");
    assert_eq!(code, rust(&again.programs).expect("Rust"));
}

#[test]
fn the_macro_expands_to_the_code_of_the_file() {
    let expanded = expand(PENDULUM.parse().expect("tokens"));
    let by_macro = prettyplease::unparse(&syn::parse2(expanded).expect("Rust"));
    let by_text = compile_text("pendulum.mech", PENDULUM, &Options::default(), false).expect("no mistakes");
    assert_eq!(by_macro, rust(&by_text.programs).expect("Rust"));
}

#[test]
fn the_macro_reports_every_mistake_and_keeps_the_struct() {
    let good = expand(PENDULUM.parse().expect("tokens")).to_string();
    assert!(!good.contains("compile_error"));
    let bad = PENDULUM.replace("cos(theta)", "cos(thta)").replace("25 [cm]", "25 [cmm]");
    let code = expand(bad.parse().expect("tokens")).to_string();
    assert_eq!(code.matches("compile_error").count(), 2, "{code}");
    assert!(code.contains("cannot find `thta`\\nhelp: did you mean `theta`?"), "{code}");
    assert!(code.contains("cannot find unit `cmm`"), "{code}");
    assert!(code.contains("pub struct Pendulum"), "{code}");
}

/// Uses of a mechanism with mistakes make no follow-up errors: its struct keeps all fields.
#[test]
fn the_struct_of_a_broken_mechanism_has_the_parameters_of_repetitions_too() {
    let text = "mechanism Chain { const n = 2; param m = 1; for i in 0..n { param k[i] = 1; input u[i]; } \
                param bad = nothing; coordinate x; kinetic = m * der(x)^2 + k[5]; }";
    let code = expand(text.parse().expect("tokens")).to_string();
    assert!(code.contains("cannot find `k[5]`"), "{code}");
    for field in ["pub m : T", "pub k_0 : T", "pub k_1 : T", "pub bad : T", "pub u_0 : T", "pub u_1 : T"] {
        assert!(code.contains(field), "{field}: {code}");
    }
    assert!(!code.contains("pub k : T"), "{code}");
}

/// A coordinate that may be without mass while the mechanism moves.
#[test]
fn mass_matrices_that_may_be_singular_are_known() {
    let singular = |text: &str| {
        let compiled = compile(text.parse().expect("tokens"), &Options::default());
        let [program] = compiled.programs.as_slice() else { panic!("{:?}", compiled.diagnostics) };
        program.flags.singular_mass
    };
    assert!(!singular(PENDULUM));
    let rigid = "mechanism Rigid { param mass = 1; param inertia = 0.3; coordinate x = 1; coordinate theta; \
                 kinetic = mass*der(x)^2/2 + inertia*der(theta)^2/2; constraint c: x = cos(theta); \
                 initial { theta: 0.5 } }";
    assert!(singular(rigid));
    // Either may be without inertia, not both.
    assert!(singular(&rigid.replace("inertia*", "0.3*")));
    assert!(!singular(&rigid.replace("inertia*", "0.3*").replace("mass*", "2*")));
    assert!(singular(
        "mechanism M { coordinate x; coordinate y; mass_matrix = [[1, 2], [0, 1]]; force = [0, 0]; }"
    ));
}

#[test]
fn a_mistake_in_a_file_is_shown_in_its_line() {
    let expected = "\
error: cannot find `lenght`
   ╭─[ bad.mech:5:27 ]
   │
 5 │     potential = 2 [N/m] * lenght^2;
   │                           ───┬──
   │                              ╰──── not declared
   │
   │ Help: did you mean `length`?
───╯
";
    let text = "mechanism A {
    // ä takes two bytes
    param length = 1 [m]; coordinate x [m];
    kinetic = 1 [kg] * der(x)^2 / 2;
    potential = 2 [N/m] * lenght^2;
    output o = length;
}
";
    assert_eq!(refused(text), expected);
    let coloured =
        compile_text("bad.mech", text, &Options::default(), true).expect_err("a mistake").to_string();
    assert!(coloured.contains('\u{1b}') && coloured.contains("cannot find"));
}

#[test]
fn both_operands_are_marked() {
    let text = "mechanism A { coordinate x [m]; kinetic = 1 [kg] * der(x)^2; let a = x + time; }";
    let shown = refused(text);
    assert!(shown.starts_with("error: cannot add `s` to `m`\n"), "{shown}");
    assert!(shown.contains("─ `m`") && shown.contains("─ `s`"), "{shown}");
}

/// The message and the marked text of the only mistake in a text.
fn only(text: &str) -> (String, String) {
    let shown = refused(text);
    let mut facts = shown.lines().filter_map(|line| line.strip_prefix("error: "));
    let fact = facts.next().expect("an error").to_owned();
    assert_eq!(facts.next(), None, "{shown}");
    let help = shown.lines().find_map(|line| line.split_once("Help: ")).map(|(_, help)| help.to_owned());
    (fact, help.unwrap_or_default())
}

#[test]
fn errors_of_the_lexer_have_a_place() {
    let around = |item: &str| {
        format!(
            "mechanism A {{\n coordinate x [m];\n kinetic = 1 [kg] * der(x)^2 / 2;\n {item}\n output o = x;\n}}\n"
        )
    };
    for (item, fact, help) in [
        ("potential = 1 [N/m] * x²;", "`²` is not part of the language", "a power is written `x^2`"),
        (
            "potential = 1 [N] * x'';",
            "`'` is not part of the language",
            "the rate of `x` is written `der(x)`",
        ),
        ("let a = 30°;", "`°` is not part of the language", "degrees are written `30 [deg]`"),
        ("let a = 1 [m⁻²] + 0;", "`⁻²` is not part of the language", "a power is written `m^-2`"),
        (
            "let a = x·x;",
            "`·` is not part of the language",
            "a product is written `a*b`, or `dot(a, b)` and `cross(a, b)` of arrays",
        ),
        ("let a = −x;", "`−` is not part of the language", "write the ASCII minus `-`"),
        ("let a = √x;", "`√` is not part of the language", "a root is written `sqrt(x)`"),
        ("let a = if(x ≤ 0, 1, 2);", "`≤` is not part of the language", "write `<=`"),
        ("let a = (x;", "`(` is not closed", "add `)` where it ends"),
        ("let a = x);", "unexpected closing `)`", "remove it, or add the matching `(`"),
        ("let a = \"x;", "unterminated string", "close it with `\"`"),
        ("/* comment", "unterminated block comment", "close it with `*/`"),
        ("let a = 1; */", "`*/` ends no comment", "remove it, or begin the comment with `/*`"),
        ("let a = 1 \\ 2;", "`\\` is not part of the language", ""),
        ("let a = 🦀;", "`🦀` is not part of the language", ""),
    ] {
        let text = around(item);
        if item.contains('"') || item.contains("/*") {
            // The rest of the file is lost with it.
            assert!(refused(&text).contains(&format!("error: {fact}\n")), "{item}: {}", refused(&text));
            continue;
        }
        assert_eq!(only(&text), (fact.to_owned(), help.to_owned()), "{item}");
        assert!(refused(&text).contains("bad.mech:4:"), "{item}: {}", refused(&text));
    }
    // Comments and documentation may contain anything.
    let text = "/// x² isn't 30°\nmechanism A { /* ½ */ coordinate x; // don't\n kinetic = der(x)^2; }";
    assert!(compile_text("good.mech", text, &Options::default(), false).is_ok());
    // A product before a comment does not end one.
    let text = "mechanism A { coordinate x; kinetic = 2 */* twice */ der(x)^2 *// once\n 1; }";
    assert!(compile_text("good.mech", text, &Options::default(), false).is_ok());
}

#[test]
fn unused_parameters_are_warnings_of_files() {
    let text =
        "mechanism A { param spare = 2; param a = 1; param b = a; coordinate x; kinetic = b * der(x)^2; }";
    let compiled = compile_text("a.mech", text, &Options::default(), false).expect("no mistakes");
    assert!(
        compiled.warnings.starts_with("warning: parameter `spare` is never used\n"),
        "{}",
        compiled.warnings
    );
    assert_eq!(compiled.warnings.matches("warning: ").count(), 1, "{}", compiled.warnings);
}

#[test]
fn build_scripts_write_one_file_for_each_description() {
    let package = folder("package");
    std::fs::write(package.join("pendulum.mech"), PENDULUM).expect("a file");
    let build = Build::new().file("pendulum.mech").constant("twice", 4);
    let lines = build.compile_in(&package, &package).expect("no mistakes");
    assert_eq!(lines, format!("cargo::rerun-if-changed={}\n", package.join("pendulum.mech").display()));
    let code = std::fs::read_to_string(package.join("pendulum.rs")).expect("code");
    assert!(code.starts_with("// Compiled from `pendulum.mech`.\n\n"), "{code}");
    let options = Options { constants: vec![("twice".to_owned(), "4".to_owned())], ..Options::default() };
    let direct = compile_text("pendulum.mech", PENDULUM, &options, false).expect("no mistakes");
    assert!(code.ends_with(&rust(&direct.programs).expect("Rust")));
    let without = compile_text("pendulum.mech", PENDULUM, &Options::default(), false).expect("no mistakes");
    assert_ne!(rust(&direct.programs), rust(&without.programs));
    assert_eq!(constant_names(PENDULUM, None), ["twice"]);
}

#[test]
fn build_scripts_report_what_is_wrong_with_their_files() {
    let package = folder("broken");
    std::fs::write(package.join("pendulum.mech"), PENDULUM).expect("a file");
    std::fs::write(package.join("bad.mech"), "mechanism A { coordinate x; kinetic = y; }").expect("a file");
    let mistakes = |build: Build| build.compile_in(&package, &package).expect_err("a mistake").to_string();
    assert!(mistakes(Build::new().file("bad.mech")).starts_with("error: cannot find `y`\n"));
    assert!(mistakes(Build::new().file("none.mech")).starts_with("error: cannot read `none.mech`: "));
    let twice = mistakes(Build::new().file("pendulum.mech").file("pendulum.mech"));
    assert!(twice.starts_with("error: two files would be written to "), "{twice}");
    let unknown = mistakes(Build::new().file("pendulum.mech").constant("twise", 3));
    assert_eq!(unknown, "error: no mechanism has a `const twise`\nhelp: did you mean `twice`?\n");
    let no_number = mistakes(Build::new().file("pendulum.mech").constant("twice", "many"));
    assert!(
        no_number.starts_with("error: the value `many` given for `twice` is not a number\n"),
        "{no_number}"
    );
}

#[test]
fn marks_of_editors_and_comments_of_other_languages() {
    let around =
        |items: &str| format!("mechanism A {{\n    coordinate x;\n    kinetic = der(x)^2;\n{items}}}\n");
    let marked = format!("\u{feff}{}", around(""));
    assert!(compile_text("a.mech", &marked, &Options::default(), false).is_ok());
    let found = refused(&around("    # a remark, with a { brace\n"));
    assert!(
        found.contains("comments do not begin with `#`") && found.contains("comments begin with `//`"),
        "{found}"
    );
    assert_eq!(found.matches("error:").count(), 1, "{found}");
    let found = refused(
        "mechanism A {\n    coordinate x;\n    initial {\n        x: 1\n    kinetic = der(x)^2;\n}\n",
    );
    assert!(found.contains("bad.mech:3:13") && found.contains("`{` is not closed"), "{found}");
    assert!(!found.contains("─ here\n"), "labels say what is wrong, or nothing: {found}");
}

#[test]
fn the_macro_shows_warnings_as_deprecations() {
    let warned = |items: &str| {
        let text = format!("mechanism A {{ coordinate x; kinetic = der(x)^2; {items} }}");
        expand(text.parse().expect("tokens")).to_string()
    };
    let code = warned("param unused = 1;");
    assert!(code.contains("deprecated") && code.contains("parameter `unused` is never used"), "{code}");
    assert!(!warned("").contains("deprecated"));
    // Beside a mistake they would only distract.
    assert!(!warned("param unused = 1; let a = y;").contains("deprecated"));
}

/// Large code has a warning at its cause, which `unroll = always;` silences.
#[test]
fn large_code_is_told_where_it_comes_from() {
    let text = |word: &str| {
        format!(
            "mechanism Chain in space {{ {word}
                for i in 1..=8 {{ body bar[i] {{ mass: 3 [kg], inertia: diagonal(1, 2, 3) [kg*m^2] }} }}
                joint ball[1] = spherical(ground, bar[1] at [0, 0, 1] [m]);
                for i in 2..=8 {{ joint ball[i] = spherical(bar[i - 1] at [0, 0, -1] [m], bar[i] at [0, 0, 1] [m]); }}
                state held [m]; der(held) = bar[8].position.z / 1 [s];
            }}"
        )
    };
    let package = folder("large");
    let warned = |word: &str| {
        std::fs::write(package.join("chain.mech"), text(word)).expect("a file");
        let lines = Build::new().file("chain.mech").compile_in(&package, &package).expect("no mistakes");
        lines.lines().find(|line| line.starts_with("cargo::warning=")).map(str::to_owned)
    };
    let line = warned("").expect("a warning");
    assert!(line.starts_with("cargo::warning=chain.mech:5:"), "{line}");
    assert!(line.contains("state `held` is not made of loops: the unrolled code of `Chain` has "), "{line}");
    assert!(line.contains(" operations for 24 velocities") && line.contains("; help: "), "{line}");
    assert_eq!(warned("unroll = always;"), None);
}

/// A formulation that cannot be assembled is a struct with the reason as its deprecation: uses of it report why there is no mechanism.
#[test]
fn a_skipped_formulation_is_a_struct_with_the_reason() {
    let text = "pub mechanism Ball in space { coordinates = [minimal, absolute];
        body bob { mass: 1 [kg], inertia: diagonal(0.1, 0.1, 0.1) [kg*m^2] }
        joint ball = spherical(ground, bob at [0, 0, 0.5] [m]);
        constraint far: ball.rotation.w = -0.5;
        initial { ball.rotation.w: ~-0.5, ball.rotation.x: ~0.866 }
    }";
    let compiled = compile(text.parse().expect("tokens"), &Options::default());
    let [skipped] = &compiled.left_out[..] else { panic!("{} formulations", compiled.left_out.len()) };
    assert!(
        skipped.name == "BallAbsolute" && !skipped.reason.is_empty(),
        "{}: {}",
        skipped.name,
        skipped.reason
    );
    let code: syn::File = syn::parse2(expand(text.parse().expect("tokens"))).expect("Rust");
    let found = code.items.iter().find_map(|item| match item {
        syn::Item::Struct(found) if found.ident == skipped.name => Some(found),
        _ => None,
    });
    let found = found.expect("a struct");
    assert!(matches!(found.vis, syn::Visibility::Public(_)) && found.fields.is_empty());
    let note = format!("note = {:?}", format!("this formulation was skipped: {}", skipped.reason));
    let deprecation = found.attrs.iter().find(|attribute| attribute.path().is_ident("deprecated"));
    let list = deprecation.expect("a deprecation").meta.require_list().expect("a list");
    assert_eq!(list.tokens.to_string(), note);
}

/// All `.mech` files of the corpus, by topic.
fn corpus() -> Vec<PathBuf> {
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let all = std::fs::read_dir(folder).expect("a folder of the tests");
        all.map(|entry| entry.expect("an entry").path()).collect()
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut files: Vec<PathBuf> = inside(&root).iter().flat_map(|topic| inside(topic)).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "mech"));
    files.sort();
    files
}

/// One mistake per file, with the output of the command line next to it (`BLESS=1 cargo test` rewrites it); the build
/// script prints the same, and the macro has an error for each.
#[test]
fn all_entry_points_report_the_corpus_of_mistakes() {
    let files = corpus();
    assert!(files.len() >= 90, "{} mistakes", files.len());
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a text");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let told = compile_text(&name, &text, &Options::default(), false).expect_err(&name).to_string();
        let expected = path.with_extension("txt");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &told).expect("a text is written");
        }
        assert_eq!(told, std::fs::read_to_string(&expected).unwrap_or_default(), "{}", path.display());
        let helps = told.contains("Help: ") || told.contains("Help 1: ");
        assert!(helps, "every mistake says how to mend it: {}", path.display());
        let errors = told.matches("error: ").count();
        // Unbalanced brackets never reach a macro: rustc rejects them.
        if let Ok(tokens) = text.parse() {
            let code = expand(tokens).to_string();
            assert_eq!(code.matches("compile_error").count(), errors, "{}", path.display());
        }
        let out = folder("corpus");
        let built = Build::new().file(&name).compile_in(path.parent().expect("a topic"), &out);
        assert_eq!(built.expect_err(&name).to_string(), told, "{}", path.display());
    }
}
