//! The mechanisms that are written in the macro; all others are files in `mechanisms/`. In use they do not differ.

#![allow(
    deprecated,
    reason = "the friction of the spatial slider–crank is meant to be a constraint, as published"
)]

linkwork::mechanism! {
    /// Point mass on a massless rod, IFToMM benchmark A01. theta is measured from the horizontal,
    /// anticlockwise.
    pub mechanism Pendulum {
        param mass = 1 [kg];
        param length = 1 [m];
        param gravity = 9.81 [m/s^2];

        coordinate theta [rad];

        kinetic = mass * length^2 * der(theta)^2 / 2;
        potential = mass * gravity * length * sin(theta);

        initial { theta: 0 [rad], der(theta): 0 [rad/s] }
    }
}

linkwork::mechanism! {
    /// Point mass on a massless rod in Cartesian coordinates, the index-3 form of IFToMM benchmark A01.
    /// The pivot is the origin, y points up; the multiplier of `rod` is half the tension in the rod per
    /// metre of its length.
    pub mechanism CartesianPendulum {
        param mass = 1 [kg];
        param length = 1 [m];
        param gravity = 9.81 [m/s^2];

        coordinate x [m];
        coordinate y [m];

        kinetic = mass * (der(x)^2 + der(y)^2) / 2;
        potential = mass * gravity * y;
        constraint rod: x^2 + y^2 = length^2;

        initial { x: length, y: 0 [m] }
    }
}

linkwork::mechanism! {
    /// Double pendulum of two point masses on massless rods. Both angles are measured from the downward
    /// vertical, anticlockwise; it starts horizontal, at rest. The motion is chaotic.
    pub mechanism DoublePendulum {
        param mass1 = 1 [kg];
        param mass2 = 1 [kg];
        param length1 = 1 [m];
        param length2 = 1 [m];
        param gravity = 9.81 [m/s^2];

        coordinate theta1 [rad];
        coordinate theta2 [rad];

        let x1 = length1 * sin(theta1);
        let y1 = -length1 * cos(theta1);
        let x2 = x1 + length2 * sin(theta2);
        let y2 = y1 - length2 * cos(theta2);

        kinetic = mass1 * (der(x1)^2 + der(y1)^2) / 2;
        kinetic = mass2 * (der(x2)^2 + der(y2)^2) / 2;
        potential = gravity * (mass1 * y1 + mass2 * y2);

        output tip_x = x2;
        output tip_y = y2;

        initial { theta1: 90 [deg], theta2: 90 [deg] }
    }
}

linkwork::mechanism! {
    /// Kepler's problem: a planet around a fixed sun at the origin, started at perihelion, in units
    /// without dimension (semi-major axis 1 and mu = 1 give the period 2π). Needs 0 <= eccentricity <
    /// 1.
    pub mechanism Kepler {
        param mu = 1;
        param semi_major_axis = 1;
        param eccentricity = 0.5;

        coordinate x;
        coordinate y;

        kinetic = (der(x)^2 + der(y)^2) / 2;
        potential = -mu / sqrt(x^2 + y^2);

        output angular_momentum = x * der(y) - y * der(x);

        initial {
            x: semi_major_axis * (1 - eccentricity),
            y: 0,
            der(x): 0,
            der(y): sqrt(mu / semi_major_axis * (1 + eccentricity) / (1 - eccentricity)),
        }
    }
}

linkwork::mechanism! {
    /// Damped oscillator under a slow harmonic force, given by its matrices and without units: x″ +
    /// damping x′ + x = sin(0.01 t).
    pub mechanism Oscillator {
        param damping = 0.1;
        coordinate x;
        mass_matrix = [[1]];
        force = [-x - damping * der(x) + sin(0.01 * time)];
        initial { x: 0, der(x): 1 }
    }
}

linkwork::mechanism! {
    /// Spatial slider–crank (Haug): a crank that turns about x at −2π rad/s, a rod, and a slider on the x axis
    /// with Coulomb friction in its guide. Data as in Fang, Kissel, Zhang and Negrut; the small inertia of the
    /// rod is about its y axis, as published.
    ///
    /// `drive_torque` is about +x on the crank.
    pub mechanism SpatialSliderCrank in space {
        gravity = [0, 0, -9.81] [m/s^2];
        param speed = (2 * pi) [rad/s];
        param friction = 0;

        body crank { mass: 0.12 [kg], inertia: diagonal(1e-4, 1e-4, 1e-5) [kg*m^2] }
        body rod { mass: 0.5 [kg], inertia: diagonal(4e-3, 4e-4, 4e-3) [kg*m^2] }
        body slider { mass: 2 [kg], inertia: diagonal(1e-4, 1e-4, 1e-4) [kg*m^2] }

        joint pivot = revolute(ground at [0, 0.1, 0.12] [m], crank, axis: [1, 0, 0]);
        joint guide = prismatic(ground, slider, axis: [1, 0, 0]);
        joint wrist = universal(slider, rod at [0.15, 0, 0] [m], axes: [[1, 0, 0], [0, 1, 0]]);
        joint pin = spherical(crank at [0, 0, 0.08] [m], rod at [-0.15, 0, 0] [m], cut: true);

        constraint drive: pivot.angle = -speed * time;
        force rubbing = friction(guide, coefficient: friction, velocity: 1e-3 [m/s]);

        output slider_x = guide.displacement;
        output drive_torque = -multiplier(drive);

        initial {
            guide.displacement: 0.2 [m],
            wrist.first_angle: atan2(-1, 2),
            wrist.second_angle: acos(2 / 3),
        }
    }
}
