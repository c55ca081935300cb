//! A mechanism without meaning that contains every function of the language.

// Its potential jumps, as the compiler warns.
#![allow(deprecated)]

linkwork::mechanism! {
    /// Every function, comparison and connective of the language at least once.
    pub mechanism EveryFunction {
        param p = 1.25;
        param r = 0.75 * p;
        coordinate x;
        coordinate y;
        coordinate z;
        state s = 0.2;

        let angle = atan2(y + 2, x + 3) + asin(sin(y) / 2) + acos(cos(x) / 3) + atan(z);
        let growth = sinh(x / 4) + cosh(y / 4) + tanh(z) + exp(-z^2) + ln(4 + x^2) + tan(x / 8);
        let roots = sqrt(1 + x^2) + hypot(x, 2 + y^2) + (2 + sin(z))^r + (3 + x^2)^(1/3) + abs(x - y) * z;
        let steps = min(x, y) + max(y, z) + sign(x) * z + norm([x, y, 2]);
        let chosen = if(x < y && !(z >= x) || y == z, x * z, if(x <= z || y != x && x > z, y^2, z^3));

        kinetic = (2 + cos(y)) * der(x)^2 / 2 + p * der(y)^2 / 2 + der(z)^2 / 2 + sin(x) * der(x) * der(z) / 3;
        kinetic = time * der(y) / 10;
        potential = angle + growth * roots / 20 + steps / 7 + p * chosen / 3 + dot([x, y], [y, z]) / 9;
        dissipation = r * (der(x)^2 + der(z)^2) / 2;
        force drive = generalized(z, sin(time) * s - max(0, der(z)) / 5);
        der(s) = -s + tanh(der(x)) + if(time > 1/2, 1, x);

        output angle_now = angle + multiplier(sheet);
        output push = der(der(x)) + growth;

        constraint sheet: z = x * y / 3 + sin(time) / 10;

        initial { x: 0.3, y: 0.8, der(x): 0.5, der(y): -0.25 }
    }
}
