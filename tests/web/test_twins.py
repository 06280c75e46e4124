"""The page's own record, challenges and replays agree with the library's, case by case, run by node."""

import json
import subprocess
from datetime import datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solvable import SlidingTiles
from solvable.formats import slidysim
from solvable.game_id import format_board, parse
from solvable.play.challenge import Challenge, clock_ms, drawn_stars, format_challenge, split_challenge, squares, stars
from solvable.play.record import Game, Record
from solvable.play.replay import Replay, format_replay, parse_replay
from solvable.web import rpc

STATIC = Path(rpc.__file__).parent / "static"
DAY = datetime(2026, 3, 1, 9, tzinfo=timezone(timedelta(hours=-3)))


def run(node: str, module: str, script: str, given: object) -> Any:
    """What a script in JavaScript returns for `given`, with the page's `module` as `m`."""
    whole = f"""
        import * as m from {json.dumps((STATIC / module).as_uri())};
        let text = "";
        for await (const part of process.stdin) text += part;
        const result = await (async given => {{ {script} }})(JSON.parse(text));
        process.stdout.write(JSON.stringify(result, (_, value) => value === Infinity ? "DNF" : value ?? null));
    """
    words = [node, "--input-type=module", "-e", whole]
    done = subprocess.run(words, input=json.dumps(given), capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def plain(value: float | None) -> object:
    return "DNF" if value == float("inf") else value


def games(seed: int, number: int) -> list[Game]:
    """Games of two puzzles over many days, some with help, given up, daily, or hours apart."""
    random, at, found = Random(seed), DAY, []
    for _ in range(number):
        at += timedelta(minutes=random.choice([1, 5, 30, 90, 1440]))
        length = random.randint(1, 4)
        found.append(
            Game(
                random.choice(["tiles:3x3:1,2,3/4,5,6/7,0,8", "lights:2x2,mod3:10/00"]),
                at.isoformat(timespec="seconds"),
                random.randint(1, 99_999),
                length,
                times=random.choice([(), tuple(range(length))]),
                par=random.choice([None, 1]),
                help=random.random() < 0.1,
                solved=random.random() > 0.1,
                daily=random.choice(["", at.date().isoformat(), "2026-02-01"]),
            )
        )
    return found


STATISTICS = """
    const games = m.parseRecord(given.text), of = (p, k) => {
        const s = m.statistics(games, p, k);
        const averages = [5, 12, 50].map(n => [s.averages[n].now, s.averages[n].best]);
        return [s.counted.length, s.helped, s.mean, s.best?.date ?? null, averages];
    };
    const puzzles = m.puzzlesOf(games), figures = puzzles.map(p => ["ms", "length"].map(k => of(p, k)));
    const sessions = puzzles.map(p => m.sessions(games, p).map(s => s.length));
    return { text: m.formatRecord(games), puzzles, figures, sessions, tps: games.map(m.tpsOf),
        calendar: m.calendar(games), streak: m.streak(games, given.today) };
"""


@pytest.mark.parametrize("seed", range(4))
def test_records_and_their_figures_agree(node: str, seed: int) -> None:
    record = Record().merged(games(seed, [0, 4, 60, 150][seed]))
    today = record.games[-1].day if record.games else "2026-03-01"
    found = run(node, "record.js", STATISTICS, {"text": record.to_json(), "today": today})
    assert Record.from_json(found["text"]) == record
    assert found["puzzles"] == record.puzzles() and found["calendar"] == record.calendar()
    assert [found["streak"]["now"], found["streak"]["longest"]] == list(record.streak(today))
    assert found["tps"] == [game.tps for game in record.games]
    for puzzle, figures, sessions in zip(record.puzzles(), found["figures"], found["sessions"], strict=True):
        statistics = record.of(puzzle)
        assert sessions == [len(each) for each in statistics.sessions()]
        for measure, (counted, helped, mean, best, averages) in zip(("ms", "length"), figures, strict=True):
            assert (counted, helped) == (len(statistics.counted), len(statistics.games) - counted)
            assert mean == statistics.mean(measure)  # type: ignore[arg-type]
            assert best == getattr(statistics.best(measure), "date", None)  # type: ignore[arg-type]
            for number, (now, least) in zip((5, 12, 50), averages, strict=True):
                assert now == plain(statistics.average(number, measure))  # type: ignore[arg-type]
                assert least == plain(statistics.best_average(number, measure))  # type: ignore[arg-type]


def test_both_merge_alike_and_refuse_the_same_files(node: str) -> None:
    one, two = Record().merged(games(7, 20)), Record().merged([*games(7, 20)[:9], *games(8, 9)])
    script = "return m.formatRecord(m.merged(m.parseRecord(given[0]), m.parseRecord(given[1])))"
    assert Record.from_json(run(node, "record.js", script, [one.to_json(), two.to_json()])) == one.merged(two.games)
    from tests.play.test_record import WRONG, game

    good = {"format": "solvable record", "version": 1, "games": [game(0, 5).to_fields()]}
    bad = [
        json.dumps({**good, "games": [game(0, 5).to_fields() | {name: value}]})
        for name, values in WRONG.items()
        for value in values
    ]
    bad += [
        "",
        "[]",
        "7",
        "{",
        json.dumps({**good, "version": 2}),
        json.dumps({**good, "games": 7}),
        json.dumps({**good, "format": ""}),
    ]
    script = """
        return given.map(text => {
            try { m.parseRecord(text); return ""; } catch (error) { return error.key ?? "?"; }
        })
    """
    keys = run(node, "record.js", script, [json.dumps(good), *bad])
    assert keys[0] == "" and all(key.startswith("record.bad.") for key in keys[1:])


def test_local_time_has_its_offset(node: str) -> None:
    for zone, text in (
        ("Asia/Kolkata", "2026-11-28T17:30:00+05:30"),
        ("America/St_Johns", "2026-11-28T08:30:00-03:30"),
    ):
        script = "process.env.TZ = given; return m.localTime(new Date(Date.UTC(2026, 10, 28, 12)))"
        assert run(node, "record.js", script, zone) == text


def test_challenges_stars_and_squares_agree(node: str) -> None:
    board = "lights:5x5:00111/01100/11101/00100/10011"
    links = [f"{board}&me={end}" for end in ("11,72.3", "0,0", "5,60.05", "9,1.", "1,2.3456", ",", "11", "1,1&x")] + [
        "",
        board,
    ]
    script = "return given.map(text => m.splitChallenge(text))"
    for text, found in zip(links, run(node, "challenge.js", script, links), strict=True):
        left, challenge = split_challenge(text)
        expected = None if challenge is None else {"length": challenge.length, "ms": challenge.ms}
        assert found == {"board": left, "challenge": expected}
    times = [0, 1, 10, 999, 58_610, 72_348, 3_725_125]
    script = "return given.map(ms => [m.formatChallenge('x', { length: 3, ms }), m.clockMs(ms)])"
    assert run(node, "challenge.js", script, times) == [
        [format_challenge("x", Challenge(3, ms)), clock_ms(ms)] for ms in times
    ]
    pairs = [[n, par, proved] for n in range(12) for par in range(10) for proved in (True, False)]
    script = "return given.map(([n, par, proved]) => m.drawnStars(m.starsOf(n, par, proved)))"
    assert run(node, "challenge.js", script, pairs) == [
        drawn_stars(stars(n, p, is_proved=bool(q))) for n, p, q in pairs
    ]
    drawn = [[11, [3]], [21, []], [201, []], [0, []]]
    script = "return given.map(([n, lost]) => m.squares(n, lost))"
    assert run(node, "challenge.js", script, drawn) == [squares(n, lost) for n, lost in drawn]  # type: ignore[arg-type]
    script = "return given.map(([a, b]) => m.isBeaten({length: a[0], ms: a[1]}, {length: b[0], ms: b[1]}))"
    results = [[[a, b], [c, d]] for a in (1, 2) for b in (1, 2) for c in (1, 2) for d in (1, 2)]
    expected_beaten = [Challenge(*theirs).is_beaten(*mine) for mine, theirs in results]
    assert run(node, "challenge.js", script, results) == expected_beaten


def test_replays_agree(node: str) -> None:
    random, cases = Random(1), []
    for text in ("lights:3x3#1", "lights:3x2,mod3#2", "tiles:3x3#3", "tiles:4x2#4", "tiles:3x3,mtm#5", "tiles:4x4#6"):
        puzzle, start = parse(text)
        moves = tuple(puzzle.solve(start).moves)
        times = tuple(sorted(random.randint(0, 60_000) for _ in moves))
        cases += [Replay(puzzle, start, moves, times), Replay(puzzle, start, moves)]
    script = f"""
        const {{ parseId }} = await import({json.dumps((STATIC / "model.js").as_uri())}), back = async played => {{
            if (!m.hasSlidysim(played.model)) return [];
            const lines = m.writeSlidysim(played), link = await m.slidysimLink(played);
            const again = await Promise.all([lines, link].map(m.readSlidysim));
            return [lines, link, ...again.map(each => each && m.formatReplay(each))];
        }};
        return Promise.all(given.map(async text => {{
            const {{ board, moves, times }} = m.splitReplay(text), played = m.replayOf(parseId(board), moves, times);
            return [m.formatReplay(played), ...await back(played)];
        }}));
    """
    links = [format_replay(played) for played in cases]
    for played, link, (again, *theirs) in zip(cases, links, run(node, "replay.js", script, links), strict=True):
        assert again == link and parse_replay(again) == played
        is_ordinary = isinstance(played.puzzle, SlidingTiles) and played.puzzle.metric == "stm"
        assert bool(theirs) == is_ordinary
        if theirs:
            timed = slidysim.TimedMoves(played.puzzle, played.start, played.moves, played.times)
            assert theirs[0] == slidysim.write_replay(timed)
            assert parse_replay(theirs[1]) == parse_replay(slidysim.write_link(timed))
            assert theirs[2] == link and theirs[3] == format_replay(parse_replay(theirs[1]))


def test_both_refuse_the_same_replays(node: str) -> None:
    from tests.play.test_replay import HOSTILE

    script = f"""
        const {{ parseId }} = await import({json.dumps((STATIC / "model.js").as_uri())});
        return Promise.all(given.map(async text => {{
            const split = m.splitReplay(text), position = split && parseId(split.board);
            return Boolean(position ? m.replayOf(position, split.moves, split.times) : await m.readSlidysim(text));
        }}));
    """
    texts = [text for text in HOSTILE if not text.startswith(("tiles:3x3&", "5&"))]
    assert not any(run(node, "replay.js", script, texts))


def test_a_game_is_judged_for_the_page() -> None:
    board, mine = "lights:5x5:00111/01100/11101/00100/10011", [6, 2, 13, 17, 8, 16, 17, 4, 21, 10, 23]
    found = json.loads(rpc.ask("review", json.dumps({"board": board, "moves": mine})))["answer"]
    assert (found["length"], found["lower_bound"], found["optimal"], found["lost"]) == (9, 9, True, [3])
    assert found["remaining"] == [9, 8, 7, 6, 7, 6, 5, 4, 3, 2, 1, 0]
    assert format_board(*parse(board)) == found["board"]
    for wrong in ([99], [-1]):
        assert "error" in json.loads(rpc.ask("review", json.dumps({"board": board, "moves": wrong})))
    assert "error" in json.loads(rpc.ask("review", json.dumps({"board": "lights:5x5:1", "moves": []})))
