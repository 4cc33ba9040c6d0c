#!/usr/bin/env python3
"""Keeps two secrets, and needs them when a push launches it while the device is locked (DP-01).

keepalive-run boot &
keepalive-run ctl launch --info-plist Examples/SignIn/Info.plist --container /tmp/sign-in -- python3 Examples/Python/sign_in.py
keepalive-run ctl lock; sleep 11; keepalive-run ctl push; keepalive-run ctl unlock
"""
import base64

from keepalive import App, Refused

app = App()
SECRETS = {"password": "whenUnlocked", "token": "afterFirstUnlock"}


def item(account):
    return {"class": "genericPassword", "attributes": {"service": "org.example.sign-in", "account": account}}


def report(occasion):
    for account in SECRETS:
        try:
            found = app.call("secItemCopyMatching", **item(account))
            same = base64.b64decode(found[0]["value"]).decode() == f"secret of {account}"
            print(f"{occasion}: {account} {'read' if same else 'is another'}", flush=True)
        except Refused as error:
            print(f"{occasion}: {account} {error.data['code']}", flush=True)


@app.on
def didFinishLaunching(parameters):
    if parameters["state"] == "background":
        return
    for account, accessible in SECRETS.items():
        try:
            value = base64.b64encode(f"secret of {account}".encode()).decode()
            app.call("secItemAdd", **item(account), accessible=accessible, value=value)
        except Refused as error:
            # The item of an earlier run is still there.
            if error.data["name"] != "errSecDuplicateItem":
                raise
    print("signed in", flush=True)


@app.on
def didReceiveRemoteNotification(_):
    report("push")
    return {"result": "newData"}


@app.on
def protectedDataDidBecomeAvailable(_):
    report("unlock")


app.run()
