"""What the machine shows of processes, cgroups and shared memory."""
import os
import re
import signal
import time

# What a round may take to come to its end: guardians that were stopped are given 5 s.
PATIENCE = 20.0


class Failure(Exception):
    """Something is not as it is promised."""


class Unavailable(Exception):
    """This machine cannot do what the round needs."""


def cgroup_directory():
    """The directory of this process's cgroup v2, where groups can be made; None where none can."""
    for mount in ("/sys/fs/cgroup", "/sys/fs/cgroup/unified"):
        if os.path.exists(f"{mount}/cgroup.procs"):
            with open("/proc/self/cgroup") as file:
                own = [line[3:] for line in file.read().splitlines() if line.startswith("0::")]
            path = (mount + (own[0] if own else "/")).rstrip("/")
            return path if os.access(path, os.W_OK) else None
    return None


def cgroup_of(pid):
    """The path of a process's cgroup v2, from the mount on; None when it has gone."""
    for line in (text_of(f"/proc/{pid}/cgroup") or "").splitlines():
        if line.startswith("0::"):
            return line[3:]
    return None


def text_of(path):
    """None when there is no such file."""
    try:
        with open(path, errors="backslashreplace") as file:
            return file.read()
    except OSError:
        return None


def stat_of(pid):
    text = text_of(f"/proc/{pid}/stat")
    if not text:
        return None
    name, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
    return {"name": name, "state": rest[0], "parent": int(rest[1]), "start": int(rest[19])}


def command_line(pid):
    """Empty when the process has gone."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""


def is_alive(pid):
    stat = stat_of(pid)
    return bool(stat) and stat["state"] not in "ZX"


def kill(pid, number=signal.SIGKILL):
    """A process that has gone by itself meanwhile is no failure of the campaign."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def processes():
    return {int(pid): stat for pid in os.listdir("/proc") if pid.isdigit() for stat in [stat_of(pid)] if stat}


def below(root, table=None):
    """The descendants of a process."""
    table = table or processes()
    found, grown = {root}, True
    while grown:
        more = {pid for pid, stat in table.items() if stat["parent"] in found} - found
        found |= more
        grown = bool(more)
    return {pid: table[pid] for pid in found - {root} if pid in table}


def marked(mark, table):
    """The processes that have a variable in their environment, such as NAME=value."""
    found = {}
    for pid, stat in table.items():
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if mark.encode() in file.read().split(b"\0"):
                    found[pid] = stat
        except OSError:
            pass
    return found


def descriptors(pid):
    """What a process's descriptors lead to, without the numbers of sockets and pipes: counted."""
    counts = {}
    for number in os.listdir(f"/proc/{pid}/fd"):
        try:
            target = re.sub(r"\[\d+\]", "", os.readlink(f"/proc/{pid}/fd/{number}"))
        except OSError:
            continue
        # A group's name has a number that grows.
        target = re.sub(r"keepalive-run[.\d]+", "keepalive-run.*", target)
        counts[target] = counts.get(target, 0) + 1
    return counts


def shared_memory():
    """The segments of System V: a line for each."""
    lines = (text_of("/proc/sysvipc/shm") or "").splitlines()[1:]
    return {f"shared memory {fields[1]} of process {fields[4]}" for fields in map(str.split, lines)}


def fuse_connections(pids):
    """The file systems in user space that processes see, by the number of the connection."""
    found = set()
    for pid in pids:
        for line in (text_of(f"/proc/{pid}/mountinfo") or "").splitlines():
            fields = line.split(" ")
            if "fuse" in fields[fields.index("-") + 1:][:1]:
                found.add(fields[2].split(":")[1])
    return found


def abort_fuse(connections):
    """Has every request of file systems in user space fail, which ends the wait of whoever made it."""
    for number in connections:
        try:
            with open(f"/sys/fs/fuse/connections/{number}/abort", "w") as file:
                file.write("1")
        except OSError:
            pass


def wait_for(condition, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.01)
    return condition()
