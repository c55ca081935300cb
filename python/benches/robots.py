"""Times of this package beside those of Pinocchio, MuJoCo and Exudyn from Python, on one seven-axis arm.

    pip install ./python pin mujoco exudyn
    python python/benches/robots.py

The arm is written as URDF by this script and read by each package; before anything is measured, all of them agree on its
dynamics. A time is the fastest of many; the packages take turns. Packages that are not installed are left out, or with `--all` an error.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import linkwork as lw
import numpy as np

#: Masses and centres of the links of the Panda arm, and where each axis is on the link before it.
LINKS = [
    (4.970684, (0.003875, 0.002081, -0.04762), (0, 0, 0.333), (0, 0, 0)),
    (0.646926, (-0.003141, -0.02872, 0.003495), (0, 0, 0), (-np.pi / 2, 0, 0)),
    (3.228604, (0.027518, 0.039252, -0.066502), (0, -0.316, 0), (np.pi / 2, 0, 0)),
    (3.587895, (-0.05317, 0.104419, 0.027454), (0.0825, 0, 0), (np.pi / 2, 0, 0)),
    (1.225946, (-0.011953, 0.041065, -0.038437), (-0.0825, 0.384, 0), (-np.pi / 2, 0, 0)),
    (1.666555, (0.060149, -0.014117, -0.010517), (0, 0, 0), (np.pi / 2, 0, 0)),
    (0.735522, (0.010517, -0.004252, 0.061597), (0.088, 0, 0), (np.pi / 2, 0, 0)),
]
#: Radius of gyration of every link, in m: the published inertias are not those of a body, which MuJoCo refuses.
GYRATION = 0.12
#: States of the vectorised functions.
STATES = 2_000
#: Results of the packages agree to this part of the largest.
AGREEMENT = 1e-9
#: Angles after half a second of the same method: its error, in rad.
SAME_MOTION = 1e-6
REPETITIONS = 40


def urdf() -> str:
    """The arm."""
    text = ['<robot name="arm"><link name="base"/>']
    for i, (mass, com, place, turn) in enumerate(LINKS):
        say = lambda numbers: " ".join(repr(float(x)) for x in numbers)
        inertia = mass * GYRATION**2
        text.append(
            f'<link name="link{i}"><inertial><origin xyz="{say(com)}"/><mass value="{mass}"/>'
            f'<inertia ixx="{inertia}" iyy="{inertia}" izz="{inertia}" ixy="0" ixz="0" iyz="0"/></inertial></link>'
            f'<joint name="axis{i}" type="continuous"><parent link="{"base" if i == 0 else f"link{i - 1}"}"/>'
            f'<child link="link{i}"/><origin xyz="{say(place)}" rpy="{say(turn)}"/><axis xyz="0 0 1"/></joint>'
        )
    return "".join(text) + "</robot>"


def seconds(work) -> float:
    """Of one call."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def imported() -> float:
    """Seconds that `import linkwork` takes in a new process."""
    code = "import time; t = time.perf_counter(); import linkwork; print(time.perf_counter() - t)"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return float(run.stdout)


def ours(path: Path, rows: dict, states) -> tuple:
    arm = lw.urdf(path)
    q, v, a = states
    tau = arm.inverse_dynamics(q, v, a)
    for name, work in [
        ("mass matrix", lambda: arm.mass_matrix(q)),
        ("inverse dynamics", lambda: arm.inverse_dynamics(q, v, a)),
        ("forward dynamics", lambda: arm.forward_dynamics(q, v, tau)),
        ("inverse dynamics and derivatives", lambda: arm.inverse_dynamics(q, v, a, derivatives=True)),
        ("forward dynamics and derivatives", lambda: arm.forward_dynamics(q, v, tau, derivatives=True)),
    ]:
        rows[name, "Linkwork"] = work, STATES
    one = q[0], v[0], a[0]
    calls = lambda: [arm.inverse_dynamics(*one) for _ in range(1000)]
    rows["inverse dynamics, one state a call", "Linkwork"] = calls, 1000
    stepper = arm.stepper(step=1e-3, method="runge-kutta-4")
    steps = lambda: [stepper.step() for _ in range(2000)]
    rows["a step of Runge–Kutta 4 from Python", "Linkwork"] = steps, 2000
    for method, name in [("runge-kutta-4", "Runge–Kutta 4"), ("fifth-degree", "fifth degree")]:
        for balance, rest in [(True, ""), (False, ", no balance of energy")]:
            run = lambda m=method, b=balance: arm.simulate(until=10.0, step=1e-3, method=m, balance=b)
            rows[f"10 s in steps of 1 ms, {name}{rest}", "Linkwork"] = run, 1
    return arm, tau


def pinocchios(path: Path, rows: dict, states, tau) -> None:
    import pinocchio as pin

    model = pin.buildModelFromUrdf(str(path))
    data = model.createData()
    # Joints without limits are unit complex numbers there: (cos q, sin q).
    q, v, a = states
    full = np.stack([np.cos(q), np.sin(q)], axis=-1).reshape(len(q), -1)
    found = np.array([pin.rnea(model, data, *state) for state in zip(full[:50], v[:50], a[:50])])
    assert np.max(np.abs(found - tau[:50])) < AGREEMENT * np.max(np.abs(tau)), "Pinocchio disagrees"
    some = list(zip(full[:STATES], v[:STATES], a[:STATES]))
    given = list(zip(full[:STATES], v[:STATES], tau[:STATES]))
    for name, work in [
        ("mass matrix", lambda: [pin.crba(model, data, s[0]) for s in some]),
        ("inverse dynamics", lambda: [pin.rnea(model, data, *s) for s in some]),
        ("forward dynamics", lambda: [pin.aba(model, data, *s) for s in given]),
        ("inverse dynamics and derivatives", lambda: [pin.computeRNEADerivatives(model, data, *s) for s in some]),
        ("forward dynamics and derivatives", lambda: [pin.computeABADerivatives(model, data, *s) for s in given]),
        ("inverse dynamics, one state a call", lambda: [pin.rnea(model, data, *s) for s in some]),
    ]:
        rows[name, "Pinocchio"] = work, len(some)


def mujocos(path: Path, rows: dict, states, tau) -> None:
    import mujoco

    text = path.read_text().replace(
        '<link name="base"/>', '<mujoco><compiler fusestatic="true"/></mujoco><link name="base"/>', 1
    )
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.timestep = 1e-3
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    data = mujoco.MjData(model)

    def inverse(q, v, a):
        data.qpos[:], data.qvel[:], data.qacc[:] = q, v, a
        mujoco.mj_inverse(model, data)
        return data.qfrc_inverse.copy()

    def forward(q, v, tau):
        data.qpos[:], data.qvel[:], data.qfrc_applied[:] = q, v, tau
        mujoco.mj_forward(model, data)
        return data.qacc.copy()

    model.opt.gravity[:] = [0, 0, -9.81]
    q, v, a = states
    found = np.array([inverse(*state) for state in zip(q[:50], v[:50], a[:50])])
    assert np.max(np.abs(found - tau[:50])) < AGREEMENT * np.max(np.abs(tau)), "MuJoCo disagrees"
    some, given = list(zip(q[:STATES], v[:STATES], a[:STATES])), list(zip(q[:STATES], v[:STATES], tau[:STATES]))
    rows["inverse dynamics", "MuJoCo"] = (lambda: [inverse(*s) for s in some]), len(some)
    rows["inverse dynamics, one state a call", "MuJoCo"] = rows["inverse dynamics", "MuJoCo"]
    rows["forward dynamics", "MuJoCo"] = (lambda: [forward(*s) for s in given]), len(some)

    def steps(count):
        mujoco.mj_resetData(model, data)
        for _ in range(count):
            mujoco.mj_step(model, data)

    rows["a step of Runge–Kutta 4 from Python", "MuJoCo"] = (lambda: steps(2000)), 2000

    def whole():
        mujoco.mj_resetData(model, data)
        mujoco.mj_step(model, data, nstep=10_000)

    rows["10 s in steps of 1 ms, Runge–Kutta 4", "MuJoCo"] = whole, 1


def exudyns(rows: dict, arm) -> None:
    import exudyn
    from exudyn.robotics import Robot, RobotBase, RobotLink, RobotTool

    def simulated(until: float) -> np.ndarray:
        robot = Robot(gravity=[0, 0, -9.81], base=RobotBase(HT=np.eye(4)), tool=RobotTool(HT=np.eye(4)))
        for mass, com, place, (turn, _, _) in LINKS:
            frame = np.eye(4)
            frame[:3, 3] = place
            frame[1:3, 1:3] = [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
            inertia = mass * GYRATION**2 * np.eye(3)
            robot.AddLink(RobotLink(mass=mass, COM=com, inertia=inertia, preHT=frame))
        system = exudyn.SystemContainer()
        mbs = system.AddSystem()
        robot.CreateKinematicTree(mbs)
        mbs.Assemble()
        settings = exudyn.SimulationSettings()
        settings.timeIntegration.numberOfSteps = round(until / 1e-3)
        settings.timeIntegration.endTime = until
        settings.timeIntegration.verboseMode = 0
        settings.solution.file.write = False
        mbs.SolveDynamic(settings, solverType=exudyn.DynamicSolverType.RK44)
        return np.array(mbs.systemData.GetODE2Coordinates())

    # Later the free fall of seven links is chaotic.
    short = arm.simulate(until=0.5, step=1e-3, method="runge-kutta-4")
    differences = [abs(short[name][-1] - x) for name, x in zip(arm.coordinates, simulated(0.5))]
    assert max(differences) < SAME_MOTION, f"Exudyn disagrees by {max(differences):.1e} rad"
    rows["10 s in steps of 1 ms, Runge–Kutta 4", "Exudyn"] = (lambda: simulated(10.0)), 1


def main() -> None:
    random = np.random.default_rng(0)
    states = [random.uniform(-1.5, 1.5, (STATES, len(LINKS))) for _ in range(3)]
    rows: dict = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "arm.urdf"
        path.write_text(urdf())
        arm, tau = ours(path, rows, states)
        others = [
            ("Pinocchio", lambda: pinocchios(path, rows, states, tau)),
            ("MuJoCo", lambda: mujocos(path, rows, states, tau)),
            ("Exudyn", lambda: exudyns(rows, arm)),
        ]
        for name, run in others:
            try:
                run()
            except ImportError as missing:
                if "--all" in sys.argv:
                    raise
                print(f"{name} is left out: {missing}", file=sys.stderr)
    # In turn, so that other load on the machine falls on all of them.
    times = {row: [] for row in rows}
    for _ in range(REPETITIONS):
        for row, (work, count) in rows.items():
            times[row].append(seconds(work) / count)
    times["import", "Linkwork"] = [imported() for _ in range(REPETITIONS)]
    packages = ["Linkwork", "Pinocchio", "MuJoCo", "Exudyn"]
    print("| seven-axis arm, from Python | " + " | ".join(packages) + " |")
    print("|---|" + "---|" * len(packages))
    for name in dict.fromkeys(row for row, _ in times):
        cells = [shown(min(times.get((name, package), [np.inf]))) for package in packages]
        print(f"| {name} | " + " | ".join(cells) + " |")


def shown(seconds: float) -> str:
    if seconds == np.inf:
        return ""
    for scale, unit in [(1e9, "ns"), (1e6, "µs"), (1e3, "ms")]:
        if seconds * scale < 1000:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds:.3g} s"


if __name__ == "__main__":
    main()
