"""What goes wrong, as exceptions that carry the text of the compiler or of the run."""

from __future__ import annotations


class CompileError(ValueError):
    """A description has mistakes. The message shows each of them at its place, with what to do."""


class SimulationError(RuntimeError):
    """A run, an analysis or a build failed.

    ``time`` is where it failed and ``step`` the size of the step, both in s; None where there is neither.
    """

    def __init__(self, message: str, time: float | None = None, step: float | None = None) -> None:
        super().__init__(message)
        self.time = time
        self.step = step


class UnknownNameError(KeyError, ValueError):
    """There is nothing of that name. The message has the nearest one."""

    def __str__(self) -> str:
        return str(self.args[0])


class CompileWarning(UserWarning):
    """Something in a description is suspicious."""


class SimulationWarning(UserWarning):
    """The result of a run is not to be trusted as it stands; the message says why, and what helps."""
