"""Sweeps: against closed forms, single runs and the command line; files that are gone on with."""

import math
import os
import shutil
import subprocess
from pathlib import Path

import linkwork as lw
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
#: Errors of the fifth-degree method with steps of a millisecond in a second of these motions.
METHOD = 1e-8


CRANK = """
pub mechanism Crank in plane {
    gravity = [0, -9.81] [m/s^2];
    param rod = 0.35 [m];
    body crank { mass: 1 [kg], com: [0.07, 0] [m], inertia: 2e-3 [kg*m^2] }
    body coupler { mass: 0.6 [kg], com: [0.1, 0] [m], inertia: 6e-3 [kg*m^2] }
    body slider { mass: 2 [kg] }
    joint pivot = revolute(ground, crank);
    joint pin = revolute(crank at [0.15, 0] [m], coupler);
    joint wrist = revolute(coupler at [rod, 0 [m]], slider);
    joint guide = prismatic(ground, slider, axis: [1, 0]);
    output piston = guide.displacement;
    initial { pivot.angle: 90 [deg], pin.angle: ~-120 [deg] }
}
"""


def program():
    """The command line: of the variable LINKWORK, of the path, or what cargo has left here."""
    names = [os.environ.get("LINKWORK"), shutil.which("linkwork")]
    names += [str(ROOT / "target" / profile / "linkwork") for profile in ("dist", "release", "debug")]
    return next((name for name in names if name and Path(name).is_file()), None)


def tables(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def test_a_grid_of_springs_is_a_grid_of_cosines(spring):
    swept = spring.sweep(vary={"stiffness": [20.0, 50.0, 80.0], "mass": "1..2:2"}, keep="x", until=1.0)
    assert len(swept) == 6 and swept.columns == ["run", "stiffness", "mass", "x"] == swept.keys()
    # The last name runs fastest.
    assert swept["stiffness"].tolist() == [20, 20, 50, 50, 80, 80] and swept["mass"].tolist() == [1, 2] * 3
    assert swept["run"].tolist() == list(range(6)) and swept.failures == {} == swept.warnings
    assert swept.units == {"stiffness": "N/m", "mass": "kg", "x": "m"}
    assert np.max(np.abs(swept["x"] - 0.1 * np.cos(np.sqrt(swept["stiffness"] / swept["mass"])))) < METHOD
    assert "6 runs, 0 failed" in repr(swept)


def test_a_row_is_a_run_to_the_last_bit(two_links):
    swept = two_links.sweep(
        random={"a": "normal(0.8,0.05)"}, samples=5, seed=3, keep=["elbow.angle", "max(der(elbow.angle))"], until=0.5
    )
    for a, angle, fastest in zip(swept["a"], swept["elbow.angle"], swept["max(der(elbow.angle))"]):
        run = two_links.simulate(until=0.5, a=a, balance=False)
        assert run["elbow.angle"][-1] == angle and run["der(elbow.angle)"].max() == fastest


def test_rows_do_not_depend_on_threads_folders_and_shards(spring, tmp_path):
    design = dict(vary={"mass": "1..3:7"}, random={"stiffness": "uniform(20,80)"}, samples=3, seed=5, latin=True)
    options = dict(keep=["x", "rms(der(x))"], until=0.3, step=0.01, chunk=4)
    once = spring.sweep(**design, **options, threads=1)
    assert once.fingerprint is None
    whole = spring.sweep(**design, **options, threads=2, into=tmp_path / "whole")
    for shard in range(1, 4):
        part = spring.sweep(**design, **options, into=tmp_path / "parts", shard=f"{shard}/3")
        # Chunks of four go round: 0 to 3, 12 to 15 are the first shard.
        first = 4 * (shard - 1)
        assert part["run"].tolist() == [run for run in range(21) if run // 4 % 3 == shard - 1]
        assert part["run"][0] == first
    assert tables(tmp_path / "whole") == tables(tmp_path / "parts")
    assert len(tables(tmp_path / "whole")) == 7
    for name in once.columns:
        assert np.array_equal(once[name], whole[name]), name


def test_what_is_there_is_not_made_again(spring, tmp_path):
    def sweep():
        return spring.sweep(vary={"mass": "1..2:6"}, keep="x", until=0.1, chunk=2, into=tmp_path)

    before = sweep()
    wanted = tables(tmp_path)
    second = tmp_path / f"{before.fingerprint}-0000000002.csv"
    marked = tmp_path / f"{before.fingerprint}-0000000000.csv"
    # A row that no run makes tells who has written it.
    marked.write_text(marked.read_text().replace("\n0,1.0,", "\n0,1.25,"))
    second.unlink()
    after = sweep()
    assert after["mass"][0] == 1.25 and np.array_equal(after["x"], before["x"])
    assert second.read_bytes() == wanted[second.name]
    for wrong in ["no table", wanted[second.name].decode(), wanted[marked.name].decode()[:-20]]:
        marked.write_text(wrong)
        # A table that something else has damaged is computed again.
        sweep()
        assert marked.read_bytes() == wanted[marked.name]


def test_files_are_those_of_the_command_line(spring, tmp_path):
    linkwork = program()
    if linkwork is None:
        pytest.skip("the command line is not built: cargo build -p linkwork-cli --features full, or set LINKWORK")
    # What is at hand may be of another day.
    if "--random" not in subprocess.run([linkwork, "sweep", "--help"], capture_output=True, text=True).stdout:
        pytest.skip(f"{linkwork} has no sweeps")
    file = tmp_path / "spring.mech"
    file.write_text(spring.text)
    arguments = ["--vary", "mass=1..3:7", "--random", "stiffness~normal(50,1)", "--samples", "3", "--seed", "9"]
    more = ["--keep", "x,max(spring_force)", "--input", "push=2*sin(3*time)", "--set", "damping=0.5", "--until", "0.4"]
    into = ["--step", "0.002", "--chunk", "10", "--into", str(tmp_path / "command")]
    subprocess.run([linkwork, "sweep", str(file), *arguments, *more, *into], check=True, capture_output=True)
    lw.load(file).sweep(
        vary={"mass": "1..3:7"},
        random={"stiffness": "normal(50,1)"},
        samples=3,
        seed=9,
        keep=["x", "max(spring_force)"],
        inputs={"push": "2*sin(3*time)"},
        damping=0.5,
        until=0.4,
        step=0.002,
        chunk=10,
        into=tmp_path / "python",
    )

    def rows(folder):
        found = tables(tmp_path / folder)
        return [found[name] for name in sorted(found) if name.endswith(".csv")]

    assert len(rows("command")) == 3
    assert rows("command") == rows("python")


def test_lists_of_arrays_and_frames(spring):
    pandas = pytest.importorskip("pandas")
    pairs = {"mass": np.array([1.0, 2.0]), "stiffness": np.array([30.0, 60.0])}
    swept = spring.sweep(list=pairs, keep="x", until=0.2)
    assert swept["stiffness"].tolist() == [30, 60] and len(swept) == 2
    framed = spring.sweep(list=pandas.DataFrame(pairs), keep="x", until=0.2)
    assert np.array_equal(framed["x"], swept["x"])


def test_tables_of_arrow_and_pandas(spring):
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pandas")
    # Without mass there is nothing to accelerate.
    swept = spring.sweep(vary={"mass": [1.0, 0.0]}, keep="x", until=0.1)
    table = pyarrow.table(swept)
    assert table.column_names == ["run", "mass", "x", "failure", "warning"]
    assert table.schema.field("mass").metadata == {b"unit": b"kg"} and table["x"].null_count == 1
    frame = swept.to_pandas()
    assert frame.index.name == "run" and frame.loc[0, "x"] == swept["x"][0] and math.isnan(frame.loc[1, "x"])
    assert frame["failure"].isna().tolist() == [True, False]


def test_a_run_that_fails_is_a_row_with_its_reason(spring):
    swept = spring.sweep(vary={"mass": [2.0, 0.0, 1.0]}, keep="x", until=0.1)
    assert np.isnan(swept["x"]).tolist() == [False, True, False] and list(swept.failures) == [1]
    assert swept.failures[1] and "1 failed" in repr(swept)


def test_values_that_every_run_replaces_need_not_be_assembled():
    crank = lw.compile(CRANK)
    expected = crank.sweep(vary={"rod": [0.35, 0.4]}, keep="piston", until=0.01)
    # The rod does not reach the slide.
    crank.parameters["rod"] = 0.05
    with pytest.raises(lw.SimulationError):
        crank.simulate(until=0.01)
    swept = crank.sweep(vary={"rod": [0.35, 0.4]}, keep="piston", until=0.01)
    assert not swept.failures and np.array_equal(swept["piston"], expected["piston"])
    # Nor those of the first run.
    other = crank.sweep(vary={"rod": [0.06, 0.35]}, keep="piston", until=0.01)
    assert list(other.failures) == [0] and other["piston"][1] == expected["piston"][0]
    with pytest.raises(lw.SimulationError):
        crank.sweep(vary={"rod": [0.06, 0.07]}, keep="piston", until=0.01)


def test_energy_is_balanced_when_asked(spring):
    # A thousandth of the period is 2 pi sqrt(m/k)/1000: these steps are longer than the period.
    keep = dict(vary={"stiffness": [50.0]}, until=7.0, method="runge-kutta-4", step=0.7)
    assert spring.sweep(**keep).warnings == {}
    assert "energy" in spring.sweep(**keep, balance=True).warnings[0]


def test_columns_have_names_of_their_own(spring, tmp_path):
    names = lw.compile(
        "mechanism Names { param run = 1 [kg]; param k = 2 [N/m]; coordinate x [m];"
        " kinetic = run * der(x)^2 / 2; potential = k * x^2 / 2; output warning = x; }"
    )
    own = "every table has the columns `run`, `failure` and `warning`"
    with pytest.raises(ValueError, match=f"a varied parameter cannot be called `run`: {own}"):
        names.sweep(vary={"run": [1.0]}, until=0.1)
    for keep in [None, "warning", ["x", "warning"]]:
        with pytest.raises(ValueError, match=f"a kept quantity cannot be called `warning`: {own}"):
            names.sweep(vary={"k": [1.0]}, keep=keep, until=0.1, into=tmp_path / "runs")
    with pytest.raises(ValueError, match="two columns of the table would be called `x`"):
        spring.sweep(vary={"mass": [1.0]}, keep=["x", "max(x)", "x"], until=0.1, into=tmp_path / "runs")
    assert not (tmp_path / "runs").exists()
    assert names.sweep(vary={"k": [1.0]}, keep="final(warning)", until=0.1).columns == ["run", "k", "final(warning)"]


def test_a_file_is_not_a_folder(spring, tmp_path):
    file = tmp_path / "runs"
    file.write_text("")
    for into in [file, file / "below"]:
        with pytest.raises(OSError, match="is not a folder") as raised:
            spring.sweep(vary={"mass": [1.0]}, until=0.1, into=into)
        assert "finished files" not in str(raised.value)


def test_sweeps_that_make_no_sense(spring, tmp_path):
    with pytest.raises(ValueError, match="no parameter is varied"):
        spring.sweep()
    with pytest.raises(lw.UnknownNameError, match="did you mean `mass`"):
        spring.sweep(vary={"mas": [1.0]})
    with pytest.raises(lw.UnknownNameError, match="there is no quantity"):
        spring.sweep(vary={"mass": [1.0]}, keep="nothing_of_it")
    with pytest.raises(KeyError, match="there is no column"):
        spring.sweep(vary={"mass": [1.0]}, until=0.01)["y"]
    for bad, message in [
        (dict(vary={"mass": []}), "has no values"),
        (dict(vary={"mass": [math.nan]}), "is not finite"),
        (dict(vary={"mass": [1.0]}, mass=2.0), "both varied and set"),
        (dict(random={"mass": "normal(1,0.1)"}), "must be given together"),
        (dict(random={"mass": "thrown(1,0.1)"}, samples=2), "normal"),
        (dict(list={"mass": [1.0], "stiffness": [1.0, 2.0]}), "has 1 values"),
        (dict(vary={"mass": [1.0]}, shard="1/2"), "requires `into`"),
        (dict(vary={"mass": [1.0]}, shard="3/2", into=tmp_path), "3/64"),
        (dict(vary={"mass": [1.0]}, chunk=0), "`chunk`"),
        (dict(vary={"mass": [1.0]}, chunk=-1), "`chunk` must be at least 1"),
        (dict(vary={"mass": [1.0]}, threads=-1), "`threads` must be at least 0"),
        (dict(random={"mass": "normal(1,0.1)"}, samples=2, seed=-1), "`seed` must be at least 0"),
        (dict(random={"mass": "normal(1,0.1)"}, samples=0), "`samples` must be at least 1"),
        (dict(random={"mass": "normal(1,0.1)"}, samples=-3), "`samples` must be at least 1"),
        # Counted before there are any values.
        (dict(vary={"mass": "1..2:4294967295", "stiffness": "1..2:4294967295"}), "must be an integer from 1 to"),
        (dict(vary={"mass": "1..2:10000000", "stiffness": "1..2:10000000"}), "too many runs"),
        (dict(vary={"mass": "1..2"}), "write `0.1..0.5:50`"),
        (dict(random={"mass": "normal"}, samples=2), r"write `normal\(mean,deviation\)`"),
        (dict(vary={"mass": [1.0]}, inputs={"push": lambda t: t}), "use all cores"),
        (dict(vary={"mass": [1.0]}, inputs={"push": "mass*time"}), "which is varied"),
        (dict(vary={"mass": [1.0]}, method="runge-kutta-4", tolerance=1e-6), "does not estimate"),
    ]:
        with pytest.raises(ValueError, match=message):
            spring.sweep(**{"until": 0.1, **bad})
