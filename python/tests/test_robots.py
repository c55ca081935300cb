"""Robots from files, against Pinocchio where it is installed and against the descriptions that are kept beside the files."""

from pathlib import Path

import linkwork as lw
import numpy as np
import pytest

ROBOTS = Path(__file__).resolve().parent.parent.parent / "tests"


def test_an_arm_from_urdf_is_pinocchios():
    pinocchio = pytest.importorskip("pinocchio")
    path = ROBOTS / "urdf/arm.urdf"
    ours, theirs = lw.urdf(path, motors=True), pinocchio.buildModelFromUrdf(str(path))
    names = [name.removesuffix(".angle") for name in ours.coordinates]
    assert ours.inputs == [f"{name}_torque" for name in names]
    random = np.random.default_rng(5)
    for _ in range(10):
        q, a = random.uniform(-1, 1, 6), random.uniform(-1, 1, 6)
        full = pinocchio.neutral(theirs)
        accelerations = np.zeros(theirs.nv)
        for name, x, rate in zip(names, q, a):
            joint = theirs.joints[theirs.getJointId(name)]
            full[joint.idx_q : joint.idx_q + joint.nq] = [x] if joint.nq == 1 else [np.cos(x), np.sin(x)]
            accelerations[joint.idx_v] = rate
        # At rest: friction and damping, which Pinocchio leaves out, do nothing.
        efforts = pinocchio.rnea(theirs, theirs.createData(), full, np.zeros(theirs.nv), accelerations)
        expected = [efforts[theirs.joints[theirs.getJointId(name)].idx_v] for name in names]
        found = ours.inverse_dynamics(q, None, a)
        assert np.max(np.abs(found - expected)) < 1e-10 * np.max(np.abs(expected))


def test_what_an_import_leaves_out_is_a_warning():
    with pytest.warns(lw.CompileWarning, match="not imported: `light`"):
        arm = lw.mjcf(ROBOTS / "mjcf/arm.xml")
    beside = lw.load(ROBOTS / "mjcf/arm.mech")
    assert arm.coordinates == beside.coordinates
    q = np.random.default_rng(6).uniform(-0.01, 0.01, (5, len(arm.initial_state.q)))
    assert np.array_equal(arm.mass_matrix(q), beside.mass_matrix(q))


def test_a_floating_base_has_six_more_freedoms():
    path = ROBOTS / "urdf/quadruped.urdf"
    free, fixed = lw.urdf(path, floating=True), lw.urdf(path)
    assert free.freedoms == fixed.freedoms + 6


def test_what_is_no_robot_is_refused():
    with pytest.raises(lw.CompileError, match="this is not URDF"):
        lw.urdf(ROBOTS / "urdf/arm.mech")
    with pytest.raises(FileNotFoundError):
        lw.urdf("nowhere.urdf")
