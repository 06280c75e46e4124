"""Which waiting question is next: nobody is forgotten, clients take turns, the newest are tried first."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable.web.server.scheduling import Job, Queue, client_of

CLIENTS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=40)


def job(client: str, verb: str = "solve", *, is_search: bool = True) -> Job:
    return Job(verb, {}, 1.0, client=client, is_search=is_search)


def queue_of(clients: list[str], size: int = 256) -> tuple[Queue, list[Job]]:
    queue, jobs = Queue(size), [job(client) for client in clients]
    for each in jobs:
        queue.add(each)
    return queue, jobs


def all_oldest(queue: Queue) -> list[Job]:
    taken = []
    while (each := queue.oldest(Counter(), may_search=True)) is not None:
        taken.append(each)
    return taken


@given(CLIENTS)
def test_clients_take_turns_and_each_has_its_questions_in_their_order(clients: list[str]) -> None:
    queue, jobs = queue_of(clients)
    taken = all_oldest(queue)
    assert sorted(map(id, taken)) == sorted(map(id, jobs))
    assert len(queue) == 0
    served: Counter[str] = Counter()
    waiting = Counter(clients)
    for each in taken:
        served[each.client] += 1
        waiting[each.client] -= 1
        assert all(served[each.client] <= served[other] + 1 for other in waiting if waiting[other])
    for client in waiting:
        assert [each for each in taken if each.client == client] == [each for each in jobs if each.client == client]


@given(CLIENTS)
def test_the_client_with_fewest_that_run_is_next(clients: list[str]) -> None:
    queue, _ = queue_of(clients)
    running = Counter(a=3, b=2, c=1)
    taken = queue.oldest(running, may_search=True)
    assert taken is not None
    assert running[taken.client] == min(running[client] for client in clients)


@given(CLIENTS)
def test_the_newest_of_who_has_fewest_is_tried_and_each_once(clients: list[str]) -> None:
    queue, jobs = queue_of(clients)
    left = list(jobs)
    while left:
        assert queue.has_untried(may_search=True)
        counts = Counter(each.client for each in left)
        fewest = min(counts.values())
        taken = queue.newest(may_search=True)
        assert taken is [each for each in left if counts[each.client] == fewest][-1]
        left.remove(taken)
    for each in jobs:
        each.is_long = True
        queue.add(each)
    assert queue.newest(may_search=True) is None
    assert not queue.has_untried(may_search=True)
    assert sorted(map(id, all_oldest(queue))) == sorted(map(id, jobs))


@given(CLIENTS)
def test_a_question_that_was_tried_has_its_old_place(clients: list[str]) -> None:
    queue, jobs = queue_of(["a" for _ in clients])
    tried = queue.newest(may_search=True)
    assert tried is not None
    tried.is_long = True
    queue.add(tried)
    assert all_oldest(queue) == jobs


def test_what_is_no_search_goes_where_searches_may_not() -> None:
    queue = Queue(256)
    queue.add(job("a"))
    assert queue.newest(may_search=False) is queue.oldest(Counter(), may_search=False) is None
    assert not queue.has_untried(may_search=False)
    queue.add(check := job("a", "check", is_search=False))
    queue.add(job("b"))
    assert queue.newest(may_search=False) is check
    queue.add(check)
    assert queue.oldest(Counter(), may_search=False) is check


@given(CLIENTS, st.integers(1, 12))
def test_where_there_is_no_room_the_client_with_most_loses_its_newest(clients: list[str], size: int) -> None:
    queue = Queue(size)
    kept: list[Job] = []
    for client in clients:
        kept.append(new := job(client))
        queue.add(new)
        counts = Counter(each.client for each in kept)
        refused = queue.overflow(client)
        assert (refused is None) == (len(kept) <= size)
        if refused is not None:
            assert counts[refused.client] == max(counts.values())
            assert refused is [each for each in kept if each.client == refused.client][-1]
            kept.remove(refused)
    assert {id(each) for each in all_oldest(queue)} == set(map(id, kept))


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1%eth0", "2001:db8:1:2::/64"),
        ("unix", "unix"),
    ],
)
def test_an_address_stands_for_its_client(address: str, client: str) -> None:
    assert client_of(address) == client
