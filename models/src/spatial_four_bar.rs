//! A planar four-bar linkage described in space.

linkwork::mechanism! {
    /// Crank–rocker with four parallel hinges, described in space: of the five equations that close the loop
    /// three are redundant. At zero coordinates the linkage is closed.
    pub mechanism SpatialFourBar in space {
        coordinates = [minimal, absolute];
        gravity = [0, -9.81, 0] [m/s^2];

        body crank { shape: box(size: [0.04, 0.3, 0.04] [m], density: 2700 [kg/m^3]) }
        body coupler {
            shape: cylinder(radius: 0.02 [m], length: hypot(1, 0.5) [m], along: [1, 0.5, 0], density: 2700 [kg/m^3])
        }
        body rocker { shape: box(size: [0.04, 0.8, 0.04] [m], density: 2700 [kg/m^3]) }

        joint a = revolute(ground, crank at [0, -0.15, 0] [m], axis: [0, 0, 1]);
        joint b = revolute(crank at [0, 0.15, 0] [m], coupler at [-0.5, -0.25, 0] [m], axis: [0, 0, 1]);
        joint c = revolute(rocker at [0, 0.4, 0] [m], coupler at [0.5, 0.25, 0] [m], axis: [0, 0, 1]);
        joint d = revolute(ground at [1, 0, 0] [m], rocker at [0, -0.4, 0] [m], axis: [0, 0, 1]);

        initial { a.angle: 0 [rad], der(a.angle): -12 [rad/s] }
    }
}
