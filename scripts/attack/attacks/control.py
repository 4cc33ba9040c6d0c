"""Rounds with clients of the control socket that send what is no request, or ask for what cannot be."""

import copy
import json
import time

from .device import ANSWER, Device, manifest
from .kills import CHATTER
from .machine import Failure, wait_for


def hostile_control(world):
    device = Device(world, "--freezer", world.freezer)
    device.launch("--", *CHATTER)
    device.ask("status")
    before = device.descriptors()
    clients = []
    for _ in range(20):
        client = device.connect(0.2)
        clients.append(client)
        try:
            client.sendall(world.random.choice([
                b"\0" * 70_000, b"{" * 50_000, b"\n" * 10_000, b'{"jsonrpc":"2.0","id":1,"method":"status"}\n' * 300,
                world.random.randbytes(30_000)]))
        except OSError:
            pass
    device.expect_answers("hostile clients")
    if world.random.random() < 0.5:
        for client in clients:
            client.close()
        device.expect_descriptors(before)
    device.end()
    for client in clients:
        client.close()


EXTREMES = ["", "x", "\0", "\u0301" * 300, "x" * 20_000, 0, -1, 1e308, -1e308, 10 ** 40, 2 ** 63, 1.5, True, False, None,
            [], {}, [[[[]]]], {"aps": {}}, "active", "background", "voip", "org.campaign.app", "\ud800", "é", " ", ["x"] * 500]


def push_line(world, number):
    """A line with a push, of which something is wrong; and whether its sender is to be answered."""
    random = world.random
    aps = {"alert": {"title": "t", "body": "b"}, "badge": 1, "sound": "default", "content-available": 1, "category": "c",
           "thread-id": "t", "interruption-level": "time-sensitive", "relevance-score": 0.5, "mutable-content": 1,
           "timestamp": 1, "event": "update", "content-state": {"a": 1}, "stale-date": 1, "dismissal-date": 2}
    aps = {key: value for key, value in aps.items() if random.random() < 0.4}
    parameters = {"payload": {"aps": aps, "extra": 1}, "priority": random.choice([1, 5, 10]), "collapseID": "c",
                  "type": random.choice(["alert", "background", "voip", "location", "pushtotalk", "liveactivity"]),
                  "app": random.choice(["org.campaign.app", "org.campaign.front", "org.campaign.installed", "front"])}
    parameters = {key: value for key, value in parameters.items() if key in ("payload", "app") or random.random() < 0.5}
    message = {"jsonrpc": "2.0", "id": number, "method": "push", "params": parameters}
    for _ in range(random.choice([0, 1, 1, 2])):
        payload = parameters.get("payload")
        place = random.choice([aps, aps, parameters, payload if isinstance(payload, dict) else aps, message])
        if place:
            place[random.choice(list(place))] = copy.deepcopy(random.choice(EXTREMES))
    line = bytearray(json.dumps(message).encode())
    if random.random() < 0.2:
        for _ in range(random.randint(1, 3)):
            line[random.randrange(len(line))] = random.choice(b'{}[]",:0\\ \x00\xff\n1e')
    return bytes(line)


def is_answered(line):
    """Whether JSON-RPC asks for an answer: not to a notification, a result, or nothing."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return True
    if not isinstance(message, dict):
        return True
    if "method" not in message and "id" in message and ("result" in message or "error" in message):
        return False
    return "id" in message


class Asking:
    """A connection that is made anew when the device has had enough of it."""

    def __init__(self, device):
        self.device, self.client = device, None

    def send(self, line):
        if self.client is None:
            self.client = self.device.connect()
            self.answers = self.client.makefile("rb")
        self.client.sendall(line + b"\n")

    def answer(self):
        try:
            line = self.answers.readline()
        except TimeoutError:
            raise Failure(f"no answer in {ANSWER:.0f} s") from None
        if not line:
            self.client.close()
            self.client = None
        return line


# Apps that are pushed to: one that knows nothing of iOS, one that answers, one that crashes, one that never answers, one
# that registers for calls and reports none.
PUSHED = {
    "plain": None,
    "answers": "app = App()\napp.run()\n",
    "crashes": "app = App()\n@app.on\ndef didReceiveRemoteNotification(_): raise KeyError\napp.run()\n",
    "waits": "app = App()\n@app.on\ndef didReceiveRemoteNotification(_): app.later()\n"
             "@app.on\ndef willResignActive(_): app.later()\napp.run()\n",
    "calls": "app = App()\n@app.on\ndef didFinishLaunching(_): app.call('setDesiredPushTypes', types=['voip'])\n"
             "app.run()\n",
}


def hostile_pushes(world):
    """Pushes that are no pushes, to apps in front, in the background, suspended and without a process: each is answered."""
    device = Device(world, "--freezer", world.freezer)
    modes = ["remote-notification", "voip"]
    for name in ("installed", "app", "front"):
        plist = manifest(world, f"{name}.plist", CFBundleIdentifier=f"org.campaign.{name}", UIBackgroundModes=modes)
        words = [*(["--install"] if name == "installed" else []), "--info-plist", plist]
        code = PUSHED[world.random.choice(list(PUSHED))]
        if code:
            device.launch_python(code, *words, "--speaks")
        else:
            device.launch(*words, "--", "sleep", "1000")
    asking = Asking(device)
    for number in range(1, 300):
        line = push_line(world, number)
        if world.random.random() < 0.05:
            # Its apps come and go meanwhile, and nobody waits for that.
            method = world.random.choice(["home", "launch", "terminate", "kill", "lock"])
            named = {"on": world.random.random() < 0.5} if method == "lock" else {} if method == "home" else {
                "app": "org.campaign." + world.random.choice(["installed", "app", "front"])}
            line = json.dumps(
                {"jsonrpc": "2.0", "id": number, "method": method, "params": {**named, "wait": False}}).encode()
        if b"\n" in line or not line.strip():
            continue
        asking.send(line)
        if not is_answered(line):
            # What follows is answered, so nothing is left of this one.
            asking.send(b'{"jsonrpc":"2.0","id":"next","method":"status"}')
        start = time.monotonic()
        try:
            asking.answer()
        except Failure as failure:
            raise Failure(f"{failure} to line {number}: {line[:600]!r}") from None
        if time.monotonic() - start > 2:
            raise Failure(f"an answer took {time.monotonic() - start:.1f} s, to line {number}: {line[:600]!r}")
    device.expect_answers("hostile pushes")
    device.end()


def device_that_lives_on(world):
    """A device on which apps come, are frozen, killed and launched again: when all have gone, it holds what it did."""
    freezer = world.freezer
    device = Device(world, "--freezer", freezer)
    names = ["plain", "crashes", "speaks"]
    codes = {"crashes": "app = App()\n@app.on\ndef didEnterBackground(_): os.abort()\napp.run()\n",
             "speaks": "app = App()\napp.run()\n"}
    for name in names:
        plist = manifest(
            world, f"{name}.plist", CFBundleIdentifier=f"org.campaign.{name}", UIBackgroundModes=["audio", "fetch"],
            CFBundleDocumentTypes=[{"CFBundleTypeName": "all", "LSItemContentTypes": ["public.data"]}])
        words = ["--info-plist", plist, "--container", world.container(name)]
        if name in codes:
            device.launch_python(codes[name], *words, "--speaks")
        else:
            device.launch(*words, "--", *CHATTER)
    document = world.file("document.bin", b"x" * 100_000)
    steps = [["home"], ["lock"], ["unlock"], ["memory-warning"], ["open", document], ["call", "start"], ["call", "end"],
             *(["launch", f"org.campaign.{name}"] for name in names), *(["kill", f"org.campaign.{name}"] for name in names),
             *(["terminate", f"org.campaign.{name}"] for name in names),
             *(["push", f"org.campaign.{name}"] for name in names)]

    def empty():
        device.ctl("call", "end")
        for name in names:
            device.ctl("kill", f"org.campaign.{name}")
        if not wait_for(lambda: all("pid" not in app for app in device.apps())):
            raise Failure(f"an app is still there: {device.apps()}")

    def some(number):
        for _ in range(number):
            step = world.random.choice(steps)
            device.ctl(*step)
            device.expect_answers(f"{freezer}: {' '.join(step)}")
            if step == ["lock"]:
                # Nothing is launched on a locked device.
                device.ctl("unlock")
    # What the first steps load stays loaded.
    for step in steps:
        device.ctl(*step)
    empty()
    before = device.descriptors()
    launched = len(device.events("launched"))
    some(25)
    empty()
    if len(device.events("launched")) == launched:
        raise Failure("no app has been launched again")
    device.expect_descriptors(before)
    device.end()
