"""What the tests have in common: mechanisms that several of them look at."""

import linkwork as lw
import pytest

SPRING = """
/// A mass on a spring and a damper, pushed by an input.
pub mechanism SpringMass {
    param mass = 2 [kg];
    param stiffness = 50 [N/m];
    param damping = 0 [N*s/m];
    coordinate x [m];
    input push [N];
    kinetic = mass * der(x)^2 / 2;
    potential = stiffness * x^2 / 2;
    dissipation = damping * der(x)^2 / 2;
    force drive = generalized(x, push);
    output spring_force = -stiffness * x;
    initial { x: 0.1 [m], der(x): 0 [m/s] }
}
"""

TWO_LINKS = """
/// Two thin rods on hinges in the plane, a torque on each.
pub mechanism TwoLinks in plane {
    gravity = [0, -9.81] [m/s^2];
    param a = 0.8 [m];
    param b = 0.6 [m];
    body upper { mass: 3 [kg], com: [a / 2, 0 [m]], inertia: 0.16 [kg*m^2] }
    body lower { mass: 2 [kg], com: [b / 2, 0 [m]], inertia: 0.06 [kg*m^2] }
    joint shoulder = revolute(ground, upper);
    joint elbow = revolute(upper at [a, 0 [m]], lower);
    initial { shoulder.angle: 30 [deg], elbow.angle: 20 [deg] }
}
"""

BALL = """
/// A body on a ball joint, and an arm on a hinge beyond it: a quaternion, and an angle with a velocity of its own.
pub mechanism Ball in space {
    gravity = [0, 0, -9.81] [m/s^2];
    body rotor { mass: 1 [kg], com: [0.1, 0, 0.05] [m], inertia: diagonal(0.02, 0.03, 0.04) [kg*m^2] }
    body arm { mass: 0.5 [kg], com: [0.1, 0, 0] [m], inertia: diagonal(0.002, 0.003, 0.004) [kg*m^2] }
    joint ball = spherical(ground, rotor);
    joint hinge = revolute(rotor, arm, axis: [0, 1, 0]);
}
"""


@pytest.fixture(scope="session")
def spring():
    return lw.compile(SPRING, name="spring.mech")


@pytest.fixture(scope="session")
def two_links():
    return lw.compile(TWO_LINKS, name="two_links.mech")


@pytest.fixture(scope="session")
def arm():
    return lw.load("panda")


@pytest.fixture(scope="session")
def ball():
    return lw.compile(BALL, name="ball.mech")
