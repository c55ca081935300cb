"""Runs the same mechanism in several programs: shoulder.angle, elbow.angle and their rates after 1 s. `check` installs what it imports."""

import contextlib
import csv
import io
import os
import re
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
PAGE = (HERE.parent / "migrating.md").read_text()
STATE = ["shoulder.angle", "elbow.angle", "der(shoulder.angle)", "der(elbow.angle)"]
# The page has twelve digits; the last ones are rounding.
PRINTED = 1e-10
# Methods of order four and more with steps or tolerances at which their error is rounding.
CONVERGED = 1e-10
# Two runs of a method of second order, extrapolated: what is left is of fourth order, and the solutions of its equations.
EXTRAPOLATED = 1e-8
# DASSL at a tolerance of 1e-10.
TOLERANCE = 1e-7
# Eight digits in the text.
TIP = 2e-8

failures = []


def compare(what, found, expected, tolerance):
    deviation = np.max(np.abs(np.asarray(found) - expected))
    fits = bool(deviation <= tolerance)
    numbers = ", ".join(f"{number:.12f}" for number in np.ravel(found))
    print(f"{what}\n    {numbers}\n    deviation {deviation:.1e}, allowed {tolerance:.0e}{'' if fits else ': TOO LARGE'}")
    if not fits:
        failures.append(what)


def linkwork(file, *options):
    run = [os.environ["LINKWORK"], "simulate", file, "--until", "1", *options]
    report = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    return state_in(report)


def state_in(report):
    return np.array([float(re.search(rf"^  {re.escape(name)} +(\S+)", report, re.M).group(1)) for name in STATE])


def listing(name, old="", new=""):
    """What a listing defines; `old` in it is replaced."""
    text = (HERE / name).read_text()
    assert old in text, f"{name}: {old}"
    defined = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(text.replace(old, new), name, "exec"), defined)
    return defined


def exudyn(steps):
    """The state, and the tip of the lower bar."""
    old = "numberOfSteps = 10000"
    defined = listing("double_exudyn.py", old, f"numberOfSteps = {steps}")
    mbs, kinds = defined["mbs"], defined["exu"].OutputVariableType
    angles, rates = [], []
    for bar in (defined["upper"], defined["lower"]):
        rotation = mbs.GetObjectOutputBody(bar, kinds.RotationMatrix, [0, 0, 0]).reshape(3, 3)
        angles.append(np.arctan2(rotation[1, 0], rotation[0, 0]))
        rates.append(mbs.GetObjectOutputBody(bar, kinds.AngularVelocity, [0, 0, 0])[2])
    tip = mbs.GetObjectOutputBody(defined["lower"], kinds.Position, [0.5, 0, 0])[:2]
    return np.array([angles[0], angles[1] - angles[0], rates[0], rates[1] - rates[0]]), tip


def pydy():
    from pydy.system import System
    from scipy.integrate import solve_ivp

    rates = System(listing("double_pydy.py")["kane"]).generate_ode_function(generator="lambdify")
    # It returns the same array at every call.
    run = solve_ivp(lambda t, x: rates(x, t).copy(), (0, 1), np.zeros(4), method="DOP853", rtol=1e-13, atol=1e-13)
    return run.y[:, -1]


def mujoco():
    import mujoco

    model = mujoco.MjModel.from_xml_path(str(HERE / "double.urdf"))
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    model.opt.timestep = 1e-4
    data = mujoco.MjData(model)
    for _ in range(10_000):
        mujoco.mj_step(model, data)
    return np.concatenate([data.qpos, data.qvel])


MODELICA = ["shoulder.phi", "elbow.phi", "shoulder.w", "elbow.w"]


def openmodelica():
    Path("run.mos").write_text(
        f'loadModel(Modelica); loadFile("{(HERE / "double.mo").as_posix()}");\n'
        'simulate(Double, stopTime = 1, tolerance = 1e-10, outputFormat = "csv"); getErrorString();\n'
    )
    said = subprocess.run(["omc", "run.mos"], check=True, capture_output=True, text=True).stdout
    assert Path("Double_res.csv").is_file(), said
    last = list(csv.DictReader(open("Double_res.csv")))[-1]
    return [float(last[name]) for name in MODELICA]


def rumoca(library):
    import rumoca

    model = rumoca.Session(roots=library.split(os.pathsep)).load(str(HERE / "double.mo"), model="Double")
    config = rumoca.SimConfig(rtol=1e-12, atol=1e-12, solver="bdf")
    return model.simulate(t=(0, 1), dt=0.01, config=config).to_numpy(MODELICA)[:, -1]


mechanism = PAGE.split("```mech\n")[1].split("```")[0]
Path("double.mech").write_text(mechanism)
compare("Linkwork, the numbers of the page", linkwork("double.mech"), state_in(PAGE), PRINTED)
exact = linkwork("double.mech", "--step", "1e-4")
print(f"Linkwork with --step 1e-4\n    {', '.join(f'{number:.12f}' for number in exact)}")

coarse, tip = exudyn(10_000)
written = re.search(r"prints the tip at \((\S+), (\S+)\)", PAGE).groups()
written = [float(number.replace("\N{MINUS SIGN}", "-")) for number in written]
compare(f"Exudyn {version('exudyn')}, the tip on the page", tip, written, TIP)
fine, _ = exudyn(20_000)
order = np.log2(np.abs(coarse - exact) / np.abs(fine - exact))
compare("Exudyn, its order", order, 2.0, 0.1)
compare("Exudyn, extrapolated", (4 * fine - coarse) / 3, exact, EXTRAPOLATED)

compare(f"PyDy {version('pydy')}", pydy(), exact, CONVERGED)

compare("Linkwork, URDF", linkwork(HERE / "double.urdf", "--step", "1e-4"), exact, CONVERGED)
compare(f"MuJoCo {version('mujoco')}, URDF", mujoco(), exact, CONVERGED)

library = os.environ.get("MODELICAPATH")
if shutil.which("omc"):
    compare("OpenModelica", openmodelica(), exact, TOLERANCE)
elif library:
    compare(f"Rumoca {version('rumoca')}, Modelica", rumoca(library), exact, CONVERGED)
else:
    print("Modelica was not run: omc is not installed, and MODELICAPATH does not give the standard library")

if failures:
    raise SystemExit(f"different: {', '.join(failures)}")
