"""Ctrl-C: what runs ends with KeyboardInterrupt, and the model is as it was."""

import _thread
import contextlib
import math
import signal
import threading
import time

import linkwork as lw
import numpy as np
import pytest

#: A run that is interrupted comes back within so many seconds; a step takes microseconds, and the machine may be busy.
SOON = 5.0

LONG = {
    "simulate": lambda model, into: model.simulate(until=1e5, step=1e-3, every=1_000_000, balance=False),
    "tolerance": lambda model, into: model.simulate(
        until=1e5, tolerance=1e-8, method="dormand-prince-5", every=1_000_000, balance=False
    ),
    "function": lambda model, into: model.simulate(
        until=1e4, step=1e-3, every=1_000_000, balance=False, inputs={"push": lambda t: 0.0}
    ),
    # A function in C looks for no signals.
    "built-in": lambda model, into: model.simulate(
        until=1e5, step=1e-3, every=1_000_000, balance=False, inputs={"push": math.sin}
    ),
    "stepper": lambda model, into: model.stepper().step(count=10**10),
    "sweep": lambda model, into: model.sweep(vary={"mass": "1..2:1000000"}, keep="x", until=100.0),
    "tables": lambda model, into: model.sweep(vary={"mass": "1..2:1000000"}, keep="x", until=1.0, chunk=2, into=into),
    "sensitivity": lambda model, into: model.sensitivity("x at 10000", ["mass", "stiffness"]),
    "adjoint": lambda model, into: model.sensitivity("x at 10000", ["mass", "stiffness"], adjoint=True),
}


@pytest.fixture(autouse=True)
def listening():
    """What a shell runs in the background ignores Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def pressing(ready, seconds=60.0):
    """Presses Ctrl-C when `ready()`, unless the work is over before; gives the list of the times at which that was."""
    over = threading.Event()
    pressed = []

    def press():
        # Other threads run meanwhile: with the lock held this one would not.
        until = time.perf_counter() + seconds
        while not over.wait(1e-3) and time.perf_counter() < until:
            if ready():
                pressed.append(time.perf_counter())
                _thread.interrupt_main()
                return

    thread = threading.Thread(target=press)
    thread.start()
    try:
        yield pressed
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("work", LONG)
def test_what_runs_is_interrupted(spring, tmp_path, work):
    expected = spring.simulate(until=0.5)["x"]
    turns = iter(range(100))
    with pressing(lambda: next(turns) == 99) as pressed:
        with pytest.raises(KeyboardInterrupt):
            LONG[work](spring, tmp_path)
        took = time.perf_counter() - pressed[0]
    assert took < SOON
    assert np.array_equal(spring.simulate(until=0.5)["x"], expected)


def test_tables_that_are_whole_stay(spring, tmp_path):
    options = dict(vary={"mass": "1..2:40"}, keep="x", chunk=4, until=50.0, threads=1, into=tmp_path)
    with pressing(lambda: len(list(tmp_path.glob("*.csv"))) >= 2) as pressed:
        with pytest.raises(KeyboardInterrupt):
            spring.sweep(**options)
    assert pressed
    # Work that was told to end has ended: nothing is written any more.
    there = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.csv")}
    assert 2 <= len(there) < 10
    assert all(path.read_text().count("\n") == 5 for path in tmp_path.glob("*.csv"))
    assert not any(path.name.startswith(".") for path in tmp_path.iterdir())
    whole = spring.sweep(**options)
    assert len(whole) == 40 and len(list(tmp_path.glob("*.csv"))) == 10
    assert all((tmp_path / name).stat().st_mtime_ns == when for name, when in there.items())


def test_threads_that_are_not_the_main_one_run_to_the_end(spring):
    found = []
    thread = threading.Thread(target=lambda: found.append(spring.simulate(until=20.0)["x"][-1]))
    thread.start()
    thread.join()
    assert found == [spring.simulate(until=20.0)["x"][-1]]


def test_exceptions_of_other_signals_come_out_as_they_are(spring):
    class Alarm(Exception):
        pass

    def ring(*_):
        raise Alarm

    if not hasattr(signal, "setitimer"):
        pytest.skip("there are no timers here")
    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Alarm):
            spring.simulate(until=1e5, every=1_000_000, balance=False)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_wrong_run_is_still_an_error(spring):
    with pytest.raises(lw.SimulationError):
        spring.simulate(until=1.0, tolerance=1e-9, max_steps=10)


def test_a_stepper_that_is_interrupted_goes_on_from_its_last_step(spring):
    stepper = spring.stepper(step=1e-3)
    turns = iter(range(100))
    with pressing(lambda: next(turns) == 99):
        with pytest.raises(KeyboardInterrupt):
            stepper.step(count=10**10)
    state = stepper.state
    assert 0 < state.time < 1e7
    assert stepper.step().time > state.time


def test_a_stepper_that_another_thread_uses_keeps_nobody_waiting(spring):
    stepper = spring.stepper(step=1e-3)
    thread = threading.Thread(target=lambda: stepper.step(count=1_000_000))
    thread.start()
    longest, seen = 0.0, []
    while thread.is_alive():
        began = time.perf_counter()
        seen.append(stepper.state.time)
        longest = max(longest, time.perf_counter() - began)
        time.sleep(0.02)
    thread.join()
    # A turn of other steps takes milliseconds; the machine may be busy.
    assert longest < 0.5 and seen == sorted(seen)
    assert stepper.time == pytest.approx(1000.0)


def test_a_signal_handler_may_ask_the_stepper(spring):
    if not hasattr(signal, "setitimer"):
        pytest.skip("there are no timers here")
    stepper, seen = spring.stepper(step=1e-3), []
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(stepper.time))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
        stepper.step(count=1_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert seen == sorted(seen) and stepper.time == pytest.approx(1000.0)
