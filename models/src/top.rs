//! Lagrange's heavy top as a body on a ball joint, in Euler angles and on SO(3).

linkwork::mechanism! {
    /// Lagrange's heavy top: a symmetric rotor on a fixed tip, in ZXZ Euler angles. Data of Fernández de
    /// Bustos et al., Mathematics 12 (2024) 2862; published as they are, no real body has these inertias.
    pub mechanism Top in space {
        gravity = [0, 0, -9.81] [m/s^2];
        param mass = 0.02 [kg];

        body rotor {
            mass: mass,
            com: [0, 0, 0.05] [m],
            inertia_about: origin,
            inertia: diagonal(5e-5, 5e-5, 2e-4) [kg*m^2],
            allow: unphysical_inertia,
        }
        joint tip = spherical(ground, rotor, rotation: euler_zxz(precession, nutation, spin));

        frame center = rotor at [0, 0, 0.05] [m];
        output com_x = center.position.x;
        output com_y = center.position.y;
        output com_z = center.position.z;

        initial { tip.nutation: 30 [deg], der(tip.spin): (4 * pi) [rad/s] }
    }
}

linkwork::mechanism! {
    /// The same top with its attitude as a unit quaternion on SO(3), and its angular velocity in its own
    /// axes: no attitude is singular.
    pub mechanism QuaternionTop in space {
        coordinates = [minimal, absolute];
        gravity = [0, 0, -9.81] [m/s^2];
        param mass = 0.02 [kg];

        body rotor {
            mass: mass,
            com: [0, 0, 0.05] [m],
            inertia_about: origin,
            inertia: diagonal(5e-5, 5e-5, 2e-4) [kg*m^2],
            allow: unphysical_inertia,
        }
        joint tip = spherical(ground, rotor);

        frame center = rotor at [0, 0, 0.05] [m];
        output com_x = center.position.x;
        output com_y = center.position.y;
        output com_z = center.position.z;

        initial {
            tip.rotation: euler_zxz(0, 30 [deg], 0),
            tip.angular_velocity: [0, 0, 4 * pi] [rad/s],
        }
    }
}
