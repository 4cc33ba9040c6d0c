"""What is there before a round, and must be all that is there after it."""
import os
import shutil
import signal
import socket
import stat as modes
import subprocess

from .machine import below, kill, marked, processes, shared_memory, stat_of, text_of, wait_for


class Snapshot:
    """Every file, cgroup, process and segment of shared memory that a run could leave behind.

    Each is a text that names it for people, with what removes it.
    """

    def __init__(self, world):
        self.found = {}
        for path, kind in world_files(world):
            self.found[f"{kind} {path}"] = (remove_file, path)
        for group in groups_below(world.cgroups):
            self.found[f"cgroup {os.path.relpath(group, world.cgroups)}"] = (remove_group, group)
        table = processes()
        for pid, stat in {**below(os.getpid(), table), **marked(world.mark, table)}.items():
            if stat["state"] in "ZX":
                reap(pid, stat, world)
            elif pid not in world.own_processes and pid != os.getpid():
                self.found[f"process {pid} ({stat['name']}, {stat['state']})"] = (end_process, pid)
        for segment in shared_memory():
            self.found[segment] = (remove_segment, segment.split()[2])

    def left(self, before):
        """What is there now, and was not before."""
        return sorted(self.found.keys() - before.found.keys())


def wait_for_nothing(world, before, seconds):
    """Waits until nothing is left of a round; returns what is left after that time."""
    if wait_for(lambda: not Snapshot(world).left(before), seconds):
        return []
    return shortly(Snapshot(world).left(before))


def shortly(left):
    """Names a directory with the number of those below it, and not each of them."""
    above = [name.split(" ", 1)[1] + "/" for name in left if name.split(" ", 1)[0] in ("directory", "cgroup")]
    inner = [name for name in left if any(name.split(" ", 1)[1].startswith(path) for path in above)]
    return [
        name + (f" with {count} below it" if (
            count := sum(other.split(" ", 1)[1].startswith(name.split(" ", 1)[1] + "/") for other in inner)) else "")
        for name in left if name not in inner]


def clean(world, before):
    """Removes what is left, so that the next round begins as this one did."""
    for _ in range(50):
        now = Snapshot(world)
        left = now.left(before)
        # The longest paths first: a directory goes when it is empty.
        for name in sorted(left, key=len, reverse=True):
            remove, what = now.found[name]
            remove(what)
        if not left or wait_for(lambda: not Snapshot(world).left(before), 0.1):
            return


def world_files(world):
    """What a run writes outside the directory of its round: everything in a /tmp of our own, else what has our name."""
    for directory, wanted in world.watched:
        for path, kind in files_below(directory, world.unwatched):
            if wanted in os.path.basename(path) or wanted in os.path.relpath(path, directory):
                yield path, kind


def files_below(directory, without):
    try:
        entries = list(os.scandir(directory))
    except OSError:
        return
    for entry in entries:
        if entry.path in without:
            continue
        try:
            mode = entry.stat(follow_symlinks=False).st_mode
        except OSError:
            continue
        yield entry.path, kind_of(mode)
        if modes.S_ISDIR(mode):
            yield from files_below(entry.path, without)


def kind_of(mode):
    for test, kind in ((modes.S_ISDIR, "directory"), (modes.S_ISSOCK, "socket"), (modes.S_ISFIFO, "FIFO"),
                       (modes.S_ISLNK, "symlink")):
        if test(mode):
            return kind
    return "file"


def groups_below(cgroups):
    if not cgroups:
        return
    for directory, names, _ in os.walk(cgroups):
        yield from (os.path.join(directory, name) for name in names)


def left_in_container(container):
    """What is half done in an app's container: parts of copies, records that were not put in place, bodies without one."""
    for directory, _, names in os.walk(container):
        for name in names:
            path = os.path.join(directory, name)
            if name.startswith(".incoming-"):
                yield f"part of a copy {path}"
            elif name.endswith(".json.next"):
                yield f"unfinished record {path}"
            elif name.startswith("CFNetworkDownload_") and not name.endswith(".json") \
                    and not os.path.lexists(path + ".json"):
                yield f"body without a record {path}"


def reap(pid, stat, world):
    """An orphan that came to us is a zombie until we ask for it."""
    if stat["parent"] == os.getpid() and pid not in world.own_processes:
        try:
            os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            pass


def remove_file(path):
    try:
        if modes.S_ISDIR(os.lstat(path).st_mode):
            shutil.rmtree(path, ignore_errors=True)
        else:
            os.unlink(path)
    except OSError:
        pass


def remove_group(group):
    try:
        with open(f"{group}/cgroup.kill", "w") as file:
            file.write("1")
    except OSError:
        for pid in (text_of(f"{group}/cgroup.procs") or "").split():
            kill(int(pid))
    try:
        os.rmdir(group)
    except OSError:
        pass


def end_process(pid):
    if stat_of(pid):
        kill(pid, signal.SIGCONT)
        kill(pid)


def remove_segment(number):
    subprocess.run(["ipcrm", "-m", number], stderr=subprocess.DEVNULL)


def prove(world):
    """Leaves one of everything behind, finds it, and removes it: a look that finds nothing is worth nothing."""
    before = Snapshot(world)
    made = {
        "file": "/dev/shm/keepalive-proof", "directory": f"{world.runtime}/keepalive-proof", "socket": "/tmp/keepalive-proof"}
    open(made["file"], "w").close()
    os.mkdir(made["directory"])
    socket.socket(socket.AF_UNIX).bind(made["socket"])
    expected = [f"{kind} {path}" for kind, path in made.items()]
    if world.cgroups:
        os.mkdir(f"{world.cgroups}/keepalive-proof")
        expected.append("cgroup keepalive-proof")
    # One that is nobody's child any more, and one that does not have the mark.
    for environment in (None, {"PATH": os.environ["PATH"]}):
        subprocess.run(["setsid", "sh", "-c", "sleep 1000 >&- 2>&- &"], env=environment, check=True)
    if shutil.which("ipcmk"):
        subprocess.run(["ipcmk", "-M", "4096"], stdout=subprocess.DEVNULL, check=True)
        expected.append("shared memory ")

    def found():
        left = Snapshot(world).left(before)
        orphans = sum("(sleep," in name for name in left)
        return orphans == 2 and all(any(name.startswith(one) for name in left) for one in expected)
    is_found = wait_for(found, 5)
    left = Snapshot(world).left(before)
    clean(world, before)
    if not is_found or Snapshot(world).left(before):
        raise SystemExit(f"campaign: of {expected} and two processes it finds {left}, and {Snapshot(world).left(before)} stays")
