"""Rounds that kill a runner, what clears up after it, or what helps it."""
import os
import time

from .device import Device, manifest
from .machine import PATIENCE, Failure, Unavailable, below, command_line, is_alive, kill
from .world import Run

CHATTER = ["sh", "-c", "sleep 1000 & (setsid sleep 1000 &) ; (setsid setsid sh -c 'while :; do sleep 0.01; done' &) ; "
                       "while :; do sleep 0.01; done"]


def kill_round(world, victims, expected=None):
    run = Run(world, ["--freezer", world.freezer, "--background-after", "0.1s"], CHATTER)
    run.await_event("launched")
    world.moment()
    for pid in victims(run):
        kill(pid)
    status = run.expect_end()
    if expected is not None and status != expected:
        raise Failure(f"the runner ended with {status}, not {expected}")


def kill_runner(world):
    kill_round(world, lambda run: [run.pid])


def kill_guardian(world):
    kill_round(world, lambda run: [run.guardians()[0][1]], expected=125)


def kill_watcher(world):
    def victims(run):
        kill(run.guardians()[0][0])
        time.sleep(0.05)
        if not run.is_alive:
            raise Failure("the runner ended when the watcher of its guardian was killed")
        return [run.pid]
    kill_round(world, victims)


def kill_runner_and_guardian(world):
    kill_round(world, lambda run: world.random.sample([run.pid, world.random.choice(run.guardians()[0])], 2))


def kill_by_name(world):
    def victims(run):
        # As pkill -9 -f keepalive-run does, for this runner.
        return [pid for pid in [run.pid, *run.below()] if b"keepalive-run" in command_line(pid)]
    kill_round(world, victims)


def kill_helper(world, strategy, mode, tool):
    """Kills a program that helps the runner, its guardian, or the guardian's watcher; then the runner ends or is killed."""
    world.require(tool)
    which = world.random.choice(["helper", "guardian", "watcher"])
    device = ["--audio-device", "auto"] if mode == "audio" else []
    run = Run(world, ["--modes", mode, "--strategy", strategy, *device], ["sleep", "1000"])
    run.await_event("launched")
    world.moment()
    table = run.below()
    helpers = [pid for pid, stat in table.items() if stat["name"] == tool]
    if not helpers:
        raise Unavailable(f"no private {tool} is started here")
    guardian = table[helpers[0]]["parent"]
    # With unshare the tool has taken its place, so its parent is the guardian all the same.
    kill({"helper": helpers[0], "guardian": guardian, "watcher": table.get(guardian, {}).get("parent", guardian)}[which])
    world.moment(0.3, 1.5)
    if which == "guardian" and any(is_alive(pid) for pid in helpers):
        raise Failure(f"{tool} outlived its guardian")
    if world.random.random() < 0.7:
        run.end()
    else:
        run.kill()


def kill_gpsd(world):
    kill_helper(world, "location", "location", "gpsd")


def kill_pulseaudio(world):
    kill_helper(world, "silent-audio", "audio", "pulseaudio")


def kill_starting_run(world):
    """A runner is killed at any moment of its start: what no guardian had yet is removed by the next run."""
    run = Run(world, ["--freezer", world.freezer, "--background-after", "0.1s"], CHATTER)
    world.moment(0, 0.15)
    run.kill()
    # What a guardian has begun to remove is given the time that it takes.
    time.sleep(0.5)
    Run(world, ["--freezer", "cgroup" if world.cgroups else "signal"], ["true"]).expect_end()


def kill_empty_device(world):
    """A device is killed while no app of it has a process: before the first launch, or between two lives."""
    device = Device(world, "--freezer", world.freezer)
    what = world.random.choice(["booted", "installed", "terminated", "exited", "killed"])
    if what == "installed":
        device.launch("--install", "--", "sleep", "9")
    elif what == "exited":
        device.launch("--", "true")
    elif what in ("terminated", "killed"):
        device.launch("--", "sleep", "100")
        device.ctl("terminate" if what == "terminated" else "kill")
    world.moment()
    device.kill()


def kill_device(world):
    """A device with apps in every state is killed, alone or with one of those that clear up after it."""
    device = Device(world, "--freezer", world.freezer)
    for index in range(world.random.randint(1, 4)):
        device.launch("--modes", "audio", "--container", world.container(f"container-{index}"), "--", *CHATTER)
    if world.random.random() < 0.3:
        device.ctl("terminate", "org.example.app")
    world.moment()
    guardians = [pid for pid, stat in below(device.pid).items() if stat["name"] == "keepalive-guard"]
    # Either end of the pair may go first.
    victims = [device.pid] + world.random.sample(guardians, min(len(guardians), world.random.randint(0, 1)))
    world.random.shuffle(victims)
    for pid in victims:
        kill(pid)
    device.expect_end()


def kill_copy(world):
    """A device is killed while it copies a document for an app: the next run on that container removes the part."""
    plist = manifest(world, CFBundleDocumentTypes=[{"CFBundleTypeName": "all", "LSItemContentTypes": ["public.data"]}])
    container = world.container()
    words = ("--info-plist", plist, "--container", container, "--install", "--", "sleep", "9")
    big = world.file("big.bin", b"")
    os.truncate(big, 1 << 30)
    device = Device(world)
    device.launch(*words)
    device.begin("open", big)
    world.moment(0.1, 0.5)
    device.kill()
    world.moment(0.5, 0.6)
    # A copy that is under way is another runner's, and a file that only looks like one is the app's.
    inbox = f"{container}/Documents/Inbox"
    os.makedirs(inbox, exist_ok=True)
    kept = [f".incoming-{os.getpid()}-7", ".incoming-notes", ".incoming-", f".incoming-{device.pid}"]
    for name in kept:
        with open(f"{inbox}/{name}", "w"):
            pass
    device = Device(world)
    device.launch(*words)
    small = world.file("small.txt", "text")
    status, said = device.ctl("open", small)
    if status != 0:
        raise Failure(f"after a copy that was cut short no document can be opened: {said}")
    device.end()
    for name in kept:
        if not os.path.exists(f"{inbox}/{name}"):
            raise Failure(f"{name} is no part of a copy of a runner that has ended, and was removed")
        os.unlink(f"{inbox}/{name}")


def another_boot_time(world):
    """A runner counts from another boot time, as in a container that was moved: another one takes it for no dead one."""
    world.require_cgroups()
    world.require("unshare")
    offset = world.random.choice([100_000_000, 86_400, 1, 7])
    probe = world.helper("unshare", "-T", "--boottime", str(offset), "--fork", "true")
    if probe.wait(PATIENCE) != 0:
        raise Unavailable("no time namespace can be made here")
    wrapper = ["unshare", "-T", "--boottime", str(offset), "--fork", "--kill-child"]
    first = Run(world, ["--for", "4s"], ["sleep", "100"], wrapper=wrapper)
    first.await_event("launched")
    world.moment()
    # The other one sweeps what dead runners have left, and so does whoever asks.
    Run(world, ["--freezer", "cgroup"], ["true"]).expect_end()
    if not first.is_alive or first.events("exited"):
        raise Failure(f"boot time + {offset} s: the next run has ended the app of a runner that lives")
    # Also with the sides changed: the runner outside is seen from within.
    outside = Run(world, ["--for", "3s"], ["sleep", "100"])
    outside.await_event("launched")
    Run(world, ["--freezer", "cgroup"], ["true"], wrapper=wrapper).expect_end()
    if not outside.is_alive or outside.events("exited"):
        raise Failure(f"boot time + {offset} s: a run within has ended the app of a runner outside")
    for run in (first, outside):
        status = run.expect_end()
        if status != 0:
            raise Failure(f"boot time + {offset} s: a run ended with {status}")
    # One that was killed is swept all the same.
    killed = Run(world, ["--freezer", "cgroup"], ["sleep", "100"], wrapper=wrapper)
    killed.await_event("launched")
    for pid, stat in [*below(killed.pid).items(), (killed.pid, None)]:
        kill(pid)
    killed.expect_end()
    Run(world, ["--freezer", "cgroup"], ["true"]).expect_end()
