"""Equilibria, linearisations and modes against closed forms and differences."""

import math

import linkwork as lw
import numpy as np
import pytest
from conftest import TWO_LINKS

#: Rounding of solves of this size.
ROUNDING = 1e-10


def test_a_spring_and_a_damper(spring):
    found = spring.linearize(damping=4.0)
    assert np.allclose(found.A, [[0, 1], [-25, -2]], atol=ROUNDING)
    assert np.allclose(found.B, [[0], [0.5]], atol=ROUNDING)
    assert np.allclose(found.C, [[-50, 0]], atol=ROUNDING) and np.allclose(found.D, [[0]])
    assert found.states == ["x", "der(x)"] and found.inputs == ["push"] and found.outputs == ["spring_force"]
    assert found.units["push"] == "N" and found.steady


def test_python_control_takes_it(spring):
    control = pytest.importorskip("control")
    system = control.ss(*spring.linearize(damping=4.0))
    assert np.all(system.poles().real < 0)
    assert np.allclose(np.sort_complex(system.poles()), np.sort_complex(np.roots([1, 2, 25])), atol=1e-9)
    # A feedback that places the poles, on the mechanism itself.
    gain = control.place(system.A, system.B, [-6, -8])
    stepper = spring.stepper(step=1e-3, damping=4.0)
    state = stepper.state
    for _ in range(2000):
        state = stepper.step((-gain @ np.array([state["x"], state["der(x)"]])).item())
    # Two seconds at exp(-6 t) and less, and the delay of a step.
    assert abs(state["x"]) < 1e-5


def test_modes_of_a_pendulum():
    pendulum = lw.load("pendulum")
    modes = pendulum.modes(length=0.4)
    exact = math.sqrt(9.81 / 0.4) / math.tau
    assert modes.frequencies == pytest.approx([exact], abs=ROUNDING) and len(modes) == 1
    assert modes.damping_ratios == pytest.approx([0.0], abs=ROUNDING)
    assert modes.eigenvalues[0].imag == pytest.approx(math.tau * exact)
    assert modes.shapes.shape == (1, 1) and modes.displacements == ["theta"]


def test_equilibria_say_whether_they_are_stable():
    near = TWO_LINKS.replace("30 [deg]", "-80 [deg]").replace("20 [deg]", "-5 [deg]")
    two_links = lw.compile(near)
    found = two_links.equilibrium()
    assert found.stability == "stable" and found.residual < 1e-9
    assert two_links.inverse_dynamics(found.state.q) == pytest.approx([0.0, 0.0], abs=1e-9)
    assert found.state["shoulder.angle"] == pytest.approx(-math.pi / 2)
    assert len(found.stiffness) == 2 and all(square > 0 for square in found.stiffness)


def test_what_an_analysis_leaves_out_is_a_warning():
    driven = lw.compile(
        """mechanism Driven in plane {
            gravity = [0, -9.81] [m/s^2];
            body crank { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
            body rod { mass: 1 [kg], inertia: 0.1 [kg*m^2], com: [0, -0.5] [m] }
            joint axle = revolute(ground, crank);
            joint pin = revolute(crank at [0.2, 0] [m], rod);
            constraint motor: axle.angle = 2 [rad/s] * time;
        }"""
    )
    for analysis in (driven.equilibrium, driven.linearize, driven.modes):
        with pytest.warns(lw.AnalysisWarning, match="depend on time, which is held at t = 0"):
            analysis()
    rubbing = lw.compile(
        """mechanism Rubbing in plane {
            body block { mass: 1 [kg] }
            joint slide = prismatic(ground, block, axis: [1, 0]);
            force rub = friction(slide, limit: 3 [N], velocity: 0);
            force hold = spring(ground at [-1, 0] [m], block, stiffness: 100 [N/m], length: 1 [m]);
        }"""
    )
    with pytest.warns(lw.AnalysisWarning, match="friction that sticks here is left out: `rub`"):
        rubbing.linearize()


def test_a_is_that_of_differences(two_links):
    found = two_links.linearize(about="start")
    state = two_links.initial_state
    assert not found.steady
    h = 1e-6
    for j in range(2):
        d = h * np.eye(2)[j]
        zero = np.zeros(2)
        column = (
            two_links.forward_dynamics(state.q + d, state.v, zero)
            - two_links.forward_dynamics(state.q - d, state.v, zero)
        ) / (2 * h)
        assert np.allclose(found.A[2:, j], column, atol=1e-6)


def test_what_is_asked_for_must_exist(spring):
    with pytest.raises(ValueError, match='"equilibrium"'):
        spring.linearize(about="nowhere")
    with pytest.raises(lw.UnknownNameError, match="did you mean `damping`"):
        spring.linearize(dampin=1.0)
