import Glibc
import KeepAlivePolicy
import SystemPackage

/// Reads the file of the option `--gps-replay`: NMEA, GPX, or any other log that gpsd can parse. The format is detected
/// from the content.
enum ReplayFile {
    /// The largest size of a file in bytes. It is enough for some 90 hours of NMEA at one epoch per second; the limit
    /// is this project's choice.
    static let sizeLimit = 64 << 20

    /// The format of a file.
    enum Format: Sendable, Equatable {
        /// NMEA 0183 sentences.
        case nmea
        /// A GPS Exchange Format document.
        case gpx
        /// Any other log: a receiver's own protocol, AIS or corrections, perhaps mixed with sentences.
        case raw
    }

    /// Loads the log in a file.
    ///
    /// - Parameters:
    ///   - path: the path of the log.
    ///   - isStrict: whether the log must be GPX, or NMEA without an invalid line.
    ///   - loop: the event loop that runs while gpsbabel converts the file. This function must not be called from a
    ///     callback of the loop.
    /// - Throws: ``KeepAliveError`` with code `location`, naming the file.
    static func load(_ path: String, isStrict: Bool = false, loop: EventLoop) throws -> ReceiverLog {
        let content = try read(path, limit: sizeLimit)
        if format(of: content) == .gpx {
            return ReceiverLog(try GPXConversion(path: path, content: content).run(on: loop))
        }
        return try log(of: content, name: path, isStrict: isStrict)
    }

    /// Returns the log in the content of a file that is not GPX.
    ///
    /// - Parameters:
    ///   - content: the bytes of the file.
    ///   - name: the path of the file, for messages.
    ///   - isStrict: whether the log must be NMEA without an invalid line.
    /// - Throws: ``KeepAliveError`` with code `location`.
    static func log(of content: [UInt8], name: String, isStrict: Bool = false) throws -> ReceiverLog {
        switch format(of: content) {
        case .some where isStrict: return ReceiverLog(try NMEAReplay(content, name: name))
        case .nmea:
            // If the sentences have no times, or are less than half of the log, the whole log is played as raw bytes.
            if let replay = try? NMEAReplay(content, name: name, isStrict: false),
                replay.sentenceBytes > content.count / 2
            {
                return ReceiverLog(replay)
            }
            return ReceiverLog(raw: content, name: name)
        case .raw, .gpx: return ReceiverLog(raw: content, name: name)
        case nil:
            throw KeepAliveError(
                .location, "\(name): no log of a receiver",
                remedy:
                    "An NMEA log has lines that begin with $, a GPX file has a <gpx> element; other logs are not text")
        }
    }

    /// Detects the format of a file; `nil` if it is not a log. A GPX file has its root element near the beginning, and
    /// NMEA has a line that begins with `$G`. Other sentences, gpsd's JSON and binary data are played as raw bytes.
    static func format(of content: [UInt8]) -> Format? {
        // XML comments and namespaces may come before the root element, but fewer than 64 KiB.
        let head = content.prefix(64 << 10)
        if contains(head, "<gpx") { return .gpx }
        let lines = content.split(separator: 0x0A).lazy.map { $0.drop { $0 == 0x20 || $0 == 0x09 } }
        if lines.contains(where: { $0.starts(with: "$G".utf8) }) { return .nmea }
        let starts = Set("$!@{".utf8)
        if lines.contains(where: { $0.first.map(starts.contains) ?? false }) { return .raw }
        // The file counts as a log if it contains bytes that do not occur in text, is a stream of RTCM 2, or begins
        // like the answer of an NTRIP caster.
        let hasStrangeBytes = content.contains { $0 < 0x07 || (0x0E...0x1A).contains($0) || $0 == 0xFF }
        let casters: [StaticString] = ["SOURCETABLE 200", "ICY 200", "HTTP/1.1 200"]
        // In RTCM 2, the upper two bits of each byte are 01, and six bits are data (ITU-R M.823). One byte in twenty
        // may be damaged. Unlike text, the stream has no spaces.
        let payload = lines.filter { $0.first != UInt8(ascii: "#") }.joined()
        let regular = payload.count { 0x40...0x7F ~= $0 || $0 == 0x0D }
        let isStream = payload.count > 64 && regular * 20 >= payload.count * 19 && !payload.contains(0x20)
        return hasStrangeBytes || isStream || casters.contains { contains(head, $0) } ? .raw : nil
    }

    /// Returns whether bytes contain an ASCII text.
    static func contains(_ bytes: some Collection<UInt8>, _ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        return bytes.withContiguousStorageIfAvailable { hay in
            guard let base = UnsafeRawPointer(hay.baseAddress) else { return false }
            var from = 0
            // memchr finds candidates at memory speed in up to 64 MiB; the comparison is rarely needed.
            while from + length <= hay.count,
                let hit = memchr(base + from, CInt(text.utf8Start.pointee), hay.count - length - from + 1)
            {
                if memcmp(hit, text.utf8Start, length) == 0 { return true }
                from = UnsafeRawPointer(hit) - base + 1
            }
            return false
        } ?? false
    }

    /// Reads a whole file of at most `limit` bytes.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` if the file is missing, unreadable, not regular or too large.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        func failure(_ cause: String) -> KeepAliveError { KeepAliveError(.location, "\(path): \(cause)") }
        // O_NONBLOCK, because the open of a FIFO without a writer would block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(Errno(rawValue: errno).phrase) }
        defer { close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw failure(status.st_mode & S_IFMT == S_IFDIR ? "is a directory" : "is not a regular file")
        }
        var content: [UInt8] = []
        content.reserveCapacity(Int(min(status.st_size, Int(limit))))
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return content }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw failure(Errno(rawValue: errno).phrase)
            }
            content += buffer.prefix(count)
            guard content.count <= limit else { throw failure("larger than \(limit >> 20) MiB") }
        }
    }
}
