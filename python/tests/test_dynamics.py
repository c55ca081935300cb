"""Dynamics against Newton–Euler in NumPy and against differences."""

import linkwork as lw
import numpy as np
import pytest

#: Rounding of some dozen operations on numbers of the order of ten.
ROUNDING = 1e-12
#: Central differences with a step of 1e-6: h^2 and rounding over h.
DIFFERENCES = 1e-7
STEP = 1e-6


def newton_euler(q, v, a):
    """Torques on the two rods of conftest.TWO_LINKS: accelerations outwards, then moments inwards."""
    masses, inertias, lengths, coms = [3.0, 2.0], [0.16, 0.06], [0.8, 0.6], [0.4, 0.3]
    angle = angular = angular_rate = 0.0
    joint, forces, joints, centres = np.array([0.0, 9.81]), [], [np.zeros(2)], []
    place = np.zeros(2)
    for i in range(2):
        angle, angular, angular_rate = angle + q[i], angular + v[i], angular_rate + a[i]
        along = np.array([np.cos(angle), np.sin(angle)])
        across = np.array([-along[1], along[0]])
        centre = joint + coms[i] * (angular_rate * across - angular**2 * along)
        forces.append((masses[i] * centre, inertias[i] * angular_rate))
        centres.append(place + coms[i] * along)
        joint = joint + lengths[i] * (angular_rate * across - angular**2 * along)
        place = place + lengths[i] * along
        joints.append(place)
    torques = []
    for i in range(2):
        total = 0.0
        for k in range(i, 2):
            arm = centres[k] - joints[i]
            force, moment = forces[k]
            total += arm[0] * force[1] - arm[1] * force[0] + moment
        torques.append(total)
    return np.array(torques)


@pytest.fixture
def states():
    random = np.random.default_rng(1)
    return [random.uniform(-2.0, 2.0, (50, 2)) for _ in range(3)]


def test_inverse_dynamics_are_newtons_and_eulers(two_links, states):
    expected = np.array([newton_euler(*state) for state in zip(*states)])
    assert np.max(np.abs(two_links.inverse_dynamics(*states) - expected)) < ROUNDING * 100


def test_the_mass_matrix_is_that_of_inverse_dynamics(two_links, states):
    q, v, _ = states
    mass = two_links.mass_matrix(q)
    assert mass.shape == (50, 2, 2)
    for j in range(2):
        unit = np.eye(2)[j]
        column = two_links.inverse_dynamics(q, v, unit) - two_links.inverse_dynamics(q, v)
        assert np.max(np.abs(column - mass[:, :, j])) < ROUNDING * 100


def test_forward_dynamics_undo_inverse_dynamics(two_links, states):
    q, v, a = states
    efforts = two_links.inverse_dynamics(q, v, a)
    assert np.max(np.abs(two_links.forward_dynamics(q, v, efforts) - a)) < 1e-10


def test_one_state_is_one_row_of_many(arm):
    random = np.random.default_rng(2)
    q, v, a = (random.uniform(-1, 1, (20, 7)) for _ in range(3))
    many = arm.inverse_dynamics(q, v, a)
    for i in range(20):
        assert np.array_equal(arm.inverse_dynamics(q[i], v[i], a[i]), many[i])


def gradient(function, x):
    columns = [(function(x + d) - function(x - d)) / (2 * STEP) for d in STEP * np.eye(len(x))]
    return np.stack(columns, axis=-1)


def test_derivatives_are_those_of_differences(arm):
    random = np.random.default_rng(3)
    q, v, a, tau = (random.uniform(-1, 1, 7) for _ in range(4))
    efforts, by_q, by_v, by_a = arm.inverse_dynamics(q, v, a, derivatives=True)
    scale = np.max(np.abs(by_q))
    assert np.max(np.abs(by_q - gradient(lambda x: arm.inverse_dynamics(x, v, a), q))) < DIFFERENCES * scale
    assert np.max(np.abs(by_v - gradient(lambda x: arm.inverse_dynamics(q, x, a), v))) < DIFFERENCES * scale
    assert np.array_equal(by_a, arm.mass_matrix(q))
    assert np.array_equal(efforts, arm.inverse_dynamics(q, v, a))
    accelerations, by_q, by_v, by_tau = arm.forward_dynamics(q, v, tau, derivatives=True)
    scale = np.max(np.abs(by_q))
    assert np.max(np.abs(by_q - gradient(lambda x: arm.forward_dynamics(x, v, tau), q))) < DIFFERENCES * scale
    assert np.max(np.abs(by_v - gradient(lambda x: arm.forward_dynamics(q, x, tau), v))) < DIFFERENCES * scale
    assert np.max(np.abs(by_tau @ arm.mass_matrix(q) - np.eye(7))) < 1e-9
    assert accelerations == pytest.approx(arm.forward_dynamics(q, v, tau))


def test_shapes_that_do_not_fit_are_refused(two_links):
    with pytest.raises(ValueError, match=r"`q` has the shape \[3\]"):
        two_links.inverse_dynamics([0.0, 0.0, 0.0])
    with pytest.raises(ValueError, match="`q` has 4 states but `v` has 5"):
        two_links.inverse_dynamics(np.zeros((4, 2)), np.zeros((5, 2)))
    with pytest.raises(ValueError, match="not finite"):
        two_links.inverse_dynamics([0.0, np.nan])
    with pytest.raises(ValueError, match="not an array of numbers"):
        two_links.inverse_dynamics(["a", "b"])


def test_constraints_have_no_forward_dynamics_here():
    with pytest.raises(lw.SimulationError, match="constraints"):
        lw.load("cartesian_pendulum").forward_dynamics()


def test_quaternions_have_more_coordinates_than_velocities():
    robot = lw.load("quadruped")
    state = robot.initial_state
    assert state.q.shape == (19,) and state.v.shape == (18,)
    assert robot.mass_matrix(state.q).shape == (18, 18)
    # A free base: the weight of all bodies is what holds it.
    weight = robot.inverse_dynamics(state.q)[2]
    assert weight == pytest.approx(9.81 * robot.mass_matrix(state.q)[2, 2], rel=1e-12)


@pytest.mark.parametrize("count", [63, 64, 67, 200])
def test_many_states_have_the_bits_of_single_ones(two_links, count):
    """Arrays of 64 states and more are evaluated in packs of four; the last ones, and shorter arrays, one by one."""
    random = np.random.default_rng(count)
    q, v, last = (random.uniform(-2.0, 2.0, (count, 2)) for _ in range(3))
    calls = [
        lambda *s: (two_links.mass_matrix(s[0]),),
        lambda *s: (two_links.inverse_dynamics(*s),),
        lambda *s: two_links.inverse_dynamics(*s, derivatives=True),
        lambda *s: (two_links.forward_dynamics(*s),),
        lambda *s: two_links.forward_dynamics(*s, derivatives=True),
    ]
    for call in calls:
        singles = [call(q[i], v[i], last[i]) for i in range(count)]
        for k, together in enumerate(call(q, v, last)):
            assert len(together) == count
            for i in range(count):
                assert np.array_equal(together[i], singles[i][k]), (k, i)


def test_a_change_of_parameters_reaches_packs(two_links):
    q = np.zeros((80, 2))
    longer = two_links.mass_matrix(q, a=1.6)
    assert np.array_equal(longer[79], two_links.mass_matrix(q[79], a=1.6))
    assert not np.array_equal(longer[0], two_links.mass_matrix(q)[0])
