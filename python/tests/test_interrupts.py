"""Ctrl-C: what runs ends with KeyboardInterrupt, and the model is as it was."""

import _thread
import threading
import time

import linkwork as lw
import pytest

#: A run that is interrupted comes back within so many seconds; a step takes microseconds, and the machine may be busy.
SOON = 5.0

LONG = {
    "simulate": lambda model, into: model.simulate(until=1e5, step=1e-3, every=1_000_000, balance=False),
    "tolerance": lambda model, into: model.simulate(until=1e5, tolerance=1e-10, every=1_000_000, balance=False),
    "function": lambda model, into: model.simulate(
        until=1e4, step=1e-3, every=1_000_000, balance=False, inputs={"push": lambda t: 0.0}
    ),
    "sweep": lambda model, into: model.sweep(vary={"mass": "1..2:1000000"}, keep="x", until=100.0),
    "tables": lambda model, into: model.sweep(vary={"mass": "1..2:1000000"}, keep="x", until=1.0, chunk=2, into=into),
    "sensitivity": lambda model, into: model.sensitivity("x at 10000", ["mass", "stiffness"]),
    "adjoint": lambda model, into: model.sensitivity("x at 10000", ["mass", "stiffness"], adjoint=True),
}


@pytest.mark.parametrize("work", LONG)
def test_what_runs_is_interrupted(spring, tmp_path, work):
    expected = spring.simulate(until=0.5)["x"]
    pressed = []
    turns = 0

    def press():
        nonlocal turns
        # Other threads run meanwhile: with the lock held this one would not.
        for _ in range(20):
            time.sleep(0.01)
            turns += 1
        pressed.append(time.perf_counter())
        _thread.interrupt_main()

    thread = threading.Thread(target=press)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        LONG[work](spring, tmp_path)
    assert pressed and turns == 20, "it ended before it was interrupted"
    assert time.perf_counter() - pressed[0] < SOON
    thread.join()
    again = spring.simulate(until=0.5)["x"]
    assert (again == expected).all()


def test_tables_that_are_whole_stay(spring, tmp_path):
    options = dict(vary={"mass": "1..2:40"}, keep="x", chunk=4, until=200.0, threads=1)
    interrupter = threading.Thread(target=lambda: (wait_for(tmp_path, 2), _thread.interrupt_main()))
    interrupter.start()
    with pytest.raises(KeyboardInterrupt):
        spring.sweep(**options, into=tmp_path)
    interrupter.join()
    # Work that was told to end may be in its last step.
    time.sleep(0.1)
    there = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.csv")}
    assert 2 <= len(there) < 10
    assert all(path.read_text().count("\n") == 5 for path in tmp_path.glob("*.csv"))
    assert not any(path.name.startswith(".") for path in tmp_path.iterdir())
    whole = spring.sweep(**options, into=tmp_path)
    assert len(whole) == 40 and len(list(tmp_path.glob("*.csv"))) == 10
    assert all((tmp_path / name).stat().st_mtime_ns == when for name, when in there.items())


def wait_for(folder, count):
    while len(list(folder.glob("*.csv"))) < count:
        time.sleep(1e-3)


def test_threads_that_are_not_the_main_one_run_to_the_end(spring):
    found = []
    thread = threading.Thread(target=lambda: found.append(spring.simulate(until=20.0)["x"][-1]))
    thread.start()
    thread.join()
    assert found == [spring.simulate(until=20.0)["x"][-1]]


def test_exceptions_of_other_signals_come_out_as_they_are(spring):
    import signal

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
