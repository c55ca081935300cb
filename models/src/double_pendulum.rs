//! The double pendulum of point masses.

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
