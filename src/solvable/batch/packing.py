"""Parts and their answers as bytes, for those who pass them on without looking into them, and how they are sent.

A packed part is (function, arguments), a packed answer (True, result) or (False, error); both by the standard
library's pickle, several times as quick as Ray's own. A message is a number, a length and so many bytes.
"""

import pickle
import socket
import struct
from collections.abc import Iterator
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from typing import Any

from solvable.batch.worker import sendable
from solvable.errors import PuzzleError
from solvable.shared.crew import Part

HEAD = struct.Struct(">QQ")

Message = tuple[int, bytes]


def messages(connection: socket.socket) -> Iterator[Message]:
    """Yield what comes, until the other side is gone; a message that is torn is none."""
    with suppress(OSError), connection.makefile("rb") as file:
        while len(head := file.read(HEAD.size)) == HEAD.size:
            number, length = HEAD.unpack(head)
            data = file.read(length)
            if len(data) < length:
                return
            yield number, data


def send(connection: socket.socket, number: int, data: bytes = b"") -> None:
    """Send a message; one to nobody is lost."""
    with suppress(OSError):
        connection.sendall(HEAD.pack(number, len(data)) + data)


def packed(part: Part, arguments: tuple[Any, ...]) -> bytes:
    """Return a part as bytes."""
    return pickle.dumps((part, arguments), pickle.HIGHEST_PROTOCOL)


def worked(asked: bytes) -> bytes:
    """Return the packed answer to a packed part, computed here."""
    part, arguments = pickle.loads(asked)
    try:
        answer = True, part(*arguments)
    except Exception as error:
        answer = False, sendable(error)
    return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)


def failed(error: BaseException) -> bytes:
    """Return the packed answer that is an error."""
    return pickle.dumps((False, sendable(error) if isinstance(error, Exception) else PuzzleError(str(error))))


def given_by(answer: "Future[bytes]") -> "Future[Any]":
    """Return the future of what a packed answer says; cancelled, it cancels that."""
    result: Future[Any] = Future()

    def come(_: "Future[bytes]") -> None:
        with suppress(InvalidStateError):  # cancelled meanwhile
            if answer.cancelled():
                result.cancel()
                return
            try:
                is_found, found = pickle.loads(answer.result())
            except BaseException as error:  # whoever waits for the result hears of it
                is_found, found = False, error
            if is_found:
                result.set_result(found)
            else:
                result.set_exception(found)

    def dropped(_: "Future[Any]") -> None:
        if result.cancelled():
            answer.cancel()

    answer.add_done_callback(come)
    result.add_done_callback(dropped)
    return result
