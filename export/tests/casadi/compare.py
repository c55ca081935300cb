"""Compares functions of CasADi with the code in C, whose bits are those of Linkwork's interpreter (`cargo test -p linkwork-export`)."""

import ctypes
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import casadi as ca
import numpy as np

# CasADi simplifies 0 x and 1 x, which regroups sums of some hundred terms; factors of a matrix amplify that.
ROUNDING = 1e-11
# Differences of h = 1e-6 of functions of size 1.
DIFFERENCES = 1e-6

LINKWORK = os.environ["LINKWORK"]
FOLDER = Path(sys.argv[1])
# What a function takes beside the position, as the header declares it.
ARGUMENTS = re.compile(r"^(?:void|enum \w+) (\w+)\((.*)\);$", re.M)


def emitted(model):
    """The stem of the files of a model, its header, and the library that `cc` makes of it."""
    for option in ("--c", "--casadi"):
        said = subprocess.run([LINKWORK, "emit", model, option, FOLDER], check=True, capture_output=True, text=True).stdout
    stem = re.search(r"(\w+)\.py ", said).group(1)
    library = FOLDER / f"lib_{stem}.so"
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-ffp-contract=off", "-shared", "-fPIC"]
    subprocess.run(["cc", *flags, FOLDER / f"{stem}.c", "-o", library, "-lm"], check=True)
    return stem, (FOLDER / f"{stem}.h").read_text(), ctypes.CDLL(str(library))


def array(values):
    return (ctypes.c_double * max(len(values), 1))(*values)


def compared(model, random):
    """The largest deviation of a model, relative to the largest number of each result, and how many numbers were compared."""
    stem, header, library = emitted(model)
    module = importlib.import_module(stem)
    functions = module.functions()
    held = int(re.search(rf"#define {stem.upper()}_INPUTS (\d+)", header).group(1))
    place, position = array([0.0] * 200_000), array([0.0] * 200_000)
    parameters = array(module.DEFAULTS)
    assert getattr(library, f"{stem}_build")(place, parameters) == 0
    worst, count = 0.0, 0
    for _ in range(3):
        small = lambda names: random.uniform(-1.0, 1.0, len(names))
        q = np.array(module.Q_START) + 0.1 * small(module.Q_START)
        values = {
            "p": module.DEFAULTS,
            "t": 0.3,
            "u": random.uniform(-1.0, 1.0, held),
            "q": q,
            "v": small(module.VELOCITIES),
            "y": np.array(module.Y_START) + small(module.Y_START),
            "a": small(module.VELOCITIES),
            "lambda": small(module.HOLONOMIC),
            "psi": small(module.NONHOLONOMIC),
        }
        getattr(library, f"{stem}_place")(place, ctypes.c_double(0.3), array(values["u"]), array(q), position)
        for name, arguments in ARGUMENTS.findall(header):
            name = name.removeprefix(f"{stem}_")
            if name not in functions:
                continue
            takes = re.findall(r"const double (\w+)\[\]", arguments)
            function = functions[name]
            found = function.call([values[one] for one in function.name_in()])
            found = np.concatenate([np.array(one).flatten() for one in found])
            gives = [array([0.0] * 20_000) for _ in re.findall(r"(?<!const )double \w+\[\]", arguments)]
            status = getattr(library, f"{stem}_{name}")(place, position, *(array(values[one]) for one in takes), *gives)
            if name == "forward_dynamics":
                assert status == 0, f"{model}: {name}: {status}"
                sizes = [len(module.VELOCITIES), len(module.HOLONOMIC), len(module.NONHOLONOMIC)]
                expected = np.concatenate([np.array(one[:size]) for one, size in zip(gives, sizes)])
            else:
                expected = np.array(gives[0][: len(found)])
            finite = np.isfinite(expected)
            assert (np.isfinite(found) == finite).all(), f"{model}: {name}"
            if finite.any():
                apart = np.abs(found - expected)[finite].max() / max(1.0, np.abs(expected[finite]).max())
                assert apart < ROUNDING, f"{model}: {name}: apart by {apart:.1e}"
                worst, count = max(worst, apart), count + int(finite.sum())
    return worst, count, functions, module


# A block of rank 2, of which the library has none.
CRANKS = """mechanism Cranks in plane {
    coordinates = absolute;
    gravity = [0, -9.81] [m/s^2];
    for i in 0..=2 {
        body crank[i] { mass: 1.5 [kg], shape: rod(length: 0.8 [m], along: [0, 1]) }
    }
    body coupler { mass: 4 [kg], inertia: 0.7 [kg*m^2] }
    joint left = revolute(ground, crank[0] at [0, -0.4] [m]);
    joint centre = revolute(ground at [0.5, 0] [m], crank[1] at [0, -0.4] [m]);
    joint right = revolute(ground at [1.3, 0] [m], crank[2] at [0, -0.4] [m]);
    joint head[0] = revolute(crank[0] at [0, 0.4] [m], coupler at [-0.7, 0] [m]);
    joint head[1] = revolute(crank[1] at [0, 0.4] [m], coupler at [-0.2, 0] [m]);
    joint head[2] = revolute(crank[2] at [0, 0.4] [m], coupler at [0.6, 0] [m]);
    initial { left.angle: 0.4 [rad], der(left.angle): -2 [rad/s], centre.angle: ~0.4 [rad], right.angle: ~0.4 [rad] }
}"""
ODD = """mechanism Odd {
    coordinate x; coordinate z;
    mass_matrix = [[2, x], [0.3*z, 3]];
    force = [-x - 0.5*z - 0.1*der(z) + 0.2*der(x)*der(z), -2*z + 0.25*x + 0.7*der(x)];
    constraint c: x^2 + 2*z = 1;
    initial { x: 1 }
}"""


def matrices():
    """Matrices that are not symmetric, in both languages, beside their closed forms: the comparison of the two does not see a transpose."""
    (FOLDER / "odd.mech").write_text(ODD)
    stem, _, library = emitted(FOLDER / "odd.mech")
    functions = importlib.import_module(stem).functions()
    (x, z), v, a, multiplier = (0.3, 1.1), (0.4, -1.3), (-0.6, 0.8), 0.25
    expected = {
        "mass_matrix": [[2, x], [0.3 * z, 3]],
        "constraint_jacobian": [[2 * x, 2]],
        "damping_matrix": [[-0.2 * v[1], 0.1 - 0.2 * v[0]], [-0.7, 0]],
        "stiffness_matrix": [[a[1] + 1 + 2 * multiplier, 0.5], [-0.25, 0.3 * a[0] + 2]],
    }
    values = {"p": [], "t": 0.0, "u": [], "q": [x, z], "v": v, "y": [], "a": a, "lambda": [multiplier], "psi": []}
    model, position = array([0.0] * 1000), array([0.0] * 1000)
    assert getattr(library, f"{stem}_build")(model, array([])) == 0
    getattr(library, f"{stem}_place")(model, ctypes.c_double(0.0), array([]), array(values["q"]), position)
    for name, matrix in expected.items():
        names = functions[name].name_in()
        found = np.array(functions[name](*(values[one] for one in names)))
        out = array([0.0] * 4)
        getattr(library, f"{stem}_{name}")(model, position, *(array(values[one]) for one in names[4:]), out)
        assert np.abs(found - matrix).max() < ROUNDING, f"{name}: {found} instead of {matrix} in CasADi"
        in_c = np.array(out[: found.size]).reshape(found.shape)
        assert np.abs(in_c - matrix).max() < ROUNDING, f"{name}: {in_c} instead of {matrix} in C"


def derivatives(functions, module, by):
    """CasADi's derivative of forward dynamics beside differences."""
    function = functions["forward_dynamics"]
    start = [module.DEFAULTS, 0.0, [0.0] * function.size1_in("u"), module.Q_START, module.V_START, module.Y_START]
    place = function.name_in().index(by)
    jacobian = function.jacobian()(*start, *function.call(start))[place]
    h, at = 1e-6, np.array(start[place])
    for i in range(len(at)):
        step = np.zeros(len(at))
        step[i] = h
        ends = [
            np.array(function.call([*start[:place], at + sign * step, *start[place + 1 :]])[0]).flatten() for sign in (1, -1)
        ]
        difference = (ends[0] - ends[1]) / (2 * h)
        exact = np.array(jacobian[:, i]).flatten()
        assert np.abs(exact - difference).max() < DIFFERENCES * max(1.0, np.abs(exact).max()), f"{module.__name__} by {by}"


def swing_up():
    """The least effort that swings a cart's pole up: direct multiple shooting over the emitted state derivative."""
    (FOLDER / "cart.mech").write_text(
        """mechanism CartPole in plane {
    gravity = [0, -9.81] [m/s^2];
    input push [N];
    body cart { mass: 1 [kg], inertia: 0.1 [kg*m^2] }
    body pole { mass: 0.3 [kg], com: [0.5, 0] [m], inertia: 0.025 [kg*m^2] }
    joint track = prismatic(ground, cart, axis: [1, 0]);
    joint hinge = revolute(cart, pole);
    force drive = generalized(track.displacement, push);
    initial { hinge.angle: -90 [deg] }
}"""
    )
    subprocess.run([LINKWORK, "emit", FOLDER / "cart.mech", "--casadi", FOLDER], check=True, capture_output=True)
    module = importlib.import_module("cart_pole")
    derivative = module.functions()["state_derivative"]
    count, until = 40, 2.0
    h = until / count
    problem = ca.Opti()
    x, u = problem.variable(4, count + 1), problem.variable(1, count)

    def rate(x, u):
        q, v, _ = derivative(module.DEFAULTS, 0.0, u, x[:2], x[2:], [])
        return ca.vertcat(q, v)

    for i in range(count):
        k1 = rate(x[:, i], u[i])
        k2 = rate(x[:, i] + h / 2 * k1, u[i])
        k3 = rate(x[:, i] + h / 2 * k2, u[i])
        k4 = rate(x[:, i] + h * k3, u[i])
        problem.subject_to(x[:, i + 1] == x[:, i] + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))
    problem.subject_to(x[:, 0] == ca.vertcat(*module.Q_START, *module.V_START))
    problem.subject_to(x[:, count] == ca.vertcat(0.0, np.pi / 2, 0.0, 0.0))
    problem.minimize(h * ca.sumsqr(u))
    problem.set_initial(x[1, :], np.linspace(-np.pi / 2, np.pi / 2, count + 1))
    problem.solver("ipopt", {"print_time": False}, {"print_level": 0, "sb": "yes"})
    solved = problem.solve()
    effort = solved.value(u)
    # The effort, held over each of 40 intervals, in Linkwork itself.
    terms = "+".join(f"({float(e)!r})*(sign(time-{i * h!r})-sign(time-{(i + 1) * h!r}))/2" for i, e in enumerate(effort))
    table = FOLDER / "swing.csv"
    subprocess.run(
        [LINKWORK, "simulate", FOLDER / "cart.mech", "--input", f"push={terms}", "--until", "2", "--step", "1e-3"]
        + ["--method", "runge-kutta-4", "--csv", table],
        check=True,
        capture_output=True,
    )
    lines = table.read_text().splitlines()
    last = dict(zip(lines[0].split(","), map(float, lines[-1].split(","))))
    angle = next(value for name, value in last.items() if name.startswith("hinge.angle"))
    print(f"swing up: {solved.value(problem.f):.2f} N^2 s, ends at {angle:.4f} rad of {np.pi / 2:.4f} in a run of Linkwork")
    assert abs(angle - np.pi / 2) < 0.02


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    sys.path.insert(0, str(FOLDER))
    listed = subprocess.run([LINKWORK, "list"], check=True, capture_output=True, text=True).stdout
    models = re.findall(r"^  (\w+)", listed.split("methods")[0], re.M)
    assert len(models) > 20
    random = np.random.default_rng(7)
    total, worst, dynamic, redundant = 0, 0.0, 0, 0
    cranks = FOLDER / "cranks.mech"
    cranks.write_text(CRANKS)
    models.append(cranks)
    for model in models:
        deviation, count, functions, module = compared(model, random)
        if "forward_dynamics" in functions:
            dynamic += 1
            derivatives(functions, module, "v")
            # Redundant constraints: through the choices of rows and null vectors.
            if "_solve_redundant" in vars(module):
                derivatives(functions, module, "q")
                redundant += 1
        total, worst = total + count, max(worst, deviation)
    print(f"{len(models)} models, {dynamic} with forward dynamics, {redundant} of them with redundant constraints: {total} numbers, apart by {worst:.1e} at most")
    assert dynamic > 20 and redundant > 2
    matrices()
    swing_up()


main()
