"""Archives of the library's models, and tables of the command line."""

import csv
import os
import subprocess

import numpy as np
import pytest

PROGRAM = os.environ.get("LINKWORK", "linkwork")


def run(*arguments, fails=False):
    """Runs the program; its standard error where it is to fail."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    if fails:
        assert done.returncode != 0, done.stdout
        return done.stderr
    assert done.returncode == 0, done.stderr
    return done.stdout


def names():
    """The models of the library."""
    listed = run("list").split("methods")[0].splitlines()[1:]
    return [line.split()[0] for line in listed if line.strip()]


@pytest.fixture(scope="session")
def archive(tmp_path_factory):
    """Writes an archive, once for each set of arguments."""
    folder, made = tmp_path_factory.mktemp("archives"), {}

    def write(mechanism, *arguments, fmi=2, text=None):
        key = (mechanism, text, fmi, *arguments)
        if key not in made:
            source = mechanism
            if text is not None:
                source = folder / f"{mechanism}.mech"
                source.write_text(text)
            file = folder / f"{len(made)}-{mechanism}.fmu"
            told = run("fmu", source, "-o", file, "--fmi", fmi, *arguments)
            made[key] = str(file)
            write.method[str(file)] = told.split("co-simulation by `")[1].split("`")[0]
        return made[key]

    write.folder, write.method = folder, {}
    return write


@pytest.fixture(scope="session")
def table(tmp_path_factory):
    """Columns of a run of the command line, by name."""
    folder = tmp_path_factory.mktemp("tables")

    def columns(mechanism, *arguments):
        file = folder / "run.csv"
        run("simulate", mechanism, "--csv", file, *arguments)
        with open(file, newline="") as lines:
            rows = list(csv.reader(line for line in lines if not line.startswith("#")))
        heading = [name.split(" [")[0] for name in rows[0]]
        numbers = np.array(rows[1:], dtype=float)
        return dict(zip(heading, numbers.T))

    return columns
