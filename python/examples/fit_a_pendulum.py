# %% [markdown]
# Damping and length of a pendulum from a measured swing, cell by cell.

# %%
import linkwork as lw
import numpy as np
from scipy.optimize import least_squares

pendulum = lw.compile(
    """
    /// A rod on a hinge with friction in its bearing.
    pub mechanism Rod in plane {
        gravity = [0, -9.81] [m/s^2];
        param length = 1 [m];
        param damping = 0.05 [N*m*s/rad];
        body rod { mass: 1 [kg], com: [length / 2, 0 [m]], inertia: length^2 * 1 [kg] / 12 }
        joint hinge = revolute(ground, rod, damping: damping);
        initial { hinge.angle: -60 [deg] }
    }
    """
)

# %% The measurement: a run with other parameters, seen through noise of a milliradian.
NOISE = 1e-3
TRUTH = {"length": 0.83, "damping": 0.021}
measured = pendulum.simulate(until=6.0, step=2e-3, every=10, **TRUTH)
time = measured.time
angles = measured["hinge.angle"] + np.random.default_rng(4).normal(0.0, NOISE, len(time))


# %% What is left of the measurement, as a function of the parameters.
def residual(parameters: np.ndarray) -> np.ndarray:
    length, damping = parameters
    run = pendulum.simulate(until=6.0, step=2e-3, every=10, length=length, damping=damping)
    return run["hinge.angle"] - angles


fit = least_squares(residual, [0.9, 0.05], x_scale=[1.0, 0.05], bounds=([0.1, 0.0], [3.0, 1.0]))
length, damping = fit.x
print(f"length {length:.4f} m, damping {damping:.5f} N m s/rad, {fit.nfev} evaluations")

# %% The noise of 301 samples leaves less than a thousandth of either.
assert abs(length - TRUTH["length"]) < 1e-3 * TRUTH["length"]
assert abs(damping - TRUTH["damping"]) < 2e-2 * TRUTH["damping"]
