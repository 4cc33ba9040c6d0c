import Glibc
import KeepAlivePolicy
import SystemPackage

/// Reads the file of `--gps-replay`: NMEA, GPX, or any other log that gpsd can parse. The content decides.
enum ReplayFile {
    /// The largest file that is read: our choice, some 90 hours of NMEA at one epoch a second.
    static let sizeLimit = 64 << 20

    /// The format of a file.
    enum Format: Sendable, Equatable {
        /// NMEA 0183 sentences.
        case nmea
        /// A GPS Exchange Format document.
        case gpx
        /// Any other log: a receiver's own protocol, AIS, corrections, or sentences among them.
        case raw
    }

    /// Loads a file.
    ///
    /// - Parameters:
    ///   - path: the log.
    ///   - isStrict: whether the log must be NMEA without a wrong line, or GPX.
    ///   - loop: the loop that runs while a converter works. This must not be called from a handler of it.
    /// - Throws: ``KeepAliveError`` with code `location`, naming the file.
    static func load(_ path: String, isStrict: Bool = false, loop: EventLoop) throws -> ReceiverLog {
        let content = try read(path, limit: sizeLimit)
        if format(of: content) == .gpx {
            return ReceiverLog(try GPXConversion(path: path, content: content).run(on: loop))
        }
        return try log(of: content, name: path, isStrict: isStrict)
    }

    /// Returns the log of a file that is no GPX.
    ///
    /// - Parameters:
    ///   - content: the file's bytes.
    ///   - name: its path, for messages.
    ///   - isStrict: whether it must be NMEA without a wrong line.
    /// - Throws: ``KeepAliveError`` with code `location`.
    static func log(of content: [UInt8], name: String, isStrict: Bool = false) throws -> ReceiverLog {
        switch format(of: content) {
        case .some where isStrict: return ReceiverLog(try NMEAReplay(content, name: name))
        case .nmea:
            // Sentences without a time, or that are less than half of the log, are played with the rest of it.
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

    /// Guesses the format. A GPX file has its root element near the beginning, and NMEA has a line that begins with
    /// `$G`. Other sentences, gpsd's JSON and binary data are left to gpsd.
    static func format(of content: [UInt8]) -> Format? {
        // XML comments and namespaces may come first, but not 64 KiB of them.
        let head = content.prefix(64 << 10)
        if contains(head, "<gpx") { return .gpx }
        let lines = content.split(separator: 0x0A).lazy.map { $0.drop { $0 == 0x20 || $0 == 0x09 } }
        if lines.contains(where: { $0.starts(with: "$G".utf8) }) { return .nmea }
        let starts = Set("$!@{".utf8)
        if lines.contains(where: { $0.first.map(starts.contains) ?? false }) { return .raw }
        // The file counts as a log if it has bytes that no text has, is a stream of RTCM 2, or begins like the answer
        // of a caster.
        let hasStrangeBytes = content.contains { $0 < 0x07 || (0x0E...0x1A).contains($0) || $0 == 0xFF }
        let casters: [StaticString] = ["SOURCETABLE 200", "ICY 200", "HTTP/1.1 200"]
        // RTCM 2 has six bits in each byte, and the upper two are 01 (ITU-R M.823). One byte in twenty may be damaged,
        // but unlike text it has no spaces.
        let payload = lines.filter { $0.first != UInt8(ascii: "#") }.joined()
        let regular = payload.count { 0x40...0x7F ~= $0 || $0 == 0x0D }
        let isStream = payload.count > 64 && regular * 20 >= payload.count * 19 && !payload.contains(0x20)
        return hasStrangeBytes || isStream || casters.contains { contains(head, $0) } ? .raw : nil
    }

    /// Returns whether ASCII text occurs in bytes.
    static func contains(_ bytes: some Collection<UInt8>, _ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        return bytes.withContiguousStorageIfAvailable { hay in
            guard let base = UnsafeRawPointer(hay.baseAddress) else { return false }
            var from = 0
            // memchr runs at memory speed over 64 MiB; the comparison after it is rare.
            while from + length <= hay.count,
                let hit = memchr(base + from, CInt(text.utf8Start.pointee), hay.count - length - from + 1)
            {
                if memcmp(hit, text.utf8Start, length) == 0 { return true }
                from = UnsafeRawPointer(hit) - base + 1
            }
            return false
        } ?? false
    }

    /// Reads a whole file.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` when it is missing, unreadable, not a regular file or too
    ///   large.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        func failure(_ cause: String) -> KeepAliveError { KeepAliveError(.location, "\(path): \(cause)") }
        // A FIFO without a writer would block the open.
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
