"""Rounds with apps that do not want to be frozen, or that somebody else lets run: what is said to be frozen is still."""
import os
import signal
import struct
import time

from .device import Device
from .kills import CHATTER
from .machine import PATIENCE, Failure, cgroup_of, kill, wait_for
from .world import Run

# A suspended app that runs all the same is noticed within this time.
NOTICE = 2.0


class Counter:
    """A file in which processes count as long as one of them runs."""

    def __init__(self, world, name="counter"):
        self.path = world.file(name, b"\0" * 4096)

    @property
    def value(self):
        with open(self.path, "rb") as file:
            return struct.unpack("Q", file.read(8))[0]

    def runs(self, seconds=0.2):
        before = self.value
        time.sleep(seconds)
        return self.value != before


def escapes(world):
    above = f"{world.cgroups}/cgroup.procs" if world.cgroups else "/dev/null"
    what, argument = world.random.choice([
        ("chains", "1"), ("chains", "3"), ("vforks", "2"), ("nested", "100"), ("threads", "3"), ("escape", above),
        ("escapes", above), ("stop", "0"), ("deep", "40"), ("leavers", "2"), ("mates", "5")])
    freezer, counter = world.freezer, Counter(world)
    if what == "deep":
        # Without a cgroup of its own, it makes those in ours, and they are nobody's but its own.
        world.require_cgroups()
        freezer = "cgroup"
    run = Run(
        world, ["--freezer", freezer, "--background-after", "0.3s"], [world.attacker, counter.path, what, argument])
    run.await_event("frozen")
    kinds = ("frozen", "thawed", "freeze-failed")
    before = [event["event"] for event in run.events() if event["event"] in kinds]
    runs = counter.runs()
    after = [event["event"] for event in run.events() if event["event"] in kinds]
    if before == after and after[-1] == "frozen" and runs:
        raise Failure(f"{what}: said to be frozen by {freezer}, and counts")
    kill(run.pid, signal.SIGTERM)
    time.sleep(0.05)
    if run.is_alive:
        kill(run.pid, signal.SIGTERM)
    run.expect_end(60)


def thawed_from_outside(world):
    """A suspended app is let run by somebody else: it is noticed, told, and no client hears that the app is suspended."""
    choices = ["continued"]
    if world.cgroups:
        choices = ["moved", "thawed", "thawed by another app", "continued", "removed from the group"]
    what = world.random.choice(choices)
    freezer = "signal" if what == "continued" else "cgroup"
    counter = Counter(world)
    device = Device(world, "--freezer", freezer)
    device.launch("--", world.attacker, counter.path, "threads", "1")
    device.ask("home")
    if device.ctl("wait", "suspended", "--timeout", "4s", seconds=10)[0] != 0 or counter.runs():
        raise Failure("the app was not suspended to begin with")
    pid = device.apps()[0]["pid"]
    told = len(device.events())
    what = let_run(world, device, what, pid)
    if not wait_for(lambda: counter.runs(0.05), 1):
        # It cannot be let run in that way: nothing is wrong.
        return device.end()

    def is_noticed():
        # A suspended app has no event of its own.
        return any(event.get("app") == "org.example.app" for event in device.events()[told:])
    noticed = wait_for(is_noticed, NOTICE)
    state = next((app["state"] for app in device.apps() if app["pid"] == pid), None)
    if counter.runs() and state == "suspended":
        status, _ = device.ctl("wait", "suspended", "--app", "org.example.app", "--timeout", "1s", seconds=10)
        if status == 0 and counter.runs():
            raise Failure(f"{what}: it runs, and 'ctl wait suspended' says that it is suspended")
    if not noticed:
        raise Failure(f"{what}: it ran, and no event says so after {NOTICE:.0f} s")
    # It is a device as before: the app comes back to the front, and is suspended once more.
    device.ctl("launch", "org.example.app")
    if not wait_for(counter.runs):
        raise Failure(f"{what}: brought to the front, the app does not run")
    device.ask("home")

    def is_still():
        app = next(app for app in device.apps() if app["name"] == "org.example.app")
        return app["state"] == "suspended" and not counter.runs()

    def is_told_to_run():
        # Without its cgroup it cannot be frozen: that is said, and it is not called frozen.
        return any(event["event"] == "freeze-failed" for event in device.events()[told:])
    is_gone = what == "removed from the group"
    if not wait_for(is_told_to_run if is_gone else is_still, PATIENCE):
        raise Failure(f"{what}: the app is not suspended once more" + (", and nothing says why" if is_gone else ""))
    device.end()


def let_run(world, device, what, pid):
    group = world.cgroups and cgroup_of(pid)
    directory = f"{world.cgroups}/{os.path.basename(group)}" if group else None
    if what == "continued":
        for _ in range(20):
            kill(pid, signal.SIGCONT)
            time.sleep(0.01)
    elif what == "moved":
        write(f"{world.cgroups}/cgroup.procs", str(pid))
    elif what == "thawed":
        write(f"{directory}/cgroup.freeze", "0")
    elif what == "thawed by another app":
        device.launch("--modes", "audio", "--", "sh", "-c", f"echo 0 > {directory}/cgroup.freeze; sleep 100")
    elif what == "removed from the group":
        write(f"{world.cgroups}/cgroup.procs", str(pid))
        # The kernel lets go of it a moment later, unless the runner has brought the process back before.
        if not wait_for(lambda: not os.path.isdir(directory) or is_removed(directory), 1):
            return "moved"
    return what


def is_removed(directory):
    try:
        os.rmdir(directory)
    except OSError:
        return False
    return True


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def limits(world):
    limit = world.random.choice(["-f 0", "-f 8", "-n 24", "-n 40", "-s 256", "-v 3000000"])
    run = Run(
        world, ["--freezer", world.freezer, "--background-after", "0.1s", "--for", "1s"], CHATTER,
        wrapper=["bash", "-c", f"ulimit {limit}; exec \"$@\"", "campaign"])
    status = run.expect_end()
    if status < 0:
        raise Failure(f"ulimit {limit}: the runner died of signal {-status}")
