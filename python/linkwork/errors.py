"""Exceptions and warnings with the messages of the compiler and of runs."""

from __future__ import annotations


class CompileError(ValueError):
    """A description has errors. The message shows each one with its source line and help."""


class SimulationError(RuntimeError):
    """A run, an analysis or a build failed.

    ``time`` is the time of the failure and ``step`` the step size, both in s, or None.
    """

    def __init__(self, message: str, time: float | None = None, step: float | None = None) -> None:
        super().__init__(message)
        self.time = time
        self.step = step


class UnknownNameError(KeyError, ValueError):
    """A name is unknown. The message suggests the nearest one."""

    def __str__(self) -> str:
        return str(self.args[0])


class CompileWarning(UserWarning):
    """Something in a description is suspicious."""


class SimulationWarning(UserWarning):
    """The result of a run is not reliable. The message gives the reason and help."""


class AnalysisWarning(UserWarning):
    """An analysis of one state leaves something out that acts in a run."""
