"""Quaternions that are given: normalised if their norm is 1 to about five digits, otherwise refused by name."""

import linkwork as lw
import numpy as np
import pytest

UNIT = np.array([0.5, 0.5, -0.5, 0.5, 0.3])

CALLS = {
    "mass_matrix": lambda model, q: model.mass_matrix(q),
    "inverse_dynamics": lambda model, q: model.inverse_dynamics(q),
    "forward_dynamics": lambda model, q: model.forward_dynamics(q),
    "regressor": lambda model, q: model.regressor(q).matrix,
    "reset": lambda model, q: model.stepper().reset(q=q).a,
}


def scaled(factor):
    return UNIT * np.array([factor] * 4 + [1.0])


@pytest.mark.parametrize("call", CALLS)
def test_other_norms_are_refused_with_the_names_of_the_coordinates(ball, call):
    for q in [np.zeros(5), np.array([1.0, 1.0, 0.0, 0.0, 0.0]), scaled(0.9998), scaled(1e200)]:
        with pytest.raises(ValueError, match=r"ball\.rotation\.w = .*ball\.rotation\.z = .*unit quaternion"):
            CALLS[call](ball, q)


@pytest.mark.parametrize("call", CALLS)
def test_nearly_unit_ones_are_divided_by_their_norm(ball, call):
    exact = CALLS[call](ball, UNIT)
    assert np.allclose(CALLS[call](ball, scaled(1 + 8e-6)), exact, rtol=1e-11, atol=1e-11)
    # One that is a unit quaternion already keeps its bits.
    assert np.array_equal(CALLS[call](ball, UNIT.copy()), exact)


def test_the_state_of_many_is_named(ball):
    with pytest.raises(ValueError, match="unit quaternion") as caught:
        ball.inverse_dynamics([UNIT, UNIT, scaled(2.0)])
    assert caught.value.__notes__ == ["at state 2 of the arrays"]


def test_a_run_begins_at_a_unit_quaternion(ball):
    stepper = ball.stepper()
    state = stepper.reset(q=scaled(1 - 8e-6))
    assert abs(np.linalg.norm(state.q[:4]) - 1) < 1e-14
    run = ball.simulate(until=0.01, start=state)
    assert run["ball.rotation.w"][0] == state.q[0]
