#!/usr/bin/env python3
"""Finishes an upload in a background task, then plays on: an app that is not written in Swift.

keepalive-run --info-plist Examples/Python/Info.plist --background-after 1s --for 40s -- python3 Examples/Python/player.py
"""
from keepalive import App, Refused

app = App()
task = 0


@app.on
def didEnterBackground(_):
    global task
    task = app.call("beginBackgroundTask", name="upload")["task"]
    print("uploading", flush=True)


def end():
    global task
    if task:
        app.call("endBackgroundTask", task=task)
    task = 0


@app.on
def backgroundTaskExpired(_):
    try:
        app.call("setCategory", category="playback", options=["mixWithOthers"])
        app.call("setActive", active=True)
        app.call("preparePlayer")
        print("playing" if app.call("play")["playing"] else "play() returned false", flush=True)
    except Refused as refused:
        print(f"no sound: {refused}", flush=True)
    end()


@app.on
def willEnterForeground(_):
    app.call("stop")
    app.call("setActive", active=False)
    end()
    print("back", flush=True)


app.run()
