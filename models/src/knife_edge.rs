//! A knife edge on an incline as a body.

linkwork::mechanism! {
    /// Skate (knife edge) on an incline as a body in the plane of the slope: x points down the slope, y
    /// across it. The edge slides along its heading and not across it; the motion has a closed form.
    pub mechanism KnifeEdge in plane {
        param slope = 30 [deg];
        param turning = 1 [rad/s];
        gravity = [9.81 [m/s^2] * sin(slope), 0 [m/s^2]];

        body skate { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
        joint motion = free(ground, skate);
        constraint blade: der(motion.x) * sin(motion.angle) = der(motion.y) * cos(motion.angle);

        output x = motion.x;
        output y = motion.y;
        output heading = motion.angle;
        output speed = der(motion.x) * cos(motion.angle) + der(motion.y) * sin(motion.angle);

        initial {
            motion.x: 0 [m], motion.y: 0 [m], motion.angle: 0 [rad],
            der(motion.x): 0 [m/s], der(motion.y): 0 [m/s], der(motion.angle): turning,
        }
    }
}
