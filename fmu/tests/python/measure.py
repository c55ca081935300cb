"""Times and sizes of archives, as a table: `LINKWORK=target/dist/linkwork python fmu/tests/python/measure.py`. FMPy has to be installed."""

import ctypes
import os
import subprocess
import tempfile
import time

import fmpy
from fmpy.fmi2 import FMU2Slave

PROGRAM = os.environ.get("LINKWORK", "linkwork")
STEP, CALLS, MANY = 1e-4, 2000, 100


def measure(model, folder):
    file = os.path.join(folder, f"{model}.fmu")
    began = time.perf_counter()
    subprocess.run([PROGRAM, "fmu", model, "-o", file, "--step", str(STEP)], check=True, capture_output=True)
    export = time.perf_counter() - began
    description = fmpy.read_model_description(file)
    fmu = FMU2Slave(
        guid=description.guid,
        unzipDirectory=fmpy.extract(file),
        modelIdentifier=description.coSimulation.modelIdentifier,
        instanceName="one",
    )
    began = time.perf_counter()
    fmu.instantiate()
    fmu.setupExperiment()
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    ready = time.perf_counter() - began
    # Without what FMPy adds to a call.
    call = fmu.dll.fmi2DoStep
    call.argtypes = [ctypes.c_void_p, ctypes.c_double, ctypes.c_double, ctypes.c_int]
    t, times = 0.0, []
    for steps in (1, MANY):
        size, calls = steps * STEP, CALLS // steps
        began = time.perf_counter()
        for k in range(calls):
            assert call(fmu.component, t, size, 0) == 0
            t += size
        times.append((time.perf_counter() - began) / calls)
    # What a step costs within a communication step, and what a communication step costs besides.
    step = (times[1] - times[0]) / (MANY - 1)
    print(
        f"| {model} | {export * 1e3:.0f} ms | {os.path.getsize(file) / 1e6:.1f} MB | {ready * 1e3:.0f} ms "
        f"| {times[0] * 1e6:.2f} µs | {step * 1e6:.2f} µs |"
    )


print("| model | export | size | instance, ready | communication step of one step | each further step |\n|---|---|---|---|---|---|")
with tempfile.TemporaryDirectory() as folder:
    for model in ("pendulum", "slider_crank_cartesian", "bricard", "panda", "quadruped"):
        measure(model, folder)
