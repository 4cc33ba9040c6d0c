import CYAML
import KeepAlivePolicy
import KeepAliveText

/// Parses the documents of a YAML text with libyaml, event by event. A value that is nested too deeply is refused at
/// its beginning, before the rest of it is parsed.
package struct YAMLParser {
    /// The maximum nesting depth. The parser is recursive and needs a limit, and no valid file is nested as deeply.
    private static let depthMax = 32
    /// The maximum number of values in a text. A value counts once for every alias that refers to it, because aliases
    /// of aliases could expand without end. A long scalar counts once for each 100 bytes.
    private static let countMax = 500_000

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let bytes: UnsafeBufferPointer<UInt8>
    private let file: String
    private var anchors: [String: Anchor] = [:]
    private var count = 0

    /// Returns the documents of a text.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if the text is not YAML, is nested too deeply, or has too many
    ///   values.
    package static func documents(of text: String, file: String) throws -> [YAMLValue] {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw KeepAliveError(.usage, "\(file): there is no memory to read it")
        }
        defer { yaml_parser_delete(&parser) }
        var copy = text
        return try copy.withUTF8 { bytes in
            yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            return try withUnsafeMutablePointer(to: &parser) { pointer in
                var reader = YAMLParser(parser: pointer, bytes: bytes, file: file)
                return try reader.documents()
            }
        }
    }

    private init(parser: UnsafeMutablePointer<yaml_parser_t>, bytes: UnsafeBufferPointer<UInt8>, file: String) {
        self.parser = parser
        self.bytes = bytes
        self.file = file
    }

    /// A value with an anchor, to which aliases may refer.
    private struct Anchor {
        var content: YAMLContent
        var count: Int
        /// The number of nesting levels below the value.
        var height: Int
    }

    /// The parts of a libyaml event that this parser uses.
    private struct Event {
        var type: yaml_event_type_t
        var text: String
        var anchor: String?
        var line: Int
        var column: Int
    }

    private func next() throws -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw fault() }
        defer { yaml_event_delete(&event) }
        let text =
            event.type == YAML_SCALAR_EVENT
            ? String(
                decoding: UnsafeBufferPointer(start: CYAML_text(&event), count: CYAML_textLength(&event)), as: UTF8.self
            )
            : ""
        return Event(
            type: event.type, text: text, anchor: CYAML_anchor(&event).map { String(cString: $0) },
            line: Int(event.start_mark.line) + 1, column: Int(event.start_mark.column) + 1)
    }

    private mutating func documents() throws -> [YAMLValue] {
        var documents: [YAMLValue] = []
        while true {
            let event = try next()
            switch event.type {
            case YAML_DOCUMENT_START_EVENT:
                anchors.removeAll()
                documents.append(try value(try next(), depth: 0).value)
            case YAML_STREAM_END_EVENT: return documents
            default: break
            }
        }
    }

    /// Reads a value, and also returns the number of nesting levels below the value as `height`.
    private mutating func value(_ event: Event, depth: Int) throws -> (value: YAMLValue, height: Int) {
        func failure(_ text: String) -> KeepAliveError {
            KeepAliveError(.usage, "\(file):\(event.line):\(event.column): \(text)")
        }
        guard depth < Self.depthMax else { throw failure("nested deeper than \(Self.depthMax) levels") }
        let before = count
        count += 1
        let content: YAMLContent
        var height = 0
        switch event.type {
        case YAML_ALIAS_EVENT:
            let name = event.anchor ?? ""
            guard let known = anchors[name] else { throw failure("there is no '&\(name)' before this '*\(name)'") }
            count += known.count
            (content, height) = (known.content, known.height)
            guard depth + height < Self.depthMax else {
                throw failure("nested deeper than \(Self.depthMax) levels, with what '*\(name)' stands for")
            }
        case YAML_SEQUENCE_START_EVENT: content = .list(try items(depth, &height))
        case YAML_MAPPING_START_EVENT: content = .mapping(try pairs(depth, &height))
        default:
            count += event.text.utf8.count / 100
            content = .scalar(event.text)
        }
        guard count <= Self.countMax else { throw failure("more than \(Self.countMax) values") }
        if event.type != YAML_ALIAS_EVENT, let name = event.anchor {
            anchors[name] = Anchor(content: content, count: count - before, height: height)
        }
        return (YAMLValue(content: content, file: file, line: event.line, column: event.column), height)
    }

    /// Reads a value that is part of a container, such as a list, and raises the container's `height` if necessary.
    private mutating func value(_ event: Event, below depth: Int, _ height: inout Int) throws -> YAMLValue {
        let part = try value(event, depth: depth + 1)
        height = max(height, part.height + 1)
        return part.value
    }

    private mutating func items(_ depth: Int, _ height: inout Int) throws -> [YAMLValue] {
        var items: [YAMLValue] = []
        while true {
            let event = try next()
            if event.type == YAML_SEQUENCE_END_EVENT { return items }
            items.append(try value(event, below: depth, &height))
        }
    }

    private mutating func pairs(_ depth: Int, _ height: inout Int) throws -> [YAMLPair] {
        var pairs: [YAMLPair] = []
        while true {
            let event = try next()
            if event.type == YAML_MAPPING_END_EVENT { return pairs }
            let key = try value(event, below: depth, &height)
            pairs.append(YAMLPair(key: key, value: try value(try next(), below: depth, &height)))
        }
    }

    private func fault() -> KeepAliveError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
        var line = Int(parser.pointee.problem_mark.line) + 1
        var column = Int(parser.pointee.problem_mark.column) + 1
        // For a character that YAML does not permit, libyaml reports only the offset, so the line and the column are
        // computed from the offset.
        if parser.pointee.error == YAML_READER_ERROR {
            let before = bytes.prefix(Int(parser.pointee.problem_offset))
            line = before.count { $0 == UInt8(ascii: "\n") } + 1
            let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            column = String(decoding: before[start...], as: UTF8.self).count + 1
        }
        return KeepAliveError(.usage, "\(file):\(line):\(column): not YAML: \(problem)")
    }
}
