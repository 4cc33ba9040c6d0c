"""Rounds with file systems that hang: who waits for one cannot be killed, and must not keep anybody else waiting."""
import json
import os
import subprocess
import time

from .device import Device, manifest
from .escapes import Counter
from .machine import Failure, Unavailable, abort_fuse, is_alive, kill, stat_of, text_of, wait_for
from .world import Run

UNAVAILABLE = 77


def require_fuse():
    if not os.access("/dev/fuse", os.R_OK | os.W_OK):
        raise Unavailable("/dev/fuse is not there, or not for this user")
    if os.geteuid() != 0:
        raise Unavailable("a file system is mounted by root alone")
    if not os.path.isdir("/sys/fs/fuse/connections"):
        subprocess.run(["mount", "-t", "fusectl", "none", "/sys/fs/fuse/connections"], stderr=subprocess.DEVNULL)


class HungFiles:
    """A file system that answers some requests, and then none."""

    def __init__(self, world, answers):
        require_fuse()
        self.directory = world.path("hung")
        os.mkdir(self.directory)
        self.counter = Counter(world, "requests")
        self.server = world.helper(world.attacker, self.counter.path, "hung", self.directory, str(answers))

    def __enter__(self):
        is_there = wait_for(
            lambda: f" {self.directory} " in text_of("/proc/self/mountinfo") or self.server.poll() is not None)
        if not is_there or self.server.poll() is not None:
            raise Unavailable("no file system can be mounted here")
        return self

    def __exit__(self, *_):
        # With its server the connection goes, and with that every wait.
        self.server.kill()
        self.server.wait()
        subprocess.run(["umount", "-l", self.directory], check=False)

    @property
    def file(self):
        return f"{self.directory}/x.wav"


APP = """
app = App()
@app.on
def didFinishLaunching(_):
    app.call('setCategory', category='playback')
    app.call('backgroundSession', identifier='s')
    try:
        made = app.call({method!r}, **json.loads({parameters!r}))
        if 'identifier' in {parameters!r}: app.call('resumeTask', identifier='s', task=made['task'])
    except Refused: pass
app.run()
"""


def hung_files(world):
    """A file that an app or a client names is on a file system that hangs: the device answers, and others are suspended."""
    verbs = {
        "ctl open": ["open", "@"], "ctl openurl": ["openurl", "file://@"], "ctl location run": ["location", "run", "@"],
        "ctl launch --info-plist": ["launch", "--info-plist", "@", "--", "sleep", "9"],
        "ctl launch --container": ["launch", "--container", "@", "--", "sleep", "9"],
        "ctl launch --bundle": ["launch", "--bundle", "@", "--", "sleep", "9"],
        "ctl launch --stdout": ["launch", "--stdout", "@", "--", "sleep", "9"],
        "ctl launch COMMAND": ["launch", "--", "@"], "ctl push": ["push", "org.campaign.app", "@"]}
    methods = {
        "preparePlayer": {"file": "@"}, "presentPreview": {"path": "@"},
        "uploadTask": {"identifier": "s", "file": "@", "request": {"url": "http://127.0.0.1:9/", "httpMethod": "POST"}}}
    what = world.random.choice([*verbs, *methods])
    plist = manifest(
        world, UIBackgroundModes=["audio"],
        CFBundleDocumentTypes=[{"CFBundleTypeName": "all", "LSItemContentTypes": ["public.data"]}],
        LSSupportsOpeningDocumentsInPlace=False)
    with HungFiles(world, answers := world.random.choice([0, 1, 2, 4, 6, 12, 40])) as hung:
        named = f"{what}, {answers} answers"
        device, other = Device(world), Counter(world)
        device.launch("--", world.attacker, other.path, "threads", "1")
        if what in verbs:
            device.launch("--install", "--info-plist", plist, "--container", world.container(), "--", "sleep", "9")
            device.begin(*(word.replace("@", hung.file) for word in verbs[what]))
        else:
            device.begin_python(
                APP.format(method=what, parameters=json.dumps(methods[what]).replace("@", hung.file)),
                "--info-plist", plist, "--container", world.container(), "--speaks")
        # It may not ask for the file at all, which is as good.
        wait_for(lambda: hung.counter.value > answers, 2)
        device.expect_answers(named)
        device.ask("launch", app="org.example.app")
        device.ask("home")
        if not wait_for(lambda: not other.runs(), 8):
            raise Failure(f"{named}: another app is not suspended")
        device.expect_answers(named)
        if world.random.random() < 0.5:
            device.end()
    if device.is_alive:
        device.expect_answers(f"{named}, after that")
        device.end()


def frozen_in_the_kernel(world):
    """A process of an app waits in the kernel, for a file system whose server is frozen with it, and cannot be killed."""
    require_fuse()
    directory = world.path("hung")
    os.mkdir(directory)
    how, freezer = world.random.choice(["waits", "held"]), world.freezer
    ends = world.random.choice(["signal", "time"])
    counter, named = Counter(world), f"{how}, {freezer}, {ends}"
    run = Run(
        world, ["--freezer", freezer, "--background-after", "0.5s", *(["--for", "5s"] if ends == "time" else [])],
        [world.attacker, counter.path, how, directory])
    run.await_event("launched")
    waiting = wait_for(
        lambda: [pid for pid, stat in run.below().items() if stat["name"] == "test-attacker" and stat["state"] == "D"], 3)
    if not waiting:
        if not run.is_alive and run.process.returncode == UNAVAILABLE:
            raise Unavailable("no file system can be mounted in a namespace of its own here")
        raise Failure(f"{named}: no process waits in the kernel: {run.complaint}")
    wait_for(lambda: run.events("frozen") or run.events("freeze-failed"), 15)
    told = [event["event"] for event in run.events() if event["event"] in ("frozen", "freeze-failed", "thawed")]
    if not told:
        raise Failure(f"{named}: the timeline says nothing of the freeze")
    if told[-1] == "frozen" and counter.runs():
        raise Failure(f"{named}: said to be frozen, and counts")
    connections = world.hung_file_systems()
    if ends == "signal":
        kill(run.pid, 15)
    try:
        run.expect_end(30)
    finally:
        # Now the wait is over: whoever was to clean up does.
        abort_fuse(connections)
    if not wait_for(lambda: not any(is_alive(pid) for pid in waiting), 10):
        raise Failure(f"{named}: {[(pid, stat_of(pid)) for pid in waiting]} live on when the wait is over")


def device_with_a_hung_app(world):
    """The same on a device: the app is told to go, another one comes, the app comes back, the device is switched off."""
    require_fuse()
    directory = world.path("hung")
    os.mkdir(directory)
    freezer, counter = world.freezer, Counter(world)
    device = Device(world, "--freezer", freezer)
    device.launch("--", world.attacker, counter.path, world.random.choice(["waits", "held"]), directory)
    if not wait_for(lambda: counter.value > 0, 3):
        raise Unavailable("no file system can be mounted in a namespace of its own here")
    connections = set(world.hung_file_systems())
    try:
        steps = [["terminate", "org.example.app"], ["kill", "org.example.app"], ["home"], ["launch", "org.example.app"],
                 ["launch", "--modes", "audio", "--", "sleep", "100"], ["memory-warning"]]
        for step in world.random.sample(steps, 3):
            start = time.monotonic()
            device.ctl(*step, seconds=25)
            device.expect_answers(f"{' '.join(step)}, {freezer}")
            if time.monotonic() - start > 20:
                raise Failure(f"ctl {' '.join(step)} had no answer in 20 s, {freezer}")
        kill(device.pid, 15)
        device.expect_end(30)
    finally:
        # An app that was launched once more has another one.
        abort_fuse(connections | world.hung_file_systems())
