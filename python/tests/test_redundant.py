"""Redundant constraints: what is not unique, and whether the motion depends on it."""

import linkwork as lw
import pytest

GUIDES = """mechanism Guides in plane {{
    coordinates = absolute;
    gravity = [0, -9.81] [m/s^2];
    body block {{ mass: 3 [kg], inertia: 0.2 [kg*m^2] }}
    joint one = prismatic(ground, block, axis: [1, 0]);
    joint other = prismatic(ground, block, axis: [1, 0]);
    force of_one = friction(one, coefficient: {one}, velocity: 0.05 [m/s]);
    force of_other = friction(other, coefficient: {other}, velocity: 0.05 [m/s]);
    output load = other.force.y;
    output whole = one.force.y + other.force.y;
    initial {{ der(one.displacement): 2 [m/s] }}
}}"""


def test_what_redundant_constraints_leave_open_is_said():
    with pytest.warns(lw.CompileWarning, match="`other` is redundant"):
        guides = lw.compile(GUIDES.format(one=0.25, other=0.05))
    assert "`one`" in guides.redundant and "the motion is that of the smallest ones" in guides.redundant
    assert "load" in guides.not_unique and "whole" not in guides.not_unique
    last = guides.simulate(until=0.5)
    assert abs(last["load"][-1] - 0.5 * 3 * 9.81) < 1e-6


def test_what_is_not_redundant_has_nothing_open(spring):
    assert spring.redundant is None and spring.not_unique == []


LEANING = """mechanism Leaning in space {
    param tilt = 0 [rad];
    body crank { mass: 4 [kg], inertia: diagonal(0.03, 0.03, 0.03) [kg*m^2] }
    body rod { mass: 0.6 [kg], inertia: diagonal(2e-3, 2e-3, 2e-3) [kg*m^2] }
    body piston { mass: 0.5 [kg], inertia: diagonal(4e-4, 4e-4, 4e-4) [kg*m^2] }
    joint main = revolute(ground, crank, axis: [0, cos(tilt), sin(tilt)]);
    joint pin = revolute(crank at [0.05, 0, 0] [m], rod, axis: [0, cos(tilt), sin(tilt)]);
    joint wrist = revolute(rod at [0.15, 0, 0] [m], piston, axis: [0, cos(tilt), sin(tilt)]);
    joint guide = prismatic(ground, piston, axis: [1, 0, 0]);
    output up = guide.force.z;
    initial { main.angle: 20 [deg], der(main.angle): 10 [rad/s] }
}"""


def test_what_is_not_unique_is_that_of_the_parameters():
    leaning = lw.compile(LEANING)
    assert "up" not in leaning.not_unique
    leaning.parameters["tilt"] = 0.3
    # The hinges leave open the force along them, of which this has a part.
    assert "up" in leaning.not_unique and "default" not in leaning.redundant
    assert "with the default parameters" in str(leaning.simulate(until=0.01).report)
    leaning.parameters["tilt"] = 0
    assert "up" not in leaning.not_unique
    assert "with the default parameters" not in str(leaning.simulate(until=0.01).report)
