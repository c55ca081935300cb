"""Model exchange with CVode, events, and exact derivatives."""

import ctypes

import fmpy
import numpy as np
import pytest
from conftest import names
from fmpy.fmi2 import FMU2Model
from mechanisms import BALL, PENDULUM

# CVode's error over a short run, with a relative tolerance of 1e-8 in each step.
TOLERANCE = 1e-8
NEAR = 2e-5
# Fast ones are compared over shorter times.
UNTIL = {"andrews": 0.01, "andrews_bodies": 0.01, "governor": 0.05}
STEP = 1e-4


def exchanges(archive, model, fmi=2):
    return fmpy.read_model_description(archive(model, fmi=fmi)).modelExchange is not None


def reference(archive, table, model, fmi):
    """The archive, the end of a run, and the outputs in the run of the command line."""
    if not exchanges(archive, model, fmi):
        pytest.skip("co-simulation alone")
    until = UNTIL.get(model, 0.2)
    columns = table(model, "--step", min(STEP, until / 1000), "--until", until, "--method", "fifth-degree")
    file = archive(model, fmi=fmi)
    variables = fmpy.read_model_description(file).modelVariables
    wanted = {v.name: columns[v.name] for v in variables if v.causality == "output" and v.name in columns}
    assert wanted
    return file, until, wanted


def near(reached, column):
    """Whether the last value of a column is reached."""
    return abs(reached - column[-1]) <= NEAR * max(1.0, np.abs(column).max())


@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("model", names())
def test_cvode_follows_the_run_of_the_command_line(archive, table, model, fmi):
    file, until, wanted = reference(archive, table, model, fmi)
    result = fmpy.simulate_fmu(
        file, fmi_type="ModelExchange", stop_time=until, output_interval=until, relative_tolerance=TOLERANCE, output=list(wanted)
    )
    for name, column in wanted.items():
        assert near(result[name][-1], column), name


@pytest.mark.parametrize("fmi", [2, 3])
def test_a_ball_that_leaves_the_floor(archive, fmi):
    file = archive("ball", text=BALL, fmi=fmi)
    description = fmpy.read_model_description(file)
    assert (description.numberOfEventIndicators if fmi == 2 else len(description.eventIndicators)) == 1
    result = fmpy.simulate_fmu(
        file, fmi_type="ModelExchange", stop_time=0.5, output_interval=1e-3, relative_tolerance=TOLERANCE, output=["z"]
    )
    # It falls from h, meets the floor with v = sqrt(2 g h), and is in it for (pi + 2 atan(g / (w v))) / w.
    g, h, w = 9.81, 0.1, np.sqrt(1000.0)
    fall, v = np.sqrt(2 * h / g), np.sqrt(2 * g * h)
    within = (np.pi + 2 * np.arctan(g / (w * v))) / w
    t, z = result["time"], result["z"]
    free = t <= fall
    assert np.abs(z[free] - (h - g * t[free] ** 2 / 2)).max() < 1e-6
    after = (t >= fall + within) & (t <= 3 * fall + within)
    since = t[after] - fall - within
    assert np.abs(z[after] - (v * since - g * since**2 / 2)).max() < 1e-5
    # Events have two samples of one time: two contacts begin or end within the run at least.
    assert np.sum(np.diff(t) == 0) >= 2


class Model:
    """A unit for model exchange, in continuous-time mode."""

    def __init__(self, file):
        self.description = fmpy.read_model_description(file)
        folder = fmpy.extract(file)
        identifier = self.description.modelExchange.modelIdentifier
        guid = self.description.guid
        self.fmu = FMU2Model(guid=guid, unzipDirectory=folder, modelIdentifier=identifier, instanceName="one")
        self.fmu.instantiate()
        self.fmu.setupExperiment()
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()
        self.fmu.enterContinuousTimeMode()
        self.by_name = {v.name: v.valueReference for v in self.description.modelVariables}
        self.count = self.description.numberOfContinuousStates
        # Numbers of the states, in their order.
        self.states = [d.variable.derivative.valueReference for d in self.description.derivatives]
        self.rates = [d.variable.valueReference for d in self.description.derivatives]

    def get(self):
        x = np.zeros(self.count)
        self.fmu.getContinuousStates(x.ctypes.data_as(ctypes.POINTER(ctypes.c_double)), self.count)
        return x

    def set(self, x):
        x = np.ascontiguousarray(x)
        self.fmu.setContinuousStates(x.ctypes.data_as(ctypes.POINTER(ctypes.c_double)), self.count)


DERIVED = ["pendulum", "double_pendulum", "cartesian_pendulum", "quaternion_top", "bricard", "motor_pendulum", "rolling_disk", "jay"]


@pytest.mark.parametrize("model", DERIVED)
def test_derivatives_are_those_of_differences(archive, model):
    model = Model(archive(model))
    rng = np.random.default_rng(7)
    x = model.get() + 1e-3 * rng.standard_normal(model.count)
    outputs = [v.valueReference for v in model.description.modelVariables if v.causality == "output"]
    unknowns = model.rates + [number for number in outputs if number not in model.states]
    for seed in rng.standard_normal((3, model.count)):
        model.set(x)
        exact = np.array(model.fmu.getDirectionalDerivative(unknowns, model.states, seed))
        found = []
        # Richardson's extrapolation of central differences: the error is of the order h^4.
        for h in (2e-4, 1e-4):
            sides = []
            for sign in (1, -1):
                model.set(x + sign * h * seed)
                sides.append(np.array(model.fmu.getReal(unknowns)))
            found.append((sides[0] - sides[1]) / (2 * h))
        difference = (4 * found[1] - found[0]) / 3
        assert np.abs(exact).max() > 0
        assert np.abs(exact - difference).max() <= 1e-7 * max(1.0, np.abs(exact).max())


def test_derivatives_by_inputs(archive):
    model = Model(archive("driven", text=PENDULUM))
    drive = model.by_name["drive"]
    acceleration = model.rates[1]
    # 1 / (J + m l^2), by hand.
    exact = model.fmu.getDirectionalDerivative([acceleration], [drive], [1.0])[0]
    assert exact == pytest.approx(1 / (2e-3 + 0.5 * 0.4**2), rel=1e-14)


def test_derivatives_by_parameters(archive):
    model = Model(archive("driven", text=PENDULUM))
    length, acceleration = model.by_name["length"], model.rates[1]
    # a = -m g l sin(q)/(J + m l^2) at rest, by hand.
    m, g, j, l, q = 0.5, 9.81, 2e-3, 0.4, 0.3
    inertia = j + m * l**2
    wanted = -m * g * np.sin(q) * (1 / inertia - l * 2 * m * l / inertia**2)
    exact = model.fmu.getDirectionalDerivative([acceleration, model.states[0]], [length], [1.0])
    assert exact[0] == pytest.approx(wanted, rel=1e-13) and exact[1] == 0


@pytest.mark.parametrize("fmi", [2, 3])
def test_the_start_is_set_from_outside(archive, fmi):
    file = archive("driven", fmi=fmi, text=PENDULUM)
    variables = {v.name: v for v in fmpy.read_model_description(file, validate=True).modelVariables}
    assert variables["hinge.angle"].initial == "exact" and float(variables["hinge.angle"].start) == 0.3
    options = dict(stop_time=0.1, step_size=1e-3, output_interval=1e-3, output=["angle", "speed"])
    # The error of one step, and that of CVODE.
    for kind, error in [("CoSimulation", 2e-10), ("ModelExchange", 10 * TOLERANCE)]:
        moved = fmpy.simulate_fmu(
            file, fmi_type=kind, start_values={"hinge.angle": -0.7, "der(hinge.angle)": 2.0}, relative_tolerance=TOLERANCE, **options
        )
        assert moved["angle"][0] == -0.7 and moved["speed"][0] == 2.0
        # Over a short time: q + v t + a t^2 / 2 + j t^3 / 6, with J a = -m g l sin q - d v. The next term is 5e-11 rad.
        weight, damping, inertia = 0.5 * 9.81 * 0.4, 0.01, 2e-3 + 0.5 * 0.4**2
        q, v, t = -0.7, 2.0, 1e-3
        a = (-weight * np.sin(q) - damping * v) / inertia
        j = (-weight * np.cos(q) * v - damping * a) / inertia
        assert moved["angle"][1] == pytest.approx(q + v * t + a * t**2 / 2 + j * t**3 / 6, abs=error)


def test_a_loop_is_closed_about_a_start_and_contradictions_are_told(archive):
    file = archive("cartesian_pendulum")
    variables = {v.name: v for v in fmpy.read_model_description(file, validate=True).modelVariables}
    assert {variables[name].initial for name in ("x", "y")} <= {"exact", "approx"}
    messages = []

    def log(component, instance, status, category, message):
        messages.append(message.decode() if isinstance(message, bytes) else message)

    with pytest.raises(Exception):
        fmpy.simulate_fmu(
            file, fmi_type="CoSimulation", stop_time=0.1, start_values={"x": 50.0, "y": 0.0}, logger=log, output=["x"]
        )
    assert any("rod" in text for text in messages), messages


@pytest.mark.parametrize("model", ["bricard", "motor_pendulum", "driven"])
def test_adjoint_derivatives_are_the_transposed_ones(archive, model):
    from fmpy.fmi3 import FMU3Model

    file = archive(model, fmi=3, text=PENDULUM if model == "driven" else None)
    description = fmpy.read_model_description(file)
    fmu = FMU3Model(
        guid=description.guid,
        unzipDirectory=fmpy.extract(file),
        modelIdentifier=description.modelExchange.modelIdentifier,
        instanceName="one",
    )
    fmu.instantiate()
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    unknowns = [d.variable.valueReference for d in description.derivatives]
    knowns = [d.variable.derivative.valueReference for d in description.derivatives]
    knowns += [v.valueReference for v in description.modelVariables if v.causality == "input"]
    rng = np.random.default_rng(3)
    left, right = rng.standard_normal(len(unknowns)), rng.standard_normal(len(knowns))
    along = np.array(fmu.getDirectionalDerivative(unknowns, knowns, right))
    back = np.array(fmu.getAdjointDerivative(unknowns, knowns, left, len(knowns)))
    # l (J r) = (l J) r
    assert left @ along == pytest.approx(back @ right, rel=1e-11)
    assert np.abs(along).max() > 0


def test_dry_friction_reverses_where_the_motion_does(archive):
    text = """mechanism Dry {
        coordinate x [m];
        kinetic = 0.5 [kg] * der(x)^2;
        potential = 20 [N/m] * x^2;
        force f = generalized(x, -2 [N] * sign(der(x)));
        initial { x: 0.2 [m] }
    }"""
    # Half a period about F / k = 0.05 m, then about -0.05 m. The start is at rest, too.
    half = np.pi / np.sqrt(40.0)
    result = fmpy.simulate_fmu(
        archive("dry", text=text),
        fmi_type="ModelExchange",
        stop_time=1.5 * half,
        output_interval=half / 2,
        relative_tolerance=TOLERANCE,
        output=["x"],
    )
    t, x = result["time"], result["x"]
    angle = np.pi * t / half
    exact = np.where(t < half, 0.05 + 0.15 * np.cos(angle), -0.05 + 0.05 * np.cos(angle))
    assert np.abs(x - exact).max() < 1e-6
