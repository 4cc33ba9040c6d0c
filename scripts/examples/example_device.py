"""What scripts/examples/examples runs an app of Examples/ on: a device, and the servers that some apps ask."""
import http.server
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCALE = 0.1


class Device:
    """A device that one app runs on, and what is seen of it."""

    def __init__(self, binaries, example, ios="13.0", scale=SCALE, plist=True, environment=None, settings=(),
                 arguments=(), container=False, reading="apple"):
        self.scale = scale
        self.directory = tempfile.mkdtemp(prefix="keepalive-example-")
        self.runner = str(binaries / "keepalive-run")
        self.events_path = f"{self.directory}/events"
        self.output_path = f"{self.directory}/output"
        self.process = subprocess.Popen(
            [self.runner, "boot", "--quiet", "--ios", ios, "--time-scale", str(scale), "--events", self.events_path,
             "--reading", reading, *(f"--set={setting}" for setting in settings)],
            stdin=subprocess.DEVNULL)
        self.environment = {"HOME": self.directory, "CFFIXED_USER_HOME": self.directory, **(environment or {})}
        self.wait_for(lambda: self.ctl("status", check=False).returncode == 0, "the device answers")
        folder = "".join(part.capitalize() for part in example.split("-"))
        launch = ["launch", "--stdout", self.output_path, "--stderr", self.output_path]
        if container:
            launch += ["--container", f"{self.directory}/container"]
        if plist and (not container or isinstance(plist, str)):
            launch += ["--info-plist", str(ROOT / "Examples" / (plist if isinstance(plist, str) else folder) / "Info.plist")]
        commands = {
            "python": [shutil.which("python3") or sys.executable, str(ROOT / "Examples" / "Python" / "player.py")],
            "python-download": [shutil.which("python3") or sys.executable,
                                str(ROOT / "Examples" / "Python" / "download.py"), *arguments],
            "python-reader": [shutil.which("python3") or sys.executable,
                              str(ROOT / "Examples" / "Python" / "reader.py")],
            "python-sign-in": [shutil.which("python3") or sys.executable,
                               str(ROOT / "Examples" / "Python" / "sign_in.py")],
            "python-news": [shutil.which("python3") or sys.executable, str(ROOT / "Examples" / "Python" / "news.py")],
            "python-reminder": [shutil.which("python3") or sys.executable,
                                str(ROOT / "Examples" / "Python" / "reminder.py")],
            "python-voip": [shutil.which("python3") or sys.executable,
                            str(ROOT / "Examples" / "Python" / "voip.py"), *arguments],
            "shell": [str(ROOT / "Examples" / "Shell" / "player.sh")],
        }
        command = commands.get(example) or [str(binaries / f"example-{example}"), *arguments]
        self.environment["PATH"] = f"{binaries}:{os.environ.get('PATH', '/usr/bin:/bin')}"
        for name, value in self.environment.items():
            launch += ["--child-env", f"{name}={value}"]
        self.ctl(*launch, "--", *command)
        # That an app in Swift speaks for itself is known before it does; a script has to say it first.
        if example in commands:
            self.wait_for(lambda: self.event("note", text="speaks for itself"), "its hello")
        self.ctl("wait", "foregroundActive", "--timeout", "20s")

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        if failure:
            print("the last events:", file=sys.stderr)
            sys.stderr.writelines(pathlib.Path(self.events_path).read_text().splitlines(True)[-25:])
        self.ctl("shutdown", check=False)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.directory, ignore_errors=True)

    def ctl(self, verb, *arguments, check=True):
        command = [self.runner, "ctl", verb, "--system", str(self.process.pid), *arguments]
        # What stands behind -- belongs to a command.
        if "--" in arguments:
            split = arguments.index("--")
            command = [self.runner, "ctl", verb, "--system", str(self.process.pid), *arguments[:split], *arguments[split:]]
        if verb == "location":
            command = [self.runner, "ctl", verb, arguments[0], "--system", str(self.process.pid), *arguments[1:]]
        result = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if check and result.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: {result.stderr.strip()}")
        return result

    def events(self):
        try:
            with open(self.events_path) as file:
                lines = file.read().split("\n")
        except FileNotFoundError:
            return []
        return [json.loads(line) for line in lines[:-1] if line]

    def output(self):
        try:
            with open(self.output_path) as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def found(self, kind, text="", **fields):
        return [
            event for event in self.events()
            if event["event"] == kind and all(event.get(key) == value for key, value in fields.items())
            and text in json.dumps(event)]

    def event(self, kind, text="", **fields):
        """The last event of a kind with these fields, or None."""
        found = self.found(kind, text, **fields)
        return found[-1] if found else None

    def count(self, kind, **fields):
        return len(self.found(kind, **fields))

    def called(self, name):
        return self.event("called", callback=name)

    def wait_for(self, condition, what, seconds=30):
        """Waits until something is there: it is told by files, and looked at twenty times a second."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise RuntimeError(f"waited {seconds} s in vain: {what}; so far:\n{self.output()}")
            time.sleep(0.05)

    def wait(self, state, seconds=60):
        self.ctl("wait", state, "--timeout", f"{seconds}s")

    def said(self, text):
        self.wait_for(lambda: text in self.output(), f"the app says '{text}'")

    def background_until(self, event):
        """Device seconds from the last entry into the background before an event to that event."""
        entries = [
            entry["t"] for entry in self.events()
            if entry["event"] == "state" and entry["state"] == "background"
            and entry.get("from") == "foregroundInactive" and entry["t"] <= event["t"]]
        return (event["t"] - entries[-1]) / self.scale

    def seconds_in_background(self):
        """Device seconds from the last entry into the background to the last suspension."""
        return self.background_until(self.event("state", state="suspended"))


def about(value, wanted, tolerance):
    return abs(value - wanted) <= tolerance


class FilmServer:
    """A server with one file. It breaks off in the middle of the first answer, and can go on from there. The end of the
    file it sends when told to."""

    def __init__(self, size):
        self.film = os.urandom(size)
        requests = self.requests = []
        film = self.film
        finish = self.finish = threading.Event()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                part = self.headers.get("Range")
                requests.append(part)
                start = int(part[len("bytes="):-1]) if part else 0
                self.send_response(206 if part else 200)
                if part:
                    self.send_header("Content-Range", f"bytes {start}-{len(film) - 1}/{len(film)}")
                self.send_header("Content-Length", str(len(film) - start))
                self.send_header("ETag", '"film"')
                self.end_headers()
                end = len(film) if part else len(film) // 2
                while start < end:
                    if start > len(film) * 3 // 4:
                        finish.wait()
                    self.wfile.write(film[start:start + 65536])
                    start += 65536
                    time.sleep(0.05)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/film"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class SignallingServer:
    """A server that an app connects to: it sends lines, and keeps what comes."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.heard = b""
        self.connections = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection = self.listener.accept()[0]
            self.connections.append(connection)
            threading.Thread(target=self.read, args=(connection,), daemon=True).start()

    def read(self, connection):
        while data := connection.recv(4096):
            self.heard += data

    def send(self, text):
        self.connections[-1].sendall(text.encode() + b"\n")


class CallServer:
    """A server that answers a request when it is told to."""

    def __init__(self):
        waits = self.waits = threading.Event()
        answers = self.answers = threading.Event()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                waits.set()
                answers.wait()
                self.send_response(200)
                self.send_header("Content-Length", "4")
                self.end_headers()
                self.wfile.write(b"ring")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/wait"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
