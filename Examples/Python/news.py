#!/usr/bin/env python3
"""An app that gets news from a server: some that the user sees, and some that only the app hears of (WK-04, WK-05, WK-19).

keepalive-apns &                                            # or without it: ctl push
keepalive-run boot --name shelf &
keepalive-run ctl launch --system shelf --info-plist Examples/News/Info.plist -- python3 Examples/Python/news.py
keepalive-run ctl home --system shelf
"""
from keepalive import App

app = App()


@app.on
def didFinishLaunching(event):
    app.call("setNotificationDelegate", exists=True)
    granted = app.call("requestNotificationAuthorization")["granted"]
    print("allowed" if granted else "refused", flush=True)
    app.call("registerForRemoteNotifications")


@app.on
def didRegisterForRemoteNotifications(event):
    # An app sends it to its server, which pushes to it.
    print(f"token: {event['token']}", flush=True)


@app.on
def didReceiveRemoteNotification(event):
    print(f"to be fetched: {event['userInfo'].get('article', 'nothing')}", flush=True)
    return {"result": "newData"}


@app.on
def willPresentNotification(event):
    return {"options": ["banner", "sound"]}


@app.on
def didReceiveNotificationResponse(event):
    print(f"the user reads {event['content']['userInfo'].get('article', 'nothing')}", flush=True)


app.run()
