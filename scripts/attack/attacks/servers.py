"""Rounds with servers that lie: a gpsd and a sound server that drop, flood or say nothing, and a player that is hurt."""
import signal
import socket
import threading

from .machine import Failure, command_line, kill
from .world import Run


class FakeServer:
    """A gpsd that is none."""

    GREETING = (b'{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}\r\n'
                b'{"class":"DEVICES","devices":[]}\r\n{"class":"WATCH","enable":true,"json":true}\r\n')
    NO_FIX = b'{"class":"TPV","mode":1}\r\n' * 200

    def __init__(self, behaviour):
        self.behaviour = behaviour
        self.accepted = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.kept = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.accepted += 1
            self.kept.append(connection)
            threading.Thread(target=self.speak, args=(connection,), daemon=True).start()

    def speak(self, connection):
        try:
            connection.sendall(self.GREETING if self.behaviour != "mute" or self.accepted == 1 else b"")
            if self.behaviour == "drop" and self.accepted > 1:
                connection.close()
            while self.behaviour == "flood":
                connection.sendall(self.NO_FIX)
            while self.behaviour == "garbage":
                connection.sendall(b"x" * 4096)
        except OSError:
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # A thread that waits in accept(2) is woken by that, not by a close.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for connection in self.kept:
            connection.close()


def fake_gpsd(world):
    behaviour = world.random.choice(["drop", "flood", "mute", "garbage"])
    with FakeServer(behaviour) as server:
        run = Run(
            world, ["--modes", "location", "--strategy", "location", "--gpsd", f"127.0.0.1:{server.port}", "--for", "3s"],
            ["sleep", "1000"])
        run.expect_end()
        for kind, most in (("no-fix", 40), ("location-opened", 8)):
            if len(run.events(kind)) > most:
                raise Failure(f"{behaviour}: {len(run.events(kind))} events '{kind}' in 3 s")


def fake_sound_server(world):
    """A sound server that lets clients connect and then says nothing, or says nothing good."""
    with FakeServer(world.random.choice(["drop", "mute", "garbage"])) as server:
        device = world.random.choice(["pulse", "auto"])
        run = Run(
            world, ["--modes", "audio", "--strategy", "silent-audio", "--audio-device", device], ["sleep", "1000"],
            # libpulse makes a cookie for a server of the user's where there is none.
            environment={"PULSE_SERVER": f"tcp:127.0.0.1:{server.port}", "PULSE_COOKIE": world.path("cookie")})
        world.moment(0, 2)
        if run.is_alive:
            kill(run.pid, world.random.choice([signal.SIGTERM, signal.SIGINT]))
        run.expect_end()


def hurt_player(world):
    """The process that plays sound is killed or stopped: the run says so, and plays again."""
    run = Run(
        world, ["--modes", "audio", "--strategy", "silent-audio", "--background-after", "0s", "--audio-device", "auto"],
        ["sleep", "1000"])
    run.await_event("grant-gained")
    players = [pid for pid in run.below() if b"sound-service" in command_line(pid)]
    if not players:
        raise Failure("no process plays sound")
    kill(players[0], world.random.choice([signal.SIGKILL, signal.SIGSTOP, signal.SIGSEGV]))
    run.await_event("audio-stalled")
    run.await_event("grant-gained", 2)
    run.end()
