"""Columns without copies: NumPy, Arrow, pandas, polars."""

import gc
import sys

import numpy as np
import pytest


def address(array):
    return array.__array_interface__["data"][0]


def test_columns_borrow_from_the_solution(spring):
    solution = spring.simulate(until=1.0)
    first, second = solution["x"], solution["x"]
    assert first.base is solution and np.shares_memory(first, second)
    assert first.dtype == np.float64 and first.flags.c_contiguous and len(first) == len(solution)


def test_columns_cannot_be_written(spring):
    column = spring.simulate(until=0.1)["x"]
    with pytest.raises(ValueError):
        column[0] = 1.0
    with pytest.raises(ValueError):
        column.flags.writeable = True


def test_a_column_keeps_its_solution_alive(spring):
    solution = spring.simulate(until=1.0)
    column = solution["x"]
    expected = column.copy()
    holders = sys.getrefcount(solution)
    del solution
    gc.collect()
    filler = [np.ones(len(expected)) for _ in range(100)]
    assert np.array_equal(column, expected) and len(filler) == 100
    assert holders == 3


def test_arrow_shares_the_memory(spring):
    pyarrow = pytest.importorskip("pyarrow")
    solution = spring.simulate(until=1.0)
    table = pyarrow.table(solution)
    assert table.column_names == solution.columns
    assert table.schema.field("x").metadata == {b"unit": b"m"}
    chunk = table["x"].chunk(0)
    assert chunk.null_count == 0 and chunk.buffers()[1].address == address(solution["x"])
    values = chunk.to_numpy(zero_copy_only=True)
    del solution, table
    gc.collect()
    assert values[0] == pytest.approx(0.1)


def test_polars_and_pandas_read_it(spring):
    solution = spring.simulate(until=1.0)
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(solution)
    assert frame["x"].to_list() == solution["x"].tolist()
    pytest.importorskip("pandas")
    table = solution.to_pandas()
    assert table.index.name == "time" and np.array_equal(table["x"].to_numpy(), solution["x"])
