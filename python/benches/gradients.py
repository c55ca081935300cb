"""What gradients by adjoints cost beside runs, from Python and as commands.

    pip install ./python
    python python/benches/gradients.py                      # in this process
    python python/benches/gradients.py target/release/linkwork    # as commands, too

A chain of N links has 4 N parameters, the slider-crank 6; all of them are variables. A run and a gradient make 1000 steps of 2 ms in this
process. The first one of each includes its compilation; of the next ones, with code that is kept, the fastest counts. Commands start from the
text, with steps of 1 ms: processor times, the fastest of three.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import Callable

import linkwork as lw

#: The one of the example `adjoint_cost`.
SLIDER_CRANK = (Path(__file__).parents[2] / "sensitivity/examples/slider_crank.mech").read_text()
METHODS = ["fifth-degree", "generalized-alpha", "shake", "runge-kutta-4", "dormand-prince-8"]


def chain(links: int) -> str:
    """A chain of links with springs and dampers between them, each with parameters of its own."""
    text = f"mechanism Chain{links} in plane {{\n gravity = [0, -9.81] [m/s^2];\n"
    for i in range(links):
        before = "ground" if i == 0 else f"link{i - 1} at [length{i - 1}, 0]"
        text += (
            f" param mass{i} = 1 [kg];\n param length{i} = 0.5 [m];\n"
            f" param stiffness{i} = 3 [N*m/rad];\n param damping{i} = 0.1 [N*m*s/rad];\n"
            f" body link{i} {{ mass: mass{i}, com: [length{i} / 2, 0], inertia: mass{i} * length{i}^2 / 12 }}\n"
            f" joint hinge{i} = revolute({before}, link{i});\n"
            f" force elastic{i} = generalized(hinge{i}.angle,"
            f" -stiffness{i} * hinge{i}.angle - damping{i} * der(hinge{i}.angle));\n"
        )
    return text + f" frame tip = link{links - 1} at [length{links - 1}, 0];\n output height = tip.position.y;\n}}\n"


MECHANISMS = {"slider-crank": SLIDER_CRANK, **{f"chain of {n}": chain(n) for n in (2, 10, 20, 40)}}


def fastest(work: Callable[[], object], times: int) -> float:
    """The least time of a call, in ms."""
    best = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return 1e3 * best


def in_process() -> None:
    print("mechanism method run_ms next_run_ms gradient_ms next_gradient_ms first next")
    for name, text in MECHANISMS.items():
        for method in METHODS:
            best = [float("inf")] * 4
            for _ in range(3):
                model = lw.compile(text)
                names = list(model.parameters)
                run = lambda: model.simulate(until=2, step=0.002, method=method)  # noqa: E731
                first, following = fastest(run, 1), fastest(run, 9)
                model = lw.compile(text)
                gradient = lambda: model.sensitivity(  # noqa: E731
                    of="height at 2", by=names, step=0.002, method=method, adjoint=True
                )
                found = [first, following, fastest(gradient, 1), fastest(gradient, 30)]
                best = [min(pair) for pair in zip(best, found)]
            ratios = f"{best[2] / best[0]:.1f} {best[3] / best[1]:.1f}"
            print(name, method, *(f"{x:.2f}" for x in best), ratios, flush=True)


def processor_time(command: list[str]) -> float:
    """The least of three, in s."""
    best = float("inf")
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def as_commands(linkwork: str) -> None:
    print("mechanism method steps simulate_s sensitivity_s ratio")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in MECHANISMS.items():
            file = Path(folder) / f"{name.replace(' ', '_')}.mech"
            file.write_text(text)
            names = ",".join(lw.compile(text).parameters)
            for method in METHODS:
                for steps in (1000, 10_000, 50_000):
                    until = f"{steps * 1e-3:g}"
                    how = ["--step", "0.001", "--method", method]
                    run = [linkwork, "simulate", str(file), "--until", until, *how]
                    asked = ["--of", f"height at {until}", "--by", names, "--adjoint"]
                    gradient = [linkwork, "sensitivity", str(file), *asked, *how]
                    simulate, sensitivity = processor_time(run), processor_time(gradient)
                    ratio = sensitivity / simulate
                    print(name, method, steps, f"{simulate:.3f} {sensitivity:.3f} {ratio:.1f}", flush=True)


if __name__ == "__main__":
    # The chain of 40 links is unrolled on purpose.
    warnings.simplefilter("ignore", lw.CompileWarning)
    in_process()
    if len(sys.argv) > 1:
        as_commands(sys.argv[1])
