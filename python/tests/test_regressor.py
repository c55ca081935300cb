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


def sine_rule(angle):
    """The angles of the crank, of the pin and of the wrist, with the slider upright."""
    tilt = -np.arcsin(0.15 / 0.35 * np.sin(angle))
    return np.stack([angle, tilt - angle, -tilt], axis=-1)


@pytest.mark.parametrize("fill", [0.0, 3.0, -25.0])
def test_closures_do_not_depend_on_dependent_entries(fill):
    crank = lw.compile(CRANK)
    angle = np.concatenate([np.linspace(0.6, 9.0, 30), [2.0, -4.0]])
    q, v, a = (np.full((len(angle), 3), fill) for _ in range(3))
    q[:, 0], v[:, 0], a[:, 0] = angle, 2.0, -1.0
    found = crank.regressor(q, v, a, independent="pivot.angle", complete=True)
    assert np.allclose(found.q, sine_rule(angle), atol=1e-9)
    # Rates by differences of the sine rule.
    step = 1e-5
    rates = (sine_rule(angle + step) - sine_rule(angle - step)) / (2 * step)
    assert np.allclose(found.v, 2.0 * rates, atol=1e-8)
    # One state alone, from the assembled one.
    one = crank.regressor(q[5], v[5], a[5], independent="pivot.angle", complete=True)
    assert np.allclose(one.q, found.q[5], atol=1e-9) and np.allclose(one.matrix, found.matrix[5], atol=1e-8)


def test_closures_with_a_joint_turned_over_are_refused():
    crank = lw.compile(CRANK)
    over = crank.initial_state.q + [0.0, 0.0, np.pi]
    with pytest.raises(ValueError, match="`guide` turned over"):
        crank.regressor(over, independent="pivot.angle")
    with pytest.raises(lw.SimulationError, match="`guide` turned over"):
        crank.stepper().reset(q=over)


def test_states_at_rest_have_rows():
    arm = lw.load("panda")
    one = arm.regressor()
    assert np.allclose(one.matrix @ one.values + one.offset, arm.inverse_dynamics(), atol=1e-10)
    q = np.random.default_rng(8).uniform(-1, 1, (20, 7))
    found = arm.regressor(q)
    efforts = arm.inverse_dynamics(q)
    assert np.allclose(found.matrix @ found.values + found.offset, efforts, atol=1e-10)
    # The first axis is vertical.
    assert np.abs(found.matrix[:, 0]).max() < 1e-10


def test_no_states_have_the_shapes_of_many():
    arm = lw.load("panda")
    none = arm.regressor(np.zeros((0, 7)))
    assert none.matrix.shape == (0, 7, len(none.columns)) and none.offset.shape == none.q.shape == none.a.shape == (0, 7)
    crank = lw.compile(CRANK).regressor(np.zeros((0, 3)), independent="pivot.angle", complete=True)
    assert crank.matrix.shape == (0, 1, len(crank.columns)) and crank.q.shape == (0, 3)


def test_coordinates_beside_a_quaternion_have_their_names(ball):
    rotations = [f"ball.angular_velocity.{axis}" for axis in "xyz"]
    found = ball.regressor(independent=[*rotations, "hinge.angle"])
    assert found.rows == [*rotations, "hinge.angle"] and found.units["hinge.angle"] == "N*m"
    by_velocity = ball.regressor(independent=[*rotations, "der(hinge.angle)"])
    assert np.array_equal(by_velocity.matrix, found.matrix)
    with pytest.raises(lw.UnknownNameError, match="did you mean `hinge.angle`"):
        ball.regressor(independent="hinge.angel")


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
