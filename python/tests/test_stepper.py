"""Steppers and Gymnasium's interface on top."""

import math

import linkwork as lw
import numpy as np
import pytest

#: Errors of the methods in a second of this motion.
METHOD = 1e-9

BLOCK = """
/// A block with dry friction on a plane, pulled by an input.
pub mechanism Block in plane {
    body block { mass: 1 [kg] }
    joint guide = prismatic(ground, block, axis: [1, 0]);
    input pull [N];
    force motor = generalized(guide.displacement, pull);
    force rub = friction(guide, limit: 2 [N], velocity: 0 [m/s]);
    initial { guide.displacement: 0 [m], der(guide.displacement): 0 [m/s] }
}
"""


@pytest.mark.parametrize("method", ["fifth-degree", "dormand-prince-5", "generalized-alpha"])
def test_steps_are_those_of_a_run(spring, method):
    run = spring.simulate(until=1.0, step=1e-3, method=method, inputs={"push": 3.0})
    stepper = spring.stepper(step=1e-3, method=method, inputs=3.0)
    for _ in range(1000):
        state = stepper.step()
    assert state["x"] == run["x"][-1] and state["der(x)"] == run["der(x)"][-1]
    assert state.time == pytest.approx(1.0, abs=1e-15) and state["spring_force"] == run["spring_force"][-1]


@pytest.mark.parametrize("method", ["fifth-degree", "dormand-prince-5"])
def test_inputs_are_held_and_jump(spring, method):
    # A push of 10 N for half a second, then none: two closed forms in a row.
    stepper = spring.stepper(step=1e-3, method=method)
    for _ in range(500):
        state = stepper.step(10.0)
    x, v = 0.2 - 0.1 * math.cos(2.5), 0.5 * math.sin(2.5)
    assert state["x"] == pytest.approx(x, abs=METHOD)
    state = stepper.step({"push": 0.0}, count=500)
    assert state["x"] == pytest.approx(x * math.cos(2.5) + v / 5 * math.sin(2.5), abs=METHOD)
    assert stepper.inputs == [0.0] and stepper.time == state.time


def test_reset_goes_back(spring):
    stepper = spring.stepper(step=1e-2)
    first = [stepper.step([1.0])["x"] for _ in range(10)]
    assert stepper.reset().time == 0.0 and stepper.inputs == [0.0]
    assert [stepper.step([1.0])["x"] for _ in range(10)] == first
    state = stepper.reset(q=[0.3], v=[0.0], time=2.0)
    assert state.time == 2.0 and state["x"] == 0.3
    assert stepper.step(count=100)["x"] == pytest.approx(0.3 * math.cos(5.0), abs=1e-6)


def test_a_block_that_sticks_stays_and_slides():
    stepper = lw.compile(BLOCK).stepper(step=1e-2)
    for _ in range(50):
        state = stepper.step(1.9)
    assert state["guide.displacement"] == 0.0
    for _ in range(50):
        state = stepper.step(3.0)
    # 1 m/s^2 for half a second.
    assert state["guide.displacement"] == pytest.approx(0.125, abs=METHOD)


def test_the_first_state_is_that_of_a_run():
    model = lw.compile(BLOCK.replace("velocity: 0 [m/s]);", "velocity: 0 [m/s]);\n force steady = generalized(guide.displacement, 1.5 [N]);"))
    run, stepper = model.simulate(0.01), model.stepper()
    for state in (model.initial_state, stepper.state, run.state(0), stepper.step()):
        assert state["rub.force"] == pytest.approx(-1.5, abs=1e-12)
        assert state["der(der(guide.displacement))"] == pytest.approx(0.0, abs=1e-12)


def test_a_state_off_the_constraints_is_refused_or_brought_onto_them():
    stepper = lw.load("cartesian_pendulum").stepper(step=1e-3)
    state = stepper.reset(q=[0.6, -0.8 + 1e-7], v=[0.8, 0.6])
    assert abs(np.hypot(*state.q) - 1) < 1e-14
    with pytest.raises(lw.SimulationError, match="rod"):
        stepper.reset(q=[0.6, -0.9], v=[0.0, 0.0])
    # The energy of the motion that begins there is kept.
    stepper.reset(q=[0.6, -0.8], v=[0.8, 0.6])
    energy = lambda state: 0.5 * float(state.v @ state.v) + 9.81 * state["y"]
    before = energy(stepper.state)
    assert energy(stepper.step(count=1000)) == pytest.approx(before, abs=1e-6)


def test_mistakes_are_explained(spring):
    stepper = spring.stepper()
    with pytest.raises(lw.UnknownNameError, match="did you mean `push`"):
        stepper.step({"puch": 1.0})
    with pytest.raises(ValueError, match="`inputs` has the shape"):
        stepper.step([1.0, 2.0])
    with pytest.raises(ValueError, match="`step` must be positive"):
        spring.stepper(step=0.0)
    with pytest.raises(lw.UnknownNameError, match="there is no method `fith-degree`"):
        spring.stepper(method="fith-degree")
    with pytest.raises(ValueError, match="does not support constraints"):
        lw.load("cartesian_pendulum").stepper(method="eighth-degree")


def test_a_step_that_fails_leaves_the_state(spring):
    stepper = spring.stepper(step=1e-3)
    stepper.step(count=10)
    before = stepper.state
    with pytest.raises(ValueError, match="entry 0 of `inputs` is not finite"):
        stepper.step(math.nan)
    assert stepper.state["x"] == before["x"] and stepper.time == before.time


def test_an_environment_is_one_of_gymnasiums(spring):
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env
    from linkwork.gym import MechanismEnv

    env = MechanismEnv(
        spring,
        reward=lambda state, action: -state["x"] ** 2,
        action_limits=(-20.0, 20.0),
        terminated=lambda state: abs(state["x"]) > 5.0,
        start=lambda rng, state: (state.q + rng.uniform(-0.05, 0.05, 1), state.v),
        horizon=0.5,
    )
    check_env(env, skip_render_check=True)
    first, _ = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert np.array_equal(first, again) and first.shape == (2,)
    truncated, steps = False, 0
    while not truncated:
        # A damper that is made of the input.
        observation, reward, terminated, truncated, info = env.step(np.clip([-8.0 * observation[1]], -20, 20) if steps else [0.0])
        steps += 1
    assert steps == 50 and not terminated and info["time"] == pytest.approx(0.5)
    assert isinstance(env.action_space, gymnasium.spaces.Box)
