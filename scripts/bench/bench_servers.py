"""The sound servers of scripts/bench/bench-audio: each with a null sink, and without anything of the user's."""
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUIET = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class Failure(Exception):
    """The benchmark cannot go on, for a reason that the user can mend."""


def ended(process, seconds):
    """Waits for a process without waking up in between; whether it has ended."""
    descriptor = os.pidfd_open(process.pid)
    try:
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        return bool(poll.poll(seconds * 1000))
    finally:
        os.close(descriptor)


def stop(process, by=signal.SIGTERM):
    """Ends a process, and waits until it has ended."""
    if process.poll() is None:
        process.send_signal(by)
        if not ended(process, 10):
            process.kill()
    process.wait()


def alsa_plug_in():
    """PipeWire's plug-in for ALSA, which is fetched once and unpacked: its package takes the place of PulseAudio's."""
    store = ROOT / ".build/bench-audio/pipewire-alsa"
    pattern = "usr/lib/*/alsa-lib/libasound_module_pcm_pipewire.so"
    if not next(store.glob(pattern), None):
        store.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as work:
            subprocess.run(
                ["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", "pipewire-alsa"], cwd=work, check=True)
            subprocess.run(["dpkg-deb", "-x", next(pathlib.Path(work).glob("*.deb")), store], check=True)
    return next(store.glob(pattern))


class Server:
    """A server of PulseAudio's protocol, in a directory of its own."""

    def __init__(self, runner):
        self.runner = runner

    def __enter__(self):
        self.directory = tempfile.mkdtemp(prefix="keepalive-bench-", dir="/tmp")
        self.socket = self.directory + "/native"
        # For its clients.
        self.environment = {"PULSE_SERVER": "unix:" + self.socket}
        self.process = None
        try:
            self.process = self.start()
            self.wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.process:
            stop(self.process)
        shutil.rmtree(self.directory, ignore_errors=True)

    def own_environment(self, **more):
        """What the server sees."""
        names = ["HOME", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"]
        return {
            "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": "none:",
            "DBUS_SYSTEM_BUS_ADDRESS": "none:"} | {name: self.directory for name in names} | more

    def wait(self):
        """Waits until it answers a client that asks for its sinks."""
        for _ in range(100):
            with socket.socket(socket.AF_UNIX) as client:
                if client.connect_ex(self.socket) == 0 and self.ask("list", "short", "sinks").strip():
                    return
            if ended(self.process, 0.1):
                break
        raise Failure(f"the private {type(self).__name__} did not start")

    def ask(self, *words):
        return subprocess.run(
            ["pactl", "--server", "unix:" + self.socket, *words], text=True, capture_output=True,
            env=dict(os.environ, LC_ALL="C.UTF-8")).stdout

    def pids(self):
        """All its processes."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]


class PulseAudio(Server):
    """One null sink at 48 kHz for all clients, as the sink of a user's server; keepalive-run's own has another for silence."""

    def start(self):
        return subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--fail=yes", "--exit-idle-time=-1", "--use-pid-file=no",
             "--realtime=no", "--high-priority=no", "--log-target=stderr", "--log-level=error",
             "--load=module-null-sink sink_name=bench rate=48000 channels=2 format=s16le",
             f"--load=module-native-protocol-unix auth-cookie-enabled=0 socket={self.socket}"],
            env=self.own_environment(PULSE_RUNTIME_PATH=self.directory + "/run", PULSE_STATE_PATH=self.directory + "/state"),
            start_new_session=True, **QUIET)

    def plays(self):
        """Whether a client plays now: its stream runs, and there is data in it."""
        said = self.ask("list", "sink-inputs")
        queued = re.search(r"Buffer Latency: (\d+) usec", said)
        return "Corked: no" in said and queued is not None and int(queued[1]) > 0


class PipeWire(Server):
    """The daemon, a session manager, the server of PulseAudio's protocol, and ALSA's plug-in, with the usual quanta."""

    def start(self):
        self.configure()
        self.environment |= {
            "PIPEWIRE_RUNTIME_DIR": self.directory, "XDG_RUNTIME_DIR": self.directory, "ALSA_CONFIG_PATH": self.plugged()}
        return subprocess.Popen(
            ["pipewire", "-c", self.directory + "/daemon.conf"], start_new_session=True, env=self.own_environment(
                PIPEWIRE_RUNTIME_DIR=self.directory, WIREPLUMBER_CONFIG_DIR=self.managed, PIPEWIRE_DEBUG="1"),
            **QUIET)

    def configure(self):
        """Takes the configuration that keepalive-run writes for its own, but for the quantum that only its own has."""
        # Without a device of the machine's, it starts its own.
        none = pathlib.Path(self.directory, "none.conf")
        none.write_text("</usr/share/alsa/alsa.conf>\npcm.!default { type null }\n")
        player = subprocess.Popen(
            [self.runner, "play", "--silence", "-q"], start_new_session=True, **QUIET,
            env=self.own_environment(KEEPALIVE_SOUND_SERVER="pipewire", ALSA_CONFIG_PATH=str(none)))
        try:
            for _ in range(100):
                made = next(pathlib.Path(self.directory).glob("keepalive-audio-*/native"), None)
                if made or ended(player, 0.1):
                    break
            if not made:
                raise Failure("keepalive-run started no private PipeWire")
            for name in ["daemon.conf", "pulse.conf"]:
                text = (made.parent / name).read_text().replace(str(made.parent), self.directory)
                text, count = re.subn(r"default\.clock\.max-quantum = \d+", "", text)
                if count != (name == "daemon.conf"):
                    raise Failure(f"keepalive-run's {name} has another form")
                pathlib.Path(self.directory, name).write_text(text)
            shutil.copytree(made.parent / "manager", self.directory + "/manager")
            daemon = next(
                process for process in pathlib.Path("/proc").glob("[0-9]*")
                if str(made.parent / "daemon.conf").encode() in (process / "cmdline").read_bytes())
            variables = (daemon / "environ").read_text().split("\0")
            found = next(word for word in variables if word.startswith("WIREPLUMBER_CONFIG_DIR="))
            self.managed = found.partition("=")[2].replace(str(made.parent), self.directory)
        finally:
            stop(player)

    def plugged(self):
        """ALSA's configuration with the plug-in."""
        path = pathlib.Path(self.directory, "asound.conf")
        path.write_text(
            f'</usr/share/alsa/alsa.conf>\npcm_type.pipewire {{ lib "{alsa_plug_in()}" }}\npcm.pipewire {{ type pipewire }}\n')
        return str(path)

    def plays(self):
        """Whether a client plays now. It does not say what is queued."""
        return "Corked: no" in self.ask("list", "sink-inputs")
