import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// One attempt of a task: a request whose body goes into a file, or comes out of one.
///
/// A download that has bytes already asks for the rest, on the condition that the resource is the same. A server that
/// cannot do that, or has another resource, sends everything, and the file begins anew. RFC 9110, 13.1.5 and 14.
final class HTTPTransfer: HTTPConnections.Exchange {
    /// An event of the attempt.
    enum Event {
        /// An answer has begun: its status, its header, and the validator of its resource.
        case answered(status: Int, headers: [String: String], validator: String?)
        /// So many bytes are there, of so many.
        case progressed(bytes: Int64, of: Int64)
        /// A download goes on from this byte.
        case resumed(at: Int64)
        /// It has ended.
        case ended(Ending)
    }

    /// The end of the attempt.
    enum Ending: Equatable {
        /// The answer is complete; the address is the one after redirects, and the bytes are those of an upload.
        case complete(url: String, sent: Int64?)
        case other(TransferEnding)
    }

    /// The file of the body, which is there, and may have a beginning of it.
    struct Body {
        let files: TransferFiles
        let name: String
        /// The user in whose name it is written, and in whose name a file is read to be sent.
        let owner: FileOwner
    }

    private let request: TransferRequest
    private let body: Body
    private let connections: HTTPConnections
    private let now: () -> MonotonicInstant
    private let onEvent: (Event) -> Void
    private var running: HTTPConnections.Request?
    private var descriptor: CInt = -1
    private var source: CInt = -1
    private var status = 0
    private var headers: [String: String] = [:]
    private var headerBytes = 0
    /// A message must fit into a packet, also with every byte escaped as `\u0001` is.
    private static let headerBytesMax = 8 * 1024
    /// No server's validator is as long; the next request has to hold it.
    private static let validatorBytesMax = 1024
    private var isAccepted = false
    private var failure: Ending?
    /// The bytes that the file had before, and those that it has now.
    private let offset: Int64
    private var received: Int64 = 0
    private var sent: Int64 = 0
    private var total: Int64 = -1
    private var begunAt: MonotonicInstant?
    private var toldAt: MonotonicInstant?
    /// The least time between two reports of progress.
    private static let pace = Duration.seconds(1)
    /// The time before the first one: what is there by then is worth keeping through a kill of the runner.
    private static let firstPace = Duration.milliseconds(200)

    /// Creates an attempt.
    ///
    /// - Parameter validator: the validator of the resource that the beginning is of.
    init(
        _ request: TransferRequest, into body: Body, validator: String?, connections: HTTPConnections,
        now: @escaping () -> MonotonicInstant, onEvent: @escaping (Event) -> Void
    ) {
        self.request = request
        self.body = body
        self.connections = connections
        self.now = now
        self.onEvent = onEvent
        let size = body.files.size(of: body.name) ?? 0
        asksForRange = request.headers.keys.contains { $0.lowercased() == "range" }
        self.validator = validator
        offset = request.direction == .download && validator != nil && !asksForRange ? size : 0
    }
    private let validator: String?
    /// The app itself asks for a part: the answer is no beginning that one could go on from.
    private let asksForRange: Bool

    deinit { closeFiles() }

    /// Begins the attempt.
    ///
    /// - Returns: the ending where it could not be begun.
    /// - Throws: ``KeepAliveError`` where libcurl is not there, or refuses.
    func begin() throws -> Ending? {
        var head = HTTPConnections.Head(
            url: request.credential?.url ?? request.url, method: request.method, fields: [],
            idleSeconds: max(1, Int(clamping: request.idleTimeout.inSeconds.rounded(.up))))
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) { head.fields.append("\(name): \(value)") }
        // libcurl would say that each POST is a form.
        if request.method == "POST", !request.headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
            head.fields.append("Content-Type:")
        }
        head.credential = request.credential
        if request.direction == .upload {
            source = openSource()
            var status = stat()
            guard source != -1, fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                return .other(.failed(URLErrorCode.cannotOpenFile))
            }
            head.uploads = Int64(status.st_size)
            total = Int64(status.st_size)
            // Without it, a server that does not know the question delays each upload by a second.
            head.fields.append("Expect:")
            closeFiles()
        } else if offset > 0, let validator {
            head.fields += ["Range: bytes=\(offset)-", "If-Range: \(validator)"]
        }
        running = try connections.begin(head, self)
        return nil
    }

    /// Stops the attempt. The file keeps what has come.
    func stop() {
        if let running { connections.end(running) }
        running = nil
        closeFiles()
    }

    /// Opens the file to upload, as far as the app itself may read it. A FIFO without a writer must not hold up the other
    /// transfers.
    private func openSource() -> CInt {
        let opened = try? body.owner.acting { () throws(Errno) in
            try valueOrErrno(open(request.file ?? "", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY))
        }
        return opened ?? -1
    }

    private func closeFiles() {
        if descriptor != -1 { close(descriptor) }
        if source != -1 { close(source) }
        descriptor = -1
        source = -1
    }

    // MARK: The answer

    func take(header line: String) {
        if line.hasPrefix("HTTP/") {
            headers = [:]
            headerBytes = 0
            isAccepted = false
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        } else if let colon = line.firstIndex(of: ":") {
            let name = String(line[..<colon])
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headerBytes += line.utf8.count
            // A server may send endless fields. What is beyond is not told.
            guard headerBytes <= Self.headerBytesMax else { return }
            // A server may offer several ways, a field each.
            let isChallenge = name.lowercased() == "www-authenticate"
            headers[name] = isChallenge ? headers[name].map { "\($0), \(value)" } ?? String(value) : String(value)
        }
    }

    private func header(_ name: String) -> String? {
        headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }

    /// A validator that tells every two versions of a resource apart: a weak ETag does not. RFC 9110, 8.8.
    private var newValidator: String? {
        guard status == 200, header("Accept-Ranges") != "none", !asksForRange else { return nil }
        let validator = header("ETag") ?? header("Last-Modified")
        guard let validator, !validator.hasPrefix("W/"), validator.utf8.count <= Self.validatorBytesMax else {
            return nil
        }
        return validator
    }

    /// Whether a part is of the resource that the beginning is of: a server may know ranges, and no If-Range.
    private var isSameResource: Bool {
        guard let validator else { return offset == 0 }
        let name = validator.hasPrefix("\"") ? "ETag" : "Last-Modified"
        return header(name).map { $0 == validator } ?? true
    }

    /// The request itself says who the app is: no other answer would be sent in place of that.
    private var saysWhoItIs: Bool {
        request.headers.keys.contains { $0.lowercased() == "authorization" }
            || request.url.split(separator: "/").dropFirst().first?.contains("@") == true
    }

    /// Decides about the answer whose body begins now: it goes on, or begins anew.
    private func accept() -> Bool {
        isAccepted = true
        if status == 401, request.takesChallengeAsAnswer != true, !saysWhoItIs,
            let challenge = header("WWW-Authenticate").flatMap(TransferChallenge.init(headerField:))
        {
            failure = .other(.challenged(challenge))
            return false
        }
        let length = header("Content-Length").flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
        var size = length
        if status == 206, !asksForRange {
            guard let (start, whole) = Self.range(header("Content-Range")), start == offset, isSameResource else {
                // A part that nobody asked for would come again and again.
                failure = .other(offset > 0 ? .stale : .failed(URLErrorCode.badServerResponse))
                return false
            }
            received = offset
            size = whole ?? length.flatMap { $0.addingReportingOverflow(offset).overflow ? nil : $0 + offset }
        } else if status == 416, offset > 0 {
            // Everything may be there already: the runner was killed before it could say so.
            let size = header("Content-Range").flatMap { $0.split(separator: "/").last }.flatMap { Int64($0) }
            failure = size == offset ? .complete(url: request.url, sent: nil) : .other(.stale)
            return false
        } else {
            received = 0
        }
        if request.direction == .download { total = size ?? -1 }
        // It was made before the request. The app may have put something else in its place.
        guard let opened = try? body.files.directory.open(body.name, O_WRONLY, as: body.owner) else {
            failure = .other(.failed(URLErrorCode.cannotCreateFile))
            return false
        }
        descriptor = opened
        guard ftruncate(descriptor, Int(received)) == 0, lseek(descriptor, Int(received), SEEK_SET) != -1 else {
            failure = .other(.failed(URLErrorCode.cannotWriteToFile))
            return false
        }
        onEvent(.answered(status: status, headers: headers, validator: received > 0 ? validator : newValidator))
        if received > 0 { onEvent(.resumed(at: received)) }
        return true
    }

    /// `bytes 5-9/10`: the first byte, and the size of the whole where it is known.
    private static func range(_ text: String?) -> (Int64, Int64?)? {
        guard let text, text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/")
        guard parts.count == 2, let start = parts[0].split(separator: "-").first.flatMap({ Int64($0) }) else {
            return nil
        }
        return (start, Int64(parts[1]).flatMap { $0 < 0 ? nil : $0 })
    }

    func take(body: UnsafeRawBufferPointer) -> Bool {
        guard isAccepted || accept() else { return false }
        var rest = body
        while !rest.isEmpty {
            let count = write(descriptor, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                failure = .other(.failed(URLErrorCode.cannotWriteToFile))
                return false
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        received += Int64(body.count)
        if request.direction == .download { tell(received, finally: false) }
        return true
    }

    // MARK: What is sent

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if source == -1 {
            source = openSource()
            guard source != -1, lseek(source, Int(sent), SEEK_SET) != -1 else { return -1 }
        }
        let count = Glibc.read(source, buffer.baseAddress, buffer.count)
        guard count >= 0 else { return -1 }
        sent += Int64(count)
        tell(sent, finally: false)
        return count
    }

    func seek(to offset: Int64) -> Bool {
        sent = offset
        return source == -1 || lseek(source, Int(offset), SEEK_SET) != -1
    }

    /// Tells of the progress, now and then.
    private func tell(_ bytes: Int64, finally: Bool) {
        let now = now()
        if begunAt == nil { begunAt = now }
        let isDue = toldAt.map { now - $0 >= Self.pace } ?? (begunAt.map { now - $0 >= Self.firstPace } ?? false)
        guard finally || isDue else { return }
        guard toldBytes != bytes else { return }
        toldAt = now
        toldBytes = bytes
        onEvent(.progressed(bytes: bytes, of: total))
    }
    private var toldBytes: Int64 = -1

    // MARK: The end

    func ended(code: CInt, url: String) {
        running = nil
        if code == 0, failure == nil, !isAccepted { _ = accept() }
        if case .other(.challenged(var challenge)) = failure {
            // A server may redirect to an address of any length.
            challenge.url = url.utf8.count > Self.headerBytesMax ? request.url : url
            failure = .other(.challenged(challenge))
        }
        closeFiles()
        if code == 0 {
            if failure == nil { tell(request.direction == .upload ? sent : received, finally: true) }
            // A server may redirect to an address of any length.
            let shown = url.utf8.count > Self.headerBytesMax ? request.url : url
            return onEvent(.ended(failure ?? .complete(url: shown, sent: request.direction == .upload ? sent : nil)))
        }
        onEvent(.ended(failure ?? .other(Self.ending(ofCode: code))))
    }

    /// The error of iOS for a CURLcode, libcurl-errors(3), and whether another attempt may help.
    private static func ending(ofCode code: CInt) -> TransferEnding {
        switch code {
        case 1: .failed(URLErrorCode.unsupportedURL)
        case 3: .failed(URLErrorCode.badURL)
        case 5, 6: .brokeOff(URLErrorCode.cannotFindHost)
        case 7: .brokeOff(URLErrorCode.cannotConnectToHost)
        case 26: .failed(URLErrorCode.cannotOpenFile)
        case 28: .brokeOff(URLErrorCode.timedOut)
        case 16, 18, 52, 55, 56, 92, 95: .brokeOff(URLErrorCode.networkConnectionLost)
        case 8: .failed(URLErrorCode.badServerResponse)
        // A server that is started anew breaks off here, too.
        case 35: .brokeOff(URLErrorCode.secureConnectionFailed)
        case 47: .failed(URLErrorCode.tooManyRedirects)
        case 60: .failed(URLErrorCode.serverCertificateUntrusted)
        default: .failed(URLErrorCode.unknown)
        }
    }
}
