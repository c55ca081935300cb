"""All models of the library: descriptions that are valid, and co-simulations that are those of the command line."""

import fmpy
import numpy as np
import pytest
from conftest import names
from fmpy.validation import validate_fmu

# Steps are the same, so what differs is the rounding of times that importers add up.
SAME = 1e-9
STEP, STEPS = 1e-3, 100
# What moves fast takes smaller steps.
FAST = {"andrews": 1e-5, "andrews_bodies": 1e-5, "governor": 1e-4}


@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("model", names())
def test_valid(archive, model, fmi):
    assert validate_fmu(archive(model, fmi=fmi)) == []


@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("model", names())
def test_co_simulation_is_the_run_of_the_command_line(archive, table, model, fmi):
    step = FAST.get(model, STEP)
    until = STEPS * step
    file = archive(model, "--step", step, fmi=fmi)
    description = fmpy.read_model_description(file)
    wanted = [variable.name for variable in description.modelVariables if variable.causality in ("local", "output")]
    columns = table(model, "--step", step, "--until", until, "--method", archive.method[file])
    wanted = [name for name in wanted if name in columns]
    assert len(wanted) >= 2
    result = fmpy.simulate_fmu(
        file, fmi_type="CoSimulation", stop_time=until, step_size=step, output_interval=step, output=wanted
    )
    assert len(result) == STEPS + 1
    for name in wanted:
        size = max(1.0, np.abs(columns[name]).max())
        assert np.abs(result[name] - columns[name]).max() <= SAME * size, name



def test_all_entries_of_both_standards_are_there(archive):
    import ctypes
    import os
    import re

    file = archive("pendulum")
    name = fmpy.read_model_description(file).coSimulation.modelIdentifier
    library = ctypes.CDLL(os.path.join(fmpy.extract(file), "binaries", fmpy.platform, name + fmpy.sharedLibraryExtension))
    headers = os.path.join(os.path.dirname(fmpy.__file__), "c-code")
    for header, least in (("fmi2Functions.h", 44), ("fmi3Functions.h", 75)):
        with open(os.path.join(headers, header)) as text:
            entries = set(re.findall(r"\bfmi[23]_FunctionName\((fmi\w+)\)|\bFMI[23]_Export\s+\w+\s+(fmi\w+);", text.read()))
        entries = {name for pair in entries for name in pair if name}
        entries = {name for name in entries if not name.endswith("TYPE")}
        assert len(entries) >= least
        missing = [name for name in sorted(entries) if not hasattr(library, name)]
        assert missing == []
