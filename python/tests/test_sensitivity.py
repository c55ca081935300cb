"""Derivatives of runs against closed forms, differences, and themselves backwards."""

import math

import linkwork as lw
import numpy as np
import pytest

#: Central differences with steps of 1e-4: the third derivative times 1e-8, and rounding of 1e-14 over 1e-4.
DIFFERENCES = 1e-6
#: Forward and backward are one number, rounded in another order.
ROUNDING = 1e-11
#: One of each family; all of them are in the tests of the crate.
METHODS = [
    "fifth-degree",
    "generalized-alpha",
    "runge-kutta-4",
    "dormand-prince-8",
    "adams-bashforth-4",
    "rattle",
    "half-implicit-euler",
]


def test_a_spring_is_a_cosine(spring):
    found = spring.sensitivity("x at 1.5", ["mass", "stiffness", "x", "der(x)"], step=1e-3, method="dormand-prince-8")
    m, k, x, t = 2.0, 50.0, 0.1, 1.5
    omega = math.sqrt(k / m)
    by_omega = -x * t * math.sin(omega * t)
    wanted = [-by_omega * omega / (2 * m), by_omega * omega / (2 * k), math.cos(omega * t), math.sin(omega * t) / omega]
    # Steps of a millisecond in eighth order leave rounding.
    assert np.allclose(found.derivatives, [wanted], rtol=ROUNDING, atol=0)
    assert abs(found.values[0] - x * math.cos(omega * t)) < 1e-12
    assert found.of == ["x at 1.5"] and found.by == ["mass", "stiffness", "x", "der(x)"]
    assert found.at.tolist() == [2.0, 50.0, 0.1, 0.0] and found.switches.tolist() == [] and found.apart is None
    assert found.units == {"x at 1.5": "m", "mass": "kg", "stiffness": "N/m", "x": "m", "der(x)": "m/s"}
    assert found["x at 1.5", "mass"] == found.derivatives[0, 0]
    assert "mass" in repr(found)


@pytest.mark.parametrize("method", METHODS)
def test_differences_of_runs_are_near(two_links, method):
    names = ["a", "b"]
    of = ["elbow.angle at 0.5", "lower.position.y at 0.25"]
    found = two_links.sensitivity(of, names, step=1e-3, method=method)
    for column, name in enumerate(names):
        value = two_links.parameters[name]

        def ends(x):
            angle = two_links.simulate(until=0.5, method=method, balance=False, **{name: x})["elbow.angle"][-1]
            # What is no column of a run is one where it is waited for.
            other = two_links.simulate(
                until=0.25, method=method, balance=False, record="lower.position.y=9", **{name: x}
            )
            return np.array([angle, other["lower.position.y"][-1]])

        h = 1e-4
        differences = (ends(value + h) - ends(value - h)) / (2 * h)
        assert np.allclose(found.derivatives[:, column], differences, atol=DIFFERENCES), name


@pytest.mark.parametrize("method", METHODS)
def test_backwards_and_forward_are_one(method):
    crank = lw.load("slider_crank")
    names = ["crank_length", "rod_length", "pivot.angle", "der(pivot.angle)"]
    of = ["piston at 0.4", "der(pivot.angle) at 0.2"]
    forward = crank.sensitivity(of, names, step=2e-3, method=method)
    backward = crank.sensitivity(of, names, step=2e-3, method=method, adjoint=True)
    size = np.max(np.abs(forward.derivatives))
    assert size > 0 and np.max(np.abs(backward.derivatives - forward.derivatives)) < ROUNDING * size
    assert np.allclose(backward.values, forward.values, rtol=ROUNDING)
    assert backward.units == forward.units and backward.at.tolist() == forward.at.tolist()
    assert backward.apart is not None and backward.apart < ROUNDING


def test_inputs_and_parameters_are_those_of_the_run(spring):
    inputs = {"push": "3*sin(4*time)"}
    found = spring.sensitivity("x at 1", "damping", step=1e-3, inputs=inputs, damping=1.0)
    backward = spring.sensitivity("x at 1", "damping", step=1e-3, inputs=inputs, damping=1.0, adjoint=True)
    h = 1e-4
    ends = [spring.simulate(until=1.0, inputs=inputs, damping=1.0 + d)["x"][-1] for d in (h, -h)]
    assert abs(found.derivatives[0, 0] - (ends[0] - ends[1]) / (2 * h)) < DIFFERENCES
    assert abs(backward.derivatives[0, 0] - found.derivatives[0, 0]) < ROUNDING
    assert found.at.tolist() == [1.0]
    times = np.linspace(0, 1.1, 1101)
    sampled = spring.sensitivity(
        "x at 1", "damping", step=1e-3, inputs={"push": (times, 3 * np.sin(4 * times))}, damping=1.0
    )
    # Straight lines between samples of a millisecond: h^2/8 times the second derivative, 48.
    assert abs(sampled.derivatives[0, 0] - found.derivatives[0, 0]) < 1e-5


def test_derivatives_include_times_of_switches():
    stopped = lw.compile("""
        /// A mass that meets a stop at 0.05 m.
        pub mechanism Stopped {
            param mass = 2 [kg];
            coordinate x [m];
            kinetic = mass * der(x)^2 / 2;
            force stop = generalized(x, -if(x > 0.05 [m], 30 [N], 0 [N]));
            initial { x: 0 [m], der(x): 1 [m/s] }
        }""")
    found = stopped.sensitivity("x at 0.1", ["mass", "der(x)"], step=1e-3)
    assert abs(found.switches[0] - 0.05) < 1e-9
    # x = v t - F/(2 m) (t - x0/v)^2 with x0 = 0.05 m.
    assert abs(found.derivatives[0, 0] - 30 / 8 * 0.05**2) < 1e-9
    assert abs(found.derivatives[0, 1] - (0.1 - 30 / 2 * 0.05 * 0.05)) < 1e-9
    with pytest.raises(ValueError, match="switches at t = 0.05"):
        stopped.sensitivity("x at 0.1", "mass", step=1e-3, adjoint=True)


def test_derivatives_that_make_no_sense(spring):
    with pytest.raises(lw.UnknownNameError, match="did you mean `mass`"):
        spring.sensitivity("x at 1", "mas")
    with pytest.raises(lw.UnknownNameError, match="no method `bdf2`"):
        spring.sensitivity("x at 1", "mass", method="bdf2")
    with pytest.raises(ValueError, match="does not support forces that depend on velocities"):
        spring.sensitivity("x at 1", "mass", method="velocity-verlet")
    with pytest.raises(ValueError, match="at"):
        spring.sensitivity("x", "mass")
    with pytest.raises(ValueError, match="formulas are evaluated once"):
        spring.sensitivity("x at 1", "mass", inputs={"push": "mass*time"})
    with pytest.raises(ValueError, match="use all cores"):
        spring.sensitivity("x at 1", "mass", inputs={"push": lambda t: t})
    with pytest.raises(ValueError, match="`step`"):
        spring.sensitivity("x at 1", "mass", step=-1.0)
    with pytest.raises(KeyError, match="quantity at a time"):
        spring.sensitivity("x at 0.1", "mass")["y at 0.1", "mass"]
