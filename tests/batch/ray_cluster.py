"""Run in a network namespace of its own: a Ray cluster of several node processes, and what is computed over it.

    python ray_cluster.py IN OUT BOARD

A batch of which a node and a worker are killed, while another node joins; one hard board of which a worker and a node
are; a table. Prints a line of JSON: how many nodes lived
before and after, and what was found.
"""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from solvable import answers, batch
from solvable.batch import job
from solvable.batch.requests import Options
from solvable.batch.streams import Source
from solvable.core.budget import Budget
from solvable.core.executor import Executor
from solvable.core.puzzle import Event
from solvable.families.protocol import Rules
from solvable.game_id import parse
from solvable.tiles.optimal import distributed

NODE = {"num_cpus": 1, "object_store_memory": 80_000_000}


class Nodes:
    """A head without processors, and nodes that come and go."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        head = NODE | {"num_cpus": 0, "include_dashboard": False}
        self.cluster: Any = Cluster(initialize_head=True, head_node_args=head)
        self.address: str = self.cluster.address
        self.nodes = [self.cluster.add_node(**NODE), self.cluster.add_node(**NODE)]

    def replace(self) -> None:
        """Kill a node as if its plug were pulled, and have another one join."""
        threading.Thread(target=self.cluster.remove_node, args=(self.nodes.pop(0), False)).start()
        self.nodes.append(self.cluster.add_node(**NODE, wait=False))

    def settle(self) -> list[int]:
        """Return how many nodes live and how many have gone, once the killed ones are known to be dead."""
        import ray

        end = time.monotonic() + 30
        while True:
            living = [bool(node["Alive"]) for node in ray.nodes()]
            found = [living.count(True), living.count(False)]
            if found[0] == 3 or time.monotonic() > end:
                return found
            time.sleep(0.1)


def main(source: Path, out: Path, board: str) -> None:
    """Print what is found."""
    nodes = Nodes()
    executor = batch.make_executor(cluster=nodes.address)
    try:
        found: dict[str, Any] = {"replies": answered(source, out, executor, nodes), "nodes": [nodes.settle()]}
        found["solved"], found["bounds"] = solved(board, executor, nodes)
        found["nodes"].append(nodes.settle())
        with Budget(executor=executor):
            found["table"] = list(answers.nullities(range(1, 60), None, Rules("king")))
        sys.stdout.write(json.dumps(found) + "\n")
    finally:
        executor.close()
        nodes.cluster.shutdown()


def answered(source: Path, out: Path, executor: Executor, nodes: Nodes) -> int:
    """Answer the boards of a file; return how many replies there were."""
    replies: list[int] = []

    def tell(tally: job.Tally) -> None:
        replies.append(tally.done)
        if len(replies) == 3:
            nodes.replace()
        if len(replies) == 6:
            kill_a_worker()

    boards = Source(str(source))
    job.run(boards, None, out, executor, Options(shows_time=False), tell=tell)
    boards.close()
    return len(replies)


def solved(board: str, executor: Executor, nodes: Nodes) -> tuple[dict[str, Any], dict[int, int]]:
    """Return the answer to a hard board, and the nodes before each bound."""
    distributed.LOCAL_NODES_MAX = 200_000  # so that a search of a second has many parts
    bounds: dict[int, int] = {}
    done: set[str] = set()

    def hear(event: Event) -> bool:
        bounds.setdefault(event.lower_bound, event.nodes)
        if event.nodes > 400_000 and "worker" not in done:
            done.add("worker")
            kill_a_worker()
        if event.nodes > 1_000_000 and "node" not in done:
            done.add("node")
            nodes.replace()
        return True

    answer = answers.solve(*parse(board), budget=Budget(progress=hear, executor=executor))
    assert done == {"worker", "node"}, (done, bounds)
    return {**answer}, bounds


def kill_a_worker() -> bool:
    """Kill a process of this test that computes something; return whether there was one."""
    return kill("ray::on_node")


def kill(name: str) -> bool:
    """Kill a process of this test whose command has this in it; return whether there was one."""
    shown = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    named = [int(line.split()[0]) for line in shown.splitlines() if name in line]
    ours = [pid for pid in named if session(pid) == os.environ["SOLVABLE_TEST_SESSION"]]
    if ours:
        os.kill(ours[0], 9)
    return bool(ours)


def session(pid: int) -> str:
    """Return which test a process belongs to, as its environment says."""
    try:
        data = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return ""
    return next((each.split(b"=", 1)[1].decode() for each in data if each.startswith(b"SOLVABLE_TEST_SESSION=")), "")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
