import Glibc
import KeepAlivePolicy
import SystemPackage

/// Access to small files: those of the kernel, such as in /proc, and ordinary ones. If no file descriptor is free, the
/// ``DescriptorReserve`` is used.
package enum SmallFile {
    /// Reads a whole file of the kernel as text, at most 1 MiB.
    static func read(_ path: String) throws(Errno) -> String {
        let descriptor = try DescriptorReserve.open(path, O_RDONLY)
        defer { DescriptorReserve.close(descriptor) }
        return String(decoding: try readAll(descriptor, limit: 1 << 20), as: UTF8.self)
    }

    /// Returns the first line of a file of the kernel; `nil` if the file cannot be read.
    static func line(at path: String) -> String? {
        (try? read(path)).map { String($0.prefix { $0 != "\n" }) }
    }

    /// Reads an open file from its current offset to its end, at most `limit` bytes.
    static func readAll(_ descriptor: CInt, limit: Int) throws(Errno) -> [UInt8] {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while result.count < limit {
            let count = Glibc.read(descriptor, &buffer, min(buffer.count, limit - result.count))
            if count == 0 { break }
            if count == -1 {
                if errno == EINTR { continue }
                throw Errno(rawValue: errno)
            }
            result.append(contentsOf: buffer[..<count])
        }
        return result
    }

    /// Reads an open file of the kernel from its start, and returns the number after a key at the beginning of a line.
    ///
    /// - Parameter key: the key, with the separator before the number.
    /// - Returns: the number; `nil` if the file cannot be read, or its first 16 KB have no such line.
    static func number(_ key: StaticString, in descriptor: CInt) -> Int64? {
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = pread(descriptor, start, buffer.count, 0)
            guard count > 0 else { return nil }
            let length = key.utf8CodeUnitCount
            var line = 0
            while line + length < count {
                if memcmp(start + line, key.utf8Start, length) == 0 { return number(buffer[line + length..<count]) }
                guard let end = memchr(start + line, CInt(UInt8(ascii: "\n")), count - line) else { return nil }
                line = UnsafeRawPointer(end) - UnsafeRawPointer(start) + 1
            }
            return nil
        }
    }

    /// Returns the number after a key in the file at a path, like ``number(_:in:)``.
    static func number(_ key: StaticString, at path: String) -> Int64? { numbers([key], at: path)[0] }

    /// Returns the numbers after several keys of a file, which is opened only once.
    static func numbers(_ keys: [StaticString], at path: String) -> [Int64?] {
        guard let descriptor = try? DescriptorReserve.open(path, O_RDONLY) else { return keys.map { _ in nil } }
        defer { DescriptorReserve.close(descriptor) }
        return keys.map { number($0, in: descriptor) }
    }

    /// Parses the decimal digits at the start of a text, after spaces. A number that is too large gives `Int64.max`.
    private static func number(_ text: Slice<UnsafeMutableRawBufferPointer>) -> Int64? {
        var value: Int64?
        for byte in text.drop(while: { $0 == UInt8(ascii: " ") }) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
            let (product, overflow) = (value ?? 0).multipliedReportingOverflow(by: 10)
            if overflow { return .max }
            value = product.addingReportingOverflow(Int64(byte - UInt8(ascii: "0"))).partialValue
        }
        return value
    }

    /// Writes text into an existing file of the kernel.
    static func write(_ path: String, _ text: String) throws(Errno) {
        let descriptor = try DescriptorReserve.open(path, O_WRONLY)
        defer { DescriptorReserve.close(descriptor) }
        var copy = text
        let count = copy.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count == -1 { throw Errno(rawValue: errno) }
    }

    /// Returns the target of a symbolic link; `nil` if the path is not a symbolic link. The target is not accessed.
    package static func link(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX) + 16)
        let count = readlink(path, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }

    /// Returns the names in a directory, without `.` and `..`.
    static func list(_ path: String) throws(Errno) -> [String] {
        let descriptor = try DescriptorReserve.open(path, O_RDONLY | O_DIRECTORY)
        guard let directory = fdopendir(descriptor) else {
            let error = Errno(rawValue: errno)
            DescriptorReserve.close(descriptor)
            throw error
        }
        defer {
            closedir(directory)
            DescriptorReserve.refill()
        }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
