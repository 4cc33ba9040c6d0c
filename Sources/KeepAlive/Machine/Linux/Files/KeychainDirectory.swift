import Glibc
import KeepAlivePolicy
import SystemPackage

/// The directory of an app's container with its keychain items, one file each (DP-05). The files are not encrypted.
struct KeychainDirectory {
    static let path = "Library/Keychains"
    /// The largest size of a file in bytes. Every item fits, because it arrives in one line of the app protocol, which
    /// has at most 64 KiB.
    private static let bytesMax = 80 << 10
    private static let prefix = "item-"
    private static let suffix = ".json"
    /// The valid numbers of items.
    private static let numbers = 1...1_000_000_000

    private let directory: ContainedDirectory

    /// - Parameter mode: the permissions with which a missing directory is created; `nil` to create none.
    /// - Throws: `Errno`.
    init(in container: String, mode: mode_t?) throws(Errno) {
        directory = try ContainedDirectory(Self.path, in: container, mode: mode)
    }

    /// Returns the items as JSON, by their numbers. Other files, and items beyond the total limit, are left out and not
    /// deleted.
    func read() -> [Int: String] {
        var left = KeychainItem.bytesMax
        var items: [Int: String] = [:]
        for name in (try? directory.names()) ?? [] {
            guard let number = Self.number(of: name), let bytes = bytes(of: name), bytes.count <= left else { continue }
            left -= bytes.count
            items[number] = String(decoding: bytes, as: UTF8.self)
        }
        return items
    }

    /// Writes an item atomically: the item's file has the whole item, or is unchanged.
    ///
    /// - Throws: `Errno`.
    func write(_ json: String, number: Int) throws(Errno) {
        let owner = directory.owner
        let next = Self.name(of: number) + ".next"
        directory.remove(next, as: owner)
        let descriptor = try directory.open(next, O_WRONLY | O_CREAT | O_EXCL, as: owner)
        defer { close(descriptor) }
        if let error = OutputDescriptor.writeAll(json, to: descriptor) { throw Errno(rawValue: error) }
        try directory.rename(next, to: Self.name(of: number), as: owner)
    }

    func remove(number: Int) { directory.remove(Self.name(of: number), as: directory.owner) }

    private func bytes(of name: String) -> [UInt8]? {
        guard let descriptor = try? directory.open(name, O_RDONLY, as: directory.owner) else { return nil }
        defer { close(descriptor) }
        return try? SmallFile.readAll(descriptor, limit: Self.bytesMax)
    }

    private static func name(of number: Int) -> String { "\(prefix)\(number)\(suffix)" }

    private static func number(of name: String) -> Int? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        // The app can make a file of any name, so the number is checked.
        return Int(name.dropFirst(prefix.count).dropLast(suffix.count)).flatMap { numbers.contains($0) ? $0 : nil }
    }
}
