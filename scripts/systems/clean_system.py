"""A clean system in a directory: scripts/systems/chroot, for the scripts that are written in Python."""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Failure(Exception):
    """A system could not be made, for a reason that is not the program's."""


class CleanSystem:
    """A clean system of a suite of Debian or Ubuntu, by default of this machine's own. It is removed at the end."""

    def __init__(self, suite=None):
        self.suite = suite

    def __enter__(self):
        words = [self.suite] if self.suite else []
        done = subprocess.run(["scripts/systems/chroot", "new", *words], cwd=ROOT, text=True, stdout=subprocess.PIPE)
        if done.returncode != 0:
            raise Failure(f"there is no base system of {self.suite or 'this machine'}")
        self.directory = pathlib.Path(done.stdout.strip())
        self.suite = self.suite or re.search(
            r"^VERSION_CODENAME=(\w+)", (self.directory / "etc/os-release").read_text(), re.MULTILINE)[1]
        try:
            self.prepare()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        subprocess.run(["scripts/systems/chroot", "remove", self.directory], cwd=ROOT, check=False)

    def prepare(self):
        """Brings into a new system what its tests need."""

    def run(self, *command, environment=""):
        """Runs a command as root, with these words of its environment; `stdout` has both of its streams."""
        return subprocess.run(
            ["scripts/systems/chroot", "run", self.directory, "--", *command], cwd=ROOT, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(os.environ, KEEPALIVE_CHROOT_ENV=environment))

    def must(self, *command):
        """Runs a command that has to succeed. Returns what it printed."""
        done = self.run(*command)
        if done.returncode != 0:
            raise Failure(f"{self.suite}: {' '.join(command)}: {done.stdout.strip().splitlines()[-1:]}")
        return done.stdout

    def packages(self):
        """The names of the packages that are installed. Of one that was removed, dpkg may know the configuration."""
        lines = self.must("dpkg-query", "-W", "-f", "${db:Status-Abbrev} ${Package}\n").splitlines()
        return {package for state, package in map(str.split, lines) if state == "ii"}

    def install(self, packages):
        """Installs packages, none of which may remove another."""
        before = self.packages()
        self.must("apt-get", "install", "-y", "-qq", "--no-remove", "--no-install-recommends", *packages.split())
        removed = before - self.packages()
        if removed:
            raise Failure(f"{self.suite}: installing {packages} removed {', '.join(sorted(removed))}")
