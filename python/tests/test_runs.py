"""Runs against closed forms; what can be asked of them."""

import math
import warnings

import linkwork as lw
import numpy as np
import pytest
from scipy.special import ellipk

#: Errors of the fifth-degree method with steps of a millisecond in a few seconds of these motions.
METHOD = 1e-8
#: The same of runs with a tolerance of 1e-10.
TOLERANCE = 1e-7


def test_a_spring_swings_as_the_cosine(spring):
    solution = spring.simulate(until=2.0, step=1e-3)
    omega = math.sqrt(50 / 2)
    assert np.max(np.abs(solution["x"] - 0.1 * np.cos(omega * solution.time))) < METHOD
    assert solution.energy_drift < METHOD


def test_the_period_of_a_pendulum_is_an_elliptic_integral():
    # At rest at the horizontal (amplitude of 90 deg): T = 4 sqrt(l/g) K(sin^2 45 deg).
    pendulum = lw.load("pendulum")
    length, g = 0.7, pendulum.parameters["gravity"]
    solution = pendulum.simulate(until=6.0, step=1e-3, length=length, record="der(theta)=0")
    rests = [time for time, *_ in solution.events]
    period = 4 * math.sqrt(length / g) * ellipk(0.5)
    halves = np.diff([0.0, *rests])
    assert len(rests) >= 5
    assert np.max(np.abs(halves - period / 2)) < METHOD


def test_a_tolerance_is_followed(spring):
    solution = spring.simulate(until=2.0, tolerance=1e-10, method="dormand-prince-5")
    omega = math.sqrt(50 / 2)
    assert np.max(np.abs(solution["x"] - 0.1 * np.cos(omega * solution.time))) < TOLERANCE
    assert np.ptp(np.diff(solution.time)) > 0
    both = spring.simulate(until=2.0, tolerance=(1e-10, 1e-10))
    assert abs(both["x"][-1] - 0.1 * math.cos(2 * omega)) < TOLERANCE


def test_parameters_as_keywords_are_those_of_one_run(spring):
    other = spring.simulate(until=1.0, stiffness=200.0)
    assert abs(other["x"][-1] - 0.1 * math.cos(10.0)) < METHOD
    assert spring.parameters["stiffness"] == 50.0


def test_parameters_are_set_and_read():
    pendulum = lw.load("pendulum")
    assert dict(pendulum.parameters.items())["length"] == 1.0
    assert "length" in pendulum.parameters and len(pendulum.parameters) == 3
    before = pendulum.mass_matrix()[0, 0]
    pendulum.parameters["length"] = 0.5
    assert pendulum.mass_matrix()[0, 0] == before / 4
    pendulum.parameters.update(mass=3.0)
    assert pendulum.mass_matrix()[0, 0] == 3 * before / 4


def test_names_and_units():
    crank = lw.load("cartesian_pendulum")
    assert crank.coordinates == ["x", "y"] and crank.constraints == ["rod"] and crank.freedoms == 1
    assert crank.units["x"] == "m" and crank.units["der(x)"] == "m/s" and crank.units["gravity"] == "m/s^2"
    solution = crank.simulate(until=0.1)
    assert solution.columns[0] == "time" and solution.units["multiplier(rod)"]
    assert solution.constraint_drift < 1e-12


@pytest.mark.parametrize("stop", ["x<0", ["x<0"], {"x": 0.0}])
def test_a_run_stops_where_it_should(spring, stop):
    solution = spring.simulate(until=2.0, stop=stop)
    # cos(5 t) = 0 at t = pi/10.
    assert abs(solution.time[-1] - math.pi / 10) < METHOD
    assert abs(solution["x"][-1]) < METHOD
    (event,) = solution.events
    assert event[1] == "x" and event[3] is False


def test_attributes_that_are_no_columns_can_be_waited_for(two_links):
    solution = two_links.simulate(until=5.0, stop="elbow.angle<-0.5")
    assert solution["elbow.angle"][-1] == pytest.approx(-0.5, abs=METHOD)
    other = two_links.simulate(until=5.0, stop="lower.position.y<-0.5")
    assert other["lower.position.y"][-1] == pytest.approx(-0.5, abs=METHOD)
    assert "lower.position.y" not in two_links.outputs


def test_samples_are_kept_as_asked(spring):
    assert len(spring.simulate(until=1.0, step=1e-3)) == 1001
    assert len(spring.simulate(until=1.0, step=1e-3, every=10)) == 101
    spread = spring.simulate(until=1.0, step=3e-4, interval=0.1)
    assert np.allclose(spread.time, np.linspace(0, 1, 11), atol=1e-15)


def test_report_and_pictures(spring):
    solution = spring.simulate(until=1.0)
    assert "energy drift" in solution.report and "order 4" in solution.report
    assert solution._repr_svg_().startswith("<svg")
    html = solution._repr_html_()
    assert "<svg" in html and "energy drift" in html
    assert "degrees of freedom" in spring.explain() and "align*" in spring.explain(latex=True)
    assert "SpringMass" in repr(spring) and "1001 samples" in repr(solution)


def test_every_method_runs_the_spring(spring):
    exact = 0.1 * math.cos(2.5)
    ran = 0
    for name in lw.methods():
        if name == "fifth-degree-paper":
            continue  # Unstable: it is there to reproduce tables.
        with np.errstate(all="ignore"), warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            try:
                solution = spring.simulate(until=0.5, step=1e-3, method=name)
            except ValueError as refused:
                assert "does not support" in str(refused)
                continue
        # Of all of them one gains energy with every step, which is said.
        assert ["the energy has grown" in str(one.message) for one in told] == [True] * (name == "explicit-euler"), name
        # First order and a thousand steps: 0.1 m times the relative error omega^2 h t.
        assert abs(solution["x"][-1] - exact) < 2e-3, name
        ran += 1
    assert ran > 30


def test_a_run_without_a_balance_says_nothing_of_drift(spring):
    plain = spring.simulate(until=1.0, balance=False, inputs={"push": 3.0})
    full = spring.simulate(until=1.0, inputs={"push": 3.0})
    assert np.array_equal(plain["x"], full["x"]) and np.array_equal(plain.energy, full.energy)
    assert plain.energy_drift is None and "energy drift" not in plain.report
    # The work of the push is told apart from drift.
    assert full.energy_drift < METHOD < np.ptp(full.energy)
