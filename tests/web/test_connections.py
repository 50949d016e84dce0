"""Connections that do not get on: none of them keeps another waiting."""

import asyncio
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import wraps
from typing import Any, ParamSpec

import attrs
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from listbuilder.web.app import ServerErrorMiddleware
from listbuilder.web.http.connections import Connection
from listbuilder.web.server import config_of

P = ParamSpec("P")

SOON = 30
"""Seconds that nothing here takes but on a machine that does much else."""

HEAD = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
LONG = 20_000_000
"""Bytes of an answer that no system keeps for a client that does not read."""


class Patient(Connection):
    """Waits for ever, so that tests say when a deadline is over."""

    MOST = 6
    MOST_OF_ONE = 4
    PATIENCE = 1_000_000.0
    LEAST = 1_000


class Hasty(Patient):
    """Waits for nobody."""

    PATIENCE = 0.05


class Usual(Connection):
    """As it is served, but for its patience."""

    PATIENCE = 1_000_000.0


@attrs.frozen
class Client:
    reader: StreamReader
    writer: StreamWriter

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def status(self) -> int:
        async with asyncio.timeout(SOON):
            return int((await self.reader.readline()).split()[1])

    async def ask(self) -> int:
        await self.send(HEAD)
        return await self.status()

    async def is_cut_off(self) -> bool:
        """Whether the other end closed it, once that has come through."""
        async with asyncio.timeout(SOON):
            try:
                return await self.reader.read() == b""
            except ConnectionError:
                return True


@attrs.define
class Served:
    """A server of one application.

    Attributes:
        gate: while it is shut, requests for ``/held`` are being answered.
        broken: how many bodies ended before their time.
    """

    kind: type[Connection]
    stack: AsyncExitStack
    port: int = 0
    broken: int = 0
    server: uvicorn.Server = attrs.field(init=False)
    gate: asyncio.Event = attrs.field(factory=asyncio.Event)

    def app(self) -> ServerErrorMiddleware:
        async def answer(request: Request) -> Response:
            return PlainTextResponse("yes")

        async def hold(request: Request) -> Response:
            await self.gate.wait()
            return PlainTextResponse("at last")

        async def talk(request: Request) -> Response:
            return PlainTextResponse("x" * LONG)

        async def hear(request: Request) -> Response:
            try:
                return PlainTextResponse(str(len(await request.body())))
            except BaseException:
                self.broken += 1
                raise

        routes = [Route("/", answer), Route("/held", hold), Route("/long", talk)]
        return ServerErrorMiddleware(
            Starlette(routes=[*routes, Route("/hear", hear, methods=["POST"])])
        )

    async def client(self, address: str = "127.0.0.1") -> Client:
        streams = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        client = Client(*streams)
        self.stack.push_async_callback(_close, client.writer)
        return client

    def connections(self) -> list[Connection]:
        """Those there are, as they came."""
        there = [one for one in self.server.server_state.connections if isinstance(one, Connection)]
        return sorted(there, key=lambda one: one.since)

    async def until(self, owed: str, many: int = 1) -> list[Connection]:
        """Wait until so many clients have this to do."""
        async with asyncio.timeout(SOON):
            while True:
                found = [one for one in self.connections() if one.owed == owed]
                if len(found) >= many:
                    return found
                await asyncio.sleep(0.001)


async def _close(writer: StreamWriter) -> None:
    writer.transport.abort()
    with suppress(ConnectionError):
        await writer.wait_closed()


@asynccontextmanager
async def served(kind: type[Connection]) -> AsyncIterator[Served]:
    listener = socket.create_server(("127.0.0.1", 0))
    async with AsyncExitStack() as stack:
        one = Served(kind, stack, listener.getsockname()[1])
        one.server = uvicorn.Server(config_of(one.app(), kind))
        serving = asyncio.create_task(one.server.serve([listener]))
        while not one.server.started:
            await asyncio.sleep(0.001)
        yield one
        one.gate.set()
        one.server.should_exit = True
        await stack.aclose()
        await serving


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    @wraps(test)
    def run(*args: P.args, **named: P.kwargs) -> None:
        asyncio.run(test(*args, **named))

    return run


@pytest.mark.parametrize(
    "begun",
    [b"", b"G", b"GET / HTTP/1.1\r\nHo", HEAD[:-1], b"POST /hear HTTP/1.1\r\nContent-Length: 9"],
)
@in_a_loop
async def test_head_that_does_not_come_is_not_waited_for(begun: bytes) -> None:
    async with served(Hasty) as one:
        client = await one.client()
        await client.send(begun)
        assert await client.is_cut_off()


@in_a_loop
async def test_next_head_is_not_waited_for_either() -> None:
    async with served(Patient) as one:
        client = await one.client()
        assert await client.ask() == 200
        (connection,) = await one.until("head")
        connection._check()
        assert await client.reader.read()  # the rest of the answer
        assert client.reader.at_eof()


@in_a_loop
async def test_dripping_gives_a_head_no_more_time() -> None:
    async with served(Patient) as one:
        client = await one.client()
        await client.send(b"GET / HTTP/1.1\r\n")
        (connection,) = await one.until("head")
        since = connection.since
        await client.send(b"X: " + b"a" * 10 * Patient.LEAST)
        while connection._received < 10 * Patient.LEAST:
            await asyncio.sleep(0.001)
        assert connection.since == since
        connection._check()
        assert await client.is_cut_off()


@in_a_loop
async def test_body_has_time_while_it_comes_and_no_longer(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with served(Patient) as one:
        client = await one.client()
        await client.send(b"POST /hear HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n")
        (connection,) = await one.until("body")
        for _ in range(3):
            before = connection._received
            await client.send(b"a" * Patient.LEAST)
            while connection._received < before + Patient.LEAST:
                await asyncio.sleep(0.001)
            connection._check()
            assert connection.owed == "body"
        await client.send(b"a" * (Patient.LEAST - 1))
        connection._check()
        assert await client.is_cut_off()
        while not one.broken:
            await asyncio.sleep(0.001)
        assert not caplog.records
        assert await (await one.client()).ask() == 200


@in_a_loop
async def test_rest_of_a_body_that_was_refused_is_not_waited_for() -> None:
    async with served(Patient) as one:
        client = await one.client()
        await client.send(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n" + b"a" * 10)
        assert await client.status() == 405
        (connection,) = await one.until("head")
        await client.send(b"a" * 5 * Patient.LEAST)
        connection._check()
        await client.is_cut_off()
        assert client.reader.at_eof() or client.reader.exception()


@in_a_loop
async def test_answer_is_kept_while_it_is_read_and_no_longer() -> None:
    async with served(Patient) as one:
        client = await one.client()
        await client.send(HEAD.replace(b"/", b"/long", 1))
        (connection,) = await one.until("reading")
        size = connection.transport.get_write_buffer_size()
        assert size > 0
        while connection.transport.get_write_buffer_size() > size - Patient.LEAST:
            await client.reader.readexactly(100_000)
        connection._check()
        assert connection.owed == "reading"
        connection._check()
        read = 0
        with suppress(ConnectionError):
            while block := await client.reader.read(1_000_000):
                read += len(block)
        assert read < LONG


@in_a_loop
async def test_answer_that_is_read_is_whole_however_often_its_time_is_over() -> None:
    async with served(Patient) as one:
        client = await one.client()
        await client.send(HEAD.replace(b"/", b"/long", 1))
        read = 0
        while read < LONG:
            read += len(await client.reader.read(1_000_000))
            for connection in one.connections():
                if connection._progress() - connection._moved >= Patient.LEAST:
                    connection._check()
        assert await client.ask() == 200


@in_a_loop
async def test_who_comes_is_answered_however_many_are_half_open() -> None:
    async with served(Usual) as one:
        half_open = [await one.client() for _ in range(200)]
        for client in half_open:
            await client.send(b"GET / HTTP/1.1\r\nHo")
        users = [await one.client() for _ in range(30)]
        assert await asyncio.gather(*(user.ask() for user in users)) == [200] * 30
        assert len(one.connections()) <= Usual.MOST_OF_ONE


@in_a_loop
async def test_whom_we_have_waited_for_longest_makes_room() -> None:
    async with served(Patient) as one:
        first, second, third = [await one.client() for _ in range(3)]
        await one.until("head", 3)
        assert await first.ask() == 200  # and begins to owe the next one now
        held = await one.client()
        await held.send(HEAD.replace(b"/", b"/held", 1))
        await one.until("", 1)
        assert await (await one.client()).ask() == 200
        assert await second.is_cut_off()
        assert await (await one.client()).ask() == 200
        assert await third.is_cut_off()
        one.gate.set()
        assert await held.status() == 200


@in_a_loop
async def test_who_sends_a_body_makes_room_last() -> None:
    async with served(Patient) as one:
        sending = await one.client()
        await sending.send(b"POST /hear HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na")
        await one.until("body")
        others = [await one.client() for _ in range(5)]
        assert await others[0].is_cut_off()
        await sending.send(b"bc")
        assert await sending.status() == 200


@in_a_loop
async def test_where_all_are_being_answered_one_more_is_told_to_come_again() -> None:
    async with served(Patient) as one:
        held = [await one.client() for _ in range(Patient.MOST_OF_ONE)]
        for client in held:
            await client.send(HEAD.replace(b"/", b"/held", 1))
        await one.until("", len(held))
        late = await one.client()
        assert await late.ask() == 503
        await late.is_cut_off()
        one.gate.set()
        assert [await client.status() for client in held] == [200] * len(held)
        assert await (await one.client()).ask() == 200


@in_a_loop
async def test_one_address_takes_no_room_from_another() -> None:
    async with served(Patient) as one:
        try:
            quiet = [await one.client("127.0.0.2") for _ in range(2)]
        except OSError:
            pytest.skip("this system has one loopback address")
        await one.until("head", 2)
        for _ in range(3 * Patient.MOST):
            await one.client()
        assert await (await one.client()).ask() == 200
        assert [await client.ask() for client in quiet] == [200, 200]
