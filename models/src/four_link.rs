//! A four-link mechanism in space, driven at constant speed.

linkwork::mechanism! {
    /// Spatial four-link mechanism: a rotor that turns about x at π rad/s, a coupler on a universal joint of
    /// the rotor and a ball joint of the rocker, and the rocker, which swings about an axis along y. Bars
    /// of 1500 kg/m³ with a square section of 0.1 m. Data of Fang, Kissel, Zhang and Negrut, with the start
    /// corrected.
    ///
    /// `drive_torque` is about +x on the rotor.
    pub mechanism FourLink in space {
        gravity = [0, 0, -9.81] [m/s^2];
        param speed = (pi) [rad/s];

        body rotor { shape: disk(radius: 2 [m], thickness: 0.1 [m], along: [1, 0, 0], density: 1500 [kg/m^3]) }
        body coupler { shape: box(size: [0.1, 12.2, 0.1] [m], density: 1500 [kg/m^3]) }
        body rocker { shape: box(size: [0.1, 0.1, 7.4] [m], density: 1500 [kg/m^3]) }

        joint pivot = revolute(ground, rotor, axis: [1, 0, 0]);
        joint knuckle = universal(rotor at [0, 0, 2] [m], coupler at [0, 6.1, 0] [m],
            axes: [[0.75, -0.662, 0], [0, 0, 1]]);
        joint post = revolute(ground at [-4, -8.5, 0] [m], rocker at [0, 0, -3.7] [m], axis: [0, -1, 0]);
        joint ball = spherical(rocker at [0, 0, 3.7] [m], coupler at [0, -6.1, 0] [m], cut: true);

        constraint drive: pivot.angle = speed * time;

        output coupler_x = coupler.position.x;
        output coupler_y = coupler.position.y;
        output coupler_z = coupler.position.z;
        output drive_torque = -multiplier(drive);

        initial { post.angle: atan2(29.6, 59.2) + asin(1.83 / hypot(59.2, 29.6)) }
    }
}
