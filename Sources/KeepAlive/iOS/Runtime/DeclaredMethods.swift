import Foundation

/// Finds the methods that classes declare, in the symbols of the program: Swift without Objective-C has no other
/// source.
package enum DeclaredMethods {
    private static let lock = NSLock()
    /// The methods by module and class. A class has a name such as `Outer.Inner`: without the module, and without the
    /// part that distinguishes private classes with the same name.
    private nonisolated(unsafe) static var known: [String: [String: Set<String>]] = [:]

    /// Returns the methods that a class itself declares, such as `didEnd(_:at:)`. If the module has two private classes
    /// with the same name, the methods of both classes are returned.
    ///
    /// - Returns: the methods; `nil` if the program was stripped of its symbols.
    package static func of(_ type: AnyClass) -> Set<String>? {
        let place = names(of: type)
        return lock.withLock {
            read([place.module])
            return known[place.module].flatMap { $0.isEmpty ? nil : $0[place.name] ?? [] }
        }
    }

    /// Returns true if a class or a superclass declares a method.
    ///
    /// - Parameter name: the full name: `didEnd(_:at:)`.
    /// - Returns: `nil` if the program was stripped of its symbols.
    package static func declares(_ type: AnyClass, _ name: String) -> Bool? {
        var places = [names(of: type)]
        var current: AnyClass = type
        while let above = _getSuperclass(current) {
            places.append(names(of: above))
            current = above
        }
        return lock.withLock {
            // All modules are read in one pass, as the program may have many symbols.
            read(Set(places.map(\.module)))
            guard known[places[0].module]?.isEmpty == false else { return nil }
            return places.contains { known[$0.module]?[$0.name]?.contains(name) == true }
        }
    }

    /// Returns the module of a class and the class's name in the module, such as `MyApp` and `Outer.Inner`.
    private static func names(of type: AnyClass) -> (module: String, name: String) {
        var parts = components(of: _typeName(type, qualified: true)).filter { !$0.hasPrefix("(") }
        let module = parts.isEmpty ? "" : parts.removeFirst()
        return (module, parts.joined(separator: "."))
    }

    /// Splits a name at the dots outside of parentheses. Generic arguments are removed.
    private static func components(of text: some StringProtocol) -> [String] {
        var parts = [""]
        var depth = 0
        var generic = 0
        for character in text {
            switch character {
            case "<": generic += 1
            case ">": generic -= 1
            case _ where generic > 0: break
            case ".":
                if depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
            default:
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }

    /// Reads the symbols of modules that have not been read yet. Called under the lock.
    private static func read(_ modules: Set<String>) {
        let missing = modules.filter { known[$0] == nil }
        guard !missing.isEmpty else { return }
        for module in missing { known[module] = [:] }
        let prefixes = missing.map { (module: $0, bytes: Array("$s\($0.utf8.count)\($0)".utf8)) }
        // The mangled name of a function ends with F.
        for symbol in SymbolNames.ofThisProgram where symbol.last == UInt8(ascii: "F") {
            guard let module = prefixes.first(where: { symbol.starts(with: $0.bytes) })?.module,
                let text = demangled(symbol), let (type, method) = parsed(text, in: module)
            else { continue }
            known[module]?[type, default: []].insert(method)
        }
    }

    /// Parses the demangled name of a method, and returns `nil` for any other name. The name has the form
    /// `Module.(Private in _12AB).name(label: Type) -> Result` or `name(label: Type) -> Result in Local #1 in …`.
    private static func parsed(_ text: String, in module: String) -> (type: String, method: String)? {
        guard let open = parameters(in: text), let close = matching(open, in: text) else { return nil }
        var head = components(of: text[..<open])
        guard let base = head.popLast(), !base.contains(" ") else { return nil }
        let method = "\(base)(\(labels(of: text[text.index(after: open)..<close])))"
        if head.isEmpty {
            guard let type = localType(in: text[close...], of: module) else { return nil }
            return (type, method)
        }
        guard head.removeFirst() == module, !head.isEmpty else { return nil }
        let names = head.map { part in
            part.hasPrefix("(") ? String(part.dropFirst().prefix { $0 != " " }) : part
        }
        guard names.allSatisfy({ !$0.contains(" ") }) else { return nil }
        return (names.joined(separator: "."), method)
    }

    /// Parses `… in Local #1 in Module.Type.function() -> Result`. A class in a function of a type gets the name that
    /// it would have directly in the type. Returns `nil` for any other text.
    private static func localType(in text: Substring, of module: String) -> String? {
        guard let place = text.range(of: " in "), let number = text[place.upperBound...].range(of: " #"),
            let outer = text[number.upperBound...].range(of: " in ")
        else { return nil }
        let function = String(text[outer.upperBound...])
        guard let open = parameters(in: function) else { return nil }
        var names = components(of: function[..<open]).dropLast().map { $0 }
        guard !names.isEmpty, names.removeFirst() == module else { return nil }
        return (names + [String(text[place.upperBound..<number.lowerBound])]).joined(separator: ".")
    }

    /// Returns the position of the parenthesis that opens the parameters: the first one that does not begin a name such
    /// as `(Private in _12AB)`.
    private static func parameters(in text: String) -> String.Index? {
        var index = text.startIndex
        var before: Character = "."
        while index < text.endIndex {
            if text[index] == "(" {
                guard before == ".", let close = matching(index, in: text) else { return index }
                index = close
            }
            before = text[index]
            index = text.index(after: index)
        }
        return nil
    }

    /// Returns the position of the parenthesis that closes the one at `open`.
    private static func matching(_ open: String.Index, in text: String) -> String.Index? {
        var depth = 0
        for index in text[open...].indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    /// Returns the labels of a parameter list, each with a colon: `_:at:`.
    private static func labels(of parameters: Substring) -> String {
        guard !parameters.isEmpty else { return "" }
        var list = [""]
        var depth = 0
        for character in parameters {
            if "([<".contains(character) { depth += 1 }
            if ")]".contains(character) || character == ">" && list.last?.last != "-" { depth -= 1 }
            if character == ",", depth == 0 { list.append("") } else { list[list.count - 1].append(character) }
        }
        return list.map { parameter in
            let label = parameter.drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            return parameter.drop { $0 == " " }.dropFirst(label.count).first == ":" ? "\(label):" : "_:"
        }.joined()
    }

    private static func demangled(_ name: ArraySlice<UInt8>) -> String? {
        let text = Array(name).map { CChar(bitPattern: $0) }
        guard let result = swift_demangle(text, text.count, nil, nil, 0) else { return nil }
        defer { free(result) }
        return String(cString: result)
    }
}

/// Reads the symbol table of the program file.
private enum SymbolNames {
    /// The names in `.symtab`; empty if the program is stripped or is not a 64-bit ELF file.
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
        // The magic number of a little-endian 64-bit file, then the offset, entry size and number of the section
        // headers: elf(5).
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

/// The function of the Swift runtime that demangles names for backtraces.
@_silgen_name("swift_demangle")
private func swift_demangle(
    _ name: UnsafePointer<CChar>?, _ length: Int, _ output: UnsafeMutablePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
