#!/usr/bin/env python3
"""An app that reminds its user, also when it is frozen or gone (SD-60, LN-05, LN-12).

keepalive-run boot --name shelf &
keepalive-run ctl launch --system shelf -- python3 Examples/Python/reminder.py
keepalive-run ctl home --system shelf
keepalive-run ctl notifications --system shelf
keepalive-run ctl tap --system shelf tea                    # when it is shown
keepalive-run ctl tap --system shelf tea --action snooze    # the app runs in the background, and reminds again
"""
import os

from keepalive import App

app = App()


def remind():
    app.call("addNotificationRequest", identifier="tea",
             content={"title": "Tea", "body": "It has drawn for long enough.", "sound": "default", "badge": 1,
                      "categoryIdentifier": "reminder", "userInfo": {"pot": 2}},
             trigger={"interval": float(os.environ.get("SECONDS", "60"))})
    print("scheduled", flush=True)


@app.on
def didFinishLaunching(event):
    # Before the launch is over: the answer that launched the app is told then.
    app.call("setNotificationDelegate", exists=True)
    app.call("setNotificationCategories", categories=[
        {"identifier": "reminder", "actions": [{"identifier": "snooze", "title": "Snooze"}]}])
    granted = app.call("requestNotificationAuthorization")["granted"]
    print("allowed" if granted else "refused", flush=True)
    if event["state"] != "background":
        remind()


@app.on
def willPresentNotification(event):
    return {"options": ["banner", "sound"]}


@app.on
def didReceiveNotificationResponse(event):
    pot = event["content"]["userInfo"]["pot"]
    print(f"{event['actionIdentifier']} of {event['identifier']}, pot {pot}", flush=True)
    if event["actionIdentifier"] == "snooze":
        remind()
    app.call("setBadgeCount", count=0)


app.run()
