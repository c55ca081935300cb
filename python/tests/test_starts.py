"""Runs from other states than those of `initial`."""

import math

import linkwork as lw
import numpy as np
import pytest

#: Errors of the fifth-degree method with steps of a millisecond in two seconds of these motions.
METHOD = 1e-8
#: Residuals of loops that were closed by Newton's method.
CLOSED = 1e-10


def test_values_by_name_are_in_place_of_initial(spring):
    solution = spring.simulate(until=2.0, start={"x": 0.3, "der(x)": -1.0})
    omega, t = 5.0, solution.time
    assert np.max(np.abs(solution["x"] - 0.3 * np.cos(omega * t) + np.sin(omega * t) / omega)) < METHOD
    # What is not named stays as it was.
    assert spring.simulate(until=0.01, start={"der(x)": 2.0})["x"][0] == 0.1
    assert spring.simulate(until=0.01)["der(x)"][0] == 0.0


def test_a_run_goes_on_from_the_state_of_another(spring):
    inputs = {"push": "3*sin(4*time)"}
    whole = spring.simulate(until=2.0, inputs=inputs)
    first = spring.simulate(until=0.8, inputs=inputs)
    rest = spring.simulate(until=2.0, inputs=inputs, start=first.state())
    assert rest.time[0] == first.time[-1] and rest["x"][0] == first["x"][-1]
    assert abs(rest["x"][-1] - whole["x"][-1]) < METHOD
    assert whole.state(800).time == rest.time[0] and whole.state(-1).q[0] == whole["x"][-1]
    middle = whole.state(800)
    assert middle["x"] == whole["x"][800] and middle["spring_force"] == whole["spring_force"][800]
    with pytest.raises(IndexError, match="2001 samples"):
        whole.state(2001)


def test_arrays_as_inputs_begin_at_the_start(spring):
    first = spring.simulate(until=0.5)
    times = np.linspace(0.5, 1.0, 501)
    by_formula = spring.simulate(until=1.0, start=first.state(), inputs={"push": "2*time"})
    by_samples = spring.simulate(until=1.0, start=first.state(), inputs={"push": 2 * times})
    # A line is a line in between.
    assert np.allclose(by_samples["x"], by_formula["x"], atol=METHOD)


def test_loops_are_assembled_with_the_values():
    crank = lw.load("slider_crank")
    solution = crank.simulate(until=0.2, start={"pivot.angle": 0.9, "der(pivot.angle)": 2.0})
    # The sine rule, and its derivative.
    crank_length, rod_length = crank.parameters["crank_length"], crank.parameters["rod_length"]
    tilt = math.asin(crank_length * math.sin(0.9) / rod_length)
    assert abs(solution["piston"][0] - crank_length * math.cos(0.9) - rod_length * math.cos(tilt)) < CLOSED
    assert solution["pivot.angle"][0] == 0.9 and solution["der(pivot.angle)"][0] == 2.0
    assert solution.energy_drift < METHOD


def test_states_of_steppers_are_starts(two_links):
    stepper = two_links.stepper(step=1e-3, method="dormand-prince-5")
    state = stepper.step(count=300)
    solution = two_links.simulate(until=0.5, start=state, method="dormand-prince-5", step=1e-3)
    assert solution.time[0] == state.time and math.isclose(state.time, 0.3)
    final = stepper.step(count=200)
    assert abs(solution["elbow.angle"][-1] - final["elbow.angle"]) < METHOD


def test_starts_that_make_no_sense(spring):
    with pytest.raises(lw.UnknownNameError, match="did you mean `der\\(x\\)`"):
        spring.simulate(until=1.0, start={"der(xx)": 1.0})
    with pytest.raises(ValueError, match="must be finite"):
        spring.simulate(until=1.0, start={"x": math.nan})
    with pytest.raises(ValueError, match="values by name"):
        spring.simulate(until=1.0, start=3.0)
    with pytest.raises(ValueError, match="`start` is at 1 s"):
        spring.simulate(until=1.0, start=spring.simulate(until=1.0).state())
    with pytest.raises(ValueError, match="has 1 coordinates"):
        spring.simulate(until=1.0, start=lw.load("double_pendulum").initial_state)
    top = lw.load("quaternion_top", mechanism="QuaternionTop")
    with pytest.raises(ValueError, match="unit quaternion"):
        top.simulate(until=1.0, start={top.coordinates[0]: 0.5})
