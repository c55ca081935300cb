"""Shards of a sweep as tasks of Dask and Ray: the files of one process."""

import sys

import linkwork as lw
import numpy as np
import pytest

SHARDS = 5


def design(spring, folder):
    """What a task needs: text and settings, which every machine compiles for itself."""
    options = {
        "vary": {"mass": "1..3:6"},
        "random": {"stiffness": "uniform(20,80)"},
        "samples": 4,
        "keep": ["x"],
        "until": 0.2,
        "chunk": 3,
    }
    return spring.text, {**options, "into": str(folder)}


def part(text, options, number):
    swept = lw.compile(text).sweep(**options, shard=f"{number}/{SHARDS}", threads=1)
    return len(swept)


def check(spring, tmp_path, lengths):
    text, options = design(spring, tmp_path / "whole")
    whole = lw.compile(text).sweep(**options)
    files = [{path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("whole", "parts")]
    assert files[0] == files[1] and len(files[0]) == 9
    assert sum(lengths) == len(whole) == 24
    # All tables are there: a last call reads them, and makes nothing.
    again = spring.sweep(**{**options, "into": str(tmp_path / "parts")})
    assert np.array_equal(again["x"], whole["x"])


def test_dask_makes_the_same_files(spring, tmp_path):
    distributed = pytest.importorskip("distributed")
    text, options = design(spring, tmp_path / "parts")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        tasks = client.map(lambda number: part(text, options, number), range(1, SHARDS + 1), pure=False)
        lengths = client.gather(tasks)
    check(spring, tmp_path, lengths)


def test_ray_makes_the_same_files(spring, tmp_path, monkeypatch):
    ray = pytest.importorskip("ray")
    # Workers import from the folder where Ray is started, which must not be that of the sources.
    monkeypatch.chdir(tmp_path)
    text, options = design(spring, tmp_path / "parts")
    ray.init(num_cpus=2, include_dashboard=False, configure_logging=False, log_to_driver=False)
    # They cannot import this file by its name: its functions are sent with the task.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    try:
        task = ray.remote(lambda number: part(text, options, number))
        lengths = ray.get([task.remote(number) for number in range(1, SHARDS + 1)])
    finally:
        ray.shutdown()
    check(spring, tmp_path, lengths)
