#!/usr/bin/env python3
"""A VoIP app of the time before PushKit: the system watches its socket while the app is frozen (SD-50, SD-52).

keepalive-run --ios 8.0 --modes voip,audio --background-after 1s -- python3 Examples/Python/voip.py HOST PORT

It tags its signalling socket, and is woken for each line of the server. A line `fail` makes it exit with 1, after which the
system starts it again, and it connects anew.
"""
import os
import socket
import sys

from keepalive import App

app = App()
signalling = socket.create_connection((sys.argv[1], int(sys.argv[2])))
signalling.setblocking(False)


def say(*words):
    print(*words, flush=True)


def read():
    """Reads what has come, and answers it."""
    try:
        data = signalling.recv(4096)
    except BlockingIOError:
        return
    if not data:
        return say("the server has gone")
    say("received", data.decode().strip())
    if data.strip() == b"fail":
        sys.exit(1)
    signalling.sendall(b"ok\n")


@app.on
def didFinishLaunching(event):
    say("tagged" if app.tag_socket(signalling) else "not declared: voip")


@app.on
def didEnterBackground(_):
    # The system calls the handler before each timeout, for what keeps the connection open.
    app.call("setKeepAliveTimeout", seconds=float(os.environ.get("TIMEOUT", 600)))


@app.on
def keepAliveHandler(_):
    signalling.sendall(b"alive\n")
    say("kept alive")


def woken(_):
    read()


woken.__name__ = "woken.voipSocket"
app.on(woken)
app.run()
