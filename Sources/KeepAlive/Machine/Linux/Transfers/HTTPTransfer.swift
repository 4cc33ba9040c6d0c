import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// One attempt to carry out a task: a request whose body is written to a file, or read from one.
///
/// A download that already has some bytes requests only the rest, on the condition that the resource has not changed.
/// If the server does not support this, or the resource has changed, it sends the whole body, and the file is written
/// from its beginning. RFC 9110, 13.1.5 and 14.
final class HTTPTransfer: HTTPConnections.Exchange {
    /// An event of the attempt.
    enum Event {
        /// An answer with a status, header fields, and perhaps a validator of the resource has begun.
        case answered(status: Int, headers: [String: String], validator: String?)
        /// The number of bytes so far, and the total; the total is -1 if it is unknown.
        case progressed(bytes: Int64, of: Int64)
        /// A download continues from this byte.
        case resumed(at: Int64)
        case ended(Ending)
    }

    /// The outcome of the attempt.
    enum Ending: Equatable {
        /// The answer is complete. `url` is the address after redirects; `sent` is the number of bytes of an upload, or
        /// `nil`.
        case complete(url: String, sent: Int64?)
        /// The attempt failed, was challenged, or has to be repeated.
        case other(TransferEnding)
    }

    /// The file of the body. It exists, and may have the beginning of the body.
    struct Body {
        let files: TransferFiles
        let name: String
        /// The user who writes the body, and who reads a file to upload.
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
    /// The largest number of bytes of the header fields. The message to the runner must fit into a packet, even if each
    /// byte is escaped like `\u0001`.
    private static let headerBytesMax = 8 * 1024
    /// The largest size of a validator in bytes, because the next request has to contain it. Real validators are
    /// shorter.
    private static let validatorBytesMax = 1024
    private var isAccepted = false
    private var failure: Ending?
    /// The number of bytes that the file had before the attempt, and the number that it has now.
    private let offset: Int64
    private var received: Int64 = 0
    private var sent: Int64 = 0
    private var total: Int64 = -1
    private var begunAt: MonotonicInstant?
    private var toldAt: MonotonicInstant?
    /// The shortest time between two reports of progress.
    private static let pace = Duration.seconds(1)
    /// The time before the first report of progress. With this report the runner writes the task's record, because
    /// bytes that took longer to arrive are worth keeping if the runner is killed.
    private static let firstPace = Duration.milliseconds(200)

    /// Creates an attempt.
    ///
    /// - Parameter validator: the validator of the resource whose beginning the file contains; `nil` to transfer the
    ///   whole body.
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
    /// True if the app itself requests a range. The answer is then not the beginning of a body that could be resumed.
    private let asksForRange: Bool

    deinit { closeFiles() }

    /// Starts the attempt.
    ///
    /// - Returns: the outcome if the attempt could not be started; `nil` otherwise.
    /// - Throws: ``KeepAliveError`` if libcurl is not installed, or refuses the request.
    func begin() throws -> Ending? {
        var head = HTTPConnections.Head(
            url: request.credential?.url ?? request.url, method: request.method, fields: [],
            idleSeconds: max(1, Int(clamping: request.idleTimeout.inSeconds.rounded(.up))))
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) { head.fields.append("\(name): \(value)") }
        // A field without a value keeps libcurl from adding its own, which would declare each POST a form.
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
            // The empty field keeps libcurl from adding "Expect: 100-continue". With a server that does not support
            // this field, libcurl would delay each upload by a second.
            head.fields.append("Expect:")
            closeFiles()
        } else if offset > 0, let validator {
            head.fields += ["Range: bytes=\(offset)-", "If-Range: \(validator)"]
        }
        running = try connections.begin(head, self)
        return nil
    }

    /// Stops the attempt. The file keeps the bytes that have arrived.
    func stop() {
        if let running { connections.end(running) }
        running = nil
        closeFiles()
    }

    /// Opens the file to upload with the rights of the app. O_NONBLOCK keeps a FIFO without a writer from blocking the
    /// other transfers.
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
            // Further fields are dropped, because a server may send endless ones.
            guard headerBytes <= Self.headerBytesMax else { return }
            // A server may offer several authentication methods in one field each, so the values are joined.
            let isChallenge = name.lowercased() == "www-authenticate"
            headers[name] = isChallenge ? headers[name].map { "\($0), \(value)" } ?? String(value) : String(value)
        }
    }

    private func header(_ name: String) -> String? {
        headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }

    /// The validator in the answer, with which the download can be resumed; `nil` if there is none. A weak ETag is no
    /// such validator, because two versions of the resource may have the same one. RFC 9110, 8.8.
    private var newValidator: String? {
        guard status == 200, header("Accept-Ranges") != "none", !asksForRange else { return nil }
        let validator = header("ETag") ?? header("Last-Modified")
        guard let validator, !validator.hasPrefix("W/"), validator.utf8.count <= Self.validatorBytesMax else {
            return nil
        }
        return validator
    }

    /// True if a partial answer is from the same version of the resource as the bytes in the file. This is checked,
    /// because a server may support ranges without If-Range.
    private var isSameResource: Bool {
        guard let validator else { return offset == 0 }
        let name = validator.hasPrefix("\"") ? "ETag" : "Last-Modified"
        return header(name).map { $0 == validator } ?? true
    }

    /// True if the request already has credentials, in its header or its URL. In this case a challenge is not passed
    /// on, because no other credentials would be sent.
    private var saysWhoItIs: Bool {
        request.headers.keys.contains { $0.lowercased() == "authorization" }
            || request.url.split(separator: "/").dropFirst().first?.contains("@") == true
    }

    /// Decides, before the first byte of the body, whether the file is continued or written from its beginning. Returns
    /// false, with `failure` set, if the attempt has to end.
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
                // The server has sent a range that was not requested, and would do so again. So the next attempt
                // requests everything, or the task fails if this attempt already did.
                failure = .other(offset > 0 ? .stale : .failed(URLErrorCode.badServerResponse))
                return false
            }
            received = offset
            size = whole ?? length.flatMap { $0.addingReportingOverflow(offset).overflow ? nil : $0 + offset }
        } else if status == 416, offset > 0 {
            // The file may be complete already, if the runner was killed before it could report the end.
            let size = header("Content-Range").flatMap { $0.split(separator: "/").last }.flatMap { Int64($0) }
            failure = size == offset ? .complete(url: request.url, sent: nil) : .other(.stale)
            return false
        } else {
            received = 0
        }
        if request.direction == .download { total = size ?? -1 }
        // The file was made before the request. If the app has replaced it, for example by a link, it cannot be opened.
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

    /// Parses the value of Content-Range, such as `bytes 5-9/10`. Returns the number of the first byte, and the size of
    /// the whole body, which is `nil` if it is unknown. Returns `nil` for an invalid value.
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

    // MARK: Bytes to send

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

    /// Reports the progress if the last report is long enough ago, or if `finally` is true.
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
            // A server may redirect to an address of any length, and the message must fit into a packet.
            challenge.url = url.utf8.count > Self.headerBytesMax ? request.url : url
            failure = .other(.challenged(challenge))
        }
        closeFiles()
        if code == 0 {
            if failure == nil { tell(request.direction == .upload ? sent : received, finally: true) }
            // A server may redirect to an address of any length, and the message must fit into a packet.
            let shown = url.utf8.count > Self.headerBytesMax ? request.url : url
            return onEvent(.ended(failure ?? .complete(url: shown, sent: request.direction == .upload ? sent : nil)))
        }
        onEvent(.ended(failure ?? .other(Self.ending(ofCode: code))))
    }

    /// Returns the ending for a CURLcode (libcurl-errors(3)): an error of iOS, and whether another attempt may help.
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
        // A server that is being restarted also ends the TLS handshake, so another attempt may help.
        case 35: .brokeOff(URLErrorCode.secureConnectionFailed)
        case 47: .failed(URLErrorCode.tooManyRedirects)
        case 60: .failed(URLErrorCode.serverCertificateUntrusted)
        default: .failed(URLErrorCode.unknown)
        }
    }
}
