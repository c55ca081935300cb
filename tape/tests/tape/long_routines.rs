//! A mechanism whose routines are so long that they are emitted in parts.

// Its potential jumps, as the compiler warns.
#![allow(deprecated)]

linkwork::mechanism! {
    /// Masses in a row, connected to their neighbours by springs; all springs are stiffer where the first mass is behind
    /// the second one, a decision that every part of a routine needs.
    pub mechanism LongRoutines {
        const n = 24;
        param stiffness = 3;
        for i in 0..n {
            coordinate x[i];
        }
        let ahead = if(x[0] < x[1], 1.25, 0.75);
        for i in 0..n {
            kinetic = (2 + cos(x[i])) * der(x[i])^2 / 2;
        }
        for i in 11..n {
            initial { x[i]: 0.3 * sin(i), der(x[i]): 0.2 * cos(2 * i) }
        }
        for i in 3..n {
            kinetic = sin(x[i] - x[i - 1]) * der(x[i]) * der(x[i - 1]) / 9;
            potential = if(x[0] < x[1], stiffness, 2) * (ahead + cosh(x[i] - x[i - 3])) * tanh(x[i] - x[i - 1])^2;
            force drag[i] = generalized(x[i], if(der(x[0]) < der(x[1]), -sin(x[i]) * der(x[i])^3, -cos(x[i - 1]) * tanh(der(x[i])) * x[i]));
        }
        constraint ties: x[2] = x[3] * x[4] + sin(x[5]) / 10;
        constraint knots: x[6] * cos(x[7]) = x[8] * sin(x[9]) + x[10] / 7;
    }
}
