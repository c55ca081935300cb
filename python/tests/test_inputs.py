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


@pytest.mark.parametrize("until, step", [(0.0105, 1e-3), (1.0003, 1e-3), (0.9, 0.1), (0.05, 0.3), (1.0, 0.3)])
def test_a_value_for_each_time_is_one_for_each_of_the_run(spring, until, step):
    times = spring.simulate(until=until, step=step).time
    push = np.sin(300 * times)
    run = spring.simulate(until=until, step=step, inputs={"push": push})
    assert np.array_equal(run["x"], spring.simulate(until=until, step=step, inputs={"push": (times, push)})["x"])
    for other in [push[:-1], np.append(push, 0.0)]:
        with pytest.raises(ValueError, match=f"has {len(other)} values but the run has {len(times)} times"):
            spring.simulate(until=until, step=step, inputs={"push": other})


def test_times_begin_at_the_start_of_the_run(spring):
    start = spring.simulate(until=0.5).state()
    times = spring.simulate(until=0.6105, start=start).time
    assert len(times) == 112
    by_array = spring.simulate(until=0.6105, start=start, inputs={"push": times**2})
    by_pair = spring.simulate(until=0.6105, start=start, inputs={"push": (times, times**2)})
    assert np.array_equal(by_array["x"], by_pair["x"])


def test_each_state_has_its_inputs(spring):
    # M a - f is minus the push at x = 0.
    push = np.array([[1.0], [2.0], [3.0], [4.0]])
    assert np.array_equal(spring.inverse_dynamics(np.zeros((4, 1)), inputs=push), -push)
    assert np.array_equal(spring.forward_dynamics(np.zeros((4, 1)), inputs=push), push / 2)
    # The number of states may be that of the inputs; one row is that of all states.
    assert np.array_equal(spring.inverse_dynamics([0.0], inputs=push), -push)
    assert np.array_equal(spring.inverse_dynamics(np.zeros((4, 1)), inputs=[[3.0]]), np.full((4, 1), -3.0))
    assert spring.inverse_dynamics([0.0], inputs=[[3.0]]).tolist() == [-3.0]
    with pytest.raises(ValueError, match="`q` has 4 states but `inputs` has 3"):
        spring.inverse_dynamics(np.zeros((4, 1)), inputs=push[:3])


@pytest.mark.parametrize("derivatives", [False, True])
def test_inputs_of_many_states_have_the_bits_of_single_ones(spring, derivatives):
    # Beyond 64 states, four are evaluated at once.
    random = np.random.default_rng(5)
    q, v, last, push = (random.uniform(-1, 1, (83, 1)) for _ in range(4))
    for call in [spring.inverse_dynamics, spring.forward_dynamics]:
        many = call(q, v, last, inputs=push, derivatives=derivatives)
        for i in range(83):
            one = call(q[i], v[i], last[i], inputs=push[i], derivatives=derivatives)
            for a, b in zip(one if derivatives else (one,), many if derivatives else (many,)):
                assert np.array_equal(a, b[i]), i


def test_inputs_of_one_state_are_one_row(spring):
    calls = [
        lambda inputs: spring.equilibrium(inputs=inputs).state["x"],
        lambda inputs: spring.linearize(inputs=inputs).about["x"],
        lambda inputs: spring.modes(inputs=inputs).frequencies,
        lambda inputs: spring.stepper(inputs=inputs).inputs,
        lambda inputs: spring.stepper().step(inputs)["x"],
    ]
    for call in calls:
        assert np.array_equal(call([[5.0]]), call(5.0))
        for rows in [np.array([[1.0], [2.0]]), np.zeros((0, 1))]:
            with pytest.raises(ValueError, match=f"`inputs` must be one vector, not {len(rows)}"):
                call(rows)


def test_what_is_no_input_is_refused(spring):
    for bad in [None, object(), 1j, np.complex128(2.0), np.datetime64(1, "ns")]:
        with pytest.raises(ValueError, match="the input `push` has an unsupported type|`push` is not an array of numbers"):
            spring.simulate(until=0.01, inputs={"push": bad})
    for bad in [None, "1", 1j]:
        with pytest.raises(ValueError, match="the input `push` must be a number"):
            spring.stepper().step({"push": bad})
    with pytest.raises(TypeError, match="`inputs` must be values by name"):
        spring.simulate(until=0.01, inputs=[1.0])


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
