use linkwork::prelude::*;

linkwork::mechanism! {
    mechanism Self {
        coordinate x;
        kinetic = der(x)^2 / 2;
    }

    mechanism f64 {
        coordinate x;
        kinetic = der(x)^2 / 2;
    }

    mechanism ArmModel {
        coordinate x;
        kinetic = der(x)^2 / 2;
    }

    mechanism Arm {
        param mass = 1;
        input push;
        coordinate x;
        kinetic = mass * der(x)^2 / 2;
        force pushed = generalized(x, push);
    }

    mechanism ArmInputs {
        param mass = missing;
        coordinate x;
        kinetic = mass * der(x)^2 / 2;
    }

    mechanism Crank in plane {
        coordinates = [minimal, absolute];
        body web { mass: 1 [kg], inertia: 1 [kg*m^2] }
        joint pivot = revolute(ground, web);
    }

    mechanism CrankAbsolute {
        coordinate x;
        kinetic = der(x)^2 / 2;
    }
}

// What has these names makes no further errors.
fn main() -> Result<(), linkwork::Error> {
    let mut arm = Arm { mass: 2.0 }.build()?;
    arm.set_inputs(ArmInputs { push: 0.5 });
    let _: CrankModel = Crank::default().build()?;
    let _: CrankAbsoluteModel = CrankAbsolute::default().build()?;
    Ok(())
}
