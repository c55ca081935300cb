//! Names of keywords, of types and variants of the prelude and of emitted code, in every place.

mod described {
    #![allow(dead_code)]
    linkwork::mechanism! {
    mechanism Everything {
        param abstract = 1;
        param as = 1;
        param async = 1;
        param auto = 1;
        param await = 1;
        param become = 1;
        param box = 1;
        param break = 1;
        param const = 1;
        param continue = 1;
        param default = 1;
        param do = 1;
        param dyn = 1;
        param else = 1;
        param enum = 1;
        param extern = 1;
        param false = 1;
        param final = 1;
        param fn = 1;
        param for = 1;
        param gen = 1;
        param if = 1;
        param impl = 1;
        param in = 1;
        param let = 1;
        param loop = 1;
        param macro = 1;
        param match = 1;
        param mod = 1;
        param move = 1;
        param mut = 1;
        param override = 1;
        param priv = 1;
        param pub = 1;
        param ref = 1;
        param return = 1;
        param static = 1;
        param struct = 1;
        param trait = 1;
        param true = 1;
        param try = 1;
        param type = 1;
        param typeof = 1;
        param union = 1;
        param unsafe = 1;
        param unsized = 1;
        param use = 1;
        param virtual = 1;
        param where = 1;
        param while = 1;
        param yield = 1;
        param Option = 1;
        param Some = 1;
        param None = 1;
        param Result = 1;
        param Ok = 1;
        param Err = 1;
        param Vec = 1;
        param Box = 1;
        param String = 1;
        param Default = 1;
        param Clone = 1;
        param Real = 1;
        param Names = 1;
        param TimeCache = 1;
        param PositionCache = 1;
        param Values = 1;
        param Factors = 1;
        param Mechanism = 1;
        param Model = 1;
        param Inputs = 1;
        param drop = 1;
        param main = 1;
        param panic = 1;
        param vec = 1;
        param assemble = 1;
        param assemble_model = 1;
        param check_body = 1;
        param check_parameter = 1;
        param pivot_limits = 1;
        param fallback = 1;
        param store = 1;
        param turns = 1;
        param rotations = 1;
        param parameters = 1;
        param constants = 1;
        param positions = 1;
        param velocities = 1;
        param states = 1;
        param reactions = 1;
        param model = 1;
        param guess = 1;
        param given = 1;
        param saddle_limits = 1;
        param limits = 1;
        param at = 1;
        param now = 1;
        param out = 1;
        param moving = 1;
        param factors = 1;
        param weights = 1;
        param lift = 1;
        param value = 1;
        param index = 1;
        param scalar = 1;
        param redundant = 1;
        param mass_x = 1;
        param column_x = 1;
        param row_x = 1;
        param x_dot = 1;
        param x_ddot = 1;
        param sin_x = 1;
        param t0 = 1;
        param k1 = 1;
        param f2 = 1;
        param r3 = 1;
        param b4 = 1;
        param at5 = 1;
        param side0 = 1;
        param moving1 = 1;
        param stiffness2 = 1;
        param solution3 = 1;
        param weight_mass = 1;
        coordinate x0;
        kinetic = (1 + abstract^2 + as^2 + async^2 + auto^2 + await^2 + become^2 + box^2 + break^2 + const^2 + continue^2 + default^2 + do^2 + dyn^2 + else^2 + enum^2 + extern^2 + false^2 + final^2 + fn^2 + for^2 + gen^2 + if^2 + impl^2 + in^2 + let^2 + loop^2 + macro^2 + match^2 + mod^2 + move^2 + mut^2 + override^2 + priv^2 + pub^2 + ref^2 + return^2 + static^2 + struct^2 + trait^2 + true^2 + try^2 + type^2 + typeof^2 + union^2 + unsafe^2 + unsized^2 + use^2 + virtual^2 + where^2 + while^2 + yield^2 + Option^2 + Some^2 + None^2 + Result^2 + Ok^2 + Err^2 + Vec^2 + Box^2 + String^2 + Default^2 + Clone^2 + Real^2 + Names^2 + TimeCache^2 + PositionCache^2 + Values^2 + Factors^2 + Mechanism^2 + Model^2 + Inputs^2 + drop^2 + main^2 + panic^2 + vec^2 + assemble^2 + assemble_model^2 + check_body^2 + check_parameter^2 + pivot_limits^2 + fallback^2 + store^2 + turns^2 + rotations^2 + parameters^2 + constants^2 + positions^2 + velocities^2 + states^2 + reactions^2 + model^2 + guess^2 + given^2 + saddle_limits^2 + limits^2 + at^2 + now^2 + out^2 + moving^2 + factors^2 + weights^2 + lift^2 + value^2 + index^2 + scalar^2 + redundant^2 + mass_x^2 + column_x^2 + row_x^2 + x_dot^2 + x_ddot^2 + sin_x^2 + t0^2 + k1^2 + f2^2 + r3^2 + b4^2 + at5^2 + side0^2 + moving1^2 + stiffness2^2 + solution3^2 + weight_mass^2) * der(x0)^2 / 2;
        potential = sin(abstract)*x0 + sin(as)*x0 + sin(async)*x0 + sin(auto)*x0 + sin(await)*x0 + sin(become)*x0 + sin(box)*x0 + sin(break)*x0 + sin(const)*x0 + sin(continue)*x0 + sin(default)*x0 + sin(do)*x0 + sin(dyn)*x0 + sin(else)*x0 + sin(enum)*x0 + sin(extern)*x0 + sin(false)*x0 + sin(final)*x0 + sin(fn)*x0 + sin(for)*x0 + sin(gen)*x0 + sin(if)*x0 + sin(impl)*x0 + sin(in)*x0 + sin(let)*x0 + sin(loop)*x0 + sin(macro)*x0 + sin(match)*x0 + sin(mod)*x0 + sin(move)*x0 + sin(mut)*x0 + sin(override)*x0 + sin(priv)*x0 + sin(pub)*x0 + sin(ref)*x0 + sin(return)*x0 + sin(static)*x0 + sin(struct)*x0 + sin(trait)*x0 + sin(true)*x0 + sin(try)*x0 + sin(type)*x0 + sin(typeof)*x0 + sin(union)*x0 + sin(unsafe)*x0 + sin(unsized)*x0 + sin(use)*x0 + sin(virtual)*x0 + sin(where)*x0 + sin(while)*x0 + sin(yield)*x0 + sin(Option)*x0 + sin(Some)*x0 + sin(None)*x0 + sin(Result)*x0 + sin(Ok)*x0 + sin(Err)*x0 + sin(Vec)*x0 + sin(Box)*x0 + sin(String)*x0 + sin(Default)*x0 + sin(Clone)*x0 + sin(Real)*x0 + sin(Names)*x0 + sin(TimeCache)*x0 + sin(PositionCache)*x0 + sin(Values)*x0 + sin(Factors)*x0 + sin(Mechanism)*x0 + sin(Model)*x0 + sin(Inputs)*x0 + sin(drop)*x0 + sin(main)*x0 + sin(panic)*x0 + sin(vec)*x0 + sin(assemble)*x0 + sin(assemble_model)*x0 + sin(check_body)*x0 + sin(check_parameter)*x0 + sin(pivot_limits)*x0 + sin(fallback)*x0 + sin(store)*x0 + sin(turns)*x0 + sin(rotations)*x0 + sin(parameters)*x0 + sin(constants)*x0 + sin(positions)*x0 + sin(velocities)*x0 + sin(states)*x0 + sin(reactions)*x0 + sin(model)*x0 + sin(guess)*x0 + sin(given)*x0 + sin(saddle_limits)*x0 + sin(limits)*x0 + sin(at)*x0 + sin(now)*x0 + sin(out)*x0 + sin(moving)*x0 + sin(factors)*x0 + sin(weights)*x0 + sin(lift)*x0 + sin(value)*x0 + sin(index)*x0 + sin(scalar)*x0 + sin(redundant)*x0 + sin(mass_x)*x0 + sin(column_x)*x0 + sin(row_x)*x0 + sin(x_dot)*x0 + sin(x_ddot)*x0 + sin(sin_x)*x0 + sin(t0)*x0 + sin(k1)*x0 + sin(f2)*x0 + sin(r3)*x0 + sin(b4)*x0 + sin(at5)*x0 + sin(side0)*x0 + sin(moving1)*x0 + sin(stiffness2)*x0 + sin(solution3)*x0 + sin(weight_mass)*x0;
    }

    mechanism Coordinated {
        coordinate loop = 1;
        coordinate type = 1;
        coordinate Option = 1;
        coordinate Ok = 1;
        coordinate None = 1;
        coordinate Real = 1;
        coordinate model = 1;
        coordinate inputs = 1;
        coordinate at = 1;
        coordinate x = 1;
        coordinate q = 1;
        coordinate t = 1;
        coordinate Names = 1;
        coordinate gen = 1;
        kinetic = (2 + sin(loop))*der(loop)^2 + (2 + sin(type))*der(type)^2 + (2 + sin(Option))*der(Option)^2 + (2 + sin(Ok))*der(Ok)^2 + (2 + sin(None))*der(None)^2 + (2 + sin(Real))*der(Real)^2 + (2 + sin(model))*der(model)^2 + (2 + sin(inputs))*der(inputs)^2 + (2 + sin(at))*der(at)^2 + (2 + sin(x))*der(x)^2 + (2 + sin(q))*der(q)^2 + (2 + sin(t))*der(t)^2 + (2 + sin(Names))*der(Names)^2 + (2 + sin(gen))*der(gen)^2;
        constraint loop_c: loop^2 = 1;
        constraint type_c: type^2 = 1;
        constraint Option_c: Option^2 = 1;
        constraint match: x*q = 1;
        constraint Err: der(t) = x*der(q);
        output yield = multiplier(match) + multiplier(Err);
        state while; der(while) = -while;
    }

    mechanism loop { param type = 2; input u; coordinate x; kinetic = type*der(x)^2; force pull = generalized(x, u); constraint Ok: x = 0; }

    mechanism Option { param type = 2; input u; coordinate x; kinetic = type*der(x)^2; force pull = generalized(x, u); constraint Ok: x = 0; }

    mechanism Real { param type = 2; input u; coordinate x; kinetic = type*der(x)^2; force pull = generalized(x, u); constraint Ok: x = 0; }

    mechanism Bodies in plane { body loop { mass: 1, inertia: 1 } body Option { mass: 1, inertia: 1 } joint type = revolute(ground, loop at [0, 1]); joint Ok = revolute(loop, Option at [0, 1]); joint None = revolute(Option, ground at [1, 0]); force Some = torque(type, 1); output Err = loop.position.x; }
    }

    pub fn built() -> std::result::Result<(), linkwork::Error> {
        Everything { r#loop: 2.0, ..Default::default() }.build()?;
        r#loop { r#type: 3.0 }.build()?;
        self::Option { r#type: 3.0 }.build()?;
        std::result::Result::Ok(())
    }
}

#[test]
fn names_of_all_kinds_build() {
    described::built().expect("they build");
}
