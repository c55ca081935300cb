"""M, bias and inverse dynamics of MJCF files by MuJoCo, as a table that `cargo test` compares with.

    pip install mujoco
    python3 tests/mjcf/reference.py tests/mjcf/*.xml > tests/mjcf/reference.txt

Other tables are compared by `LINKWORK_MJCF_TABLE=table.txt cargo test -p linkwork-tape-tests --test bodies mujoco`.

Contacts, limits of coordinates and equalities are off. The efforts hold dampers, springs, gravity compensation and actuators
within their limits at ctrl = 0; dry friction F is added as it is regularised here,
F v/sqrt(v^2 + 1e-6). Joints that a linear equality drives are taken out: x = N q + c, M = N' M_x N, efforts N' f_x.
"""

import os
import sys

import mujoco
import numpy as np

STATES = 4


def couplings(m):
    """(driven joint, driver joint, ratio, offset) of every linear equality between joints."""
    found = []
    for i in range(m.neq):
        if m.eq_type[i] != int(mujoco.mjtEq.mjEQ_JOINT) or not m.eq_active0[i] or m.eq_obj2id[i] < 0:
            continue
        a = m.eq_data[i][:5]
        if a[1] == 0 or np.any(a[2:] != 0):
            continue
        y, x = m.eq_obj1id[i], m.eq_obj2id[i]
        y0, x0 = m.qpos0[m.jnt_qposadr[y]], m.qpos0[m.jnt_qposadr[x]]
        found.append((y, x, a[1], y0 + a[0] - a[1] * x0))
    return found


def full_mass(m, d):
    full = np.zeros((m.nv, m.nv))
    try:
        mujoco.mj_fullM(m, d, full)
    except TypeError:
        mujoco.mj_fullM(m, full, d.qM)
    return full


def table(path, random):
    m = mujoco.MjModel.from_xml_path(path)
    D = mujoco.mjtDisableBit
    m.opt.disableflags |= D.mjDSBL_CONSTRAINT
    d = mujoco.MjData(m)
    ties = couplings(m)
    driven_q = [m.jnt_qposadr[y] for y, *_ in ties]
    driven_v = [m.jnt_dofadr[y] for y, *_ in ties]
    own_v = [i for i in range(m.nv) if i not in driven_v]
    own_q = [i for i in range(m.nq) if i not in driven_q]
    N = np.eye(m.nv)
    for y, x, ratio, _ in ties:
        N[m.jnt_dofadr[y], m.jnt_dofadr[y]] = 0
        N[m.jnt_dofadr[y], m.jnt_dofadr[x]] = ratio
    N = N[:, own_v]
    print("file", os.path.basename(path), len(own_q), len(own_v))
    for _ in range(STATES):
        q = m.qpos0 + random.uniform(-1, 1, m.nq)
        free, ball = int(mujoco.mjtJoint.mjJNT_FREE), int(mujoco.mjtJoint.mjJNT_BALL)
        for j in range(m.njnt):
            first = m.jnt_qposadr[j] + (3 if m.jnt_type[j] == free else 0)
            if m.jnt_type[j] in (free, ball):
                w = random.normal(size=4)
                q[first : first + 4] = w / np.linalg.norm(w)
        for y, x, ratio, offset in ties:
            q[m.jnt_qposadr[y]] = ratio * q[m.jnt_qposadr[x]] + offset
        v = N @ random.uniform(-2, 2, len(own_v))
        a = N @ random.uniform(-3, 3, len(own_v))
        d.qpos[:], d.qvel[:], d.qacc[:] = q, v, a
        d.ctrl[:] = 0
        mujoco.mj_forward(m, d)
        bias = d.qfrc_bias - d.qfrc_passive - d.qfrc_actuator
        mass = full_mass(m, d)
        rubbing = m.dof_frictionloss * v / np.sqrt(v * v + 1e-6)
        actuators = d.qfrc_actuator.copy()
        d.qacc[:] = a
        mujoco.mj_inverse(m, d)
        inverse = d.qfrc_inverse - actuators
        for word, values in [
            ("q", q[own_q]),
            ("v", v[own_v]),
            ("a", a[own_v]),
            ("mass", (N.T @ mass @ N).ravel()),
            ("bias", N.T @ (bias + rubbing)),
            ("inverse", N.T @ (inverse + rubbing)),
        ]:
            print(word, " ".join(repr(float(x)) for x in values))


if __name__ == "__main__":
    random = np.random.default_rng(7)
    print("# MuJoCo", mujoco.__version__)
    for path in sys.argv[1:]:
        table(path, random)
