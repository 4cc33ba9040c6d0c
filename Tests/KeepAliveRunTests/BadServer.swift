import TestSupport
import Testing

/// A server that lies: it says nothing, or less than it has promised, or something else each time.
final class BadServer {
    let port: Int
    private let runner: Runner
    var url: String { "http://127.0.0.1:\(port)" }
    /// Waits for requests for a path, and returns them: the method, the path, the range and the type of the body.
    func requests(for path: String, count: Int) -> [Substring] {
        var found: [Substring] { runner.output.split(separator: "\n").filter { $0.contains(path) } }
        _ = runner.wait(5) { found.count >= count }
        return found
    }

    init() throws {
        let script = #"""
            import base64, hashlib, re, socket, threading, time
            def md5(*parts): return hashlib.md5(":".join(parts).encode()).hexdigest()
            listener = socket.create_server(("127.0.0.1", 0))
            print(listener.getsockname()[1], flush=True)
            lock = threading.Lock()
            counts = {}
            busy = [0, 0]
            def serve(connection):
                with connection:
                    data = b""
                    while b"\r\n\r\n" not in data:
                        more = connection.recv(65536)
                        if not more: return
                        data += more
                    head, body = data.split(b"\r\n\r\n", 1)
                    lines = head.decode("latin-1").split("\r\n")
                    method, path, _ = lines[0].split(" ")
                    path = path.split("?")[0]
                    fields = {line.split(":", 1)[0].lower(): line.split(":", 1)[1].strip() for line in lines[1:]}
                    while len(body) < int(fields.get("content-length", 0)):
                        body += connection.recv(65536)
                    span = fields.get("range")
                    with lock:
                        counts[path] = counts.get(path, 0) + 1
                        print(method, path, span or "", fields.get("content-type", ""), flush=True)
                    def answer(status, content=b"", length=None, **more):
                        more["Content-Length"] = len(content) if length is None else length
                        head = "".join("%s: %s\r\n" % (name.replace("_", "-"), value) for name, value in more.items())
                        connection.sendall(("HTTP/1.1 %s X\r\n%s\r\n" % (status, head)).encode("latin-1") + content)
                    given = fields.get("authorization", "")
                    if path == "/basic":
                        # The app is frozen when it is asked.
                        if counts[path] == 1: time.sleep(1)
                        if given == "Basic " + base64.b64encode(b"me:secret").decode():
                            time.sleep(0.5)
                            answer(200, b"a film")
                        else: answer(401, b"who?", WWW_Authenticate='Negotiate, Basic realm="films"')
                    elif path == "/digest":
                        words = dict(re.findall(r'(\w+)="?([^",]+)"?', given))
                        right = md5(md5("me", "series", "secret"), "abc", md5(method, path))
                        if words.get("response") == right: answer(201, method.encode() + b" " + body)
                        else: answer(401, b"who?", WWW_Authenticate='Digest realm="series", nonce="abc"')
                    elif path == "/away":
                        # Another host, as far as a client knows; a password is not for this one.
                        if given: answer(500)
                        else: answer(302, Location="http://localhost:%d/digest" % listener.getsockname()[1])
                    elif path == "/part": answer(206, b"xxxxx", Content_Range="bytes 5-9/10")
                    elif path == "/endless":
                        answer(200, b"x", **{"X-%d" % i: "\x01\xff" * 100 for i in range(1000)})
                    elif path == "/short": answer(200, b"x" * 100, 1000)
                    elif path == "/changed":
                        # It ignores If-Range, and has another version from the second request on.
                        if span: answer(206, b"y" * 900, ETag='"b"', Content_Range="bytes 100-999/1000")
                        elif counts[path] == 1: answer(200, b"x" * 100, 1000, ETag='"a"')
                        else: answer(200, b"y" * 1000, ETag='"b"')
                    elif path == "/dated":
                        # As RFC 9110 wants it, a part does not say again what If-Range has said.
                        if not span: answer(200, b"a" * 100, 1000, Last_Modified="Sun, 01 Nov 2026 00:00:00 GMT")
                        elif span == "bytes=100-": answer(206, b"b" * 100, 900, Content_Range="bytes 100-999/1000")
                        else: answer(206, b"c" * 800, Content_Range="bytes 200-999/1000")
                    elif path == "/overflow":
                        if not span: answer(200, b"x" * 100, 1000, ETag='"a"')
                        else: answer(206, b"x", 2**63 - 1, ETag='"a"', Content_Range="bytes 100-200/*")
                    elif path == "/span": answer(206, b"z" * 100, Content_Range="bytes 100-199/1000")
                    elif path == "/see": answer(303, Location="/seen")
                    elif path == "/seen": answer(200, (method + " " + str(len(body))).encode())
                    elif path == "/kept": answer(201, b"k" * 40000)
                    elif path == "/long": answer(302, Location="/seen?" + "l" * 70000)
                    elif path == "/busy":
                        with lock:
                            busy[0] += 1
                            busy[1] = max(busy)
                        time.sleep(0.2)
                        with lock:
                            busy[0] -= 1
                            most = busy[1]
                        answer(200, str(most).encode())
                    else: connection.recv(1)
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
            """#
        let runner = try Runner(["-c", script], path: "/usr/bin/python3")
        self.runner = runner
        #expect(runner.wait { runner.output.contains("\n") }, "\(runner.errors)")
        port = try #require(Int(runner.output.prefix { $0 != "\n" }))
    }
}
