#!/usr/bin/env python3
"""Downloads a file with a background session: it goes on while the app is frozen, killed, or launched again.

keepalive-run --container /tmp/films --background-after 1s -- python3 Examples/Python/download.py https://example.org/film

The system transfers, not this program. What it is told it prints, and it moves the file to Documents before it answers.
"""
import os
import shutil
import sys

from keepalive import App

app = App()
urls = sys.argv[1:]
session = "org.example.films"
completion_handlers = {}
documents = os.path.join(os.environ["HOME"], "Documents")


def say(*words):
    print(*words, flush=True)


@app.on
def didFinishLaunching(_):
    # Every process makes the session anew, by its name: what has happened meanwhile is told after that.
    app.call("backgroundSession", identifier=session)
    marker = os.path.join(documents, ".started")
    if os.path.exists(marker):
        return say("launched again")
    for url in urls:
        task = app.call("downloadTask", identifier=session, request={"url": url})["task"]
        app.call("resumeTask", identifier=session, task=task)
    open(marker, "w").close()


@app.on
def didResumeAtOffset(event):
    say("resumed at", event["offset"])


@app.on
def didFinishDownloading(event):
    name = os.path.basename(event["response"]["url"]) or "download"
    shutil.move(event["location"], os.path.join(documents, f"{event['task']}-{name}"))
    say("finished", event["task"], event["response"]["status"])


@app.on
def didCompleteWithError(event):
    say("completed", event["task"], event["code"])


@app.on
def handleEventsForBackgroundURLSession(event):
    # The answer is the call of the completion handler. The app may be frozen right after it.
    completion_handlers[event["identifier"]] = app.later()
    say("events for", event["identifier"])


@app.on
def urlSessionDidFinishEvents(event):
    say("no event is left of", event["identifier"])
    completion_handlers.pop(event["identifier"])()


app.run()
