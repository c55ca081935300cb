"""Linkwork: mechanisms described in a few lines, compiled and simulated.

>>> import linkwork as lw
>>> pendulum = lw.load("pendulum")
>>> solution = pendulum.simulate(until=2.0, length=0.5)
>>> solution["theta"].shape
(2001,)

All quantities are in SI units, which ``model.units`` lists.
"""

from ._linkwork import (
    BaseParameters,
    Equilibrium,
    Estimate,
    Linearization,
    Model,
    Modes,
    Parameters,
    Regressor,
    Sensitivity,
    Solution,
    State,
    Stepper,
    Sweep,
    __version__,
    compile,
    load,
    methods,
    mjcf,
    models,
    urdf,
)
from .errors import AnalysisWarning, CompileError, CompileWarning, SimulationError, SimulationWarning, UnknownNameError

__all__ = [
    "AnalysisWarning",
    "BaseParameters",
    "CompileError",
    "CompileWarning",
    "Equilibrium",
    "Estimate",
    "Linearization",
    "Model",
    "Modes",
    "Parameters",
    "Regressor",
    "Sensitivity",
    "SimulationError",
    "SimulationWarning",
    "Solution",
    "State",
    "Stepper",
    "Sweep",
    "UnknownNameError",
    "__version__",
    "compile",
    "load",
    "methods",
    "mjcf",
    "models",
    "urdf",
]
