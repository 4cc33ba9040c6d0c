"""Rounds with transfers: an app that puts something else in place of its files, and records that hold what cannot be."""
import glob
import json
import os
import socket
import threading
import time

from .device import Device, manifest
from .escapes import Counter
from .machine import Failure, wait_for
from .world import Run


class SlowServer:
    """A web server that gives a byte every tenth of a second."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/slow"
        self.is_open = True
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while self.is_open:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.speak, args=(connection,), daemon=True).start()

    def speak(self, connection):
        with connection:
            try:
                connection.recv(65_536)
                connection.sendall(b'HTTP/1.1 200 OK\r\nETag: "a"\r\nAccept-Ranges: bytes\r\nContent-Length: 1000\r\n\r\n')
                while self.is_open:
                    connection.sendall(b"x")
                    time.sleep(0.1)
            except OSError:
                pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.is_open = False
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


APP = """
import glob, shutil
app = App()
what, where, url, outside, paused = {arguments!r}
home = os.environ['HOME']
directory = home + '/Library/Caches/com.apple.nsurlsessiond'

def put(path, how):
    # The system may have made the file anew meanwhile.
    for _ in range(20):
        try: return try_to_put(path, how)
        except FileExistsError: pass

def try_to_put(path, how):
    if how == 'keep': return
    shutil.rmtree(path, ignore_errors=True)
    if os.path.lexists(path): os.unlink(path)
    if how == 'FIFO': os.mkfifo(path)
    elif how == 'symlink': os.symlink(outside + '/new', path)
    elif how == 'symlink to a file': os.symlink(outside + '/file', path)
    elif how == 'symlink to a directory': os.symlink(outside, path)
    elif how == 'hard link': os.link(outside + '/file', path)
    elif how == 'directory': os.mkdir(path)
    elif how == 'socket':
        import socket
        os.chdir(os.path.dirname(path)); socket.socket(socket.AF_UNIX).bind(os.path.basename(path))
    elif how == 'device': os.symlink('/dev/zero', path)

@app.on
def didFinishLaunching(_):
    app.call('backgroundSession', identifier='s')
    task = app.call('downloadTask', identifier='s', request={{'url': url}})['task']
    app.call('resumeTask', identifier='s', task=task)
    for _ in range(100):
        if glob.glob(directory + '/*.json'): break
        time.sleep(0.02)
    record = glob.glob(directory + '/*.json')[0]
    body = record[:-5]
    # Some of it is there.
    for _ in range(100):
        if os.path.exists(body) and os.path.getsize(body) > 0: break
        time.sleep(0.02)
    if paused: app.call('suspendTask', identifier='s', task=task)
    places = {{'body': body, 'record': record, 'next': record + '.next', 'lock': directory + '/lock'}}
    place = places.get(where, directory)
    if where == 'directory': os.rename(directory, directory + '.old')
    put(place, what)
    open(home + '/put', 'w').close()
    for change in ['suspendTask', 'resumeTask', 'suspendTask', 'resumeTask', 'cancelTask']:
        try: app.call(change, identifier='s', task=task)
        except Refused: pass
    open(home + '/done', 'w').close()
app.run()
"""


def changed_transfer_files(world):
    """An app puts a FIFO, a link or a directory in place of a file of its transfers: nothing outside its container is
    touched, and nobody else waits."""
    what = world.random.choice(
        ["FIFO"] * 3
        + ["symlink", "symlink to a file", "symlink to a directory", "hard link", "directory", "socket", "device"])
    where = world.random.choice(["body"] * 3 + ["next"] * 2 + ["record", "lock", "directory"])
    if where == "directory" and what == "hard link":
        where = "body"
    named = f"{what} in place of the {where}"
    outside = world.path("outside")
    os.mkdir(outside)
    victim = world.file("outside/file", "only theirs")
    container = world.path("container")
    with SlowServer() as server:
        device, other = Device(world), Counter(world)
        device.launch("--", world.attacker, other.path, "threads", "1")
        code = APP.format(arguments=(what, where, server.url, outside, world.random.random() < 0.7))
        device.begin_python(code, "--info-plist", manifest(world), "--container", container, "--speaks")
        if not wait_for(lambda: os.path.exists(f"{container}/put"), 10):
            raise Failure(f"{named}: the app has not come so far: {device.complaint}")
        # The app's calls are answered, in one way or another.
        is_done = wait_for(lambda: os.path.exists(f"{container}/done"), 8)
        device.expect_answers(named)
        if not is_done:
            raise Failure(f"{named}: a call of the app has had no answer for 8 s")
        device.ask("launch", app="org.example.app")
        device.ask("home")
        if not wait_for(lambda: not other.runs(), 8):
            raise Failure(f"{named}: another app is not suspended")
        with open(victim) as file:
            if file.read() != "only theirs":
                raise Failure(f"{named}: a file outside the container has been written to")
        if sorted(os.listdir(outside)) != ["file"]:
            raise Failure(f"{named}: outside the container there is {sorted(os.listdir(outside))}")
        device.ctl("kill", "org.campaign.app")
        device.end()
        # What the app has left there, the next run finds.
        device = Device(world)
        device.launch("--info-plist", world.path("Info.plist"), "--container", container, "--", "sleep", "9")
        device.expect_answers(f"{named}, the next run")
        device.end()


EXTREMES = [-1e30, 1e30, 1e308, -1e308, 9.3e18, -9.3e18, 2 ** 63, -2 ** 63, 2 ** 64, 1e-308, -1, 0, 0.1, 10 ** 40, None,
            True, "x", "9" * 400, [], {}, [[[]]], float("inf"), float("-inf"), float("nan")]


def changed(world, value):
    """A value of JSON with one of its parts made extreme."""
    places = []

    def visit(container):
        for key in container if isinstance(container, dict) else range(len(container)):
            places.append((container, key))
            if isinstance(container[key], (dict, list)):
                visit(container[key])
    visit(value)
    # The numbers first: most values are none.
    numbers = [place for place in places if isinstance(place[0][place[1]], (int, float))]
    container, key = world.random.choice(numbers if numbers and world.random.random() < 0.7 else places)
    container[key] = world.random.choice(EXTREMES)
    return f"{key} is {container[key]!r}"[:80]


def kept_transfers(world):
    """A transfer that is kept in a container, of which the app has changed a value: the next runner goes on."""
    container = world.path("container")
    directory = f"{container}/Library/Caches/com.apple.nsurlsessiond"
    begin = ("app = App()\n@app.on\ndef didFinishLaunching(_):\n    app.call('backgroundSession', identifier='s')\n"
             "    task = app.call('downloadTask', identifier='s', request={{'url': {url!r}}})['task']\n"
             "    app.call('resumeTask', identifier='s', task=task)\napp.run()\n")
    with SlowServer() as server:
        device = Device(world)
        words = ("--info-plist", manifest(world), "--container", container, "--speaks")
        device.launch_python(begin.format(url=server.url), *words)
        if not wait_for(lambda: glob.glob(f"{directory}/*.json"), 10):
            raise Failure("no transfer is kept")
        device.end()
        path = glob.glob(f"{directory}/*.json")[0]
        with open(path) as file:
            record = json.load(file)
        said = [changed(world, record) for _ in range(world.random.randint(1, 3))]
        with open(path, "w") as file:
            json.dump(record, file)
        named = "; ".join(said)
        if world.random.random() < 0.5:
            run = Run(
                world, ["--container", container, "--info-plist", world.path("Info.plist"), "--for", "1s"], ["sleep", "9"])
            status = run.expect_end()
            if status < 0 or status in (132, 133, 134, 139):
                raise Failure(f"{named}: the runner crashed: {status}")
        else:
            device = Device(world)
            device.launch("--install", "--", "sleep", "9")
            device.ctl("launch", *words, "--", "sleep", "9")
            time.sleep(0.3)
            device.expect_answers(named)
            device.end()


def kill_transfers(world):
    """A runner is killed while it transfers: without a container nothing stays, and with one all goes on in the next run."""
    code = ("app = App()\n@app.on\ndef didFinishLaunching(_):\n    app.call('backgroundSession', identifier='s')\n"
            "    for _ in range(3):\n"
            "        task = app.call('downloadTask', identifier='s', request={{'url': {url!r}}})['task']\n"
            "        app.call('resumeTask', identifier='s', task=task)\n    open({begun!r}, 'w').close()\napp.run()\n")
    has_container = world.random.random() < 0.4
    container = world.path("container")
    words = ["--info-plist", manifest(world), *(["--container", container] if has_container else []), "--speaks"]
    with SlowServer() as server:
        device = Device(world)
        device.launch_python(code.format(url=server.url, begun=world.path("begun")), *words)
        if not wait_for(lambda: os.path.exists(world.path("begun"))):
            raise Failure(f"no transfer has begun: {device.complaint}")
        world.moment(0, 1)
        device.kill()
        if has_container:
            world.moment(0, 0.5)
            device = Device(world)
            device.launch("--info-plist", world.path("Info.plist"), "--container", container, "--", "sleep", "100")
            device.expect_answers("the next run")
            kept = glob.glob(f"{container}/Library/Caches/com.apple.nsurlsessiond/*.json")
            if len(kept) != 3:
                raise Failure(f"of three transfers {len(kept)} are kept")
            device.end()
