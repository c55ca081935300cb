//! The pendulum as a plane body with two pin constraints.

linkwork::mechanism! {
    /// Rigid pendulum as one plane body with two pin constraints: the index-3 DAE of Fernández de
    /// Bustos et al., Mathematics 12 (2024) 2862, Tables 9 to 11.
    ///
    /// (x, y) is the centre of mass seen from the pivot, y points up, theta is measured from the
    /// downward vertical, anticlockwise. The paper takes a point mass, inertia = 0: the mass matrix is
    /// singular, the bordered matrix is not. The multipliers are the components of the force that the
    /// body exerts on the pin.
    pub mechanism RigidPendulum {
        param mass = 1 [kg];
        param length = 1 [m];
        param inertia = 0 [kg*m^2];
        param gravity = 9.81 [m/s^2];

        coordinate x [m];
        coordinate y [m];
        coordinate theta [rad];

        kinetic = mass * (der(x)^2 + der(y)^2) / 2 + inertia * der(theta)^2 / 2;
        potential = mass * gravity * y;
        constraint pin_x: x = length * sin(theta);
        constraint pin_y: y = -length * cos(theta);

        initial { x: length, y: 0 [m], theta: 90 [deg] }
    }
}
