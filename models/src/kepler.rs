//! A planet around a fixed sun.

linkwork::mechanism! {
    /// Kepler's problem: a planet around a fixed sun at the origin, started at perihelion, in units
    /// without dimension (semi-major axis 1 and mu = 1 give the period 2π). Needs 0 <= eccentricity <
    /// 1.
    pub mechanism Kepler {
        param mu = 1;
        param semi_major_axis = 1;
        param eccentricity = 0.5;

        coordinate x;
        coordinate y;

        kinetic = (der(x)^2 + der(y)^2) / 2;
        potential = -mu / sqrt(x^2 + y^2);

        output angular_momentum = x * der(y) - y * der(x);

        initial {
            x: semi_major_axis * (1 - eccentricity),
            y: 0,
            der(x): 0,
            der(y): sqrt(mu / semi_major_axis * (1 + eccentricity) / (1 - eccentricity)),
        }
    }
}
