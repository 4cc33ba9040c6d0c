import Foundation
import Glibc
import KeepAlive
import KeepAlivePolicy
import KeepAliveTesting
import TestSupport
import Testing

/// The other ways to tag a connection: by the names of C, and by the type of a request (SD-50).
@MainActor
@Suite(.serialized, .onlyDevice) struct TaggedConnectionTests {
    private final class Listener: NSObject, StreamDelegate {
        var events: [Stream.Event] = []
        func stream(_ stream: Stream, handle event: Stream.Event) { events.append(event) }
    }

    /// Keeps what comes for a request.
    private final class Receiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
        private let lock = NSLock()
        private var data = Data()
        var text: String { lock.withLock { String(decoding: data, as: UTF8.self) } }
        func add(_ new: Data) { lock.withLock { data += new } }
        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { add(data) }
    }

    private let key = CFStreamPropertyKey(rawValue: kCFStreamNetworkServiceType)

    @Test(
        "SD-50: a stream of C is Foundation's; set on either of a pair, its property tags the connection",
        arguments: [true, false])
    func streamsOfC(setsRead: Bool) async throws {
        let device = try VirtualDevice(modes: [.voip, .audio], ios: "8.0")
        let listener = LocalListener()
        device.launch { TestApp.plain() }
        var read: Unmanaged<CFReadStream>?
        var write: Unmanaged<CFWriteStream>?
        device.perform {
            CFStreamCreatePairWithSocketToHost(
                kCFAllocatorDefault, "127.0.0.1" as CFString, UInt32(listener.port), &read, &write)
        }
        let input = try #require(read?.takeRetainedValue())
        let output = try #require(write?.takeRetainedValue())
        #expect(CFReadStreamGetStatus(input) == .notOpen && CFReadStreamCopyProperty(input, key) == nil)
        #expect(!CFReadStreamSetProperty(input, CFStreamPropertyKey("another"), nil))
        device.perform {
            #expect(
                setsRead
                    ? CFReadStreamSetProperty(input, key, kCFStreamNetworkServiceTypeVoIP)
                    : CFWriteStreamSetProperty(output, key, kCFStreamNetworkServiceTypeVoIP))
        }
        #expect(CFReadStreamCopyProperty(input, key) != nil && CFWriteStreamCopyProperty(output, key) != nil)
        let heard = Listener()
        (input as InputStream).delegate = heard
        device.perform { #expect(CFReadStreamOpen(input) && CFWriteStreamOpen(output) && !CFReadStreamOpen(input)) }
        let connection = accept(listener.descriptor, nil, nil)
        defer { close(connection) }
        try await device.runPendingTasks { heard.events == [.openCompleted] }
        #expect(CFReadStreamGetStatus(input) == .open && CFWriteStreamCanAcceptBytes(output))
        device.pressHome()
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
        #expect(Glibc.write(connection, "ring", 4) == 4)
        device.happen(.voip(.socketDataArrived))
        try device.expect(.background)
        try await device.runPendingTasks { heard.events.last == .hasBytesAvailable }
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(CFReadStreamHasBytesAvailable(input) && CFReadStreamRead(input, &buffer, 10) == 4)
        #expect(CFWriteStreamWrite(output, Array("ok".utf8), 2) == 2 && Glibc.read(connection, &buffer, 10) == 2)
        device.advance(by: .seconds(1))
        try device.expect(.suspended)
        CFReadStreamClose(input)
        CFWriteStreamClose(output)
        #expect(CFReadStreamGetStatus(input) == .closed && CFWriteStreamGetStatus(output) == .closed)
        #expect(Glibc.read(connection, &buffer, 10) == 0)
    }

    @Test(
        "SD-50: the connection of a request for VoIP is tagged: its answer wakes the frozen app, and the wake ends when that is told",
        arguments: [true, false])
    func request(hasDelegate: Bool) async throws {
        // Without the audio mode, the timeline says that something is tagged (SD-53).
        let device = try VirtualDevice(modes: [.voip], ios: "8.0")
        let listener = LocalListener()
        device.launch { TestApp.plain() }
        let request = NSMutableURLRequest(url: try #require(URL(string: "http://127.0.0.1:\(listener.port)/wait")))
        request.networkServiceType = .voip
        let (receiver, session) = begin(request as URLRequest, on: device, hasDelegate: hasDelegate)
        let connection = accept(listener.descriptor, nil, nil)
        defer { close(connection) }
        try await device.runPendingTasks { device.timeline.contains { $0.contains("SD-53") } }
        device.pressHome()
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nring"
        // A frozen process reads what has come when it is thawed; this one would read it before the wake.
        device.happen(.voip(.socketDataArrived))
        try device.expect(.background)
        try device.expect(grants: .wake)
        #expect(Glibc.write(connection, answer, answer.utf8.count) == answer.utf8.count)
        try await device.runPendingTasks { receiver.text == "ring" && !device.grants.contains(.wake) }
        device.advance(by: .seconds(1))
        try device.expect(.suspended)
        session.invalidateAndCancel()
    }

    @Test("a request of another type tags nothing")
    func otherRequest() async throws {
        let device = try VirtualDevice(modes: [.voip], ios: "8.0")
        let listener = LocalListener()
        device.launch { TestApp.plain() }
        let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(listener.port)/wait")))
        let (receiver, session) = begin(request, on: device, hasDelegate: false)
        let connection = accept(listener.descriptor, nil, nil)
        defer { close(connection) }
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nring"
        #expect(Glibc.write(connection, answer, answer.utf8.count) == answer.utf8.count)
        try await device.runPendingTasks { receiver.text == "ring" }
        device.pressHome()
        device.advance(by: .seconds(5))
        device.happen(.voip(.socketDataArrived))
        try device.expect(.suspended)
        try device.expect(notInTimeline: "SD-53")
        session.invalidateAndCancel()
    }

    /// Begins a request of the app.
    private func begin(
        _ request: URLRequest, on device: VirtualDevice, hasDelegate: Bool
    ) -> (Receiver, URLSession) {
        let receiver = Receiver()
        let session = device.perform {
            URLSession(
                configuration: .ephemeral, delegate: hasDelegate ? receiver : nil, delegateQueue: nil)
        }
        device.perform {
            if hasDelegate {
                session.dataTask(with: request).resume()
            } else {
                session.dataTask(with: request) { data, _, _ in receiver.add(data ?? Data()) }.resume()
            }
        }
        return (receiver, session)
    }
}
