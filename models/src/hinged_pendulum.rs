//! The simple pendulum by its body and its joint.

linkwork::mechanism! {
    /// Point mass on a massless rod, IFToMM benchmark A01, as a body on a hinge. Starts at (−1, 0) m.
    pub mechanism HingedPendulum in plane {
        coordinates = [minimal, absolute];
        gravity = [0, -9.81] [m/s^2];
        param mass = 1 [kg];
        param length = 1 [m];

        body bob { mass: mass, com: [length, 0 [m]] }
        joint pivot = revolute(ground, bob);

        frame end = bob at [length, 0 [m]];
        output x = end.position.x;
        output y = end.position.y;

        initial { pivot.angle: 180 [deg], der(pivot.angle): 0 [rad/s] }
    }
}
