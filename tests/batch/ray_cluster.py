"""Run in a network namespace of its own: a Ray cluster of three node processes, and a batch over it.

    python ray_cluster.py IN OUT PLACE

Prints how many nodes there were, and how many were left after one was killed while the batch went on.
"""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path


def main(source: Path, out: Path) -> None:
    """Answer the boards of a file over a cluster of which a node, and then a worker, is killed."""
    import ray
    from ray.cluster_utils import Cluster

    from solvable.batch import job
    from solvable.batch.requests import Options
    from solvable.batch.streams import Source

    head = {"num_cpus": 1, "object_store_memory": 150_000_000, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    doomed = cluster.add_node(num_cpus=1, object_store_memory=100_000_000)
    cluster.add_node(num_cpus=1, object_store_memory=100_000_000)
    workers = job.hired(1, cluster.address)
    before = sum(node["Alive"] for node in ray.nodes())
    replies = []

    def tell(tally: job.Tally) -> None:
        replies.append(tally.done)
        if len(replies) == 3:
            threading.Thread(target=cluster.remove_node, args=(doomed, False)).start()  # as if its plug were pulled
        if len(replies) == 6:
            _kill_a_worker()

    boards = Source(str(source))
    try:
        job.run(boards, None, out, workers, Options(shows_time=False), tell=tell)
        end = time.monotonic() + 30
        while sum(node["Alive"] for node in ray.nodes()) == before and time.monotonic() < end:
            time.sleep(0.2)
        after = sum(node["Alive"] for node in ray.nodes())
        sys.stdout.write(f"{before} {after} {len(replies)}\n")
    finally:
        workers.close()
        boards.close()
        cluster.shutdown()


def _kill_a_worker() -> None:
    """Kill a process of this namespace that answers boards."""
    shown = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    busy = [int(line.split()[0]) for line in shown.splitlines() if "ray::on_node" in line]
    ours = [pid for pid in busy if _session(pid) == os.environ["SOLVABLE_TEST_SESSION"]]
    if ours:
        os.kill(ours[0], 9)


def _session(pid: int) -> str:
    """Return which test a process belongs to, as its environment says."""
    try:
        data = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return ""
    return next((each.split(b"=", 1)[1].decode() for each in data if each.startswith(b"SOLVABLE_TEST_SESSION=")), "")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
