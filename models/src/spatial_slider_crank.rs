//! Haug's spatial slider–crank, driven at constant speed, with friction in the guide.

#![allow(deprecated, reason = "the friction is meant to be a constraint, as published")]

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
