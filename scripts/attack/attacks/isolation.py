"""A view of the machine that the campaign has for itself, so that what it finds is its own."""
import ctypes
import os
import subprocess
import tempfile

from .machine import cgroup_directory

CLONE_NEWNS, CLONE_NEWIPC, PR_SET_CHILD_SUBREAPER = 0x20000, 0x8000000, 36


def adopt_orphans():
    """Whoever loses its parent comes to this process, and not to init: nothing that was started gets out of sight."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def mount(*words):
    subprocess.run(["mount", *words], check=True, stdin=subprocess.DEVNULL)


def isolate(kept):
    """Gives this process a /tmp, a /dev/shm and shared memory that nobody else writes to.

    kept: paths below /tmp that are still to be seen. Returns whether it could be done: it takes root.
    """
    if os.geteuid() != 0 or ctypes.CDLL(None).unshare(CLONE_NEWNS | CLONE_NEWIPC) != 0:
        return False
    mount("--make-rprivate", "/")
    outside = os.open("/tmp", os.O_RDONLY | os.O_DIRECTORY)
    fresh = tempfile.mkdtemp(prefix="campaign-", dir="/tmp")
    mount("-t", "tmpfs", "-o", "mode=1777", "tmpfs", fresh)
    for path in sorted(map(os.path.realpath, kept)):
        inside = fresh + path[len("/tmp"):]
        if path.startswith("/tmp/") and not os.path.exists(inside):
            os.makedirs(inside)
            mount("--bind", path, inside)
    mount("--move", fresh, "/tmp")
    os.rmdir(os.path.basename(fresh), dir_fd=outside)
    os.close(outside)
    mount("-t", "tmpfs", "-o", "mode=1777", "tmpfs", "/dev/shm")
    return True


class OwnCgroup:
    """A cgroup that this process moves into: the groups of its runs are below it, and nobody else's are."""

    def __init__(self):
        above = cgroup_directory()
        self.path = f"{above}/campaign.{os.getpid()}" if above else None
        self.above = above
        if self.path:
            os.mkdir(self.path)
            self.move(self.path)

    @staticmethod
    def move(group):
        with open(f"{group}/cgroup.procs", "w") as file:
            file.write("0")

    def leave(self):
        if self.path:
            self.move(self.above)
            try:
                os.rmdir(self.path)
            except OSError as error:
                print(f"campaign: {self.path} stays: {error}")
