//! The heavy top as a body.

linkwork::mechanism! {
    /// The heavy top as a body on a ball joint, by six velocities and three constraints.
    pub mechanism Anchored in space {
        coordinates = absolute;
        gravity = [0, 0, -9.81] [m/s^2];
        param spin = 150 [rad/s];
        body top { mass: 15 [kg], inertia: diagonal(0.234375, 0.46875, 0.234375) [kg*m^2] }
        joint tip = spherical(ground, top at [0, -1, 0] [m]);
        initial { tip.angular_velocity: [0 [rad/s], spin, -4.61538 [rad/s]] }
    }
}
