#!/usr/bin/env python3
"""Plays, and plays on after a call: what an interruption does to an app, and its end.

keepalive-run boot &
keepalive-run ctl launch --info-plist Examples/Python/Info.plist -- python3 Examples/Python/music.py
keepalive-run ctl home; keepalive-run ctl call start; keepalive-run ctl call end; keepalive-run ctl status

With 'mix' behind it the session mixes with others, so that two of them are heard at once.
"""
import sys

from keepalive import App

app = App()
mixes = "mix" in sys.argv[1:]


def play():
    app.call("setCategory", category="playback", options=["mixWithOthers"] if mixes else [])
    app.call("setActive", active=True)
    app.call("play")


@app.on
def didFinishLaunching(_):
    play()
    if not mixes:
        # Only the Now Playing app may begin to sound in the background without mixing.
        app.call("setNowPlaying", value=True)


@app.on
def audioInterruptionBegan(_):
    print("interrupted", flush=True)


@app.on
def audioInterruptionEnded(parameters):
    if parameters["shouldResume"]:
        play()
        print("plays on", flush=True)


app.run()
