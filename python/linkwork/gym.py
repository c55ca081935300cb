"""A Gymnasium environment of a mechanism: actions are inputs, observations are quantities of the state.

Needs ``gymnasium`` (``pip install 'linkwork[gym]'``).

>>> import linkwork as lw
>>> from linkwork.gym import MechanismEnv
>>> env = MechanismEnv(
...     lw.load("panda"),
...     reward=lambda state, action: -float((state.q**2).sum()),
...     action_limits=(-10.0, 10.0),
... )
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np

from . import Model, SimulationError, State

__all__ = ["MechanismEnv"]


class MechanismEnv(gymnasium.Env):
    """A mechanism whose inputs are the actions of an agent.

    An action is a vector in the order of ``actuated`` (by default all inputs of the model), in their units, constant during
    ``substeps`` steps of ``step`` seconds. An observation is the vector of the quantities ``observed`` (by default all
    coordinates, then all velocities), in SI units.

    ``reward(state, action)`` is a number for the state after the action; ``terminated(state)`` tells whether the episode ends
    there. After ``horizon`` seconds it is truncated. A failed step ends the episode: ``terminated`` is true, ``info["error"]`` is the
    message, the observation is the last valid state, and the reward is ``failure_reward``.

    ``start(rng, state)`` returns ``(q, v)`` at the start of an episode, from the initial state of the model; the default is that state.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        model: Model,
        *,
        reward: Callable[[State, np.ndarray], float],
        action_limits: tuple[Any, Any] = (-1.0, 1.0),
        observed: Sequence[str] | None = None,
        actuated: Sequence[str] | None = None,
        terminated: Callable[[State], bool] | None = None,
        start: Callable[[np.random.Generator, State], tuple[Any, Any]] | None = None,
        step: float = 1e-3,
        substeps: int = 10,
        horizon: float = 10.0,
        method: str = "dormand-prince-5",
        failure_reward: float = 0.0,
        parameters: Mapping[str, float] | None = None,
    ) -> None:
        if substeps < 1:
            raise ValueError(f"`substeps` must be at least 1, not {substeps}")
        if not horizon > 0:
            raise ValueError(f"`horizon` must be positive, not {horizon}")
        self.model = model
        self.stepper = model.stepper(step=step, method=method, **(parameters or {}))
        state = self.stepper.state
        self.actuated = list(model.inputs if actuated is None else actuated)
        if not self.actuated:
            raise ValueError(f"`{model.name}` has no inputs\nhelp: declare an `input` in the description")
        self.observed = state.keys()[: len(state.q) + len(state.v)] if observed is None else list(observed)
        self._reward = reward
        self._terminated = terminated
        self._start = start
        self._substeps = substeps
        self._horizon = horizon
        self._failure_reward = failure_reward
        # Raises an error for unknown names.
        self.stepper.step({name: 0.0 for name in self.actuated}, count=0)
        low, high = (np.broadcast_to(np.asarray(limit, dtype=float), len(self.actuated)) for limit in action_limits)
        self.action_space = gymnasium.spaces.Box(low.copy(), high.copy(), dtype=np.float64)
        size = (len(self._observation(state)),)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, size, dtype=np.float64)

    def _observation(self, state: State) -> np.ndarray:
        return np.array([state[name] for name in self.observed])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins an episode. Returns the observation and ``{"time": 0.0}``."""
        super().reset(seed=seed, options=options)
        state = self.stepper.reset()
        if self._start is not None:
            q, v = self._start(self.np_random, state)
            state = self.stepper.reset(q=q, v=v)
        return self._observation(state), {"time": state.time}

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Applies an action. Returns observation, reward, terminated, truncated and ``{"time": ...}`` in s."""
        action = np.asarray(action, dtype=float)
        if action.shape != self.action_space.shape:
            raise ValueError(f"an action must have the shape {self.action_space.shape}, not {action.shape}")
        try:
            state = self.stepper.step(dict(zip(self.actuated, action.tolist())), count=self._substeps)
        except SimulationError as error:
            state = self.stepper.state
            info = {"time": state.time, "error": str(error)}
            return self._observation(state), self._failure_reward, True, False, info
        over = bool(self._terminated(state)) if self._terminated is not None else False
        truncated = state.time >= self._horizon * (1 - 1e-12)
        return self._observation(state), float(self._reward(state, action)), over, truncated, {"time": state.time}
