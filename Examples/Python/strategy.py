#!/usr/bin/env python3
"""A strategy that is a program: a background task on entering the background, ended in time.

keepalive-run --strategy exec:Examples/Python/strategy.py --background-after 1s --for 40s -- COMMAND
"""
from keepalive import App

strategy = App(strategy={"name": "python-task", "summary": "a background task, from a program"})
task = 0


@strategy.on
def didEnterBackground(_):
    global task
    if task == 0:
        task = strategy.call("beginBackgroundTask", name="python")["task"]


@strategy.on
def backgroundTaskExpired(parameters):
    if parameters["task"] == task:
        end()


@strategy.on
def willEnterForeground(_):
    end()


def end():
    global task
    if task:
        strategy.call("endBackgroundTask", task=task)
    task = 0


strategy.run()
