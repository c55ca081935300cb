//! The simple pendulum in its angle, IFToMM benchmark A01.

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
