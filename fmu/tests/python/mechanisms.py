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

# A loop that closes for one length of each bar in a position.
FOUR_BAR = """
pub mechanism FourBar in plane {
    gravity = [0, -9.81] [m/s^2];
    param crank = 0.2 [m];
    body first { mass: 1 [kg], inertia: 0.01 [kg*m^2] }
    body second { mass: 2 [kg], com: [0.3, 0] [m], inertia: 0.05 [kg*m^2] }
    body third { mass: 1.5 [kg], com: [0.25, 0] [m], inertia: 0.04 [kg*m^2] }
    joint pivot = revolute(ground, first);
    joint elbow = revolute(first at [crank, 0 [m]], second);
    joint base = revolute(ground at [0.7, 0] [m], third);
    joint tip = revolute(second at [0.6, 0] [m], third at [0.5, 0] [m]);
    initial { pivot.angle: 60 [deg], der(pivot.angle): 3 [rad/s], base.angle: ~100 [deg] }
}
"""

# Outputs in units that are not SI.
MEASURED = """
pub mechanism Measured {
    param length = 500 [mm];
    input push [kN];
    coordinate x [m];
    coordinate turn [rad];
    kinetic = 2 [kg] * der(x)^2 / 2 + 1 [kg*m^2] * der(turn)^2 / 2;
    force drive = generalized(x, push);
    output turned [deg] = turn;
    output place [mm] = x;
    output speed [km/h] = der(x);
    output load [kN] = push;
    output root [m^(1/2)] = sqrt(length);
    initial { x: 0.25 [m], der(x): 2 [m/s], turn: 1 [rad], der(turn): 3 [rad/s] }
}
"""

# A mass on a spring whose end moves evenly, and back from the corner on.
SHUTTLE = """
pub mechanism Shuttle {
    param corner = 0.3 [s];
    coordinate x [m];
    coordinate u [m];
    kinetic = 0.5 [kg] * der(x)^2 + 0.5 [kg] * der(u)^2;
    potential = 50 [N/m] * (x - u)^2;
    constraint lift: u = if(time < corner, 0.2 [m/s] * time, 0.2 [m/s] * (2 * corner - time));
    initial { x: 0 [m] }
}
"""

# A wheel with a cam of two straight flanks, which carries a mass to and fro.
WHEEL = """
pub mechanism Wheel in plane {
    body wheel { mass: 2 [kg], inertia: 0.01 [kg*m^2] }
    body load { mass: 30 [kg] }
    joint shaft = revolute(ground, wheel);
    joint guide = prismatic(ground, load, axis: [0, 1]);
    constraint cam: guide.displacement = 0.02 [m] * abs(mod(shaft.angle / pi, 2) - 1);
    output angle = shaft.angle;
    output speed = der(shaft.angle);
    initial { shaft.angle: 0.3 [rad], der(shaft.angle): 8 [rad/s] }
}
"""
