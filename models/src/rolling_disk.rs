//! A disk that rolls on a plane.

linkwork::mechanism! {
    /// Thin disk that rolls without slip on a horizontal plane. Its axis is the z axis of the body; ZXZ Euler
    /// angles: heading, lean (90° is upright) and roll.
    pub mechanism RollingDisk in space {
        gravity = [0, 0, -9.81] [m/s^2];
        param mass = 2 [kg];
        param radius = 0.3 [m];

        body wheel { mass: mass, shape: disk(radius: radius) }
        joint motion = free(ground, wheel, rotation: euler_zxz(heading, lean, roll));
        joint contact = rolling(ground, wheel, axis: [0, 0, 1], radius: radius);

        initial {
            motion.x: 0 [m], motion.y: 0 [m], motion.heading: 0 [rad], motion.roll: 0 [rad],
            motion.lean: 75 [deg], der(motion.lean): 0 [rad/s],
            der(motion.heading): 1 [rad/s], der(motion.roll): 8 [rad/s],
        }
    }
}
