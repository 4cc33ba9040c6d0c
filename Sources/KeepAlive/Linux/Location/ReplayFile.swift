import Glibc
import SystemPackage

/// Reads the file of `--gps-replay`: NMEA or GPX, decided by its content.
enum ReplayFile {
    /// The largest file that is read: our choice, some 90 hours of NMEA at one epoch a second.
    static let sizeLimit = 64 << 20

    /// What a file holds.
    enum Format: Sendable, Equatable {
        /// NMEA 0183 sentences.
        case nmea
        /// A GPS Exchange Format document.
        case gpx
    }

    /// Loads a file.
    ///
    /// - Parameters:
    ///   - path: NMEA or GPX.
    ///   - loop: where a converter is waited for. Not to be called from a handler of it.
    /// - Throws: ``KeepAliveError`` with code `location`, naming the file.
    static func load(_ path: String, loop: EventLoop) throws -> NMEAReplay {
        let content = try read(path, limit: sizeLimit)
        switch format(of: content) {
        case .nmea: return try NMEAReplay(content, name: path)
        case .gpx: return try GPXConversion(path: path, content: content).run(on: loop)
        case nil:
            throw KeepAliveError(
                .location, "\(path): neither NMEA nor GPX",
                remedy: "An NMEA log has lines that begin with $G, a GPX file has a <gpx> element")
        }
    }

    /// What it looks like: a GPX file has its root element near the beginning, NMEA a line that begins with `$G`.
    static func format(of content: [UInt8]) -> Format? {
        // XML comments and namespaces may come first, but not 64 KiB of them.
        let head = content.prefix(64 << 10)
        if contains(head, "<gpx") { return .gpx }
        let lines = content.split(separator: 0x0A).lazy.map { $0.drop { $0 == 0x20 || $0 == 0x09 } }
        return lines.contains { $0.starts(with: "$G".utf8) } ? .nmea : nil
    }

    /// Whether ASCII text occurs in bytes.
    static func contains(_ bytes: some Collection<UInt8>, _ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        return bytes.withContiguousStorageIfAvailable { hay in
            guard let base = UnsafeRawPointer(hay.baseAddress) else { return false }
            var from = 0
            // memchr runs at memory speed over 64 MiB; what follows it is rare.
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
    /// - Throws: ``KeepAliveError`` with code `location` when it is missing, unreadable, no file or too large.
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
