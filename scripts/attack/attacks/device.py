"""A device that apps are launched on, and its clients."""
import json
import os
import plistlib
import socket
import subprocess
import sys

from .machine import PATIENCE, Failure, marked, processes, wait_for
from .world import ROOT, Runner

# A client waits no longer for an answer. The device has nothing to do that takes a second.
ANSWER = 5.0


class Device(Runner):
    """A keepalive-run boot."""

    def __init__(self, world, *options, **more):
        self.name = f"device-{len(world.runners)}"
        super().__init__(
            world, lambda events: ["boot", "--name", self.name, "-q", "--events", events, *options], **more)
        if not wait_for(lambda: self.find_socket() or not self.is_alive):
            raise Failure("there is no control socket")
        self.socket = self.find_socket()
        if not self.socket:
            raise Failure(f"the device has ended: {self.complaint}")

    def find_socket(self):
        """The path of its control socket, once it is there."""
        bases = [f"{self.world.runtime}/keepalive-run", *(
            f"/tmp/{name}" for name in os.listdir("/tmp") if name.startswith(f"keepalive-run-{os.geteuid()}"))]
        for base in bases:
            for name in os.listdir(base) if os.path.isdir(base) else []:
                path = f"{base}/{name}/control.sock"
                if name.split(".")[0] == str(self.pid) and os.path.exists(path):
                    return path
        return None

    # Its clients.

    def connect(self, seconds=ANSWER):
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(seconds)
        client.connect(self.socket)
        return client

    def ask(self, method, seconds=ANSWER, **parameters):
        """The answer to a request: its result, or its error with a code and a message."""
        with self.connect(seconds) as client:
            try:
                client.sendall(json.dumps(dict(jsonrpc="2.0", id=1, method=method, params=parameters)).encode() + b"\n")
                line = client.makefile("rb").readline()
            except TimeoutError:
                raise Failure(f"no answer to '{method}' in {seconds:.0f} s") from None
        if not line:
            raise Failure(f"no answer to '{method}': the connection was closed")
        answer = json.loads(line.decode(errors="surrogateescape"))
        return answer.get("result", answer.get("error"))

    def ctl(self, verb, *words, seconds=PATIENCE, **options):
        """Runs a verb to its end: its status, and what it prints. The status is None when it does not end in time."""
        command = [self.world.runner, "ctl", verb, "--system", self.name, *words]
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds,
                cwd=self.world.directory, **options)
        except subprocess.TimeoutExpired:
            return None, ""
        return done.returncode, done.stdout.decode(errors="backslashreplace")

    def begin(self, verb, *words):
        """Runs a verb, and does not wait for its end."""
        return self.world.helper(
            self.world.runner, "ctl", verb, "--system", self.name, *words, cwd=self.world.directory)

    def launch(self, *words, **options):
        """Launches an app, and waits for that."""
        status, said = self.ctl("launch", *words, **options)
        if status != 0:
            raise Failure(f"an app cannot be launched: {status}: {' '.join(said.split())}")
        return said

    def launch_python(self, code, *words, **options):
        """Launches an app that is written in Python: `app` of Examples/Python is there, and `sys`, `os`, `time`, `json`."""
        text = f"import json, os, sys, time\nsys.path.insert(0, {str(ROOT / 'Examples/Python')!r})\n" \
               f"from keepalive import App, Refused\n{code}\n"
        path = self.world.file(f"app-{len(os.listdir(self.world.directory))}.py", text)
        return self.launch(*words, "--", sys.executable, path, **options)

    def begin_python(self, code, *words):
        """The same, without waiting for the end of its launch."""
        text = f"import json, os, sys, time\nsys.path.insert(0, {str(ROOT / 'Examples/Python')!r})\n" \
               f"from keepalive import App, Refused\n{code}\n"
        path = self.world.file(f"app-{len(os.listdir(self.world.directory))}.py", text)
        return self.begin("launch", *words, "--", sys.executable, path)

    def apps(self):
        return self.ask("status")["apps"]

    def expect_answers(self, what, seconds=ANSWER):
        """The device lives, and its one thread goes on."""
        if not self.is_alive:
            raise Failure(f"{what}: the device ended with {self.process.returncode}: {self.complaint}")
        try:
            self.ask("status", seconds)
        except (Failure, OSError) as failure:
            raise Failure(f"{what}: {failure}") from None

    def process_with(self, text):
        """The pid of the process whose command line has a text."""
        def found():
            for pid in marked(self.world.mark, processes()):
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    line = file.read()
                if text.encode() in line and b"keepalive" not in line.split(b"\0")[0]:
                    return pid
            return None
        return wait_for(found)


def manifest(world, name="Info.plist", binary=False, **keys):
    """Writes an Info.plist."""
    values = {"CFBundleIdentifier": "org.campaign.app", **keys}
    return world.file(name, plistlib.dumps(values, fmt=plistlib.FMT_BINARY if binary else plistlib.FMT_XML))
