"""The stubs say what the package has: names, and the arguments of functions."""

import ast
import inspect
from pathlib import Path

import linkwork as lw
import pytest
from linkwork import _linkwork

STUBS = ast.parse(Path(lw.__file__).with_name("_linkwork.pyi").read_text())
CLASSES = {node.name: node for node in STUBS.body if isinstance(node, ast.ClassDef)}
FUNCTIONS = {node.name: node for node in STUBS.body if isinstance(node, ast.FunctionDef)}


def arguments(node):
    return [a.arg for a in node.args.args + node.args.kwonlyargs if a.arg != "self"]


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_functions(name):
    assert list(inspect.signature(getattr(_linkwork, name)).parameters) == arguments(FUNCTIONS[name])


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_classes(name):
    there = getattr(_linkwork, name)
    said = {node.name: node for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)}
    public = {member for member in vars(there) if not member.startswith("_")}
    assert public == {member for member in said if not member.startswith("_")}
    for member in public:
        assert getattr(there, member).__doc__, f"{name}.{member} has no docstring"
        if callable(getattr(there, member)):
            of = inspect.signature(getattr(there, member)).parameters
            names = [p.name for p in of.values() if p.name != "self" and p.kind is not p.VAR_KEYWORD]
            assert names == arguments(said[member]), f"{name}.{member}"


def test_everything_is_exported():
    assert set(CLASSES) | set(FUNCTIONS) <= set(lw.__all__)
    assert all(hasattr(lw, name) for name in lw.__all__)
