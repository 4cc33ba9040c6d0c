"""What the rounds of a campaign share: the programs, the dice, and the runners that are attacked."""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from .isolation import OwnCgroup, adopt_orphans, isolate
from .machine import (
    PATIENCE, Failure, Unavailable, abort_fuse, below, cgroup_directory, descriptors, fuse_connections, kill,
    marked, processes, wait_for)
from .snapshot import Snapshot, clean, left_in_container, wait_for_nothing

ROOT = pathlib.Path(__file__).resolve().parents[3]
QUIET = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class World:
    """The machine of a campaign, and the round that is played on it."""

    def __init__(self, bin_directory):
        self.bin = os.path.realpath(bin_directory or ROOT / ".build/debug")
        self.runner = f"{self.bin}/keepalive-run"
        self.attacker = f"{self.bin}/test-attacker"
        for needed in (self.runner, self.attacker):
            if not os.path.exists(needed):
                sys.exit(f"campaign: {needed} is missing: make campaign builds it")
        self.is_isolated = isolate([ROOT, self.bin])
        os.chdir(ROOT)
        adopt_orphans()
        self.cgroup = OwnCgroup()
        self.cgroups = cgroup_directory()
        self.work = tempfile.mkdtemp(prefix="campaign-", dir="/tmp")
        self.runtime, self.home = f"{self.work}/run", f"{self.work}/home"
        for directory in (self.runtime, self.home):
            os.mkdir(directory, 0o700)
        ours = "" if self.is_isolated else "keepalive"
        self.watched = [("/tmp", ours), ("/dev/shm", ours), (self.runtime, ""), (self.home, "")]
        self.unwatched = {self.work} | {str(path) for path in (ROOT, self.bin)}
        self.mark = f"KEEPALIVE_CAMPAIGN={self.work}"
        os.environ["KEEPALIVE_CAMPAIGN"] = self.work
        os.environ["HOME"] = self.home
        self.random = random.Random(0)
        self.directory = None
        self.runners, self.helpers, self.containers = [], [], []

    def close(self):
        self.cgroup.leave()
        shutil.rmtree(self.work, ignore_errors=True)

    @property
    def own_processes(self):
        return {process.pid for process in [*self.helpers, *(runner.process for runner in self.runners)]
                if process.returncode is None}

    def play(self, kind, seed):
        """Plays a round: the same seed gives the same choices."""
        self.random = random.Random(seed)
        self.directory = tempfile.mkdtemp(prefix="round-", dir=self.work)
        self.runners, self.helpers, self.containers = [], [], []
        # Both places of the control socket come up.
        os.environ.pop("XDG_RUNTIME_DIR", None)
        if self.random.random() < 0.5:
            os.environ["XDG_RUNTIME_DIR"] = self.runtime
        before, connections = Snapshot(self), self.hung_file_systems()
        try:
            kind(self)
            self.expect_nothing(before)
        finally:
            # Who waits for a file system that hangs can be killed only after that.
            abort_fuse(self.hung_file_systems() - connections)
            self.close_round()
            clean(self, before)
            shutil.rmtree(self.directory, ignore_errors=True)

    def hung_file_systems(self):
        table = processes()
        return fuse_connections([os.getpid(), *below(os.getpid(), table), *marked(self.mark, table)])

    def expect_nothing(self, before):
        for runner in self.runners:
            if runner.process.poll() is None:
                raise Failure("the round is over, and a runner has not been ended")
        for helper in self.helpers:
            self.end(helper)
        left = wait_for_nothing(self, before, PATIENCE)
        left += [found for container in self.containers for found in left_in_container(container)]
        if left:
            raise Failure("left behind: " + ", ".join(left).replace(self.work, "$WORK"))

    def close_round(self):
        for process in [*self.helpers, *(runner.process for runner in self.runners)]:
            self.end(process)
        for runner in self.runners:
            runner.errors.close()

    @staticmethod
    def end(process):
        if process.poll() is None:
            kill(process.pid, signal.SIGCONT)
            process.kill()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                pass

    # What rounds need.

    @property
    def freezer(self):
        return self.random.choice(["cgroup", "signal"] if self.cgroups else ["signal"])

    def path(self, name):
        """A place in the directory of this round."""
        return f"{self.directory}/{name}"

    def container(self, name="container"):
        """The path of an app's container, in which nothing half done may be at the end."""
        self.containers.append(self.path(name))
        return self.containers[-1]

    def file(self, name, content):
        with open(self.path(name), "wb" if isinstance(content, bytes) else "w") as file:
            file.write(content)
        return self.path(name)

    def helper(self, *command, **options):
        """Starts a program of the campaign's own, which ends with the round."""
        process = subprocess.Popen(command, **{**QUIET, **options})
        self.helpers.append(process)
        return process

    def moment(self, least=0.0, most=0.4):
        time.sleep(self.random.uniform(least, most))

    def require(self, tool):
        if not shutil.which(tool, path=os.environ["PATH"] + ":/usr/sbin"):
            raise Unavailable(f"{tool} is not installed")

    def require_cgroups(self):
        if not self.cgroups:
            raise Unavailable("no cgroup v2 is writable here")


class Runner:
    """A keepalive-run that is attacked."""

    def __init__(self, world, words, environment=None, wrapper=(), **options):
        self.world = world
        number = len(world.runners)
        self.events_path = world.path(f"events-{number}")
        self.errors = open(world.path(f"errors-{number}"), "w+")
        self.process = subprocess.Popen(
            [*wrapper, world.runner, *words(self.events_path)], **{**QUIET, "stderr": self.errors, **options},
            start_new_session=True, env={**os.environ, **(environment or {})}, cwd=world.directory)
        world.runners.append(self)

    @property
    def pid(self):
        return self.process.pid

    @property
    def is_alive(self):
        return self.process.poll() is None

    @property
    def complaint(self):
        """The last words on standard error."""
        self.errors.flush()
        with open(self.errors.name, errors="backslashreplace") as file:
            return " ".join(file.read()[-300:].split())

    def events(self, kind=None):
        try:
            with open(self.events_path, errors="surrogateescape") as file:
                lines = file.read().splitlines()
        except OSError:
            return []
        found = []
        for line in lines:
            try:
                found.append(json.loads(line))
            except ValueError:
                pass
        return [event for event in found if kind is None or event["event"] == kind]

    def await_event(self, kind, count=1, seconds=PATIENCE):
        if not wait_for(lambda: len(self.events(kind)) >= count or not self.is_alive, seconds):
            raise Failure(f"no event '{kind}' in {seconds:.0f} s")

    def expect_end(self, seconds=PATIENCE):
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Failure(f"the runner has not ended in {seconds:.0f} s") from None

    def end(self, seconds=PATIENCE):
        """Ends it in order."""
        kill(self.pid, signal.SIGTERM)
        status = self.expect_end(seconds)
        if status < 0 and status != -signal.SIGTERM or status in (132, 133, 134, 139):
            raise Failure(f"the runner crashed: {status}: {self.complaint}")
        return status

    def kill(self):
        kill(self.pid)
        self.process.wait()

    def below(self):
        return below(self.pid)

    def guardians(self):
        """Those of its processes: each a watcher, and the guardian below it."""
        table = below(self.pid)
        watchers = [pid for pid, stat in table.items() if stat["name"] == "keepalive-guard" and stat["parent"] == self.pid]
        return [(watcher, pid) for watcher in watchers
                for pid, stat in table.items() if stat["name"] == "keepalive-guard" and stat["parent"] == watcher]

    def descriptors(self):
        return descriptors(self.pid)

    def expect_descriptors(self, before):
        """A runner that lives on holds no more than it did."""
        def more():
            now = self.descriptors()
            return {target: count for target, count in now.items() if count > before.get(target, 0)}
        if not wait_for(lambda: not more()):
            raise Failure(f"the runner holds more descriptors than before: {more()}")


class Run(Runner):
    """A run of one command."""

    def __init__(self, world, options, command, **more):
        super().__init__(world, lambda events: ["-q", "--events", events, *options, "--", *command], **more)
