"""Equations of motion by masses and coefficients, against inverse dynamics, and parameters that are found again."""

import linkwork as lw
import numpy as np
import pytest

#: Rounding of two evaluations of the same equations.
ROUNDING = 1e-11
#: Estimates from exact motions: rounding, enlarged by the condition.
FOUND = 1e-8

CRANK = """
pub mechanism SliderCrank in plane {
    gravity = [0, -9.81] [m/s^2];
    param slider_mass = 2 [kg];
    body crank { mass: 1.2 [kg], com: [0.07, 0.01] [m], inertia: 2.25e-3 [kg*m^2] }
    body rod { mass: 0.6 [kg], com: [0.17, -0.01] [m], inertia: 6e-3 [kg*m^2] }
    body slider { mass: slider_mass }
    joint pivot = revolute(ground, crank, damping: 0.05 [N*m*s/rad]);
    joint pin = revolute(crank at [0.15, 0] [m], rod);
    joint wrist = revolute(rod at [0.35, 0] [m], slider);
    joint guide = prismatic(ground, slider, axis: [1, 0]);
    input drive [N*m];
    force motor = torque(pivot, drive);
    initial { pivot.angle: 30 [deg], der(pivot.angle): 6 [rad/s], pin.angle: ~-45 [deg] }
}
"""


def test_an_arm_is_affine_in_its_coefficients():
    arm = lw.load("panda")
    n = len(arm.velocities)
    random = np.random.default_rng(1)
    q, v, a = (random.uniform(-1, 1, (20, n)) for _ in range(3))
    found = arm.regressor(q, v, a)
    efforts = arm.inverse_dynamics(q, v, a)
    again = found.matrix @ found.values + found.offset
    assert found.matrix.shape == (20, n, len(found.columns)) and found.rows == arm.coordinates
    assert np.allclose(again, efforts, rtol=ROUNDING, atol=ROUNDING * np.abs(efforts).max())
    base = found.base()
    reduced = found.matrix[:, :, base.kept] @ (base.groups @ found.values) + found.offset
    assert np.allclose(reduced, efforts, rtol=0, atol=1e-8 * np.abs(efforts).max())
    assert len(base.names) == len(base.units) == len(base.kept) < len(found.columns)
    assert np.allclose(base.values, base.groups @ found.values)
    one = arm.regressor(q[3], v[3], a[3])
    assert np.array_equal(one.matrix, found.matrix[3]) and "coefficients" in repr(found)
    assert set(found.columns) <= set(found.units) and found.moving == []


def test_a_loop_is_found_from_its_crank():
    crank = lw.compile(CRANK)
    solution = crank.simulate(until=2.0, step=1e-3, method="dormand-prince-5", inputs={"drive": "3*sin(4*time) + 2*cos(9.7*time)"})
    time = solution.time[::20]
    at = {name: solution[name][::20] for name in ("pivot.angle", "der(pivot.angle)", "der(der(pivot.angle))")}
    q, v, a = (np.zeros((len(time), len(crank.velocities))) for _ in range(3))
    q += [solution[name][0] for name in crank.coordinates]
    k = crank.coordinates.index("pivot.angle")
    for array, name in zip((q, v, a), at):
        array[:, k] = at[name]
    # Near the configuration of the instant, not of the start: the closure is the nearest one.
    for i, name in enumerate(crank.coordinates):
        q[:, i] = np.round(solution[name][::20], 2) if i != k else q[:, i]
    torque = 3 * np.sin(4 * time) + 2 * np.cos(9.7 * time)
    efforts = np.zeros_like(v)
    efforts[:, k] = torque
    found = crank.regressor(q, v, a, time=time, efforts=efforts, independent="pivot.angle", complete=True)
    assert found.rows == ["pivot.angle"] and found.matrix.shape[:2] == (len(time), 1)
    assert np.allclose(found.q[:, 0], solution[crank.coordinates[0]][::20], atol=1e-9)
    estimate = found.estimate()
    assert np.allclose(estimate.values, found.base().values, atol=FOUND, rtol=FOUND)
    assert estimate.residual < 1e-9 and estimate.condition < 1e4 and (estimate.deviations < 1e-8).all()
    # Inputs say the same as efforts.
    driven = crank.regressor(q, v, a, inputs=torque[:, None], independent="pivot.angle", complete=True)
    assert np.allclose(driven.efforts - driven.offset, found.efforts - found.offset, atol=1e-9)
    heavier = crank.regressor(slider_mass=3.0)
    assert heavier.values[heavier.columns.index("slider.mass")] == 3.0


def test_what_is_wrong_is_said():
    crank = lw.compile(CRANK)
    broken = [solution + 0.01 for solution in crank.initial_state.q]
    with pytest.raises((lw.SimulationError, ValueError), match="violates"):
        crank.regressor(broken)
    with pytest.raises(ValueError, match="independent"):
        crank.regressor(complete=True)
    with pytest.raises(lw.UnknownNameError, match="pivot.angle"):
        crank.regressor(independent="pivot.angel")
    with pytest.raises(lw.CompileError, match="follows from a reaction"):
        lw.compile(CRANK.replace("input drive", "force rub = friction(guide, coefficient: 0.1);\n    input drive")).regressor()
