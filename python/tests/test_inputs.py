"""Inputs: numbers, formulas, functions, samples; and exceptions in them."""

import math

import linkwork as lw
import numpy as np
import pytest

#: Errors of the method; a forced oscillation of some decimetres.
METHOD = 1e-8
#: Linear interpolation of a sine between samples a millisecond apart: h^2 w^2/8 of the amplitude.
LINEAR = 1e-6


def driven(time):
    """x'' = -25 x + 2 sin(3 t): x(0) = 0.1, x'(0) = 0."""
    return 0.1 * np.cos(5 * time) + 2 / 16 * (np.sin(3 * time) - 0.6 * np.sin(5 * time))


def test_a_number_is_held(spring):
    solution = spring.simulate(until=1.0, inputs={"push": 10.0})
    assert np.max(np.abs(solution["x"] - (0.2 + -0.1 * np.cos(5 * solution.time)))) < METHOD


def test_functions_and_formulas_drive_a_spring(spring):
    function = spring.simulate(until=2.0, inputs={"push": lambda t: 4 * math.sin(3 * t)})
    formula = spring.simulate(until=2.0, inputs={"push": "2*mass*sin(3*time)"})
    assert np.max(np.abs(function["x"] - driven(function.time))) < METHOD
    assert np.max(np.abs(formula["x"] - driven(formula.time))) < METHOD


def test_samples_are_linear_in_between(spring):
    time = np.linspace(0.0, 2.0, 2001)
    push = 4 * np.sin(3 * time)
    at_steps = spring.simulate(until=2.0, step=1e-3, inputs={"push": push})
    with_times = spring.simulate(until=2.0, step=1e-3, inputs={"push": (time, push)})
    assert np.max(np.abs(at_steps["x"] - driven(time))) < LINEAR
    assert np.max(np.abs(with_times["x"] - driven(time))) < LINEAR


def test_samples_that_do_not_fit_are_refused(spring):
    with pytest.raises(ValueError, match="has 5 values but the run has 1001 times"):
        spring.simulate(until=1.0, inputs={"push": np.zeros(5)})
    with pytest.raises(ValueError, match="must increase"):
        spring.simulate(until=1.0, inputs={"push": ([0.0, 0.0], [1.0, 2.0])})
    with pytest.raises(ValueError, match="need times"):
        spring.simulate(until=1.0, tolerance=1e-6, inputs={"push": np.zeros(5)})
    with pytest.raises(ValueError, match="not finite"):
        spring.simulate(until=1.0, inputs={"push": ([0.0, 1.0], [1.0, math.nan])})


def test_an_exception_comes_out_as_itself(spring):
    class Broken(Exception):
        pass

    def push(t):
        if t > 0.25:
            raise Broken("the sensor is gone")
        return 0.0

    with pytest.raises(Broken, match="the sensor is gone") as caught:
        spring.simulate(until=1.0, inputs={"push": push})
    (note,) = caught.value.__notes__
    assert "raised by the input `push`" in note
    last = float(note.split("the last valid state is at t = ")[1].split()[0])
    assert 0.24 < last <= 0.251


def test_what_is_no_number_is_an_error(spring):
    with pytest.raises(TypeError):
        spring.simulate(until=1.0, inputs={"push": lambda t: "much"})
    with pytest.raises(lw.SimulationError, match="input `push` is not a finite number") as caught:
        spring.simulate(until=1.0, inputs={"push": lambda t: math.nan if t > 0.5 else 0.0})
    assert 0.4 < caught.value.time < 0.6 and caught.value.step == pytest.approx(1e-3)


def test_unknown_inputs_are_named(spring):
    with pytest.raises(lw.UnknownNameError, match="did you mean `push`"):
        spring.simulate(until=1.0, inputs={"pusch": 1.0})
