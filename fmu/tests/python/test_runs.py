"""Co-simulation: coupling, states that are saved, parameters, and what is refused."""

import struct

import fmpy
import numpy as np
import pytest
from conftest import run
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import (
    FMU2Slave,
    fmi2CallbackAllocateMemoryTYPE,
    fmi2CallbackFreeMemoryTYPE,
    fmi2CallbackFunctions,
    fmi2CallbackLoggerTYPE,
)
from fmpy.fmi3 import FMU3Slave
from fmpy.validation import validate_fmu
from mechanisms import FOUR_BAR, MEASURED, MOTOR, PENDULUM, TOGETHER

STEP = 1e-3


def telling(messages):
    """Callbacks whose logger adds to the messages.

    Those of FMPy print by the logger of the last simulation, which may not exist any more: a message then ends the process.
    """
    callbacks = fmi2CallbackFunctions()
    callbacks.logger = fmi2CallbackLoggerTYPE(
        lambda environment, name, status, category, text: messages.append(text.decode())
    )
    callbacks.allocateMemory = fmi2CallbackAllocateMemoryTYPE(fmpy.calloc)
    callbacks.freeMemory = fmi2CallbackFreeMemoryTYPE(fmpy.free)
    return callbacks


class Unit:
    """A unit for co-simulation, after its initialisation; values by name."""

    def __init__(self, file, start=0.0, messages=None, stop=None, **values):
        self.description = fmpy.read_model_description(file)
        self.three = self.description.fmiVersion.startswith("3")
        folder = fmpy.extract(file)
        settings = dict(
            guid=self.description.guid,
            unzipDirectory=folder,
            modelIdentifier=self.description.coSimulation.modelIdentifier,
            instanceName="one",
        )
        self.numbers = {v.name: v.valueReference for v in self.description.modelVariables}
        if self.three:
            self.fmu = FMU3Slave(**settings)
            log = None
            if messages is not None:
                log = lambda environment, status, category, text: messages.append(text.decode())
            self.fmu.instantiate(logMessage=log)
        else:
            self.fmu = FMU2Slave(**settings)
            callbacks = None
            if messages is not None:
                callbacks = telling(messages)
            self.callbacks = callbacks
            self.fmu.instantiate(callbacks=callbacks)
        self.initialise(start, stop, **values)

    def initialise(self, start=0.0, stop=None, **values):
        for name, value in values.items():
            self[name] = value
        if self.three:
            self.fmu.enterInitializationMode(startTime=start, stopTime=stop)
        else:
            self.fmu.setupExperiment(startTime=start, stopTime=stop)
            self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()

    def __setitem__(self, name, value):
        (self.fmu.setFloat64 if self.three else self.fmu.setReal)([self.numbers[name]], [value])

    def __getitem__(self, name):
        return (self.fmu.getFloat64 if self.three else self.fmu.getReal)([self.numbers[name]])[0]

    def step(self, k, size=STEP):
        self.fmu.doStep(k * size, size)

    def all(self):
        """The bits of all values."""
        numbers = list(self.numbers.values())
        values = (self.fmu.getFloat64 if self.three else self.fmu.getReal)(numbers)
        return struct.pack(f"{len(values)}d", *values)

    def save(self):
        return self.fmu.getFMUState() if self.three else self.fmu.getFMUstate()

    def restore(self, state):
        (self.fmu.setFMUState if self.three else self.fmu.setFMUstate)(state)

    def bytes(self, state):
        return self.fmu.serializeFMUState(state) if self.three else self.fmu.serializeFMUstate(state)

    def of_bytes(self, written):
        return self.fmu.deserializeFMUState(written) if self.three else self.fmu.deSerializeFMUstate(written)


def coupled(archive, size, until=0.5):
    motor, pendulum = Unit(archive("motor", text=MOTOR)), Unit(archive("driven", text=PENDULUM))
    for k in range(round(until / size)):
        motor["speed"], pendulum["drive"] = pendulum["speed"], motor["torque"]
        motor.step(k, size)
        pendulum.step(k, size)
    return np.array([pendulum["angle"], pendulum["speed"]])


def test_a_motor_and_its_pendulum(archive, table, tmp_path):
    text = tmp_path / "together.mech"
    text.write_text(TOGETHER)
    columns = table(text, "--until", 0.5, "--step", 1e-4)
    exact = np.array([columns["angle"][-1], columns["der(angle)"][-1]])
    coarse, fine = [np.abs(coupled(archive, size) - exact).max() for size in (1e-3, 5e-4)]
    # Inputs are held: the coupling is of the first order, and exact in the limit.
    assert fine < 2e-2
    assert 1.8 < coarse / fine < 2.2


@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("model", ["pendulum", "bricard", "quaternion_top", "spatial_slider_crank", "motor_pendulum", "driven"])
def test_states_are_saved_to_the_last_bit(archive, model, fmi):
    file = archive(model, fmi=fmi, text=PENDULUM if model == "driven" else None)
    unit = Unit(file)

    def go(unit, k):
        if model == "driven":
            unit["drive"] = 0.1 * (k // 5)
        unit.step(k)
        return unit.all()

    for k in range(23):
        go(unit, k)
    state = unit.save()
    written = unit.bytes(state)
    first = [go(unit, k) for k in range(23, 40)]
    unit.restore(state)
    assert [go(unit, k) for k in range(23, 40)] == first
    # In another instance, from bytes.
    other = Unit(file)
    other.restore(other.of_bytes(written))
    assert other.bytes(other.save()) == written
    assert [go(other, k) for k in range(23, 40)] == first
    assert len(set(first)) == len(first)


def test_communication_steps_keep_what_the_method_knows(archive, table):
    columns = table("double_pendulum", "--until", 0.5, "--step", STEP)
    name = next(name for name in columns if name not in ("time",))
    for size in (STEP, 5 * STEP, 20 * STEP):
        unit = Unit(archive("double_pendulum", "--step", STEP))
        for k in range(round(0.5 / size)):
            unit.step(k, size)
        assert unit[name] == pytest.approx(columns[name][-1], rel=1e-12)


@pytest.mark.parametrize("fmi", [2, 3])
def test_parameters(archive, table, tmp_path, fmi):
    file = archive("driven", text=PENDULUM, fmi=fmi)
    text = tmp_path / "driven.mech"
    text.write_text(PENDULUM)
    columns = table(text, "--until", 0.1, "--step", STEP, "--set", "length=0.3", "--method", "dormand-prince-5")
    unit = Unit(file, length=0.3)
    for k in range(100):
        unit.step(k)
    assert unit["angle"] == pytest.approx(columns["angle"][-1], rel=1e-12)
    # In a run it goes on from where it is; more damping takes energy.
    before = unit["angle"], unit["speed"]
    unit["damping"] = 0.5
    assert (unit["angle"], unit["speed"]) == before
    soft = Unit(file, length=0.3)
    soft.restore(soft.of_bytes(unit.bytes(unit.save())))
    soft["damping"] = 0.01
    for k in range(100, 200):
        unit.step(k)
        soft.step(k)
    assert abs(unit["speed"]) < 0.9 * abs(soft["speed"])


def test_units(archive):
    description = fmpy.read_model_description(archive("driven", text=PENDULUM))
    units = {variable.name: variable.unit for variable in description.modelVariables}
    assert units["drive"] == "N*m" and units["speed"] == "rad/s"
    torque = next(unit for unit in description.unitDefinitions if unit.name == "N*m")
    base = torque.baseUnit
    assert (base.kg, base.m, base.s, base.factor) == (1, 2, -2, 1.0)
    angle = next(variable for variable in description.modelVariables if variable.name == "angle")
    assert angle.displayUnit is None or angle.displayUnit == "deg" or angle.displayUnit.name == "deg"


@pytest.mark.parametrize("fmi", [2, 3])
def test_outputs_in_other_units(archive, fmi):
    file = archive("measured", text=MEASURED, fmi=fmi)
    assert validate_fmu(file) == []
    description = fmpy.read_model_description(file)
    units = {variable.name: variable.unit for variable in description.modelVariables}
    bases = {unit.name: unit.baseUnit for unit in description.unitDefinitions}
    unit = Unit(file, push=70.0)
    # The value in SI by the definition of the unit is that of the variable in SI.
    for name, symbol, si in (("turned", "deg", "turn"), ("place", "mm", "x"), ("speed", "km/h", "der(x)"), ("load", "kN", "push")):
        assert units[name] == symbol
        assert unit[name] * bases[symbol].factor == pytest.approx(unit[si], rel=1e-14), name
    assert (bases["km/h"].m, bases["km/h"].s, bases["deg"].rad) == (1, -1, 1)
    # Parameters and inputs are in SI whatever the declared unit.
    assert units["length"] == "m" and unit["length"] == 0.5 and units["push"] == "N"
    # Base units have whole exponents.
    assert units["root"] == "m^(1/2)" and bases["m^(1/2)"] is None


def refused(call, messages, *words):
    """A call that ends with an error and a message with these words."""
    messages.clear()
    with pytest.raises(FMICallException):
        call()
    assert messages and all(word in messages[-1] for word in words), messages


def test_what_is_refused(archive):
    messages = []
    file = archive("driven", text=PENDULUM)
    unit = Unit(file, messages=messages)
    unit.step(0)
    good = unit.all()
    refused(lambda: unit.fmu.getReal([9999]), messages, "value reference 9999")
    refused(lambda: unit.fmu.setReal([9999], [1.0]), messages, "9999")
    refused(lambda: unit.fmu.getInteger([1]), messages, "Integer")
    refused(lambda: unit.__setitem__("angle", 1.0), messages, "`angle`", "cannot be set")
    refused(lambda: unit.__setitem__("drive", float("nan")), messages, "`drive`", "NaN")
    refused(lambda: unit.fmu.doStep(0.0, STEP), messages, "the unit is at t = 0.001 s", "help:")
    refused(lambda: unit.fmu.doStep(STEP, -STEP), messages, "positive")
    refused(lambda: unit.fmu.doStep(STEP, 0.0), messages, "positive")
    refused(lambda: unit.fmu.enterInitializationMode(), messages, "running")
    refused(lambda: unit.fmu.getDirectionalDerivative([5], [4], [1.0]), messages, "derivatives are available with respect to")
    acceleration, drive = unit.numbers["rate(der(hinge.angle))"], unit.numbers["drive"]
    refused(lambda: unit.fmu.getDirectionalDerivative([acceleration], [drive], [float("nan")]), messages, "seed of `drive` is NaN")
    state = unit.bytes(unit.save())
    refused(lambda: unit.of_bytes(state[:-8]), messages, "not a state of this unit")
    refused(lambda: unit.of_bytes(b"x" * len(state)), messages, "not a state of this unit")
    # Nothing was changed.
    assert unit.all() == good
    unit.step(1)
    unit.fmu.terminate()
    refused(lambda: unit.step(2), messages, "terminated")
    unit.fmu.reset()
    unit.initialise()
    unit.step(0)
    assert unit.all() == good
    unit.fmu.freeInstance()


@pytest.mark.parametrize("fmi", [2, 3])
def test_no_step_passes_the_stop_time(archive, fmi):
    messages = []
    unit = Unit(archive("driven", text=PENDULUM, fmi=fmi), messages=messages, start=1.0, stop=1.3)
    t = 1.0
    for _ in range(3):
        unit.fmu.doStep(t, 0.1)
        t += 0.1
    # The sum is rounded upwards.
    assert t > 1.3
    before = unit.all()
    refused(lambda: unit.fmu.doStep(t, 0.1), messages, "t = 1.4 s", "1.3 s", "help:")
    assert unit.all() == before
    unit.fmu.terminate()


@pytest.mark.parametrize("fmi", [2, 3])
def test_a_parameter_that_opens_a_loop_is_named(archive, fmi):
    messages = []
    unit = Unit(archive("four_bar", text=FOUR_BAR, fmi=fmi), messages=messages)
    unit.step(0)
    unit["crank"] = 0.21
    refused(lambda: unit.step(1), messages, "violates `", "`crank` = 0.21")
    assert "initial" not in messages[-1]


def test_a_step_that_fails(archive):
    # The torque is a number, the acceleration is none.
    messages = []
    unit = Unit(archive("driven", text=PENDULUM), messages=messages)
    unit["drive"] = 1e308
    refused(lambda: [unit.step(k) for k in range(100)], messages, "t =")
    refused(lambda: unit.step(1), messages, "failed")
    unit.fmu.reset()
    unit.initialise()
    unit.step(0)
    assert abs(unit["angle"]) < 1


def test_parameters_that_make_no_mechanism(archive):
    messages = []
    with pytest.raises(FMICallException):
        Unit(archive("slider_crank_cartesian"), messages=messages, **{first_parameter(archive): float("inf")})
    assert messages


def first_parameter(archive):
    description = fmpy.read_model_description(archive("slider_crank_cartesian"))
    return next(v.name for v in description.modelVariables if v.causality == "parameter")


def test_an_archive_that_was_changed(archive):
    import os

    messages = []
    file = archive("driven", text=PENDULUM)
    folder = fmpy.extract(file)
    with open(os.path.join(folder, "resources", "mechanism.mech"), "a") as text:
        text.write("// changed\n")
    description = fmpy.read_model_description(file)
    fmu = FMU2Slave(
        guid=description.guid,
        unzipDirectory=folder,
        modelIdentifier=description.coSimulation.modelIdentifier,
        instanceName="one",
    )
    with pytest.raises(Exception):
        fmu.instantiate(callbacks=telling(messages))
    assert messages


def test_the_command(tmp_path):
    file = tmp_path / "x.fmu"
    assert "there is no parameter `lenght`" in run("fmu", "pendulum", "-o", file, "--set", "lenght=1", fails=True)
    assert "must be a positive number" in run("fmu", "pendulum", "-o", file, "--step", "0", fails=True)
    assert "no shared library" in run("fmu", "pendulum", "-o", file, "--library", tmp_path / "none.so", fails=True)
    assert not file.exists()
    first = run("fmu", "pendulum", "-o", file) and file.read_bytes()
    run("fmu", "pendulum", "-o", file)
    assert file.read_bytes() == first
