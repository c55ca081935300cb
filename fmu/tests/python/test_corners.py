"""Drives and cams with corners, where velocities jump, and experiments that start later."""

import fmpy
import numpy as np
import pytest
from mechanisms import SHUTTLE, WHEEL

TOLERANCE = 1e-9
# Steps of 1e-3 s by a method of order 5; CVode, whose absolute tolerance FMPy leaves at its own value.
ERRORS = {"CoSimulation": 1e-11, "ModelExchange": 1e-6}


def place(corner, time):
    """The shuttle: a mass on a spring whose end returns at the corner."""
    speed, omega = 0.2, 10.0
    since = np.maximum(time - corner, 0)
    a = -speed / omega * np.sin(omega * corner)
    b = (2 * speed - speed * np.cos(omega * corner)) / omega
    behind = speed * (corner - since) + a * np.cos(omega * since) + b * np.sin(omega * since)
    return np.where(time < corner, speed * time - speed / omega * np.sin(omega * time), behind)


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("fmi", [2, 3])
def test_a_drive_returns_at_its_corner(archive, fmi, kind):
    file = archive("shuttle", fmi=fmi, text=SHUTTLE)
    for corner in (0.3, 0.25, 0.4003):
        result = fmpy.simulate_fmu(
            file,
            fmi_type=kind,
            start_values={"corner": corner},
            stop_time=1,
            output_interval=0.05,
            relative_tolerance=TOLERANCE,
            output=["x"],
        )
        assert np.abs(result["x"] - place(corner, result["time"])).max() < ERRORS[kind]


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("fmi", [2, 3])
def test_a_wheel_loses_speed_at_the_corners_of_its_cam(archive, fmi, kind):
    result = fmpy.simulate_fmu(
        archive("wheel", fmi=fmi, text=WHEEL),
        fmi_type=kind,
        stop_time=1,
        output_interval=0.01,
        relative_tolerance=TOLERANCE,
        output=["speed", "angle"],
    )
    # (I + m s^2) w+ = (I - m s^2) w- at every half turn, and an even motion between them.
    moved = 30 * (0.02 / np.pi) ** 2
    angle, speed, time, corner = 0.3, 8.0, 0.0, np.pi
    while time + (corner - angle) / speed < 1:
        time += (corner - angle) / speed
        angle, corner = corner, corner + np.pi
        speed *= (0.01 - moved) / (0.01 + moved)
    assert corner == pytest.approx(3 * np.pi)
    assert abs(result["speed"][-1] - speed) < ERRORS[kind]
    assert abs(result["angle"][-1] - angle - speed * (1 - time)) < ERRORS[kind]


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("fmi", [2, 3])
def test_a_position_that_jumps_is_an_error(archive, fmi, kind):
    text = SHUTTLE.replace("0.2 [m/s] * (2 * corner - time)", "0.2 [m/s] * time + 0.01 [m]")
    with pytest.raises(Exception, match="EventMode|DoStep"):
        fmpy.simulate_fmu(archive("thrown", fmi=fmi, text=text), fmi_type=kind, stop_time=1, output_interval=0.05)


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("fmi", [2, 3])
def test_an_experiment_that_starts_later_has_its_drive_there(archive, fmi, kind):
    result = fmpy.simulate_fmu(
        archive("shuttle", fmi=fmi, text=SHUTTLE),
        fmi_type=kind,
        start_time=0.1,
        stop_time=0.25,
        output_interval=0.05,
        relative_tolerance=TOLERANCE,
        output=["x", "u"],
    )
    # From rest at x = 0: x = 0.2 t - 0.02 cos(w s) - 0.02 sin(w s), s after the start.
    time, since = result["time"], result["time"] - 0.1
    assert np.abs(result["u"] - 0.2 * time).max() < ERRORS[kind]
    exact = 0.2 * time - 0.02 * np.cos(10 * since) - 0.02 * np.sin(10 * since)
    assert np.abs(result["x"] - exact).max() < ERRORS[kind]
