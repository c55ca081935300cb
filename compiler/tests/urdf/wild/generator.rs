//! Random texts: tokens, formulas and items by a grammar, bytes, damaged files.
//!
//! Invariant: the text is a function of the kind and the number alone.

/// The parts of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Tokens of the language in any order.
    Tokens,
    /// Items by the grammar, with names that may not exist.
    Grammar,
    /// Bytes.
    Bytes,
    /// A file of the models with some damage.
    Damaged,
    /// A robot in URDF with some damage.
    Robot,
    /// A model in MJCF with some damage.
    Mjcf,
}

/// All kinds.
#[allow(dead_code, reason = "the fuzzer takes all of them, a test some")]
pub const KINDS: [Kind; 6] =
    [Kind::Tokens, Kind::Grammar, Kind::Bytes, Kind::Damaged, Kind::Robot, Kind::Mjcf];

/// Files to damage.
pub struct Seeds {
    /// Descriptions.
    pub descriptions: Vec<String>,
    /// Robots in URDF.
    pub robots: Vec<String>,
    /// Models in MJCF.
    pub models: Vec<String>,
}

/// The files of a folder and of those below it whose names end so.
fn files(folder: &std::path::Path, ending: &str) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths
        .flat_map(|path| match path.is_dir() {
            true => files(&path, ending),
            false if path.extension().is_some_and(|found| found == ending) => vec![path],
            false => Vec::new(),
        })
        .collect()
}

impl Seeds {
    /// The models and the robots of the tests.
    pub fn read() -> Self {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let all = |folder: &str, ending: &str| -> Vec<String> {
            let mut paths = files(&root.join(folder), ending);
            paths.sort();
            // Large models take long to compile and contain no other constructs than small ones.
            paths
                .iter()
                .filter_map(|path| std::fs::read_to_string(path).ok())
                .filter(|text| text.len() < 3000)
                .collect()
        };
        let mut robots = all("tests/urdf", "urdf");
        robots.push(ROBOT.to_owned());
        let mut models = all("tests/mjcf", "xml");
        models.extend([MODEL.to_owned(), COUPLED.to_owned()]);
        Self { descriptions: all("models/mechanisms", "mech"), robots, models }
    }
}

const MODEL: &str = r#"<mujoco model="m"><compiler angle="degree" eulerseq="xyz" inertiafromgeom="auto" autolimits="true"/>
<option gravity="0 0 -9.81" timestep="0.002"/><default><joint damping="0.1" armature="0.01"/><geom density="500"/>
<default class="c"><joint axis="0 1 0" range="-90 90" frictionloss="0.2"/></default></default><worldbody>
<geom type="plane" size="1 1 1"/><body name="a" pos="0 0 1" euler="10 20 30" childclass="c"><joint name="j" stiffness="2" springref="10" ref="5"/>
<inertial pos="0 0 0.1" mass="1" diaginertia="0.1 0.2 0.15"/><body name="b" pos="0 0 1" quat="1 0 0 0.5"><joint name="k" type="slide" limited="true"/>
<geom type="capsule" fromto="0 0 0 0 0 1" size="0.1"/><site name="s" pos="1 0 0"/></body></body></worldbody>
<actuator><motor name="t" joint="j" gear="3"/><position joint="k" kp="10" kv="1"/></actuator><sensor><jointpos joint="j"/></sensor></mujoco>"#;

const COUPLED: &str = r#"<mujoco><worldbody><body name="a"><joint name="j" axis="0 1 0"/><geom type="box" size=".1 .2 .3"/>
<body name="b" pos="1 0 0"><joint name="k" axis="0 1 0"/><geom type="sphere" size="0.1" mass="2"/></body></body>
<body name="c" pos="0 0 1"><freejoint/><geom type="cylinder" size="0.1 0.2"/></body></worldbody><equality>
<connect body1="b" body2="c" anchor="0 0 0.5"/><joint joint1="j" joint2="k" polycoef="0 2 0 0 0"/></equality></mujoco>"#;

const ROBOT: &str = r#"<robot name="r"><material name="m"><color rgba="1 0 0 1"/></material>
<link name="a"/><link name="b"><inertial><origin xyz="0 0 1" rpy="0 0 0"/><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial><visual><geometry><box size="1 1 1"/></geometry></visual></link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/>
<dynamics damping="1" friction="0.1"/></joint></robot>"#;

const WORDS: [&str; 97] = [
    "verify",
    "freedoms",
    "conserves",
    "range",
    "energy",
    "param",
    "const",
    "let",
    "input",
    "output",
    "state",
    "coordinate",
    "kinetic",
    "potential",
    "dissipation",
    "force",
    "constraint",
    "initial",
    "der",
    "for",
    "in",
    "body",
    "particle",
    "frame",
    "joint",
    "function",
    "gravity",
    "coordinates",
    "mass_matrix",
    "mechanism",
    "plane",
    "space",
    "generalized",
    "multiplier",
    "at",
    "ground",
    "mass",
    "inertia",
    "com",
    "shape",
    "density",
    "revolute",
    "prismatic",
    "fixed",
    "free",
    "spherical",
    "gear",
    "spring",
    "contact",
    "friction",
    "torque",
    "axis",
    "length",
    "stiffness",
    "ratio",
    "rotation",
    "rpy",
    "if",
    "sin",
    "sqrt",
    "ln",
    "dot",
    "cross",
    "norm",
    "min",
    "time",
    "pi",
    "a",
    "b",
    "c",
    "x",
    "y",
    "q",
    "i",
    "n",
    "m",
    "kg",
    "rad",
    "deg",
    "angle",
    "position",
    "0",
    "1",
    "2",
    "3.5",
    "1e9",
    "1e-300",
    "99999999999999999999",
    "0..3",
    "\"s\"",
    "'a",
    "r#type",
    "minimal",
    "absolute",
    "true",
    "self",
    "type",
];
const MARKS: [&str; 36] = [
    "=", ";", ";", ";", ":", ",", ".", "+", "-", "*", "/", "^", "(", ")", "[", "]", "{", "}", "<", "<=",
    "==", "!=", "&&", "||", "!", "~", "..", "..=", "->", "::", "#", "///x\n", "//x\n", "/*x*/", "[m]", "()",
];

/// Pseudo-random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// The text of a kind with a number.
pub fn text(kind: Kind, number: u64, seeds: &Seeds) -> String {
    let mut random = Random(number.wrapping_mul(5).wrapping_add(kind as u64));
    match kind {
        Kind::Tokens => tokens(&mut random),
        Kind::Grammar => grammar(&mut random),
        Kind::Bytes => bytes(&mut random),
        Kind::Damaged => damaged(&mut random, &seeds.descriptions),
        Kind::Robot => damaged(&mut random, &seeds.robots),
        Kind::Mjcf => damaged(&mut random, &seeds.models),
    }
}

fn setting(random: &mut Random) -> &'static str {
    random.of(&["", " in plane", " in space"])
}

fn tokens(random: &mut Random) -> String {
    let count = random.below(40);
    let mut text = format!("mechanism A{} {{ coordinate x; kinetic = der(x)^2; ", setting(random));
    for _ in 0..count {
        text.push_str(if random.one_in(2) { random.of(&WORDS) } else { random.of(&MARKS) });
        text.push(' ');
    }
    text + "}"
}

fn bytes(random: &mut Random) -> String {
    let count = random.below(80);
    let raw: Vec<u8> = (0..count)
        .map(|_| match random.below(3) {
            0 => random.below(256) as u8,
            1 => b"{}[]()\"';:/*#\\\n\r\t\xef\xbb\xbf\xc2\xb2"[random.below(22)],
            _ => 32 + random.below(96) as u8,
        })
        .collect();
    let middle = String::from_utf8_lossy(&raw).into_owned();
    if random.one_in(2) {
        format!("mechanism A {{ coordinate x; {middle} kinetic = der(x)^2; }}")
    } else {
        middle
    }
}

/// Pieces of a file are removed, duplicated, swapped or replaced.
fn damaged(random: &mut Random, seeds: &[String]) -> String {
    let Some(seed) = seeds.get(random.below(seeds.len())) else { return String::new() };
    let mut pieces: Vec<&str> = Vec::new();
    let mut rest = seed.as_str();
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let end = if word(first) { rest.find(|c| !word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        pieces.push(&rest[..end]);
        rest = &rest[end..];
    }
    for _ in 0..=random.below(4) {
        let (at, other) = (random.below(pieces.len()), random.below(pieces.len()));
        match random.below(6) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[other]),
            2 => pieces.swap(at, other),
            3 => pieces[at] = random.of(&WORDS),
            4 => pieces[at] = random.of(&MARKS),
            _ => {
                pieces[at] =
                    random.of(&["0", "-1", "1e308", "1e-308", "nan", "inf", "", "²", "é", "\u{feff}"])
            }
        }
        if pieces.is_empty() {
            break;
        }
    }
    pieces.concat()
}

fn grammar(random: &mut Random) -> String {
    let count = 1 + random.below(14);
    let mut text = format!("mechanism A{} {{\n", setting(random));
    if random.one_in(2) {
        text.push_str("coordinate x; coordinate y; kinetic = der(x)^2 + der(y)^2;\n");
    }
    if random.one_in(2) {
        text.push_str("body a { mass: 1, inertia: 1 } body b { mass: 2, inertia: 1 }\n");
    }
    for _ in 0..count {
        text.push_str(&item(random, 0));
        text.push('\n');
    }
    text + "}"
}

fn name(random: &mut Random) -> String {
    let base = random.of(&["a", "b", "c", "x", "y", "n", "p", "a_1", "ground", "type", "i", "loop", "x_0"]);
    match random.below(9) {
        0 => format!("{base}[{}]", random.of(&["0", "1", "i", "n", "m", "-1", "i + 1"])),
        1 => format!("{base} [{}]", random.of(&["m", "kg", "N*m", "1/s", "m^0.5", "q"])),
        _ => base.to_owned(),
    }
}

fn item(random: &mut Random, depth: usize) -> String {
    let (first, value) = (name(random), formula(random, 0));
    match random.below(24) {
        0 => format!("param {first} = {value};"),
        1 => format!("const n = {};", random.of(&["3", "-2", "1.5", "2^40", "x", "pi"])),
        2 => format!("let {first} = {value};"),
        3 => format!("input {first};"),
        4 => format!("output {first} = {value};"),
        5 => format!("state {first} = {value}; der({first}) = {};", formula(random, 0)),
        6 => format!("coordinate {first};"),
        7 => format!("coordinate {first} = {value};"),
        8 => format!("{} = {value};", random.of(&["kinetic", "potential", "dissipation"])),
        9 => format!("force {first} = generalized({}, {value});", name(random)),
        10 => format!("constraint {first}: {value} = {};", formula(random, 0)),
        11 => format!("initial {{ {}: {}{value} }}", target(random), random.of(&["", "~"])),
        12 => format!(
            "mass_matrix = [[{value}, 0], [0, {}]]; force = [{}, 1];",
            formula(random, 1),
            formula(random, 1)
        ),
        13 if depth < 3 => {
            let range =
                random.of(&["0..2", "0..=3", "3..0", "0..n", "0..", "-1..1", "0..1e15", "1..99999999999"]);
            format!("for i in {range} {{ {} {} }}", item(random, depth + 1), item(random, depth + 1))
        }
        14 => format!(
            "{} {first} {{ mass: {value}, inertia: {} }}",
            random.of(&["body", "particle"]),
            formula(random, 1)
        ),
        15 => format!("frame {first} = {} at [{value}, 1];", name(random)),
        16 | 17 => {
            let kind = random.of(&[
                "revolute",
                "prismatic",
                "fixed",
                "free",
                "spherical",
                "rod",
                "universal",
                "constant_velocity",
                "planar",
                "gear",
            ]);
            let more = random.of(&[
                "",
                ", axis: [1, 0]",
                ", axis: [0, 0, 1]",
                ", cut: true",
                ", length: 1",
                ", ratio: 0",
            ]);
            format!("joint {first} = {kind}({}, {}{more});", place(random), place(random))
        }
        18 | 19 => {
            let kind = random.of(&[
                "spring",
                "tabulated_spring",
                "torque",
                "friction",
                "contact",
                "force",
                "bushing",
                "gravity",
            ]);
            let more = random.of(&[
                "",
                ", stiffness: 1",
                ", stiffness: -1",
                ", elongations: [0, 1, 1], tensions: [0, 1]",
                ", coefficient: 1",
                ", length: 0",
                ", normal: [0, 1]",
            ]);
            format!("force {first} = {kind}({}, {}{more});", place(random), place(random))
        }
        20 => format!("gravity = [{value}, -9.81];"),
        21 => {
            format!("coordinates = {};", random.of(&["minimal", "absolute", "[minimal, absolute]", "other"]))
        }
        22 => format!("function {first}(v [m/s]) -> [N] = crate::drag;"),
        _ => format!(
            "{} {first} = {value};",
            random.of(&["coordinat", "parm", "lett", "mass", "generalized", "typ"])
        ),
    }
}

fn target(random: &mut Random) -> String {
    match random.below(5) {
        0 => format!("der({})", name(random)),
        1 => format!("{}.angle", name(random)),
        2 => format!("{}.rotation", name(random)),
        3 => format!("multiplier({})", name(random)),
        _ => name(random),
    }
}

fn place(random: &mut Random) -> String {
    match random.below(4) {
        0 => "ground".to_owned(),
        1 => format!("{} at [{}, 1]", name(random), formula(random, 2)),
        _ => name(random),
    }
}

fn formula(random: &mut Random, depth: usize) -> String {
    let inner = |random: &mut Random| formula(random, depth + 1);
    if depth > 3 || random.one_in(3) {
        return match random.below(7) {
            0 => {
                random.of(&["0", "1", "2", "-1", "1e300", "1e-300", "0.1", "12345678901234567890"]).to_owned()
            }
            1 => format!("{} [{}]", random.of(&["1", "2.5"]), random.of(&["m", "deg", "kg", "m^1.5", "1/s"])),
            2 => random.of(&["time", "pi", "x", "y", "der(x)", "der(der(y))"]).to_owned(),
            3 => format!(
                "{}.{}",
                name(random),
                random.of(&["x", "angle", "position", "force", "velocity.x", "type"])
            ),
            4 => format!("multiplier({})", name(random)),
            _ => name(random),
        };
    }
    match random.below(9) {
        0 => format!("({} + {})", inner(random), inner(random)),
        1 => format!("{} * {}", inner(random), inner(random)),
        2 => format!("{} / {}", inner(random), inner(random)),
        3 => format!(
            "{}^{}",
            inner(random),
            random.of(&["2", "-1", "0.5", "(1/3)", "1000000", "99999999999", "x"])
        ),
        4 => format!(
            "{}({})",
            random.of(&["sin", "sqrt", "ln", "exp", "abs", "sign", "tanh", "asin", "der", "norm"]),
            inner(random)
        ),
        5 => format!(
            "{}({}, {})",
            random.of(&["min", "atan2", "dot", "cross", "hypot", "pow"]),
            inner(random),
            inner(random)
        ),
        6 => format!("if({} < {}, {}, {})", inner(random), inner(random), inner(random), inner(random)),
        7 => format!("[{}, {}]", inner(random), inner(random)),
        _ => format!("-{}", inner(random)),
    }
}
