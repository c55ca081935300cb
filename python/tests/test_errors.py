"""What goes wrong comes out as a typed exception with the text of the compiler or of the run."""

import threading
import time
import warnings

import linkwork as lw
import pytest


def test_mistakes_are_shown_with_their_lines():
    text = "pub mechanism A { coordinate height [m]; kinetic = 1 [kg] * der(height)^2 / 2; potential = 3 [N] * heigth; }"
    with pytest.raises(lw.CompileError) as caught:
        lw.compile(text, name="a.mech")
    message = str(caught.value)
    assert "cannot find `heigth`" in message and "a.mech:1:" in message and "did you mean `height`?" in message
    assert isinstance(caught.value, ValueError)


def test_names_come_with_the_nearest():
    with pytest.raises(lw.UnknownNameError, match="did you mean `pendulum`"):
        lw.load("pendulm")
    pendulum = lw.load("pendulum")
    with pytest.raises(KeyError, match="did you mean `length`"):
        pendulum.parameters["lenght"]
    with pytest.raises(ValueError, match="did you mean `length`"):
        pendulum.simulate(until=1.0, lenght=2.0)
    with pytest.raises(KeyError, match="did you mean `theta`"):
        pendulum.simulate(until=0.1)["thta"]
    with pytest.raises(lw.UnknownNameError, match="there is no method"):
        pendulum.simulate(until=1.0, method="magic")
    with pytest.raises(lw.UnknownNameError, match="there is no quantity|did you mean"):
        pendulum.simulate(until=1.0, stop="thetaa.x<0")


def test_files_that_are_not_there():
    with pytest.raises(FileNotFoundError, match="nowhere.mech"):
        lw.load("nowhere.mech")


def test_settings_that_make_no_sense():
    pendulum = lw.load("pendulum")
    for bad in [{"until": -1.0}, {"step": 0.0}, {"step": float("nan")}, {"every": 0}, {"tolerance": -1.0}]:
        with pytest.raises(ValueError):
            pendulum.simulate(**{"until": 1.0, **bad})
    for bad in [{"every": -1}, {"max_steps": 0}, {"max_steps": -(10**30)}]:
        with pytest.raises(ValueError, match="must be at least 1"):
            pendulum.simulate(until=1.0, **bad)
    with pytest.raises(ValueError, match="`count` must be at least 0"):
        pendulum.stepper().step(count=-1)
    with pytest.raises(TypeError, match="count"):
        pendulum.stepper().step(count=2.5)
    with pytest.raises(ValueError, match="does not estimate its error"):
        pendulum.simulate(until=1.0, tolerance=1e-6, method="runge-kutta-4")
    with pytest.raises(ValueError, match="must be a number"):
        pendulum.simulate(until=1.0, length="long")
    with pytest.raises(ValueError, match="length"):
        pendulum.simulate(until=1.0, length=float("nan"))
    with pytest.raises(ValueError, match="name=formula"):
        pendulum.simulate(until=1.0, stop="theta")
    with pytest.raises(ValueError, match="does not support constraints"):
        lw.load("cartesian_pendulum").simulate(until=1.0, method="eighth-degree")


def test_numbers_that_are_none_are_named(spring):
    nan = float("nan")
    for bad in [nan, float("inf"), None, "1"]:
        for argument in ["stop", "record"]:
            with pytest.raises(ValueError, match=f"in `{argument}`, the value of `x` must be"):
                spring.simulate(until=0.1, **{argument: {"x": bad}})
        with pytest.raises(ValueError, match="the constant `n` must be"):
            lw.compile("pub mechanism A { const n = 3; coordinate x; kinetic = n*der(x)^2/2; }", constants={"n": bad})
    with pytest.raises(ValueError, match="in `start`, the value of `x` must be a number"):
        spring.simulate(until=0.1, start={"x": None})


def test_advice_is_that_of_the_package(spring):
    pendulum = lw.load("cartesian_pendulum")
    with pytest.raises(lw.SimulationError, match="`linearize`") as caught:
        pendulum.forward_dynamics()
    assert "reset(q=" in str(caught.value) and "`motion`" not in str(caught.value)
    with pytest.raises(lw.SimulationError, match="about five digits") as caught:
        pendulum.stepper().reset(q=[0.6, -0.9], v=[0.0, 0.0])
    assert "~" not in str(caught.value)
    crank = lw.load("slider_crank")
    with pytest.raises(lw.SimulationError) as caught:
        crank.simulate(until=0.1, start={"pivot.angle": 0.9, "pin.angle": 0.1})
    assert "~" not in str(caught.value)


def test_an_implicit_method_is_not_told_to_use_itself(spring):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        spring.simulate(until=1.0, step=0.01, stiffness=5e9, method="generalized-alpha")
    assert "use steps below" in str(told[0].message) and "use generalized-alpha" not in str(told[0].message)


def test_a_run_that_fails_says_when(spring):
    with pytest.raises(lw.SimulationError) as caught:
        spring.simulate(until=1.0, tolerance=1e-9, max_steps=10)
    assert caught.value.time is not None and caught.value.time < 1.0


def test_what_is_not_to_be_trusted_is_a_warning(spring):
    with pytest.warns(lw.SimulationWarning, match="help:"):
        spring.simulate(until=0.01, step=1e-3, stiffness=5e8)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        spring.simulate(until=0.2, step=1e-3)


def test_formulations_are_chosen_by_name():
    with pytest.warns(lw.CompileWarning, match="mechanism="):
        lw.compile(
            "pub mechanism P in plane { coordinates = [minimal, absolute]; gravity = [0, -9.81] [m/s^2];"
            " body b { mass: 1 [kg], com: [1, 0] [m], inertia: 1 [kg*m^2] } joint j = revolute(ground, b); }"
        )
    assert lw.load("door").name == "Door" and lw.load("door", mechanism="DoorAbsolute").name == "DoorAbsolute"


def test_threads_run_while_a_mechanism_is_simulated():
    chain = lw.load("chain")
    chain.simulate(until=0.01)
    count, done = 0, threading.Event()

    def run():
        chain.simulate(until=3.0)
        done.set()

    thread = threading.Thread(target=run)
    thread.start()
    while not done.is_set():
        count += 1
        time.sleep(1e-3)
    thread.join()
    # With the lock held the loop would turn once or twice.
    assert count > 10


def test_runs_in_threads_do_not_disturb_each_other():
    pendulum = lw.load("pendulum")
    expected = [pendulum.simulate(until=1.0, length=0.5 + 0.1 * k)["theta"][-1] for k in range(8)]
    found = [None] * 8

    def run(k):
        found[k] = pendulum.simulate(until=1.0, length=0.5 + 0.1 * k)["theta"][-1]

    threads = [threading.Thread(target=run, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected
