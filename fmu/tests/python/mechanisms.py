"""Descriptions that several tests use."""

# A pendulum with a torque from outside.
PENDULUM = """
pub mechanism Driven in plane {
    gravity = [0, -9.81] [m/s^2];
    param length = 0.4 [m];
    param damping = 0.01 [N*m*s/rad];
    input drive [N*m];
    body bob { mass: 0.5 [kg], com: [0 [m], -length], inertia: 2e-3 [kg*m^2] }
    joint hinge = revolute(ground, bob);
    force motor = torque(hinge, drive);
    force friction = torsion_spring(hinge, stiffness: 0 [N*m/rad], damping: damping);
    output angle = hinge.angle;
    output speed = der(hinge.angle);
    output reaction = hinge.force;
    initial { hinge.angle: 0.3 [rad] }
}
"""

# The armature of a motor whose shaft is elsewhere; the coordinate counts the charge that went through it.
MOTOR = """
pub mechanism Motor {
    param voltage = 24 [V];
    param resistance = 2 [ohm];
    param inductance = 20 [mH];
    param motor_constant = 0.15 [N*m/A];
    param mass = 1 [kg];
    input speed [rad/s];
    coordinate idle [m];
    state current [A];
    kinetic = mass * der(idle)^2 / 2;
    der(current) = (voltage - resistance * current - motor_constant * speed) / inductance;
    output torque = motor_constant * current;
    initial { idle: 0 [m], der(idle): 0 [m/s], current: 0 [A] }
}
"""

# Both in one: the reference of the coupling.
TOGETHER = """
pub mechanism Together {
    param voltage = 24 [V];
    param resistance = 2 [ohm];
    param inductance = 20 [mH];
    param motor_constant = 0.15 [N*m/A];
    param inertia = 0.082 [kg*m^2];
    coordinate angle [rad];
    state current [A];
    kinetic = inertia * der(angle)^2 / 2;
    potential = -0.5 [kg] * 9.81 [m/s^2] * 0.4 [m] * cos(angle);
    dissipation = 0.01 [N*m*s/rad] * der(angle)^2 / 2;
    der(current) = (voltage - resistance * current - motor_constant * der(angle)) / inductance;
    force motor = generalized(angle, motor_constant * current);
    initial { angle: 0.3 [rad], der(angle): 0 [rad/s], current: 0 [A] }
}
"""

# A ball on a floor that pushes and does not pull: half an oscillation in it, a parabola above it.
BALL = """
pub mechanism Ball {
    param mass = 1 [kg];
    param stiffness = 1000 [N/m];
    coordinate z [m];
    kinetic = mass * der(z)^2 / 2;
    potential = mass * 9.81 [m/s^2] * z;
    force floor = generalized(z, stiffness * max(-z, 0 [m]));
    initial { z: 0.1 [m] }
}
"""
