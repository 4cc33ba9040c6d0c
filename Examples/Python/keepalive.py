"""The app protocol of KeepAlive for Python: no packages, one file to copy.

An app connects to the socket that KEEPALIVE_SOCKET names; a strategy speaks over standard input and output. Both send and
take JSON-RPC 2.0, one object a line.
"""
import json
import os
import socket
import sys


class Refused(Exception):
    """iOS answers with an error or an exception; `data` has its domain and code, or its name and reason."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]
        self.data = error.get("data", {})


class App:
    """An app, or a strategy. Handlers are functions named after the callbacks; what they return is the answer."""

    def __init__(self, strategy=None):
        if strategy:
            self._in, self._out = sys.stdin, sys.stdout
        else:
            connection = self._socket = socket.socket(socket.AF_UNIX)
            connection.connect(os.environ["KEEPALIVE_SOCKET"])
            # Two files: one that is written to forgets what it has read ahead.
            self._in = connection.makefile("r", encoding="utf-8")
            self._out = connection.makefile("w", encoding="utf-8")
        self._handlers = {}
        self._waiting = []
        self._deferred = False
        self._last = 0
        self._hello = {"protocol": 1, **({"strategy": strategy} if strategy else {})}

    def on(self, handler):
        """Decorates a handler: `@app.on` before `def didEnterBackground(parameters)`."""
        self._handlers[handler.__name__] = handler
        return handler

    def later(self):
        """Within a handler: puts its answer off, and returns the function that gives it, with the result if there is one.

        It is the completion handler of an app of iOS: `done = app.later()`, and `done()` when all is dealt with.
        """
        self._deferred = True
        number = self._number
        return lambda result=None: self._send({"id": number, "result": result})

    def call(self, method, **parameters):
        """Makes a call and returns its result; raises Refused."""
        return self._call(method, parameters)

    def tag_socket(self, tagged):
        """Has the system watch a connected socket while the app is frozen, as the signalling socket of a VoIP app.

        The descriptor goes along with the call. Returns whether the Info.plist allows it.
        """
        return self._call("tagSocket", {}, tagged.fileno())["tagged"]

    def _call(self, method, parameters, descriptor=None):
        self._last += 1
        number = self._last
        self._send({"id": number, "method": method, "params": parameters}, descriptor)
        while True:
            message = self._next()
            if message is None:
                raise EOFError("the system has gone")
            if "method" in message:
                # A callback that comes meanwhile is dealt with afterwards.
                self._waiting.append(message)
            elif message.get("id") == number:
                if "error" in message:
                    raise Refused(message["error"])
                return message["result"]

    def run(self):
        """Says hello and deals with callbacks until the system goes."""
        self.call("hello", **self._hello)
        while True:
            message = self._waiting.pop(0) if self._waiting else self._next()
            if message is None:
                return
            if "method" not in message:
                continue
            handler = self._handlers.get(message["method"])
            self._deferred, self._number = False, message.get("id")
            result = handler(message.get("params") or {}) if handler else None
            if "id" in message and not self._deferred:
                self._send({"id": message["id"], "result": result})

    def _send(self, message, descriptor=None):
        line = json.dumps({"jsonrpc": "2.0", **message}) + "\n"
        if descriptor is None:
            self._out.write(line)
            return self._out.flush()
        data = line.encode()
        sent = socket.send_fds(self._socket, [data], [descriptor])
        self._socket.sendall(data[sent:])

    def _next(self):
        line = self._in.readline()
        return json.loads(line) if line else None
