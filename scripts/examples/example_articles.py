"""The rows of Examples/Articles: what the articles' samples do by either reading, on real parts."""
import json
import pathlib

from example_device import CallServer, Device, FilmServer, SCALE, SignallingServer

APPLE, ARTICLES = "apple", "articles"


def device(binaries, reading, ios="13.0", scale=SCALE, environment=None, **options):
    return Device(binaries, "articles", ios=ios, scale=scale, container=True, plist="Articles", reading=reading,
                  environment={"WAY": "none", **(environment or {})}, **options)


def saving(binaries):
    # 5 s and 10 s are a second and two here, and the work is in between.
    for reading, environment in [(APPLE, {}), (ARTICLES, {}), (ARTICLES, {"CURE": "yes"})]:
        with device(binaries, reading, scale=0.2, environment={"SLOW": "1.5", **environment}) as one:
            one.ctl("home")
            if reading == APPLE or environment:
                one.wait("suspended")
                yield ("SD-04", f"{reading}: 7.5 s to save the state{', with a task' if environment else ''}", "the state is saved",
                       "the state is saved" in one.output())
            else:
                one.wait("terminated")
                killed = one.event("terminated")["termination"]["code"]
                yield ("SD-04", f"{reading}: 7.5 s to save the state, without a task", f"killed: {killed}",
                       killed == "0x8badf00d" and "the state is saved" not in one.output())


def renewing(binaries):
    # Of five renewals each gains 20 to 25 s, as the time is looked at every 5 s, and the last task has 31.
    for reading, least, most in [(APPLE, 29, 35), (ARTICLES, 120, 165)]:
        with device(binaries, reading, environment={"WAY": "renewal", "SCALE": str(SCALE)}) as one:
            one.ctl("home")
            one.wait("suspended")
            seen = one.seconds_in_background()
            yield ("SD-14", f"{reading}: with renewals, {least} to {most} s in the background", f"{seen:.1f} s",
                   least <= seen <= most)


def downloading(binaries):
    for reading in (APPLE, ARTICLES):
        server = FilmServer(3_000_000)
        with device(binaries, reading) as one:
            one.ctl("home")
            one.wait("suspended")
            payload = pathlib.Path(one.directory, "push.json")
            payload.write_text(json.dumps({"aps": {"content-available": 1}, "article": "tides", "film": server.url}))
            one.ctl("push", str(payload))
            one.said("downloading film")
            one.wait("suspended")
            server.finish.set()
            one.said("no event is left")
            told = "handleEventsForBackgroundURLSession" in one.output()
            yield ("SD-42", f"{reading}: from iOS 13 the app's delegate is told: {'yes' if reading == APPLE else 'no'}",
                   f"told: {told}", told == (reading == APPLE))


def reminding(binaries):
    for reading, wanted in [(APPLE, 64), (ARTICLES, 128)]:
        with device(binaries, reading, ios="8.0", environment={"REMINDERS": "130"}) as one:
            one.said("reminders are scheduled")
            seen = next(line for line in one.output().split("\n") if line.endswith("reminders are scheduled"))
            yield "SD-60", f"{reading}: {wanted} of 130", seen, seen.startswith(f"{wanted} of 130")


def keeping(binaries):
    # At a tenth: the handler has a second or three, and takes 4.5. It is called after three seconds: a fetch comes after six.
    for reading in (APPLE, ARTICLES):
        with device(binaries, reading, ios="8.0", environment={"TIMEOUT": "30", "KEEP_ALIVE": "4.5"},
                    settings=["voipKeepAliveInterval=30"]) as one:
            one.ctl("home")
            one.said("keep-alive handler")

            def ended():
                """The end of the handler's time. A kill ends all that the app deals with, and is told alone."""
                return next((event for event in one.events() if event["event"] == "terminated"
                             or event["event"] == "wake-ended" and event["wake"] == "voipKeepAlive"), None)

            one.wait_for(ended, "the end of the handler's time")
            end = ended()
            if reading == APPLE:
                one.wait_for(lambda: one.event("state", state="suspended", rule="WK-13"), "the suspension")
                expected = end["event"] == "wake-ended" and "overran: suspended, not killed" in end["reason"]
            else:
                expected = end["event"] == "terminated" and end["termination"]["code"] == "0x8badf00d" and "[WK-13]" in json.dumps(end)
            yield "SD-51", f"{reading}: a keep-alive handler that takes 45 s", end["reason"], expected


def showing(binaries):
    for reading in (APPLE, ARTICLES):
        with device(binaries, reading, scale=1) as one:
            one.ctl("home")
            one.wait("suspended")
            one.ctl("task", "launch", "org.example.articles.refresh")
            one.said("observer: refreshed")
            seen = one.ctl("documents").stdout.strip()
            yield ("SD-48", f"{reading}: the log of launches in Files, by one key", seen.split(":")[0],
                   ("launches.txt" in seen) == (reading == ARTICLES))


def calling(binaries):
    server = SignallingServer()
    with device(binaries, APPLE, ios="8.0", scale=1, environment={"PORT": str(server.port)}) as one:
        one.said("connected")
        one.ctl("home")
        one.wait("suspended")
        server.send("ring")
        one.said("received ring")
        yield ("SD-50", "a connection tagged by CFReadStreamSetProperty wakes the app", "received ring",
               one.event("wake-started", wake="voipSocket") is not None)
    calls = CallServer()
    with device(binaries, APPLE, ios="8.0", scale=1, environment={"WAIT": calls.url}) as one:
        one.wait_for(lambda: calls.waits.is_set(), "the request")
        # The connection is found, and tagged, soon after it is there.
        ticks = one.output().count("tick")
        one.wait_for(lambda: one.output().count("tick") > ticks + 1, "a second")
        one.ctl("home")
        one.wait("suspended")
        calls.answers.set()
        one.said("answered: ring")
        yield ("SD-50", "so does the connection of a request with networkServiceType .voip", "answered: ring",
               one.event("wake-started", wake="voipSocket") is not None)


def articles(binaries):
    for rows in (saving, renewing, reminding, keeping):
        yield from rows(binaries)


def articles_wakes(binaries):
    for rows in (downloading, showing, calling):
        yield from rows(binaries)
