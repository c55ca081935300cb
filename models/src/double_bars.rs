//! A double pendulum of thick bars, in space.

linkwork::mechanism! {
    /// Double pendulum of two square steel bars (4 m and 2 m, section 0.05 m, 7800 kg/m³) that swing about
    /// axes along x. Angles are measured from −z, the second one from the first bar; the first bar starts
    /// along y, the second one hangs.
    pub mechanism DoubleBars in space {
        coordinates = [minimal, absolute];
        gravity = [0, 0, -9.81] [m/s^2];

        body upper { shape: box(size: [0.05, 0.05, 4] [m], density: 7800 [kg/m^3]) }
        body lower { shape: box(size: [0.05, 0.05, 2] [m], density: 7800 [kg/m^3]) }
        joint shoulder = revolute(ground, upper at [0, 0, 2] [m], axis: [1, 0, 0]);
        joint elbow = revolute(upper at [0, 0, -2] [m], lower at [0, 0, 1] [m], axis: [1, 0, 0]);

        output lower_y = lower.position.y;
        output lower_z = lower.position.z;

        initial { shoulder.angle: 90 [deg], elbow.angle: -90 [deg] }
    }
}
