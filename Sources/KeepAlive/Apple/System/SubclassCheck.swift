import Foundation
import KeepAlivePolicy

/// Finds delegate methods that will never be called, and reports them.
///
/// Without Objective-C, a method is called through the conformance of the class that declares it. A method that only a
/// subclass implements is not part of the conformance: iOS would call it, Swift on Linux does not.
enum SubclassCheck {
    /// Reports each such method of a delegate on standard error.
    ///
    /// The check is made only for subclasses, in the symbols of the program. A stripped program gives no reports.
    ///
    /// - Parameters:
    ///   - delegate: the object.
    ///   - protocolName: the name of the delegate's protocol.
    ///   - conforms: returns whether a class conforms to it.
    ///   - methods: the base names of the methods that are called.
    static func warn(
        _ delegate: AnyObject, as protocolName: String, methods: Set<String>, conforms: (AnyClass) -> Bool
    ) {
        for line in complaints(type(of: delegate), protocolName, methods, conforms) { AppProcess.say(line) }
    }

    /// Returns the lines to report.
    static func complaints(
        _ type: AnyClass, _ protocolName: String, _ methods: Set<String>, _ conforms: (AnyClass) -> Bool
    ) -> [String] {
        var subclasses: [AnyClass] = []
        var current: AnyClass = type
        while let above = _getSuperclass(current), conforms(above) {
            subclasses.append(current)
            current = above
        }
        guard !subclasses.isEmpty else { return [] }
        let declared = signatures(of: subclasses + [current])
        let known = declared[ObjectIdentifier(current)] ?? []
        return subclasses.flatMap { subclass in
            (declared[ObjectIdentifier(subclass)] ?? []).subtracting(known).sorted()
                .filter { signature in methods.contains { signature.hasPrefix("\($0)(") } }
                .map { signature in
                    "\(subclass) implements \(signature), and \(current), which declares \(protocolName), does not: on "
                        + "Linux it is never called. Implement it in \(current), and override it in \(subclass)"
                }
        }
    }

    /// Returns the methods that classes declare, by the symbols of this program.
    private static func signatures(of classes: [AnyClass]) -> [ObjectIdentifier: Set<String>] {
        let prefixes = classes.compactMap { type in
            _mangledTypeName(type).map { (key: ObjectIdentifier(type), prefix: Array("$s\($0)".utf8)) }
        }
        var found: [ObjectIdentifier: Set<String>] = [:]
        for name in SymbolNames.ofThisProgram {
            for entry in prefixes where name.starts(with: entry.prefix) {
                guard let text = demangled(name), let signature = signature(in: text) else { continue }
                found[entry.key, default: []].insert(signature)
            }
        }
        return found
    }

    /// Returns `name(label:label:)` of a demangled method: `Module.Class.name(label: Type) -> Result`.
    private static func signature(in text: String) -> String? {
        guard let open = text.firstIndex(of: "("), !text.hasPrefix("(") else { return nil }
        guard let dot = text[..<open].lastIndex(of: "."), !text[..<dot].contains(" ") else { return nil }
        let name = text[text.index(after: dot)..<open]
        var parameters: [String] = [""]
        var depth = 0
        for character in text[open...] {
            switch character {
            case "(", "[", "<": depth += 1
            case ")", "]", ">": depth -= 1
            case "," where depth == 1: parameters.append("")
            default: parameters[parameters.count - 1].append(character)
            }
            guard depth > 0 else { break }
        }
        if parameters == [""] { return "\(name)()" }
        let labels = parameters.map { parameter in
            let parts = parameter.split(separator: ":", maxSplits: 1)
            return parts.count == 2 ? "\(parts[0].filter { $0 != " " }):" : "_:"
        }
        return "\(name)(\(labels.joined()))"
    }

    private static func demangled(_ name: ArraySlice<UInt8>) -> String? {
        let text = Array(name).map { CChar(bitPattern: $0) }
        guard let result = swift_demangle(text, text.count, nil, nil, 0) else { return nil }
        defer { free(result) }
        return String(cString: result)
    }
}

/// The symbols that the linker has left in a program.
private enum SymbolNames {
    /// The names of `.symtab`; none if the program is stripped or is not an ELF file of 64 bits.
    static var ofThisProgram: [ArraySlice<UInt8>] {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"), options: .alwaysMapped) else {
            return []
        }
        let bytes = [UInt8](data)
        return table(in: bytes) ?? []
    }

    private static func table(in bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
        func number(_ place: Int, _ size: Int) -> Int? {
            guard place >= 0, place + size <= bytes.count else { return nil }
            return (0..<size).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) }
        }
        // elf(5): a little-endian file of 64 bits, and its section headers.
        guard bytes.count > 64, bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), let headers = number(0x28, 8),
            let size = number(0x3A, 2), let count = number(0x3C, 2)
        else { return nil }
        let symbols = 2
        for index in 0..<count {
            let header = headers + index * size
            guard number(header + 4, 4) == symbols, let link = number(header + 0x28, 4) else { continue }
            let strings = headers + link * size
            guard let start = number(strings + 0x18, 8), let length = number(strings + 0x20, 8), start >= 0,
                length >= 0, start + length <= bytes.count
            else { return nil }
            return bytes[start..<start + length].split(separator: 0)
        }
        return nil
    }
}

/// The runtime's function with which backtraces demangle names.
@_silgen_name("swift_demangle")
private func swift_demangle(
    _ name: UnsafePointer<CChar>?, _ length: Int, _ output: UnsafeMutablePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
