//! Lagrange's heavy top in Euler angles.

linkwork::mechanism! {
    /// Lagrange's heavy top in ZXZ Euler angles: a symmetric rotor on a fixed tip. Data of Fernández de
    /// Bustos et al., Mathematics 12 (2024) 2862, Tables 7 and 8.
    ///
    /// phi (precession) turns about the vertical, theta (nutation) is the tilt of the axis from the
    /// vertical, psi (spin) turns about the axis. The inertias are taken at the tip. As published,
    /// axial > 2 · transverse, which no real body has; the equations are well posed nevertheless.
    pub mechanism SpinningTop {
        param mass = 0.02 [kg];
        param length = 0.05 [m];
        param transverse = 5e-5 [kg*m^2];
        param axial = 2e-4 [kg*m^2];
        param gravity = 9.81 [m/s^2];

        coordinate phi [rad];
        coordinate theta [rad];
        coordinate psi [rad];

        kinetic = transverse * (der(phi)^2 * sin(theta)^2 + der(theta)^2) / 2
            + axial * (der(psi) + der(phi) * cos(theta))^2 / 2;
        potential = mass * gravity * length * cos(theta);

        output com_x = length * sin(phi) * sin(theta);
        output com_y = -length * cos(phi) * sin(theta);
        output com_z = length * cos(theta);

        initial {
            phi: 0 [rad], theta: 30 [deg], psi: 0 [rad],
            der(phi): 0 [rad/s], der(theta): 0 [rad/s], der(psi): (4 * pi) [rad/s],
        }
    }
}
