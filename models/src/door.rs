//! A door on two hinges.

#![allow(deprecated, reason = "the second hinge is meant to be redundant: linkwork warns of it")]

linkwork::mechanism! {
    /// Door on two hinges of one axis, with a closer: five equations of the second hinge are redundant, its
    /// share of the load is not determined. The door is a damped oscillator, J φ'' + c φ' + k φ = 0.
    pub mechanism Door in space {
        coordinates = [minimal, absolute];
        gravity = [0, 0, -9.81] [m/s^2];
        param stiffness = 6 [N*m];
        param damping = 4 [N*m*s];

        body door { mass: 24 [kg], shape: box(size: [0.9, 0.04, 2] [m], center: [0.45, 0, 1] [m]) }
        joint lower = revolute(ground at [0, 0, 0.25] [m], door at [0, 0, 0.25] [m], axis: [0, 0, 1]);
        joint upper = revolute(ground at [0, 0, 1.75] [m], door at [0, 0, 1.75] [m], axis: [0, 0, 1]);
        force closer = torsion_spring(lower, stiffness: stiffness, damping: damping);

        output lower_load = norm(lower.force);
        output upper_load = norm(upper.force);

        initial { lower.angle: 60 [deg], der(lower.angle): 0 [rad/s] }
    }
}
