"""Values by name: any mapping is one, and what has names is asked like one."""

import collections.abc
import types

import linkwork as lw
import numpy as np
import pytest
from conftest import SPRING


def proxied(values):
    return types.MappingProxyType(values)


def test_any_mapping_is_one(spring):
    plain = spring.simulate(until=0.2, inputs={"push": 2.0}, start={"x": 0.3}, stop={"x": 0.0})
    other = spring.simulate(
        until=0.2, inputs=proxied({"push": 2.0}), start=proxied({"x": 0.3}), stop=proxied({"x": 0.0})
    )
    assert np.array_equal(plain["x"], other["x"])
    assert spring.stepper().step(proxied({"push": 2.0}))["x"] == spring.stepper().step({"push": 2.0})["x"]
    assert spring.equilibrium(inputs=proxied({"push": 5.0})).state["x"] == pytest.approx(0.1)
    swept = spring.sweep(vary=proxied({"mass": [1.0, 2.0]}), keep="x", until=0.01)
    assert swept["mass"].tolist() == [1.0, 2.0]
    drawn = spring.sweep(random=proxied({"mass": "uniform(1,2)"}), samples=2, keep="x", until=0.01)
    assert len(drawn) == 2
    text = "pub mechanism A { const n = 3; coordinate x; kinetic = n*der(x)^2/2; potential = x^2/2; initial { x: 1 } }"
    assert lw.compile(text, constants=proxied({"n": 5.0})).mass_matrix()[0, 0] == 5.0


def test_parameters_are_a_mapping():
    model = lw.compile(SPRING)
    assert 1 not in model.parameters and None not in model.parameters and "mass" in model.parameters
    assert isinstance(model.parameters, collections.abc.Mapping)
    assert dict(model.parameters) == {"mass": 2.0, "stiffness": 50.0, "damping": 0.0}


def test_solutions_states_and_sweeps_have_names(spring):
    solution = spring.simulate(until=0.1)
    assert "x" in solution and 1 not in solution and "y" not in solution
    for state in [solution.state(), spring.initial_state, spring.stepper().state]:
        assert "x" in state and 1 not in state and "y" not in state
        assert list(state) == state.keys() and state.keys()[:2] == ["x", "der(x)"]
    swept = spring.sweep(vary={"mass": [1.0]}, keep="x", until=0.01)
    assert list(swept) == swept.keys() == ["run", "mass", "x"]
    assert "mass" in swept and 1 not in swept and "stiffness" not in swept


def test_states_have_the_quantities_of_solutions():
    pendulum = lw.load("cartesian_pendulum")
    solution = pendulum.simulate(until=0.1)
    state = solution.state()
    for name in solution.columns:
        assert state[name] == solution[name][-1], name
    start = pendulum.initial_state
    assert set(start) == set(solution.columns) == set(pendulum.stepper().state)
    assert start["der(der(x))"] == start.a[0] and start["multiplier(rod)"] == start.multipliers[0]
    assert state["time"] == state.time == 0.1
    # The representation stays short.
    assert "der(der(x))" not in repr(state)
