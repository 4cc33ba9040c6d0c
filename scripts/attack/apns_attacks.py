"""The clients of scripts/attack/test-apns that mean harm to the push server, and what others notice meanwhile."""
import os
import socket
import ssl
import statistics
import threading
import time
import warnings

import h2.events
import h2.exceptions

from apns_peers import check, NEWS, Phone, RawClient, said, until


class Attack:
    """What a client that means harm does; it counts how far it came."""

    def __init__(self, server):
        self.server = server
        self.done = 0

    def connect(self, tls=True):
        plain = socket.create_connection(("127.0.0.1", self.server.port), timeout=5)
        return self.server.context().wrap_socket(plain, server_hostname="localhost") if tls else plain

    def started(self):
        connection = self.connect()
        connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0, b""))
        return connection


def frame(kind, flags, stream, payload):
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


# :method POST, :scheme https and :path / of HPACK's table, and an authority.
HEADERS = bytes([0x83, 0x87, 0x84, 0x41, 0x01]) + b"a"


def ended(connection, seconds=30):
    """Returns whether the server ends the connection."""
    connection.settimeout(seconds)
    try:
        while connection.recv(65536):
            pass
        return True
    except (TimeoutError, socket.timeout):
        return False
    except OSError:
        return True


def garbage(attack, _):
    for tls in [False, True]:
        for _ in range(20):
            connection = attack.connect(tls)
            try:
                connection.sendall(os.urandom(4096))
                assert ended(connection)
            except OSError:
                pass
            attack.done += 1
    return "connections with garbage, before TLS and in it, are ended"


def old_tls(attack, _):
    for version in [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1]:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            context.minimum_version = context.maximum_version = version
        context.set_ciphers("ALL:@SECLEVEL=0")
        try:
            context.wrap_socket(socket.create_connection(("127.0.0.1", attack.server.port), timeout=5))
            raise RuntimeError(f"{version} was accepted")
        except (ssl.SSLError, OSError):
            attack.done += 1
    return "handshakes of TLS 1.0 and 1.1 are refused"


def old_http(attack, _):
    context = ssl.create_default_context(cafile=attack.server.authority)
    connection = context.wrap_socket(socket.create_connection(("127.0.0.1", attack.server.port), timeout=5),
                                     server_hostname="localhost")
    connection.sendall(b"POST /3/device/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}")
    assert ended(connection)
    attack.done = 1
    return "request of HTTP/1.1 is ended"


def half_frames(attack, _):
    connections = []
    # Fewer than the server keeps: it would end the first of them.
    for number in range(200):
        connection = attack.started()
        # Headers without their end, and a body of which a part comes.
        connection.sendall(frame(1, 4, 1, HEADERS) + frame(0, 0, 1, b"{")[: 9 + number % 2])
        connections.append(connection)
        attack.done += 1
    for connection in connections:
        seen = b""
        connection.settimeout(30)
        # RST_STREAM of stream 1.
        while b"\0\0\x04\x03\0\0\0\0\x01" not in seen:
            more = connection.recv(65536)
            assert more, "the connection has ended"
            seen += more
    attack.held = connections
    return "half requests, each of which is reset when its time is over"


def closed_windows(attack, _):
    """Refusals that are never taken: their bodies have no window."""
    connections = []
    for _ in range(9):
        connection = attack.connect()
        # Without a window, and with the server's settings acknowledged.
        connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0, b"\0\x04\0\0\0\0") + frame(4, 1, 0, b""))
        connections.append(connection)
    for connection in connections:
        try:
            connection.sendall(b"".join(frame(1, 5, 1 + 2 * number, HEADERS) for number in range(500)))
            attack.done += 500
        except OSError:
            pass
    attack.held = connections
    return "requests whose answers have no window"


def slow_reader(attack, streams):
    connection = attack.started()
    connection.settimeout(15)
    stream = 1
    try:
        for _ in range(min(streams, 200_000)):
            connection.sendall(frame(1, 5, stream, HEADERS))
            stream += 2
            attack.done += 1
    except OSError:
        pass
    assert ended(connection), "it is still there"
    return "requests of a client that reads no answer, until the server ended it"


def rapid_reset(attack, streams):
    while attack.done < streams:
        connection = attack.started()
        connection.settimeout(10)
        stream = 1
        try:
            while attack.done < streams:
                burst = b"".join(
                    frame(1, 5, stream + 2 * number, HEADERS) + frame(3, 0, stream + 2 * number, b"\0\0\0\x08")
                    for number in range(100))
                connection.sendall(burst)
                stream += 200
                attack.done += 100
        except OSError:
            pass
        connection.close()
    return "streams that were opened and reset"


def continuation_flood(attack, _):
    connection = attack.started()
    try:
        connection.sendall(frame(1, 0, 1, HEADERS))
        for _ in range(20_000):
            connection.sendall(frame(9, 0, 1, b"\x40\x01a\x01b"))
            attack.done += 1
    except OSError:
        pass
    assert ended(connection)
    return "CONTINUATION frames, until the server ended it"


def large_headers(attack, _):
    connection = attack.started()
    try:
        block = HEADERS + b"".join(b"\x40\x01" + bytes([97 + number % 26]) + b"\x7f\xf1\x1e" + b"x" * 4000
                                   for number in range(4))
        connection.sendall(frame(1, 5, 1, block[:16000]) * 1)
        connection.sendall(frame(9, 4, 1, block[16000:]))
        attack.done += 1
    except OSError:
        pass
    assert ended(connection, 15)
    return "block of headers above 8 KB ends the connection"


def control_flood(attack, _):
    for payload in [frame(6, 0, 0, b"12345678"), frame(4, 0, 0, b"")]:
        connection = attack.started()
        connection.settimeout(15)
        try:
            for _ in range(2000):
                connection.sendall(payload * 50)
                attack.done += 50
        except OSError:
            pass
        assert ended(connection)
    return "PING and SETTINGS frames, until the server ended it"


def many_connections(attack, _):
    connections = []
    for _ in range(1000):
        try:
            connections.append(attack.connect(tls=False))
            attack.done += 1
        except OSError:
            pass
    attack.held = connections
    for _ in range(3):
        for _ in range(300):
            connection = socket.socket()
            connection.setblocking(False)
            connection.connect_ex(("127.0.0.1", attack.server.port))
            connections.append(connection)
            attack.done += 1
        time.sleep(0.2)
    open_now = attack.server.descriptors()
    assert open_now < 400, f"{open_now} descriptors are open"
    return "connections that say nothing, of which 256 at most are kept"


def large_body(attack, _):
    before = attack.server.memory()
    raw = RawClient(attack.server)
    stream = raw.h2.get_next_available_stream_id()
    raw.h2.send_headers(stream, [(":method", "POST"), (":path", "/3/device/" + "ab" * 32), (":scheme", "https"),
                                 (":authority", "localhost"), ("authorization", attack.server.bearer())])
    sent = 0
    try:
        while sent < 20 << 20:
            while raw.h2.local_flow_control_window(stream) < 16384:
                data = raw.socket.recv(65536)
                if not data:
                    raise ConnectionError
                for event in raw.h2.receive_data(data):
                    if isinstance(event, h2.events.StreamReset):
                        raise ConnectionError
            raw.h2.send_data(stream, b"x" * 16384)
            raw.socket.sendall(raw.h2.data_to_send())
            sent += 16384
    except (OSError, ConnectionError, h2.exceptions.H2Error):
        pass
    attack.done = sent >> 10
    assert attack.server.memory() < before + 10, "the body is kept"
    raw.close()
    return "KB of one request's body were taken, and not kept"


def device_garbage(attack, _):
    for line in [b"\xff" * 100 + b"\n", b"{" * 200_000, b'{"method":"push"}\n', b'{"jsonrpc":"2.0","id":1,"method":"register",'
                 b'"params":{"topic":"a"}}\n', b"x" * 70_000 + b"\n"]:
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(5)
        client.connect(attack.server.socket)
        try:
            client.sendall(line * 3)
        except OSError:
            pass
        client.close()
        attack.done += 1
    return "clients of the device's socket that speak no sense"


def run(kind, attack, streams, words):
    try:
        words.append(kind(attack, streams))
    except Exception as error:  # Whatever it is, the attack was not met as it should be.
        print(f"      {kind.__name__}: {type(error).__name__}: {error}")


def attacks(server, binaries, directory, streams):
    """Attacks, one after the other; in between, a provider pushes as if nothing were."""
    phone = Phone(binaries, server, directory, "phone-of-attacks")
    try:
        output = phone.launch("news", NEWS)
        token = said(output, r"token: (\w+)")[1]
        lasting = RawClient(server)
        headers = [("apns-topic", NEWS), ("authorization", server.bearer())]
        check("a provider pushes before the attacks", lasting.push(token, headers) == (200, None))

        def freezes(count=15):
            """The latencies of freezes, in ms."""
            before = len(phone.events(event="frozen"))
            for _ in range(count):
                seen = len(phone.events(event="frozen"))
                phone.ctl("home")
                until(lambda: len(phone.events(event="frozen")) > seen, "a freeze")
                phone.ctl("launch")
                time.sleep(0.05)
            return [event["latency"] * 1000 for event in phone.events(event="frozen")[before:]]

        calm = freezes()
        first = server.memory()
        high = first
        busy = []
        for kind in [garbage, old_tls, old_http, half_frames, slow_reader, closed_windows,
                     rapid_reset, continuation_flood, large_headers,
                     control_flood, many_connections, large_body, device_garbage]:
            attack = Attack(server)
            began = time.monotonic()
            words = []
            thread = threading.Thread(target=run, args=(kind, attack, streams, words), daemon=True)
            thread.start()
            if kind is rapid_reset:
                busy = freezes()
            thread.join(600)
            if kind is rapid_reset:
                check("the connection of before is as good as then", lasting.push(token, headers) == (200, None))
            took = time.monotonic() - began
            high = max(high, server.memory())
            try:
                raw = RawClient(server)
                answer = raw.push(token, headers)
                raw.close()
            except (OSError, ConnectionError) as error:
                answer = str(error)
            check(f"{attack.done:,} {words[0] if words else kind.__name__ + ' failed'} ({took:.1f} s)",
                  bool(words) and answer == (200, None), f"then a push gets {answer}, {server.memory():.0f} MB")
            for connection in getattr(attack, "held", []):
                connection.close()
        last = until(lambda: server.descriptors() < 60 and server.memory(), "the end of their connections", 40)
        # glibc and Swift keep some of what was used; a leak of a million streams would be hundreds of MB.
        check("the server's memory holds", high < 160, f"{first:.0f} MB before, {high:.0f} at most, {last:.0f} after")
        print(f"      freezes: {statistics.median(calm):.2f} ms in calm, {statistics.median(busy):.2f} ms while streams "
              f"were reset (medians of {len(calm)} and {len(busy)})")
        check("the server lives", server.process.poll() is None)
    finally:
        phone.stop()
