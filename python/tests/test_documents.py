"""The programs of the documents and examples run."""

import runpy
import warnings
from pathlib import Path

import pytest

PYTHON = Path(__file__).resolve().parent.parent
ROOT = PYTHON.parent


def blocks(page):
    return [rest.split("```")[0] for rest in page.read_text(encoding="utf-8").split("```python\n")[1:]]


@pytest.mark.parametrize("page", [ROOT / "docs/book/src/python.md", PYTHON / "README.md"], ids=lambda page: page.name)
def test_the_programs_of_a_page_run(page):
    pytest.importorskip("pyarrow")
    found = blocks(page)
    assert found
    names = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for block in found:
            exec(compile(block, page.name, "exec"), names)
    if page.name == "python.md":
        # The loop of the chapter holds the pendulum upright.
        assert abs(names["state"]["hinge.angle"]) < 0.02


@pytest.mark.parametrize("example", sorted((PYTHON / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_examples_run(example):
    pytest.importorskip("scipy")
    runpy.run_path(str(example), run_name="__main__")
