"""What scripts/attack/test-apns brings together: the push server, devices with apps, and clients of other people's libraries."""
import json
import os
import pathlib
import re
import socket
import ssl
import subprocess
import tempfile
import time

import aioapns
import h2.config
import h2.connection
import h2.events
import jwt
from aioapns.connection import APNsProductionClientProtocol

ROOT = pathlib.Path(__file__).resolve().parents[2]
NEWS = "org.example.news"
failures = []


def check(what, is_good, seen=""):
    print(f"{'  ok' if is_good else 'FAIL'}  {what}{f': {seen}' if seen != '' else ''}", flush=True)
    if not is_good:
        failures.append(what)


def until(condition, what, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise RuntimeError(f"{what} did not come within {seconds} s")


class Server:
    """A push server with a state of its own."""

    def __init__(self, program, directory, *arguments):
        self.directory = directory
        # Where devices look by themselves.
        self.socket = f"{directory}/keepalive-apns.sock"
        os.environ["XDG_RUNTIME_DIR"] = directory
        self.state = f"{directory}/state"
        self.program = program
        self.log = tempfile.NamedTemporaryFile("w+", dir=directory, suffix=".log", delete=False)
        self.process = subprocess.Popen(
            [program, "serve", "--state", self.state, "--port", "0", *arguments],
            stderr=self.log, stdin=subprocess.DEVNULL)
        found = until(lambda: re.search(r"key: +(\S+), key ID (\S+), team ID (\S+)", self.text()), "the server's key")
        self.key_path, self.key_id, self.team_id = found.groups()
        self.port = int(re.findall(r"https://127\.0\.0\.1:(\d+)/", self.text())[-1])
        self.key = pathlib.Path(self.key_path).read_text()
        self.authority = f"{self.state}/ca.pem"

    def text(self):
        self.log.seek(0)
        return self.log.read()

    def context(self):
        context = ssl.create_default_context(cafile=self.authority)
        context.set_alpn_protocols(["h2"])
        # As newer versions of Python do of themselves.
        context.verify_flags |= ssl.VERIFY_X509_STRICT
        return context

    def bearer(self, **claims):
        claims = {"iss": self.team_id, "iat": int(time.time()), **claims}
        return "bearer " + jwt.encode(claims, self.key, algorithm="ES256", headers={"kid": self.key_id})

    def memory(self):
        """Resident memory in MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stop(self):
        self.process.terminate()
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None


class Phone:
    """A device of keepalive-run that the server knows."""

    def __init__(self, binaries, server, directory, name, *arguments):
        self.runner = str(binaries / "keepalive-run")
        self.binaries = binaries
        self.directory = f"{directory}/{name}"
        os.makedirs(self.directory)
        self.name = name
        self.path = f"{self.directory}/events"
        self.process = subprocess.Popen(
            [self.runner, "boot", "--quiet", "--name", name, "--events", self.path, *arguments], stdin=subprocess.DEVNULL, stderr=open(f"{self.directory}/log", "w"))
        until(lambda: self.ctl("status", check=False).returncode == 0, "the device's answer")

    def ctl(self, *arguments, check=True):
        verb, *rest = arguments
        result = subprocess.run([self.runner, "ctl", verb, "--system", self.name, *rest], capture_output=True, text=True)
        if check and result.returncode != 0:
            raise RuntimeError(f"ctl {' '.join(arguments)}: {result.stderr.strip()}")
        return result

    def launch(self, example, app, plist=None):
        output = f"{self.directory}/{app}.out"
        self.ctl("launch", "--info-plist", str(plist or ROOT / "Examples" / example.title() / "Info.plist"), "--stdout",
                 output, "--stderr", output, "--", str(self.binaries / f"example-{example}"))
        return output

    def events(self, **members):
        with open(self.path) as file:
            lines = [json.loads(line) for line in file.read().split("\n")[:-1]]
        return [line for line in lines if all(line.get(name) == value for name, value in members.items())]

    def stop(self):
        self.ctl("shutdown", check=False)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()


def said(output, pattern):
    return until(lambda: re.search(pattern, pathlib.Path(output).read_text()) if os.path.exists(output) else None,
                 f"'{pattern}' of the app")


# Both libraries are as they are published; only the address and the authority that they trust are the server's.

def aioapns_client(server, **arguments):
    APNsProductionClientProtocol.APNS_SERVER, APNsProductionClientProtocol.APNS_PORT = "localhost", server.port
    return aioapns.APNs(key=server.key, key_id=server.key_id, team_id=server.team_id, topic=NEWS,
                        ssl_context=server.context(), **arguments)


def kalyke_client(server, kind):
    os.environ["SSL_CERT_FILE"] = server.authority

    class Client(kind):
        @property
        def _base_url(self):
            return f"https://localhost:{server.port}"

    return Client(use_sandbox=False, team_id=server.team_id, auth_key_id=server.key_id,
                  auth_key_filepath=server.key_path)


class RawClient:
    """A provider that says what no library says."""

    def __init__(self, server, context=None, session=None):
        self.socket = (context or server.context()).wrap_socket(
            socket.create_connection(("localhost", server.port), timeout=10), server_hostname="localhost",
            session=session)
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(
            client_side=True, validate_outbound_headers=False, normalize_outbound_headers=False))
        self.h2.initiate_connection()
        self.socket.sendall(self.h2.data_to_send())

    def send(self, path, headers, body=b'{"aps":{"alert":"hi"}}', method="POST"):
        stream = self.h2.get_next_available_stream_id()
        self.h2.send_headers(stream, [(":method", method), (":path", path), (":scheme", "https"),
                                      (":authority", "localhost"), *headers], end_stream=body is None)
        if body is not None:
            self.h2.send_data(stream, body, end_stream=True)
        self.socket.sendall(self.h2.data_to_send())
        return stream

    def answer(self, stream):
        status, reason = None, b""
        while True:
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError("the server has closed the connection")
            for event in self.h2.receive_data(data):
                if isinstance(event, h2.events.ResponseReceived) and event.stream_id == stream:
                    status = int(dict(event.headers)[b":status"])
                if isinstance(event, h2.events.DataReceived) and event.stream_id == stream:
                    reason += event.data
                if isinstance(event, h2.events.StreamEnded) and event.stream_id == stream:
                    self.socket.sendall(self.h2.data_to_send())
                    return status, json.loads(reason)["reason"] if reason else None
                if isinstance(event, h2.events.ConnectionTerminated):
                    raise ConnectionError(f"GOAWAY {event.error_code}")
            self.socket.sendall(self.h2.data_to_send())

    def push(self, token, headers, **arguments):
        return self.answer(self.send(f"/3/device/{token}", headers, **arguments))

    def close(self):
        self.socket.close()
