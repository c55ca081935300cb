"""Times of the command line, as tables for docs/performance.md: `python docs/measure.py work`, from the root of the project.

It builds `linkwork` in the profile `release` first: with the feature `full`, or for `work` without it, where all runs are interpreted. `work`
takes some eight minutes, each other table a few. Memory is the largest resident set of a process, which Linux counts in kB.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time

#: Mechanisms with the arguments of `linkwork compare`, by the headings of the columns.
WORK = {
    "A01": "hinged_pendulum --steps 0.4..1e-7 --reference-step 1e-3",
    "A03": "andrews_bodies --steps 1e-3..1e-9 --until 0.05 --reference-step 2e-6",
    "top": "top --steps 0.1..1e-7 --reference-step 1e-4",
    "slider-crank": "free_slider_crank --steps 0.02..1e-7 --until 3 --reference-step 1e-4",
}
ERROR = "1e-6"
#: Sweeps of runs of 1000 steps, with the number of runs.
SWEEPS = [
    ('pendulum --random "length~uniform(0.5,1.5)" --until 10 --step 1e-2 --keep theta', 20_000),
    ('pendulum --random "length~uniform(0.5,1.5)" --until 10 --step 1e-2 --keep "max(theta)"', 20_000),
    ('andrews_bodies --random "mom~normal(0.033,0.001)" --until 0.01 --step 1e-5', 2_000),
    ('andrews_bodies --random "mom~normal(0.033,0.001)" --until 0.01 --step 1e-5 --keep "max(beta.angle)"', 2_000),
    ('slider_crank --random "crank_length~uniform(0.14,0.16)" --until 1 --step 1e-3', 3_000),
    ('slider_crank --random "crank_length~uniform(0.14,0.16)" --until 1 --step 1e-3 --keep "max(load[0])"', 3_000),
]
ROUNDS = 3
#: Whole commands.
COMMANDS = {
    "runs": [
        "simulate panda --until 10 --step 1e-3",
        "view quadruped -o quadruped.html",
    ],
    "long": [
        "simulate pendulum --until 1e5 --csv run.csv --every 100000",
        "simulate pendulum --until 1e5 --csv run.csv --every 100000 --checkpoint ck --checkpoint-every 1",
        "simulate pendulum --until 1e6 --csv run.csv --every 100000 --checkpoint ck --checkpoint-every 1",
        "simulate pendulum --until 1 --checkpoint ck --checkpoint-every 0",
    ],
    "trees": [
        "simulate chain --set n=1024 --until 0.1 --step 1e-4",
        "simulate chain --set n=100000 --until 1e-4 --step 1e-4 --method runge-kutta-4",
        "simulate chain --set n=100000 --until 1e-5 --step 1e-5 --method generalized-alpha",
    ],
    "loops": [
        "simulate four_bars --set n=1000 --until 0.01 --step 1e-3",
        "simulate lattice --set n=30 --until 0.2 --step 2e-3",
        "simulate scissor_lift --set n=100 --until 0.001 --step 1e-3",
    ],
}


def built(features: list[str]) -> str:
    """The path of the program."""
    cargo = ["cargo", "build", "--release", "--locked", "--quiet", "--message-format=json"]
    messages = subprocess.run(cargo + features, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return next(path for message in messages if (path := json.loads(message).get("executable")))


def run(program: str, arguments: str, folder: str) -> tuple[float, float, float]:
    """Seconds of the clock, seconds of the processor and MB of a command."""
    begin = time.perf_counter()
    with open(os.path.join(folder, "output"), "w") as output:
        process = subprocess.Popen([program, *shlex.split(arguments)], cwd=folder, stdout=output, stderr=output)
        _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        with open(os.path.join(folder, "output")) as output:
            sys.exit(f"linkwork {arguments}\n{output.read()}")
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1e3


def commands(program: str, group: str) -> None:
    print("| command | wall time | processor | memory at most |\n|---|---|---|---|")
    for arguments in COMMANDS[group]:
        with tempfile.TemporaryDirectory() as folder:
            wall, processor, memory = run(program, arguments, folder)
        print(f"| `linkwork {arguments}` | {wall:.3g} s | {processor:.3g} s | {memory:.0f} MB |", flush=True)


def work(program: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in WORK.items():
            rest = f"--methods all --errors {ERROR} --longest 2 --csv {name}.csv"
            run(program, f"compare {arguments} {rest}", folder)
        tables = " ".join(f"{name}.csv" for name in WORK)
        run(program, f"work {tables} --errors {ERROR} --markdown", folder)
        with open(os.path.join(folder, "output")) as output:
            print(output.read(), end="")


def sweeps(program: str) -> None:
    print("| time of a run | one by one | packs | ratio |\n|---|---|---|---|")
    for arguments, samples in SWEEPS:
        least = {"off": float("inf"), "on": float("inf")}
        # In turn, so that other load on the machine falls on both.
        for _ in range(ROUNDS):
            for packs in least:
                rest = f"--samples {samples} --seed 7 --into runs --threads 1 --packs {packs}"
                with tempfile.TemporaryDirectory() as folder:
                    wall, _, _ = run(program, f"sweep {arguments} {rest}", folder)
                least[packs] = min(least[packs], wall / samples)
        one, four = (1e6 * seconds for seconds in least.values())
        print(f"| `{arguments}` | {one:.0f} µs | {four:.0f} µs | {one / four:.2f} |", flush=True)


def main() -> None:
    [table] = sys.argv[1:]
    if table == "work":
        return work(built([]))
    program = built(["--features", "full"])
    if table == "sweeps":
        return sweeps(program)
    commands(program, table)


if __name__ == "__main__":
    main()
