#!/usr/bin/env python3
"""An app that opens documents: a copy in its inbox, or the file itself (SD-48, SD-70, SD-71).

keepalive-run boot --name shelf &
keepalive-run ctl launch --system shelf --info-plist Examples/Python/Reader.plist --container /tmp/reader \\
    --install -- python3 Examples/Python/reader.py
keepalive-run ctl open --system shelf notes.txt

It says what it has got, and deletes a copy that it has read.
"""
import os
import urllib.parse

from keepalive import App

app = App()


@app.on
def didFinishLaunching(event):
    pass


@app.on
def openURL(event):
    path = urllib.parse.unquote(urllib.parse.urlparse(event["url"]).path)
    with open(path, "rb") as file:
        begin = file.read(60)
    how = "in place" if event["openInPlace"] else "a copy"
    text = f"read {os.path.basename(path)}, {how}: {begin.decode(errors='replace').strip()}"
    print(text, flush=True)
    app.call("log", message=text)
    if not event["openInPlace"]:
        os.unlink(path)


app.run()
