"""The same archives in OMSimulator, where its Python package is: co-simulation, model exchange, and units of both standards that are coupled.

`fmu/test` finds the package in the folder that OMSIMULATOR names.
"""

import fmpy
import numpy as np
import pytest
from conftest import names
from mechanisms import BALL, MOTOR, PENDULUM
from test_exchange import TOLERANCE, near, reference
from test_models import FAST, SAME, STEP, STEPS
from test_runs import coupled

simulator = pytest.importorskip("OMSimulator", reason="OMSIMULATOR names no folder with the package (the book says how to build it)")

# How often a run of STEPS steps is compared.
EVERY = 10
# What CVode of OMSimulator takes for one step at most.
LONGEST = 1e-3
ROOT, SOLVER = "default", "solver"


class Master:
    """A run of archives by name: co-simulation or, with a tolerance, CVode.

    OMSimulator keeps one model in a process, so it is deleted in the end.
    """

    def __init__(self, stop, step, connections=(), tolerance=None, **archives):
        model = simulator.SSP()
        for name, file in archives.items():
            model.addResource(file, new_name=f"resources/{name}.fmu")
            model.addComponent(simulator.CRef(ROOT, name), f"resources/{name}.fmu")
        for (source, output), (target, taken) in connections:
            model.addConnection(simulator.CRef(ROOT, source, output), simulator.CRef(ROOT, target, taken))
        if tolerance is not None:
            model.newSolver({"name": SOLVER, "method": "cvode", "tolerance": tolerance})
            for name in archives:
                model.setSolver(simulator.CRef(ROOT, name), SOLVER)
        self.model, self.stop, self.step = model, stop, step
        self.fixed = tolerance is None

    def __enter__(self):
        self.run = self.model.instantiate()
        self.run.setResultFile("")
        self.run.setStopTime(self.stop)
        if self.fixed:
            self.run.setFixedStepSize(self.step)
        else:
            self.run.setVariableStepSize(self.step, self.step * 1e-6, self.step)
        return self

    def __exit__(self, *_):
        self.run.terminate()
        self.run.delete()

    def start(self, **values):
        for name, value in values.items():
            self.run.setValue(simulator.CRef(ROOT, "unit", name), value)
        self.run.initialize()

    def until(self, time):
        # OMSimulator takes whole steps, but for the last one of a run, until the time is reached; half a step less,
        # so that the rounding of their sum adds none.
        self.run.stepUntil(time - self.step / 2 if self.fixed else time)

    def value(self, unit, name):
        return self.run.getValue(simulator.CRef(ROOT, unit, name))


@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("model", names())
def test_co_simulation_is_the_run_of_the_command_line(archive, table, model, fmi):
    step = FAST.get(model, STEP)
    file = archive(model, "--step", step, fmi=fmi)
    description = fmpy.read_model_description(file)
    columns = table(model, "--step", step, "--until", STEPS * step, "--method", archive.method[file])
    wanted = [v.name for v in description.modelVariables if v.causality in ("local", "output") and v.name in columns]
    assert len(wanted) >= 2
    with Master(STEPS * step, step, unit=file) as master:
        master.start()
        for k in range(0, STEPS + 1, EVERY):
            if k > 0:
                master.until(k * step)
            for name in wanted:
                size = max(1.0, np.abs(columns[name]).max())
                assert abs(master.value("unit", name) - columns[name][k]) <= SAME * size, (name, k)


@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("model", names())
def test_cvode_follows_the_run_of_the_command_line(archive, table, model, fmi):
    file, until, wanted = reference(archive, table, model, fmi)
    with Master(until, min(LONGEST, until / 100), tolerance=TOLERANCE, unit=file) as master:
        master.start()
        master.until(until)
        for name, column in wanted.items():
            assert near(master.value("unit", name), column), name


@pytest.mark.parametrize("fmi", [2, 3])
def test_parameters_are_those_of_the_command_line(archive, table, fmi):
    file = archive("slider_crank", "--step", STEP, fmi=fmi)
    changed = fmpy.read_model_description(file).modelVariables
    changed = next(v.name for v in changed if v.causality == "parameter" and v.name == "crank_length")
    columns = table("slider_crank", "--step", STEP, "--until", 0.1, "--set", f"{changed}=0.17", "--method", archive.method[file])
    with Master(0.1, STEP, unit=file) as master:
        master.start(**{changed: 0.17})
        master.until(0.1)
        for name in ("piston", "load[0]", "load[1]"):
            size = max(1.0, np.abs(columns[name]).max())
            assert abs(master.value("unit", name) - columns[name][-1]) <= SAME * size, name


@pytest.mark.parametrize("fmi", [2, 3])
def test_a_ball_that_leaves_the_floor(archive, fmi):
    # It falls from h, meets the floor with v = sqrt(2 g h), and is in it for (pi + 2 atan(g / (w v))) / w.
    g, h, w = 9.81, 0.1, np.sqrt(1000.0)
    fall, v = np.sqrt(2 * h / g), np.sqrt(2 * g * h)
    within = (np.pi + 2 * np.arctan(g / (w * v))) / w
    since = 0.1
    until = fall + within + since
    with Master(until, LONGEST, tolerance=TOLERANCE, unit=archive("ball", text=BALL, fmi=fmi)) as master:
        master.start()
        master.until(until)
        reached = master.value("unit", "z")
    assert abs(reached - (v * since - g * since**2 / 2)) < 1e-5


@pytest.mark.parametrize("motor, pendulum", [(2, 2), (2, 3), (3, 3)])
def test_a_motor_and_its_pendulum(archive, motor, pendulum):
    until = 0.5
    loop = [(("motor", "torque"), ("pendulum", "drive")), (("pendulum", "speed"), ("motor", "speed"))]
    units = dict(motor=archive("motor", text=MOTOR, fmi=motor), pendulum=archive("driven", text=PENDULUM, fmi=pendulum))
    with Master(until, STEP, loop, **units) as master:
        master.start()
        master.until(until)
        reached = np.array([master.value("pendulum", "angle"), master.value("pendulum", "speed")])
    # The same exchange of values, by hand.
    assert np.abs(reached - coupled(archive, STEP, until)).max() < SAME
