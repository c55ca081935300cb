//! A rigid body on which nothing acts.

linkwork::mechanism! {
    /// Free rigid body, spun about the axis of its middle moment of inertia: it turns over again and again
    /// (Dzhanibekov).
    pub mechanism FreeRigidBody in space {
        param inertia_x = 1 [kg*m^2];
        param inertia_y = 2 [kg*m^2];
        param inertia_z = 3 [kg*m^2];

        body nut { mass: 1 [kg], inertia: diagonal(inertia_x, inertia_y, inertia_z), allow: unphysical_inertia }
        joint motion = free(ground, nut);

        output spin_x = motion.angular_velocity.x;
        output spin_y = motion.angular_velocity.y;
        output spin_z = motion.angular_velocity.z;

        initial { motion.angular_velocity: [0.1, 5, 0.1] [rad/s] }
    }
}
