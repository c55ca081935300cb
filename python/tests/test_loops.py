"""Large trees: their equations are loops over their links, as on the command line."""

import linkwork as lw
import numpy as np
import pytest

#: Sums in another order, and the condition of mass matrices.
ROUNDING = 1e-9

#: A row of bars on hinges in the plane; `UNROLL` is the place of the keyword.
ROW = """
pub mechanism Row in plane {
    UNROLL
    const n = 60;
    gravity = [0, -9.81] [m/s^2];
    param mass = 1.2 [kg];
    param damping = 0.05 [N*m*s/rad];
    input drive [N*m];
    for i in 1..=n { body bar[i] { mass: mass, shape: rod(length: 0.2 [m]) } }
    joint pin[1] = revolute(ground, bar[1] at [-0.1, 0] [m], damping: damping);
    for i in 2..=n { joint pin[i] = revolute(bar[i - 1] at [0.1, 0] [m], bar[i] at [-0.1, 0] [m], damping: damping); }
    force motor = torque(pin[1].angle, drive);
    output tip = bar[n].position;
    initial { pin[1].angle: -70 [deg] }
}
"""


def row(links, unroll=""):
    keyword = f"unroll = {unroll};" if unroll else ""
    return lw.compile(ROW.replace("UNROLL", keyword), name="row.mech", constants={"n": links})


@pytest.fixture(scope="module")
def pair():
    """The same 8 links in loops and unrolled."""
    return row(8, "never"), row(8, "always")


def close(found, wanted):
    size = max(1e-3, float(np.max(np.abs(wanted))))
    return float(np.max(np.abs(np.asarray(found) - np.asarray(wanted)))) < ROUNDING * size


def test_large_trees_are_loops_and_small_ones_are_not():
    large = row(60)
    assert large.loops and "loops" in repr(large) and large.freedoms == 60
    assert not row(8).loops and "loops" not in repr(row(8))
    chain = lw.load("chain", constants={"n": 300})
    assert chain.loops and chain.freedoms == 900
    # A notebook shows a name, and does not unroll the equations.
    assert "900 degrees of freedom" in chain._repr_html_()
    assert chain.simulate(until=1e-3, step=1e-4)["tip_x"].size == 11


@pytest.mark.parametrize("method", ["fifth-degree", "generalized-alpha", "runge-kutta-4"])
def test_runs_are_those_of_unrolled_equations(pair, method):
    runs = [m.simulate(until=0.2, step=1e-3, method=method, inputs={"drive": "3*sin(9*time)"}) for m in pair]
    for column in ["tip[0]", "tip[1]", "pin[1].angle", "der(pin[8].angle)"]:
        assert close(runs[0][column], runs[1][column]), column


def test_dynamics_are_those_of_unrolled_equations(pair):
    random = np.random.default_rng(4)
    q, v, a = (0.5 * random.standard_normal((70, 8)) for _ in range(3))
    loops, unrolled = pair
    assert close(loops.mass_matrix(q), unrolled.mass_matrix(q))
    for found, wanted in zip(
        loops.inverse_dynamics(q, v, a, derivatives=True), unrolled.inverse_dynamics(q, v, a, derivatives=True)
    ):
        assert close(found, wanted)
    for found, wanted in zip(
        loops.forward_dynamics(q, v, derivatives=True), unrolled.forward_dynamics(q, v, derivatives=True)
    ):
        assert close(found, wanted)


def test_analyses_are_those_of_unrolled_equations(pair):
    loops, unrolled = pair
    for found, wanted in zip(loops.linearize(about="start"), unrolled.linearize(about="start")):
        assert close(found, wanted)
    hanging = [m.equilibrium() for m in pair]
    assert close(hanging[0].state.q, hanging[1].state.q) and hanging[0].stability == "stable"
    assert close(loops.modes().frequencies, unrolled.modes().frequencies)


def test_steppers_and_sweeps_are_those_of_unrolled_equations(pair):
    tips, rows = [], []
    for model in pair:
        stepper = model.stepper(step=1e-3)
        for i in range(20):
            state = stepper.step([0.1 * i])
        tips.append([state["tip[0]"], state["tip[1]"]])
        rows.append(model.sweep(vary={"mass": [1.0, 1.1, 1.2, 1.3]}, keep="tip[1]", until=0.05, step=1e-3)["tip[1]"])
    assert close(*tips) and close(*rows)


@pytest.mark.parametrize("adjoint", [False, True])
def test_derivatives_of_runs_are_those_of_unrolled_equations(pair, adjoint):
    by = ["mass", "damping", "pin[1].angle"]
    found = [m.sensitivity("tip[1] at 0.3", by, step=1e-3, adjoint=adjoint).derivatives for m in pair]
    assert close(*found)


def test_unrolling_of_large_trees_is_announced_before_it_begins():
    # Warnings are errors in these tests: nothing is compiled.
    large = row(400)
    assert "Sᵀ F + J a = τ" in large.explain() and "399 about an axis" in large.explain()
    for unrolled in [lambda: large.explain(full=True), lambda: large.explain(latex=True), large.regressor]:
        with pytest.raises(lw.CompileWarning, match="400 velocities of joints are unrolled"):
            unrolled()
    # An angle that counts turns is no output of loops.
    with pytest.raises(lw.CompileWarning, match="in an output is not made of loops"):
        large.simulate(until=1e-3, step=1e-3, stop="bar[2].angle=1")
    # It is of use afterwards, and a reaction is one.
    assert large.simulate(until=2e-3, step=1e-3)["tip[0]"].size == 3
    assert large.simulate(until=2e-3, step=1e-3, stop="pin[1].force.x=1e9")["tip[0]"].size == 3
