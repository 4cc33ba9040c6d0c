"""Rounds with files and lines that hold what nobody expects: manifests, logs of receivers, scenarios, pushes, names."""
import json
import os
import plistlib
import pty
import re
import resource
import sys
import time

from .device import ANSWER, Device, manifest
from .machine import PATIENCE, Failure, wait_for
from .world import ROOT, Run

# What the reading of one file may take. A person waits for it, and a device has one thread.
SECONDS_MAX, BYTES_MAX = 5.0, 400 << 20
CRASHED = (132, 133, 134, 136, 137, 139)


def read_by(world, *command, limit=SECONDS_MAX):
    """Has a program read something: it must come to an end, in time, without a crash, and without much memory."""
    output = open(world.path("said"), "w+")
    start = time.monotonic()
    process = world.helper(world.runner, *command, stdout=output, stderr=output, cwd=world.directory,
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))
    used = 0
    while process.returncode is None:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode, used = os.waitstatus_to_exitcode(status), usage.ru_maxrss << 10
        elif time.monotonic() - start > limit * 4:
            raise Failure(f"{command[0]} has not come to an end in {limit * 4:.0f} s")
        else:
            time.sleep(0.005)
    seconds = time.monotonic() - start
    output.seek(0)
    said = " ".join(output.read()[-3000:].split())
    output.close()
    if process.returncode < 0 or process.returncode in CRASHED:
        raise Failure(f"{command[0]} crashed: {process.returncode}: {said}")
    if seconds > limit:
        raise Failure(f"{command[0]} took {seconds:.1f} s")
    if used > BYTES_MAX:
        raise Failure(f"{command[0]} took {used >> 20} MB")
    return process.returncode, said


# Manifests.

def text(string):
    data = string.encode()
    return (bytes([0x50 | len(data)]) if len(data) < 15 else b"\x5f\x10" + bytes([len(data)])) + data


def array(count, reference):
    return b"\xaf\x12" + count.to_bytes(4, "big") + bytes([reference]) * count


def binary_plist(objects):
    data, offsets = b"bplist00", []
    for value in objects:
        offsets.append(len(data))
        data += value
    table = len(data)
    data += b"".join(offset.to_bytes(4, "big") for offset in offsets)
    return data + b"\0" * 6 + bytes([4, 1]) + len(objects).to_bytes(8, "big") + bytes(8) + table.to_bytes(8, "big")


def bomb(world):
    """A property list that is small as a file, and large or endless when it is read."""
    count = world.random.choice([1_000, 50_000, 200_000])
    choices = {
        # A list of so many types, each with so many contents: one object each, that all refer to.
        "shared": [b"\xd1\x01\x02", text("CFBundleDocumentTypes"), array(count, 3), b"\xd2\x04\x06\x05\x07",
                   text("LSItemContentTypes"), array(count, 7), text("x"), text("x.y")],
        # Ten arrays, each of ten times the next one.
        "tower": [b"\xd1\x01\x02", text("UIBackgroundModes")]
                 + [b"\xaa" + bytes([level + 1]) * 10 for level in range(2, 12)] + [text("audio")],
        "cycle": [b"\xd1\x01\x02", text("UIBackgroundModes"), b"\xa1\x02"],
        "cycle of dictionaries": [b"\xd1\x01\x00", text("UIApplicationSceneManifest")],
        "huge count": [b"\xd1\x01\x02", text("UIBackgroundModes"), b"\xaf\x13" + (2 ** 62).to_bytes(8, "big") + b"\1"],
    }
    name = world.random.choice([*choices, "shared", "shared", "deep", "damaged"])
    if name == "deep":
        depth = world.random.choice([500, 5_000, 100_000])
        data = b"<plist version='1.0'>" + b"<array>" * depth + b"</array>" * depth + b"</plist>"
        return f"deep, {depth}", data
    if name == "damaged":
        data = bytearray(plistlib.dumps(
            {"CFBundleIdentifier": "org.campaign.bomb", "UIBackgroundModes": ["audio", "fetch"], "x": [1, 2.5, b"x", True]},
            fmt=plistlib.FMT_BINARY))
        for _ in range(world.random.randint(1, 8)):
            data[world.random.randrange(len(data))] = world.random.randrange(256)
        return "damaged", bytes(data)
    return f"{name}, {count}" if name == "shared" else name, binary_plist(choices[name])


def plist_bombs(world):
    """An Info.plist that is larger than it looks: it is refused or read in time, by a check and by a device that answers."""
    name, data = bomb(world)
    path = world.file("bomb.plist", data)
    try:
        if world.random.random() < 0.5:
            read_by(world, "verify", "--info-plist", path, "--strategy", "none")
            return
        device = Device(world)
        device.launch("--install", "--", "sleep", "9")
        client = device.begin("launch", "--info-plist", path, "--", "sleep", "100")
        device.expect_answers("while it launches")
        if not wait_for(lambda: client.poll() is not None, SECONDS_MAX * 2):
            raise Failure(f"the launch has not ended in {SECONDS_MAX * 2:.0f} s")
        device.expect_answers("afterwards")
        device.end()
    except Failure as failure:
        raise Failure(f"{name}: {failure}") from None


# Logs of receivers.

NUMBERS = ["", "0", "-0", "-1", "9" * 20, "9" * 400, "1e308", "-1e308", "1e-400", "nan", "inf", "-inf", "0x10", "99999999",
           "18446744073709551616", "-9223372036854775809", "240000.00", "235960.999999999", ".", "-", "+", "\x00", "é",
           "1.7e308", "900000.000", "18000000.000"]


def sentence(fields):
    body = ",".join(fields)
    total = 0
    for byte in body.encode("utf-8"):
        total ^= byte
    return f"${body}*{total:02X}\r\n"


def nmea(world):
    """A log of a receiver whose fields are extreme, with right sums: the run, and the device, read it or refuse it."""
    whole = [
        ["GPGGA", "123519", "4807.038", "N", "01131.000", "E", "1", "08", "0.9", "545.4", "M", "46.9", "M", "", ""],
        ["GPRMC", "123519", "A", "4807.038", "N", "01131.000", "E", "022.4", "084.4", "230394", "003.1", "W"],
        ["GPGSA", "A", "3", "04", "05", "", "09", "12", "", "", "24", "", "", "", "", "", "2.5", "1.3", "2.1"],
        ["GPVTG", "054.7", "T", "034.4", "M", "005.5", "N", "010.2", "K"],
        ["GPZDA", "201530.00", "04", "07", "2002", "00", "00"], ["GPGLL", "4916.45", "N", "12311.12", "W", "225444", "A"],
        ["GPGST", "024603.00", "3.2", "6.6", "4.7", "47.3", "5.8", "5.6", "22.0"]]
    lines, changes = [], []
    for _ in range(world.random.randint(1, 6)):
        fields = list(world.random.choice(whole))
        for _ in range(world.random.randint(0, 3)):
            place = world.random.randrange(1, len(fields))
            fields[place] = world.random.choice(NUMBERS)
            changes.append(f"{fields[0]}[{place}]={fields[place][:24]!r}")
        lines.append(sentence(fields))
    log = world.file("log.nmea", "".join(lines))
    named = " ".join(changes)
    try:
        if world.random.random() < 0.5:
            strict = ["--strict"] if world.random.random() < 0.3 else []
            run = Run(
                world, [*strict, "--gps-replay", log, "--modes", "location", "--strategy", "location", "--for", "1.5s"],
                ["sleep", "9"])
            status = run.expect_end()
            if status < 0 or status in CRASHED:
                raise Failure(f"the run ended with {status}: {run.complaint}")
            return
        device = Device(world)
        device.launch("--modes", "location", "--strategy", "location", "--", "sleep", "100")
        device.ctl("location", "run", log)
        time.sleep(1)
        device.expect_answers("the log is played")
        device.end()
    except Failure as failure:
        raise Failure(f"{named}: {failure}") from None


# Scenarios.

VALUES = ["0", "-1", "1e308", "nan", "99999999999", "0.0000001", "'x'", "[]", "{}", "*a", "&a x", "true", "~", "''",
          "9999999d", "3650d", "87600h", "1ns", "0s", "!!binary x", "[[[[[[]]]]]]", "\"\\u0000\"", "|", "- -"]
SCENARIO_SECONDS = 30.0


def changed_scenario(world):
    """A scenario of this package with some of it changed: values, times, repetitions, lines that come again."""
    random = world.random
    path = random.choice(sorted((ROOT / "Scenarios").glob("*.yaml")))
    documents = [part for part in path.read_text().split("\n---\n") if "scenario:" in part]
    lines, said = random.choice(documents).split("\n"), []
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(lines))
        how = random.choice(["value", "times", "again", "often", "versions", "damage", "life"])
        if how == "value":
            words = list(re.finditer(r"(?<=: )[^\s,}\]]+", lines[place]))
            if words:
                word = random.choice(words)
                lines[place] = lines[place][:word.start()] + random.choice(VALUES) + lines[place][word.end():]
        elif how == "times":
            steps = [number for number, line in enumerate(lines) if re.match(r"  - \{.*do: .*\}$", line)]
            if steps:
                place = random.choice(steps)
                lines[place] = f"{lines[place][:-1]}, times: {random.choice([2, 100, 10_000, 100_000, 10 ** 20])}}}"
        elif how == "again":
            lines[place:place + 1] = [lines[place]] * random.choice([2, 100, 5_000])
        elif how == "often":
            # A list of an app's calls in a callback, over and over.
            found = [number for number, line in enumerate(lines) if re.match(r"    \w+: \[.*\]$", line)]
            if found:
                place = random.choice(found)
                begin, inner = lines[place][:-1].split("[", 1)
                lines[place] = f"{begin}[" + ", ".join([inner] * random.choice([10, 1_000])) + "]"
        elif how == "versions":
            versions = ", ".join(["'26.0'"] * random.choice([1, 2, 20_000]) + ["'12.4'"])
            lines = [f"ios: [{versions}]" if line.startswith("ios:") else line for line in lines]
        elif how == "damage":
            line = list(lines[place])
            for _ in range(min(len(line), 3)):
                line[random.randrange(len(line))] = random.choice("{}[]:,-&*!|>'\"#% \t\0é")
            lines[place] = "".join(line)
        elif how == "life":
            lines += ["end: 87600h"] if not any(line.startswith("end:") for line in lines) else []
        said.append(f"{how} at line {place + 1}")
    return f"{path.name}: {', '.join(said)}", "\n".join(lines) * random.choice([1, 1, 1, 2])


def scenario_files(world):
    """A scenario that was made to be too much: it is played or refused, in time and without much memory."""
    named, text = changed_scenario(world)
    # A child has the memory of this process until it executes its program, and that would be counted.
    path = world.file("changed.yaml", text[:8 << 20].encode(errors="replace"))
    del text
    try:
        status, said = read_by(world, "simulate", "-q", path, limit=SCENARIO_SECONDS)
    except Failure as failure:
        raise Failure(f"{named}: {failure}") from None
    if status not in (0, 1, 64, 125):
        raise Failure(f"{named}: ended with {status}: {said}")
    if status == 64 and f"{path}:" not in said and "changed.yaml" not in said:
        raise Failure(f"{named}: refused without a place: {said}")


# What a terminal obeys.

ESCAPES = ["\x1b]0;pwn\x07", "\x1b[2J", "\x1b[31m", "\x9b31m", "\x9d0;pwn\x9c", "\r", "\x08\x08", "\x1bc", "\x07",
           "\x1b]52;c;cHdu\x07"]


def on_a_terminal(world, *command):
    """Runs a command on a terminal; returns what is written there."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(world.directory)
        os.execv(world.runner, [world.runner, *command])
    said = b""
    while True:
        try:
            part = os.read(terminal, 65_536)
        except OSError:
            break
        if not part:
            break
        said += part
    os.waitpid(pid, 0)
    os.close(terminal)
    return said


def terminal_injection(world):
    """Names that an app chooses, with characters that a terminal obeys: no verb of ctl writes them to a terminal."""
    evil = world.random.choice(ESCAPES)
    container = world.container()
    os.makedirs(f"{container}/Documents")
    with open(f"{container}/Documents/a{evil}b", "w") as file:
        file.write("x")
    plist = manifest(
        world, binary=True, CFBundleIdentifier=f"org.{evil}x", CFBundleDisplayName=f"x{evil}y", UIFileSharingEnabled=True,
        LSSupportsOpeningDocumentsInPlace=True, UIBackgroundModes=["audio"])
    device = Device(world)
    code = (f"app = App()\nevil = {evil!r}\n@app.on\ndef didFinishLaunching(_):\n"
            "    app.call('log', message='log' + evil)\n"
            "    for method, values in [('beginBackgroundTask', dict(name='task' + evil)),\n"
            "                           ('presentPreview', dict(path='/tmp/' + evil)), ('no' + evil, {}),\n"
            "                           ('backgroundSession', dict(identifier='s' + evil))]:\n"
            "        try: app.call(method, **values)\n        except Refused: pass\n"
            "app.run()\n")
    path = world.file("evil.py", "import json, os, sys\nsys.path.insert(0, "
                      f"{os.getcwd() + '/Examples/Python'!r})\nfrom keepalive import App, Refused\n{code}")
    said = {"launch": on_a_terminal(
        world, "ctl", "launch", "--system", device.name, "--info-plist", plist, "--container", container, "--speaks", "--",
        sys.executable, path)}
    for verb in (["status"], ["documents"], ["home"], ["metrics"], ["why"], ["logs"], ["notifications"],
                 ["openurl", f"x{evil}:y"], ["launch", f"no{evil}"], ["preview"], ["push", f"no{evil}", "/nonexistent"], ["status", "--json"]):
        said[" ".join(verb[:2])] = on_a_terminal(world, "ctl", verb[0], "--system", device.name, *verb[1:])
    said["wait"] = on_a_terminal(world, "ctl", "wait", "suspended", "--system", device.name, "--timeout", "1s")
    device.end()
    obeyed = [verb for verb, words in said.items() if evil.encode() in words.replace(b"\r\n", b"\n")]
    if obeyed:
        raise Failure(f"{evil!r} is written to a terminal by: " + ", ".join(obeyed))
    if not any(said.values()):
        raise Failure("nothing is written to a terminal at all")


# Names that are no text.

ODD_NAMES = [b"c\xff\xfe", b"\xc3", b"a\xed\xa0\x80", b"new\nline", b"-dash", b"quote'\"", b"$(x)", b"%s%n", b"a" * 200,
             b"\xe2\x80\xae", b"\xf5\x80\x80\x80", b"with space ", b"\xc0\xaf"]


def odd_containers(world):
    """A container whose name is no UTF-8: it is used as it is named, or refused; no other directory is made."""
    name = world.random.choice(ODD_NAMES)
    above = os.fsencode(world.path("above"))
    os.mkdir(above)
    path = above + b"/" + name
    words = ["--container", path, "--", "sh", "-c", "printf %s \"$HOME\" > \"$HOME/Documents/home\"; sleep 100"]
    if world.random.random() < 0.5:
        run = Run(world, ["--for", "1s", *words[:2]], words[3:])
        status, said = run.expect_end(), run.complaint
    else:
        device = Device(world)
        status, said = device.ctl("launch", *words)
        device.expect_answers(f"container {name!r}")
        time.sleep(0.3)
        device.end()
    found = os.listdir(above)
    if [other for other in found if other != name]:
        raise Failure(f"container {name!r}: there is {found}")
    if found:
        with open(path + b"/Documents/home", "rb") as file:
            home = file.read()
        if home != path:
            raise Failure(f"container {path!r}: the app's home is {home!r}")
    elif status not in (64, 125) or "container" not in said and "UTF-8" not in said:
        raise Failure(f"container {name!r}: neither used nor refused: {status}: {said}")
