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
