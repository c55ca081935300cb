//! The simple pendulum in Cartesian coordinates: an index-3 DAE.

linkwork::mechanism! {
    /// Point mass on a massless rod in Cartesian coordinates, the index-3 form of IFToMM benchmark A01.
    /// The pivot is the origin, y points up; the multiplier of `rod` is half the tension in the rod per
    /// metre of its length.
    pub mechanism CartesianPendulum {
        param mass = 1 [kg];
        param length = 1 [m];
        param gravity = 9.81 [m/s^2];

        coordinate x [m];
        coordinate y [m];

        kinetic = mass * (der(x)^2 + der(y)^2) / 2;
        potential = mass * gravity * y;
        constraint rod: x^2 + y^2 = length^2;

        initial { x: length, y: 0 [m] }
    }
}
